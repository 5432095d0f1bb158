//! From the positions of a model to single moves in a legal order.
//!
//! Within a step, the first cards to move leave a cell or an emptied column for a place that is there from the start,
//! since these moves give room. Then come all other moves elsewhere than home, each as soon as the card is bare and
//! its target is bare and in place. Then come the moves home, by key. [`super`] proves that this never gets stuck.
//!
//! Cells and columns are only distinguished here, on the [`Board`]. A loose card goes to a cell unless it
//! must carry a card; a loose card that must change between cell and column takes a move more. A card that
//! stays loose and needs a column from this step on gets one as soon as the first cards have given room.

use crate::fluents::{Location, Places};
use crate::task::{CardId, Step, Target, Task};
use crate::unroll::ReadError;

/// Which card lies where; columns and cells are numbered here, in any order.
struct Board<'a> {
    places: &'a Places,
    columns: Vec<Vec<CardId>>,
    cells: Vec<CardId>,
    reserve: Vec<CardId>,
    /// Loose cards that must stand in a column before or after this step.
    carriers: Vec<bool>,
    plan: Vec<Step>,
}

/// The moves that lead through the positions of a model, step by step.
///
/// # Errors
/// If there is no order: the model does not belong to the formula.
pub(super) fn plan(
    task: &Task,
    places: &Places,
    positions: &[Vec<Location>],
    in_column: &[Vec<bool>],
) -> Result<Vec<Vec<Step>>, ReadError> {
    let mut columns = task.start.columns.clone();
    columns.resize(task.columns as usize, Vec::new());
    let mut board = Board {
        places,
        columns,
        cells: task.start.cells.clone(),
        reserve: task.start.reserve.clone(),
        carriers: Vec::new(),
        plan: Vec::new(),
    };
    let mut steps = Vec::with_capacity(positions.len());
    for (step, pair) in positions.windows(2).enumerate() {
        let made = board.plan.len();
        let stuck = |what: String| ReadError(format!("in step {}, {what}", step + 1));
        let carriers = in_column[step].iter().zip(&in_column[step + 1]);
        board.carriers = carriers.map(|(before, after)| *before || *after).collect();
        board.play(&pair[0], &pair[1], &in_column[step + 1]).map_err(stuck)?;
        steps.push(board.plan[made..].to_vec());
    }
    Ok(steps)
}

impl Board<'_> {
    fn play(&mut self, from: &[Location], to: &[Location], in_column: &[bool]) -> Result<(), String> {
        let changes = self.places.cards().filter(|card| from[card.index()] != to[card.index()]);
        let (mut homes, mut waiting): (Vec<CardId>, Vec<CardId>) =
            changes.partition(|card| to[card.index()] == Location::Home);
        let aside = |at: Location| matches!(at, Location::Cell | Location::Base | Location::Loose);
        let gives_room = |card: &CardId| match to[card.index()] {
            Location::On(below) => {
                from[below.index()] == to[below.index()] && to[below.index()] != Location::Loose
            }
            Location::Base => true,
            _ => false,
        };
        let early = |card: CardId| aside(from[card.index()]) && gives_room(&card);
        self.play_ready(&mut waiting, &homes, to, early)?;
        for card in self.places.cards() {
            // Loose all the time, and in need of a column from now on.
            let stays = [from, to].iter().all(|position| position[card.index()] == Location::Loose);
            if stays && in_column[card.index()] && self.cells.contains(&card) {
                self.give_column(card)?;
            }
        }
        self.play_ready(&mut waiting, &homes, to, |_| true)?;
        if let Some(card) = waiting.first() {
            return Err(format!("card {} cannot move", card.0));
        }
        homes.sort_by_key(|card| (self.places.depth[card.index()], *card));
        homes.into_iter().try_for_each(|card| self.make(card, Location::Home))
    }

    /// Moves the chosen cards that can move, until none can.
    fn play_ready(
        &mut self,
        waiting: &mut Vec<CardId>,
        homes: &[CardId],
        to: &[Location],
        chosen: impl Fn(CardId) -> bool,
    ) -> Result<(), String> {
        loop {
            let moving: Vec<CardId> = waiting.iter().chain(homes).copied().collect();
            let ready = |card: &CardId| chosen(*card) && self.is_ready(*card, to, &moving);
            let Some(ready) = waiting.iter().position(ready) else { return Ok(()) };
            let card = waiting.remove(ready);
            self.make(card, to[card.index()])?;
        }
    }

    fn is_bare(&self, card: CardId) -> bool {
        self.cells.contains(&card)
            || self.reserve.contains(&card)
            || self.columns.iter().any(|column| column.last() == Some(&card))
    }

    /// Whether the card is bare, and its target is bare and stays.
    fn is_ready(&self, card: CardId, to: &[Location], moving: &[CardId]) -> bool {
        self.is_bare(card)
            && match to[card.index()] {
                Location::On(below) => {
                    self.is_bare(below) && !self.reserve.contains(&below) && !moving.contains(&below)
                }
                Location::Base => self.columns.iter().any(Vec::is_empty),
                Location::Cell => self.cells.len() < self.places.cells,
                _ => true,
            }
    }

    fn make(&mut self, card: CardId, to: Location) -> Result<(), String> {
        let target = match to {
            Location::Home => Target::Home,
            Location::Base => Target::EmptyColumn,
            Location::Cell => Target::Cell,
            Location::On(below) => {
                if self.cells.contains(&below) {
                    self.give_column(below)?;
                }
                Target::On(below)
            }
            Location::Loose => self.room_for(card)?,
            Location::Native => return Err(format!("card {} returns to where it was dealt", card.0)),
        };
        self.step(card, target)
    }

    /// Where a card that becomes loose goes.
    fn room_for(&mut self, card: CardId) -> Result<Target, String> {
        let fills = self.places.fills[card.index()];
        let (cell, column) = (self.cells.len() < self.places.cells, self.empty_column());
        if fills && self.carriers[card.index()] {
            if column {
                return Ok(Target::EmptyColumn);
            }
            self.free_column()?;
            return Ok(Target::EmptyColumn);
        }
        match (cell, column) {
            (true, _) => Ok(Target::Cell),
            (false, true) if fills => Ok(Target::EmptyColumn),
            (false, true) => {
                // Some card in a cell may fill the column.
                let other = self.cells.iter().copied().find(|card| self.places.fills[card.index()]);
                let other = other.ok_or_else(|| format!("there is no cell for card {}", card.0))?;
                self.step(other, Target::EmptyColumn)?;
                Ok(Target::Cell)
            }
            (false, false) => Err(format!("there is no room for card {}", card.0)),
        }
    }

    /// Moves a card from its cell to a column.
    fn give_column(&mut self, card: CardId) -> Result<(), String> {
        if !self.empty_column() {
            self.free_column()?;
        }
        self.step(card, Target::EmptyColumn)
    }

    /// Empties a column whose only card needs none.
    fn free_column(&mut self) -> Result<(), String> {
        let lone = self.columns.iter().filter(|column| column.len() == 1).map(|column| column[0]);
        // The dealt card of a column does not count as loose and stays.
        let mut lone = lone.filter(|&card| !self.carriers[card.index()] && self.was_moved(card));
        match lone.next() {
            Some(card) if self.cells.len() < self.places.cells => self.step(card, Target::Cell),
            _ => Err("no column can be freed".into()),
        }
    }

    fn was_moved(&self, card: CardId) -> bool {
        let moved = |step: &Step| matches!(step, Step::Move { card: other, .. } if *other == card);
        !self.places.bottoms.contains(&card) || self.plan.iter().any(moved)
    }

    fn empty_column(&self) -> bool {
        self.columns.iter().any(Vec::is_empty)
    }

    fn step(&mut self, card: CardId, to: Target) -> Result<(), String> {
        let refuse = || Err(format!("card {} cannot go to {to:?}", card.0));
        if !self.is_bare(card) {
            return refuse();
        }
        // Where a card goes is looked for before it leaves: it makes no room for itself.
        let place = match to {
            Target::On(below) => self.columns.iter().position(|column| column.last() == Some(&below)),
            Target::EmptyColumn | Target::Column(_) => self.columns.iter().position(Vec::is_empty),
            Target::Cell => (self.cells.len() < self.places.cells).then_some(0),
            Target::Home => Some(0),
        };
        let Some(place) = place else { return refuse() };
        for column in &mut self.columns {
            if column.last() == Some(&card) {
                column.pop();
            }
        }
        self.cells.retain(|&other| other != card);
        self.reserve.retain(|&other| other != card);
        match to {
            Target::On(_) | Target::EmptyColumn | Target::Column(_) => self.columns[place].push(card),
            Target::Cell => self.cells.push(card),
            Target::Home => {}
        }
        self.plan.push(Step::Move { card, to });
        Ok(())
    }
}
