//! What the timeless encoding needs to know of a task, by plain numbers.

use crate::task::{CardId, Group, Home, KindId, Spot, Stock, Task};
use crate::unroll::Unsupported;

/// A task of single-card moves without a stock.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Where each card lies.
    pub(super) native: Vec<Spot>,
    /// The card that lies directly on each card.
    pub(super) above: Vec<Option<usize>>,
    /// The cards that each card may stand on, among those that will ever lie in a column.
    pub(super) supports: Vec<Vec<usize>>,
    /// Whether each card may fill an empty column.
    pub(super) may_fill: Vec<bool>,
    /// By kind: the kind that goes home before it.
    pub(super) before: Vec<Option<usize>>,
    /// By kind: its cards in play.
    pub(super) members: Vec<Vec<usize>>,
    /// The kind of each card.
    pub(super) kind: Vec<usize>,
    /// By kind: cards that may go home without any of the kind before going in this game.
    pub(super) surplus: Vec<usize>,
    /// Columns and cells.
    pub(super) columns: usize,
    pub(super) cells: usize,
}

impl Facts {
    pub(super) fn of(task: &Task, encoding: &'static str) -> Result<Facts, Unsupported> {
        let cannot = |what| Err(Unsupported { encoding, what });
        let Home::After(after) = &task.home else {
            return cannot("whole runs that leave the game");
        };
        if task.stock != Stock::None {
            return cannot("a stock");
        }
        if matches!(task.group, Group::Freely(_)) {
            return cannot("runs of any length that move as one");
        }
        let cards = task.cards.len();
        let mut native = vec![Spot::Reserve; cards];
        let mut above = vec![None; cards];
        for (card, place) in task.natives() {
            native[card.index()] = place;
            if let Spot::On(below) = place {
                above[below.index()] = Some(card.index());
            }
        }
        let kind: Vec<usize> = task.cards.iter().map(|kind| kind.index()).collect();
        let mut members = vec![Vec::new(); task.kinds.len()];
        for (card, &kind) in kind.iter().enumerate() {
            members[kind].push(card);
        }
        let ids: Vec<CardId> = task.card_ids().collect();
        let supports = |&card: &CardId| {
            ids.iter().filter(|&&on| on != card && task.may_stand(card, on)).map(|on| on.index()).collect()
        };
        let before: Vec<Option<usize>> = after.iter().map(|kind| kind.map(KindId::index)).collect();
        let home = |kind: usize| task.kinds[kind].home_at_start as usize;
        let surplus = |(kind, &before): (usize, &Option<usize>)| match before {
            Some(before) => home(before).saturating_sub(home(kind)),
            None => members[kind].len(),
        };
        Ok(Facts {
            supports: ids.iter().map(supports).collect(),
            may_fill: ids.iter().map(|&card| task.may_fill(card)).collect(),
            surplus: before.iter().enumerate().map(surplus).collect(),
            native,
            above,
            before,
            members,
            kind,
            columns: task.columns as usize,
            cells: task.cells as usize,
        })
    }

    pub(super) fn cards(&self) -> usize {
        self.native.len()
    }

    /// Whether the card starts in a column, where others may come to stand on it.
    pub(super) fn in_column(&self, card: usize) -> bool {
        matches!(self.native[card], Spot::Base(_) | Spot::On(_))
    }

    /// The cards in play of the kind that goes home before this card's, if none of this card's
    /// kind may go home without them.
    pub(super) fn predecessors(&self, card: usize) -> &[usize] {
        self.before[self.kind[card]].map_or(&[], |kind| &self.members[kind])
    }

    /// Whether nothing can be gained by resting the card: it may go home whenever it leaves,
    /// and no other card may ever stand on it.
    pub(super) fn goes_straight_home(&self, card: usize) -> bool {
        self.predecessors(card).is_empty() && !self.supports.iter().any(|on| on.contains(&card))
    }
}
