//! The textbook searches, each in a file, so that they can be compared on the same games.
//!
//! They walk any [`Position`]: [`Table`] for every game of the project, and where it fits [`patsat_states::packed::Packed`],
//! which is faster (so the strategies of [`CLASSIC`] choose). None uses a dominance rule or a symmetry beyond the
//! canonical key. None recurses, so plans of a hundred thousand moves do not overflow a stack. Every set of visited
//! positions holds whole keys, never their hashes, so a strategy that is `complete` may report that it exhausted a
//! game.
//!
//! Source: the algorithms as George T. Heineman lists them in "January Column: Graph Algorithms" (O'Reilly, 2009). Each
//! file names its differences from his listing.

mod a_star;
mod arena;
mod backtracking;
mod best_first;
mod breadth_first;
mod depth_bounded;
mod depth_first;
mod fast;
mod frontier;
mod path;
mod staged_deepening;

pub use a_star::search as a_star;
pub use backtracking::search as backtracking;
pub use best_first::{STRATEGY as BEST_FIRST, search as best_first};
pub use breadth_first::search as breadth_first;
pub use depth_bounded::{DEFAULT_DEPTH, search as depth_bounded};
pub use depth_first::search as depth_first;
pub use staged_deepening::{Keep, search as staged_deepening};

use super::Strategy;
use super::heuristic::{heineman, joins};
use patsat_game::rules::Home;
use patsat_game::state::{Position, StateKey, Table};

/// The classic strategies, the simplest first.
pub const CLASSIC: &[Strategy] = &[
    breadth_first::STRATEGY,
    depth_first::STRATEGY,
    depth_bounded::STRATEGY,
    backtracking::STRATEGY,
    best_first::STRATEGY,
    a_star::STRATEGY,
    staged_deepening::STRATEGY,
    staged_deepening::KEEPING_ALL,
];

/// A position with a score and a memory footprint. Another thread may free it.
pub trait Scored: Position<Key: Send + 'static> + Send + 'static {
    /// How far the position looks from a win, smaller is nearer. It need not be a bound.
    fn score(&self) -> u32;

    /// Bytes of this position, those it points to included.
    fn footprint(&self) -> usize {
        size_of::<Self>()
    }

    /// Bytes that a key points to, beside its own size.
    fn key_heap(_key: &Self::Key) -> usize {
        0
    }
}

impl Scored for Table {
    /// [`heineman`] where there are foundations, [`joins`] where complete runs leave, the cards left where there is a hole.
    fn score(&self) -> u32 {
        match self.rules().home {
            Home::Foundations => heineman::score(self),
            Home::Runs | Home::RunsByMove | Home::WholeColumns => joins::score(self),
            Home::Hole | Home::HoleAroundCorner => self.deal().cards_in_play().count() as u32,
        }
    }

    fn footprint(&self) -> usize {
        let cards = self.deal().cards_in_play().count() * size_of::<patsat_game::cards::Card>();
        // Vectors hold up to twice what is in them.
        size_of::<Self>() + size_of_val(self.columns()) + 2 * cards
    }

    fn key_heap(key: &StateKey) -> usize {
        key.as_bytes().len()
    }
}
