(** * What the start says of every position that can be reached

    A card lies on one that it may not be put on only if it has not moved since the start, and then
    nothing beneath it has. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane.
Import ListNotations.

(** The cards of a column that lie on cards they may not be put on: each with that card, and with
    all links from that card on to the deepest. *)
Fixpoint foreign_in (g : rules) (column : list card) : list (card * card * list link) :=
  match column with
  | [] => []
  | c :: rest =>
      match rest with
      | [] => []
      | d :: _ => if fits g c d then [] else [(c, d, column_links rest)]
      end ++ foreign_in g rest
  end.

Definition foreign (g : rules) (start : position) : list (card * card * list link) :=
  flat_map (foreign_in g) (columns start).

Record history (g : rules) (start p : position) : Prop := {
  is_sane : sane g p;
  columns_kept : length (columns p) = length (columns start);
  cells_kept : length (cells p) = length (cells start);
  cards_kept : forall c, spot_of start c = AtHome -> spot_of p c = AtHome;
  on_others : forall c d, spot_of p c = On d -> fits g c d = true \/ spot_of start c = On d;
  at_bottoms : forall c, spot_of p c = Bottom -> may_fill g c = true \/ spot_of start c = Bottom;
  in_order : forall c d, In c (in_play start) -> suit d = suit c -> (rank d < rank c)%positive ->
             spot_of p c = AtHome -> spot_of p d = AtHome;
  beneath : forall c d below, In (c, d, below) (foreign g start) -> spot_of p c = On d ->
            forall x s, In (x, s) below -> spot_of p x = s
}.

(** Each card beneath a foreign one has a card on it. *)
Lemma foreign_in_covered : forall g col c d below, In (c, d, below) (foreign_in g col) ->
  forall x s, In (x, s) below -> x = d \/ exists y, In (y, On x) below.
Proof.
  induction col as [|a col IH]; simpl; intros c d below I; [destruct I|].
  apply in_app_iff in I as [I|I]; [|eapply IH; eassumption].
  destruct col as [|b col]; [destruct I|].
  destruct (fits g a b); [destruct I|]. destruct I as [[= -> -> <-]|[]].
  clear. assert (forall l u x s, In (x, s) (column_links (u :: l)) ->
                 x = u \/ exists y, In (y, On x) (column_links (u :: l))) as H.
  { induction l as [|b l IHl]; intros u x s J; simpl in J.
    - destruct J as [[= <- _]|[]]. now left.
    - destruct J as [[= <- _]|J]; [now left|]. right.
      destruct (IHl b x s) as [->|(y & K)]; [exact J| |].
      + exists u. now left.
      + exists y. now right. }
  intros x s. apply H.
Qed.

Lemma foreign_covered : forall g p c d below, In (c, d, below) (foreign g p) ->
  forall x s, In (x, s) below -> x = d \/ exists y, In (y, On x) below.
Proof.
  intros g p c d below I. apply in_flat_map in I as (col & _ & I). eapply foreign_in_covered, I.
Qed.

Lemma foreign_in_links : forall g col c d below, In (c, d, below) (foreign_in g col) ->
  incl below (column_links col).
Proof.
  induction col as [|a col IH]; simpl; intros c d below I; [destruct I|].
  apply in_app_iff in I as [I|I]; [|apply incl_tl; eapply IH; eassumption].
  destruct col as [|b col]; [destruct I|].
  destruct (fits g a b); [destruct I|]. destruct I as [[= -> -> <-]|[]].
  apply incl_tl, incl_refl.
Qed.

Lemma history_start : forall g p, sane g p -> history g p p.
Proof.
  intros g p S. constructor; auto.
  - intros c d I _ _ H. apply in_play_iff in I. contradiction.
  - intros c d below I _ x s J. apply spot_of_link; [apply S|].
    apply in_flat_map in I as (col & I & K). apply in_app_iff. left. apply in_flat_map.
    exists col. split; auto. now apply (foreign_in_links _ _ _ _ _ K).
Qed.

Lemma beneath_kept : forall g start p p' c t, history g start p -> moved g p p' c t ->
  forall d e below, In (d, e, below) (foreign g start) -> spot_of p d = On e ->
  forall x s, In (x, s) below -> spot_of p' x = s.
Proof.
  intros g start p p' c t H M d e below I E x s J. rewrite (only_this _ _ _ _ _ M).
  destruct (card_eqb x c) eqn:X; [|eapply beneath; eassumption].
  apply card_eqb_eq in X as ->. exfalso.
  destruct (foreign_covered _ _ _ _ _ I _ _ J) as [->|(y & K)].
  - now apply (was_bare _ _ _ _ _ M d).
  - apply (was_bare _ _ _ _ _ M y). eapply beneath; eassumption.
Qed.

Theorem history_kept : forall g start p p' c t,
  history g start p -> sane g p' -> moved g p p' c t -> history g start p'.
Proof.
  intros g start p p' c t H S M.
  pose proof (only_this _ _ _ _ _ M) as Only. pose proof (where_to _ _ _ _ _ M) as To.
  pose proof (was_in_play _ _ _ _ _ M) as Play. rewrite in_play_iff in Play.
  constructor; auto.
  - rewrite (as_many_columns _ _ _ _ _ M). apply (columns_kept _ _ _ H).
  - rewrite (as_many_cells _ _ _ _ _ M). apply (cells_kept _ _ _ H).
  - intros d D. rewrite Only. destruct (card_eqb d c) eqn:E; [|now apply (cards_kept _ _ _ H)].
    apply card_eqb_eq in E as ->. exfalso. apply Play. now apply (cards_kept _ _ _ H).
  - intros d e D. rewrite Only in D. destruct (card_eqb d c) eqn:E; [|now apply (on_others _ _ _ H)].
    apply card_eqb_eq in E as ->. subst. now left.
  - intros d D. rewrite Only in D. destruct (card_eqb d c) eqn:E; [|now apply (at_bottoms _ _ _ H)].
    apply card_eqb_eq in E as ->. subst. now left.
  - intros d e I Su Ra D. rewrite Only in *.
    destruct (card_eqb d c) eqn:Ed, (card_eqb e c) eqn:Ee; auto.
    + apply card_eqb_eq in Ed as ->. subst. now apply To.
    + apply card_eqb_eq in Ee as ->. exfalso. apply Play.
      now apply (in_order _ _ _ H d c).
    + now apply (in_order _ _ _ H d e).
  - intros d e below I D. apply (beneath_kept _ _ _ _ _ _ H M d e below I).
    rewrite Only in D. destruct (card_eqb d c) eqn:E; auto.
    apply card_eqb_eq in E as ->. subst. exfalso.
    (* A card that has moved lies where it fits. *)
    simpl in To. apply in_flat_map in I as (col & _ & I).
    clear -To I. induction col as [|a col IH]; simpl in I; [destruct I|].
    apply in_app_iff in I as [I|I]; auto.
    destruct col as [|b col]; [destruct I|].
    destruct (fits g a b) eqn:F; [destruct I|]. destruct I as [[= -> -> _]|[]]. congruence.
Qed.

Theorem reachable_history : forall g start p, sane g start -> reachable g start p ->
  history g start p.
Proof.
  intros g start p S R. induction R as [|p q R IH M].
  - now apply history_start.
  - destruct (step_moves _ _ _ (is_sane _ _ _ IH) M) as (S' & c & t & Mv).
    eapply history_kept; eassumption.
Qed.
