//! That patterns are closed, as one formula: it has no model if and only if they are.
//!
//! Two sane positions, the second one move from the first; the first matches the pattern that a
//! selector names, the second matches none. That the start matches a pattern and the won
//! position none needs no solver. With a refutation of the formula nothing of
//! the search for patterns is trusted: only the rules and the definition of a single move.

use super::relation::{Relation, Steps};
use super::spots::Spots;
use super::{UnsupportedError, facts};
use patsat_encodings::formula::Formula;
use patsat_game::state::Instance;
use patsat_game::state::patterns::Patterns;
use patsat_lowering::lower::LowerError;
use patsat_lowering::lower::lower;
use rustsat::types::Lit;

/// Patterns whose closedness is a formula.
#[derive(Clone, Debug)]
pub struct Closure {
    /// It has no model if and only if the patterns are closed under single moves.
    pub formula: Formula,
    /// The first pattern that the start matches.
    pub start: usize,
}

/// Why patterns prove nothing, before any solver is asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClosureError {
    /// The game has no patterns.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// The position is no task.
    #[error(transparent)]
    Dead(#[from] LowerError),
    /// The start matches no pattern.
    #[error("the start matches none of the {0} patterns")]
    Start(usize),
    /// The won position matches a pattern.
    #[error("the won position matches pattern {}", .0 + 1)]
    Won(usize),
}

/// The formula of a set of patterns.
///
/// # Errors
/// If the start matches none, the won position matches one, or the game has no patterns.
pub fn closure(instance: &Instance, patterns: &Patterns) -> Result<Closure, ClosureError> {
    let lowered = lower(instance)?;
    let spots = Spots::new(instance, lowered.task)?;
    // A pattern with a card where it never lies matches no sane position.
    let known: Vec<_> = patterns.0.iter().map(|pattern| facts::from_pattern(&spots, pattern)).collect();
    let matched = |state: &[u32]| {
        known.iter().position(|facts| facts.as_ref().is_some_and(|facts| spots.holds(facts, state)))
    };
    if let Some(won) = matched(&spots.goal()) {
        return Err(ClosureError::Won(won));
    }
    let start = matched(&spots.start).ok_or(ClosureError::Start(known.len()))?;
    let mut relation = Relation::new(&spots, Steps::Single);
    let layers = relation.layers;
    let formula = &mut relation.formula;
    let mut selectors: Vec<Lit> = Vec::new();
    for facts in known.iter().flatten() {
        let selector = formula.new_lit();
        facts.iter().for_each(|&fact| formula.add(&[!selector, layers[0].lit(fact)]));
        let left: Vec<Lit> = facts.iter().map(|&fact| !layers[1].lit(fact)).collect();
        formula.add(&left);
        selectors.push(selector);
    }
    formula.add(&selectors);
    Ok(Closure { formula: relation.formula, start })
}
