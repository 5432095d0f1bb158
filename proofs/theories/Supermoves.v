(** * Supermoves are sequences of single moves

    A run of cards may move from column to column as if at once, if cells and empty columns have room
    for it. So a game can be won with supermoves exactly if it can be won without. *)

From Coq Require Import List PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Plan.
Import ListNotations.

(** ** What a supermove is *)

(** Each card may lie on the next. *)
Fixpoint run (g : rules) (cards : list card) : bool :=
  match cards with
  | c :: rest =>
      match rest with
      | [] => true
      | d :: _ => fits g c d && run g rest
      end
  | [] => true
  end.

Definition is_empty {A} (column : list A) : bool := match column with [] => true | _ => false end.

Definition empty_cells (p : position) : nat :=
  length (filter (fun cell => match cell with None => true | Some _ => false end) (cells p)).

(** The empty columns beside the target, where any card may fill them. *)
Definition spare (g : rules) (p : position) (target : nat) : list nat :=
  match fills g with
  | AnyCard =>
      filter (fun n => negb (Nat.eqb n target) && is_empty (nth n (columns p) []))
             (seq 0 (length (columns p)))
  | _ => []
  end.

Definition capacity (g : rules) (p : position) (target : nat) : nat :=
  (empty_cells p + 1) * 2 ^ length (spare g p target).

(** The cards [above] move with [base]. *)
Definition supermove (g : rules) (p q : position) : Prop :=
  exists source target above base rest column,
    source <> target /\
    nth_error (columns p) source = Some (above ++ base :: rest) /\
    nth_error (columns p) target = Some column /\
    run g (above ++ [base]) = true /\
    may_lie g base column = true /\
    length above + 1 <= capacity g p target /\
    q = Position (replace (replace (columns p) source rest) target ((above ++ [base]) ++ column))
                 (cells p) (home p).

Inductive reachable_with_supermoves (g : rules) (start : position) : position -> Prop :=
| with_start : reachable_with_supermoves g start start
| with_single : forall p q, reachable_with_supermoves g start p -> step g p q ->
    reachable_with_supermoves g start q
| with_several : forall p q, reachable_with_supermoves g start p -> supermove g p q ->
    reachable_with_supermoves g start q.

(** ** Lists by their elements *)

Lemma same_elements : forall A (l k : list A), (forall n, nth_error l n = nth_error k n) -> l = k.
Proof.
  induction l as [|x l IH]; intros [|y k] H; auto.
  - specialize (H 0). discriminate.
  - specialize (H 0). discriminate.
  - pose proof (H 0) as E. injection E as ->. f_equal. apply IH. intros n. apply (H (S n)).
Qed.

Lemma nth_replace : forall A (l : list A) n y m,
  nth_error (replace l n y) m =
    if Nat.eqb m n then match nth_error l n with Some _ => Some y | None => None end
    else nth_error l m.
Proof.
  induction l as [|x l IH]; intros [|n] y [|m]; simpl; auto.
  destruct (Nat.eqb m n); auto.
Qed.

Ltac by_elements :=
  apply same_elements; intros ?; rewrite ?nth_replace;
  repeat match goal with
         | |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b); subst
         end;
  repeat match goal with
         | H : nth_error _ _ = Some _ |- _ => rewrite H in *
         end; auto; try congruence.

Ltac element :=
  simpl; rewrite ?nth_replace;
  repeat match goal with
         | |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b); try congruence
         end;
  repeat match goal with
         | H : nth_error _ _ = Some _ |- _ => rewrite H
         end; auto; try congruence.

(** ** Parts of runs *)

Lemma run_parts : forall g l k, run g (l ++ k) = true -> run g l = true /\ run g k = true.
Proof.
  induction l as [|c l IH]; intros k H; [now split|].
  destruct l as [|d l].
  - split; auto. destruct k as [|d k]; auto. simpl in H. now apply andb_prop in H as [_ H].
  - simpl in H. apply andb_prop in H as [F H]. destruct (IH k H) as [H1 H2].
    split; auto. simpl. now rewrite F.
Qed.

Lemma run_joint : forall g l c d k, run g (l ++ c :: d :: k) = true -> fits g c d = true.
Proof.
  intros g l c d k H. apply run_parts in H as [_ H]. simpl in H. now apply andb_prop in H as [F _].
Qed.

(** A card may lie on what comes after it in a run. *)
Lemma run_may_lie : forall g above c l base column, run g (above ++ c :: l ++ [base]) = true ->
  may_lie g c ((l ++ [base]) ++ column) = true.
Proof.
  intros g above c [|d l] base column H; simpl in *; eapply run_joint; exact H.
Qed.

(** ** By cells alone *)

Section Supermoves.
  Variable g : rules.

  Lemma reachable_trans : forall p q r, reachable g p q -> reachable g q r -> reachable g p r.
  Proof. intros p q r Q R. induction R; auto. eapply one_more; eassumption. Qed.

  Lemma reachable_one : forall p q m, make g p m = Some q -> reachable g p q.
  Proof. intros p q m H. eapply one_more; [constructor | now exists m]. Qed.

  Lemma an_empty_cell : forall p k, empty_cells p = S k -> exists n,
    nth_error (cells p) n = Some None /\
    forall c, length (filter (fun cell : option card => match cell with None => true | Some _ => false end)
                             (replace (cells p) n (Some c))) = k.
  Proof.
    intros [ks fs h]. unfold empty_cells. simpl. induction fs as [|[c|] fs IH]; simpl; intros k E.
    - discriminate.
    - destruct (IH k E) as (n & N & L). exists (S n). split; auto.
    - exists 0. now split; auto.
  Qed.

  Lemma by_cells : forall above p i j base rest column,
    i <> j ->
    nth_error (columns p) i = Some (above ++ base :: rest) ->
    nth_error (columns p) j = Some column ->
    run g (above ++ [base]) = true -> may_lie g base column = true ->
    length above <= empty_cells p ->
    reachable g p (Position (replace (replace (columns p) i rest) j ((above ++ [base]) ++ column))
                            (cells p) (home p)).
  Proof.
    induction above as [|c above IH]; intros p i j base rest column D Ei Ej R L Room.
    - apply reachable_one with (Move (Column i) (Column j)). unfold make. simpl in *.
      rewrite Ei. simpl. rewrite nth_replace.
      destruct (Nat.eqb_spec j i); [congruence|]. now rewrite Ej, L.
    - simpl in Room. destruct (empty_cells p) as [|k] eqn:E; [lia|].
      destruct (an_empty_cell p k E) as (n & N & Less). clear E.
      set (p1 := Position (replace (columns p) i (above ++ base :: rest))
                          (replace (cells p) n (Some c)) (home p)).
      set (p2 := Position (replace (replace (columns p) i rest) j ((above ++ [base]) ++ column))
                          (replace (cells p) n (Some c)) (home p)).
      apply reachable_trans with p1; [|apply reachable_trans with p2].
      + apply reachable_one with (Move (Column i) (Cell n)). unfold make. simpl in *.
        rewrite Ei. simpl. rewrite N. reflexivity.
      + replace p2 with (Position (replace (replace (columns p1) i rest) j ((above ++ [base]) ++ column))
                                  (cells p1) (home p1)).
        * apply IH; auto.
          -- unfold p1. element.
          -- unfold p1. element.
          -- apply (run_parts g [c]) in R. apply R.
          -- unfold p1, empty_cells. simpl cells. rewrite Less. lia.
        * unfold p1, p2. simpl. f_equal. by_elements.
      + apply reachable_one with (Move (Cell n) (Column j)). unfold make, p2. simpl.
        rewrite nth_replace, Nat.eqb_refl, N. simpl.
        rewrite !nth_replace, Nat.eqb_refl. destruct (Nat.eqb_spec j i); [congruence|]. rewrite Ej.
        rewrite (run_may_lie g [] c above base column R).
        do 2 f_equal; by_elements.
  Qed.

(** ** Half over an empty column *)

  Lemma by_columns : forall xs p i j above base rest column,
    (xs <> [] -> forall c, may_fill g c = true) -> NoDup xs ->
    (forall x, In x xs -> x <> j /\ nth_error (columns p) x = Some []) ->
    i <> j ->
    nth_error (columns p) i = Some (above ++ base :: rest) ->
    nth_error (columns p) j = Some column ->
    run g (above ++ [base]) = true -> may_lie g base column = true ->
    length above + 1 <= (empty_cells p + 1) * 2 ^ length xs ->
    reachable g p (Position (replace (replace (columns p) i rest) j ((above ++ [base]) ++ column))
                            (cells p) (home p)).
  Proof.
    induction xs as [|x xs IH]; intros p i j above base rest column Any Nodup Xs D Ei Ej R L Room.
    - simpl in Room. apply by_cells; auto. lia.
    - set (half := (empty_cells p + 1) * 2 ^ length xs) in *.
      assert ((empty_cells p + 1) * 2 ^ length (x :: xs) = 2 * half) as Twice
        by (unfold half; simpl; lia).
      inversion Nodup as [|y l Out Nodup']; subst.
      assert (xs <> [] -> forall c, may_fill g c = true) as Any' by (intros _; apply Any; discriminate).
      destruct (Nat.le_gt_cases (length above + 1) half) as [Small|Large].
      { apply IH; auto. intros y Hy. apply Xs. now right. }
      destruct (Xs x) as [Dx Ex]; [now left|].
      assert (half > 0) as Positive.
      { unfold half. pose proof (Nat.pow_nonzero 2 (length xs)). lia. }
      assert (i <> x) as Dix by (intros ->; rewrite Ei in Ex; destruct above; discriminate).
      pose proof (firstn_skipn half above) as Split.
      destruct (exists_last (l := firstn half above)) as (above1 & base1 & E1).
      { intros Z. apply (f_equal (@length card)) in Z. rewrite firstn_length in Z. simpl in Z. lia. }
      set (above2 := skipn half above) in *.
      assert (length above1 + 1 = half) as L1.
      { apply (f_equal (@length card)) in E1. rewrite firstn_length, app_length in E1.
        simpl in E1. lia. }
      assert (length above2 = length above - half) as L2 by apply skipn_length.
      assert (length above2 + 1 <= half) as Half2 by (rewrite Twice in Room; lia).
      assert (length above1 + 1 <= half) as Half1 by lia.
      clear L1 L2.
      rewrite E1 in Split. rewrite <- Split in *. clear Split E1.
      rewrite <- !app_assoc in *. simpl in Ei, R |- *.
      assert (run g (above1 ++ [base1]) = true /\ run g (above2 ++ [base]) = true) as [R1 R2].
      { split.
        - change (base1 :: above2 ++ [base]) with ([base1] ++ above2 ++ [base]) in R.
          rewrite app_assoc in R. now apply run_parts in R.
        - change (base1 :: above2 ++ [base]) with ([base1] ++ above2 ++ [base]) in R.
          rewrite app_assoc in R. now apply run_parts in R. }
      set (p1 := Position (replace (replace (columns p) i (above2 ++ base :: rest)) x
                                   ((above1 ++ [base1]) ++ [])) (cells p) (home p)).
      set (p2 := Position (replace (replace (columns p1) i rest) j ((above2 ++ [base]) ++ column))
                          (cells p) (home p)).
      apply reachable_trans with p1; [|apply reachable_trans with p2].
      + unfold p1. apply IH; auto.
        * intros y Hy. destruct (Xs y) as [_ Ey]; [now right|]. split; auto.
          intros ->. contradiction.
        * simpl. apply Any. discriminate.
      + unfold p2. change (cells p) with (cells p1). change (home p) with (home p1).
        apply IH; auto.
        * intros y Hy. destruct (Xs y) as [Dy Ey]; [now right|]. split; auto.
          assert (y <> x) by (intros ->; contradiction).
          assert (y <> i) by (intros ->; rewrite Ei in Ey; destruct above1; discriminate).
          unfold p1. element.
        * unfold p1. element.
        * unfold p1. element.
      + replace (Position _ _ _) with
          (Position (replace (replace (columns p2) x []) j
                             ((above1 ++ [base1]) ++ (above2 ++ [base]) ++ column)) (cells p2) (home p2)).
        * apply IH; auto.
          -- intros y Hy. destruct (Xs y) as [Dy Ey]; [now right|]. split; auto.
             assert (y <> x) by (intros ->; contradiction).
             assert (y <> i) by (intros ->; rewrite Ei in Ey; destruct above1; discriminate).
             unfold p2, p1. element.
          -- unfold p2, p1. simpl. rewrite app_nil_r. element.
          -- unfold p2, p1. element.
          -- eapply run_may_lie. exact R.
        * unfold p2, p1. simpl. f_equal. rewrite <- !app_assoc. simpl. by_elements.
  Qed.

  Theorem supermove_reachable : forall p q, supermove g p q -> reachable g p q.
  Proof.
    intros p q (i & j & above & base & rest & column & D & Ei & Ej & R & L & Room & ->).
    apply by_columns with (xs := spare g p j); auto.
    - unfold spare, may_fill. destruct (fills g); auto; intros H; now contradiction H.
    - unfold spare. destruct (fills g); try constructor. apply NoDup_filter, seq_NoDup.
    - intros x I. unfold spare in I. destruct (fills g); try destruct I.
      apply filter_In in I as [I E]. apply andb_prop in E as [Dx E]. apply negb_true_iff in Dx.
      apply Nat.eqb_neq in Dx. split; auto. apply in_seq in I.
      rewrite (nth_error_nth' _ []) by lia. destruct (nth x (columns p) []); auto. discriminate.
  Qed.

  Theorem reachable_without_supermoves : forall start p,
    reachable_with_supermoves g start p <-> reachable g start p.
  Proof.
    intros start p. split; intros R.
    - induction R as [|p q R IH S|p q R IH S]; [constructor|eapply one_more; eassumption|].
      eapply reachable_trans; [exact IH | now apply supermove_reachable].
    - induction R as [|p q R IH S]; [constructor | eapply with_single; eassumption].
  Qed.

  Theorem supermoves_win_no_more : forall start,
    (exists p, reachable_with_supermoves g start p /\ won g p) <-> can_be_won g start.
  Proof.
    intros start. split; intros (p & R & W); exists p; split; auto;
      now apply reachable_without_supermoves.
  Qed.
End Supermoves.
