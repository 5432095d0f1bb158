//! The options of [`crate::steps::exists`].

use super::row::{Row, switch};

/// Options that only `exists` and `exists-loose` read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExistsOptions {
    /// Clauses that every plan satisfies.
    pub landmarks: bool,
}

pub(super) const LANDMARKS: Row<ExistsOptions> =
    switch!(landmarks, "landmarks", "clauses that hold for every plan");
