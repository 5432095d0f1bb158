//! Carcassonne Solitaire: from a set of tiles and a question to a board or a reason, both checked.
//!
//! [`decide`](Asker::decide) answers for one rectangle. By default ([`Method::Portfolio`]) arguments that need no
//! solver come first, then the native search, for large boards search with a tail by SAT, and
//! last SAT on the whole board, which also finds out that there is none. [`largest`](Asker::largest) answers for the
//! largest square or rectangle by such questions. A board is an answer once the checker of tiles has accepted it; that
//! there is none, once an argument was checked by arithmetic, or a proof by the checker of proofs on the formula of
//! the question. [`proof`] keeps these in a file.

mod largest;
pub mod proof;
mod rectangle;
pub mod study;
pub mod subsets;

pub use largest::{Extent, Largest, Wanted};

use crate::check::{Argument, BoardFault, Checked};
use crate::{Board, Shape, Side, TileSet};
use patsat_lrat::{LratFault, Refutation};
use patsat_solvers::{BackendError, BackendOptions, Chosen, Control, Limit};

/// How to look for a board.
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

/// A set, and how to answer questions about it.
#[derive(Clone, Debug)]
pub struct Asker<'a> {
    /// The tiles.
    pub set: &'a TileSet,
    /// Whether they may be turned.
    pub rotation: bool,
    /// What every outer side must show, if that matters.
    pub border: Option<Side>,
    /// How to look.
    pub method: Method,
    /// The solver.
    pub backend: &'a Chosen,
    /// Seed of all random choices, of the solver's too.
    pub seed: u64,
    /// Whether the algorithms of the source begin anew now and then.
    pub restarts: bool,
    /// Most steps of a search: cells filled, or tiles placed. `None`: as the method has it.
    pub nodes: Option<u64>,
    /// When to stop.
    pub control: Control<'a>,
}

/// Why there is no such rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// An argument that was checked, and how it goes.
    Argument(Argument, Checked<String>),
    /// The formula has no model, by a proof that was checked.
    Refuted(Refuted),
    /// A search went through everything. This leaves no certificate.
    Exhausted,
}

/// A checked proof, with what it takes to keep it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// LRAT, compressed.
    pub lrat: Vec<u8>,
    /// What the checker followed.
    pub checked: Refutation,
}

/// What became of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A board that has the rectangle.
    Board(Checked<Board>),
    None(Ground),
    /// Not found, and not ruled out.
    Unknown(Limit),
}

/// No answer, and no fault of the question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AskError {
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

impl Asker<'_> {
    fn options(&self) -> BackendOptions {
        BackendOptions { seed: self.seed }
    }

    /// Largest side of a square that there are tiles for.
    #[must_use]
    pub fn most(&self) -> usize {
        self.set.len().isqrt()
    }

    /// All rectangles that there are tiles for, the largest first and of equal ones the squarest; lying and
    /// standing ones if that is not the same.
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
