(** * Refutations and deals as text

    So a refutation of some hundred thousand numbers can be a file that Coq reads in seconds. Nothing
    needs to be proved of how it is read: what comes out is checked. How a deal is read is part of
    what a theorem about it says. *)

From Coq Require Import List PArith NArith Bool FMapPositive.
From Coq Require Import String Ascii Strings.Byte.
From Patsat Require Import Game Propagate Refute.
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

(** What has been read: the list that is being read, and the lists and the refutations before it, the
    last one first. *)
Record reading := Reading {
  current : list positive;
  before_it : list (list positive);
  complete : list (list (list positive))
}.

(** A 1 ends a list, a 2 a refutation; the other numbers are two too high. *)
Definition read_number (r : reading) (n : N) : reading :=
  match n with
  | N0 => r
  | Npos 1 => Reading [] (rev' (current r) :: before_it r) (complete r)
  | Npos 2 => Reading [] [] (rev' (before_it r) :: complete r)
  | Npos n => Reading (Pos.pred (Pos.pred n) :: current r) (before_it r) (complete r)
  end.

Fixpoint read (r : reading) (d : digits) : reading :=
  match d with
  | Digit a (Digit b (Digit c rest)) => read (read_number r (before a (before b (before c 0)))) rest
  | _ => r
  end.

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

(** Clauses and hints by turns. *)
Fixpoint steps_of (t : PositiveMap.t positive) (l : list (list positive)) : list lemma :=
  match l with
  | clause :: hints :: rest => Derived (map (literal_of t) clause) hints :: steps_of t rest
  | _ => []
  end.

Definition unpacked (variables : list positive) (text : list digits) : list (list lemma) :=
  let t := table_from 1 variables in
  map (steps_of t) (rev' (complete (fold_left read text (Reading [] [] [])))).

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
