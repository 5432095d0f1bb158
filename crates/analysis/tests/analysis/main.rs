//! Hints, ratings, unseen cards and variants held against exhaustive search.
#![allow(clippy::unwrap_used, reason = "tests")]

mod hint;
mod rate;
mod two_players;
mod unseen;
mod variants;
