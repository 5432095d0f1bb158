(** * What the variables of a formula say, and their numbers *)

From Coq Require Import List PArith NArith Bool.
From Patsat Require Import Game Lists Spots Propagate.
Import ListNotations.

(** A formula speaks of a position after a move: where each card lies, and whether the card that
    moved has left a cell, or a column that is empty since. *)
Inductive variable := At (c : card) (s : spot) | FreedCell | FreedColumn.

(** ** Two numbers in one *)

Fixpoint pair (p q : positive) : positive :=
  match p with
  | xH => xI q
  | xO p => xO (xO (pair p q))
  | xI p => xO (xI (pair p q))
  end.

Fixpoint unpair (r : positive) : positive * positive :=
  match r with
  | xI q => (xH, q)
  | xO (xO r) => let (p, q) := unpair r in (xO p, q)
  | xO (xI r) => let (p, q) := unpair r in (xI p, q)
  | _ => (xH, xH)
  end.

Lemma unpair_pair : forall p q, unpair (pair p q) = (p, q).
Proof. induction p; simpl; intros q; auto; now rewrite IHp. Qed.

(** ** The number of a variable *)

Definition card_number (c : card) : positive := pair (suit c) (rank c).
Definition card_numbered (n : positive) : card := let (s, r) := unpair n in Card r s.

Definition spot_number (s : spot) : positive :=
  match s with
  | AtHome => 1
  | InCell => 3
  | Bottom => 5
  | On d => xO (card_number d)
  end.

Definition spot_numbered (n : positive) : spot :=
  match n with
  | 1 => AtHome
  | 3 => InCell
  | xO n => On (card_numbered n)
  | _ => Bottom
  end%positive.

Definition number (x : variable) : positive :=
  match x with
  | At c s => xO (pair (card_number c) (spot_number s))
  | FreedCell => 1
  | FreedColumn => 3
  end.

Definition numbered_variable (n : positive) : variable :=
  match n with
  | xO n => let (c, s) := unpair n in At (card_numbered c) (spot_numbered s)
  | 1 => FreedCell
  | _ => FreedColumn
  end%positive.

Lemma card_numbered_number : forall c, card_numbered (card_number c) = c.
Proof. intros [r s]. unfold card_numbered, card_number. now rewrite unpair_pair. Qed.

Lemma numbered_number : forall x, numbered_variable (number x) = x.
Proof.
  intros [c s| |]; simpl; auto. rewrite unpair_pair, card_numbered_number.
  destruct s; simpl; auto. now rewrite card_numbered_number.
Qed.

Global Arguments number : simpl never.

(** ** Their values in a position that a card came to from the spot [left] *)

Definition value (p : position) (left : spot) (n : positive) : bool :=
  match numbered_variable n with
  | At c s => spot_eqb (spot_of p c) s
  | FreedCell => spot_eqb left InCell
  | FreedColumn => spot_eqb left Bottom
  end.

Definition lies (c : card) (s : spot) : literal := (number (At c s), true).
Definition lies_not (c : card) (s : spot) : literal := (number (At c s), false).

Lemma value_at : forall p left c s, value p left (number (At c s)) = spot_eqb (spot_of p c) s.
Proof. intros. unfold value. now rewrite numbered_number. Qed.

Lemma lies_true : forall p left c s, true_in (value p left) (lies c s) <-> spot_of p c = s.
Proof.
  intros. change (value p left (number (At c s)) = true <-> spot_of p c = s).
  rewrite value_at. apply spot_eqb_eq.
Qed.

Lemma lies_not_true : forall p left c s,
  true_in (value p left) (lies_not c s) <-> spot_of p c <> s.
Proof.
  intros. change (value p left (number (At c s)) = false <-> spot_of p c <> s). rewrite value_at.
  pose proof (spot_eqb_eq (spot_of p c) s). destruct (spot_eqb (spot_of p c) s); intuition congruence.
Qed.
