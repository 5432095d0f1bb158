//! Carcassonne Solitaire: from a set of tiles and a question to a board or a reason, both checked.
//!
//! [`decide`](Decider::decide) decides one rectangle. By default ([`Method::Portfolio`]) it first tries arguments that
//! need no solver, then the native search, and for large boards search with a tail by SAT. The last step is SAT on
//! the whole board, which also proves that no board exists. [`largest`](Decider::largest) decides such rectangles until
//! it has the largest square or rectangle.
//!
//! The checker of tiles must accept every board. The result that no board exists needs an argument that was checked by
//! arithmetic, or a checked proof about the formula of the question. [`proof`] keeps these in a file.

mod largest;
pub mod proof;
mod rectangle;
pub mod study;
pub mod subsets;

pub use largest::{Extent, LargestResult, Objective};

use crate::check::{Argument, BoardFault, Verified};
use crate::{Board, Shape, Side, TileSet};
use patsat_base::Limit;
use patsat_lrat::{LratFault, Refutation};
use patsat_solvers::{BackendChoice, BackendError, BackendOptions, Control};

/// A method to find a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Arguments, search, search with a tail, SAT.
    Portfolio,
    /// Depth first with restarts.
    Search,
    /// Depth first through everything.
    Exhaustive,
    /// Rows by search, the last ones by SAT.
    Tail,
    Sat,
    /// The accurate algorithm of the source.
    Accurate,
    /// Its first approximate one.
    CityFirst,
    /// Its second approximate one.
    Blocks,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 8] = [
        Method::Portfolio,
        Method::Search,
        Method::Exhaustive,
        Method::Tail,
        Method::Sat,
        Method::Accurate,
        Method::CityFirst,
        Method::Blocks,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["portfolio", "search", "exhaustive", "tail", "sat", "accurate", "city-first", "blocks"]
            [self as usize]
    }

    /// Whether it is one of the source's, which know only squares with any border.
    #[must_use]
    pub fn grows(self) -> bool {
        matches!(self, Method::Accurate | Method::CityFirst | Method::Blocks)
    }
}

/// A tile set, and the settings to decide questions about it.
#[derive(Clone, Debug)]
pub struct Decider<'a> {
    /// The tiles.
    pub set: &'a TileSet,
    /// Whether they may be turned.
    pub rotation: bool,
    /// The colour that every outer side must show, if any.
    pub border: Option<Side>,
    /// The method.
    pub method: Method,
    /// The solver.
    pub backend: &'a BackendChoice,
    /// Seed of all random choices, of the solver's too.
    pub seed: u64,
    /// Whether the algorithms of the source use restarts.
    pub restarts: bool,
    /// Most steps of a search: cells filled, or tiles placed. `None`: the default of the method.
    pub nodes: Option<u64>,
    /// When to stop.
    pub control: Control<'a>,
}

/// Why there is no such rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A checked argument, and its reason as a sentence.
    Argument(Argument, Verified<String>),
    /// The formula has no model, by a checked proof.
    Refuted(CheckedProof),
    /// A search went through everything. This leaves no certificate.
    Exhausted,
}

/// A checked proof, with the data to store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedProof {
    /// LRAT, compressed.
    pub lrat: Vec<u8>,
    /// The checker's result.
    pub checked: Refutation,
}

/// The result for a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A board that has the rectangle.
    Board(Verified<Board>),
    None(Ground),
    /// Not found, and not ruled out.
    Unknown(Limit),
}

/// A failure of the solver or of a checker.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecideError {
    /// The solver.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A board that the checker refuses: a bug.
    #[error("the checker refuses the board for {0}: {1}")]
    Board(String, BoardFault),
    /// A proof that the checker refuses: a bug.
    #[error("the checker refuses the proof for {0}: {1}")]
    Proof(String, LratFault),
}

impl Decider<'_> {
    fn options(&self) -> BackendOptions {
        BackendOptions { seed: self.seed }
    }

    /// Largest side of a square that there are tiles for.
    #[must_use]
    pub fn most(&self) -> usize {
        self.set.len().isqrt()
    }

    /// All rectangles that there are tiles for, the largest first and of equal ones the squarest; without
    /// rotation both the lying and the standing ones.
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape> {
        let tiles = self.set.len();
        let all =
            (1..=tiles).flat_map(|height| (1..=tiles / height).map(move |width| Shape { width, height }));
        let mut shapes: Vec<Shape> =
            all.filter(|shape| !self.rotation || shape.width >= shape.height).collect();
        let uneven = |shape: &Shape| shape.width.abs_diff(shape.height);
        shapes.sort_by_key(|shape| (std::cmp::Reverse(shape.area()), uneven(shape), shape.height));
        shapes
    }
}
