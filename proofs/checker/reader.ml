(* Reads instances, patterns, plans and closed sets. This is trusted: what is proved is proved of what this
   file has read; `show` prints that. *)

module V = Verified

exception Unreadable of string

let fail format = Printf.ksprintf (fun s -> raise (Unreadable s)) format
let positive = Search.positive

let rec nat n = if n = 0 then V.O else V.S (nat (n - 1))
let number n = if n = 0 then V.N0 else V.Npos (positive n)
let int_of_number = function V.N0 -> 0 | V.Npos p -> Search.int_of_positive p

(* Lines that say something; what follows a # is a remark. *)
let lines_of text =
  let line l = String.trim (match String.index_opt l '#' with Some n -> String.sub l 0 n | None -> l) in
  String.split_on_char '\n' text |> List.map line |> List.filter (fun l -> l <> "")

let words line = String.split_on_char ' ' line |> List.filter (fun w -> w <> "")

let contents name =
  try
    let file = open_in_bin name in
    let text = really_input_string file (in_channel_length file) in
    close_in file;
    text
  with Sys_error e -> fail "%s" e

let starts prefix line =
  let n = String.length prefix in
  if String.length line >= n && String.sub line 0 n = prefix then
    Some (String.trim (String.sub line n (String.length line - n)))
  else None

(* ---- cards ---- *)

let rank_names = "A23456789TJQK"
let suit_names = "CDHS"

let card_of word =
  let word = if String.length word = 3 && String.sub word 0 2 = "10" then "T" ^ String.sub word 2 1 else word in
  if String.length word <> 2 then fail "'%s' is no card" word;
  match (String.index_opt rank_names word.[0], String.index_opt suit_names word.[1]) with
  | Some rank, Some suit -> { V.rank = positive (rank + 1); suit = positive (suit + 1) }
  | _ -> fail "'%s' is no card" word

let card_name c =
  let rank = Search.int_of_positive c.V.rank and suit = Search.int_of_positive c.V.suit in
  Printf.sprintf "%c%c" rank_names.[rank - 1] suit_names.[suit - 1]

(* ---- rules and positions ---- *)

type game = { rules : V.rules; start : V.position }

let build_of = function
  | "alternate-colour" -> V.AlternateColour
  | "same-suit" -> V.SameSuit
  | "any-suit" -> V.AnySuit
  | "nothing" -> V.NoBuild
  | other -> fail "'%s' is no build" other

let filling_of = function
  | "any" -> V.AnyCard
  | "top-rank" -> V.TopRank
  | "nothing" -> V.NoCard
  | other -> fail "'%s' may not fill columns" other

(* The deals of Microsoft's FreeCell, from 1 to 2^31 - 1. *)
let microsoft deal cells =
  let state = ref deal and pack = Array.init 52 (fun n -> n) in
  let columns = Array.make 8 [] in
  for n = 0 to 51 do
    state := ((!state * 214013) + 2531011) land 0x7fffffff;
    let left = 52 - n in
    let at = (!state lsr 16) mod left in
    let card = pack.(at) in
    pack.(at) <- pack.(left - 1);
    let card = { V.rank = positive ((card / 4) + 1); suit = positive ((card mod 4) + 1) } in
    columns.(n mod 8) <- card :: columns.(n mod 8)
  done;
  { V.columns = Array.to_list columns; cells = List.init cells (fun _ -> None);
    home = List.init 4 (fun _ -> V.N0) }

(* A board as Freecell Solver reads it: a column a line, deepest card first. *)
let board text cells =
  let columns = ref [] and held = ref [] and home = Array.make 4 0 in
  let column words = columns := List.rev_map card_of words :: !columns in
  let foundation word =
    match String.split_on_char '-' word with
    | [ suit; rank ] when String.length suit = 1 && String.contains suit_names suit.[0] ->
        let height = match String.index_opt rank_names rank.[0] with Some n -> n + 1 | None -> 0 in
        home.(String.index suit_names suit.[0]) <- height
    | _ -> fail "'%s' is no foundation" word
  in
  let line l =
    match (starts "Foundations:" l, starts "Freecells:" l, starts ":" l) with
    | Some rest, _, _ -> List.iter foundation (words rest)
    | _, Some rest, _ -> held := List.map (fun w -> if w = "-" then None else Some (card_of w)) (words rest)
    | _, _, Some rest -> column (words rest)
    | _ -> column (words l)
  in
  List.iter line (lines_of text);
  let held = List.filter (fun cell -> cell <> None) !held in
  if List.length held > cells then fail "more cards in cells than there are cells";
  { V.columns = List.rev !columns; home = Array.to_list (Array.map number home);
    cells = held @ List.init (cells - List.length held) (fun _ -> None) }

(* Rules and a position, a line each:
     game RANKS BUILD EMPTY-COLUMN
     home 0 0 0 0
     cells - KS
     column 7H 9C     (deepest card first) *)
let plain lines =
  let rules = ref None and home = ref [] and cells = ref [] and columns = ref [] in
  let line l =
    match words l with
    | [ "game"; ranks; build; filling ] ->
        rules := Some { V.ranks = positive (int_of_string ranks); builds = build_of build; fills = filling_of filling }
    | "home" :: heights -> home := List.map (fun h -> number (int_of_string h)) heights
    | "cells" :: held -> cells := List.map (fun w -> if w = "-" then None else Some (card_of w)) held
    | "column" :: cards -> columns := List.rev_map card_of cards :: !columns
    | _ -> fail "cannot read the line '%s'" l
  in
  List.iter line lines;
  match !rules with
  | None -> fail "no line says which game"
  | Some rules -> { rules; start = { V.columns = List.rev !columns; cells = !cells; home = !home } }

let freecell = { V.ranks = positive 13; builds = V.AlternateColour; fills = V.AnyCard }

let instance name cells =
  match starts "ms:" name with
  | Some deal -> (
      match int_of_string_opt deal with
      | Some n when n > 0 && n < 1 lsl 31 -> { rules = freecell; start = microsoft n cells }
      | _ -> fail "'%s' is no deal from ms:1 to ms:2147483647" name)
  | None -> (
      let text = contents name in
      match lines_of text with
      | first :: _ as lines when starts "game " first <> None -> plain lines
      | _ -> { rules = freecell; start = board text cells })

let show game =
  let cards l = String.concat " " (List.map card_name l) in
  let cell = function None -> "-" | Some c -> card_name c in
  let p = game.start in
  String.concat "\n"
    ([ "home " ^ String.concat " " (List.map (fun h -> string_of_int (int_of_number h)) p.V.home);
       "cells " ^ String.concat " " (List.map cell p.V.cells) ]
    @ List.map (fun column -> "column " ^ cards (List.rev column)) p.V.columns)

(* ---- patterns ---- *)

let fact_of text =
  match words text with
  | [ card; "on"; below ] -> (card_of card, V.On (card_of below))
  | [ card; "at"; "a"; "bottom" ] -> (card_of card, V.Bottom)
  | [ card; "in"; "a"; "cell" ] -> (card_of card, V.InCell)
  | [ card; "home" ] -> (card_of card, V.AtHome)
  | _ -> fail "cannot read the fact '%s'" text

let pattern_of line = List.map fact_of (String.split_on_char ',' line)

let patterns text =
  match lines_of text with
  | "patsat dead-patterns 1" :: rest ->
      let header l = List.exists (fun word -> starts word l <> None) [ "game "; "deal "; "instance " ] in
      List.map pattern_of (List.filter (fun l -> not (header l)) rest)
  | _ -> fail "this is no file of dead patterns"

(* ---- moves of several cards, as single moves ---- *)

let place = function
  | `Column n -> V.Column (nat n)
  | `Cell n -> V.Cell (nat n)
  | `Home -> V.Home

(* Moves from place to place; a group goes through empty cells and columns. Whether they are legal is not
   looked at here. *)
let single_moves position source target count =
  let move a b = { V.source = place a; target = place b } in
  if count = 1 then [ move source target ]
  else
    let empty_cells =
      List.mapi (fun n cell -> (n, cell)) position.V.cells
      |> List.filter (fun (_, cell) -> cell = None)
      |> List.map (fun (n, _) -> `Cell n)
    in
    let empty_columns =
      List.mapi (fun n column -> (`Column n, column)) position.V.columns
      |> List.filter (fun (n, column) -> column = [] && n <> target)
      |> List.map fst
    in
    (* By cells alone, then half over each empty column. *)
    let by_cells source target count =
      let rec over moved = function
        | _ when moved = count - 1 -> []
        | [] -> fail "a move of %d cards finds no room" count
        | cell :: rest -> cell :: over (moved + 1) rest
      in
      let used = over 0 empty_cells in
      List.map (fun cell -> move source cell) used
      @ [ move source target ]
      @ List.map (fun cell -> move cell target) (List.rev used)
    in
    let rec go source target count columns =
      let room = List.length empty_cells + 1 in
      match columns with
      | _ when count <= room -> by_cells source target count
      | [] -> fail "a move of %d cards finds no room" count
      | via :: rest ->
          let beside = min (count - 1) (room * (1 lsl List.length rest)) in
          go source via beside rest @ go source target (count - beside) rest @ go via target beside rest
    in
    go source target count empty_columns

(* ---- plans: our JSON, of which only the moves are read ---- *)

let find_from text at word =
  let n = String.length word in
  let rec go at =
    if at + n > String.length text then None else if String.sub text at n = word then Some at else go (at + 1)
  in
  go at

let int_at text at =
  let at = ref at in
  while not ('0' <= text.[!at] && text.[!at] <= '9') do incr at done;
  let from = !at in
  while !at < String.length text && '0' <= text.[!at] && text.[!at] <= '9' do incr at done;
  int_of_string (String.sub text from (!at - from))

let plan_line line =
  let place_after word =
    match find_from line 0 word with
    | None -> fail "cannot read the move '%s'" line
    | Some at -> (
        let rest = String.sub line at (String.length line - at) in
        let within = String.sub rest 0 (String.index rest '}') in
        match (find_from within 0 "column", find_from within 0 "cell", find_from within 0 "foundation") with
        | Some at, _, _ -> `Column (int_at rest at)
        | _, Some at, _ -> `Cell (int_at rest at)
        | _, _, Some _ -> `Home
        | _ -> fail "cannot read the move '%s'" line)
  in
  let count = match find_from line 0 "\"count\"" with Some at -> int_at line at | None -> 1 in
  (place_after "\"from\"", place_after "\"to\"", count)

let plan game text =
  let lines = List.filter (fun l -> find_from l 0 "\"cards\"" <> None) (lines_of text) in
  let rec go position = function
    | [] -> []
    | line :: rest ->
        let source, target, count = plan_line line in
        let moves = single_moves position source target count in
        let after =
          List.fold_left
            (fun p m -> match p with None -> None | Some p -> V.make game.rules p m)
            (Some position) moves
        in
        moves @ (match after with None -> [] | Some p -> go p rest)
  in
  go game.start lines
