(** * What holds of every position that can be reached and matches no pattern, as constraints *)

From Coq Require Import List FinFun PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane History Propagate Variables.
Import ListNotations.

(** A pattern says of some cards where they lie. *)
Definition pattern : Type := list link.

Definition matches (p : position) (pat : pattern) : bool :=
  forallb (fun l : link => spot_eqb (spot_of p (fst l)) (snd l)) pat.

Section Formula.
  Variable g : rules.
  Variable start : position.

  Definition cards : list card := in_play start.

  (** A card lies where it may be put, or where it was at the start. *)
  Definition may_lie_in (c : card) (s : spot) : bool :=
    match s with
    | On d => fits g c d || spot_eqb (spot_of start c) s
    | Bottom => may_fill g c || spot_eqb (spot_of start c) s
    | InCell | AtHome => true
    end.

  Definition spots (c : card) : list spot :=
    filter (may_lie_in c) (map On cards ++ [Bottom; InCell; AtHome]).

  Definition one_spot (c : card) : list constraint :=
    [Clause (map (lies c) (spots c)); AtMost 1 (map (fun s => number (At c s)) (spots c))].

  Definition one_upon (d : card) : constraint :=
    AtMost 1 (map (fun c => number (At c (On d))) (filter (fun c => may_lie_in c (On d)) cards)).

  Definition upon_columns (c : card) : list constraint :=
    flat_map (fun d => [Clause [lies_not c (On d); lies_not d InCell];
                        Clause [lies_not c (On d); lies_not d AtHome]])
             (filter (fun d => may_lie_in c (On d)) cards).

  Definition no_more_cells : constraint :=
    AtMost (length (cells start)) (number FreedCell :: map (fun c => number (At c InCell)) cards).

  Definition no_more_columns : constraint :=
    AtMost (length (columns start)) (number FreedColumn :: map (fun c => number (At c Bottom)) cards).

  Definition nothing_moved : list constraint :=
    flat_map (fun f : card * card * list link =>
      map (fun l : link => Clause [lies_not (fst (fst f)) (On (snd (fst f))); lies (fst l) (snd l)])
          (snd f)) (foreign g start).

  Definition is_lower (d c : card) : bool :=
    Pos.eqb (suit d) (suit c) && Pos.ltb (rank d) (rank c).

  Definition lower_first (c : card) : list constraint :=
    map (fun d => Clause [lies_not c AtHome; lies d AtHome]) (filter (fun d => is_lower d c) cards).

  Definition avoid (pat : pattern) : constraint :=
    Clause (map (fun l : link => lies_not (fst l) (snd l)) pat).

  Definition formula (patterns : list pattern) : list constraint :=
    flat_map one_spot cards ++ map one_upon cards ++ flat_map upon_columns cards ++
    [no_more_cells; no_more_columns] ++ nothing_moved ++ flat_map lower_first cards ++
    map avoid patterns.

(** ** They hold *)

  Lemma filter_map_length : forall A (f : A -> positive) v l,
    length (filter v (map f l)) = length (filter (fun x => v (f x)) l).
  Proof. induction l as [|x l IH]; simpl; auto. destruct (v (f x)); simpl; auto. Qed.

  Lemma at_most_one : forall A (f : A -> bool) l, NoDup l ->
    (forall x y, f x = true -> f y = true -> x = y) -> length (filter f l) <= 1.
  Proof.
    intros A f l N U. induction N as [|x l Out N IH]; simpl; auto.
    destruct (f x) eqn:F; auto. simpl.
    assert (filter f l = []) as ->; auto.
    destruct (filter f l) as [|y k] eqn:E; auto. exfalso. apply Out.
    assert (In y (filter f l)) as I by (rewrite E; now left). apply filter_In in I as [I Y].
    now rewrite (U x y F Y).
  Qed.

  Variable p : position.
  Variable left : spot.
  Hypothesis start_sane : sane g start.
  Hypothesis past : history g start p.

  (** So many cards lie in a spot of this kind, and one of them was free before the move. *)
  Definition enough (s : spot) (most : nat) : Prop :=
    length (filter (fun c => spot_eqb (spot_of p c) s) cards)
      + (if spot_eqb left s then 1 else 0) <= most.

  Hypothesis enough_cells : enough InCell (length (cells start)).
  Hypothesis enough_columns : enough Bottom (length (columns start)).

  Let v := value p left.
  Let nodup : NoDup (in_play p) := proj1 (is_sane _ _ _ past).

  Lemma clause_of_two : forall c s l, (spot_of p c = s -> true_in v l) ->
    holds v (Clause [lies_not c s; l]).
  Proof.
    intros c s l H. simpl. destruct (spot_eqb (spot_of p c) s) eqn:E.
    - apply spot_eqb_eq in E. apply Exists_cons_tl, Exists_cons_hd. auto.
    - apply Exists_cons_hd, lies_not_true. intros F. apply spot_eqb_eq in F. congruence.
  Qed.

  Lemma spot_listed : forall c, In (spot_of p c) (spots c).
  Proof.
    intros c. apply filter_In. split.
    - rewrite in_app_iff. destruct (spot_of p c) as [d| | |] eqn:E; simpl; auto.
      left. apply in_map. apply in_play_iff. intros H.
      apply (onto_column _ _ _ nodup E). now apply (cards_kept _ _ _ past).
    - destruct (spot_of p c) as [d| | |] eqn:E; simpl; auto.
      + destruct (on_others _ _ _ past _ _ E) as [->| ->]; auto.
        rewrite (proj2 (spot_eqb_eq (On d) (On d)) eq_refl). apply orb_true_r.
      + destruct (at_bottoms _ _ _ past _ E) as [->| ->]; auto. apply orb_true_r.
  Qed.

  Lemma cards_nodup : NoDup cards.
  Proof. apply start_sane. Qed.

  Lemma spots_nodup : forall c, NoDup (spots c).
  Proof.
    intros c. apply NoDup_filter.
    assert (NoDup (map On cards)) as N.
    { apply Injective_map_NoDup; [intros a b [=]; auto | apply cards_nodup]. }
    assert (NoDup [Bottom; InCell; AtHome]) as M.
    { repeat constructor; simpl; intuition discriminate. }
    induction cards as [|d l IH]; simpl in *; auto.
    inversion N; subst. constructor; auto.
    rewrite in_app_iff. intros [I|I]; auto. simpl in I. intuition discriminate.
  Qed.

  Theorem formula_holds : forall patterns, existsb (matches p) patterns = false ->
    Forall (holds v) (formula patterns).
  Proof.
    intros patterns None_. unfold formula. rewrite !Forall_app. repeat split.
    - apply Forall_flat_map, Forall_forall. intros c _. constructor; [|constructor; [|constructor]].
      + apply Exists_exists. exists (lies c (spot_of p c)). split.
        * apply in_map, spot_listed.
        * now apply lies_true.
      + unfold holds. rewrite filter_map_length. apply at_most_one; [apply spots_nodup|].
        unfold v. intros s t Hs Ht. rewrite value_at in *.
        apply spot_eqb_eq in Hs. apply spot_eqb_eq in Ht. congruence.
    - apply Forall_map, Forall_forall. intros d _. unfold holds, one_upon. rewrite filter_map_length.
      apply at_most_one; [apply NoDup_filter, cards_nodup|].
      unfold v. intros c c' Hc Hc'. rewrite value_at in *.
      apply spot_eqb_eq in Hc. apply spot_eqb_eq in Hc'. eapply onto_unique; eassumption.
    - apply Forall_flat_map, Forall_forall. intros c _.
      apply Forall_flat_map, Forall_forall. intros d _.
      constructor; [|constructor; [|constructor]]; apply clause_of_two; intros E;
        apply lies_not_true; apply (onto_column _ _ _ nodup E).
    - constructor; [|constructor; [|constructor]].
      + unfold holds, no_more_cells. simpl filter. unfold enough in enough_cells.
        replace (v (number FreedCell)) with (spot_eqb left InCell) by (unfold v, value; now rewrite numbered_number).
        assert (length (filter v (map (fun c => number (At c InCell)) cards)) =
                length (filter (fun c => spot_eqb (spot_of p c) InCell) cards)) as E.
        { rewrite filter_map_length. f_equal. apply filter_ext. intros c. apply value_at. }
        destruct (spot_eqb left InCell); simpl; lia.
      + unfold holds, no_more_columns. simpl filter. unfold enough in enough_columns.
        replace (v (number FreedColumn)) with (spot_eqb left Bottom) by (unfold v, value; now rewrite numbered_number).
        assert (length (filter v (map (fun c => number (At c Bottom)) cards)) =
                length (filter (fun c => spot_eqb (spot_of p c) Bottom) cards)) as E.
        { rewrite filter_map_length. f_equal. apply filter_ext. intros c. apply value_at. }
        destruct (spot_eqb left Bottom); simpl; lia.
    - apply Forall_flat_map, Forall_forall. intros [[c d] below] I.
      apply Forall_map, Forall_forall. intros [x s] J. simpl. apply clause_of_two. intros E.
      apply lies_true. eapply (beneath _ _ _ past); eassumption.
    - apply Forall_flat_map, Forall_forall. intros c Ic.
      apply Forall_map, Forall_forall. intros d I. apply filter_In in I as [_ L].
      apply andb_prop in L as [S R]. apply Pos.eqb_eq in S. apply Pos.ltb_lt in R.
      apply clause_of_two. intros E. apply lies_true. now apply (in_order _ _ _ past c d).
    - apply Forall_map, Forall_forall. intros pat I. simpl.
      assert (matches p pat = false) as M.
      { destruct (matches p pat) eqn:M; auto.
        assert (existsb (matches p) patterns = true); [|congruence].
        apply existsb_exists. now exists pat. }
      clear -M. induction pat as [|[c s] pat IH]; simpl in *; [discriminate|].
      apply andb_false_iff in M as [M|M].
      + apply Exists_cons_hd, lies_not_true. intros E. apply spot_eqb_eq in E. congruence.
      + apply Exists_cons_tl. auto.
  Qed.
End Formula.
