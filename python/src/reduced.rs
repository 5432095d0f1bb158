//! `reduce`, `lift` and `lower`: formulas as deals, assignments as plans, and back.

use crate::deal::{Deal, deal_of};
use crate::errors::ApiError;
use crate::plan::{Plan, read_moves};
use crate::source::read_file;
use crate::work;
use patsat::reductions::dimacs::{Clauses, read_cnf};
use patsat::reductions::{
    Assignment, Form, LowerError, Reduction, lift as read_off, lower as build, reduce_any,
};
use patsat::{Cnf, Target};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Reads a formula: a list of clauses, an object with `clauses` such as PySAT's CNF, or a file in DIMACS.
fn formula(given: &Bound<'_, PyAny>) -> PyResult<Cnf> {
    if let Ok(path) = given.extract::<PathBuf>() {
        let bytes = read_file(&path, "a formula in DIMACS")?;
        let read = read_cnf(&bytes, Clauses::Any);
        return Ok(read.map_err(|error| ApiError::from(error.with_file(path.display())))?);
    }
    let (clauses, variables) = match given.getattr("clauses") {
        Ok(clauses) => (clauses, given.getattr("nv").ok().and_then(|nv| nv.extract::<u32>().ok())),
        Err(_) => (given.clone(), None),
    };
    let clauses: Vec<Vec<i32>> =
        clauses.try_iter()?.map(|clause| clause?.extract()).collect::<PyResult<_>>()?;
    let most = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    Ok(Cnf { variables: most.max(variables.unwrap_or(0)), clauses })
}

/// Returns the game of a reduction.
fn target(to: &str, cells: Option<u16>, suits: Option<u16>, form: Option<&str>) -> Result<Target, ApiError> {
    let form = || form.map_or(Ok(Form::default()), str::parse::<Form>).map_err(ApiError::input);
    let foreign = [
        ("cells", "freecell", cells.is_some() && to != "freecell"),
        ("suits", "spider", suits.is_some() && to != "spider"),
    ];
    if let Some((name, of, _)) = foreign.iter().find(|(_, _, given)| *given) {
        return Err(ApiError::input(format!(
            "found {name} with to=\"{to}\"; expected {name} with to=\"{of}\" only"
        )));
    }
    match to {
        "freecell" => Ok(Target::Freecell { cells: cells.unwrap_or(4) }),
        "spider" => Ok(Target::Spider { suits: suits.unwrap_or(1) }),
        "forty-thieves" => Ok(Target::FortyThieves { form: form()? }),
        _ => Err(ApiError::input(format!("unknown game '{to}': expected freecell, spider or forty-thieves"))),
    }
}

/// Makes a deal of a formula that can be won if and only if the formula is satisfiable.
///
/// >>> deal = patsat.reduce([[1, 2, -3], [-1, 2, 3], [-2, -3, 1]], to="freecell", cells=0)
/// >>> deal
/// <Deal: freecell, 184 cards in play>
/// >>> deal.labels[:3]
/// ['x1', 'not x1', 'selector x1']
///
/// `cnf` is a list of clauses, an object with `clauses` such as PySAT's CNF, or a file in DIMACS. Clauses of other
/// lengths become clauses of three literals. `to` is "freecell" (`cells`, default 4), "spider" (`suits`, default 1) or
/// "forty-thieves" (`form` "a": four ranks, or "b": one suit).
///
/// Raises InputError, with file and line of a file, also if the deal would be too large.
#[pyfunction]
#[pyo3(signature = (cnf, to="freecell", *, cells=None, suits=None, form=None))]
pub(crate) fn reduce(
    py: Python<'_>,
    cnf: &Bound<'_, PyAny>,
    to: &str,
    cells: Option<u16>,
    suits: Option<u16>,
    form: Option<&str>,
) -> PyResult<Deal> {
    let (formula, target) = (formula(cnf)?, target(to, cells, suits, form)?);
    work::run(py, move |_| {
        let reduced = reduce_any(&formula, target).map_err(ApiError::input)?;
        Ok::<_, ApiError>(Deal::from(reduced.instance))
    })
}

/// Reads the assignment off a winning plan for the deal of a formula.
///
/// >>> deal = patsat.reduce([[1, 2, -3], [-1, 2, 3], [-2, -3, 1]])
/// >>> patsat.lift(deal, patsat.lower(deal, [1, 2, -3]))
/// [1, 2, -3]
///
/// `plan` is a Plan or a text. The result has one literal for each variable. Raises InvalidError if the plan does not
/// win, and InputError if the deal was not made from a formula.
#[pyfunction]
pub(crate) fn lift(py: Python<'_>, deal: &Bound<'_, PyAny>, plan: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let instance = deal_of(deal)?.instance;
    let moves = read_moves(plan, &instance)?;
    work::run(py, move |_| {
        let reduced = Reduction::of(&instance).map_err(ApiError::input)?;
        let plan = Plan::replayed(Arc::clone(&instance), moves)?;
        let mut assignment = read_off(&reduced, &plan.plan).map_err(ApiError::bug)?;
        assignment.0.truncate(reduced.original as usize);
        Ok::<_, ApiError>(assignment.literals().collect())
    })
}

/// Constructs a winning plan for the deal of a formula from a satisfying assignment, without search.
///
/// >>> patsat.lower(patsat.reduce([[1, 2, -3], [-1, 2, 3], [-2, -3, 1]], cells=0), [1, 2, -3])
/// <Plan: 198 moves, verified>
///
/// The plan is replayed from the rules. Raises InvalidError if the assignment does not satisfy the formula, and
/// InputError if a variable has no value.
#[pyfunction]
pub(crate) fn lower(py: Python<'_>, deal: &Bound<'_, PyAny>, assignment: Vec<i64>) -> PyResult<Plan> {
    let instance = deal_of(deal)?.instance;
    work::run(py, move |_| {
        let reduced = Reduction::of(&instance).map_err(ApiError::input)?;
        let assignment = values(&assignment, reduced.original as usize)?;
        let plan = build(&reduced, &assignment).map_err(|error| match error {
            LowerError::Unsatisfied { .. } => ApiError::Invalid(error.to_string()),
            LowerError::Length { .. } => ApiError::input(error),
        })?;
        let refused = |wrong: ApiError| {
            ApiError::bug(format!("the verifier rejects the plan of an assignment: {wrong:?}"))
        };
        Plan::replayed(Arc::clone(&instance), plan).map_err(refused)
    })
}

/// Returns the values of the formula's variables; other variables of a solver are ignored.
fn values(literals: &[i64], variables: usize) -> Result<Assignment, ApiError> {
    let mut values = vec![None; variables];
    for &literal in literals {
        let place = usize::try_from(literal.unsigned_abs()).unwrap_or(0).checked_sub(1);
        if let Some(value) = place.and_then(|place| values.get_mut(place)) {
            *value = Some(literal > 0);
        }
    }
    let missing = values.iter().position(Option::is_none);
    let whole: Option<Vec<bool>> = values.into_iter().collect();
    whole.map(Assignment).ok_or_else(|| {
        let missing = missing.map_or(0, |place| place + 1);
        ApiError::input(format!(
            "the assignment has no value for variable {missing}: expected one value for each of 1 to {variables}"
        ))
    })
}
