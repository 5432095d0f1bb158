//! Fast states held against the table.
#![allow(clippy::unwrap_used, reason = "tests")]

mod packed;
mod piles;
mod runs;
