//! Quantified formulas as Spider deals that are k-easy exactly if the formula is true.
//!
//! A game is k-easy if it can be won after any first k moves. The formula says: for all values of
//! `x_1 .. x_t` there are values of the other variables such that every clause holds. That this is
//! complete for the second level of the polynomial hierarchy is Laubersheimer's (2024, section 4.4);
//! the thesis' construction ([`Form::Printed`]) does not show it, as below; two others do.
//!
//! # Nothing need be added ([`Form::Direct`])
//!
//! **The deal of the [module's head](super) is t-easy exactly if the formula is true**, if each of
//! the first `t` variables occurs (those that do not are left out: they make no difference).
//!
//! The card `s_j + 1` of variable `j` fits on `s_(j-1)` or `I` alone, so it moves only after that of
//! variable `j - 1`, and in `t` moves none of a variable beyond the first `t` does. The locks are not
//! gone either: each takes four moves at least (two for a pair, `c` or `c + 4`, the lock), and as
//! every one of the `t` variables occurs, `t <= 3m < 4m`. So whatever the first `t` moves are, they fix
//! values of some of the first `t` variables and of no other. If the formula is true these values
//! can be completed to an assignment that satisfies it, the position is open for it, and open
//! positions are won (module's head, last proof). If the formula is false, let the adversary take values that
//! cannot be completed: `s_1 + 1` of the true literal onto `I`, `s_2 + 1` of the true literal onto
//! the `s_1` that this has opened, and so on, `t` moves. A win from there would give an
//! assignment that satisfies the formula with these values. ∎
//!
//! # As printed ([`Form::Printed`])
//!
//! The thesis lets the adversary make `2t` moves, one for each card of the adversary's selection pairs.
//! It puts two cards of still lower selection ranks on every column that is neither a literal's nor the
//! initial one, so that all else waits for the whole selection. But the adversary need not move `s_1`
//! at all. The `t` moves above fix the adversary's values, and `t` more moves are left in which to fix
//! those of the other player. An example: for all `x_1` there is an `x_2` with (`x_1` or `x_2` or
//! `x_2`). After two moves, `x_1` false and `x_2` false, the game is lost.
//!
//! # Delayed ([`Form::Delayed`])
//!
//! The printed form is repaired by `t + 1` ranks `d_1 < .. < d_(t+1)` between the selection pairs of
//! the first `t` variables and those of the others. One copy of each lies on either end card, by rising
//! rank; these two columns have no caps. `d_(t+1)` fits on `s_t` alone, which `t` moves open at the
//! earliest. Each of the others needs a move for every higher one, so `d_1` lies open after `2t` moves
//! at the earliest. The next variable's `s_(t+1) + 1` fits on `d_1` alone, so it does not move within
//! `2t` moves. The proof goes on as above; the locks wait under the lowest caps. When the selection has
//! been made, the caps go onto it from the highest down, and the game is that of the module's head. The
//! second cards of the delay follow the second `I`. Those of the caps are the lowest cards of the large
//! pile; they follow the second selection. ∎

use super::super::{Assignment, BuiltGame, Qbf2, ReduceError};
use super::deal::Game;
use super::order::OrderedFormula;
use super::shape::{Construction, place};
use super::win;
use patsat_game::state::{Plan, Table};

/// The constructions of k-easy deals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// The deal of the formula itself, and `t` moves.
    #[default]
    Direct,
    /// The construction of the thesis, and `2t` moves. It is not a correct reduction.
    Printed,
    /// The construction of the thesis with a delay, and `2t` moves.
    Delayed,
}

/// A deal, and the number of arbitrary first moves after which the question is whether it can still be
/// won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EasyDeal {
    /// The deal.
    pub built: BuiltGame,
    pub moves: u32,
}

fn game(quantified: &Qbf2, form: Form) -> Result<(Game, OrderedFormula), ReduceError> {
    let literals = quantified.clauses.iter().flatten().map(|l| l.unsigned_abs());
    let occurring: rustc_hash::FxHashSet<u32> = literals.collect();
    let ordered = OrderedFormula::new(quantified, |name| form != Form::Direct || occurring.contains(&name))?;
    let (universal, plain) = (ordered.universal, Construction::default());
    let shape = match form {
        Form::Direct => plain,
        Form::Printed => Construction { caps: true, ..plain },
        Form::Delayed => {
            let delay = if universal > 0 { universal + 1 } else { 0 };
            Construction { caps: true, delay, delayed_after: universal, ..plain }
        }
    };
    Ok((Game::new(&ordered.formula, &ordered.names, shape)?, ordered))
}

/// The deal of a quantified formula.
///
/// # Errors
/// As [`super::build`].
pub fn build(quantified: &Qbf2, form: Form) -> Result<EasyDeal, ReduceError> {
    let (game, ordered) = game(quantified, form)?;
    let moves = if form == Form::Direct { 1 } else { 2 } * ordered.universal;
    Ok(EasyDeal { built: game.built(), moves })
}

/// A winning plan from a position of the deal before the locks are gone, for an assignment that
/// satisfies the formula and has the values that were chosen on the way to the position.
#[must_use]
pub fn lower(quantified: &Qbf2, form: Form, position: &Table, assignment: &Assignment) -> Plan {
    let ranks = position.columns().iter().map(|pile| pile.cards.iter().map(|card| card.rank.0).collect());
    let plan = |(game, ordered): (Game, OrderedFormula)| {
        win::plan_from(&game, ranks.collect(), &ordered.inside(assignment))
    };
    game(quantified, form).map(plan).unwrap_or_default()
}

/// The values that have been chosen in a position before the locks are gone, as literals of the
/// quantified formula.
#[must_use]
pub fn chosen(quantified: &Qbf2, form: Form, position: &Table) -> Vec<i32> {
    let Ok((game, ordered)) = game(quantified, form) else { return Vec::new() };
    let has_moved = |number: i32, sign: i32| {
        let literal = sign * number;
        let card = game.ranks.selection[place(literal) / 2] + 1;
        let pile = position.columns().get(game.literal(literal));
        pile.is_some_and(|pile| pile.cards.get(2).is_none_or(|c| c.rank.0 != card))
    };
    let literal = |(number, &name): (i32, &u32)| {
        let sign = [1, -1].into_iter().find(|&sign| has_moved(number, sign))?;
        Some(sign * name as i32)
    };
    (1..).zip(&ordered.names).filter_map(literal).collect()
}
