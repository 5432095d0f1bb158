(* Rules and a position, a line each; what follows a # is a remark.
     game RANKS BUILD EMPTY-COLUMN    or    rules {...}, as JSON of the Rust program
     home 0 0 0 0
     cells - KS
     column 7H 9C     (deepest card first)
   With `game` the deal is a plain one and groups of cards move through empty places. *)

let is_one (lines : Text.line list) =
  match Text.content_lines lines with
  | first :: _ -> ( match Text.words first.text with ("game" | "rules") :: _ -> true | _ -> false)
  | [] -> false

let read file lines =
  let rules = ref None and home = ref None and cells = ref None and columns = ref [] in
  let once (line : Text.line) what place value =
    if !place <> None then Text.unreadable line (Printf.sprintf "a second line '%s'" what) "one";
    place := Some value
  in
  let number line what least word =
    match Text.number_within Cards.most_ranks word with
    | Some n when n >= least -> n
    | _ -> Text.unreadable line (Text.quoted word) (Printf.sprintf "%s from %d to %d" what least Cards.most_ranks)
  in
  let one_of line known word =
    if List.mem word known then word else Text.unreadable line (Text.quoted word) (String.concat ", " known)
  in
  let read_line (line : Text.line) =
    match Text.words line.text with
    | [ "game"; ranks; build; filling ] ->
        let ranks = number line "ranks" 1 ranks in
        once line "game" rules
          (`Short { Rules.freecell with ranks; build = one_of line Rules.builds build;
                    empty_column = one_of line Rules.fillings filling })
    | "rules" :: _ ->
        let text = Text.trim line.text in
        let json = Json.parse ~first_line:line.number line.file (String.sub text 5 (String.length text - 5)) in
        once line "rules" rules (`Whole (Rules.of_json json))
    | "home" :: heights ->
        once line "home" home (line, List.map (number line "heights" 0) heights)
    | "cells" :: held -> once line "cells" cells (line, List.map (Cards.cell_of line) held)
    | "column" :: cards -> columns := (line, List.map (Cards.card_of line) cards) :: !columns
    | _ -> Text.unreadable line (Text.quoted line.text) "a line 'game', 'rules', 'home', 'cells' or 'column'"
  in
  List.iter read_line (Text.content_lines lines);
  let needed what place =
    match !place with Some value -> value | None -> Text.unreadable_file file (Printf.sprintf "no line '%s'" what) "one"
  in
  let rules = needed "game" rules in
  let home_line, home = needed "home" home and cells_line, cells = needed "cells" cells in
  let columns = List.rev !columns in
  let count what found expected line =
    if found <> expected then
      Text.unreadable line (Printf.sprintf "%d %s" found what) (Printf.sprintf "%d as in the rules" expected)
  in
  let suits = List.length home in
  if suits < 1 || suits > Cards.most_suits then
    Text.unreadable home_line (Printf.sprintf "%d foundations" suits) "one a suit, 1 to 4";
  if columns = [] then Text.unreadable_file file "no line 'column'" "at least one";
  let rules =
    match rules with
    | `Short rules -> { rules with suits; columns = List.length columns; cells = List.length cells }
    | `Whole rules ->
        count "foundations" suits rules.Rules.suits home_line;
        count "cells" (List.length cells) rules.cells cells_line;
        count "columns" (List.length columns) rules.columns (fst (List.hd (List.rev columns)));
        rules
  in
  let on line = List.map (fun card -> (line, card)) in
  Cards.check_deck ~home_line file rules.ranks home
    (on cells_line (List.filter_map Fun.id cells) @ List.concat_map (fun (line, cards) -> on line cards) columns);
  let i = Instance.make rules { Instance.columns = List.map snd columns; cells; home } in
  (* The reader that is proved must not read another position. It knows one spelling only. *)
  let text (line : Text.line) = line.text in
  (match Instance.read_again (text home_line :: text cells_line :: List.map (fun (line, _) -> text line) columns) with
  | Some start when start <> i.start -> Text.unreadable_file file "lines that two readers read differently" "one meaning"
  | _ -> ());
  i
