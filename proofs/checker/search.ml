(* Finds the steps that the verified check follows. What is assumed is known from the start, and each refutation
   is searched for anew. Nothing rests on this file: a wrong step is refused. *)

open Conflicts
module V = Verified

(* The lemmas that the last one needs, with numbers as the verified check gives them. It knows the literals of
   unit clauses without being told. *)
let steps s n =
  let last = add_lemma s [||] (from_start s n) in
  let size = s.lemmas.size in
  let needed = Array.make size false and numbers = Array.make size 0 in
  needed.(last - s.originals - 1) <- true;
  for at = size - 1 downto 0 do
    if needed.(at) then
      List.iter (fun n -> if n > s.originals then needed.(n - s.originals - 1) <- true) (snd s.lemmas.items.(at))
  done;
  let next = ref s.originals and found = ref [] in
  let number n =
    if n = 0 then []
    else if n <= s.originals then [ n ]
    else
      let at = n - s.originals - 1 in
      if Array.length (fst s.lemmas.items.(at)) = 1 then [] else [ numbers.(at) ]
  in
  for at = 0 to size - 1 do
    if needed.(at) then begin
      let lits, by = s.lemmas.items.(at) in
      incr next;
      numbers.(at) <- !next;
      found := (lits, List.concat_map number by) :: !found
    end
  done;
  List.rev !found

(* The steps to the empty clause; [None] if there is a model. *)
let run s =
  let limit = ref 100 and since = ref 0 in
  let rec go () =
    match propagate s with
    | exception Conflict n ->
        if s.depth = 0 then Some (steps s n)
        else begin
          incr since;
          learn s n;
          go ()
        end
    | () ->
        if !since > !limit then begin
          since := 0;
          limit := !limit + 20;
          back_to s 0;
          if List.length s.attached > s.most_attached then begin
            s.most_attached <- s.most_attached + 200;
            match forget s with exception Conflict n -> Some (steps s n) | () -> go ()
          end
          else go ()
        end
        else begin
          let best = ref (-1) in
          Array.iteri
            (fun v a -> if s.values.(v) < 0 && (!best < 0 || a > s.activity.(!best)) then best := v)
            s.activity;
          if !best < 0 then None
          else begin
            decide s ((2 * !best) + 1 - s.phase.(!best));
            go ()
          end
        end
  in
  go ()

let solver constrs variables assumed =
  let originals = Array.length constrs and n = variables in
  let s =
    {
      constrs = grows (Clause [||]); originals; lemmas = grows ([||], []); worth = grows (0, 0);
      values = Array.make n (-1); level = Array.make n 0; place = Array.make n 0; reason = Array.make n 0;
      units = Array.make n 0; watches = Array.init (2 * n) (fun _ -> grows 0); in_at_most = Array.make n [];
      trues = Array.make (originals + 1) 0; trail = Array.make n 0; trailed = 0; done_ = 0; levels = [];
      depth = 0; activity = Array.make n 0.; bump = 1.; phase = Array.make n 0; seen = Array.make n false;
      conflicts = 0; attached = []; most_attached = 3000;
    }
  in
  let copy = function Clause c -> Clause (Array.copy c) | other -> other in
  push s.constrs (Clause [||]);
  Array.iter (fun c -> push s.constrs (copy c)) constrs;
  for number = 1 to originals do
    match s.constrs.items.(number) with
    | At_most (_, vars) -> Array.iter (fun v -> s.in_at_most.(v) <- number :: s.in_at_most.(v)) vars
    | Clause c when Array.length c > 1 ->
        push s.watches.(c.(0)) number;
        push s.watches.(c.(1)) number
    | Clause _ -> ()
  done;
  List.iter (fun l -> if value s l < 0 then enqueue s l 0) assumed;
  s

(* The constraints that say something before anything is decided. *)
let begin_ s =
  for number = 1 to s.originals do
    match s.constrs.items.(number) with
    | At_most (most, vars) -> at_most s number most vars
    | Clause [| l |] -> if value s l = 0 then raise (Conflict number) else if value s l < 0 then enqueue s l number
    | Clause _ -> ()
  done

let refute constrs variables assumed =
  if List.exists (fun l -> List.mem (negate l) assumed) assumed then Some []
  else
    let s = solver constrs variables assumed in
    match begin_ s with exception Conflict n -> Some (steps s n) | () -> run s

let rec int_of_nat = function V.O -> 0 | V.S n -> 1 + int_of_nat n

let rec int_of_positive = function
  | V.XH -> 1
  | V.XO p -> 2 * int_of_positive p
  | V.XI p -> (2 * int_of_positive p) + 1

let rec positive n =
  if n = 1 then V.XH else if n land 1 = 0 then V.XO (positive (n / 2)) else V.XI (positive (n / 2))

(* A refutation of each way, or the number of one for which there is none. *)
let search formula ways =
  let numbers = Hashtbl.create 1000 and names = grows V.XH in
  let variable x =
    match Hashtbl.find_opt numbers x with
    | Some v -> v
    | None ->
        Hashtbl.add numbers x names.size;
        push names x;
        names.size - 1
  in
  let literal (x, b) = (2 * variable x) + if b then 0 else 1 in
  let constr = function
    | V.Clause l -> Clause (Array.of_list (List.sort_uniq compare (List.map literal l)))
    | V.AtMost (most, xs) -> At_most (int_of_nat most, Array.of_list (List.map variable xs))
  in
  let constrs = Array.of_list (List.map constr formula) in
  let ways = List.map (List.map literal) ways in
  let step (lits, by) =
    let literal l = (names.items.(var l), l land 1 = 0) in
    { V.says = List.map literal (Array.to_list lits); by_hints = List.map positive by }
  in
  let rec go n found = function
    | [] -> Ok (List.rev found)
    | way :: rest -> (
        match refute constrs names.size way with
        | None -> Error n
        | Some steps -> go (n + 1) (List.map step steps :: found) rest)
  in
  go 0 [] ways
