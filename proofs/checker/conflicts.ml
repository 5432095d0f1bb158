(* Clauses learned from conflicts (CDCL), over clauses and constraints that at most so many variables are true,
   each with the constraints that it follows from. *)

type constr = Clause of int array | At_most of int * int array

(* Literals are 2 v where variable v is true and 2 v + 1 where it is false. *)
let negate l = l lxor 1
let var l = l lsr 1

type 'a grows = { mutable items : 'a array; mutable size : int; blank : 'a }

let grows blank = { items = Array.make 64 blank; size = 0; blank }

let push g x =
  if g.size = Array.length g.items then begin
    let larger = Array.make (2 * g.size) g.blank in
    Array.blit g.items 0 larger 0 g.size;
    g.items <- larger
  end;
  g.items.(g.size) <- x;
  g.size <- g.size + 1

type solver = {
  constrs : constr grows;  (* from number 1 *)
  originals : int;
  lemmas : (int array * int list) grows;  (* what each learned clause says, and by which numbers *)
  worth : (int * int) grows;  (* of each: how many levels it spans, when it served last *)
  values : int array;  (* -1 unknown, 0 false, 1 true *)
  level : int array;
  place : int array;  (* on the trail *)
  reason : int array;  (* number of a constraint, 0 for what is decided or assumed *)
  units : int array;  (* number of the unit clause that says a variable known from the start, 0 if assumed *)
  watches : int grows array;  (* clauses that look at a literal *)
  in_at_most : int list array;
  trues : int array;  (* of each constraint, how many of its variables are true *)
  trail : int array;
  mutable trailed : int;
  mutable done_ : int;
  mutable levels : int list;  (* trail sizes at decisions, last first *)
  mutable depth : int;
  activity : float array;
  mutable bump : float;
  phase : int array;
  seen : bool array;
  mutable conflicts : int;
  mutable attached : int list;  (* the learned clauses that are looked at *)
  mutable most_attached : int;
}

exception Conflict of int

let value s l =
  match s.values.(var l) with
  | -1 -> -1
  | v -> v lxor (l land 1)

let enqueue s l why =
  let v = var l in
  s.values.(v) <- 1 - (l land 1);
  s.level.(v) <- s.depth;
  s.place.(v) <- s.trailed;
  s.reason.(v) <- why;
  s.trail.(s.trailed) <- l;
  s.trailed <- s.trailed + 1;
  if l land 1 = 0 then
    List.iter (fun n -> s.trues.(n) <- s.trues.(n) + 1) s.in_at_most.(v)

let back_to s depth =
  while s.depth > depth do
    let size = List.hd s.levels in
    for at = s.trailed - 1 downto size do
      let l = s.trail.(at) in
      let v = var l in
      s.phase.(v) <- s.values.(v);
      s.values.(v) <- -1;
      if l land 1 = 0 then
        List.iter (fun n -> s.trues.(n) <- s.trues.(n) - 1) s.in_at_most.(v)
    done;
    s.trailed <- size;
    s.levels <- List.tl s.levels;
    s.depth <- s.depth - 1
  done;
  s.done_ <- min s.done_ s.trailed

let at_most s n most vars =
  let count = s.trues.(n) in
  if count > most then raise (Conflict n);
  if count = most then
    Array.iter (fun v -> if s.values.(v) < 0 then enqueue s ((2 * v) + 1) n) vars

let look s l =
  (* Literal [l] has become false. *)
  let w = s.watches.(l) in
  let kept = ref 0 and at = ref 0 in
  let keep n = w.items.(!kept) <- n; incr kept in
  (try
     while !at < w.size do
       let n = w.items.(!at) in
       incr at;
       match s.constrs.items.(n) with
       | At_most _ -> ()
       | Clause c ->
           if c.(0) = l then begin c.(0) <- c.(1); c.(1) <- l end;
           if value s c.(0) = 1 then keep n
           else begin
             let k = ref 2 in
             while !k < Array.length c && value s c.(!k) = 0 do incr k done;
             if !k < Array.length c then begin
               c.(1) <- c.(!k);
               c.(!k) <- l;
               push s.watches.(c.(1)) n
             end else begin
               keep n;
               if value s c.(0) = 0 then raise (Conflict n) else enqueue s c.(0) n
             end
           end
     done
   with e ->
     while !at < w.size do keep w.items.(!at); incr at done;
     w.size <- !kept;
     raise e);
  w.size <- !kept

let propagate s =
  while s.done_ < s.trailed do
    let l = s.trail.(s.done_) in
    s.done_ <- s.done_ + 1;
    look s (negate l);
    if l land 1 = 0 then
      List.iter
        (fun n -> match s.constrs.items.(n) with At_most (most, vars) -> at_most s n most vars | _ -> ())
        s.in_at_most.(var l)
  done

(* The literals, all false, because of which a constraint says [about] or, if that is negative, fails. *)
let because s n about =
  match s.constrs.items.(n) with
  | Clause c -> List.filter (fun l -> l <> about) (Array.to_list c)
  | At_most (most, vars) ->
      let before v = s.values.(v) = 1 && (about < 0 || s.place.(v) < s.place.(var about)) in
      let all = List.filter before (Array.to_list vars) in
      let all = List.sort (fun a b -> compare s.place.(a) s.place.(b)) all in
      List.filteri (fun i _ -> i < if about < 0 then most + 1 else most) all
      |> List.map (fun v -> (2 * v) + 1)

let add_lemma s lits hints =
  push s.lemmas (lits, hints);
  push s.worth (0, s.conflicts);
  push s.constrs (Clause (Array.copy lits));
  s.constrs.size - 1

(* The unit clause of a variable that is known from the start; 0 if it is assumed. *)
let rec unit_of s v =
  let why = s.reason.(v) in
  if s.units.(v) = 0 && why > 0 then begin
    let l = (2 * v) + 1 - s.values.(v) in
    s.units.(v) <-
      (if why > s.originals && Array.length (fst s.lemmas.items.(why - s.originals - 1)) = 1 then why
       else
         let units = List.map (fun l -> unit_of s (var l)) (because s why l) in
         add_lemma s [| l |] (units @ [ why ]))
  end;
  s.units.(v)

let bump s v =
  s.activity.(v) <- s.activity.(v) +. s.bump;
  if s.activity.(v) > 1e100 then begin
    Array.iteri (fun i a -> s.activity.(i) <- a *. 1e-100) s.activity;
    s.bump <- s.bump *. 1e-100
  end

let serves s n =
  if n > s.originals then begin
    let levels, _ = s.worth.items.(n - s.originals - 1) in
    s.worth.items.(n - s.originals - 1) <- (levels, s.conflicts)
  end

let analyze s n =
  serves s n;
  let units = ref [] and others = ref [] and hints = ref [ n ] and open_ = ref 0 and marked = ref [] in
  let top = List.fold_left (fun d l -> max d s.level.(var l)) 0 (because s n (-1)) in
  back_to s top;
  let mark l =
    let v = var l in
    if s.level.(v) = 0 then units := unit_of s v :: !units
    else if not s.seen.(v) then begin
      s.seen.(v) <- true;
      marked := v :: !marked;
      bump s v;
      if s.level.(v) = s.depth then incr open_ else others := l :: !others
    end
  in
  List.iter mark (because s n (-1));
  let at = ref (s.trailed - 1) and uip = ref (-1) in
  while !uip < 0 do
    while not s.seen.(var s.trail.(!at)) do decr at done;
    let l = s.trail.(!at) in
    decr at;
    decr open_;
    if !open_ = 0 then uip := negate l
    else begin
      hints := s.reason.(var l) :: !hints;
      serves s s.reason.(var l);
      List.iter mark (because s s.reason.(var l) l)
    end
  done;
  (* Literals that follow from the others are left out. *)
  let antecedents l = because s s.reason.(var l) (negate l) in
  let implied l =
    let among l = s.level.(var l) = 0 || (s.seen.(var l) && s.level.(var l) < s.depth) in
    s.reason.(var l) > 0 && List.for_all among (antecedents l)
  in
  let out, kept = List.partition implied !others in
  let out = List.sort (fun a b -> compare s.place.(var a) s.place.(var b)) out in
  let why l =
    List.iter (fun l -> if s.level.(var l) = 0 then units := unit_of s (var l) :: !units) (antecedents l);
    s.reason.(var l)
  in
  let first = List.map why out in
  List.iter (fun v -> s.seen.(v) <- false) !marked;
  let kept = List.sort (fun a b -> compare s.level.(var b) s.level.(var a)) kept in
  (!uip :: kept, List.sort_uniq compare !units @ first @ !hints)

let learn s n =
  s.conflicts <- s.conflicts + 1;
  let lits, hints = analyze s n in
  let c = Array.of_list lits in
  let levels = List.length (List.sort_uniq compare (List.map (fun l -> s.level.(var l)) lits)) in
  let n = add_lemma s c hints in
  s.worth.items.(n - s.originals - 1) <- (levels, s.conflicts);
  back_to s (match lits with _ :: l :: _ -> s.level.(var l) | _ -> 0);
  if Array.length c > 1 then begin
    push s.watches.(c.(0)) n;
    push s.watches.(c.(1)) n;
    s.attached <- n :: s.attached
  end;
  enqueue s c.(0) n;
  s.bump <- s.bump /. 0.93

(* Half of the learned clauses are looked at no more: those that span most levels, and have not served for
   longest. *)
let forget s =
  back_to s 0;
  propagate s;
  let worth n = s.worth.items.(n - s.originals - 1) in
  let order n = let levels, last = worth n in (levels > 3, -last, levels) in
  let before a b = compare (order a) (order b) in
  let half = List.length s.attached / 2 in
  s.attached <- List.filteri (fun at _ -> at < half) (List.sort before s.attached);
  Array.iter (fun w -> w.size <- 0) s.watches;
  let attach n =
    match s.constrs.items.(n) with
    | Clause c when Array.length c > 1 && not (Array.exists (fun l -> value s l = 1) c) ->
        let at = ref 0 in
        Array.iteri
          (fun k l ->
            if value s l < 0 && !at < 2 then begin
              c.(k) <- c.(!at);
              c.(!at) <- l;
              incr at
            end)
          (Array.copy c);
        push s.watches.(c.(0)) n;
        push s.watches.(c.(1)) n
    | _ -> ()
  in
  for n = 1 to s.originals do attach n done;
  List.iter attach s.attached

let decide s l =
  s.levels <- s.trailed :: s.levels;
  s.depth <- s.depth + 1;
  enqueue s l 0

(* A constraint that fails whatever is assumed. *)
let from_start s n = List.map (fun l -> unit_of s (var l)) (because s n (-1)) @ [ n ]
