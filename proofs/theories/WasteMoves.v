(** * Games with a waste: the check of the start, whole positions stay whole, and the order of columns makes no
    difference *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Whole Waste.
Import ListNotations.
Import Waste.

(** ** Cards that are played from the stock *)

Theorem reachable_without_stock : forall g start p, reachable_from_stock_too g start p <-> reachable g start p.
Proof.
  intros g start p. split; induction 1 as [|p q _ IH S|p q to _ IH S] || induction 1 as [|p q _ IH S].
  - constructor.
  - econstructor; eauto.
  - unfold play_from_stock in S. destruct (stock p) as [|c rest] eqn:E; [discriminate|].
    apply one_more with (p := Spread (tableau p) rest (c :: waste p) (foundations p)).
    + eapply one_more; [exact IH|]. exists Draw. simpl. now rewrite E.
    + exists (Carry FromWaste to). exact S.
  - constructor.
  - eapply one_more_move; eauto.
Qed.

(** ** The check of the start *)

Definition count (l : list card) (c : card) : nat := count_occ card_eq_dec l c.

Definition copies (l : list card) (c : card) : nat := length (filter (card_eqb c) l).

Lemma copies_counted : forall l c, copies l c = count l c.
Proof.
  unfold copies, count. induction l as [|d l IH]; simpl; intros c; auto.
  destruct (card_eq_dec d c) as [->|N].
  - rewrite card_eqb_refl. simpl. now rewrite IH.
  - rewrite (proj2 (card_eqb_neq c d)) by congruence. apply IH.
Qed.

Definition all_there (g : rules) (p : spread) (c : card) : bool :=
  Nat.eqb (copies (on_table p) c) (if Pos.leb (rank c) (ranks g) then wait_for (heights p c) c else 0).

Definition check_spread (g : rules) (p : spread) : bool :=
  match foundations p with [] => false | _ => true end &&
  forallb (fun hs => match hs with [] => false | _ => true end &&
                     forallb (fun h => N.leb h (Npos (ranks g))) hs) (foundations p) &&
  forallb (all_there g p) (on_table p) &&
  forallb (all_there g p) (deck g (length (foundations p))).

Theorem check_spread_correct : forall g p, check_spread g p = true <-> whole g p.
Proof.
  intros g p. unfold check_spread, whole. rewrite !andb_true_iff, !forallb_forall, Forall_forall. split.
  - intros (((Some_ & Low) & OnTable) & InDeck). split; [|split].
    + now destruct (foundations p).
    + intros hs I. apply Low, andb_prop in I as [N L]. split; [now destruct hs|].
      apply Forall_forall. intros h J. rewrite forallb_forall in L. now apply N.leb_le, L.
    + intros c. destruct (in_dec card_eq_dec c (on_table p)) as [I|Out].
      { apply OnTable, Nat.eqb_eq in I. now rewrite copies_counted in I. }
      destruct (in_dec card_eq_dec c (deck g (length (foundations p)))) as [I|Out'].
      { apply InDeck, Nat.eqb_eq in I. now rewrite copies_counted in I. }
      rewrite (proj1 (count_occ_not_In card_eq_dec _ _) Out).
      destruct (Pos.leb (rank c) (ranks g)) eqn:R; auto. apply Pos.leb_le in R.
      unfold heights. rewrite nth_overflow; auto.
      destruct (Nat.le_gt_cases (length (foundations p)) (foundation c)); auto.
      exfalso. apply Out', in_deck. auto.
  - intros (Some_ & Low & Count). repeat split.
    + now destruct (foundations p).
    + intros hs I. apply Low in I as [N L]. destruct hs as [|h hs]; [easy|]. rewrite andb_true_l.
      apply forallb_forall. intros x J. rewrite Forall_forall in L. now apply N.leb_le, L.
    + intros c _. apply Nat.eqb_eq. rewrite copies_counted. apply Count.
    + intros c _. apply Nat.eqb_eq. rewrite copies_counted. apply Count.
Qed.

(** ** Moves keep a position whole *)

Lemma concat_replace : forall A (l : list (list A)) n col x, nth_error l n = Some col ->
  Permutation (concat (replace l n (x :: col))) (x :: concat l).
Proof.
  intros A l n col x E. destruct (replace_split _ _ _ _ (x :: col) E) as (l1 & l2 & -> & ->).
  rewrite !concat_app. simpl. symmetry. apply Permutation_middle.
Qed.

Lemma concat_taken : forall A (l : list (list A)) n x rest, nth_error l n = Some (x :: rest) ->
  Permutation (concat l) (x :: concat (replace l n rest)).
Proof.
  intros A l n x rest E. destruct (replace_split _ _ _ _ rest E) as (l1 & l2 & -> & ->).
  rewrite !concat_app. simpl. symmetry. apply Permutation_middle.
Qed.

Lemma lift_cards : forall p f c w, lift p f = Some (c, w) ->
  Permutation (on_table p) (c :: on_table w) /\ foundations w = foundations p.
Proof.
  intros p [n|] c w H; simpl in H.
  - destruct (nth_error (tableau p) n) as [[|x rest]|] eqn:E; try discriminate. injection H as -> <-.
    split; auto. unfold on_table. simpl. now rewrite (concat_taken _ _ _ _ _ E).
  - destruct (waste p) as [|x rest] eqn:E; [discriminate|]. injection H as -> <-. split; auto.
    unfold on_table. simpl. rewrite E, !app_assoc. symmetry. apply Permutation_middle.
Qed.

(** What a card that is put somewhere changes: it lies there, or a foundation of its suit is higher. *)
Lemma lay_cards : forall g w c t q, lay g w c t = Some q ->
  (Permutation (on_table q) (c :: on_table w) /\ foundations q = foundations w) \/
  (on_table q = on_table w /\ exists hs n h, nth_error (foundations w) (foundation c) = Some hs /\
     nth_error hs n = Some h /\ rank c = N.succ_pos h /\
     foundations q = replace (foundations w) (foundation c) (replace hs n (N.succ h))).
Proof.
  intros g w c [n|n] q H; simpl in H.
  - destruct (nth_error (tableau w) n) as [col|] eqn:E; [|discriminate].
    destruct (may_lie g c col); [|discriminate]. injection H as <-. left. split; auto.
    unfold on_table. simpl. now rewrite (concat_replace _ _ _ _ _ E).
  - destruct (nth_error (foundations w) (foundation c)) as [hs|] eqn:E; [|discriminate].
    destruct (nth_error hs n) as [h|] eqn:F; [|discriminate].
    destruct (Pos.eqb (rank c) (N.succ_pos h)) eqn:R; [|discriminate]. injection H as <-.
    apply Pos.eqb_eq in R. right. split; auto. now exists hs, n, h.
Qed.

Lemma count_permuted : forall l k c, Permutation l k -> count l c = count k c.
Proof. intros l k c P. unfold count. now apply Permutation_count_occ. Qed.

Lemma nth_replace : forall A (l : list A) n m x d, n < length l ->
  nth m (replace l n x) d = if Nat.eqb m n then x else nth m l d.
Proof.
  induction l as [|a l IH]; simpl; intros n m x d L; [lia|].
  destruct n as [|n], m as [|m]; simpl; auto. apply IH. lia.
Qed.

Lemma Forall_replace : forall A (P : A -> Prop) l n x, Forall P l -> P x -> Forall P (replace l n x).
Proof.
  intros A P l n x F. revert n. induction F as [|a l Pa F IH]; intros [|n] Px; simpl; constructor; auto.
Qed.

Lemma replace_not_nil : forall A (l : list A) n x, l <> [] -> replace l n x <> [].
Proof. intros A [|a l] [|n] x N; simpl; congruence. Qed.

Lemma same_foundation : forall c d, foundation c = foundation d -> suit c = suit d.
Proof.
  intros c d E. unfold foundation in E. pose proof (Pos2Nat.is_pos (suit c)). pose proof (Pos2Nat.is_pos (suit d)).
  apply Pos2Nat.inj. lia.
Qed.

Lemma wait_app : forall l k c, wait_for (l ++ k) c = wait_for l c + wait_for k c.
Proof. intros. unfold wait_for. now rewrite filter_app, app_length. Qed.

Lemma wait_permuted : forall l k c, Permutation l k -> wait_for l c = wait_for k c.
Proof.
  intros l k c P. unfold wait_for. induction P as [|x l k P IH|x y l|l k m P IH Q JH]; simpl; auto.
  - destruct (N.ltb x _); simpl; auto.
  - destruct (N.ltb x _), (N.ltb y _); simpl; auto.
  - congruence.
Qed.

(** One foundation fewer waits for the card that it gets, and as many for all others. *)
Lemma wait_raised : forall hs n h c, nth_error hs n = Some h ->
  wait_for hs c = wait_for (replace hs n (N.succ h)) c + (if Pos.eqb (rank c) (N.succ_pos h) then 1 else 0).
Proof.
  intros hs n h c E. destruct (replace_split _ _ _ _ (N.succ h) E) as (l & k & -> & ->).
  rewrite !wait_app. change (h :: k) with ([h] ++ k). change (N.succ h :: k) with ([N.succ h] ++ k).
  rewrite !wait_app. cut (wait_for [h] c =
    wait_for [N.succ h] c + (if Pos.eqb (rank c) (N.succ_pos h) then 1 else 0)); [lia|].
  unfold wait_for. simpl.
  destruct (Pos.eqb_spec (rank c) (N.succ_pos h)) as [R|R].
  - assert (Npos (rank c) = N.succ h) as -> by (rewrite R; destruct h; reflexivity).
    rewrite (proj2 (N.ltb_lt h (N.succ h))), (proj2 (N.ltb_ge (N.succ h) (N.succ h))) by lia. reflexivity.
  - assert (Npos (rank c) <> N.succ h) as D by (intros D; apply R; destruct h; simpl in *; congruence).
    destruct (N.ltb_spec h (Npos (rank c))), (N.ltb_spec (N.succ h) (Npos (rank c))); simpl; auto; lia.
Qed.

Lemma whole_lifted : forall g p f c w t q, whole g p -> lift p f = Some (c, w) -> lay g w c t = Some q -> whole g q.
Proof.
  intros g p f c w t q (Some_ & Low & Count) L Y.
  destruct (lift_cards _ _ _ _ L) as [P F]. destruct (lay_cards _ _ _ _ _ Y) as [[P' F']|(P' & hs & n & h & E & N & R & F')].
  - unfold whole, heights. rewrite F', F. split; [|split]; auto. intros d. rewrite <- Count.
    apply count_permuted. now rewrite P', P.
  - rewrite F in *. assert (foundation c < length (foundations p)) as Lt
      by (apply nth_error_Some; congruence).
    assert (rank c <= ranks g)%positive as Rc.
    { specialize (Count c). fold (count (on_table p) c) in Count. rewrite (count_permuted _ _ _ P) in Count. unfold count in Count. simpl in Count.
      destruct (card_eq_dec c c); [|easy]. destruct (Pos.leb_spec (rank c) (ranks g)); auto. discriminate. }
    unfold whole. rewrite F'. split; [|split].
    + now apply replace_not_nil.
    + apply Forall_replace; auto. rewrite Forall_forall in Low.
      destruct (Low hs (nth_error_In _ _ E)) as [Ne Lo]. split; [now apply replace_not_nil|].
      apply Forall_replace; auto. destruct h; simpl in *; lia.
    + intros d. rewrite P'. specialize (Count d).
      fold (count (on_table p) d) in Count. rewrite (count_permuted _ _ _ P) in Count. unfold count in Count. simpl in Count.
      unfold heights in *. rewrite F', nth_replace; auto.
      destruct (Nat.eqb_spec (foundation d) (foundation c)) as [S|S].
      * rewrite S, (nth_error_nth _ _ _ E) in Count. rewrite (wait_raised _ _ _ d N) in Count.
        destruct (card_eq_dec c d) as [->|D].
        -- rewrite R, Pos.eqb_refl in Count. rewrite R in Rc. rewrite R.
           destruct (Pos.leb_spec (N.succ_pos h) (ranks g)); lia.
        -- destruct (Pos.eqb_spec (rank d) (N.succ_pos h)) as [R'|R'].
           ++ exfalso. apply D. apply same_foundation in S. destruct c, d. simpl in *. congruence.
           ++ rewrite Nat.add_0_r in Count. exact Count.
      * destruct (card_eq_dec c d) as [->|D]; [congruence|]. exact Count.
Qed.

Theorem whole_step : forall g p q, whole g p -> step g p q -> whole g q.
Proof.
  intros g p q W [[|f t] A]; simpl in A.
  - destruct (stock p) as [|c rest] eqn:E; [discriminate|]. injection A as <-.
    destruct W as (Some_ & Low & Count). unfold whole, heights in *. simpl. split; [|split]; auto.
    intros d. rewrite <- Count. apply count_permuted. unfold on_table. simpl. rewrite E.
    apply Permutation_app_head. simpl. symmetry. apply Permutation_middle.
  - destruct (lift p f) as [[c w]|] eqn:L; [|discriminate]. eapply whole_lifted; eauto.
Qed.

Theorem whole_kept : forall g start p, whole g start -> reachable g start p -> whole g p.
Proof. intros g start p W R. induction R; auto. eapply whole_step; eauto. Qed.

(** In a whole position that is won no card is left. *)
Theorem whole_won : forall g p, whole g p -> won g p -> on_table p = [].
Proof.
  intros g p (_ & _ & Count) Won. destruct (on_table p) as [|c l] eqn:E; auto.
  specialize (Count c). simpl in Count. destruct (card_eq_dec c c); [|easy].
  destruct (Pos.leb_spec (rank c) (ranks g)); [|discriminate]. exfalso.
  assert (wait_for (heights p c) c = 0); [|lia]. unfold heights, wait_for.
  destruct (nth_error (foundations p) (foundation c)) as [hs|] eqn:N.
  - rewrite (nth_error_nth _ _ _ N). unfold won in Won. rewrite Forall_forall in Won.
    specialize (Won hs (nth_error_In _ _ N)). clear -Won H. induction Won as [|h hs -> _ IH]; auto. simpl.
    destruct (N.ltb_spec (N.pos (ranks g)) (N.pos (rank c))); [lia|auto].
  - apply nth_error_None in N. now rewrite nth_overflow.
Qed.

(** ** Positions that differ in the order of columns, and of foundations of a suit, are played alike *)

Definition alike (p q : spread) : Prop :=
  Permutation (tableau p) (tableau q) /\ stock p = stock q /\ waste p = waste q /\
  Forall2 (@Permutation N) (foundations p) (foundations q).

Lemma forall2_refl : forall A (R : A -> A -> Prop), (forall x, R x x) -> forall l, Forall2 R l l.
Proof. intros A R Refl. induction l; auto. Qed.

Lemma alike_refl : forall p, alike p p.
Proof. intros p. repeat split; auto using forall2_refl. Qed.

Lemma forall2_sym : forall A (R : A -> A -> Prop), (forall x y, R x y -> R y x) ->
  forall l k, Forall2 R l k -> Forall2 R k l.
Proof. intros A R S l k F. induction F; auto. Qed.

Lemma forall2_trans : forall A (R : A -> A -> Prop), (forall x y z, R x y -> R y z -> R x z) ->
  forall l k m, Forall2 R l k -> Forall2 R k m -> Forall2 R l m.
Proof. intros A R T l k m F. revert m. induction F; intros m G; inversion G; subst; eauto. Qed.

Lemma alike_sym : forall p q, alike p q -> alike q p.
Proof.
  intros p q (T & S & W & F). repeat split; auto using Permutation_sym.
  eapply forall2_sym; [|exact F]. intros. now apply Permutation_sym.
Qed.

Lemma alike_trans : forall p q r, alike p q -> alike q r -> alike p r.
Proof.
  intros p q r (T & S & W & F) (T' & S' & W' & F'). repeat split; try congruence; try (etransitivity; eassumption).
  eapply forall2_trans; [|exact F|exact F']. intros. etransitivity; eassumption.
Qed.

Lemma forall2_nth : forall A (R : A -> A -> Prop) l k n x, Forall2 R l k -> nth_error l n = Some x ->
  exists y, nth_error k n = Some y /\ R x y.
Proof.
  intros A R l k n x F. revert n. induction F as [|a b l k Rab F IH]; intros [|n] E; simpl in *; try discriminate.
  - injection E as ->. eauto.
  - auto.
Qed.

Lemma forall2_replace : forall A (R : A -> A -> Prop) l k n x y, Forall2 R l k -> R x y ->
  Forall2 R (replace l n x) (replace k n y).
Proof. intros A R l k n x y F Rxy. revert n. induction F; intros [|n]; simpl; auto. Qed.

Lemma lift_alike : forall p q f c w, alike p q -> lift p f = Some (c, w) ->
  exists f' w', lift q f' = Some (c, w') /\ alike w w'.
Proof.
  intros p q [n|] c w (T & S & W & F) H; simpl in H.
  - destruct (nth_error (tableau p) n) as [[|x rest]|] eqn:E; try discriminate. injection H as -> <-.
    destruct (replace_permuted _ _ _ n _ rest T E) as (m & Em & Pm).
    exists (FromColumn m). simpl. rewrite Em. eexists. split; [reflexivity|]. now repeat split.
  - exists FromWaste. simpl. rewrite <- W. destruct (waste p) as [|x rest]; [discriminate|].
    injection H as -> <-. eexists. split; [reflexivity|]. now repeat split.
Qed.

Lemma lay_alike : forall g p q c t p', alike p q -> lay g p c t = Some p' ->
  exists t' q', lay g q c t' = Some q' /\ alike p' q'.
Proof.
  intros g p q c [n|n] p' (T & S & W & F) H; simpl in H.
  - destruct (nth_error (tableau p) n) as [col|] eqn:E; [|discriminate].
    destruct (may_lie g c col) eqn:L; [|discriminate]. injection H as <-.
    destruct (replace_permuted _ _ _ n _ (c :: col) T E) as (m & Em & Pm).
    exists (ToColumn m). simpl. rewrite Em, L. eexists. split; [reflexivity|]. now repeat split.
  - destruct (nth_error (foundations p) (foundation c)) as [hs|] eqn:E; [|discriminate].
    destruct (nth_error hs n) as [h|] eqn:Eh; [|discriminate].
    destruct (Pos.eqb (rank c) (N.succ_pos h)) eqn:R; [|discriminate]. injection H as <-.
    destruct (forall2_nth _ _ _ _ _ _ F E) as (ks & Ek & P).
    destruct (replace_permuted _ _ _ n _ (N.succ h) P Eh) as (m & Em & Pm).
    exists (ToFoundation m). simpl. rewrite Ek, Em, R. eexists. split; [reflexivity|].
    repeat split; simpl; auto. now apply forall2_replace.
Qed.

Theorem alike_moves : forall g p q p', alike p q -> step g p p' -> exists q', step g q q' /\ alike p' q'.
Proof.
  intros g p q p' A [[|f t] M]; simpl in M.
  - destruct A as (T & S & W & F). destruct (stock p) as [|c rest] eqn:E; [discriminate|]. injection M as <-.
    eexists. split; [exists Draw; simpl; rewrite <- S; reflexivity|]. repeat split; simpl; auto; congruence.
  - destruct (lift p f) as [[c w]|] eqn:L; [|discriminate].
    destruct (lift_alike _ _ _ _ _ A L) as (f' & w' & L' & A').
    destruct (lay_alike _ _ _ _ _ _ A' M) as (t' & q' & M' & B).
    exists q'. split; auto. exists (Carry f' t'). simpl. now rewrite L'.
Qed.

Theorem alike_won : forall g p q, alike p q -> won g p -> won g q.
Proof.
  intros g p q (_ & _ & _ & F) W. unfold won in *. induction F as [|hs ks l k P F IH]; auto.
  inversion W; subst. constructor; auto. now rewrite <- P.
Qed.

Lemma alike_whole : forall g p q, alike p q -> whole g p -> whole g q.
Proof.
  intros g p q (T & S & W & F) (Some_ & Low & Count). split; [|split].
  - destruct F; congruence.
  - clear -F Low. induction F as [|hs ks l k P F IH]; auto. inversion Low as [|x y [Ne L] Low']; subst.
    constructor; auto. split; [|now rewrite <- P]. intros ->. apply Permutation_sym, Permutation_nil in P. easy.
  - intros c. specialize (Count c).
    assert (Permutation (on_table p) (on_table q)) as P.
    { unfold on_table. rewrite <- S, <- W. apply Permutation_app_tail.
      clear -T. induction T; simpl; auto using Permutation_app_head.
      - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
      - etransitivity; eassumption. }
    fold (count (on_table q) c). rewrite <- (count_permuted _ _ _ P). unfold count. rewrite Count. destruct (Pos.leb (rank c) (ranks g)); auto.
    apply wait_permuted. unfold heights. clear -F. generalize (foundation c).
    induction F; intros [|n]; simpl; auto.
Qed.
