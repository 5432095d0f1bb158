//! Tables as Markdown.

use super::table::{COLUMNS, Table};
use super::{GroupSection, Section};

pub(super) fn write(sections: &[Section<'_>]) -> String {
    let mut text = String::new();
    for section in sections {
        let begin = section.begin;
        text += &format!("# {}\n\n{}\n\n", begin.title, about(section).join("  \n"));
        for alarm in &section.alarms {
            text += &format!("**Wrong: {alarm}**\n\n");
        }
        if let Some(clock) = &section.clock {
            text += &format!("**{clock}**\n\n");
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
        text += "\n## Columns\n\n";
        for (name, meaning) in READING {
            text += &format!("- **{name}**: {meaning}\n");
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// The meaning of the columns.
pub(super) const READING: [(&str, &str); 8] = [
    (
        "answered",
        "runs with a plan (a shortest one if requested), a proof that no plan exists, or no plan within the requested bound.",
    ),
    ("time, wall, memory", "runs stopped by the limit of CPU time, of the clock, of memory."),
    ("PAR-2", "mean CPU seconds; a run without an answer counts as twice the limit."),
    ("quartiles, median", "CPU seconds over all runs; runs without an answer come last."),
    (
        "peak MiB",
        "median peak memory of the process and its children, from the operating system; <= marks an upper bound, the \
         memory of the process that started it.",
    ),
    ("variables, clauses", "medians of the last formula; of an SMT script the constants and assertions."),
    (
        "check ms",
        "median time to replay the plan or to verify the certificate, after the run and not part of its time.",
    ),
    (
        "score",
        "length of plans, not time: for each run the length of the shortest plan of any approach, divided by the length \
         of its own; 0 without a plan. The sum over all runs is at most their number; more is better.",
    ),
];

/// The campaign, the machine and the programs, a line each.
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
        "## {}\n\nLimits of a run: {} s of CPU time, {} s of the clock, {} MiB.\n\n",
        group.info.name, limits.cpu_s, limits.wall_s, limits.memory_mib
    );
    text += &plain(&group.table);
    text.push('\n');
    for growth in &group.growth {
        text += &format!(
            "Growth of CPU time with {} (95 % intervals):\n\n| approach | points | open | growth |\n|---|---|---|---|\n",
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

/// A table, without empty columns.
pub(super) fn plain(table: &Table<'_>) -> String {
    let (columns, rows) = shown(table);
    let mut text = format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// The names and cells of the columns that are not empty.
pub(super) fn shown(table: &Table<'_>) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let rows: Vec<Vec<String>> = table.rows.iter().map(super::table::Row::cells).collect();
    let has_values = |n: usize| n < 3 || rows.iter().any(|row| row[n] != "0" && row[n] != "-");
    let keep: Vec<usize> = (0..COLUMNS.len()).filter(|&n| has_values(n)).collect();
    let columns = keep.iter().map(|&n| COLUMNS[n]).collect();
    (columns, rows.iter().map(|row| keep.iter().map(|&n| row[n].clone()).collect()).collect())
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
