(* The positions of a closed set, by the moves of its file's tree. Nothing rests on this file: the verified
   check takes any list of positions. *)

module V = Verified

let magic = "patsat closed-set 1\n"

let tree file =
  let fixed = String.length magic + 32 + 8 in
  if Reader.starts magic file = None || String.length file < fixed + 32 then
    Reader.fail "this is no closed set of a lost game";
  try Inflate.inflate (String.sub file fixed (String.length file - fixed - 32))
  with Inflate.Damaged -> Reader.fail "the closed set is damaged"

let positions (game : Reader.game) file =
  let tree = tree file and at = ref 0 in
  let rec number shift =
    if !at >= String.length tree then Reader.fail "the closed set is cut short";
    let byte = Char.code tree.[!at] in
    incr at;
    let low = (byte land 0x7f) lsl shift in
    if byte land 0x80 = 0 then low else low lor number (shift + 7)
  in
  let place code =
    match code mod 8 with
    | 1 -> `Column (code / 8)
    | 2 -> `Cell (code / 8)
    | 4 -> `Home
    | _ -> Reader.fail "the closed set is of a game with other places"
  in
  let found = ref [ game.start ] and above = ref [] and here = ref game.start in
  while !at < String.length tree do
    match number 0 with
    | 0 -> (
        match !above with
        | [] -> Reader.fail "the closed set's tree goes above its root"
        | p :: rest -> here := p; above := rest)
    | first ->
        let source = place first in
        let target = place (number 0) in
        let count = match (source, target) with `Column _, `Column _ -> number 0 | _ -> 1 in
        let moves = Reader.single_moves !here source target count in
        let next p m =
          match V.make game.rules p m with
          | Some p -> p
          | None -> Reader.fail "the closed set's tree makes an illegal move"
        in
        above := !here :: !above;
        here := List.fold_left next !here moves;
        found := !here :: !found
  done;
  !found

let hash (p : V.position) = Search.positive (1 + (Hashtbl.hash_param 300 400 p land 0xfffff))
