(** * Refutations of constraints, followed and not searched for

    A constraint is a clause, or says that at most so many of some variables are true. A step of a
    refutation is a clause and the numbers of the constraints from which it follows by unit
    propagation, in the order in which they are used. Who found the steps plays no part. *)

From Coq Require Import List PeanoNat PArith Bool FMapPositive Lia.
Import ListNotations.

(** A variable, and whether it is true. *)
Definition literal : Type := positive * bool.

Inductive constraint :=
| Clause (literals : list literal)
| AtMost (most : nat) (variables : list positive).

Definition true_in (v : positive -> bool) (l : literal) : Prop := v (fst l) = snd l.

Definition holds (v : positive -> bool) (c : constraint) : Prop :=
  match c with
  | Clause literals => Exists (true_in v) literals
  | AtMost most variables => length (filter v variables) <= most
  end.

Definition opposite (l : literal) : literal := (fst l, negb (snd l)).

(** ** What is known of the variables *)

Definition known := PositiveMap.t bool.

Definition agrees (v : positive -> bool) (k : known) : Prop :=
  forall x b, PositiveMap.find x k = Some b -> v x = b.

Lemma agrees_empty : forall v, agrees v (PositiveMap.empty bool).
Proof. intros v x b. rewrite PositiveMap.gempty. discriminate. Qed.

Lemma agrees_add : forall v k x b, agrees v k -> v x = b -> agrees v (PositiveMap.add x b k).
Proof.
  intros v k x b A E y b' F. destruct (Pos.eq_dec y x) as [->|N].
  - rewrite PositiveMap.gss in F. congruence.
  - rewrite PositiveMap.gso in F; auto.
Qed.

(** ** What a constraint adds to it

    [None]: the constraint cannot hold. *)

Fixpoint of_clause (k : known) (open : option literal) (l : list literal) : option known :=
  match l with
  | [] =>
      match open with
      | Some (x, b) => Some (PositiveMap.add x b k)
      | None => None
      end
  | (x, b) :: rest =>
      match PositiveMap.find x k with
      | Some b' => if Bool.eqb b b' then Some k else of_clause k open rest
      | None =>
          match open with
          | None => of_clause k (Some (x, b)) rest
          | Some _ => Some k
          end
      end
  end.

(** How many more of the variables may be true. *)
Fixpoint room (k : known) (most : nat) (xs : list positive) : option nat :=
  match xs with
  | [] => Some most
  | x :: rest =>
      match PositiveMap.find x k, most with
      | Some true, O => None
      | Some true, S less => room k less rest
      | _, _ => room k most rest
      end
  end.

Fixpoint no_others (k : known) (xs : list positive) : known :=
  match xs with
  | [] => k
  | x :: rest =>
      match PositiveMap.find x k with
      | Some _ => no_others k rest
      | None => no_others (PositiveMap.add x false k) rest
      end
  end.

Definition deduce (k : known) (c : constraint) : option known :=
  match c with
  | Clause literals => of_clause k None literals
  | AtMost most xs =>
      match room k most xs with
      | None => None
      | Some O => Some (no_others k xs)
      | Some (S _) => Some k
      end
  end.

Lemma of_clause_sound : forall v k l open, agrees v k ->
  Exists (true_in v) l \/ (exists o, open = Some o /\ true_in v o) ->
  exists k', of_clause k open l = Some k' /\ agrees v k'.
Proof.
  intros v k l. induction l as [|[x b] l IH]; intros open A H; simpl.
  - destruct H as [H|([x b] & -> & T)]; [inversion H|].
    eexists. split; [reflexivity|]. apply agrees_add; auto.
  - destruct (PositiveMap.find x k) as [b'|] eqn:F.
    + destruct (Bool.eqb b b') eqn:E; [now exists k|].
      apply IH; auto. destruct H as [H|H]; auto. inversion H; subst; auto.
      exfalso. apply A in F. unfold true_in in *. simpl in *.
      apply eqb_false_iff in E. congruence.
    + destruct open as [o|]; [now exists k|].
      apply IH; auto. destruct H as [H|(o & O & _)]; [|discriminate].
      inversion H; subst; eauto.
Qed.

Lemma room_sound : forall v k xs most, agrees v k -> length (filter v xs) <= most ->
  exists r, room k most xs = Some r /\ (r = 0 -> forall x, In x xs -> v x = true ->
                                         PositiveMap.find x k = Some true).
Proof.
  intros v k xs. induction xs as [|x xs IH]; intros most A L; simpl in *.
  - exists most. split; auto. intros _ y [].
  - destruct (PositiveMap.find x k) as [[|]|] eqn:F.
    + rewrite (A _ _ F) in L. simpl in L. destruct most as [|most]; [lia|].
      destruct (IH most A) as (r & E & H); [lia|]. exists r. split; auto.
      intros Z y [->|I] T; auto.
    + rewrite (A _ _ F) in L. destruct (IH most A L) as (r & E & H).
      exists r. split; auto. intros Z y [->|I] T; auto.
      apply A in F. congruence.
    + destruct (v x) eqn:V; simpl in L.
      * destruct (IH (pred most) A) as (r & E & H); [lia|].
        assert (forall m xs0 r0, room k m xs0 = Some r0 -> room k (S m) xs0 = Some (S r0)) as Up.
        { clear. intros m xs0. revert m. induction xs0 as [|y ys IHy]; simpl; intros m r0 R.
          - congruence.
          - destruct (PositiveMap.find y k) as [[|]|]; auto.
            destruct m as [|m]; [discriminate|]. auto. }
        destruct most as [|most]; [lia|]. simpl in E.
        exists (S r). split; [now apply Up|]. discriminate.
      * destruct (IH most A L) as (r & E & H).
        exists r. split; auto. intros Z y [->|I] T; [congruence|auto].
Qed.

Lemma no_others_sound : forall v xs k, agrees v k ->
  (forall x, In x xs -> v x = true -> PositiveMap.find x k = Some true) ->
  agrees v (no_others k xs).
Proof.
  intros v xs. induction xs as [|x xs IH]; intros k A H; simpl; auto.
  destruct (PositiveMap.find x k) as [b|] eqn:F.
  - apply IH; auto. intros y I T. apply H; [now right | auto].
  - assert (v x = false) as V.
    { destruct (v x) eqn:V; auto. rewrite H in F; auto; [discriminate | now left]. }
    apply IH; [now apply agrees_add|].
    intros y I T. rewrite PositiveMap.gso by congruence. apply H; [now right | auto].
Qed.

Lemma deduce_sound : forall v k c, agrees v k -> holds v c ->
  exists k', deduce k c = Some k' /\ agrees v k'.
Proof.
  intros v k [l|most xs] A H; simpl in *.
  - apply of_clause_sound; auto.
  - destruct (room_sound v k xs most A H) as ([|r] & -> & Z).
    + eexists. split; [reflexivity|]. apply no_others_sound; auto.
    + now exists k.
Qed.

(** ** Steps of a refutation *)

Definition constraints := PositiveMap.t constraint.

Definition all_hold (v : positive -> bool) (cs : constraints) : Prop :=
  forall n c, PositiveMap.find n cs = Some c -> holds v c.

(** Whether the constraints of these numbers, one after the other, end in a contradiction. *)
Fixpoint follow (cs : constraints) (k : known) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | n :: rest =>
      match PositiveMap.find n cs with
      | None => false
      | Some c =>
          match deduce k c with
          | None => true
          | Some k' => follow cs k' rest
          end
      end
  end.

(** [None]: a literal and its opposite are assumed. *)
Fixpoint assume (k : known) (l : list literal) : option known :=
  match l with
  | [] => Some k
  | (x, b) :: rest =>
      match PositiveMap.find x k with
      | Some b' => if Bool.eqb b b' then assume k rest else None
      | None => assume (PositiveMap.add x b k) rest
      end
  end.

Lemma follow_sound : forall v cs hints k, all_hold v cs -> agrees v k -> follow cs k hints = false.
Proof.
  intros v cs hints. induction hints as [|n hints IH]; intros k H A; simpl; auto.
  destruct (PositiveMap.find n cs) as [c|] eqn:F; auto.
  destruct (deduce_sound v k c A (H _ _ F)) as (k' & -> & A'). auto.
Qed.

Lemma assume_sound : forall v l k, agrees v k -> Forall (true_in v) l ->
  exists k', assume k l = Some k' /\ agrees v k'.
Proof.
  intros v l. induction l as [|[x b] l IH]; intros k A H; simpl; [now exists k|].
  inversion H as [|y m T F']; subst. unfold true_in in T. simpl in T.
  destruct (PositiveMap.find x k) as [b'|] eqn:F.
  - apply A in F. replace (Bool.eqb b b') with true by (subst; destruct (v x); auto). auto.
  - apply IH; auto. now apply agrees_add.
Qed.

Record lemma := Derived { says : list literal; by_hints : list positive }.

(** Whether a clause follows: its opposite, the constraints and what is known contradict. *)
Definition follows (cs : constraints) (k : known) (s : lemma) : bool :=
  match assume k (map opposite (says s)) with
  | None => true
  | Some k' => follow cs k' (by_hints s)
  end.

Lemma follows_sound : forall v cs k s, all_hold v cs -> agrees v k -> follows cs k s = true ->
  holds v (Clause (says s)).
Proof.
  intros v cs k s H A F. unfold follows in F.
  assert (~ Forall (true_in v) (map opposite (says s))) as N.
  { intros T. destruct (assume_sound v _ _ A T) as (k' & E & A'). rewrite E in F.
    now rewrite (follow_sound v cs (by_hints s) k' H A') in F. }
  clear -N. simpl. induction (says s) as [|[x b] l IHl]; simpl in N.
  - exfalso. apply N. constructor.
  - destruct (Bool.bool_dec (v x) b) as [T|F].
    + now apply Exists_cons_hd.
    + apply Exists_cons_tl. apply IHl. intros A. apply N. constructor; auto.
      unfold true_in. simpl. destruct (v x), b; simpl; congruence.
Qed.

(** Steps one after the other, to the empty clause. Those that do not follow are left out; a clause of
    one literal is known from then on. *)
Fixpoint derive (cs : constraints) (k : known) (next : positive) (steps : list lemma) : bool :=
  match steps with
  | [] => false
  | s :: rest =>
      if follows cs k s
      then match says s with
           | [] => true
           | [l] =>
               match assume k [l] with
               | None => true
               | Some k' => derive cs k' (Pos.succ next) rest
               end
           | l => derive (PositiveMap.add next (Clause l) cs) k (Pos.succ next) rest
           end
      else derive cs k (Pos.succ next) rest
  end.

Lemma all_hold_add : forall v cs n c, all_hold v cs -> holds v c ->
  all_hold v (PositiveMap.add n c cs).
Proof.
  intros v cs n c H C m d F. destruct (Pos.eq_dec m n) as [->|N].
  - rewrite PositiveMap.gss in F. congruence.
  - rewrite PositiveMap.gso in F; eauto.
Qed.

Lemma derive_sound : forall v steps cs k next, all_hold v cs -> agrees v k ->
  derive cs k next steps = false.
Proof.
  intros v steps. induction steps as [|s steps IH]; intros cs k next H A; cbn [derive]; auto.
  destruct (follows cs k s) eqn:E; auto.
  pose proof (follows_sound v cs k s H A E) as F.
  destruct (says s) as [|l [|l' rest]]; simpl in F.
  - inversion F.
  - assert (true_in v l) as T by (inversion F as [x y T|x y N]; auto; inversion N).
    destruct (assume_sound v [l] k A) as (k' & Ek & A'); [now constructor|].
    rewrite Ek. auto.
  - apply IH; auto. now apply all_hold_add.
Qed.

(** ** Refutations of what is assumed of constraints that are numbered from 1 *)

Fixpoint numbered (cs : constraints) (next : positive) (l : list constraint)
  : constraints * positive :=
  match l with
  | [] => (cs, next)
  | c :: rest => numbered (PositiveMap.add next c cs) (Pos.succ next) rest
  end.

Lemma numbered_hold : forall v l cs next, all_hold v cs -> Forall (holds v) l ->
  all_hold v (fst (numbered cs next l)).
Proof.
  intros v l. induction l as [|c l IH]; intros cs next H F; simpl; auto.
  inversion F; subst. apply IH; auto. now apply all_hold_add.
Qed.

Definition all_numbered (l : list constraint) : constraints * positive :=
  numbered (PositiveMap.empty constraint) 1 l.

(** [cs] are the constraints and the number after the last. *)
Definition contradict (cs : constraints * positive) (assumed : list literal) (steps : list lemma)
  : bool :=
  match assume (PositiveMap.empty bool) assumed with
  | None => true
  | Some k => derive (fst cs) k (snd cs) steps
  end.

Theorem contradict_sound : forall v l assumed steps,
  contradict (all_numbered l) assumed steps = true -> Forall (holds v) l ->
  ~ Forall (true_in v) assumed.
Proof.
  unfold contradict. intros v l assumed steps H F T.
  destruct (assume_sound v assumed _ (agrees_empty v) T) as (k & E & A). rewrite E in H.
  rewrite (derive_sound v) in H; [discriminate| |exact A].
  apply numbered_hold; auto. intros n c G. rewrite PositiveMap.gempty in G. discriminate.
Qed.
