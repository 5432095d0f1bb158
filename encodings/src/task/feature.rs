//! What may be counted in a position.
//!
//! An encoding counts the same by literals of its last time (`Unroll::feature`), and an objective weighs
//! such counts.

use super::{CardId, Position, Task};

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
    /// Cards in play: neither home nor in the stock.
    InPlay,
    /// Cells and columns with a card.
    Taken,
    /// Cards on the waste.
    Waste,
}

impl Position<'_> {
    /// How many of a feature it has.
    #[must_use]
    pub fn count(&self, feature: Feature) -> u32 {
        count(feature, self)
    }
}

fn count(feature: Feature, position: &Position<'_>) -> u32 {
    let columns = || position.columns().iter().zip(position.face_down());
    let elsewhere = position.cells().len() + position.reserve().len() + position.waste().len();
    let number = match feature {
        Feature::InPlay => position.columns().iter().map(Vec::len).sum::<usize>() + elsewhere,
        Feature::Taken => position.cells().len() + count(Feature::Columns, position) as usize,
        Feature::Waste => position.waste().len(),
        Feature::FaceDown => position.face_down().iter().sum(),
        Feature::Columns => position.columns().iter().filter(|column| !column.is_empty()).count(),
        Feature::Dealt => columns().map(|(column, &down)| pairs(position, column, down, stands).0).sum(),
        Feature::Unlinked => {
            let in_columns = columns().map(|(column, &down)| {
                let (others, cards) = pairs(position, column, down, joined);
                others + usize::from(cards > 0)
            });
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
