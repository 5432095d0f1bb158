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
mod play;
mod puzzle;
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
    ($($name:ident($module:ident),)*) => {
        /// The commands with all their options, for help and completions.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command { $($name($module::Args)),* }

        /// The same commands; the options of each are built when it is called, which makes the program start faster.
        #[derive(Debug, Subcommand)]
        #[command(defer = true)]
        pub(crate) enum CommandArgs { $($name($module::Args)),* }

        impl From<CommandArgs> for Command {
            fn from(called: CommandArgs) -> Command {
                match called { $(CommandArgs::$name(args) => Command::$name(args)),* }
            }
        }

        impl Command {
            /// Runs the command.
            pub(crate) fn run(&self, context: &Context) -> Result<Exit, Failure> {
                match self { $(Command::$name(args) => $module::run(args, context)),* }
            }
        }
    };
}

commands! {
    Solve(solve),
    Shorten(shorten),
    Why(why),
    Certify(certify),
    Hint(hint),
    Play(play),
    Show(show),
    Which(which),
    Convert(convert),
    Verify(verify),
    Replay(replay),
    Encode(encode),
    Decode(decode),
    Conquer(conquer),
    Survey(survey),
    Merge(merge),
    Bench(bench),
    Report(report),
    Rate(rate),
    Pack(pack),
    Estimate(estimate),
    Classify(classify),
    Best(best),
    Fair(fair),
    Easy(easy),
    Puzzle(puzzle),
    Reduce(reduce),
    Lower(lower),
    Lift(lift),
    Hard(hard),
    Games(games),
    Completions(completions),
    Man(man),
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
