(** * What is proved, in one place

    Each theorem with what it rests on, which must be nothing beside Coq itself. The rules that they
    speak of are those of [Game]. *)

From Coq Require Import List NArith.
From Patsat Require Import Game Spots Whole Plan Supermoves ClosedSet Propagate Refute Formula DeadPatterns
  Clauses Deadlocks Encode Lrat Bound Harmless Shortest Board.
From Patsat Require Waste WasteMoves SafeHome SweptSet.

(** The check of the start accepts exactly the whole positions: each card of the deck is there once. *)
Goal forall g p, check_whole g p = true <-> whole g p.
Proof. exact check_whole_iff. Qed.
Check check_whole_iff.
Print Assumptions check_whole_iff.

(** Moves keep a position whole, *)
Goal forall g start p, whole g start -> reachable g start p -> whole g p.
Proof. exact whole_kept. Qed.
Check whole_kept.
Print Assumptions whole_kept.

(** and a whole position is won exactly if columns and cells are empty. *)
Goal forall g p, whole g p -> (won g p <-> cards_in_columns p ++ cards_in_cells p = nil).
Proof. exact whole_won. Qed.
Check whole_won.
Print Assumptions whole_won.

(** A plan that is accepted leads by legal moves from the start, which is whole, to a won position. *)
Goal forall g start plan,
  check_plan g start plan = true ->
  whole g start /\
  exists last, play g start plan = Some last /\ reachable g start last /\ won g last.
Proof. exact plan_wins. Qed.
Check plan_wins.
Print Assumptions plan_wins.

(** Supermoves lead nowhere where single moves do not. *)
Goal forall g start p, reachable_with_supermoves g start p <-> reachable g start p.
Proof. exact reachable_without_supermoves. Qed.
Check reachable_without_supermoves.
Print Assumptions reachable_without_supermoves.

(** Positions with the same canonical key have the same moves, up to the key, and are won alike. *)
Goal forall p q, canonical_key p = canonical_key q -> same p q.
Proof. exact key_same. Qed.
Check key_same.
Print Assumptions key_same.
Goal forall g p q p',
  same p q -> step g p p' -> exists q', step g q q' /\ same p' q'.
Proof. exact same_moves. Qed.
Check same_moves.
Print Assumptions same_moves.
Goal forall g p q, same p q -> won g p -> won g q.
Proof. exact same_won. Qed.
Check same_won.
Print Assumptions same_won.

(** A closed set that is accepted: the start is whole, and no position that can be reached is won. The
    hash may be any function. *)
Goal forall hash g start set,
  check_closed hash g start set = true ->
  whole g start /\ forall p, reachable g start p -> ~ won g p.
Proof. exact closed_set_cannot_be_won. Qed.
Check closed_set_cannot_be_won.
Print Assumptions closed_set_cannot_be_won.

(** Dead patterns that are accepted: the start is whole, each position that can be reached matches one, *)
Goal forall g start patterns refutations,
  check_patterns g start patterns refutations = true ->
  whole g start /\ forall p, reachable g start p -> existsb (matches p) patterns = true.
Proof. exact every_position_matches. Qed.
Check every_position_matches.
Print Assumptions every_position_matches.

(** and none is won. *)
Goal forall g start patterns refutations,
  check_patterns g start patterns refutations = true ->
  whole g start /\ forall p, reachable g start p -> ~ won g p.
Proof. exact dead_patterns_cannot_be_won. Qed.
Check dead_patterns_cannot_be_won.
Print Assumptions dead_patterns_cannot_be_won.

(** A proof in LRAT that is accepted: the clauses have no model. Literals, numbers of clauses and arrays may be any,
    as long as arrays are lawful: what is set is found, and nothing else changes. *)
Goal forall literal number marks database negate false_literals clauses,
  lawful false false_literals -> lawful None clauses ->
  (forall a b : literal, {a = b} + {a <> b}) -> (forall a b : number, {a = b} + {a <> b}) ->
  forall formula steps,
  check_lrat literal number marks database negate false_literals clauses formula steps = true ->
  no_model literal negate (map snd formula).
Proof. exact lrat_no_model. Qed.
Check lrat_no_model.
Print Assumptions lrat_no_model.

(** The same with maps, which need no assumption. *)
Goal forall formula steps, check_with_maps formula steps = true ->
  forall v, ~ Forall (Exists (fun l => true_of v l = true)) (map snd formula).
Proof. exact with_maps. Qed.
Check with_maps.
Print Assumptions with_maps.

(** A plan of at most so many moves that wins is a model of the clauses, *)
Goal forall g start horizon plan last,
  Sane.sane g start -> length plan <= horizon -> play g start plan = Some last -> won g last ->
  exists v, Forall (satisfied v) (encoded g start horizon).
Proof. exact plan_is_model. Qed.
Check plan_is_model.
Print Assumptions plan_is_model.

(** so if a proof refutes them, the start is whole, and no plan of at most so many moves wins. The literals of the proof
    may stand for the variables in any way that is looked at ([stands_for]). *)
Check no_plan_within.
Print Assumptions no_plan_within.

(** The start is whole, and each plan that wins has at least as many moves. *)
Goal forall g start n, check_lower_bound g start = Some n ->
  whole g start /\ forall plan last, play g start plan = Some last -> won g last -> n <= length plan.
Proof. exact no_shorter_plan. Qed.
Check no_shorter_plan.
Print Assumptions no_shorter_plan.

(** A harmless card that can go home does so at the beginning of some shortest plan. *)
Goal forall g p f c w q, Sane.sane g p -> take p f = Some (c, w) -> put g w c Home = Some q ->
  harmless g p c -> forall plan last, play g p plan = Some last -> won g last ->
  exists moves last', play g q moves = Some last' /\ won g last' /\ S (length moves) <= length plan.
Proof. exact harmless_first. Qed.
Check harmless_first.
Print Assumptions harmless_first.

(** A bounded closed set that is accepted: the start is whole, and each plan that wins has at least as many moves. *)
Goal forall hash g least start set, check_shortest hash g least start set = true ->
  whole g start /\ forall plan last, play g start plan = Some last -> won g last -> least <= length plan.
Proof. exact shortest. Qed.
Check shortest.
Print Assumptions shortest.

(** What is printed of a position is read again as that position, so no two are printed alike. *)
Goal forall p t, print p = Some t -> read t = Some p.
Proof. exact read_printed. Qed.
Check read_printed.
Print Assumptions read_printed.
Check print_injective.
Print Assumptions print_injective.

(** *** Games with a waste

    The rules are those of [Waste]. The check of the start accepts exactly the whole positions. *)
Goal forall g p, WasteMoves.check_spread g p = true <-> Waste.whole g p.
Proof. exact WasteMoves.check_spread_correct. Qed.
Check WasteMoves.check_spread_correct.
Print Assumptions WasteMoves.check_spread_correct.

(** Moves keep a position whole. *)
Goal forall g start p, Waste.whole g start -> Waste.reachable g start p -> Waste.whole g p.
Proof. exact WasteMoves.whole_kept. Qed.
Check WasteMoves.whole_kept.
Print Assumptions WasteMoves.whole_kept.

(** To play cards from the stock without a draw leads nowhere else. *)
Goal forall g start p, Waste.reachable_from_stock_too g start p <-> Waste.reachable g start p.
Proof. exact WasteMoves.reachable_without_stock. Qed.
Check WasteMoves.reachable_without_stock.
Print Assumptions WasteMoves.reachable_without_stock.

(** Positions that differ in the order of columns and of foundations of a suit have the same moves and are won alike;
    the key keeps all else. *)
Goal forall g p q p',
  WasteMoves.alike p q -> Waste.step g p p' -> exists q', Waste.step g q q' /\ WasteMoves.alike p' q'.
Proof. exact WasteMoves.alike_moves. Qed.
Check WasteMoves.alike_moves.
Print Assumptions WasteMoves.alike_moves.
Goal forall g p q, WasteMoves.alike p q -> Waste.won g p -> Waste.won g q.
Proof. exact WasteMoves.alike_won. Qed.
Check WasteMoves.alike_won.
Print Assumptions WasteMoves.alike_won.
Goal forall p, WasteMoves.alike p (SweptSet.key_of p).
Proof. exact SweptSet.key_alike. Qed.
Check SweptSet.key_alike.
Print Assumptions SweptSet.key_alike.

(** A safe card that can go home may do so at once: what can be won within so many moves still can. *)
Goal forall g p f x w n q,
  Waste.whole g p -> Waste.lift p f = Some (x, w) -> SafeHome.safe g p x = true ->
  Waste.lay g w x (Waste.ToFoundation n) = Some q -> forall moves, SafeHome.wins g moves p -> SafeHome.wins g moves q.
Proof. exact SafeHome.safe_first. Qed.
Check SafeHome.safe_first.
Print Assumptions SafeHome.safe_first.

(** A swept set that is accepted: the start is whole, and no position that can be reached is won. *)
Goal forall hash g start made file,
  SweptSet.check_swept_set hash g start made file = true ->
  Waste.whole g start /\ forall p, Waste.reachable g start p -> ~ Waste.won g p.
Proof. exact SweptSet.swept_set_cannot_be_won. Qed.
Check SweptSet.swept_set_cannot_be_won.
Print Assumptions SweptSet.swept_set_cannot_be_won.
