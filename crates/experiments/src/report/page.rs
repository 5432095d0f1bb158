//! One page with everything: no other file is needed to read it.

use super::Section;
use super::markdown::{READING, about, shown};

const STYLE: &str = include_str!("page.css");

/// The page.
pub(super) fn write(sections: &[Section<'_>]) -> String {
    let title = sections.iter().map(|s| s.begin.title.as_str()).collect::<Vec<_>>().join("; ");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title>\n<style>\n{STYLE}</style></head><body>\n{}<main>\n",
        escaped(&title),
        contents(sections)
    );
    for (n, section) in sections.iter().enumerate() {
        html += &format!("<h1 id=\"{}\">{}</h1>\n<p>", anchor(n, None), escaped(&section.begin.title));
        html += &about(section).iter().map(|line| escaped(line)).collect::<Vec<_>>().join("<br>\n");
        html += "</p>\n";
        for alarm in &section.alarms {
            html += &format!("<p class=\"wrong\">Wrong: {}</p>\n", escaped(alarm));
        }
        for note in &section.notes {
            html += &format!("<p class=\"note\">{}</p>\n", escaped(note));
        }
        for (m, group) in section.groups.iter().enumerate() {
            let limits = group.info.limits;
            html += &format!("<h2 id=\"{}\">{}</h2>\n", anchor(n, Some(m)), escaped(&group.info.name));
            html += &format!(
                "<p>Limits of a run: {} s of CPU time, {} s in all, {} MiB.</p>\n",
                limits.cpu_s, limits.wall_s, limits.memory_mib
            );
            let (columns, rows) = shown(&group.table);
            html += &table(&columns.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>(), &rows);
            for growth in &group.growth {
                html += &format!("<p>CPU time by {} (95 % intervals):</p>\n", escaped(&growth.of));
                let columns = ["approach", "points", "open", "growth"].map(ToOwned::to_owned);
                let row = |line: &super::growth::Line| {
                    let counts = [line.points.len(), line.open].map(|n| n.to_string());
                    let [points, open] = counts;
                    vec![line.approach.clone(), points, open, growth.words(line)]
                };
                html += &table(&columns, &growth.lines.iter().map(row).collect::<Vec<_>>());
            }
            html += "<div class=\"figures\">\n";
            for figure in &group.figures {
                let caption = escaped(&figure.about);
                html += &format!(
                    "<figure>\n<div class=\"drawing\">{}</div>\n<figcaption>{caption}</figcaption></figure>\n",
                    figure.svg.trim()
                );
            }
            html += "</div>\n";
        }
        html += &format!(
            "<h2 id=\"{}\">Approaches</h2>\n<div class=\"commands\">",
            anchor(n, Some(section.groups.len()))
        );
        let named = section.begin.approaches.iter().map(|n| vec![n.name.clone(), n.command.clone()]);
        html += &table(&["approach", "command"].map(ToOwned::to_owned), &named.collect::<Vec<_>>());
        html += &format!("</div>\n<p>{READING}</p>\n");
    }
    html + "</main></body></html>\n"
}

/// The name of a campaign on the page, or of a part of it.
fn anchor(section: usize, part: Option<usize>) -> String {
    match part {
        None => format!("campaign-{}", section + 1),
        Some(part) => format!("campaign-{}-{}", section + 1, part + 1),
    }
}

/// The list of contents.
fn contents(sections: &[Section<'_>]) -> String {
    let link = |to: String, name: &str| format!("<li><a href=\"#{to}\">{}</a>", escaped(name));
    let mut html = String::from("<nav aria-label=\"Contents\"><h2>Contents</h2>\n<ul>\n");
    for (n, section) in sections.iter().enumerate() {
        html += &(link(anchor(n, None), &section.begin.title) + "\n<ul>\n");
        let groups = section.groups.iter().map(|group| group.info.name.as_str());
        for (m, name) in groups.chain(["Approaches"]).enumerate() {
            html += &(link(anchor(n, Some(m)), name) + "</li>\n");
        }
        html += "</ul></li>\n";
    }
    html + "</ul></nav>\n"
}

fn table(columns: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line(row, "td")).collect();
    format!("<div class=\"scroll\"><table>\n{}{rows}</table></div>\n", line(columns, "th"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
