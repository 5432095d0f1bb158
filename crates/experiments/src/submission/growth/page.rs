//! The page of a study: a table a family, medians over seeds.

use super::super::model::{Installed, Status};
use super::kept::{Key, Run, at, median};
use super::{Kin, Study, figures};
use crate::campaign::stats::{fit, quantile};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Times below this say more of the start of a program than of the question.
const LEAST_S: f64 = 0.005;

/// An answer in words.
pub(super) fn word(run: &Run) -> String {
    let word = match run.status {
        Status::Yes => "yes",
        Status::No => "no",
        Status::Open => "nothing",
    };
    run.optimum.map_or_else(|| word.to_owned(), |optimum| format!("{word}, {optimum}"))
}

/// The page.
pub(super) fn page(study: &Study, runs: &BTreeMap<Key, Run>, installed: &[Installed]) -> String {
    let mut text = format!("# {}\n\n", study.title);
    let _ = writeln!(
        text,
        "Medians of CPU seconds over seeds, whole processes, each run limited to {} s. Brackets give the number of \
         answered runs where some were not. A dash means not run, because more than half of a smaller size had no \
         answer. Growth is the factor in time for one step of the size, with its 95 % interval, from a line through \
         the logarithms of all answered runs of {LEAST_S} s and more. Unanswered runs are left out, so growth is a \
         lower bound.\n",
        study.cpu_s
    );
    for solver in installed {
        let version = solver.version.as_deref().unwrap_or("version unknown");
        let _ = if solver.installed {
            writeln!(text, "* {}: {version}", solver.name)
        } else {
            writeln!(text, "* {}: not installed, not run", solver.name)
        };
    }
    let solvers: Vec<&str> = installed.iter().filter(|s| s.installed).map(|s| s.name.as_str()).collect();
    for group in figures::groups(study) {
        let _ = writeln!(text, "\n![{group}]({})", figures::file_of_group(&group));
    }
    for kin in &study.family {
        let _ = writeln!(
            text,
            "\n## {}\n\n{}\n",
            kin.name,
            kin.about.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let _ = writeln!(
            text,
            "| {} | variables | clauses | yes, no, open | {} |",
            kin.axis,
            solvers.join(" | ")
        );
        let _ = writeln!(text, "|---|---|---|---|{}", "---|".repeat(solvers.len()));
        for &size in &kin.sizes {
            row(&mut text, runs, kin, size, &solvers);
        }
        if !kin.ask.grows_to_yes() {
            let cells: Vec<String> = solvers.iter().map(|solver| growth(runs, kin, solver)).collect();
            let _ = writeln!(text, "| growth | | | | {} |", cells.join(" | "));
        }
        let _ = writeln!(text, "\n![CPU seconds by {}]({}.svg)", kin.axis, kin.name);
    }
    text
}

fn row(text: &mut String, runs: &BTreeMap<Key, Run>, kin: &Kin, size: u32, solvers: &[&str]) {
    let mut answers: BTreeMap<u64, Status> = BTreeMap::new();
    for run in at(runs, kin, size, None) {
        let known = answers.entry(run.seed).or_insert(Status::Open);
        if *known == Status::Open {
            *known = run.status;
        }
    }
    let count = |status| answers.values().filter(|&&s| s == status).count();
    let middle = |of: fn(&Run) -> u64| {
        let values: Vec<_> = at(runs, kin, size, None).map(|run| Some(of(run) as f64)).collect();
        quantile(&values, 0.5).map_or_else(|| "-".to_owned(), |value| format!("{value:.0}"))
    };
    let cell = |solver: &&str| {
        let all = at(runs, kin, size, Some(solver)).count();
        let answered = at(runs, kin, size, Some(solver)).filter(|run| run.status != Status::Open).count();
        let shown = match median(runs, kin, size, solver) {
            None => return "-".to_owned(),
            Some(time) if time.is_infinite() => "none".to_owned(),
            Some(time) => format!("{time:.3}"),
        };
        if answered == all { shown } else { format!("{shown} ({answered} of {all})") }
    };
    let cells: Vec<String> = solvers.iter().map(cell).collect();
    let _ = writeln!(
        text,
        "| {size} | {} | {} | {}, {}, {} | {} |",
        middle(|run| run.variables),
        middle(|run| run.clauses),
        count(Status::Yes),
        count(Status::No),
        count(Status::Open),
        cells.join(" | ")
    );
}

fn growth(runs: &BTreeMap<Key, Run>, kin: &Kin, solver: &str) -> String {
    let of = runs.values().filter(|run| run.family == kin.name && run.solver == solver);
    let of = of.filter(|run| run.status != Status::Open && run.cpu_s >= LEAST_S);
    let points: Vec<(f64, f64)> = of.map(|run| (f64::from(run.size), run.cpu_s.ln())).collect();
    match fit(&points).filter(|fit| fit.points > 4) {
        Some(fit) => {
            let [at, low, high] = [fit.slope, fit.low, fit.high].map(f64::exp);
            format!("{at:.2} ({low:.2} to {high:.2})")
        }
        None => "-".to_owned(),
    }
}
