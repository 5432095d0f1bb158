(* Dead patterns as text:
     patsat dead-patterns 1
     game freecell               (for people, as is the next line)
     deal ms:11982
     instance 64 hex digits      (SHA-256 of rules and position)
     3H on 9S, QC on 4D, KS in a cell, 5D at a bottom, 2C home *)

module V = Verified

let expected = "'CARD on CARD', 'CARD in a cell', 'CARD at a bottom' or 'CARD home'"

(* A card that is in play at the start; of a deck of one copy it is its first and only one. *)
let card_of line in_play word =
  let name, twin =
    match String.index_opt word '.' with
    | Some n -> (String.sub word 0 n, String.sub word (n + 1) (String.length word - n - 1))
    | None -> (word, "1")
  in
  let card = Cards.verified (Cards.card_of line name) in
  if twin <> "1" then Text.unreadable line (Text.quoted word) "a card that is there once";
  if not (List.mem card in_play) then Text.unreadable line (Text.quoted word) "a card in play at the start";
  card

let fact_of line in_play text =
  let card = card_of line in_play in
  match Text.words text with
  | [ name; "on"; below ] -> (card name, V.On (card below))
  | [ name; "at"; "a"; "bottom" ] -> (card name, V.Bottom)
  | [ name; "in"; "a"; "cell" ] -> (card name, V.InCell)
  | [ name; "home" ] -> (card name, V.AtHome)
  | _ -> Text.unreadable line (Text.quoted (Text.trim text)) expected

let in_play (i : Instance.t) = List.concat i.start.V.columns @ List.filter_map Fun.id i.start.V.cells

let pattern_of in_play (line : Text.line) =
  let facts = List.map (fact_of line in_play) (String.split_on_char ',' line.text) in
  let rec check = function
    | [] -> ()
    | (card, spot) :: rest ->
        if List.exists (fun (c, s) -> c = card && s <> spot) rest then
          Text.unreadable line (Cards.card_name (Cards.plain card) ^ " in two places") "each card in one";
        check rest
  in
  check facts;
  facts

(* The patterns of lines without a head. *)
let of_lines i lines = List.map (pattern_of (in_play i)) lines

let read (i : Instance.t) file =
  match Text.content_lines (Text.lines_of file (Text.bytes file)) with
  | { text = "patsat dead-patterns 1"; _ } :: rest ->
      let bound = ref false and found = ref [] and in_play = in_play i in
      let read_line (line : Text.line) =
        match Text.words line.text with
        | ("game" | "deal") :: _ -> ()
        | [ "instance"; hex ] ->
            if not (Sha256.is_hex hex) then Text.unreadable line (Text.quoted hex) "64 hex digits";
            if String.lowercase_ascii hex <> Sha256.hex i.digest then
              Text.refused "the dead patterns were made for other rules or another position";
            bound := true
        | _ when not !bound ->
            Text.unreadable line (Text.quoted line.text) "a line 'instance' with 64 hex digits before the first pattern"
        | _ -> found := pattern_of in_play line :: !found
      in
      List.iter read_line rest;
      if !found = [] then Text.unreadable_file file "no pattern" "at least one";
      List.rev !found
  | _ -> Text.unreadable_file file "another file" "one that starts 'patsat dead-patterns 1'"
