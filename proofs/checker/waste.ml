(* A game with a waste: rules and a position in the JSON of the Rust program, and the digest by which swept sets name
   it. The stock is dealt once, a card at a time. *)

module V = Verified

type rules = {
  ranks : int;
  suits : int;
  copies : int;  (* decks *)
  columns : int;
  layout : string;  (* as compact JSON; it says how cards are dealt, and here they lie already *)
  build : string;
  empty_column : string;
  playable : bool;  (* whether the next card of the stock may be played without a draw, which changes nothing *)
}

type t = { rules : rules; start : V.spread; digest : string  (* 32 bytes *); shown : string }

(* Each deck adds foundations; a position has to be read. *)
let most_copies = 100

let named =
  let game ?(copies = 2) ?(build = "same-suit") ?(aces = false) name columns dealt =
    let layout =
      Printf.sprintf {|{"sizes":{"round":%d},"face_up":"all","cells":0,"reserve":0,"aces_home":%b}|} dealt aces
    in
    (name, { ranks = 13; suits = 4; copies; columns; layout; build; empty_column = "any"; playable = true })
  in
  [ game "forty-thieves" 10 40; game "limited" 12 36; game "busy-aces" 12 12; game "waning-moon" 13 52;
    game "famous-fifty" 10 50; game "san-juan-hill" 10 40 ~aces:true; game "streets" 10 40 ~build:"alternate-colour";
    game "maria" 9 36 ~build:"alternate-colour"; game "napoleons-exile" 10 40 ~build:"any-suit";
    game "sixty-thieves" 12 60 ~copies:3 ]

(* The rules as the digest of an instance has them: compact, the name left out. *)
let digested r =
  Printf.sprintf
    {|{"name":"","deck":{"ranks":%d,"suits":%d,"copies":%d},"columns":%d,"cells":0,"layout":%s,"build":"%s","step":"one","group":"single","empty_column":"%s","home":"foundations","stock":{"kind":"waste","redeals":0,"playable":%b}}|}
    r.ranks r.suits r.copies r.columns r.layout r.build r.empty_column r.playable

let verified r = Rules.verified { Rules.freecell with ranks = r.ranks; build = r.build; empty_column = r.empty_column }

(* All fields are read; those that the proofs know in one way only must have that value. *)
let rules_of j =
  match j.Json.value with
  | Json.String name -> (
      match List.assoc_opt name named with
      | Some rules -> rules
      | None ->
          let games = String.concat ", " (List.map fst named) in
          Json.unexpected j ("a game with a waste (" ^ games ^ ") or an object of rules, as 'patsat games NAME' prints it"))
  | _ ->
      let members =
        Json.members j
          [ "name"; "deck"; "columns"; "cells"; "layout"; "build"; "step"; "group"; "empty_column"; "home"; "stock";
            "worrying_back"; "base" ]
      in
      let required key = Json.member j members key in
      let optional key read = Option.iter (fun j -> ignore (read j)) (List.assoc_opt key members) in
      let exactly n j = if Json.natural 0xffff n <> j then Json.unexpected n (string_of_int j) in
      let deck = required "deck" in
      let of_deck = Json.members deck [ "ranks"; "suits"; "copies" ] in
      let stock = required "stock" in
      let of_stock = Json.members stock [ "kind"; "redeals"; "playable"; "draw" ] in
      ignore (Json.one_of [ "waste" ] (Json.member stock of_stock "kind"));
      exactly (Json.member stock of_stock "redeals") 0;
      Option.iter (fun n -> exactly n 1) (List.assoc_opt "draw" of_stock);
      ignore (Json.text (required "name"));
      optional "step" (Json.one_of [ "one" ]);
      optional "cells" (fun n -> exactly n 0);
      optional "base" (fun n -> exactly n 1);
      optional "worrying_back" (fun b -> if Rules.flag b then Json.unexpected b "false");
      ignore (Json.one_of [ "foundations" ] (required "home"));
      ignore (Json.one_of [ "single" ] (required "group"));
      { ranks = Rules.from_one Cards.most_ranks "rank" (Json.member deck of_deck "ranks");
        suits = Rules.from_one Cards.most_suits "suit" (Json.member deck of_deck "suits");
        copies = Rules.from_one most_copies "copy" (Json.member deck of_deck "copies");
        columns = Rules.from_one Rules.most_places "column" (required "columns");
        layout = Rules.layout (required "layout");
        build = Json.one_of Rules.builds (required "build");
        empty_column = Json.one_of Rules.fillings (required "empty_column");
        playable = Rules.flag (Json.member stock of_stock "playable") }

(* Columns, stock and waste with the deepest card first, heights suit by suit. *)
type position = { columns : Cards.card list list; home : int list; stock : Cards.card list; waste : Cards.card list }

let digest rules p =
  let card c = Printf.sprintf {|"%s"|} (Cards.card_name c) in
  let listed item l = "[" ^ String.concat "," (List.map item l) ^ "]" in
  let pile name l = if l = [] then "" else Printf.sprintf {|,"%s":%s|} name (listed card l) in
  let column l = Printf.sprintf {|{"cards":%s}|} (listed card l) in
  Sha256.digest
    (Printf.sprintf {|[%s,{"columns":%s,"foundations":%s%s%s}]|} (digested rules) (listed column p.columns)
       (listed string_of_int p.home) (pile "stock" p.stock) (pile "waste" p.waste))

let show rules p =
  let pile name cards = String.concat " " (name :: List.map Cards.card_name cards) in
  String.concat "\n"
    ([ "# instance " ^ Sha256.hex (digest rules p); "rules " ^ digested rules;
       String.concat " " ("home" :: List.map string_of_int p.home); pile "stock" p.stock; pile "waste" p.waste ]
    @ List.map (pile "column") p.columns)

(* Refuses a position that does not hold each card as often as there are decks. *)
let check_decks file rules home cards =
  let each =
    Printf.sprintf "each card of ranks 1..%d and suits %s in %d copies" rules.ranks (Cards.suits_in_words rules.suits)
      rules.copies
  in
  let seen = Hashtbl.create 200 in
  let count card = Option.value ~default:0 (Hashtbl.find_opt seen card) in
  let add card = Hashtbl.replace seen card (count card + 1) in
  List.iteri
    (fun n height -> for rank = 1 to height do add { Cards.rank; suit = n / rules.copies } done)
    home;
  List.iter
    (fun (line, card) ->
      if card.Cards.rank > rules.ranks || card.suit >= rules.suits then
        Text.unreadable line (Cards.card_name card) each;
      add card;
      if count card > rules.copies then
        Text.unreadable line (Printf.sprintf "%s for the %dth time" (Cards.card_name card) (count card)) each)
    cards;
  for suit = 0 to rules.suits - 1 do
    for rank = 1 to rules.ranks do
      let card = { Cards.rank; suit } in
      if count card < rules.copies then
        Text.unreadable_file file (Printf.sprintf "%s %d times" (Cards.card_name card) (count card)) each
    done
  done

let rec groups size = function
  | [] -> []
  | l -> List.filteri (fun n _ -> n < size) l :: groups size (List.filteri (fun n _ -> n >= size) l)

let of_json file j =
  let members = Json.members j [ "schema"; "rules"; "id"; "deal"; "labels" ] in
  let schema = Json.member j members "schema" in
  if Json.natural 1000 schema <> 1 then Json.unexpected schema "schema 1";
  (* Names of deals, which this program does not deal itself, and notes. *)
  List.iter
    (fun (key, (j : Json.t)) ->
      match key with
      | "id" -> if j.value <> Json.Null then ignore (Json.text j)
      | "labels" -> List.iter (fun j -> ignore (Json.text j)) (Json.list j)
      | _ -> ())
    members;
  let rules = rules_of (Json.member j members "rules") in
  let deal = Json.member j members "deal" in
  let of_deal =
    Json.members deal [ "columns"; "cells"; "reserve"; "foundations"; "stock"; "waste"; "hole"; "redeals_used" ]
  in
  let cards key = List.map Instance.card_of_json (Instance.items of_deal key) in
  Instance.not_covered of_deal [ "cells"; "reserve"; "hole" ];
  let columns = List.map Instance.column_of_json (Json.list (Json.member deal of_deal "columns")) in
  let stock = cards "stock" and waste = cards "waste" in
  if List.length columns > rules.columns then
    Text.unreadable deal.line
      (Printf.sprintf "%d columns" (List.length columns)) (Printf.sprintf "at most %d" rules.columns);
  let foundations = rules.suits * rules.copies in
  let home = List.map (Json.natural rules.ranks) (Instance.items of_deal "foundations") in
  let home = if home = [] then List.init foundations (fun _ -> 0) else home in
  if List.length home <> foundations then
    Text.unreadable deal.line (Printf.sprintf "%d foundations" (List.length home)) (string_of_int foundations);
  check_decks file rules home (List.concat columns @ stock @ waste);
  let all = List.map snd in
  let p =
    { columns = Instance.filled_up rules.columns [] (List.map all columns); home; stock = all stock; waste = all waste }
  in
  let top_first = List.rev_map Cards.verified in
  let start =
    { V.tableau = List.map top_first p.columns; stock = top_first p.stock; waste = top_first p.waste;
      foundations = List.map (List.map Cards.number) (groups rules.copies p.home) }
  in
  { rules; start; digest = digest rules p; shown = show rules p }

(* Whether this is an instance in JSON with rules that have a waste. *)
let has_waste (j : Json.t) =
  let member key = function Json.Object members -> List.assoc_opt key members | _ -> None in
  match member "rules" j.value with
  | Some { value = Json.String name; _ } -> List.mem_assoc name named
  | Some { value = rules; _ } -> (
      match member "stock" rules with
      | Some { value = stock; _ } -> (
          match member "kind" stock with Some { value = Json.String "waste"; _ } -> true | _ -> false)
      | None -> false)
  | None -> false
