//! Chains as data.

use crate::input_error::InputError;
use crate::sat::{Config, is_built_in};
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::schemes;
use patsat_encodings::task::{Goal, Task};
use patsat_solvers as solvers;

/// How a game is played as a chain of questions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chain {
    /// The encoding of every stage.
    pub encoding: &'static str,
    /// How the best end of a stage is asked for, in turns from attempt to attempt.
    pub stages: &'static [Ask],
    /// What is made small at the end of a stage: features and weights, in turns from attempt to attempt.
    pub objectives: &'static [&'static [(Feature, u32)]],
    /// Where a stock is drawn card by card, how that cuts the game, in turns from attempt to attempt.
    pub draws: &'static [Draws],
    /// How the win is asked for after the last row, one after the other until there is one.
    pub last: &'static [Ask],
    /// How often, where there is no win yet, the position is made better to ask again from there.
    pub more: u32,
    /// How often the chain is begun anew before it gives up.
    pub attempts: u64,
    /// How many cards a game without rows to deal must have for the chain to be tried before other questions: of fewer
    /// whole formulas soon say all.
    pub least_cards: usize,
    /// After how many attempts in a row whose end was refuted, no win being within the steps of `last` from it, it gives
    /// up too: the game is small or hopeless, and whole formulas say more of it.
    pub refuted: u64,
}

/// Where a game is cut whose stock is drawn card by card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// How many cards a stage draws.
    pub each: u32,
    /// How many may be left to draw where the win is asked for before the next stage.
    pub win: u32,
    /// How it is asked for.
    pub last: Ask,
}

/// How a stage is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Options of the encoding.
    pub options: &'static str,
    /// Name of the back-end. Where it is not built in, varisat takes its place.
    pub backend: &'static str,
    /// Steps of the encoding.
    pub horizon: u32,
    /// Most conflicts of one question.
    pub conflicts: u64,
    /// Conflicts after which no better end is asked for.
    pub in_all: u64,
}

impl Chain {
    /// The configuration of a stage.
    ///
    /// # Errors
    /// If the row names what there is not.
    pub(in crate::sat) fn config(&self, ask: &Ask, seed: u64) -> Result<Config, InputError> {
        let mut backend = solvers::backend(ask.backend)?;
        if !is_built_in(&backend) {
            backend = solvers::backend("varisat")?;
        }
        Ok(Config {
            encoding: schemes::encoding(self.encoding)?,
            options: ask.options.parse()?,
            backend,
            seed,
        })
    }

    /// Whether its encoding can say this game, to the win and without an end.
    pub(in crate::sat) fn says(&self, task: &Task) -> bool {
        let open = Task { goal: Goal::Open(0), ..task.clone() };
        let says = |config: Config| {
            [task, &open].iter().all(|task| (config.encoding.start)(task, &config.options).is_ok())
        };
        self.config(self.stage(0), 0).is_ok_and(says)
    }

    /// How a stage of this attempt is asked, the first attempt being number 0.
    #[must_use]
    pub(in crate::sat) fn stage(&self, attempt: u64) -> &'static Ask {
        &self.stages[attempt as usize % self.stages.len()]
    }

    /// How draws cut the game in this attempt, the first being number 0; `None` where nothing says so.
    #[must_use]
    pub(in crate::sat) fn draws(&self, attempt: u64) -> Option<Draws> {
        let turn = attempt as usize % self.draws.len().max(1);
        self.draws.get(turn).copied()
    }

    /// What is made small in this attempt, the first being number 0.
    #[must_use]
    pub fn objective(&self, attempt: u64) -> Objective {
        let turn = attempt as usize % self.objectives.len().max(1);
        Objective { terms: self.objectives.get(turn).map_or_else(Vec::new, |terms| terms.to_vec()) }
    }
}

/// Stages are many small questions about one formula, each with a few more assumptions, and most of them have a model: what a
/// modern solver does to the formula between them costs more than it saves. MiniSat's search in Rust needs half the time of
/// CaDiCaL.
const STAGES: &str = "batsat";

/// Of each feature one counts as much as of the others.
const ALIKE: &[(Feature, u32)] =
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 1)];

/// An empty column counts as much as three links.
const ROOM: &[(Feature, u32)] =
    &[(Feature::Unlinked, 1), (Feature::Dealt, 1), (Feature::FaceDown, 1), (Feature::Columns, 3)];

/// A chain for games of Spider's kind. Links are never parted: with that streamliner the stage after the last row is
/// won or refuted a hundred times sooner. A win from there is found in some hundred conflicts or hardly ever; to
/// make the position better first, and ask again, pays more than to ask longer.
pub const RUNS: Chain = Chain {
    encoding: "exists-runs",
    stages: &[Ask { options: "perm", backend: STAGES, horizon: 4, conflicts: 4000, in_all: 12_000 }],
    objectives: &[ALIKE, ALIKE, ROOM],
    draws: &[],
    last: &[Ask { options: "perm", backend: "cadical-sat", horizon: 12, conflicts: 1000, in_all: 1000 }],
    more: 4,
    attempts: 200,
    least_cards: usize::MAX,
    refuted: u64::MAX,
};

/// The same before other questions are asked.
pub const RUNS_FIRST: Chain = Chain { attempts: 12, ..RUNS };

/// A card in play, one that still lies where it was dealt and is in the way there, a cell, a column: each counts one.
const CARDS_AND_ROOM: &[(Feature, u32)] = &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Taken, 1)];

/// The same, getting at what was dealt being worth two.
const DEALT: &[(Feature, u32)] = &[(Feature::InPlay, 1), (Feature::Dealt, 2), (Feature::Taken, 1)];

/// Cards in play being worth two, and room nothing.
const CARDS: &[(Feature, u32)] = &[(Feature::InPlay, 2), (Feature::Dealt, 1)];

/// A chain for games of FreeCell's kind. Nothing cuts these games; the value falls by one or so with every move of a
/// winning plan, so a position that is better by it is mostly nearer to the win, and a few steps towards a better one
/// are quickly found. A win from there takes fewer steps and fewer cards, and hence fewer conflicts.
pub const CELLS: Chain = Chain {
    encoding: "exists-loose",
    stages: &[cells(4, 500), cells(6, 1000), cells(6, 3000), cells(8, 3000)],
    objectives: &[CARDS_AND_ROOM, DEALT, CARDS],
    draws: &[],
    last: &[Ask { options: "", backend: "varisat", horizon: 30, conflicts: 2000, in_all: 2000 }],
    more: 10,
    attempts: 1000,
    least_cards: 44,
    refuted: u64::MAX,
};

/// The same before other questions are asked.
pub const CELLS_FIRST: Chain = Chain { attempts: 40, refuted: 3, ..CELLS };

const fn cells(horizon: u32, conflicts: u64) -> Ask {
    Ask { options: "", backend: STAGES, horizon, conflicts, in_all: 2 * conflicts }
}

/// A card that lies on one it could not be built on, a card on the waste, a column: each counts one.
const UNBUILT: &[(Feature, u32)] = &[(Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 1)];

/// The same, and every card in play, the waste being worth two.
const WASTE: &[(Feature, u32)] =
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Waste, 2), (Feature::Columns, 1)];

/// The same, an empty column being worth three.
const COLUMNS: &[(Feature, u32)] =
    &[(Feature::InPlay, 1), (Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 3)];

/// The same, a card that goes home being worth two.
const HOME: &[(Feature, u32)] =
    &[(Feature::InPlay, 2), (Feature::Dealt, 1), (Feature::Waste, 1), (Feature::Columns, 1)];

/// A chain for games of Forty Thieves' kind. Stages are small, and mostly their end is shown to be the best of its
/// shape; which deals are then won depends on where the game is cut and on what counts more than on the seed, so both take
/// turns.
pub const DRAWS: Chain = Chain {
    encoding: "exists-draws",
    stages: &[Ask {
        options: "labels=5,phase-steps=1",
        backend: STAGES,
        horizon: 2,
        conflicts: 1000,
        in_all: 3000,
    }],
    // Five, the best one twice, and four cuts: every pair comes in twenty attempts.
    objectives: &[UNBUILT, WASTE, COLUMNS, HOME, UNBUILT],
    draws: &[draws(12, 40, 5), draws(8, 32, 10), draws(16, 32, 10), draws(16, 48, 5)],
    last: &[LAST_DRAWN],
    more: 2,
    attempts: 1000,
    least_cards: 44,
    refuted: u64::MAX,
};

/// The same before other questions are asked.
pub const DRAWS_FIRST: Chain = Chain { attempts: 8, ..DRAWS };

const LAST_DRAWN: Ask =
    Ask { options: "labels=5,phase-steps=1", backend: STAGES, horizon: 5, conflicts: 2000, in_all: 2000 };

const fn draws(each: u32, win: u32, horizon: u32) -> Draws {
    Draws { each, win, last: Ask { horizon, ..LAST_DRAWN } }
}
