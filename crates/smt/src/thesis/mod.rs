//! The SMT model of a thesis on Spider, rebuilt: Laubersheimer 2024, chapter 3.
//!
//! This is the published model, kept for measurements and comparisons; it is not meant to be fast. From the text:
//!
//! * A card is an algebraic data type of rank, suit and id, with a Boolean beside it that says
//!   whether it can be moved (3.2.1): `card`, `movable_t_p_i`. Both are integers from 1 (1.3).
//! * A pile is a list of constants, one for each place, not an array; its top card has index 0, and
//!   `NULLCARD` lies where there is no card (3.2.2): `pile_t_p_i`, `nullcard`. The top card is movable
//!   unless it is the null card.
//! * A state is piles and arrays of cards for the stocks (3.2.3): `stock_t_k`, of which number 0
//!   is dealt next. There is a state for each move, one move a step, and no quantifier (3.3).
//! * A move has a type, normal, stock or clear, a source and a target pile (3.2.3): `type_t`, `source_t`,
//!   `target_t`, and `height_t`. A run that leaves takes a step of its own.
//! * One rule for each combination of source, target and height makes the move (3.7, where its cost
//!   is regretted).
//! * Optimisations, each an option: `contraposition` (3.3.1), `empty-piles` (3.3.2),
//!   `minimal-index` (3.3.3), `sorted-goal` (3.5).
//! * With `sorted-goal` the game is over when it is sorted; all moves after that have the type `ordered`
//!   (3.5). The thesis leaves the rest of the plan open; here the reader plays it, by 2.3.3.
//!
//! Where the thesis is silent, or could not be followed:
//!
//! * *What the bound counts.* Its steps count a run that leaves as a move. The rules do not, and no other encoding
//!   does. So a bound of `N` moves has `N + c` steps, `c` runs being in play: every win clears each of them once.
//!   A sorted game ends before that, so with `sorted-goal` the moves that are no clears are counted.
//! * *Runs that leave.* It does not say whether they must. In its rules (1.1) they leave at once, so
//!   here a clear is forced as soon as one is possible; otherwise models would hold plans that the game
//!   does not allow. A complete run never moves, so heights end one below the number of ranks.
//! * *Cards face down* are in its file format (3.8.2) and not in its model. Here `down_t_p_i` says
//!   of each place of a pile that began with such cards whether its card lies face down; the top card never does.
//! * *A game that is over early.* It gives each instance a move more than it needs (3.4) and does not say what
//!   that move is. Here `ordered` follows `over_t` with and without the option, so bounds are monotone.
//! * *Sorted* is defined in 2.3 for one suit, and 2.3.2 shows that it does not carry over to several. Here
//!   each pile must also be of one suit, which wins by 2.3.2.
//! * *Minimal index.* It "forbids some legal moves" (3.3.3). It only renames columns where no row is left to be dealt;
//!   before that the column matters, and there are plans without another of this shape. It is off here by default,
//!   counts as a streamliner, and is named in every verdict it takes part in.
//! * *Unused fields* of a move are fixed, or one plan would have many models.
//!
//! Its "ranks and suits" are read from the task's runs (`facts`). Games of FreeCell's and Forty Thieves' kind
//! are refused: the model has no cells, no cards that go home one by one, and no waste.
//!
//! **Size.** With `p` piles, `r` ranks and piles of at most `h` cards, a step has about `p^2 r` rules of `2h`
//! equations each. These are written once for each pile and height, and named. `h` grows by `r - 1` a step,
//! up to the deck.
//!
//! **UNSAT** at `N`: no plan of at most `N` moves; with `sorted-goal`: at most `N` moves reach no sorted game;
//! with `minimal-index`: none of that shape. **Every** such plan has a model without `minimal-index`.

mod facts;
mod moves;
mod read;
mod state;

use super::term::{Term, count};
use super::{BuildError, PlanScript, Script};
use facts::Facts;
use moves::{Move, Step};
use patsat_encodings::options::Options;
use patsat_encodings::task::Task;
use state::{Cards, State};
use std::sync::Arc;

/// The name of the encoding.
pub const NAME: &str = "thesis";

/// Writes the script of a bound.
///
/// # Errors
/// If the task is not of Spider's kind, or the script reaches its memory limit.
pub fn build(
    task: &Task,
    options: &Options,
    bound: u32,
    most_mib: Option<u64>,
) -> Result<PlanScript, BuildError> {
    let facts = Facts::new(task)?;
    let mut script = Script::new("ALL", most_mib);
    let cards = Cards::declare(&mut script);
    let types = moves::types(&mut script);
    let mut before = State::declare(&mut script, &cards, &facts, 0, options.thesis.sorted_goal);
    state::start(&mut script, &cards, &facts, &before);
    // A step of a large deck takes long to write.
    script.check()?;
    let steps = facts.steps(bound);
    let mut wanted = vec![format!("over_{steps}")];
    let mut moves = Vec::new();
    for t in 0..steps {
        let after = State::declare(&mut script, &cards, &facts, t + 1, options.thesis.sorted_goal);
        script.comment(&format!("move {t}"));
        let action = Move::declare(&mut script, &types, t);
        let step = Step {
            facts: &facts,
            cards: &cards,
            options,
            time: t,
            action: &action,
            before: &before,
            after: &after,
        };
        step.write(&mut script)?;
        script.check()?;
        wanted.extend(moves::names(t));
        moves.push(action.is_counted());
        before = after;
    }
    if options.thesis.sorted_goal {
        script.comment("runs that leave are no moves");
        script.assert(&count(&moves).at_most(&Term::int(bound.into())));
    }
    script.comment("the game is over");
    script.assert(&before.over);
    script.check()?;
    Ok(PlanScript { script, wanted, bound, reader: Arc::new(read::read), cost: None, minimized: false })
}
