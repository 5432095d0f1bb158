(** * A closed set that is accepted has no win

    A list of positions, each up to the order of its columns and of its cells. The start is whole and
    one of them, none is won, and each legal move from one leads to one of them. *)

From Coq Require Import List Permutation PArith NArith Bool FMapPositive.
From Patsat Require Import Game Lists Whole Plan.
Import ListNotations.

(** ** Positions that differ in the order of columns and cells are played alike *)

Definition same (p q : position) : Prop :=
  Permutation (columns p) (columns q) /\ Permutation (cells p) (cells q) /\ home p = home q.

Lemma take_same : forall p q place c p', same p q -> take p place = Some (c, p') ->
  exists place' q', take q place' = Some (c, q') /\ same p' q'.
Proof.
  intros p q place c p' (Sc & Sf & Sh) H. destruct place as [n|n|]; simpl in H.
  - destruct (nth_error (columns p) n) as [[|x rest]|] eqn:E; try discriminate.
    injection H as -> <-.
    destruct (replace_permuted _ _ _ n _ rest Sc E) as (m & Em & Pm).
    exists (Column m). simpl. rewrite Em. eexists. split; [reflexivity|]. now repeat split.
  - destruct (nth_error (cells p) n) as [[x|]|] eqn:E; try discriminate.
    injection H as -> <-.
    destruct (replace_permuted _ _ _ n _ None Sf E) as (m & Em & Pm).
    exists (Cell m). simpl. rewrite Em. eexists. split; [reflexivity|]. now repeat split.
  - discriminate.
Qed.

Lemma put_same : forall g p q c place p', same p q -> put g p c place = Some p' ->
  exists place' q', put g q c place' = Some q' /\ same p' q'.
Proof.
  intros g p q c place p' (Sc & Sf & Sh) H. destruct place as [n|n|]; simpl in H.
  - destruct (nth_error (columns p) n) as [column|] eqn:E; try discriminate.
    destruct (may_lie g c column) eqn:L; try discriminate. injection H as <-.
    destruct (replace_permuted _ _ _ n _ (c :: column) Sc E) as (m & Em & Pm).
    exists (Column m). simpl. rewrite Em, L. eexists. split; [reflexivity|]. now repeat split.
  - destruct (nth_error (cells p) n) as [[x|]|] eqn:E; try discriminate.
    injection H as <-.
    destruct (replace_permuted _ _ _ n _ (Some c) Sf E) as (m & Em & Pm).
    exists (Cell m). simpl. rewrite Em. eexists. split; [reflexivity|]. now repeat split.
  - exists Home. simpl. rewrite <- Sh.
    destruct (nth_error (home p) (foundation c)) as [height|]; try discriminate.
    destruct (Pos.eqb (rank c) (N.succ_pos height)); try discriminate. injection H as <-.
    eexists. split; [reflexivity|]. repeat split; simpl; auto.
Qed.

Theorem same_moves : forall g p q p', same p q -> step g p p' ->
  exists q', step g q q' /\ same p' q'.
Proof.
  intros g p q p' S [[f t] M]. unfold make in M. simpl in M.
  destruct (take p f) as [[c p1]|] eqn:T; [|discriminate].
  destruct (take_same _ _ _ _ _ S T) as (f' & q1 & T' & S1).
  destruct (put_same _ _ _ _ _ _ S1 M) as (t' & q' & M' & S').
  exists q'. split; auto. exists (Move f' t'). unfold make. simpl. now rewrite T'.
Qed.

Theorem same_won : forall g p q, same p q -> won g p -> won g q.
Proof. unfold won. intros g p q (_ & _ & <-) W. exact W. Qed.

(** ** The canonical key: columns and cells sorted *)

Definition card_before (c d : card) : bool :=
  match Pos.compare (rank c) (rank d) with
  | Lt => true
  | Eq => Pos.ltb (suit c) (suit d)
  | Gt => false
  end.

(** Columns are told apart by their first cards, for each card is there once. *)
Definition column_before (l k : list card) : bool :=
  match l, k with
  | [], _ => true
  | _, [] => false
  | c :: _, d :: _ => card_before c d
  end.

Definition cell_before (a b : option card) : bool :=
  match a, b with
  | None, _ => true
  | _, None => false
  | Some c, Some d => card_before c d
  end.

Definition canonical_key (p : position) : position :=
  Position (sort column_before (columns p)) (sort cell_before (cells p)) (home p).

Definition position_eqb (p q : position) : bool :=
  list_eqb (list_eqb card_eqb) (columns p) (columns q) &&
  list_eqb (option_eqb card_eqb) (cells p) (cells q) &&
  list_eqb N.eqb (home p) (home q).

Lemma position_eqb_eq : forall p q, position_eqb p q = true -> p = q.
Proof.
  intros [c f h] [c' f' h']. unfold position_eqb. simpl. rewrite !andb_true_iff.
  intros [[H1 H2] H3].
  assert (forall x y, card_eqb x y = true -> x = y) as E by (intros; now apply card_eqb_eq).
  f_equal.
  - eapply list_eqb_eq; [|exact H1]. now apply list_eqb_eq.
  - eapply list_eqb_eq; [|exact H2]. now apply option_eqb_eq.
  - eapply list_eqb_eq; [|exact H3]. apply N.eqb_eq.
Qed.

Theorem key_same : forall p q, canonical_key p = canonical_key q -> same p q.
Proof.
  unfold canonical_key. intros p q [= Hc Hf Hh]. repeat split; auto.
  - rewrite (sort_permuted _ column_before (columns p)), Hc. symmetry. apply sort_permuted.
  - rewrite (sort_permuted _ cell_before (cells p)), Hf. symmetry. apply sort_permuted.
Qed.

(** ** All moves *)

Definition places (p : position) : list place :=
  map Column (seq 0 (length (columns p))) ++ map Cell (seq 0 (length (cells p))) ++ [Home].

Definition successors (g : rules) (p : position) : list position :=
  flat_map (fun f =>
    match take p f with
    | Some (c, without) =>
        flat_map (fun t => match put g without c t with Some q => [q] | None => [] end)
                 (places without)
    | None => []
    end) (places p).

Lemma nth_in_seq : forall A (l : list A) n x, nth_error l n = Some x -> In n (seq 0 (length l)).
Proof.
  intros A l n x H. apply in_seq. split; [apply le_0_n|].
  apply nth_error_Some. now rewrite H.
Qed.

Lemma take_place : forall p f c q, take p f = Some (c, q) -> In f (places p).
Proof.
  intros p f c q H. unfold places. rewrite !in_app_iff. destruct f as [n|n|]; simpl in H.
  - left. apply in_map. destruct (nth_error (columns p) n) eqn:E; [|discriminate].
    eapply nth_in_seq. eassumption.
  - right; left. apply in_map. destruct (nth_error (cells p) n) eqn:E; [|discriminate].
    eapply nth_in_seq. eassumption.
  - right; right. now left.
Qed.

Lemma put_place : forall g p c t q, put g p c t = Some q -> In t (places p).
Proof.
  intros g p c t q H. unfold places. rewrite !in_app_iff. destruct t as [n|n|]; simpl in H.
  - left. apply in_map. destruct (nth_error (columns p) n) eqn:E; [|discriminate].
    eapply nth_in_seq. eassumption.
  - right; left. apply in_map. destruct (nth_error (cells p) n) eqn:E; [|discriminate].
    eapply nth_in_seq. eassumption.
  - right; right. now left.
Qed.

Theorem successors_complete : forall g p q, step g p q -> In q (successors g p).
Proof.
  intros g p q [[f t] M]. unfold make in M. simpl in M.
  destruct (take p f) as [[c p1]|] eqn:T; [|discriminate].
  unfold successors. apply in_flat_map. exists f. split; [eapply take_place; eassumption|].
  rewrite T. apply in_flat_map. exists t. split; [eapply put_place; eassumption|].
  rewrite M. now left.
Qed.

(** ** Sets of keys

    Keys lie in a table by a hash, which may be any function at all. *)

Section Table.
  Variable hash : position -> positive.
  Definition table := PositiveMap.t (list position).

  Definition bucket (t : table) (h : positive) : list position :=
    match PositiveMap.find h t with Some keys => keys | None => [] end.

  Definition add (t : table) (k : position) : table :=
    PositiveMap.add (hash k) (k :: bucket t (hash k)) t.

  Definition mem (t : table) (k : position) : bool := existsb (position_eqb k) (bucket t (hash k)).

  Definition table_of (keys : list position) : table :=
    fold_left add keys (PositiveMap.empty _).

  Lemma add_bucket : forall t k h x, In x (bucket (add t k) h) -> x = k \/ In x (bucket t h).
  Proof.
    intros t k h x I. unfold add, bucket in *. destruct (Pos.eq_dec h (hash k)) as [->|N].
    - rewrite PositiveMap.gss in I. destruct I as [<-|I]; auto.
    - rewrite PositiveMap.gso in I; auto.
  Qed.

  Lemma fold_bucket : forall keys t h x, In x (bucket (fold_left add keys t) h) ->
    In x keys \/ In x (bucket t h).
  Proof.
    induction keys as [|k keys IH]; simpl; intros t h x I; auto.
    destruct (IH _ _ _ I) as [J|J]; auto.
    destruct (add_bucket _ _ _ _ J) as [->|J']; auto.
  Qed.

  Lemma mem_in : forall keys k, mem (table_of keys) k = true -> In k keys.
  Proof.
    intros keys k M. apply existsb_exists in M as (x & I & E).
    apply position_eqb_eq in E as <-.
    destruct (fold_bucket _ _ _ _ I) as [J|J]; auto.
    unfold bucket in J. rewrite PositiveMap.gempty in J. destruct J.
  Qed.

(** ** The check *)

  Definition check_closed (g : rules) (start : position) (set : list position) : bool :=
    let keys := table_of (map canonical_key set) in
    check_whole g start &&
    mem keys (canonical_key start) &&
    forallb (fun p =>
      negb (is_won g p) && forallb (fun q => mem keys (canonical_key q)) (successors g p)) set.

  Theorem closed_set_cannot_be_won : forall g start set,
    check_closed g start set = true ->
    whole g start /\ forall p, reachable g start p -> ~ won g p.
  Proof.
    intros g start set H. unfold check_closed in H.
    apply andb_prop in H as [H Hall]. apply andb_prop in H as [Hw Hs].
    split; [now apply check_whole_correct|]. intros p R. clear Hw. rewrite forallb_forall in Hall.
    assert (forall q, mem (table_of (map canonical_key set)) (canonical_key q) = true ->
            exists r, In r set /\ same q r) as Found.
    { intros q M. apply mem_in, in_map_iff in M as (r & E & I).
      exists r. split; auto. now apply key_same. }
    assert (exists r, In r set /\ same p r) as (r & I & S).
    { induction R as [|p q R IH M]; [now apply Found|].
      destruct IH as (r & I & S).
      destruct (same_moves _ _ _ _ S M) as (r' & M' & S').
      specialize (Hall r I). apply andb_prop in Hall as [_ Hnext].
      rewrite forallb_forall in Hnext.
      destruct (Found r') as (r'' & I'' & S'');
        [apply Hnext; now apply successors_complete|].
      exists r''. split; auto.
      destruct S' as (A1 & A2 & A3), S'' as (B1 & B2 & B3).
      repeat split; etransitivity; eassumption. }
    intros W. specialize (Hall r I). apply andb_prop in Hall as [Hw _].
    apply (same_won _ _ _ S) in W. apply is_won_correct in W. rewrite W in Hw. discriminate.
  Qed.
End Table.
