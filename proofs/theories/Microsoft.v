(** * The deals of Microsoft's FreeCell, 1 to 2147483647

    A linear congruential generator draws cards from a pack, and the last card of the pack fills the gap (Jim Horne). *)

From Coq Require Import List NArith PArith Bool.
From Patsat Require Import Game.
Import ListNotations.

Definition next_state (state : N) : N := N.land (state * 214013 + 2531011) 2147483647.

(** Aces first, each rank with clubs, diamonds, hearts, spades. *)
Definition pack : list card :=
  flat_map (fun r => map (fun s => Card (Pos.of_succ_nat r) (Pos.of_succ_nat s)) (seq 0 4)) (seq 0 13).

Fixpoint drawn (state : N) (left : nat) (cards : list card) : list card :=
  match left with
  | O => []
  | S less =>
      let state := next_state state in
      let at_ := N.to_nat (N.modulo (N.div state 65536) (N.of_nat left)) in
      match nth_error cards at_ with
      | Some c => c :: drawn state less (firstn less (replace cards at_ (nth less cards c)))
      | None => []
      end
  end.

(** The cards of a column of so many, the last one dealt first; cards above the ranks of the game are left out. *)
Definition dealt_to (ranks : positive) (columns k : nat) (cards : list card) : list card :=
  rev (map snd (filter (fun e => Nat.eqb (Nat.modulo (fst e) columns) k && Pos.leb (rank (snd e)) ranks)
                       (combine (seq 0 (length cards)) cards))).

Definition microsoft (number : N) (g : rules) (columns cells : nat) : position :=
  let cards := drawn number 52 pack in
  Position (map (fun k => dealt_to (ranks g) columns k cards) (seq 0 columns)) (repeat None cells) (repeat 0%N 4).

(** The first and the last column of deal 1. *)
Example deal_1 : let columns := columns (microsoft 1 (Rules 13 AlternateColour AnyCard) 8 4) in
  nth_error columns 0 = Some [Card 6 4; Card 6 2; Card 3 4; Card 4 1; Card 2 4; Card 13 2; Card 11 2] /\
  nth_error columns 7 = Some [Card 10 1; Card 7 2; Card 7 4; Card 3 1; Card 3 3; Card 5 3].
Proof. vm_compute. split; reflexivity. Qed.
