(** * Moves home that no win needs to put off, in games with a waste

    A card is safe if it can be taken, each copy of the next lower card of its suit is home, and so is each card that
    may be put on it. If a safe card can go home, a position can be won within so many moves only if it can be won
    within so many after that move.

    Take a plan, and play along with it, the card home. Each pile is as it is there, but without this card. Nothing is
    put on it in a column, for all that may be is home. Twins of it find a foundation, as there are as many foundations
    as copies. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Waste WasteMoves.
Import ListNotations.
Import Waste.

(** ** Won within so many moves *)

Inductive wins (g : rules) : nat -> spread -> Prop :=
| wins_now : forall n p, won g p -> wins g n p
| wins_later : forall n p q, step g p q -> wins g n q -> wins g (S n) p.

Lemma wins_longer : forall g n m p, wins g n p -> n <= m -> wins g m p.
Proof.
  intros g n m p W. revert m. induction W as [n p W|n p q S W IH]; intros m L; [now constructor|].
  destruct m as [|m]; [lia|]. eapply wins_later; [eassumption|]. apply IH. lia.
Qed.

Lemma reachable_wins : forall g start p, reachable g start p -> forall n, wins g n p -> exists m, wins g m start.
Proof.
  intros g start p R. induction R as [|p q R IH S]; intros n W; [eauto|].
  apply IH with (n := Datatypes.S n). eapply wins_later; eauto.
Qed.

Lemma alike_wins : forall g n p q, alike p q -> wins g n p -> wins g n q.
Proof.
  intros g n p q A W. revert q A. induction W as [n p W|n p p' S W IH]; intros q A.
  - constructor. eapply alike_won; eauto.
  - destruct (alike_moves _ _ _ _ A S) as (q' & S' & A'). eapply wins_later; eauto.
Qed.

(** ** Piles without a card *)

(** [q] has the piles of [p] without the card [x], which has nothing on it if it lies in a column. *)
Definition misses (x : card) (p q : spread) : Prop :=
  stock q = stock p /\
  ((exists i rest, nth_error (tableau p) i = Some (x :: rest) /\
      tableau q = replace (tableau p) i rest /\ waste q = waste p) \/
   (exists l k, waste p = l ++ x :: k /\ waste q = l ++ k /\ tableau q = tableau p)).

Lemma misses_has : forall x p q, misses x p q -> In x (on_table p).
Proof.
  intros x p q (_ & [(i & rest & E & _)|(l & k & E & _)]); unfold on_table; rewrite !in_app_iff.
  - left. apply in_concat. exists (x :: rest). split; [eapply nth_error_In; eassumption|now left].
  - right; right. rewrite E. apply in_elt.
Qed.

Lemma nth_replace_error : forall A (l : list A) n m x, nth_error (replace l n x) m =
  if Nat.eqb m n then match nth_error l n with Some _ => Some x | None => None end else nth_error l m.
Proof. induction l as [|a l IH]; intros [|n] [|m] x; simpl; auto. now destruct (Nat.eqb m n). Qed.

Lemma replace_twice : forall A (l : list A) n x y, replace (replace l n x) n y = replace l n y.
Proof. induction l; intros [|n] x y; simpl; f_equal; auto. Qed.

Lemma replace_same : forall A (l : list A) n x, nth_error l n = Some x -> replace l n x = l.
Proof. induction l; intros [|n] x E; simpl in *; try discriminate; f_equal; auto. congruence. Qed.

Lemma replace_other : forall A (l : list A) n m x y, n <> m ->
  replace (replace l n x) m y = replace (replace l m y) n x.
Proof. induction l; intros [|n] [|m] x y N; simpl; f_equal; auto; lia. Qed.

(** What is taken there can be taken here, if it is not this card at this place. *)
Lemma lift_misses : forall x p q f c w, misses x p q -> lift p f = Some (c, w) ->
  (c = x /\ tableau q = tableau w /\ stock q = stock w /\ waste q = waste w) \/
  exists w', lift q f = Some (c, w') /\ misses x w w' /\ foundations w' = foundations q.
Proof.
  intros x p q f c w (St & [(i & rest & E & T & W)|(l & k & E & W & T)]) L; destruct f as [n|]; simpl in L.
  - destruct (nth_error (tableau p) n) as [[|y rest']|] eqn:F; try discriminate. injection L as -> <-. simpl.
    destruct (Nat.eq_dec n i) as [->|N].
    + rewrite E in F. injection F as <- <-. left. auto.
    + right. rewrite T, nth_replace_error, (proj2 (Nat.eqb_neq n i)), F by auto.
      eexists. split; [reflexivity|]. split; auto. split; simpl; auto. left. exists i, rest.
      rewrite nth_replace_error, (proj2 (Nat.eqb_neq i n)) by auto. split; auto. split; auto. apply replace_other; auto.
  - destruct (waste p) as [|y rest'] eqn:F; [discriminate|]. injection L as -> <-. right. simpl. rewrite W.
    eexists. split; [reflexivity|]. split; auto. split; simpl; auto. left. exists i, rest. auto.
  - destruct (nth_error (tableau p) n) as [[|y rest']|] eqn:F; try discriminate. injection L as -> <-. right. simpl.
    rewrite T, F. eexists. split; [reflexivity|]. split; auto. split; simpl; auto. right. exists l, k. auto.
  - rewrite E in L. destruct l as [|y l]; simpl in *; injection L as -> <-; [left; auto|]. right.
    rewrite W. eexists. split; [reflexivity|]. split; auto. split; simpl; auto. right. exists l, k. auto.
Qed.

(** ** Foundations with a card and without *)

(** Of this suit the heights there and here, but for the foundation with the card. *)
Definition raised (r : positive) (hs ks l : list N) : Prop :=
  Permutation hs (Pos.pred_N r :: l) /\ Permutation ks (Npos r :: l) /\ Forall (N.le (Pos.pred_N r)) l.

Lemma succ_pos_pred : forall r h, r = N.succ_pos h -> h = Pos.pred_N r.
Proof. intros r h ->. destruct h; simpl; auto. now rewrite Pos.pred_N_succ. Qed.

Lemma succ_of_pred : forall r, N.succ (Pos.pred_N r) = Npos r.
Proof. intros r. apply N.succ_pos_pred. Qed.

Lemma replace_here : forall (l : list N) m h y, nth_error l m = Some h -> exists k, Permutation l (h :: k) /\ Permutation (replace l m y) (y :: k).
Proof.
  intros l m h y E. destruct (replace_split _ _ _ _ y E) as (l1 & l2 & -> & ->). exists (l1 ++ l2).
  split; symmetry; apply Permutation_middle.
Qed.

(** A card that goes home there does so here, if there are more copies of it than one, should it be a twin. *)
Lemma raised_step : forall r hs ks l n h, raised r hs ks l -> nth_error hs n = Some h ->
  (h = Pos.pred_N r -> In h l) ->
  exists m l', nth_error ks m = Some h /\ raised r (replace hs n (N.succ h)) (replace ks m (N.succ h)) l'.
Proof.
  intros r hs ks l n h (P & Q & Low) E Twin.
  destruct (replace_permuted _ _ _ _ _ (N.succ h) P E) as (m & F & P').
  assert (exists j, nth_error l j = Some h /\
    Permutation (replace hs n (N.succ h)) (Pos.pred_N r :: replace l j (N.succ h))) as (j & Ej & Pj).
  { destruct m as [|m]; simpl in F, P'; [|eauto]. injection F as F.
    destruct (In_nth_error _ _ (Twin (eq_sym F))) as [j Ej]. exists j. split; auto.
    destruct (replace_here _ _ _ (N.succ h) Ej) as (k & K & K'). rewrite P', K', K, F. apply perm_swap. }
  apply Permutation_sym in Q.
  destruct (replace_permuted _ _ _ (S j) h (N.succ h) Q Ej) as (i & Ei & Pi). simpl in Pi.
  exists i, (replace l j (N.succ h)). split; auto. split; auto. split; [now apply Permutation_sym|].
  apply Forall_replace; auto. rewrite Forall_forall in Low. specialize (Low h (nth_error_In _ _ Ej)). lia.
Qed.

(** ** Playing along *)

Record behind (g : rules) (x : card) (p q : spread) : Prop := Behind {
  piles_miss : misses x p q;
  home_raised : exists hs ks l, nth_error (foundations p) (foundation x) = Some hs /\
    foundations q = replace (foundations p) (foundation x) ks /\ raised (rank x) hs ks l;
  covered_by_none : forall y, In y (on_table p) -> fits g y x = false
}.

Lemma lay_behind : forall g x w w' q c t p', misses x w w' -> foundations w' = foundations q ->
  (exists hs ks l, nth_error (foundations w) (foundation x) = Some hs /\
    foundations q = replace (foundations w) (foundation x) ks /\ raised (rank x) hs ks l /\ (c = x -> In (Pos.pred_N (rank x)) l)) ->
  fits g c x = false -> lay g w c t = Some p' ->
  exists t' q', lay g w' c t' = Some q' /\ misses x p' q' /\
    exists hs ks l, nth_error (foundations p') (foundation x) = Some hs /\
      foundations q' = replace (foundations p') (foundation x) ks /\ raised (rank x) hs ks l.
Proof.
  intros g x w w' q c t p' (St & M) Fq (hs & ks & l & E & F & R & Twin) No L. rewrite <- Fq in F. clear q Fq.
  destruct t as [n|n]; simpl in L.
  - destruct (nth_error (tableau w) n) as [col|] eqn:En; [|discriminate].
    destruct (may_lie g c col) eqn:Lie; [|discriminate]. injection L as <-. exists (ToColumn n). simpl.
    destruct M as [(i & rest & Ei & T & W)|(l1 & k1 & W & W' & T)].
    + destruct (Nat.eq_dec n i) as [->|N].
      { rewrite Ei in En. injection En as <-. simpl in Lie. congruence. }
      rewrite T, nth_replace_error, (proj2 (Nat.eqb_neq n i)), En, Lie by auto.
      eexists. split; [reflexivity|]. split; [split; simpl; auto|exists hs, ks, l; auto].
      left. exists i, rest. rewrite nth_replace_error, (proj2 (Nat.eqb_neq i n)) by auto.
      split; auto. split; auto. apply replace_other; auto.
    + rewrite T, En, Lie. eexists. split; [reflexivity|]. split; [split; simpl; auto|exists hs, ks, l; auto].
      right. exists l1, k1. auto.
  - destruct (nth_error (foundations w) (foundation c)) as [hs'|] eqn:Ec; [|discriminate].
    destruct (nth_error hs' n) as [h|] eqn:En; [|discriminate].
    destruct (Pos.eqb (rank c) (N.succ_pos h)) eqn:Rc; [|discriminate]. injection L as <-. simpl.
    destruct (Nat.eq_dec (foundation c) (foundation x)) as [S|S].
    + rewrite S in *. rewrite E in Ec. injection Ec as <-.
      destruct (raised_step _ _ _ _ n h R En) as (m & l' & Em & R').
      { intros H. rewrite H. apply Twin. apply Pos.eqb_eq in Rc. apply same_foundation in S.
        destruct c as [rc sc], x as [rx sx]. simpl in *. f_equal; auto. subst rc h.
        pose proof (succ_of_pred rx). destruct (Pos.pred_N rx); simpl in *; congruence. }
      exists (ToFoundation m). simpl. rewrite S, F, nth_replace_error, Nat.eqb_refl, E, Em, Rc.
      eexists. split; [reflexivity|]. split; [split; simpl; auto|]. simpl.
      exists (replace hs n (N.succ h)), (replace ks m (N.succ h)), l'.
      rewrite nth_replace_error, Nat.eqb_refl, E, !replace_twice. auto.
    + exists (ToFoundation n). simpl. rewrite F, nth_replace_error, (proj2 (Nat.eqb_neq _ _) S), Ec, En, Rc.
      eexists. split; [reflexivity|]. split; [split; simpl; auto|]. simpl. exists hs, ks, l.
      rewrite nth_replace_error, (proj2 (Nat.eqb_neq _ _) (not_eq_sym S)). split; auto. split; auto.
      apply replace_other; auto.
Qed.

Lemma play_along : forall g x p q p', whole g p -> behind g x p q -> step g p p' ->
  exists q', (q' = q \/ step g q q') /\ (behind g x p' q' \/ alike p' q').
Proof.
  intros g x p q p' Wh [M (hs & ks & l & E & F & R) No] [[|f t] A]; simpl in A.
  - destruct (stock p) as [|c rest] eqn:Es; [discriminate|]. injection A as <-. destruct M as (St & M).
    exists (Spread (tableau q) rest (c :: waste q) (foundations q)). split.
    { right. exists Draw. simpl. now rewrite St, Es. }
    left. constructor; simpl; [|exists hs, ks, l; auto|].
    + split; simpl; auto. destruct M as [(i & rest' & Ei & T & W)|(l1 & k1 & W & W' & T)].
      * left. exists i, rest'. repeat split; auto. congruence.
      * right. exists (c :: l1), k1. simpl. repeat split; congruence.
    + intros y I. apply No. revert I. unfold on_table. simpl. rewrite Es, !in_app_iff. simpl. tauto.
  - destruct (lift p f) as [[c w]|] eqn:L; [|discriminate]. destruct (lift_cards _ _ _ _ L) as [Pw Fw].
    destruct (lift_misses _ _ _ _ _ _ M L) as [(-> & T & S & W)|(w' & L' & M' & F')].
    + (* This card moves there. *)
      exists q. split; auto. rewrite <- Fw in *. destruct t as [n|n]; simpl in A.
      * destruct (nth_error (tableau w) n) as [col|] eqn:En; [|discriminate].
        destruct (may_lie g x col); [|discriminate]. injection A as <-. left. constructor; simpl.
        -- split; simpl; auto. left. exists n, col. rewrite nth_replace_error, Nat.eqb_refl, En.
           split; auto. split; auto. now rewrite replace_twice, (replace_same _ _ _ _ En).
        -- exists hs, ks, l. auto.
        -- intros y I. apply No. eapply Permutation_in; [|exact I]. rewrite Pw. unfold on_table. simpl.
           now rewrite (concat_replace _ _ _ _ _ En).
      * rewrite E in A. destruct (nth_error hs n) as [h|] eqn:En; [|discriminate].
        destruct (Pos.eqb (rank x) (N.succ_pos h)) eqn:Rx; [|discriminate]. injection A as <-.
        apply Pos.eqb_eq, succ_pos_pred in Rx as ->. right. repeat split; simpl; auto.
        -- now rewrite T.
        -- rewrite F. apply forall2_replace.
           ++ now apply forall2_refl.
           ++ destruct R as (P & Q & _). rewrite Q, succ_of_pred.
              destruct (replace_permuted _ _ _ _ _ (Npos (rank x)) (Permutation_refl hs) En) as (m & _ & _).
              destruct (replace_here _ _ _ (Npos (rank x)) En) as (k & K & K'). rewrite K'.
              rewrite K in P. apply Permutation_cons_inv in P. now rewrite P.
    + (* Another card moves. *)
      assert (In c (on_table p)) as Ic by (rewrite Pw; now left).
      destruct (lay_behind g x w w' q c t p' M' F') as (t' & q' & Y & M'' & H''); auto.
      { exists hs, ks, l. rewrite Fw. split; auto. split; auto. split; auto. intros ->.
        (* A twin: there are two of them, and as many foundations that wait. *)
        destruct Wh as (_ & _ & Count). specialize (Count x).
        fold (count (on_table p) x) in Count. rewrite (count_permuted _ _ _ Pw) in Count. unfold count in Count.
        simpl in Count. destruct (card_eq_dec x x); [|easy].
        pose proof (misses_has _ _ _ M') as Two. apply (count_occ_In card_eq_dec) in Two.
        destruct (Pos.leb (rank x) (ranks g)); [|lia].
        unfold heights in Count. rewrite (nth_error_nth _ _ _ E) in Count.
        destruct R as (P & _ & Low). rewrite (wait_permuted _ _ _ P) in Count.
        change (Pos.pred_N (rank x) :: l) with ([Pos.pred_N (rank x)] ++ l) in Count. rewrite wait_app in Count.
        assert (wait_for [Pos.pred_N (rank x)] x <= 1) as One.
        { unfold wait_for. simpl. destruct (N.ltb _ _); simpl; lia. }
        destruct (filter (fun h => N.ltb h (Npos (rank x))) l) as [|h k] eqn:Fi.
        { unfold wait_for in Count at 2. rewrite Fi in Count. simpl in Count. lia. }
        assert (In h (filter (fun h => N.ltb h (Npos (rank x))) l)) as Ih by (rewrite Fi; now left).
        apply filter_In in Ih as [Ih Lt]. apply N.ltb_lt in Lt. rewrite Forall_forall in Low.
        pose proof (Low h Ih) as Le. replace (Pos.pred_N (rank x)) with h; auto.
        pose proof (succ_of_pred (rank x)). lia. }
      exists q'. split; [right; exists (Carry f t'); simpl; now rewrite L'|]. left. constructor; auto.
      intros y I. apply No. rewrite Pw. destruct (lay_cards _ _ _ _ _ A) as [[P _]|[P _]].
      * eapply Permutation_in; eassumption.
      * rewrite P in I. now right.
Qed.

Lemma behind_not_won : forall g x p q, whole g p -> behind g x p q -> ~ won g p.
Proof.
  intros g x p q Wh [M _ _] W. pose proof (misses_has _ _ _ M) as I. rewrite (whole_won _ _ Wh W) in I. easy.
Qed.

Lemma behind_wins : forall g x n p q, whole g p -> behind g x p q -> wins g n p -> wins g n q.
Proof.
  intros g x n p q Wh B W. revert q B. induction W as [n p W|n p p' S W IH]; intros q B.
  - exfalso. eapply behind_not_won; eauto.
  - destruct (play_along _ _ _ _ _ Wh B S) as (q' & Q & B').
    assert (wins g n q') as V.
    { destruct B' as [B'|A]; [apply IH; auto; eapply whole_step; eauto|eapply alike_wins; eauto]. }
    destruct Q as [->|S']; [eapply wins_longer; eauto|eapply wins_later; eauto].
Qed.

(** ** Safe cards *)

(** Each foundation of its suit is at least at the rank below, and each card of a suit that may be put on it is home. *)
Definition safe (g : rules) (p : spread) (x : card) : bool :=
  forallb (N.leb (Pos.pred_N (rank x))) (heights p x) &&
  forallb (fun n =>
    let y := Card (Pos.pred (rank x)) (Pos.of_succ_nat n) in
    negb (fits g y x) || forallb (N.leb (Npos (rank y))) (heights p y)) (seq 0 (length (foundations p))).

Lemma safe_covered : forall g p x, whole g p -> safe g p x = true ->
  forall y, In y (on_table p) -> fits g y x = false.
Proof.
  intros g p x (_ & _ & Count) S y I. destruct (fits g y x) eqn:Fit; auto. exfalso.
  unfold safe in S. apply andb_prop in S as [_ S]. rewrite forallb_forall in S.
  specialize (Count y). apply (count_occ_In card_eq_dec) in I.
  destruct (Pos.leb (rank y) (ranks g)); [|lia].
  destruct (Nat.le_gt_cases (length (foundations p)) (foundation y)) as [G|Lt].
  { unfold heights in Count. rewrite nth_overflow in Count by auto. unfold wait_for in Count. simpl in Count. lia. }
  specialize (S (foundation y)). rewrite in_seq in S.
  assert (rank y = Pos.pred (rank x)) as Ry.
  { unfold fits in Fit. apply andb_prop in Fit as [Fit _]. apply Pos.eqb_eq in Fit. rewrite <- Fit. now rewrite Pos.pred_succ. }
  assert (Card (Pos.pred (rank x)) (Pos.of_succ_nat (foundation y)) = y) as Ey.
  { destruct y as [ry sy]. simpl in *. f_equal; auto. unfold foundation. simpl. apply Pos2Nat.inj.
    rewrite SuccNat2Pos.id_succ. pose proof (Pos2Nat.is_pos sy). lia. }
  cbv zeta in S. rewrite Ey, Fit in S. simpl in S.
  assert (forallb (N.leb (N.pos (rank y))) (heights p y) = true) as H by (apply S; lia).
  rewrite forallb_forall in H.
  assert (wait_for (heights p y) y = 0); [|lia]. unfold wait_for.
  destruct (filter _ _) as [|h l] eqn:Fi; auto. exfalso.
  assert (In h (filter (fun h => N.ltb h (Npos (rank y))) (heights p y))) as J by (rewrite Fi; now left).
  apply filter_In in J as [J K]. apply H, N.leb_le in J. apply N.ltb_lt in K. lia.
Qed.

Lemma safe_behind : forall g p f x w n q, whole g p -> lift p f = Some (x, w) -> safe g p x = true ->
  lay g w x (ToFoundation n) = Some q -> behind g x p q.
Proof.
  intros g p f x w n q Wh L S Y. pose proof (safe_covered _ _ _ Wh S) as No.
  destruct (lift_cards _ _ _ _ L) as [_ Fw]. unfold safe in S. apply andb_prop in S as [Low _].
  simpl in Y. rewrite Fw in Y.
  destruct (nth_error (foundations p) (foundation x)) as [hs|] eqn:E; [|discriminate].
  destruct (nth_error hs n) as [h|] eqn:En; [|discriminate].
  destruct (Pos.eqb (rank x) (N.succ_pos h)) eqn:R; [|discriminate]. injection Y as <-.
  apply Pos.eqb_eq, succ_pos_pred in R as ->. constructor; auto; simpl.
  - destruct f as [i|]; simpl in L.
    + destruct (nth_error (tableau p) i) as [[|y rest]|] eqn:Ei; try discriminate. injection L as -> <-.
      split; simpl; auto. left. exists i, rest. auto.
    + destruct (waste p) as [|y rest] eqn:Ew; [discriminate|]. injection L as -> <-.
      split; simpl; auto. right. exists [], rest. auto.
  - destruct (replace_split _ _ _ _ (N.succ (Pos.pred_N (rank x))) En) as (l1 & l2 & -> & ->).
    exists (l1 ++ Pos.pred_N (rank x) :: l2), (l1 ++ N.succ (Pos.pred_N (rank x)) :: l2), (l1 ++ l2).
    split; auto. split; auto. split; [|split].
    + symmetry. apply Permutation_middle.
    + rewrite succ_of_pred. symmetry. apply Permutation_middle.
    + unfold heights in Low. rewrite (nth_error_nth _ _ _ E), forallb_forall in Low. apply Forall_forall.
      intros h I. apply N.leb_le, Low. apply in_app_iff. apply in_app_iff in I as [I|I]; auto. right. now right.
Qed.

(** A position that can be won within so many moves can be won within so many after a safe card has gone home. *)
Theorem safe_first : forall g p f x w n q, whole g p -> lift p f = Some (x, w) -> safe g p x = true ->
  lay g w x (ToFoundation n) = Some q -> forall moves, wins g moves p -> wins g moves q.
Proof. intros. eapply behind_wins; eauto. eapply safe_behind; eauto. Qed.
