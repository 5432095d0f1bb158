(** * No plan within so many moves: the clauses that are proved, refuted by a proof that is checked

    Literals of the proof are of any type, as in [Lrat]. What each stands for is looked at for every literal of the
    clauses, so the numbers of variables need not be trusted. *)

From Coq Require Import List PeanoNat Bool.
From Patsat Require Import Game Lists Spots Whole Plan Clauses Encode Lrat.
Import ListNotations.

(** ** Equal facts *)

Definition counted_eqb (a b : counted) : bool :=
  match a, b with
  | Movers s, Movers t | InCells s, InCells t | AtBottoms s, AtBottoms t => Nat.eqb s t
  | Asides, Asides => true
  | _, _ => false
  end.

Definition fact_eqb (a b : fact) : bool :=
  match a, b with
  | Lies t c s, Lies u d r => card_eqb c d && spot_eqb s r && Nat.eqb t u
  | Moves t c, Moves u d => card_eqb c d && Nat.eqb t u
  | Aside c, Aside d => card_eqb c d
  | Count k i j, Count l m n => counted_eqb k l && Nat.eqb i m && Nat.eqb j n
  | Goal, Goal => true
  | _, _ => false
  end.

Lemma fact_eqb_eq : forall a b, fact_eqb a b = true -> a = b.
Proof.
  intros [t c s|t c|c|k i j|] [u d r|u d|d|l m n|]; simpl; try discriminate; auto;
    rewrite ?andb_true_iff, ?card_eqb_eq, ?spot_eqb_eq, ?Nat.eqb_eq; intuition (subst; auto).
  f_equal. destruct k, l; simpl in *; try discriminate; auto; f_equal; now apply Nat.eqb_eq.
Qed.

Section Bound.
  Variables literal number marks database : Type.
  Variable negate : literal -> literal.
  Variable false_literals : arrays literal bool marks.
  Variable clauses : arrays number (option (list literal)) database.

  (** The literal of a fact or its opposite, and what a literal stands for. *)
  Variable literal_of : signed fact -> literal.
  Variable meaning : literal -> signed fact.

  Definition stands_for (l : signed fact) : bool :=
    let m := meaning (literal_of l) in fact_eqb (fst m) (fst l) && Bool.eqb (snd m) (snd l).

  (** The clauses under these numbers; [None] if a literal stands for another one, or numbers are missing. *)
  Fixpoint load (d : database) (numbers : list number) (l : list (list (signed fact))) : option database :=
    match l, numbers with
    | [], _ => Some d
    | c :: rest, n :: more =>
        if forallb stands_for c then load (set clauses d n (Some (map literal_of c))) more rest else None
    | _, [] => None
    end.

  (** The start of a check. The steps of the proof follow, by [make_step]. *)
  Definition begin_bound (g : rules) (start : position) (horizon : nat) (numbers : list number)
    : option (state database) :=
    if check_whole g start
    then option_map (@Open database) (load (empty_array clauses) numbers (encoded g start horizon))
    else None.

  Definition make_steps (s : state database) (steps : list (lrat_step literal number)) : state database :=
    fold_left (make_step literal number marks database negate false_literals clauses) steps s.

  Hypothesis marks_lawful : lawful false false_literals.
  Hypothesis clauses_lawful : lawful None clauses.
  Hypothesis literals_differ : forall a b : literal, {a = b} + {a <> b}.
  Hypothesis numbers_differ : forall a b : number, {a = b} + {a <> b}.
  Hypothesis opposite_meaning : forall l, meaning (negate l) = (fst (meaning l), negb (snd (meaning l))).

  Let valued (v : fact -> bool) (l : literal) : bool := Bool.eqb (v (fst (meaning l))) (snd (meaning l)).

  Lemma valued_valuation : forall v, valuation literal negate (valued v).
  Proof.
    intros v l. unfold valued. rewrite opposite_meaning. simpl.
    destruct (v (fst (meaning l))), (snd (meaning l)); reflexivity.
  Qed.

  Lemma load_satisfied : forall v l numbers d d', Forall (satisfied v) l ->
    all_satisfied literal number database clauses (valued v) d -> load d numbers l = Some d' ->
    all_satisfied literal number database clauses (valued v) d'.
  Proof.
    intros v l. induction l as [|c l IH]; intros [|n numbers] d d' F A L; simpl in L; try discriminate;
      try (now injection L as <-).
    inversion F as [|x y Sat Rest]; subst.
    destruct (forallb stands_for c) eqn:E; [|discriminate]. apply IH in L; auto.
    apply set_satisfied; auto. intros k [= <-].
    apply Exists_exists in Sat as (x & I & T). apply Exists_exists. exists (literal_of x). split; [now apply in_map|].
    rewrite forallb_forall in E. specialize (E x I). apply andb_prop in E as [E1 E2].
    apply fact_eqb_eq in E1. apply eqb_prop in E2. unfold valued. rewrite E1, E2. unfold true_for in T. rewrite T.
    apply eqb_reflx.
  Qed.

  (** The start is whole, and no sequence of at most so many legal moves wins. *)
  Theorem no_plan_within : forall g start horizon numbers first steps,
    begin_bound g start horizon numbers = Some first -> make_steps first steps = Refuted ->
    whole g start /\
    forall plan last, length plan <= horizon -> play g start plan = Some last -> ~ won g last.
  Proof.
    intros g start horizon numbers first steps B R. unfold begin_bound in B.
    destruct (check_whole g start) eqn:W; [|discriminate]. apply check_whole_correct in W. split; auto.
    intros plan last Len P Won.
    destruct (plan_is_model g start horizon plan last (whole_sane _ _ W) Len P Won) as (v & Model).
    destruct (load _ _ _) as [d|] eqn:L; [|discriminate]. injection B as <-.
    assert (all_satisfied literal number database clauses (valued v) d) as Sat.
    { eapply load_satisfied; [exact Model| |exact L].
      intros n c E. destruct clauses_lawful as (Empty & _). rewrite Empty in E. discriminate. }
    assert (forall s, state_satisfied literal number database clauses (valued v) s ->
              state_satisfied literal number database clauses (valued v) (make_steps s steps)) as All.
    { clear R. unfold make_steps. induction steps as [|p steps IH]; intros s S; simpl; auto.
      apply IH. apply make_step_sound; auto using valued_valuation. }
    specialize (All (Open _ d) Sat). rewrite R in All. exact All.
  Qed.
End Bound.
