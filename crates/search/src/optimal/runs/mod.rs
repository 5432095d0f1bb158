//! scratch
mod astar;
mod beam;
mod bound;
mod scene;
mod store;

pub use bound::RunBound;

use crate::states::runs::{RunGame, RunMove};
use crate::Budget;

/// scratch
pub fn scratch(game: &RunGame, budget: &mut Budget<'_>) -> Option<Vec<RunMove>> {
    let bound = RunBound::new(game);
    if std::env::var("SCRATCH").is_ok() { eprintln!("root {}", bound.of(&game.start())); }
    let mut best: Option<Vec<RunMove>> = None;
    let mut width = 64;
    let most: usize = std::env::var("WIDTH").ok().and_then(|w| w.parse().ok()).unwrap_or(1024);
    while width <= most {
        let below = best.as_ref().map_or(u32::MAX, |b| b.len() as u32);
        let started = std::time::Instant::now();
        match beam::beam(game, &bound, width, below, budget) {
            beam::BeamEnd::Won(plan) => { best = Some(plan); }
            beam::BeamEnd::Limit(_) => return best,
            beam::BeamEnd::Whole => {  break }
            beam::BeamEnd::Faded => {}
        }
        if std::env::var("SCRATCH").is_ok() { eprintln!("beam {width}: {:?} {:?}", best.as_ref().map(|b| b.len()), started.elapsed()); }
        width *= 4;
    }
    let mut search = astar::AStar::new(game, &bound);
    let below = best.as_ref().map_or(u32::MAX / 2, |b| b.len() as u32);
    match search.run(below, budget) {
        astar::End::Won(node, moves) => {  Some(search.plan(node)) }
        astar::End::Exhausted => best,
        astar::End::Limit(l) => { eprintln!("limit {l:?}"); best }
    }
}
