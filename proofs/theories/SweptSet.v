(** * A swept set that is accepted has no win

    The file says how many positions there are of each progress: cards drawn, cards that left the waste and cards that
    went home since the start. No move makes it less, so the check visits one level of progress after the other and
    forgets the levels that are past. That it visits all that can be reached needs no such thing: a position goes to the
    level that is ahead, and if that is past, no line of the file fits.

    Positions that differ in the order of columns and of foundations of a suit are visited once. If the file says so,
    safe cards go home at once ([SafeHome]). *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool FMapPositive Lia.
From Patsat Require Import Game Lists Waste WasteMoves SafeHome.
Import ListNotations.
Import Waste.

(** ** Moves, with the progress that they make *)

Definition origins (p : spread) : list origin := FromWaste :: map FromColumn (seq 0 (length (tableau p))).

Definition goals (p : spread) (c : card) : list goal :=
  map ToFoundation (seq 0 (length (heights p c))) ++ map ToColumn (seq 0 (length (tableau p))).

(** A card that leaves the waste, and one that goes home. *)
Definition leaves (from : origin) : N := match from with FromWaste => 1 | FromColumn _ => 0 end.
Definition arrives (to : goal) : N := match to with ToFoundation _ => 1 | ToColumn _ => 0 end.

Definition moves_of (g : rules) (p : spread) : list (N * spread) :=
  match act g p Draw with Some q => [(1%N, q)] | None => [] end ++
  flat_map (fun f =>
    match lift p f with
    | Some (c, w) =>
        flat_map (fun t => match lay g w c t with Some q => [((leaves f + arrives t)%N, q)] | None => [] end) (goals w c)
    | None => []
    end) (origins p).

Lemma moves_complete : forall g p q, step g p q -> exists d, In (d, q) (moves_of g p).
Proof.
  assert (forall A (l : list A) n x, nth_error l n = Some x -> In n (seq 0 (length l))) as InSeq.
  { intros A l n x E. apply in_seq. split; [lia|]. apply nth_error_Some. congruence. }
  intros g p q [[|f t] A]; unfold moves_of.
  - rewrite A. exists 1%N. now left.
  - simpl in A. destruct (lift p f) as [[c w]|] eqn:L; [|discriminate]. exists (leaves f + arrives t)%N.
    apply in_app_iff. right. apply in_flat_map. exists f. split.
    + destruct f as [n|]; [right|now left]. apply in_map. simpl in L.
      destruct (nth_error (tableau p) n) eqn:E; [|discriminate]. eapply InSeq. eassumption.
    + rewrite L. apply in_flat_map. exists t. rewrite A. split; [|now left]. unfold goals. apply in_app_iff.
      destruct t as [n|n]; [right|left]; apply in_map; simpl in A.
      * destruct (nth_error (tableau w) n) eqn:E; [|discriminate]. eapply InSeq. eassumption.
      * unfold heights. destruct (nth_error (foundations w) (foundation c)) as [hs|] eqn:E; [|discriminate].
        rewrite (nth_error_nth _ _ _ E). destruct (nth_error hs n) eqn:F; [|discriminate]. eapply InSeq. eassumption.
Qed.

(** ** Safe cards go home *)

(** A foundation that waits for this card. *)
Fixpoint next_foundation (hs : list N) (r : positive) (n : nat) : option nat :=
  match hs with
  | [] => None
  | h :: rest => if N.eqb h (Pos.pred_N r) then Some n else next_foundation rest r (S n)
  end.

Definition safe_move (g : rules) (p : spread) (f : origin) : option (N * spread) :=
  match lift p f with
  | Some (x, w) =>
      match next_foundation (heights p x) (rank x) 0 with
      | Some n =>
          if safe g p x
          then match lay g w x (ToFoundation n) with Some q => Some ((leaves f + 1)%N, q) | None => None end
          else None
      | None => None
      end
  | None => None
  end.

Fixpoint first_some {A B} (f : A -> option B) (l : list A) : option B :=
  match l with
  | [] => None
  | x :: rest => match f x with Some y => Some y | None => first_some f rest end
  end.

(** The position after all such moves, and the progress made; [fuel] is at least as large as their number. *)
Fixpoint send_home (g : rules) (fuel : nat) (made : N) (p : spread) : N * spread :=
  match fuel with
  | O => (made, p)
  | S fuel =>
      match first_some (safe_move g p) (origins p) with
      | Some (d, q) => send_home g fuel (made + d)%N q
      | None => (made, p)
      end
  end.

Lemma first_some_of : forall A B (f : A -> option B) l y, first_some f l = Some y -> exists x, f x = Some y.
Proof.
  induction l as [|x l IH]; simpl; intros y H; [discriminate|]. destruct (f x) eqn:E; eauto. exists x. congruence.
Qed.

Lemma send_home_wins : forall g fuel made p d q, send_home g fuel made p = (d, q) -> whole g p ->
  whole g q /\ forall n, wins g n p -> wins g n q.
Proof.
  induction fuel as [|fuel IH]; cbn -[first_some]; intros made p d q H Wh; [injection H as _ <-; split; auto|].
  destruct (first_some _ _) as [[e r]|] eqn:F; [|injection H as _ <-; split; auto].
  apply first_some_of in F as [f F]. unfold safe_move in F. destruct (lift p f) as [[x w]|] eqn:L; [|discriminate].
  destruct (next_foundation _ _ _) as [n|]; [|discriminate]. destruct (safe g p x) eqn:S; [|discriminate].
  destruct (lay g w x (ToFoundation n)) as [r'|] eqn:Y; [|discriminate]. injection F as <- ->.
  assert (whole g r) as Wr by (eapply whole_lifted; eauto).
  destruct (IH _ _ _ _ H Wr) as [Wq V]. split; auto. intros m W. apply V. exact (safe_first _ _ _ _ _ _ _ Wh L S Y m W).
Qed.

(** ** The canonical key: columns sorted, and the heights of each suit *)

Fixpoint column_below (l k : list card) : bool :=
  match l, k with
  | [], _ => true
  | _, [] => false
  | c :: l, d :: k =>
      match Pos.compare (rank c) (rank d) with
      | Lt => true
      | Gt => false
      | Eq => match Pos.compare (suit c) (suit d) with Lt => true | Gt => false | Eq => column_below l k end
      end
  end.

Definition key_of (p : spread) : spread :=
  Spread (sort column_below (tableau p)) (stock p) (waste p) (map (sort N.leb) (foundations p)).

Theorem key_alike : forall p, alike p (key_of p).
Proof.
  intros p. repeat split; simpl; auto using sort_permuted.
  induction (foundations p) as [|hs l IH]; simpl; constructor; auto using sort_permuted.
Qed.

Definition spread_eqb (p q : spread) : bool :=
  list_eqb (list_eqb card_eqb) (tableau p) (tableau q) && list_eqb (list_eqb N.eqb) (foundations p) (foundations q) &&
  list_eqb card_eqb (waste p) (waste q) && list_eqb card_eqb (stock p) (stock q).

Lemma spread_eqb_eq : forall p q, spread_eqb p q = true -> p = q.
Proof.
  intros [t s w f] [t' s' w' f']. unfold spread_eqb. simpl. rewrite !andb_true_iff. intros [[[T F] W] S].
  assert (forall x y, card_eqb x y = true -> x = y) as E by (intros; now apply card_eqb_eq).
  assert (forall x y, N.eqb x y = true -> x = y) as En by (intros; now apply N.eqb_eq).
  f_equal.
  - eapply list_eqb_eq; [|exact T]. now apply list_eqb_eq.
  - eapply list_eqb_eq; [|exact S]. auto.
  - eapply list_eqb_eq; [|exact W]. auto.
  - eapply list_eqb_eq; [|exact F]. now apply list_eqb_eq.
Qed.

(** ** The visit *)

Section Sweep.
  (** Positions lie in a table by a hash, which may be any function at all. *)
  Variable hash : spread -> positive.
  Variable g : rules.
  (** The moves home at once that are made at most: none, or as many as there are cards. *)
  Variable fuel : nat.

  Definition found := PositiveMap.t (list spread).

  (** What lies at a hash. *)
  Definition at_hash (t : found) (h : positive) : list spread :=
    match PositiveMap.find h t with Some l => l | None => [] end.

  Definition has (t : found) (p : spread) : bool := existsb (spread_eqb p) (at_hash t (hash p)).

  Lemma has_empty : forall p, has (PositiveMap.empty _) p = false.
  Proof. intros p. unfold has, at_hash. now rewrite PositiveMap.gempty. Qed.

  (** Positions that were found and not yet visited, in their order and as a table. *)
  Record level := Level { listed : list spread; table_of : found }.

  Definition new (l : level) (p : spread) : level :=
    let h := hash p in
    let there := at_hash (table_of l) h in
    if existsb (spread_eqb p) there then l
    else Level (p :: listed l) (PositiveMap.add h (p :: there) (table_of l)).

  (** The levels ahead by their progress, the lowest first. *)
  Definition levels := list (N * level).

  Fixpoint new_at (n : N) (p : spread) (ahead : levels) : levels :=
    match ahead with
    | [] => [(n, new (Level [] (PositiveMap.empty _)) p)]
    | (m, l) :: rest =>
        match N.compare n m with
        | Lt => (n, new (Level [] (PositiveMap.empty _)) p) :: ahead
        | Eq => (m, new l p) :: rest
        | Gt => (m, l) :: new_at n p rest
        end
    end.

  (** Here [listed] are positions of this level that are yet to be visited, and [table_of] are all that were found. *)
  Record sweep := Sweep { here : level; ahead : levels }.

  Definition reach (progress : N) (s : sweep) (after : N * spread) : sweep :=
    let (d, q) := send_home g fuel (fst after) (snd after) in
    match d with
    | N0 => Sweep (new (here s) (key_of q)) (ahead s)
    | _ => Sweep (here s) (new_at (progress + d) (key_of q) (ahead s))
    end.

  Definition is_won (p : spread) : bool := forallb (forallb (N.eqb (Npos (ranks g)))) (foundations p).

  (** A visit of the next position of this level; [None] if there is none or if it is won. *)
  Definition visit (progress : N) (s : sweep) : option sweep :=
    match listed (here s) with
    | [] => None
    | p :: rest =>
        if is_won p then None
        else Some (fold_left (reach progress) (moves_of g p) (Sweep (Level rest (table_of (here s))) (ahead s)))
    end.

  (** So many visits. *)
  Fixpoint visits (progress : N) (number : positive) (s : sweep) : option sweep :=
    match number with
    | xH => visit progress s
    | xO n => match visits progress n s with Some s => visits progress n s | None => None end
    | xI n =>
        match visit progress s with
        | Some s => match visits progress n s with Some s => visits progress n s | None => None end
        | None => None
        end
    end.

  (** The levels of the file, each with its progress and its number of positions. *)
  Fixpoint visit_levels (file : list (N * positive)) (ahead : levels) : bool :=
    match file, ahead with
    | [], [] => true
    | (progress, number) :: file, (n, l) :: ahead =>
        N.eqb progress n &&
        match visits progress number (Sweep l ahead) with
        | Some (Sweep (Level [] _) ahead) => visit_levels file ahead
        | _ => false
        end
    | _, _ => false
    end.

  Definition first_level (start : spread) : levels :=
    let (d, p) := send_home g fuel 0 start in new_at d (key_of p) [].

(** ** What has been visited is closed under moves *)

  Definition waits (s : sweep) (p : spread) : Prop :=
    In p (listed (here s)) \/ exists n l, In (n, l) (ahead s) /\ In p (listed l).

  (** A position that has been visited or will be, and that is played like this one after moves home. *)
  Definition counts (visited : list spread) (s : sweep) (p : spread) : Prop :=
    exists q, alike (snd (send_home g fuel 0 p)) q /\ (In q visited \/ waits s q).

  Definition honest (l : level) : Prop := forall p, has (table_of l) p = true -> In p (listed l).

  Record invariant (visited : list spread) (s : sweep) : Prop := Invariant {
    closed : forall p q, In p visited -> step g p q -> counts visited s q;
    not_won : forall p, In p visited -> ~ won g p;
    all_whole : forall p, In p visited \/ waits s p -> whole g p;
    seen_here : forall p, has (table_of (here s)) p = true -> In p visited \/ In p (listed (here s));
    seen_ahead : forall n l, In (n, l) (ahead s) -> honest l
  }.

  Lemma new_in : forall l p x, In x (listed l) \/ (x = p /\ has (table_of l) p = false) <-> In x (listed (new l p)).
  Proof.
    intros l p x. unfold new, has. destruct (existsb _ _); simpl; intuition (subst; auto; discriminate).
  Qed.

  Lemma new_old : forall l p, has (table_of l) p = true -> new l p = l.
  Proof. intros l p H. unfold new. unfold has in H. now rewrite H. Qed.

  Lemma new_has : forall l p x, has (table_of (new l p)) x = true -> x = p \/ has (table_of l) x = true.
  Proof.
    intros l p x. unfold new. destruct (existsb (spread_eqb p) _); auto. unfold has. simpl table_of.
    assert (forall t h v k, at_hash (PositiveMap.add h v t) k = if Pos.eq_dec k h then v else at_hash t k) as ->.
    { intros t h v k. unfold at_hash. destruct (Pos.eq_dec k h) as [->|N]; [now rewrite PositiveMap.gss|].
      now rewrite PositiveMap.gso. }
    destruct (Pos.eq_dec (hash x) (hash p)) as [->|N]; auto. simpl. intros H. apply orb_prop in H as [H|H]; auto. left. now apply spread_eqb_eq.
  Qed.

  Lemma new_honest : forall l p, honest l -> honest (new l p) /\ In p (listed (new l p)).
  Proof.
    intros l p H. assert (In p (listed (new l p))) as I.
    { apply new_in. destruct (has (table_of l) p) eqn:E; auto. }
    split; auto. intros x T. apply new_has in T as [->|T]; auto. apply new_in. auto.
  Qed.

  Lemma none_honest : honest (Level [] (PositiveMap.empty _)).
  Proof. intros p H. simpl in H. rewrite has_empty in H. discriminate. Qed.

  Lemma new_at_in : forall n p ahead, (forall m l, In (m, l) ahead -> honest l) ->
    (forall m l, In (m, l) (new_at n p ahead) -> honest l) /\
    (exists m l, In (m, l) (new_at n p ahead) /\ In p (listed l)) /\
    (forall m l x, In (m, l) ahead -> In x (listed l) -> exists m' l', In (m', l') (new_at n p ahead) /\ In x (listed l')) /\
    (forall m l x, In (m, l) (new_at n p ahead) -> In x (listed l) ->
       x = p \/ exists m' l', In (m', l') ahead /\ In x (listed l')).
  Proof.
    intros n p. induction ahead0 as [|[m l] rest IH]; intros H; simpl.
    - destruct (new_honest _ p none_honest) as [A B]. repeat split; intros.
      + destruct H0 as [[= <- <-]|[]]. exact A.
      + eauto.
      + contradiction.
      + destruct H0 as [[= <- <-]|[]]. apply new_in in H1 as [[]|[-> _]]. auto.
    - destruct (new_honest _ p none_honest) as [A B].
      destruct (new_honest l p (H _ _ (or_introl eq_refl))) as [C D].
      destruct IH as (I1 & (m1 & l1 & I2 & I2') & I3 & I4); [intros; eapply H; right; eassumption|].
      destruct (N.compare n m); repeat split; intros.
      + destruct H0 as [[= <- <-]|I]; [exact C|]. eapply H. right. eassumption.
      + exists m, (new l p). split; [now left|exact D].
      + destruct H0 as [[= <- <-]|I].
        * exists m, (new l p). split; [now left|]. apply new_in. auto.
        * exists m0, l0. split; [now right|auto].
      + destruct H0 as [[= <- <-]|I].
        * apply new_in in H1 as [I|[-> _]]; auto. right. exists m, l. split; [now left|auto].
        * right. exists m0, l0. split; [now right|auto].
      + destruct H0 as [[= <- <-]|I]; [exact A|]. eapply H. exact I.
      + eexists n, _. split; [now left|exact B].
      + exists m0, l0. split; [now right|auto].
      + destruct H0 as [[= <- <-]|I].
        * apply new_in in H1 as [[]|[-> _]]; auto.
        * right. exists m0, l0. auto.
      + destruct H0 as [[= <- <-]|I]; [|eapply I1; exact I]. eapply H. now left.
      + exists m1, l1. split; [now right|auto].
      + destruct H0 as [[= <- <-]|I].
        * exists m, l. split; [now left|auto].
        * destruct (I3 _ _ _ I H1) as (m' & l' & J & J'). exists m', l'. split; [now right|auto].
      + destruct H0 as [[= <- <-]|I].
        * right. exists m, l. split; [now left|auto].
        * destruct (I4 _ _ _ I H1) as [->|(m' & l' & J & J')]; auto. right. exists m', l'. split; [now right|auto].
  Qed.

  Lemma send_home_made : forall n made p, snd (send_home g n made p) = snd (send_home g n 0 p).
  Proof.
    assert (forall n made other p, snd (send_home g n made p) = snd (send_home g n other p)); auto.
    induction n as [|n IH]; cbn -[first_some]; intros made other p; auto.
    destruct (first_some _ _) as [[d q]|]; auto.
  Qed.

  (** [t] has all that [s] has, and nothing that is forgotten. *)
  Definition grows (visited : list spread) (s t : sweep) : Prop :=
    (forall p, waits s p -> waits t p) /\
    (forall p, waits t p -> waits s p \/ whole g p) /\
    ((forall p, has (table_of (here s)) p = true -> In p visited \/ In p (listed (here s))) ->
     (forall n l, In (n, l) (ahead s) -> honest l) ->
     (forall p, has (table_of (here t)) p = true -> In p visited \/ In p (listed (here t))) /\
     (forall n l, In (n, l) (ahead t) -> honest l)).

  Lemma reach_grows : forall visited progress s d q, whole g q ->
    (forall p, has (table_of (here s)) p = true -> In p visited \/ In p (listed (here s))) ->
    (forall n l, In (n, l) (ahead s) -> honest l) ->
    grows visited s (reach progress s (d, q)) /\ counts visited (reach progress s (d, q)) q.
  Proof.
    intros visited progress s d q Wq Seen Hon. unfold reach. simpl fst. simpl snd.
    destruct (send_home g fuel d q) as [e r] eqn:E.
    assert (snd (send_home g fuel 0 q) = r) as Er by (rewrite <- (send_home_made fuel d q), E; reflexivity).
    destruct (send_home_wins _ _ _ _ _ _ E Wq) as [Wr _].
    pose proof (key_alike r) as K. assert (whole g (key_of r)) as Wk by (eapply alike_whole; eauto).
    assert (forall t, In (key_of r) visited \/ waits t (key_of r) -> counts visited t q) as Found
      by (intros t I; exists (key_of r); rewrite Er; auto).
    destruct e as [|e].
    - split.
      + split; [|split]; unfold waits; simpl.
        * intros p [I|I]; auto. left. apply new_in. auto.
        * intros p [I|I]; auto. apply new_in in I as [I|[-> _]]; auto.
        * intros _ _. split; auto. intros p T. apply new_has in T as [->|T].
          -- destruct (has (table_of (here s)) (key_of r)) eqn:Old.
             ++ rewrite new_old; auto.
             ++ right. apply new_in. auto.
          -- destruct (Seen p T); auto. right. apply new_in. auto.
      + apply Found. unfold waits. simpl. destruct (has (table_of (here s)) (key_of r)) eqn:Old.
        * rewrite new_old by auto. destruct (Seen _ Old); auto.
        * right. left. apply new_in. auto.
    - destruct (new_at_in (progress + N.pos e) (key_of r) (ahead s) Hon) as (A1 & (m & l & A2 & A2') & A3 & A4). split.
      + split; [|split]; unfold waits; simpl.
        * intros p [I|(n & k & I & J)]; auto. right. eapply A3; eauto.
        * intros p [I|(n & k & I & J)]; auto. destruct (A4 _ _ _ I J) as [->|(n' & k' & I' & J')]; auto.
          left. right. eauto.
        * intros _ _. split; auto.
      + apply Found. right. right. simpl. eauto.
  Qed.

  Lemma counts_grows : forall visited s t p, grows visited s t -> counts visited s p -> counts visited t p.
  Proof. intros visited s t p (W & _) (q & A & [I|I]); exists q; auto. Qed.

  Lemma fold_grows : forall visited progress moves s,
    (forall d q, In (d, q) moves -> whole g q) ->
    (forall p, has (table_of (here s)) p = true -> In p visited \/ In p (listed (here s))) ->
    (forall n l, In (n, l) (ahead s) -> honest l) ->
    let t := fold_left (reach progress) moves s in
    grows visited s t /\ forall d q, In (d, q) moves -> counts visited t q.
  Proof.
    intros visited progress. induction moves as [|[d q] moves IH]; intros s Wh Seen Hon; simpl.
    - split; [|intros d q []]. split; [|split]; auto.
    - destruct (reach_grows visited progress s d q) as [G C]; auto; [eapply Wh; now left|].
      destruct G as (G1 & G2 & G3). destruct (G3 Seen Hon) as [Seen' Hon'].
      destruct (IH (reach progress s (d, q))) as [(I1 & I2 & I3) D]; auto; [intros e r I; eapply Wh; right; eassumption|].
      split.
      + split; [|split]; auto. intros p W. apply I2 in W as [W|W]; auto.
      + intros e r [[= <- <-]|I]; [|eapply D; eassumption].
        destruct C as (x & A & [I|I]); exists x; auto.
  Qed.

  Lemma moves_whole : forall p d q, whole g p -> In (d, q) (moves_of g p) -> whole g q.
  Proof.
    intros p d q Wp I. apply whole_step with (p := p); auto. unfold moves_of in I. apply in_app_iff in I as [I|I].
    - exists Draw. destruct (act g p Draw) as [r|]; [|easy]. destruct I as [[= <- <-]|[]]. reflexivity.
    - apply in_flat_map in I as (f & _ & I). destruct (lift p f) as [[c w]|] eqn:L; [|easy].
      apply in_flat_map in I as (t & _ & I). destruct (lay g w c t) as [r|] eqn:Y; [|easy].
      destruct I as [[= <- <-]|[]]. exists (Carry f t). simpl. now rewrite L.
  Qed.

  Lemma is_won_correct : forall p, won g p -> is_won p = true.
  Proof.
    intros p W. unfold won, is_won in *. apply forallb_forall. intros hs I. rewrite Forall_forall in W.
    apply forallb_forall. intros h J. specialize (W hs I). rewrite Forall_forall in W. rewrite (W h J).
    apply N.eqb_refl.
  Qed.

  Lemma visit_keeps : forall visited progress s t, visit progress s = Some t -> invariant visited s ->
    exists visited', (forall p, In p visited -> In p visited') /\
      (forall p, waits s p -> In p visited' \/ waits t p) /\ invariant visited' t.
  Proof.
    intros visited progress s t V [Cl Nw Wh Seen Hon]. unfold visit in V.
    destruct (listed (here s)) as [|p rest] eqn:E; [discriminate|].
    destruct (is_won p) eqn:Won; [discriminate|]. injection V as <-.
    set (s' := Sweep (Level rest (table_of (here s))) (ahead s)).
    assert (whole g p) as Wp by (apply Wh; right; left; rewrite E; now left).
    assert (forall x, waits s x -> x = p \/ waits s' x) as Rest.
    { intros x [I|I]; [|right; now right]. rewrite E in I. destruct I as [->|I]; auto. right. now left. }
    assert (forall x, waits s' x -> waits s x) as Back.
    { intros x [I|I]; [|now right]. left. rewrite E. now right. }
    destruct (fold_grows (p :: visited) progress (moves_of g p) s') as [(G1 & G2 & G3) C].
    { intros d q. now apply moves_whole. }
    { intros x T. apply Seen in T as [I|I]; [left; now right|]. destruct I as [->|I]; [left; now left|auto]. }
    { exact Hon. }
    exists (p :: visited). split; [intros x; now right|]. split.
    { intros x W. apply Rest in W as [->|W]; auto. left. now left. }
    destruct G3 as [Seen' Hon'].
    { intros x T. apply Seen in T as [I|I]; [left; now right|]. destruct I as [->|I]; [left; now left|auto]. }
    { exact Hon. }
    constructor; auto.
    - intros x q [<-|I] S.
      + destruct (moves_complete _ _ _ S) as [d J]. eapply C. eassumption.
      + destruct (Cl _ _ I S) as (r & A & [J|J]); exists r; split; auto; [left; now right|].
        apply Rest in J as [->|J]; [left; now left|auto].
    - intros x [<-|I] W; [|eapply Nw; eassumption]. apply is_won_correct in W. congruence.
    - intros x [[<-|I]|W]; auto. apply G2 in W as [W|W]; auto.
  Qed.

  Lemma visits_keep : forall number visited progress s t, visits progress number s = Some t -> invariant visited s ->
    exists visited', (forall p, In p visited -> In p visited') /\
      (forall p, waits s p -> In p visited' \/ waits t p) /\ invariant visited' t.
  Proof.
    assert (forall v s v' t v'' u, (forall p : spread, In p v -> In p v') -> (forall p, waits s p -> In p v' \/ waits t p) ->
      (forall p, In p v' -> In p v'') -> (forall p, waits t p -> In p v'' \/ waits u p) ->
      (forall p, In p v -> In p v'') /\ (forall p, waits s p -> In p v'' \/ waits u p)) as Both.
    { intros v s v' t v'' u A B C D. split; auto. intros p W. apply B in W as [W|W]; auto. }
    assert (forall n v progress s t,
      match visits progress n s with Some s => visits progress n s | None => None end = Some t ->
      (forall v s t, visits progress n s = Some t -> invariant v s ->
        exists v', (forall p, In p v -> In p v') /\ (forall p, waits s p -> In p v' \/ waits t p) /\ invariant v' t) ->
      invariant v s ->
      exists v', (forall p, In p v -> In p v') /\ (forall p, waits s p -> In p v' \/ waits t p) /\ invariant v' t) as Twice.
    { intros n v progress s t H IH Inv. destruct (visits progress n s) as [r|] eqn:R; [|discriminate].
      destruct (IH _ _ _ R Inv) as (v' & A & B & Inv'). destruct (IH _ _ _ H Inv') as (v'' & C & D & Inv'').
      destruct (Both _ _ _ _ _ _ A B C D). exists v''. auto. }
    induction number as [n IH|n IH|]; simpl; intros visited progress s t H Inv.
    - destruct (visit progress s) as [r|] eqn:R; [|discriminate].
      destruct (visit_keeps _ _ _ _ R Inv) as (v' & A & B & Inv').
      destruct (Twice _ _ _ _ _ H (fun v s t => IH v progress s t) Inv') as (v'' & C & D & Inv'').
      destruct (Both _ _ _ _ _ _ A B C D). exists v''. auto.
    - exact (Twice _ _ _ _ _ H (fun v s t => IH v progress s t) Inv).
    - eapply visit_keeps; eauto.
  Qed.

  (** All that waits is visited in the end. *)
  Lemma levels_visited : forall file visited ahead, visit_levels file ahead = true ->
    invariant visited (Sweep (Level [] (PositiveMap.empty _)) ahead) ->
    exists all, (forall p, In p visited -> In p all) /\
      (forall n l p, In (n, l) ahead -> In p (listed l) -> In p all) /\
      (forall p q, In p all -> step g p q -> exists r, alike (snd (send_home g fuel 0 q)) r /\ In r all) /\
      (forall p, In p all -> whole g p /\ ~ won g p).
  Proof.
    induction file as [|[progress number] file IH]; intros visited [|[n l] ahead0] H Inv; simpl in H; try discriminate.
    - destruct Inv as [Cl Nw Wh _ _]. exists visited. split; auto. split; [intros n l p []|]. split; [|auto].
      intros p q I S. destruct (Cl _ _ I S) as (r & A & [J|[[]|(n & l & [] & _)]]). eauto.
    - apply andb_prop in H as [_ H].
      destruct (visits progress number (Sweep l ahead0)) as [[[left_ t] ahead1]|] eqn:V; [|discriminate].
      destruct left_ as [|]; [|discriminate].
      assert (forall p, waits (Sweep (Level [] (PositiveMap.empty _)) ((n, l) :: ahead0)) p <->
                        waits (Sweep l ahead0) p) as Same.
      { intros p. unfold waits. simpl. split.
        - intros [[]|(m & k & [[= <- <-]|I] & J)]; eauto.
        - intros [I|(m & k & I & J)]; right; eauto 6. }
      assert (invariant visited (Sweep l ahead0)) as Inv0.
      { destruct Inv as [Cl Nw Wh _ Hon]. constructor; auto.
        - intros p q I S. destruct (Cl _ _ I S) as (r & A & [J|J]); exists r; auto. apply Same in J. auto.
        - intros p [I|W]; auto. apply Wh. right. now apply Same.
        - intros p T. right. eapply Hon; [now left|exact T].
        - intros m k I. eapply Hon. right. exact I. }
      destruct (visits_keep _ _ _ _ _ V Inv0) as (visited' & Old & Now & [Cl Nw Wh _ Hon]).
      assert (invariant visited' (Sweep (Level [] (PositiveMap.empty _)) ahead1)) as Inv1.
      { constructor; auto. intros p T. simpl in T. rewrite has_empty in T. discriminate. }
      destruct (IH visited' ahead1 H Inv1) as (all & A1 & A2 & A3 & A4).
      exists all. split; [auto|]. split; [|auto]. intros m k p I J.
      destruct (Now p) as [W|[[]|(m' & k' & I' & J')]]; auto.
      + apply Same. right. exists m, k. auto.
      + eapply A2; eauto.
  Qed.

  Lemma none_wins : forall all : list spread,
    (forall p q, In p all -> step g p q -> exists r, alike (snd (send_home g fuel 0 q)) r /\ In r all) ->
    (forall p, In p all -> whole g p /\ ~ won g p) ->
    forall n p, In p all -> ~ wins g n p.
  Proof.
    intros all Cl Ok. induction n as [|n IH]; intros p I W; inversion W as [m q Won|m q r S W']; subst.
    - destruct (Ok p I). auto.
    - destruct (Ok p I). auto.
    - destruct (Cl _ _ I S) as (x & A & J). apply (IH x J). eapply alike_wins; [exact A|].
      destruct (send_home g fuel 0 r) as [d y] eqn:E. simpl.
      destruct (send_home_wins _ _ _ _ _ _ E) as [_ V]; auto. eapply whole_step; [|exact S]. now apply Ok.
  Qed.

  Theorem visited_all : forall start file, whole g start -> visit_levels file (first_level start) = true ->
    forall n, ~ wins g n start.
  Proof.
    intros start file Ws H n W. unfold first_level in H.
    destruct (send_home g fuel 0 start) as [d p] eqn:E.
    destruct (send_home_wins _ _ _ _ _ _ E Ws) as [Wp V].
    destruct (new_at_in d (key_of p) []) as (A1 & (m & l & A2 & A2') & _ & A4); [intros m l []|].
    destruct (levels_visited file [] _ H) as (all & _ & B & Cl & Ok).
    { constructor; simpl; try easy.
      - intros x [[]|[[]|(k & j & I & J)]]. simpl in I. destruct (A4 _ _ _ I J) as [->|(? & ? & [] & _)].
        eapply alike_whole; [apply key_alike|exact Wp].
      - intros x T. rewrite has_empty in T. discriminate. }
    apply (none_wins all Cl Ok n (key_of p)); [eapply B; eauto|].
    eapply alike_wins; [apply key_alike|auto].
  Qed.
End Sweep.

(** ** The check *)

(** [made] says whether safe cards go home at once. *)
Definition check_swept_set (hash : spread -> positive) (g : rules) (start : spread) (made : bool)
    (file : list (N * positive)) : bool :=
  let fuel := if made then length (on_table start) else 0 in
  check_spread g start && visit_levels hash g fuel file (first_level hash g fuel start).

Theorem swept_set_cannot_be_won : forall hash g start made file,
  check_swept_set hash g start made file = true ->
  whole g start /\ forall p, reachable g start p -> ~ won g p.
Proof.
  intros hash g start made file H. unfold check_swept_set in H. apply andb_prop in H as [Ws H].
  apply check_spread_correct in Ws. split; auto. intros p R W.
  destruct (reachable_wins _ _ _ R 0) as [n V]; [now constructor|]. eapply visited_all; eauto.
Qed.
