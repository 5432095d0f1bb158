//! The proof, in VeriPB's format 3.
//!
//! The plan comes first, as a solution, so that from then on fewer actions are required than it has:
//! the first step waits. Then follow constraints for each step. They state the groups (`groups`), the
//! most by which a step lowers the count (`sums`), and the classes of actions that are alike for the
//! patterns (`classes`). Last, backwards from the goal, follows that no pattern's facts hold where its
//! price is too high for the steps that are left (`patterns`). The start matches a pattern whose price
//! is too high.
//!
//! Constraints of the task are added up (`pol`), which needs no search. Each step of unit propagation
//! (`rup`) names the few constraints that it takes.

mod classes;
mod groups;
mod patterns;
mod sums;

use super::OptimalityProofError;
use super::opb::Opb;
use super::prices::{PatternActions, Prices};
use classes::Classes;

/// A proof in the making.
pub(super) struct Proof<'a> {
    text: String,
    /// The number of the last constraint.
    last: usize,
    /// Derivations so far.
    derivations: usize,
    opb: &'a Opb,
    prices: &'a Prices<'a>,
    /// The numbers of "at most one of each group holds", by time and group; time 0 has none.
    groups: Vec<Vec<usize>>,
    /// The numbers of "this action is not taken", by step, for the impossible ones.
    impossible: Vec<Vec<usize>>,
}

/// Writes the proof; also returns the number of its derivations.
///
/// # Errors
/// If it gets longer than `bytes` bytes.
pub(super) fn write(
    opb: &Opb,
    prices: &Prices<'_>,
    needed: (usize, &PatternActions),
    plan: &[usize],
    bytes: usize,
) -> Result<(String, usize), OptimalityProofError> {
    let (root, needed) = needed;
    let steps = opb.steps.len();
    let mut proof = Proof {
        text: String::new(),
        last: opb.constraints,
        derivations: 0,
        opb,
        prices,
        groups: vec![Vec::new()],
        impossible: vec![Vec::new()],
    };
    proof.line("pseudo-Boolean proof version 3.0");
    proof.line(&format!("f {};", opb.constraints));
    let taken =
        plan.iter().enumerate().map(|(t, &action)| format!("{} {}", opb.action(action, t), opb.go(t)));
    let taken: Vec<String> = taken.collect();
    proof.derive(&format!("soli {}", taken.join(" ")));
    proof.derive(&format!("rup 1 ~{} >= 1", opb.go(0)));
    proof.first_groups();
    for t in 1..steps {
        proof.next_groups(t);
    }
    let classes = Classes::new(prices, needed);
    let (needed, highest) = classes.answers(prices, root, needed);
    let sums: Vec<_> =
        (0..=steps).map(|t| if t == 0 { Vec::new() } else { proof.sums(t, highest) }).collect();
    let mut moves = vec![None];
    for t in 1..steps {
        let alike = proof.alike(t, &classes);
        moves.push(Some(proof.moves(t, &classes, alike, [&sums[t], &sums[t + 1]])));
    }
    proof.patterns(root, &needed, &classes, &moves, bytes)?;
    let end = proof.derive("rup >= 1");
    proof.line("output NONE;");
    proof.line(&format!("conclusion BOUNDS {steps} : {end} {steps};"));
    proof.line("end pseudo-Boolean proof;");
    Ok((proof.text, proof.derivations))
}

impl Proof<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// Writes a line that derives a constraint; returns the number of that constraint.
    fn derive(&mut self, line: &str) -> usize {
        self.text += line;
        self.text += ";\n";
        self.last += 1;
        self.derivations += 1;
        self.last
    }

    /// Derives a constraint by unit propagation over these constraints alone.
    fn propagate(&mut self, claim: &str, from: &[usize]) -> usize {
        let from: String = from.iter().map(|number| format!(" {number}")).collect();
        self.derive(&format!("rup {claim} : ~{from}"))
    }

    fn fact(&self, fact: usize, time: usize) -> String {
        self.opb.fact(fact, time)
    }

    /// Returns a sum of facts, or of negated facts.
    fn facts<'f>(&self, sign: &str, facts: impl IntoIterator<Item = &'f usize>, time: usize) -> String {
        facts.into_iter().map(|&fact| format!("1 {sign}{} ", self.fact(fact, time))).collect()
    }

    /// Returns a constraint without these actions.
    fn without(&self, constraint: usize, step: usize, actions: impl IntoIterator<Item = usize>) -> String {
        let leave = |text, action| format!("{text} {} w", self.opb.action(action, step));
        actions.into_iter().fold(constraint.to_string(), leave)
    }

    /// Returns a constraint on actions that make something true, without the impossible ones.
    fn possible(&self, constraint: usize, step: usize, actions: &[usize]) -> String {
        let impossible = &self.prices.structure.impossible;
        let numbers = actions.iter().filter_map(|action| impossible.binary_search(action).ok());
        let numbers = numbers.map(|n| self.impossible[step][n]);
        numbers.fold(constraint.to_string(), |text, number| format!("{text} {number} +"))
    }
}
