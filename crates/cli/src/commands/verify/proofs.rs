//! Checks of proofs about formulas: bounds, cubes, and what SAT solvers write in LRAT or DRAT.

use super::Args;
use super::sentences::{not_valid, refuted, undecided};
use crate::report;
use patsat_analysis::variants::check_best_proof;
use patsat_console::exit::{Exit, Failure};
use patsat_console::{input, signals};
use patsat_cubes as planning_cubes;
use patsat_cubes::Split;
use patsat_game::state::Instance;
use patsat_planning::decide::{FormulaFault, check_formula_proof, looks_like_lrat};
use patsat_planning::formula::Wanted;
use patsat_planning::proof::{self, NoPlanWithin, ProofFault};
use patsat_reductions::dimacs::{Clauses, read_cnf};
use patsat_solvers::Control;
use patsat_solvers::drat::{DratError, looks_like_drat};

/// Whether a file is a proof as SAT solvers write it.
pub(super) fn is_of_a_solver(bytes: &[u8]) -> bool {
    looks_like_lrat(bytes) || looks_like_drat(bytes)
}

/// Stops the program that completes a DRAT proof.
fn control() -> Control<'static> {
    Control { stop: Some(signals::stop_flag()), ..Control::default() }
}

/// The answer about a DRAT proof that could not be completed.
fn drat(args: &Args, error: &DratError) -> Result<(Exit, String), Failure> {
    let about = |error: String| input::about(&args.file.display().to_string(), &error);
    match error {
        DratError::Refused { .. } => Ok(not_valid(error)),
        DratError::Limit(_) => Ok((signals::unfinished(Exit::Undecided), format!("undecided: {error}\n"))),
        DratError::Missing | DratError::Broken { .. } => Err(Failure::missing(about(error.to_string()))),
    }
}

/// The answer about a solver's proof of the formula that the options name.
pub(super) fn of_formula(args: &Args, instance: &Instance, bytes: &[u8]) -> Result<(Exit, String), Failure> {
    let request = args.formula.request(instance, false)?;
    let checked = match looks_like_drat(bytes) {
        true => proof::check_drat(instance, request, bytes, control()),
        false => proof::check_lrat(instance, request, bytes),
    };
    match checked {
        Err(ProofFault::Drat(error)) => drat(args, &error),
        checked => Ok(shown(checked)),
    }
}

/// The answer about a solver's proof where no formula is named: that of a deal made from a formula.
pub(super) fn of_deal(args: &Args, instance: &Instance, bytes: &[u8]) -> Result<(Exit, String), Failure> {
    if instance.made.is_some() {
        return formula_proof(args, instance, bytes);
    }
    let found = if looks_like_drat(bytes) { "a DRAT" } else { "an LRAT" };
    Err(Failure::input(format!(
        "{}: found {found} proof, expected --encoding and --horizon of its formula",
        args.file.display()
    )))
}

/// The answer about a proof of a bound that names its formula.
pub(super) fn bound(args: &Args, instance: &Instance, bytes: &[u8]) -> (Exit, String) {
    shown(proof::check_bound_proof(instance, bytes, args.formula.memory_mib()))
}

/// The result of the check of a bound.
fn shown(checked: Result<NoPlanWithin, ProofFault>) -> (Exit, String) {
    match checked {
        Ok(shown) => {
            let (bound, encoding) = (shown.request.horizon, shown.request.encoding);
            let (unit, name, options) = (encoding.unit.word(bound), encoding.name, shown.request.options);
            let (clauses, derived) = (shown.refutation.clauses(), shown.refutation.derived());
            let text = match shown.request.wanted {
                Wanted::Locks => format!(
                    "valid: the lock cards of this deal cannot leave within {bound} {unit} of encoding {name} \
                     (options {options}); {}. By the reduction, the game cannot be won and the formula is \
                     unsatisfiable. This trusts the encoding and the reduction.\n",
                    refuted(clauses, derived)
                ),
                Wanted::Win => format!(
                    "valid: no plan within {bound} {unit} of encoding {name} (options {options}); {}. This trusts the \
                     encoding.\n",
                    refuted(clauses, derived)
                ),
            };
            (Exit::Done, text)
        }
        Err(fault) => refused_proof(&fault),
    }
}

/// The fault of a proof, or the limit that ended its check.
fn refused_proof(fault: &ProofFault) -> (Exit, String) {
    if fault.is_limit() { undecided(fault) } else { not_valid(fault) }
}

/// The answer about a solver's proof that the formula of a deal is unsatisfiable.
fn formula_proof(args: &Args, instance: &Instance, bytes: &[u8]) -> Result<(Exit, String), Failure> {
    let formula = args.cnf.as_deref().map(|path| {
        let bytes = input::read(path, "a formula in DIMACS")?;
        read_cnf(&bytes, Clauses::Any).map_err(|e| Failure::from(e.with_file(path.display())))
    });
    Ok(match check_formula_proof(instance, formula.transpose()?.as_ref(), bytes, control()) {
        Ok(shown) => {
            let (clauses, derived) = (shown.clauses(), shown.derived());
            let text = format!(
                "valid: the formula of this deal is unsatisfiable; {}. By the reduction, the game cannot be won.\n",
                refuted(clauses, derived)
            );
            (Exit::Done, text)
        }
        Err(FormulaFault::Drat(error)) => drat(args, &error)?,
        Err(fault) => not_valid(&fault),
    })
}

/// The answer about the proofs of all cubes of a formula.
pub(super) fn cubes(args: &Args, instance: &Instance) -> Result<(Exit, String), Failure> {
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
        let bundle = planning_cubes::check(&split, &bounded, 1, memory_mib);
        let bundle = bundle.map_err(|e| if e.is_limit() { undecided(&e) } else { not_valid(&e) })?;
        Ok((Exit::Done, report::cubes::valid(&bundle, &within, split.header.bound)))
    };
    Ok(checked().unwrap_or_else(|answer| answer))
}

/// The answer about a proof that no more is reached within a bound.
pub(super) fn best(args: &Args, instance: &Instance, bytes: &[u8]) -> (Exit, String) {
    match check_best_proof(instance, bytes, args.formula.memory_mib()) {
        Ok(shown) => {
            let (clauses, derived) = (shown.refutation.clauses(), shown.refutation.derived());
            let text = format!(
                "valid: no plan of at most {} moves reaches {} ({}); {}. This trusts the encoding.\n",
                shown.moves,
                shown.value,
                shown.goal.name(),
                refuted(clauses, derived)
            );
            (Exit::Done, text)
        }
        Err(fault) => refused_proof(&fault),
    }
}
