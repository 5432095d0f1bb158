(* Texts, their lines and their numbers. A reader refuses what it does not know: there is no default for a word
   that is unknown and no number that is cut off. *)

(* A file that cannot be read, with the sentence that is printed. *)
exception Unreadable of string

(* A certificate that was read and that shows nothing. *)
exception Refused of string

let refused format = Printf.ksprintf (fun s -> raise (Refused s)) format

type line = { file : string; number : int; text : string }

(* A word of a file as a sentence may show it: without control characters, at most 40 bytes. *)
let quoted word =
  let short = if String.length word > 40 then String.sub word 0 40 ^ "..." else word in
  "'" ^ String.map (fun c -> if c < ' ' || c > '~' then '?' else c) short ^ "'"

let unreadable line found expected =
  raise (Unreadable (Printf.sprintf "%s:%d: found %s, expected %s" line.file line.number found expected))

let unreadable_file file found expected =
  raise (Unreadable (Printf.sprintf "%s: found %s, expected %s" file found expected))

let starts prefix text =
  let n = String.length prefix in
  String.length text >= n && String.sub text 0 n = prefix

(* The bytes of a file, also of a pipe, whose length is unknown. *)
let bytes name =
  try
    let file = open_in_bin name in
    let buffer = Buffer.create 65536 and chunk = Bytes.create 65536 in
    let rec go () =
      match input file chunk 0 (Bytes.length chunk) with
      | 0 -> ()
      | n -> Buffer.add_subbytes buffer chunk 0 n; go ()
    in
    Fun.protect ~finally:(fun () -> close_in_noerr file) go;
    Buffer.contents buffer
  with Sys_error why -> raise (Unreadable (if starts name why then why else name ^ ": " ^ why))

(* White space beyond ASCII, in UTF-8. *)
let wide_blanks =
  [ "\xc2\x85"; "\xc2\xa0"; "\xe1\x9a\x80"; "\xe2\x80\xa8"; "\xe2\x80\xa9"; "\xe2\x80\xaf"; "\xe2\x81\x9f"; "\xe3\x80\x80" ]
  @ List.init 11 (fun n -> Printf.sprintf "\xe2\x80%c" (Char.chr (0x80 + n)))

let is_blank c = c = ' ' || ('\t' <= c && c <= '\r')

(* Every white space as blanks of ASCII; the number of words and lines stays. *)
let plain_blanks text =
  if String.for_all (fun c -> c < '\x80') text then text
  else begin
    let out = Buffer.create (String.length text) and at = ref 0 in
    while !at < String.length text do
      let here blank =
        let n = String.length blank in
        !at + n <= String.length text && String.sub text !at n = blank
      in
      match List.find_opt here wide_blanks with
      | Some blank -> Buffer.add_char out ' '; at := !at + String.length blank
      | None -> Buffer.add_char out text.[!at]; incr at
    done;
    Buffer.contents out
  end

let trim text =
  let last = ref (String.length text) and first = ref 0 in
  while !first < !last && is_blank text.[!first] do incr first done;
  while !first < !last && is_blank text.[!last - 1] do decr last done;
  String.sub text !first (!last - !first)

let words text =
  String.map (fun c -> if is_blank c then ' ' else c) (plain_blanks text)
  |> String.split_on_char ' '
  |> List.filter (fun word -> word <> "")

(* The lines of a text; their end is LF or CR LF. A text that is binary or empty is refused. *)
let lines_of file text =
  let bom = "\xef\xbb\xbf" in
  let marked = String.length text >= 3 && String.sub text 0 3 = bom in
  let text = if marked then String.sub text 3 (String.length text - 3) else text in
  let line n text =
    let size = String.length text in
    let text = if size > 0 && text.[size - 1] = '\r' then String.sub text 0 (size - 1) else text in
    let line = { file; number = n + 1; text } in
    let control c = (c < ' ' && not (is_blank c)) || c = '\x7f' in
    if String.exists control text then unreadable line "binary data" "text";
    line
  in
  let lines = List.mapi line (String.split_on_char '\n' text) in
  if List.for_all (fun l -> trim (plain_blanks l.text) = "") lines then
    unreadable_file file "an empty file" "text";
  (* What follows the last LF is no line if it is empty. *)
  match List.rev lines with
  | { text = ""; _ } :: rest -> List.rev rest
  | _ -> lines

(* A line without its remark, which a # begins. *)
let without_remark line =
  match String.index_opt line.text '#' with
  | Some n -> { line with text = trim (String.sub line.text 0 n) }
  | None -> { line with text = trim (plain_blanks line.text) }

(* The lines that are more than a remark. *)
let content_lines lines = List.filter (fun l -> l.text <> "") (List.map without_remark lines)

let is_digits word = word <> "" && String.for_all (fun c -> '0' <= c && c <= '9') word

(* A number of digits alone, at most [most], which is at most 10^15; [None] for all other words. *)
let number_within most word =
  let rec without_zeros w =
    if String.length w > 1 && w.[0] = '0' then without_zeros (String.sub w 1 (String.length w - 1)) else w
  in
  if not (is_digits word) then None
  else
    let word = without_zeros word in
    if String.length word > 16 then None
    else
      let n = int_of_string word in
      if n <= most then Some n else None
