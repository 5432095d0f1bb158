//! `patsat pack sat`, `qbf`, `maxsat`, `smt`, `pddl`: a folder of instances from a recipe.

use crate::commands::bench;
use patsat_console::args::{SHARED, at_least_one};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_experiments::submission::{self, End, Manifest, PackEvent, Recipe, SHIPPED, Submission, Track};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Fill a folder with instances of a target difficulty
///
/// For each family and seed the size is bisected until the work of a reference solver lies in the recipe's band.
/// Every answer is checked and installed solvers are measured; the folder gets a manifest, a description and
/// figures. After an interrupt the same command continues.
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat pack sat --recipe small -o out
  patsat pack maxsat --print > my.toml
  patsat pack qbf --list")]
#[command(after_help = "\
Exit codes: 0 done, 1 too few hard instances were found, 2 bad input, 3 a solver \
contradicts a proof, 130 interrupted.")]
pub(super) struct Args {
    /// Name of a built-in recipe, or a file [default: the listed one]
    #[arg(long, value_name = "RECIPE")]
    recipe: Option<String>,
    /// List the built-in recipes
    #[arg(long, conflicts_with_all = ["recipe", "output"])]
    list: bool,
    /// Print the recipe, as a start for your own
    #[arg(long, conflicts_with = "output")]
    print: bool,
    /// Number of parallel questions; the result does not depend on it [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
    /// Start again and overwrite the folder
    #[arg(long)]
    force: bool,
    /// Folder to fill
    #[arg(help_heading = SHARED, short, long, value_name = "FOLDER", required_unless_present_any = ["list", "print"])]
    output: Option<PathBuf>,
}

pub(super) fn run(track: Track, args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.list {
        return list(track, context);
    }
    let name = args.recipe.as_deref().unwrap_or(usual(track));
    let (shown, text) = read_recipe(name)?;
    if args.print {
        context.print(&text)?;
        return Ok(Exit::Done);
    }
    let recipe = Recipe::read(&text).map_err(|e| Failure::input(input::about(&shown, &e.to_string())))?;
    if recipe.track != track {
        let what = format!(
            "it is for 'patsat pack {}': expected a recipe for {}",
            recipe.track.name(),
            track.name()
        );
        return Err(Failure::input(input::about(&shown, &what)));
    }
    let Some(folder) = args.output.as_deref() else {
        return Err(Failure::input("-o is missing: expected a folder"));
    };
    if folder == Path::new("-") {
        return Err(Failure::input("-o -: expected a folder"));
    }
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = args.jobs.map_or_else(cores, NonZeroUsize::get).min(1024);
    let load = |text: &str, args: &[String]| bench::instance(text, args);
    let submission = Submission { recipe: &recipe, folder, jobs, load: &load, force: args.force };
    let live = LiveLine::search(context);
    let on_event = |event: PackEvent<'_>| match event {
        PackEvent::Note(text) => live.aside(|| context.note(text)),
        PackEvent::Doing(what, done, all) => live.message(|| format!("{done} of {all} {what}")),
    };
    let ended = submission::run(&submission, signals::stop_flag(), &on_event);
    live.done();
    match ended.map_err(|error| failure(&shown, error))? {
        End::Stopped => {
            context.note("interrupted: run the same command to continue");
            Ok(Exit::Interrupted)
        }
        End::Whole(manifest) => {
            context.print(&summary(folder, &manifest))?;
            Ok(match manifest.hard_enough() {
                Some(false) => Exit::No,
                _ => Exit::Done,
            })
        }
    }
}

/// The recipe that is taken where none is named.
fn usual(track: Track) -> &'static str {
    match track {
        Track::Sat => "small",
        other => other.name(),
    }
}

fn list(track: Track, context: &Context) -> Result<Exit, Failure> {
    let mut lines = String::new();
    for (name, text) in SHIPPED {
        let recipe = Recipe::read(text).map_err(|e| Failure::self_check(format!("recipe {name}: {e}")))?;
        if recipe.track == track {
            lines += &format!("{name:<8} {} ({} instances)\n", recipe.title, recipe.rules.instances);
        }
    }
    context.print(&lines)?;
    Ok(Exit::Done)
}

/// How errors name a recipe, and its text.
fn read_recipe(name: &str) -> Result<(String, String), Failure> {
    if let Some((_, text)) = SHIPPED.iter().find(|(known, _)| *known == name) {
        return Ok((format!("recipe {name}"), (*text).to_owned()));
    }
    let path = Path::new(name);
    if !path.exists() && !name.contains(['/', '.']) {
        let text = format!(
            "there is no recipe '{name}': expected a file, or one that 'patsat pack sat --list' names"
        );
        return Err(Failure::unknown(text, name, SHIPPED.iter().map(|(name, _)| *name)));
    }
    let bytes = input::read(path, "a recipe in TOML")?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("'{name}' is no text: expected a recipe in TOML")))?;
    Ok((input::name(name).to_owned(), text))
}

fn failure(shown: &str, error: submission::Failure) -> Failure {
    use submission::Failure as SubmissionFailure;
    match error {
        SubmissionFailure::SelfCheck(_) => Failure::self_check(error),
        SubmissionFailure::Recipe(_) | SubmissionFailure::TooFew { .. } | SubmissionFailure::Question(..) => {
            Failure::input(input::about(shown, &error.to_string()))
        }
        SubmissionFailure::Journal(_) | SubmissionFailure::Io(..) | SubmissionFailure::Threads(_) => {
            Failure::input(error)
        }
    }
}

/// What the folder holds, in some lines.
fn summary(folder: &Path, manifest: &Manifest) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for row in &manifest.instances {
        match counts.iter_mut().find(|(status, _)| *status == row.status) {
            Some((_, count)) => *count += 1,
            None => counts.push((row.status, 1)),
        }
    }
    counts.sort_unstable();
    let counts =
        counts.iter().map(|(status, count)| format!("{count} {status}")).collect::<Vec<_>>().join(", ");
    let mut text = format!("{}: {} instances: {counts}\n", folder.display(), manifest.instances.len());
    if let (Some(easy), required) = (&manifest.rules.too_easy, manifest.rules.hard) {
        text += &match manifest.hard {
            Some(hard) => format!("{hard} are too hard for {}, {required} are asked for\n", easy.solver),
            None => format!(
                "whether {required} are too hard for {} was not measured: it is not installed\n",
                easy.solver
            ),
        };
    }
    text
}
