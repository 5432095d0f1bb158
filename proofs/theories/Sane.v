(** * Sane positions, and that moves keep them sane

    Each card lies in one place, and none is above its foundation that should be on it. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots.
Import ListNotations.

(** The foundation of a card in play exists and has not come to it yet. *)
Definition awaited (g : rules) (p : position) (c : card) : bool :=
  match nth_error (home p) (foundation c) with
  | Some height => N.ltb height (Npos (rank c)) && Pos.leb (rank c) (ranks g)
  | None => false
  end.

Definition sane (g : rules) (p : position) : Prop :=
  NoDup (in_play p) /\ forall c, In c (in_play p) -> awaited g p c = true.

(** ** What taking and putting change *)

Lemma links_columns : forall l1 l2 col f h,
  Permutation (links (Position (l1 ++ col :: l2) f h))
              (column_links col ++ links (Position (l1 ++ l2) f h)).
Proof.
  intros. unfold links. simpl. rewrite !flat_map_app. simpl.
  rewrite !app_assoc. apply Permutation_app_tail.
  rewrite <- !app_assoc. apply Permutation_app_swap_app.
Qed.

Lemma links_cells : forall k l1 l2 x h,
  Permutation (links (Position k (l1 ++ x :: l2) h))
              (cell_link x ++ links (Position k (l1 ++ l2) h)).
Proof.
  intros. unfold links. simpl. rewrite !flat_map_app. simpl.
  rewrite !app_assoc.
  apply Permutation_app_tail. rewrite <- (app_assoc (cell_link x)). apply Permutation_app_comm.
Qed.

Lemma take_links : forall p f c q, take p f = Some (c, q) ->
  (exists s, Permutation (links p) ((c, s) :: links q)) /\ home q = home p /\
  length (columns q) = length (columns p) /\ length (cells q) = length (cells p).
Proof.
  intros [k f h] [n|n|] c q H; simpl in H; [| |discriminate].
  - destruct (nth_error k n) as [[|x rest]|] eqn:E; try discriminate. injection H as -> <-. simpl.
    rewrite replace_length. repeat split; auto. exists (end_of rest).
    destruct (replace_split _ _ _ _ rest E) as (l1 & l2 & -> & ->).
    rewrite !links_columns. reflexivity.
  - destruct (nth_error f n) as [[x|]|] eqn:E; try discriminate. injection H as -> <-. simpl.
    rewrite replace_length. repeat split; auto. exists InCell.
    destruct (replace_split _ _ _ _ None E) as (l1 & l2 & -> & ->).
    rewrite !links_cells. reflexivity.
Qed.

(** Where a card may be put: in a column on an open card or at its bottom, in a cell, at home. *)
Definition may_go (g : rules) (q : position) (c : card) (t : spot) : Prop :=
  match t with
  | On d => fits g c d = true
  | Bottom => may_fill g c = true
  | InCell => True
  | AtHome => exists height, nth_error (home q) (foundation c) = Some height /\
                             rank c = N.succ_pos height
  end.

Lemma put_links : forall g q c t p, put g q c t = Some p ->
  length (columns p) = length (columns q) /\ length (cells p) = length (cells q) /\
  ((exists s, Permutation (links p) ((c, s) :: links q) /\ home p = home q /\
              s <> AtHome /\ may_go g q c s) \/
   (links p = links q /\ may_go g q c AtHome /\ exists height,
      nth_error (home q) (foundation c) = Some height /\
      home p = replace (home q) (foundation c) (N.succ height))).
Proof.
  intros g [k f h] c [n|n|] p H; simpl in H.
  - destruct (nth_error k n) as [col|] eqn:E; try discriminate.
    destruct (may_lie g c col) eqn:L; try discriminate. injection H as <-. simpl.
    rewrite replace_length. repeat split; auto. left. exists (end_of col).
    destruct (replace_split _ _ _ _ (c :: col) E) as (l1 & l2 & -> & ->).
    rewrite !links_columns. repeat split; auto; destruct col; simpl; (discriminate || auto).
  - destruct (nth_error f n) as [[x|]|] eqn:E; try discriminate. injection H as <-. simpl.
    rewrite replace_length. repeat split; auto. left. exists InCell.
    destruct (replace_split _ _ _ _ (Some c) E) as (l1 & l2 & -> & ->).
    rewrite !links_cells. repeat split; auto; discriminate.
  - destruct (nth_error h (foundation c)) as [height|] eqn:E; try discriminate.
    destruct (Pos.eqb (rank c) (N.succ_pos height)) eqn:R; try discriminate. injection H as <-.
    simpl. repeat split; auto. right. apply Pos.eqb_eq in R. repeat split; eauto.
Qed.

(** ** A move seen from the cards *)

Lemma home_replace : forall (h : list N) n m x height, nth_error h n = Some height ->
  nth_error (replace h n x) m = if Nat.eqb m n then Some x else nth_error h m.
Proof.
  induction h as [|a h IH]; intros [|n] [|m] x height E; simpl in *; try discriminate; auto.
  now apply IH with height.
Qed.

(** Nothing lies on the card that moves, it is in play, and of the others none changes its spot. *)
Record moved (g : rules) (p p' : position) (c : card) (t : spot) : Prop := {
  was_in_play : In c (in_play p);
  was_bare : forall d, spot_of p d <> On c;
  only_this : forall d, spot_of p' d = if card_eqb d c then t else spot_of p d;
  where_to : match t with
             | On d => fits g c d = true
             | Bottom => may_fill g c = true
             | InCell => True
             | AtHome => forall d, suit d = suit c -> (rank d < rank c)%positive ->
                         spot_of p d = AtHome
             end;
  as_many_columns : length (columns p') = length (columns p);
  as_many_cells : length (cells p') = length (cells p)
}.

Lemma in_play_permuted : forall p q c s, Permutation (links p) ((c, s) :: links q) ->
  Permutation (in_play p) (c :: in_play q).
Proof. intros p q c s P. apply (Permutation_map fst) in P. exact P. Qed.

Lemma same_spots : forall p q, NoDup (in_play p) -> NoDup (in_play q) ->
  forall d, (forall s, In (d, s) (links p) <-> In (d, s) (links q)) -> spot_of p d = spot_of q d.
Proof.
  intros p q Np Nq d E. destruct (link_of_spot p d) as [I|[Fp Op]].
  - apply E in I. symmetry. now apply spot_of_link.
  - destruct (link_of_spot q d) as [I|[Fq Oq]]; [|congruence].
    apply E in I. exfalso. apply Op. eapply in_in_play. eassumption.
Qed.

Lemma take_open : forall p f c q, NoDup (in_play p) -> take p f = Some (c, q) ->
  forall d, spot_of p d <> On c.
Proof.
  intros p f c q N T d E.
  destruct (take_links _ _ _ _ T) as ((s & P) & _).
  pose proof (in_play_permuted _ _ _ _ P) as Pp.
  assert (NoDup (c :: in_play q)) as Nq by (eapply Permutation_NoDup; eassumption).
  inversion Nq as [|x l Out Nq']; subst.
  destruct (link_of_spot p d) as [I|[F _]]; [|congruence]. rewrite E in I.
  eapply Permutation_in in I; [|exact P]. destruct I as [[= <- ->]|I].
  - clear -T N P. (* The card would lie on itself. *)
    assert (In (c, On c) (links p)) as I by (rewrite P; now left).
    destruct (links_cases _ _ _ I) as [(col & J & K)|[_ K]]; [|discriminate].
    destruct (column_onto _ _ _ K) as (above & rest & ->).
    destruct p as [k f' h]. apply in_split in J as (l1 & l2 & E). simpl in E. subst k.
    unfold in_play in N. eapply Permutation_NoDup in N;
      [|apply (Permutation_map fst), links_columns].
    rewrite map_app, column_cards in N. apply nodup_app in N as [N _].
    apply NoDup_remove_2 in N. apply N. rewrite in_app_iff. right. now left.
  - destruct (links_cases _ _ _ I) as [(col & J & K)|[_ K]]; [|discriminate].
    destruct (column_below _ _ _ K) as (s' & L & _). apply Out. eapply in_in_play with s'.
    unfold links. apply in_app_iff. left. apply in_flat_map. now exists col.
Qed.

Theorem step_moves : forall g p p', sane g p -> step g p p' ->
  sane g p' /\ exists c t, moved g p p' c t.
Proof.
  intros g p p' [N A] [[f t] M]. unfold make in M. simpl in M.
  destruct (take p f) as [[c q]|] eqn:T; [|discriminate].
  pose proof (take_open _ _ _ _ N T) as Open.
  destruct (take_links _ _ _ _ T) as ((s & P) & Hq & Lk & Lf).
  destruct (put_links _ _ _ _ _ M) as (Lk' & Lf' & Cases).
  pose proof (in_play_permuted _ _ _ _ P) as Pp.
  assert (NoDup (c :: in_play q)) as Nq by (eapply Permutation_NoDup; eassumption).
  assert (In c (in_play p)) as Ic by (rewrite Pp; now left).
  inversion Nq as [|x l Out Nq']; subst.
  assert (forall d, d <> c -> forall s', In (d, s') (links p) <-> In (d, s') (links q)) as Others.
  { intros d D s'. split; intros I.
    - eapply Permutation_in in I; [|exact P]. destruct I as [[= <- _]|I]; tauto.
    - rewrite P. now right. }
  destruct Cases as [(s' & P' & H' & NotHome & May) | (L' & May & height & Eh & H')].
  - pose proof (in_play_permuted _ _ _ _ P') as Pp'.
    assert (NoDup (in_play p')) as N'
      by (eapply Permutation_NoDup; [symmetry; exact Pp' | exact Nq]).
    split.
    + split; auto. intros d I. unfold awaited. rewrite H', Hq. apply A. rewrite Pp, <- Pp'. exact I.
    + exists c, s'. constructor; auto; try congruence.
      * intros d. destruct (card_eqb d c) eqn:E.
        -- apply card_eqb_eq in E as ->. apply spot_of_link; auto. rewrite P'. now left.
        -- apply card_eqb_neq in E. apply same_spots; auto.
           intros s0. rewrite (Others d E s0). split; intros I.
           ++ eapply Permutation_in in I; [|exact P']. destruct I as [[= <- _]|I]; tauto.
           ++ rewrite P'. now right.
      * destruct s'; simpl in May; auto. now contradiction NotHome.
  - assert (in_play p' = in_play q) as Ep by (unfold in_play; now rewrite L').
    assert (NoDup (in_play p')) as N' by now rewrite Ep.
    destruct May as (h' & Eh' & Rank). rewrite Eh in Eh'. injection Eh' as <-.
    split.
    + split; auto. intros d I. rewrite Ep in I.
      assert (In d (in_play p)) as Id by (rewrite Pp; now right).
      specialize (A d Id). unfold awaited in *. rewrite H', Hq in *.
      rewrite (home_replace _ _ _ _ _ Eh). destruct (Nat.eqb (foundation d) (foundation c)) eqn:F; auto.
      apply Nat.eqb_eq in F. rewrite F, Eh in A. apply andb_prop in A as [A1 A2].
      rewrite A2, andb_true_r. apply N.ltb_lt. apply N.ltb_lt in A1.
      assert (N.pos (rank c) = N.succ height) as Rc by (rewrite Rank; apply N.succ_pos_spec).
      assert (rank d <> rank c).
      { intros R. apply Out. replace c with d; auto.
        destruct c as [rc sc], d as [rd sd]. simpl in *. f_equal; auto.
        unfold foundation in F. simpl in F.
        pose proof (Pos2Nat.is_pos sc). pose proof (Pos2Nat.is_pos sd).
        apply Pos2Nat.inj. lia. }
      assert (N.pos (rank d) <> N.pos (rank c)) by congruence. lia.
    + exists c, AtHome. constructor; auto; try congruence.
      * intros d. destruct (card_eqb d c) eqn:E.
        -- apply card_eqb_eq in E as ->. apply away_is_home. now rewrite Ep.
        -- apply card_eqb_neq in E. apply same_spots; auto.
           intros s0. now rewrite (Others d E s0), L'.
      * intros d S R. apply away_is_home. intros I. specialize (A d I).
        unfold awaited in A. replace (foundation d) with (foundation c) in A
          by (unfold foundation; now rewrite S).
        rewrite <- Hq, Eh in A. apply andb_prop in A as [A _]. apply N.ltb_lt in A.
        assert (N.pos (rank c) = N.succ height) as Rc by (rewrite Rank; apply N.succ_pos_spec).
        lia.
Qed.

(** ** The start is looked at *)

Fixpoint no_twins (l : list card) : bool :=
  match l with
  | [] => true
  | c :: rest => negb (existsb (card_eqb c) rest) && no_twins rest
  end.

Definition check_sane (g : rules) (p : position) : bool :=
  no_twins (in_play p) && forallb (awaited g p) (in_play p).

Lemma no_twins_nodup : forall l, no_twins l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; intros H; constructor; apply andb_prop in H as [H1 H2]; auto.
  intros I. apply negb_true_iff in H1. assert (existsb (card_eqb c) l = true) as E; [|congruence].
  apply existsb_exists. exists c. split; auto. apply card_eqb_refl.
Qed.

Lemma check_sane_correct : forall g p, check_sane g p = true -> sane g p.
Proof.
  intros g p H. apply andb_prop in H as [H1 H2]. split; [now apply no_twins_nodup|].
  now apply forallb_forall.
Qed.

(** In a won position no card is in play. *)
Lemma won_all_home : forall g p c, sane g p -> won g p -> spot_of p c = AtHome.
Proof.
  intros g p c [_ A] W. apply away_is_home. intros I. specialize (A c I). unfold awaited in A.
  destruct (nth_error (home p) (foundation c)) as [height|] eqn:E; [|discriminate].
  apply nth_error_In in E. unfold won in W. rewrite Forall_forall in W. rewrite (W _ E) in A.
  apply andb_prop in A as [A1 A2]. apply N.ltb_lt in A1. apply Pos.leb_le in A2. lia.
Qed.
