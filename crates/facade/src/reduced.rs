//! Formulas as deals, and the way back.

use patsat_game::state::Plan;
use patsat_reductions::{Assignment, Cnf, LiftError, LowerError, ReduceError, Reduction, Target};

/// The deal of a formula: it can be won exactly if the formula can be satisfied.
///
/// ```
/// # use patsat_facade as patsat;
/// use patsat::{Cnf, Target, Verdict};
///
/// // (a or b or c) and (not a or not b or not c)
/// let formula = Cnf { variables: 3, clauses: vec![vec![1, 2, 3], vec![-1, -2, -3]] };
/// let reduced = patsat::reduce(&formula, Target::Freecell { cells: 0 })?;
/// let model = formula.satisfied_by_trying().ok_or("it has none")?;
/// let plan = patsat::plan_of(&reduced, &model)?; // by the proof, without search
/// let plan = patsat::game::verify::replay(&reduced.instance, plan)?;
/// assert!(formula.falsified(&patsat::assignment_of(&reduced, &plan)?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the formula has no deal of this game, such as one with clauses of other lengths than three.
pub fn reduce(formula: &Cnf, target: Target) -> Result<Reduction, ReduceError> {
    patsat_reductions::reduce(formula, target)
}

/// A winning plan of a formula's deal from an assignment that satisfies the formula.
///
/// # Errors
/// If the assignment does not.
pub fn plan_of(reduced: &Reduction, assignment: &Assignment) -> Result<Plan, LowerError> {
    patsat_reductions::lower(reduced, assignment)
}

/// The assignment that a winning plan of a formula's deal stands for.
///
/// # Errors
/// If the plan does not win.
pub fn assignment_of(reduced: &Reduction, plan: &Plan) -> Result<Assignment, LiftError> {
    patsat_reductions::lift(reduced, plan)
}
