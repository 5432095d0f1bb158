(** * Bounded closed sets: no plan is shorter

    A set of positions, each with what it costs at least to reach it here. Each legal move, followed by the moves home
    that no shortest plan puts off, leads to a position of the set at that cost or less, or to one from which every plan
    costs too much. (After Mugdan, Christen and Eriksson, Optimality Certificates for Classical Planning, 2023.) *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool FMapPositive Lia.
From Patsat Require Import Game Lists Spots Sane Whole Plan ClosedSet Formula Trace Deadlocks Harmless.
Import ListNotations.

(** ** The lower bound, from lists of the cards that each card waits for *)

(** The cards of a column from the deepest one on, each with those above it. *)
Fixpoint deepest_first (above column : list card) (found : list (card * list card)) : list (card * list card) :=
  match column with
  | [] => found
  | c :: rest => deepest_first (c :: above) rest ((c, above) :: found)
  end.

Definition piles_of (start : position) : list (list (card * list card)) :=
  map (fun col => deepest_first [] col []) (columns start).

(** The cards above the deepest lower ones of a suit. *)
Definition waited_for (piles : list (list (card * list card))) (z : card) : list card :=
  flat_map (fun pile => match find (fun e => is_lower (fst e) z) pile with Some e => snd e | None => [] end) piles.

Definition with_waits : Type := list (card * list card).

Fixpoint pairs_in (l : with_waits) : pairs :=
  match l with
  | [] => []
  | e :: rest =>
      map (fun f => (fst e, fst f)) (filter (fun f => member (snd e) (fst f) && member (snd f) (fst e)) rest) ++
      pairs_in rest
  end.

(** Whether each plan has at least so many moves. *)
Definition needs (start : position) (least : nat) : bool :=
  let piles := piles_of start in
  let l := map (fun c => (c, waited_for piles c)) (in_play start) in
  let free := filter (fun e => negb (member (snd e) (fst e))) l in
  let sure := length l + (length l - length free) in
  if Nat.leb least sure then true
  else let most := pred (least - sure) in negb (can_meet most most (pairs_in free)).

Lemma deepest_first_in : forall column above found e, In e (deepest_first above column found) ->
  In e found \/ exists top rest, column = top ++ fst e :: rest /\ snd e = rev top ++ above.
Proof.
  induction column as [|c column IH]; simpl; intros above found e I; auto.
  destruct (IH _ _ _ I) as [[<-|J]|(top & rest & E & A)]; auto.
  - right. exists [], column. auto.
  - right. exists (c :: top), rest. simpl. rewrite E, A, <- app_assoc. auto.
Qed.

Lemma above_lower_of : forall y z x top rest, NoDup (top ++ x :: rest) -> In y top -> is_lower x z = true ->
  above_lower y z (top ++ x :: rest) = true.
Proof.
  intros y z x top rest. induction top as [|c top IH]; simpl; intros N I L; [contradiction|].
  inversion N as [|a l Out N']; subst. destruct (card_eqb c y) eqn:E.
  - apply existsb_exists. exists x. split; auto. apply in_app_iff. right. now left.
  - destruct I as [->|I]; [rewrite card_eqb_refl in E; discriminate|]. now apply IH.
Qed.

Lemma waited_for_waits : forall start z y, NoDup (in_play start) -> member (waited_for (piles_of start) z) y = true ->
  waits start z y = true.
Proof.
  intros start z y N M. apply member_in, in_flat_map in M as (pile & I & J).
  apply in_map_iff in I as (col & <- & I).
  destruct (find _ _) as [e|] eqn:F; [|destruct J]. apply find_some in F as [K L].
  destruct (deepest_first_in _ _ _ _ K) as [[]|(top & rest & E & A)].
  apply existsb_exists. exists col. split; auto. rewrite A, app_nil_r in J. apply in_rev in J. rewrite E.
  apply above_lower_of; auto. rewrite <- E.
  apply in_split in I as (k1 & k2 & C). clear -N C. destruct start as [k f h]. simpl in C. subst k.
  unfold in_play in N. eapply Permutation_NoDup in N; [|apply (Permutation_map fst), links_columns].
  rewrite map_app, column_cards in N. now apply nodup_app in N.
Qed.

Lemma pairs_in_waits : forall start l e, NoDup (in_play start) ->
  (forall x, In x l -> snd x = waited_for (piles_of start) (fst x)) -> In e (pairs_in l) ->
  In (fst e) (map fst l) /\ In (snd e) (map fst l) /\ wait_for_each_other start (fst e) (snd e) = true.
Proof.
  intros start l e N. induction l as [|x l IH]; simpl; intros W I; [contradiction|].
  apply in_app_iff in I as [I|I].
  - apply in_map_iff in I as (y & <- & I). apply filter_In in I as [I M]. simpl.
    apply andb_prop in M as [A B]. split; auto. split; [right; now apply in_map|].
    rewrite (W x (or_introl eq_refl)) in A. rewrite (W y (or_intror I)) in B.
    apply andb_true_iff. split; now apply waited_for_waits.
  - destruct (IH (fun y J => W y (or_intror J)) I) as (A & B & C). auto.
Qed.

Theorem needs_moves : forall g start least, sane g start -> needs start least = true ->
  forall plan last, play g start plan = Some last -> won g last -> least <= length plan.
Proof.
  intros g start least S Needs plan last P W.
  destruct (plan_trace g plan start last S P) as (at_time & mover & T & End).
  set (t := length plan) in *.
  assert (forall c, lies_at at_time t c = AtHome) as Home_.
  { intros c. unfold lies_at. rewrite End by auto. apply (won_all_home g); auto.
    rewrite <- (End t) by auto. apply (stays_sane _ _ _ _ T). }
  assert (length (in_play start) + length (filter (aside_by start at_time t) (in_play start)) <= t) as Need.
  { apply (moves_needed _ _ _ _ T); [apply S | auto | intros c _; apply Home_]. }
  set (aside := aside_by start at_time t) in *.
  assert (forall y z, wait_for_each_other start y z = true -> aside y = true \/ aside z = true) as Two.
  { intros y z V. apply andb_prop in V as [A B]. eapply one_of_two_aside; eassumption. }
  unfold needs in Needs. cbv zeta in Needs.
  set (l := map (fun c => (c, waited_for (piles_of start) c)) (in_play start)) in *.
  set (free := filter (fun e : card * list card => negb (member (snd e) (fst e))) l) in *.
  assert (forall x, In x l -> snd x = waited_for (piles_of start) (fst x)) as Waits
    by (intros x I; apply in_map_iff in I as (c & <- & _); reflexivity).
  set (waits_itself := fun c => member (waited_for (piles_of start) c) c).
  assert (map fst free = filter (fun c => negb (waits_itself c)) (in_play start)) as Free.
  { unfold free, l, waits_itself. clear. induction (in_play start) as [|c k IH]; simpl; auto.
    destruct (member (waited_for (piles_of start) c) c); simpl; auto. now f_equal. }
  rewrite (split_length waits_itself aside) in Need. rewrite <- Free in Need.
  assert (forall k, (forall c, In c k -> aside c = true) -> filter aside k = k) as Whole_.
  { induction k as [|c k IH]; simpl; intros A; auto. rewrite A by (now left). f_equal. auto. }
  rewrite (Whole_ (filter waits_itself (in_play start))) in Need.
  2: { intros c I. apply filter_In in I as [_ I]. pose proof (waited_for_waits start c c (proj1 S) I) as V.
       destruct (Two c c); auto. unfold wait_for_each_other. now rewrite V. }
  assert (length l = length (in_play start)) as Len by (unfold l; now rewrite map_length).
  assert (length (filter waits_itself (in_play start)) = length l - length free) as Sure.
  { rewrite <- (map_length fst free), Free, Len. clear.
    induction (in_play start) as [|c k IH]; auto.
    assert (length (filter (fun c => negb (waits_itself c)) k) <= length k) as L.
    { clear. induction k as [|c k IH]; simpl; auto. destruct (waits_itself c); simpl; lia. }
    cbn [filter]. destruct (waits_itself c); cbn [negb length]; lia. }
  assert (meets (filter aside (map fst free)) (pairs_in free)) as Meets.
  { intros e I. destruct (pairs_in_waits start free e (proj1 S)) as (A & B & V); auto.
    - intros x J. apply filter_In in J as [J _]. auto.
    - destruct (Two _ _ V) as [H|H]; [left | right]; apply filter_In; auto. }
  rewrite Sure in Need. rewrite <- Len in Need.
  destruct (Nat.leb least (length l + (length l - length free))) eqn:L.
  - apply Nat.leb_le in L. lia.
  - apply Nat.leb_gt in L. apply negb_true_iff in Needs.
    destruct (Nat.le_gt_cases (length (filter aside (map fst free)))
                (pred (least - (length l + (length l - length free))))) as [Le|Gt]; [|lia].
    rewrite (can_meet_complete _ _ _ _ Meets Le) in Needs. discriminate.
Qed.

(** ** Equal positions need as many moves *)

Lemma same_sane : forall g p q, same p q -> sane g p -> sane g q.
Proof.
  intros g p q (C & F & H) [N A].
  assert (Permutation (in_play p) (in_play q)) as P.
  { unfold in_play, links. rewrite !map_app. apply Permutation_app; apply Permutation_map; apply Permutation_flat_map; auto. }
  split; [eapply Permutation_NoDup; eassumption|]. intros c I. unfold awaited. rewrite <- H. apply A.
  eapply Permutation_in; [symmetry; exact P | exact I].
Qed.

Lemma same_plan : forall g plan p q last, same p q -> play g p plan = Some last -> won g last ->
  exists moves last', play g q moves = Some last' /\ won g last' /\ length moves = length plan.
Proof.
  intros g plan. induction plan as [|m plan IH]; simpl; intros p q last S P W.
  - injection P as ->. exists [], q. split; auto. split; auto. eapply same_won; eassumption.
  - destruct (make g p m) as [p'|] eqn:M; [|discriminate].
    destruct (same_moves g p q p' S) as (q' & (k & K) & S'); [now exists m|].
    destruct (IH p' q' last S' P W) as (moves & last' & R & W' & L).
    exists (k :: moves), last'. simpl. rewrite K. auto.
Qed.

(** ** Sets of keys with costs *)

Section Shortest.
  Variable hash : position -> positive.
  Variable g : rules.
  (** No plan is to be shorter. *)
  Variable least : nat.

  Definition entry : Type := position * nat.
  Definition costs : Type := PositiveMap.t (list entry).

  Definition entries (t : costs) (h : positive) : list entry :=
    match PositiveMap.find h t with Some l => l | None => [] end.

  Definition enter (t : costs) (e : entry) : costs :=
    let key := canonical_key (fst e) in
    PositiveMap.add (hash key) ((key, snd e) :: entries t (hash key)) t.

  Definition known (t : costs) (p : position) (cost : nat) : bool :=
    let key := canonical_key p in
    existsb (fun e => Nat.leb (snd e) cost && position_eqb key (fst e)) (entries t (hash key)).

  Lemma fold_entries : forall set t h e, In e (entries (fold_left enter set t) h) ->
    In e (entries t h) \/ exists f, In f set /\ e = (canonical_key (fst f), snd f).
  Proof.
    induction set as [|f set IH]; simpl; intros t h e I; auto.
    destruct (IH _ _ _ I) as [J|(k & J & E)]; [|right; exists k; auto].
    unfold enter, entries in J. destruct (Pos.eq_dec h (hash (canonical_key (fst f)))) as [->|N].
    - rewrite PositiveMap.gss in J. destruct J as [<-|J]; [right; exists f; auto | now left].
    - rewrite PositiveMap.gso in J; auto.
  Qed.

  Lemma known_in : forall set p cost, known (fold_left enter set (PositiveMap.empty _)) p cost = true ->
    exists e, In e set /\ same p (fst e) /\ snd e <= cost.
  Proof.
    intros set p cost K. apply existsb_exists in K as (e & I & K). apply andb_prop in K as [L E].
    apply position_eqb_eq in E. apply Nat.leb_le in L.
    destruct (fold_entries _ _ _ _ I) as [J|(f & J & ->)].
    - unfold entries in J. rewrite PositiveMap.gempty in J. destruct J.
    - exists f. split; auto. split; auto. now apply key_same.
  Qed.

  Definition enough (p : position) (cost : nat) : bool := needs p (least - cost).

  (** What a position leads to that is reached at this cost. *)
  Definition within (t : costs) (p : position) (cost : nat) : bool :=
    let (q, now) := settle g (length (in_play p)) p cost in known t q now || enough q now.

  Definition entry_closed (t : costs) (e : entry) : bool :=
    (negb (is_won g (fst e)) && forallb (fun q => within t q (S (snd e))) (successors g (fst e))) ||
    enough (fst e) (snd e).

  Definition check_shortest (start : position) (set : list entry) : bool :=
    let t := fold_left enter set (PositiveMap.empty _) in
    check_whole g start && within t start 0 && forallb (entry_closed t) set.

  Section Right.
    Variable set : list entry.
    Let t : costs := fold_left enter set (PositiveMap.empty _).
    Hypothesis closed : forallb (entry_closed t) set = true.

    Lemma enough_moves : forall p cost plan last, sane g p -> enough p cost = true ->
      play g p plan = Some last -> won g last -> least <= cost + length plan.
    Proof.
      intros p cost plan last S E P W. pose proof (needs_moves g p _ S E plan last P W). lia.
    Qed.

    Lemma within_moves : forall n, (forall e plan last, In e set -> sane g (fst e) -> length plan < n ->
        play g (fst e) plan = Some last -> won g last -> least <= snd e + length plan) ->
      forall p cost plan last, sane g p -> within t p cost = true -> length plan < n ->
        play g p plan = Some last -> won g last -> least <= cost + length plan.
    Proof.
      intros n IH p cost plan last S H L P W. unfold within in H.
      destruct (settle g (length (in_play p)) p cost) as [q now] eqn:E.
      destruct (settle_plan g _ _ _ _ _ S E) as (Sq & Le & Plan).
      destruct (Plan plan last P W) as (moves & last' & P' & W' & L').
      apply orb_prop in H as [K|K].
      - apply known_in in K as (e & I & Same & Cost).
        destruct (same_plan g moves q (fst e) last' Same P' W') as (moves' & last'' & P'' & W'' & L'').
        pose proof (IH e moves' last'' I (same_sane _ _ _ Same Sq) ltac:(lia) P'' W''). lia.
      - pose proof (enough_moves q now moves last' Sq K P' W'). lia.
    Qed.

    Lemma entry_moves : forall n e plan last, In e set -> sane g (fst e) -> length plan < n ->
      play g (fst e) plan = Some last -> won g last -> least <= snd e + length plan.
    Proof.
      induction n as [|n IH]; intros e plan last I S L P W; [lia|].
      pose proof closed as C. rewrite forallb_forall in C. specialize (C e I). apply orb_prop in C as [C|C].
      2: eapply enough_moves; eassumption.
      - apply andb_prop in C as [NotWon Next]. destruct plan as [|m plan]; simpl in P.
        + injection P as <-. apply is_won_correct in W. rewrite W in NotWon. discriminate.
        + destruct (make g (fst e) m) as [q|] eqn:M; [|discriminate].
          assert (step g (fst e) q) as St by (now exists m).
          destruct (step_moves g (fst e) q S St) as [Sq _].
          rewrite forallb_forall in Next. specialize (Next q (successors_complete _ _ _ St)).
          simpl in L. pose proof (within_moves n IH q (Datatypes.S (snd e)) plan last Sq Next ltac:(lia) P W).
          simpl. lia.
    Qed.
  End Right.

  (** The start is whole, and each plan that wins has at least [least] moves. *)
  Theorem shortest : forall start set, check_shortest start set = true ->
    whole g start /\ forall plan last, play g start plan = Some last -> won g last -> least <= length plan.
  Proof.
    intros start set C. unfold check_shortest in C. apply andb_prop in C as [C Closed]. apply andb_prop in C as [Wh First].
    apply check_whole_correct in Wh. split; auto. intros plan last P W.
    apply (within_moves set (Datatypes.S (length plan))) with (cost := 0) (p := start) (plan := plan) (last := last); auto.
    - intros e moves last' I S L. apply (entry_moves set Closed (Datatypes.S (length moves))); auto.
    - now apply whole_sane.
  Qed.
End Shortest.
