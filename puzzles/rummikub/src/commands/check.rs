//! `patsat puzzle rummikub check`: checks that sets can be laid, and prints their value.

use super::PuzzleArgs;
use crate::format::{Turn, read_turn};
use crate::{Goal, Meld, Puzzle, VerifiedMelds, check, check_opening, native};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_puzzle::{Answer, Question};
use serde_json::json;
use std::path::Path;

/// Check that sets use exactly the tiles of rack and table
///
/// Reads the sets of `solve --format json`, or one set per line, a joker with the tile it stands for: r1 *r2 r3. With
/// --opening a line `opening: r10 b10 o10` gives the sets that begin the turn; without one they are searched for.
/// Exit codes: 0 valid, 1 not valid.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// File with the sets, or - for standard input
    #[arg(index = 2)]
    sets: String,
    #[command(flatten)]
    puzzle: PuzzleArgs,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        if self.puzzle.position == "-" && self.sets == "-" {
            return Err(Failure::input(
                "standard input can be the position or the sets: expected a file for one",
            ));
        }
        let puzzle = self.puzzle.puzzle()?;
        let bytes = input::read(Path::new(&self.sets), "a file of sets, or - for standard input")?;
        let turn = read_turn(&bytes, puzzle.palette(), puzzle.shape());
        let Turn { sets, opening } = turn.map_err(|e| Failure::from(e.with_file(input::name(&self.sets))))?;
        let goal = self.puzzle.goal(&puzzle);
        let checked = match self.puzzle.opens_onto(&puzzle) {
            None => check(&puzzle, &goal, sets),
            Some(least) => {
                let opening = match opening {
                    Some(opening) => opening,
                    None => found_in(&puzzle, least, &sets)?,
                };
                check_opening(&puzzle, &goal, sets, opening)
            }
        };
        let checked = checked.map_err(|refused| puzzle.palette().renamed(&refused.to_string()));
        let score = checked.as_ref().ok().map(VerifiedMelds::score);
        let data = json!({
            "valid": checked.is_ok(),
            "fault": checked.as_ref().err(),
            "value": score.map(|score| score.value),
            "tiles": score.map(|score| score.tiles),
            "sets_kept": score.map(|score| score.kept),
        });
        let (exit, text) = match &checked {
            Ok(checked) => {
                let score = checked.score();
                let kept = match puzzle.sets().len() {
                    0 => String::new(),
                    sets => format!(", {} of {sets} sets kept", score.kept),
                };
                let text = format!("valid: {} tiles laid, sets worth {}{kept}", score.tiles, score.value);
                (Exit::Done, context.style(None, When::Auto).bold(&text))
            }
            Err(refused) => (Exit::No, format!("not valid: {refused}")),
        };
        Ok(Answer::new(exit, text + "\n", data).about(&self.puzzle.position))
    }
}

/// Returns the most valuable sets of the rack tiles in `sets`; empty if no sets are worth `least`.
fn found_in(puzzle: &Puzzle, least: u32, sets: &[Meld]) -> Result<Vec<Meld>, Failure> {
    let mut laid = puzzle.rack_alone();
    let kept = check(puzzle, &Goal::default(), sets.to_vec());
    // The checker refuses sets that cannot be laid, with or without an opening.
    let Ok(kept) = kept else { return Ok(Vec::new()) };
    laid.take_off(kept.left());
    let goal = Goal { at_least: Some(least), ..Goal::default() };
    let found = native::solve(&laid, &goal).map_err(Failure::input)?;
    Ok(found.map(|found| found.melds).unwrap_or_default())
}
