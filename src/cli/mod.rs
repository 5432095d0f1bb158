//! The command line: arguments, exit codes, one subcommand a file.
//!
//! - An instance is a deal's name (`ms:617`, `solvitaire:GAME:N`, `random:GAME:N`), a file in
//!   any format that [`crate::formats`] tells from its content, or `-`; rule options refine it.
//! - stdout is the result and depends on input, options and seed alone, the time fields of
//!   JSON apart; stderr is the talk. Colour, suit symbols and live lines appear on a terminal
//!   only. A reader that closes the pipe is no failure.
//! - Exit codes are in [`Exit`]; every bad input is one sentence on stderr and code 2.
//! - A limit or an interrupt ends in "unknown", or in the best plan so far, never in an error.
//! - What the verifier refuses is never printed as an answer: the program ends with code 3
//!   and keeps the files.

mod args;
mod autostart;
mod bench;
mod best;
mod carcassonne;
mod classify;
mod completions;
mod conquer;
mod context;
mod convert;
mod decode;
mod easy;
mod encode;
mod estimate;
mod exit;
mod fair;
mod formula;
mod games;
mod hard;
mod lift;
mod load;
mod lower;
mod man;
mod merge;
mod output;
mod progress;
mod question;
mod reduce;
mod replay;
mod report;
mod rummikub;
mod selfcheck;
mod shorten;
mod show;
mod signals;
mod solve;
mod survey;
mod target;
mod variant;
mod verify;
mod version;
mod why;

pub use exit::{Exit, Failure};

use clap::{Parser, Subcommand};
use context::{Context, Global};
use std::ffi::OsString;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  patsat solve ms:617                    a FreeCell deal by its Microsoft number
  patsat solve board.txt --cells 2       a board from a file, with two cells
  patsat survey ms:1..32000 -o r.jsonl   many deals, one JSON line each";

/// Solitaire card games solved: a verified plan, or why there is none
#[derive(Debug, Parser)]
#[command(name = "patsat", max_term_width = 80, before_help = EXAMPLES)]
#[command(disable_version_flag = true, subcommand_required = false, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes: solve, why, conquer --merge 10 plan found and verified, 20 proved none, \
0 undecided; elsewhere 0 done, 1 the answer is no, 5 undecided; everywhere 2 bad usage or \
input, 3 a self-check failed, 4 something is missing.")]
struct Cli {
    /// Print the version; with --verbose what is built in
    #[arg(short = 'V', long)]
    version: bool,
    /// Print a list
    #[arg(long, value_name = "WHAT", value_enum)]
    list: Option<games::List>,
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Shorten(shorten::Args),
    Why(why::Args),
    Show(show::Args),
    Convert(convert::Args),
    Verify(verify::Args),
    Replay(replay::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Conquer(conquer::Args),
    Survey(survey::Args),
    Merge(merge::Args),
    Bench(bench::Args),
    Report(report::Args),
    Estimate(estimate::Args),
    Classify(classify::Args),
    Best(best::Args),
    Fair(fair::Args),
    Easy(easy::Args),
    Autostart(autostart::Args),
    Carcassonne(carcassonne::Args),
    Rummikub(rummikub::Args),
    Reduce(reduce::Args),
    Lower(lower::Args),
    Lift(lift::Args),
    Hard(hard::Args),
    Games(games::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the program.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and errors of usage, on stdout or stderr as fits; a closed pipe is fine.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let context = Context::new(&cli.global);
    match run(&cli, &context) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            context.error(&failure.text);
            failure.exit.into()
        }
    }
}

fn run(cli: &Cli, context: &Context) -> Result<Exit, Failure> {
    if cli.version {
        return version::run(context);
    }
    if let Some(list) = cli.list {
        return games::list(list, context);
    }
    match &cli.command {
        Some(Command::Solve(args)) => solve::run(args, context),
        Some(Command::Shorten(args)) => shorten::run(args, context),
        Some(Command::Why(args)) => why::run(args, context),
        Some(Command::Show(args)) => show::run(args, context),
        Some(Command::Convert(args)) => convert::run(args, context),
        Some(Command::Verify(args)) => verify::run(args, context),
        Some(Command::Replay(args)) => replay::run(args, context),
        Some(Command::Encode(args)) => encode::run(args, context),
        Some(Command::Decode(args)) => decode::run(args, context),
        Some(Command::Conquer(args)) => conquer::run(args, context),
        Some(Command::Survey(args)) => survey::run(args, context),
        Some(Command::Merge(args)) => merge::run(args, context),
        Some(Command::Bench(args)) => bench::run(args, context),
        Some(Command::Report(args)) => report::run(args, context),
        Some(Command::Estimate(args)) => estimate::run(args, context),
        Some(Command::Classify(args)) => classify::run(args, context),
        Some(Command::Best(args)) => best::run(args, context),
        Some(Command::Fair(args)) => fair::run(args, context),
        Some(Command::Easy(args)) => easy::run(args, context),
        Some(Command::Autostart(args)) => autostart::run(args, context),
        Some(Command::Carcassonne(args)) => carcassonne::run(args, context),
        Some(Command::Rummikub(args)) => rummikub::run(args, context),
        Some(Command::Reduce(args)) => reduce::run(args, context),
        Some(Command::Lower(args)) => lower::run(args, context),
        Some(Command::Lift(args)) => lift::run(args, context),
        Some(Command::Hard(args)) => hard::run(args, context),
        Some(Command::Games(args)) => games::run(args, context),
        Some(Command::Completions(args)) => completions::run(args, context),
        Some(Command::Man(args)) => man::run(args, context),
        None => Err(Failure::input("no command given: expected one, for instance 'patsat solve ms:617'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
