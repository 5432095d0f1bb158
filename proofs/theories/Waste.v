(** * The rules of games with a waste: positions, legal moves, won, reachable

    Forty Thieves and its relatives: one or more decks, columns, foundations, and a stock that is dealt one card at a
    time to a waste, once. One card moves at a time, and no card leaves a foundation. Cards and what fits on what are
    those of [Game].

    This file is all that the theorems about swept sets must be read with, beside the first part of [Game]. It has no
    proofs. *)

From Coq Require Import List PArith NArith Bool.
From Patsat Require Import Game Lists.
Import ListNotations.

(** ** Positions *)

(** A column lists its cards from the end where cards move to the deepest one. The stock lists the next card first, the
    waste its top card. Of each suit there is a list of the heights of its foundations, one a deck: each is the number
    of cards on it, from the ace on. *)
Record spread := Spread {
  tableau : list (list card);
  stock : list card;
  waste : list card;
  foundations : list (list N)
}.

(** *** Whole positions *)

Definition on_table (p : spread) : list card := concat (tableau p) ++ stock p ++ waste p.

(** The heights of the foundations that a card may go to. *)
Definition heights (p : spread) (c : card) : list N := nth (foundation c) (foundations p) [].

(** How many of them are lower than the card, so do not have it yet. *)
Definition wait_for (hs : list N) (c : card) : nat := length (filter (fun h => N.ltb h (Npos (rank c))) hs).

(** There is at least one suit, each with at least one foundation, and none is too high; and each card lies in columns,
    stock and waste as often as there are foundations that do not have it yet. *)
Definition whole (g : rules) (p : spread) : Prop :=
  foundations p <> [] /\
  Forall (fun hs => hs <> [] /\ Forall (fun h => (h <= Npos (ranks g))%N) hs) (foundations p) /\
  forall c, count_occ card_eq_dec (on_table p) c =
            if Pos.leb (rank c) (ranks g) then wait_for (heights p c) c else 0.

(** Every foundation is full. *)
Definition won (g : rules) (p : spread) : Prop :=
  Forall (Forall (fun height => height = Npos (ranks g))) (foundations p).

(** ** Moves *)

(** Columns are counted from 0, and so are the foundations of the card's suit. *)
Inductive origin := FromColumn (n : nat) | FromWaste.
Inductive goal := ToColumn (n : nat) | ToFoundation (n : nat).

(** To turn the next card of the stock onto the waste, or to move a card. *)
Inductive action := Draw | Carry (from : origin) (to : goal).

(** The card that can be taken from a place, and the position without it. *)
Definition lift (p : spread) (from : origin) : option (card * spread) :=
  match from with
  | FromColumn n =>
      match nth_error (tableau p) n with
      | Some (c :: rest) => Some (c, Spread (replace (tableau p) n rest) (stock p) (waste p) (foundations p))
      | _ => None
      end
  | FromWaste =>
      match waste p with
      | c :: rest => Some (c, Spread (tableau p) (stock p) rest (foundations p))
      | [] => None
      end
  end.

(** The position with a card put to a place, if it may lie there. *)
Definition lay (g : rules) (p : spread) (c : card) (to : goal) : option spread :=
  match to with
  | ToColumn n =>
      match nth_error (tableau p) n with
      | Some column =>
          if may_lie g c column
          then Some (Spread (replace (tableau p) n (c :: column)) (stock p) (waste p) (foundations p))
          else None
      | None => None
      end
  | ToFoundation n =>
      match nth_error (foundations p) (foundation c) with
      | Some hs =>
          match nth_error hs n with
          | Some height =>
              if Pos.eqb (rank c) (N.succ_pos height)
              then Some (Spread (tableau p) (stock p) (waste p)
                     (replace (foundations p) (foundation c) (replace hs n (N.succ height))))
              else None
          | None => None
          end
      | None => None
      end
  end.

(** The position after a move; [None] if it is not legal. That a card may be put back onto the column that it was taken
    from, if it may lie there, changes nothing: that move leads to the same position. *)
Definition act (g : rules) (p : spread) (a : action) : option spread :=
  match a with
  | Draw =>
      match stock p with
      | c :: rest => Some (Spread (tableau p) rest (c :: waste p) (foundations p))
      | [] => None
      end
  | Carry from to =>
      match lift p from with
      | Some (c, without) => lay g without c to
      | None => None
      end
  end.

(** ** What can be reached *)

Definition step (g : rules) (p q : spread) : Prop := exists a, act g p a = Some q.

Inductive reachable (g : rules) (start : spread) : spread -> Prop :=
| at_start : reachable g start start
| one_more : forall p q, reachable g start p -> step g p q -> reachable g start q.

(** *** Cards that are played from the stock

    Some games let the next card of the stock be played at once, without a move to the waste. That is a draw and a move
    of the card drawn: the same positions can be reached. *)

Definition play_from_stock (g : rules) (p : spread) (to : goal) : option spread :=
  match stock p with
  | c :: rest => lay g (Spread (tableau p) rest (waste p) (foundations p)) c to
  | [] => None
  end.

Inductive reachable_from_stock_too (g : rules) (start : spread) : spread -> Prop :=
| at_start_too : reachable_from_stock_too g start start
| one_more_move : forall p q, reachable_from_stock_too g start p -> step g p q -> reachable_from_stock_too g start q
| one_more_from_stock : forall p q to,
    reachable_from_stock_too g start p -> play_from_stock g p to = Some q -> reachable_from_stock_too g start q.
