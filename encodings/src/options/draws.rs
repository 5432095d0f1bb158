//! The options of [`crate::steps::draws`].

use super::row::{Row, number};

/// Options that only `exists-draws` and `exists-draws-free` read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawsOptions {
    /// How many cards of a run may move with another in a step, where they do not move freely.
    pub ride: u32,
}

impl Default for DrawsOptions {
    fn default() -> DrawsOptions {
        DrawsOptions { ride: 2 }
    }
}

pub(super) const RIDE: Row<DrawsOptions> = Row {
    about: "cards that may move with another one in a step, 0 to 12 (exists-draws)",
    ..number!(ride, 0..=12, "ride", "")
};
