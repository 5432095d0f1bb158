//! Which card waits for which.

use super::check;
use crate::task::{CardId, Task};
use crate::unroll::UnsupportedError;
use std::collections::VecDeque;

/// For each card the cards whose leaving it waits for.
#[derive(Clone, Debug)]
pub struct Waits {
    awaits: Vec<Vec<CardId>>,
}

impl Waits {
    /// The relation at the start of a task.
    ///
    /// # Errors
    /// If the task is not of the FreeCell family.
    pub fn of(task: &Task) -> Result<Waits, UnsupportedError> {
        let after = check(task)?;
        let mut above: Vec<&[CardId]> = vec![&[]; task.cards.len()];
        for column in &task.start.columns {
            for (depth, card) in column.iter().enumerate() {
                above[card.index()] = &column[depth + 1..];
            }
        }
        let mut card_of = vec![None; task.kinds.len()];
        for card in task.card_ids() {
            card_of[task.cards[card.index()].index()] = Some(card);
        }
        let awaited = |card: CardId| {
            let mut cards: Vec<CardId> = Vec::new();
            let mut before = after[task.cards[card.index()].index()];
            // A card that is home at the start ends the chain of those that go home before.
            while let Some(earlier) = before.and_then(|kind| card_of[kind.index()]) {
                cards.extend(above[earlier.index()]);
                before = after[task.cards[earlier.index()].index()];
            }
            cards.sort_unstable();
            cards.dedup();
            cards
        };
        Ok(Waits { awaits: task.card_ids().map(awaited).collect() })
    }

    /// Whether `card` waits for `other`.
    #[must_use]
    pub fn waits(&self, card: CardId, other: CardId) -> bool {
        self.awaits[card.index()].binary_search(&other).is_ok()
    }

    /// A shortest circle among the cards that are not `gone`; the first of them in order.
    pub(super) fn shortest_circle(&self, gone: &[bool]) -> Option<Vec<CardId>> {
        let cards = (0..self.awaits.len() as u32).map(CardId).filter(|card| !gone[card.index()]);
        let mut best: Option<Vec<CardId>> = None;
        for start in cards {
            let most = best.as_ref().map_or(usize::MAX, Vec::len);
            if most == 1 {
                break;
            }
            if let Some(circle) = self.circle_through(start, gone).filter(|circle| circle.len() < most) {
                best = Some(circle);
            }
        }
        best
    }

    /// A shortest circle through a card, breadth first.
    fn circle_through(&self, start: CardId, gone: &[bool]) -> Option<Vec<CardId>> {
        let mut from: Vec<Option<CardId>> = vec![None; self.awaits.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(card) = queue.pop_front() {
            for &next in &self.awaits[card.index()] {
                if next == start {
                    let back = std::iter::successors(Some(card), |c| from[c.index()]);
                    let mut circle: Vec<CardId> = back.collect();
                    circle.reverse();
                    return Some(circle);
                }
                if !gone[next.index()] && from[next.index()].is_none() {
                    from[next.index()] = Some(card);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
