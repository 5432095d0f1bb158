//! The options of [`crate::steps::runs`].

use super::row::{Row, switch};

/// Options that only `exists-runs` reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunsOptions {
    /// Streamliner: neighbours of a run that lie on each other are never parted.
    pub perm: bool,
    /// Streamliner: each card of a run lies on one of the equal cards that carry it there only.
    pub link: bool,
}

pub(super) const PERM: Row<RunsOptions> =
    Row { streamliner: true, ..switch!(perm, "perm", "streamliner: runs are never split") };
pub(super) const LINK: Row<RunsOptions> = Row {
    streamliner: true,
    ..switch!(link, "link", "streamliner: one of several equal cards carries each card of a run")
};
