//! `patsat pack growth`: how families of questions grow, solver by solver.

use super::instances::{failure, read_toml};
use crate::commands::bench;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::progress::Live;
use patsat_console::signals;
use patsat_experiments::submission::PackEvent;
use patsat_experiments::submission::growth::{self, Growth, STUDIES, Study};
use std::path::{Path, PathBuf};

/// Measure how families of formulas grow, solver by solver
///
/// A study names families, sizes, seeds and solvers. Every solver runs on every formula; the folder gets all runs,
/// a page with one table per family, and figures. Solvers that contradict each other end the run. After an
/// interrupt the same command continues.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat pack growth -o growth
  patsat pack growth --study qbf --print > my.toml
  patsat pack growth --list")]
pub(super) struct Args {
    /// Name of a built-in study, or a file
    #[arg(long, value_name = "STUDY", default_value = "families")]
    study: String,
    /// List the built-in studies
    #[arg(long, conflicts_with_all = ["study", "output"])]
    list: bool,
    /// Print the study, as a start for your own
    #[arg(long, conflicts_with = "output")]
    print: bool,
    /// Start again and overwrite the folder
    #[arg(long)]
    force: bool,
    /// Folder to fill
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER", required_unless_present_any = ["list", "print"])]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.list {
        return list(context);
    }
    let (shown, text) = read_toml(&args.study, &STUDIES, "study", "'patsat pack growth --list' names")?;
    if args.print {
        context.print(&text)?;
        return Ok(Exit::Done);
    }
    let study = Study::read(&text).map_err(|e| Failure::input(input::about(&shown, &e.to_string())))?;
    let Some(folder) = args.output.as_deref().filter(|folder| *folder != Path::new("-")) else {
        return Err(Failure::input("-o: expected a folder"));
    };
    let load = |text: &str, args: &[String]| bench::instance(text, args);
    let live = Live::search(context);
    let on_event = |event: PackEvent<'_>| match event {
        PackEvent::Note(text) => live.aside(|| context.note(text)),
        PackEvent::Doing(what, done, all) => live.message(|| format!("{done} of {all} {what}")),
    };
    let asked = Growth { study: &study, folder, load: &load, force: args.force };
    let ended = growth::run(&asked, signals::stop_flag(), &on_event);
    live.done();
    match ended.map_err(|error| failure(&shown, error))? {
        None => {
            context.note("interrupted: run the same command to continue");
            Ok(Exit::Interrupted)
        }
        Some(runs) => {
            let families = match study.family.len() {
                1 => "one family".to_owned(),
                count => format!("{count} families"),
            };
            context.print(&format!("{}: {runs} runs of {families}\n", folder.display()))?;
            Ok(Exit::Done)
        }
    }
}

fn list(context: &Context) -> Result<Exit, Failure> {
    let mut lines = String::new();
    for (name, text) in STUDIES {
        let study = Study::read(text).map_err(|e| Failure::self_check(format!("study {name}: {e}")))?;
        lines += &format!("{name:<8} {} ({} families)\n", study.title, study.family.len());
    }
    context.print(&lines)?;
    Ok(Exit::Done)
}
