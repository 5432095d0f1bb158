(** * Refutations of constraints, followed and not searched for

    A step is a clause and the numbers of the constraints from which it follows by unit propagation, in
    the order in which they are used. Who found the steps plays no part. *)

From Coq Require Import List PeanoNat PArith Bool FMapPositive.
From Patsat Require Import Propagate.
Import ListNotations.

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
