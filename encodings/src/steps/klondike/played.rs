//! Changes as steps of the rules.

use super::facts::Facts;
use crate::task::{CardId, Position, Step, Stock, Target, Task};
use crate::unroll::ReadError;

/// Plays the changes of a model.
pub(super) struct Player<'t> {
    facts: &'t Facts,
    position: Position<'t>,
    played: Vec<Step>,
}

impl<'t> Player<'t> {
    pub(super) fn new(task: &'t Task, facts: &'t Facts) -> Player<'t> {
        Player { facts, position: Position::new(task), played: Vec::new() }
    }

    /// The steps since this was asked last.
    pub(super) fn taken(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.played)
    }

    /// Puts a card into a column, with what lies on it.
    pub(super) fn put(&mut self, card: CardId) -> Result<(), ReadError> {
        self.turn_to(card)?;
        let to = self.target(card)?;
        self.play(Step::Move { card, to })
    }

    /// Takes a card home, after what lies on it was put elsewhere.
    pub(super) fn home(&mut self, card: CardId) -> Result<(), ReadError> {
        self.turn_to(card)?;
        if let Some((column, depth)) = self.position.column_of(card)
            && let Some(&upper) = self.position.columns()[column as usize].get(depth + 1)
        {
            self.put(upper)?;
        }
        self.play(Step::Move { card, to: Target::Home })
    }

    fn play(&mut self, step: Step) -> Result<(), ReadError> {
        self.position
            .apply(step)
            .map_err(|refusal| ReadError(format!("{step:?} is not allowed: {refusal}")))?;
        self.played.push(step);
        Ok(())
    }

    /// A bare card that this one may be put on, or an empty column.
    fn target(&self, card: CardId) -> Result<Target, ReadError> {
        let nowhere = || ReadError(format!("there is no room for card {}", card.0));
        if self.facts.kings.contains(&card) {
            return self.position.empty_column().map(|_| Target::EmptyColumn).ok_or_else(nowhere);
        }
        let build = self.facts.builds.iter().find(|build| build.children.contains(&card));
        let parents = build.map_or(&[][..], |build| &build.parents);
        let own = self.position.column_of(card).map(|(column, _)| column as usize);
        let bare = self.position.columns().iter().enumerate().filter(|&(n, _)| Some(n) != own);
        let bare = bare.filter_map(|(_, column)| column.last().copied()).find(|on| parents.contains(on));
        bare.map(Target::On).ok_or_else(nowhere)
    }

    /// Draws, and turns the waste if need be, until a card of the list can be played.
    fn turn_to(&mut self, card: CardId) -> Result<(), ReadError> {
        let playable = matches!(self.position.task().stock, Stock::Waste { playable: true, .. });
        let (stock, waste) = (self.position.stock(), self.position.waste());
        if !stock.contains(&card) && !waste.contains(&card) {
            return Ok(());
        }
        // Twice through the list, and the redeal.
        for _ in 0..=2 * (stock.len() + waste.len()) + 1 {
            let on_stock = playable && self.position.stock().last() == Some(&card);
            if on_stock || self.position.waste().last() == Some(&card) {
                return Ok(());
            }
            self.play(if self.position.stock().is_empty() { Step::Redeal } else { Step::Draw })?;
        }
        Err(ReadError(format!("card {} of the stock cannot be had", card.0)))
    }
}
