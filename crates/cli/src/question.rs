//! `patsat encode --question`: other questions than for a plan, as formulas for other solvers.

use clap::ValueEnum;
use patsat_analysis::variants::{HiddenCards, VariantQuestion};
use patsat_console::exit::Failure;
use patsat_game::state::Goal;

/// The question of the formula.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Question")]
pub(super) struct QuestionArgs {
    /// Question that the formula answers
    #[arg(long, value_name = "QUESTION", value_enum, default_value = "plan")]
    question: Question,
    /// For easy: number of first moves
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=1_000))]
    k: Option<u32>,
    /// For fair: count cards that lie alone on face-down ones as hidden too
    #[arg(long)]
    tops: bool,
    /// For best: runs, one-run or longest-run [default: runs]
    #[arg(long, value_name = "GOAL")]
    goal: Option<Goal>,
}

/// What a formula asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Question {
    /// Is there a plan? (dimacs, wcnf)
    Plan,
    /// Is there a plan for every order of the hidden cards? (qdimacs)
    Fair,
    /// Is there a plan after any first K moves? (qdimacs)
    Easy,
    /// How much can be reached? (wcnf)
    Best,
}

impl QuestionArgs {
    /// The question, if it is another than for a plan.
    pub(super) fn variant(&self) -> Result<Option<VariantQuestion>, Failure> {
        let only = |name: &str, of: &str| Err(Failure::input(format!("{name} is for --question {of} only")));
        if self.k.is_some() && self.question != Question::Easy {
            return only("--k", "easy");
        }
        if self.tops && self.question != Question::Fair {
            return only("--tops", "fair");
        }
        if self.goal.is_some() && self.question != Question::Best {
            return only("--goal", "best");
        }
        Ok(match self.question {
            Question::Plan => None,
            Question::Fair if self.tops => Some(VariantQuestion::Fair(HiddenCards::WithTops)),
            Question::Fair => Some(VariantQuestion::Fair(HiddenCards::FaceDown)),
            Question::Easy => Some(VariantQuestion::Easy(self.k.ok_or_else(|| {
                Failure::input("--k is missing: expected the number of first moves".to_owned())
            })?)),
            Question::Best => Some(VariantQuestion::Best(self.goal.unwrap_or(Goal::Runs))),
        })
    }
}
