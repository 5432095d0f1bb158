(* The positions of a closed set, by the moves of its file's tree. The verified check takes any list of positions; that
   the file is whole and was made for this game is checked here, as the Rust program does. *)

module V = Verified

let magic = "patsat closed-set 1\n"
let bounded_magic = "patsat bounded-set 1\n"
let digest_size = 32

(* What a file says beside its tree: the number of its positions, and in a bounded set how many moves each plan has. *)
type head = { claimed : int64; least : int option }

(* The tree, and what is said of it. *)
let opened (i : Instance.t) name ~bounded =
  let file = Text.bytes name in
  let magic, other = if bounded then (bounded_magic, magic) else (magic, bounded_magic) in
  if Text.starts other file then
    Text.refused "%s"
      (if bounded then "the certificate shows that the game cannot be won: expected one that no plan is shorter"
       else "the certificate shows that no plan is shorter: expected one that the game cannot be won");
  if not (Text.starts magic file) then
    Text.unreadable_file name "another file"
      (Printf.sprintf "a %s set, which starts '%s'" (if bounded then "bounded" else "closed") (Text.trim magic));
  let size = String.length file and head = String.length magic in
  let more = if bounded then 5 else 0 in
  if size < head + digest_size + more + 8 + digest_size then Text.refused "the certificate is cut short";
  let body = size - digest_size in
  if Sha256.digest (String.sub file 0 body) <> String.sub file body digest_size then
    Text.refused "the certificate is damaged: its checksum does not match";
  if String.sub file head digest_size <> i.digest then
    Text.refused "the certificate was made for other rules or another position";
  let at = head + digest_size in
  if bounded && file.[at] <> '\001' then
    Text.refused "the certificate counts supermoves, or moves that are not home: expected single cards (m1)";
  let least = if bounded then Some (Int32.to_int (String.get_int32_le file (at + 1)) land 0xffffffff) else None in
  let claimed = String.get_int64_le file (at + more) in
  let tree_at = at + more + 8 in
  match Inflate.inflate (String.sub file tree_at (body - tree_at)) with
  | tree -> (tree, { claimed; least })
  | exception Inflate.Damaged -> Text.refused "the certificate's tree is malformed: it does not unpack"

(* Positions by all of their cards: the hash that [Hashtbl] would take looks at ten values. *)
let hash_of (p : V.position) = Hashtbl.hash_param 300 400 p

module Keys = Hashtbl.Make (struct
  type t = V.position

  let equal = ( = )
  let hash = hash_of
end)

(* The positions of a tree, each with what leads to it: [after] is what follows a move of so many single ones. *)
let walk (i : Instance.t) (tree, head) first after =
  let at = ref 0 and item = ref 0 in
  let malformed () = Text.refused "the certificate's tree is malformed at its item %d" !item in
  (* Base 128, the low part first, at most 62 bits. *)
  let number () =
    let rec go shift value =
      if !at >= String.length tree || shift > 56 then malformed ();
      let byte = Char.code tree.[!at] in
      incr at;
      let value = value lor ((byte land 0x7f) lsl shift) in
      if value < 0 then malformed ();
      if byte land 0x80 = 0 then value else go (shift + 7) value
    in
    go 0 0
  in
  let place code =
    let number = code / 8 in
    if number > 0xffff then malformed ();
    match code mod 8 with
    | 1 -> Moves.Column number
    | 2 -> Moves.Cell number
    | 4 -> Moves.Foundation number
    | _ -> Text.refused "the certificate's tree makes an illegal move: this game has no such place"
  in
  let found = ref [ first ] and above = ref [] and here = ref first in
  while !at < String.length tree do
    incr item;
    match number () with
    | 0 -> (
        match !above with
        | [] -> Text.refused "the certificate's tree goes above its root"
        | p :: rest -> here := p; above := rest)
    | first ->
        let source = place first in
        let target = place (number ()) in
        let count = match (source, target) with Moves.Column _, Moves.Column _ -> number () | _ -> 1 in
        let moves, next = Moves.play i (fst !here) source target count in
        above := !here :: !above;
        here := after next (snd !here + List.length moves);
        found := !here :: !found
  done;
  let keys = Keys.create 1000 in
  List.iter (fun (p, _) -> Keys.replace keys (V.canonical_key p) ()) !found;
  let distinct = Keys.length keys in
  if Int64.of_int distinct <> head.claimed then
    Text.refused "the certificate claims %Lu positions but has %d" head.claimed distinct;
  !found

let positions i name =
  let opened = opened i name ~bounded:false in
  List.map fst (walk i opened (i.Instance.start, 0) (fun p cost -> (p, cost)))

(* Numbers of the verified check, each made once. *)
let nats = Array.make 10_000 V.O
let () = for n = 1 to Array.length nats - 1 do nats.(n) <- V.S nats.(n - 1) done
let nat n = if n < Array.length nats then nats.(n) else Text.refused "the certificate is about %d moves: expected less" n

(* The positions of a bounded set with their costs, after the moves home that are not in the tree. *)
let bounded (i : Instance.t) name =
  let (_, head) as opened = opened i name ~bounded:true in
  let settled p cost =
    let p, cost = V.settle i.rules (nat 9_999) p (nat cost) in
    (p, Search.int_of_nat cost)
  in
  let set = walk i opened (settled i.start 0) settled in
  (Option.get head.least, List.rev_map (fun (p, cost) -> (p, nat cost)) set)

let hash p = Search.positive (1 + (hash_of p land 0xfffff))
