(** * FreeCell deal 11982 cannot be won

    It is the only one of the first 32,000 deals. The refutation is written by the checker that is
    extracted; Coq follows it once more. *)

From Coq Require Import List PArith NArith Bool String.
From Patsat Require Import Game Propagate Refute DeadPatterns Packed Microsoft.
From Generated Require Import Refutation11982.
Import ListNotations.
Open Scope string_scope.

(** Thirteen ranks, alternate colours, any card into an empty column. *)
Definition freecell : rules := Rules 13 AlternateColour AnyCard.

Definition deal_11982 : position := Position
  [column "AH 3D KD JC 6C JD KC";
   column "AS 3H 6H 5D 2C 7D 8D";
   column "4H QS 5S 5C TH 8H 2S";
   column "AC QC 4D 8C QH 9C 3S";
   column "2D 8S 9H 9D 6D 2H";
   column "6S 7H JH TD TC QD";
   column "TS AD 9S KH 4S 4C";
   column "JS KS 3C 7C 7S 5H"]
  [None; None; None; None]
  [0; 0; 0; 0]%N.

Lemma as_dealt : deal_11982 = microsoft 11982 freecell 8 4.
Proof. vm_compute. reflexivity. Qed.

Lemma refutation_accepted : check_patterns freecell deal_11982 patterns refutations = true.
Proof. vm_compute. reflexivity. Qed.

Theorem deal_11982_cannot_be_won : ~ can_be_won freecell deal_11982.
Proof.
  intros (p & R & W).
  destruct (dead_patterns_cannot_be_won _ _ _ _ refutation_accepted) as [_ N]. now apply (N p).
Qed.

Print Assumptions deal_11982_cannot_be_won.
