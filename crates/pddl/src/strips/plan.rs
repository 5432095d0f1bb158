//! Plan files: an action a line.

use super::ground_task::GroundTask;
use super::world::{Atom, GroundAction, Refusal, World, fact};
use crate::lines;
use patsat_base::printable;
use std::collections::BTreeMap;

/// A plan that reaches the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcceptedPlan {
    /// Its actions.
    pub actions: usize,
    /// Its cost: the sum of the costs of its actions, or their number where the domain has none.
    pub cost: u64,
}

/// Why a domain does not accept a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanFault {
    /// A line that is no action.
    #[error("line {line}: found '{found}', expected an action such as (OPERATOR OBJECT ...)")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// An action that cannot be applied.
    #[error("line {line}: {action} cannot be applied, for {refusal}")]
    Refused {
        /// Its line, from 1.
        line: usize,
        /// The action.
        action: String,
        /// Why.
        refusal: Refusal,
    },
    /// An action that the task does not have, or that no sequence of actions makes possible.
    #[error("line {line}: {action} is no action that can ever be applied")]
    Impossible {
        /// Its line, from 1.
        line: usize,
        /// The action.
        action: String,
    },
    /// The goal is not reached.
    #[error("after {actions} actions the goal {} is not reached", fact(.goal))]
    Goal {
        /// The actions of the plan.
        actions: usize,
        /// A part of the goal.
        goal: Atom,
    },
}

impl World {
    /// Plays a plan file to the goal.
    ///
    /// # Errors
    /// The first line that the domain does not allow, or a part of the goal that is not reached.
    pub fn check_plan(&self, text: &str) -> Result<AcceptedPlan, PlanFault> {
        let mut state = self.start();
        let (mut actions, mut cost) = (0, 0);
        for action in self.actions_of(text) {
            let (line, action) = action?;
            actions += 1;
            cost += self.apply(&mut state, &action).map_err(|refusal| PlanFault::Refused {
                line,
                action: printable(&format!("({})", action.join(" ")), 120),
                refusal,
            })?;
        }
        match self.missing(&state) {
            Some(goal) => Err(PlanFault::Goal { actions, goal }),
            None => Ok(AcceptedPlan { actions, cost }),
        }
    }

    /// The actions of a plan file, with their lines.
    fn actions_of<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = Result<(usize, GroundAction), PlanFault>> + 'a {
        let known = |name: &str, arguments: usize| {
            self.operator(name).is_some_and(|operator| operator.parameters.len() == arguments)
        };
        of_lines(text, known)
    }
}

/// The actions of a plan file, with their lines.
fn of_lines<'a>(
    text: &'a str,
    known: impl Fn(&str, usize) -> bool + 'a,
) -> impl Iterator<Item = Result<(usize, GroundAction), PlanFault>> + 'a {
    lines::actions(text, known).map(|found| {
        found
            .map(|action| (action.line, action.words))
            .map_err(|unread| PlanFault::Line { line: unread.line, found: printable(unread.text, 40) })
    })
}

impl GroundTask {
    /// The numbers of the actions of a plan file.
    ///
    /// # Errors
    /// The first line that is no action of the task.
    pub fn plan(&self, text: &str) -> Result<Vec<usize>, PlanFault> {
        let numbers: BTreeMap<&GroundAction, usize> = self.actions.iter().map(|a| &a.name).zip(0..).collect();
        let number = |action| {
            let (line, action): (usize, GroundAction) = action?;
            let found = || printable(&format!("({})", action.join(" ")), 120);
            numbers.get(&action).copied().ok_or_else(|| PlanFault::Impossible { line, action: found() })
        };
        let known = |name: &str, arguments: usize| {
            self.actions.iter().any(|action| action.name[0] == name && action.name.len() == arguments + 1)
        };
        of_lines(text, known).map(number).collect()
    }
}
