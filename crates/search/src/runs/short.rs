//! Short plans of run games: staged beams in which moves weigh more and more.
//!
//! A beam between rows goes on while it finds tidier positions, and tidying costs moves. The
//! more a move weighs, the sooner the rows are dealt, the shorter the plans, and the fewer
//! deals are won. So the weight rises from beam to beam, and the best plan is kept.

use super::layer::BeamSettings;
use super::score::{Scorer, Weights};
use super::stages::StagesEnd;
use super::{STAGES_MEMORY, WARY, ladder};
use crate::{Budget, SearchEnd, SearchOptions, SearchReport};
use patsat_game::state::{Instance, Plan};
use patsat_states::runs::{RunGame, RunMove};

/// What a move weighs, from beam to beam.
const STEPS: [i32; 6] = [2, 5, 8, 12, 16, 22];

/// Beams of `--width` (1000) and then, while a time limit lasts, of twice that and so on. For games whose runs leave
/// by themselves.
pub(crate) fn short(
    instance: &Instance,
    game: &RunGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let mut width = options.width.unwrap_or(1000).max(1);
    let mut best: Option<Vec<RunMove>> = None;
    'widths: loop {
        let before = budget.stats.generated;
        for step in STEPS {
            let scorer = Scorer::new(Weights { step, ..WARY }, game);
            let settings = BeamSettings { width, patience: 12, splits: false };
            let end = STAGES_MEMORY.with_borrow_mut(|stages| stages.run(game, &scorer, settings, budget));
            match end {
                StagesEnd::Won(steps) => {
                    if best.as_ref().is_none_or(|best| steps.len() < best.len()) {
                        budget.stats.upper_bound = Some(steps.len() as u32);
                        best = Some(steps);
                    }
                }
                StagesEnd::Limit(_) => break 'widths,
                StagesEnd::Faded => {}
            }
        }
        // Where no more positions were made than a beam may keep none was cut, and wider ones would see the same.
        let whole = budget.stats.generated - before <= width as u64;
        if budget.limits().time.is_none() || whole {
            break;
        }
        width *= 2;
    }
    match best {
        Some(steps) => {
            let moves = steps.into_iter().map(RunMove::action).collect();
            SearchReport::new(SearchEnd::Solved(Plan { moves }), budget.stats)
        }
        None => ladder(instance, game, options, budget),
    }
}
