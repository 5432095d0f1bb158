//! Tasks of the planning competition's thoughtful solitaire: Klondike with all cards known.
//!
//! Source: the domain `thoughtful-typed` of the learning track of IPC 2008 and of IPC 2014. Cards build in alternate
//! colours, a face-up card moves with all that lies on it, kings fill empty columns, cards may come back from the
//! foundations. Each action costs 1.
//!
//! The talon is a ring with one playable card. Here it is a stock of which one card is drawn at a time, with unlimited
//! redeals: the talon from the bottom up is the waste and then the stock, and the playable card is the top of the waste.
//! Where the waste is empty, its next card is playable already. So a draw onto an empty waste has no action, and a redeal
//! is the turn from the top of the ring to its bottom.
//!
//! Tasks have no facts that let aces be put on cards. None is needed: an ace that can move can go home. Plans are
//! written so.

mod aces;
mod actions;
mod plan;
mod read;
mod ring;
mod write;

pub(super) use plan::{is_operator, read as read_plan, write as write_plan};
pub(super) use read::read;
pub(super) use write::write;

use patsat_base::FormatError;
use patsat_game::cards::Suits;
use patsat_game::rules::{EmptyColumn, Feature, Features, Group, Redeals, Rules};

/// The domain that tasks and plans belong to.
pub(super) const DOMAIN: &str = include_str!("domain.pddl");

/// What the thoughtful domain can express.
const SUPPORTED: Features = Features::of(&[
    Feature::AlternateColour,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::NoBuilding,
    Feature::AnyLowerRank,
    Feature::BuiltRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::CardsGoHome,
    Feature::Waste,
    Feature::Redeals,
    Feature::UnlimitedRedeals,
    Feature::WorryingBack,
]);

/// Checks that the domain can express these rules.
fn check_expressible(rules: &Rules) -> Result<(), FormatError> {
    let found = if rules.deck.even_copies() != Some(1) {
        "a deck with equal cards"
    } else if matches!(rules.deck.suits, Suits::Listed(_)) {
        "a deck that leaves out clubs or other suits before its last"
    } else if let Some(feature) = rules.unsupported(SUPPORTED) {
        &format!("a game with {feature}")
    } else if rules.stock.redeals() != Redeals::Unlimited {
        "a game with a limited number of redeals"
    } else if !rules.worrying_back {
        "a game whose cards stay on the foundations"
    } else if rules.group != Group::BuiltRun {
        "a game in which cards move one at a time"
    } else if rules.empty_column == EmptyColumn::Any {
        "a game in which any card fills an empty column"
    } else {
        return Ok(());
    };
    Err(FormatError::unexpected(
        found,
        "what the thoughtful domain can express (the rules of klondike-draw-one)",
    ))
}
