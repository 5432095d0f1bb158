//! Steps of several moves of runs, with an order inside the step, and rows between them.
//!
//! For games of Spider's kind: complete runs leave by force (or are collected, see below), runs move freely, and rows of a
//! stock are dealt onto the columns. A step is a set of moves, one a card, that can be made in
//! an order given by labels inside the step; what lies on a moved card in a run rides along,
//! however long the run. Which steps are rows is fixed beforehand.
//!
//! With `X0` and `X1` the positions before and after a step (`layer`):
//!
//! 1. *Runs that are complete* at `X0` leave, before anything else, and free their columns.
//! 2. *Displaced* are the cards that lead a move and those that ride; each has a label. A card that does not lead lies in
//!    a run on a card that is displaced with the same label.
//! 3. *Covers:* a card built on `q` leaves no later than `q`; a card dealt on `q`, earlier.
//! 4. *Targets:* a card that comes onto `q` with label `s` finds that all that lay on `q` have left with
//!    smaller labels, and `q` itself, if it is displaced at all.
//! 5. *Empty columns* are empty from the beginning of the step. As long as rows are to come each has its
//!    name, and a card that comes to it finds it empty. Later they are counted, those that are left in the
//!    step among them (`moves`).
//! 6. *A row* is a step of its own, in which no card moves: after complete runs have left, its card
//!    for column `k` goes on the last card there, or onto the empty column (`deals`).
//!
//! *Every model is a plan.* Make the leading moves in the order of (label, height), the height of a card
//! being how long a chain may stand on it. A card built on another is lower than it, so that by 3 it leaves
//! first or rides. A target is bare and at rest before the label of the card that comes to it, by 4, and no
//! card goes onto what it carries, as that has its own label. Columns are there by 5.
//!
//! A run that becomes complete inside the step leaves at once in the game, but at the beginning of the next step
//! here. Between the two nothing touches it. It became complete when its upper part came onto its lower one. By
//! 4 the lower part is then at rest, and so is all that carries it, since it left no later than what it carries.
//! The upper part has moved with its label or before. No card stands on the end of a run. (Where a complete run
//! lies dealt under another card at the start, none of it moves in the step in which that card leaves.)
//!
//! *Every plan has a model* with enough steps between rows: a step with one move is a step, and what
//! leaves costs none. The streamliners `perm` and `link` (`streamliners`) take this away.
//!
//! *Runs that are collected.* Where runs leave by a step of their own, 1 is a choice. What leaves at `X0` is
//! collected at the beginning of the step, before a row too; what leaves at the last time is the end of the plan. A
//! run that is complete may then be moved, parted, or covered by a row, and is not collected while covered
//! (`Layer::write_covered`). No two of the runs that leave at once lie on each other, so their order does not matter.
//!
//! *A position as goal* (`end`): rows that it leaves undealt are never written, and columns keep
//! their names in it as long as there are such. *Nothing as goal* (`features`): the rest of the rows is never written.
//!
//! Source: exists-steps of Rintanen, Heljanko, Niemelä 2006; labels inside a step are the levels
//! of a topological order. That runs are links between cards, that they ride at any depth, and
//! that leaving is the first act of a step is this project's.

mod deals;
mod end;
mod facts;
mod features;
mod layer;
mod moves;
mod streamliners;
mod unrolling;

pub use unrolling::start;

use crate::options::Options;
use deals::DealtPairs;
use facts::Facts;
use layer::Layer;

/// The positions of one step, with facts and options, from which its axioms are written.
#[derive(Debug)]
struct Scene<'a> {
    facts: &'a Facts,
    options: &'a Options,
    before: &'a Layer,
    after: &'a Layer,
    /// The effect of the rows before this step.
    dealt: &'a DealtPairs,
}
