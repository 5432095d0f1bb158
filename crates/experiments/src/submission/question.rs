//! One question: of a family, at a size, with a seed. It can be looked at, for how hard it is, and made.

use super::ask::{Ask, Word};
use super::recipe::{Family, Recipe};
use super::{formulas, pddl, qbf};
use crate::harness::Load;
use patsat_game::state::Instance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::AtomicBool;

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A plan, a model, a win.
    Yes,
    /// None.
    No,
    /// Not decided with as much work as the band allows.
    Open,
}

/// One look at a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Look {
    /// What was found.
    pub(super) status: Status,
    /// What it took.
    pub(super) work: u64,
}

/// A question as files.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Made {
    /// The files that are submitted, by their path; the first one is the question.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Models, plans and proofs.
    pub(super) witnesses: Vec<(String, Vec<u8>)>,
    /// What is known.
    pub(super) facts: Facts,
}

/// What is known of a question that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Facts {
    /// The answer.
    pub(super) status: Status,
    /// What the reference took.
    pub(super) work: u64,
    /// The optimum, of MaxSAT: least sum of weights of violated soft clauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) optimum: Option<u64>,
    /// Variables, clauses and the like.
    pub(super) size: BTreeMap<String, u64>,
    /// What the answer rests on.
    pub(super) proved: String,
    /// A command that makes the question alone, without the headers, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) command: Option<String>,
}

/// Why a question is not answered.
#[derive(Debug)]
pub(super) enum Fault {
    /// It cannot be asked.
    Input(String),
    /// The program contradicts itself.
    SelfCheck(String),
    /// Interrupted.
    Stopped,
    /// There is no such question of this seed, such as why a deal is lost that can be won.
    Nothing(String),
}

impl Fault {
    pub(super) fn input(what: impl Display) -> Fault {
        Fault::Input(what.to_string())
    }

    pub(super) fn broken(what: impl Display) -> Fault {
        Fault::SelfCheck(what.to_string())
    }
}

impl From<patsat_planning::Failure> for Fault {
    fn from(failure: patsat_planning::Failure) -> Fault {
        match failure {
            patsat_planning::Failure::SelfCheck(error) => Fault::SelfCheck(error.to_string()),
            other => Fault::Input(other.to_string()),
        }
    }
}

/// A question of a recipe.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) family: &'a Family,
    pub(super) size: u32,
    pub(super) seed: u64,
    pub(super) load: Load<'a>,
}

impl Case<'_> {
    /// Its name, of which its files are named.
    pub(super) fn name(&self) -> String {
        format!("{}-{}-{}", self.family.name, self.size, self.seed)
    }

    /// The most work it may take.
    pub(super) fn most(&self) -> u64 {
        self.recipe.band(self.family)[1]
    }

    /// A text with size and seed put in.
    pub(super) fn put(&self, text: &str) -> String {
        text.replace("{size}", &self.size.to_string()).replace("{seed}", &self.seed.to_string())
    }

    pub(super) fn number(&self, word: &Word) -> Result<u32, Fault> {
        match word {
            Word::Number(number) => Ok(*number),
            Word::Text(text) => {
                let put = self.put(text);
                put.parse().map_err(|_| Fault::input(format!("'{put}': expected a number")))
            }
        }
    }

    /// A deal, and how a command line names it.
    pub(super) fn deal(&self, deal: &str, args: &[String]) -> Result<(Instance, String), Fault> {
        let deal = self.put(deal);
        let args: Vec<String> = args.iter().map(|arg| self.put(arg)).collect();
        let instance = (self.load)(&deal, &args).map_err(Fault::Input)?;
        let shown = [&[deal][..], &args].concat().join(" ");
        Ok((instance, shown))
    }

    /// How hard it is.
    pub(super) fn look(&self, stop: &AtomicBool) -> Result<Look, Fault> {
        let look = match &self.family.ask {
            Ask::Fair { .. } | Ask::Easy { .. } => qbf::look(self, stop),
            Ask::Task { .. } => pddl::look(self, stop),
            _ => formulas::look(self, stop),
        };
        match look {
            Err(Fault::Nothing(_)) => Ok(Look { status: Status::Open, work: 0 }),
            look => look,
        }
    }

    /// Its files.
    pub(super) fn make(&self, stop: &AtomicBool) -> Result<Made, Fault> {
        match &self.family.ask {
            Ask::Fair { .. } | Ask::Easy { .. } => qbf::make(self, stop),
            Ask::Task { .. } => pddl::make(self, stop),
            _ => formulas::make(self, stop),
        }
    }
}
