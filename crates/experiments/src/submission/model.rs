//! What a submission is made of: questions and what is known of them, runs of solvers, and the manifest of all.

use super::ask::Word;
use super::recipe::{Family, Recipe, Rules};
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
}

/// One run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// On which instance.
    #[serde(rename = "instance")]
    pub case: String,
    /// Of which solver.
    pub solver: String,
    /// What it said.
    pub status: Status,
    /// The optimum that it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<u64>,
    /// CPU seconds.
    pub cpu_s: f64,
    /// Conflicts, where the solver reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
}

/// A solver of the recipe, as it is here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Installed {
    /// Its name.
    pub name: String,
    /// Whether it is here.
    pub installed: bool,
    /// What it says of itself.
    pub version: Option<String>,
}

/// A file, by its path from the folder of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stored {
    /// Its path below `instances` or `witnesses`.
    pub path: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// SHA-256 of what is in it, not compressed.
    pub content_sha256: String,
    /// Bytes of what is in it.
    pub content_bytes: u64,
}

/// A question that is in the folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) name: String,
    pub(super) family: String,
    pub(super) size: u32,
    pub(super) seed: u64,
    pub(super) files: Vec<Stored>,
    pub(super) witnesses: Vec<Stored>,
    pub(super) facts: Facts,
}

/// What the folder holds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manifest {
    /// Version.
    pub schema: u32,
    /// What this is, in words.
    pub about: &'static str,
    /// For which solvers.
    pub track: &'static str,
    /// The recipe's title.
    pub title: String,
    /// The submitter.
    pub author: String,
    /// The recipe's day.
    pub date: String,
    /// The program and its version.
    pub generator: String,
    /// SHA-256 of `recipe.toml`.
    pub recipe_sha256: String,
    /// What work is counted in.
    pub work_counts: &'static str,
    /// What the competition asks for.
    pub rules: Rules,
    /// How many instances are hard by these rules; `None` where the solver that decides it is not installed.
    pub hard: Option<usize>,
    /// Where solvers were run.
    pub machine: Machine,
    /// Solvers of the recipe.
    pub solvers: Vec<Installed>,
    /// The instances.
    pub instances: Vec<Row>,
}

/// An instance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: String,
    /// What `{size}` was.
    pub size: u32,
    /// What `{seed}` was.
    pub seed: u64,
    /// The answer, in the words of its track.
    pub status: &'static str,
    /// The optimum, of MaxSAT.
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
    pub files: Vec<Stored>,
    /// Models, plans and proofs.
    pub witnesses: Vec<Stored>,
    /// Whether it is hard by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard: Option<bool>,
    /// Times of solvers.
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
