(* Plans in the JSON of the Rust program, all of it read: unknown keys and values are refused. *)

let kinds = [ "column"; "cell"; "reserve"; "foundation" ]

(* A place of the table; the games that the proofs cover have no others. *)
let place j =
  match j.Json.value with
  | Json.String ("waste" | "stock") -> Text.refused "a move is not legal: this game has no %s" (Json.text j)
  | Json.Object [ (kind, number) ] when List.mem kind kinds -> (
      let number = Json.natural 0xffff number in
      match kind with
      | "column" -> Moves.Column number
      | "cell" -> Moves.Cell number
      | "foundation" -> Moves.Foundation number
      | _ -> Text.refused "a move is not legal: this game has no %s" kind)
  | _ -> Json.unexpected j {|a place such as {"column": 0}, {"cell": 0} or {"foundation": 0}|}

let move j =
  match j.Json.value with
  | Json.String (("draw" | "redeal" | "deal-row") as word) ->
      Text.refused "a move is not legal (%s): this game has no stock" word
  | Json.Object [ ("collect", of_column) ] ->
      let members = Json.members of_column [ "column" ] in
      ignore (Json.natural 0xffff (Json.member of_column members "column"));
      Text.refused "a move is not legal (collect): no run is collected in this game"
  | Json.Object [ ("cards", cards) ] ->
      let members = Json.members cards [ "from"; "to"; "count" ] in
      let member key = Json.member cards members key in
      (member "from", member "to", Json.natural 0xffffffff (member "count"))
  | _ -> Json.unexpected j {|a move such as {"cards": {"from": ..., "to": ..., "count": 1}}|}

let read (i : Instance.t) file =
  let text = Text.bytes file in
  let has_words (line : Text.line) = Text.words line.text <> [] in
  let first = List.find has_words (Text.lines_of file text) in
  if not (Text.starts "{" (List.hd (Text.words first.text))) then
    Text.unreadable first (Text.quoted (List.hd (Text.words first.text)))
      "a plan in JSON, which '--format plan-json' prints";
  let j = Json.parse file text in
  let members = Json.members j [ "schema"; "id"; "base"; "steps"; "moves" ] in
  let number key expected =
    let value = Json.member j members key in
    if Json.natural 1000 value <> expected then Json.unexpected value (Printf.sprintf "%s %d" key expected)
  in
  number "schema" 1;
  number "base" 0;
  Option.iter (fun steps -> List.iter (fun n -> ignore (Json.natural 0xffffffff n)) (Json.list steps))
    (List.assoc_opt "steps" members);
  (match (List.assoc_opt "id" members, i.name) with
  | None, _ | Some { value = Json.Null; _ }, _ -> ()
  | Some id, Some name when Json.text id <> name -> Json.unexpected id ("a plan for " ^ name)
  | Some id, _ -> ignore (Json.text id));
  let step (found, p) (from, target, count) =
    let moves, p = Moves.play i p (place from) (place target) count in
    (List.rev_append moves found, p)
  in
  let moves = List.map move (Json.list (Json.member j members "moves")) in
  List.rev (fst (List.fold_left step ([], i.start) moves))
