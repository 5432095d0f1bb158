//! Plans and certificates, checked by the rules.

use crate::certificate_kind::CertificateKind;
use patsat_analysis::variants::{ValueUpperBound, check_best_proof};
use patsat_base::is_blank;
use patsat_formats::FormatError;
use patsat_game::state::patterns;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{
    self, Backtracking, ClosedSet, ClosedSetFault, CostLowerBound, DeadPatterns, Fault, HeightFault,
    HeightLoss, PatternFault, SweepResult, SweptFault, TrackedFault, TrackedLoss, Verified, replay,
};
use patsat_lrat::Refutation;
use patsat_planning::decide::{FormulaFault, check_formula_proof};
use patsat_planning::formula::FormulaRequest;
use patsat_planning::proof::{self, NoPlanWithin, ProofFault};
use patsat_planning::{Monitor, ProgressEvent};
use patsat_reductions::Cnf;
use patsat_solvers::Control;
use std::sync::atomic::Ordering;

/// The claim about a game that a file proves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VerifiedClaim {
    /// A plan: its moves are legal and win.
    Plan(Verified<Plan>),
    /// A closed set of positions without a win: the game cannot be won.
    ClosedSet(Verified<ClosedSet>),
    /// A swept set: all positions were visited, and none is won.
    SweptSet(Verified<SweepResult>),
    /// Tracked cards: with these alone tracked the game is lost.
    TrackedCards(Verified<TrackedLoss>),
    /// A height game: it is lost, so the game cannot be won.
    HeightGame(Verified<HeightLoss>),
    /// A bounded closed set: no plan costs less.
    NoneShorter(Verified<CostLowerBound>),
    /// Dead patterns: the game cannot be won.
    DeadPatterns(Verified<DeadPatterns>),
    /// A refutation: no plan within a bound of an encoding. Trusts the encoder too.
    NoPlanWithin(Box<NoPlanWithin>),
    /// A refutation: no more than this can be reached within a bound. Trusts the encoder too.
    NothingBetter(Box<ValueUpperBound>),
    /// A refutation of the formula that the deal was made from. Trusts the reduction too.
    Unsatisfiable(Box<Refutation>),
}

/// The first reason why a file shows nothing about a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot be read as a plan of this game.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// The plan has an illegal move or does not win.
    #[error(transparent)]
    Plan(Box<Fault>),
    /// The closed set is rejected.
    #[error(transparent)]
    ClosedSet(#[from] ClosedSetFault),
    /// The swept set is rejected.
    #[error(transparent)]
    SweptSet(#[from] SweptFault),
    /// The tracked cards are rejected.
    #[error(transparent)]
    TrackedCards(#[from] TrackedFault),
    /// The height game is rejected.
    #[error(transparent)]
    HeightGame(#[from] HeightFault),
    /// The patterns are rejected.
    #[error(transparent)]
    DeadPatterns(Box<PatternFault>),
    /// The refutation is rejected, or is about another formula.
    #[error(transparent)]
    Proof(#[from] ProofFault),
    /// The refutation of the deal's formula is rejected.
    #[error(transparent)]
    Formula(#[from] FormulaFault),
    /// A solver's proof, of a formula that is not known.
    #[error("found {0} proof, expected the encoding and the horizon of its formula")]
    WithoutFormula(&'static str),
    /// A proof about dead patterns, without the patterns.
    #[error("this proof is about dead patterns: expected their file, and this one beside it")]
    WithoutPatterns,
}

impl VerifyError {
    /// Whether a limit ended the check. The file may then still be valid.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        match self {
            VerifyError::ClosedSet(fault) => {
                matches!(fault, ClosedSetFault::Memory(_) | ClosedSetFault::Stopped)
            }
            VerifyError::SweptSet(fault) => matches!(fault, SweptFault::Memory(_) | SweptFault::Stopped),
            VerifyError::TrackedCards(fault) => {
                matches!(fault, TrackedFault::Memory(_) | TrackedFault::Stopped)
            }
            VerifyError::HeightGame(fault) => matches!(fault, HeightFault::Memory(_) | HeightFault::Stopped),
            VerifyError::DeadPatterns(fault) => {
                matches!(**fault, PatternFault::GaveUp { .. } | PatternFault::Stopped)
            }
            VerifyError::Proof(fault) => fault.is_limit(),
            VerifyError::Formula(fault) => fault.is_limit(),
            _ => false,
        }
    }
}

/// How a file is checked.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The most memory in MiB for a formula that is built to be checked against, and for the positions of a set.
    pub memory_mib: u64,
    /// The way in which the checker of dead patterns goes back.
    pub backtracking: Backtracking,
    /// The formula of a solver's proof, for files that do not name it.
    pub formula: Option<FormulaRequest>,
    /// The formula that a deal was made from, for its refutation; the deal's own if none is given.
    pub cnf: Option<Cnf>,
}

impl Default for VerifyOptions {
    /// 4 GiB, the fast checker, no formulas.
    fn default() -> VerifyOptions {
        VerifyOptions { memory_mib: 4096, backtracking: Backtracking::Learning, formula: None, cnf: None }
    }
}

/// Checks a file against a game: a plan in any format, or a certificate. [`CertificateKind`] recognises which from the
/// content. A text of moves may leave out moves home ([`patsat_formats::read_plan_text`]).
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{Basis, Outcome, SolveOptions, VerifiedClaim, verify};
///
/// let won = patsat::deal("ms:617")?;
/// let answer = patsat::solve(&won)?;
/// let plan = patsat::notation(&won, answer.plan().ok_or("no plan")?)?;
/// assert!(matches!(verify(&won, plan.as_bytes())?, VerifiedClaim::Plan(_)));
/// assert!(verify(&patsat::deal("ms:618")?, plan.as_bytes()).is_err());
///
/// let mut rules = patsat::Rules::preset("freecell")?;
/// (rules.deck.ranks, rules.columns, rules.cells) = (4, 4, 0);
/// let lost = patsat::deal_of("ms:1", rules)?;
/// let request = SolveOptions { certify: true, ..SolveOptions::default() }.request(&lost)?;
/// let Outcome::Unwinnable(Basis::ClosedSet(certificate)) = request.run()?.outcome else {
///     return Err("expected a closed set".into());
/// };
/// assert!(matches!(verify(&lost, &certificate.bytes)?, VerifiedClaim::ClosedSet(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first reason why it shows nothing.
pub fn verify(game: &Instance, file: &[u8]) -> Result<VerifiedClaim, VerifyError> {
    verify_with(game, file, &VerifyOptions::default(), &mut Monitor::default())
}

/// As [`verify()`], with options, and with a monitor that stops the check and receives its progress.
///
/// # Errors
/// The first reason why it shows nothing.
pub fn verify_with(
    game: &Instance,
    file: &[u8],
    options: &VerifyOptions,
    monitor: &mut Monitor<'_>,
) -> Result<VerifiedClaim, VerifyError> {
    if is_blank(file) {
        return Err(FormatError::unexpected("an empty file", "a plan or a certificate").into());
    }
    let memory_mib = options.memory_mib;
    let control = Control { stop: Some(monitor.stop()), ..Control::default() };
    let kind = CertificateKind::of(file);
    if let Some(request) = options.formula
        && kind.is_none_or(CertificateKind::may_be_of_a_solver)
    {
        let shown = match kind {
            Some(CertificateKind::Drat) => proof::check_drat(game, request, file, control)?,
            _ => proof::check_lrat(game, request, file)?,
        };
        return Ok(VerifiedClaim::NoPlanWithin(Box::new(shown)));
    }
    let Some(kind) = kind else {
        let plan = patsat_formats::read_plan_text(file, None, game)?.plan;
        return Ok(VerifiedClaim::Plan(
            replay(game, plan).map_err(|fault| VerifyError::Plan(Box::new(fault)))?,
        ));
    };
    let stop = monitor.stop();
    let mut go_on = |looked, of| {
        monitor.notify(&ProgressEvent::Checked { looked, of });
        !stop.load(Ordering::Relaxed)
    };
    Ok(match kind {
        CertificateKind::Bound => {
            VerifiedClaim::NoPlanWithin(Box::new(proof::check_bound_proof(game, file, memory_mib)?))
        }
        CertificateKind::Best => {
            VerifiedClaim::NothingBetter(Box::new(check_best_proof(game, file, memory_mib)?))
        }
        CertificateKind::DeadPatterns => {
            let wrong = |fault: PatternFault| VerifyError::DeadPatterns(Box::new(fault));
            let read = patterns::read(game, file).map_err(|error| wrong(error.into()))?;
            let shown = verify::check_patterns_until(game, &read, options.backtracking, &|| {
                stop.load(Ordering::Relaxed)
            });
            VerifiedClaim::DeadPatterns(shown.map_err(wrong)?)
        }
        CertificateKind::StrictPatterns => return Err(VerifyError::WithoutPatterns),
        CertificateKind::Drat | CertificateKind::Lrat if game.origin.is_some() => {
            let cnf = options.cnf.as_ref();
            VerifiedClaim::Unsatisfiable(Box::new(check_formula_proof(game, cnf, file, memory_mib, control)?))
        }
        CertificateKind::Drat => return Err(VerifyError::WithoutFormula("a DRAT")),
        CertificateKind::Lrat => return Err(VerifyError::WithoutFormula("an LRAT")),
        CertificateKind::SweptSet => {
            VerifiedClaim::SweptSet(verify::check_swept_set(game, file, memory_mib, &mut go_on)?)
        }
        CertificateKind::TrackedCards => {
            VerifiedClaim::TrackedCards(verify::check_tracked_cards(game, file, memory_mib, &mut go_on)?)
        }
        CertificateKind::HeightGame => {
            VerifiedClaim::HeightGame(verify::check_height_game(game, file, memory_mib, &mut go_on)?)
        }
        CertificateKind::BoundedSet => {
            VerifiedClaim::NoneShorter(verify::check_none_shorter_while(game, file, memory_mib, &mut go_on)?)
        }
        CertificateKind::ClosedSet => {
            VerifiedClaim::ClosedSet(verify::check_closed_set_within(game, file, memory_mib)?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn kept(name: &str) -> Vec<u8> {
        std::fs::read(format!("{}/../../instances/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    }

    #[test]
    fn a_stopped_check_of_patterns_is_no_verdict() {
        let game = crate::deal("ms:1631319").unwrap();
        let file = kept("impossible/ms-1631319.txt");
        let checked = |flag: bool| {
            let flag = AtomicBool::new(flag);
            let mut monitor = Monitor::default().stopped_by(&flag);
            verify_with(&game, &file, &VerifyOptions::default(), &mut monitor)
        };
        assert!(matches!(checked(false), Ok(VerifiedClaim::DeadPatterns(_))));
        let stopped = checked(true).unwrap_err();
        assert!(stopped.is_limit(), "{stopped}");
        assert!(matches!(&stopped, VerifyError::DeadPatterns(fault) if **fault == PatternFault::Stopped));
    }

    #[test]
    fn a_blank_file_is_neither_plan_nor_certificate() {
        let game = crate::deal("ms:617").unwrap();
        for blank in [&b""[..], b"\n \t\r\n"] {
            let fault = verify(&game, blank).unwrap_err().to_string();
            assert_eq!(fault, "found an empty file, expected a plan or a certificate");
        }
    }
}
