//! The options of [`crate::steps::exists`].

use super::row::{Row, switch};

/// Options that only `exists` and `exists-loose` read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExistsOptions {
    /// Clauses that every plan satisfies.
    pub landmarks: bool,
    /// A run moves as one fact.
    pub supermoves: bool,
    /// A loose card may claim to stand in a column before it carries a card.
    pub claims: bool,
}

impl Default for ExistsOptions {
    fn default() -> ExistsOptions {
        ExistsOptions { landmarks: false, supermoves: false, claims: true }
    }
}

pub(super) const LANDMARKS: Row<ExistsOptions> =
    switch!(landmarks, "landmarks", "clauses that hold for every plan");
pub(super) const SUPERMOVES: Row<ExistsOptions> =
    switch!(supermoves, "supermoves", "a run moves as one unit");
pub(super) const CLAIMS: Row<ExistsOptions> =
    switch!(claims, "claims", "a loose card may claim a column before it carries a card");
