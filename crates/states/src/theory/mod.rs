//! Theorems that decide or bound games of complete runs without a search.
//!
//! Source: D. A. Laubersheimer, "Spider Solitaire" (Johannes Gutenberg University Mainz, 2024),
//! chapters 2 and 4. One statement a file; each states what it needs, and why it is true under the
//! rules of [`Table`]: a complete run leaves at once, face-down cards are known but do not move.
//! Where the thesis and these rules differ, the proof is this project's own, and the file marks it.
//!
//! * [`sorted`]: every card lies on a higher one of its suit, so the game is won, by a plan that
//!   is written down in linear time.
//! * [`inversions`]: in a game of one deck and one suit, columns that cannot be emptied before
//!   another one is.
//! * [`greedy`]: one deck, one suit, no card may fill an empty column: any order of moves decides.
//! * [`runs`]: how many maximal runs there are, and how many moves a win takes at least.
//!
//! Lemma 4.1.5 of the thesis, that no run need be split onto another suit, is false: `splits.rs` beside the tests has a
//! game that it would lose.
//!
//! No verdict of the program rests on this module: a plan is replayed. Tests compare the statements
//! that a game is lost with exhaustive search on thousands of games
//! (`planning/tests/planning/theory.rs`).

pub mod greedy;
pub mod inversions;
pub mod runs;
pub mod sorted;

use patsat_game::rules::{Feature, Features};
use patsat_game::state::Table;
use rustc_hash::FxHashSet;

/// The error for a game that the theorems do not cover.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{game} has {what}: expected a game of complete runs such as spider")]
pub struct Outside {
    /// The game's name.
    pub game: String,
    /// The feature that the theorems do not cover.
    pub what: &'static str,
}

/// A position of a game of Spider's kind, and counts of its cards.
#[derive(Clone, Debug)]
pub struct Spider<'a> {
    /// The position.
    pub table: &'a Table,
    /// Cards in play, those of the stock included.
    pub cards: usize,
    /// Different suits among them.
    pub suits: usize,
    /// Whether no card in play has a twin in play.
    pub one_deck: bool,
}

/// The features that the theorems cover.
const SUPPORTED: Features = Features::of(&[
    Feature::EqualCards,
    Feature::SameSuit,
    Feature::AnySuit,
    Feature::SuitRuns,
    Feature::TopRankFills,
    Feature::NothingFills,
    Feature::RunsLeave,
    Feature::Rows,
    Feature::RowsOntoEmpty,
]);

impl<'a> Spider<'a> {
    /// The position as one of Spider's kind: cards are built down by one rank, runs of a suit
    /// move together and leave when they are complete, and cards lie in columns and the stock
    /// alone.
    ///
    /// # Errors
    /// What does not fit.
    pub fn new(table: &'a Table) -> Result<Spider<'a>, Outside> {
        let (rules, deal) = (table.rules(), table.deal());
        let outside = |what| Err(Outside { game: rules.name.clone(), what });
        if let Some(feature) = rules.unsupported(SUPPORTED) {
            return outside(feature.text());
        }
        if !rules.features().has(Feature::SuitRuns) {
            return outside("runs of a suit that do not move as one");
        }
        if !deal.reserve.is_empty() || !deal.waste.is_empty() {
            return outside("a reserve or a waste");
        }
        if table.foundations().iter().any(|&height| height != 0 && height != rules.deck.ranks) {
            return outside("a part of a run that is home");
        }
        let (mut cards, mut suits) = (FxHashSet::default(), FxHashSet::default());
        let (mut count, mut one_deck) = (0, true);
        for card in deal.cards_in_play() {
            count += 1;
            one_deck &= cards.insert(card);
            suits.insert(card.suit);
        }
        Ok(Spider { table, cards: count, suits: suits.len(), one_deck })
    }

    /// Whether every card in play lies in a column.
    #[must_use]
    pub fn without_stock(&self) -> bool {
        self.table.deal().stock.is_empty()
    }

    /// Whether there is one suit, each card of it once, and no stock.
    #[must_use]
    pub(crate) fn is_one_run(&self) -> bool {
        self.one_deck && self.suits <= 1 && self.without_stock()
    }
}
