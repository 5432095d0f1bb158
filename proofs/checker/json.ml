(* JSON (RFC 8259) with the line of each value. Objects name each key once; nothing follows the value. *)

type t = { line : Text.line; value : value }
and value = Null | Bool of bool | Number of string | String of string | List of t list | Object of (string * t) list

let kind j =
  match j.value with
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number n -> if String.length n > 40 then "a long number" else n
  | String s -> Text.quoted s
  | List _ -> "a list"
  | Object _ -> "an object"

let unexpected j expected = Text.unreadable j.line (kind j) expected

let utf8 code =
  let buffer = Buffer.create 4 in
  Buffer.add_utf_8_uchar buffer (Uchar.of_int code);
  Buffer.contents buffer

let parse ?(first_line = 1) file text =
  let bom = "\xef\xbb\xbf" in
  let at = ref (if Text.starts bom text then 3 else 0) and number = ref first_line in
  let here () = { Text.file; number = !number; text = "" } in
  let peek () = if !at < String.length text then Some text.[!at] else None in
  let found () =
    match peek () with None -> "the end of the file" | Some c -> Text.quoted (String.make 1 c)
  in
  let fail expected = Text.unreadable (here ()) (found ()) expected in
  let rec blanks () =
    match peek () with
    | Some '\n' -> incr number; incr at; blanks ()
    | Some (' ' | '\t' | '\r') -> incr at; blanks ()
    | _ -> ()
  in
  let sign c = blanks (); if peek () = Some c then incr at else fail (Printf.sprintf "'%c'" c) in
  let hex () =
    if !at + 4 > String.length text then fail "four hex digits";
    let digits = String.sub text !at 4 in
    let is_hex c = ('0' <= c && c <= '9') || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F') in
    if not (String.for_all is_hex digits) then fail "four hex digits";
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let string () =
    sign '"';
    let out = Buffer.create 16 in
    let escaped () =
      let c = peek () in
      incr at;
      match c with
      | Some (('"' | '\\' | '/') as c) -> Buffer.add_char out c
      | Some 'b' -> Buffer.add_char out '\b'
      | Some 'f' -> Buffer.add_char out '\012'
      | Some 'n' -> Buffer.add_char out '\n'
      | Some 'r' -> Buffer.add_char out '\r'
      | Some 't' -> Buffer.add_char out '\t'
      | Some 'u' ->
          let first = hex () in
          let code =
            if first < 0xd800 || first > 0xdfff then first
            else if first > 0xdbff || not (!at + 2 <= String.length text && String.sub text !at 2 = "\\u") then
              fail "a pair of surrogates"
            else begin
              at := !at + 2;
              let second = hex () in
              if second < 0xdc00 || second > 0xdfff then fail "a pair of surrogates";
              0x10000 + ((first - 0xd800) lsl 10) + (second - 0xdc00)
            end
          in
          Buffer.add_string out (utf8 code)
      | _ -> decr at; fail "an escape of JSON"
    in
    let rec go () =
      match peek () with
      | Some '"' -> incr at
      | Some '\\' -> incr at; escaped (); go ()
      | Some c when c >= ' ' -> incr at; Buffer.add_char out c; go ()
      | _ -> fail "the end of a text, '\"'"
    in
    go ();
    Buffer.contents out
  in
  let numeral () =
    let from = !at in
    let digits () =
      let from = !at in
      while match peek () with Some '0' .. '9' -> true | _ -> false do incr at done;
      if !at = from then fail "a digit"
    in
    if peek () = Some '-' then incr at;
    let first = peek () in
    if first = Some '0' then incr at else digits ();
    (match peek () with Some '0' .. '9' -> fail "no digit after a first 0" | _ -> ());
    if peek () = Some '.' then (incr at; digits ());
    (match peek () with
    | Some ('e' | 'E') ->
        incr at;
        (match peek () with Some ('+' | '-') -> incr at | _ -> ());
        digits ()
    | _ -> ());
    Number (String.sub text from (!at - from))
  in
  let word name value =
    let n = String.length name in
    if !at + n <= String.length text && String.sub text !at n = name then (at := !at + n; value)
    else fail "a value of JSON"
  in
  let rec value depth =
    if depth > 100 then fail "lists and objects at most 100 deep";
    blanks ();
    let line = here () in
    let value =
      match peek () with
      | Some '{' -> incr at; members depth []
      | Some '[' -> incr at; elements depth []
      | Some '"' -> String (string ())
      | Some ('-' | '0' .. '9') -> numeral ()
      | Some 't' -> word "true" (Bool true)
      | Some 'f' -> word "false" (Bool false)
      | Some 'n' -> word "null" Null
      | _ -> fail "a value of JSON"
    in
    { line; value }
  and elements depth found =
    blanks ();
    if found = [] && peek () = Some ']' then (incr at; List [])
    else begin
      let found = value (depth + 1) :: found in
      blanks ();
      match peek () with
      | Some ',' -> incr at; elements depth found
      | Some ']' -> incr at; List (List.rev found)
      | _ -> fail "',' or ']'"
    end
  and members depth found =
    blanks ();
    if found = [] && peek () = Some '}' then (incr at; Object [])
    else begin
      let line = here () in
      let key = string () in
      if List.mem_assoc key found then Text.unreadable line (Text.quoted key ^ " again") "each key once";
      sign ':';
      let found = (key, value (depth + 1)) :: found in
      blanks ();
      match peek () with
      | Some ',' -> incr at; members depth found
      | Some '}' -> incr at; Object (List.rev found)
      | _ -> fail "',' or '}'"
    end
  in
  let whole = value 0 in
  blanks ();
  if peek () <> None then fail "the end of the file";
  whole

(* ---- what a reader takes from a value ---- *)

(* The members of an object that has no other keys than these. *)
let members j known =
  match j.value with
  | Object members ->
      let check (key, value) =
        if not (List.mem key known) then
          Text.unreadable value.line ("the key " ^ Text.quoted key) ("one of " ^ String.concat ", " known)
      in
      List.iter check members;
      members
  | _ -> unexpected j "an object"

let member j members key =
  match List.assoc_opt key members with
  | Some value -> value
  | None -> Text.unreadable j.line (Printf.sprintf "no key '%s'" key) "one"

let list j = match j.value with List l -> l | _ -> unexpected j "a list"
let text j = match j.value with String s -> s | _ -> unexpected j "a text"

let natural most j =
  let expected = Printf.sprintf "a whole number from 0 to %d" most in
  match j.value with
  | Number n -> ( match Text.number_within most n with Some n -> n | None -> unexpected j expected)
  | _ -> unexpected j expected

(* One of these words. *)
let one_of known j =
  match j.value with
  | String s when List.mem s known -> s
  | _ -> unexpected j (String.concat " or " (List.map (Printf.sprintf "'%s'") known))
