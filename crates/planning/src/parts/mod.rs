//! Parts of a game by SAT: from a position on a plan to a later one.
//!
//! A whole deal of Spider is too much for one formula, a part of it is not. So a plan is taken
//! as given, and solvers are asked about parts of it whose first and last position are fixed
//! (`ask`): phases between two rows of the stock, then two neighbours together
//! (`hybrid`); any window, for fewer moves ([`shorten`]). This is a large-neighbourhood
//! search (Shaw, CP 1998) over plans, as in block deordering and plan windows (Siddiqui and Haslum,
//! JAIR 54, 2015), with SAT solvers for the neighbourhoods. The whole plan is replayed after every
//! change (`course`).

mod ask;
mod course;
mod hybrid;
mod pack;
mod shorten;

pub(super) use hybrid::solve;
pub use hybrid::{HybridMethod, HybridStats};
pub use shorten::{ShortenRequest, Shortened, shorten};

use ask::Way;

use serde::Serialize;
use std::ops::Range;

/// What was asked about a part of a plan, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// Its first move, from 0.
    pub from: usize,
    /// Its moves before.
    pub moves: usize,
    /// Its moves now, if others were found.
    pub found: Option<usize>,
    /// Whether there are none, of this kind within this horizon.
    pub none: bool,
    /// Steps, those before each row of the stock and those after the last.
    pub horizon: (u32, u32),
    /// The back-end.
    pub backend: String,
    /// Variables of the formula.
    pub variables: u32,
    /// Its clauses.
    pub clauses: usize,
    /// Conflicts.
    pub conflicts: u64,
    /// Milliseconds to write it and to answer.
    pub time_ms: f64,
}

impl Tried {
    fn new(part: Range<usize>, way: &Way) -> Tried {
        Tried {
            from: part.start,
            moves: part.len(),
            found: None,
            none: false,
            horizon: (way.options.phase_steps.unwrap_or(0), way.horizon),
            backend: way.backend.name().to_owned(),
            variables: 0,
            clauses: 0,
            conflicts: 0,
            time_ms: 0.0,
        }
    }
}
