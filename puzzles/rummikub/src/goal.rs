//! The goal: what makes one answer better than another.

/// A value to maximize.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// The sum of the values of all tiles in the sets, a joker counting as the tile it stands for.
    #[default]
    Value,
    /// The number of tiles laid, jokers among them.
    Tiles,
}

impl Objective {
    /// Both, with their names.
    pub const ALL: [(Objective, &'static str); 2] =
        [(Objective::Value, "value"), (Objective::Tiles, "tiles")];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Objective::Value => "value",
            Objective::Tiles => "tiles",
        }
    }
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal {
    /// The value to maximize.
    pub objective: Objective,
    /// The least value of all sets together. For the opening meld, solve the rack alone
    /// ([`Puzzle::rack_alone`](super::Puzzle::rack_alone)), usually with 30.
    pub at_least: Option<u32>,
    /// Whether to select, of all answers that are best by the objective, one that keeps the most
    /// sets of the table.
    pub keep: bool,
}
