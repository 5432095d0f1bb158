//! `solve --by search`: a native search on the rules.

use crate::args::SearchArgs;
use patsat_console::exit::Failure;
use patsat_planning::SearchMethod;

/// The search that the arguments ask for.
pub(super) fn method(search: &SearchArgs) -> Result<SearchMethod, Failure> {
    let strategy = search.strategy()?;
    Ok(SearchMethod { strategy, options: search.options(), optimal: strategy.name == "optimal" })
}
