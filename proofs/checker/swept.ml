(* Swept sets as text:
     patsat swept-set 1
     game forty-thieves          (for people, as is the next line)
     deal solvitaire:forty-thieves:15
     instance 64 hex digits      (SHA-256 of rules and position)
     safe-home made              (or left: whether safe cards go home at once)
     0 1                         (progress since the start, and how many positions have it) *)

module V = Verified

let magic = "patsat swept-set 1"
let most = 1_000_000_000_000_000

(* Whether safe cards go home, and the levels. *)
let read (i : Waste.t) file =
  match Text.content_lines (Text.lines_of file (Text.bytes file)) with
  | { text; _ } :: rest when text = magic ->
      let bound = ref false and made = ref None and levels = ref [] and last = ref (-1) in
      let once (line : Text.line) what seen = if seen then Text.unreadable line ("a second line '" ^ what ^ "'") "one" in
      let number_of line word =
        match Text.number_within most word with
        | Some n -> n
        | None -> Text.unreadable line (Text.quoted word) (Printf.sprintf "a number up to %d" most)
      in
      let read_line (line : Text.line) =
        match Text.words line.text with
        | ("game" | "deal") :: _ -> ()
        | [ "instance"; hex ] ->
            once line "instance" !bound;
            if not (Sha256.is_hex hex) then Text.unreadable line (Text.quoted hex) "64 hex digits";
            if String.lowercase_ascii hex <> Sha256.hex i.digest then
              Text.refused "the swept set was made for other rules or another position";
            bound := true
        | _ when not !bound ->
            Text.unreadable line (Text.quoted line.text) "a line 'instance' with 64 hex digits before the first level"
        | [ "safe-home"; (("made" | "left") as word) ] ->
            once line "safe-home" (!made <> None);
            made := Some (word = "made")
        | _ when !made = None ->
            Text.unreadable line (Text.quoted line.text) "'safe-home made' or 'safe-home left' before the first level"
        | [ progress; number ] ->
            let n = number_of line progress and positions = number_of line number in
            if n <= !last then
              Text.unreadable line (Printf.sprintf "progress %d" n) (Printf.sprintf "more than %d" !last);
            if positions = 0 then Text.unreadable line "0 positions" "at least one";
            last := n;
            levels := (n, positions) :: !levels
        | _ -> Text.unreadable line (Text.quoted line.text) "a progress and how many positions have it, such as '2 4'"
      in
      List.iter read_line rest;
      if not !bound then Text.unreadable_file file "no line 'instance'" "one";
      if !levels = [] then Text.unreadable_file file "no level" "lines such as '0 1'";
      (!made = Some true, List.rev !levels)
  | _ -> Text.unreadable_file file "another file" ("one that starts '" ^ magic ^ "'")

(* ---- the hash ---- *)

let rec int_of p n bit = match p with V.XH -> n lor bit | V.XO p -> int_of p n (bit * 2) | V.XI p -> int_of p (n lor bit) (bit * 2)
let mix h n = (h * 0x2545f491) lxor (h lsr 29) lxor n
let card_in h (c : V.card) = mix h ((int_of c.rank 0 1 * 8) + int_of c.suit 0 1)
let cards_in h l = mix (List.fold_left card_in h l) 1009

let height_in h = function V.N0 -> mix h 0 | V.Npos n -> mix h (int_of n 0 1)

(* What lies in the stock follows from how many cards are left, and the waste from all the others. *)
let hash (p : V.spread) =
  let h = List.fold_left cards_in (List.length p.stock) p.tableau in
  let h = List.fold_left (List.fold_left height_in) h p.foundations in
  Cards.positive (1 + ((h lxor (h lsr 31)) land 0x1fffff))

(* Millions of positions live for long. *)
let patient () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 120 }

let check (i : Waste.t) made levels =
  let level (progress, number) = (Cards.number progress, Cards.positive number) in
  patient ();
  V.check_swept_set hash (Waste.verified i.rules) i.start made (List.map level levels)
