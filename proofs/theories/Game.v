(** * The rules: positions, legal moves, won, reachable

    Games of one deck with foundations: any number of columns, cells, ranks and suits. One card
    moves at a time. A supermove is a sequence of such moves ([Supermoves]), so a game is won with
    supermoves exactly if it is won without.

    This file is all that the theorems of the others must be read with. It has no proofs. *)

From Coq Require Import List Permutation PArith NArith Bool.
Import ListNotations.

(** ** Cards and rules *)

(** Ranks and suits are numbers from 1; the suits of the usual deck are clubs, diamonds, hearts,
    spades. *)
Record card := Card { rank : positive; suit : positive }.

(** Black, red, red, black, and so on for more suits. *)
Definition red (s : positive) : bool := N.testbit (Npos s) 1.

(** What may be put on a card of a column. *)
Inductive build := AlternateColour | SameSuit | AnySuit | NoBuild.

(** What may be put into an empty column. *)
Inductive filling := AnyCard | TopRank | NoCard.

(** How many columns, cells and foundations there are is seen from the position. *)
Record rules := Rules { ranks : positive; builds : build; fills : filling }.

(** A card goes onto one that is a rank higher. *)
Definition fits (g : rules) (c onto : card) : bool :=
  Pos.eqb (Pos.succ (rank c)) (rank onto) &&
  match builds g with
  | AlternateColour => xorb (red (suit c)) (red (suit onto))
  | SameSuit => Pos.eqb (suit c) (suit onto)
  | AnySuit => true
  | NoBuild => false
  end.

Definition may_fill (g : rules) (c : card) : bool :=
  match fills g with
  | AnyCard => true
  | TopRank => Pos.eqb (rank c) (ranks g)
  | NoCard => false
  end.

(** ** Positions *)

(** A column lists its cards from the end where cards move to the deepest one. A foundation is the
    number of cards on it; the first is that of suit 1. *)
Record position := Position {
  columns : list (list card);
  cells : list (option card);
  home : list N
}.

(** *** Deals of one deck *)

(** The cards of ranks 1 to [height] of the suit with this number, counted from 0. *)
Definition of_suit (number height : nat) : list card :=
  map (fun r => Card (Pos.of_succ_nat r) (Pos.of_succ_nat number)) (seq 0 height).

(** Each rank of each suit once. *)
Definition deck (g : rules) (suits : nat) : list card :=
  flat_map (fun n => of_suit n (Pos.to_nat (ranks g))) (seq 0 suits).

Definition cards_in_columns (p : position) : list card := concat (columns p).

Definition cards_in_cells (p : position) : list card :=
  flat_map (fun cell => match cell with Some c => [c] | None => [] end) (cells p).

Fixpoint piles (number : nat) (heights : list N) : list card :=
  match heights with
  | [] => []
  | height :: rest => of_suit number (N.to_nat height) ++ piles (S number) rest
  end.

Definition cards_at_home (p : position) : list card := piles 0 (home p).

(** A whole position has at least one suit, and each card of its deck lies in exactly one place. The
    theorems are about games that start from such a position. *)
Definition whole (g : rules) (p : position) : Prop :=
  home p <> [] /\
  Permutation (cards_in_columns p ++ cards_in_cells p ++ cards_at_home p)
              (deck g (length (home p))).

(** Every foundation is full. *)
Definition won (g : rules) (p : position) : Prop :=
  Forall (fun height => height = Npos (ranks g)) (home p).

(** ** Moves *)

(** Columns and cells are counted from 0. A card has but one foundation to go to. *)
Inductive place := Column (n : nat) | Cell (n : nat) | Home.

Record move := Move { source : place; target : place }.

Fixpoint replace {A} (l : list A) (n : nat) (new : A) : list A :=
  match l, n with
  | [], _ => []
  | _ :: rest, O => new :: rest
  | x :: rest, S n => x :: replace rest n new
  end.

(** The card that can be taken from a place, and the position without it. *)
Definition take (p : position) (from : place) : option (card * position) :=
  match from with
  | Column n =>
      match nth_error (columns p) n with
      | Some (c :: rest) => Some (c, Position (replace (columns p) n rest) (cells p) (home p))
      | _ => None
      end
  | Cell n =>
      match nth_error (cells p) n with
      | Some (Some c) => Some (c, Position (columns p) (replace (cells p) n None) (home p))
      | _ => None
      end
  | Home => None
  end.

(** Whether a card may be put at the end of a column. *)
Definition may_lie (g : rules) (c : card) (column : list card) : bool :=
  match column with
  | [] => may_fill g c
  | onto :: _ => fits g c onto
  end.

Definition foundation (c : card) : nat := pred (Pos.to_nat (suit c)).

(** The position with a card put to a place, if it may lie there. *)
Definition put (g : rules) (p : position) (c : card) (to : place) : option position :=
  match to with
  | Column n =>
      match nth_error (columns p) n with
      | Some column =>
          if may_lie g c column
          then Some (Position (replace (columns p) n (c :: column)) (cells p) (home p))
          else None
      | None => None
      end
  | Cell n =>
      match nth_error (cells p) n with
      | Some None => Some (Position (columns p) (replace (cells p) n (Some c)) (home p))
      | _ => None
      end
  | Home =>
      match nth_error (home p) (foundation c) with
      | Some height =>
          if Pos.eqb (rank c) (N.succ_pos height)
          then Some (Position (columns p) (cells p) (replace (home p) (foundation c) (N.succ height)))
          else None
      | None => None
      end
  end.

(** The position after a move; [None] if it is not legal. That a card may be put back where it was
    taken from, if it may lie there, changes nothing: that move leads to the same position. *)
Definition make (g : rules) (p : position) (m : move) : option position :=
  match take p (source m) with
  | Some (c, without) => put g without c (target m)
  | None => None
  end.

(** ** What can be reached *)

Definition step (g : rules) (p q : position) : Prop := exists m, make g p m = Some q.

Inductive reachable (g : rules) (start : position) : position -> Prop :=
| at_start : reachable g start start
| one_more : forall p q, reachable g start p -> step g p q -> reachable g start q.

Definition can_be_won (g : rules) (start : position) : Prop :=
  exists p, reachable g start p /\ won g p.
