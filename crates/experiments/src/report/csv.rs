//! Tables as CSV (RFC 4180): one of the counts, one of all runs.

use super::Section;
use super::table::COLUMNS;
use crate::campaign::Results;
use crate::text::csv as line;
use serde_json::Value;

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

/// The columns of a run.
const RUN: &str = "campaign group instance approach repeat status outcome answered cpu_s wall_s peak_kib exit_code \
    signal m1 m2 m3 optimal bound horizon encoding variables clauses checked check_ms note";

pub(super) fn runs<'a>(all: impl Iterator<Item = &'a Results>) -> String {
    let names = RUN.split_whitespace();
    let mut csv = line(names.clone().map(ToOwned::to_owned));
    for results in all {
        for run in &results.runs {
            // The names are those of a line in the file of results, but for two.
            let run = serde_json::to_value(run).unwrap_or_default();
            let field = |name: &str| match name {
                "campaign" => results.begin.campaign.clone(),
                "answered" => text(&run["decided"]),
                name => text(&run[name]),
            };
            csv += &line(names.clone().map(field));
        }
    }
    csv
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // 0 and not 0.0.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}
