//! Plan files: an action a line.

use super::super::plan::without_times;
use super::world::{Atom, GroundAction, Refusal, World};
use patsat_text::printable;

/// A plan that reaches the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// Its actions.
    pub actions: usize,
    /// Its cost: the sum of the costs of its actions, or their number where the domain has none.
    pub cost: u64,
}

/// Why a domain does not accept a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanFault {
    /// A line that is no action.
    #[error("line {line}: found '{found}', expected an action in parentheses")]
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
    /// The goal is not reached.
    #[error("after {actions} actions the goal {goal} is not reached")]
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
    pub fn check_plan(&self, text: &str) -> Result<Accepted, PlanFault> {
        let mut state = self.start();
        let (mut actions, mut cost) = (0, 0);
        for (line, content) in (1..).zip(text.lines()) {
            let content = without_times(content.split(';').next().unwrap_or(""));
            if content.is_empty() {
                continue;
            }
            let action =
                words(content).ok_or_else(|| PlanFault::Line { line, found: printable(content, 40) })?;
            actions += 1;
            cost += self.apply(&mut state, &action).map_err(|refusal| PlanFault::Refused {
                line,
                action: printable(&format!("({})", action.join(" ")), 120),
                refusal,
            })?;
        }
        match self.missing(&state) {
            Some(goal) => Err(PlanFault::Goal { actions, goal }),
            None => Ok(Accepted { actions, cost }),
        }
    }
}

fn words(line: &str) -> Option<GroundAction> {
    let inside = line.strip_prefix('(')?.strip_suffix(')')?;
    let words: GroundAction = inside.split_whitespace().map(str::to_ascii_lowercase).collect();
    (!words.is_empty() && !inside.contains(['(', ')'])).then_some(words)
}
