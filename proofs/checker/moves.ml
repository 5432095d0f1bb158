(* Moves of several cards, as the single moves that the proofs know. Moves that the rules refuse for another reason
   than the single moves do are refused here, so that nothing is accepted that the Rust program calls illegal. *)

module V = Verified

type place = Column of int | Cell of int | Foundation of int

let in_words = function
  | Column n -> Printf.sprintf "column %d" (n + 1)
  | Cell n -> Printf.sprintf "cell %d" (n + 1)
  | Foundation n -> Printf.sprintf "foundation %d" (n + 1)

let place = function
  | Column n -> V.Column (Cards.nat n)
  | Cell n -> V.Cell (Cards.nat n)
  | Foundation _ -> V.Home

let top (p : V.position) = function
  | Column n -> ( match List.nth_opt p.columns n with Some (card :: _) -> Some card | _ -> None)
  | Cell n -> Option.join (List.nth_opt p.cells n)
  | Foundation _ -> None

(* The numbers of the elements of which this holds. *)
let numbers_of holds l = List.filter_map Fun.id (List.mapi (fun n x -> if holds x then Some n else None) l)

(* A group goes through empty cells, and half of what is left over each empty column. *)
let group (p : V.position) source target count =
  let cells = List.map (fun n -> Cell n) (numbers_of (fun cell -> cell = None) p.cells) in
  let columns = List.map (fun n -> Column n) (numbers_of (fun column -> column = []) p.columns) in
  let columns = List.filter (fun column -> column <> target) columns in
  let move a b = (a, b) in
  let rec first n = function
    | _ when n = 0 -> []
    | [] -> Text.refused "a move of %d cards from %s to %s finds no room" count (in_words source) (in_words target)
    | x :: rest -> x :: first (n - 1) rest
  in
  let by_cells source target count =
    let used = first (count - 1) cells in
    List.map (move source) used @ [ move source target ] @ List.rev_map (fun cell -> move cell target) used
  in
  let room = List.length cells + 1 in
  let rec go source target count = function
    | _ when count <= room -> by_cells source target count
    | [] -> by_cells source target count
    | via :: rest ->
        let most = if List.length rest > 20 then count else room * (1 lsl List.length rest) in
        let beside = min (count - 1) most in
        go source via beside rest @ go source target (count - beside) rest @ go via target beside rest
  in
  go source target count columns

(* The single moves of a move, and the position after them. *)
let play (i : Instance.t) (p : V.position) source target count =
  let said = Printf.sprintf "%d from %s to %s" count (in_words source) (in_words target) in
  let illegal why = Text.refused "a move is not legal (%s): %s" said why in
  if source = target then illegal "start and target are one place";
  if count < 1 then illegal "a move takes at least one card";
  let card = match top p source with Some card -> card | None -> illegal "no card lies there" in
  (match target with
  | Foundation n when n <> (Cards.plain card).suit -> illegal "the foundation is of another suit"
  | _ -> ());
  let moves =
    match (source, target) with
    | _ when count = 1 -> [ (source, target) ]
    | Column from, Column _ ->
        if i.of_rules.group = "single" then illegal "this game moves one card at a time";
        if count > List.length (List.nth p.columns from) then illegal "fewer cards lie there";
        group p source target count
    | _ -> illegal "only between columns several cards move"
  in
  let moves = List.map (fun (a, b) -> { V.source = place a; target = place b }) moves in
  let step p m = match V.make i.rules p m with Some p -> p | None -> illegal "the rules do not allow it" in
  (moves, List.fold_left step p moves)
