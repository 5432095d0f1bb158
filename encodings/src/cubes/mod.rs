//! One formula split into cubes: the leaves of a tree of decisions.
//!
//! Cube and conquer (Heule, Kullmann, Wieringa, Biere, HVC 2011): a look-ahead solver decides on some
//! variables and hands every leaf, a conjunction of literals, to a solver of its own. Each inner node decides
//! on one variable, so the leaves cover all cases, however the variables were chosen. The list of leaves
//! alone shows this, so nothing here is trusted.
//!
//! The candidates are the encoding's own decisions: what moves in the first steps. The chosen variable fixes
//! most literals by unit propagation in both branches, as products. The leaf split next has the least product
//! of decisions and fixed variables, which is the measure by which that paper cuts its tree. A literal that
//! leads to a contradiction is no decision: its opposite holds at the node, and goes into no cube. A node where
//! both literals of a variable do so is *closed*: it stays in the list, as its refutation is a line or two.

mod propagate;

use crate::formula::Formula;
use propagate::Propagator;
use rustsat::types::Lit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The minimum number of candidates that are examined at a node, unless there are fewer.
const CANDIDATES: usize = 48;

/// A leaf of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cube {
    /// The literals that hold in it, in the order of the decisions.
    pub literals: Vec<Lit>,
    /// Whether unit propagation refuted it.
    pub closed: bool,
}

/// The formula has fewer cubes than requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the formula falls into {most} {} that propagation leaves open, fewer than {wanted}", if *.most == 1 { "cube" } else { "cubes" })]
pub struct CubeCountError {
    /// The number requested.
    pub wanted: usize,
    /// The number available.
    pub most: usize,
}

/// A node of the tree; a split node has children.
struct Node {
    literals: Vec<Lit>,
    children: Option<(usize, usize)>,
    closed: bool,
}

/// Splits a formula into `count` cubes that unit propagation leaves open, beside those that it closes.
/// `decisions` are the literals to decide on, in groups of which the first are preferred.
///
/// The cubes come in the order of the tree, the branch of a true literal first.
///
/// # Errors
/// If the decisions are used up before there are `count` cubes.
pub fn split(formula: &Formula, decisions: &[Vec<Lit>], count: usize) -> Result<Vec<Cube>, CubeCountError> {
    let mut nodes = vec![Node { literals: Vec::new(), children: None, closed: false }];
    if count > 1 {
        let mut propagator = Propagator::new(formula);
        // Least product first; of equals the one made first.
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        let mut whole = 0;
        while open.len() + whole < count {
            let Some(Reverse((_, leaf))) = open.pop() else {
                return Err(CubeCountError { wanted: count, most: whole });
            };
            let literals = nodes[leaf].literals.clone();
            match choose(&mut propagator, &literals, decisions) {
                Choice::Closed => nodes[leaf].closed = true,
                Choice::Nothing => whole += 1,
                Choice::Split { literal, fixed } => {
                    let first = nodes.len();
                    nodes[leaf].children = Some((first, first + 1));
                    for (n, (literal, fixed)) in
                        [(literal, fixed.0), (!literal, fixed.1)].into_iter().enumerate()
                    {
                        let literals: Vec<Lit> = literals.iter().copied().chain([literal]).collect();
                        open.push(Reverse((literals.len() * fixed, first + n)));
                        nodes.push(Node { literals, children: None, closed: false });
                    }
                }
            }
        }
    }
    Ok(leaves(nodes))
}

/// The leaves from left to right.
fn leaves(mut nodes: Vec<Node>) -> Vec<Cube> {
    let mut cubes = Vec::new();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        let Node { literals, children, closed } = &mut nodes[node];
        match *children {
            Some((first, second)) => stack.extend([second, first]),
            None => cubes.push(Cube { literals: std::mem::take(literals), closed: *closed }),
        }
    }
    cubes
}

enum Choice {
    /// Propagation refutes the node.
    Closed,
    /// No decision is left.
    Nothing,
    /// To be split by this literal; how many variables are fixed in each branch.
    Split { literal: Lit, fixed: (usize, usize) },
}

/// Looks ahead from a node.
fn choose(propagator: &mut Propagator, literals: &[Lit], decisions: &[Vec<Lit>]) -> Choice {
    propagator.undo(0);
    if !propagator.assume_all(literals) {
        return Choice::Closed;
    }
    let mut best: Option<(u64, Lit, (usize, usize))> = None;
    let mut looked = 0;
    for group in decisions {
        for &literal in group {
            if propagator.value(literal).is_some() {
                continue;
            }
            let mut look = |literal: Lit| {
                let before = propagator.fixed();
                let goes = propagator.assume_all(&[literal]);
                let fixed = propagator.fixed();
                propagator.undo(before);
                goes.then_some(fixed)
            };
            match (look(literal), look(!literal)) {
                (Some(yes), Some(no)) => {
                    looked += 1;
                    let before = propagator.fixed();
                    let (a, b) = ((yes - before) as u64, (no - before) as u64);
                    let score = 1024 * a * b + a + b;
                    if best.as_ref().is_none_or(|&(most, ..)| score > most) {
                        best = Some((score, literal, (yes, no)));
                    }
                }
                (yes, _) => {
                    let holds = if yes.is_some() { literal } else { !literal };
                    if !propagator.assume_all(&[holds]) {
                        return Choice::Closed;
                    }
                }
            }
        }
        // Literals found later may have fixed the best one.
        best = best.filter(|&(_, literal, _)| propagator.value(literal).is_none());
        if best.is_some() && looked >= CANDIDATES {
            break;
        }
    }
    match best {
        Some((_, literal, fixed)) => Choice::Split { literal, fixed },
        None => Choice::Nothing,
    }
}

#[cfg(test)]
mod tests;
