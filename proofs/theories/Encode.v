(** * A plan of at most so many moves as clauses

    One move a step, as in the classical encoding (Kautz and Selman, Planning as satisfiability, 1992). The theorem says
    that no plan is lost: where one wins, the clauses have a model. So a refutation of the clauses is one of all plans.

    That plans of few moves are refuted quickly is due to a count that is implied: each card has a move home, and each
    card that is ever put elsewhere has another one. Of two cards that wait for each other, one is put elsewhere. *)

From Coq Require Import List FinFun Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane Whole History Plan Formula Clauses Trace Deadlocks.
Import ListNotations.

(** ** Variables *)

(** What is counted up to a card: those that move in a step, lie in cells or at bottoms at a time, or ever go aside. *)
Inductive counted := Movers (step : nat) | InCells (time : nat) | AtBottoms (time : nat) | Asides.

Inductive fact :=
| Lies (time : nat) (c : card) (s : spot)
| Moves (step : nat) (c : card)
| Aside (c : card)
| Count (of : counted) (up_to more_than : nat)
| Goal.

Definition clauses : Type := list (list (signed fact)).

(** A card, the spots that it may come to lie in, the cards that may come to lie on it, those that it may come to lie on,
    the one that is home before it, and of the spots those where it cannot be put and those that are aside. *)
Record details := Details {
  the : card;
  spots : list spot;
  above : list card;
  below : list card;
  next_lower : list card;
  not_again : list spot;
  aside_spots : list spot
}.

Section Encode.
  Variable g : rules.
  Variable start : position.
  Variable horizon : nat.

  Definition spots_of (c : card) : list spot :=
    filter (may_lie_in g start c) (map On (all start) ++ [Bottom; InCell; AtHome]).

  Definition may_be_put (c : card) (s : spot) : bool :=
    match s with On d => fits g c d | Bottom => may_fill g c | _ => true end.

  Definition is_next_lower (d c : card) : bool :=
    Pos.eqb (suit d) (suit c) && Pos.eqb (Pos.succ (rank d)) (rank c).

  Definition details_of (c : card) : details :=
    Details c (spots_of c)
      (filter (fun d => may_lie_in g start d (On c)) (all start))
      (filter (fun d => may_lie_in g start c (On d)) (all start))
      (filter (fun d => is_next_lower d c) (all start))
      (filter (fun s => negb (may_be_put c s)) (spots_of c))
      (filter (is_aside start c) (spots_of c)).

  (** ** Clauses of a time, of the start, of a step and of the end, from the details of all cards *)

  Definition at_each (l : list details) (t : nat) : clauses :=
    flat_map (fun c => map (fun s => yes (Lies t (the c) s)) (spots c) :: pairwise (map (Lies t (the c)) (spots c))) l ++
    flat_map (fun d => pairwise (map (fun c => Lies t c (On (the d))) (above d))) l ++
    flat_map (fun c =>
      flat_map (fun d => [[no (Lies t (the c) (On d)); no (Lies t d InCell)];
                          [no (Lies t (the c) (On d)); no (Lies t d AtHome)]]) (below c) ++
      map (fun d => [no (Lies t (the c) AtHome); yes (Lies t d AtHome)]) (next_lower c)) l ++
    at_most (Count (InCells t)) (length (cells start)) (map (fun c => Lies t (the c) InCell) l) ++
    at_most (Count (AtBottoms t)) (length (columns start)) (map (fun c => Lies t (the c) Bottom) l).

  Definition at_first (l : list details) : clauses :=
    flat_map (fun c => let first := spot_of start (the c) in
      map (fun s => [(Lies 0 (the c) s, spot_eqb s first)]) (spots c)) l.

  Definition last_card (l : list details) : nat := pred (length l).

  (** A step that is idle is followed by no other. *)
  Definition idle_after (l : list details) (t : nat) : clauses :=
    match t with
    | 0 => []
    | S earlier => [[no (Count (Movers t) (last_card l) 0); yes (Count (Movers earlier) (last_card l) 0)]]
    end.

  Definition of_card (t : nat) (c : details) : clauses :=
    map (fun s => [no (Lies t (the c) s); yes (Lies (S t) (the c) s); yes (Moves t (the c))]) (spots c) ++
    [[no (Moves t (the c)); no (Lies t (the c) AtHome)]] ++
    map (fun d => [no (Moves t (the c)); no (Lies t d (On (the c)))]) (above c) ++
    map (fun s => [no (Moves t (the c)); no (Lies (S t) (the c) s)]) (not_again c) ++
    map (fun s => [no (Lies (S t) (the c) s); yes (Aside (the c))]) (aside_spots c).

  Definition in_step (l : list details) (t : nat) : clauses :=
    at_most (Count (Movers t)) 1 (map (fun c => Moves t (the c)) l) ++ idle_after l t ++ flat_map (of_card t) l.

  Definition waiting : clauses :=
    map (fun c => [yes (Aside c)]) (filter (must_aside start) (all start)) ++
    map (fun e => [yes (Aside (fst e)); yes (Aside (snd e))]) (pairs_among start (others start)).

  Definition at_last (l : list details) : clauses :=
    (if Nat.ltb horizon (length l) then [[no Goal]]
     else map (cons (no Goal))
            (waiting ++ at_most (Count Asides) (horizon - length l) (map (fun c => Aside (the c)) l))) ++
    map (fun c => [no Goal; yes (Lies horizon (the c) AtHome)]) l ++ [[yes Goal]].

  Definition encoded : clauses :=
    let l := map details_of (all start) in
    at_each l 0 ++ at_first l ++ flat_map (fun t => at_each l (S t) ++ in_step l t) (seq 0 horizon) ++ at_last l.

  (** ** What the variables mean for a plan *)

  Hypothesis start_sane : sane g start.

  Let cards : list details := map details_of (all start).

  Lemma nodup : NoDup (all start).
  Proof. exact (all_nodup g start start_sane). Qed.

  Lemma spots_of_nodup : forall c, NoDup (spots_of c).
  Proof.
    intros c. apply NoDup_filter, nodup_both.
    - apply Injective_map_NoDup; [intros a b [=]; auto | apply nodup].
    - repeat constructor; simpl; intuition discriminate.
    - intros s I J. apply in_map_iff in I as (d & <- & _). simpl in J. intuition discriminate.
  Qed.

  Variable at_time : nat -> position.
  Variable mover : nat -> option card.
  Hypothesis tr : trace g start at_time mover.
  Hypothesis wins : forall c, spot_of (at_time horizon) c = AtHome.

  Definition moves_at (t : nat) (c : card) : bool :=
    match mover t with Some d => card_eqb c d | None => false end.

  Definition plain_value (x : fact) : bool :=
    match x with
    | Lies t c s => spot_eqb (lies_at at_time t c) s
    | Moves t c => moves_at t c
    | Aside c => aside_by start at_time horizon c
    | Count _ _ _ => false
    | Goal => true
    end.

  Definition listed (k : counted) : list fact :=
    match k with
    | Movers t => map (Moves t) (all start)
    | InCells t => map (fun c => Lies t c InCell) (all start)
    | AtBottoms t => map (fun c => Lies t c Bottom) (all start)
    | Asides => map Aside (all start)
    end.

  Definition value_of (x : fact) : bool :=
    match x with
    | Count k i j => Nat.ltb j (true_up_to plain_value (listed k) i)
    | _ => plain_value x
    end.

  Lemma filter_mapped : forall A (f : A -> fact) v l, length (filter v (map f l)) = length (filter (fun x => v (f x)) l).
  Proof. induction l as [|x l IH]; simpl; auto. destruct (v (f x)); simpl; auto. Qed.

  Lemma count_means : forall k i j, value_of (Count k i j) = Nat.ltb j (true_up_to value_of (listed k) i).
  Proof.
    intros k i j. simpl. f_equal. unfold true_up_to. destruct k; simpl listed; rewrite !firstn_map, !filter_mapped; reflexivity.
  Qed.

  Lemma lies_iff : forall t c s, value_of (Lies t c s) = true <-> lies_at at_time t c = s.
  Proof. intros. apply spot_eqb_eq. Qed.

  Lemma lies_not_iff : forall t c s, value_of (Lies t c s) = false <-> lies_at at_time t c <> s.
  Proof. intros. rewrite <- lies_iff. now rewrite not_true_iff_false. Qed.

  Lemma moves_iff : forall t c, value_of (Moves t c) = true <-> mover t = Some c.
  Proof.
    intros t c. simpl. unfold moves_at. destruct (mover t) as [d|]; [|split; discriminate].
    rewrite card_eqb_eq. split; congruence.
  Qed.

  Let true_clause := satisfied value_of.

  Lemma lies_or : forall t c s rest, (lies_at at_time t c = s -> true_clause rest) ->
    true_clause (no (Lies t c s) :: rest).
  Proof. intros t c s rest H. apply unless. intros E. apply H. now apply lies_iff. Qed.

  Lemma lies_there : forall t c s rest, lies_at at_time t c = s -> true_clause (yes (Lies t c s) :: rest).
  Proof. intros. now apply is_so, lies_iff. Qed.

  Lemma lies_not_there : forall t c s rest, lies_at at_time t c <> s -> true_clause (no (Lies t c s) :: rest).
  Proof. intros. now apply is_not, lies_not_iff. Qed.

  Lemma moves_or : forall t c rest, (mover t = Some c -> true_clause rest) -> true_clause (no (Moves t c) :: rest).
  Proof. intros t c rest H. apply unless. intros E. apply H. now apply moves_iff. Qed.

  (** *** Times *)

  Lemma no_twin : forall t, NoDup (in_play (at_time t)).
  Proof. intros t. apply (stays_sane _ _ _ _ tr t). Qed.

  Lemma spot_is_listed : forall t c, In (lies_at at_time t c) (spots_of c).
  Proof.
    intros t c. pose proof (spot_listed g start (at_time t) (past _ _ _ _ tr t) c) as I.
    unfold spots_of. unfold spots in I. apply filter_In in I as [I M]. apply filter_In. split; auto.
    fold (lies_at at_time t c) in I. rewrite in_app_iff in *. destruct I as [I|I]; auto. left.
    apply in_map_iff in I as (d & E & I). rewrite <- E. apply in_map, in_all. exact I.
  Qed.

  Lemma few_there : forall t s, s <> AtHome ->
    length (filter value_of (map (fun c => Lies t c s) (all start))) <= count (at_time t) s.
  Proof.
    intros t s H. rewrite filter_mapped. apply (count_spots (at_time t) s (all start) H (no_twin t) nodup).
  Qed.

  Lemma each_holds : forall t, Forall true_clause (at_each cards t).
  Proof.
    intros t. pose proof (past _ _ _ _ tr t) as H. unfold at_each. rewrite !Forall_app. repeat split.
    - apply Forall_flat_map, Forall_forall. intros x I. apply in_map_iff in I as (c & <- & _). constructor.
      + apply Exists_exists. exists (yes (Lies t c (lies_at at_time t c))). split.
        * apply (in_map (fun s => yes (Lies t c s))), spot_is_listed.
        * now apply lies_iff.
      + apply pairwise_satisfied.
        * apply Injective_map_NoDup; [intros a b [=]; auto | apply spots_of_nodup].
        * intros x y Jx Jy. apply in_map_iff in Jx as (s & <- & _). apply in_map_iff in Jy as (u & <- & _).
          rewrite !lies_iff. intros E F. congruence.
    - apply Forall_flat_map, Forall_forall. intros k I. apply in_map_iff in I as (d & <- & _). apply pairwise_satisfied.
      + apply Injective_map_NoDup; [intros a b [=]; auto | apply NoDup_filter, nodup].
      + intros x y Jx Jy. apply in_map_iff in Jx as (c & <- & _). apply in_map_iff in Jy as (e & <- & _).
        rewrite !lies_iff. intros C E. f_equal. exact (onto_unique _ _ _ _ (no_twin t) C E).
    - apply Forall_flat_map, Forall_forall. intros x I. apply in_map_iff in I as (c & <- & Ic). apply Forall_app. split.
      + apply Forall_flat_map, Forall_forall. intros d _.
        constructor; [|constructor; [|constructor]]; apply lies_or; intros E; apply lies_not_there;
          apply (onto_column _ _ _ (no_twin t) E).
      + apply Forall_map, Forall_forall. intros d J. apply filter_In in J as [_ L].
        apply andb_prop in L as [S R]. apply Pos.eqb_eq in S. apply Pos.eqb_eq in R.
        apply lies_or. intros E. apply lies_there. apply (in_order _ _ _ H c d); auto; [now apply in_all | lia].
    - unfold cards. rewrite map_map. apply at_most_satisfied; [intros i j; apply (count_means (InCells t)) |].
      rewrite <- (cells_kept _ _ _ H). eapply Nat.le_trans; [now apply few_there | apply count_cells].
    - unfold cards. rewrite map_map. apply at_most_satisfied; [intros i j; apply (count_means (AtBottoms t)) |].
      rewrite <- (columns_kept _ _ _ H). eapply Nat.le_trans; [now apply few_there | apply count_bottoms].
  Qed.

  Lemma first_holds : Forall true_clause (at_first cards).
  Proof.
    apply Forall_flat_map, Forall_forall. intros x I. apply in_map_iff in I as (c & <- & _).
    apply Forall_map, Forall_forall. intros s _. apply Exists_cons_hd. unfold true_for. simpl. unfold lies_at. rewrite (begins _ _ _ _ tr).
    apply eq_true_iff_eq. rewrite !spot_eqb_eq. split; congruence.
  Qed.

  (** *** Steps *)

  Lemma some_moves : forall t, value_of (Count (Movers t) (last_card cards) 0) = true <-> mover t <> None.
  Proof.
    intros t. rewrite count_means, Nat.ltb_lt. simpl listed. unfold true_up_to, last_card, cards.
    rewrite map_length, firstn_all2 by (rewrite map_length; lia). rewrite filter_mapped. split.
    - intros L N. assert (forall l, filter (fun c => value_of (Moves t c)) l = []) as E.
      { induction l as [|c l IH]; auto. cbn [filter]. simpl value_of. unfold moves_at at 1. now rewrite N. }
      rewrite E in L. simpl in L. lia.
    - intros N. destruct (mover t) as [c|] eqn:E; [|contradiction].
      assert (In c (filter (fun c => value_of (Moves t c)) (all start))) as I.
      { apply filter_In. split; [apply in_all; eapply mover_in_play; eassumption | now apply moves_iff]. }
      destruct (filter _ (all start)); simpl in *; [contradiction | lia].
  Qed.

  Lemma idle_holds : forall t, Forall true_clause (idle_after cards t).
  Proof.
    intros [|t]; simpl; [constructor|]. constructor; [|constructor].
    apply unless. intros L. apply is_so. apply some_moves. apply some_moves in L. intros N. apply L.
    pose proof (goes_on _ _ _ _ tr t) as G. rewrite N in G. apply G.
  Qed.

  Lemma card_holds : forall t c, In t (seq 0 horizon) -> Forall true_clause (of_card t (details_of c)).
  Proof.
    intros t c T. pose proof (goes_on _ _ _ _ tr t) as G. unfold of_card.
    cbn [the details_of spots above not_again aside_spots]. rewrite !Forall_app. repeat split.
    - apply Forall_map, Forall_forall. intros s _. apply lies_or. intros E.
      destruct (value_of (Moves t c)) eqn:M.
      + apply Exists_cons_tl. now apply is_so.
      + apply lies_there. rewrite <- E. apply (at_rest _ _ _ _ tr). intros F. apply moves_iff in F. congruence.
    - constructor; [|constructor]. apply moves_or. intros M. apply lies_not_there. rewrite M in G.
      destruct G as (s & G). pose proof (was_in_play _ _ _ _ _ G) as P. now apply in_play_iff in P.
    - apply Forall_map, Forall_forall. intros d _. apply moves_or. intros M. apply lies_not_there. rewrite M in G.
      destruct G as (s & G). apply (was_bare _ _ _ _ _ G).
    - apply Forall_map, Forall_forall. intros s I. apply filter_In in I as [_ I]. apply moves_or. intros M.
      apply lies_not_there. rewrite M in G. destruct G as (u & G). unfold lies_at. rewrite (only_this _ _ _ _ _ G).
      rewrite card_eqb_refl. intros ->. pose proof (where_to _ _ _ _ _ G) as W.
      apply negb_true_iff in I. destruct s; simpl in *; congruence.
    - apply Forall_map, Forall_forall. intros s I. apply filter_In in I as [_ I]. apply lies_or. intros E.
      apply is_so. simpl. unfold aside_by. apply existsb_exists. exists t. split; auto. now rewrite E.
  Qed.

  Lemma step_holds : forall t, In t (seq 0 horizon) -> Forall true_clause (in_step cards t).
  Proof.
    intros t T. unfold in_step. rewrite !Forall_app. repeat split.
    - unfold cards. rewrite map_map. apply at_most_satisfied; [intros i j; apply (count_means (Movers t)) |].
      rewrite filter_mapped. apply at_most_one; [apply nodup|].
      cbn [the details_of]. intros c d. rewrite !moves_iff. intros E F. congruence.
    - apply idle_holds.
    - apply Forall_flat_map, Forall_forall. intros x I. apply in_map_iff in I as (c & <- & _). now apply card_holds.
  Qed.

  (** *** The end *)

  Lemma needed : length (all start) + length (filter (aside_by start at_time horizon) (all start)) <= horizon.
  Proof.
    apply (moves_needed _ _ _ _ tr); [apply nodup | intros c; apply in_all | intros c _; apply wins].
  Qed.

  Lemma waiting_holds : Forall true_clause waiting.
  Proof.
    assert (forall y z, wait_for_each_other start y z = true ->
              value_of (Aside y) = true \/ value_of (Aside z) = true) as Two.
    { intros y z W. apply andb_prop in W as [A B]. eapply one_of_two_aside; eassumption. }
    apply Forall_app. split; apply Forall_map, Forall_forall.
    - intros c I. apply filter_In in I as [_ I]. apply is_so. destruct (Two c c); auto. now apply andb_true_iff.
    - intros e I. apply pairs_among_in in I as (_ & _ & W). destruct (Two _ _ W) as [A|A].
      + now apply is_so.
      + apply Exists_cons_tl. now apply is_so.
  Qed.

  Lemma last_holds : Forall true_clause (at_last cards).
  Proof.
    unfold at_last. pose proof needed as Need. rewrite !Forall_app.
    replace (length cards) with (length (all start)) by (unfold cards; now rewrite map_length). repeat split.
    - destruct (Nat.ltb horizon (length (all start))) eqn:L; [apply Nat.ltb_lt in L; lia|].
      apply Forall_map. eapply Forall_impl; [intros c H; apply Exists_cons_tl; exact H|].
      apply Forall_app. split; [apply waiting_holds|]. unfold cards. rewrite map_map.
      apply at_most_satisfied; [intros i j; apply (count_means Asides) |]. rewrite filter_mapped.
      change (fun c => value_of (Aside (the (details_of c)))) with (aside_by start at_time horizon). lia.
    - apply Forall_map, Forall_forall. intros x I. apply in_map_iff in I as (c & <- & _).
      apply unless. intros _. apply lies_there, wins.
    - constructor; [|constructor]. now apply is_so.
  Qed.

  Theorem trace_satisfies : Forall true_clause encoded.
  Proof.
    unfold encoded. fold cards. cbv zeta. rewrite !Forall_app. repeat split; auto using each_holds, first_holds, last_holds.
    apply Forall_flat_map, Forall_forall. intros t T. apply Forall_app. split; [apply each_holds | now apply step_holds].
  Qed.
End Encode.

(** A plan of at most so many moves that wins is a model. *)
Theorem plan_is_model : forall g start horizon plan last,
  sane g start -> length plan <= horizon -> play g start plan = Some last -> won g last ->
  exists v, Forall (satisfied v) (encoded g start horizon).
Proof.
  intros g start horizon plan last S L P W.
  destruct (plan_trace g plan start last S P) as (at_time & mover & T & End).
  exists (value_of start horizon at_time mover). apply trace_satisfies; auto.
  intros c. apply (won_all_home g); [apply (stays_sane _ _ _ _ T) | now rewrite End].
Qed.
