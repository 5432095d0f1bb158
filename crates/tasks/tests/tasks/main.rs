//! Planning tasks held against search and brute force.
#![allow(clippy::unwrap_used, reason = "tests")]

mod ground_search;
mod pseudo_boolean;
