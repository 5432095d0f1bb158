//! Proofs of all cubes of a formula, in a folder.

use super::Args;
use super::sentences::{not_valid, undecided};
use crate::report;
use patsat_console::exit::{Exit, Failure};
use patsat_cubes::Split;
use patsat_game::state::Instance;

/// The answer about the proofs of all cubes of a formula.
pub(super) fn check(args: &Args, instance: &Instance) -> Result<(Exit, String), Failure> {
    if args.plan_format.is_some() || args.goal.is_some() || args.proof.is_some() || args.plain {
        let text =
            "a folder of cubes is verified as it is: expected no --plan-format, --goal, --proof or --plain";
        return Err(Failure::input(text));
    }
    if !args.file.join("cubes.txt").exists() {
        let shown = args.file.display();
        let text = format!(
            "'{shown}' is a folder without cubes.txt: expected one that 'patsat encode --cubes' made"
        );
        return Err(Failure::input(text));
    }
    let memory_mib = args.formula.memory_mib();
    let checked = || {
        let split = Split::open_for(&args.file, instance).map_err(|e| not_valid(&e))?;
        let within = split.header.within().map_err(|e| not_valid(&e))?;
        let bounded = split.build(memory_mib);
        let bounded = bounded.map_err(|e| if e.is_limit() { undecided(&e) } else { not_valid(&e) })?;
        let bundle = patsat_cubes::check(&split, &bounded, 1, memory_mib);
        let bundle = bundle.map_err(|e| if e.is_limit() { undecided(&e) } else { not_valid(&e) })?;
        Ok((Exit::Done, report::cubes::valid(&bundle, &within, split.header.bound)))
    };
    Ok(checked().unwrap_or_else(|answer| answer))
}
