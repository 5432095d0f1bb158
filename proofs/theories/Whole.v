(** * Whole positions: each card of the deck exactly once

    The check of a start, which all the checks begin with. Moves keep a position whole, and a whole
    position is won exactly if no card is left in columns and cells. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane.
Import ListNotations.

(** ** The deck *)

Lemma nodup_both : forall A (l k : list A), NoDup l -> NoDup k ->
  (forall x, In x l -> ~ In x k) -> NoDup (l ++ k).
Proof.
  intros A l k Nl Nk Apart. induction Nl as [|x l Out Nl IH]; simpl; auto. constructor.
  - intros I. apply in_app_iff in I as [I|I]; auto. apply (Apart x); simpl; auto.
  - apply IH. intros y I. apply Apart. now right.
Qed.

Lemma nodup_apart : forall A (l k : list A) x, NoDup (l ++ k) -> In x l -> ~ In x k.
Proof.
  intros A l k x. induction l as [|y l IH]; simpl; [intros _ []|]. intros N [->|I] J.
  - inversion N as [|z m Out _]; subst. apply Out, in_app_iff. now right.
  - inversion N; subst. now apply IH.
Qed.

Lemma in_of_suit : forall n height c, In c (of_suit n height) <->
  foundation c = n /\ Pos.to_nat (rank c) <= height.
Proof.
  intros n height [r s]. unfold of_suit, foundation. simpl. rewrite in_map_iff. split.
  - intros (k & [= <- <-] & I). apply in_seq in I. rewrite !SuccNat2Pos.id_succ. simpl. lia.
  - intros [<- L]. exists (pred (Pos.to_nat r)). pose proof (Pos2Nat.is_pos r). split.
    + f_equal; apply Pos2Nat.inj; rewrite SuccNat2Pos.id_succ; [lia|].
      pose proof (Pos2Nat.is_pos s). lia.
    + apply in_seq. lia.
Qed.

Lemma of_suit_nodup : forall n height, NoDup (of_suit n height).
Proof.
  intros n height. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup].
  intros a b [= E]. apply (f_equal Pos.to_nat) in E. rewrite !SuccNat2Pos.id_succ in E. lia.
Qed.

Lemma in_deck : forall g suits c, In c (deck g suits) <->
  foundation c < suits /\ (rank c <= ranks g)%positive.
Proof.
  intros g suits c. unfold deck. rewrite in_flat_map. split.
  - intros (n & I & J). apply in_seq in I. apply in_of_suit in J. lia.
  - intros [S R]. exists (foundation c). split; [apply in_seq; lia|]. apply in_of_suit. lia.
Qed.

Lemma suits_nodup : forall height suits first,
  NoDup (flat_map (fun n => of_suit n height) (seq first suits)).
Proof.
  induction suits as [|suits IH]; intros first; [constructor|]. simpl.
  apply nodup_both; [apply of_suit_nodup | apply IH |].
  intros c I J. apply in_of_suit in I as [F _]. apply in_flat_map in J as (n & K & J).
  apply in_seq in K. apply in_of_suit in J. lia.
Qed.

Lemma deck_nodup : forall g suits, NoDup (deck g suits).
Proof. intros. apply suits_nodup. Qed.

Lemma in_piles : forall heights first c, In c (piles first heights) <->
  exists n height, nth_error heights n = Some height /\ foundation c = first + n /\
                   (N.pos (rank c) <= height)%N.
Proof.
  induction heights as [|h heights IH]; intros first c; simpl.
  - split; [intros [] | intros ([|n] & height & E & _); discriminate].
  - rewrite in_app_iff, in_of_suit, IH. split.
    + intros [[F L]|(n & height & E & F & L)].
      * exists 0, h. repeat split; auto; lia.
      * exists (S n), height. repeat split; auto; lia.
    + intros ([|n] & height & E & F & L); simpl in E.
      * injection E as ->. left. lia.
      * right. exists n, height. repeat split; auto; lia.
Qed.

(** ** The check *)

Definition all_cards (p : position) : list card :=
  cards_in_columns p ++ cards_in_cells p ++ cards_at_home p.

Definition belongs (g : rules) (p : position) (c : card) : bool :=
  Nat.ltb (foundation c) (length (home p)) && Pos.leb (rank c) (ranks g).

(** Heights are compared first, so that the list of all cards is never longer than the deck
    allows. *)
Definition check_whole (g : rules) (p : position) : bool :=
  match home p with [] => false | _ => true end &&
  forallb (fun height => N.leb height (N.pos (ranks g))) (home p) &&
  forallb (belongs g p) (all_cards p) &&
  no_twins (all_cards p) &&
  Nat.eqb (length (all_cards p)) (length (deck g (length (home p)))).

Theorem check_whole_correct : forall g p, check_whole g p = true -> whole g p.
Proof.
  unfold check_whole. intros g p H. rewrite !andb_true_iff in H.
  destruct H as ((((Some_ & _) & Of) & Twins) & Count). split.
  - now destruct (home p).
  - apply NoDup_Permutation_bis.
    + now apply no_twins_nodup.
    + apply Nat.eqb_eq in Count. unfold all_cards in Count. rewrite <- Count. auto.
    + intros c I. rewrite forallb_forall in Of. specialize (Of c I). unfold belongs in Of.
      apply andb_prop in Of as [F R]. apply Nat.ltb_lt in F. apply Pos.leb_le in R.
      now apply in_deck.
Qed.

Lemma no_twins_complete : forall l, NoDup l -> no_twins l = true.
Proof.
  induction 1 as [|c l N _ IH]; simpl; auto. rewrite IH, andb_true_r. apply negb_true_iff.
  destruct (existsb (card_eqb c) l) eqn:E; auto. apply existsb_exists in E as (d & I & E).
  apply card_eqb_eq in E as ->. contradiction.
Qed.

(** A whole position is accepted. *)
Theorem check_whole_complete : forall g p, whole g p -> check_whole g p = true.
Proof.
  intros g p [Some_ P]. fold (all_cards p) in P. unfold check_whole.
  assert (forall c, In c (all_cards p) -> In c (deck g (length (home p)))) as Of
    by (intros c I; eapply Permutation_in; eassumption).
  rewrite !andb_true_iff. repeat split.
  - now destruct (home p).
  - apply forallb_forall. intros height I. apply N.leb_le.
    apply In_nth_error in I as [n E]. destruct height as [|r]; [lia|].
    assert (In (Card r (Pos.of_succ_nat n)) (all_cards p)) as J.
    { unfold all_cards. rewrite !in_app_iff. right; right. apply in_piles. exists n, (N.pos r).
      unfold foundation. simpl. rewrite SuccNat2Pos.id_succ. repeat split; auto; lia. }
    apply Of, in_deck in J. simpl in J. lia.
  - apply forallb_forall. intros c I. apply Of, in_deck in I as [F R]. unfold belongs.
    rewrite (proj2 (Nat.ltb_lt _ _) F). now apply Pos.leb_le.
  - apply no_twins_complete. eapply Permutation_NoDup; [symmetry; exact P | apply deck_nodup].
  - apply Nat.eqb_eq. now apply Permutation_length.
Qed.

Theorem check_whole_iff : forall g p, check_whole g p = true <-> whole g p.
Proof. split; [apply check_whole_correct | apply check_whole_complete]. Qed.

(** ** Whole positions are sane *)

Lemma column_cards_in : forall col, map fst (column_links col) = col.
Proof. induction col; simpl; f_equal; auto. Qed.

Lemma in_play_cards : forall p, in_play p = cards_in_columns p ++ cards_in_cells p.
Proof.
  intros [k f h]. unfold in_play, links, cards_in_columns, cards_in_cells. simpl.
  rewrite map_app. f_equal.
  - induction k as [|col k IH]; simpl; auto. now rewrite map_app, column_cards_in, IH.
  - induction f as [|[c|] f IH]; simpl; auto. now rewrite IH.
Qed.

Lemma all_cards_in_play : forall p, all_cards p = in_play p ++ cards_at_home p.
Proof. intros p. unfold all_cards. now rewrite in_play_cards, app_assoc. Qed.

Lemma whole_in_play : forall g p, whole g p ->
  Permutation (in_play p ++ cards_at_home p) (deck g (length (home p))).
Proof. intros g p [_ P]. fold (all_cards p) in P. now rewrite <- all_cards_in_play. Qed.

Theorem whole_sane : forall g p, whole g p -> sane g p.
Proof.
  intros g p W. pose proof (whole_in_play _ _ W) as P.
  assert (NoDup (in_play p ++ cards_at_home p)) as N
    by (eapply Permutation_NoDup; [symmetry; exact P | apply deck_nodup]).
  pose proof (fun c => nodup_apart _ _ _ c N) as Apart.
  apply nodup_app in N as [N _]. split; auto.
  intros c I. assert (In c (deck g (length (home p)))) as D
    by (eapply Permutation_in; [exact P | apply in_app_iff; now left]).
  apply in_deck in D as [F R]. unfold awaited.
  destruct (nth_error (home p) (foundation c)) as [height|] eqn:E.
  - apply andb_true_iff. split; [|now apply Pos.leb_le]. apply N.ltb_lt.
    destruct (N.lt_ge_cases height (N.pos (rank c))) as [L|G]; auto.
    exfalso. apply (Apart c I). apply in_piles. now exists (foundation c), height.
  - apply nth_error_None in E. lia.
Qed.

(** ** Moves keep a position whole *)

Lemma of_suit_grows : forall n height, of_suit n (S height) =
  of_suit n height ++ [Card (Pos.of_succ_nat height) (Pos.of_succ_nat n)].
Proof. intros. unfold of_suit. now rewrite seq_S, map_app. Qed.

Lemma piles_grow : forall heights n height first, nth_error heights n = Some height ->
  Permutation (piles first (replace heights n (N.succ height)))
              (Card (N.succ_pos height) (Pos.of_succ_nat (first + n)) :: piles first heights).
Proof.
  induction heights as [|h heights IH]; intros [|n] height first E; simpl in *; try discriminate.
  - injection E as ->. rewrite N2Nat.inj_succ, of_suit_grows, Nat.add_0_r, <- app_assoc. simpl.
    replace (N.succ_pos height) with (Pos.of_succ_nat (N.to_nat height))
      by (apply Pos2Nat.inj; rewrite SuccNat2Pos.id_succ; destruct height; simpl; lia).
    symmetry. apply Permutation_middle.
  - rewrite (IH _ _ (S first) E), <- Permutation_middle. now rewrite Nat.add_succ_r.
Qed.

Theorem whole_step : forall g p q, whole g p -> step g p q -> whole g q.
Proof.
  intros g p r W [[f t] M]. pose proof (whole_in_play _ _ W) as P.
  unfold make in M. simpl in M. destruct (take p f) as [[c q]|] eqn:T; [|discriminate].
  destruct (take_links _ _ _ _ T) as ((s & L) & Hq & _).
  destruct (put_links _ _ _ _ _ M) as (_ & _ & Cases).
  apply in_play_permuted in L. destruct W as [Some_ _].
  assert (Permutation (in_play r ++ cards_at_home r) (in_play p ++ cards_at_home p) /\
          length (home r) = length (home p)) as [P' Len].
  { unfold cards_at_home. destruct Cases as [(s' & L' & H & _) | (L' & (h' & E' & R) & height & E & H)].
    - apply in_play_permuted in L'. rewrite H, Hq. split; auto. now rewrite L, L'.
    - rewrite E in E'. injection E' as <-. rewrite H, replace_length, Hq. split; auto.
      assert (in_play r = in_play q) as -> by (unfold in_play; now rewrite L').
      rewrite <- Hq at 2. rewrite <- Hq. rewrite (piles_grow _ _ _ _ E), L. simpl.
      rewrite <- Permutation_middle. apply Permutation_refl'. f_equal.
      destruct c as [rc sc]. simpl in *. unfold foundation. simpl. subst rc. f_equal.
      apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. pose proof (Pos2Nat.is_pos sc). lia. }
  split.
  - destruct (home r), (home p); simpl in Len; congruence.
  - fold (all_cards r). rewrite all_cards_in_play, P', Len. exact P.
Qed.

Theorem whole_kept : forall g start p, whole g start -> reachable g start p -> whole g p.
Proof. intros g start p W R. induction R; auto. eapply whole_step; eauto. Qed.

(** ** Won means that each card is home *)

Theorem whole_won : forall g p, whole g p ->
  (won g p <-> cards_in_columns p ++ cards_in_cells p = []).
Proof.
  intros g p W. rewrite <- in_play_cards. pose proof (whole_sane _ _ W) as S. pose proof (whole_in_play _ _ W) as P. split.
  - intros Won. destruct (in_play p) as [|c l] eqn:E; auto.
    assert (In c (in_play p)) as I by (rewrite E; now left).
    pose proof (won_all_home _ _ c S Won) as Home_. exfalso.
    destruct S as [_ A]. specialize (A c I). unfold awaited in A.
    destruct (nth_error (home p) (foundation c)) as [height|] eqn:F; [|discriminate].
    apply nth_error_In in F. unfold won in Won. rewrite Forall_forall in Won.
    rewrite (Won _ F) in A. apply andb_prop in A as [A1 A2].
    apply N.ltb_lt in A1. apply Pos.leb_le in A2. lia.
  - intros E. rewrite E in P. simpl in P. apply Forall_forall. intros height I.
    apply In_nth_error in I as [n F].
    assert (n < length (home p)) as L by (apply nth_error_Some; congruence).
    assert (In (Card (ranks g) (Pos.of_succ_nat n)) (cards_at_home p)) as J.
    { eapply Permutation_in; [symmetry; exact P|]. apply in_deck. unfold foundation. simpl.
      rewrite SuccNat2Pos.id_succ. simpl. split; [lia | reflexivity]. }
    apply in_piles in J as (m & h & Eh & Fm & Le). unfold foundation in Fm. simpl in Fm.
    rewrite SuccNat2Pos.id_succ in Fm. simpl in Fm. subst m. rewrite F in Eh. injection Eh as <-.
    destruct height as [|r]; [lia|]. simpl in Le.
    assert (In (Card r (Pos.of_succ_nat n)) (cards_at_home p)) as K.
    { apply in_piles. exists n, (N.pos r). unfold foundation. simpl.
      rewrite SuccNat2Pos.id_succ. repeat split; auto. simpl. lia. }
    eapply Permutation_in in K; [|exact P]. apply in_deck in K as [_ K]. simpl in K.
    f_equal. lia.
Qed.

(** ** Starts that are refused *)

(** No foundations: won, as the definition goes, whatever lies in the columns. *)
Example no_suit : check_whole (Rules 13 AlternateColour AnyCard)
  (Position [[Card 11 3; Card 12 3; Card 13 3]] [None] []) = false.
Proof. reflexivity. Qed.

(** Cards of suits without a foundation. *)
Example no_foundation_of_the_suit : check_whole (Rules 2 AlternateColour AnyCard)
  (Position [[Card 1 2; Card 2 2]] [None] [2%N]) = false.
Proof. reflexivity. Qed.

(** Cards in a column and at home. *)
Example twice : check_whole (Rules 2 AlternateColour AnyCard)
  (Position [[Card 1 2; Card 2 2]] [None] [2%N; 2%N; 2%N; 2%N]) = false.
Proof. reflexivity. Qed.

(** A card in two places, while another one is missing. *)
Example one_missing : check_whole (Rules 2 AlternateColour AnyCard)
  (Position [[Card 1 1; Card 1 1]] [None] [0%N]) = false.
Proof. reflexivity. Qed.

(** The same deck, whole. *)
Example one_suit : check_whole (Rules 2 AlternateColour AnyCard)
  (Position [[Card 1 1]; [Card 2 1]] [None] [0%N]) = true.
Proof. reflexivity. Qed.
