//! The words of a campaign's file, as TOML has them.

use super::model::{Answer, Limits};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileText {
    pub(super) title: String,
    pub(super) limits: Limits,
    #[serde(default = "once")]
    pub(super) repeat: u32,
    #[serde(default)]
    pub(super) approach: Vec<ApproachText>,
    #[serde(default)]
    pub(super) group: Vec<GroupText>,
}

fn once() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApproachText {
    pub(super) name: String,
    pub(super) args: Option<Vec<String>>,
    pub(super) command: Option<String>,
    pub(super) answer: Option<Answer>,
    pub(super) encoding: Option<String>,
    pub(super) options: Option<String>,
    pub(super) horizon: Option<u32>,
    pub(super) unwinnable: Option<String>,
    #[serde(default)]
    pub(super) check: Vec<String>,
    #[serde(default)]
    pub(super) matrix: BTreeMap<String, Vec<Word>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupText {
    pub(super) name: String,
    #[serde(default)]
    pub(super) instances: Vec<String>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, Vec<Word>>,
    #[serde(default)]
    pub(super) make: Vec<String>,
    #[serde(default)]
    pub(super) made: String,
    pub(super) approaches: Vec<String>,
    #[serde(default)]
    pub(super) pairs: Vec<[String; 2]>,
    pub(super) limits: Option<Limits>,
    pub(super) repeat: Option<u32>,
    #[serde(default)]
    pub(super) optional: bool,
}

/// A value: a word or a number.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    Text(String),
    Number(i64),
    Real(f64),
}

impl Word {
    pub(super) fn text(&self) -> String {
        match self {
            Word::Text(text) => text.clone(),
            Word::Number(number) => number.to_string(),
            Word::Real(number) => number.to_string(),
        }
    }
}
