//! The common frame of the reductions: it keeps a formula with its deal and converts between
//! assignments and plans.
//!
//! Each reduction has three functions: `build`, `lower` and `lift`. This module chooses the
//! reduction by [`Target`] and checks the assumptions that all reductions share. An assignment must
//! satisfy the formula before a plan is made of it. The assignment read off a plan must satisfy it
//! too.

use super::{Assignment, BuiltGame, Cnf, ReduceError, Target, autostart, forty_thieves, freecell, spider};
use patsat_game::state::{Instance, MoveError, Origin, Plan};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A formula and the game it became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    pub formula: Cnf,
    /// The number of variables of the formula that this one was made from; they come first. If it
    /// was made from no other formula, this is the number of all variables.
    pub original: u32,
    /// The reduction that made the game.
    pub target: Target,
    /// The game; its `origin` holds the labels and this formula.
    pub instance: Instance,
    /// What each column stands for.
    pub labels: Vec<String>,
}

/// Why an assignment gives no plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LowerError {
    /// It does not have one value for each variable.
    #[error("the assignment has {found} values: expected {expected}, one a variable")]
    Length {
        /// Number of its values.
        found: usize,
        /// Number of variables.
        expected: u32,
    },
    /// It does not satisfy the formula.
    #[error("the assignment does not satisfy clause {}, {literals}", .clause + 1)]
    Unsatisfied {
        /// The number of a clause without a true literal, from 0.
        clause: usize,
        /// The clause in words.
        literals: String,
    },
}

/// Why a plan gives no assignment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LiftError {
    /// A move is not legal in this deal.
    #[error("move {} is not legal in this deal: {why}", .step + 1)]
    Illegal {
        /// Its number, from 0.
        step: usize,
        /// The rule that it breaks.
        why: MoveError,
    },
    /// The plan does not win.
    #[error("the plan does not win: {left} cards are not home after it")]
    NotWon {
        /// Number of cards that are not home.
        left: usize,
    },
    /// The plan leaves locks in their column.
    #[error("the plan leaves {left} of the cards that decide the formula where they were dealt")]
    Locked {
        /// Number of locks left there.
        left: usize,
    },
    /// A winning plan whose assignment fails: the proof of the reduction is wrong.
    #[error("the plan wins, but the assignment read off it does not satisfy clause {}, {literals}", .clause + 1)]
    Unsatisfied {
        /// The number of the clause, from 0.
        clause: usize,
        /// The clause in words.
        literals: String,
    },
}

/// Why an instance is not the deal of a formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RebuildError {
    /// It names no formula.
    #[error("this deal was not made from a formula: expected a file written by 'patsat reduce'")]
    NotMade,
    /// Its record of the reduction cannot be read.
    #[error("the file's 'reduction' is not one of a formula: {0}")]
    Unreadable(String),
    /// The formula it names gives no deal.
    #[error("the file's formula: {0}")]
    Reduce(#[from] ReduceError),
    /// The deal is not the formula's.
    #[error(
        "the deal is not that of the formula in its file ({0} differ): expected a file as 'patsat reduce' wrote it"
    )]
    Other(&'static str),
}

/// A file's record of the reduction.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    target: Target,
    variables: u32,
    /// Number of variables of the formula before it was split into clauses of three literals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    original_variables: Option<u32>,
    clauses: Vec<Vec<i32>>,
}

/// Returns the deal of a formula.
///
/// # Errors
/// If the reduction does not take the formula, or the deal would be too large.
pub fn reduce(formula: &Cnf, target: Target) -> Result<Reduction, ReduceError> {
    make(formula, None, target)
}

/// Returns the deal of any formula: of its form with three literals a clause ([`Cnf::to_3cnf`]).
///
/// # Errors
/// If the deal would be too large.
pub fn reduce_any(formula: &Cnf, target: Target) -> Result<Reduction, ReduceError> {
    check_literals(formula)?;
    make(&formula.to_3cnf(), Some(formula.variables), target)
}

fn make(formula: &Cnf, original: Option<u32>, target: Target) -> Result<Reduction, ReduceError> {
    check_literals(formula)?;
    let BuiltGame { rules, deal, labels } = match target {
        Target::Freecell { cells } => freecell::build(formula, cells)?,
        Target::FortyThieves { form } => forty_thieves::build(formula, form)?,
        Target::Autostart { form } => autostart::build(formula, form)?,
        Target::Spider { suits } => spider::build(formula, suits)?,
    };
    let clauses = formula.clauses.clone();
    let record = Record { target, variables: formula.variables, original_variables: original, clauses };
    let reduction = serde_json::to_value(record).map_err(|e| ReduceError::Option(e.to_string()))?;
    let origin = Origin { labels: labels.clone(), reduction };
    let instance = Instance { origin: Some(Arc::new(origin)), ..Instance::new(rules, deal)? };
    let original = original.unwrap_or(formula.variables);
    Ok(Reduction { formula: formula.clone(), original, target, instance, labels })
}

/// Checks that the literals and the number of variables fit each other and their types.
fn check_literals(formula: &Cnf) -> Result<(), ReduceError> {
    let variables = formula.variables;
    let most = u64::from(i32::MAX.unsigned_abs());
    if u64::from(variables) > most {
        return Err(ReduceError::TooLarge { what: "variables", needed: variables.into(), most });
    }
    for (clause, literals) in formula.clauses.iter().enumerate() {
        if let Some(&literal) = literals.iter().find(|&&l| l == 0 || l.unsigned_abs() > variables) {
            return Err(ReduceError::Literal { clause, literal, variables });
        }
    }
    Ok(())
}

impl Reduction {
    /// Reads the formula and the deal of a file.
    ///
    /// The deal is rebuilt from the formula and compared, so a file cannot claim another formula.
    ///
    /// # Errors
    /// If the instance names no formula, or has another deal than its formula's.
    pub fn of(instance: &Instance) -> Result<Reduction, RebuildError> {
        let origin = instance.origin.as_ref().ok_or(RebuildError::NotMade)?;
        let record = Record::deserialize(&origin.reduction);
        let record = record.map_err(|e| RebuildError::Unreadable(e.to_string()))?;
        let formula = Cnf { variables: record.variables, clauses: record.clauses };
        let original = record.original_variables;
        if original.is_some_and(|n| n > formula.variables) {
            let text = "'original_variables' are more than 'variables'".to_owned();
            return Err(RebuildError::Unreadable(text));
        }
        let reduced = make(&formula, original, record.target)?;
        if reduced.instance.rules != instance.rules {
            return Err(RebuildError::Other("its rules"));
        }
        if reduced.instance.deal != instance.deal {
            return Err(RebuildError::Other("its cards"));
        }
        Ok(reduced)
    }
}

/// Returns the winning plan that the construction gives for an assignment that satisfies the
/// formula.
///
/// If the formula was made from another one, an assignment to the variables of that one is enough.
///
/// # Errors
/// If the assignment has not one value a variable, or leaves a clause without a true literal.
pub fn lower(reduced: &Reduction, assignment: &Assignment) -> Result<Plan, LowerError> {
    let formula = &reduced.formula;
    let completed = (assignment.0.len() == reduced.original as usize).then(|| formula.complete(assignment));
    let assignment = completed.as_ref().unwrap_or(assignment);
    if assignment.0.len() != formula.variables as usize {
        return Err(LowerError::Length { found: assignment.0.len(), expected: formula.variables });
    }
    if let Some(clause) = formula.falsified(assignment) {
        return Err(LowerError::Unsatisfied { clause, literals: formula.clause_in_words(clause) });
    }
    Ok(match reduced.target {
        Target::Freecell { cells } => freecell::lower(formula, cells, assignment),
        Target::FortyThieves { form } => forty_thieves::lower(formula, form, assignment),
        Target::Autostart { form } => autostart::lower(formula, form, assignment),
        Target::Spider { suits } => spider::lower(formula, suits, assignment),
    })
}

/// Returns the assignment that a winning plan stands for.
///
/// # Errors
/// If the plan is not legal or does not win; or, which the proofs exclude, if the assignment
/// does not satisfy the formula.
pub fn lift(reduced: &Reduction, plan: &Plan) -> Result<Assignment, LiftError> {
    let mut table = reduced.instance.table();
    for (step, &action) in plan.moves.iter().enumerate() {
        table.apply(action).map_err(|why| LiftError::Illegal { step, why })?;
    }
    if !table.is_won() {
        return Err(LiftError::NotWon { left: table.deal().cards_in_play().count() });
    }
    read_off(reduced, plan)
}

/// Returns the assignment of a play, checked against the formula.
pub(super) fn read_off(reduced: &Reduction, plan: &Plan) -> Result<Assignment, LiftError> {
    let (formula, instance) = (&reduced.formula, &reduced.instance);
    let assignment = match reduced.target {
        Target::Freecell { cells } => freecell::lift(formula, cells, instance, plan),
        Target::FortyThieves { form } => forty_thieves::lift(formula, form, instance, plan),
        Target::Autostart { form } => autostart::lift(formula, form, instance, plan),
        Target::Spider { suits } => spider::lift(formula, suits, instance, plan),
    };
    match formula.falsified(&assignment) {
        None => Ok(assignment),
        Some(clause) => Err(LiftError::Unsatisfied { clause, literals: formula.clause_in_words(clause) }),
    }
}
