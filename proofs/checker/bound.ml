(* A plan within a number of moves as clauses, and proofs that they have no model. *)

module V = Verified

let int_of_nat = Search.int_of_nat
let nat = Closed.nat

(* A fact as numbers, to look it up. *)
let key fact =
  let card (c : V.card) = let c = Cards.plain c in (c.rank lsl 8) lor c.suit in
  let spot = function V.Bottom -> -1 | V.InCell -> -2 | V.AtHome -> -3 | V.On d -> card d in
  match fact with
  | V.Lies (t, c, s) -> (0, int_of_nat t, card c, spot s)
  | V.Moves (t, c) -> (1, int_of_nat t, card c, 0)
  | V.Aside c -> (2, 0, card c, 0)
  | V.Count (V.Movers t, i, j) -> (3, int_of_nat t, int_of_nat i, int_of_nat j)
  | V.Count (V.InCells t, i, j) -> (4, int_of_nat t, int_of_nat i, int_of_nat j)
  | V.Count (V.AtBottoms t, i, j) -> (5, int_of_nat t, int_of_nat i, int_of_nat j)
  | V.Count (V.Asides, i, j) -> (6, 0, int_of_nat i, int_of_nat j)
  | V.Goal -> (7, 0, 0, 0)

(* The clauses, and the facts by the numbers of their variables, which are given in the order of their first use. *)
type formula = { clauses : (V.fact * bool) list list; numbers : (int * int * int * int, int) Hashtbl.t; facts : V.fact array }

let formula (i : Instance.t) horizon =
  let clauses = V.encoded i.rules i.start (nat horizon) in
  let numbers = Hashtbl.create 65536 and facts = ref [] in
  let see (fact, _) =
    let key = key fact in
    if not (Hashtbl.mem numbers key) then begin
      Hashtbl.add numbers key (Hashtbl.length numbers + 1);
      facts := fact :: !facts
    end
  in
  List.iter (List.iter see) clauses;
  { clauses; numbers; facts = Array.of_list (V.Goal :: List.rev !facts) }

let literal f (fact, positive) = (2 * Hashtbl.find f.numbers (key fact)) + if positive then 0 else 1
let meaning f literal = (f.facts.(literal / 2), literal land 1 = 0)

(* In DIMACS. *)
let print f =
  Printf.printf "p cnf %d %d\n" (Hashtbl.length f.numbers) (List.length f.clauses);
  let print_literal l =
    let literal = literal f l in
    Printf.printf "%s%d " (if literal land 1 = 1 then "-" else "") (literal / 2)
  in
  List.iter (fun clause -> List.iter print_literal clause; print_string "0\n") f.clauses

let magic = "patsat bound-proof 1\n"
let digest_size = 32

(* The proof of a file as the Rust program writes it: a line of JSON, LRAT that is compressed, and a checksum. Nothing
   rests on the JSON; it tells why a proof of another question is refused. *)
let unpacked (i : Instance.t) horizon name file =
  let refused = Text.refused in
  let body = String.length file - digest_size and head = String.length magic in
  if body < head then refused "the proof is cut short";
  if Sha256.digest (String.sub file 0 body) <> String.sub file body digest_size then
    refused "the proof is damaged: its checksum does not match";
  let line_end = match String.index_from_opt file head '\n' with Some at when at < body -> at | _ -> refused "the proof is cut short" in
  let header = Json.parse ~first_line:2 name (String.sub file head (line_end - head)) in
  let said key = match header.Json.value with Json.Object l -> Option.map (fun j -> j.Json.value) (List.assoc_opt key l) | _ -> None in
  if said "instance" <> Some (Json.String (Sha256.hex i.digest)) then
    refused "the proof was made for other rules or another position";
  if said "encoding" <> Some (Json.String "proved") then refused "the proof is about another encoding, expected 'proved'";
  if said "bound" <> Some (Json.Number (string_of_int horizon)) then
    refused "the proof is about another number of moves than %d" horizon;
  match Inflate.inflate (String.sub file (line_end + 1) (body - line_end - 1)) with
  | proof -> Scan.of_text name proof
  | exception Inflate.Damaged -> refused "the proof does not unpack"

(* A file of the Rust program, or LRAT. *)
let proof i horizon name =
  let s = Scan.opened name in
  if Scan.peek s = Char.code magic.[0] then (s.close (); let file = Text.bytes name in
    if Text.starts magic file then unpacked i horizon name file else Scan.of_text name file)
  else s

let not_whole = "the position has not each card of the deck in one place"

(* Whether the proof shows that there is no plan of at most so many moves. *)
let check (i : Instance.t) horizon name =
  let proof = proof i horizon name in
  let f = formula i horizon in
  let marks = Arrays.arrays false and database = Arrays.arrays None in
  let clauses = List.length f.clauses in
  match V.begin_bound database (literal f) (meaning f) i.rules i.start (nat horizon) (List.init clauses succ) with
  | None -> Error not_whole
  | Some first -> Lrat.follow proof ~variables:(Hashtbl.length f.numbers) ~clauses marks database first
