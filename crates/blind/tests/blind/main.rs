//! Players who do not see hidden cards.
#![allow(clippy::unwrap_used, reason = "tests")]

mod blindness;
mod exact;
