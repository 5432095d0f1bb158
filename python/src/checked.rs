//! `verify`: plans and certificates from anywhere, checked by the rules.

use crate::errors::Wrong;
use crate::plan::Plan;
use crate::source::{deal_of, file_of};
use crate::work;
use patsat::formats::read_plan_text;
use patsat::game::state::Instance;
use patsat::{Valid, verify as check};
use pyo3::prelude::*;
use std::sync::Arc;

/// What a plan or certificate shows of a deal: `kind` is plan, closed-set, swept-set, none-shorter, dead-patterns,
/// no-plan-within or nothing-better; `says` a sentence; `plan` the plan, if it is one.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Checked {
    kind: &'static str,
    says: String,
    plan: Option<Plan>,
}

#[pymethods]
impl Checked {
    /// plan, closed-set, swept-set, none-shorter, dead-patterns, no-plan-within or nothing-better.
    #[getter]
    fn kind(&self) -> &str {
        self.kind
    }

    /// What it shows, in a sentence.
    #[getter]
    fn says(&self) -> &str {
        &self.says
    }

    /// The plan, if it is one.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        self.plan.clone()
    }

    fn __str__(&self) -> &str {
        &self.says
    }

    fn __repr__(&self) -> String {
        format!("<Checked {}: {}>", self.kind, self.says)
    }
}

/// Checks a plan or a certificate against a deal, by the rules: a Plan, a text, bytes, or a path to a file.
///
/// Raises InvalidError if it shows nothing, with the reason; InputError, with the line, if it cannot be read.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, deal: &Bound<'_, PyAny>, what: &Bound<'_, PyAny>) -> PyResult<Checked> {
    let instance = deal_of(deal)?.instance;
    let (bytes, file) = file_of(what, &instance)?;
    work::run(py, move |_| {
        let valid = check(&instance, &bytes).map_err(|invalid| match (Wrong::from(invalid), file) {
            (Wrong::Input(text, None, line), Some(file)) => {
                Wrong::Input(format!("{file}: {text}"), Some(file), line)
            }
            (wrong, _) => wrong,
        })?;
        // Texts of moves may leave some out: which ones were added is a part of what was checked.
        let note = matches!(valid, Valid::Plan(_))
            .then(|| read_plan_text(&bytes, None, &instance).ok())
            .flatten()
            .and_then(|read| read.note());
        let mut checked = checked(&instance, valid);
        if let Some(note) = note {
            checked.says += &format!("; {note}");
        }
        Ok::<_, Wrong>(checked)
    })
}

fn checked(instance: &Arc<Instance>, valid: Valid) -> Checked {
    let (kind, says) = match &valid {
        Valid::Plan(plan) => ("plan", format!("the plan wins in {} moves", plan.moves.len())),
        Valid::ClosedSet(set) => (
            "closed-set",
            format!("{} positions, closed and none of them won: the game cannot be won", set.positions),
        ),
        Valid::SweptSet(set) => (
            "swept-set",
            format!("all {} positions visited and none of them won: the game cannot be won", set.positions),
        ),
        Valid::NoneShorter(set) => {
            let (least, cost) = (set.least, set.cost);
            ("none-shorter", format!("no plan costs less than {least} ({cost})"))
        }
        Valid::DeadPatterns(dead) => {
            let patterns = dead.patterns.0.len();
            ("dead-patterns", format!("{patterns} dead patterns: the game cannot be won"))
        }
        Valid::NoPlanWithin(shown) => {
            let (bound, encoding) = (shown.request.horizon, shown.request.encoding);
            let unit = encoding.unit.word(bound);
            ("no-plan-within", format!("no plan within {bound} {unit} of encoding {}", encoding.name))
        }
        Valid::NothingBetter(best) => {
            let (moves, value) = (best.moves, best.value);
            ("nothing-better", format!("no plan of at most {moves} moves reaches {value}"))
        }
        _ => ("other", "valid".to_owned()),
    };
    let plan = match valid {
        Valid::Plan(plan) => Some(Plan { instance: Arc::clone(instance), plan }),
        _ => None,
    };
    Checked { kind, says, plan }
}
