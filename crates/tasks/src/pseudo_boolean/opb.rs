//! A task and a number of steps as pseudo-Boolean constraints: with the reader and the grounder of
//! tasks, the only part of a certificate that must be trusted.
//!
//! A model is a plan: which facts hold before each step, and which action is taken in it. Waiting is
//! allowed, but only before the first action, so that shorter plans are models too, each once. The
//! objective counts the steps in which an action is taken. Its least value is the length of a
//! shortest plan, if that is at most the number of steps.
//!
//! With `f` a fact before a step, `f'` the same fact after it and `go` for "something is done", each
//! step has these constraints and no others:
//!
//! ```text
//! the sum of all actions = go                  one action, or none
//! f  >= the sum of the actions that need f     no action without what it needs
//! f' >= the sum of the actions that add f
//! 1  >= f' + the sum of those that delete f
//! f' <= f  + the sum of those that add f       nothing comes of itself
//! f  <= f' + the sum of those that delete f    nothing goes of itself
//! go <= the next go                            waiting comes first
//! ```
//!
//! Since at most one action is taken, a sum of actions is 0 or 1.

use patsat_pddl::strips::GroundTask;
use std::fmt::Write;

/// Which actions need, add and delete each fact.
#[derive(Clone, Debug)]
pub(super) struct ByFact {
    pub(super) needing: Vec<Vec<usize>>,
    pub(super) adding: Vec<Vec<usize>>,
    pub(super) deleting: Vec<Vec<usize>>,
}

impl ByFact {
    pub(super) fn new(task: &GroundTask) -> ByFact {
        let empty = vec![Vec::new(); task.facts.len()];
        let mut by = ByFact { needing: empty.clone(), adding: empty.clone(), deleting: empty };
        for (number, action) in task.actions.iter().enumerate() {
            action.needs.iter().for_each(|&f| by.needing[f].push(number));
            action.adds.iter().for_each(|&f| by.adding[f].push(number));
            action.deletes.iter().for_each(|&f| by.deleting[f].push(number));
        }
        by
    }

    /// The same without some actions, in ascending order.
    pub(super) fn without(&self, actions: &[usize]) -> ByFact {
        let mut by = self.clone();
        for lists in [&mut by.needing, &mut by.adding, &mut by.deleting] {
            lists.iter_mut().for_each(|list| list.retain(|action| actions.binary_search(action).is_err()));
        }
        by
    }
}

/// The numbers of the constraints of one step, by fact where there are such.
#[derive(Clone, Default, Debug)]
pub(super) struct Step {
    /// `go >= the sum of all actions`.
    pub(super) at_most: usize,
    pub(super) needs: Vec<usize>,
    pub(super) adds: Vec<usize>,
    pub(super) deletes: Vec<usize>,
    pub(super) comes: Vec<usize>,
    pub(super) goes: Vec<usize>,
}

/// The constraints, and where each stands.
#[derive(Clone, Debug)]
pub(super) struct Opb {
    pub(super) text: String,
    pub(super) steps: Vec<Step>,
    pub(super) constraints: usize,
    names: Names,
}

/// The numbers of variables.
#[derive(Clone, Copy, Debug)]
struct Names {
    facts: usize,
    actions: usize,
}

impl Names {
    /// Before each step stand its facts, its actions, and whether it does something.
    fn step(self) -> usize {
        self.facts + self.actions + 1
    }
    fn fact(self, fact: usize, time: usize) -> usize {
        1 + time * self.step() + fact
    }
    fn action(self, action: usize, step: usize) -> usize {
        1 + step * self.step() + self.facts + action
    }
    fn go(self, step: usize) -> usize {
        1 + step * self.step() + self.facts + self.actions
    }
}

/// A sum of variables as it is written; `sign` is `+` or `-`.
fn sum(sign: char, variables: impl Iterator<Item = usize>) -> String {
    let mut text = String::new();
    for variable in variables {
        let _ = write!(text, "{sign}1 x{variable} ");
    }
    text
}

impl Opb {
    pub(super) fn new(task: &GroundTask, by: &ByFact, steps: usize) -> Opb {
        let names = Names { facts: task.facts.len(), actions: task.actions.len() };
        let mut opb = Opb { text: String::new(), steps: Vec::new(), constraints: 0, names };
        let mut body = String::new();
        let mut count = 0;
        let mut lines = 0;
        let mut put = |line: String| {
            // The reader counts an equation as two constraints.
            count += if line.ends_with(" = 0") { 2 } else { 1 };
            lines += 1;
            body += &line;
            body += " ;\n";
            count
        };
        for fact in 0..names.facts {
            let sign = if task.start.contains(&fact) { 1 } else { -1 };
            put(format!("{sign:+} x{} >= {}", names.fact(fact, 0), sign.max(0)));
        }
        for t in 0..steps {
            let actions = |list: &[usize]| list.iter().map(|&a| names.action(a, t)).collect::<Vec<_>>();
            let mut step = Step::default();
            let all = sum('+', (0..names.actions).map(|a| names.action(a, t)));
            step.at_most = put(format!("{all}-1 x{} = 0", names.go(t)));
            for fact in 0..names.facts {
                let [now, then] = [names.fact(fact, t), names.fact(fact, t + 1)];
                let needing = actions(&by.needing[fact]);
                let adding = actions(&by.adding[fact]);
                let deleting = actions(&by.deleting[fact]);
                let minus = |list: &[usize]| sum('-', list.iter().copied());
                let plus = |list: &[usize]| sum('+', list.iter().copied());
                step.needs.push(put(format!("+1 x{now} {}>= 0", minus(&needing))));
                step.adds.push(put(format!("+1 x{then} {}>= 0", minus(&adding))));
                step.deletes.push(put(format!("-1 x{then} {}>= -1", minus(&deleting))));
                step.comes.push(put(format!("-1 x{then} +1 x{now} {}>= 0", plus(&adding))));
                step.goes.push(put(format!("+1 x{then} -1 x{now} {}>= 0", plus(&deleting))));
            }
            if t + 1 < steps {
                put(format!("-1 x{} +1 x{} >= 0", names.go(t), names.go(t + 1)));
            }
            opb.steps.push(step);
        }
        for &fact in &task.goal {
            put(format!("+1 x{} >= 1", names.fact(fact, steps)));
        }
        let variables = steps * names.step() + names.facts;
        let _ = writeln!(opb.text, "* #variable= {variables} #constraint= {lines}");
        opb.legend(task, steps);
        let _ = writeln!(opb.text, "min: {};", sum('+', (0..steps).map(|t| names.go(t))));
        opb.text += &body;
        opb.constraints = count;
        opb
    }

    /// Writes comment lines that describe the variables.
    fn legend(&mut self, task: &GroundTask, steps: usize) {
        let Names { facts, actions } = self.names;
        let (text, step) = (&mut self.text, self.names.step());
        let _ = writeln!(text, "* A planning task of {facts} facts and {actions} actions, in {steps} steps.");
        let _ = writeln!(text, "* Fact n before step t, from 0: x(t * {step} + n).");
        let _ = writeln!(
            text,
            "* Action n in step t: x(t * {step} + n); something is done: x(t * {step} + {step})."
        );
        for (number, fact) in task.facts.iter().enumerate() {
            let _ = writeln!(text, "* fact {} {fact}", number + 1);
        }
        for (number, action) in task.actions.iter().enumerate() {
            let _ = writeln!(text, "* action {} ({})", facts + number + 1, action.name.join(" "));
        }
    }

    pub(super) fn fact(&self, fact: usize, time: usize) -> String {
        format!("x{}", self.names.fact(fact, time))
    }
    pub(super) fn action(&self, action: usize, step: usize) -> String {
        format!("x{}", self.names.action(action, step))
    }
    pub(super) fn go(&self, step: usize) -> String {
        format!("x{}", self.names.go(step))
    }
}
