//! The arguments of `solve` about methods, formulas and solvers.

use crate::args::wrong_options;
use clap::ValueEnum;
use patsat_console::args::seconds;
use patsat_console::exit::Failure;
use patsat_facade::SolveOptions;
use std::time::Duration;

/// The solving method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum MethodArg {
    /// Native search
    #[default]
    Search,
    /// SAT solver, one formula for each horizon
    Sat,
    /// Spider: search picks the positions before each row, a SAT solver connects them
    Hybrid,
    /// SMT solver, one script for each horizon
    Smt,
    /// Property-directed reachability with a SAT solver: a plan, or dead patterns
    Pdr,
}

/// The formula and the solver.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Formulas")]
pub(super) struct SatArgs {
    /// Solving method
    #[arg(long, value_name = "METHOD", value_enum, default_value = "search")]
    pub(super) by: MethodArg,
    /// Encoding of plans as formulas; 'patsat --list encodings' [default: exists-loose; thesis for --by smt, or the
    /// first that supports the game]
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,
    /// Encoding options such as safe=off,rebuilt=all; 'patsat --list options'
    #[arg(long, value_name = "LIST")]
    pub(super) options: Option<String>,
    /// Solver; 'patsat --list backends', or cmd:COMMAND for any DIMACS solver (SMT-LIB 2 for --by smt)
    #[arg(long, value_name = "NAME")]
    pub(super) backend: Option<String>,
    /// Bound on the plan, in the encoding's unit (steps or moves): N, A..B, auto, or complete (deals made from
    /// formulas) [default: auto; complete for such deals]
    #[arg(long, value_name = "HORIZON")]
    pub(super) horizon: Option<String>,
    /// Order in which horizons are tried; 'patsat --list schedules' [default: one that suits the game]
    #[arg(long, value_name = "NAME")]
    pub(super) schedule: Option<String>,
    /// Number of parallel queries; the first answer wins [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(super) threads: Option<u16>,
    /// Time limit for one horizon [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) horizon_time_limit: Option<Duration>,
}

impl SatArgs {
    /// The first of these arguments that is given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--encoding", self.encoding.is_some()),
            ("--options", self.options.is_some()),
            ("--backend", self.backend.is_some()),
            ("--horizon", self.horizon.is_some()),
            ("--schedule", self.schedule.is_some()),
            ("--threads", self.threads.is_some()),
            ("--horizon-time-limit", self.horizon_time_limit.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    /// Adds these arguments to the options.
    pub(super) fn add(&self, options: &mut SolveOptions) -> Result<(), Failure> {
        options.by = match self.by {
            MethodArg::Search => patsat_facade::MethodKind::Search,
            MethodArg::Sat => patsat_facade::MethodKind::Sat,
            MethodArg::Hybrid => patsat_facade::MethodKind::Hybrid,
            MethodArg::Smt => patsat_facade::MethodKind::Smt,
            MethodArg::Pdr => patsat_facade::MethodKind::Pdr,
        };
        options.encoding.clone_from(&self.encoding);
        options.encoding_options.clone_from(&self.options);
        options.backend.clone_from(&self.backend);
        if let Some(horizon) = &self.horizon {
            options.set_horizon(horizon).map_err(wrong_options)?;
        }
        options.schedule.clone_from(&self.schedule);
        options.threads = self.threads.map(usize::from);
        options.horizon_time = self.horizon_time_limit;
        Ok(())
    }
}
