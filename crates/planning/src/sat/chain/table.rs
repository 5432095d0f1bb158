//! Chains as data.

use crate::failure::Failure;
use crate::sat::{Config, is_built_in};
use patsat_encodings::objective::{Feature, Objective};
use patsat_encodings::schemes;
use patsat_solvers as solvers;
use std::fmt::Display;

/// How a game is played as a chain of questions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chain {
    /// The encoding of every stage.
    pub encoding: &'static str,
    /// How a stage before a row is asked.
    pub stage: Ask,
    /// What is made small at the end of a stage: features and weights, in turns from attempt to attempt.
    pub objectives: &'static [&'static [(Feature, u32)]],
    /// How the stage after the last row is asked, one after the other until there is a win.
    pub last: &'static [Ask],
    /// How often, where there is no win yet after the last row, the position is made better to ask again from there.
    pub more: u32,
    /// How often the chain is begun anew before it gives up.
    pub attempts: u64,
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
    pub(in crate::sat) fn config(&self, ask: &Ask, seed: u64) -> Result<Config, Failure> {
        let input = |error: &dyn Display| Failure::Input(error.to_string());
        let mut backend = solvers::backend(ask.backend).map_err(|e| input(&e))?;
        if !is_built_in(&backend) {
            backend = solvers::backend("varisat").map_err(|e| input(&e))?;
        }
        Ok(Config {
            encoding: schemes::encoding(self.encoding).map_err(|e| input(&e))?,
            options: ask.options.parse().map_err(|e| input(&e))?,
            backend,
            seed,
        })
    }

    /// What is made small in this attempt, the first being number 0.
    #[must_use]
    pub fn objective(&self, attempt: u64) -> Objective {
        let turn = attempt as usize % self.objectives.len().max(1);
        Objective { terms: self.objectives.get(turn).map_or_else(Vec::new, |terms| terms.to_vec()) }
    }
}

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
    stage: Ask { options: "perm", backend: "cadical", horizon: 4, conflicts: 4000, in_all: 12_000 },
    objectives: &[ALIKE, ALIKE, ROOM],
    last: &[Ask { options: "perm", backend: "cadical-sat", horizon: 12, conflicts: 1000, in_all: 1000 }],
    more: 4,
    attempts: 200,
};

/// The same before other questions are asked.
pub const RUNS_FIRST: Chain = Chain { attempts: 12, ..RUNS };
