//! The score of a packed position: a weighted sum of its obstacles.
//!
//! The terms are those that hand-written FreeCell solvers use (Heineman's and Fish's columns and
//! sources name most of them). The weights were found by random search, see
//! [`super::auto::schedule`]. A column's part of the sum is built card by card from its bottom, and
//! the parts are kept for every height. So a move costs two look-ups and the cards it puts on its
//! target, instead of a walk over the board. Reading the position it leads to costs the same.

use patsat_states::packed::{Board, CardId, CardSet, Game, IN_CELL, NONE, Size, Slots, Step, Target};

/// The price of each obstacle. Lower sums are better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A card that is not home.
    pub not_home: i32,
    /// A card in a cell.
    pub cell: i32,
    /// No empty cell and no empty column at all.
    pub no_space: i32,
    /// Just one of them.
    pub one_space: i32,
    /// An empty column (a gain).
    pub empty_column: i32,
    /// A card on one that it could not have been put on.
    pub unjoined: i32,
    /// A card on one that it could have been put on (a gain).
    pub joined: i32,
    /// A card of higher rank than some card below it.
    pub disorder: i32,
    /// A card on top of the next card of a foundation.
    pub buried: i32,
    /// A card on top of the next but one.
    pub buried_second: i32,
    /// The difference between the highest and the lowest foundation.
    pub spread: i32,
    /// A move made so far; negative weights make the search dive.
    pub depth: i32,
    /// A rank between the bottom card of a column and the highest rank.
    pub bottom: i32,
    /// A card on one that it could have been put on, in a column that is such a run down to its bottom (a gain).
    pub whole: i32,
    /// In narrow dives, a step that uncovers a card which then goes home (a gain).
    pub sends_home: i32,
    /// In narrow dives, a step after which a card or run goes onto one that it fits on (a gain).
    pub lets_move: i32,
}

impl Weights {
    /// Nothing counts.
    pub const NONE: Weights = Weights {
        not_home: 0,
        cell: 0,
        no_space: 0,
        one_space: 0,
        empty_column: 0,
        unjoined: 0,
        joined: 0,
        disorder: 0,
        buried: 0,
        buried_second: 0,
        spread: 0,
        depth: 0,
        bottom: 0,
        whole: 0,
        sends_home: 0,
        lets_move: 0,
    };
}

/// The part of a column up to some card.
#[derive(Clone, Copy, Debug)]
struct Part {
    score: i32,
    /// Lowest rank so far.
    lowest: u8,
    /// Whether it is a run from the bottom on.
    whole: bool,
}

const EMPTY: Part = Part { score: 0, lowest: u8::MAX, whole: true };

/// Puts a card on a column.
#[inline]
fn on_top<S: Size>(w: &Weights, ranks: u8, part: Part, card: CardId, joined: bool, first: bool) -> Part {
    // Products in place of branches: a processor cannot predict whether a card is in order.
    let rank = S::rank(card);
    let disorder = w.disorder * i32::from(rank > part.lowest);
    let whole = part.whole && (joined || first);
    let seam = match (first, joined) {
        (true, _) => w.bottom * i32::from(ranks - 1 - rank),
        (false, true) => -w.joined - w.whole * i32::from(whole),
        (false, false) => w.unjoined,
    };
    Part { score: part.score + disorder + seam, lowest: part.lowest.min(rank), whole }
}

/// A column of the position read last.
#[derive(Clone, Copy, Debug)]
struct Column<S: Size> {
    height: usize,
    cards: S::Cards<CardId>,
    /// The part up to each height.
    parts: S::Heights<Part>,
}

/// Scores the children of a position.
#[derive(Debug)]
pub(crate) struct Scorer<'a, S: Size> {
    game: &'a Game<S>,
    pub(crate) weights: &'a Weights,
    columns: S::Columns<Column<S>>,
    /// By column, what one more card on top costs for the foundation cards buried under it.
    buries: S::Columns<i32>,
    /// By card, the column in which it lies or last lay, and the height at which.
    seat: S::Cards<(u8, u8)>,
    /// The next two cards of each foundation.
    next: S::Set,
    /// Score of everything but the spaces.
    sum: i32,
    cells: i32,
    empty: i32,
}

impl<'a, S: Size> Scorer<'a, S> {
    pub(crate) fn new(game: &'a Game<S>, weights: &'a Weights) -> Scorer<'a, S> {
        let column = Column { height: 0, cards: S::Cards::filled(0), parts: S::Heights::filled(EMPTY) };
        Scorer {
            game,
            weights,
            columns: S::Columns::filled(column),
            buries: S::Columns::filled(0),
            seat: S::Cards::filled((u8::MAX, 0)),
            next: S::Set::default(),
            sum: 0,
            cells: 0,
            empty: 0,
        }
    }

    /// Reads a position, so that its children can be scored.
    ///
    /// `child` marks it as one step (and the automatic moves after it) from the position read last.
    /// Then columns that kept their top, or lost cards, need no look at the cards under it. `child`
    /// names as a set the columns that got cards after the step; these are compared card by card.
    pub(crate) fn read(&mut self, board: &Board<S>, child: Option<u64>) {
        for n in 0..self.game.columns {
            let top = board.tops[n];
            let kept = child.is_some_and(|gained| gained >> n & 1 == 0);
            let known = self.known(n, top).filter(|&height| kept || self.unchanged(n, height, board));
            match known {
                Some(height) => self.columns[n].height = height,
                None => self.read_column(n, board),
            }
        }
        let mut sum: i32 =
            self.columns.as_ref()[..self.game.columns].iter().map(|c| c.parts[c.height].score).sum();
        let (mut next, mut buries) = (S::Set::default(), S::Columns::<i32>::filled(0));
        self.foundation_cards(board, |card, weight| {
            next |= S::Set::one(card);
            if in_column(board, card) {
                let (column, height) = self.seat[usize::from(card)];
                buries[usize::from(column)] += weight;
                sum += weight * (self.columns[usize::from(column)].height - usize::from(height)) as i32;
            }
        });
        self.next = next;
        self.buries = buries;
        self.sum = sum + self.home_score(board);
        self.cells = board.free_cells(self.game) as i32;
        self.empty = board.empty_columns(self.game) as i32;
    }

    /// The height of a column whose top is now `top`, if its cards up to there are those read last.
    #[inline]
    fn known(&self, column: usize, top: u8) -> Option<usize> {
        if top == NONE {
            return Some(0);
        }
        let (at, height) = self.seat[usize::from(top)];
        let height = usize::from(height);
        let cached = &self.columns[column];
        (usize::from(at) == column && height <= cached.height && cached.cards[height - 1] == top)
            .then_some(height)
    }

    /// Whether the cards of a column up to a height are still those read last.
    #[inline]
    fn unchanged(&self, column: usize, height: usize, board: &Board<S>) -> bool {
        let mut below = NONE;
        self.columns[column].cards.as_ref()[..height].iter().all(|&card| {
            let stands = board.below[usize::from(card)] == below;
            below = card;
            stands
        })
    }

    fn read_column(&mut self, n: usize, board: &Board<S>) {
        let mut cards = S::Cards::<u8>::filled(0);
        let mut height = 0;
        let mut card = board.tops[n];
        while card != NONE {
            cards[height] = card;
            height += 1;
            card = board.below[usize::from(card)];
        }
        let column = &mut self.columns[n];
        column.height = height;
        let (mut part, mut below) = (EMPTY, NONE);
        for (at, &card) in cards.as_ref()[..height].iter().rev().enumerate() {
            let joined = below != NONE && self.game.onto[usize::from(card)].has(below);
            part = on_top::<S>(self.weights, self.game.ranks, part, card, joined, below == NONE);
            column.parts[at + 1] = part;
            column.cards[at] = card;
            self.seat[usize::from(card)] = (n as u8, at as u8 + 1);
            below = card;
        }
    }

    /// Calls `each` with the next card and the next but one of each foundation, and what a
    /// card on it costs.
    #[inline(always)]
    fn foundation_cards(&self, board: &Board<S>, mut each: impl FnMut(CardId, i32)) {
        for suit in 0..S::SUITS {
            let rank = board.home[usize::from(suit)];
            if rank < self.game.ranks {
                each(S::of(rank, suit), self.weights.buried);
            }
            if rank + 1 < self.game.ranks {
                each(S::of(rank + 1, suit), self.weights.buried_second);
            }
        }
    }

    #[inline]
    fn home_score(&self, board: &Board<S>) -> i32 {
        let w = self.weights;
        let suits = &board.home.as_ref()[..self.game.suits];
        let (high, low) = suits.iter().fold((0, u8::MAX), |(high, low), &h| (high.max(h), low.min(h)));
        let left = i32::from(S::SUITS) * i32::from(self.game.ranks) - board.cards_home() as i32;
        w.not_home * left + w.spread * i32::from(high - low)
    }

    #[inline]
    fn spaces(&self, free_cells: i32, empty_columns: i32) -> i32 {
        let w = self.weights;
        let used = self.game.cells as i32 - free_cells;
        let scarce = match free_cells + empty_columns {
            0 => w.no_space,
            1 => w.one_space,
            _ => 0,
        };
        w.cell * used - w.empty_column * empty_columns + scarce
    }

    /// The score of the position after a step that sends nothing home, where `board` was read last.
    #[inline]
    pub(crate) fn after(&self, board: &Board<S>, step: Step, count: u32) -> i32 {
        let mut score = self.sum;
        let (mut cells, mut empty) = (self.cells, self.empty);
        let count = count as usize;
        let mut run: &[CardId] = &[step.card];
        if board.below[usize::from(step.card)] == IN_CELL {
            cells += 1;
        } else if !board.reserve_set.has(step.card) {
            let at = usize::from(self.seat[usize::from(step.card)].0);
            let column = &self.columns[at];
            let left = column.height - count;
            run = &column.cards.as_ref()[left..column.height];
            score += column.parts[left].score - column.parts[column.height].score;
            score -= count as i32 * self.buries[at];
            // Foundation cards in the run itself stay under what lay on them.
            for (above, &card) in run.iter().rev().enumerate() {
                if self.next.has(card) {
                    let weight = self.weight_of(board, card);
                    score += weight * if step.to == Target::CELL { 1 } else { count as i32 };
                    debug_assert!(step.to != Target::CELL || above == 0);
                }
            }
            empty += i32::from(left == 0);
        }
        if step.to == Target::CELL {
            cells -= 1;
        } else {
            let mut part = EMPTY;
            if step.to == Target::EMPTY {
                empty -= 1;
            } else {
                let at = usize::from(self.seat[usize::from(step.to.0)].0);
                part = self.columns[at].parts[self.columns[at].height];
                score += count as i32 * self.buries[at];
            }
            score -= part.score;
            for (n, &card) in run.iter().enumerate() {
                let first = step.to == Target::EMPTY && n == 0;
                part = on_top::<S>(self.weights, self.game.ranks, part, card, !first, first);
            }
            score += part.score;
        }
        score + self.spaces(cells, empty)
    }

    /// What a card on this foundation card costs.
    #[cold]
    fn weight_of(&self, board: &Board<S>, card: CardId) -> i32 {
        let second = board.home[usize::from(S::suit(card))] != S::rank(card);
        if second { self.weights.buried_second } else { self.weights.buried }
    }

    /// The score of a position one step, and moves home after it, from the one read last.
    pub(crate) fn whole(&self, board: &Board<S>) -> i32 {
        let mut score = self.home_score(board);
        let mut changed = 0u64;
        for n in 0..self.game.columns {
            match self.known(n, board.tops[n]) {
                Some(height) => score += self.columns[n].parts[height].score,
                None => {
                    changed |= 1 << n;
                    score += self.column_score(board, board.tops[n]);
                }
            }
        }
        self.foundation_cards(board, |card, weight| {
            if weight == 0 || !in_column(board, card) {
                return;
            }
            let (column, height) = self.seat[usize::from(card)];
            let (column, height) = (usize::from(column), usize::from(height));
            let same = column < self.game.columns && changed >> column & 1 == 0;
            let now = if same { self.known(column, board.tops[column]) } else { None };
            // Where its column is not the one read, count what lies on it.
            let above = match now {
                Some(now) if now >= height && self.columns[column].cards[height - 1] == card => now - height,
                _ => cards_above(board, card),
            };
            score += weight * above as i32;
        });
        score + self.spaces(board.free_cells(self.game) as i32, board.empty_columns(self.game) as i32)
    }

    fn column_score(&self, board: &Board<S>, top: CardId) -> i32 {
        let mut cards = S::Cards::<u8>::filled(0);
        let mut height = 0;
        let mut card = top;
        while card != NONE {
            cards[height] = card;
            height += 1;
            card = board.below[usize::from(card)];
        }
        let (mut part, mut below) = (EMPTY, NONE);
        for &card in cards.as_ref()[..height].iter().rev() {
            let joined = below != NONE && self.game.onto[usize::from(card)].has(below);
            part = on_top::<S>(self.weights, self.game.ranks, part, card, joined, below == NONE);
            below = card;
        }
        part.score
    }
}

/// Whether a card lies in a column.
#[inline]
fn in_column<S: Size>(board: &Board<S>, card: CardId) -> bool {
    let below = board.below[usize::from(card)];
    usize::from(below) < S::CARDS || below == NONE
}

/// How many cards lie on a card of a column.
fn cards_above<S: Size>(board: &Board<S>, card: CardId) -> usize {
    for &top in board.tops.as_ref() {
        let (mut at, mut above) = (top, 0);
        while at != NONE {
            if at == card {
                return above;
            }
            above += 1;
            at = board.below[usize::from(at)];
        }
    }
    0
}

#[cfg(test)]
mod tests;
