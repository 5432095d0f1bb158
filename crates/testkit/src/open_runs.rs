//! Exhaustive search for games of one suit with all cards open and no stock.
//!
//! The tests of the reductions use it, because their games have more ranks and columns than the fast state holds. It
//! shares no code with the fast state. A position is a string of bytes: the columns in order, each ended by a 0.
//! Nothing is pruned: the search makes every legal move from every position.

use patsat_game::cards::Deal;
use rustc_hash::FxHashSet;
use std::collections::{BinaryHeap, VecDeque};

/// A position: the columns in order, empty ones first.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpenPosition {
    pub columns: Vec<Vec<u8>>,
    pub gone: u8,
}

impl OpenPosition {
    pub fn new(deal: &Deal, ranks: u8) -> OpenPosition {
        let columns = deal.columns.iter().map(|pile| {
            assert!(pile.face_down <= 1);
            pile.cards.iter().map(|card| u8::try_from(card.rank.0).unwrap()).collect()
        });
        let mut open = OpenPosition { columns: columns.collect(), gone: 0 };
        (0..open.columns.len()).for_each(|column| open.settle(column, ranks));
        open.columns.sort_unstable();
        open
    }

    pub fn is_won(&self) -> bool {
        self.columns.iter().all(Vec::is_empty)
    }

    fn settle(&mut self, column: usize, ranks: u8) {
        let cards = &mut self.columns[column];
        while cards.len() >= usize::from(ranks)
            && cards[cards.len() - usize::from(ranks)..].iter().copied().eq((1..=ranks).rev())
        {
            cards.truncate(cards.len() - usize::from(ranks));
            self.gone += 1;
        }
    }

    fn bytes(&self) -> Box<[u8]> {
        let mut bytes = vec![self.gone];
        for column in &self.columns {
            bytes.extend(column);
            bytes.push(0);
        }
        bytes.into()
    }

    fn read(bytes: &[u8]) -> OpenPosition {
        let columns = bytes[1..bytes.len() - 1].split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
        OpenPosition { columns, gone: bytes[0] }
    }

    /// All positions one move further.
    pub fn next(&self, ranks: u8, mut found: impl FnMut(OpenPosition)) {
        for (from, cards) in self.columns.iter().enumerate() {
            let Some(&top) = cards.last() else { continue };
            let mut empty_seen = false;
            for (to, onto) in self.columns.iter().enumerate() {
                let count = match onto.last() {
                    _ if to == from => continue,
                    Some(&rank) if rank > top => usize::from(rank - top),
                    Some(_) => continue,
                    None if empty_seen => continue,
                    None => 0,
                };
                empty_seen |= count == 0;
                let longest = 1 + cards.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1).count();
                let counts = match count {
                    0 => 1..=longest.min(cards.len() - 1),
                    _ if count <= longest => count..=count,
                    _ => continue,
                };
                for count in counts {
                    let mut next = self.clone();
                    let moved = next.columns[from].split_off(cards.len() - count);
                    next.columns[to].extend(moved);
                    next.settle(to, ranks);
                    next.columns.sort_unstable();
                    found(next);
                }
            }
        }
    }

    fn joins(&self) -> u32 {
        let gone = u32::from(self.gone) * 1000;
        let joined =
            self.columns.iter().flat_map(|cards| cards.windows(2)).filter(|pair| pair[0] == pair[1] + 1);
        gone + joined.count() as u32
    }
}

/// Visits every position that moves reach, those with the most joined cards first, until `stop` returns true.
///
/// Returns whether `stop` returned true, and the number of positions that were reached.
pub fn search(start: &OpenPosition, ranks: u8, mut stop: impl FnMut(&OpenPosition) -> bool) -> (bool, usize) {
    let mut seen = FxHashSet::default();
    let mut open = BinaryHeap::new();
    seen.insert(start.bytes());
    open.push((start.joins(), start.bytes()));
    if stop(start) {
        return (true, 1);
    }
    while let Some((_, bytes)) = open.pop() {
        let mut stopped = false;
        OpenPosition::read(&bytes).next(ranks, |next| {
            let bytes = next.bytes();
            if !stopped && seen.insert(bytes.clone()) {
                stopped = stop(&next);
                open.push((next.joins(), bytes));
            }
        });
        if stopped {
            return (true, seen.len());
        }
        assert!(seen.len() < 5_000_000, "too large a game for a test");
    }
    (false, seen.len())
}

/// Returns whether the game can be won, and the number of positions that were reached.
pub fn winnable(start: &OpenPosition, ranks: u8) -> (bool, usize) {
    search(start, ranks, OpenPosition::is_won)
}

/// Returns the fewest moves to a position that `stop` accepts, by breadth-first search.
pub fn fewest(start: &OpenPosition, ranks: u8, mut stop: impl FnMut(&OpenPosition) -> bool) -> Option<u32> {
    let mut seen = FxHashSet::default();
    let mut open = VecDeque::from([(0, start.bytes())]);
    seen.insert(start.bytes());
    if stop(start) {
        return Some(0);
    }
    while let Some((depth, bytes)) = open.pop_front() {
        let mut stopped = false;
        OpenPosition::read(&bytes).next(ranks, |next| {
            let bytes = next.bytes();
            if !stopped && seen.insert(bytes.clone()) {
                stopped = stop(&next);
                open.push_back((depth + 1, bytes));
            }
        });
        if stopped {
            return Some(depth + 1);
        }
        assert!(seen.len() < 5_000_000, "too large a game for a test");
    }
    None
}
