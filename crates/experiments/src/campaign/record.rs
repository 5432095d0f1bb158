//! What a campaign's file says: JSON Lines `{"type": "begin|run|end", "data": {...}}`.
//!
//! `begin` says what runs where, `run` what became of one run, `end` that all are done. `begin`
//! carries the schema number: new fields may appear under the same number, old ones never change.

use super::model::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the lines.
pub const SCHEMA: u32 = 1;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub enum Line {
    Begin(Box<Begin>),
    Run(Box<Run>),
    End(End),
}

/// The machine that ran it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    pub cpu: String,
    /// How many run at once.
    pub cores: usize,
    pub memory_mib: u64,
    pub system: String,
}

/// What runs where.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Begin {
    pub schema: u32,
    pub campaign: String,
    pub title: String,
    pub digest: String,
    pub runs: usize,
    pub version: String,
    /// Day of the start, as YYYY-MM-DD.
    pub date: String,
    pub machine: Machine,
    /// What other programs say of their versions.
    pub programs: BTreeMap<String, String>,
    /// The approaches in order, each with its command.
    pub approaches: Vec<NamedCommand>,
    pub groups: Vec<GroupInfo>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedCommand {
    pub name: String,
    /// Its command, with what is put in between braces.
    pub command: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GroupInfo {
    pub name: String,
    pub limits: Limits,
    /// Two approaches each to be compared.
    #[serde(default)]
    pub pairs: Vec<[String; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[default]
    Ok,
    Time,
    Wall,
    Memory,
    /// By a signal or an exit code that is no answer.
    Crash,
    /// Its program is not there.
    Missing,
    /// With a plan or a certificate that was refused.
    Wrong,
}

impl Status {
    #[must_use]
    pub fn name(self) -> &'static str {
        ["ok", "time", "wall", "memory", "crash", "missing", "wrong"][self as usize]
    }
}

/// What it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Solved,
    NoPlanWithin,
    Unwinnable,
    #[default]
    Unknown,
}

impl Outcome {
    #[must_use]
    pub fn name(self) -> &'static str {
        ["solved", "no_plan_within", "unwinnable", "unknown"][self as usize]
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Run {
    /// Its place in the matrix.
    pub n: usize,
    pub group: String,
    pub instance: String,
    /// The values of the group's options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    pub approach: String,
    /// Which repetition, from 1.
    pub repeat: u32,
    pub status: Status,
    pub outcome: Outcome,
    /// Whether that answers the whole question: a plan (a shortest one where that was asked), none
    /// at all, or none within the bound that was asked for.
    pub decided: bool,
    /// CPU time of the process and its children, user and system, in seconds.
    pub cpu_s: f64,
    pub wall_s: f64,
    /// Peak resident memory of the process, or of its largest child, in KiB.
    pub peak_kib: u64,
    /// Whether that is no more than the process held which started it, and may be less.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub peak_at_most: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Run {
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    pub runs: usize,
    pub decided: usize,
    pub wrong: usize,
}
