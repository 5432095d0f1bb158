(** * Proofs in LRAT: clauses without a model

    A proof is a list of steps. A step derives a clause, with the numbers of the clauses from which it follows by unit
    propagation, in the order in which they are used, or deletes clauses. Steps by RAT are not covered: a refused proof
    says nothing.

    Literals, numbers of clauses and the two arrays may be of any type, so the program can use those of OCaml. The
    theorem names what it needs of them ([lawful]). [with_maps] needs nothing: it uses maps that are proved correct. *)

From Coq Require Import List PArith Bool FMapPositive.
Import ListNotations.

(** ** Arrays *)

(** What is not set is the default. *)
Record arrays (index value array : Type) := Arrays {
  empty_array : array;
  get : array -> index -> value;
  set : array -> index -> value -> array
}.
Arguments empty_array {index value array}.
Arguments get {index value array}.
Arguments set {index value array}.

(** An old array keeps its values when a new one is made of it. *)
Definition lawful {index value array : Type} (default : value) (a : arrays index value array) : Prop :=
  (forall i, get a (empty_array a) i = default) /\
  (forall t i x, get a (set a t i x) i = x) /\
  (forall t i j x, i <> j -> get a (set a t i x) j = get a t j).

Section Check.

Variables literal number marks database : Type.
Variable negate : literal -> literal.
(** Which literals are false; which clauses there are. *)
Variable false_literals : arrays literal bool marks.
Variable clauses : arrays number (option (list literal)) database.

(** ** What clauses say *)

Definition clause : Type := list literal.

(** A literal is true exactly if its negation is false. *)
Definition valuation (v : literal -> bool) : Prop := forall l, v (negate l) = negb (v l).

Definition satisfies (v : literal -> bool) (c : clause) : Prop := Exists (fun l => v l = true) c.

Definition no_model (formula : list clause) : Prop :=
  forall v, valuation v -> ~ Forall (satisfies v) formula.

(** ** The check *)

Inductive lrat_step :=
| Derive (of : number) (derived : clause) (hints : list number)
| Delete (deleted : list number).

Inductive found := Conflict | Unit (l : literal) | Nothing.

(** What a clause says, where some literals are false: [open] is the literal before that is not. *)
Fixpoint look (m : marks) (open : option literal) (c : clause) : found :=
  match c with
  | [] => match open with None => Conflict | Some l => Unit l end
  | l :: rest =>
      if get false_literals m l then look m open rest
      else match open with
           | None => look m (Some l) rest
           | Some _ => Nothing
           end
  end.

Fixpoint follow (d : database) (m : marks) (hints : list number) : bool :=
  match hints with
  | [] => false
  | n :: rest =>
      match get clauses d n with
      | None => false
      | Some c =>
          match look m None c with
          | Conflict => true
          | Unit l => follow d (set false_literals m (negate l) true) rest
          | Nothing => false
          end
      end
  end.

Definition deny (c : clause) : marks :=
  fold_left (fun m l => set false_literals m l true) c (empty_array false_literals).

(** [Wrong]: a step does not follow from those before. *)
Inductive state := Open (d : database) | Refuted | Wrong.

Definition make_step (s : state) (p : lrat_step) : state :=
  match s with
  | Open d =>
      match p with
      | Delete numbers => Open (fold_left (fun d n => set clauses d n None) numbers d)
      | Derive n c hints =>
          if follow d (deny c) hints
          then match c with
               | [] => Refuted
               | _ => Open (set clauses d n (Some c))
               end
          else Wrong
      end
  | _ => s
  end.

Definition add (d : database) (numbered : number * clause) : database :=
  set clauses d (fst numbered) (Some (snd numbered)).

Definition start (formula : list (number * clause)) : state :=
  Open (fold_left add formula (empty_array clauses)).

(** Whether the steps lead from the formula, whose clauses have numbers, to the empty clause. *)
Definition check_lrat (formula : list (number * clause)) (steps : list lrat_step) : bool :=
  match fold_left make_step steps (start formula) with
  | Refuted => true
  | _ => false
  end.

(** ** That it is right *)

Hypothesis marks_lawful : lawful false false_literals.
Hypothesis clauses_lawful : lawful None clauses.
Hypothesis literals_differ : forall a b : literal, {a = b} + {a <> b}.
Hypothesis numbers_differ : forall a b : number, {a = b} + {a <> b}.

Definition only_false (v : literal -> bool) (m : marks) : Prop :=
  forall l, get false_literals m l = true -> v l = false.

Definition all_satisfied (v : literal -> bool) (d : database) : Prop :=
  forall n c, get clauses d n = Some c -> satisfies v c.

Lemma mark : forall v m l, only_false v m -> v l = false -> only_false v (set false_literals m l true).
Proof.
  intros v m l O F k G. destruct marks_lawful as (_ & _ & Other).
  destruct (literals_differ l k) as [->|N]; auto. rewrite Other in G; auto.
Qed.

Lemma deny_sound : forall v c, ~ satisfies v c -> only_false v (deny c).
Proof.
  intros v c N. unfold deny.
  assert (forall m, only_false v m -> Forall (fun l => v l = false) c ->
            only_false v (fold_left (fun m l => set false_literals m l true) c m)) as All.
  { clear N. induction c as [|l c IH]; intros m O F; simpl; auto. inversion F; subst. auto using mark. }
  apply All.
  - intros l G. destruct marks_lawful as (E & _). rewrite E in G. discriminate.
  - apply Forall_forall. intros l I. destruct (v l) eqn:T; auto.
    exfalso. apply N. apply Exists_exists. eauto.
Qed.

Lemma look_sound : forall v m c open, only_false v m ->
  satisfies v c \/ (exists l, open = Some l /\ v l = true) ->
  match look m open c with Conflict => False | Unit l => v l = true | Nothing => True end.
Proof.
  intros v m c. induction c as [|l c IH]; intros open O H; simpl.
  - destruct H as [H|(l & -> & T)]; auto. inversion H.
  - destruct (get false_literals m l) eqn:G.
    + apply IH; auto. destruct H as [H|H]; auto. inversion H; subst; auto. apply O in G. congruence.
    + destruct open as [o|]; auto. apply IH; auto.
      destruct H as [H|(o & E & _)]; [|discriminate]. inversion H; subst; eauto.
Qed.

Lemma follow_sound : forall v d hints m, valuation v -> all_satisfied v d -> only_false v m ->
  follow d m hints = false.
Proof.
  intros v d hints. induction hints as [|n hints IH]; intros m V A O; simpl; auto.
  destruct (get clauses d n) as [c|] eqn:G; auto.
  pose proof (look_sound v m c None O (or_introl (A _ _ G))) as L.
  destruct (look m None c) as [|l|]; auto; [contradiction|].
  apply IH; auto. apply mark; auto. rewrite V, L. reflexivity.
Qed.

Lemma satisfied_or_not : forall v c, satisfies v c \/ ~ satisfies v c.
Proof.
  intros v c. destruct (existsb v c) eqn:E.
  - left. apply existsb_exists in E. apply Exists_exists. destruct E as (l & I & T). eauto.
  - right. intros S. apply Exists_exists in S. apply not_true_iff_false in E. apply E.
    apply existsb_exists. destruct S as (l & I & T). eauto.
Qed.

Lemma set_satisfied : forall v d n c, all_satisfied v d -> (forall k, c = Some k -> satisfies v k) ->
  all_satisfied v (set clauses d n c).
Proof.
  intros v d n c A S m k G. destruct clauses_lawful as (_ & Same & Other).
  destruct (numbers_differ n m) as [->|N].
  - rewrite Same in G. auto.
  - rewrite Other in G; eauto.
Qed.

Definition state_satisfied (v : literal -> bool) (s : state) : Prop :=
  match s with Open d => all_satisfied v d | Refuted => False | Wrong => True end.

Lemma make_step_sound : forall v s p, valuation v -> state_satisfied v s -> state_satisfied v (make_step s p).
Proof.
  intros v [d| |] p V A; simpl in *; auto. destruct p as [n c hints|numbers].
  - destruct (satisfied_or_not v c) as [S|N].
    + destruct (follow d (deny c) hints); simpl; auto.
      destruct c as [|l c]; [inversion S|]. apply set_satisfied; auto. intros k E. congruence.
    + rewrite (follow_sound v); simpl; auto using deny_sound.
  - simpl. revert d A. induction numbers as [|n numbers IH]; intros d A; simpl; auto.
    apply IH. apply set_satisfied; auto. discriminate.
Qed.

Lemma start_sound : forall v formula, Forall (satisfies v) (map snd formula) -> state_satisfied v (start formula).
Proof.
  intros v formula F. simpl.
  assert (forall d, all_satisfied v d -> all_satisfied v (fold_left add formula d)) as All.
  { induction formula as [|[n c] formula IH]; intros d A; simpl; auto. inversion F; subst.
    apply IH; auto. apply set_satisfied; auto. simpl. intros k E. congruence. }
  apply All. intros n c G. destruct clauses_lawful as (E & _). rewrite E in G. discriminate.
Qed.

Theorem lrat_no_model : forall formula steps,
  check_lrat formula steps = true -> no_model (map snd formula).
Proof.
  intros formula steps C v V F. unfold check_lrat in C.
  assert (forall s, state_satisfied v s -> state_satisfied v (fold_left make_step steps s)) as All.
  { clear C. induction steps as [|p steps IH]; intros s S; simpl; auto using make_step_sound. }
  pose proof (All _ (start_sound v formula F)) as S.
  destruct (fold_left make_step steps (start formula)); auto; discriminate.
Qed.

End Check.

Arguments Derive {literal number}.
Arguments Delete {literal number}.
Arguments Refuted {database}.
Arguments Wrong {database}.

(** ** With maps *)

(** Literals as in DIMACS: a variable, and whether the literal is its negation. *)
Definition dimacs : Type := positive * bool.

Definition opposite_of (l : dimacs) : dimacs := (fst l, negb (snd l)).

Definition marks_of_maps : arrays dimacs bool (PositiveMap.t unit * PositiveMap.t unit) :=
  let side (l : dimacs) m := if snd l then snd m else fst m in
  Arrays _ _ _ (PositiveMap.empty unit, PositiveMap.empty unit)
    (fun m l => if PositiveMap.find (fst l) (side l m) then true else false)
    (fun m l b =>
       let changed := if b then PositiveMap.add (fst l) tt (side l m) else PositiveMap.remove (fst l) (side l m) in
       if snd l then (fst m, changed) else (changed, snd m)).

Definition clauses_of_maps : arrays positive (option (list dimacs)) (PositiveMap.t (list dimacs)) :=
  Arrays _ _ _ (PositiveMap.empty _)
    (fun d n => PositiveMap.find n d)
    (fun d n c => match c with Some c => PositiveMap.add n c d | None => PositiveMap.remove n d end).

Lemma marks_of_maps_lawful : lawful false marks_of_maps.
Proof.
  split; [|split].
  - intros [x []]; simpl; now rewrite PositiveMap.gempty.
  - intros [p n] [x []] []; simpl; now rewrite ?PositiveMap.gss, ?PositiveMap.grs.
  - intros [p n] [x sx] [y sy] b N; simpl. destruct (Pos.eq_dec x y) as [->|D].
    + destruct sx, sy; simpl; auto; contradiction.
    + destruct sx, sy, b; simpl; rewrite ?PositiveMap.gso, ?PositiveMap.gro; auto.
Qed.

Lemma clauses_of_maps_lawful : lawful None clauses_of_maps.
Proof.
  split; [|split]; simpl.
  - intros n. now rewrite PositiveMap.gempty.
  - intros d n [c|]; [apply PositiveMap.gss | apply PositiveMap.grs].
  - intros d n m [c|] N; [rewrite PositiveMap.gso | rewrite PositiveMap.gro]; auto.
Qed.

Definition check_with_maps : list (positive * list dimacs) -> list (lrat_step dimacs positive) -> bool :=
  check_lrat dimacs positive _ _ opposite_of marks_of_maps clauses_of_maps.

(** A model gives each variable a value. *)
Definition true_of (v : positive -> bool) (l : dimacs) : bool := xorb (v (fst l)) (snd l).

Theorem with_maps : forall formula steps, check_with_maps formula steps = true ->
  forall v, ~ Forall (Exists (fun l => true_of v l = true)) (map snd formula).
Proof.
  intros formula steps C v F.
  refine (lrat_no_model dimacs positive _ _ opposite_of marks_of_maps clauses_of_maps
            marks_of_maps_lawful clauses_of_maps_lawful _ Pos.eq_dec formula steps C (true_of v) _ F).
  - decide equality; [apply bool_dec | apply Pos.eq_dec].
  - intros [x b]. unfold true_of. simpl. destruct (v x), b; reflexivity.
Qed.
