//! Search on the ground task of a planning domain, for tasks that no game of ours expresses.
//!
//! A state is the whole set of facts that hold, as bits, and the visited set compares whole states. Every
//! action of the ground task is tried in every state, so the search is complete: if no state is left and
//! none reached the goal, the task has no plan. The open state of the smallest value is expanded first,
//! its value being `depth + 5 h`. The estimate `h` steers only; no state is pruned by it.
//!
//! `h` reads the facts of FreeCell's domain. It counts two for each card that is still to go home, and one for each
//! card that lies on a card of a lower rank. It adds one for each card on top of the next card of a suit (after
//! G. Heineman's FreeCell heuristic, 2009). Goals about other facts count one each.
//!
//! A plan is printed as text and replayed by the interpreter of domains before it becomes an answer.

mod estimate;
mod states;

use estimate::Estimate;
use patsat_base::{FormatError, Limit};
use patsat_pddl::strips::{Atom, GroundAction, GroundTask, PlanFault, World};
use patsat_search::Budget;
use states::{Node, States};
use std::fmt::Write as _;

/// The outcome of a search on a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroundOutcome {
    /// A plan that the interpreter of domains accepts.
    Solved(GroundPlan),
    /// All states were visited (the number), and none reaches the goal.
    Exhausted(u64),
    /// A part of the goal can never hold, even if no action deleted a fact.
    Unreachable(Atom),
    /// A limit was reached first.
    Unknown(Limit),
}

/// A plan of a domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundPlan {
    pub actions: Vec<GroundAction>,
}

impl GroundPlan {
    /// Each action as `(OPERATOR OBJECT ...)`.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.actions.iter().map(|action| format!("({})", action.join(" ")))
    }

    /// The plan file, as VAL reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in self.lines() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "; cost = {} (unit cost)", self.actions.len());
        text
    }
}

/// Why a task has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GroundSearchError {
    /// The task cannot be written without parameters.
    #[error(transparent)]
    Task(#[from] FormatError),
    /// The interpreter refuses the plan that was found. This is a bug.
    #[error("the plan found by the search was refused by the domain: {0}")]
    Plan(#[from] PlanFault),
}

/// Searches for a plan of a task within a budget.
///
/// # Errors
/// If the domain has actions that are not plain, or the interpreter refuses the plan.
pub fn solve(world: &World, budget: &mut Budget<'_>) -> Result<GroundOutcome, GroundSearchError> {
    let (task, never) = world.grounded_with_goal()?;
    if let Some(atom) = never {
        return Ok(GroundOutcome::Unreachable(atom));
    }
    let mut search = Search::new(&task);
    let reached = match search.run(budget) {
        Ok(Some(node)) => node,
        Ok(None) => return Ok(GroundOutcome::Exhausted(search.states.len() as u64)),
        Err(limit) => return Ok(GroundOutcome::Unknown(limit)),
    };
    let steps = search.states.steps_to(reached);
    let plan =
        GroundPlan { actions: steps.iter().map(|&step| task.actions[step as usize].name.clone()).collect() };
    world.check_plan(&plan.text())?;
    Ok(GroundOutcome::Solved(plan))
}

/// What one unit of the estimate weighs against one action of the plan.
const WEIGHT: usize = 5;

struct Search<'a> {
    task: &'a GroundTask,
    /// The actions that need a fact, under the rarest fact that each needs.
    by_fact: Vec<Vec<u32>>,
    /// The actions that need nothing.
    free: Vec<u32>,
    estimate: Estimate,
    states: States,
    /// Open states, by their values.
    open: Vec<Vec<u32>>,
    /// No open state has a smaller value.
    least: usize,
    queued: u64,
}

impl<'a> Search<'a> {
    fn new(task: &'a GroundTask) -> Search<'a> {
        let mut uses = vec![0u32; task.facts.len()];
        for &fact in task.actions.iter().flat_map(|action| &action.needs) {
            uses[fact] += 1;
        }
        let (mut by_fact, mut free) = (vec![Vec::new(); task.facts.len()], Vec::new());
        for (number, action) in (0..).zip(&task.actions) {
            match action.needs.iter().min_by_key(|&&fact| uses[fact]) {
                Some(&fact) => by_fact[fact].push(number),
                None => free.push(number),
            }
        }
        let states = States::new(task.facts.len());
        let estimate = Estimate::new(task);
        Search { task, by_fact, free, estimate, states, open: Vec::new(), least: 0, queued: 0 }
    }

    /// The first state found that reaches the goal; `None` if all were visited.
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<Option<u32>, Limit> {
        let mut bits = vec![0; self.states.words()];
        self.task.start.iter().for_each(|&fact| states::set(&mut bits, fact));
        let root = self.states.insert(&bits, Node::root()).unwrap_or(0);
        if self.reaches_goal(&bits) {
            return Ok(Some(root));
        }
        self.push(root, &bits);
        let (mut here, mut actions) = (bits.clone(), Vec::new());
        while let Some(node) = self.pop() {
            budget.stats.stored = self.states.len() as u64;
            if let Some(limit) = budget.expand(self.bytes()) {
                return Err(limit);
            }
            here.copy_from_slice(self.states.get(node));
            self.applicable(&here, &mut actions);
            for &action in &actions {
                let operation = &self.task.actions[action as usize];
                bits.copy_from_slice(&here);
                operation.deletes.iter().for_each(|&fact| states::clear(&mut bits, fact));
                operation.adds.iter().for_each(|&fact| states::set(&mut bits, fact));
                budget.stats.generated += 1;
                if self.states.is_full() {
                    return Err(Limit::Memory);
                }
                let Some(after) = self.states.insert(&bits, self.states.child(node, action)) else {
                    continue;
                };
                if self.reaches_goal(&bits) {
                    budget.stats.stored = self.states.len() as u64;
                    return Ok(Some(after));
                }
                self.push(after, &bits);
            }
        }
        Ok(None)
    }

    fn reaches_goal(&self, bits: &[u64]) -> bool {
        self.task.goal.iter().all(|&fact| states::holds(bits, fact))
    }

    /// The actions that a state allows, in ascending order.
    fn applicable(&self, bits: &[u64], found: &mut Vec<u32>) {
        found.clone_from(&self.free);
        for fact in states::facts(bits) {
            found.extend(self.by_fact[fact].iter().filter(|&&action| {
                self.task.actions[action as usize].needs.iter().all(|&need| states::holds(bits, need))
            }));
        }
        found.sort_unstable();
    }

    fn push(&mut self, node: u32, bits: &[u64]) {
        let value = self.states.depth(node) as usize + WEIGHT * self.estimate.of(bits);
        if self.open.len() <= value {
            self.open.resize(value + 1, Vec::new());
        }
        self.open[value].push(node);
        self.least = self.least.min(value);
        self.queued += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.open.get_mut(self.least) {
            if let Some(node) = bucket.pop() {
                self.queued -= 1;
                return Some(node);
            }
            self.least += 1;
        }
        None
    }

    fn bytes(&self) -> u64 {
        // Buckets keep up to twice what they hold.
        self.states.bytes() + 2 * self.queued * size_of::<u32>() as u64
    }
}
