//! Results of campaigns as tables, figures and one page.
//!
//! Everything is made from the results alone: the same input gives the same bytes. `table` counts,
//! `growth` fits, `figures` draws, `markdown`, `csv` and `page` write.

mod csv;
pub(crate) mod figures;
mod growth;
mod markdown;
mod page;
mod table;

use crate::campaign::record::GroupInfo;
use crate::campaign::{Begin, Results, Run, contradictions};
use patsat_console::plot::NotDrawn;
use table::Table;

/// A file of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// Everything that is said of one campaign.
struct Section<'a> {
    begin: &'a Begin,
    /// Sentences on what is wrong.
    alarms: Vec<String>,
    /// Sentences on what is incomplete.
    notes: Vec<String>,
    groups: Vec<GroupSection<'a>>,
}

/// Everything that is said of a group.
struct GroupSection<'a> {
    info: &'a GroupInfo,
    table: Table<'a>,
    growth: Vec<growth::Growth>,
    figures: Vec<Figure>,
}

/// A finished figure.
struct Figure {
    file: String,
    about: String,
    svg: String,
}

/// The files of a report on these results; `notes` says of each what was left out.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn files(all: &[(Results, Vec<String>)]) -> Result<Vec<File>, NotDrawn> {
    let mut sections = Vec::new();
    for (n, (results, notes)) in all.iter().enumerate() {
        let prefix = if all.len() > 1 { format!("{}-", n + 1) } else { String::new() };
        sections.push(section(results, notes, &prefix)?);
    }
    let mut files = vec![
        File { name: "tables.md".to_owned(), text: markdown::write(&sections) },
        File { name: "tables.csv".to_owned(), text: csv::tables(&sections) },
        File { name: "runs.csv".to_owned(), text: csv::runs(all.iter().map(|(results, _)| results)) },
        File { name: "index.html".to_owned(), text: page::write(&sections) },
    ];
    let figures = sections.into_iter().flat_map(|s| s.groups).flat_map(|g| g.figures);
    files.extend(figures.map(|figure| File { name: figure.file, text: figure.svg }));
    Ok(files)
}

/// What is wrong in these runs, a sentence each: refused answers, then contradictions.
#[must_use]
pub fn alarms(runs: &[Run]) -> Vec<String> {
    let refused = runs.iter().filter(|run| run.status == crate::campaign::Status::Wrong).map(|run| {
        let why = run.note.as_deref().unwrap_or("the program contradicts itself");
        format!("{}, {}: '{}' is wrong: {why}", run.group, run.instance, run.approach)
    });
    refused.chain(contradictions(runs)).collect()
}

/// A summary for the terminal: the tables, and what is wrong.
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

fn section<'a>(results: &'a Results, notes: &[String], prefix: &str) -> Result<Section<'a>, NotDrawn> {
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
        let figures = figures::draw(info, &table, &growth, prefix)?;
        groups.push(GroupSection { info, table, growth, figures });
    }
    Ok(Section { begin, alarms: alarms(runs), notes, groups })
}
