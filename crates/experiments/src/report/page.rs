//! The report as one page that needs no other file.

use super::markdown::{READING, about, shown};
use super::{Figure, Section};
use quick_xml::escape::escape;

const STYLE: &str = include_str!("page.css");

pub(super) fn write(sections: &[Section<'_>]) -> String {
    let title = sections.iter().map(|s| s.begin.title.as_str()).collect::<Vec<_>>().join("; ");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title>\n<style>\n{STYLE}</style></head><body>\n{}<main>\n",
        escape(&title),
        contents(sections)
    );
    for (n, section) in sections.iter().enumerate() {
        html += &format!("<h1 id=\"{}\">{}</h1>\n<p>", anchor(n, None), escape(&section.begin.title));
        html += &about(section).iter().map(escape).collect::<Vec<_>>().join("<br>\n");
        html += "</p>\n";
        for alarm in &section.alarms {
            html += &format!("<p class=\"wrong\">Wrong: {}</p>\n", escape(alarm));
        }
        if let Some(clock) = &section.clock {
            html += &format!("<p class=\"note\"><strong>{}</strong></p>\n", escape(clock));
        }
        for note in &section.notes {
            html += &format!("<p class=\"note\">{}</p>\n", escape(note));
        }
        for (m, group) in section.groups.iter().enumerate() {
            let limits = group.info.limits;
            html += &format!("<h2 id=\"{}\">{}</h2>\n", anchor(n, Some(m)), escape(&group.info.name));
            html += &format!(
                "<p>Limits of a run: {} s of CPU time, {} s of the clock, {} MiB.</p>\n{HINT}",
                limits.cpu_s, limits.wall_s, limits.memory_mib
            );
            html += &halves(&shown(&group.table));
            for growth in &group.growth {
                html += &format!("<p>Growth of CPU time with {} (95 % intervals):</p>\n", escape(&growth.of));
                let columns = ["approach", "points", "open", "growth"].map(ToOwned::to_owned);
                let row = |line: &super::growth::Line| {
                    let counts = [line.points.len(), line.open].map(|n| n.to_string());
                    let [points, open] = counts;
                    vec![line.approach.clone(), points, open, growth.words(line)]
                };
                html += &table(&columns, &growth.lines.iter().map(row).collect::<Vec<_>>());
            }
            html += "<div class=\"figures\">\n";
            group.figures.iter().for_each(|figure| html += &drawing(figure));
            html += "</div>\n";
        }
        html += &format!(
            "<h2 id=\"{}\">Approaches</h2>\n<div class=\"commands\">",
            anchor(n, Some(section.groups.len()))
        );
        let named = section.begin.approaches.iter().map(|n| vec![n.name.clone(), n.command.clone()]);
        html += &table(&["approach", "command"].map(ToOwned::to_owned), &named.collect::<Vec<_>>());
        html +=
            &format!("</div>\n<h2 id=\"{}\">Columns</h2>\n<dl>\n", anchor(n, Some(section.groups.len() + 1)));
        for (name, meaning) in READING {
            html += &format!("<dt>{name}</dt><dd>{}</dd>\n", escape(meaning));
        }
        html += "</dl>\n";
    }
    html + "</main></body></html>\n"
}

/// Shown where the screen is narrow.
const HINT: &str = "<p class=\"hint\">Wide tables scroll sideways.</p>\n";

/// Shown below a table with scores.
const SCORE: &str = "<p class=\"aside\">The score compares the lengths of plans, not times; more is better. See Columns below.</p>\n";

/// The first column of the second table.
const COST: &str = "PAR-2 s";

/// A figure with its legend, drawn for wide and for narrow screens.
fn drawing(figure: &Figure) -> String {
    let [wide, narrow] = [false, true].map(|narrow| figure.plot.panels(narrow).trim().to_owned());
    let entry = |(key, name): (String, String)| format!("<li>{key} {}</li>", escape(&name));
    let legend: String = figure.plot.legend().into_iter().map(entry).collect();
    let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">{legend}</ul>\n") };
    format!(
        "<figure>\n<h3>{}</h3>\n<div class=\"wide\">{wide}</div>\n<div class=\"narrow\">{narrow}</div>\n\
         {legend}<figcaption>{}</figcaption></figure>\n",
        escape(&figure.plot.title),
        escape(&figure.about)
    )
}

/// Two tables: what was answered, and what it cost.
fn halves((columns, rows): &(Vec<&str>, Vec<Vec<String>>)) -> String {
    let middle = columns.iter().position(|column| *column == COST).unwrap_or(columns.len());
    let part = |keep: &dyn Fn(usize) -> bool| {
        let kept: Vec<usize> = (0..columns.len()).filter(|&n| n == 0 || keep(n)).collect();
        let cells: Vec<_> =
            rows.iter().map(|row| kept.iter().map(|&n| row[n].clone()).collect::<Vec<_>>()).collect();
        table(&kept.iter().map(|&n| columns[n].to_owned()).collect::<Vec<_>>(), &cells)
    };
    let answers = part(&|n| n < middle);
    if middle == columns.len() {
        return answers;
    }
    let score = if columns.contains(&"score") { SCORE } else { "" };
    answers + &part(&|n| n >= middle) + score
}

/// The meaning of a column, if it is not obvious.
fn meaning(column: &str) -> Option<&'static str> {
    let stem = column.trim_end_matches(" s").trim_end_matches([' ', '1', '3']);
    let names =
        |names: &str| names.split(", ").any(|name| name == column || name.trim_end_matches('s') == stem);
    READING.iter().find(|(known, _)| names(known)).map(|(_, meaning)| *meaning)
}

/// The name of a campaign on the page, or of a part of it.
fn anchor(section: usize, part: Option<usize>) -> String {
    match part {
        None => format!("campaign-{}", section + 1),
        Some(part) => format!("campaign-{}-{}", section + 1, part + 1),
    }
}

fn contents(sections: &[Section<'_>]) -> String {
    let link = |to: String, name: &str| format!("<li><a href=\"#{to}\">{}</a>", escape(name));
    let mut html = String::from("<nav aria-label=\"Contents\"><h2>Contents</h2>\n<ul>\n");
    for (n, section) in sections.iter().enumerate() {
        html += &(link(anchor(n, None), &section.begin.title) + "\n<ul>\n");
        let groups = section.groups.iter().map(|group| group.info.name.as_str());
        for (m, name) in groups.chain(["Approaches", "Columns"]).enumerate() {
            html += &(link(anchor(n, Some(m)), name) + "</li>\n");
        }
        html += "</ul></li>\n";
    }
    html + "</ul></nav>\n"
}

fn table(columns: &[String], rows: &[Vec<String>]) -> String {
    let head = |name: &String| {
        let title = meaning(name).map_or_else(String::new, |text| format!(" title=\"{}\"", escape(text)));
        format!("<th{title}>{}</th>", escape(name))
    };
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let head: String = columns.iter().map(head).collect();
    let rows: String = rows.iter().map(row).collect();
    // The keyboard scrolls what it can focus.
    format!("<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>{head}</tr>\n{rows}</table></div>\n")
}
