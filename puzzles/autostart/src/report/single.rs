//! One tableau: what each algorithm does with it.

use super::moves;
use crate::{IntermediatePlace, Plan, Tableau};
use patsat_base::Style;
use patsat_formats::board;
use patsat_game::cards::Pile;
use std::fmt::Write;

/// The result of one algorithm.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The algorithm.
    pub name: String,
    /// The intermediate moves it may make.
    pub rules: IntermediatePlace,
    /// Cards home.
    pub cards: usize,
    /// The plan that sends them home.
    pub plan: Plan,
    /// Columns checked, or nodes expanded; `None` where neither applies.
    pub work: Option<u64>,
    /// What the number is: "optimum", "stopped by its limit", or nothing.
    pub remark: &'static str,
}

/// Board, table, plans.
#[must_use]
pub fn text(title: &str, tableau: &Tableau, answers: &[Answer], style: Style) -> String {
    let piles: Vec<Pile> = tableau.columns().iter().cloned().map(Pile::from).collect();
    let mut text = format!("{}\n\n", style.bold(title));
    board::columns(&mut text, &piles, style);
    text.push('\n');
    let width = answers.iter().map(|answer| answer.name.len()).max().unwrap_or(0);
    let _ = writeln!(text, "{:width$}  intermediate moves  cards home     work", "algorithm");
    for answer in answers {
        let Answer { name, rules, cards, work, remark, .. } = answer;
        let work = work.map_or_else(String::new, |work| work.to_string());
        let line = format!("{name:width$}  {:18}  {cards:>10}  {work:>7}  {remark}", moves(*rules));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str(
        "(work: columns looked at by a scan, nodes expanded by a search; every plan was played again)\n",
    );
    // Each plan once, with all who found it.
    let mut plans: Vec<(&Plan, Vec<&str>)> = Vec::new();
    for answer in answers.iter().filter(|answer| !answer.plan.0.is_empty()) {
        match plans.iter_mut().find(|(plan, _)| *plan == &answer.plan) {
            Some((_, names)) => names.push(&answer.name),
            None => plans.push((&answer.plan, vec![&answer.name])),
        }
    }
    for (plan, mut names) in plans {
        names.dedup();
        let _ = write!(text, "\n{} cards, {}:\n", plan.founded(), names.join(", "));
        for line in plan.0.chunks(20) {
            let _ = writeln!(text, "{}", itertools::join(line, " "));
        }
    }
    text
}

/// One JSON line.
#[must_use]
pub fn json(tableau: &Tableau, answers: &[Answer]) -> serde_json::Value {
    let answers: Vec<serde_json::Value> = answers
        .iter()
        .map(|answer| {
            serde_json::json!({
                "algorithm": answer.name,
                "intermediate": moves(answer.rules),
                "cards": answer.cards,
                "optimal": answer.remark == "optimum",
                "work": answer.work,
                "plan": answer.plan.to_string(),
            })
        })
        .collect();
    serde_json::json!({"columns": tableau.columns(), "answers": answers})
}
