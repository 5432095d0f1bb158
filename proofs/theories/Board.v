(** * Positions as text: what is printed can be read in one way only

    Lines of words: [home] and the heights of the foundations, [cells] and a card or a dash each, [column] and its cards, the
    deepest first. Cards have one letter for the rank and one for the suit, up to thirteen ranks and four suits. *)

From Coq Require Import List Ascii String NArith PArith Bool Lia.
From Patsat Require Import Game Lists.
Import ListNotations.
Open Scope char_scope.

Definition text : Type := list ascii.

(** ** Words and lines *)

Fixpoint join (separator : ascii) (words : list text) : text :=
  match words with
  | [] => []
  | [word] => word
  | word :: rest => word ++ separator :: join separator rest
  end.

(** The parts between separators; none are dropped. *)
Fixpoint split_at (separator : ascii) (t : text) : list text :=
  match t with
  | [] => [[]]
  | c :: rest =>
      let parts := split_at separator rest in
      if Ascii.eqb c separator then [] :: parts
      else match parts with
           | first :: more => (c :: first) :: more
           | [] => [[c]]
           end
  end.

Definition free_of (separator : ascii) (word : text) : Prop := ~ In separator word.

Lemma split_at_some : forall s t, split_at s t <> [].
Proof.
  intros s t. destruct t as [|c t]; simpl; [discriminate|].
  destruct (Ascii.eqb c s); [discriminate|]. destruct (split_at s t); discriminate.
Qed.

Lemma split_word : forall s word rest, free_of s word ->
  split_at s (word ++ s :: rest) = word :: split_at s rest.
Proof.
  intros s word rest F. induction word as [|c word IH]; simpl.
  - now rewrite Ascii.eqb_refl.
  - destruct (Ascii.eqb c s) eqn:E.
    + apply Ascii.eqb_eq in E as ->. exfalso. apply F. now left.
    + rewrite IH; auto. intros I. apply F. now right.
Qed.

Lemma split_last : forall s word, free_of s word -> split_at s word = [word].
Proof.
  intros s word F. induction word as [|c word IH]; simpl; auto.
  destruct (Ascii.eqb c s) eqn:E.
  - apply Ascii.eqb_eq in E as ->. exfalso. apply F. now left.
  - rewrite IH; auto. intros I. apply F. now right.
Qed.

Lemma split_join : forall s words, words <> [] -> (forall w, In w words -> free_of s w) ->
  split_at s (join s words) = words.
Proof.
  intros s words. induction words as [|w words IH]; intros N F; [contradiction|].
  destruct words as [|v words].
  - apply split_last. apply F. now left.
  - change (join s (w :: v :: words)) with (w ++ s :: join s (v :: words)).
    rewrite split_word by (apply F; now left). f_equal. apply IH; [discriminate|].
    intros u I. apply F. now right.
Qed.

(** ** Words of cards and heights, from tables *)

Section Tables.
  Variable A : Type.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall x y, eqb x y = true <-> x = y.
  Variable words : list (A * text).

  Definition text_eqb (a b : text) : bool := list_eqb Ascii.eqb a b.

  Definition word_of (x : A) : option text :=
    option_map snd (find (fun e : A * text => eqb x (fst e)) words).

  Definition meant_by (w : text) : option A :=
    option_map fst (find (fun e : A * text => text_eqb w (snd e)) words).

  Lemma text_eqb_eq : forall a b, text_eqb a b = true -> a = b.
  Proof. intros a b. apply list_eqb_eq. intros x y. now apply Ascii.eqb_eq. Qed.

  (** Of two entries no words are equal. *)
  Definition told_apart : bool :=
    forallb (fun e => forallb (fun f => implb (text_eqb (snd e) (snd f)) (eqb (fst e) (fst f))) words) words.

  Hypothesis apart : told_apart = true.

  Lemma meant_word : forall x w, word_of x = Some w -> meant_by w = Some x.
  Proof.
    intros x w H. unfold word_of in H. destruct (find _ words) as [e|] eqn:F; [|discriminate].
    simpl in H. injection H as <-. apply find_some in F as [I E]. apply eqb_eq in E. subst x.
    unfold meant_by. destruct (find (fun f => text_eqb (snd e) (snd f)) words) as [f|] eqn:G.
    - apply find_some in G as [J T]. simpl. f_equal.
      unfold told_apart in apart. rewrite forallb_forall in apart. specialize (apart e I).
      rewrite forallb_forall in apart. specialize (apart f J). rewrite T in apart. simpl in apart.
      symmetry. now apply eqb_eq.
    - exfalso. pose proof (find_none _ _ G e I) as N. simpl in N.
      assert (forall t, text_eqb t t = true) as R.
      { induction t as [|c t IHt]; simpl; auto. unfold text_eqb in *. simpl. now rewrite Ascii.eqb_refl, IHt. }
      now rewrite R in N.
  Qed.

  Lemma word_listed : forall x w, word_of x = Some w -> In w (map snd words).
  Proof.
    intros x w H. unfold word_of in H. destruct (find _ words) as [e|] eqn:F; [|discriminate].
    simpl in H. injection H as <-. apply find_some in F as [I _]. now apply in_map.
  Qed.
End Tables.

Definition rank_letters : text := list_ascii_of_string "A23456789TJQK".
Definition suit_letters : text := list_ascii_of_string "CDHS".

Definition card_words : list (card * text) :=
  flat_map (fun s => map (fun r => (Card (Pos.of_succ_nat (fst r)) (Pos.of_succ_nat (fst s)), [snd r; snd s]))
                         (combine (seq 0 13) rank_letters))
           (combine (seq 0 4) suit_letters).

Definition height_words : list (N * text) :=
  map (fun e => (N.of_nat (fst e), list_ascii_of_string (snd e)))
    (combine (seq 0 14) ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9"; "10"; "11"; "12"; "13"]%string).

Lemma cards_apart : told_apart card card_eqb card_words = true.
Proof. vm_compute. reflexivity. Qed.

Lemma heights_apart : told_apart N N.eqb height_words = true.
Proof. vm_compute. reflexivity. Qed.

(** ** Positions *)

Definition space : ascii := " ".
Definition newline : ascii := ascii_of_nat 10.

Definition cell_words : list (option card * text) :=
  (None, list_ascii_of_string "-") :: map (fun e => (Some (fst e), snd e)) card_words.

Definition cell_eqb : option card -> option card -> bool := option_eqb card_eqb.

Lemma cells_apart : told_apart (option card) cell_eqb cell_words = true.
Proof. vm_compute. reflexivity. Qed.

Lemma cell_eqb_eq : forall a b, cell_eqb a b = true <-> a = b.
Proof.
  intros a b. split.
  - apply option_eqb_eq. intros x y. apply card_eqb_eq.
  - intros ->. destruct b as [c|]; simpl; auto. apply card_eqb_refl.
Qed.

Fixpoint all_of {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: rest =>
      match f x, all_of f rest with
      | Some y, Some ys => Some (y :: ys)
      | _, _ => None
      end
  end.

Definition name (s : string) : text := list_ascii_of_string s.

Definition line {A} (head : string) (word : A -> option text) (l : list A) : option text :=
  option_map (fun words => join space (name head :: words)) (all_of word l).

(** [None]: more ranks or suits than there are letters. *)
Definition print (p : position) : option text :=
  match line "home" (word_of N N.eqb height_words) (home p),
        line "cells" (word_of (option card) cell_eqb cell_words) (cells p),
        all_of (fun col => line "column" (word_of card card_eqb card_words) (rev col)) (columns p) with
  | Some homes, Some cells, Some columns => Some (join newline (homes :: cells :: columns))
  | _, _, _ => None
  end.

Definition read_line {A} (head : string) (meant : text -> option A) (l : text) : option (list A) :=
  match split_at space l with
  | first :: words => if text_eqb first (name head) then all_of meant words else None
  | [] => None
  end.

Definition read (t : text) : option position :=
  match split_at newline t with
  | homes :: cells :: columns =>
      match read_line "home" (meant_by N height_words) homes,
            read_line "cells" (meant_by (option card) cell_words) cells,
            all_of (fun l => option_map (@rev card) (read_line "column" (meant_by card card_words) l)) columns with
      | Some h, Some f, Some k => Some (Position k f h)
      | _, _, _ => None
      end
  | _ => None
  end.

(** ** What is printed is read again *)

Definition plain_word (w : text) : bool := forallb (fun c => negb (Ascii.eqb c space) && negb (Ascii.eqb c newline)) w.

Lemma plain_free : forall w s, s = space \/ s = newline -> plain_word w = true -> free_of s w.
Proof.
  intros w s S P I. unfold plain_word in P. rewrite forallb_forall in P. specialize (P s I).
  apply andb_prop in P as [A B]. apply negb_true_iff in A, B.
  destruct S as [-> | ->]; rewrite Ascii.eqb_refl in *; discriminate.
Qed.

Lemma text_eqb_refl : forall t, text_eqb t t = true.
Proof. unfold text_eqb. induction t as [|c t IH]; simpl; auto. now rewrite Ascii.eqb_refl, IH. Qed.

Lemma all_of_in : forall A B (f : A -> option B) l ys y, all_of f l = Some ys -> In y ys -> exists x, In x l /\ f x = Some y.
Proof.
  intros A B f l. induction l as [|x l IH]; simpl; intros ys y E I; [injection E as <-; destruct I|].
  destruct (f x) as [z|] eqn:F; [|discriminate]. destruct (all_of f l) as [zs|]; [|discriminate].
  injection E as <-. destruct I as [<-|I]; [exists x; auto|].
  destruct (IH zs y eq_refl I) as (u & J & G). exists u. auto.
Qed.

Lemma all_of_back : forall A B (f : A -> option B) (g : B -> option A) l ys,
  (forall x y, f x = Some y -> g y = Some x) -> all_of f l = Some ys -> all_of g ys = Some l.
Proof.
  intros A B f g l. induction l as [|x l IH]; simpl; intros ys Back E; [injection E as <-; reflexivity|].
  destruct (f x) as [y|] eqn:F; [|discriminate]. destruct (all_of f l) as [zs|] eqn:G; [|discriminate].
  injection E as <-. simpl. rewrite (Back x y F), (IH zs Back eq_refl). reflexivity.
Qed.

Section Line.
  Variable A : Type.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall x y, eqb x y = true <-> x = y.
  Variable words : list (A * text).
  Hypothesis apart : told_apart A eqb words = true.
  Hypothesis plain : forallb (fun e => plain_word (snd e)) words = true.
  Variable head : string.
  Hypothesis head_plain : plain_word (name head) = true.

  Lemma words_plain : forall x w, word_of A eqb words x = Some w -> plain_word w = true.
  Proof.
    intros x w H. apply word_listed in H. apply in_map_iff in H as (e & <- & I).
    pose proof plain as P. rewrite forallb_forall in P. now apply P.
  Qed.

  Lemma line_read : forall l t, line head (word_of A eqb words) l = Some t ->
    read_line head (meant_by A words) t = Some l /\ free_of newline t.
  Proof.
    intros l t H. unfold line in H. destruct (all_of _ l) as [ws|] eqn:E; [|discriminate].
    assert (t = join space (name head :: ws)) as -> by (unfold option_map in H; congruence).
    assert (forall w, In w (name head :: ws) -> plain_word w = true) as P.
    { intros w [<-|I]; auto. destruct (all_of_in _ _ _ _ _ _ E I) as (x & _ & W). eapply words_plain, W. }
    split.
    - unfold read_line. rewrite split_join; [|discriminate|].
      + rewrite text_eqb_refl. eapply all_of_back; [|exact E]. intros x w. now apply meant_word.
      + intros w I. apply plain_free; auto.
    - assert (forall k, (forall w, In w k -> plain_word w = true) -> free_of newline (join space k)) as J.
      { induction k as [|w k IH]; intros Q; [intros []|]. destruct k as [|v k].
        - apply plain_free; auto. apply Q. now left.
        - change (join space (w :: v :: k)) with (w ++ space :: join space (v :: k)). intros I.
          apply in_app_iff in I as [I|[I|I]].
          + revert I. apply plain_free; auto. apply Q. now left.
          + discriminate.
          + revert I. apply IH. intros u K. apply Q. now right. }
      now apply J.
  Qed.
End Line.

Theorem read_printed : forall p t, print p = Some t -> read t = Some p.
Proof.
  intros [k f h] t P. unfold print in P. cbn [home cells columns] in P.
  destruct (line "home" _ h) as [homes|] eqn:H; [|discriminate].
  destruct (line "cells" _ f) as [cells|] eqn:F; [|discriminate].
  destruct (all_of _ k) as [columns|] eqn:K; [|discriminate].
  assert (t = join newline (homes :: cells :: columns)) as -> by congruence.
  apply line_read in H as [H Hf]; [| apply N.eqb_eq | apply heights_apart | reflexivity | reflexivity].
  apply line_read in F as [F Ff]; [| apply cell_eqb_eq | apply cells_apart | reflexivity | reflexivity].
  assert (forall col l, line "column" (word_of card card_eqb card_words) (rev col) = Some l ->
            option_map (@rev card) (read_line "column" (meant_by card card_words) l) = Some col /\ free_of newline l) as Col.
  { intros col l L. apply line_read in L as [R Fr]; [| apply card_eqb_eq | apply cards_apart | reflexivity | reflexivity].
    rewrite R. simpl. rewrite rev_involutive. auto. }
  unfold read. rewrite (split_join newline (homes :: cells :: columns)); [|discriminate|].
  - rewrite H, F, (all_of_back _ _ _ _ _ _ (fun x y E => proj1 (Col x y E)) K). reflexivity.
  - intros w [<-|[<-|I]]; auto. destruct (all_of_in _ _ _ _ _ _ K I) as (col & _ & L). now apply (Col col).
Qed.

(** So no two positions are printed alike. *)
Corollary print_injective : forall p q t, print p = Some t -> print q = Some t -> p = q.
Proof. intros p q t P Q. apply read_printed in P, Q. congruence. Qed.
