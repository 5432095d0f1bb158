//! `patsat bench`: a campaign, each run in a process of its own.

use crate::args::GameArgs;
use crate::load;
use crate::progress::Shows;
use clap::{Parser, ValueEnum};
use patsat_console::args::{SHARED, at_least_one};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::{Output, cannot_write};
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_encodings::schemes::ENCODINGS;
use patsat_experiments::campaign::benchexec::{PROPERTY, PROPERTY_TEXT, TOOL_INFO, definition, slug, task};
use patsat_experiments::campaign::log::FILE;
use patsat_experiments::campaign::shipped::{SHIPPED, shipped};
use patsat_experiments::campaign::trust::needs_trust;
use patsat_experiments::campaign::{Campaign, Item, KnownNames, Results};
use patsat_experiments::harness::prepare::{Maker, PrepareError};
use patsat_experiments::harness::run::RunEvent;
use patsat_experiments::harness::{self as campaign, Bench};
use patsat_experiments::report::{alarms, stopped_by_clock, summary};
use patsat_formats::{self as formats, Format};
use patsat_game::state::Instance;
use patsat_search as search;
use patsat_smt as smt;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Run every approach on every instance, under limits
///
/// Each run is a process of its own; CPU time and peak memory are measured by the operating system. Every plan is
/// replayed and every certificate checked. A wrong answer, or two approaches that contradict each other, ends with
/// exit code 3. After an interrupt the same command continues. 'patsat report' makes tables and figures from the
/// results.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat bench quick -o r && patsat report r
  patsat bench --list
  patsat bench my.toml --trust -o r
  patsat bench freecell --to benchexec -o folder")]
pub(crate) struct Args {
    /// A campaign file, or the name of a built-in campaign
    #[arg(required_unless_present = "list")]
    campaign: Option<String>,
    /// List the built-in campaigns
    #[arg(long)]
    list: bool,
    /// Print the campaign file, as a start for your own
    #[arg(long, conflicts_with_all = ["list", "to"])]
    print: bool,
    /// Write the files for another harness instead of running
    #[arg(long, value_name = "HARNESS", value_enum)]
    to: Option<OutputFormat>,
    /// Results of 'patsat bench' or 'patsat survey' that give the expected verdicts
    #[arg(long, value_name = "FILE", requires = "to")]
    expected: Option<PathBuf>,
    /// Number of parallel runs; more than one distorts the times
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    jobs: NonZeroUsize,
    /// Trust the campaign file: it may run programs and read any path
    #[arg(long)]
    trust: bool,
    /// Overwrite earlier results in the folder
    #[arg(long)]
    force: bool,
    /// Folder for the results
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER", required_unless_present_any = ["list", "print"])]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OutputFormat {
    /// Definitions, tasks and the tool-info module for BenchExec
    Benchexec,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.list {
        return list(context);
    }
    let name = args.campaign.as_deref().unwrap_or_default();
    let shown =
        if shipped(name).is_some() { format!("campaign {name}") } else { input::name(name).to_owned() };
    let (name, text) = text(name)?;
    if args.print {
        context.print(&text)?;
        return Ok(Exit::Done);
    }
    let read = Campaign::read(&name, &text, &known());
    let mut campaign = read.map_err(|e| Failure::input(input::about(&shown, &e.to_string())))?;
    if shipped(args.campaign.as_deref().unwrap_or_default()).is_none()
        && !args.trust
        && let Some(what) = needs_trust(&campaign)
    {
        let what = format!("{what}: expected --trust, once you have read the file");
        return Err(Failure::input(input::about(&shown, &what)));
    }
    for (group, file) in campaign.leave_out_missing(|file| Path::new(file).exists()) {
        context.note(&format!("group '{group}' is skipped: there is no file '{file}'"));
    }
    if campaign.groups.is_empty() {
        let what = "no group is left: expected the files of its instances";
        return Err(Failure::input(input::about(&shown, what)));
    }
    let folder = args.output.as_deref().unwrap_or(Path::new("."));
    let own = crate::build::own()?.to_string_lossy().into_owned();
    if args.to == Some(OutputFormat::Benchexec) {
        return to_benchexec(&campaign, &own, folder, args.expected.as_deref(), context);
    }
    std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    let loader = |text: &str, args: &[String]| instance(text, args);
    let jobs = args.jobs.get().min(1024);
    let bench = Bench { campaign: &campaign, own: &own, folder, jobs, load: &loader, force: args.force };
    let runs = campaign.jobs().map_err(|e| Failure::input(input::about(&shown, &e.to_string())))?.len();
    let live = LiveLine::long(context, runs as u64);
    let on_event = |event: RunEvent<'_>| match event {
        RunEvent::Note(text) => live.aside(|| context.note(text)),
        RunEvent::Begins(0, _) => {}
        RunEvent::Begins(done, all) => {
            live.aside(|| context.note(&format!("{done} of {all} runs are done already")));
            live.start_at(done as u64);
        }
        RunEvent::Ended(run) => live.ended(run.status.name(), &run.instance, &run.approach),
    };
    let done = campaign::run(&bench, signals::stop_flag(), &on_event);
    live.done();
    let (ended, whole) = done.map_err(Failure::input)?;
    let path = folder.join(FILE);
    let results = Results::read(&path).map_err(Failure::input)?;
    context.print(&summary(&results))?;
    if !whole {
        let left = runs - ended.len();
        context.note(&format!("interrupted with {left} runs left: run the same command to continue"));
    }
    stopped_by_clock(&results.runs).iter().for_each(|text| context.note(&format!("warning: {text}")));
    let alarms = alarms(&results.runs);
    alarms.iter().for_each(|alarm| context.error(alarm));
    Ok(match (alarms.is_empty(), whole) {
        (false, _) => Exit::SelfCheck,
        (true, true) => Exit::Done,
        (true, false) => Exit::Interrupted,
    })
}

/// What needs no definition.
fn known() -> KnownNames {
    KnownNames {
        strategies: search::strategies().map(|s| s.name.to_owned()).collect(),
        encodings: ENCODINGS.iter().map(|e| e.name.to_owned()).collect(),
        smt_encodings: smt::ENCODINGS.iter().map(|e| e.name.to_owned()).collect(),
    }
}

/// The name and the file of a campaign.
fn text(name: &str) -> Result<(String, String), Failure> {
    if let Some(text) = shipped(name) {
        return Ok((name.to_owned(), text.to_owned()));
    }
    let path = Path::new(name);
    if !path.exists() && !name.contains(['/', '.']) {
        let text = format!(
            "there is no campaign '{name}': expected a file, or one that 'patsat bench --list' names"
        );
        return Err(Failure::unknown(text, name, SHIPPED.iter().map(|(name, _)| *name)));
    }
    let bytes = input::read(path, "a campaign in TOML")?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("'{name}' is no text: expected a campaign in TOML")))?;
    let stem = path.file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok((stem, text))
}

fn list(context: &Context) -> Result<Exit, Failure> {
    let mut lines = String::new();
    for (name, text) in SHIPPED {
        let campaign =
            Campaign::read(name, text, &known()).map_err(|e| Failure::self_check(format!("{name}: {e}")))?;
        let runs = campaign.jobs().map_err(Failure::self_check)?.len();
        let worst: f64 = (campaign.groups.iter())
            .map(|g| {
                let items = g.items().map_or(0, |items| items.len());
                (items * g.approaches.len()) as f64 * f64::from(g.repeat) * g.limits.cpu_s
            })
            .sum();
        let hours = worst / 3600.0;
        lines +=
            &format!("{name:<15} {} ({runs} runs, at most {hours:.1} hours of CPU time)\n", campaign.title);
    }
    context.print(&lines)?;
    Ok(Exit::Done)
}

/// An instance from a text and words of a command line.
pub(super) fn instance(text: &str, args: &[String]) -> Result<Instance, String> {
    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Words {
        #[command(flatten)]
        game: GameArgs,
        #[arg(long)]
        from: Option<Format>,
    }
    let words = Words::try_parse_from(args).map_err(|e| {
        let text = e.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    })?;
    load::instance(text, &words.game, words.from).map_err(|failure| failure.text)
}

/// Writes definitions, tasks and the tool-info module of BenchExec.
fn to_benchexec(
    campaign: &Campaign,
    own: &str,
    folder: &Path,
    expected: Option<&Path>,
    context: &Context,
) -> Result<Exit, Failure> {
    let expected = expected.map(verdicts).transpose()?.unwrap_or_default();
    let tasks = folder.join("tasks");
    std::fs::create_dir_all(&tasks).map_err(|e| cannot_write(&tasks, &e))?;
    let write = |path: PathBuf, text: &str| Output::open(Some(&path))?.write(text.as_bytes());
    let tools = folder.join("tools");
    std::fs::create_dir_all(&tools).map_err(|e| cannot_write(&tools, &e))?;
    write(tools.join("patsat.py"), TOOL_INFO)?;
    write(folder.join(PROPERTY), PROPERTY_TEXT)?;
    for group in &campaign.groups {
        let made = definition(campaign, group);
        for name in &made.left_out {
            context.note(&format!("'{name}' needs another program: skipped"));
        }
        if made.approaches == 0 {
            continue;
        }
        let name = slug(&group.name);
        let path = folder.join(format!("{}-{name}.xml", slug(&campaign.name)));
        let shown = path.display().to_string();
        write(path, &made.xml)?;
        let items = group.items().map_err(Failure::input)?;
        for item in &items {
            let text = instance_text(item, own)?;
            let stem = format!("{name}-{}", slug(&item.label));
            write(tasks.join(format!("{stem}.json")), &text)?;
            write(
                tasks.join(format!("{stem}.yml")),
                &task(&format!("{stem}.json"), expected.get(&item.label).copied()),
            )?;
        }
        context.print(&format!("{shown}\n"))?;
        context.note(&format!("{}: {} tasks, {} approaches", group.name, items.len(), made.approaches));
    }
    Ok(Exit::Done)
}

/// Which instances of earlier results can be won and which cannot: a run's or a deal's verdict, each of them checked
/// when it was written.
fn verdicts(path: &Path) -> Result<BTreeMap<String, bool>, Failure> {
    let shown = path.display();
    let bytes = input::read(path, "the results of 'patsat bench' or 'patsat survey'")?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::input(format!("'{shown}' is no text: expected results, a line of JSON each"))
    })?;
    let mut found = BTreeMap::new();
    for (n, line) in text.lines().enumerate() {
        let line: serde_json::Value = serde_json::from_str(line).map_err(|_| {
            Failure::input(format!("{shown}, line {}: found no JSON, expected a result", n + 1))
        })?;
        let data = &line["data"];
        let text = |keys: [&str; 2]| keys.iter().find_map(|key| data[key].as_str());
        let winnable = match text(["outcome", "verdict"]) {
            Some("solved") => true,
            Some("unwinnable") => false,
            _ => continue,
        };
        if let Some(name) = text(["instance", "deal"]) {
            found.insert(name.to_owned(), winnable);
        }
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "'{shown}' holds no verdicts: expected results with some decided"
        )));
    }
    Ok(found)
}

/// The instance in our JSON, made first where it is to be made.
fn instance_text(item: &Item, own: &str) -> Result<String, Failure> {
    let cannot = |e: String| Failure::input(format!("{}: {e}", item.label));
    let scratch = tempfile::tempdir().map_err(|e| cannot(e.to_string()))?;
    let mut text = item.text.clone();
    if let Some((make, made)) = &item.make {
        let folder = scratch.path().join("made");
        let shown = folder.to_string_lossy().into_owned();
        let words = make.iter().map(|word| word.replace("{folder}", &shown)).collect();
        let maker = Maker { own, folder: scratch.path(), memory_mib: 4096, stop: &AtomicBool::new(false) };
        maker.own(words, "make.out").map_err(|e| match e {
            PrepareError::Stopped => cannot("interrupted".to_owned()),
            PrepareError::Because(why) => cannot(why),
        })?;
        text = folder.join(made).to_string_lossy().into_owned();
    }
    let instance = instance(&text, &item.args).map_err(cannot)?;
    formats::write_instance(&instance, Format::Json).map_err(|e| cannot(e.to_string()))
}
