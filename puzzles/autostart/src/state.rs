//! The state of play that all algorithms share, with moves that can be taken back.

use super::game::Game;
use super::plan::{IntermediatePlace, Step};

/// A position. Cards are numbers of the [`Game`].
#[derive(Clone, Debug)]
pub(super) struct State<'g> {
    pub(super) game: &'g Game,
    /// The columns, deepest card first.
    pub(super) columns: Vec<Vec<u8>>,
    /// The two foundations of each suit, the lower one first.
    pub(super) heights: Vec<[u32; 2]>,
    /// The cards that had their intermediate move, a bit each.
    pub(super) moved: u128,
    /// Cards on the foundations.
    pub(super) founded: usize,
}

/// What taking a move back needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    step: Step,
    card: u8,
    heights: [u32; 2],
}

impl Undo {
    /// The move.
    pub(super) fn step(&self) -> Step {
        self.step
    }
}

impl<'g> State<'g> {
    pub(super) fn new(game: &'g Game) -> State<'g> {
        let mut columns: Vec<Vec<u8>> = vec![Vec::new(); game.columns];
        for (card, &column) in (0u8..).zip(&game.column) {
            columns[usize::from(column)].push(card);
        }
        let heights = vec![[0, 0]; game.suit_count];
        State { game, columns, heights, moved: 0, founded: 0 }
    }

    pub(super) fn top(&self, column: usize) -> Option<u8> {
        self.columns[column].last().copied()
    }

    /// Cards not yet home.
    pub(super) fn left(&self) -> usize {
        self.game.cards.len() - self.founded
    }

    fn suit(&self, card: u8) -> usize {
        usize::from(self.game.suits[usize::from(card)])
    }

    /// Whether a foundation takes this card.
    pub(super) fn playable(&self, card: u8) -> bool {
        let below = self.game.ranks[usize::from(card)] - 1;
        self.heights[self.suit(card)].contains(&below)
    }

    /// Whether both copies of the card one rank lower are home: then this one is safely played,
    /// as [`super::exact`] proves.
    pub(super) fn safe(&self, card: u8) -> bool {
        let below = self.game.ranks[usize::from(card)] - 1;
        self.heights[self.suit(card)][0] == below
    }

    pub(super) fn has_moved(&self, card: u8) -> bool {
        self.moved >> card & 1 == 1
    }

    /// Whether the top card of one column may go to another.
    pub(super) fn may_place(&self, from: usize, to: usize, rules: IntermediatePlace) -> bool {
        let Some(card) = self.top(from) else { return false };
        from != to
            && !self.has_moved(card)
            && match self.top(to) {
                _ if rules == IntermediatePlace::None => false,
                Some(onto) => self.game.fits(card, onto),
                None => rules == IntermediatePlace::SuitOrEmpty,
            }
    }

    /// Makes a move, which must be a legal one.
    pub(super) fn play(&mut self, step: Step) -> Option<Undo> {
        let (Step::Found { column } | Step::Place { from: column, .. }) = step;
        let card = self.columns[column].pop()?;
        let suit = self.suit(card);
        let heights = self.heights[suit];
        match step {
            Step::Found { .. } => {
                let rank = self.game.ranks[usize::from(card)];
                let both = &mut self.heights[suit];
                let which = usize::from(both[0] + 1 != rank);
                debug_assert_eq!(both[which] + 1, rank);
                both[which] = rank;
                both.sort_unstable();
                self.founded += 1;
            }
            Step::Place { to, .. } => {
                self.columns[to].push(card);
                self.moved |= 1 << card;
            }
        }
        Some(Undo { step, card, heights })
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self, Undo { step, card, heights }: Undo) {
        match step {
            Step::Found { column } => {
                let suit = self.suit(card);
                self.heights[suit] = heights;
                self.columns[column].push(card);
                self.founded -= 1;
            }
            Step::Place { from, to } => {
                self.columns[to].pop();
                self.columns[from].push(card);
                self.moved &= !(1 << card);
            }
        }
    }
}
