(** * Dead patterns that are accepted prove that a game cannot be won *)

From Coq Require Import List PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane Whole History Propagate Refute Variables Formula.
Import ListNotations.

(** ** The ways out of a pattern

    Only the move of a card that a pattern names changes what it says. *)

Section Ways.
  Variable g : rules.
  Variable start : position.

  (** What holds after a card has left its spot: of the place that it has left, *)
  Definition after_leaving (c : card) (s : spot) : list literal :=
    match s with
    | On e =>
        map (fun d => lies_not d (On e)) (cards start) ++ [lies_not e InCell; lies_not e AtHome] ++
        flat_map (fun f : card * card * list link =>
          if card_eqb (fst (fst f)) c && card_eqb (snd (fst f)) e
          then map (fun l : link => lies (fst l) (snd l)) (snd f) else []) (foreign g start)
    | InCell => [(number FreedCell, true)]
    | Bottom => [(number FreedColumn, true)]
    | AtHome => []
    end.

  (** and of the one that it has come to. *)
  Definition after_coming (c : card) : list literal :=
    map (fun d => lies_not c (On d)) (filter (fun d => negb (fits g c d)) (cards start)) ++
    (if may_fill g c then [] else [lies_not c Bottom]).

  (** What holds after the card of this fact of a pattern has moved. *)
  Definition way (pat : pattern) (fact : link) : list literal :=
    let (c, s) := fact in
    map (fun l : link => lies (fst l) (snd l))
        (filter (fun l : link => negb (card_eqb (fst l) c)) pat) ++
    [lies_not c s] ++
    map (fun d => lies_not d (On c)) (cards start) ++
    map (fun d => lies_not d AtHome) (filter (is_lower c) (cards start)) ++
    after_leaving c s ++ after_coming c.

  Definition not_home (l : link) : bool := negb (spot_eqb (snd l) AtHome).

  Definition ways (patterns : list pattern) : list (list literal) :=
    flat_map (fun pat => map (way pat) (filter not_home pat)) patterns.
End Ways.

(** ** The check

    Each way out of a pattern has a refutation of its own, which may come from anywhere. *)

Fixpoint all_contradict (cs : constraints * positive) (ways : list (list literal))
    (refutations : list (list lemma)) : bool :=
  match ways, refutations with
  | [], _ => true
  | w :: ways, r :: rest => contradict cs w r && all_contradict cs ways rest
  | _ :: _, [] => false
  end.

Definition check_patterns (g : rules) (start : position) (patterns : list pattern)
    (refutations : list (list lemma)) : bool :=
  check_whole g start &&
  existsb (matches start) patterns &&
  forallb (existsb not_home) patterns &&
  all_contradict (all_numbered (formula g start patterns)) (ways g start patterns) refutations.

(** ** What the ways say holds *)

Lemma fits_itself : forall g c, fits g c c = false.
Proof.
  intros g c. unfold fits. replace (Pos.eqb (Pos.succ (rank c)) (rank c)) with false; auto.
  symmetry. apply Pos.eqb_neq. lia.
Qed.

Lemma filter_all : forall A (f : A -> bool) l, (forall x, In x l -> f x = true) -> filter f l = l.
Proof.
  induction l as [|x l IH]; simpl; intros H; auto.
  rewrite (H x) by now left. f_equal. apply IH. auto.
Qed.

Section Step.
  Variable g : rules.
  Variables start p q : position.
  Variable c : card.
  Variable t : spot.
  Hypothesis start_sane : sane g start.
  Hypothesis past : history g start p.
  Hypothesis next : history g start q.
  Hypothesis move : moved g p q c t.
  Hypothesis elsewhere : spot_of p c <> t.

  Let left := spot_of p c.

  Lemma now_there : spot_of q c = t.
  Proof. rewrite (only_this _ _ _ _ _ move), card_eqb_refl. auto. Qed.

  Lemma others_stay : forall d, d <> c -> spot_of q d = spot_of p d.
  Proof.
    intros d D. rewrite (only_this _ _ _ _ _ move). now rewrite (proj2 (card_eqb_neq d c) D).
  Qed.

  Lemma not_upon_itself : forall d, spot_of q d <> On c.
  Proof.
    intros d E. destruct (card_eq_dec d c) as [->|D].
    - rewrite now_there in E. pose proof (where_to _ _ _ _ _ move) as W. rewrite E in W.
      now rewrite fits_itself in W.
    - rewrite (others_stay d D) in E. now apply (was_bare _ _ _ _ _ move d).
  Qed.

  Lemma counted : forall s most, s <> AtHome -> count p s <= most -> count q s <= most ->
    enough start q left s most.
  Proof.
    intros s most H Cp Cq. unfold enough.
    assert (NoDup (cards start)) as N by apply start_sane.
    assert (NoDup (in_play p)) as Np by apply (is_sane _ _ _ past).
    assert (NoDup (in_play q)) as Nq by apply (is_sane _ _ _ next).
    destruct (spot_eqb left s) eqn:L.
    - apply spot_eqb_eq in L. subst s.
      set (there := filter (fun d => spot_eqb (spot_of q d) left) (cards start)).
      assert (NoDup (c :: there)) as M.
      { constructor; [|now apply NoDup_filter]. intros I. apply filter_In in I as [_ E].
        apply spot_eqb_eq in E. rewrite now_there in E. now apply elsewhere. }
      pose proof (count_spots p left (c :: there) H Np M) as K.
      rewrite filter_all in K; [simpl in K; lia|].
      intros d [<-|I]; [now apply spot_eqb_eq|].
      apply filter_In in I as [_ E]. apply spot_eqb_eq in E. apply spot_eqb_eq.
      rewrite <- E. symmetry. apply others_stay. intros ->. rewrite now_there in E.
      now apply elsewhere.
    - pose proof (count_spots q s (cards start) H Nq N). lia.
  Qed.

  Lemma formula_after : forall patterns, existsb (matches q) patterns = false ->
    Forall (holds (value q left)) (formula g start patterns).
  Proof.
    intros patterns. apply formula_holds; auto.
    - apply counted; [discriminate| |].
      + rewrite <- (cells_kept _ _ _ past). apply count_cells.
      + rewrite <- (cells_kept _ _ _ next). apply count_cells.
    - apply counted; [discriminate| |].
      + rewrite <- (columns_kept _ _ _ past). apply count_bottoms.
      + rewrite <- (columns_kept _ _ _ next). apply count_bottoms.
  Qed.

  Lemma way_holds : forall pat, matches p pat = true ->
    Forall (true_in (value q left)) (way g start pat (c, left)).
  Proof.
    intros pat M. unfold matches in M. rewrite forallb_forall in M.
    assert (NoDup (in_play p)) as Np by apply (is_sane _ _ _ past).
    assert (left <> AtHome) as Away by (apply in_play_iff, (was_in_play _ _ _ _ _ move)).
    unfold way. rewrite !Forall_app. repeat split.
    - apply Forall_map, Forall_forall. intros [d s] I. apply filter_In in I as [I D].
      apply negb_true_iff, card_eqb_neq in D. simpl in *. apply lies_true.
      rewrite (others_stay d D). specialize (M _ I). now apply spot_eqb_eq in M.
    - constructor; [|constructor]. apply lies_not_true. rewrite now_there. intros E.
      apply elsewhere. now symmetry.
    - apply Forall_map, Forall_forall. intros d _. apply lies_not_true, not_upon_itself.
    - apply Forall_map, Forall_forall. intros d I. apply filter_In in I as [I L].
      apply andb_prop in L as [S R]. apply Pos.eqb_eq in S. apply Pos.ltb_lt in R.
      apply lies_not_true. intros E. apply Away.
      assert (d <> c) as D by (intros ->; lia).
      rewrite (others_stay d D) in E.
      now apply (in_order _ _ _ past d c).
    - destruct left as [e| | |] eqn:L; simpl.
      + assert (spot_of p c = On e) as E by exact L.
        assert (e <> c) as Ne.
        { intros ->. now apply (was_bare _ _ _ _ _ move c). }
        rewrite Forall_app. split.
        * apply Forall_map, Forall_forall. intros d _. apply lies_not_true. intros F.
          destruct (card_eq_dec d c) as [->|D].
          -- rewrite now_there in F. congruence.
          -- rewrite (others_stay d D) in F. apply D. eapply onto_unique; eassumption.
        * constructor; [|constructor].
          -- apply lies_not_true. rewrite (others_stay e Ne). apply (onto_column _ _ _ Np E).
          -- apply lies_not_true. rewrite (others_stay e Ne). apply (onto_column _ _ _ Np E).
          -- apply Forall_flat_map, Forall_forall. intros [[a b] below] I. simpl.
             destruct (card_eqb a c) eqn:Ea; [|constructor].
             destruct (card_eqb b e) eqn:Eb; [|constructor].
             apply card_eqb_eq in Ea as ->. apply card_eqb_eq in Eb as ->. simpl.
             apply Forall_map, Forall_forall. intros [x s] J. apply lies_true.
             eapply (beneath_kept _ _ _ _ _ _ past move); eassumption.
      + repeat constructor.
      + repeat constructor.
      + constructor.
    - unfold after_coming. rewrite Forall_app. pose proof (where_to _ _ _ _ _ move) as W. split.
      + apply Forall_map, Forall_forall. intros d I. apply filter_In in I as [_ F].
        apply lies_not_true. rewrite now_there. intros E. rewrite E in W. now rewrite W in F.
      + destruct (may_fill g c) eqn:F; constructor; [|constructor].
        apply lies_not_true. rewrite now_there. intros E. rewrite E in W. congruence.
  Qed.
End Step.

Lemma all_contradict_each : forall cs ws rs, all_contradict cs ws rs = true ->
  forall w, In w ws -> exists r, contradict cs w r = true.
Proof.
  induction ws as [|x ws IH]; simpl; intros rs H w I; [destruct I|].
  destruct rs as [|r rs]; [discriminate|]. apply andb_prop in H as [H1 H2].
  destruct I as [<-|I]; [now exists r | eapply IH; eassumption].
Qed.

(** ** The theorem *)

Theorem every_position_matches : forall g start patterns refutations,
  check_patterns g start patterns refutations = true ->
  whole g start /\ forall p, reachable g start p -> existsb (matches p) patterns = true.
Proof.
  intros g start patterns refutations H. unfold check_patterns in H.
  apply andb_prop in H as [H Ways]. apply andb_prop in H as [H _].
  apply andb_prop in H as [Whole_ Start]. apply check_whole_correct in Whole_.
  split; [exact Whole_|]. pose proof (whole_sane _ _ Whole_) as Sane. clear Whole_. intros p R.
  induction R as [|p q R IH M]; auto.
  pose proof (reachable_history _ _ _ Sane R) as Past.
  destruct (step_moves _ _ _ (is_sane _ _ _ Past) M) as (Sq & c & t & Mv).
  pose proof (history_kept _ _ _ _ _ _ Past Sq Mv) as Next.
  apply existsb_exists in IH as (pat & Ip & Mp).
  destruct (existsb (matches q) patterns) eqn:None_; auto. exfalso.
  assert (matches q pat = false) as Mq.
  { destruct (matches q pat) eqn:E; auto.
    assert (existsb (matches q) patterns = true); [|congruence].
    apply existsb_exists. now exists pat. }
  (* The card that moved is the one that the pattern is broken by. *)
  assert (In (c, spot_of p c) pat /\ spot_of p c <> t) as [Ic Far].
  { clear Ip Ways. unfold matches in *. induction pat as [|[d s] pat IHp]; simpl in *; [discriminate|].
    apply andb_prop in Mp as [M1 M2]. apply spot_eqb_eq in M1.
    apply andb_false_iff in Mq as [Mq|Mq].
    - rewrite (only_this _ _ _ _ _ Mv) in Mq. destruct (card_eqb d c) eqn:E.
      + apply card_eqb_eq in E as ->. split; [left; congruence|].
        intros F. rewrite <- F, M1 in Mq. rewrite (proj2 (spot_eqb_eq s s) eq_refl) in Mq.
        discriminate.
      + rewrite M1, (proj2 (spot_eqb_eq s s) eq_refl) in Mq. discriminate.
    - destruct (IHp M2 Mq) as [A B]. split; auto. }
  assert (In (way g start pat (c, spot_of p c)) (ways g start patterns)) as Iw.
  { unfold ways. apply in_flat_map. exists pat. split; auto. apply in_map, filter_In. split; auto.
    unfold not_home. simpl. apply negb_true_iff.
    destruct (spot_eqb (spot_of p c) AtHome) eqn:E; auto. apply spot_eqb_eq in E.
    exfalso. apply (in_play_iff p c); auto. apply (was_in_play _ _ _ _ _ Mv). }
  destruct (all_contradict_each _ _ _ Ways _ Iw) as (r & C).
  apply (contradict_sound (value q (spot_of p c)) _ _ _ C).
  - apply (formula_after g start p q c t); auto.
  - apply (way_holds g start p q c t); auto.
Qed.

(** No position that legal moves lead to from the start is won. *)
Theorem dead_patterns_cannot_be_won : forall g start patterns refutations,
  check_patterns g start patterns refutations = true ->
  whole g start /\ forall p, reachable g start p -> ~ won g p.
Proof.
  intros g start patterns refutations H.
  destruct (every_position_matches _ _ _ _ H) as [Whole_ Matches].
  split; [exact Whole_|]. intros p R W. pose proof (Matches p R) as M.
  apply existsb_exists in M as (pat & I & M).
  unfold check_patterns in H. apply andb_prop in H as [H _]. apply andb_prop in H as [H Named].
  pose proof (whole_sane _ _ Whole_) as Sane.
  pose proof (is_sane _ _ _ (reachable_history _ _ _ Sane R)) as S.
  rewrite forallb_forall in Named. specialize (Named _ I).
  apply existsb_exists in Named as ([c s] & J & N).
  unfold matches in M. rewrite forallb_forall in M. specialize (M _ J). simpl in M.
  apply spot_eqb_eq in M. rewrite (won_all_home _ _ _ S W) in M.
  unfold not_home in N. simpl in N. subst. discriminate.
Qed.
