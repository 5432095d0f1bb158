//! Columns with lists of all possible joins.
//!
//! A card is a number, its suit's block and its rank in it, so that the card it joins is one
//! more. For each number there is a list of the columns with this card on top, and one of those
//! whose last run begins with it; a join is a pair of one of the first and one of the second. A
//! move changes the lists of its two columns alone. Lists are links in arrays, so a board is
//! copied without an allocation a card.

use patsat_game::rules::{Move, Place};
use patsat_game::state::Table;

/// Ends a list.
const NONE: u16 = u16::MAX;

/// Lists of columns, one for each card, each column in one list at most.
#[derive(Clone, Debug, Default)]
struct Lists {
    first: Vec<u16>,
    next: Vec<u16>,
    previous: Vec<u16>,
}

impl Lists {
    fn new(cards: usize, columns: usize) -> Lists {
        Lists { first: vec![NONE; cards], next: vec![NONE; columns], previous: vec![NONE; columns] }
    }

    fn push(&mut self, card: usize, column: u16) {
        let old = std::mem::replace(&mut self.first[card], column);
        (self.next[usize::from(column)], self.previous[usize::from(column)]) = (old, NONE);
        if old != NONE {
            self.previous[usize::from(old)] = column;
        }
    }

    fn remove(&mut self, card: usize, column: u16) {
        let (next, previous) = (self.next[usize::from(column)], self.previous[usize::from(column)]);
        match previous {
            NONE => self.first[card] = next,
            _ => self.next[usize::from(previous)] = next,
        }
        if next != NONE {
            self.previous[usize::from(next)] = previous;
        }
    }

    fn iter(&self, card: usize) -> impl Iterator<Item = u16> {
        let some = |column: u16| (column != NONE).then_some(column);
        std::iter::successors(some(self.first[card]), move |&c| some(self.next[usize::from(c)]))
    }
}

/// A position, and the moves that led to it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Ranks of a suit, and one.
    block: usize,
    columns: Vec<Vec<u32>>,
    /// Cards of the last run.
    runs: Vec<usize>,
    /// The places of cards that do not lie on a higher one of their suit.
    rises: Vec<Vec<usize>>,
    tops: Lists,
    bases: Lists,
    /// Columns that may be empty.
    empty: Vec<u16>,
    /// Cards that may have become one half of a join: the upper one's number and one.
    pub(super) ready: Vec<u32>,
    /// The moves so far.
    pub(super) moves: Vec<Move>,
    rising: usize,
}

impl Board {
    /// The board of a table of complete runs, all cards open.
    pub(super) fn new(table: &Table) -> Board {
        let deck = table.rules().deck;
        let block = deck.ranks as usize + 1;
        let number =
            |card: &patsat_game::cards::Card| (usize::from(card.suit.0) * block) as u32 + card.rank.0;
        let columns: Vec<Vec<u32>> =
            table.columns().iter().map(|pile| pile.cards.iter().map(number).collect()).collect();
        let count = columns.len();
        let lists = Lists::new(block * (usize::from(deck.suits.end()) + 1), count);
        let mut board = Board {
            block,
            runs: vec![0; count],
            rises: vec![Vec::new(); count],
            tops: lists.clone(),
            bases: lists,
            empty: Vec::new(),
            ready: Vec::new(),
            moves: Vec::new(),
            rising: 0,
            columns,
        };
        for column in 0..count {
            let cards = &board.columns[column];
            let rise = |&n: &usize| {
                cards[n] > cards[n - 1] || cards[n] as usize / block != cards[n - 1] as usize / block
            };
            board.rises[column] = (1..cards.len()).filter(rise).collect();
            board.rising += board.rises[column].len();
            board.enter(column as u16);
        }
        board
    }

    /// Whether every card lies on a higher one of its suit.
    pub(super) fn is_sorted(&self) -> bool {
        self.rising == 0
    }

    fn ends(&self, column: u16) -> Option<(usize, usize)> {
        let top = *self.columns[usize::from(column)].last()? as usize;
        Some((top, top + self.runs[usize::from(column)] - 1))
    }

    fn leave(&mut self, column: u16) {
        if let Some((top, base)) = self.ends(column) {
            self.tops.remove(top, column);
            self.bases.remove(base, column);
        }
    }

    fn enter(&mut self, column: u16) {
        let (at, block) = (usize::from(column), self.block);
        let cards = &self.columns[at];
        if self.runs[at] == 0 && !cards.is_empty() {
            let joined = |pair: &&[u32]| pair[0] == pair[1] + 1;
            self.runs[at] = 1 + cards.windows(2).rev().take_while(joined).count();
        }
        if self.runs[at] + 1 == block {
            // A complete run leaves.
            self.cut(column, self.runs[at]);
            self.runs[at] = 0;
            return self.enter(column);
        }
        match self.ends(column) {
            Some((top, base)) => {
                self.tops.push(top, column);
                self.bases.push(base, column);
                self.ready.extend([top as u32, base as u32 + 1]);
            }
            None => self.empty.push(column),
        }
    }

    /// Takes cards off a column.
    fn cut(&mut self, column: u16, count: usize) -> Vec<u32> {
        let cards = &mut self.columns[usize::from(column)];
        let left = cards.len() - count;
        let rises = &mut self.rises[usize::from(column)];
        while rises.last().is_some_and(|&place| place >= left) {
            rises.pop();
            self.rising -= 1;
        }
        cards.split_off(left)
    }

    /// Moves the last run of a column onto a card that it joins or into an empty column.
    fn go(&mut self, from: u16, to: u16) {
        let count = self.runs[usize::from(from)];
        let (place, amount) = (Place::Column, count as u32);
        self.moves.push(Move::Cards { from: place(from), to: place(to), count: amount });
        self.leave(from);
        self.leave(to);
        let cards = self.cut(from, count);
        self.columns[usize::from(to)].extend(cards);
        self.runs[usize::from(from)] = 0;
        self.runs[usize::from(to)] += count;
        self.enter(from);
        self.enter(to);
    }

    /// Makes a join onto this card, if there is one, and returns whether it did. A run that empties
    /// its column comes first. `choose(n)` picks one of `n` other runs, and one of `n` targets.
    pub(super) fn join(&mut self, card: u32, mut choose: impl FnMut(usize) -> usize) -> bool {
        let card = card as usize;
        let targets = self.tops.iter(card).count();
        if targets == 0 {
            return false;
        }
        let whole = |&column: &u16| self.runs[usize::from(column)] == self.columns[usize::from(column)].len();
        let sources = self.bases.iter(card - 1).count();
        let from = match self.bases.iter(card - 1).find(whole) {
            None if sources == 0 => return false,
            None => self.bases.iter(card - 1).nth(choose(sources)),
            found => found,
        };
        let (Some(from), Some(to)) = (from, self.tops.iter(card).nth(choose(targets))) else { return false };
        self.go(from, to);
        // There may be another pair.
        self.ready.push(card as u32);
        true
    }

    /// Moves the last run of the column with the most cards, among those that are not sorted, into
    /// an empty column. Returns `false` if all are sorted or no column is empty.
    pub(super) fn set_aside(&mut self) -> bool {
        while let Some(&to) = self.empty.last() {
            if !self.columns[usize::from(to)].is_empty() {
                self.empty.pop();
                continue;
            }
            let rising = (0..self.columns.len()).filter(|&column| !self.rises[column].is_empty());
            let Some(from) = rising.max_by_key(|&column| self.columns[column].len()) else { return false };
            self.empty.pop();
            self.go(from as u16, to);
            return true;
        }
        false
    }
}
