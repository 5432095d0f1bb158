//! One page with everything: no other file is needed to read it.

use super::Section;
use super::markdown::{READING, about, shown};

const STYLE: &str = "body{font:15px/1.45 sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:1em 0;display:block;overflow-x:auto}\
td,th{border-bottom:1px solid #ddd;padding:.25em .6em;text-align:right;white-space:nowrap}\
td:first-child,th:first-child{text-align:left}code{font-size:90%}\
.wrong{background:#fdd;border:2px solid #c00;padding:.6em;font-weight:bold}\
.note{background:#ffd;padding:.4em}figure{margin:1.5em 0}figcaption{color:#555}svg{max-width:100%;height:auto}";

/// The page.
pub(super) fn write(sections: &[Section<'_>]) -> String {
    let title = sections.iter().map(|s| s.begin.title.as_str()).collect::<Vec<_>>().join("; ");
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{}</title>\n<style>{STYLE}</style></head><body>\n",
        escaped(&title)
    );
    for section in sections {
        html += &format!("<h1>{}</h1>\n<p>", escaped(&section.begin.title));
        html += &about(section).iter().map(|line| escaped(line)).collect::<Vec<_>>().join("<br>\n");
        html += "</p>\n";
        for alarm in &section.alarms {
            html += &format!("<p class=\"wrong\">Wrong: {}</p>\n", escaped(alarm));
        }
        for note in &section.notes {
            html += &format!("<p class=\"note\">{}</p>\n", escaped(note));
        }
        for group in &section.groups {
            let limits = group.info.limits;
            html += &format!("<h2>{}</h2>\n", escaped(&group.info.name));
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
            for figure in &group.figures {
                let caption = escaped(&figure.about);
                html += &format!(
                    "<figure>\n{}\n<figcaption>{caption}</figcaption></figure>\n",
                    figure.svg.trim()
                );
            }
        }
        html += "<h2>Approaches</h2>\n";
        let named = section.begin.approaches.iter().map(|n| vec![n.name.clone(), n.command.clone()]);
        html += &table(&["approach", "command"].map(ToOwned::to_owned), &named.collect::<Vec<_>>());
        html += &format!("<p>{READING}</p>\n");
    }
    html + "</body></html>\n"
}

fn table(columns: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line(row, "td")).collect();
    format!("<table>\n{}{rows}</table>\n", line(columns, "th"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
