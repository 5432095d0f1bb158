//! Questions with two players: one chooses, the other has a plan for every choice.
//!
//! *Fair*: for every order of some cards there is a plan of at most `H` steps. *Easy*: for all
//! first moves, at most `k`, there is a plan of at most `H` steps after them. Both are quantified
//! Boolean formulas with one alternation, for all `choice` there are `plan`. The plan is that of
//! the encoding `sequential`; it begins in a position that the choice decides, a start that is
//! left open (`orders`) or the position after the first moves (`prefixes`).
//!
//! Two formulas are written:
//!
//! * [`Answers`], the *matrix*: choice and plan together. Behind the prefix of its choice it is the whole
//!   question, for any QBF solver. The universal player may choose what is no order or no legal move. Then the
//!   formula must be true: a literal `broken` switches off the goal and the links from choice to position, and
//!   it implies that some of the listed faults is there. Each literal of a fault implies the fault by the
//!   position alone (`violations`), so that the existential player can claim only faults that are there.
//! * [`Choices`], an abstraction: the choice alone, with its position, and for each plan found the condition
//!   that it does not win there. The condition is a copy of the formula from the position on, in which the
//!   plan's steps are fixed and stop at one that is not allowed (`branch`). Where columns have no names, it
//!   is the plan played gate by gate (`played`).
//!
//! One solver searches for a plan, a model of the first formula under assumptions. Another searches for a
//! choice that no known plan wins, a model of the second. When there is no such choice, every choice has a
//! plan. This is counterexample-guided abstraction refinement by expansion: Janota and Marques-Silva, SAT
//! 2011 (for two levels); Janota, Klieber, Marques-Silva, Clarke, SAT 2012. The difference: a plan is not the
//! values of variables but a list of steps, so it means something in other positions as well.

mod answers;
mod branch;
mod choices;
mod gates;
mod orders;
mod played;
mod prefixes;
mod shorten;
mod violations;

pub use crate::steps::sequential::{Action, reordered};
pub use answers::{Answer, Answers};
pub use choices::Choices;

use crate::task::{CardId, Group, Home, Position, Spot, Stock, Task};
use crate::unroll::{UnsupportedError, basic};

/// What the universal player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// The order of these cards in their places.
    Fair(Vec<CardId>),
    /// At most this number of first moves.
    Easy(u32),
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Which card lies where; entry `n` is the card at the place of the question's card `n`.
    Order(Vec<CardId>),
    /// The first moves.
    Prefix(Vec<Action>),
}

/// Checks that the axioms of this module are those of the task.
///
/// # Errors
/// The part of the rules that they do not support.
pub fn check(task: &Task, question: &Question) -> Result<(), UnsupportedError> {
    let encoding = match question {
        Question::Fair(_) => "fair",
        Question::Easy(_) => "easy",
    };
    let unsupported = |what| Err(UnsupportedError { encoding, what });
    match task.home {
        Home::Runs(_) => {}
        Home::After(_) => return unsupported("cards that go home one by one"),
        Home::Collected(_) => return unsupported("runs that are collected by a step"),
    }
    basic(encoding, task)?;
    if task.cells > 0 {
        return unsupported("cells");
    }
    if matches!(task.group, Group::BySpaces) {
        return unsupported("groups that move by spare places");
    }
    if matches!(task.stock, Stock::Waste { .. }) {
        return unsupported("a waste");
    }
    let start = Position::new(task);
    let home = |card: CardId| start.spot(card) == Spot::Home;
    if task.card_ids().any(home) {
        return unsupported("runs that leave before the first move");
    }
    Ok(())
}
