(** * Constraints, and what follows from one where some variables are known

    A constraint is a clause, or says that at most so many of some variables are true. *)

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
