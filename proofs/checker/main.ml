(* The verified checks as a program. Exit code 0: valid; 1: not; 2: a file that cannot be read. *)

module V = Verified

let usage =
  "usage: patsat-proved plan INSTANCE FILE | closed-set INSTANCE FILE | patterns INSTANCE FILE [--coq NAME] | batch FILE\n\
   INSTANCE is ms:NUMBER, a board of FreeCell, or a file of rules and a position; [--cells N] for the first two\n"

let check_patterns (game : Reader.game) patterns =
  let formula = V.formula game.rules game.start patterns in
  match Search.search formula (V.ways game.rules game.start patterns) with
  | Error _ as open_ -> open_
  | Ok refutations ->
      if V.check_patterns game.rules game.start patterns refutations then Ok refutations else Error (-1)

let why = function
  | -1 -> "the start matches no pattern, the won position matches one, or the start is no deal of one deck"
  | n -> Printf.sprintf "the patterns are not closed: way %d leads out" (n + 1)

let say valid text =
  print_endline ((if valid then "valid: " else "not valid: ") ^ text);
  exit (if valid then 0 else 1)

let patterns game file coq =
  let patterns = Reader.patterns (Reader.contents file) in
  match check_patterns game patterns with
  | Error n -> say false (why n)
  | Ok refutations ->
      let sum f l = List.fold_left (fun n x -> n + f x) 0 l in
      Option.iter (fun name -> Coq_terms.print name patterns refutations) coq;
      say true
        (Printf.sprintf "%d dead patterns, %d facts; %d ways out of them lead into them (%d clauses, %d hints); the game cannot be won"
           (List.length patterns) (sum List.length patterns) (List.length refutations)
           (sum List.length refutations) (sum (sum (fun s -> List.length s.V.by_hints)) refutations))

let check_plan (game : Reader.game) plan = V.check_plan game.rules game.start plan

let check_closed (game : Reader.game) positions =
  V.check_closed Closed.hash game.rules game.start positions

let plan game file =
  let plan = Reader.plan game (Reader.contents file) in
  if check_plan game plan then say true (Printf.sprintf "%d single moves win the game" (List.length plan))
  else say false "a move is not legal, or the last position is not won"

let closed_set game file =
  let positions = Closed.positions game (Reader.contents file) in
  if check_closed game positions then
    say true (Printf.sprintf "a closed set of %d positions; the game cannot be won" (List.length positions))
  else say false "a position of the set is won, or a legal move leads out of it"

(* Many checks one after the other, for tests: lines of rules and position, then 'patterns' and a pattern a line,
   or 'plan FILE', or 'closed-set FILE', then 'end'. The answers stand in one line each. *)
let batch file =
  let answer game kind rest =
    let game = Reader.plain game in
    match (kind, rest) with
    | [ "patterns" ], lines -> Result.is_ok (check_patterns game (List.map Reader.pattern_of lines))
    | [ "plan"; file ], [] -> check_plan game (Reader.plan game (Reader.contents file))
    | [ "closed-set"; file ], [] -> check_closed game (Closed.positions game (Reader.contents file))
    | _ -> Reader.fail "cannot tell what to check"
  in
  let rec until found = function
    | "end" :: rest -> (List.rev found, rest)
    | line :: rest -> until (line :: found) rest
    | [] -> Reader.fail "the last 'end' is missing"
  in
  let rec go lines = function
    | [] -> if lines <> [] then Reader.fail "the last 'end' is missing"
    | line :: rest -> (
        match Reader.words line with
        | ("patterns" | "plan" | "closed-set") :: _ as kind ->
            let more, rest = until [] rest in
            print_endline
              (match answer (List.rev lines) kind more with
              | true -> "valid"
              | false -> "not valid"
              | exception Reader.Unreadable why -> "unreadable: " ^ why);
            go [] rest
        | _ -> go (line :: lines) rest)
  in
  go [] (Reader.lines_of (Reader.contents file))

let () =
  let rec options cells coq found = function
    | "--cells" :: n :: rest -> options (int_of_string n) coq found rest
    | "--coq" :: name :: rest -> options cells (Some name) found rest
    | word :: rest -> options cells coq (word :: found) rest
    | [] -> (cells, coq, List.rev found)
  in
  try
    let cells, coq, words = options 4 None [] (List.tl (Array.to_list Sys.argv)) in
    match words with
    | [ "plan"; name; file ] -> plan (Reader.instance name cells) file
    | [ "closed-set"; name; file ] -> closed_set (Reader.instance name cells) file
    | [ "patterns"; name; file ] -> patterns (Reader.instance name cells) file coq
    | [ "batch"; file ] -> batch file
    | [ "show"; name ] -> print_endline (Reader.show (Reader.instance name cells))
    | _ -> prerr_string usage; exit 2
  with Reader.Unreadable why -> prerr_endline ("error: " ^ why); exit 2
