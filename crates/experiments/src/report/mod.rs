//! Results of campaigns as tables, figures and one page.
//!
//! Everything is made from the results alone: the same input gives the same bytes. `table` counts,
//! `growth` fits, `figures` draws, `markdown`, `csv` and `page` write.

#[cfg(test)]
mod committed;
mod csv;
pub(crate) mod figures;
mod growth;
mod markdown;
mod page;
mod table;

use crate::campaign::record::GroupInfo;
use crate::campaign::{Begin, Results, Run, Status, contradictions};
use patsat_console::plot;
use table::Table;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub text: String,
}

struct Section<'a> {
    begin: &'a Begin,
    /// Sentences on wrong answers.
    alarms: Vec<String>,
    /// A sentence on runs that the clock stopped.
    clock: Option<String>,
    /// Sentences on what is incomplete.
    notes: Vec<String>,
    groups: Vec<GroupSection<'a>>,
}

struct GroupSection<'a> {
    info: &'a GroupInfo,
    table: Table<'a>,
    growth: Vec<growth::Growth>,
    figures: Vec<Figure>,
}

struct Figure {
    file: String,
    about: String,
    plot: plot::Figure,
}

/// The files of a report on these results, each with sentences on what was left out.
#[must_use]
pub fn files(all: &[(Results, Vec<String>)]) -> Vec<File> {
    let mut sections = Vec::new();
    for (n, (results, notes)) in all.iter().enumerate() {
        let prefix = if all.len() > 1 { format!("{}-", n + 1) } else { String::new() };
        sections.push(section(results, notes, &prefix));
    }
    let mut files = vec![
        File { name: "tables.md".to_owned(), text: markdown::write(&sections) },
        File { name: "tables.csv".to_owned(), text: csv::tables(&sections) },
        File { name: "runs.csv".to_owned(), text: csv::runs(all.iter().map(|(results, _)| results)) },
        File { name: "index.html".to_owned(), text: page::write(&sections) },
    ];
    let figures = sections.into_iter().flat_map(|s| s.groups).flat_map(|g| g.figures);
    files.extend(figures.map(|figure| File { text: figure.plot.svg(), name: figure.file }));
    files
}

/// Warns about runs that the wall-clock limit stopped: a busy machine answers fewer questions within it.
#[must_use]
pub fn stopped_by_clock(runs: &[Run]) -> Option<String> {
    let of = |status| runs.iter().filter(|run| run.status == status).count();
    let were = match of(Status::Wall) {
        0 => return None,
        1 => "1 run was".to_owned(),
        n => format!("{n} runs were"),
    };
    Some(format!(
        "{were} stopped by the clock and not by CPU time: the machine was busy or the programs waited, so these counts \
         are too low."
    ))
}

/// Wrong answers in these runs, a sentence each: refused answers, then contradictions.
#[must_use]
pub fn alarms(runs: &[Run]) -> Vec<String> {
    let refused = runs.iter().filter(|run| run.status == Status::Wrong).map(|run| {
        let why = run.note.as_deref().unwrap_or("the program contradicts itself");
        format!("{}, {}: '{}' is wrong: {why}", run.group, run.instance, run.approach)
    });
    refused.chain(contradictions(runs)).collect()
}

/// The tables, for the terminal.
#[must_use]
pub fn summary(results: &Results) -> String {
    let mut text = String::new();
    for info in &results.begin.groups {
        text += &format!(
            "{}\n\n{}\n",
            info.name,
            markdown::plain(&Table::of(&results.begin, info, &results.runs))
        );
    }
    text
}

fn section<'a>(results: &'a Results, notes: &[String], prefix: &str) -> Section<'a> {
    let (begin, runs) = (&results.begin, &results.runs);
    let mut notes = notes.to_vec();
    let missing = begin.runs.saturating_sub(runs.len());
    if missing > 0 {
        notes.push(format!("{missing} of {} runs are not done yet.", begin.runs));
    }
    let mut groups = Vec::new();
    for info in &begin.groups {
        let table = Table::of(begin, info, runs);
        let growth = growth::of(&table);
        let figures = figures::draw(info, &table, &growth, prefix);
        groups.push(GroupSection { info, table, growth, figures });
    }
    Section { begin, alarms: alarms(runs), clock: stopped_by_clock(runs), notes, groups }
}
