(** * Cards that wait for each other: one of them goes aside

    A card waits for another one that lies above a lower card of its suit. In a circle of waits some card must be moved
    elsewhere than home (Paul and Helmert, Optimal Solitaire Game Solutions using A* Search and Deadlock Analysis, 2016). So
    each plan has a move home for each card and one more for each card of a set that meets all circles. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane Whole History Plan Formula Trace.
Import ListNotations.

(** Whether this card lies in the column above a lower one of the suit of another. *)
Fixpoint above_lower (y z : card) (column : list card) : bool :=
  match column with
  | [] => false
  | c :: rest => if card_eqb c y then existsb (fun x => is_lower x z) rest else above_lower y z rest
  end.

Definition waits (start : position) (z y : card) : bool := existsb (above_lower y z) (columns start).

(** ** What lies under a card that has not moved has not moved *)

Lemma above_lower_split : forall y z col, above_lower y z col = true ->
  exists top rest x, col = top ++ y :: rest /\ In x rest /\ is_lower x z = true.
Proof.
  intros y z col. induction col as [|c col IH]; simpl; intros H; [discriminate|].
  destruct (card_eqb c y) eqn:E.
  - apply card_eqb_eq in E as ->. apply existsb_exists in H as (x & I & L). now exists [], col, x.
  - destruct (IH H) as (top & rest & x & -> & I & L). now exists (c :: top), rest, x.
Qed.

(** Each card under another one has a card on it, which is that one or lies under it as well. *)
Lemma covered : forall rest y x, In x rest -> exists c, In (c, On x) (column_links (y :: rest)) /\ (c = y \/ In c rest).
Proof.
  induction rest as [|a rest IH]; intros y x I; [contradiction|]. destruct I as [->|I].
  - exists y. simpl. auto.
  - destruct (IH a x I) as (c & L & Or). exists c. split; [right; exact L|].
    right. destruct Or as [->|J]; [now left | now right].
Qed.

Lemma links_of_rest : forall top col, incl (column_links col) (column_links (top ++ col)).
Proof. induction top as [|c top IH]; simpl; intros col l I; auto. right. now apply IH. Qed.

Section Deadlocks.
  Variable g : rules.
  Variable start : position.
  Hypothesis start_sane : sane g start.

  Lemma in_column_in_play : forall col c, In col (columns start) -> In c col -> In c (in_play start).
  Proof.
    intros col c I J. unfold in_play, links. rewrite map_app, in_app_iff. left.
    apply in_map_iff. rewrite <- (column_cards col) in J. apply in_map_iff in J as (l & E & J).
    exists l. split; auto. apply in_flat_map. now exists col.
  Qed.

  Lemma waits_in_play : forall z y, waits start z y = true -> In y (in_play start).
  Proof.
    intros z y W. apply existsb_exists in W as (col & I & A).
    apply above_lower_split in A as (top & rest & x & -> & _). eapply in_column_in_play; [exact I|].
    apply in_app_iff. right. now left.
  Qed.

  Variable at_time : nat -> position.
  Variable mover : nat -> option card.
  Hypothesis tr : trace g start at_time mover.

  Definition at_start (t : nat) (c : card) : Prop := lies_at at_time t c = spot_of start c.

  Lemma rest_stays : forall t y top rest, In (top ++ y :: rest) (columns start) ->
    (forall u, u <= t -> at_start u y) -> forall x, In x rest -> at_start t x.
  Proof.
    induction t as [|t IH]; intros y top rest I Stays x J.
    - unfold at_start, lies_at. now rewrite (begins _ _ _ _ tr).
    - assert (forall c, c = y \/ In c rest -> at_start t c) as Before.
      { intros c [->|K]; [apply Stays; lia|]. apply (IH y top rest); auto. }
      unfold at_start. rewrite (at_rest _ _ _ _ tr).
      + apply Before. now right.
      + intros M. pose proof (goes_on _ _ _ _ tr t) as G. rewrite M in G. destruct G as (s & G).
        destruct (covered rest y x J) as (c & L & Or).
        apply (was_bare _ _ _ _ _ G c). pose proof (Before c Or) as B. unfold at_start, lies_at in B. rewrite B.
        apply spot_of_link; [apply start_sane|]. unfold links. apply in_app_iff. left. apply in_flat_map.
        exists (top ++ y :: rest). split; auto. now apply links_of_rest.
  Qed.

  (** No card goes home before one that it waits for has left. *)
  Lemma waits_on : forall t z y, waits start z y = true -> (forall u, u <= t -> at_start u y) ->
    In z (in_play start) -> mover t = Some z -> lies_at at_time (S t) z <> AtHome.
  Proof.
    intros t z y W Stays P M H. apply existsb_exists in W as (col & I & A).
    apply above_lower_split in A as (top & rest & x & -> & J & L).
    apply andb_prop in L as [S R]. apply Pos.eqb_eq in S. apply Pos.ltb_lt in R.
    pose proof (in_order _ _ _ (past _ _ _ _ tr (Datatypes.S t)) z x P S R H) as X.
    fold (lies_at at_time (Datatypes.S t) x) in X. rewrite (at_rest _ _ _ _ tr) in X.
    - rewrite (rest_stays t y top rest I Stays x J) in X.
      assert (In x (in_play start)) as Px.
      { eapply in_column_in_play; [exact I|]. apply in_app_iff. right. now right. }
      apply in_play_iff in Px. contradiction.
    - rewrite M. intros [= ->]. lia.
  Qed.

  (** Cards of which each waits for one of them: if all are home at some time, one has been aside. *)
  Theorem one_aside : forall cards end_time, cards <> [] ->
    (forall z, In z cards -> In z (in_play start)) ->
    (forall z, In z cards -> exists y, In y cards /\ waits start z y = true) ->
    (forall z, In z cards -> lies_at at_time end_time z = AtHome) ->
    exists y, In y cards /\ aside_by start at_time end_time y = true.
  Proof.
    intros cards end_time Some_ Play Circle Home_.
    destruct (existsb (aside_by start at_time end_time) cards) eqn:E; [now apply existsb_exists|]. exfalso.
    assert (forall t, t <= end_time -> forall u z, u <= t -> In z cards -> at_start u z) as Stay.
    { induction t as [|t IH]; intros T u z U I.
      - replace u with 0 by lia. unfold at_start, lies_at. now rewrite (begins _ _ _ _ tr).
      - destruct (Nat.eq_dec u (S t)) as [->|D]; [|apply IH; auto; lia].
        assert (is_aside start z (lies_at at_time (S t) z) = false) as Not.
        { destruct (is_aside start z (lies_at at_time (S t) z)) eqn:A; auto.
          assert (existsb (aside_by start at_time end_time) cards = true); [|congruence].
          apply existsb_exists. exists z. split; auto. unfold aside_by. apply existsb_exists. exists t. split; auto.
          apply in_seq. lia. }
        unfold is_aside in Not. unfold at_start.
        destruct (spot_eqb (lies_at at_time (S t) z) (spot_of start z)) eqn:Same; [now apply spot_eqb_eq|].
        destruct (spot_eqb (lies_at at_time (S t) z) AtHome) eqn:H; [|discriminate].
        apply spot_eqb_eq in H. exfalso.
        destruct (Circle z I) as (y & J & W).
        refine (waits_on t z y W _ (Play z I) _ H); [intros v V; apply IH; auto; lia|].
        destruct (mover t) as [c|] eqn:M.
        + destruct (card_eq_dec c z) as [->|N]; auto.
          rewrite (at_rest _ _ _ _ tr) in H by congruence. rewrite (IH ltac:(lia) t z (le_n t) I) in H.
          pose proof (Play z I) as P. apply in_play_iff in P. contradiction.
        + rewrite (at_rest _ _ _ _ tr) in H by congruence. rewrite (IH ltac:(lia) t z (le_n t) I) in H.
          pose proof (Play z I) as P. apply in_play_iff in P. contradiction. }
    destruct cards as [|z cards]; [contradiction|].
    pose proof (Stay end_time (le_n _) end_time z (le_n _) (or_introl eq_refl)) as St. unfold at_start in St.
    rewrite (Home_ z (or_introl eq_refl)) in St.
    pose proof (Play z (or_introl eq_refl)) as P. apply in_play_iff in P. congruence.
  Qed.

  Corollary one_of_two_aside : forall y z end_time,
    waits start y z = true -> waits start z y = true -> (forall c, lies_at at_time end_time c = AtHome) ->
    aside_by start at_time end_time y = true \/ aside_by start at_time end_time z = true.
  Proof.
    intros y z end_time Wy Wz Home_.
    destruct (one_aside [y; z] end_time) as (c & [<-|[<-|[]]] & A); auto; [discriminate| |].
    - intros c [<-|[<-|[]]]; eapply waits_in_play; eassumption.
    - intros c [<-|[<-|[]]]; [exists z | exists y]; simpl; auto.
  Qed.
End Deadlocks.

(** ** The least number of cards that meets all pairs *)

Definition pairs : Type := list (card * card).

Definition has (c : card) (e : card * card) : bool := card_eqb c (fst e) || card_eqb c (snd e).

Definition partner (c : card) (e : card * card) : card := if card_eqb c (fst e) then snd e else fst e.

Definition member (l : list card) (c : card) : bool := existsb (card_eqb c) l.

Fixpoint distinct (l : list card) : list card :=
  match l with [] => [] | c :: rest => if member rest c then distinct rest else c :: distinct rest end.

Definition partners (c : card) (l : pairs) : list card := distinct (map (partner c) (filter (has c) l)).

Definition without (gone : list card) (l : pairs) : pairs :=
  filter (fun e => negb (member gone (fst e) || member gone (snd e))) l.

(** The card with most pairs: any would do. *)
Definition busiest (l : pairs) (first : card) : card :=
  fst (fold_left (fun best e =>
         let n := length (filter (has (fst e)) l) in if Nat.ltb (snd best) n then (fst e, n) else best) l (first, 0)).

(** Whether so many cards can meet all pairs: one card is among them, or all its partners are. [fuel] is as large. *)
Fixpoint can_meet (fuel most : nat) (l : pairs) : bool :=
  match l with
  | [] => true
  | e :: _ =>
      match most, fuel with
      | O, _ => false
      | S _, O => true
      | S less, S fuel =>
          let c := busiest l (fst e) in
          let others := partners c l in
          can_meet fuel less (without [c] l) || Nat.eqb (length others) 0 ||
          (Nat.leb (length others) most && can_meet fuel (most - length others) (without others l))
      end
  end.

Fixpoint least (fuel from : nat) (l : pairs) : nat :=
  if can_meet from from l then from
  else match fuel with O => from | S fuel => least fuel (S from) l end.

Lemma member_in : forall l c, member l c = true <-> In c l.
Proof.
  intros l c. unfold member. rewrite existsb_exists. split.
  - intros (d & I & E). apply card_eqb_eq in E as ->. exact I.
  - intros I. exists c. split; auto. apply card_eqb_refl.
Qed.

Lemma distinct_in : forall l c, In c (distinct l) -> In c l.
Proof.
  induction l as [|d l IH]; simpl; intros c I; auto. destruct (member l d); [right; auto|].
  destruct I as [->|I]; auto.
Qed.

Lemma distinct_nodup : forall l, NoDup (distinct l).
Proof.
  induction l as [|c l IH]; simpl; [constructor|]. destruct (member l c) eqn:M; auto.
  constructor; auto. intros I. apply distinct_in, member_in in I. congruence.
Qed.

Lemma taken_away : forall gone (s : list card), NoDup gone -> incl gone s ->
  length gone + length (filter (fun c => negb (member gone c)) s) <= length s.
Proof.
  intros gone s N Sub.
  assert (length gone <= length (filter (member gone) s)) as L.
  { apply NoDup_incl_length; auto. intros c I. apply filter_In. split; auto. now apply member_in. }
  assert (length s = length (filter (member gone) s) + length (filter (fun c => negb (member gone c)) s)) as E.
  { clear. induction s as [|c s IH]; simpl; auto. destruct (member gone c); simpl; lia. }
  lia.
Qed.

Definition meets (s : list card) (l : pairs) : Prop := forall e, In e l -> In (fst e) s \/ In (snd e) s.

Lemma meets_without : forall s l gone, meets s l ->
  meets (filter (fun c => negb (member gone c)) s) (without gone l).
Proof.
  intros s l gone M e I. apply filter_In in I as [I O]. apply negb_true_iff, orb_false_iff in O as [A B].
  destruct (M e I) as [J|J]; [left | right]; apply filter_In; split; auto; now apply negb_true_iff.
Qed.

Lemma can_meet_complete : forall fuel most l s, meets s l -> length s <= most -> can_meet fuel most l = true.
Proof.
  induction fuel as [|fuel IH]; intros most l s M L; destruct l as [|e l]; cbn [can_meet]; auto;
    assert (s <> []) as Some_ by (intros ->; destruct (M e (or_introl eq_refl)) as [[]|[]]);
    destruct most as [|less]; try (destruct s; simpl in L; [congruence|lia]); auto.
  set (c := busiest (e :: l) (fst e)). set (p := e :: l) in *.
  rewrite !orb_true_iff. destruct (member s c) eqn:E.
  - left. left. apply member_in in E.
    apply IH with (s := filter (fun d => negb (member [c] d)) s); [now apply meets_without|].
    assert (incl [c] s) as Sub by (intros d [<-|[]]; auto).
    pose proof (taken_away [c] s ltac:(repeat constructor; auto) Sub). simpl length in *. lia.
  - right.
    assert (incl (partners c p) s) as Sub.
    { intros d I. apply distinct_in, in_map_iff in I as (f & <- & I). apply filter_In in I as [I H].
      assert (~ In c s) as Out by (intros J; apply member_in in J; congruence).
      unfold has in H. unfold partner. destruct (card_eqb c (fst f)) eqn:F.
      - apply card_eqb_eq in F. destruct (M f I) as [J|J]; auto. rewrite <- F in J. contradiction.
      - simpl in H. apply card_eqb_eq in H. destruct (M f I) as [J|J]; auto. rewrite <- H in J. contradiction. }
    pose proof (taken_away _ s (distinct_nodup _) Sub) as T. fold (partners c p) in T.
    apply andb_true_iff. split; [apply Nat.leb_le; lia|].
    apply IH with (s := filter (fun d => negb (member (partners c p) d)) s); [now apply meets_without | lia].
Qed.

Lemma least_at_most : forall fuel from l s, meets s l -> from <= length s -> least fuel from l <= length s.
Proof.
  induction fuel as [|fuel IH]; intros from l s M L; simpl; destruct (can_meet from from l) eqn:C; auto.
  apply IH; auto. destruct (Nat.eq_dec from (length s)) as [->|N]; [|lia].
  rewrite (can_meet_complete _ _ _ s M (le_n _)) in C. discriminate.
Qed.

(** ** How many moves each plan needs *)

Section LowerBound.
  Variable start : position.

  Definition must_aside (c : card) : bool := waits start c c.

  Definition wait_for_each_other (y z : card) : bool := waits start y z && waits start z y.

  Fixpoint pairs_among (l : list card) : pairs :=
    match l with
    | [] => []
    | y :: rest => map (pair y) (filter (wait_for_each_other y) rest) ++ pairs_among rest
    end.

  Definition others : list card := filter (fun c => negb (must_aside c)) (all start).

  (** Cards to go home, cards that wait for themselves, and the least number that meets all pairs of the others. *)
  Definition lower_bound : nat :=
    length (all start) + length (filter must_aside (all start)) + least (length others) 0 (pairs_among others).

  Lemma pairs_among_in : forall l e, In e (pairs_among l) ->
    In (fst e) l /\ In (snd e) l /\ wait_for_each_other (fst e) (snd e) = true.
  Proof.
    induction l as [|y l IH]; simpl; intros e I; [contradiction|]. apply in_app_iff in I as [I|I].
    - apply in_map_iff in I as (z & <- & I). apply filter_In in I as [I W]. simpl. auto.
    - destruct (IH e I) as (A & B & C). auto.
  Qed.

  Lemma split_length : forall (f h : card -> bool) l, length (filter h l) =
    length (filter h (filter f l)) + length (filter h (filter (fun c => negb (f c)) l)).
  Proof.
    intros f h l. induction l as [|c l IH]; simpl; auto.
    destruct (f c) eqn:F, (h c) eqn:H; simpl; rewrite ?H; simpl; lia.
  Qed.

  Theorem trace_length : forall g at_time mover t, sane g start -> trace g start at_time mover ->
    (forall c, lies_at at_time t c = AtHome) -> lower_bound <= t.
  Proof.
    intros g at_time mover t S T Home_.
    assert (length (all start) + length (filter (aside_by start at_time t) (all start)) <= t) as Need.
    { apply (moves_needed _ _ _ _ T); [apply (all_nodup _ _ S) | intros c; apply in_all | intros c _; apply Home_]. }
    set (aside := aside_by start at_time t) in *.
    assert (forall y z, wait_for_each_other y z = true -> aside y = true \/ aside z = true) as Two.
    { intros y z W. apply andb_prop in W as [A B]. eapply one_of_two_aside; eassumption. }
    rewrite (split_length must_aside aside) in Need.
    assert (filter aside (filter must_aside (all start)) = filter must_aside (all start)) as E.
    { assert (forall c, In c (filter must_aside (all start)) -> aside c = true) as A.
      { intros c I. apply filter_In in I as [_ I]. destruct (Two c c); auto. now apply andb_true_iff. }
      clear - A. induction (filter must_aside (all start)) as [|c l IH]; simpl; auto.
      rewrite A by (now left). f_equal. apply IH. intros d I. apply A. now right. }
    rewrite E in Need. fold others in Need.
    assert (least (length others) 0 (pairs_among others) <= length (filter aside others)) as L.
    { apply least_at_most; [|lia]. intros e I. apply pairs_among_in in I as (A & B & W).
      destruct (Two _ _ W) as [H|H]; [left | right]; apply filter_In; auto. }
    unfold lower_bound. lia.
  Qed.
End LowerBound.

(** The start is whole, and each plan that wins has at least as many moves. *)
Definition check_lower_bound (g : rules) (start : position) : option nat :=
  if check_whole g start then Some (lower_bound start) else None.

Theorem no_shorter_plan : forall g start n, check_lower_bound g start = Some n ->
  whole g start /\ forall plan last, play g start plan = Some last -> won g last -> n <= length plan.
Proof.
  intros g start n C. unfold check_lower_bound in C.
  destruct (check_whole g start) eqn:W; [|discriminate]. injection C as <-. apply check_whole_correct in W. split; auto.
  intros plan last P Won. pose proof (whole_sane _ _ W) as S.
  destruct (plan_trace g plan start last S P) as (at_time & mover & T & End).
  apply (trace_length start g at_time mover); auto. intros c. unfold lies_at. rewrite End by auto.
  apply (won_all_home g); auto. rewrite <- (End (length plan)) by auto. apply (stays_sane _ _ _ _ T).
Qed.
