//! What is to be as small as possible in the last position of a plan: a weighted count.
//!
//! An [`Objective`] is data: features of a position, each with a weight. An encoding says which
//! literals count a feature ([`Unroll::feature`]); what the count is in a position is said here a second
//! time, without any formula ([`Objective::of`]), so that the one can be held against the other.

use crate::constraints::Count;
use crate::formula::Formula;
use crate::options::Cardinality;
use crate::task::{CardId, Position, Task};
use crate::unroll::Unroll;
use rustsat::types::Lit;

/// Something that a position has a number of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Cards in play that do not lie on their neighbour in a run, both face up.
    Unlinked,
    /// Cards that lie on a card where they were dealt: it lies face down, or they could not be built on it.
    Dealt,
    /// Cards that lie face down.
    FaceDown,
    /// Columns with a card.
    Columns,
}

/// A weighted count of features, to be made small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objective {
    /// Features, each with the weight of one.
    pub terms: Vec<(Feature, u32)>,
}

impl Objective {
    /// Its value in a position.
    #[must_use]
    pub fn of(&self, position: &Position<'_>) -> u32 {
        self.terms.iter().map(|&(feature, weight)| weight * count(feature, position)).sum()
    }

    /// Writes the value of the last position of a formula that has grown, up to `most`; the output for
    /// `n` is implied by a value of `n` or more. `None` if the encoding has no words for a feature.
    ///
    /// A feature of weight `w` is counted `w` times: weights are small.
    pub fn write(
        &self,
        unroll: &dyn Unroll,
        formula: &mut Formula,
        form: Cardinality,
        most: u32,
    ) -> Option<Count> {
        let mut inputs: Vec<Lit> = Vec::new();
        for &(feature, weight) in &self.terms {
            let literals = unroll.feature(feature, formula)?;
            (0..weight).for_each(|_| inputs.extend(&literals));
        }
        Some(Count::new(formula, form, &inputs, most as usize))
    }
}

/// How many of a feature a position has.
fn count(feature: Feature, position: &Position<'_>) -> u32 {
    let columns = || position.columns().iter().zip(position.face_down());
    let number = match feature {
        Feature::FaceDown => position.face_down().iter().sum(),
        Feature::Columns => position.columns().iter().filter(|column| !column.is_empty()).count(),
        Feature::Dealt => columns().map(|(column, &down)| pairs(position, column, down, stands).0).sum(),
        Feature::Unlinked => {
            let in_columns = columns().map(|(column, &down)| {
                let (others, cards) = pairs(position, column, down, joined);
                others + usize::from(cards > 0)
            });
            let elsewhere = position.cells().len() + position.reserve().len() + position.waste().len();
            in_columns.sum::<usize>() + elsewhere
        }
    };
    number as u32
}

/// Of a column, how many cards lie on one that lies face down or to which they have not this relation; and
/// how many cards it has.
fn pairs(
    position: &Position<'_>,
    column: &[CardId],
    face_down: usize,
    related: fn(&Task, CardId, CardId) -> bool,
) -> (usize, usize) {
    let other = |&(depth, pair): &(usize, &[CardId])| {
        depth < face_down || !related(position.task(), pair[1], pair[0])
    };
    (column.windows(2).enumerate().filter(other).count(), column.len())
}

fn stands(task: &Task, upper: CardId, lower: CardId) -> bool {
    task.may_stand(upper, lower)
}

fn joined(task: &Task, upper: CardId, lower: CardId) -> bool {
    let pair = [task.cards[lower.index()], task.cards[upper.index()]];
    task.home.runs().is_some_and(|runs| runs.iter().any(|run| run.windows(2).any(|two| two == pair)))
}
