(* The game that a word of the command line names. What is proved is proved of what this file and those that it
   calls have read; `show` prints that. *)

module V = Verified

type game = Plain of Instance.t | With_waste of Waste.t

(* An instance in the JSON of the Rust program. *)
let of_json file j =
  let members = Json.members j [ "schema"; "rules"; "id"; "deal"; "labels"; "reduction" ] in
  let schema = Json.member j members "schema" in
  if Json.natural 1000 schema <> 1 then Json.unexpected schema "schema 1";
  (* Notes on what a deal was made from, which change no rule and no card. *)
  Option.iter (fun l -> List.iter (fun j -> ignore (Json.text j)) (Json.list l)) (List.assoc_opt "labels" members);
  let rules = Rules.of_json (Json.member j members "rules") in
  let deal = Json.member j members "deal" in
  let fields = [ "columns"; "cells"; "reserve"; "foundations"; "stock"; "waste"; "redeals_used" ] in
  let of_deal = Json.members deal fields in
  let items = Instance.items of_deal in
  Instance.not_covered of_deal [ "reserve"; "stock"; "waste" ];
  let card = Instance.card_of_json and column = Instance.column_of_json in
  let columns = List.map column (Json.list (Json.member deal of_deal "columns")) in
  let cells = List.map (fun j -> if j.Json.value = Json.Null then None else Some (card j)) (items "cells") in
  let home = List.map (Json.natural 0xffffffff) (items "foundations") in
  let home = if home = [] then List.init rules.suits (fun _ -> 0) else home in
  let at_most what found most =
    if found > most then
      Text.unreadable deal.line (Printf.sprintf "%d %s" found what) (Printf.sprintf "at most %d" most)
  in
  at_most "columns" (List.length columns) rules.columns;
  at_most "cells" (List.length cells) rules.cells;
  if List.length home <> rules.suits then
    Text.unreadable deal.line (Printf.sprintf "%d foundations" (List.length home)) (string_of_int rules.suits);
  Cards.check_deck file rules.ranks home (List.filter_map Fun.id cells @ List.concat columns);
  let i =
    Instance.make rules
      { columns = List.map (List.map snd) columns; cells = List.map (Option.map snd) cells; home }
  in
  match List.assoc_opt "id" members with
  | None | Some { value = Json.Null; _ } -> i
  | Some id -> (
      let number =
        match String.split_on_char ':' (Json.text id) with
        | [ "ms"; n ] -> Text.number_within 0x7fffffff n
        | _ -> None
      in
      match number with
      | Some n when n > 0 && rules.suits = 4 && (Instance.microsoft n rules).digest = i.digest -> { i with name = Some (Json.text id) }
      | _ -> Json.unexpected id "the deal ms:NUMBER that the columns show (leave out the id of another deal)")

(* The deal, board, rules and position, or JSON of this name. *)
let game (options : Board.options) name =
  if Text.starts "ms:" name then
    match Text.number_within 0x7fffffff (String.sub name 3 (String.length name - 3)) with
    | Some n when n > 0 -> Plain (Instance.microsoft n (Board.rules options))
    | _ -> Text.unreadable_file name "no deal" "one from ms:1 to ms:2147483647"
  else
    let text = Text.bytes name in
    let lines = Text.lines_of name text in
    let first = List.find (fun (l : Text.line) -> Text.trim (Text.plain_blanks l.text) <> "") lines in
    let is_json = Text.starts "{" (Text.trim (Text.plain_blanks first.text)) in
    if is_json || Plain.is_one lines then begin
      if options <> Board.no_options then
        Text.unreadable_file name "a file that has rules of its own" "none of --cells, --columns and --ranks";
      if is_json then
        let j = Json.parse name text in
        if Waste.has_waste j then With_waste (Waste.of_json name j) else Plain (of_json name j)
      else Plain (Plain.read name lines)
    end
    else Plain (Board.read options name lines)

let instance options name =
  match game options name with
  | Plain i -> i
  | With_waste _ -> Text.unreadable_file name "a game with a waste" "one without, except for 'swept-set' and 'show'"

let with_waste options name =
  match game options name with
  | With_waste i -> i
  | Plain _ ->
      Text.unreadable_file name "a game without a waste" "JSON of one with a waste, as 'patsat convert --to json' writes it"
