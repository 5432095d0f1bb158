//! 3-SAT becomes AutoStart: can all cards of a fresh deal go home, each after at most one
//! intermediate move?
//!
//! AutoStart (T. Heysel 2018, see the crate `patsat-autostart`) asks how many cards of the columns of
//! Forty Thieves go home at once, if a card that cannot may move once onto the next higher card
//! of its suit. The deal is that of [`super::forty_thieves`] with the cards of its stock laid
//! under the vault, and the game has no stock. So AutoStart with any number of columns and of
//! suits (form A), or of ranks (form B), is NP-complete; it is in NP because no card moves more
//! than twice.
//!
//! *If the formula can be satisfied*, the plan of that proof sends all cards home. Until the vault
//! opens each card moves at most once: `x2` to `Z_i`, a literal card to its parking place, and
//! `d2`, `c2` and `e2` once each. After that cards only go home. The cards under the vault come
//! last, as they would from the stock.
//!
//! *If all cards can go home*, they can in the full game without a stock, whose moves include
//! those of AutoStart. The first half of that proof does not use the stock: here the `e4` are
//! even deeper out of reach. So the formula can be satisfied. That holds with intermediate moves
//! to empty columns as well, for no column becomes empty before the vault is open.

use super::forty_thieves::{DealShape, WhereRest, forty_thieves, lift_moves};
use super::{Assignment, BuiltGame, Cnf, Form, ReduceError};
use patsat_game::state::{Instance, Plan};

/// The deal of a formula of clauses of three literals, as a game without a stock.
///
/// # Errors
/// As [`super::forty_thieves::build`].
pub(crate) fn build(formula: &Cnf, form: Form) -> Result<BuiltGame, ReduceError> {
    DealShape::new(formula, form, WhereRest::UnderVault)?.build(formula, forty_thieves()?)
}

/// A plan that sends all cards home, each after at most one intermediate move, from an
/// assignment that satisfies the formula.
///
/// The plan is not valid if the assignment does not satisfy the formula, or if the formula has no
/// deal.
#[must_use]
pub(crate) fn lower(formula: &Cnf, form: Form, assignment: &Assignment) -> Plan {
    DealShape::new(formula, form, WhereRest::UnderVault)
        .map_or_else(|_| Plan::default(), |shape| shape.lower(formula, assignment))
}

/// The assignment that a plan stands for which sends all cards home, with any number of
/// intermediate moves.
#[must_use]
pub(crate) fn lift(formula: &Cnf, _form: Form, _instance: &Instance, plan: &Plan) -> Assignment {
    lift_moves(formula, plan)
}
