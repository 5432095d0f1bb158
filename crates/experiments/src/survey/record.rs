//! What a survey file holds: a header, and a record a deal.

use super::Survey;
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::patterns::Patterns;
use patsat_planning::{Answer, Basis, Outcome, Verdict};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// Version of the lines. New fields may appear under the same number; old ones never change.
pub const SCHEMA: u32 = 1;

/// What is surveyed, and how: a file is continued only under an equal header.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub schema: u32,
    /// Version of the program; empty in files from before it was written down.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The deals of the whole survey, `ms:1..32000`.
    pub range: String,
    /// Which part of them this file holds, `0/4`, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    pub rules: Rules,
    pub strategy: String,
    /// Depth bound, in moves.
    pub depth: Option<u32>,
    pub width: Option<usize>,
    /// The cost that is minimised, where one is.
    pub cost: Cost,
    pub seed: u64,
    pub no_dominance: bool,
    /// Time limit of a deal, in milliseconds.
    pub time_limit_ms: Option<u64>,
    pub node_limit: Option<u64>,
    /// Memory limit of a deal, in MiB.
    pub memory_limit_mib: Option<u64>,
    /// Questions about dead patterns of each deal that the search leaves open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prove: Option<u64>,
    /// Games that each weak player plays to rate a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u32>,
    pub certify: bool,
    /// Deals of a block, in files that keep blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<NonZeroU64>,
    /// SHA-256 of the earlier surveys and proofs whose verdicts are taken over, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
}

impl Header {
    #[must_use]
    pub fn of(survey: &Survey) -> Header {
        Header {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").into(),
            range: survey.range.to_string(),
            shard: survey.shard.map(|shard| shard.to_string()),
            rules: survey.rules.clone(),
            strategy: survey.strategy.name.into(),
            depth: survey.options.depth,
            width: survey.options.width,
            cost: survey.options.cost,
            seed: survey.options.seed,
            no_dominance: survey.options.no_dominance,
            time_limit_ms: survey.limits.time.map(|t| t.as_millis() as u64),
            node_limit: survey.limits.nodes,
            memory_limit_mib: survey.limits.memory_mib,
            prove: survey.prove,
            rate: survey.rate,
            certify: survey.certify.is_some(),
            blocks: survey.blocks,
            decided: survey.decided.digest(),
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub deal: String,
    pub verdict: Verdict,
    /// Why it is unknown: `time`, `nodes`, `memory` or `gave-up`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Length of the plan in single-card moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub m1: Option<u32>,
    /// Length of the plan, a supermove being one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub m2: Option<u32>,
    /// Length of the plan without moves to a foundation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub m3: Option<u32>,
    /// Positions expanded.
    pub states: u64,
    /// Wall-clock time in milliseconds, check included.
    pub time_ms: f64,
    /// How many dead patterns prove it lost, where they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<usize>,
    /// How many facts they have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<usize>,
    /// How hard it is for people, from 1 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The same from 0 to 1, finer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// File of the verified certificate of an unwinnable deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// SHA-256 of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate_sha256: Option<String>,
    /// Whether it is taken over from an earlier survey.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub earlier: bool,
}

impl Record {
    /// The record of an answer; the certificate is for the caller to add.
    #[must_use]
    pub fn of(deal: String, answer: &Answer) -> Record {
        let reason = match &answer.outcome {
            Outcome::Unknown(limit) => Some(limit.word().to_owned()),
            Outcome::Unwinnable(Basis::Search { without: Some(why) }) => Some(why.to_string()),
            _ => None,
        };
        let patterns = match &answer.outcome {
            Outcome::Unwinnable(Basis::Patterns(proof)) => Some(&proof.checked.patterns),
            _ => None,
        };
        Record {
            reason,
            m1: answer.lengths.map(|l| l.m1),
            m2: answer.lengths.map(|l| l.m2),
            m3: answer.lengths.map(|l| l.m3),
            states: answer.stats.expanded,
            time_ms: (answer.time.as_secs_f64() * 1e6).round() / 1e3,
            patterns: patterns.map(|found| found.0.len()),
            facts: patterns.map(Patterns::facts),
            ..Record::bare(deal, answer.outcome.verdict())
        }
    }

    /// A verdict and nothing more.
    pub(super) fn bare(deal: String, verdict: Verdict) -> Record {
        Record {
            deal,
            verdict,
            reason: None,
            m1: None,
            m2: None,
            m3: None,
            states: 0,
            time_ms: 0.0,
            patterns: None,
            facts: None,
            level: None,
            score: None,
            certificate: None,
            certificate_sha256: None,
            earlier: false,
        }
    }
}
