//! Parts of a game by SAT: from a position on a plan to a later one.
//!
//! A whole deal of Spider is too large for one formula, but a part of it is not. So solvers are queried about parts of
//! a given plan whose first and last position are fixed (`query`). One method solves the phases between two rows of the
//! stock, then two neighbours together (`hybrid`). Another looks for fewer moves in any window ([`shorten`]). Both are
//! a large-neighbourhood search (Shaw, CP 1998) over plans, as in block deordering and plan windows (Siddiqui and
//! Haslum, JAIR 54, 2015). SAT solvers search the neighbourhoods. The whole plan is replayed after every change
//! (`course`).

mod course;
mod hybrid;
mod pack;
mod query;
mod shorten;

pub use crate::rounds::{HybridStats, PartAttempt};
pub use hybrid::HybridMethod;
pub(super) use hybrid::solve;
pub use shorten::{ShortenRequest, ShortenResult, shorten};
