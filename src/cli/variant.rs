//! What `best`, `fair` and `easy` share: the question's arguments, a budget, files of the answer.

use super::args::{GameArgs, LimitArgs};
use super::context::Context;
use super::exit::Failure;
use super::output::Output;
use super::progress::Live;
use super::{load, selfcheck, signals};
use crate::formats::{self, Format};
use crate::pipeline::variants::Unanswered;
use crate::search::{Budget, Stats};
use crate::solve::Control;
use crate::state::Instance;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The instance, limits, and how the answer is written.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct VariantArgs {
    /// A deal, a file, or - for standard input
    pub(super) instance: String,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Format of the file [default: told from its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// How the answer is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(super) format: Shape,
    /// Write what can be checked again to this file: the plan of best, the lost game of fair and easy
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Text or JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Shape {
    /// Sentences
    Text,
    /// One JSON line
    Json,
}

impl VariantArgs {
    pub(super) fn instance(&self) -> Result<Instance, Failure> {
        load::instance(&self.instance, &self.game, self.from)
    }

    /// The limits as a SAT solver keeps them.
    pub(super) fn control(&self) -> Result<Control<'static>, Failure> {
        if let Some(name) = self.limits.given_for_search() {
            return Err(Failure::input(format!(
                "{name} is for visiting positions: expected no --horizon with it"
            )));
        }
        let limits = self.limits.limits();
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let stop = Some(signals::stop_flag());
        Ok(Control { stop, deadline, memory_mib: limits.memory_mib, ..Control::default() })
    }

    /// Asks within the limits, until an interrupt.
    pub(super) fn ask<T>(
        &self,
        instance: &Instance,
        context: &Context,
        question: impl FnOnce(&mut Budget<'_>) -> Result<T, Unanswered>,
    ) -> Result<T, Failure> {
        let live = Live::search(context);
        let mut watch = |stats: &Stats| live.stats(stats);
        let budget = Budget::new(self.limits.limits()).stopped_by(signals::stop_flag());
        let answer = question(&mut budget.watched_by(&mut watch));
        live.done();
        answer.map_err(|error| match error {
            Unanswered::SelfCheck(error) => selfcheck::failure(instance, &error),
            Unanswered::Limit(limit) => Failure::self_check(format!("{limit}, where no limit can end")),
        })
    }
}

/// Writes a game, where a file for it is given.
pub(super) fn keep_instance(file: Option<&Path>, instance: &Instance) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let text = formats::write_instance(instance, Format::Json).map_err(Failure::input)?;
    Output::open(Some(file))?.write(text.as_bytes())
}
