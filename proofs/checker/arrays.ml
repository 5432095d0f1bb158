(* Arrays that keep their old values: of each array's versions the one that was used last lies in memory, the others
   as what differs from it (Baker 1978; Conchon and Filliatre 2007). An index without a value has the default. *)

type 'a t = 'a version ref

and 'a version =
  | Whole of 'a array ref (* shared by nobody; longer than needed *)
  | Differs of int * 'a * 'a t (* at this index, from that version *)

(* Makes this version the one in memory. *)
let rec whole default version =
  match !version with
  | Whole values -> values
  | Differs _ ->
      let rec path below version =
        match !version with
        | Whole values -> (values, below)
        | Differs (i, x, next) -> path ((version, i, x, next) :: below) next
      in
      let values, changes = path [] version in
      List.iter
        (fun (version, i, x, next) ->
          next := Differs (i, !values.(i), version);
          !values.(i) <- x;
          version := Whole values)
        changes;
      whole default version

let get default version i =
  let values = !(whole default version) in
  if i < Array.length values then values.(i) else default

let set default version i x =
  let values = whole default version in
  let length = Array.length !values in
  if i >= length then begin
    let longer = Array.make (max (i + 1) (2 * length)) default in
    Array.blit !values 0 longer 0 length;
    values := longer
  end;
  let before = !values.(i) in
  if before == x then version
  else begin
    !values.(i) <- x;
    let changed = ref (Whole values) in
    version := Differs (i, before, changed);
    changed
  end

(* As the checker takes them. *)
let arrays default =
  let first = ref (Whole (ref [||])) in
  { Verified.empty_array = first; get = get default; set = set default }
