(* Cards as people write them, and the check that a position holds each card of the deck once. *)

module V = Verified

(* Rank from 1, suit from 0: clubs, diamonds, hearts, spades. *)
type card = { rank : int; suit : int }

let rank_names = "A23456789TJQK"
let suit_names = "CDHS"
let most_ranks = 13
let most_suits = 4
let expected = "a card such as TH or 10H"

let card_name c =
  if c.rank <= most_ranks && c.suit < most_suits then Printf.sprintf "%c%c" rank_names.[c.rank - 1] suit_names.[c.suit]
  else Printf.sprintf "r%ds%d" c.rank (c.suit + 1)

(* `r10s3`, rank 10 of the third suit. *)
let numbered word =
  match String.split_on_char 'S' word with
  | [ rank; suit ] -> (
      match (Text.number_within 0xffffffff rank, Text.number_within 0xffff suit) with
      | Some rank, Some suit when rank >= 1 && suit >= 1 -> Some { rank; suit = suit - 1 }
      | _ -> None)
  | _ -> None

let card_of_opt word =
  let word = String.uppercase_ascii word in
  let size = String.length word in
  if size < 2 then None
  else if word.[0] = 'R' then numbered (String.sub word 1 (size - 1))
  else
    let rank =
      match String.sub word 0 (size - 1) with
      | "10" -> Some 9
      | "1" -> Some 0
      | one when String.length one = 1 -> String.index_opt rank_names one.[0]
      | _ -> None
    in
    match (rank, String.index_opt suit_names word.[size - 1]) with
    | Some rank, Some suit -> Some { rank = rank + 1; suit }
    | _ -> None

let card_of line word =
  match card_of_opt word with Some card -> card | None -> Text.unreadable line (Text.quoted word) expected

(* A cell of a list of cells. *)
let cell_of line word = if word = "-" || word = "--" then None else Some (card_of line word)

(* ---- as the proofs have them ---- *)

let positive = Search.positive
let rec nat n = if n = 0 then V.O else V.S (nat (n - 1))
let number n = if n = 0 then V.N0 else V.Npos (positive n)
let int_of_number = function V.N0 -> 0 | V.Npos p -> Search.int_of_positive p
let verified c = { V.rank = positive c.rank; suit = positive (c.suit + 1) }
let plain c = { rank = Search.int_of_positive c.V.rank; suit = Search.int_of_positive c.V.suit - 1 }

(* ---- the deck ---- *)

let suits_in_words suits = String.concat " " (List.init suits (fun n -> String.make 1 suit_names.[n]))

(* Refuses a position that does not hold each card once: [home] lists the heights of foundations, which stand on
   [home_line], [cards] all others with the lines that they stand on. *)
let check_deck ?home_line file ranks home cards =
  let suits = List.length home in
  let each = Printf.sprintf "each card of ranks 1..%d and suits %s once" ranks (suits_in_words suits) in
  List.iteri
    (fun suit height ->
      if height > ranks then
        let found = Printf.sprintf "a foundation of %c with %d cards" suit_names.[suit] height in
        let expected = Printf.sprintf "at most %d" ranks in
        match home_line with
        | Some line -> Text.unreadable line found expected
        | None -> Text.unreadable_file file found expected)
    home;
  let seen = Hashtbl.create 64 in
  List.iteri
    (fun suit height -> for rank = 1 to height do Hashtbl.replace seen { rank; suit } "at home" done)
    home;
  List.iter
    (fun (line, card) ->
      if card.rank > ranks || card.suit >= suits then Text.unreadable line (card_name card) each;
      (match Hashtbl.find_opt seen card with
      | Some before -> Text.unreadable line (Printf.sprintf "%s again (%s already)" (card_name card) before) each
      | None -> ());
      Hashtbl.replace seen card (Printf.sprintf "on line %d" line.Text.number))
    cards;
  for suit = 0 to suits - 1 do
    for rank = 1 to ranks do
      if not (Hashtbl.mem seen { rank; suit }) then
        Text.unreadable_file file (Printf.sprintf "no %s" (card_name { rank; suit })) each
    done
  done
