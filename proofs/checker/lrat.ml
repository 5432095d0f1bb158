(* Formulas in DIMACS and proofs in LRAT, as text or binary. A literal is twice its variable, one more if negative. *)

open Scan
module V = Verified

(* Arrays are as long as the largest number, so numbers are limited before memory is. *)
let most_variables = 100_000_000
let most_clauses = 100_000_000

let negate literal = literal lxor 1

let variable s most because n =
  if n = 0 then fail s "variable 0" "one from 1 on"
  else if abs n > most then fail s (Printf.sprintf "variable %d" (abs n)) (Printf.sprintf "at most %d, as %s" most because)
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
