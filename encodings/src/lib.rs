//! How a bounded plan becomes a formula. This crate knows ids and relations, no suits.

#![warn(clippy::unwrap_used)]
