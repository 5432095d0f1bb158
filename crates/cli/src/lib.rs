//! The command line: arguments, exit codes, one subcommand a file.
//!
//! - An instance is a deal's name (`ms:617`, `solvitaire:GAME:N`, `random:GAME:N`), a file in
//!   any format that [`patsat_formats`] detects from its content, or `-`. Rule options refine it.
//! - stdout receives the result. Except for the time fields of JSON, it depends on input, options and seed alone.
//! - stderr receives notes and errors. Colour, suit symbols and live lines appear on a terminal
//!   only. A reader that closes the pipe is no failure.
//! - [`Exit`] lists the exit codes. Bad input ends with one sentence on stderr and code 2.
//! - A limit or an interrupt ends in "unknown", or in the best plan so far, never in an error.
//! - An answer that the verifier rejects is never printed: the program ends with code 3
//!   and keeps the files.

#![warn(clippy::unwrap_used)]

mod args;
mod build;
mod commands;
mod first_screen;
mod formula;
mod groups;
mod joined;
mod load;
mod progress;
mod question;
pub mod report;
mod selfcheck;
mod shape;
mod source;
mod target;
mod variant;

pub use build::Build;
pub use patsat_console::exit::{Exit, Failure};
pub use patsat_console::{input, memory};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{Command, CommandArgs, games, version};
use first_screen::first_screen;
use patsat_console::context::{Context, GlobalArgs};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  patsat solve ms:617                    a FreeCell deal by its Microsoft number
  patsat solve board.txt --cells 2       a board from a file, with two cells
  patsat survey ms:1..32000 -o r.jsonl   many deals, one JSON line each";

/// Solve, prove and explain solitaire card games
#[derive(Debug, Parser)]
#[command(name = "patsat", max_term_width = 80, before_help = EXAMPLES)]
#[command(disable_version_flag = true, subcommand_required = false)]
#[command(after_help = "\
Exit codes of solve, why and conquer --merge: 10 solved, 20 unwinnable, 21 no plan within the bound, 0 undecided. \
Other commands: 0 done, 1 the answer is no, 5 undecided. All commands: 2 bad usage or input, 3 a self-check \
failed, 4 a solver or feature is missing, 5 out of memory, 130 interrupted with work left.")]
struct Cli<C: Subcommand = Command> {
    /// Print the version; with --verbose what is built in
    #[arg(short = 'V', long)]
    version: bool,
    /// Print a list of what is built in
    #[arg(long, value_name = "WHAT", value_enum)]
    list: Option<games::List>,
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Option<C>,
}

/// Runs the program. `build` describes the build.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>, build: Build) -> ExitCode {
    patsat_solvers::when_memory_ends(memory::no_more_for_cpp);
    memory::watch_panics();
    status(arguments, build).into()
}

/// As [`main`], but returns the exit code as a number, for callers that end the process themselves.
#[must_use]
pub fn status(arguments: impl IntoIterator<Item = OsString>, build: Build) -> u8 {
    build::set(build);
    let arguments = joined::joined(arguments.into_iter().collect(), <Cli>::command);
    let cli = match parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            print_usage(&error);
            return error.exit_code() as u8;
        }
    };
    let context = Context::new(&cli.global);
    match run(&cli, &context) {
        Ok(exit) => exit as u8,
        Err(failure) => {
            context.failure(&failure);
            failure.exit as u8
        }
    }
}

/// Prints help to stdout or a usage error to stderr. Errors of the standard library's number parsers are reworded.
fn print_usage(error: &clap::Error) {
    const WRONG: [(&str, &str); 4] = [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("number too large to fit in target type", "expected a smaller number"),
        ("invalid float literal", "expected a number"),
    ];
    let plain = error.to_string();
    if let Some(text) = without_range_of_rust(&error.render().ansi().to_string()) {
        let _ = write!(anstream::stderr(), "{text}");
        return;
    }
    let Some((rust, words)) = WRONG.iter().find(|(rust, _)| plain.contains(rust)) else {
        // A closed pipe is fine.
        let _ = error.print();
        return;
    };
    let _ = write!(anstream::stderr(), "{}", error.render().ansi().to_string().replace(rust, words));
}

/// Rewords `7 is not in 0..=5`; `None` for other errors.
fn without_range_of_rust(text: &str) -> Option<String> {
    let (before, after) = text.split_once(" is not in ")?;
    let (before, _) = before.rsplit_once(' ')?;
    let end = after.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '=' | '-'))?;
    let (range, rest) = after.split_at(end);
    let (first, last) = range.split_once("..")?;
    let first = if first.is_empty() { "0" } else { first };
    let expected = match last.trim_start_matches('=') {
        "" => format!("expected a number from {first} on"),
        last => format!("expected a number from {first} to {last}"),
    };
    Some(format!("{before} {expected}{rest}"))
}

/// Reads the arguments. Help and usage errors need every option of every command, so only they build them.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    match Cli::<CommandArgs>::try_parse_from(arguments) {
        Ok(Cli { version, list, global, command }) => {
            Ok(Cli { version, list, global, command: command.map(Command::from) })
        }
        Err(_) => {
            let mut command = groups::grouped(<Cli>::command());
            let mut matches = command.try_get_matches_from_mut(arguments)?;
            Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
        }
    }
}

/// Returns the name of each command, `patsat` first, with its help text at 80 columns. Options that every command has
/// are in the first text only.
#[must_use]
pub fn help_texts() -> Vec<(String, String)> {
    let mut command = <Cli>::command().term_width(80);
    command.build();
    let own = |arg: clap::Arg| match arg.get_id().as_str() {
        "verbose" | "quiet" | "color" | "help" => arg.hide(true),
        _ => arg,
    };
    let all = with_all_below("patsat", &command).into_iter().enumerate();
    all.map(|(n, (name, command))| {
        let mut command = if n == 0 { command } else { command.mut_args(own) };
        (name, command.render_long_help().to_string())
    })
    .collect()
}

/// A command and all commands below it, each with its whole name.
fn with_all_below(name: &str, command: &clap::Command) -> Vec<(String, clap::Command)> {
    let mut all = vec![(name.to_owned(), command.clone())];
    let mut left = below(name, command);
    while let Some((name, command)) = left.pop() {
        left.extend(below(&name, &command));
        all.push((name, command));
    }
    all
}

/// The commands below one, the last first.
fn below(name: &str, command: &clap::Command) -> Vec<(String, clap::Command)> {
    let shown = command.get_subcommands().filter(|inner| inner.get_name() != "help" && !inner.is_hide_set());
    let mut all: Vec<_> =
        shown.map(|inner| (format!("{name} {}", inner.get_name()), inner.clone())).collect();
    all.reverse();
    all
}

fn run(cli: &Cli, context: &Context) -> Result<Exit, Failure> {
    if cli.version {
        return version::run(context);
    }
    if let Some(list) = cli.list {
        return games::list(list, context);
    }
    match &cli.command {
        Some(command) => command.run(context),
        None => {
            context.note(&first_screen());
            Ok(Exit::BadInput)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn ranges_of_numbers_are_words() {
        let words = |text: &str| without_range_of_rust(text);
        let (found, expected) =
            ("'--cells <N>': 70000 is not in 0..=65535\n\nMore", "from 0 to 65535\n\nMore");
        assert_eq!(words(found), Some(format!("'--cells <N>': expected a number {expected}")));
        assert_eq!(words("x: 0 is not in 1..\n").as_deref(), Some("x: expected a number from 1 on\n"));
        assert_eq!(words("x: 7 is not in ..=5\n").as_deref(), Some("x: expected a number from 0 to 5\n"));
        assert_eq!(words("expected a number"), None);
    }

    #[test]
    fn the_command_line_is_consistent() {
        <Cli>::command().debug_assert();
    }

    /// Checks that a heading has the same options in every command, so that no option stands below a foreign
    /// heading.
    #[test]
    fn every_option_stands_below_its_own_heading() {
        let mut headings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for command in <Cli>::command().get_subcommands() {
            let mut here: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for option in command.get_opts() {
                let Some(heading) = option.get_help_heading() else { continue };
                // Commands without a file for the result, or without a verdict, have fewer shared options.
                if !matches!(option.get_id().as_str(), "output" | "exit_code") {
                    here.entry(heading.to_owned()).or_default().insert(option.get_id().to_string());
                }
            }
            for (heading, options) in here {
                let known = headings.entry(heading.clone()).or_insert_with(|| options.clone());
                assert_eq!(*known, options, "'{heading}' of {}", command.get_name());
            }
        }
        assert!(headings.len() >= 5, "{headings:?}");
    }
}
