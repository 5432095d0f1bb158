(* DEFLATE (RFC 1951), all kinds of blocks; DEFLATE itself has no checksum. *)

exception Damaged

type input = { bytes : string; mutable at : int; mutable bit : int }

let bit s =
  if s.at >= String.length s.bytes then raise Damaged;
  let b = (Char.code s.bytes.[s.at] lsr s.bit) land 1 in
  s.bit <- s.bit + 1;
  if s.bit = 8 then begin s.bit <- 0; s.at <- s.at + 1 end;
  b

let bits s n =
  let v = ref 0 in
  for k = 0 to n - 1 do v := !v lor (bit s lsl k) done;
  !v

(* How many codes there are of each length, and the symbols in the order of their codes. *)
let tree lengths =
  let count = Array.make 16 0 in
  Array.iter (fun l -> count.(l) <- count.(l) + 1) lengths;
  count.(0) <- 0;
  (* More codes than bits can tell apart. *)
  let free = ref 1 in
  for l = 1 to 15 do
    free := (2 * !free) - count.(l);
    if !free < 0 then raise Damaged
  done;
  let offset = Array.make 17 0 in
  for l = 1 to 15 do offset.(l + 1) <- offset.(l) + count.(l) done;
  let symbols = Array.make (Array.length lengths) 0 in
  Array.iteri
    (fun symbol l -> if l > 0 then begin symbols.(offset.(l)) <- symbol; offset.(l) <- offset.(l) + 1 end)
    lengths;
  (count, symbols)

let symbol s (count, symbols) =
  let rec go length code first index =
    if length > 15 then raise Damaged;
    let code = code lor bit s in
    if code - first < count.(length) then symbols.(index + code - first)
    else go (length + 1) ((code) lsl 1) ((first + count.(length)) lsl 1) (index + count.(length))
  in
  go 1 0 0 0

let length_base = [| 3; 4; 5; 6; 7; 8; 9; 10; 11; 13; 15; 17; 19; 23; 27; 31; 35; 43; 51; 59; 67; 83; 99; 115; 131; 163; 195; 227; 258 |]
let length_extra = [| 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5; 0 |]
let far_base = [| 1; 2; 3; 4; 5; 7; 9; 13; 17; 25; 33; 49; 65; 97; 129; 193; 257; 385; 513; 769; 1025; 1537; 2049; 3073; 4097; 6145; 8193; 12289; 16385; 24577 |]
let far_extra = [| 0; 0; 0; 0; 1; 1; 2; 2; 3; 3; 4; 4; 5; 5; 6; 6; 7; 7; 8; 8; 9; 9; 10; 10; 11; 11; 12; 12; 13; 13 |]
let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |]

let fixed =
  lazy
    (let length n = if n < 144 then 8 else if n < 256 then 9 else if n < 280 then 7 else 8 in
     (tree (Array.init 288 length), tree (Array.make 30 5)))

let dynamic s =
  let literals = bits s 5 + 257 in
  let fars = bits s 5 + 1 in
  let codes = bits s 4 + 4 in
  if literals > 286 || fars > 30 then raise Damaged;
  let lengths = Array.make 19 0 in
  for k = 0 to codes - 1 do lengths.(order.(k)) <- bits s 3 done;
  let code = tree lengths in
  let all = Array.make (literals + fars) 0 and at = ref 0 in
  let put value times =
    for _ = 1 to times do
      if !at >= Array.length all then raise Damaged;
      all.(!at) <- value;
      incr at
    done
  in
  while !at < literals + fars do
    match symbol s code with
    | 16 -> if !at = 0 then raise Damaged; let last = all.(!at - 1) in put last (3 + bits s 2)
    | 17 -> put 0 (3 + bits s 3)
    | 18 -> put 0 (11 + bits s 7)
    | length -> put length 1
  done;
  (* Without a code for the end no block ends. *)
  if all.(256) = 0 then raise Damaged;
  (tree (Array.sub all 0 literals), tree (Array.sub all literals fars))

let inflate bytes =
  let s = { bytes; at = 0; bit = 0 } and out = Buffer.create 65536 in
  let rec block () =
    let last = bit s in
    (match bits s 2 with
    | 0 ->
        if s.bit > 0 then begin s.bit <- 0; s.at <- s.at + 1 end;
        let n = bits s 16 in
        if bits s 16 <> n lxor 0xffff then raise Damaged;
        if s.at + n > String.length bytes then raise Damaged;
        Buffer.add_string out (String.sub bytes s.at n);
        s.at <- s.at + n
    | (1 | 2) as kind ->
        let literals, fars = if kind = 1 then Lazy.force fixed else dynamic s in
        let rec go () =
          match symbol s literals with
          | 256 -> ()
          | n when n < 256 -> Buffer.add_char out (Char.chr n); go ()
          | n ->
              let n = n - 257 in
              if n >= 29 then raise Damaged;
              let length = length_base.(n) + bits s length_extra.(n) in
              let f = symbol s fars in
              if f >= 30 then raise Damaged;
              let far = far_base.(f) + bits s far_extra.(f) in
              if far > Buffer.length out then raise Damaged;
              for _ = 1 to length do Buffer.add_char out (Buffer.nth out (Buffer.length out - far)) done;
              go ()
        in
        go ()
    | _ -> raise Damaged);
    if last = 0 then block ()
  in
  block ();
  (* Nothing follows the last block. *)
  if s.at + min s.bit 1 <> String.length bytes then raise Damaged;
  Buffer.contents out
