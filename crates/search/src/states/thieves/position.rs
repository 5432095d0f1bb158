//! A position of such a game that every strategy can walk on.

use super::super::NotPackable;
use super::step::{STOCK, WASTE};
use super::{MAX_CARDS, MAX_COLUMNS, NONE, Step, ThiefBoard, ThiefGame};
use patsat_game::rules::{Group, Move, Place};
use patsat_game::state::{Instance, Position};
use std::sync::Arc;

/// A position with its game: a drop-in for [`patsat_game::state::Table`].
#[derive(Clone, Debug)]
pub struct ThiefPosition {
    game: Arc<ThiefGame>,
    board: ThiefBoard,
}

/// All of a position, up to the order of columns and to twins: for each column how many cards
/// lie face down, its cards, and an end; the waste, the stock, and the number of redeals. What is
/// home follows from what is not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThiefKey(Box<[u8]>);

impl ThiefKey {
    /// Its length in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

impl ThiefPosition {
    /// The position at the start of an instance.
    ///
    /// # Errors
    /// If the game does not fit.
    pub fn new(instance: &Instance) -> Result<ThiefPosition, NotPackable> {
        let game = Arc::new(ThiefGame::new(instance)?);
        Ok(ThiefPosition { board: game.start().clone(), game })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &ThiefBoard {
        &self.board
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &ThiefGame {
        &self.game
    }

    /// A move home that loses nothing ([`ThiefBoard::safe_home`]).
    #[must_use]
    pub fn safe_home(&self) -> Option<Move> {
        self.board.safe_home(&self.game).map(|step| self.action(step))
    }

    fn action(&self, step: Step) -> Move {
        let Step { from, to, count } = step;
        match step {
            Step::DRAW => Move::Draw,
            Step::REDEAL => Move::Redeal,
            _ if to == Step::HOME => {
                let kind = self.game.kind(self.board.top(from));
                let to = self.game.foundation(kind, self.board.home(kind));
                Move::Cards { from: place(from), to: Place::Foundation(to), count: 1 }
            }
            _ => Move::Cards { from: place(from), to: place(to), count: count.into() },
        }
    }
}

fn place(pile: u8) -> Place {
    match usize::from(pile) {
        WASTE => Place::Waste,
        STOCK => Place::Stock,
        column => Place::Column(column as u16),
    }
}

fn step(action: Move) -> Option<Step> {
    let pile = |place| match place {
        Place::Column(n) => Some(n as u8),
        Place::Waste => Some(Step::WASTE),
        Place::Stock => Some(Step::STOCK),
        Place::Foundation(_) => Some(Step::HOME),
        _ => None,
    };
    match action {
        Move::Draw => Some(Step::DRAW),
        Move::Redeal => Some(Step::REDEAL),
        Move::Cards { from, to, count } => {
            Some(Step { from: pile(from)?, to: pile(to)?, count: count as u8 })
        }
        Move::DealRow | Move::Collect { .. } => None,
    }
}

impl Position for ThiefPosition {
    type Key = ThiefKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        let together = matches!(self.game.group, Group::SuitRun | Group::BuiltRun);
        self.board.moves(&self.game, |step| {
            if together || step.count == 1 {
                moves.push(self.action(step));
            }
        });
        if self.game.playable {
            self.board.moves_from(&self.game, Step::STOCK, |step| moves.push(self.action(step)));
        }
        moves.extend(self.board.next_draw(&self.game).map(|step| self.action(step)));
    }

    fn make(&mut self, action: Move) {
        if let Some(step) = step(action) {
            self.board.make(&self.game, step);
        }
    }

    fn is_won(&self) -> bool {
        self.board.is_won()
    }

    fn key(&self) -> ThiefKey {
        // Cards from the top down; a kind is below sixty-four, so the marks are no cards.
        const END: u8 = NONE;
        let mut bytes = [0; MAX_CARDS + 3 * MAX_COLUMNS];
        let mut used = 0;
        let mut push = |byte: u8| {
            bytes[used] = byte;
            used += 1;
        };
        let mut starts = [0u8; MAX_COLUMNS + 1];
        let piles = (0..self.game.columns as u8).chain([Step::WASTE, Step::STOCK]);
        let mut length = 0u8;
        for pile in piles {
            if let Some(start) = starts.get_mut(usize::from(pile)) {
                *start = length;
            }
            let mut card = self.board.top(pile);
            while card != NONE {
                push(self.game.kind(card));
                length += 1;
                card = self.board.under(card);
            }
            if pile < Step::WASTE {
                push(self.board.face_down(pile));
                length += 1;
            }
            push(END);
            length += 1;
            if pile + 1 == self.game.columns as u8 {
                starts[usize::from(pile) + 1] = length;
            }
        }
        push(self.board.redeals);
        let column = |n: usize| &bytes[usize::from(starts[n])..usize::from(starts[n + 1])];
        let mut order: [u8; MAX_COLUMNS] = std::array::from_fn(|n| n as u8);
        let order = &mut order[..self.game.columns];
        order.sort_unstable_by_key(|&n| column(n.into()));
        let mut key = Vec::with_capacity(used);
        order.iter().for_each(|&n| key.extend(column(n.into())));
        key.extend(&bytes[usize::from(starts[self.game.columns])..used]);
        ThiefKey(key.into_boxed_slice())
    }
}
