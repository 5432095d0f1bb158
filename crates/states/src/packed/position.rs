//! A packed position with numbered places, so that every strategy can walk on it.

use super::{Board, CardId, CardSet, Game, PackedKey, Size, Small, Step, Target, Unpackable};
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, Position};
use std::sync::Arc;

/// A packed position with numbered cells and columns: a drop-in for [`patsat_game::state::Table`].
#[derive(Clone, Debug)]
pub struct Packed<S: Size = Small> {
    game: Arc<Game<S>>,
    board: Board<S>,
    /// What each cell holds.
    cells: Box<[Option<CardId>]>,
    /// The reserve, in order.
    reserve: Vec<CardId>,
}

impl Packed {
    /// The position at the start of an instance, in the small state.
    ///
    /// # Errors
    /// If the game does not fit it.
    pub fn new(instance: &Instance) -> Result<Packed, Unpackable> {
        Packed::sized(instance)
    }
}

impl<S: Size> Packed<S> {
    /// The position at the start of an instance, in a state of this size.
    ///
    /// # Errors
    /// If the game does not fit it.
    pub fn sized(instance: &Instance) -> Result<Packed<S>, Unpackable> {
        let game = Arc::new(Game::sized(instance)?);
        Ok(Packed {
            board: game.start(),
            game,
            cells: instance.deal.cells.iter().map(|cell| cell.map(S::id)).collect(),
            reserve: instance.deal.reserve.iter().map(|&c| S::id(c)).collect(),
        })
    }

    /// The position without its numbering.
    #[must_use]
    pub fn board(&self) -> &Board<S> {
        &self.board
    }

    /// The game that the position belongs to.
    #[must_use]
    pub fn game(&self) -> &Game<S> {
        &self.game
    }

    fn place_of(&self, step: Step) -> Place {
        let position = |n: Option<usize>| n.unwrap_or(0) as u16;
        if self.board.cell_set.has(step.card) {
            Place::Cell(position(self.cells.iter().position(|&c| c == Some(step.card))))
        } else if self.board.reserve_set.has(step.card) {
            Place::Reserve(position(self.reserve.iter().position(|&c| c == step.card)))
        } else {
            Place::Column(self.board.column_of(step.card) as u16)
        }
    }

    fn target_of(&self, step: Step) -> Place {
        match step.to {
            Target::HOME => Place::Foundation(u16::from(S::suit(step.card))),
            Target::CELL => Place::Cell(self.cells.iter().position(Option::is_none).unwrap_or(0) as u16),
            Target(onto) => Place::Column(self.board.column_of(onto) as u16),
        }
    }

    fn step_of(&self, from: Place, to: Place) -> Option<Step> {
        let card = match from {
            Place::Column(n) => self.board.tops[usize::from(n)],
            Place::Cell(n) => self.cells[usize::from(n)]?,
            Place::Reserve(n) => self.reserve[usize::from(n)],
            _ => return None,
        };
        let to = match to {
            Place::Column(n) => Target(self.board.tops[usize::from(n)]),
            Place::Cell(_) => Target::CELL,
            _ => Target::HOME,
        };
        Some(Step { card, to })
    }
}

impl<S: Size> Position for Packed<S> {
    type Key = PackedKey<S>;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        self.board.single_steps(&self.game, |step| {
            moves.push(Move::one(self.place_of(step), self.target_of(step)));
        });
    }

    fn make(&mut self, action: Move) {
        let Move::Cards { from, to, count: 1 } = action else { return };
        let Some(step) = self.step_of(from, to) else { return };
        if let (Place::Column(source), Target::EMPTY) = (from, step.to) {
            // Which empty column a card fills matters here, though not to the board.
            let Place::Column(target) = to else { return };
            let only = self.board.below[usize::from(step.card)] == super::NONE;
            if only {
                self.board.tops.as_mut().swap(source.into(), target.into());
                return;
            }
        }
        self.board.make(step);
        if let (Target::EMPTY, Place::Column(target)) = (step.to, to) {
            let made = self.board.column_of(step.card);
            self.board.tops.as_mut().swap(made, target.into());
        }
        match from {
            Place::Cell(n) => self.cells[usize::from(n)] = None,
            Place::Reserve(n) => {
                self.reserve.remove(n.into());
            }
            _ => {}
        }
        if let Place::Cell(n) = to {
            self.cells[usize::from(n)] = Some(step.card);
        }
    }

    fn is_won(&self) -> bool {
        self.board.is_won()
    }

    fn key(&self) -> PackedKey<S> {
        self.board.key
    }
}

impl<S: Size> std::fmt::Display for Packed<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for &top in &self.board.tops.as_ref()[..self.game.columns] {
            let mut column = Vec::new();
            let mut at = top;
            while usize::from(at) < S::CARDS {
                column.push(S::card(at).to_string());
                at = self.board.below[usize::from(at)];
            }
            column.reverse();
            writeln!(f, "{}", column.join(" "))?;
        }
        Ok(())
    }
}
