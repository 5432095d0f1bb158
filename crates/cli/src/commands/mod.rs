//! The subcommands, one a file.

mod bench;
mod best;
mod certify;
mod classify;
mod completions;
mod conquer;
mod convert;
mod decode;
mod easy;
mod encode;
mod estimate;
mod fair;
pub(crate) mod games;
mod hard;
mod hint;
mod lift;
mod lower;
mod man;
mod merge;
mod pack;
mod rate;
mod reduce;
mod replay;
mod report;
mod shorten;
mod show;
mod solve;
mod survey;
mod verify;
pub(crate) mod version;
mod which;
mod why;

use clap::Subcommand;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::signals;
use patsat_planning::Verdict;

macro_rules! commands {
    ($($name:ident($args:ty),)*) => {
        /// The commands with all their options, for help and completions.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command { $($name($args)),* }

        /// The same commands; the options of each are built when it is called, which makes the program start faster.
        #[derive(Debug, Subcommand)]
        #[command(defer = true)]
        pub(crate) enum Called { $($name($args)),* }

        impl From<Called> for Command {
            fn from(called: Called) -> Command {
                match called { $(Called::$name(args) => Command::$name(args)),* }
            }
        }
    };
}

commands! {
    Solve(solve::Args),
    Shorten(shorten::Args),
    Why(why::Args),
    Certify(certify::Args),
    Hint(hint::Args),
    Show(show::Args),
    Which(which::Args),
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
    Rate(rate::Args),
    Pack(pack::Args),
    Estimate(estimate::Args),
    Classify(classify::Args),
    Best(best::Args),
    Fair(fair::Args),
    Easy(easy::Args),
    Autostart(patsat_autostart::commands::Args),
    Carcassonne(patsat_carcassonne::commands::Args),
    Rummikub(patsat_rummikub::commands::Args),
    Reduce(reduce::Args),
    Lower(lower::Args),
    Lift(lift::Args),
    Hard(hard::Args),
    Games(games::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self, context: &Context) -> Result<Exit, Failure> {
        match self {
            Command::Solve(args) => solve::run(args, context),
            Command::Shorten(args) => shorten::run(args, context),
            Command::Why(args) => why::run(args, context),
            Command::Certify(args) => certify::run(args, context),
            Command::Hint(args) => hint::run(args, context),
            Command::Show(args) => show::run(args, context),
            Command::Which(args) => which::run(args, context),
            Command::Convert(args) => convert::run(args, context),
            Command::Verify(args) => verify::run(args, context),
            Command::Replay(args) => replay::run(args, context),
            Command::Encode(args) => encode::run(args, context),
            Command::Decode(args) => decode::run(args, context),
            Command::Conquer(args) => conquer::run(args, context),
            Command::Survey(args) => survey::run(args, context),
            Command::Merge(args) => merge::run(args, context),
            Command::Bench(args) => bench::run(args, context),
            Command::Report(args) => report::run(args, context),
            Command::Rate(args) => rate::run(args, context),
            Command::Pack(args) => pack::run(args, context),
            Command::Estimate(args) => estimate::run(args, context),
            Command::Classify(args) => classify::run(args, context),
            Command::Best(args) => best::run(args, context),
            Command::Fair(args) => fair::run(args, context),
            Command::Easy(args) => easy::run(args, context),
            Command::Autostart(args) => patsat_autostart::commands::run(args, context),
            Command::Carcassonne(args) => patsat_carcassonne::commands::run(args, context),
            Command::Rummikub(args) => patsat_rummikub::commands::run(args, context),
            Command::Reduce(args) => reduce::run(args, context),
            Command::Lower(args) => lower::run(args, context),
            Command::Lift(args) => lift::run(args, context),
            Command::Hard(args) => hard::run(args, context),
            Command::Games(args) => games::run(args, context),
            Command::Completions(args) => completions::run(args, context),
            Command::Man(args) => man::run(args, context),
        }
    }
}

/// The exit code of `solve` and `why` for a verdict.
fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Solved => Exit::Solved,
        Verdict::NoPlanWithin => Exit::NoneWithin,
        Verdict::Unwinnable => Exit::ProvedNone,
        Verdict::Unknown => signals::unfinished(Exit::Done),
    }
}
