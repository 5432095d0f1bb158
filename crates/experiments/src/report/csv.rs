//! Tables as CSV (RFC 4180): one of the counts, one of all runs.

use super::Section;
use super::table::COLUMNS;
use crate::campaign::{Results, Run};

/// A line of fields.
fn line(fields: impl IntoIterator<Item = String>) -> String {
    let quoted = fields.into_iter().map(|field| {
        let plain = !field.contains([',', '"', '\n', '\r']);
        if plain { field } else { format!("\"{}\"", field.replace('"', "\"\"")) }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

/// A row for each group and approach.
pub(super) fn tables(sections: &[Section<'_>]) -> String {
    let mut text = line(["campaign", "group"].iter().chain(&COLUMNS).map(|name| (*name).to_owned()));
    for section in sections {
        for group in &section.groups {
            for row in &group.table.rows {
                let first = [section.begin.campaign.clone(), group.info.name.clone()];
                text += &line(first.into_iter().chain(row.cells()));
            }
        }
    }
    text
}

const RUN: [&str; 25] = [
    "campaign",
    "group",
    "instance",
    "approach",
    "repeat",
    "status",
    "outcome",
    "answered",
    "cpu_s",
    "wall_s",
    "peak_kib",
    "exit_code",
    "signal",
    "m1",
    "m2",
    "m3",
    "optimal",
    "bound",
    "horizon",
    "encoding",
    "variables",
    "clauses",
    "checked",
    "check_ms",
    "note",
];

/// A row for each run.
pub(super) fn runs<'a>(all: impl Iterator<Item = &'a Results>) -> String {
    fn text<T: ToString>(value: Option<&T>) -> String {
        value.map(ToString::to_string).unwrap_or_default()
    }
    let mut csv = line(RUN.map(ToOwned::to_owned));
    for results in all {
        let fields = |run: &Run| {
            [
                results.begin.campaign.clone(),
                run.group.clone(),
                run.instance.clone(),
                run.approach.clone(),
                run.repeat.to_string(),
                run.status.name().to_owned(),
                run.outcome.name().to_owned(),
                run.decided.to_string(),
                run.cpu_s.to_string(),
                run.wall_s.to_string(),
                run.peak_kib.to_string(),
                text(run.exit_code.as_ref()),
                text(run.signal.as_ref()),
                text(run.m1.as_ref()),
                text(run.m2.as_ref()),
                text(run.m3.as_ref()),
                text(run.optimal.as_ref()),
                text(run.bound.as_ref()),
                text(run.horizon.as_ref()),
                text(run.encoding.as_ref()),
                text(run.variables.as_ref()),
                text(run.clauses.as_ref()),
                text(run.checked.as_ref()),
                text(run.check_ms.as_ref()),
                text(run.note.as_ref()),
            ]
        };
        csv.extend(results.runs.iter().map(|run| line(fields(run))));
    }
    csv
}
