//! The table of chains.

use crate::input_error::InputError;
use crate::sat::{Config, is_built_in};
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::schemes;
use patsat_encodings::task::{Goal, Task};
use patsat_solvers as solvers;

/// The settings of a chain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chain {
    /// The encoding of every stage.
    pub encoding: &'static str,
    /// The settings of a stage, in turns from attempt to attempt.
    pub stages: &'static [QuerySettings],
    /// The objectives to minimise at the end of a stage: features and weights, in turns from attempt to attempt.
    pub objectives: &'static [&'static [(Feature, u32)]],
    /// The cuts of a game whose stock is drawn card by card, in turns from attempt to attempt.
    pub draws: &'static [Draws],
    /// The queries for the win after the last row, one after the other until a win is found.
    pub last: &'static [QuerySettings],
    /// The number of times that the position is improved to query the win from there.
    pub more: u32,
    /// The number of attempts before the chain gives up.
    pub attempts: u64,
    /// The minimum number of cards of a game without rows to deal for the chain to be tried before other queries.
    /// Smaller games are soon decided by whole formulas.
    pub least_cards: usize,
    /// The number of refuted attempts in a row after which the chain gives up. An attempt is refuted if no win lies
    /// within the steps of `last` from its end. Such a game is small or hopeless, and whole formulas give a better
    /// verdict.
    pub refuted: u64,
}

/// The cut of a game whose stock is drawn card by card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// The number of cards that a stage draws.
    pub each: u32,
    /// The maximum number of cards left to draw at which the win is queried before the next stage.
    pub win: u32,
    /// The query for the win.
    pub last: QuerySettings,
}

/// The settings of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuerySettings {
    /// Options of the encoding.
    pub options: &'static str,
    /// Name of the back-end. If it is not built in, varisat replaces it.
    pub backend: &'static str,
    /// Steps of the encoding.
    pub horizon: u32,
    /// Conflict limit of one query.
    pub conflicts: u64,
    /// Conflicts after which no better end is queried.
    pub in_all: u64,
}

impl Chain {
    /// Returns the configuration of a query.
    ///
    /// # Errors
    /// If the row names an unknown encoding, option or back-end.
    pub(in crate::sat) fn config(&self, settings: &QuerySettings, seed: u64) -> Result<Config, InputError> {
        let mut backend = solvers::backend(settings.backend)?;
        if !is_built_in(&backend) {
            backend = solvers::backend("varisat")?;
        }
        Ok(Config {
            encoding: schemes::encoding(self.encoding)?,
            options: settings.options.parse()?,
            backend,
            seed,
        })
    }

    /// Whether its encoding supports this game, with the win as goal and without a goal.
    pub(in crate::sat) fn supports(&self, task: &Task) -> bool {
        let open = Task { goal: Goal::Open(0), ..task.clone() };
        let supports = |config: Config| {
            [task, &open].iter().all(|task| (config.encoding.start)(task, &config.options).is_ok())
        };
        self.config(self.stage(0), 0).is_ok_and(supports)
    }

    /// Returns the settings of a stage in this attempt; attempts are counted from 0.
    #[must_use]
    pub(in crate::sat) fn stage(&self, attempt: u64) -> &'static QuerySettings {
        &self.stages[attempt as usize % self.stages.len()]
    }

    /// Returns the cut of the game by draws in this attempt, counted from 0; `None` if the chain has no cuts.
    #[must_use]
    pub(in crate::sat) fn draws(&self, attempt: u64) -> Option<Draws> {
        let turn = attempt as usize % self.draws.len().max(1);
        self.draws.get(turn).copied()
    }

    /// Returns the objective of this attempt, counted from 0.
    #[must_use]
    pub fn objective(&self, attempt: u64) -> Objective {
        let turn = attempt as usize % self.objectives.len().max(1);
        Objective { terms: self.objectives.get(turn).map_or_else(Vec::new, |terms| terms.to_vec()) }
    }
}

/// The back-end of stages. A stage is many small queries about one formula, each with a few more assumptions, and most
/// of them have a model. Inprocessing between them costs more than it saves. Batsat, MiniSat's search in Rust, needs
/// half the time of CaDiCaL.
const STAGES: &str = "batsat";

/// All features have the weight 1.
const ALIKE: &[(Feature, u32)] =
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 1)];

/// An empty column has the weight of three links.
const ROOM: &[(Feature, u32)] =
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 3)];

/// A chain for games like Spider. The streamliner `perm` forbids parting links; with it the stage after the last row is
/// won or refuted a hundred times sooner. A win from there takes some hundred conflicts or is rarely found, so
/// improving the position first pays more than a longer query.
pub const RUNS: Chain = Chain {
    encoding: "exists-runs",
    stages: &[QuerySettings {
        options: "perm",
        backend: STAGES,
        horizon: 4,
        conflicts: 4000,
        in_all: 12_000,
    }],
    objectives: &[ALIKE, ALIKE, ROOM],
    draws: &[],
    last: &[QuerySettings {
        options: "perm",
        backend: "cadical-sat",
        horizon: 12,
        conflicts: 1000,
        in_all: 1000,
    }],
    more: 4,
    attempts: 200,
    least_cards: usize::MAX,
    refuted: u64::MAX,
};

/// [`RUNS`] with fewer attempts, for use before other queries.
pub const RUNS_FIRST: Chain = Chain { attempts: 12, ..RUNS };

/// Weight 1 each: a card in play, a card that still lies where it was dealt and blocks others, a cell, a column.
const CARDS_AND_ROOM: &[(Feature, u32)] = &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Taken, 1)];

/// As [`CARDS_AND_ROOM`], with weight 2 for cards that lie where they were dealt.
const DEALT: &[(Feature, u32)] = &[(Feature::InPlay, 1), (Feature::Dealt, 2), (Feature::Taken, 1)];

/// Weight 2 for cards in play, 1 for cards that lie where they were dealt, and none for cells and columns.
const CARDS: &[(Feature, u32)] = &[(Feature::InPlay, 2), (Feature::Dealt, 1)];

/// A chain for games like FreeCell. These games have no natural cut. The value falls by about one with every move of a
/// winning plan, so a better position is mostly nearer to the win, and a few steps towards it are found fast. A win
/// from there has fewer steps and fewer cards, and so takes fewer conflicts.
pub const CELLS: Chain = Chain {
    encoding: "exists-loose",
    stages: &[cells(4, 500), cells(6, 1000), cells(6, 3000), cells(8, 3000)],
    objectives: &[CARDS_AND_ROOM, DEALT, CARDS],
    draws: &[],
    last: &[QuerySettings { options: "", backend: "varisat", horizon: 30, conflicts: 2000, in_all: 2000 }],
    more: 10,
    attempts: 1000,
    least_cards: 44,
    refuted: u64::MAX,
};

/// [`CELLS`] with fewer attempts, for use before other queries.
pub const CELLS_FIRST: Chain = Chain { attempts: 40, refuted: 3, ..CELLS };

const fn cells(horizon: u32, conflicts: u64) -> QuerySettings {
    QuerySettings { options: "", backend: STAGES, horizon, conflicts, in_all: 2 * conflicts }
}

/// Weight 1 each: a card on one that it could not be built on, a card on the waste, a column.
const UNBUILT: &[(Feature, u32)] = &[(Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 1)];

/// As [`UNBUILT`], with weight 1 for every card in play and 2 for the waste.
const WASTE: &[(Feature, u32)] =
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Waste, 2), (Feature::Columns, 1)];

/// As [`WASTE`], with weight 1 for the waste and 3 for columns.
const COLUMNS: &[(Feature, u32)] =
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 3)];

/// As [`WASTE`], with weight 2 for cards in play and 1 for the waste.
const HOME: &[(Feature, u32)] =
    &[(Feature::InPlay, 2), (Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 1)];

/// A chain for games like Forty Thieves. Stages are small, and the solver mostly shows that their end is the best of
/// its shape. The deals that are won depend on the cuts and the objective more than on the seed, so both take turns.
pub const DRAWS: Chain = Chain {
    encoding: "exists-draws",
    stages: &[QuerySettings {
        options: "labels=5,phase-steps=1",
        backend: STAGES,
        horizon: 2,
        conflicts: 1000,
        in_all: 3000,
    }],
    // Five objectives, the best one twice, and four cuts: every pair occurs in twenty attempts.
    objectives: &[UNBUILT, WASTE, COLUMNS, HOME, UNBUILT],
    draws: &[draws(12, 40, 5), draws(8, 32, 10), draws(16, 32, 10), draws(16, 48, 5)],
    last: &[LAST_DRAWN],
    more: 2,
    attempts: 1000,
    least_cards: 44,
    refuted: u64::MAX,
};

/// [`DRAWS`] with fewer attempts, for use before other queries.
pub const DRAWS_FIRST: Chain = Chain { attempts: 8, ..DRAWS };

const LAST_DRAWN: QuerySettings = QuerySettings {
    options: "labels=5,phase-steps=1",
    backend: STAGES,
    horizon: 5,
    conflicts: 2000,
    in_all: 2000,
};

const fn draws(each: u32, win: u32, horizon: u32) -> Draws {
    Draws { each, win, last: QuerySettings { horizon, ..LAST_DRAWN } }
}
