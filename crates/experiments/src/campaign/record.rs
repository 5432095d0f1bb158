//! What a campaign's file says: JSON Lines `{"type": "begin|run|end", "data": {...}}`.
//!
//! `begin` says what runs where, `run` what became of one run, `end` that all are done. `begin`
//! carries the schema number: new fields may appear under the same number, old ones never change.

use super::model::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the lines.
pub const SCHEMA: u32 = 1;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Begin(Box<Begin>),
    /// A run that ended.
    Run(Box<Run>),
    /// The last line.
    End(End),
}

/// The machine that ran it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's model.
    pub cpu: String,
    /// How many run at once.
    pub cores: usize,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// The operating system and its release.
    pub system: String,
}

/// What runs where.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Begin {
    /// Version of the lines.
    pub schema: u32,
    /// The campaign's name.
    pub campaign: String,
    /// What it is about.
    pub title: String,
    /// Digest of its file.
    pub digest: String,
    /// Runs in all.
    pub runs: usize,
    /// Version of the program.
    pub version: String,
    /// Day of the start, as YYYY-MM-DD.
    pub date: String,
    /// The machine.
    pub machine: Machine,
    /// What other programs say of their versions.
    pub programs: BTreeMap<String, String>,
    /// The approaches in order, each with its command.
    pub approaches: Vec<Named>,
    /// The groups in order.
    pub groups: Vec<GroupInfo>,
}

/// An approach and its command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its command, with what is put in between braces.
    pub command: String,
}

/// A group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GroupInfo {
    /// Its name.
    pub name: String,
    /// Its limits.
    pub limits: Limits,
    /// Two approaches each to be compared.
    #[serde(default)]
    pub pairs: Vec<[String; 2]>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// By itself.
    #[default]
    Ok,
    /// Out of CPU time.
    Time,
    /// Out of wall-clock time.
    Wall,
    /// Out of memory.
    Memory,
    /// By a signal or an exit code that is no answer.
    Crash,
    /// Its program is not there.
    Missing,
    /// With a plan or a certificate that was refused.
    Wrong,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 7] = [
        Status::Ok,
        Status::Time,
        Status::Wall,
        Status::Memory,
        Status::Crash,
        Status::Missing,
        Status::Wrong,
    ];

    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["ok", "time", "wall", "memory", "crash", "missing", "wrong"][self as usize]
    }
}

/// What it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A plan.
    Solved,
    /// No plan within a bound.
    NoPlanWithin,
    /// No plan at all.
    Unwinnable,
    /// Nothing.
    #[default]
    Unknown,
}

impl Outcome {
    /// Its word.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["solved", "no_plan_within", "unwinnable", "unknown"][self as usize]
    }
}

/// A run that ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Run {
    /// Its place in the matrix.
    pub n: usize,
    /// The group.
    pub group: String,
    /// The instance.
    pub instance: String,
    /// The values of the group's options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// The approach.
    pub approach: String,
    /// Which repetition, from 1.
    pub repeat: u32,
    /// How it ended.
    pub status: Status,
    /// What it says.
    pub outcome: Outcome,
    /// Whether that answers the whole question: a plan (a shortest one where that was asked), none
    /// at all, or none within the bound that was asked for.
    pub decided: bool,
    /// CPU time of the process and its children, user and system, in seconds.
    pub cpu_s: f64,
    /// Wall-clock time in seconds.
    pub wall_s: f64,
    /// Peak resident memory of the process, or of its largest child, in KiB.
    pub peak_kib: u64,
    /// Whether that is no more than the process held which started it, and may be less.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub peak_at_most: bool,
    /// The exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// Single-card moves of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m1: Option<u32>,
    /// Moves of the plan, a supermove being one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m2: Option<u32>,
    /// Its moves without those to a foundation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m3: Option<u32>,
    /// Whether the plan is shortest, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// In which count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The bound of `no_plan_within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// The bound of the last formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u32>,
    /// The encoding of the last formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<String>,
    /// Its variables; of a script its constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Its clauses; of a script its assertions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<u64>,
    /// What was checked after it: `plan`, `certificate`, `answer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<String>,
    /// What the check cost, in milliseconds; no part of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check_ms: Option<f64>,
    /// What writing its input cost, in milliseconds; no part of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepare_ms: Option<f64>,
    /// What there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Run {
    /// What a run is known by.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str, u32) {
        (&self.group, &self.instance, &self.approach, self.repeat)
    }

    /// The length of the plan in the count that was to be least.
    #[must_use]
    pub fn length(&self) -> Option<u32> {
        match self.cost.as_deref() {
            Some("m1") => self.m1,
            Some("m3") => self.m3,
            _ => self.m2,
        }
    }
}

/// All are done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// Runs in all.
    pub runs: usize,
    /// How many of them answered.
    pub decided: usize,
    /// How many were wrong.
    pub wrong: usize,
}
