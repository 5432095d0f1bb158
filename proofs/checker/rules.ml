(* The rules of a game, as the Rust program writes them in JSON, of the games that the proofs are about. *)

module V = Verified

type t = {
  ranks : int;
  suits : int;
  columns : int;
  cells : int;
  layout : string;  (* as compact JSON; it says how cards are dealt, and here they lie already *)
  build : string;
  group : string;
  empty_column : string;
}

let most_places = 65_000
let plain_layout = {|{"sizes":"all","face_up":"all","cells":0,"reserve":0,"aces_home":false}|}
let builds = [ "alternate-colour"; "same-suit"; "any-suit"; "nothing" ]
let fillings = [ "any"; "top-rank"; "nothing" ]

let freecell =
  { ranks = 13; suits = 4; columns = 8; cells = 4; layout = plain_layout; build = "alternate-colour";
    group = "by-spaces"; empty_column = "any" }

let verified r =
  { V.ranks = Cards.positive r.ranks;
    builds =
      (match r.build with
      | "alternate-colour" -> V.AlternateColour
      | "same-suit" -> V.SameSuit
      | "any-suit" -> V.AnySuit
      | "nothing" -> V.NoBuild
      | other -> failwith other);
    fills =
      (match r.empty_column with
      | "any" -> V.AnyCard
      | "top-rank" -> V.TopRank
      | "nothing" -> V.NoCard
      | other -> failwith other) }

(* The rules as the digest of an instance has them: compact, the name left out. *)
let digested r =
  Printf.sprintf
    {|{"name":"","deck":{"ranks":%d,"suits":%d,"copies":1},"columns":%d,"cells":%d,"layout":%s,"build":"%s","step":"one","group":"%s","empty_column":"%s","home":"foundations","stock":{"kind":"none"}}|}
    r.ranks r.suits r.columns r.cells r.layout r.build r.group r.empty_column

let from_one most what j =
  match Json.natural most j with
  | 0 -> Json.unexpected j (Printf.sprintf "at least one %s" what)
  | n -> n

let sizes j =
  match j.Json.value with
  | Json.String "all" -> {|"all"|}
  | Json.Object [ ("round", n) ] -> Printf.sprintf {|{"round":%d}|} (Json.natural 0xffffffff n)
  | Json.Object [ ("leaving-rows", n) ] -> Printf.sprintf {|{"leaving-rows":%d}|} (Json.natural 0xffffffff n)
  | Json.Object [ ("listed", l) ] ->
      let sizes = List.map (fun n -> string_of_int (Json.natural 0xffffffff n)) (Json.list l) in
      Printf.sprintf {|{"listed":[%s]}|} (String.concat "," sizes)
  | _ -> Json.unexpected j {|"all", {"round": N}, {"listed": [N, ...]} or {"leaving-rows": N}|}

let flag j = match j.Json.value with Json.Bool b -> b | _ -> Json.unexpected j "true or false"
let or_else default read = function Some j -> read j | None -> default

let layout j =
  let members = Json.members j [ "sizes"; "face_up"; "cells"; "reserve"; "aces_home" ] in
  let optional key default read = or_else default read (List.assoc_opt key members) in
  Printf.sprintf {|{"sizes":%s,"face_up":"%s","cells":%d,"reserve":%d,"aces_home":%b}|}
    (sizes (Json.member j members "sizes"))
    (optional "face_up" "all" (Json.one_of [ "all"; "top" ]))
    (optional "cells" 0 (Json.natural 0xffff))
    (optional "reserve" 0 (Json.natural 0xffff))
    (optional "aces_home" false flag)

(* All fields of the rules are read; those that the proofs know in one way only must have that value. *)
let of_json j =
  match j.Json.value with
  | Json.String "freecell" -> freecell
  | Json.String _ -> Json.unexpected j "'freecell' or an object of rules, as 'patsat games NAME' prints it"
  | _ ->
      let members =
        Json.members j
          [ "name"; "deck"; "columns"; "cells"; "layout"; "build"; "step"; "group"; "empty_column"; "home"; "stock" ]
      in
      let required key = Json.member j members key in
      let optional key default read = or_else default read (List.assoc_opt key members) in
      let deck = required "deck" in
      let of_deck = Json.members deck [ "ranks"; "suits"; "copies" ] in
      let copies = Json.member deck of_deck "copies" in
      if Json.natural 0xffff copies <> 1 then Json.unexpected copies "one copy of each card";
      ignore (Json.text (required "name"));
      ignore (optional "step" "one" (Json.one_of [ "one" ]));
      ignore (Json.one_of [ "foundations" ] (required "home"));
      let stock j = Json.one_of [ "none" ] (Json.member j (Json.members j [ "kind" ]) "kind") in
      ignore (optional "stock" "none" stock);
      { ranks = from_one Cards.most_ranks "rank" (Json.member deck of_deck "ranks");
        suits = from_one Cards.most_suits "suit" (Json.member deck of_deck "suits");
        columns = from_one most_places "column" (required "columns");
        cells = optional "cells" 0 (Json.natural most_places);
        layout = layout (required "layout");
        build = Json.one_of builds (required "build");
        group = Json.one_of [ "single"; "by-spaces" ] (required "group");
        empty_column = Json.one_of fillings (required "empty_column") }
