//! `reduce`, `lift`, `lower`: formulas as deals, and the way back.

use crate::deal::Deal;
use crate::errors::Wrong;
use crate::plan::{Plan, read_moves};
use crate::source::{deal_of, read_file};
use crate::work;
use patsat::reductions::dimacs::{Clauses, read_cnf};
use patsat::reductions::{
    Assignment, Form, LowerError, Reduced, lift as read_off, lower as build, reduce_any,
};
use patsat::{Cnf, Target};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A formula: a list of clauses, an object with `clauses` as PySAT's CNF, or a file in DIMACS.
fn formula(given: &Bound<'_, PyAny>) -> PyResult<Cnf> {
    if let Ok(path) = given.extract::<PathBuf>() {
        let bytes = read_file(&path, "a formula in DIMACS")?;
        let read = read_cnf(&bytes, Clauses::Any);
        return Ok(read.map_err(|error| Wrong::from(error.with_file(path.display())))?);
    }
    let (clauses, said) = match given.getattr("clauses") {
        Ok(clauses) => (clauses, given.getattr("nv").ok().and_then(|nv| nv.extract::<u32>().ok())),
        Err(_) => (given.clone(), None),
    };
    let clauses: Vec<Vec<i32>> =
        clauses.try_iter()?.map(|clause| clause?.extract()).collect::<PyResult<_>>()?;
    let most = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    Ok(Cnf { variables: most.max(said.unwrap_or(0)), clauses })
}

/// The game that a formula is to become.
fn target(to: &str, cells: Option<u16>, suits: Option<u16>, form: Option<&str>) -> Result<Target, Wrong> {
    let form = || form.map_or(Ok(Form::default()), str::parse::<Form>).map_err(Wrong::input);
    let foreign = [
        ("cells", "freecell", cells.is_some() && to != "freecell"),
        ("suits", "spider", suits.is_some() && to != "spider"),
    ];
    if let Some((name, of, _)) = foreign.iter().find(|(_, _, given)| *given) {
        return Err(Wrong::input(format!("{name} is an option of {of}: expected none for {to}")));
    }
    match to {
        "freecell" => Ok(Target::Freecell { cells: cells.unwrap_or(4) }),
        "spider" => Ok(Target::Spider { suits: suits.unwrap_or(1) }),
        "forty-thieves" => Ok(Target::FortyThieves { form: form()? }),
        _ => Err(Wrong::input(format!("unknown game '{to}': expected freecell, spider or forty-thieves"))),
    }
}

/// The deal of a formula: it can be won exactly if the formula can be satisfied.
///
/// `cnf` is a list of clauses, an object with `clauses` such as PySAT's CNF, or a file in DIMACS; clauses of other
/// lengths become ones of three literals. `to` is freecell (`cells`, default 4), spider (`suits`, default 1)
/// or forty-thieves (`form` a: four ranks, or b: one suit).
///
/// Raises InputError, with the file and line, or if the deal would be too large.
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
        let reduced = reduce_any(&formula, target).map_err(Wrong::input)?;
        Ok::<_, Wrong>(Deal::from(reduced.instance))
    })
}

/// The assignment of a winning plan (a Plan or a text) of a formula's deal: a literal for each of its variables.
///
/// Raises InvalidError if the plan does not win, InputError if the deal was made from no formula.
#[pyfunction]
pub(crate) fn lift(py: Python<'_>, deal: &Bound<'_, PyAny>, plan: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let instance = deal_of(deal)?.instance;
    let moves = read_moves(plan, &instance)?;
    work::run(py, move |_| {
        let reduced = Reduced::of(&instance).map_err(Wrong::input)?;
        let plan = Plan::replayed(Arc::clone(&instance), moves)?;
        let mut assignment = read_off(&reduced, &plan.plan).map_err(Wrong::bug)?;
        assignment.0.truncate(reduced.original as usize);
        Ok::<_, Wrong>(assignment.literals().collect())
    })
}

/// A winning plan of a formula's deal from an assignment, by construction and without search; it was replayed.
///
/// Raises InvalidError if the assignment does not satisfy the formula, InputError if a variable has no value.
#[pyfunction]
pub(crate) fn lower(py: Python<'_>, deal: &Bound<'_, PyAny>, assignment: Vec<i64>) -> PyResult<Plan> {
    let instance = deal_of(deal)?.instance;
    work::run(py, move |_| {
        let reduced = Reduced::of(&instance).map_err(Wrong::input)?;
        let assignment = values(&assignment, reduced.original as usize)?;
        let plan = build(&reduced, &assignment).map_err(|error| match error {
            LowerError::Unsatisfied { .. } => Wrong::Invalid(error.to_string()),
            LowerError::Length { .. } => Wrong::input(error),
        })?;
        let refused = |wrong: Wrong| Wrong::bug(format!("the plan of an assignment was refused: {wrong:?}"));
        Plan::replayed(Arc::clone(&instance), plan).map_err(refused)
    })
}

/// The values of the formula's variables; literals of others are a solver's own.
fn values(literals: &[i64], variables: usize) -> Result<Assignment, Wrong> {
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
        Wrong::input(format!(
            "the assignment has no value for variable {missing}: expected one of each, 1 to {variables}"
        ))
    })
}
