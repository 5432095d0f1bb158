//! A game to be solved: rules, a position, and its name.

use super::{Names, Origin, SavedGame, Table};
use crate::cards::{Deal, DealError, DealId, DealIdError};
use crate::rules::{MOST_PLACES, Redeals, Rules, RulesError};
use std::sync::Arc;

/// Rules and the position that the game starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The position.
    pub deal: Deal,
    /// The deal's name, where it has one.
    pub id: Option<DealId>,
    /// What its file calls cards and numbers, if it was read from a planner's task.
    pub names: Option<Arc<Names>>,
    /// The saved game that it was read from, with its history.
    pub saved: Option<Arc<SavedGame>>,
    /// What the deal was made from, where it was made to stand for something.
    pub origin: Option<Arc<Origin>>,
}

/// Why rules and position make no instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InstanceError {
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position does not hold the deck.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The dealer cannot deal this game.
    #[error(transparent)]
    Id(#[from] DealIdError),
    /// The position has other places than the rules.
    #[error("{what}: found {found}, expected {expected}")]
    Places {
        /// Which places.
        what: &'static str,
        /// How many the position has.
        found: usize,
        /// How many the rules allow.
        expected: String,
    },
}

impl Instance {
    /// An instance from a position, checked against its rules.
    ///
    /// Missing columns and cells are added empty, missing foundations as empty ones.
    ///
    /// # Errors
    /// If the rules contradict themselves or the position does not fit them.
    pub fn new(rules: Rules, mut deal: Deal) -> Result<Instance, InstanceError> {
        rules.check()?;
        let places = |what, found: usize, most: u16| {
            let expected = format!("at most {most}");
            if found > usize::from(most) {
                Err(InstanceError::Places { what, found, expected })
            } else {
                Ok(())
            }
        };
        places("columns", deal.columns.len(), rules.columns)?;
        places("cells", deal.cells.len(), rules.cells)?;
        places("cards in reserve", deal.reserve.len(), MOST_PLACES)?;
        if deal.foundations.is_empty() {
            deal.foundations = vec![0; rules.foundations()];
        }
        rules.check_deal(&deal)?;
        if rules.home.is_hole() == deal.hole.is_empty() {
            let expected = if rules.home.is_hole() { "at least 1" } else { "0" }.into();
            return Err(InstanceError::Places {
                what: "cards in the hole",
                found: deal.hole.len(),
                expected,
            });
        }
        for pile in &deal.columns {
            if pile.face_down > 0 && pile.face_down >= pile.cards.len() {
                let expected = format!("at most {}", pile.cards.len().saturating_sub(1));
                return Err(InstanceError::Places {
                    what: "face-down cards of a column",
                    found: pile.face_down,
                    expected,
                });
            }
        }
        match rules.stock.redeals() {
            Redeals::Number(most) => places("redeals used", deal.redeals_used, most)?,
            // A position does not count what is unlimited.
            Redeals::Unlimited => deal.redeals_used = 0,
        }
        deal.columns.resize(rules.columns.into(), Default::default());
        deal.cells.resize(rules.cells.into(), None);
        Ok(Instance { rules: Arc::new(rules), deal, id: None, names: None, saved: None, origin: None })
    }

    /// The deal of that name under these rules.
    ///
    /// # Errors
    /// If the rules contradict themselves or the dealer does not know their deck.
    pub fn from_id(rules: Rules, id: DealId) -> Result<Instance, InstanceError> {
        rules.check()?;
        let rules = rules.with_base_of(&id)?;
        let deal = rules.deal(&id)?;
        Ok(Instance { id: Some(id), ..Instance::new(rules, deal)? })
    }

    /// The table at the start.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(self)
    }
}

impl Table {
    /// The table at the start of an instance.
    #[must_use]
    pub fn new(instance: &Instance) -> Table {
        Table::of(Arc::clone(&instance.rules), instance.deal.clone())
    }
}
