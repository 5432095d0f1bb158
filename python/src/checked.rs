//! `verify`: checks plans and certificates of any origin by the rules.

use crate::deal::deal_of;
use crate::errors::ApiError;
use crate::plan::Plan;
use crate::source::file_of;
use crate::work;
use patsat::formats::read_plan_text;
use patsat::game::state::Instance;
use patsat::{VerifiedClaim, verify as check};
use pyo3::prelude::*;
use std::sync::Arc;

/// A result of `verify`: the claim about a deal that a valid plan or certificate proves.
///
/// >>> patsat.verify("ms:617", patsat.solve("ms:617").plan)
/// <Checked: the plan wins in 105 moves>
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Checked {
    kind: &'static str,
    summary: String,
    plan: Option<Plan>,
}

#[pymethods]
impl Checked {
    /// The kind of the claim.
    ///
    /// plan, closed-set, swept-set, tracked-cards, height-game, none-shorter, dead-patterns, no-plan-within or
    /// nothing-better.
    #[getter]
    fn kind(&self) -> &str {
        self.kind
    }

    /// The claim in a sentence.
    #[getter]
    fn summary(&self) -> &str {
        &self.summary
    }

    /// The plan; None for a certificate.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        self.plan.clone()
    }

    fn __str__(&self) -> &str {
        &self.summary
    }

    fn __repr__(&self) -> String {
        format!("<Checked: {}>", self.summary)
    }
}

/// Checks a plan or a certificate of a deal by the rules.
///
/// >>> print(patsat.verify("ms:617", patsat.solve("ms:617").plan))
/// the plan wins in 105 moves
///
/// `what` is a Plan, a text, bytes, or the path of a file as `pathlib.Path`. Raises InvalidError with the reason if it
/// is not valid, and InputError with the line if it cannot be read.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, deal: &Bound<'_, PyAny>, what: &Bound<'_, PyAny>) -> PyResult<Checked> {
    let instance = deal_of(deal)?.instance;
    let (bytes, file) = file_of(what, &instance)?;
    work::run(py, move |_| {
        let valid = check(&instance, &bytes).map_err(|invalid| match (ApiError::from(invalid), file) {
            (ApiError::Input(text, None, line), Some(file)) => {
                ApiError::Input(format!("{file}: {text}"), Some(file), line)
            }
            (wrong, _) => wrong,
        })?;
        // Texts may omit automatic moves home. The note names those that the reader added.
        let note = matches!(valid, VerifiedClaim::Plan(_))
            .then(|| read_plan_text(&bytes, None, &instance).ok())
            .flatten()
            .and_then(|read| read.note());
        let mut checked = checked(&instance, valid);
        if let Some(note) = note {
            checked.summary += &format!("; {note}");
        }
        Ok::<_, ApiError>(checked)
    })
}

fn checked(instance: &Arc<Instance>, valid: VerifiedClaim) -> Checked {
    let (kind, summary) = match &valid {
        VerifiedClaim::Plan(plan) => ("plan", format!("the plan wins in {} moves", plan.moves.len())),
        VerifiedClaim::ClosedSet(set) => (
            "closed-set",
            format!("{} positions, closed and none of them won: the game cannot be won", set.positions),
        ),
        VerifiedClaim::SweptSet(set) => (
            "swept-set",
            format!("all {} positions visited and none of them won: the game cannot be won", set.positions),
        ),
        VerifiedClaim::TrackedCards(loss) => (
            "tracked-cards",
            format!(
                "{} cards tracked, {} positions: the game cannot be won",
                loss.cards.len(),
                loss.positions
            ),
        ),
        VerifiedClaim::HeightGame(loss) => (
            "height-game",
            format!("height game of {} positions, none of them won: the game cannot be won", loss.positions),
        ),
        VerifiedClaim::NoneShorter(set) => {
            let (least, cost) = (set.least, set.cost);
            ("none-shorter", format!("no plan costs less than {least} ({cost})"))
        }
        VerifiedClaim::DeadPatterns(dead) => {
            let patterns = dead.patterns.0.len();
            ("dead-patterns", format!("{patterns} dead patterns: the game cannot be won"))
        }
        VerifiedClaim::NoPlanWithin(shown) => {
            let (bound, encoding) = (shown.request.horizon, shown.request.encoding);
            let unit = encoding.unit.word(bound);
            ("no-plan-within", format!("no plan within {bound} {unit} of encoding {}", encoding.name))
        }
        VerifiedClaim::NothingBetter(best) => {
            let (moves, value) = (best.moves, best.value);
            ("nothing-better", format!("no plan of at most {moves} moves reaches {value}"))
        }
        _ => ("other", "valid".to_owned()),
    };
    let plan = match valid {
        VerifiedClaim::Plan(plan) => Some(Plan { instance: Arc::clone(instance), plan }),
        _ => None,
    };
    Checked { kind, summary, plan }
}
