//! Another deal of the game at hand: the next number, the one before, or any.

use crate::QuestionError;
use crate::game::{Game, ReplayedGame};
use crate::page_game::{PageGame, page_game};
use patsat::formats::first_deal;
use patsat::{Instance, Plan};
use serde::Deserialize;

/// Any deal has a number up to this one, so that people can read and type it.
const MOST: u64 = 1_000_000;

/// Another deal of a game.
#[derive(Debug, Deserialize)]
pub(crate) struct DealQuery {
    #[serde(flatten)]
    game: Game,
    which: DealChoice,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DealChoice {
    Next,
    Previous,
    /// Any, by a fraction from 0 to 1 that the page draws.
    Any(f64),
}

impl DealQuery {
    pub(crate) fn answer(&self) -> Result<PageGame, QuestionError> {
        let ReplayedGame { start, .. } = self.game.opened()?;
        let id = start.id.clone();
        let usual = first_deal(&start.rules.name);
        let number = match (self.which, &id) {
            (DealChoice::Any(fraction), _) => {
                1 + (fraction.clamp(0.0, 1.0) * (MOST.min(usual.last_number()) - 1) as f64) as u64
            }
            (_, None) => {
                return Err(QuestionError("This board has no number, so no deal follows it.".into()));
            }
            (DealChoice::Next, Some(id)) => id.number().saturating_add(1),
            (DealChoice::Previous, Some(id)) => id
                .number()
                .checked_sub(1)
                .ok_or_else(|| QuestionError("This is the first deal of its dealer.".into()))?,
        };
        let id = id.unwrap_or(usual).with_number(number)?;
        let rules = (*start.rules).clone();
        page_game(&ReplayedGame::new(Instance::from_id(rules, id)?, Plan::default())?, Vec::new())
    }
}
