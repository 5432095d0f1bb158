//! A step relation in a solver: what leads where, under patterns that are switched on and off.

use super::facts::Facts;
use super::relation::Relation;
use super::spots::{Spots, State};
use patsat_base::Limit;
use patsat_solvers::{AssumptionSolver, Control, SolverAnswer};
use rustsat::types::Lit;

/// The number of switches that are disabled together: the solver scans all its clauses afterwards.
const TOGETHER: usize = 64;

/// An answer about a step from a set of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is such a step; the position after it.
    To(State),
    /// There is no such step; these facts suffice to refute it.
    None(Vec<u32>),
    /// The query needs more conflicts than allowed.
    Hard,
}

/// A relation in a solver.
#[derive(Debug)]
pub struct Oracle<'a> {
    questions: AssumptionSolver<'a>,
    before: u32,
    after: u32,
    next: u32,
    retired: u32,
    /// Switches that are off for good, but not yet passed to the solver.
    off: Vec<Lit>,
    changed: Vec<Lit>,
    /// Sets of facts. All positions before a step have a fact of each set; a step after which a set has no
    /// fact left counts as a win.
    pins: Vec<Facts>,
    /// The numbers of the pins that no longer hold after the last step found.
    left: Vec<usize>,
    /// The switch under which the position after the step counts as won.
    won: Vec<Lit>,
    /// Its negation, as a literal of clauses that need not hold then.
    unpinned: Option<Lit>,
    assumptions: Vec<Lit>,
    /// Maximum number of conflicts of a query.
    pub most: Option<u32>,
}

impl<'a> Oracle<'a> {
    /// Returns a solver that contains the relation.
    #[must_use]
    pub fn new(spots: &Spots, relation: &Relation, seed: u64, control: Control<'a>) -> Oracle<'a> {
        Oracle::pinned(spots, relation, &[], seed, control)
    }

    /// Returns a solver that contains the relation, for positions that have a fact of each of these sets. A
    /// step after which a set has no fact left counts as a win, and is reported as a step to the won position.
    #[must_use]
    pub fn pinned(
        spots: &Spots,
        relation: &Relation,
        pins: &[Facts],
        seed: u64,
        control: Control<'a>,
    ) -> Oracle<'a> {
        let mut questions = AssumptionSolver::new(seed, control);
        let formula = relation.formula();
        for pin in pins {
            let any: Vec<Lit> = pin.iter().map(|&fact| relation.before(fact)).collect();
            questions.add(&any);
        }
        formula.clauses_from(0).for_each(|clause| questions.add(clause));
        let mut oracle = Oracle {
            questions,
            before: relation.before(0).vidx32(),
            after: relation.after(0).vidx32(),
            next: formula.size().variables,
            retired: 0,
            off: Vec::new(),
            changed: relation.changed.clone(),
            pins: pins.to_vec(),
            left: Vec::new(),
            won: spots.goal().iter().map(|&fact| relation.after(fact)).collect(),
            unpinned: None,
            assumptions: Vec::new(),
            most: None,
        };
        if !pins.is_empty() {
            let unpinned = oracle.switch();
            let mut any = vec![!unpinned];
            for pin in pins {
                let mut holds: Vec<Lit> = pin.iter().map(|&fact| relation.after(fact)).collect();
                let lacks = match holds[..] {
                    [only] => !only,
                    _ => {
                        let lacks = oracle.switch();
                        holds.iter().for_each(|&fact| oracle.questions.add(&[!lacks, !fact]));
                        lacks
                    }
                };
                any.push(lacks);
                holds.push(unpinned);
                oracle.questions.add(&holds);
            }
            oracle.questions.add(&any);
            oracle.unpinned = Some(unpinned);
            oracle.won = vec![unpinned];
        }
        oracle
    }

    /// Returns a new switch.
    pub fn switch(&mut self) -> Lit {
        self.next += 1;
        Lit::positive(self.next - 1)
    }

    /// Requires, with this switch on, that the position after the step does not match a pattern.
    pub fn leave(&mut self, switch: Lit, pattern: &[u32]) {
        let mut clause: Vec<Lit> = pattern.iter().map(|&fact| Lit::negative(self.after + fact)).collect();
        clause.push(!switch);
        clause.extend(self.unpinned);
        self.questions.add(&clause);
    }

    /// Excludes the positions that match a pattern, before and after a step.
    pub fn leave_out(&mut self, pattern: &[u32]) {
        for first in [self.before, self.after] {
            let clause: Vec<Lit> = pattern.iter().map(|&fact| Lit::negative(first + fact)).collect();
            self.questions.add(&clause);
        }
    }

    /// Requires, with this switch on, that the position before the step does not match a pattern.
    pub fn avoid(&mut self, switch: Lit, pattern: &[u32]) {
        let mut clause: Vec<Lit> = pattern.iter().map(|&fact| Lit::negative(self.before + fact)).collect();
        clause.push(!switch);
        self.questions.add(&clause);
    }

    /// Requires, with this switch on, that a card of the pattern changes its place. This holds wherever the step
    /// leads from a position that matches the pattern to one that does not. The solver would derive it, but later.
    pub fn touch(&mut self, spots: &Spots, switch: Lit, pattern: &[u32]) {
        let mut clause: Vec<Lit> =
            pattern.iter().map(|&fact| self.changed[spots.card(fact).index()]).collect();
        clause.push(!switch);
        clause.extend(self.unpinned);
        self.questions.add(&clause);
    }

    /// Queries whether a step leads from a pattern to a position that matches none of the patterns switched on.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn query_out(&mut self, spots: &Spots, pattern: &[u32], switches: &[Lit]) -> Result<Answer, Limit> {
        let switch = self.switch();
        self.touch(spots, switch, pattern);
        let mut all = switches.to_vec();
        all.push(switch);
        let answer = self.query(spots, pattern, &all, false);
        self.retire(switch);
        answer
    }

    /// Disables a switch for good.
    pub fn retire(&mut self, switch: Lit) {
        self.retired += 1;
        self.off.push(switch);
        if self.off.len() >= TOGETHER {
            self.off.drain(..).for_each(|switch| self.questions.add(&[!switch]));
        }
    }

    /// Returns the number of switches that are off for good. They make the solver slow.
    #[must_use]
    pub fn retired(&self) -> u32 {
        self.retired
    }

    /// Whether the last refutation needed a switch to be on.
    #[must_use]
    pub fn needed(&self, switch: Lit) -> bool {
        self.questions.needed(switch)
    }

    /// Returns the numbers of the pins that no longer hold after the step that [`Oracle::query`] found last.
    #[must_use]
    pub fn left(&self) -> &[usize] {
        &self.left
    }

    /// Returns the number of conflicts so far.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.questions.conflicts()
    }

    /// Returns the number of queries so far.
    #[must_use]
    pub fn queried(&self) -> u64 {
        self.questions.queried()
    }

    /// Queries whether a step leads from positions with these facts to one that the switches allow, or to the
    /// won position.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn query(
        &mut self,
        spots: &Spots,
        from: &[u32],
        switches: &[Lit],
        won: bool,
    ) -> Result<Answer, Limit> {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(switches);
        if won {
            self.assumptions.extend_from_slice(&self.won);
        }
        self.assumptions.extend(from.iter().map(|&fact| Lit::positive(self.before + fact)));
        match self.questions.solve(&self.assumptions, self.most) {
            SolverAnswer::Satisfiable(()) => {
                let holds = |fact: &u32| self.questions.value(Lit::positive(self.after + fact));
                let state = spots.cards().map(|card| spots.of(card).find(holds).unwrap_or(spots.home(card)));
                let state: State = state.collect();
                let lacks = |pin: &Facts| !pin.iter().any(|&fact| spots.holds(&[fact], &state));
                self.left = (0..self.pins.len()).filter(|&n| lacks(&self.pins[n])).collect();
                Ok(Answer::To(if self.left.is_empty() { state } else { spots.goal() }))
            }
            SolverAnswer::Unsatisfiable => {
                let needed = |fact: &&u32| self.questions.needed(Lit::positive(self.before + **fact));
                Ok(Answer::None(from.iter().filter(needed).copied().collect()))
            }
            SolverAnswer::Unknown(Limit::Conflicts) => Ok(Answer::Hard),
            SolverAnswer::Unknown(limit) => Err(limit),
        }
    }

    /// Returns the position before the step that [`Oracle::query`] found last.
    #[must_use]
    pub fn origin(&self, spots: &Spots) -> State {
        let holds = |fact: &u32| self.questions.value(Lit::positive(self.before + fact));
        spots.cards().map(|card| spots.of(card).find(holds).unwrap_or(spots.home(card))).collect()
    }
}
