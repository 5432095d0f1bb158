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

pub use crate::rounds::{HybridStats, Tried};
pub use hybrid::HybridMethod;
pub(super) use hybrid::solve;
pub use shorten::{ShortenRequest, Shortened, shorten};
