//! Formulas as Spider deals, for any number of suits.
//!
//! Spider with four suits is NP-complete (Stern, The complexity of Spider solitaire, arXiv
//! 1110.1052, 2011). So is Spider with one suit (Laubersheimer, "Spider Solitaire", Johannes
//! Gutenberg University Mainz, 2024, section 4.2). Both proofs follow Helmert's reduction to
//! FreeCell (2003, section 4.3). The construction below follows the thesis and makes it precise
//! where it leaves a choice; the proof is this project's own.
//!
//! # The deal
//!
//! `n` variables, `m` clauses of three literals each, which may repeat. One suit, two copies of
//! every card, all face up, no stock, no empty column. Ranks upwards, in ranges with one
//! *buffer* after each:
//!
//! * the *selection*: a pair `s_j`, `s_j + 1` for each variable, that of the first variable the
//!   highest, and right above it the *initial card* `I`; so `I = 2n + 1`, `s_1 + 2 = I` and
//!   `s_(j+1) + 2 = s_j`;
//! * for each literal `l` that occurs `o` times: `o` pairs in the order of its occurrences, and
//!   right above the last its *base* `B(l)`;
//! * for each clause six ranks `c .. c + 5`;
//! * for each clause a *lock* `k` and `k + 1`;
//! * the *rest card* `R = N - 2`; the *end card* `N`.
//!
//! That is `N = 6n + 16m + 5` ranks and `2n + 5m + 6` columns (deepest card first):
//!
//! | column | cards |
//! |---|---|
//! | initial card | `I` |
//! | literal `l` of variable `j` | `B(l)`, `s_j`, `s_j + 1` |
//! | clause, first and second literal, whose pair here is `x`, `x + 1` | `c + 1`, `x`, `x + 1` |
//! | clause, third literal | `c + 5`, `x`, `x + 1` |
//! | clause, two lock columns | `k + 1`, `c`; `k + 1`, `c + 4` |
//! | rest card; end, twice | `R`; `N`; `N` |
//! | rest pile | of every rank below the locks that is named nowhere here, the second copy, by falling rank; `R` on top |
//! | large pile | by falling rank what else is left; `I`; by rising rank one copy of each rank from the lowest lock to `N - 1` that is left (so the second locks too); the locks, that of the first clause on top |
//!
//! # What happens before the last lock leaves
//!
//! Call a card *buried* if it is in the rest pile below its top, or in the large pile below the
//! locks. Consider any play until the last lock has left the large pile.
//!
//! **(1) No deepest card of a column moves, none of the buried cards, and not the `R` of the rest
//! pile; no column is empty, no run leaves.** Suppose not, and take the first such move. It
//! goes onto a card, as there is no empty column. It does not move a buried card: what lies on
//! it is there still. `R` would need an open `N - 1`; both are buried. The deepest cards need
//! `I + 1`, `B(l) + 1`, `c + 2`, `c + 6`, `k + 2`, `N - 1` or a rank above `N`: of each of these
//! both copies are buried (buffers, and `c + 2`). No run is complete without `N - 1` on `N`.
//!
//! **(2) Of the two cards `s_j + 1`, one at most ever moves, and so one at most of the literals of
//! `j` has its `s_j` moved.** For `j = 1` the cards `s_j + 1` fit on `I` alone, of which one is
//! buried, and from there on nothing else: the other then has no place left. Let `j > 1`. They
//! fit on `s_(j-1)` alone. One of these never moves and has its `s_(j-1) + 1` on it for ever, so
//! only the other ever takes one of them, and again for ever. `s_j` lies below `s_j + 1`.
//!
//! **(3) A pair's card `x + 1` of literal `l` moves only after `B(l)` was open.** It fits on
//! `x + 2` alone. If the pair is the last of `l`, this is `B(l)`, whose other copy is buried.
//! Else it is the lower card of the next pair, whose other copy is buried: it was open, so the
//! card above it had moved, and the claim holds by induction from the last pair downwards.
//!
//! **(4) A lock `k` leaves only after a pair of its clause has moved.** It needs an open `k + 1`.
//! Both copies lie deepest in the lock columns, so `c` or `c + 4` has moved, onto `c + 1` or
//! `c + 5` (the second `c + 5` is buried), and these were open only with their pair gone.
//!
//! **A win gives an assignment.** `N - 1` must come onto `N`, so all locks leave. Let a literal be
//! true if its `s_j` has moved by then. By (2) this is consistent. By (4) each clause has a pair
//! that has moved, by (3) the base of its literal was open, so its `s_j` had moved: the clause
//! holds. [`lift`] does this. ∎
//!
//! # An assignment gives a win
//!
//! **The locks.** For `j = 1 .. n` move `s_j + 1` and then `s_j` of the true literal onto the column
//! of `I`. All bases of true literals are open. Move their pairs there, the last pair first,
//! `x + 1` before `x`. A clause with a true literal now has an open `c + 1` or `c + 5`: move `c` or
//! `c + 4` there, and when its turn comes the lock `k` onto `k + 1`, which makes a column of just
//! these two. All locks leave.
//!
//! **The ascending part.** `N - 1` goes onto one of the `N`, and the single `R` onto it: a column is
//! empty. Going down from there, let a buffer be put on. For each clause, the last first:
//! `k + 1` and `k` go onto the buffer `k + 2`, which empties their column, and the second lock goes
//! into an empty column; then the next buffer, `k - 1`, goes onto `k`. So between clauses there is
//! an empty column, until the second `I` is open and goes there.
//!
//! **The rest of the selection.** Now `s_1 + 1` of the false literal has a place, then its `s_1`, and
//! so on. So all bases are open and all pairs join them. The large pile now ends with `I + 1`,
//! the lowest card left: a column of `I` goes onto it, and the `R` of the rest pile into its place.
//!
//! **The end.** Every column now falls in rank. The two piles do by construction. Other columns
//! hold `I` and the selection, bases and their pairs, `c + 1` with or without `c`, or `c + 5` with
//! or without `c + 4`. The rest hold `k + 1` with `c`, `c + 4`, a lock or nothing, single locks, or
//! `N` with the cards that came onto it. Such a game is won ([`patsat_states::theory::sorted`]).
//! [`lower`] makes all these moves. ∎
//!
//! # Any position may go on
//!
//! The second half does not depend on how the locks were taken off. Call a position of a play as
//! above *open* for an assignment if no `s_j + 1` of a false literal has moved. **From every open
//! position the locks can be taken off, if the assignment satisfies the formula, and then the game
//! is won.** Consider the last runs that do not lie on the next rank and begin with a card of the
//! selection of a true literal, of a pair, or with `c`, `c + 4` or a lock. As long as a lock is
//! left, some such run fits somewhere. Suppose not. Then `s_1 + 1` is on `I`, as only it can be
//! there. `s_1` is on an `s_1 + 1`: if it is not, the one on `I` is open, and the cards on `s_1`
//! are a run with it. The same holds for every variable up to the last. So all true bases are open
//! but for their pairs, the pairs are on them by the same argument, and so are `c` or `c + 4` of
//! every clause and the topmost lock. Such a move joins two runs and parts none, so there are
//! finitely many. (An `s_j` may lie on the `s_j + 1` of the false literal. The two move onto the
//! second `I` side together when it is there.) [`easy`] uses this.
//!
//! # More suits
//!
//! For `s` suits the `2 (s - 1)` complete runs of the other suits lie deepest in the large pile. A
//! card of theirs is open only when all cards of the large pile above have gone, and then all of
//! them leave at once. So the moves are those of one suit, and so are the wins.
//!
//! [`horizon`] and [`locks`] bound the moves that decide the game. [`fair`] and [`easy`] are the
//! games whose questions stand higher in the polynomial hierarchy; [`gaps`] those whose values lie
//! far apart.

mod bound;
mod deal;
pub mod easy;
pub mod fair;
pub mod gaps;
mod lift;
mod order;
mod player;
mod shape;
mod win;

pub use bound::{Horizon, Locks, horizon, locks};
pub use shape::Construction;

use super::{Assignment, BuiltGame, Cnf, ReduceError};
use deal::Game;
use patsat_game::state::{Instance, Plan};
use shape::Ranks;

/// The variables by their own numbers.
fn names(formula: &Cnf) -> Vec<u32> {
    (1..=formula.variables).collect()
}

fn with_suits(suits: u16) -> Construction {
    Construction { suits, ..Construction::default() }
}

/// Returns the deal of a formula whose clauses have three literals each, in `suits` suits.
///
/// # Errors
/// If a clause has another number of literals, or there would be more columns, ranks or cards
/// than a game can have.
pub fn build(formula: &Cnf, suits: u16) -> Result<BuiltGame, ReduceError> {
    build_shape(formula, with_suits(suits))
}

/// As [`build`], with every option.
///
/// # Errors
/// As [`build`].
pub fn build_shape(formula: &Cnf, shape: Construction) -> Result<BuiltGame, ReduceError> {
    Ok(Game::new(formula, &names(formula), shape)?.built())
}

/// Returns a winning plan from an assignment that satisfies the formula. For another assignment the
/// moves do not win. Empty if the formula has no deal.
#[must_use]
pub fn lower(formula: &Cnf, suits: u16, assignment: &Assignment) -> Plan {
    lower_shape(formula, with_suits(suits), assignment)
}

/// As [`lower`], with every option.
#[must_use]
pub fn lower_shape(formula: &Cnf, shape: Construction, assignment: &Assignment) -> Plan {
    let game = Game::new(formula, &names(formula), shape);
    game.map(|game| win::plan(&game, assignment)).unwrap_or_default()
}

/// Returns the assignment that a winning plan of the formula's deal stands for.
#[must_use]
pub fn lift(formula: &Cnf, suits: u16, instance: &Instance, plan: &Plan) -> Assignment {
    lift_shape(formula, with_suits(suits), instance, plan)
}

/// As [`lift`], with every option.
#[must_use]
pub fn lift_shape(formula: &Cnf, shape: Construction, instance: &Instance, plan: &Plan) -> Assignment {
    let game = Game::new(formula, &names(formula), shape);
    game.map(|game| lift::assignment(&game, instance, plan)).unwrap_or_default()
}
