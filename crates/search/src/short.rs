//! Short plans: one beam, or ever wider ones while time is left.

use super::auto::AUTO;
use super::beam::{Beam, BeamEnd};
use super::optimal::RunBound;
use super::runs;
use super::{Budget, SearchEnd, SearchOptions, SearchReport, Strategy};
use patsat_game::state::{Instance, Plan};
use patsat_states::packed::{AutoMoves, Game, Size, Target, plan};
use patsat_states::runs::RunGame;
use patsat_states::with_game;

/// A single beam search.
pub(super) const BEAM: Strategy = Strategy {
    name: "beam",
    about: "beam search by depth, --width positions per layer (2000)",
    source: "as in macroxue/freecell",
    complete: false,
    run: beam,
};

/// Short plans, with a verdict in any case.
pub(super) const SHORT: Strategy = Strategy {
    name: "short",
    about: "short plans: beam search of --width (4000), doubled until the time limit; auto for other games",
    source: "as in macroxue/freecell",
    complete: true,
    run: short,
};

/// No plan of interest is longer than this, moves home not counted.
const LONGEST: u32 = 1000;

fn beam(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    let end = with_game!(
        instance,
        game => {
            let end = Beam::default().run(&game, options.width.unwrap_or(2000), LONGEST, budget);
            search_end(instance, &game, end)
        },
        _ => SearchEnd::GaveUp
    );
    SearchReport::new(end, budget.stats)
}

fn search_end<S: Size>(instance: &Instance, game: &Game<S>, end: BeamEnd) -> SearchEnd {
    match end {
        BeamEnd::Won(steps) => {
            plan(instance, game, &steps, AutoMoves::Safe).map_or(SearchEnd::GaveUp, SearchEnd::Solved)
        }
        BeamEnd::Exhausted | BeamEnd::Faded => SearchEnd::GaveUp,
        BeamEnd::Limit(limit) => SearchEnd::Limit(limit),
    }
}

fn short(instance: &Instance, options: &SearchOptions, budget: &mut Budget<'_>) -> SearchReport {
    with_game!(
        instance,
        game => short_of(instance, &game, options, budget),
        _ => match RunGame::new(instance) {
            Ok(game) if !game.by_move => {
                budget.stats.lower_bound = RunBound::new(&game).map(|bound| bound.of_deal(&game.start()));
                runs::short(instance, &game, options, budget)
            }
            _ => (AUTO.run)(instance, options, budget),
        }
    )
}

fn short_of<S: Size>(
    instance: &Instance,
    game: &Game<S>,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let mut beam = Beam::default();
    let mut best: Option<Plan> = None;
    let mut fewer_than = LONGEST;
    let mut width = options.width.unwrap_or(4000).max(1);
    loop {
        let end = beam.run(game, width, fewer_than, budget);
        if let BeamEnd::Won(steps) = &end {
            fewer_than = steps.iter().filter(|step| step.to != Target::HOME).count() as u32;
            best = plan(instance, game, steps, AutoMoves::Safe).or(best);
            budget.stats.upper_bound = best.as_ref().map(|plan| plan.moves.len() as u32);
        }
        let more = budget.limits().time.is_some() || best.is_none() && width < WIDEST;
        match end {
            // Nothing is shorter than no move but those home.
            BeamEnd::Won(_) if fewer_than == 0 => break,
            BeamEnd::Limit(_) | BeamEnd::Exhausted => break,
            _ if !more => break,
            _ => width *= 2,
        }
    }
    match best {
        Some(plan) => SearchReport::new(SearchEnd::Solved(plan), budget.stats),
        None => (AUTO.run)(instance, options, budget),
    }
}

/// Wider beams than this are not tried when there is no plan yet.
const WIDEST: usize = 16_000;
