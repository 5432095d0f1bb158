//! The committed figures are those that the program draws from the committed data.
//!
//! `PATSAT_WRITE=1 cargo test -p patsat-experiments committed` draws them again.

use super::{figures, growth};
use crate::campaign::record::{GroupInfo, NamedCommand, SCHEMA};
use crate::campaign::{Begin, Limits, Outcome, Run};
use crate::report::table::Table;
use patsat_console::plot::{Axis, COLOURS, Figure, Guide, Panel, Series};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a committed file with what the program makes of the committed data, or writes it.
fn compare(path: &Path, made: &str) {
    if std::env::var_os("PATSAT_WRITE").is_some() {
        fs::write(path, made).unwrap();
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(committed == made, "{} is not what its data give: see the head of this module", path.display());
}

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The records of a CSV file, by the names of its columns.
fn records(text: &str) -> Vec<BTreeMap<String, String>> {
    let fields = |line: &str| {
        let (mut fields, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => fields.last_mut().unwrap().push(c),
            }
        }
        fields
    };
    let mut lines = text.lines();
    let head = fields(lines.next().unwrap());
    lines.map(|line| head.iter().cloned().zip(fields(line)).collect()).collect()
}

/// A run as `runs.csv` has it; what no figure shows is left out.
fn run(record: &BTreeMap<String, String>) -> Run {
    let text = |key: &str| record[key].clone();
    let number = |key: &str| record[key].parse().ok();
    let values = record["instance"].split(' ').filter_map(|word| word.split_once('='));
    Run {
        group: text("group"),
        instance: text("instance"),
        values: values.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        approach: text("approach"),
        repeat: record["repeat"].parse().unwrap(),
        status: serde_json::from_value(record["status"].clone().into()).unwrap(),
        outcome: if record["outcome"] == "solved" { Outcome::Solved } else { Outcome::Unknown },
        decided: record["answered"] == "true",
        cpu_s: record["cpu_s"].parse().unwrap(),
        horizon: number("horizon").map(|n: u64| n as u32),
        clauses: number("clauses"),
        ..Run::default()
    }
}

/// What was run where, as far as figures need it, from `tables.md` and the campaign's file.
fn begin(name: &str, tables: &str) -> Begin {
    let file: toml::Value = toml::from_str(crate::campaign::shipped::shipped(name).unwrap()).unwrap();
    let group = |part: &str| -> Option<GroupInfo> {
        let (name, rest) = part.split_once('\n')?;
        let numbers = rest.split_once("Limits of a run: ")?.1.lines().next()?;
        let numbers: Vec<f64> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
        let limits = Limits { cpu_s: numbers[0], wall_s: numbers[1], memory_mib: numbers[2] as u64 };
        let of_file = file["group"].as_array()?.iter().find(|group| group["name"].as_str() == Some(name));
        let pairs =
            of_file.and_then(|group| group.get("pairs")).map(|pairs| pairs.clone().try_into().unwrap());
        Some(GroupInfo { name: name.to_owned(), limits, pairs: pairs.unwrap_or_default() })
    };
    let groups = tables.split("\n## ").filter_map(group).collect();
    let approaches = tables.split_once("\n## Approaches\n").unwrap().1.lines();
    let approaches = approaches.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let approaches =
        approaches.skip(1).map(|name| NamedCommand { name: name.to_owned(), command: String::new() });
    Begin {
        schema: SCHEMA,
        campaign: name.to_owned(),
        approaches: approaches.collect(),
        groups,
        ..Begin::default()
    }
}

const CAMPAIGNS: [&str; 9] =
    ["quick", "freecell", "optimal", "spider", "forty-thieves", "planning", "reductions", "thesis", "tiles"];

#[test]
fn committed_campaigns_are_drawn_from_their_runs() {
    for name in CAMPAIGNS {
        let folder = format!("benches/results/{name}");
        let tables = read(&format!("{folder}/tables.md"));
        let begin = begin(name, &tables);
        let runs: Vec<Run> = records(&read(&format!("{folder}/runs.csv"))).iter().map(run).collect();
        let mut drawn = BTreeSet::new();
        for info in &begin.groups {
            let table = Table::of(&begin, info, &runs);
            assert!(!table.rows.is_empty(), "{name}: {}", info.name);
            for figure in figures::draw(info, &table, &growth::of(&table), "") {
                compare(&root().join(&folder).join(&figure.file), &figure.plot.svg());
                assert!(
                    tables.contains(&format!("![{}]({})", figure.about, figure.file)),
                    "{name}: {}",
                    figure.file
                );
                drawn.insert(figure.file);
            }
        }
        let there = fs::read_dir(root().join(&folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let there = there.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".svg"));
        assert_eq!(there.collect::<BTreeSet<_>>(), drawn, "{name}");
    }
}

/// Positions, patterns and seconds of lost deals: a panel for each unit.
#[test]
fn committed_figures_of_dead_patterns_match_their_data() {
    for (name, title) in [
        ("eight", "Dead patterns of the impossible deals, four cells"),
        ("one-cell", "Dead patterns of lost deals, one cell"),
        ("two-cells", "Dead patterns of lost deals, two cells"),
    ] {
        let records = records(&read(&format!("benches/results/why/why-{name}.csv")));
        let panel = |look, key: &str, axis: &str| {
            let of = |record: &BTreeMap<String, String>, key: &str| record[key].parse().unwrap();
            let points = records.iter().map(|record| (of(record, "positions"), of(record, key))).collect();
            Panel {
                x: Axis::log("positions of exhaustive search"),
                y: Axis::log(axis),
                guides: Vec::new(),
                series: vec![Series { look, points, ..Series::default() }],
            }
        };
        let panels = vec![panel(0, "patterns", "patterns"), panel(1, "cpu_s", "CPU seconds")];
        let figure = Figure { title: title.to_owned(), panels };
        compare(&root().join(format!("benches/results/why/why-{name}.svg")), &figure.svg());
    }
}

/// The cells of the table that follows a line.
fn table(text: &str, after: &str) -> Vec<Vec<String>> {
    let rest = &text[text.find(after).unwrap()..];
    let rows = rest.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_committed_figure_of_hard_formulas_matches_its_table() {
    let names = ["SAT on the formula", "SAT on the game (locks)", "native search"];
    let rows = table(&read("benches/results/hard.md"), "| variables | clauses |");
    let seconds = |cell: &str| cell.strip_suffix(" s").and_then(|text| text.parse::<f64>().ok());
    let series = names.iter().enumerate().map(|(look, name)| {
        let points = rows.iter().filter_map(|row| Some((row[1].parse().unwrap(), seconds(&row[4 + look])?)));
        let points: Vec<(f64, f64)> = points.collect();
        Series { name: (*name).to_owned(), look, line: points.clone(), points, ..Series::default() }
    });
    let panel = Panel {
        x: Axis::log("clauses"),
        y: Axis::log("seconds"),
        guides: vec![Guide::Across(20.0, "limit 20 s".to_owned())],
        series: series.collect(),
    };
    let figure = Figure::of("Random 3-SAT at ratio 4.26 and its FreeCell deal: medians of 5", panel);
    compare(&root().join("benches/results/hard-freecell.svg"), &figure.svg());
}

#[test]
fn the_figure_of_native_search_by_ranks_matches_its_table() {
    let rows = table(&read("benches/results/cliffs.md"), "| game | size |");
    let mut names: Vec<&str> = Vec::new();
    for name in rows.iter().filter_map(|row| row[0].strip_suffix(" ranks")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let series = names.iter().enumerate().map(|(look, name)| {
        let own = rows.iter().filter(|row| row[0].strip_suffix(" ranks") == Some(name));
        let number = |cell: &String| cell.parse::<f64>().unwrap();
        let points: Vec<(f64, f64)> = own.map(|row| (number(&row[1]), number(&row[6]).max(0.05))).collect();
        Series { name: (*name).to_owned(), look, line: points.clone(), points, ..Series::default() }
    });
    let panel = Panel {
        x: Axis::linear("ranks"),
        y: Axis::log("CPU milliseconds a deal"),
        guides: vec![Guide::Across(5000.0, "limit 5 s".to_owned())],
        series: series.collect(),
    };
    let figure = Figure::of("Native search by ranks: means of ten random deals", panel);
    compare(&root().join("docs/src/images/search-by-ranks.svg"), &figure.svg());
}

#[test]
fn committed_figures_of_the_thesis_match_their_tables() {
    let text = read("benches/results/thesis.md");
    for game in ["kpat:spider1:1", "kpat:spider4:1"] {
        let rows = table(&text, &format!("## {game}: moves from winning"));
        let mut names: Vec<&str> = Vec::new();
        for row in &rows {
            if !names.contains(&row[0].as_str()) {
                names.push(&row[0]);
            }
        }
        let series = names.iter().enumerate().map(|(look, name)| {
            let solved = rows.iter().filter(|row| row[0] == *name && !row[4].starts_with('>'));
            let number = |cell: &String| cell.parse::<f64>().unwrap();
            let points = solved.map(|row| (number(&row[1]), (number(&row[3]) + number(&row[4])).max(1e-3)));
            let points: Vec<(f64, f64)> = points.collect();
            Series { name: (*name).to_owned(), look, line: points.clone(), points, ..Series::default() }
        });
        let panel = Panel {
            x: Axis::linear("moves from winning"),
            y: Axis::log("CPU seconds"),
            guides: vec![Guide::Across(6.0, "limit 6 s".to_owned())],
            series: series.filter(|series| !series.points.is_empty()).collect(),
        };
        let figure = Figure::of(&format!("{game}: build and solve, medians"), panel);
        let file = format!("benches/results/thesis-{}.svg", game.replace(':', "-"));
        compare(&root().join(file), &figure.svg());
    }
}

/// Boards keep their own colours; whatever has axes has the colours of the program.
#[test]
fn committed_figures_have_the_colours_of_the_program() {
    let listed = Command::new("git").args(["ls-files", "*.svg"]).current_dir(root()).output().unwrap();
    let files = String::from_utf8(listed.stdout).unwrap();
    let old = ["#E6194B", "#3CB44B", "#FFE119", "#0082C8", "#F58230", "#911EB4", "#46F0F0", "#F032E6"];
    let neutral = ["#FFFFFF", "none"];
    let mut figures = 0;
    for file in files.lines() {
        let text = read(file);
        let upper = text.to_ascii_uppercase();
        assert!(old.iter().all(|colour| !upper.contains(colour)), "{file} has a colour of an old palette");
        if !text.contains("class=\"paper\"") {
            continue;
        }
        figures += 1;
        for paint in text.split(" fill=\"").chain(text.split(" stroke=\"")).skip(1) {
            let paint = paint.split('"').next().unwrap();
            let known = COLOURS.contains(&paint) || neutral.contains(&paint) || paint.starts_with('<');
            assert!(known, "{file}: {paint}");
        }
    }
    assert!(figures > 100, "{figures}");
}
