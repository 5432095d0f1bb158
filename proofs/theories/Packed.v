(** * Refutations and deals as text

    So a refutation of some hundred thousand numbers can be a file that Coq reads in seconds. Nothing
    needs to be proved of how it is read: what comes out is checked. How a deal is read is part of
    what a theorem about it says. *)

From Coq Require Import List PArith NArith Bool FMapPositive.
From Coq Require Import String Ascii Strings.Byte.
From Patsat Require Import Game Refute.
Import ListNotations.

(** ** Numbers of three characters *)

Inductive digits := NoDigits | Digit (first : Byte.byte) (rest : digits).

Definition digits_of (l : list Byte.byte) : digits := fold_right Digit NoDigits l.
Fixpoint bytes_of (d : digits) : list Byte.byte :=
  match d with NoDigits => [] | Digit b d => b :: bytes_of d end.

Declare Scope digits_scope.
Delimit Scope digits_scope with digits.
String Notation digits digits_of bytes_of : digits_scope.

(** Six bits of a character, the lowest first, before the bits of a number. *)
Definition before (c : Byte.byte) (n : N) : N :=
  let '(b0, (b1, (b2, (b3, (b4, (b5, _)))))) := Byte.to_bits c in
  let bit (b : bool) (n : N) := if b then N.succ_double n else N.double n in
  bit b0 (bit b1 (bit b2 (bit b3 (bit b4 (bit b5 n))))).

(** A 1 ends a list; the other numbers are one too high. *)
Fixpoint split (d : digits) (list_ : list positive) (lists_ : list (list positive))
  : list positive * list (list positive) :=
  match d with
  | Digit a (Digit b (Digit c rest)) =>
      match before a (before b (before c 0)) with
      | N0 => (list_, lists_)
      | Npos xH => split rest [] (rev' list_ :: lists_)
      | Npos n => split rest (Pos.pred n :: list_) lists_
      end
  | _ => (list_, lists_)
  end.

Definition lists (l : list digits) : list (list positive) :=
  rev' (snd (fold_left (fun r d => split d (fst r) (snd r)) l ([], []))).

(** ** Clauses: even numbers for what is true, odd ones for what is false *)

Definition literal_of (variables : PositiveMap.t positive) (n : positive) : literal :=
  match n with
  | xO n => match PositiveMap.find n variables with Some x => (x, true) | None => (xH, true) end
  | xI n => match PositiveMap.find n variables with Some x => (x, false) | None => (xH, true) end
  | xH => (xH, true)
  end.

Fixpoint table_from (n : positive) (l : list positive) : PositiveMap.t positive :=
  match l with
  | [] => PositiveMap.empty positive
  | x :: rest => PositiveMap.add n x (table_from (Pos.succ n) rest)
  end.

Definition unpacked (variables : list positive) (clauses reasons : list (list positive))
  : list lemma :=
  let t := table_from 1 variables in
  map (fun s : list positive * list positive =>
         Derived (map (literal_of t) (fst s)) (snd s)) (combine clauses reasons).

(** ** Deals: a column a line, its deepest card first *)

Open Scope string_scope.

Fixpoint place_of (a : ascii) (s : string) (n : positive) : option positive :=
  match s with
  | EmptyString => None
  | String b s => if Ascii.eqb a b then Some n else place_of a s (Pos.succ n)
  end.

(** Cards by two characters each, "AH 3D"; the last is the first of the list. *)
Fixpoint cards_of (s : string) (found : list card) : option (list card) :=
  match s with
  | EmptyString => Some found
  | String " " s => cards_of s found
  | String r (String t s) =>
      match place_of r "A23456789TJQK" 1, place_of t "CDHS" 1 with
      | Some r, Some t => cards_of s (Card r t :: found)
      | _, _ => None
      end
  | _ => None
  end.

Definition column (s : string) : list card :=
  match cards_of s [] with Some l => l | None => [] end.
