//! What makes one answer better than another.

/// What is to be as great as possible.
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

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal {
    /// What is to be as great as possible.
    pub objective: Objective,
    /// The sets must be worth so much together. The opening meld: ask it of the rack alone
    /// ([`Puzzle::rack_alone`](super::Puzzle::rack_alone)), usually with 30.
    pub at_least: Option<u32>,
    /// Whether, of all answers that are best by the objective, one is wanted that keeps as many
    /// sets of the table as possible.
    pub keep: bool,
}
