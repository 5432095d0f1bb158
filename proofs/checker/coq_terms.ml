(* Patterns and their refutation as a file for Coq, for a theorem about one deal by computation. The numbers
   of the refutation stand in strings, three characters a number, as Coq reads these fastest; what is read
   from them is checked like any other refutation. *)

module V = Verified

let int = Search.int_of_positive

(* Six bits a character, the lowest first: the low six bits of its code. *)
let digit n = if n = 63 then '?' else Char.chr (64 + n)

let add buffer n =
  if n < 1 || n >= 1 lsl 18 then failwith "too large a number for a refutation in Coq";
  List.iter (fun shift -> Buffer.add_char buffer (digit ((n lsr shift) land 63))) [ 0; 6; 12 ]

(* A refutation is a list of lists of numbers: 1 ends a list, 2 a refutation. *)
let strings out refutations =
  let buffer = Buffer.create 100_000 in
  let list l = List.iter (fun n -> add buffer (n + 2)) l; add buffer 1 in
  List.iter (fun r -> List.iter list r; add buffer 2) refutations;
  let text = Buffer.contents buffer and chunk = 3000 in
  let count = (String.length text + chunk - 1) / chunk in
  for k = 0 to count - 1 do
    let size = min chunk (String.length text - (k * chunk)) in
    Printf.fprintf out "Definition text_%d := \"%s\"%%digits.\n" k (String.sub text (k * chunk) size)
  done;
  let names = String.concat "; " (List.init count (Printf.sprintf "text_%d")) in
  Printf.fprintf out "\nDefinition refutations := unpacked variables [%s].\n" names

let card c = Printf.sprintf "Card %d %d" (int c.V.rank) (int c.V.suit)

let fact (c, spot) =
  let spot =
    match spot with
    | V.On d -> Printf.sprintf "On (%s)" (card d)
    | V.Bottom -> "Bottom"
    | V.InCell -> "InCell"
    | V.AtHome -> "AtHome"
  in
  Printf.sprintf "(%s, %s)" (card c) spot

let print name patterns refutations =
  let out = open_out name in
  let variables = Hashtbl.create 1000 and listed = ref [] in
  (* Even numbers are true, odd ones false. *)
  let literal (x, b) =
    let x = int x in
    let n =
      match Hashtbl.find_opt variables x with
      | Some n -> n
      | None ->
          let n = Hashtbl.length variables + 1 in
          Hashtbl.add variables x n;
          listed := x :: !listed;
          n
    in
    (2 * n) + if b then 0 else 1
  in
  let step s = [ List.map literal s.V.says; List.map int s.V.by_hints ] in
  let refutations = List.map (List.concat_map step) refutations in
  Printf.fprintf out "(** Written by the checker: refutations that are followed, not believed. *)\n\n";
  Printf.fprintf out "From Coq Require Import List PArith.\nFrom Patsat Require Import Game Spots Formula Packed.\n";
  Printf.fprintf out "Import ListNotations.\nOpen Scope positive_scope.\n\n";
  Printf.fprintf out "Definition patterns : list pattern :=\n  [%s].\n\n"
    (String.concat ";\n   "
       (List.map (fun p -> "[" ^ String.concat "; " (List.map fact p) ^ "]") patterns));
  Printf.fprintf out "Definition variables : list positive :=\n  [%s].\n\n"
    (String.concat "; " (List.rev_map string_of_int !listed));
  strings out refutations;
  close_out out
