//! Results: the XML that BenchExec writes for a run definition, as runs of ours.
//!
//! A file is of one approach (the run definition's name, without that of its tasks) on one or more
//! instances. What BenchExec ended counts as ended, whatever the tool printed.

use crate::campaign::Limits;
use crate::campaign::record::{GroupInfo, NamedCommand, SCHEMA};
use crate::campaign::{Begin, Outcome, Results, Run, Status};
use patsat_base::printable;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;

/// Why a file is no result; one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadResult(pub String);

/// Reads files of results, each with its name; of two runs of one kind the later counts.
pub fn read(files: &[(String, String)]) -> Result<Results, BadResult> {
    let mut begin: Option<Begin> = None;
    let mut runs: BTreeMap<(String, String, String), Run> = BTreeMap::new();
    let mut approaches: Vec<NamedCommand> = Vec::new();
    for (name, text) in files {
        let one = read_one(text).map_err(|e| BadResult(format!("{name}: {}", printable(&e, 300))))?;
        let begin = begin.get_or_insert_with(|| one.begin.clone());
        for info in one.begin.groups {
            if !begin.groups.iter().any(|known| known.name == info.name) {
                begin.groups.push(info);
            }
        }
        for named in one.begin.approaches {
            if !approaches.contains(&named) {
                approaches.push(named);
            }
        }
        for run in one.runs {
            runs.insert((run.group.clone(), run.instance.clone(), run.approach.clone()), run);
        }
    }
    let mut begin = begin.ok_or_else(|| BadResult("there is no result".to_owned()))?;
    begin.approaches = approaches;
    let mut runs: Vec<Run> = runs.into_values().collect();
    for (n, run) in runs.iter_mut().enumerate() {
        run.n = n;
    }
    begin.runs = runs.len();
    Ok(Results::of(begin, runs))
}

struct One {
    begin: Begin,
    runs: Vec<Run>,
}

fn read_one(text: &str) -> Result<One, String> {
    let mut reader = Reader::from_str(text);
    let mut one: Option<One> = None;
    let mut columns: Option<BTreeMap<String, String>> = None;
    let mut group = String::new();
    let mut approach = String::new();
    let mut name = String::new();
    loop {
        let event = reader.read_event().map_err(|e| format!("it is cut or no XML: {e}"))?;
        let (Event::Start(tag) | Event::Empty(tag)) = &event else {
            match event {
                Event::End(end) if end.name().as_ref() == "run" => {
                    if let (Some(one), Some(columns)) = (&mut one, columns.take()) {
                        one.runs.push(run(&columns, &group, &name, &approach));
                    }
                }
                Event::Eof => break,
                _ => {}
            }
            continue;
        };
        let attributes = attributes(tag)?;
        let get = |key: &str| attributes.get(key).cloned().unwrap_or_default();
        match tag.name().as_ref() {
            "result" => {
                let full = get("name");
                let (first, rest) = full.split_once('.').unwrap_or((&full, ""));
                approach = if first.is_empty() { get("tool") } else { first.to_owned() };
                // Results of a definition are those of its tasks too, whose name comes last.
                group = if rest.is_empty() { get("block") } else { rest.to_owned() };
                if group.is_empty() {
                    group = get("benchmarkname");
                }
                one = Some(begin(&attributes, &group, &approach));
            }
            tag @ ("cpu" | "os" | "ram") => {
                let Some(machine) = one.as_mut().map(|one| &mut one.begin.machine) else { continue };
                match tag {
                    "cpu" => (machine.cpu, machine.cores) = (get("model"), get("cores").parse().unwrap_or(0)),
                    "os" => machine.system = get("name").split('-').take(2).collect::<Vec<_>>().join(" "),
                    _ => machine.memory_mib = bytes(&get("size")) >> 20,
                }
            }
            // Without columns it is one that did not run.
            "run" if matches!(event, Event::Start(_)) => {
                name = file_stem(&get("name"));
                if let Some(stem) = name.strip_prefix(&format!("{group}-")) {
                    name = stem.to_owned();
                }
                columns = Some(BTreeMap::new());
            }
            "column" => {
                if let Some(columns) = &mut columns {
                    columns.insert(get("title"), get("value"));
                }
            }
            _ => {}
        }
    }
    let one = one.ok_or("it holds no result of BenchExec: expected an element 'result'")?;
    if columns.is_some() || !text.trim_end().ends_with("</result>") {
        return Err("it is cut: expected a file that ends with </result>".to_owned());
    }
    Ok(one)
}

fn attributes(tag: &BytesStart<'_>) -> Result<BTreeMap<String, String>, String> {
    let one = |attribute: quick_xml::events::attributes::Attribute<'_>| -> Option<(String, String)> {
        let key = attribute.key.as_ref().to_owned();
        let raw = attribute.value.into_owned();
        let value = quick_xml::escape::unescape(&raw).map(std::borrow::Cow::into_owned).unwrap_or(raw);
        Some((key, value))
    };
    let all = tag.attributes().map(|attribute| attribute.map_err(|e| format!("it is no XML: {e}")));
    let all: Result<Vec<_>, String> = all.collect();
    Ok(all?.into_iter().filter_map(one).collect())
}

fn begin(attributes: &BTreeMap<String, String>, group: &str, approach: &str) -> One {
    let get = |key: &str| attributes.get(key).cloned().unwrap_or_default();
    let cpu_s = number(&get("timelimit")).unwrap_or(0.0);
    let limits = Limits {
        cpu_s: if cpu_s > 0.0 { cpu_s } else { 900.0 },
        wall_s: number(&get("walltimelimit")).unwrap_or(2.0 * cpu_s + 1.0),
        memory_mib: bytes(&get("memlimit")) >> 20,
    };
    let title = [get("displayName"), get("benchmarkname")].into_iter().find(|t| !t.is_empty());
    let begin = Begin {
        schema: SCHEMA,
        campaign: get("benchmarkname"),
        title: title.unwrap_or_default(),
        digest: get("generator"),
        version: get("version"),
        date: get("date").chars().take(10).collect(),
        approaches: vec![NamedCommand { name: approach.to_owned(), command: get("options") }],
        groups: vec![GroupInfo { name: group.to_owned(), limits, pairs: Vec::new() }],
        ..Begin::default()
    };
    One { begin, runs: Vec::new() }
}

fn run(columns: &BTreeMap<String, String>, group: &str, instance: &str, approach: &str) -> Run {
    let get = |key: &str| columns.get(key).map(String::as_str).unwrap_or_default();
    let verdict = get("status");
    let ended = get("terminationreason");
    let status = if verdict.starts_with("OUT OF MEMORY") || ended == "memory" {
        Status::Memory
    } else if ended == "walltime" {
        Status::Wall
    } else if verdict.starts_with("TIMEOUT") || ended.starts_with("cputime") {
        Status::Time
    } else if verdict == "wrong" || verdict.starts_with("wrong(") {
        Status::Wrong
    } else if ["true", "false", "unknown", "done"].iter().any(|word| verdict.starts_with(word)) {
        Status::Ok
    } else {
        Status::Crash
    };
    let outcome = match verdict {
        _ if status != Status::Ok => Outcome::Unknown,
        "true" => Outcome::Solved,
        "done" | "false(no-plan-within)" => Outcome::NoPlanWithin,
        _ if verdict.starts_with("false") => Outcome::Unwinnable,
        _ => Outcome::Unknown,
    };
    Run {
        group: group.to_owned(),
        instance: instance.to_owned(),
        approach: approach.to_owned(),
        repeat: 1,
        status,
        outcome,
        decided: outcome != Outcome::Unknown,
        cpu_s: number(get("cputime")).unwrap_or(0.0),
        wall_s: number(get("walltime")).unwrap_or(0.0),
        peak_kib: bytes(get("memory")) / 1024,
        exit_code: get("returnvalue").parse().ok(),
        signal: get("exitsignal").parse().ok(),
        note: (status == Status::Crash).then(|| verdict.to_owned()),
        ..Run::default()
    }
}

/// The number before a unit.
fn number(text: &str) -> Option<f64> {
    text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ').parse().ok()
}

/// Bytes, with their unit.
fn bytes(text: &str) -> u64 {
    let text = text.trim();
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let unit = match text[at..].trim() {
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "KiB" => 1024.0,
        "MiB" => 1048576.0,
        "GiB" => 1073741824.0,
        _ => 1.0,
    };
    text[..at].trim().parse::<f64>().map_or(0, |value| (value * unit) as u64)
}

/// `tasks/freecell-ms-1.yml` is `freecell-ms-1`.
fn file_stem(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".yml").unwrap_or(file).to_owned()
}
