//! How tidy a position of a run game looks, as a sum over neighbours in the columns.
//!
//! KPatience's solver (Stephan Kulow, 2023) counts the breaks between neighbours of a column,
//! its "chaos". Here each pair of neighbours has a weight by what the upper card is to the
//! lower one; face-down cards, bases of columns, empty columns and finished runs have theirs.
//! A move changes two pairs, so the score of a child costs a few additions.

use patsat_states::runs::{CODES, MAX_COLUMNS, RunBoard, RunGame, RunMove, rank};

/// What each part of a position adds to its score; lower scores are tidier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// A card on the next one of its suit.
    pub(super) link: i32,
    /// A card on the next rank of another suit.
    pub(super) mixed: i32,
    /// A card on one of a higher rank that it does not continue.
    pub(super) gap: i32,
    /// A card on one of the same rank or a lower one.
    pub(super) inversion: i32,
    /// A face-down card.
    pub(super) hidden: i32,
    /// A column with face-down cards.
    pub(super) unopened: i32,
    /// A column that stands on the highest rank.
    pub(super) king: i32,
    /// A column that does not: for each rank it lacks, in quarters.
    pub(super) base: i32,
    /// An empty column.
    pub(super) empty: i32,
    /// A run that has left.
    pub(super) home: i32,
    /// A move made on the way to the position.
    pub(super) step: i32,
}

impl Weights {
    /// The same numbers in a row.
    pub(super) const fn numbers(&self) -> [i32; 11] {
        let Weights { link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, step } = *self;
        [link, mixed, gap, inversion, hidden, unopened, king, base, empty, home, step]
    }
}

/// The weights, spread out for a game.
#[derive(Debug)]
pub(super) struct Scorer {
    weights: Weights,
    /// By lower card and upper card.
    pairs: Box<[[i16; CODES]; CODES]>,
    bases: [i32; 32],
    ranks: usize,
}

impl Scorer {
    pub(super) fn new(weights: Weights, game: &RunGame) -> Scorer {
        let pair = |lower: u8, upper: u8| {
            if lower == upper + 1 {
                weights.link
            } else if rank(lower) == rank(upper) + 1 {
                weights.mixed
            } else if rank(lower) > rank(upper) {
                weights.gap
            } else {
                weights.inversion
            }
        };
        let pairs = Box::new(std::array::from_fn(|lower| {
            std::array::from_fn(|upper| pair(lower as u8, upper as u8) as i16)
        }));
        let ranks = i32::from(game.ranks);
        let bases = std::array::from_fn(|base| match ranks - base as i32 {
            0 => weights.king,
            lacking => weights.base * lacking / 4,
        });
        Scorer { weights, pairs, bases, ranks: game.ranks.into() }
    }

    /// A score with what the way to it adds.
    #[inline]
    pub(super) fn with_way(&self, score: i32, steps: u32) -> i32 {
        score + self.weights.step * steps as i32
    }

    #[inline]
    fn pair(&self, lower: u8, upper: u8) -> i32 {
        self.pairs[usize::from(lower) % CODES][usize::from(upper) % CODES].into()
    }

    #[inline]
    fn base(&self, card: u8) -> i32 {
        self.bases[usize::from(rank(card))]
    }

    fn hidden(&self, cards: u8) -> i32 {
        self.weights.hidden * i32::from(cards) + if cards > 0 { self.weights.unopened } else { 0 }
    }

    /// The score of a position.
    pub(super) fn whole(&self, game: &RunGame, board: &RunBoard) -> i32 {
        let column = |n: usize| {
            let cards = board.column(n);
            let Some(&base) = cards.first() else { return self.weights.empty };
            let pairs: i32 = cards.windows(2).map(|pair| self.pair(pair[0], pair[1])).sum();
            self.base(base) + self.hidden(board.face_down[n]) + pairs
        };
        (0..game.columns).map(column).sum::<i32>() + self.weights.home * i32::from(board.runs_home)
    }

    /// The score after a move by which no run leaves, from the one before.
    #[inline]
    pub(super) fn after(&self, board: &RunBoard, step: RunMove, score: i32) -> i32 {
        let source = board.column(step.from.into());
        let left = source.len() - usize::from(step.count);
        let moved = source[left];
        let leaving = match left {
            0 => self.weights.empty - self.base(moved),
            _ => {
                self.turned(board.face_down[usize::from(step.from)], left)
                    - self.pair(source[left - 1], moved)
            }
        };
        let arriving = match board.column(step.to.into()).last() {
            Some(&onto) => self.pair(onto, moved),
            None => self.base(moved) - self.weights.empty,
        };
        score + leaving + arriving
    }

    /// What it adds that a column of `face_down` cards is left with `left`.
    #[inline]
    fn turned(&self, face_down: u8, left: usize) -> i32 {
        if usize::from(face_down) < left { 0 } else { self.hidden(face_down - 1) - self.hidden(face_down) }
    }

    /// The score after the next row, from the one before; runs that it completes are not seen.
    pub(super) fn after_row(&self, game: &RunGame, board: &RunBoard, score: i32) -> i32 {
        let row: &[u8; MAX_COLUMNS] = &game.rows[usize::from(board.rows_dealt)];
        let added = |n: usize| match (row[n], board.column(n).last()) {
            (0, _) => 0,
            (card, Some(&onto)) => self.pair(onto, card),
            (card, None) => self.base(card) - self.weights.empty,
        };
        score + (0..game.columns).map(added).sum::<i32>()
    }

    /// The score of the columns that hold cards, each with its card of the next row upon it.
    pub(super) fn under_row(&self, game: &RunGame, board: &RunBoard) -> i32 {
        let row = &game.rows[usize::from(board.rows_dealt)];
        let column = |n: usize| {
            let cards = board.column(n);
            let (Some(&base), Some(&top)) = (cards.first(), cards.last()) else { return 0 };
            let pairs: i32 = cards.windows(2).map(|pair| self.pair(pair[0], pair[1])).sum();
            let dealt = if row[n] == 0 { 0 } else { self.pair(top, row[n]) };
            self.base(base) + self.hidden(board.face_down[n]) + pairs + dealt
        };
        (0..game.columns).map(column).sum::<i32>() + self.weights.home * i32::from(board.runs_home)
    }

    /// Whether a move may let a run leave: the moved cards complete one, or uncover an ace,
    /// under which a complete run may have been dealt.
    #[inline]
    pub(super) fn may_complete(&self, board: &RunBoard, step: RunMove) -> bool {
        let source = board.column(step.from.into());
        let count = usize::from(step.count);
        let left = source.len() - count;
        let completes = rank(source[source.len() - 1]) == 1
            && board.column(step.to.into()).last() == Some(&(source[left] + 1))
            && board.run(step.to.into()) + count >= self.ranks;
        completes || left >= self.ranks && rank(source[left - 1]) == 1
    }
}
