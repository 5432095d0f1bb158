//! Converts steps into moves by walking a task and a table side by side.
//!
//! A step names cards by number, but no cell, empty column or foundation; a move names places and no card. Columns have
//! the same numbers on both sides. The walk records the number of the card in each cell, so the place of a card
//! distinguishes it from its twins. After every step both sides must hold the same cards in the same columns and cells.

use crate::lower::LoweredGame;
use patsat_encodings::task::{CardId, Position, Refusal, Spot, Step, Target};
use patsat_game::cards::Card;
use patsat_game::rules::{Move, Place};
use patsat_game::state::{Instance, MoveError, Plan, Table};

/// An error in the steps of a plan, which means that a formula or its reader is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// The task refuses a step.
    #[error("step {} is not allowed: {refusal}", .step + 1)]
    Refused {
        /// Which, from 0.
        step: usize,
        /// The rule that it breaks.
        refusal: Refusal,
    },
    /// The table refuses a move that the task allows.
    #[error("step {} as a move ({action}) is illegal: {illegal}", .step + 1)]
    Illegal {
        /// Which, from 0.
        step: usize,
        action: Move,
        /// The rule that it breaks.
        illegal: MoveError,
    },
    /// Task and table do not describe the same game.
    #[error("after step {} task and table hold different cards", .step + 1)]
    Apart {
        /// Which, from 0.
        step: usize,
    },
    /// A move that takes no card or has no valid target.
    #[error("move {} ({action}) is no step of the task", .step + 1)]
    NoStep {
        /// Which, from 0.
        step: usize,
        action: Move,
    },
}

/// A task and a table at the same position.
#[derive(Clone, Debug)]
pub struct Walk<'l> {
    cards: &'l [Card],
    position: Position<'l>,
    table: Table,
    cells: Vec<Option<CardId>>,
    steps: usize,
}

impl<'l> Walk<'l> {
    /// Returns a walk with task and table at the start.
    #[must_use]
    pub fn new(instance: &Instance, lowered: &'l LoweredGame) -> Walk<'l> {
        let table = instance.table();
        let mut ids = lowered.task.start.cells.iter().copied();
        let cells = table.cells().iter().map(|cell| cell.and_then(|_| ids.next())).collect();
        Walk { cards: &lowered.cards, position: Position::new(&lowered.task), table, cells, steps: 0 }
    }

    /// The task's side.
    #[must_use]
    pub fn position(&self) -> &Position<'l> {
        &self.position
    }

    /// The table's side.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the move of a step at this position; `None` if its card or its target is missing. The move may be
    /// illegal.
    #[must_use]
    pub fn locate(&self, step: Step) -> Option<Move> {
        let (card, to) = match step {
            Step::Draw => return Some(Move::Draw),
            Step::Redeal => return Some(Move::Redeal),
            Step::DealRow => return Some(Move::DealRow),
            Step::Collect(head) => {
                let (column, _) = self.position.column_of(head)?;
                return Some(Move::Collect { column: u16::try_from(column).ok()? });
            }
            Step::Move { card, to } => (card, to),
        };
        let number = |n: usize| u16::try_from(n).ok();
        let value = *self.cards.get(card.index())?;
        let mut count = 1;
        let from = match self.position.spot(card) {
            Spot::On(_) | Spot::Base(_) => {
                let (column, depth) = self.position.column_of(card)?;
                count = u32::try_from(self.position.columns()[column as usize].len() - depth).ok()?;
                Place::Column(number(column as usize)?)
            }
            Spot::Cell => Place::Cell(number(self.cells.iter().position(|&c| c == Some(card))?)?),
            Spot::Reserve => {
                Place::Reserve(number(self.position.reserve().iter().position(|&c| c == card)?)?)
            }
            Spot::Stock => Place::Stock,
            Spot::Waste => Place::Waste,
            Spot::Home => {
                self.foundation(value, |table, height| table.rules().last_home(value.suit.0, height))?
            }
        };
        let to = match to {
            Target::On(on) if on.index() < self.cards.len() => {
                Place::Column(number(self.position.column_of(on)?.0 as usize)?)
            }
            Target::On(_) => return None,
            Target::EmptyColumn => Place::Column(number(self.position.empty_column()? as usize)?),
            Target::Column(n) => Place::Column(number(n as usize)?),
            Target::Cell => Place::Cell(number(self.cells.iter().position(Option::is_none)?)?),
            Target::Home => {
                self.foundation(value, |table, height| table.rules().next_home(value.suit.0, height))?
            }
        };
        Some(Move::Cards { from, to, count })
    }

    /// Returns the first of equal foundations for whose height `of` returns this card: its next or its last card.
    fn foundation(&self, card: Card, of: impl Fn(&Table, u32) -> Option<Card>) -> Option<Place> {
        let own = self.table.rules().deck.foundations_of(card.suit.0);
        let first = own.start;
        let heights = self.table.foundations().get(own)?;
        let copy = heights.iter().position(|&height| of(&self.table, height) == Some(card))?;
        Some(Place::Foundation(u16::try_from(first + copy).ok()?))
    }

    /// Returns the step of a move at this position; `None` if the move takes no card or has no valid target.
    #[must_use]
    pub fn step_of(&self, action: Move) -> Option<Step> {
        let (from, to, count) = match action {
            Move::Draw => return Some(Step::Draw),
            Move::Redeal => return Some(Step::Redeal),
            Move::DealRow => return Some(Step::DealRow),
            Move::Collect { column } => {
                let depth = self.position.collectable(column.into())?;
                return Some(Step::Collect(self.position.columns()[usize::from(column)][depth]));
            }
            Move::Cards { from, to, count } => (from, to, count as usize),
        };
        let columns = self.position.columns();
        let card = match from {
            Place::Column(n) => {
                let column = columns.get(usize::from(n))?;
                *column.get(column.len().checked_sub(count)?)?
            }
            Place::Cell(n) => (*self.cells.get(usize::from(n))?)?,
            Place::Reserve(n) => *self.position.reserve().get(usize::from(n))?,
            Place::Waste => *self.position.waste().last()?,
            Place::Stock => *self.position.stock().last()?,
            Place::Foundation(_) => self.home_card(self.table.top(from)?)?,
            Place::Hole => return None,
        };
        let to = match to {
            Place::Column(n) => match columns.get(usize::from(n))?.last() {
                Some(&on) => Target::On(on),
                None if self.position.columns_are_alike() => Target::EmptyColumn,
                None => Target::Column(n.into()),
            },
            Place::Cell(_) => Target::Cell,
            Place::Foundation(_) => Target::Home,
            Place::Reserve(_) | Place::Waste | Place::Stock | Place::Hole => return None,
        };
        Some(Step::Move { card, to })
    }

    /// The first of the twins of this card that is home.
    fn home_card(&self, card: Card) -> Option<CardId> {
        let home = |id: &CardId| self.position.spot(*id) == Spot::Home;
        self.position.task().card_ids().filter(home).find(|id| self.cards[id.index()] == card)
    }

    /// Makes a step on both sides.
    ///
    /// # Errors
    /// If either side rejects the step, or the sides differ afterwards.
    pub fn apply(&mut self, step: Step) -> Result<Move, DecodeError> {
        let number = self.steps;
        let refused = |refusal| DecodeError::Refused { step: number, refusal };
        self.position.check(step).map_err(refused)?;
        // An allowed step has a card and a target; if they are not there, the sides differ.
        let action = self.locate(step).ok_or(DecodeError::Apart { step: number })?;
        self.table.apply(action).map_err(|illegal| DecodeError::Illegal { step: number, action, illegal })?;
        self.position.apply(step).map_err(refused)?;
        if let (Step::Move { card, .. }, Move::Cards { from, to, .. }) = (step, action) {
            for (place, holds) in [(from, None), (to, Some(card))] {
                if let Place::Cell(n) = place {
                    self.cells[usize::from(n)] = holds;
                }
            }
        }
        self.steps += 1;
        if self.agrees() { Ok(action) } else { Err(DecodeError::Apart { step: number }) }
    }

    /// Whether both sides hold the same cards in columns and cells.
    fn agrees(&self) -> bool {
        let value = |id: &CardId| self.cards[id.index()];
        let columns = self.position.columns();
        columns.len() == self.table.columns().len()
            && columns.iter().zip(self.table.columns()).zip(self.position.face_down()).all(
                |((ids, pile), &face_down)| {
                    face_down == pile.face_down && ids.iter().map(value).eq(pile.cards.iter().copied())
                },
            )
            && self.cells.iter().map(|cell| cell.as_ref().map(value)).eq(self.table.cells().iter().copied())
    }
}

/// Converts the steps of a plan into moves.
///
/// # Errors
/// The first step that is not allowed on either side.
pub fn decode(instance: &Instance, lowered: &LoweredGame, steps: &[Step]) -> Result<Plan, DecodeError> {
    let mut walk = Walk::new(instance, lowered);
    let moves: Result<Vec<Move>, DecodeError> = steps.iter().map(|&step| walk.apply(step)).collect();
    Ok(Plan { moves: moves? })
}

/// Converts the moves of a plan into steps, the inverse of [`decode`]. An empty column or cell that the plan names is
/// replaced by the first one, and later names of places change accordingly.
///
/// # Errors
/// The first move that is not legal.
pub fn recode(instance: &Instance, lowered: &LoweredGame, plan: &Plan) -> Result<Vec<Step>, DecodeError> {
    let mut walk = Walk::new(instance, lowered);
    let mut names = Names::new(&walk);
    let mut steps = Vec::with_capacity(plan.moves.len());
    for (number, &action) in plan.moves.iter().enumerate() {
        let renamed = names.rename(action).ok_or(DecodeError::NoStep { step: number, action })?;
        let step = walk.step_of(renamed).ok_or(DecodeError::NoStep { step: number, action })?;
        let made = walk.apply(step)?;
        names.follow(action, made);
        steps.push(step);
    }
    Ok(steps)
}

/// The places of a plan, by their names in the walk.
struct Names {
    columns: Vec<u16>,
    cells: Vec<u16>,
}

impl Names {
    fn new(walk: &Walk<'_>) -> Names {
        let all = |n: usize| (0..n as u16).collect();
        Names { columns: all(walk.table.columns().len()), cells: all(walk.table.cells().len()) }
    }

    fn rename(&self, action: Move) -> Option<Move> {
        if let Move::Collect { column } = action {
            return Some(Move::Collect { column: *self.columns.get(usize::from(column))? });
        }
        let Move::Cards { from, to, count } = action else { return Some(action) };
        let name = |place| {
            Some(match place {
                Place::Column(n) => Place::Column(*self.columns.get(usize::from(n))?),
                Place::Cell(n) => Place::Cell(*self.cells.get(usize::from(n))?),
                _ => place,
            })
        };
        Some(Move::Cards { from: name(from)?, to: name(to)?, count })
    }

    /// Swaps the names of two places after the plan put cards into one of them and the walk into the other.
    fn follow(&mut self, planned: Move, made: Move) {
        let (Move::Cards { to: planned, .. }, Move::Cards { to: made, .. }) = (planned, made) else { return };
        let (names, planned, made) = match (planned, made) {
            (Place::Column(planned), Place::Column(made)) => (&mut self.columns, planned, made),
            (Place::Cell(planned), Place::Cell(made)) => (&mut self.cells, planned, made),
            _ => return,
        };
        let planned = usize::from(planned);
        if let Some(other) = names.iter().position(|&name| name == made) {
            names.swap(planned, other);
        }
    }
}
