//! The questions of a recipe, as its file has them.

use super::Track;
use serde::Deserialize;

/// A text or a number in which `{size}` and `{seed}` are put.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Word {
    Text(String),
    Number(u32),
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum RecipeQuestion {
    /// SAT: there is a plan within a horizon.
    Plan {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        encoding: String,
        #[serde(default)]
        options: String,
        horizon: Word,
    },
    /// SAT: a move leads out of the dead patterns that prove a deal lost.
    Patterns {
        /// The deal, which must be lost.
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        /// The pattern that is left out, from 1; 0 leaves none out, so that no move leads out.
        #[serde(default = "none_left_out")]
        without: Word,
    },
    /// SAT: a crafted formula, as it is or as a game.
    Formula {
        family: CraftedFamily,
        variables: Word,
        /// Clauses a variable (random, planted).
        ratio: Option<f64>,
        dress: Dress,
    },
    /// QBF: there is a plan for every order of the hidden cards.
    Fair {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        horizon: Word,
        /// Whether cards alone on face-down ones count as hidden.
        #[serde(default)]
        tops: bool,
    },
    /// QBF: there is a plan after any first moves.
    Easy {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        /// How many first moves.
        k: Word,
        horizon: Word,
    },
    /// MaxSAT: a plan of fewest moves within a horizon.
    Shortest {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        encoding: String,
        #[serde(default)]
        options: String,
        horizon: Word,
    },
    /// MaxSAT: the most that a number of moves reaches towards a goal.
    Best {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        /// The goal: runs, one-run, longest-run.
        goal: String,
        horizon: Word,
    },
    /// SMT: there is a plan within a horizon.
    Script {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
        encoding: String,
        /// The SAT encoding of the same bound that decides it.
        decided_by: String,
        horizon: Word,
    },
    /// PDDL: the game itself.
    Task {
        deal: String,
        #[serde(default)]
        args: Vec<String>,
    },
}

fn none_left_out() -> Word {
    Word::Number(0)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CraftedFamily {
    /// Random 3-SAT.
    Random,
    /// Random 3-SAT with a hidden model.
    Planted,
    /// Pigeons in too few holes.
    Pigeonhole,
    /// Sums modulo 2 on a graph.
    Parity,
}

/// What a formula is dressed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dress {
    /// Nothing: the clauses themselves.
    Plain,
    /// FreeCell without cells.
    Freecell,
    /// Spider with one suit.
    Spider,
    /// Forty Thieves with four ranks.
    FortyThievesA,
    /// Forty Thieves with one suit.
    FortyThievesB,
}

impl RecipeQuestion {
    pub(super) fn track(&self) -> Track {
        match self {
            RecipeQuestion::Plan { .. }
            | RecipeQuestion::Patterns { .. }
            | RecipeQuestion::Formula { .. } => Track::Sat,
            RecipeQuestion::Fair { .. } | RecipeQuestion::Easy { .. } => Track::Qbf,
            RecipeQuestion::Shortest { .. } | RecipeQuestion::Best { .. } => Track::Maxsat,
            RecipeQuestion::Script { .. } => Track::Smt,
            RecipeQuestion::Task { .. } => Track::Pddl,
        }
    }

    /// The quantity that `{size}` stands for.
    pub(super) fn unit(&self) -> &str {
        let is_size = |word: &Word| matches!(word, Word::Text(text) if text.contains("{size}"));
        let horizon = match self {
            RecipeQuestion::Plan { horizon, encoding, .. }
            | RecipeQuestion::Shortest { horizon, encoding, .. } => Some((horizon, encoding.as_str())),
            RecipeQuestion::Script { horizon, decided_by, .. } => Some((horizon, decided_by.as_str())),
            RecipeQuestion::Fair { horizon, .. }
            | RecipeQuestion::Easy { horizon, .. }
            | RecipeQuestion::Best { horizon, .. } => Some((horizon, "sequential")),
            RecipeQuestion::Patterns { .. }
            | RecipeQuestion::Formula { .. }
            | RecipeQuestion::Task { .. } => None,
        };
        match self {
            RecipeQuestion::Formula { variables, .. } if is_size(variables) => return "variables",
            RecipeQuestion::Easy { k, .. } if is_size(k) => return "first moves",
            _ => {}
        }
        let (RecipeQuestion::Plan { args, .. }
        | RecipeQuestion::Patterns { args, .. }
        | RecipeQuestion::Fair { args, .. }
        | RecipeQuestion::Easy { args, .. }
        | RecipeQuestion::Shortest { args, .. }
        | RecipeQuestion::Best { args, .. }
        | RecipeQuestion::Script { args, .. }
        | RecipeQuestion::Task { args, .. }) = self
        else {
            return "size";
        };
        let option = args.windows(2).find(|pair| pair[1].contains("{size}")).map(|pair| &pair[0]);
        match (horizon, option) {
            (Some((horizon, encoding)), _) if is_size(horizon) => {
                if encoding.contains("sequential") {
                    "horizon (moves)"
                } else {
                    "horizon (parallel steps)"
                }
            }
            (_, Some(option)) => option.trim_start_matches('-'),
            _ => "size",
        }
    }

    /// Whether the size is the horizon: the answer turns from no to yes as it grows.
    pub(super) fn grows_to_yes(&self) -> bool {
        let (RecipeQuestion::Plan { horizon, .. }
        | RecipeQuestion::Fair { horizon, .. }
        | RecipeQuestion::Easy { horizon, .. }
        | RecipeQuestion::Script { horizon, .. }) = self
        else {
            return false;
        };
        matches!(horizon, Word::Text(text) if text.contains("{size}"))
    }
}
