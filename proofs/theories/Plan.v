(** * A plan that is accepted is a win *)

From Coq Require Import List PArith NArith Bool.
From Patsat Require Import Game Whole.
Import ListNotations.

Definition is_won (g : rules) (p : position) : bool :=
  forallb (fun height => N.eqb height (Npos (ranks g))) (home p).

(** The position after a sequence of moves, if all are legal. *)
Fixpoint play (g : rules) (p : position) (plan : list move) : option position :=
  match plan with
  | [] => Some p
  | m :: rest =>
      match make g p m with
      | Some q => play g q rest
      | None => None
      end
  end.

Definition check_plan (g : rules) (start : position) (plan : list move) : bool :=
  check_whole g start &&
  match play g start plan with
  | Some last => is_won g last
  | None => false
  end.

Lemma is_won_correct : forall g p, is_won g p = true <-> won g p.
Proof.
  intros g p. unfold is_won, won. rewrite forallb_forall, Forall_forall.
  split; intros H x I; specialize (H x I); now apply N.eqb_eq.
Qed.

Lemma play_reaches : forall g start plan p last,
  reachable g start p -> play g p plan = Some last -> reachable g start last.
Proof.
  induction plan as [|m plan IH]; simpl; intros p last R H.
  - now injection H as <-.
  - destruct (make g p m) as [q|] eqn:E; [|discriminate].
    apply IH with (p := q); auto.
    apply one_more with (p := p); auto. now exists m.
Qed.

(** The start is whole, and a sequence of legal moves leads from it to a won position. *)
Theorem plan_wins : forall g start plan, check_plan g start plan = true ->
  whole g start /\
  exists last, play g start plan = Some last /\ reachable g start last /\ won g last.
Proof.
  unfold check_plan. intros g start plan H. apply andb_prop in H as [W H].
  split; [now apply check_whole_correct|].
  destruct (play g start plan) as [last|] eqn:E; [|discriminate].
  exists last. repeat split; auto.
  - eapply play_reaches; [constructor | eassumption].
  - now apply is_won_correct.
Qed.

Theorem plan_accepted_can_be_won : forall g start plan,
  check_plan g start plan = true -> can_be_won g start.
Proof.
  intros g start plan H. destruct (plan_wins _ _ _ H) as (_ & last & _ & R & W). now exists last.
Qed.
