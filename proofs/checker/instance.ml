(* A game: rules and a position that holds each card of its deck once, and the digest by which certificates name it. *)

module V = Verified

type t = {
  rules : V.rules;
  start : V.position;
  of_rules : Rules.t;
  name : string option;  (* of the deal, such as ms:617 *)
  digest : string;  (* 32 bytes *)
}

(* Columns with the deepest card first, cells, heights. *)
type position = { columns : Cards.card list list; cells : Cards.card option list; home : int list }

let rec filled_up n value l =
  match (n, l) with
  | 0, l -> l
  | n, [] -> value :: filled_up (n - 1) value []
  | n, x :: rest -> x :: filled_up (n - 1) value rest

(* SHA-256 of rules and position as the Rust program writes them: compact JSON, empty lists left out. *)
let digest rules p =
  let card c = Printf.sprintf {|"%s"|} (Cards.card_name c) in
  let listed item l = "[" ^ String.concat "," (List.map item l) ^ "]" in
  let column l = Printf.sprintf {|{"cards":%s}|} (listed card l) in
  let cells = if p.cells = [] then "" else {|,"cells":|} ^ listed (Option.fold ~none:"null" ~some:card) p.cells in
  let deal =
    Printf.sprintf {|{"columns":%s%s,"foundations":%s}|} (listed column p.columns) cells
      (listed string_of_int p.home)
  in
  Sha256.digest (Printf.sprintf "[%s,%s]" (Rules.digested rules) deal)

(* The instance of a position whose cards have been checked; places that are missing are empty ones. *)
let make ?name rules p =
  let columns = filled_up rules.Rules.columns [] p.columns in
  let p = { p with columns; cells = filled_up rules.Rules.cells None p.cells } in
  let start =
    { V.columns = List.map (fun l -> List.rev_map Cards.verified l) p.columns;
      cells = List.map (Option.map Cards.verified) p.cells; home = List.map Cards.number p.home }
  in
  { rules = Rules.verified rules; start; of_rules = rules; name; digest = digest rules p }

(* The deals of Microsoft's FreeCell, from 1 to 2^31 - 1, as [Microsoft.v] defines them. *)
let microsoft deal rules =
  let start =
    V.microsoft (Cards.number deal) (Rules.verified rules) (Cards.nat rules.Rules.columns) (Cards.nat rules.cells)
  in
  let columns = List.map (List.rev_map Cards.plain) start.V.columns in
  { (make ~name:(Printf.sprintf "ms:%d" deal) rules { columns; cells = []; home = [ 0; 0; 0; 0 ] }) with start }

(* The position as a text: [Board.v] proves that no two are printed alike. *)
let printed start =
  match V.print start with
  | Some text -> String.of_seq (List.to_seq text)
  | None -> Text.refused "the cards of this position have no names: expected at most 13 ranks and 4 suits"

(* The instance as a text that [Plain] reads. *)
let show i =
  String.concat "\n" [ "# instance " ^ Sha256.hex i.digest; "rules " ^ Rules.digested i.of_rules; printed i.start ]

(* A position that was read from such lines, or [None] where they are spelled in another way. *)
let read_again lines =
  let line text = String.concat " " (Text.words text) in
  V.read (List.of_seq (String.to_seq (String.concat "\n" (List.map line lines))))

(* ---- what both kinds of instances in JSON have ---- *)

(* A card with its line. *)
let card_of_json j = (j.Json.line, Cards.card_of j.Json.line (Json.text j))

let column_of_json j =
  let members = Json.members j [ "cards"; "face_down" ] in
  Option.iter
    (fun n -> if Json.natural 0xffff n <> 0 then Json.unexpected n "no face-down cards")
    (List.assoc_opt "face_down" members);
  List.map card_of_json (Json.list (Json.member j members "cards"))

(* The items of a list, which may be left out. *)
let items members key = match List.assoc_opt key members with Some l -> Json.list l | None -> []

(* Refuses items of these lists, and a waste that has been turned over. *)
let not_covered members keys =
  List.iter
    (fun key ->
      match items members key with
      | [] -> ()
      | first :: _ -> Json.unexpected first ("no " ^ key ^ ", which the proofs do not cover"))
    keys;
  Option.iter
    (fun n -> if Json.natural 0xffff n <> 0 then Json.unexpected n "no redeal used")
    (List.assoc_opt "redeals_used" members)
