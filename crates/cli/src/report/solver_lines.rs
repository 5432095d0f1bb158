//! The lines of the SAT and pseudo-Boolean competitions: `c` for comments, `o` for bounds, `s` for the
//! verdict (exactly one), `v` for the plan.
//!
//! `s OPTIMUM FOUND` means that the plan is shortest, `s SATISFIABLE` that it wins, and
//! `s UNSATISFIABLE` that no plan exists. `s UNKNOWN` is everything else, including an excluded bound: the `c` line
//! before it names the bound and its basis. The `v` lines contain the plan in standard notation
//! and end in ` 0`; a game without that notation has its plan in `c` lines.

use super::{human, notation, sentences};
use patsat_base::{Style, filled};
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::{Answer, Optimality, Outcome};

/// Maximum length of a `v` line.
const WIDTH: usize = 78;

/// Returns the lines for an answer. The caller prints the `o` lines of intermediate bounds.
#[must_use]
pub fn answer(instance: &Instance, by: &str, answer: &Answer) -> String {
    let mut lines = vec![format!("c {}", human::verdict(by, answer))];
    let status = match &answer.outcome {
        Outcome::Solved(_, Optimality::Shortest { .. }) => "OPTIMUM FOUND",
        Outcome::Solved(..) => "SATISFIABLE",
        Outcome::Unwinnable(_) => "UNSATISFIABLE",
        Outcome::NoPlanWithin { .. } | Outcome::Unknown(_) => "UNKNOWN",
    };
    if let Some(lengths) = answer.lengths {
        lines.push(format!("c {}", human::counts(lengths)));
    }
    if let Outcome::Solved(plan, optimality) = &answer.outcome {
        if let Optimality::Shortest { length: upper, .. } | Optimality::Between { upper, .. } = optimality {
            lines.push(format!("o {upper}"));
        }
        lines.push(format!("s {status}"));
        lines.extend(plan_lines(instance, plan));
    } else {
        lines.push(format!("s {status}"));
    }
    lines.join("\n") + "\n"
}

/// Returns the lines for a winning plan that is not claimed to be shortest.
#[must_use]
pub fn plan(instance: &Instance, plan: &Verified<Plan>) -> String {
    format!("s SATISFIABLE\n{}\n", plan_lines(instance, plan).join("\n"))
}

fn plan_lines(instance: &Instance, plan: &Verified<Plan>) -> Vec<String> {
    match notation::standard(instance, plan) {
        Some(moves) => {
            let words = moves.split_whitespace().chain(["0"]).collect::<Vec<_>>().join(" ");
            filled(&words, WIDTH, "v ", "v ")
        }
        None => {
            let text = sentences::plan(instance, plan, Style::PLAIN);
            text.lines().map(|line| format!("c {line}")).collect()
        }
    }
}
