//! Helpers that tests share: small random games and formulas, brute force, calls of the program.
#![allow(missing_debug_implementations, clippy::unwrap_used, reason = "for tests")]

pub mod any_game;
#[cfg(feature = "all")]
pub mod cli;
#[cfg(feature = "all")]
pub mod cnf;
pub mod endings;
#[cfg(feature = "all")]
pub mod formulas;
pub mod klondike;
#[cfg(feature = "all")]
pub mod open_runs;
pub mod positions;
#[cfg(feature = "all")]
pub mod proofs;
#[cfg(feature = "all")]
pub mod proved;
pub mod runs;
#[cfg(feature = "all")]
pub mod spider;
#[cfg(feature = "all")]
pub mod thief_search;
pub mod thieves;
#[cfg(feature = "all")]
pub mod three_sat;
pub mod worlds;

use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, FaceUp, Group, Layout, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A seeded source of small numbers.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A random small game of the FreeCell family, some of it filled into cells or a reserve.
pub fn small_game(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("freecell").unwrap();
    rules.deck = DeckSpec::new(2 + dice.below(4) as u32, 2 + dice.below(3) as u16, 1);
    rules.columns = 1 + dice.below(5) as u16;
    rules.cells = dice.below(4) as u16;
    rules.build = dice.pick(&[
        Build::AlternateColour,
        Build::AlternateColour,
        Build::AlternateColour,
        Build::SameSuit,
        Build::AnySuit,
        Build::Nothing,
    ]);
    rules.empty_column =
        dice.pick(&[EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]);
    rules.group = dice.pick(&[Group::BySpaces, Group::BySpaces, Group::Single]);
    rules.layout = Layout {
        sizes: Sizes::All,
        cells: dice.below(usize::from(rules.cells) + 1) as u16,
        reserve: u16::from(dice.below(4) == 0),
        ..Layout::open()
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// An ordinary FreeCell deal.
pub fn freecell(number: u64) -> Instance {
    Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(number)).unwrap()
}

/// A random small game of Spider's kind: one to three suits, with or without rows to deal,
/// face-down cards, strict or relaxed dealing.
pub fn small_spider(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("spider").unwrap();
    rules.columns = 2 + dice.below(3) as u16;
    let suits = 1 + dice.below(3) as u16;
    rules.deck = DeckSpec::new(2 + dice.below(3) as u32, suits, 1 + dice.below(2) as u16);
    let cards = rules.deck.len() as u32;
    let least = cards.min(rules.columns.into());
    let stocked = dice.below(2) == 0;
    let dealt = if stocked { least + dice.below((cards - least) as usize + 1) as u32 } else { cards };
    rules.layout.sizes = Sizes::Round(dealt);
    rules.layout.face_up = dice.pick(&[FaceUp::All, FaceUp::Top]);
    rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}
