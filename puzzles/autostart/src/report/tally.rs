//! Many deals: a line an algorithm.

use crate::study::{Contender, Tally, reference};
use serde_json::{Value, json};
use std::fmt::Write;

/// A table in Markdown. `enough` is the number of cards that is asked for.
#[must_use]
pub fn markdown(contenders: &[Contender], tallies: &[Tally], enough: usize) -> String {
    let mut text = format!(
        "| algorithm | cards home, mean | standard error | most | optimal | {enough} or more | work a deal | most |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    for (&(algorithm, rules), tally) in contenders.iter().zip(tallies) {
        let deals = tally.deals();
        let optimal = match reference(contenders, algorithm.rules(rules)) {
            Some(_) => format!("{:.2} %", 100.0 * tally.optimal as f64 / deals.max(1) as f64),
            None => "?".to_owned(),
        };
        let cut = match tally.unfinished {
            0 => String::new(),
            cut => format!(" ({cut} cut short)"),
        };
        let _ = writeln!(
            text,
            "| {}{cut} | {:.4} | {:.4} | {} | {optimal} | {} | {:.1} | {} |",
            algorithm.label(rules),
            tally.mean(),
            tally.standard_error(),
            tally.most(),
            tally.at_least(enough),
            tally.work as f64 / deals.max(1) as f64,
            tally.most_work,
        );
    }
    text
}

/// The same as data, with the number of deals by cards home, from 0.
#[must_use]
pub fn json(contenders: &[Contender], tallies: &[Tally], enough: usize) -> Value {
    let rows = contenders.iter().zip(tallies).map(|(&(algorithm, rules), tally)| {
        let known = reference(contenders, algorithm.rules(rules)).is_some();
        json!({
            "algorithm": algorithm.name(),
            "intermediate": super::moves(algorithm.rules(rules)),
            "deals": tally.deals(),
            "mean": tally.mean(),
            "standard_error": tally.standard_error(),
            "most": tally.most(),
            "optimal": known.then_some(tally.optimal),
            "enough": tally.at_least(enough),
            "unfinished": tally.unfinished,
            "work": tally.work,
            "most_work": tally.most_work,
            "by_cards": tally.histogram,
        })
    });
    json!({ "at_least": enough, "algorithms": rows.collect::<Vec<_>>() })
}

/// The histograms: a line a number of cards, a column an algorithm.
#[must_use]
pub fn csv(contenders: &[Contender], tallies: &[Tally]) -> String {
    let names = contenders.iter().map(|&(algorithm, rules)| algorithm.label(rules));
    let mut text = format!("cards,{}\n", itertools::join(names, ","));
    let most = tallies.iter().map(Tally::most).max().unwrap_or(0);
    for cards in 0..=most {
        let counts = tallies.iter().map(|tally| tally.histogram.get(cards).copied().unwrap_or(0));
        let _ = writeln!(text, "{cards},{}", itertools::join(counts, ","));
    }
    text
}
