//! The list of a folder's deals: what each is, and what is known of it.

use patsat_base::counted;
use patsat_reductions::Target;
use serde::Serialize;

/// The whole list.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    schema: u32,
    about: &'static str,
    reduction: Target,
    verdicts_by: &'static str,
    deals: Vec<Entry>,
}

const ABOUT: &str = "Deals made from formulas: a deal can be won exactly if its formula can be satisfied. A \
                     'solved' one has a plan that was replayed on the rules, made from the model beside it; an \
                     'unwinnable' one has a proof in LRAT, checked, that its formula has no model.";

/// One deal.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) deal: String,
    pub(super) formula: String,
    pub(super) source: String,
    pub(super) variables: u32,
    pub(super) clauses: usize,
    pub(super) size: String,
    pub(super) known: KnownVerdict,
}

#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub(super) enum KnownVerdict {
    Solved { model: String, plan: String, moves: usize },
    Unwinnable { proof: String },
    Unknown,
}

impl Manifest {
    pub(super) fn new(reduction: Target, verdicts_by: &'static str, deals: Vec<Entry>) -> Manifest {
        Manifest { schema: 1, about: ABOUT, reduction, verdicts_by, deals }
    }

    pub(super) fn text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

impl Entry {
    /// One line for a person.
    pub(super) fn line(&self) -> String {
        let Entry { deal, source, variables, clauses, size, known, .. } = self;
        let known = match known {
            KnownVerdict::Solved { moves, .. } => format!("solved, a plan of {}", counted(*moves, "move")),
            KnownVerdict::Unwinnable { .. } => "unwinnable, proof checked".into(),
            KnownVerdict::Unknown => "unknown".into(),
        };
        format!("{deal}: {source}: {variables} variables, {clauses} clauses, {size}: {known}\n")
    }
}
