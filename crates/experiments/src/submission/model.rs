//! What a submission is made of: questions and what is known of them, runs of solvers, and the manifest of all.

use super::recipe::{Family, Recipe, Rules};
use super::recipe_question::Word;
use crate::campaign::Machine;
use crate::harness::Load;
use patsat_game::state::Instance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;

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
    pub(super) status: Status,
    pub(super) work: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct QuestionFiles {
    /// The files that are submitted, by their path; the first one is the question.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Models, plans and proofs.
    pub(super) witnesses: Vec<(String, Vec<u8>)>,
    pub(super) facts: Facts,
}

/// What is known of a question that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Facts {
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
    Input(String),
    SelfCheck(String),
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
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    #[serde(rename = "instance")]
    pub case: String,
    pub solver: String,
    pub status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<u64>,
    pub cpu_s: f64,
    /// Conflicts, where the solver reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
}

/// A solver of the recipe, as it is here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolverStatus {
    pub name: String,
    pub installed: bool,
    pub version: Option<String>,
}

/// A file, by its path from the folder of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its path below `instances` or `witnesses`.
    pub path: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// SHA-256 of what is in it, not compressed.
    pub content_sha256: String,
    pub content_bytes: u64,
}

/// A question that is in the folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct StoredQuestion {
    pub(super) name: String,
    pub(super) family: String,
    pub(super) size: u32,
    pub(super) seed: u64,
    pub(super) files: Vec<StoredFile>,
    pub(super) witnesses: Vec<StoredFile>,
    pub(super) facts: Facts,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manifest {
    pub schema: u32,
    pub about: &'static str,
    pub track: &'static str,
    pub title: String,
    pub author: String,
    pub date: String,
    pub generator: String,
    pub recipe_sha256: String,
    pub work_counts: &'static str,
    pub rules: Rules,
    /// How many instances are hard by these rules; `None` where the solver that decides it is not installed.
    pub hard: Option<usize>,
    pub machine: Machine,
    pub solvers: Vec<SolverStatus>,
    pub instances: Vec<Row>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub family: String,
    pub size: u32,
    pub seed: u64,
    /// The answer, in the words of its track.
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimum: Option<u64>,
    /// Variables, clauses and the like.
    pub numbers: BTreeMap<String, u64>,
    /// Work of the reference.
    pub work: u64,
    /// What the answer rests on.
    pub proved: String,
    /// A command that makes the question alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The files that are submitted; the first is the instance.
    pub files: Vec<StoredFile>,
    /// Models, plans and proofs.
    pub witnesses: Vec<StoredFile>,
    /// Whether it is hard by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard: Option<bool>,
    pub runs: Vec<Run>,
}

impl Manifest {
    /// Whether there are as many hard instances as the rules ask for; unknown where the solver that decides it is not
    /// here.
    #[must_use]
    pub fn hard_enough(&self) -> Option<bool> {
        if self.rules.hard == 0 {
            return Some(true);
        }
        self.hard.map(|hard| hard >= self.rules.hard)
    }
}
