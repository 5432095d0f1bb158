//! What `best`, `fair` and `easy` share: the question's arguments, a budget, files of the answer.

use super::args::{GameArgs, LimitArgs};
use super::{load, selfcheck};
use crate::progress::Shows;
use clap::ValueEnum;
use patsat_analysis::variants::{BySat, End, TwoPlayers, VariantError};
use patsat_base::Limits;
use patsat_console::args::{SHARED, Shape};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_formats::{self as formats, Format};
use patsat_game::state::Instance;
use patsat_planning as planning;
use patsat_search::{Budget, Stats};
use patsat_solvers::{self as solve, BackendChoice, Control};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The instance, limits and output options.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct VariantArgs {
    /// A deal, a file, or - for standard input
    pub(super) instance: String,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(super) format: Shape,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the checkable result to this file: the plan of best, the lost game of fair and easy
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

impl VariantArgs {
    pub(super) fn instance(&self) -> Result<Instance, Failure> {
        load::instance(&self.instance, &self.game, self.from)
    }

    /// The limits as a SAT solver keeps them.
    pub(super) fn control(&self) -> Result<Control<'static>, Failure> {
        if let Some(name) = self.limits.of_searches() {
            return Err(Failure::input(format!(
                "{name} is for visiting positions: expected no --horizon with it"
            )));
        }
        Ok(solver_limits(&self.limits.limits()))
    }

    /// Asks two SAT solvers against each other; a search decides what they cannot.
    pub(super) fn decide_by_sat(
        &self,
        instance: &Instance,
        by: &ByArgs,
        context: &Context,
        question: impl FnOnce(BySat<'_>, &mut Budget<'_>) -> Result<TwoPlayers, planning::Failure>,
    ) -> Result<TwoPlayers, Failure> {
        let backend = backend(by.backend.as_deref())?;
        let by = BySat {
            backend: &backend,
            seed: 0,
            horizon: by.horizon,
            control: solver_limits(&self.limits.limits()),
        };
        watched(self.limits.limits(), context, |budget| question(by, budget))
            .map_err(|error| self.failed(instance, error))
    }

    /// A failure of a solver in the words of the command line.
    pub(super) fn failed(&self, instance: &Instance, error: planning::Failure) -> Failure {
        failure(&self.instance, instance, error)
    }

    /// Asks within the limits, until an interrupt.
    pub(super) fn decide<T>(
        &self,
        instance: &Instance,
        context: &Context,
        question: impl FnOnce(&mut Budget<'_>) -> Result<T, VariantError>,
    ) -> Result<T, Failure> {
        watched(self.limits.limits(), context, question).map_err(|error| match error {
            VariantError::SelfCheck(error) => selfcheck::failure(instance, (*error).into()),
            VariantError::Limit(limit) => Failure::self_check(format!("{limit}, where no limit can end")),
        })
    }
}

/// The limits as a SAT solver keeps them.
pub(super) fn solver_limits(limits: &Limits) -> Control<'static> {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let stop = Some(signals::stop_flag());
    Control { stop, deadline, memory_mib: limits.memory_mib, ..Control::default() }
}

/// Answers within the limits, until an interrupt.
pub(super) fn watched<T>(
    limits: Limits,
    context: &Context,
    question: impl FnOnce(&mut Budget<'_>) -> T,
) -> T {
    let live = LiveLine::search(context);
    let mut watch = |stats: &Stats| live.stats(stats);
    let budget = Budget::new(limits).stopped_by(signals::stop_flag());
    let answer = question(&mut budget.watched_by(&mut watch));
    live.done();
    answer
}

/// A failure of planning in the words of the command line, `shown` being the instance's argument.
pub(super) fn failure(shown: &str, instance: &Instance, error: planning::Failure) -> Failure {
    match error {
        planning::Failure::Input(error) => Failure::input(format!("{}: {error}", input::name(shown))),
        planning::Failure::Missing(_) | planning::Failure::Broken(_) => Failure::missing(error),
        planning::Failure::SelfCheck(error) => selfcheck::failure(instance, error.into()),
    }
}

/// The solving method of `fair` and `easy`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ByArgs {
    /// Solving method
    #[arg(long, value_name = "METHOD", value_enum, default_value = "search")]
    pub(super) by: VariantMethod,
    /// With --by sat: maximum number of moves [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100_000))]
    horizon: Option<u32>,
    /// With --by sat: SAT solver; 'patsat --list backends' [default: the built-in one]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
}

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum VariantMethod {
    /// Native search of every case
    Search,
    /// Two SAT solvers: one picks the case, the other plans
    Sat,
}

impl ByArgs {
    /// Whether solvers are asked.
    pub(super) fn is_sat(&self) -> Result<bool, Failure> {
        if self.by == VariantMethod::Sat {
            return Ok(true);
        }
        let given = [("--horizon", self.horizon.is_some()), ("--backend", self.backend.is_some())];
        match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(Failure::input(format!("{name} is for SAT solvers: expected --by sat"))),
            None => Ok(false),
        }
    }
}

/// How the program ends.
pub(super) fn exit_of(end: &End) -> Exit {
    match end {
        End::Yes => Exit::Done,
        End::No { .. } => Exit::No,
        End::NotWithin { .. } | End::Unknown(_) => signals::unfinished(Exit::Undecided),
    }
}

/// The back-end of that name, or the default one.
pub(super) fn backend(name: Option<&str>) -> Result<BackendChoice, Failure> {
    let name = name.unwrap_or(solve::DEFAULT);
    solve::backend(name).map_err(|unknown| {
        let known = solve::BACKENDS.iter().map(|row| row.name);
        Failure::unknown(unknown, name, known)
    })
}

/// Writes a game, where a file for it is given.
pub(super) fn keep_instance(file: Option<&Path>, instance: &Instance) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let text = formats::write_instance(instance, Format::Json).map_err(Failure::input)?;
    Output::open(Some(file))?.write(text.as_bytes())
}
