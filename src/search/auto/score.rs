//! How promising a packed position is: a weighted sum of what stands in the way.
//!
//! The terms are those that hand-written FreeCell solvers use (Heineman's and Fish's
//! columns and sources name most of them); the weights were found by random search, see
//! [`super::schedule`]. A column's part of the sum is built card by card from its bottom,
//! and the parts are kept for every height: a move then costs two look-ups and the cards
//! it puts on its target, instead of a walk over the board.

use crate::state::packed::{Board, CardId, Game, IN_CELL, MAX_CARDS, MAX_COLUMNS, NONE, Step, Target};

/// What each obstacle costs. Lower sums are better.
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
}

/// The part of a column up to some card.
#[derive(Clone, Copy, Debug)]
struct Part {
    score: i32,
    /// What one more card on top costs for the foundation cards buried under it.
    buries: i32,
    /// Lowest rank so far.
    lowest: u8,
}

const EMPTY: Part = Part { score: 0, buries: 0, lowest: u8::MAX };

/// Puts a card on a column.
#[inline]
fn on_top(w: &Weights, next: &[u64; 2], part: Part, card: CardId, joined: bool, first: bool) -> Part {
    let rank = card >> 2;
    let mut score = part.score + part.buries;
    if rank > part.lowest {
        score += w.disorder;
    }
    if joined {
        score -= w.joined;
    } else if !first {
        score += w.unjoined;
    }
    let is = |set: u64| (set >> card & 1) as i32;
    let buries = part.buries + w.buried * is(next[0]) + w.buried_second * is(next[1]);
    Part { score, buries, lowest: part.lowest.min(rank) }
}

/// What the sum needs to know of a position besides its columns.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// The next card of each foundation, and the next but one.
    next: [u64; 2],
    columns: i32,
    home: i32,
    cells: i32,
    empty: i32,
}

impl Sums {
    /// Sums up a position, and calls `keep` with column, height, card and part for each card.
    #[inline]
    fn of(game: &Game, w: &Weights, board: &Board, mut keep: impl FnMut(usize, usize, CardId, Part)) -> Sums {
        let next = [0, 1].map(|ahead| {
            (0..4u8).fold(0, |set, suit| {
                let rank = board.home[usize::from(suit)] + ahead;
                if rank < game.ranks { set | 1 << (4 * rank + suit) } else { set }
            })
        });
        let mut columns = 0;
        for (column, &top) in board.tops[..game.columns].iter().enumerate() {
            let mut cards = [0u8; MAX_CARDS];
            let mut height = 0;
            let mut card = top;
            while card != NONE {
                cards[height] = card;
                height += 1;
                card = board.below[usize::from(card)];
            }
            let mut part = EMPTY;
            let mut below = NONE;
            for (n, &card) in cards[..height].iter().rev().enumerate() {
                let joined = below != NONE && game.onto[usize::from(card)] >> below & 1 != 0;
                part = on_top(w, &next, part, card, joined, below == NONE);
                keep(column, n + 1, card, part);
                below = card;
            }
            columns += part.score;
        }
        let (high, low) = board.home.iter().fold((0, u8::MAX), |(high, low), &h| (high.max(h), low.min(h)));
        let left = 4 * i32::from(game.ranks) - board.cards_home() as i32;
        Sums {
            next,
            columns,
            home: w.not_home * left + w.spread * i32::from(high - low),
            cells: board.free_cells(game) as i32,
            empty: board.empty_columns(game) as i32,
        }
    }
}

/// The parts of the sum that need not be recomputed for each move.
#[derive(Debug)]
pub(crate) struct Scorer<'a> {
    game: &'a Game,
    pub(crate) weights: &'a Weights,
    sums: Sums,
    /// By column, the part up to each height.
    parts: [[Part; MAX_CARDS + 1]; MAX_COLUMNS],
    cards: [[CardId; MAX_CARDS]; MAX_COLUMNS],
    heights: [usize; MAX_COLUMNS],
    /// By card, the column in which it lies.
    column_of: [u8; MAX_CARDS],
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(game: &'a Game, weights: &'a Weights) -> Scorer<'a> {
        Scorer {
            game,
            weights,
            sums: Sums::default(),
            parts: [[EMPTY; MAX_CARDS + 1]; MAX_COLUMNS],
            cards: [[0; MAX_CARDS]; MAX_COLUMNS],
            heights: [0; MAX_COLUMNS],
            column_of: [0; MAX_CARDS],
        }
    }

    /// Reads a position, to be asked for the scores of its children.
    pub(crate) fn read(&mut self, board: &Board) {
        let mut heights = [0; MAX_COLUMNS];
        let Scorer { game, weights, parts, cards, column_of, .. } = self;
        self.sums = Sums::of(game, weights, board, |column, height, card, part| {
            parts[column][height] = part;
            cards[column][height - 1] = card;
            column_of[usize::from(card)] = column as u8;
            heights[column] = height;
        });
        self.heights = heights;
    }

    /// The score of any position; what was read last stays.
    pub(crate) fn whole(&self, board: &Board) -> i32 {
        let sums = Sums::of(self.game, self.weights, board, |_, _, _, _| {});
        sums.columns + sums.home + self.spaces(sums.cells, sums.empty)
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

    /// The part of a column without its top `count` cards.
    #[inline]
    fn without(&self, column: usize, count: usize) -> Part {
        let height = self.heights[column] - count;
        if height == 0 { EMPTY } else { self.parts[column][height] }
    }

    /// The score of the position after a step that sends nothing home, where `board` was read last.
    #[inline]
    pub(crate) fn after(&self, board: &Board, step: Step, count: u32) -> i32 {
        let mut score = self.sums.columns;
        let (mut cells, mut empty) = (self.sums.cells, self.sums.empty);
        let count = count as usize;
        let mut run: &[CardId] = &[step.card];
        if board.below[usize::from(step.card)] == IN_CELL {
            cells += 1;
        } else if board.reserve_set >> step.card & 1 == 0 {
            let column = usize::from(self.column_of[usize::from(step.card)]);
            let height = self.heights[column];
            run = &self.cards[column][height - count..height];
            score += self.parts[column][height - count].score - self.parts[column][height].score;
            empty += i32::from(height == count);
        }
        if step.to == Target::CELL {
            cells -= 1;
        } else {
            let before = if step.to == Target::EMPTY {
                empty -= 1;
                EMPTY
            } else {
                let column = usize::from(self.column_of[usize::from(step.to.0)]);
                self.parts[column][self.heights[column]]
            };
            let mut part = before;
            for (n, &card) in run.iter().enumerate() {
                let first = step.to == Target::EMPTY && n == 0;
                part = on_top(self.weights, &self.sums.next, part, card, !first, first);
            }
            score += part.score - before.score;
        }
        score + self.sums.home + self.spaces(cells, empty)
    }
}
