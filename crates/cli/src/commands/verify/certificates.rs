//! Certificates of every kind: the check is the library's, the sentences are here.

use super::Args;
use super::sentences::{not_valid, refuted, undecided};
use crate::progress::Shows;
use crate::report::human;
use patsat_base::counted;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::progress::LiveLine;
use patsat_console::signals;
use patsat_facade::{Monitor, ProgressEvent, VerifiedClaim, VerifyError, VerifyOptions, verify_with};
use patsat_formats::board;
use patsat_game::state::patterns::{Cards, Patterns, TrackedTable};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::{
    Backtracking, ClosedSetFault, HeightFault, PatternFault, SweptFault, TrackedFault,
};
use patsat_planning::closure;
use patsat_planning::decide::FormulaFault;
use patsat_planning::formula::FormulaGoal;
use patsat_planning::proof::{NoPlanWithin, ProofFault};
use patsat_reductions::Cnf;
use patsat_reductions::dimacs::{Clauses, read_cnf};
use patsat_solvers::drat::DratError;
use std::fmt::Display;
use std::path::Path;

/// The answer about a file.
pub(super) fn check(
    args: &Args,
    instance: &Instance,
    bytes: &[u8],
    context: &Context,
) -> Result<(Exit, String), Failure> {
    let cnf = args.cnf.as_deref().map(formula);
    let request = args.formula.given().map(|_| args.formula.request(instance, false));
    let options = VerifyOptions {
        memory_mib: args.formula.memory_mib(),
        backtracking: if args.plain { Backtracking::Plain } else { Backtracking::Learning },
        formula: request.transpose()?,
        cnf: cnf.transpose()?,
    };
    let live = LiveLine::search(context);
    let mut watch = |event: &ProgressEvent| live.shows(context, event);
    let mut monitor = Monitor::default().stopped_by(signals::stop_flag()).watched_by(&mut watch);
    let checked = verify_with(instance, bytes, &options, &mut monitor);
    live.done();
    match checked {
        Ok(VerifiedClaim::DeadPatterns(shown)) => {
            let text = valid(&VerifiedClaim::DeadPatterns(shown.clone()));
            strict(args, instance, &shown.patterns, text)
        }
        Ok(shown) => Ok((Exit::Done, valid(&shown))),
        Err(error) => fault(args, instance, error, context),
    }
}

/// The formula of a file.
fn formula(path: &Path) -> Result<Cnf, Failure> {
    let text = input::read(path, "a formula in DIMACS")?;
    read_cnf(&text, Clauses::Any).map_err(|e| Failure::from(e.with_file(path.display())))
}

/// What a valid file shows.
fn valid(shown: &VerifiedClaim) -> String {
    match shown {
        VerifiedClaim::ClosedSet(set) => format!(
            "valid: {} positions, closed under all {} legal moves and none of them won; the game cannot be won\n",
            set.positions, set.moves
        ),
        VerifiedClaim::NoneShorter(set) => format!(
            "valid: no plan has fewer than {} {}: {}, and {} out of them looked at\n",
            set.least,
            human::unit(set.cost),
            counted(set.positions as usize, "position"),
            counted(set.moves as usize, "legal move")
        ),
        VerifiedClaim::SweptSet(swept) => {
            let safe = if swept.safe_home { ", safe cards going home at once" } else { "" };
            format!(
                "valid: every position that can be reached was visited ({} of them, by {} legal moves{safe}), and none \
                 is won; the game cannot be won\n",
                swept.positions, swept.moves
            )
        }
        VerifiedClaim::TrackedCards(loss) => {
            let (positions, cards) =
                (counted(loss.positions as usize, "position"), counted(loss.cards.len(), "card"));
            let others =
                if loss.safe_home { ", safe cards going home at once" } else { " and all others set free" };
            format!(
                "valid: with {cards} tracked{others} there are {positions}, and none is won; the game cannot be won\n"
            )
        }
        VerifiedClaim::HeightGame(loss) => format!(
            "valid: the height game has {}, and none is won; the game cannot be won\n",
            counted(loss.positions as usize, "position")
        ),
        VerifiedClaim::DeadPatterns(shown) => {
            let (count, facts) = (shown.patterns.0.len(), shown.patterns.facts());
            let (ways, cases) = (shown.ways, shown.cases);
            let noun = if count == 1 { "pattern" } else { "patterns" };
            format!(
                "valid: {count} dead {noun}, {facts} facts; the start matches pattern {}, the won position none, and \
                 all {ways} ways out of them lead into them ({cases} cases); the game cannot be won\n",
                shown.start + 1
            )
        }
        VerifiedClaim::NoPlanWithin(shown) => no_plan_within(shown),
        VerifiedClaim::NothingBetter(shown) => format!(
            "valid: no plan of at most {} moves reaches {} ({}); {}. This trusts the encoding.\n",
            shown.moves,
            shown.value,
            shown.goal.name(),
            refuted(shown.refutation.clauses(), shown.refutation.derived())
        ),
        VerifiedClaim::Unsatisfiable(refutation) => format!(
            "valid: the formula of this deal is unsatisfiable; {}. By the reduction, the game cannot be won.\n",
            refuted(refutation.clauses(), refutation.derived())
        ),
        // Plans have an answer of their own, and the library knows no other kind.
        _ => "valid\n".to_owned(),
    }
}

fn no_plan_within(shown: &NoPlanWithin) -> String {
    let (bound, encoding) = (shown.request.horizon, shown.request.encoding);
    let (unit, name, options) = (encoding.unit.word(bound), encoding.name, shown.request.options);
    let refuted = refuted(shown.refutation.clauses(), shown.refutation.derived());
    match shown.request.wanted {
        FormulaGoal::Locks => format!(
            "valid: the lock cards of this deal cannot leave within {bound} {unit} of encoding {name} (options \
             {options}); {refuted}. By the reduction, the game cannot be won and the formula is unsatisfiable. This \
             trusts the encoding and the reduction.\n"
        ),
        FormulaGoal::Win if shown.every_plan => format!(
            "valid: no plan within {bound} {unit} of encoding {name} (options {options}); {refuted}. Every plan fits \
             within that, so the game cannot be won. This trusts the encoding.\n"
        ),
        FormulaGoal::Win if name == "proved" => format!(
            "valid: no plan within {bound} {unit} of encoding {name}; {refuted}. This trusts the encoding. \
             'patsat-proved bound' checks the same by programs that are proved in Coq.\n"
        ),
        FormulaGoal::Win => format!(
            "valid: no plan within {bound} {unit} of encoding {name} (options {options}); {refuted}. This trusts the \
             encoding.\n"
        ),
    }
}

/// The answer about valid patterns, and about the proof beside them if one is given.
fn strict(
    args: &Args,
    instance: &Instance,
    patterns: &Patterns,
    text: String,
) -> Result<(Exit, String), Failure> {
    let Some(file) = &args.proof else { return Ok((Exit::Done, text)) };
    let proof = input::read(file, "a proof that the patterns are closed")?;
    let memory_mib = args.formula.memory_mib();
    Ok(match closure::check_closure_proof(instance, patterns, &proof, memory_mib) {
        Ok(strict) => {
            let refuted = refuted(strict.clauses(), strict.derived());
            let more =
                format!("valid: no move leads out of the patterns; {refuted}. This trusts the encoding.\n");
            (Exit::Done, text + &more)
        }
        Err(fault) => (Exit::No, format!("{text}not valid: {fault}\n")),
    })
}

/// The answer about a file that shows nothing.
fn fault(
    args: &Args,
    instance: &Instance,
    error: VerifyError,
    context: &Context,
) -> Result<(Exit, String), Failure> {
    let file = args.file.display();
    Ok(match error {
        VerifyError::Text(error) => return Err(error.with_file(input::name(&file.to_string())).into()),
        VerifyError::ClosedSet(fault @ ClosedSetFault::Stopped) => stopped(&fault),
        VerifyError::ClosedSet(fault @ ClosedSetFault::Memory(_)) => undecided(&fault),
        VerifyError::ClosedSet(fault) => with_board(&fault, fault.board(), context),
        VerifyError::SweptSet(fault @ SweptFault::Stopped) => stopped(&fault),
        VerifyError::SweptSet(fault @ SweptFault::Memory(_)) => undecided(&fault),
        VerifyError::SweptSet(fault) => with_board(&fault, fault.board(), context),
        VerifyError::TrackedCards(fault @ TrackedFault::Stopped) => stopped(&fault),
        VerifyError::TrackedCards(fault @ TrackedFault::Memory(_)) => undecided(&fault),
        VerifyError::TrackedCards(fault) => with_board(&fault, None, context),
        VerifyError::HeightGame(fault @ HeightFault::Stopped) => stopped(&fault),
        VerifyError::HeightGame(fault @ HeightFault::Memory(_)) => undecided(&fault),
        VerifyError::HeightGame(fault) => with_board(&fault, None, context),
        VerifyError::DeadPatterns(fault) => patterns(instance, &fault, context),
        VerifyError::Proof(ProofFault::Drat(error)) | VerifyError::Formula(FormulaFault::Drat(error)) => {
            return drat(args, &error);
        }
        error if error.is_limit() => undecided(&error),
        VerifyError::WithoutFormula(found) => {
            let text =
                format!("{file}: found {found} proof, expected --encoding and --horizon of its formula");
            return Err(Failure::input(text));
        }
        VerifyError::WithoutPatterns => {
            let text = "this proof is about dead patterns: expected their file, and this one after --proof";
            return Err(Failure::input(text));
        }
        other => not_valid(&other),
    })
}

fn stopped(fault: &impl Display) -> (Exit, String) {
    (Exit::Interrupted, format!("undecided: {fault}\n"))
}

/// The fault, with the board at which it shows.
fn with_board(fault: &impl Display, there: Option<&Table>, context: &Context) -> (Exit, String) {
    let style = context.style(None, When::Auto);
    let there = there.map(|table| format!("\nThe board there:\n\n{}", board::board(table, style)));
    (Exit::No, format!("not valid: {fault}\n{}", there.unwrap_or_default()))
}

fn patterns(instance: &Instance, fault: &PatternFault, context: &Context) -> (Exit, String) {
    let there = match fault {
        PatternFault::Stopped => return stopped(fault),
        PatternFault::GaveUp { .. } => return (Exit::Undecided, format!("undecided: {fault}\n")),
        PatternFault::Escape { after, .. } => {
            let style = context.style(None, When::Auto);
            let board =
                TrackedTable::place(&Cards::of(instance), after).map(|t| board::board(t.table(), style));
            board.map(|board| format!("\nA board after it that matches no pattern:\n\n{board}"))
        }
        _ => None,
    };
    (Exit::No, format!("not valid: {fault}\n{}", there.unwrap_or_default()))
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
