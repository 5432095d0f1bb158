//! 3-SAT becomes Forty Thieves: a deal that can be won exactly when a formula can be satisfied.
//!
//! That Forty Thieves of any size is NP-complete is a theorem of Iwamoto and Matsui (IEICE
//! Transactions on Information and Systems E98-D(2), 2015, 429-432), by reduction from 3-SAT.
//! The two constructions here are this project's own: form A with four ranks and as many suits
//! as it takes, form B with one suit and as many ranks as it takes.
//!
//! # Rules
//!
//! Two copies of each card. One card moves at a time: onto the next higher card of its suit, to
//! an empty column, or up in suit to one of two foundations a suit. A stock is drawn once, card
//! by card, to a waste whose top is playable.
//!
//! # Form A
//!
//! Variables `1..v`, clauses `1..c` of three literals `(l1 l2 l3)`, which may repeat. A suit
//! `x_i` a variable; suits `c_j`, `d_j`, `e_j` a clause; ranks 1 to 4. Columns, deepest card
//! first:
//!
//! ```text
//! T_i = x4 (literal cards) x2      F_i = x4 (literal cards) x2      Z_i = x3
//! Q_j = e3 c2      R_j = c4 c3 d2      P_j = c4      W_j = d4      W'_j = d4
//! vault = (all other 3s) (all other 2s) (all aces) e_c2 ... e_22 e_12
//! stock = both e4 of every clause
//! ```
//!
//! The literal cards of a clause are a `c3` in the column of `l1` and a `d3` in each of the
//! columns of `l2` and `l3`, where the column of `x_i` is `T_i` and that of its negation `F_i`.
//! `8v + 24c` cards in `3v + 5c + 1` columns.
//!
//! # If the vault opens, the formula can be satisfied
//!
//! Call the vault open once every `e_j2` has left it. Until then:
//!
//! 1. *No card goes home*, for all aces lie in the vault below an `e_j2`.
//! 2. *No column becomes empty.* Consider the deepest card of each column. An `x4`, `c4` or `d4`
//!    has the highest rank of its suit, so it goes onto no card. An `e3` goes only onto an `e4`.
//!    Both `e4` are in the stock or the waste, from where they could only go to an empty column.
//!    The `x3` of `Z_i` goes only onto an `x4`. An `x4` lies bare only after the `x2` above it has
//!    left. That `x2` can have gone only onto an exposed `x3`, and the only `x3` outside the vault
//!    is that of `Z_i`. So the `x3` of `Z_i` is covered, and it stays covered because its `x2` has
//!    nowhere else to go. The deepest card of the vault is below the aces. So no column can be the
//!    first to become empty.
//! 3. So every move puts a card on the next higher one of its suit, and of the two `x2` of a
//!    variable at most one ever moves: there is one exposed `x3`, which then is covered for good.
//!    Let `x_i` be true if the one of `T_i` moved, false otherwise.
//! 4. `e_j2` leaves the vault only onto the `e3` of `Q_j` (the other `e3` is in the vault), and
//!    only after the `c2` above that has left `Q_j`. This `c2` goes onto a `c3`. One is the literal
//!    card of `l1`, which is exposed only if the column of `l1` was opened, that is, if `l1` is
//!    true. The other is that of `R_j`, which is exposed only after the `d2` above it has gone onto
//!    a `d3`. That `d3` is a literal card of `l2` or `l3`, one of which is then true. So when the
//!    vault opens every clause has a true literal.
//!
//! # If the formula can be satisfied, the game can be won
//!
//! Move the `x2` of each true side onto `Z_i` and park the literal cards below it, every `c_j3` on
//! `P_j`, a `d_j3` on `W_j` or `W'_j`. For each clause, if `l1` is true, move `c2` from `Q_j` onto
//! the `c3` of `P_j`. Otherwise a `d3` is parked: move `d2` from `R_j` onto it and `c2` from `Q_j`
//! onto the `c3` of `R_j`. Then move `e_12`, `e_22`, ... from the vault, each onto its `Q_j`. Last,
//! move the `x2` of variables that do not occur. Now no card lies above a lower one in any column,
//! nor in the stock. Suppose that all cards of ranks below `r` are home. Then every card of rank
//! `r` lies on top once those above it, of its own rank, are gone. Both foundations of its suit
//! stand at `r - 1` or already have rank `r`. By induction everything goes home. The plan takes at
//! most `v + 6c` moves and one for each card.
//!
//! # Form B
//!
//! One suit. Each suit of form A becomes a block of four consecutive ranks: first those of the
//! `x_i`, then `d_j`, `c_j`, `e_j` for each clause in turn; `N = 4(v + 3c)` ranks in all. The
//! `x4` below the literal cards are replaced by fillers of the ranks `N + 2`, `N + 4`, ...,
//! `N + 4v`, one a column. The stock is both cards of the highest rank, `N + 4v + 1`. All other
//! cards lie in the vault below the `e_j2`, in order of rank, the lowest on top.
//!
//! The proof is the same. Blocks do not touch: a 4 could go only onto a 1 of the next block, and
//! the 1s are in the vault. So are both `x4` (so that `Z_i` cannot become empty at all), both `e4`,
//! and the rank above each filler (the highest filler's is in the stock). With fillers at their
//! bottom and literal cards in order of rank, no card lies above a lower one when the vault opens.
//!
//! # A bounded question
//!
//! [`horizon()`] bounds the moves that open the vault, if it can be opened.

mod horizon;
mod play;
mod shape;

pub use horizon::{Horizon, horizon};

use super::{Assignment, BuiltGame, Cnf, Form, ReduceError};
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Plan};
use shape::{Rest, Shape};

/// Returns the deal of a formula of clauses of three literals.
///
/// # Errors
/// If a clause has another number of literals, or the deal would be too large.
pub fn build(formula: &Cnf, form: Form) -> Result<BuiltGame, ReduceError> {
    Shape::new(formula, form, Rest::InStock)?.build(formula, forty_thieves()?)
}

/// Returns the winning plan of the proof for an assignment that satisfies the formula.
///
/// The plan does not win if the assignment does not satisfy the formula, or if the formula has no
/// deal.
#[must_use]
pub fn lower(formula: &Cnf, form: Form, assignment: &Assignment) -> Plan {
    Shape::new(formula, form, Rest::InStock)
        .map_or_else(|_| Plan::default(), |s| s.lower(formula, assignment))
}

/// Returns the assignment that a winning plan stands for: a variable is true if the `x2` of `T_i`
/// moves before that of `F_i`.
///
/// By the proof at most one of them moves before the vault opens, and the clauses hold then. If
/// neither moves, the clauses hold for either value. The result for a plan that does not win is
/// meaningless.
#[must_use]
pub fn lift(formula: &Cnf, _form: Form, _instance: &Instance, plan: &Plan) -> Assignment {
    play::lift(formula, plan)
}

/// Returns the rules of the deals, before their sizes are set.
pub(super) fn forty_thieves() -> Result<Rules, ReduceError> {
    Rules::preset("forty-thieves").map_err(|e| ReduceError::Option(e.to_string()))
}

pub(super) use play::lift as lift_moves;
pub(super) use shape::{Rest as WhereRest, Shape as DealShape};
