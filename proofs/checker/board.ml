(* A board as Freecell Solver writes it, a column a line, read with the meaning that the Rust program gives it
   (`crates/formats/src/fcsolve.rs`):
     Foundations: H-6 C-9 D-2 S-0
     Freecells:  QS  3S  -  KD
     : 8H 3D 2S
     : KS QD JC
   The two named lines may stand anywhere; a later one replaces an earlier one. An empty column is a colon alone, or
   an empty line between two columns. A # begins a remark. Unlike there, a gap of three blanks between cards is
   refused: it shows an empty place in a row, and a line here is a column. *)

type options = { of_columns : int option; of_cells : int option; of_ranks : int option }

let no_options = { of_columns = None; of_cells = None; of_ranks = None }

(* FreeCell with these numbers. *)
let rules options =
  let or_own own = Option.value ~default:own in
  { Rules.freecell with ranks = or_own 13 options.of_ranks; columns = or_own 8 options.of_columns;
    cells = or_own 4 options.of_cells }

let foundations = [ "foundations"; "foundation"; "founds"; "found"; "decks"; "deck" ]
let freecells = [ "freecells"; "freecell"; "fc" ]
let heights = [ "0"; "A"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"; "T"; "J"; "Q"; "K" ]

type kind = Remark | Blank | Foundations of string | Freecells of string | Column of string

(* The text without a remark at its end: a # after white space and all that follows. *)
let without_remark text =
  let rec go from =
    match String.index_from_opt text from '#' with
    | Some n when n > 0 && Text.is_blank text.[n - 1] -> Text.trim (String.sub text 0 n)
    | Some n -> go (n + 1)
    | None -> text
  in
  go 0

let kind (line : Text.line) =
  let all = Text.trim (Text.plain_blanks line.text) in
  let line = { line with text = without_remark line.text } in
  let text = Text.trim (Text.plain_blanks line.text) in
  let rest text at = String.sub text (at + 1) (String.length text - at - 1) in
  (* A line of a remark alone is no empty column. *)
  if all = "" then Blank
  else if all.[0] = '#' then Remark
  else
    match String.index_opt text ':' with
    | None -> Column text
    | Some at -> (
        match String.lowercase_ascii (Text.trim (String.sub text 0 at)) with
        | "" -> Column (rest text at)
        | name when List.mem name foundations -> Foundations (rest text at)
        (* With the blanks at its end: there the width of the line shows empty cells. *)
        | name when List.mem name freecells -> Freecells (rest line.text (String.index line.text ':'))
        | _ -> Column text)

(* The cells as Freecell Solver prints them: four characters each, blanks where a cell is empty. *)
let rec padded text =
  let size = String.length text in
  let cell n =
    let name = String.sub text (4 * n) 4 in
    match (name.[0], Text.trim (String.sub name 1 3)) with
    | ' ', "" -> Some None
    | ' ', card when name.[3] = card.[String.length card - 1] -> Option.map Option.some (Cards.card_of_opt card)
    | _ -> None
  in
  if size > 0 && text.[size - 1] = '\r' then padded (String.sub text 0 (size - 1))
  else if size = 0 || size mod 4 <> 0 || String.exists (fun c -> c >= '\x80') text then None
  else
    let cells = List.init (size / 4) cell in
    if List.for_all Option.is_some cells then Some (List.map Option.get cells) else None

let cells_of line text =
  match padded text with Some cells -> cells | None -> List.map (Cards.cell_of line) (Text.words text)

let heights_of line text =
  let home = Array.make 4 None in
  let foundation word =
    let wrong () = Text.unreadable line (Text.quoted word) "a suit and a height such as H-5 or S-0" in
    let suit, name =
      match String.index_opt word '-' with
      | Some 1 -> (Char.uppercase_ascii word.[0], String.uppercase_ascii (String.sub word 2 (String.length word - 2)))
      | _ -> wrong ()
    in
    let suit = match String.index_opt Cards.suit_names suit with Some n -> n | None -> wrong () in
    let rec place n = function [] -> None | h :: _ when h = name -> Some n | _ :: rest -> place (n + 1) rest in
    let height =
      match place 0 heights with
      | Some n -> n
      | None -> ( match Text.number_within 0xffffffff name with Some n -> n | None -> wrong ())
    in
    if home.(suit) <> None then Text.unreadable line (Text.quoted word ^ " after that suit") "each suit once";
    home.(suit) <- Some height
  in
  List.iter foundation (Text.words text);
  List.map (Option.value ~default:0) (Array.to_list home)

let refuse_gaps (line : Text.line) =
  let is_wide words = match words with "" :: "" :: _ -> true | _ -> false in
  let rec go = function
    | [] -> ()
    | _ :: rest as words ->
        if is_wide words then
          Text.unreadable line "a gap between cards, as rows have it" "a column a line, its cards one blank apart";
        go rest
  in
  go (String.split_on_char ' ' (Text.trim (Text.plain_blanks line.text)))

let holds_deck ranks home cards =
  match Cards.check_deck "" ranks home cards with () -> true | exception Text.Unreadable _ -> false

let check_columns (options : options) columns found =
  let most = columns in
  let game = if options.of_columns = None then Printf.sprintf "%d as in freecell" most else string_of_int most in
  if List.length found > most then
    Text.unreadable (fst (List.nth found most)) (Printf.sprintf "column %d" (most + 1))
      (Printf.sprintf "at most %s (--columns %d allows more)" game (List.length found))

let read options file lines =
  let rules = rules options in
  let columns = ref [] and cells = ref None and home = ref None and pending = ref 0 in
  let read_line (line : Text.line) =
    match kind line with
    | Remark -> ()
    | Blank -> if !columns <> [] then incr pending
    | Foundations rest -> home := Some (line, rest)
    | Freecells rest -> cells := Some (line, rest)
    | Column rest ->
        if not (String.contains line.text ':') then refuse_gaps line;
        for _ = 1 to !pending do columns := (line, []) :: !columns done;
        pending := 0;
        columns := (line, List.map (Cards.card_of line) (Text.words rest)) :: !columns
  in
  List.iter read_line lines;
  let columns = List.rev !columns in
  let rec without_empty_ends l =
    match List.rev l with
    | None :: rest when List.length l > rules.cells -> without_empty_ends (List.rev rest)
    | _ -> l
  in
  let held = match !cells with None -> [] | Some (line, rest) -> without_empty_ends (cells_of line rest) in
  Option.iter
    (fun (line, _) ->
      if List.length held > rules.cells then
        Text.unreadable line (Printf.sprintf "%d cells" (List.length held))
          (Printf.sprintf "at most %d (--cells N allows more)" rules.cells))
    !cells;
  let count = rules.columns in
  check_columns options count columns;
  if List.length columns < count && options.of_columns = None then
    Text.unreadable_file file
      (match List.length columns with 1 -> "1 column" | n -> Printf.sprintf "%d columns" n)
      (Printf.sprintf "%d as in freecell (add the empty ones, or say --columns %d)" count (List.length columns));
  let home_line = Option.map fst !home in
  let home = match !home with None -> [ 0; 0; 0; 0 ] | Some (line, rest) -> heights_of line rest in
  let in_cells =
    match !cells with
    | None -> []
    | Some (line, _) -> List.filter_map (Option.map (fun card -> (line, card))) held
  in
  let cards = in_cells @ List.concat_map (fun (line, cards) -> List.map (fun card -> (line, card)) cards) columns in
  (* A board of a smaller deck says so by its cards. *)
  let highest =
    List.fold_left (fun n (_, card) -> max n card.Cards.rank) (List.fold_left max 0 home) cards
  in
  let ranks =
    if options.of_ranks = None && highest > 0 && highest < rules.ranks && holds_deck highest home cards then highest
    else rules.ranks
  in
  Cards.check_deck ?home_line file ranks home cards;
  Instance.make { rules with ranks }
    { Instance.columns = List.map snd columns; cells = held; home }
