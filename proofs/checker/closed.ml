(* The positions of a closed set, by the moves of its file's tree. The verified check takes any list of positions; that
   the file is whole and was made for this game is checked here, as the Rust program does. *)

module V = Verified

let magic = "patsat closed-set 1\n"
let bounded_magic = "patsat bounded-set 1\n"
let digest_size = 32

(* The tree, and how many positions it should have. *)
let opened (i : Instance.t) name =
  let file = Text.bytes name in
  if Text.starts bounded_magic file then
    Text.refused "the certificate shows that no plan is shorter: expected one that the game cannot be won";
  if not (Text.starts magic file) then
    Text.unreadable_file name "another file" "a closed set, which starts 'patsat closed-set 1'";
  let size = String.length file and head = String.length magic in
  if size < head + digest_size + 8 + digest_size then Text.refused "the certificate is cut short";
  let body = size - digest_size in
  if Sha256.digest (String.sub file 0 body) <> String.sub file body digest_size then
    Text.refused "the certificate is damaged: its checksum does not match";
  if String.sub file head digest_size <> i.digest then
    Text.refused "the certificate was made for other rules or another position";
  let claimed = String.get_int64_le file (head + digest_size) in
  let tree_at = head + digest_size + 8 in
  match Inflate.inflate (String.sub file tree_at (body - tree_at)) with
  | tree -> (tree, claimed)
  | exception Inflate.Damaged -> Text.refused "the certificate's tree is malformed: it does not unpack"

(* Positions by all of their cards: the hash that [Hashtbl] would take looks at ten values. *)
let hash_of (p : V.position) = Hashtbl.hash_param 300 400 p

module Keys = Hashtbl.Make (struct
  type t = V.position

  let equal = ( = )
  let hash = hash_of
end)

let positions (i : Instance.t) name =
  let tree, claimed = opened i name in
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
  let found = ref [ i.start ] and above = ref [] and here = ref i.start in
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
        let _, after = Moves.play i !here source target count in
        above := !here :: !above;
        here := after;
        found := after :: !found
  done;
  let keys = Keys.create 1000 in
  List.iter (fun p -> Keys.replace keys (V.canonical_key p) ()) !found;
  let distinct = Keys.length keys in
  if Int64.of_int distinct <> claimed then
    Text.refused "the certificate claims %Lu positions but has %d" claimed distinct;
  !found

let hash p = Search.positive (1 + (hash_of p land 0xfffff))
