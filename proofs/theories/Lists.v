(** * Lists: replacing an element, comparing, sorting *)

From Coq Require Import List Permutation PArith NArith Bool Lia.
From Patsat Require Import Game.
Import ListNotations.

(** ** Replacing *)

Lemma replace_split : forall A (l : list A) n x y, nth_error l n = Some x ->
  exists l1 l2, l = l1 ++ x :: l2 /\ replace l n y = l1 ++ y :: l2.
Proof.
  induction l as [|a l IH]; intros [|n] x y H; simpl in *; try discriminate.
  - injection H as ->. exists [], l. auto.
  - destruct (IH n x y H) as (l1 & l2 & -> & ->). exists (a :: l1), l2. auto.
Qed.

Lemma replace_length : forall A (l : list A) n x, length (replace l n x) = length l.
Proof. induction l; intros [|n] x; simpl; auto. Qed.

Lemma replace_middle : forall A (l1 l2 : list A) x y,
  replace (l1 ++ x :: l2) (length l1) y = l1 ++ y :: l2.
Proof. induction l1; simpl; intros; f_equal; auto. Qed.

Lemma nth_middle : forall A (l1 l2 : list A) x, nth_error (l1 ++ x :: l2) (length l1) = Some x.
Proof. induction l1; simpl; auto. Qed.

(** What is replaced in a list can be replaced in a list in another order. *)
Lemma replace_permuted : forall A (l k : list A) n x y,
  Permutation l k -> nth_error l n = Some x ->
  exists m, nth_error k m = Some x /\ Permutation (replace l n y) (replace k m y).
Proof.
  intros A l k n x y P H.
  destruct (replace_split _ l n x y H) as (l1 & l2 & -> & ->).
  assert (In x k) as I by (eapply Permutation_in; [exact P | apply in_elt]).
  destruct (in_split _ _ I) as (k1 & k2 & ->).
  exists (length k1). split; [apply nth_middle|]. rewrite replace_middle.
  apply Permutation_app_inv in P.
  rewrite <- !Permutation_middle. now constructor.
Qed.

(** ** Comparing *)

Section Equality.
  Variable A : Type.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall x y, eqb x y = true -> x = y.

  Fixpoint list_eqb (l k : list A) : bool :=
    match l, k with
    | [], [] => true
    | x :: l, y :: k => eqb x y && list_eqb l k
    | _, _ => false
    end.

  Lemma list_eqb_eq : forall l k, list_eqb l k = true -> l = k.
  Proof.
    induction l as [|x l IH]; intros [|y k] H; simpl in *; try discriminate; auto.
    apply andb_prop in H as [H1 H2]. f_equal; auto.
  Qed.

  Definition option_eqb (a b : option A) : bool :=
    match a, b with
    | None, None => true
    | Some x, Some y => eqb x y
    | _, _ => false
    end.

  Lemma option_eqb_eq : forall a b, option_eqb a b = true -> a = b.
  Proof. intros [x|] [y|] H; simpl in *; try discriminate; f_equal; auto. Qed.
End Equality.
Arguments list_eqb {A}.
Arguments option_eqb {A}.

Definition card_eqb (c d : card) : bool := Pos.eqb (rank c) (rank d) && Pos.eqb (suit c) (suit d).

Lemma card_eqb_eq : forall c d, card_eqb c d = true <-> c = d.
Proof.
  intros [r s] [r' s']. unfold card_eqb. simpl. rewrite andb_true_iff, !Pos.eqb_eq.
  split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.

Lemma card_eqb_refl : forall c, card_eqb c c = true.
Proof. intros c. now apply card_eqb_eq. Qed.

Lemma card_eqb_neq : forall c d, card_eqb c d = false <-> c <> d.
Proof.
  intros c d. pose proof (card_eqb_eq c d). destruct (card_eqb c d); intuition congruence.
Qed.

Lemma card_eq_dec : forall c d : card, {c = d} + {c <> d}.
Proof.
  intros c d. destruct (card_eqb c d) eqn:E.
  - left. now apply card_eqb_eq.
  - right. now apply card_eqb_neq.
Qed.

(** ** Sorting

    That nothing is lost and nothing added is all that is asked of it. *)

Section Sorting.
  Variable A : Type.
  Variable before : A -> A -> bool.

  Fixpoint insert (x : A) (l : list A) : list A :=
    match l with
    | [] => [x]
    | y :: rest => if before y x then y :: insert x rest else x :: l
    end.

  Definition sort (l : list A) : list A := fold_right insert [] l.

  Lemma insert_permuted : forall x l, Permutation (x :: l) (insert x l).
  Proof.
    induction l as [|y l IH]; simpl; auto.
    destruct (before y x); auto.
    eapply perm_trans; [apply perm_swap | now apply perm_skip].
  Qed.

  Lemma sort_permuted : forall l, Permutation l (sort l).
  Proof.
    induction l as [|x l IH]; simpl; auto.
    eapply perm_trans; [apply perm_skip, IH | apply insert_permuted].
  Qed.
End Sorting.
Arguments insert {A}.
Arguments sort {A}.
