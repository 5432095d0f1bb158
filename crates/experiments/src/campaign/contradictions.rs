//! What no two runs may say of one instance.
//!
//! A plan against "unwinnable"; two lengths that are both shortest; a plan within a bound of an
//! encoding against "no plan within" that bound of the same encoding and options. A plan that was
//! refused is reported with its own run.

use super::record::{Outcome, Run};
use std::collections::BTreeMap;

/// All contradictions, a sentence each, in the order of the runs.
#[must_use]
pub fn contradictions(runs: &[Run]) -> Vec<String> {
    let mut by_instance: BTreeMap<(&str, &str), Vec<&Run>> = BTreeMap::new();
    for run in runs {
        by_instance.entry((&run.group, &run.instance)).or_default().push(run);
    }
    let mut found = Vec::new();
    for ((group, instance), mut runs) in by_instance {
        runs.sort_by_key(|run| run.n);
        for (at, a) in runs.iter().enumerate() {
            for b in &runs[at + 1..] {
                if let Some(what) = between(a, b).or_else(|| between(b, a)) {
                    found.push((a.n, format!("{group}, {instance}: {what}")));
                }
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, text)| text).collect()
}

fn between(a: &Run, b: &Run) -> Option<String> {
    let both = |outcome_a, outcome_b| a.outcome == outcome_a && b.outcome == outcome_b;
    let (x, y) = (&a.approach, &b.approach);
    if both(Outcome::Solved, Outcome::Unwinnable) {
        return Some(format!("'{x}' has a plan, '{y}' reports that no plan exists"));
    }
    if a.optimal == Some(true) && b.optimal == Some(true) && a.cost == b.cost && a.length() != b.length() {
        let length = |run: &Run| run.length().unwrap_or_default();
        return Some(format!("a shortest plan has {} moves by '{x}' and {} by '{y}'", length(a), length(b)));
    }
    let same = a.encoding.is_some() && a.encoding == b.encoding && a.options == b.options;
    if both(Outcome::Solved, Outcome::NoPlanWithin) && same && a.horizon.is_some() && a.horizon <= b.bound {
        let encoding = a.encoding.as_deref().unwrap_or_default();
        return Some(format!(
            "'{x}' has a plan within {} of encoding {encoding}, '{y}' reports that no plan exists within {}",
            a.horizon.unwrap_or_default(),
            b.bound.unwrap_or_default()
        ));
    }
    None
}
