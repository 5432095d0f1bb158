//! The rules of a game, as data.
//!
//! A game is a value of [`Rules`]; nothing in this module moves a card. [`crate::state::Table`] is the only definition
//! of what the data means. Tests compare everything else that reads rules (fast states, formulas) with it.

mod canfield;
mod features;
mod first_card;
mod freecell;
mod hole;
mod klondike;
mod layout;
mod moves;
mod open;
mod preset;
mod presets;
mod questions;
mod spider;
mod stock;
mod thieves;

pub use features::{Feature, Features};
pub use first_card::FirstCard;
pub use layout::{FaceUp, Layout, LayoutError, Sizes};
pub use moves::{Cost, Move, Place};
pub use preset::{Preset, UnknownGameError};
pub use presets::PRESETS;
pub use stock::{Redeals, Stock};

use crate::cards::DeckSpec;
use serde::{Deserialize, Serialize};

/// What may be put on a card of the tableau.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// A card of the other colour (FreeCell).
    AlternateColour,
    /// A card of the same suit (Baker's Game, Forty Thieves).
    SameSuit,
    /// A card of the same colour (Agnes Sorel).
    SameColour,
    /// A card of any suit (Spider).
    AnySuit,
    /// Nothing: cards in the tableau can only leave.
    Nothing,
}

/// How much lower in rank a card must be than the one it is put on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankStep {
    /// Exactly one lower.
    #[default]
    One,
    /// Any number of ranks lower: Hanoi Spider (Laubersheimer 2024, 4.6.1).
    Any,
}

/// Which cards of a column move together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// One card at a time, always.
    Single,
    /// An ordered run as a shorthand for single moves through empty cells and columns:
    /// at most `(empty cells + 1) * 2^(empty columns beside the target)` cards, the
    /// target not counted where it is empty. (FreeCell's supermove.)
    BySpaces,
    /// A run of one suit, each card one rank lower than the one below it and such that it may be put
    /// there, of any length, as one move (Spider). Where cards may lie on any higher rank this is as
    /// strict: a gap parts runs.
    SuitRun,
    /// A run built as the tableau allows, of any length, as one move (Klondike's family).
    BuiltRun,
    /// A face-up card with everything that lies on it, in order or not, as one move (Yukon's family).
    AnyFaceUp,
    /// To another column only a whole column, which must be a run built as the tableau allows (Canfield as Solvitaire's
    /// strict rules play it).
    WholeColumn,
    /// To another column a whole run built as the tableau allows. A part of a run, even a single card, moves only if
    /// the card that it lies on can then go home at once (Solvitaire's Canfield).
    PartForHome,
}

/// What may fill an empty column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// The rank that goes home last (Eight Off, Seahaven Towers).
    TopRank,
    /// Nothing.
    Nothing,
    /// By itself the top of the reserve, as part of the move that empties the column; any card once the reserve is
    /// empty (Canfield).
    ReserveThenAny,
    /// By itself the top of the reserve; once that is empty a card of the waste. While a column is empty, nothing but
    /// the waste's card goes to any column (Canfield's strict rules).
    ReserveThenWaste,
    /// By itself the top of the waste, or of the stock where the waste is empty; any card once both are (Fortune's
    /// Favor).
    WasteThenStock,
}

/// How cards leave the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Home {
    /// One by one, upwards in suit from the ace; a foundation a suit and copy.
    Foundations,
    /// As complete runs of one suit, top rank to ace, from the end of a column. They leave
    /// at once, as part of the move that completes them.
    Runs,
    /// As complete runs, each by an optional move of its own (the planning competition's Spider, 2018).
    RunsByMove,
    /// As complete runs of one suit that are whole columns. They leave at once (Scorpion; Solvitaire's Spider).
    WholeColumns,
    /// One by one into the hole, each one rank above or below the last one (Golf).
    Hole,
    /// As into a hole, and the highest rank and the ace follow each other too (Black Hole).
    HoleAroundCorner,
}

impl Home {
    /// Whether cards leave as complete runs, by themselves or by a move.
    #[must_use]
    pub const fn of_runs(self) -> bool {
        matches!(self, Home::Runs | Home::RunsByMove | Home::WholeColumns)
    }

    /// Whether cards leave into a hole.
    #[must_use]
    pub const fn is_hole(self) -> bool {
        matches!(self, Home::Hole | Home::HoleAroundCorner)
    }
}

/// The rules of one game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The preset these rules come from; variations keep its name.
    pub name: String,
    /// Which cards there are.
    pub deck: DeckSpec,
    /// Number of columns.
    pub columns: u16,
    /// Number of cells, each for one card.
    #[serde(default)]
    pub cells: u16,
    /// How the cards are dealt.
    pub layout: Layout,
    /// What may be put on a card of the tableau.
    pub build: Build,
    /// How much lower a card must be than the one it is put on.
    #[serde(default)]
    pub step: RankStep,
    /// Which cards move together.
    pub group: Group,
    /// What may fill an empty column.
    pub empty_column: EmptyColumn,
    /// How cards leave the game.
    pub home: Home,
    /// The cards not yet in play.
    #[serde(default)]
    pub stock: Stock,
    /// Whether the last card of a foundation may be moved back to a column or a cell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub worrying_back: bool,
    /// The rank that foundations begin with. After the highest rank follows the ace, on foundations and in the tableau,
    /// except that nothing follows the rank below this one. [`Layout::first_card`] lets a deal decide it.
    #[serde(default = "ace", skip_serializing_if = "is_ace")]
    pub base: u32,
}

const fn ace() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_ace(rank: &u32) -> bool {
    *rank == 1
}

/// Rules that contradict themselves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules do not fit together: {0}")]
pub struct RulesError(pub String);

/// The most columns, cells, cards in reserve and foundations.
///
/// Moves number places with 16 bits; the margin leaves room for a count of places and for names that begin with 1.
pub const MOST_PLACES: u16 = 65_000;

/// The most cards of a deck; a larger number is taken for an input error.
const MOST_CARDS: usize = 4_000_000;

impl Rules {
    /// Number of foundations: one a suit and copy. Where cards leave into a hole they stay empty.
    #[must_use]
    pub fn foundations(&self) -> usize {
        self.deck.foundations()
    }

    /// The simplest rules with this deck and number of columns. All cards are dealt to the columns, face up. One card
    /// moves at a time: to a foundation, to a card of any suit one rank higher, or to an empty column.
    ///
    /// Rules that name only what differs from these need no change when there is a new field.
    #[must_use]
    pub fn plain(name: impl Into<String>, deck: DeckSpec, columns: u16) -> Rules {
        Rules {
            name: name.into(),
            deck,
            columns,
            cells: 0,
            layout: Layout::open(),
            build: Build::AnySuit,
            step: RankStep::One,
            group: Group::Single,
            empty_column: EmptyColumn::Any,
            home: Home::Foundations,
            stock: Stock::None,
            worrying_back: false,
            base: ace(),
        }
    }

    /// Checks that the data makes a game.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), RulesError> {
        let fail = |text: String| Err(RulesError(text));
        if self.deck.is_empty() {
            return fail("the deck is empty: expected at least one rank, suit and copy".into());
        }
        if self.columns == 0 {
            return fail("there is no column: expected at least one".into());
        }
        let cards = (self.deck.ranks as usize * self.deck.suits.len()).checked_mul(self.deck.copies.into());
        if cards.is_none_or(|n| n > MOST_CARDS) {
            return fail(format!("the deck is too large: expected at most {MOST_CARDS} cards"));
        }
        let places = [
            ("columns", usize::from(self.columns)),
            ("cells", usize::from(self.cells)),
            ("foundations", self.foundations()),
        ];
        if let Some((what, found)) = places.into_iter().find(|&(_, n)| n > usize::from(MOST_PLACES)) {
            return fail(format!("there are {found} {what}: expected at most {MOST_PLACES}"));
        }
        if self.step == RankStep::Any && self.group == Group::BySpaces {
            return fail("supermoves need steps of one rank".into());
        }
        if self.worrying_back && self.home != Home::Foundations {
            return fail("cards come back from foundations where none goes there one by one".into());
        }
        if !(1..=self.deck.ranks).contains(&self.base) {
            let (base, ranks) = (self.base, self.deck.ranks);
            return fail(format!("foundations begin with rank {base}: expected 1 to {ranks}"));
        }
        match self.empty_column {
            EmptyColumn::ReserveThenAny | EmptyColumn::ReserveThenWaste if !self.layout.stacked => {
                return fail("empty columns are filled from a reserve that is not stacked".into());
            }
            EmptyColumn::ReserveThenWaste | EmptyColumn::WasteThenStock
                if !matches!(self.stock, Stock::Waste { .. }) =>
            {
                return fail("empty columns are filled from a waste that is not there".into());
            }
            _ => {}
        }
        if self.stock == Stock::Hole && !self.home.is_hole() {
            return fail("the stock is drawn into a hole that is not there".into());
        }
        match self.stock {
            Stock::Waste { draw: 0, .. } => {
                return fail("a draw turns no card: expected at least one".into());
            }
            Stock::Waste { draw: 2.., playable: true, .. } => {
                return fail("the top of the stock is played where draws turn several cards".into());
            }
            _ => {}
        }
        self.layout.check(self).map_err(|e| RulesError(e.to_string()))
    }
}
