//! Trials as tables: what depends on the seed, and apart from it the times.

use super::moves;
use crate::Shape;
use crate::study::{Trial, Trials};
use serde_json::{Value, json};
use std::fmt::Write;

/// One run of trials and how it went.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was tried.
    pub trials: Trials,
    /// The trials that came to their end.
    pub done: Vec<Trial>,
}

impl Run {
    /// What was run, in words.
    #[must_use]
    pub fn name(&self) -> String {
        self.trials.algorithm.label(self.trials.rules)
    }
}

/// A line a trial, of all runs.
#[must_use]
pub fn csv(runs: &[Run]) -> String {
    let mut text = "algorithm,trial,re-deals,cards,cards in all deals,work,cut short,last deal\n".to_owned();
    for run in runs {
        for trial in &run.done {
            let Trial { number, deals, last, cards, total, work, unfinished, .. } = trial;
            let (name, redeals) = (run.name(), deals - 1);
            let _ = writeln!(text, "{name},{number},{redeals},{cards},{total},{work},{unfinished},{last}");
        }
    }
    text
}

/// The trials as data.
#[must_use]
pub fn json(seed: u64, runs: &[Run]) -> Value {
    let of = |run: &Run| {
        let trials = run.done.iter().map(|trial| {
            json!({
                "trial": trial.number,
                "redeals": trial.deals - 1,
                "cards": trial.cards,
                "cards_in_all": trial.total,
                "work": trial.work,
                "unfinished": trial.unfinished,
                "last_deal": trial.last.to_string(),
                "time_ms": milliseconds(trial),
            })
        });
        json!({ "algorithm": run.name(), "trials": trials.collect::<Vec<_>>() })
    };
    json!({ "seed": seed, "runs": runs.iter().map(of).collect::<Vec<_>>() })
}

/// CPU times, which differ from run to run.
#[must_use]
pub fn times_csv(runs: &[Run]) -> String {
    let mut text = "algorithm,trial,cpu_ms\n".to_owned();
    for run in runs {
        for trial in &run.done {
            let _ = writeln!(text, "{},{},{:.3}", run.name(), trial.number, milliseconds(trial));
        }
    }
    text
}

/// CPU milliseconds of a trial.
#[must_use]
pub fn milliseconds(trial: &Trial) -> f64 {
    trial.cpu.as_secs_f64() * 1000.0
}

/// Means and extremes of a run.
#[must_use]
pub fn summary(run: &Run) -> String {
    let Trials { at_least, shape, seed, rules, .. } = run.trials;
    let count = run.done.len();
    let mut text = format!(
        "{}: {count} trials, each deals {} columns of {} until {at_least} cards are home (seed {seed}, intermediate moves: {})\n",
        run.name(),
        shape.columns,
        shape.rows,
        moves(run.trials.algorithm.rules(rules)),
    );
    let mut line = |what: &str, value: &dyn Fn(&Trial) -> u64| {
        let values = || run.done.iter().map(value);
        if let (Some(least), Some(most)) = (values().min(), values().max()) {
            let mean = values().sum::<u64>() as f64 / count as f64;
            let _ = writeln!(text, "  {what:22} mean {mean:.2}, {least} to {most}");
        }
    };
    line("cards home at the end", &|trial| trial.cards as u64);
    line("re-deals", &|trial| trial.deals - 1);
    line("cards home, all deals", &|trial| trial.total);
    line("work", &|trial| trial.work);
    let cut: u64 = run.done.iter().map(|trial| trial.unfinished).sum();
    if cut > 0 {
        let _ = writeln!(text, "  {cut} deals were cut short by --node-limit");
    }
    text
}

/// The whole as Markdown.
#[must_use]
pub fn markdown(runs: &[Run]) -> String {
    let mut text = "# AutoStart trials\n".to_owned();
    for run in runs {
        let mut lines = summary(run);
        if let Some(end) = lines.find('\n') {
            lines.insert(end, '\n');
        }
        let lines = lines.replace("\n  ", "\n* ");
        let _ = write!(text, "\n## {}\n\n{lines}\n", run.name());
        text.push_str("| trial | re-deals | cards | cards in all deals | work | last deal |\n|---|---|---|---|---|---|\n");
        for trial in &run.done {
            let Trial { number, deals, last, cards, total, work, .. } = trial;
            let redeals = deals - 1;
            let _ = writeln!(text, "| {number} | {redeals} | {cards} | {total} | {work} | {last} |");
        }
    }
    let shape = runs.first().map_or_else(Shape::default, |run| run.trials.shape);
    let options = match shape == Shape::default() {
        true => String::new(),
        false => format!(" --columns {} --rows {}", shape.columns, shape.rows),
    };
    let _ = writeln!(
        text,
        "\nA last deal `N` is `patsat puzzle autostart solve random:forty-thieves:N{options}`."
    );
    text
}
