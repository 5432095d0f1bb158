(* Formulas in DIMACS and proofs in LRAT, as text or binary. A literal is twice its variable, one more if negative. *)

module V = Verified

(* Arrays are as long as the largest number, so numbers are limited before memory is. *)
let most_variables = 100_000_000
let most_clauses = 1_000_000_000

let negate literal = literal lxor 1

(* A file that is read once, byte by byte. *)
type source = {
  name : string;
  more : Bytes.t -> int; (* fills the bytes, and says how many *)
  close : unit -> unit;
  chunk : Bytes.t;
  mutable at : int;
  mutable filled : int;
  mutable line : int;
}

let source name chunk filled more close = { name; more; close; chunk; at = 0; filled; line = 1 }
let unreadable name why = raise (Text.Unreadable (if Text.starts name why then why else name ^ ": " ^ why))

let opened name =
  try
    let file = open_in_bin name in
    source name (Bytes.create 65536) 0 (fun chunk -> input file chunk 0 (Bytes.length chunk)) (fun () -> close_in_noerr file)
  with Sys_error why -> unreadable name why

let of_text name text = source name (Bytes.of_string text) (String.length text) (fun _ -> 0) ignore

(* The next byte, which stays the next; -1 at the end. *)
let peek s =
  if s.at = s.filled then begin
    s.at <- 0;
    s.filled <- (try s.more s.chunk with Sys_error why -> unreadable s.name why)
  end;
  if s.at = s.filled then -1 else Char.code (Bytes.unsafe_get s.chunk s.at)

let next s =
  let byte = peek s in
  if byte = 10 then s.line <- s.line + 1;
  if byte >= 0 then s.at <- s.at + 1;
  byte

let fail s found expected = Text.unreadable { Text.file = s.name; number = s.line; text = "" } found expected

let blank byte = byte = 32 || (9 <= byte && byte <= 13)

(* The next word of the text; [None] at its end, and at the end of the line if [within] it. *)
let word ~within s =
  while blank (peek s) && not (within && peek s = 10) do ignore (next s) done;
  if peek s < 0 || blank (peek s) then None
  else begin
    let word = Buffer.create 12 in
    while peek s >= 0 && not (blank (peek s)) do
      if Buffer.length word < 64 then Buffer.add_char word (Char.chr (next s)) else ignore (next s)
    done;
    Some (Buffer.contents word)
  end

let rest_of_line s = while peek s >= 0 && peek s <> 10 do ignore (next s) done

(* The next number, of at most 15 digits. *)
let integer s ~within expected =
  while blank (peek s) && not (within && peek s = 10) do ignore (next s) done;
  let negative = peek s = Char.code '-' in
  if negative then ignore (next s);
  let value = ref 0 and digits = ref 0 in
  while 48 <= peek s && peek s <= 57 && !digits < 16 do
    value := (10 * !value) + next s - 48;
    incr digits
  done;
  if !digits = 0 || !digits = 16 || not (blank (peek s) || peek s < 0) || (negative && !value = 0) then
    fail s
      (let rest = if blank (peek s) then "" else Option.value (word ~within s) ~default:"" in
       if !digits = 16 then "a number of more than 15 digits"
       else if rest = "" && !digits = 0 && not negative then if within then "the end of the line" else "the end of the file"
       else Text.quoted ((if negative then "-" else "") ^ (if !digits > 0 then string_of_int !value else "") ^ rest))
      expected;
  if negative then - !value else !value

(* Numbers up to a 0. *)
let rec numbers s ~within expected read found =
  match integer s ~within expected with 0 -> List.rev found | n -> numbers s ~within expected read (read n :: found)

let variable s most because n =
  if abs n > most then fail s (Printf.sprintf "variable %d" (abs n)) (Printf.sprintf "at most %d, as %s" most because)
  else (2 * abs n) + if n < 0 then 1 else 0

let clause s n =
  if n < 0 || n > most_clauses then fail s (Printf.sprintf "clause %d" n) (Printf.sprintf "a number up to %d" most_clauses) else n

(* The clauses of a formula, numbered from 1. *)
let formula name =
  let s = opened name in
  let rec header () =
    match word ~within:false s with
    | Some text when Text.starts "c" text -> rest_of_line s; header ()
    | Some "p" -> (
        let count most = Option.bind (word ~within:true s) (Text.number_within most) in
        match word ~within:true s with
        | Some "cnf" -> (
            let variables = count most_variables in
            match (variables, count most_clauses) with
            | Some variables, Some clauses -> (variables, clauses)
            | _ -> fail s "a line 'p cnf' without two numbers" "numbers of variables and clauses")
        | _ -> fail s "a line 'p' of another kind" "'p cnf VARIABLES CLAUSES'")
    | Some text -> fail s (Text.quoted text) "'p cnf VARIABLES CLAUSES'"
    | None -> fail s "the end of the file" "'p cnf VARIABLES CLAUSES'"
  in
  let variables, clauses = header () in
  let read = variable s variables "the line 'p cnf' says" in
  let rec go n found =
    while blank (peek s) do ignore (next s) done;
    if peek s < 0 then (n, found)
    else if peek s = Char.code 'c' then (rest_of_line s; go n found)
    else go (n + 1) ((n + 1, numbers s ~within:false "a literal, or 0 after the last" read []) :: found)
  in
  let n, found = go 0 [] in
  if n <> clauses then fail s (Printf.sprintf "%d clauses" n) (Printf.sprintf "%d, as the line 'p cnf' says" clauses);
  s.close ();
  (variables, List.rev found)

(* A number in base 128, the low part first. *)
let binary s =
  let rec go shift value =
    match next s with
    | -1 -> fail s "the end of the file within a step" "the rest of it"
    | _ when shift > 49 -> fail s "a number above 2^56" "a smaller one"
    | byte ->
        let value = value lor ((byte land 127) lsl shift) in
        if byte >= 128 then go (shift + 7) value else value
  in
  go 0 0

let rec binaries s read found =
  match binary s with
  | 0 -> List.rev found
  | n -> binaries s read (read (if n land 1 = 1 then -(n / 2) else n / 2) :: found)

let hint s n =
  if n < 0 then Text.refused "%s:%d: a step by RAT, which this checker does not know" s.name s.line else clause s n

(* The next step; [None] at the end. *)
let step s variables is_binary =
  let read = variable s variables "in the formula" in
  if is_binary then
    match next s with
    | -1 -> None
    | 100 (* d *) -> Some (V.Delete (binaries s (clause s) []))
    | 97 (* a *) ->
        let number = clause s (binary s / 2) in
        let derived = binaries s read [] in
        Some (V.Derive (number, derived, binaries s (hint s) []))
    | byte -> fail s (Printf.sprintf "byte %d" byte) "'a' or 'd' at the beginning of a step"
  else
    let hints () = numbers s ~within:true "a number of a clause, or 0 after the last" (hint s) [] in
    let rec go () =
      while blank (peek s) do ignore (next s) done;
      if peek s < 0 then None
      else if peek s = Char.code 'c' then (rest_of_line s; go ())
      else begin
        let number = clause s (integer s ~within:true "the number of a clause") in
        while peek s = 32 || peek s = 9 do ignore (next s) done;
        let made =
          if peek s = 100 (* d *) then (ignore (next s); V.Delete (hints ()))
          else
            let derived = numbers s ~within:true "a literal, or 0 after the last" read [] in
            V.Derive (number, derived, hints ())
        in
        Option.iter (fun text -> fail s (Text.quoted text) "the end of the line") (word ~within:true s);
        Some made
      end
    in
    go ()

type verdict = { of_formula : int; derived : int; hints : int }

(* Folds over the steps until the answer is final. *)
let fold s variables is_final f first =
  let is_binary = peek s = Char.code 'a' || peek s = Char.code 'd' in
  let rec go answer =
    if is_final answer then answer
    else match step s variables is_binary with None -> answer | Some read -> go (f answer read)
  in
  Fun.protect ~finally:s.close (fun () -> go first)

(* Makes the steps from a state on, and says whether they refute its clauses. *)
let follow proof ~variables ~clauses marks database first =
  let count = ref 0 and derived = ref 0 and hints = ref 0 in
  let make state read =
    incr count;
    (match read with V.Derive (_, _, used) -> incr derived; hints := !hints + List.length used | V.Delete _ -> ());
    V.make_step negate marks database state read
  in
  match fold proof variables (function V.Open _ -> false | _ -> true) make first with
  | V.Refuted -> Ok { of_formula = clauses; derived = !derived; hints = !hints }
  | V.Wrong -> Error (Printf.sprintf "step %d of the proof does not follow from those before" !count)
  | V.Open _ -> Error (Printf.sprintf "the proof ends after %d steps without the empty clause" !count)

(* Whether the proof refutes the formula. *)
let check formula_name proof_name =
  let variables, clauses = formula formula_name in
  let marks = Arrays.arrays false and database = Arrays.arrays None in
  follow (opened proof_name) ~variables ~clauses:(List.length clauses) marks database (V.start database clauses)

(* The same with maps that are proved correct in the place of arrays and integers. *)
let check_with_maps formula_name proof_name =
  let variables, clauses = formula formula_name in
  let number = Search.positive in
  let literals = List.map (fun literal -> (number (literal / 2), literal land 1 = 1)) in
  let convert = function
    | V.Derive (n, derived, hints) -> V.Derive (number n, literals derived, List.map number hints)
    | V.Delete deleted -> V.Delete (List.map number deleted)
  in
  let steps = List.rev (fold (opened proof_name) variables (fun _ -> false) (fun found read -> convert read :: found) []) in
  if V.check_with_maps (List.map (fun (n, c) -> (number n, literals c)) clauses) steps then Ok (List.length clauses)
  else Error "a step does not follow from those before, or there is no empty clause"
