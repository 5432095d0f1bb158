//! Search in Klondike and its kin.
//!
//! Many short searches in random order find nearly all wins. Between them few cards are sought that are enough for a loss
//! (`tracked`), which half of the losses have. At last one search goes on to the end.

mod depth_first;
mod probe;
mod tracked;

pub use probe::{Probe, Probed};

use super::{Budget, Limit, SearchEnd, SearchOptions, SearchReport};
use depth_first::{DepthFirst, End, Key, Settings};
use patsat_game::cards::Card;
use patsat_game::state::Instance;
use patsat_states::klondike::{KlondikeGame, each, plan};
use tracked::{Counts, Effort, reason};

/// The default strategy of these games.
pub(super) fn ladder(
    instance: &Instance,
    game: &KlondikeGame,
    options: &SearchOptions,
    budget: &mut Budget<'_>,
) -> SearchReport {
    let end = if game.keys_fit(u64::BITS) {
        climb::<u64>(game, options, budget)
    } else {
        climb::<u128>(game, options, budget)
    };
    let end = match end {
        End::Won(steps) => SearchEnd::Solved(plan(instance, game, &steps)),
        End::Lost => SearchEnd::Exhausted,
        End::Quota => SearchEnd::GaveUp,
        End::Limit(limit) => SearchEnd::Limit(limit),
    };
    SearchReport::new(end, budget.stats)
}

/// Positions of the first search, whose steps are in their usual order.
const FIRST: u64 = 500;
/// Positions of a search in random order. On deals 2001 to 2200 of Solvitaire 240 of them win 157 deals, one of 60,000
/// positions wins 145.
const SHORT: u64 = 250;

/// A rung of the ladder.
struct Rung {
    /// Searches in random order.
    short: u64,
    /// What a search for few cards that are lost may cost.
    tracked: Effort,
    /// Positions of a search to the end.
    long: u64,
}

const RUNGS: [Rung; 2] = [
    Rung { short: 20, tracked: Effort { positions: 5000, attempts: 3 }, long: 300_000 },
    Rung { short: 200, tracked: Effort { positions: 50_000, attempts: 12 }, long: u64::MAX },
];

fn climb<K: Key>(game: &KlondikeGame, options: &SearchOptions, budget: &mut Budget<'_>) -> End {
    let safe = !options.no_dominance;
    let mut memory = DepthFirst::<K>::default();
    let mut counts = Counts::new(game);
    let mut search = |counts: &mut Counts, quota, seed, budget: &mut Budget<'_>| {
        memory.run(game, Settings { quota, safe, seed }, budget, |board| counts.meet(board.moved()))
    };
    let mut end = search(&mut counts, FIRST, None, budget);
    let mut seeds = (0..).map(|number| options.seed.wrapping_mul(1 << 32).wrapping_add(number));
    for Rung { short, tracked, long } in RUNGS {
        for seed in seeds.by_ref().take(short as usize) {
            let End::Quota = end else { return end };
            end = search(&mut counts, SHORT, Some(seed), budget);
        }
        let End::Quota = end else { return end };
        match reason(game, &counts, tracked, options.seed, budget, |_| true) {
            Ok(Some(_)) => return End::Lost,
            Ok(None) => {}
            Err(limit) => return End::Limit(limit),
        }
        end = search(&mut counts, long, None, budget);
    }
    end
}

/// What a search for the cards of a certificate may cost, and with how many positions it is content.
const FOR_CERTIFICATE: [(Effort, u64); 3] = [
    (Effort { positions: 5000, attempts: 4 }, 100),
    (Effort { positions: 20_000, attempts: 20 }, 1000),
    (Effort { positions: 100_000, attempts: 4 }, 100_000),
];

/// What a search for tracked cards found.
pub(super) enum Found {
    /// Few cards that are enough for a loss.
    Few(Vec<Card>),
    /// None.
    Nothing,
    /// A win.
    Win,
}

/// Looks for few cards that are enough for a loss.
pub(super) fn tracked_cards(game: &KlondikeGame, budget: &mut Budget<'_>) -> Result<Found, Limit> {
    let mut memory = DepthFirst::<u128>::default();
    let mut counts = Counts::new(game);
    for seed in 0..RUNGS[0].short {
        let settings = Settings { quota: SHORT, safe: true, seed: Some(seed) };
        match memory.run(game, settings, budget, |board| counts.meet(board.moved())) {
            End::Won(_) => return Ok(Found::Win),
            End::Limit(limit) => return Err(limit),
            End::Quota | End::Lost => {}
        }
    }
    let mut best: Option<tracked::Reason> = None;
    for (effort, content) in FOR_CERTIFICATE {
        let found = reason(game, &counts, effort, 0, budget, |found| found.positions <= content)?;
        best = best.into_iter().chain(found).min_by_key(|reason| reason.positions);
        if best.is_some_and(|best| best.positions <= FOR_CERTIFICATE[1].1) {
            break;
        }
    }
    let named = |cards| each(cards).map(|n| game.cards()[usize::from(n)]).collect();
    Ok(best.map_or(Found::Nothing, |best| Found::Few(named(best.cards))))
}
