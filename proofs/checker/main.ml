(* The verified checks as a program. Exit code 0: valid; 1: not; 2: a command or file that cannot be read. *)

module V = Verified

let usage =
  "usage: patsat-proved plan|closed-set|patterns|shortest INSTANCE FILE [OPTIONS]\n\
  \       patsat-proved bound INSTANCE MOVES PROOF [OPTIONS]\n\
  \       patsat-proved swept-set INSTANCE FILE\n\
  \       patsat-proved least INSTANCE [OPTIONS]\n\
  \       patsat-proved encode INSTANCE MOVES [OPTIONS]\n\
  \       patsat-proved lrat FORMULA PROOF [--maps]\n\
  \       patsat-proved show INSTANCE [OPTIONS]\n\
  \       patsat-proved batch FILE\n\
   INSTANCE is ms:NUMBER, a board of FreeCell, a file of rules and a position, or JSON of the Rust program.\n\
   --cells N              cells of a deal or board (4)\n\
   --columns N, --ranks N columns (8) and ranks (13) of a deal or board\n\
   --coq NAME             with patterns: writes their refutation as a file of Coq\n"

exception Usage of string

let check_patterns (i : Instance.t) patterns =
  let formula = V.formula i.rules i.start patterns in
  match Search.search formula (V.ways i.rules i.start patterns) with
  | Error _ as open_ -> open_
  | Ok refutations ->
      if V.check_patterns i.rules i.start patterns refutations then Ok refutations else Error (-1)

let why = function
  | -1 -> "the start matches no pattern, or the won position matches one"
  | n -> Printf.sprintf "the patterns are not closed: way %d leads out" (n + 1)

let check_plan (i : Instance.t) plan = V.check_plan i.rules i.start plan
let check_closed (i : Instance.t) positions = V.check_closed Closed.hash i.rules i.start positions

let patterns i file coq =
  let patterns = Patterns.read i file in
  match check_patterns i patterns with
  | Error n -> Error (why n)
  | Ok refutations ->
      let sum f l = List.fold_left (fun n x -> n + f x) 0 l in
      Option.iter (fun name -> Coq_terms.print name patterns refutations) coq;
      Ok
        (Printf.sprintf "%d dead patterns, %d facts; %d ways out of them lead into them (%d clauses, %d hints); the game cannot be won"
           (List.length patterns) (sum List.length patterns) (List.length refutations)
           (sum List.length refutations) (sum (sum (fun s -> List.length s.V.by_hints)) refutations))

let lower_bound (i : Instance.t) = Option.map Search.int_of_nat (V.check_lower_bound i.rules i.start)

let plan i file =
  let plan = Plans.read i file in
  let moves = List.length plan in
  let fewer = if lower_bound i = Some moves then "; no plan has fewer" else "" in
  if check_plan i plan then Ok (Printf.sprintf "%d single moves win the game%s" moves fewer)
  else Error "all moves are legal, but the last position is not won"

let closed_set i file =
  let positions = Closed.positions i file in
  if check_closed i positions then
    Ok (Printf.sprintf "a closed set of %d positions; the game cannot be won" (List.length positions))
  else Error "a position of the set is won, or a legal move leads out of it"

let lrat formula proof maps =
  let refuted clauses more = Printf.sprintf "%d clauses have no model%s" clauses more in
  if maps then Result.map (fun clauses -> refuted clauses ", checked with maps") (Lrat.check_with_maps formula proof)
  else
    Result.map
      (fun (v : Lrat.verdict) -> refuted v.of_formula (Printf.sprintf ", by %d derived ones and %d hints" v.derived v.hints))
      (Lrat.check formula proof)

let least i =
  match lower_bound i with
  | Some n -> Ok (Printf.sprintf "no plan of fewer than %d single moves wins" n)
  | None -> Error Bound.not_whole

let bound i horizon proof =
  Result.map
    (fun (v : Lrat.verdict) ->
      Printf.sprintf "no plan of at most %d single moves wins (%d clauses, refuted by %d derived ones and %d hints)" horizon
        v.of_formula v.derived v.hints)
    (Bound.check i horizon proof)

let check_shortest (i : Instance.t) (least, set) = V.check_shortest Closed.hash i.rules (Closed.nat least) i.start set

let shortest (i : Instance.t) file =
  let (least, set) as read = Closed.bounded i file in
  if check_shortest i read then
    Ok (Printf.sprintf "a bounded set of %d positions; no plan of fewer than %d single moves wins" (List.length set) least)
  else Error "a position of the set is won too early, or a legal move leads out of it"

let swept_set (i : Waste.t) file =
  let made, levels = Swept.read i file in
  let positions = List.fold_left (fun sum (_, n) -> sum + n) 0 levels in
  if Swept.check i made levels then
    Ok
      (Printf.sprintf "a swept set of %d positions%s; the game cannot be won" positions
         (if made then ", safe cards going home at once" else ""))
  else Error "a position that can be reached is won, or a level has another number of positions"

let report verdict =
  match verdict with
  | Ok text -> print_endline ("valid: " ^ text); 0
  | Error text -> print_endline ("not valid: " ^ text); 1

(* What a damaged or huge file may lead to, as a sentence. *)
let within limit_reached check =
  match check () with
  | answer -> answer
  | exception Stack_overflow -> limit_reached "the stack is full: expected a smaller file"
  | exception Out_of_memory -> limit_reached "memory is full: expected a smaller file"

(* Many checks one after the other, for tests: lines of rules and position, then 'patterns' and a pattern a line,
   or 'plan FILE', 'closed-set FILE' or 'shortest FILE', then 'end'. The answers stand in one line each. *)
let batch file =
  let fail (line : Text.line) expected = Text.unreadable line (Text.quoted line.text) expected in
  let answer game (line : Text.line) rest =
    let i = Plain.read file game in
    match (Text.words line.text, rest) with
    | [ "patterns" ], lines -> Result.is_ok (check_patterns i (Patterns.of_lines i lines))
    | [ "plan"; file ], [] -> check_plan i (Plans.read i file)
    | [ "closed-set"; file ], [] -> check_closed i (Closed.positions i file)
    | [ "shortest"; file ], [] -> check_shortest i (Closed.bounded i file)
    | _ -> fail line "'patterns', 'plan FILE', 'closed-set FILE' or 'shortest FILE'"
  in
  let print game line rest =
    print_endline
      (match within (fun why -> raise (Text.Unreadable why)) (fun () -> answer game line rest) with
      | true -> "valid"
      | false -> "not valid"
      | exception Text.Refused why -> "not valid: " ^ why
      | exception Text.Unreadable why -> "unreadable: " ^ why)
  in
  let rec until found = function
    | { Text.text = "end"; _ } :: rest -> (List.rev found, rest)
    | line :: rest -> until (line :: found) rest
    | [] -> Text.unreadable_file file "no last line 'end'" "one"
  in
  let rec go game = function
    | [] -> if game <> [] then Text.unreadable_file file "no last line 'end'" "one"
    | line :: rest -> (
        match Text.words line.Text.text with
        | ("patterns" | "plan" | "closed-set" | "shortest") :: _ ->
            let more, rest = until [] rest in
            print (List.rev game) line more;
            go [] rest
        | _ -> go (line :: game) rest)
  in
  go [] (Text.content_lines (Text.lines_of file (Text.bytes file)))

type options = { board : Board.options; coq : string option }

(* Each option at most once, with its value; all other words in their order. *)
let arguments words =
  let number option least most word =
    match Text.number_within most word with
    | Some n when n >= least -> Some n
    | _ ->
        raise (Usage (Printf.sprintf "%s: found %s, expected a number from %d to %d" option (Text.quoted word) least most))
  in
  let once option before = if before <> None then raise (Usage ("found " ^ option ^ " twice, expected it once")) in
  let rec go o found = function
    | "--cells" :: n :: rest ->
        once "--cells" o.board.of_cells;
        go { o with board = { o.board with of_cells = number "--cells" 0 Rules.most_places n } } found rest
    | "--columns" :: n :: rest ->
        once "--columns" o.board.of_columns;
        go { o with board = { o.board with of_columns = number "--columns" 1 Rules.most_places n } } found rest
    | "--ranks" :: n :: rest ->
        once "--ranks" o.board.of_ranks;
        go { o with board = { o.board with of_ranks = number "--ranks" 1 Cards.most_ranks n } } found rest
    | "--coq" :: name :: rest -> once "--coq" o.coq; go { o with coq = Some name } found rest
    | [ (("--cells" | "--columns" | "--ranks" | "--coq") as option) ] ->
        raise (Usage ("found " ^ option ^ " without a value, expected one"))
    | word :: rest when Text.starts "-" word -> raise (Usage ("found " ^ Text.quoted word ^ ", expected one of --cells, --columns, --ranks, --coq"))
    | word :: rest -> go o (word :: found) rest
    | [] -> (o, List.rev found)
  in
  go { board = Board.no_options; coq = None } [] words

(* A step takes thousands of clauses. *)
let most_moves = 1_000

let run words =
  match words with
  | [ "--help" ] | [ "-h" ] -> print_string usage; 0
  | [ "lrat"; formula; proof ] -> report (lrat formula proof false)
  | [ "lrat"; formula; proof; "--maps" ] -> report (lrat formula proof true)
  | _ ->
  let o, words = arguments words in
  let instance name = Reader.instance o.board name in
  let horizon word =
    match Text.number_within most_moves word with
    | Some n -> n
    | None -> raise (Usage (Printf.sprintf "found %s, expected a number of moves up to %d" (Text.quoted word) most_moves))
  in
  let no_coq () = if o.coq <> None then raise (Usage "found --coq, expected it with 'patterns' alone") in
  match words with
  | [ "patterns"; name; file ] -> report (patterns (instance name) file o.coq)
  | [ "plan"; name; file ] -> no_coq (); report (plan (instance name) file)
  | [ "closed-set"; name; file ] -> no_coq (); report (closed_set (instance name) file)
  | [ "show"; name ] ->
      no_coq ();
      print_endline (match Reader.game o.board name with Plain i -> Instance.show i | With_waste i -> i.shown);
      0
  | [ "swept-set"; name; file ] -> no_coq (); report (swept_set (Reader.with_waste o.board name) file)
  | [ "bound"; name; moves; file ] -> no_coq (); report (bound (instance name) (horizon moves) file)
  | [ "shortest"; name; file ] -> no_coq (); report (shortest (instance name) file)
  | [ "least"; name ] -> no_coq (); report (least (instance name))
  | [ "encode"; name; moves ] -> no_coq (); Bound.print (Bound.formula (instance name) (horizon moves)); 0
  | [ "batch"; file ] when o = { board = Board.no_options; coq = None } -> batch file; 0
  | command :: _ -> raise (Usage (Printf.sprintf "found the command %s with %d arguments, expected one of these\n%s" (Text.quoted command)
                                    (List.length words - 1) usage))
  | [] -> raise (Usage ("found no command, expected one\n" ^ usage))

let () =
  let error why = prerr_endline ("error: " ^ why); 2 in
  exit
    (within error (fun () ->
         match run (List.tl (Array.to_list Sys.argv)) with
         | code -> code
         | exception Text.Refused why -> report (Error why)
         | exception (Text.Unreadable why | Sys_error why) -> error why
         | exception Usage why -> error (String.trim why)))
