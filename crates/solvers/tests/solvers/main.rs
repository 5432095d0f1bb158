//! Back-ends answer alike, and their proofs convince our checker and others.
#![allow(clippy::unwrap_used, reason = "tests")]

mod backends;
mod other_checkers;
mod proofs;
