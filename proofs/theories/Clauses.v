(** * Clauses over variables of any type, and "at most so many"

    Each lemma says that clauses hold if the variables mean what they are to mean. That clauses are strong enough to
    refute anything is not a matter of proof: too weak ones refute nothing. *)

From Coq Require Import List PeanoNat Bool Lia.
Import ListNotations.

Section Clauses.
  Variable variable : Type.

  Definition signed : Type := variable * bool.
  Definition yes (x : variable) : signed := (x, true).
  Definition no (x : variable) : signed := (x, false).

  Variable v : variable -> bool.

  Definition true_for (l : signed) : Prop := v (fst l) = snd l.
  Definition satisfied (c : list signed) : Prop := Exists true_for c.

  Lemma unless : forall x c, (v x = true -> satisfied c) -> satisfied (no x :: c).
  Proof.
    intros x c H. destruct (v x) eqn:E; [now apply Exists_cons_tl, H | now apply Exists_cons_hd].
  Qed.

  Lemma is_so : forall x c, v x = true -> satisfied (yes x :: c).
  Proof. intros. now apply Exists_cons_hd. Qed.

  Lemma is_not : forall x c, v x = false -> satisfied (no x :: c).
  Proof. intros. now apply Exists_cons_hd. Qed.

  (** ** At most one, pair by pair *)

  Fixpoint pairwise (l : list variable) : list (list signed) :=
    match l with
    | [] => []
    | x :: rest => map (fun y => [no x; no y]) rest ++ pairwise rest
    end.

  Lemma pairwise_satisfied : forall l, NoDup l ->
    (forall x y, In x l -> In y l -> v x = true -> v y = true -> x = y) -> Forall satisfied (pairwise l).
  Proof.
    intros l N. induction N as [|x l Out N IH]; intros One; simpl; [constructor|].
    apply Forall_app. split; [|apply IH; firstorder].
    apply Forall_map, Forall_forall. intros y I. apply unless. intros X.
    apply is_not. destruct (v y) eqn:Y; auto.
    exfalso. apply Out. rewrite (One x y); simpl; auto.
  Qed.

  (** ** At most so many, with counts

      [count i j]: at least [j] + 1 of the variables up to the one with index [i] are true (Sinz, Towards an optimal CNF
      encoding of Boolean cardinality constraints, 2005). *)

  Variable count : nat -> nat -> variable.

  Definition at_most_from (less : nat) (i : nat) (x : variable) : list (list signed) :=
    [no x; yes (count i 0)] ::
    match i with
    | 0 => []
    | S i' =>
        map (fun j => [no (count i' j); yes (count i j)]) (seq 0 (S less)) ++
        map (fun j => [no x; no (count i' j); yes (count i (S j))]) (seq 0 less) ++
        [[no x; no (count i' less)]]
    end.

  Definition at_most (most : nat) (l : list variable) : list (list signed) :=
    match most with
    | 0 => map (fun x => [no x]) l
    | S less => flat_map (fun n => at_most_from less (fst n) (snd n)) (combine (seq 0 (length l)) l)
    end.

  Definition true_up_to (l : list variable) (i : nat) : nat := length (filter v (firstn (S i) l)).

  Lemma firstn_next : forall A (l : list A) i x, nth_error l i = Some x -> firstn (S i) l = firstn i l ++ [x].
  Proof.
    induction l as [|a l IH]; intros [|i] x E; simpl in *; try discriminate.
    - now injection E as ->.
    - f_equal. now apply IH.
  Qed.

  Lemma true_next : forall l i x, nth_error l i = Some x ->
    true_up_to l i = length (filter v (firstn i l)) + (if v x then 1 else 0).
  Proof.
    intros l i x E. unfold true_up_to. rewrite (firstn_next _ _ _ _ E), filter_app, app_length. simpl.
    now destruct (v x).
  Qed.

  Lemma true_in_all : forall l i, true_up_to l i <= length (filter v l).
  Proof.
    intros l i. unfold true_up_to. rewrite <- (firstn_skipn (S i) l) at 2. rewrite filter_app, app_length. lia.
  Qed.

  Lemma in_numbered : forall A (l : list A) n i x, In (i, x) (combine (seq n (length l)) l) ->
    n <= i /\ nth_error l (i - n) = Some x.
  Proof.
    induction l as [|a l IH]; simpl; intros n i x I; [contradiction|].
    destruct I as [[= -> ->]|I]; [now rewrite Nat.sub_diag|].
    destruct (IH _ _ _ I) as [L E]. split; [lia|].
    destruct (i - n) as [|k] eqn:K; [lia|]. simpl. now replace k with (i - S n) by lia.
  Qed.

  Lemma at_most_satisfied : forall most l,
    (forall i j, v (count i j) = Nat.ltb j (true_up_to l i)) -> length (filter v l) <= most ->
    Forall satisfied (at_most most l).
  Proof.
    intros [|less] l Count Most; simpl.
    - apply Forall_map, Forall_forall. intros x I. apply is_not. destruct (v x) eqn:E; auto. exfalso.
      assert (In x (filter v l)) as J by (now apply filter_In). destruct (filter v l); simpl in *; [auto|lia].
    - apply Forall_flat_map, Forall_forall. intros [i x] I. apply in_numbered in I as [_ E].
      rewrite Nat.sub_0_r in E. simpl fst. simpl snd. pose proof (true_in_all l i) as Le.
      pose proof (true_next l i x E) as Next.
      constructor.
      + apply unless. intros X. apply is_so. rewrite Count. apply Nat.ltb_lt. rewrite Next, X. lia.
      + destruct i as [|i]; [constructor|]. fold (true_up_to l i) in Next.
        rewrite !Forall_app. repeat split.
        * apply Forall_map, Forall_forall. intros j _. apply unless. rewrite Count. intros H.
          apply Nat.ltb_lt in H. apply is_so. rewrite Count. apply Nat.ltb_lt. lia.
        * apply Forall_map, Forall_forall. intros j _. apply unless. intros X. rewrite X in Next. apply unless.
          rewrite Count. intros H. apply Nat.ltb_lt in H. apply is_so. rewrite Count. apply Nat.ltb_lt. lia.
        * constructor; [|constructor]. apply unless. intros X. rewrite X in Next. apply is_not. rewrite Count.
          apply Nat.ltb_ge. lia.
  Qed.
End Clauses.

Arguments yes {variable}.
Arguments no {variable}.
Arguments pairwise {variable}.
Arguments at_most {variable}.
Arguments satisfied {variable}.
Arguments true_up_to {variable}.
