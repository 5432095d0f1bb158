//! Approaches that a campaign may name without defining them.

use super::model::{Answer, Approach, CampaignError, Invocation};
use std::collections::BTreeMap;

/// The names of the strategies and encodings that the program has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownNames {
    pub strategies: Vec<String>,
    pub encodings: Vec<String>,
    pub smt_encodings: Vec<String>,
}

/// Others, with their arguments after `solve INSTANCE`.
const OTHERS: [(&str, &[&str]); 7] = [
    ("hybrid", &["--by", "hybrid"]),
    ("pdr", &["--by", "pdr"]),
    ("sat", &["--by", "sat"]),
    ("optimal m1", &["--optimal", "--cost", "m1"]),
    ("optimal m2", &["--optimal", "--cost", "m2"]),
    ("optimal m3", &["--optimal", "--cost", "m3"]),
    ("optimal sat", &["--by", "sat", "--optimal", "--cost", "m1"]),
];

impl KnownNames {
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (self.strategies.iter().cloned())
            .chain(OTHERS.iter().map(|(name, _)| (*name).to_owned()))
            .chain(self.encodings.iter().map(|name| format!("sat:{name}")))
            .chain(self.smt_encodings.iter().map(|name| format!("smt:{name}")))
    }
}

/// The approach of that name: a strategy, `sat:ENCODING`, `smt:ENCODING`, or another.
pub(super) fn builtin(name: &str, known: &KnownNames) -> Option<Approach> {
    let is_in = |names: &[String], name: &str| names.iter().any(|known| known == name);
    let more: Vec<&str> = if let Some((_, more)) = OTHERS.iter().find(|(other, _)| *other == name) {
        more.to_vec()
    } else if is_in(&known.strategies, name) {
        vec!["--strategy", name]
    } else {
        let (by, encoding) = name.split_once(':')?;
        let there = match by {
            "sat" => is_in(&known.encodings, encoding),
            "smt" => is_in(&known.smt_encodings, encoding),
            _ => false,
        };
        there.then(|| vec!["--by", by, "--encoding", encoding])?
    };
    let words = ["solve", "{instance}"].into_iter().chain(more).chain(["--format", "json"]);
    Some(Approach {
        name: name.to_owned(),
        what: Invocation::Own(words.map(ToOwned::to_owned).collect()),
        answer: Answer::Json,
        encoding: None,
        options: None,
        horizon: None,
        unwinnable: None,
        check: Vec::new(),
        values: BTreeMap::new(),
    })
}

/// The error for an approach that neither the file nor the program has.
pub(super) fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> CampaignError {
    let expected = match patsat_base::nearest(name, known) {
        Some(near) => format!("the nearest name is '{near}'"),
        None => "expected one of the file, a strategy, sat:ENCODING or smt:ENCODING".to_owned(),
    };
    CampaignError(format!("there is no approach '{name}': {expected}"))
}
