(** * Moves home that no shortest plan puts off

    A card is harmless if it is the next of its suit to go home, and each card in play that may be put on it is harmless
    too. If a harmless card can go home, some shortest plan begins with that move. This is the rule of Horne's FreeCell
    for Windows, for every way of building.

    Take a plan, and play along with it, the card home first. Some cards are home here and not there; all of them are
    harmless. Apart from them, each pile is as it is there. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists Spots Sane Whole Plan ClosedSet Deadlocks.
Import ListNotations.

Definition is_next (p : position) (c : card) : Prop :=
  exists height, nth_error (home p) (foundation c) = Some height /\ rank c = N.succ_pos height.

Inductive harmless (g : rules) (p : position) : card -> Prop :=
| is_harmless : forall c, In c (in_play p) -> is_next p c ->
    (forall d, In d (in_play p) -> fits g d c = true -> harmless g p d) -> harmless g p c.

(** ** Piles without some cards *)

Definition column_without (gone : list card) (l : list card) : list card := filter (fun c => negb (member gone c)) l.

Definition cell_without (gone : list card) (x : option card) : option card :=
  match x with Some c => if member gone c then None else Some c | None => None end.

Definition columns_without (gone : list card) : list (list card) -> list (list card) := map (column_without gone).
Definition cells_without (gone : list card) : list (option card) -> list (option card) := map (cell_without gone).

Lemma replace_map : forall A B (f : A -> B) l n x, replace (map f l) n (f x) = map f (replace l n x).
Proof. induction l as [|a l IH]; intros [|n] x; simpl; auto. f_equal. apply IH. Qed.

Lemma replace_same : forall A (l : list A) n x, nth_error l n = Some x -> replace l n x = l.
Proof.
  induction l as [|a l IH]; intros [|n] x E; simpl in *; try discriminate; [congruence|]. f_equal. now apply IH.
Qed.

Lemma nth_mapped : forall A B (f : A -> B) l n x, nth_error l n = Some x -> nth_error (map f l) n = Some (f x).
Proof. intros. now apply map_nth_error. Qed.

Lemma column_without_gone : forall gone c rest, member gone c = true ->
  column_without gone (c :: rest) = column_without gone rest.
Proof. intros gone c rest M. unfold column_without. simpl. now rewrite M. Qed.

Lemma column_without_kept : forall gone c rest, member gone c = false ->
  column_without gone (c :: rest) = c :: column_without gone rest.
Proof. intros gone c rest M. unfold column_without. simpl. now rewrite M. Qed.

(** A card that moves is in play before, and not in play while it is in the hand. *)
Lemma take_in_hand : forall p f c w, NoDup (in_play p) -> take p f = Some (c, w) ->
  In c (in_play p) /\ ~ In c (in_play w) /\ NoDup (in_play w) /\ home w = home p /\
  (forall d, In d (in_play p) <-> d = c \/ In d (in_play w)).
Proof.
  intros p f c w N T. destruct (take_links _ _ _ _ T) as ((s & P) & H & _).
  apply in_play_permuted in P.
  assert (NoDup (c :: in_play w)) as Nw by (eapply Permutation_NoDup; eassumption).
  inversion Nw; subst. repeat split; auto.
  - rewrite P. now left.
  - rewrite P. simpl. intuition.
  - intros [->|I]; rewrite P; [now left | now right].
Qed.

Lemma in_play_places : forall p c, In c (in_play p) <-> (exists col, In col (columns p) /\ In c col) \/ In (Some c) (cells p).
Proof.
  intros p c. unfold in_play, links. rewrite map_app, in_app_iff. split.
  - intros [I|I]; apply in_map_iff in I as ([d s] & E & I); simpl in E; subst d; apply in_flat_map in I as (x & J & K).
    + left. exists x. split; auto. rewrite <- (column_cards x). apply in_map_iff. now exists (c, s).
    + right. destruct x as [d|]; [|destruct K]. destruct K as [[= -> _]|[]]. exact J.
  - intros [(col & I & J)|I].
    + left. rewrite <- (column_cards col) in J. apply in_map_iff in J as (l & E & J). apply in_map_iff.
      exists l. split; auto. apply in_flat_map. now exists col.
    + right. apply in_map_iff. exists (c, InCell). split; auto. apply in_flat_map. exists (Some c). split; auto. now left.
Qed.

Lemma member_false : forall l c, member l c = false <-> ~ In c l.
Proof. intros l c. rewrite <- member_in. destruct (member l c); intuition congruence. Qed.

(** Lists of cards that are the same among the cards in play take the same away. *)
Lemma columns_same : forall gone less k, (forall col c, In col k -> In c col -> member gone c = member less c) ->
  columns_without gone k = columns_without less k.
Proof.
  intros gone less k S. unfold columns_without. apply map_ext_in. intros col I. unfold column_without.
  apply filter_ext_in. intros c J. f_equal. eapply S; eassumption.
Qed.

Lemma cells_same : forall gone less f, (forall c, In (Some c) f -> member gone c = member less c) ->
  cells_without gone f = cells_without less f.
Proof.
  intros gone less f S. unfold cells_without. apply map_ext_in. intros [c|] I; simpl; auto. now rewrite (S c I).
Qed.

Lemma without_none : forall p, columns_without [] (columns p) = columns p /\ cells_without [] (cells p) = cells p.
Proof.
  intros p. split.
  - unfold columns_without, column_without. induction (columns p) as [|col k IH]; simpl; auto. f_equal; auto.
    clear. induction col; simpl; f_equal; auto.
  - unfold cells_without. induction (cells p) as [|[c|] f IH]; simpl; f_equal; auto.
Qed.

(** A card is taken here as there, or it is one of those that are missing here. *)
Lemma take_kept : forall gone p f c w q, take p f = Some (c, w) -> member gone c = false ->
  columns q = columns_without gone (columns p) -> cells q = cells_without gone (cells p) ->
  take q f = Some (c, Position (columns_without gone (columns w)) (cells_without gone (cells w)) (home q)).
Proof.
  intros gone [k fr h] [n|n|] c w q T M C F; simpl in *; [| |discriminate].
  - destruct (nth_error k n) as [[|x rest]|] eqn:E; try discriminate. injection T as -> <-. simpl.
    rewrite C. unfold columns_without at 1. rewrite (nth_mapped _ _ _ _ _ _ E), column_without_kept by auto.
    rewrite F. f_equal. f_equal. f_equal. unfold columns_without. now rewrite <- replace_map.
  - destruct (nth_error fr n) as [[x|]|] eqn:E; try discriminate. injection T as -> <-. simpl.
    rewrite F. unfold cells_without at 1. rewrite (nth_mapped _ _ _ _ _ _ E). simpl. rewrite M.
    rewrite C. f_equal. f_equal. f_equal. unfold cells_without. now rewrite <- (replace_map _ _ (cell_without gone)).
Qed.

Lemma take_gone : forall gone p f c w, take p f = Some (c, w) -> member gone c = true ->
  columns_without gone (columns w) = columns_without gone (columns p) /\
  cells_without gone (cells w) = cells_without gone (cells p).
Proof.
  intros gone [k fr h] [n|n|] c w T M; simpl in *; [| |discriminate].
  - destruct (nth_error k n) as [[|x rest]|] eqn:E; try discriminate. injection T as -> <-. simpl. split; auto.
    unfold columns_without. rewrite <- replace_map. apply replace_same.
    rewrite (nth_mapped _ _ _ _ _ _ E). now rewrite column_without_gone.
  - destruct (nth_error fr n) as [[x|]|] eqn:E; try discriminate. injection T as -> <-. simpl. split; auto.
    unfold cells_without. change None with (cell_without gone None). rewrite <- replace_map. apply replace_same.
    rewrite (nth_mapped _ _ _ _ _ _ E). simpl. now rewrite M.
Qed.

(** ** Positions that are equal apart from harmless cards, which are home here *)

Definition raised (gone : list card) (n : nat) (height : N) : N :=
  if existsb (fun e => Nat.eqb (foundation e) n) gone then N.succ height else height.

Record ahead (g : rules) (gone : list card) (p q : position) : Prop := {
  same_columns : columns q = columns_without gone (columns p);
  same_cells : cells q = cells_without gone (cells p);
  same_home : forall n, nth_error (home q) n = option_map (raised gone n) (nth_error (home p) n);
  all_harmless : forall e, In e gone -> harmless g p e;
  no_twin_gone : NoDup gone
}.

Lemma foundation_suit : forall c d, foundation c = foundation d -> suit c = suit d.
Proof.
  intros c d E. unfold foundation in E. pose proof (Pos2Nat.is_pos (suit c)). pose proof (Pos2Nat.is_pos (suit d)).
  apply Pos2Nat.inj. lia.
Qed.

Lemma next_unique : forall p c d, is_next p c -> is_next p d -> foundation c = foundation d -> c = d.
Proof.
  intros p [rc sc] [rd sd] (h & Eh & Rc) (k & Ek & Rd) F. pose proof (foundation_suit _ _ F) as S. simpl in *.
  rewrite F in Eh. rewrite Ek in Eh. injection Eh as ->. congruence.
Qed.

(** Of the suit of a card that is next and not gone, no card is gone. *)
Lemma not_raised : forall g gone p q c h, ahead g gone p q -> is_next p c -> member gone c = false ->
  raised gone (foundation c) h = h.
Proof.
  intros g gone p q c h A X M. unfold raised.
  destruct (existsb (fun e => Nat.eqb (foundation e) (foundation c)) gone) eqn:E; auto. exfalso.
  apply existsb_exists in E as (e & I & F). apply Nat.eqb_eq in F.
  pose proof (all_harmless _ _ _ _ A e I) as H. inversion H as [x P N _]; subst.
  rewrite (next_unique _ _ _ N X F) in I. apply member_false in M. contradiction.
Qed.

(** ** Harmless cards stay harmless, until they are home *)

Lemma make_parts : forall g p m p', make g p m = Some p' -> NoDup (in_play p) -> exists c w,
  take p (source m) = Some (c, w) /\ put g w c (target m) = Some p' /\
  In c (in_play p) /\ ~ In c (in_play w) /\ NoDup (in_play w) /\ home w = home p /\
  (forall d, In d (in_play p) <-> d = c \/ In d (in_play w)).
Proof.
  intros g p m p' M N. unfold make in M. destruct (take p (source m)) as [[c w]|] eqn:T; [|discriminate].
  exists c, w. split; auto. split; auto. eapply take_in_hand; eassumption.
Qed.

(** What is in play and which cards are next after a move. *)
Lemma put_parts : forall g w c t p', put g w c t = Some p' ->
  (t <> Home /\ home p' = home w /\ forall d, In d (in_play p') <-> d = c \/ In d (in_play w)) \/
  (t = Home /\ is_next w c /\ columns p' = columns w /\ cells p' = cells w /\
   (exists height, nth_error (home w) (foundation c) = Some height /\
                   home p' = replace (home w) (foundation c) (N.succ height)) /\
   forall d, In d (in_play p') <-> In d (in_play w)).
Proof.
  intros g w c t p' P. destruct (put_links _ _ _ _ _ P) as (_ & _ & [(s & L & H & NotHome & _)|(L & May & height & E & H)]).
  - left. apply in_play_permuted in L. split; [|split; auto].
    + intros ->. unfold put in P. destruct (nth_error (home w) (foundation c)) as [h|] eqn:E; [|discriminate].
      destruct (Pos.eqb (rank c) (N.succ_pos h)) eqn:R; [|discriminate]. injection P as <-. simpl in H.
      assert (nth_error (replace (home w) (foundation c) (N.succ h)) (foundation c) = Some h) as F by congruence.
      rewrite (home_replace _ _ _ _ _ E), Nat.eqb_refl in F. injection F as F. lia.
    + intros d. rewrite L. simpl. intuition.
  - destruct t as [n|n|].
    + exfalso. simpl in P. destruct (nth_error (columns w) n); [|discriminate]. destruct (may_lie g c l); [|discriminate].
      injection P as <-. simpl in H. assert (nth_error (home w) (foundation c) = Some (N.succ height)) as F.
      { rewrite H at 1. now rewrite (home_replace _ _ _ _ _ E), Nat.eqb_refl. }
      rewrite E in F. injection F as F. lia.
    + exfalso. simpl in P. destruct (nth_error (cells w) n) as [[]|]; try discriminate.
      injection P as <-. simpl in H. assert (nth_error (home w) (foundation c) = Some (N.succ height)) as F.
      { rewrite H at 1. now rewrite (home_replace _ _ _ _ _ E), Nat.eqb_refl. }
      rewrite E in F. injection F as F. lia.
    + right. simpl in P. rewrite E in P. destruct (Pos.eqb (rank c) (N.succ_pos height)) eqn:R; [|discriminate].
      apply Pos.eqb_eq in R. injection P as <-. simpl in *.
      split; auto. split; [now exists height|]. split; auto. split; auto. split; [now exists height|].
      intros d. rewrite (in_play_places (Position _ _ _)), (in_play_places w). reflexivity.
Qed.

Lemma harmless_kept : forall g p m p', NoDup (in_play p) -> make g p m = Some p' ->
  forall e, harmless g p e -> In e (in_play p') -> harmless g p' e.
Proof.
  intros g p m p' N M. destruct (make_parts _ _ _ _ M N) as (c & w & T & P & Ic & Out & Nw & Hw & Play).
  assert (forall d, In d (in_play p') -> In d (in_play p)) as Less.
  { intros d I. apply Play. destruct (put_parts _ _ _ _ _ P) as [(_ & _ & J)|(_ & _ & _ & _ & _ & J)]; apply J in I; tauto. }
  intros e H. induction H as [e Ie Ne Up IH]. intros I. constructor; auto.
  destruct Ne as (h & Eh & R).
  destruct (put_parts _ _ _ _ _ P) as [(_ & H & _)|(_ & Nc & _ & _ & (k & Ek & H) & J)].
  - exists h. split; auto. congruence.
  - exists h. split; auto. rewrite H, (home_replace _ _ _ _ _ Ek).
    destruct (Nat.eqb (foundation e) (foundation c)) eqn:F; [|congruence]. exfalso.
    apply Nat.eqb_eq in F. assert (e = c) as ->; [|now apply Out, J].
    apply (next_unique w); auto. exists h. split; auto. congruence.
Qed.

(** ** A move there, and what is done here *)

Lemma put_kept : forall g gone w c t p' h, put g w c t = Some p' -> member gone c = false -> t <> Home ->
  (exists d, In d gone /\ fits g c d = true) \/
  put g (Position (columns_without gone (columns w)) (cells_without gone (cells w)) h) c t =
    Some (Position (columns_without gone (columns p')) (cells_without gone (cells p')) h).
Proof.
  intros g gone w c [n|n|] p' h P M NotHome; simpl in *; [| |contradiction].
  - destruct (nth_error (columns w) n) as [col|] eqn:E; [|discriminate].
    destruct (may_lie g c col) eqn:L; [|discriminate]. injection P as <-. simpl.
    unfold columns_without at 1. rewrite (nth_mapped _ _ _ _ _ _ E).
    destruct col as [|d rest].
    + right. unfold column_without at 1. simpl. simpl in L. rewrite L. f_equal. f_equal.
      unfold columns_without. rewrite <- replace_map, column_without_kept; auto.
    + destruct (member gone d) eqn:D.
      * left. exists d. split; [now apply member_in | exact L].
      * right. rewrite (column_without_kept _ _ _ D). simpl in *. rewrite L. f_equal. f_equal.
        unfold columns_without. rewrite <- replace_map, column_without_kept, column_without_kept; auto.
  - destruct (nth_error (cells w) n) as [[x|]|] eqn:E; try discriminate. injection P as <-. simpl. right.
    unfold cells_without at 1. rewrite (nth_mapped _ _ _ _ _ _ E). simpl. f_equal. f_equal.
    unfold cells_without. rewrite <- replace_map. simpl. now rewrite M.
Qed.

(** A card that is missing here is put somewhere there. *)
Lemma put_gone : forall g gone w c t p', put g w c t = Some p' -> member gone c = true -> t <> Home ->
  columns_without gone (columns p') = columns_without gone (columns w) /\
  cells_without gone (cells p') = cells_without gone (cells w).
Proof.
  intros g gone w c [n|n|] p' P M NotHome; simpl in *; [| |contradiction].
  - destruct (nth_error (columns w) n) as [col|] eqn:E; [|discriminate].
    destruct (may_lie g c col); [|discriminate]. injection P as <-. simpl. split; auto.
    unfold columns_without. rewrite <- replace_map, column_without_gone by auto.
    apply replace_same. now apply nth_mapped.
  - destruct (nth_error (cells w) n) as [[x|]|] eqn:E; try discriminate. injection P as <-. simpl. split; auto.
    unfold cells_without. rewrite <- replace_map. simpl. rewrite M.
    apply replace_same. now rewrite (nth_mapped _ _ _ _ _ _ E).
Qed.

(** The cards that are missing, seen in piles without one of them. *)
Lemma not_in_hand : forall w c gone less, ~ In c (in_play w) -> (forall d, d <> c -> member gone d = member less d) ->
  columns_without gone (columns w) = columns_without less (columns w) /\
  cells_without gone (cells w) = cells_without less (cells w).
Proof.
  intros w c gone less Out Same. split.
  - apply columns_same. intros col d I J. apply Same. intros ->. apply Out, in_play_places. left. now exists col.
  - apply cells_same. intros d I. apply Same. intros ->. apply Out, in_play_places. now right.
Qed.

Lemma member_other : forall c gone d, d <> c -> member (c :: gone) d = member gone d.
Proof. intros c gone d N. unfold member. simpl. apply card_eqb_neq in N. now rewrite N. Qed.

Lemma member_removed : forall c gone d, d <> c ->
  member (filter (fun e => negb (card_eqb e c)) gone) d = member gone d.
Proof.
  intros c gone d N. apply eq_true_iff_eq. rewrite !member_in, filter_In, negb_true_iff, card_eqb_neq. tauto.
Qed.

Lemma removed_length : forall c gone, NoDup gone -> length gone <= S (length (filter (fun e => negb (card_eqb e c)) gone)).
Proof.
  intros c gone N. induction N as [|d gone Out N IH]; simpl; auto. destruct (card_eqb d c) eqn:E; simpl; [|lia].
  apply card_eqb_eq in E as ->. assert (filter (fun e => negb (card_eqb e c)) gone = gone) as ->; auto.
  clear -Out. induction gone as [|e gone IH]; simpl; auto.
  destruct (card_eqb e c) eqn:E; [apply card_eqb_eq in E as ->; exfalso; apply Out; now left|].
  simpl. f_equal. apply IH. intros I. apply Out. now right.
Qed.

Lemma raised_other : forall c gone n h, foundation c <> n -> raised (c :: gone) n h = raised gone n h.
Proof. intros c gone n h N. unfold raised. simpl. apply Nat.eqb_neq in N. now rewrite N. Qed.

Lemma keep_up_once : forall g gone p q m p', sane g p -> ahead g gone p q -> make g p m = Some p' ->
  exists gone' moves q', play g q moves = Some q' /\ ahead g gone' p' q' /\
    length moves + length gone <= S (length gone').
Proof.
  intros g gone p q m p' [N _] A M. pose proof A as [Cols Cells_ Home_ Harm Twin].
  destruct (make_parts _ _ _ _ M N) as (c & w & T & P & Ic & Out & Nw & Hw & Play).
  pose proof (harmless_kept g p m p' N M) as Kept.
  destruct (member gone c) eqn:G.
  - destruct (take_gone gone _ _ _ _ T G) as [Cw Fw].
    destruct (put_parts _ _ _ _ _ P) as [(NotHome & H & Ip)|(Ht & Nc & C & F & (k & Ek & H) & Ip)].
    + (* It goes elsewhere there. *)
      destruct (put_gone _ gone _ _ _ _ P G NotHome) as [Cp Fp].
      exists gone, [], q. split; auto. split; [|simpl; lia]. constructor; auto; try congruence.
      intros e I. apply Kept; auto. pose proof (Harm e I) as He. inversion He; subst. apply Ip, Play. assumption.
    + (* It goes home there. *)
      set (less := filter (fun e => negb (card_eqb e c)) gone).
      destruct (not_in_hand w c less gone Out) as [Cl Fl]; [intros d D; now apply member_removed|].
      exists less, [], q. split; auto. split; [|simpl; now apply removed_length].
      assert (is_next p c) as Np by (destruct Nc as (h & E & R); exists h; split; congruence).
      constructor; try congruence; [| |now apply NoDup_filter].
      * intros n. rewrite H, Home_, Hw. rewrite Hw in Ek. rewrite (home_replace _ _ _ _ _ Ek).
        assert (forall h, raised gone n h = if Nat.eqb n (foundation c) then N.succ h else raised less n h) as Split.
        { intros h. unfold raised. destruct (Nat.eqb n (foundation c)) eqn:E.
          - assert (existsb (fun e => Nat.eqb (foundation e) n) gone = true) as ->; auto.
            apply existsb_exists. exists c. split; [now apply member_in|]. rewrite Nat.eqb_sym. exact E.
          - assert (existsb (fun e => Nat.eqb (foundation e) n) gone = existsb (fun e => Nat.eqb (foundation e) n) less)
              as ->; auto.
            apply eq_true_iff_eq. rewrite !existsb_exists. unfold less.
            split; intros (e & I & F'); exists e; split; auto.
            + apply filter_In. split; auto. apply negb_true_iff, card_eqb_neq. intros ->.
              apply Nat.eqb_eq in F'. apply Nat.eqb_neq in E. congruence.
            + apply filter_In in I. tauto. }
        destruct (Nat.eqb n (foundation c)) eqn:E.
        -- apply Nat.eqb_eq in E as ->. rewrite Ek. simpl. rewrite (Split k).
           f_equal. unfold raised.
           assert (existsb (fun e => Nat.eqb (foundation e) (foundation c)) less = false) as ->; auto.
           apply not_true_iff_false. intros X. apply existsb_exists in X as (e & I & F').
           apply filter_In in I as [I D]. apply negb_true_iff, card_eqb_neq in D. apply D.
           apply Nat.eqb_eq in F'. pose proof (Harm e I) as He. inversion He; subst. now apply (next_unique p).
        -- destruct (nth_error (home p) n) as [h|]; simpl; auto. now rewrite Split.
      * intros e I. apply filter_In in I as [I D]. apply negb_true_iff, card_eqb_neq in D. apply Kept; auto.
        pose proof (Harm e I) as He. inversion He as [x Ie]; subst. apply Ip. apply Play in Ie. tauto.
  - (* A card that is there in both. *)
    pose proof (take_kept gone p (source m) c w q T G Cols Cells_) as Tq.
    destruct (put_parts _ _ _ _ _ P) as [(NotHome & H & Ip)|(Ht & Nc & C & F & (k & Ek & H) & Ip)].
    + destruct (put_kept g gone w c (target m) p' (home q) P G NotHome) as [(d & Id & Fits)|Pq].
      * (* It goes onto one that is missing here, so it is harmless: it goes home. *)
        assert (harmless g p c) as Hc.
        { pose proof (Harm d Id) as Hd. inversion Hd as [x _ _ Up]; subst. now apply Up. }
        inversion Hc as [x _ Nc _]; subst. destruct Nc as (h & Eh & R).
        assert (nth_error (home q) (foundation c) = Some h) as Eq.
        { rewrite Home_, Eh. simpl. f_equal. eapply not_raised; eauto. now exists h. }
        set (q' := Position (columns_without gone (columns w)) (cells_without gone (cells w))
                     (replace (home q) (foundation c) (N.succ h))).
        exists (c :: gone), [Move (source m) Home], q'. split; [|split; [|simpl; lia]].
        -- simpl. unfold make. simpl. rewrite Tq. simpl. rewrite Eq, R, Pos.eqb_refl. reflexivity.
        -- destruct (not_in_hand w c (c :: gone) gone Out) as [Cl Fl]; [intros e D; now apply member_other|].
           assert (member (c :: gone) c = true) as Mc by (apply member_in; now left).
           destruct (put_gone _ (c :: gone) _ _ _ _ P Mc NotHome) as [Cp Fp].
           constructor; simpl; try congruence.
           ++ intros n. rewrite H, Hw, (home_replace _ _ _ _ _ Eq).
              destruct (Nat.eqb n (foundation c)) eqn:E.
              ** apply Nat.eqb_eq in E as ->. rewrite Eh. simpl. unfold raised. simpl. now rewrite Nat.eqb_refl.
              ** rewrite Home_. destruct (nth_error (home p) n) as [j|]; simpl; auto. rewrite raised_other; auto.
                 apply Nat.eqb_neq in E. congruence.
           ++ intros e [<-|I]; apply Kept; auto; apply Ip; [now left|].
              pose proof (Harm e I) as He. inversion He; subst. now apply Play.
           ++ constructor; auto. now apply member_false.
      * (* The same move. *)
        eexists gone, [m], _. split; [|split; [|simpl; lia]].
        -- simpl. unfold make. rewrite Tq, Pq. reflexivity.
        -- constructor; auto; simpl.
           ++ intros n. now rewrite Home_, H, Hw.
           ++ intros e I. apply Kept; auto. apply Ip. pose proof (Harm e I) as He. inversion He; subst. now apply Play.
    + (* The same move home. *)
      assert (is_next p c) as Np by (destruct Nc as (h & E & R); exists h; split; congruence).
      destruct Nc as (h & E & R). rewrite Ek in E. injection E as <-. rewrite Hw in Ek.
      assert (nth_error (home q) (foundation c) = Some k) as Eq.
      { rewrite Home_, Ek. simpl. f_equal. eapply not_raised; eauto. }
      eexists gone, [m], _. split; [|split; [|simpl; lia]].
      * simpl. unfold make. rewrite Tq, Ht. simpl. rewrite Eq, R, Pos.eqb_refl. reflexivity.
      * constructor; auto; simpl; try congruence.
        -- intros n. rewrite H, Hw, (home_replace _ _ _ _ _ Ek), (home_replace _ _ _ _ _ Eq).
           destruct (Nat.eqb n (foundation c)) eqn:E; [|apply Home_].
           apply Nat.eqb_eq in E as ->. simpl. f_equal. symmetry. eapply not_raised; eauto.
        -- intros e I. apply Kept; auto. apply Ip. pose proof (Harm e I) as He. inversion He as [x Ie]; subst.
           apply Play in Ie as [->|Ie]; auto. apply member_false in G. contradiction.
Qed.

Lemma keep_up : forall g plan gone p q last, sane g p -> ahead g gone p q -> play g p plan = Some last -> won g last ->
  exists moves last', play g q moves = Some last' /\ won g last' /\ length moves + length gone <= length plan.
Proof.
  intros g plan. induction plan as [|m plan IH]; simpl; intros gone p q last S A P W.
  - injection P as ->. exists [], q. split; auto.
    assert (gone = []) as ->.
    { destruct gone as [|e gone]; auto. pose proof (all_harmless _ _ _ _ A e (or_introl eq_refl)) as H.
      inversion H as [x I]; subst. apply in_play_iff in I. destruct I. now apply (won_all_home g). }
    split; [|simpl; lia].
    assert (forall n, nth_error (home q) n = nth_error (home last) n) as E.
    { intros n. rewrite (same_home _ _ _ _ A). unfold raised. simpl. now destruct (nth_error (home last) n). }
    unfold won. apply Forall_forall. intros height I. apply In_nth_error in I as [n I]. rewrite E in I.
    apply nth_error_In in I. unfold won in W. rewrite Forall_forall in W. now apply W.
  - destruct (make g p m) as [p'|] eqn:M; [|discriminate].
    destruct (keep_up_once g gone p q m p' S A M) as (gone' & first & q' & F & A' & L).
    destruct (step_moves g p p' S) as (S' & _); [now exists m|].
    destruct (IH gone' p' q' last S' A' P W) as (rest & last' & R & W' & L').
    exists (first ++ rest), last'. split; [|split; auto; rewrite app_length; lia].
    clear -F R. revert q F. induction first as [|k first IHf]; simpl; intros q F; [congruence|].
    destruct (make g q k) as [r|]; [|discriminate]. now apply IHf.
Qed.

(** A plan that wins is one move longer than some plan from the position with a harmless card home. *)
Theorem harmless_first : forall g p f c w q, sane g p -> take p f = Some (c, w) -> put g w c Home = Some q ->
  harmless g p c -> forall plan last, play g p plan = Some last -> won g last ->
  exists moves last', play g q moves = Some last' /\ won g last' /\ S (length moves) <= length plan.
Proof.
  intros g p f c w q S T Put Hc plan last P W. pose proof S as [N _].
  destruct (take_in_hand _ _ _ _ N T) as (Ic & Out & Nw & Hw & Play).
  destruct (put_parts _ _ _ _ _ Put) as [(X & _)|(_ & Nc & C & F & (k & Ek & H) & Ip)]; [contradiction|].
  assert (member [c] c = true) as Mc by (apply member_in; now left).
  destruct (take_gone [c] _ _ _ _ T Mc) as [Cw Fw].
  destruct (not_in_hand w c [c] [] Out) as [Cl Fl]; [intros d D; now apply member_other|].
  destruct (without_none w) as [Cn Fn].
  assert (ahead g [c] p q) as A.
  { constructor; try congruence.
    - intros n. rewrite H, Hw. rewrite Hw in Ek. rewrite (home_replace _ _ _ _ _ Ek).
      destruct (Nat.eqb n (foundation c)) eqn:E.
      + apply Nat.eqb_eq in E as ->. rewrite Ek. simpl. unfold raised. simpl. now rewrite Nat.eqb_refl.
      + destruct (nth_error (home p) n) as [h|]; simpl; auto. rewrite raised_other; auto.
        apply Nat.eqb_neq in E. congruence.
    - intros e [<-|[]]. exact Hc.
    - constructor; [intros []|constructor]. }
  destruct (keep_up g plan [c] p q last S A P W) as (moves & last' & R & W' & L).
  exists moves, last'. split; auto. split; auto. simpl in L. lia.
Qed.

(** ** Making these moves *)

Definition next_now (p : position) (c : card) : bool :=
  match nth_error (home p) (foundation c) with
  | Some height => Pos.eqb (rank c) (N.succ_pos height)
  | None => false
  end.

(** [deep] is more than the number of cards that can lie on one another. *)
Fixpoint harmless_now (g : rules) (p : position) (cards : list card) (deep : nat) (c : card) : bool :=
  match deep with
  | O => false
  | S deep => next_now p c && forallb (fun d => negb (fits g d c) || harmless_now g p cards deep d) cards
  end.

Lemma harmless_now_correct : forall g p deep c, In c (in_play p) ->
  harmless_now g p (in_play p) deep c = true -> harmless g p c.
Proof.
  intros g p. induction deep as [|deep IH]; simpl; intros c I H; [discriminate|].
  apply andb_prop in H as [H Up]. constructor; auto.
  - unfold next_now in H. destruct (nth_error (home p) (foundation c)) as [h|] eqn:E; [|discriminate].
    exists h. split; auto. now apply Pos.eqb_eq.
  - intros d J F. rewrite forallb_forall in Up. specialize (Up d J). rewrite F in Up. simpl in Up. auto.
Qed.

Definition harmless_move (g : rules) (p : position) (f : place) : option position :=
  match take p f with
  | Some (c, w) =>
      if next_now p c
      then if harmless_now g p (in_play p) (Pos.to_nat (ranks g)) c then put g w c Home else None
      else None
  | None => None
  end.

Fixpoint first_of {A B} (f : A -> option B) (l : list A) : option B :=
  match l with
  | [] => None
  | x :: rest => match f x with Some y => Some y | None => first_of f rest end
  end.

(** The position after all such moves, and their number; [fuel] is at least as large. *)
Fixpoint settle (g : rules) (fuel : nat) (p : position) (made : nat) : position * nat :=
  match fuel with
  | O => (p, made)
  | S fuel =>
      match first_of (harmless_move g p) (places p) with
      | Some q => settle g fuel q (S made)
      | None => (p, made)
      end
  end.

Lemma first_of_some : forall A B (f : A -> option B) l y, first_of f l = Some y -> exists x, In x l /\ f x = Some y.
Proof.
  induction l as [|x l IH]; simpl; intros y H; [discriminate|].
  destruct (f x) as [z|] eqn:E.
  - injection H as ->. exists x. auto.
  - destruct (IH y H) as (u & I & F). exists u. auto.
Qed.

Theorem settle_plan : forall g fuel p made q n, sane g p -> settle g fuel p made = (q, n) ->
  sane g q /\ made <= n /\ forall plan last, play g p plan = Some last -> won g last ->
  exists moves last', play g q moves = Some last' /\ won g last' /\ length moves + n <= length plan + made.
Proof.
  intros g. induction fuel as [|fuel IH]; simpl; intros p made q n S E.
  - injection E as <- <-. split; auto. split; auto. intros plan last P W. exists plan, last. auto.
  - destruct (first_of (harmless_move g p) (places p)) as [r|] eqn:F.
    + apply first_of_some in F as (f & _ & F). unfold harmless_move in F.
      destruct (take p f) as [[c w]|] eqn:T; [|discriminate]. destruct (next_now p c); [|discriminate].
      destruct (harmless_now g p (in_play p) (Pos.to_nat (ranks g)) c) eqn:H; [|discriminate].
      pose proof (take_in_hand _ _ _ _ (proj1 S) T) as (Ic & _).
      apply harmless_now_correct in H; auto.
      assert (sane g r) as Sr.
      { destruct (step_moves g p r S) as [Sr _]; auto. exists (Move f Home). unfold make. simpl. now rewrite T. }
      destruct (IH r (Datatypes.S made) q n Sr E) as (Sq & L & Plan).
      split; auto. split; [lia|]. intros plan last P W.
      destruct (harmless_first g p f c w r S T F H plan last P W) as (moves & last' & P' & W' & L').
      destruct (Plan moves last' P' W') as (moves' & last'' & P'' & W'' & L''). exists moves', last''.
      split; auto. split; auto. lia.
    + injection E as <- <-. split; auto. split; auto. intros plan last P W. exists plan, last. auto.
Qed.
