(** * Where each card lies, and what a move changes of it

    A position seen from its cards: each lies on another, at the bottom of a column, in a cell, or
    at home. A move changes this of one card alone. *)

From Coq Require Import List Permutation PeanoNat PArith NArith Bool Lia.
From Patsat Require Import Game Lists.
Import ListNotations.

Inductive spot := On (below : card) | Bottom | InCell | AtHome.

Definition spot_eqb (s t : spot) : bool :=
  match s, t with
  | On c, On d => card_eqb c d
  | Bottom, Bottom | InCell, InCell | AtHome, AtHome => true
  | _, _ => false
  end.

Lemma spot_eqb_eq : forall s t, spot_eqb s t = true <-> s = t.
Proof.
  destruct s, t; simpl; try rewrite card_eqb_eq; intuition congruence.
Qed.

(** ** The spots of a position *)

Definition link : Type := card * spot.

Definition end_of (column : list card) : spot :=
  match column with [] => Bottom | c :: _ => On c end.

Fixpoint column_links (column : list card) : list link :=
  match column with
  | [] => []
  | c :: rest => (c, end_of rest) :: column_links rest
  end.

Definition cell_link (cell : option card) : list link :=
  match cell with Some c => [(c, InCell)] | None => [] end.

(** All cards of columns and cells, and where they lie. *)
Definition links (p : position) : list link :=
  flat_map column_links (columns p) ++ flat_map cell_link (cells p).

Definition in_play (p : position) : list card := map fst (links p).

(** Where a card lies: at home if it is nowhere else. *)
Definition spot_of (p : position) (c : card) : spot :=
  match find (fun l : link => card_eqb c (fst l)) (links p) with
  | Some l => snd l
  | None => AtHome
  end.

Lemma in_in_play : forall p c s, In (c, s) (links p) -> In c (in_play p).
Proof. intros p c s I. apply in_map_iff. now exists (c, s). Qed.

Lemma spot_of_link : forall p c s, NoDup (in_play p) -> In (c, s) (links p) -> spot_of p c = s.
Proof.
  intros p c s. unfold in_play, spot_of. induction (links p) as [|[d t] l IH]; [intros _ []|].
  simpl. intros N [[= -> ->]|I].
  - now rewrite card_eqb_refl.
  - inversion N; subst. destruct (card_eqb c d) eqn:E.
    + apply card_eqb_eq in E as ->. exfalso. apply H1. apply in_map_iff. now exists (d, s).
    + auto.
Qed.

Lemma link_of_spot : forall p c, In (c, spot_of p c) (links p) \/
  (spot_of p c = AtHome /\ ~ In c (in_play p)).
Proof.
  intros p c. unfold spot_of, in_play.
  destruct (find _ (links p)) as [[d t]|] eqn:F.
  - apply find_some in F as [I E]. apply card_eqb_eq in E. simpl in *. subst. now left.
  - right. split; auto. intros I. apply in_map_iff in I as ([d t] & E & I). simpl in E. subst.
    pose proof (find_none _ _ F _ I) as H. simpl in H. now rewrite card_eqb_refl in H.
Qed.

Lemma away_is_home : forall p c, ~ In c (in_play p) -> spot_of p c = AtHome.
Proof.
  intros p c N. destruct (link_of_spot p c) as [I|[E _]]; auto.
  exfalso. apply N. eapply in_in_play. eassumption.
Qed.

(** No card of a column or cell is said to be at home. *)
Lemma column_links_spots : forall col c s, In (c, s) (column_links col) ->
  s = Bottom \/ exists d, s = On d /\ In d col.
Proof.
  induction col as [|x col IH]; simpl; intros c s H; [destruct H|].
  destruct H as [[= -> <-]|I].
  - destruct col; simpl; [now left | right; eexists; split; [reflexivity|]; auto].
  - destruct (IH _ _ I) as [->|(d & -> & J)]; [now left | right; exists d; auto].
Qed.

Lemma links_cases : forall p c s, In (c, s) (links p) ->
  (exists col, In col (columns p) /\ In (c, s) (column_links col)) \/
  (In (Some c) (cells p) /\ s = InCell).
Proof.
  intros p c s I. unfold links in I. apply in_app_iff in I as [I|I].
  - apply in_flat_map in I as (col & J & K). left. now exists col.
  - apply in_flat_map in I as ([d|] & J & K); [|destruct K].
    destruct K as [[= -> <-]|[]]. now right.
Qed.

Lemma in_play_iff : forall p c, In c (in_play p) <-> spot_of p c <> AtHome.
Proof.
  intros p c. split.
  - intros I E. apply in_map_iff in I as ([d s] & J & K). simpl in J. subst.
    destruct (link_of_spot p c) as [L|[_ L]].
    + rewrite E in L. destruct (links_cases _ _ _ L) as [(col & _ & M)|[_ M]]; [|discriminate].
      destruct (column_links_spots _ _ _ M) as [M'|(x & M' & _)]; discriminate.
    + apply L. eapply in_in_play. eassumption.
  - intros N. destruct (link_of_spot p c) as [I|[E _]]; [|contradiction].
    eapply in_in_play. eassumption.
Qed.

(** ** At most one card lies on each, in a column; no more cells and columns than there are *)

Lemma column_cards : forall col, map fst (column_links col) = col.
Proof. induction col; simpl; f_equal; auto. Qed.

Lemma column_onto : forall col c d, In (c, On d) (column_links col) ->
  exists above rest, col = above ++ c :: d :: rest.
Proof.
  induction col as [|x col IH]; simpl; intros c d H; [destruct H|].
  destruct H as [[= -> E]|I].
  - destruct col as [|y col]; simpl in E; [discriminate|]. injection E as ->. now exists [], col.
  - destruct (IH _ _ I) as (above & rest & ->). now exists (x :: above), rest.
Qed.

Lemma column_below : forall col c d, In (c, On d) (column_links col) ->
  exists s, In (d, s) (column_links col) /\ s <> InCell /\ s <> AtHome.
Proof.
  induction col as [|x col IH]; simpl; intros c d H; [destruct H|].
  destruct H as [[= -> E]|I].
  - destruct col as [|y col]; simpl in E; [discriminate|]. injection E as ->.
    exists (end_of col). simpl. repeat split; auto; destruct col; discriminate.
  - destruct (IH _ _ I) as (s & J & K). exists s. auto.
Qed.

Lemma onto_column : forall p c d, NoDup (in_play p) -> spot_of p c = On d ->
  spot_of p d <> InCell /\ spot_of p d <> AtHome.
Proof.
  intros p c d N E. destruct (link_of_spot p c) as [I|[F _]]; [|congruence].
  rewrite E in I. destruct (links_cases _ _ _ I) as [(col & J & K)|[_ K]]; [|discriminate].
  destruct (column_below _ _ _ K) as (s & L & M).
  assert (In (d, s) (links p)) as L'.
  { unfold links. apply in_app_iff. left. apply in_flat_map. now exists col. }
  now rewrite (spot_of_link _ _ _ N L').
Qed.

(** The cards that lie on others, by what they lie on, are listed with no card below twice. *)
Definition below_of (l : link) : list card := match snd l with On d => [d] | _ => [] end.

Lemma column_bases : forall col,
  flat_map below_of (column_links col) = match col with [] => [] | _ :: rest => rest end.
Proof.
  induction col as [|c col IH]; simpl; auto. rewrite IH. now destruct col.
Qed.

Lemma nodup_app : forall A (l k : list A), NoDup (l ++ k) -> NoDup l /\ NoDup k.
Proof.
  induction l as [|x l IH]; simpl; intros k N; [now split; [constructor|]|].
  inversion N as [|y m Out N']; subst. destruct (IH _ N') as [Nl Nk].
  split; auto. constructor; auto. intros I. apply Out. apply in_app_iff. auto.
Qed.

Lemma incl_sub_nodup : forall (A B : Type) (f h : A -> list B) l,
  (forall x, exists k, h x = k ++ f x) -> NoDup (flat_map h l) -> NoDup (flat_map f l).
Proof.
  intros A B f h l Sub. induction l as [|x l IH]; simpl; auto. intros N.
  destruct (Sub x) as (k & E). rewrite E, <- app_assoc in N.
  assert (incl (flat_map f l) (flat_map h l)) as In1.
  { intros y I. apply in_flat_map in I as (z & J & K). apply in_flat_map. exists z. split; auto.
    destruct (Sub z) as (kz & ->). apply in_app_iff. auto. }
  apply nodup_app in N as [_ N].
  clear Sub E k. induction (f x) as [|y m IHm]; simpl in *; auto.
  inversion N; subst. constructor; auto.
  rewrite in_app_iff in *. intuition.
Qed.

Lemma flat_map_flat_map : forall (A B C : Type) (f : A -> list B) (h : B -> list C) l,
  flat_map h (flat_map f l) = flat_map (fun x => flat_map h (f x)) l.
Proof. induction l; simpl; auto. now rewrite flat_map_app, IHl. Qed.

Lemma bases_nodup : forall p, NoDup (in_play p) -> NoDup (flat_map below_of (links p)).
Proof.
  intros p N. unfold links in *. rewrite flat_map_app.
  assert (flat_map below_of (flat_map cell_link (cells p)) = []) as ->.
  { induction (cells p) as [|[c|] l IH]; simpl; auto. }
  rewrite app_nil_r, flat_map_flat_map.
  unfold in_play, links in N. rewrite map_app in N.
  assert (NoDup (flat_map (fun col : list card => col) (columns p))) as M.
  { replace (flat_map (fun col => col) (columns p)) with (map fst (flat_map column_links (columns p))).
    - now apply nodup_app in N.
    - clear N. induction (columns p) as [|c l IH]; simpl; auto.
      rewrite map_app, column_cards. now f_equal. }
  revert M. apply incl_sub_nodup. intros col. rewrite column_bases.
  destruct col as [|c rest]; [now exists [] | now exists [c]].
Qed.

Lemma flat_map_unique : forall (A B : Type) (f : A -> list B) l x y b,
  NoDup (flat_map f l) -> In x l -> In y l -> In b (f x) -> In b (f y) -> x = y.
Proof.
  induction l as [|a l IH]; simpl; intros x y b N Hx Hy Bx By; [destruct Hx|].
  assert (forall z, In z l -> In b (f z) -> ~ In b (f a)) as Apart.
  { intros z Hz Fz Fa. apply in_split in Fa as (u & w & E). rewrite E in N.
    rewrite <- app_assoc in N. simpl in N. apply NoDup_remove_2 in N. apply N.
    rewrite !in_app_iff. right; right. apply in_flat_map. now exists z. }
  assert (NoDup (flat_map f l)) as N'.
  { clear -N. induction (f a); simpl in *; auto. inversion N; auto. }
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto.
  - exfalso. eapply Apart; eassumption.
  - exfalso. eapply Apart; eassumption.
  - eapply IH; eassumption.
Qed.

Lemma onto_unique : forall p c d e, NoDup (in_play p) ->
  spot_of p c = On e -> spot_of p d = On e -> c = d.
Proof.
  intros p c d e N Ec Ed.
  destruct (link_of_spot p c) as [Ic|[F _]]; [|congruence].
  destruct (link_of_spot p d) as [Id|[F _]]; [|congruence].
  rewrite Ec in Ic. rewrite Ed in Id.
  enough ((c, On e) = (d, On e)) by congruence.
  eapply (flat_map_unique _ _ below_of) with (b := e);
    [apply bases_nodup | apply Ic | apply Id | | ]; simpl; auto.
Qed.

(** How many cards lie in a spot of a kind is counted among the links. *)
Definition count (p : position) (s : spot) : nat :=
  length (filter (fun l : link => spot_eqb (snd l) s) (links p)).

Lemma count_cells : forall p, count p InCell <= length (cells p).
Proof.
  intros p. unfold count, links. rewrite filter_app, app_length.
  assert (forall col, filter (fun l : link => spot_eqb (snd l) InCell) (column_links col) = []) as C.
  { induction col as [|c col IH]; simpl; auto. destruct col; auto. }
  assert (length (filter (fun l : link => spot_eqb (snd l) InCell) (flat_map column_links (columns p))) = 0)
    as ->.
  { induction (columns p) as [|col l IH]; simpl; auto. now rewrite filter_app, C. }
  simpl. induction (cells p) as [|[c|] l IH]; simpl; lia.
Qed.

Lemma count_bottoms : forall p, count p Bottom <= length (columns p).
Proof.
  intros p. unfold count, links. rewrite filter_app, app_length.
  assert (forall col, length (filter (fun l : link => spot_eqb (snd l) Bottom) (column_links col)) <= 1) as C.
  { induction col as [|c col IH]; simpl; auto. destruct col; simpl in *; auto. }
  assert (length (filter (fun l : link => spot_eqb (snd l) Bottom) (flat_map cell_link (cells p))) = 0) as ->.
  { induction (cells p) as [|[c|] l IH]; simpl; auto. }
  induction (columns p) as [|col l IH]; simpl; [lia|].
  rewrite filter_app, app_length. specialize (C col). lia.
Qed.

Lemma count_spots : forall p s cards, s <> AtHome -> NoDup (in_play p) -> NoDup cards ->
  length (filter (fun c => spot_eqb (spot_of p c) s) cards) <= count p s.
Proof.
  intros p s cards A N M. unfold count.
  apply Nat.le_trans with (length (map fst (filter (fun l : link => spot_eqb (snd l) s) (links p))));
    [|now rewrite map_length].
  apply NoDup_incl_length; [now apply NoDup_filter|].
  intros c I. apply filter_In in I as [_ E]. apply spot_eqb_eq in E.
  destruct (link_of_spot p c) as [L|[F _]]; [|congruence].
  apply in_map_iff. exists (c, s). split; auto. apply filter_In. rewrite E in L. split; auto.
  now apply spot_eqb_eq.
Qed.
