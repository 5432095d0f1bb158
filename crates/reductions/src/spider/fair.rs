//! Quantified formulas as Spider deals that are fair exactly if the formula is true.
//!
//! A game is fair if it can be won however its hidden cards lie. The formula says: for all values of
//! `x_1 .. x_t` there are values of `x_(t+1) .. x_n` such that every clause holds. That deciding this
//! is complete for the second level of the polynomial hierarchy, by hiding the choices of the first `t`
//! variables, is Laubersheimer's (2024, section 4.3). The construction follows the thesis, with two
//! additions that the proof needs. The thesis leaves open how many columns a gadget empties and where
//! the second cards lie. Here a gadget has `F = m + 4` columns, and the second cards lie as described
//! below.
//!
//! # The deal
//!
//! As at the [module's head](super), with these changes. Only `x_(t+1) .. x_n` have selection pairs.
//! Above the selection each literal `l` of `x_1 .. x_t` has a pair `q_l`, `q_l + 1`, where `q_l + 1` is
//! its *choice card*. Above the literals' ranges each of these variables has an activation pair `a`,
//! `a + 1`, and above those a gadget of `2F + 1` ranks `g .. g + 2F`. Buffers part them all.
//!
//! | column | cards |
//! |---|---|
//! | literal `l` of `x_1 .. x_t` | `B(l)`, `q_l` |
//! | each `x_i` with literals `l < l'` | `a + 1`, `q_l'`, `q_l` |
//! | its gadget | `g + 2F`, `a`; and `F` columns `g + 2e`, `g + 2e + 1` |
//! | `t` columns of hidden cards | two of the choice cards each, in any order; the upper one is open |
//!
//! The second card `g + 2F` of each gadget lies in the large pile on `I`, below the ascending part.
//!
//! Call an order of the hidden cards *legal* if of each variable exactly one choice card is on top.
//! It stands for the values of `x_1 .. x_t` that make the literals on top true.
//!
//! # Legal orders
//!
//! **An order is won exactly if its values can be completed to an assignment that satisfies the
//! formula.** Before the last lock leaves, a choice card never moves (`q_l + 2` is a buried buffer). So
//! those on top stay, and of the literals of `x_i` only the one on top ever has its `q_l` moved. So one
//! of the two that lie on `a + 1` stays: `a + 1` is never open, and neither `a` nor the cards below it
//! move. The gadget's other columns need `g + 2F` or one another's upper cards. The first upper card to
//! move would be that of the highest column, and it needs `g + 2F`. With this the claims (1) to (4)
//! hold as they are, `q_l` in place of the selection. The deepest cards now include `a + 1`, `g + 2F`
//! and lower ones of gadgets, and none of them has a place. So a win gives an assignment with these
//! values. ∎
//!
//! Conversely the locks are taken off as before, after `q_l` of each literal on top has moved from
//! its own column onto its choice card. The ascending part leaves an empty column, which takes the
//! first `g + 2F`; onto it go the gadget's cards, highest column first, `g + 2e + 1` before `g + 2e`: `F`
//! columns are empty, and with the other gadgets `1 + t (F - 1)`. One takes `I` and is empty again
//! when the selection has gone onto `I + 1`, one the `R` of the rest pile. There are `3t` left at
//! least: `2t` for what of the `q_l` still lies on a base, and then all pairs go to their bases; `t` for the
//! upper hidden cards. Now every column falls in rank. ∎
//!
//! # Other orders
//!
//! **They are won.** Some `x_i` has both choice cards on top. Its `q_l` and `q_l'` go onto them from
//! `a + 1`, then `a` onto `a + 1`, and the gadget's `F = m + 4` columns are emptied. The `m` locks go
//! there. In the ascending part a clause whose `k + 1` is not open gives its `c` to an empty column.
//! Then `k + 1` goes onto its buffer and empties another column. The lock, which lay alone, goes onto
//! `k + 1` and empties a third, and the second lock takes one. So `4 + 1` columns are empty when the
//! cards `g + 2F` are open. That of `x_i` takes one, and each other one gives `F - 1`; `I` and `R` as
//! before. The number left is `3 + (t - 1)(m + 3)`, which is at least the `3t` that are needed. ∎
//! (There are no such orders with `t = 1`.)

use super::super::{Assignment, BuiltGame, Qbf2, ReduceError};
use super::deal::Game;
use super::order::OrderedFormula;
use super::shape::Construction;
use super::{lift as lifting, win};
use patsat_game::state::{Instance, Plan};

fn game(quantified: &Qbf2) -> Result<(Game, OrderedFormula), ReduceError> {
    let ordered = OrderedFormula::new(quantified, |_| true)?;
    let shape = Construction { hidden: ordered.universal, ..Construction::default() };
    Ok((Game::new(&ordered.formula, &ordered.names, shape)?, ordered))
}

/// Returns the deal of a quantified formula in one order of its hidden cards: all positive literals on
/// top. The hidden cards are those that lie face down and those that lie alone on one.
///
/// # Errors
/// As [`super::build`].
pub fn build(quantified: &Qbf2) -> Result<BuiltGame, ReduceError> {
    Ok(game(quantified)?.0.built())
}

/// The columns of hidden cards.
///
/// # Errors
/// As [`build`].
pub fn hidden(quantified: &Qbf2) -> Result<std::ops::Range<usize>, ReduceError> {
    let (game, _) = game(quantified)?;
    Ok(game.hidden..game.clauses)
}

/// The game with its hidden cards as they lie in an instance.
fn arranged(quantified: &Qbf2, instance: &Instance) -> Option<(Game, OrderedFormula)> {
    let (mut game, ordered) = game(quantified).ok()?;
    for column in game.hidden..game.clauses {
        let cards = &instance.deal.columns.get(column)?.cards;
        game.columns[column] = cards.iter().map(|card| card.rank.0).collect();
    }
    Some((game, ordered))
}

/// The values that a legal order of the hidden cards stands for, in the order of the universal
/// variables; `None` if it is not legal.
#[must_use]
pub fn values(quantified: &Qbf2, instance: &Instance) -> Option<Vec<bool>> {
    let (game, ordered) = arranged(quantified, instance)?;
    let tops: Vec<u32> =
        (game.hidden..game.clauses).filter_map(|c| game.columns[c].last().copied()).collect();
    let on_top = |choice: u32| tops.contains(&(choice + 1));
    let value = |pair: &[u32]| match [on_top(pair[0]), on_top(pair[1])] {
        [true, false] => Some(true),
        [false, true] => Some(false),
        _ => None,
    };
    game.ranks.choice.chunks(2).take(ordered.universal as usize).map(value).collect()
}

/// A winning plan for the order of hidden cards in `instance`: any that is not legal, or one whose
/// values the assignment has, if it satisfies the formula.
#[must_use]
pub fn lower(quantified: &Qbf2, instance: &Instance, assignment: &Assignment) -> Plan {
    let plan = |(game, ordered): (Game, OrderedFormula)| win::plan(&game, &ordered.inside(assignment));
    arranged(quantified, instance).map(plan).unwrap_or_default()
}

/// The assignment that a winning plan for a legal order of hidden cards stands for.
#[must_use]
pub fn lift(quantified: &Qbf2, instance: &Instance, plan: &Plan) -> Assignment {
    let read = |(game, ordered): (Game, OrderedFormula)| {
        ordered.outside(&lifting::assignment(&game, instance, plan), quantified)
    };
    arranged(quantified, instance).map(read).unwrap_or_default()
}
