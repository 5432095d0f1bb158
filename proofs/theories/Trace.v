(** * A plan seen over time: which card moves when, and how many moves that takes

    After its last move a plan is idle. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane History Plan.
Import ListNotations.

Record trace (g : rules) (start : position) (at_time : nat -> position) (mover : nat -> option card) : Prop := {
  begins : at_time 0 = start;
  stays_sane : forall t, sane g (at_time t);
  goes_on : forall t, match mover t with
                      | Some c => exists s, moved g (at_time t) (at_time (S t)) c s
                      | None => at_time (S t) = at_time t /\ mover (S t) = None
                      end
}.

Theorem plan_trace : forall g plan start last, sane g start -> play g start plan = Some last ->
  exists at_time mover, trace g start at_time mover /\ forall t, length plan <= t -> at_time t = last.
Proof.
  intros g plan. induction plan as [|m plan IH]; simpl; intros start last S P.
  - injection P as ->. exists (fun _ => last), (fun _ => None). split; auto. now constructor.
  - destruct (make g start m) as [q|] eqn:E; [|discriminate].
    destruct (step_moves g start q S) as (Sq & c & s & M); [now exists m|].
    destruct (IH q last Sq P) as (at_time & mover & [B Sane On] & End).
    exists (fun t => match t with 0 => start | Datatypes.S t => at_time t end),
           (fun t => match t with 0 => Some c | Datatypes.S t => mover t end).
    split.
    + constructor; [reflexivity| |]; intros [|t]; [exact S | apply Sane | | apply On].
      rewrite B. now exists s.
    + intros [|t] L; [lia|]. apply End. lia.
Qed.

(** ** The cards in play, by rank and suit *)

Definition before (c d : card) : bool :=
  Pos.ltb (rank c) (rank d) || Pos.eqb (rank c) (rank d) && Pos.ltb (suit c) (suit d).

Definition all (start : position) : list card := sort before (in_play start).

Lemma in_all : forall start c, In c (all start) <-> In c (in_play start).
Proof.
  intros start c. unfold all. pose proof (sort_permuted _ before (in_play start)) as P.
  split; apply Permutation_in; auto using Permutation_sym.
Qed.

Lemma all_nodup : forall g start, sane g start -> NoDup (all start).
Proof. intros g start [N _]. eapply Permutation_NoDup; [apply sort_permuted | exact N]. Qed.

Section Trace.
  Variable g : rules.
  Variable start : position.
  Variable at_time : nat -> position.
  Variable mover : nat -> option card.
  Hypothesis tr : trace g start at_time mover.

  Definition lies_at (t : nat) (c : card) : spot := spot_of (at_time t) c.

  Lemma past : forall t, history g start (at_time t).
  Proof.
    induction t as [|t IH].
    - rewrite (begins _ _ _ _ tr). apply history_start. rewrite <- (begins _ _ _ _ tr). apply (stays_sane _ _ _ _ tr).
    - pose proof (goes_on _ _ _ _ tr t) as G. destruct (mover t) as [c|].
      + destruct G as (s & M). eapply history_kept; eauto. apply (stays_sane _ _ _ _ tr).
      + destruct G as [-> _]. exact IH.
  Qed.

  Lemma mover_in_play : forall t c, mover t = Some c -> In c (in_play start).
  Proof.
    intros t c E. pose proof (goes_on _ _ _ _ tr t) as G. rewrite E in G. destruct G as (s & M).
    apply in_play_iff. intros H. apply (cards_kept _ _ _ (past t)) in H.
    pose proof (was_in_play _ _ _ _ _ M) as P. apply in_play_iff in P. contradiction.
  Qed.

  Lemma at_rest : forall t c, mover t <> Some c -> lies_at (S t) c = lies_at t c.
  Proof.
    intros t c N. unfold lies_at. pose proof (goes_on _ _ _ _ tr t) as G. destruct (mover t) as [d|].
    - destruct G as (s & M). rewrite (only_this _ _ _ _ _ M).
      destruct (card_eqb c d) eqn:E; auto. apply card_eqb_eq in E. congruence.
    - now destruct G as [-> _].
  Qed.

  (** ** Cards that go aside: to a place other than home and where they were at the start *)

  Definition is_aside (c : card) (s : spot) : bool :=
    negb (spot_eqb s (spot_of start c)) && negb (spot_eqb s AtHome).

  Definition aside_by (t : nat) (c : card) : bool := existsb (fun u => is_aside c (lies_at (S u) c)) (seq 0 t).

  Lemma aside_next : forall t c, aside_by (S t) c = aside_by t c || is_aside c (lies_at (S t) c).
  Proof. intros. unfold aside_by. rewrite seq_S, existsb_app. simpl. now rewrite orb_false_r. Qed.

  Lemma aside_now : forall t c, is_aside c (lies_at t c) = true -> aside_by t c = true.
  Proof.
    intros [|t] c A.
    - unfold lies_at, is_aside in A. rewrite (begins _ _ _ _ tr) in A.
      rewrite (proj2 (spot_eqb_eq _ _) eq_refl) in A. discriminate.
    - rewrite aside_next, A. apply orb_true_r.
  Qed.

  Definition once (b : bool) : nat := if b then 1 else 0.

  (** What a card has cost: a move aside, if it has been aside, and one home, if it is there. *)
  Definition cost (t : nat) (c : card) : nat := once (spot_eqb (lies_at t c) AtHome) + once (aside_by t c).

  Lemma cost_at_rest : forall t c, mover t <> Some c -> cost (S t) c = cost t c.
  Proof.
    intros t c N. unfold cost. rewrite aside_next, (at_rest _ _ N).
    destruct (is_aside c (lies_at t c)) eqn:A; [apply aside_now in A; now rewrite A | now rewrite orb_false_r].
  Qed.

  Lemma cost_of_move : forall t c, mover t = Some c -> cost (S t) c <= S (cost t c).
  Proof.
    intros t c E. unfold cost. rewrite aside_next.
    pose proof (goes_on _ _ _ _ tr t) as G. rewrite E in G. destruct G as (s & M).
    pose proof (was_in_play _ _ _ _ _ M) as P. apply in_play_iff in P. fold (lies_at t c) in P.
    destruct (spot_eqb (lies_at (S t) c) AtHome) eqn:H.
    - apply spot_eqb_eq in H. rewrite H. unfold is_aside. simpl. rewrite andb_false_r, orb_false_r.
      unfold once. destruct (spot_eqb (lies_at t c) AtHome); lia.
    - unfold once. destruct (aside_by t c), (is_aside c (lies_at (S t) c)), (spot_eqb (lies_at t c) AtHome); simpl; lia.
  Qed.

  Definition total (t : nat) (l : list card) : nat := list_sum (map (cost t) l).

  Lemma total_next : forall t l, NoDup l -> total (S t) l <= S (total t l).
  Proof.
    intros t l N. unfold total. destruct (mover t) as [c|] eqn:E.
    - assert (forall k, ~ In c k -> map (cost (S t)) k = map (cost t) k) as Rest.
      { intros k O. apply map_ext_in. intros d I. apply cost_at_rest. intros F. congruence. }
      induction N as [|d l Out N IH]; simpl; [lia|].
      destruct (card_eq_dec d c) as [->|D].
      + rewrite (Rest l Out). pose proof (cost_of_move t c E). lia.
      + rewrite (cost_at_rest t d) by congruence. lia.
    - rewrite (map_ext (cost (S t)) (cost t)); [lia|]. intros d. apply cost_at_rest. congruence.
  Qed.

  Lemma total_within : forall t l, NoDup l -> (forall c, In c l -> In c (in_play start)) -> total t l <= t.
  Proof.
    intros t l N P. induction t as [|t IH].
    - unfold total. assert (forall c, In c l -> cost 0 c = 0) as Z.
      { intros c I. unfold cost, lies_at, aside_by. simpl. rewrite (begins _ _ _ _ tr).
        specialize (P c I). apply in_play_iff in P.
        destruct (spot_eqb (spot_of start c) AtHome) eqn:E; auto. apply spot_eqb_eq in E. contradiction. }
      clear N P. induction l as [|c l IHl]; simpl; auto. rewrite Z by (now left).
      simpl. apply IHl. intros d I. apply Z. now right.
    - pose proof (total_next t l N). lia.
  Qed.

  (** A plan that wins within so many moves has a move home for each card, and one for each that goes aside. *)
  Theorem moves_needed : forall t l, NoDup l -> (forall c, In c l -> In c (in_play start)) ->
    (forall c, In c l -> lies_at t c = AtHome) -> length l + length (filter (aside_by t) l) <= t.
  Proof.
    intros t l N P Home_. apply Nat.le_trans with (total t l); [|now apply total_within].
    unfold total. clear N P. induction l as [|c l IH]; simpl; auto.
    unfold cost at 1. rewrite (Home_ c) by (now left). simpl.
    specialize (IH (fun d I => Home_ d (or_intror I))).
    destruct (aside_by t c); simpl; lia.
  Qed.
End Trace.
