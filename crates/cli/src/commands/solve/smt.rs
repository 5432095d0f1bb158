//! `solve --by smt`: SMT-LIB scripts and solvers.

use super::sat::{SatArgs, rule};
use crate::args::{LimitArgs, SearchArgs};
use crate::formula;
use patsat_console::exit::Failure;
use patsat_planning::Compiled;
use patsat_planning::sat::Horizon;
use patsat_planning::smt::{self, SmtMethod};
use patsat_solvers::smt as backends;

/// The questions that the arguments ask for.
pub(super) fn method(
    args: &SatArgs,
    game: &Compiled<'_>,
    search: &SearchArgs,
    limits: &LimitArgs,
) -> Result<SmtMethod, Failure> {
    if let Some(name) = search.given_beside_optimal().or(limits.given_for_search()) {
        return Err(Failure::input(format!("{name} is for --by search, not for --by smt")));
    }
    if args.threads.is_some_and(|threads| threads > 1) {
        return Err(Failure::input("--threads is for --by sat: --by smt asks one solver at a time"));
    }
    let name = args.backend.as_deref().unwrap_or(backends::DEFAULT);
    let backend = backends::backend(name).map_err(|unknown| {
        let known = backends::BACKENDS.iter().map(|b| b.name);
        Failure::unknown(unknown, name, known)
    })?;
    let horizon: Horizon =
        args.horizon.as_deref().map_or(Ok(Horizon::Auto), str::parse).map_err(Failure::input)?;
    Ok(SmtMethod {
        encoding: match &args.encoding {
            Some(name) => formula::smt_encoding(name)?,
            None => smt::usual_encoding(game, search.optimal()),
        },
        options: formula::options(args.options.as_deref().unwrap_or_default())?,
        backend,
        seed: search.seed(),
        horizon,
        schedule: args.schedule.as_deref().map(rule).transpose()?,
        horizon_time: args.horizon_time_limit,
        optimal: search.optimal(),
    })
}
