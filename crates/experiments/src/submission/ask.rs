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
pub enum Ask {
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
        family: Crafted,
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
pub enum Crafted {
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

impl Ask {
    pub(super) fn track(&self) -> Track {
        match self {
            Ask::Plan { .. } | Ask::Patterns { .. } | Ask::Formula { .. } => Track::Sat,
            Ask::Fair { .. } | Ask::Easy { .. } => Track::Qbf,
            Ask::Shortest { .. } | Ask::Best { .. } => Track::Maxsat,
            Ask::Script { .. } => Track::Smt,
            Ask::Task { .. } => Track::Pddl,
        }
    }

    /// The quantity that `{size}` stands for.
    pub(super) fn unit(&self) -> &str {
        let is_size = |word: &Word| matches!(word, Word::Text(text) if text.contains("{size}"));
        let horizon = match self {
            Ask::Plan { horizon, encoding, .. } | Ask::Shortest { horizon, encoding, .. } => {
                Some((horizon, encoding.as_str()))
            }
            Ask::Script { horizon, decided_by, .. } => Some((horizon, decided_by.as_str())),
            Ask::Fair { horizon, .. } | Ask::Easy { horizon, .. } | Ask::Best { horizon, .. } => {
                Some((horizon, "sequential"))
            }
            Ask::Patterns { .. } | Ask::Formula { .. } | Ask::Task { .. } => None,
        };
        match self {
            Ask::Formula { variables, .. } if is_size(variables) => return "variables",
            Ask::Easy { k, .. } if is_size(k) => return "first moves",
            _ => {}
        }
        let (Ask::Plan { args, .. }
        | Ask::Patterns { args, .. }
        | Ask::Fair { args, .. }
        | Ask::Easy { args, .. }
        | Ask::Shortest { args, .. }
        | Ask::Best { args, .. }
        | Ask::Script { args, .. }
        | Ask::Task { args, .. }) = self
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
        let (Ask::Plan { horizon, .. }
        | Ask::Fair { horizon, .. }
        | Ask::Easy { horizon, .. }
        | Ask::Script { horizon, .. }) = self
        else {
            return false;
        };
        matches!(horizon, Word::Text(text) if text.contains("{size}"))
    }
}
