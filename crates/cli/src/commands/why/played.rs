//! A game that was played: which of its moves lost it, in words.

use super::Args;
use crate::report::{human, jsonl, sentences};
use patsat_analysis::why::{self, PlayOutcome};
use patsat_base::{Style, counted};
use patsat_console::context::Context;
use patsat_console::exit::Failure;
use patsat_game::state::{Instance, Plan};
use patsat_planning::Outcome;
use std::fmt::Write;

/// What is said of a game that was played, before the position is explained.
pub(super) struct PlayedGame {
    /// The position that is explained.
    pub(super) instance: Instance,
    pub(super) text: String,
    pub(super) event: Option<jsonl::LostData>,
}

impl PlayedGame {
    pub(super) fn of(
        start: &Instance,
        plan: &Plan,
        lost: &PlayOutcome,
        args: &Args,
        context: &Context,
    ) -> Result<PlayedGame, Failure> {
        let style = context.style(None, args.symbols);
        let all = plan.moves.len();
        let at = |moves| {
            why::after(start, plan, moves)
                .map_err(|fault| Failure::input(format!("the game cannot be played: {fault}")))
        };
        let moves = counted(all, "move");
        Ok(match lost {
            PlayOutcome::Never(_) => {
                let text = format!("After {moves}:\n\n");
                PlayedGame { instance: at(all)?, text: style.bold(&text), event: None }
            }
            PlayOutcome::Always(_) => {
                let text = "No move lost this game: it was unwinnable from the start.\n\n";
                PlayedGame { instance: start.clone(), text: style.bold(text), event: None }
            }
            PlayOutcome::At { step, before, .. } => {
                let then = at(*step)?;
                let words = sentences::sentence(&then.table(), plan.moves[*step], style);
                let mut text =
                    style.bold(&format!("Move {} of {all} lost the game: {words}.", step + 1)) + "\n";
                if let (Outcome::Solved(way, _), Some(lengths)) = (&before.outcome, before.lengths) {
                    let _ =
                        writeln!(text, "Before it, the game could be won in {}:\n", human::counts(lengths));
                    text.push_str(&human::plan_text(&then, way, style, context.verbose));
                }
                let _ = writeln!(text, "\nThe board after it:\n");
                let plain = sentences::sentence(&then.table(), plan.moves[*step], Style::PLAIN);
                let event = jsonl::LostData { number: step + 1, action: plan.moves[*step], words: plain };
                PlayedGame { instance: at(step + 1)?, text, event: Some(event) }
            }
            PlayOutcome::Between { first, last, .. } => {
                let from = first.map_or("the start".into(), |first| format!("move {}", first + 1));
                let to = last.map_or("the end".into(), |last| format!("move {}", last + 1));
                let text = format!(
                    "Undecided because of a limit: the game may have been lost between {from} and {to}.\n\n"
                );
                PlayedGame { instance: at(all)?, text: style.bold(&text), event: None }
            }
        })
    }
}
