(* A file of bytes, words and numbers that is read once, as large ones are. *)

type source = {
  name : string;
  more : Bytes.t -> int; (* fills the bytes, and says how many *)
  close : unit -> unit;
  chunk : Bytes.t;
  mutable at : int;
  mutable filled : int;
  mutable line : int;
}

let source name chunk filled more close = { name; more; close; chunk; at = 0; filled; line = 1 }
let unreadable name why = raise (Text.Unreadable (if Text.starts name why then why else name ^ ": " ^ why))

let opened name =
  try
    let file = open_in_bin name in
    source name (Bytes.create 65536) 0 (fun chunk -> input file chunk 0 (Bytes.length chunk)) (fun () -> close_in_noerr file)
  with Sys_error why -> unreadable name why

let of_text name text = source name (Bytes.of_string text) (String.length text) (fun _ -> 0) ignore

(* The next byte, which stays the next; -1 at the end. *)
let peek s =
  if s.at = s.filled then begin
    s.at <- 0;
    s.filled <- (try s.more s.chunk with Sys_error why -> unreadable s.name why)
  end;
  if s.at = s.filled then -1 else Char.code (Bytes.unsafe_get s.chunk s.at)

let next s =
  let byte = peek s in
  if byte = 10 then s.line <- s.line + 1;
  if byte >= 0 then s.at <- s.at + 1;
  byte

let fail s found expected = Text.unreadable { Text.file = s.name; number = s.line; text = "" } found expected

let blank byte = byte = 32 || (9 <= byte && byte <= 13)

(* The next word of the text; [None] at its end, and at the end of the line if [within] it. *)
let word ~within s =
  while blank (peek s) && not (within && peek s = 10) do ignore (next s) done;
  if peek s < 0 || blank (peek s) then None
  else begin
    let word = Buffer.create 12 in
    while peek s >= 0 && not (blank (peek s)) do
      if Buffer.length word < 64 then Buffer.add_char word (Char.chr (next s)) else ignore (next s)
    done;
    Some (Buffer.contents word)
  end

let rest_of_line s = while peek s >= 0 && peek s <> 10 do ignore (next s) done

(* The next number, of at most 15 digits. *)
let integer s ~within expected =
  while blank (peek s) && not (within && peek s = 10) do ignore (next s) done;
  let negative = peek s = Char.code '-' in
  if negative then ignore (next s);
  let value = ref 0 and digits = ref 0 in
  while 48 <= peek s && peek s <= 57 && !digits < 16 do
    value := (10 * !value) + next s - 48;
    incr digits
  done;
  if !digits = 0 || !digits = 16 || not (blank (peek s) || peek s < 0) || (negative && !value = 0) then
    fail s
      (let rest = if blank (peek s) then "" else Option.value (word ~within s) ~default:"" in
       if !digits = 16 then "a number of more than 15 digits"
       else if rest = "" && !digits = 0 && not negative then if within then "the end of the line" else "the end of the file"
       else Text.quoted ((if negative then "-" else "") ^ (if !digits > 0 then string_of_int !value else "") ^ rest))
      expected;
  if negative then - !value else !value

(* Numbers up to a 0. *)
let rec numbers s ~within expected read found =
  match integer s ~within expected with 0 -> List.rev found | n -> numbers s ~within expected read (read n :: found)
