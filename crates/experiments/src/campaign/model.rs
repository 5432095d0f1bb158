//! A campaign as values: what is run, on which instances, under which limits.

use patsat_game::cards::DealId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a campaign cannot be run; one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CampaignError(pub String);

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub cpu_s: f64,
    /// Wall-clock time in seconds, by default ten times the CPU time and ten seconds: other work on the machine
    /// must not end a run before its CPU time is used.
    #[serde(default)]
    pub wall_s: f64,
    /// Memory in MiB, of the address space.
    #[serde(default = "memory")]
    pub memory_mib: u64,
}

fn memory() -> u64 {
    4096
}

impl Limits {
    pub(super) fn checked(mut self) -> Result<Limits, CampaignError> {
        if self.wall_s == 0.0 {
            self.wall_s = (10.0 * self.cpu_s + 10.0).min(1e7);
        }
        let fits = |seconds: f64| seconds > 0.0 && seconds <= 1e7;
        if !fits(self.cpu_s) || !fits(self.wall_s) || self.memory_mib == 0 {
            return Err(CampaignError("limits: expected seconds and MiB above 0".to_owned()));
        }
        Ok(self)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Invocation {
    /// The program itself, with these arguments.
    Own(Vec<String>),
    /// Another program and its arguments.
    Program(Vec<String>),
}

/// How an answer is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The program's own JSON Lines.
    #[default]
    Json,
    /// A plan in any format that is read, in `{plan}` or printed.
    Plan,
    /// A model of the formula or script that was written, in `{out}` or printed.
    Model,
    /// An exit code 10 or 20, else a line `s SATISFIABLE`, `sat` and the like; no plan.
    Status,
    /// An exit code without a plan: 0 or 10 is an answer; 1, 20 or 21 means that no answer exists.
    Exit,
}

/// A way to answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Approach {
    pub name: String,
    pub what: Invocation,
    pub answer: Answer,
    /// The encoding of `{dimacs}` and `{smtlib}`.
    pub encoding: Option<String>,
    pub options: Option<String>,
    pub horizon: Option<u32>,
    /// Words of a plan's program that say "there is no plan at all".
    pub unwinnable: Option<String>,
    /// Arguments of the program that check an answer of its own: exit code 0 is "valid".
    pub check: Vec<String>,
    /// Values of the matrix.
    pub values: BTreeMap<String, String>,
}

/// Instances and the approaches that they are given to.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    pub name: String,
    /// Deals, ranges of deals, files.
    pub instances: Vec<String>,
    /// Arguments that refine each instance.
    pub args: Vec<String>,
    /// Values that multiply the instances: options of the rules, or values of `make`.
    pub options: BTreeMap<String, Vec<String>>,
    /// Arguments of the program that write the instance, with `{folder}` for where to.
    pub make: Vec<String>,
    /// The file below `{folder}` that is the instance.
    pub made: String,
    /// The approaches, as indices into the campaign's.
    pub approaches: Vec<usize>,
    /// Two approaches each to be compared.
    pub pairs: Vec<[String; 2]>,
    pub limits: Limits,
    /// How often each pair runs.
    pub repeat: u32,
    /// Whether it is left out where its files are not there.
    pub optional: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Campaign {
    pub name: String,
    pub title: String,
    /// All approaches that some group names, in the order of their first use.
    pub approaches: Vec<Approach>,
    pub groups: Vec<Group>,
    /// SHA-256 of the file, the first 16 digits.
    pub digest: String,
}

impl Campaign {
    /// Takes out optional groups whose files are not there; of each its name and the first such file.
    pub fn leave_out_missing(&mut self, exists: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let is_file = |text: &&String| !DealId::looks_like_one(text);
        let mut left_out = Vec::new();
        self.groups.retain(|group| {
            let missing = group.instances.iter().filter(is_file).find(|text| !exists(text));
            let Some(missing) = missing.filter(|_| group.optional) else { return true };
            left_out.push((group.name.clone(), missing.clone()));
            false
        });
        left_out
    }
}
