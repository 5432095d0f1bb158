//! Tables as Markdown.

use super::table::{COLUMNS, Table};
use super::{GroupSection, Section};

/// The report.
pub(super) fn write(sections: &[Section<'_>]) -> String {
    let mut text = String::new();
    for section in sections {
        let begin = section.begin;
        text += &format!("# {}\n\n{}\n\n", begin.title, about(section).join("  \n"));
        for alarm in &section.alarms {
            text += &format!("**Wrong: {alarm}**\n\n");
        }
        for note in &section.notes {
            text += &format!("{note}\n\n");
        }
        for group in &section.groups {
            text += &of_group(group);
        }
        text += "## Approaches\n\n| approach | command |\n|---|---|\n";
        for named in &begin.approaches {
            text += &format!("| {} | `{}` |\n", escaped(&named.name), escaped(&named.command));
        }
        text += &format!("\n{READING}\n\n");
    }
    text.trim_end().to_owned() + "\n"
}

/// What the columns mean.
pub(super) const READING: &str = "Answered: a plan (a shortest one if requested), unwinnable, or no plan within the requested \
bound. PAR-2: mean CPU seconds, where a run without an answer counts twice the limit. Quartiles are over all runs, those \
without an answer last. CPU time and peak memory are measured by the operating system for the process and its children \
(median over the runs; <= marks an upper bound, the memory of the process that started it). Variables and clauses are \
those of the last formula; for a script they are constants and assertions. The check is the time to replay a plan or to \
verify a certificate after the run, and not part of the run's time.";

/// Where and when, a line each.
pub(super) fn about(section: &Section<'_>) -> Vec<String> {
    let begin = section.begin;
    let machine = &begin.machine;
    let mut lines = vec![
        format!("Campaign {} ({}), {}, patsat {}", begin.campaign, begin.digest, begin.date, begin.version),
        format!("{}, {} cores, {} MiB, {}", machine.cpu, machine.cores, machine.memory_mib, machine.system),
    ];
    lines.extend(begin.programs.iter().map(|(program, version)| format!("{program}: {version}")));
    lines
}

fn of_group(group: &GroupSection<'_>) -> String {
    let limits = group.info.limits;
    let mut text = format!(
        "## {}\n\nLimits of a run: {} s of CPU time, {} s in all, {} MiB.\n\n",
        group.info.name, limits.cpu_s, limits.wall_s, limits.memory_mib
    );
    text += &plain(&group.table);
    text.push('\n');
    for growth in &group.growth {
        text += &format!(
            "CPU time by {} (95 % intervals):\n\n| approach | points | open | growth |\n|---|---|---|---|\n",
            growth.of
        );
        for line in &growth.lines {
            let (name, points, open) = (escaped(&line.approach), line.points.len(), line.open);
            text += &format!("| {name} | {points} | {open} | {} |\n", growth.words(line));
        }
        text.push('\n');
    }
    for figure in &group.figures {
        text += &format!("![{}]({})\n\n", figure.about, figure.file);
    }
    text
}

/// A table alone, without columns in which nothing happened.
pub(super) fn plain(table: &Table<'_>) -> String {
    let (columns, rows) = shown(table);
    let mut text = format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// The names of the columns in which something happened, and their cells.
pub(super) fn shown(table: &Table<'_>) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let rows: Vec<Vec<String>> = table.rows.iter().map(super::table::Row::cells).collect();
    let says = |n: usize| n < 3 || rows.iter().any(|row| row[n] != "0" && row[n] != "-");
    let keep: Vec<usize> = (0..COLUMNS.len()).filter(|&n| says(n)).collect();
    let columns = keep.iter().map(|&n| COLUMNS[n]).collect();
    (columns, rows.iter().map(|row| keep.iter().map(|&n| row[n].clone()).collect()).collect())
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
