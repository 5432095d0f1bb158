//! `patsat report`: tables, figures and one page from results.

use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::{Output, cannot_write, reason};
use patsat_experiments::campaign::{Results, benchexec, log};
use patsat_experiments::report as campaign;
use std::path::{Path, PathBuf};

/// Make tables, figures and a web page from benchmark results
///
/// Reads runs.jsonl of 'patsat bench' and BenchExec's result XML (*.xml, *.xml.bz2). Writes tables.md, tables.csv,
/// runs.csv, one SVG per figure, and index.html with everything. The same results give the same bytes. Exit code 3
/// means that a plan or certificate was rejected, or that two approaches contradict each other.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat bench quick -o r && patsat report r
  patsat report r1/runs.jsonl r2/runs.jsonl -o both")]
pub(crate) struct Args {
    /// Result folders or files
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// Folder to write [default: the first results folder]
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for path in &args.results {
        if path.is_dir() {
            folder(path, &mut all)?;
        } else {
            all.push(file(path)?);
        }
    }
    let mut wrong = false;
    for (results, notes) in &all {
        notes.iter().for_each(|note| context.note(note));
        for alarm in campaign::alarms(&results.runs) {
            context.error(&alarm);
            wrong = true;
        }
    }
    let first = &args.results[0];
    let beside = if first.is_dir() { Some(first.as_path()) } else { first.parent() };
    let folder = args.output.as_deref().or(beside).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    let files = campaign::files(&all);
    for file in &files {
        let path = folder.join(&file.name);
        Output::open(Some(&path))?.write(file.text.as_bytes())?;
    }
    context.print(&format!("{}\n", folder.join("index.html").display()))?;
    let runs: usize = all.iter().map(|(results, _)| results.runs.len()).sum();
    context.note(&format!("{runs} runs, {} files", files.len()));
    for (results, _) in &all {
        campaign::stopped_by_clock(&results.runs)
            .iter()
            .for_each(|text| context.note(&format!("warning: {text}")));
    }
    Ok(if wrong { Exit::SelfCheck } else { Exit::Done })
}

type FileResults = (Results, Vec<String>);

/// What a folder holds: our own file, and BenchExec's as one.
fn folder(path: &Path, all: &mut Vec<FileResults>) -> Result<(), Failure> {
    let failed = |e: std::io::Error| {
        Failure::input(format!("cannot read the folder '{}': {}", path.display(), reason(&e)))
    };
    let entries: Result<Vec<_>, _> = std::fs::read_dir(path).map_err(failed)?.collect();
    let mut names: Vec<PathBuf> = entries.map_err(failed)?.into_iter().map(|entry| entry.path()).collect();
    names.sort();
    let before = all.len();
    for name in names.iter().filter(|name| ends(name, ".jsonl")) {
        all.push(ours(name)?);
    }
    let mut xml = Vec::new();
    for name in names.iter().filter(|name| ends(name, ".xml") || ends(name, ".xml.bz2")) {
        xml.push((name.display().to_string(), xml_text(name)?));
    }
    if !xml.is_empty() {
        all.push((benchexec::read(&xml).map_err(Failure::input)?, Vec::new()));
    }
    if all.len() == before {
        return Err(Failure::input(format!(
            "there are no results in '{}': expected {} or the XML of BenchExec",
            path.display(),
            log::FILE
        )));
    }
    Ok(())
}

fn file(path: &Path) -> Result<FileResults, Failure> {
    if ends(path, ".xml") || ends(path, ".xml.bz2") {
        let text = xml_text(path)?;
        let results = benchexec::read(&[(path.display().to_string(), text)]).map_err(Failure::input)?;
        return Ok((results, Vec::new()));
    }
    ours(path)
}

fn ours(path: &Path) -> Result<FileResults, Failure> {
    let bytes = input::read(path, "the results of 'patsat bench' or of BenchExec")?;
    let results = Results::parse(path, &bytes).map_err(Failure::input)?;
    let results = results.ok_or_else(|| Failure::input(log::LogError::Content(path.into())))?;
    let notes = results.damage(path).into_iter().collect();
    Ok((results, notes))
}

fn xml_text(path: &Path) -> Result<String, Failure> {
    let bytes = input::read(path, "a result of BenchExec")?;
    let shown = path.display();
    String::from_utf8(bytes).map_err(|_| Failure::input(format!("'{shown}' is no text: expected XML")))
}

fn ends(path: &Path, end: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(end))
}
