//! How hard is a deal for people?
//!
//! Simulated players play it many times ([`Player`]). A search finds the moves that lose, at the start and
//! along a plan ([`Traps`]). The plan gives the length of the solution and the room that it leaves. From
//! these follows one number ([`Rating::level`], from 1 to 10). It is defined in `docs/src/players/rating.md`
//! and compared in `docs/src/results/freecell.md` with other known measures of deals. Only the plan is
//! verified, by replay: a rating is an estimate, and its seed decides it.

mod glance;
mod level;
mod players;
mod sense;
mod traps;

pub use level::Level;
pub use players::Player;
pub use traps::{Fates, Traps};

use patsat_base::Limits;
use patsat_game::state::Instance;
use patsat_planning::SearchMethod;
use patsat_planning::{Answer, Failure, Monitor};
use patsat_planning::{Method, Request, solve};
use patsat_search::SearchOptions;
use patsat_search::auto::WIDE_DIVES;
use std::sync::atomic::Ordering;
use web_time::Instant;

/// The default number of games of each player.
pub const GAMES: u32 = 200;

/// The blind player is slower: it plays one game where the others play this many.
const BLIND_SHARE: u32 = 10;

/// The default node limit of the search for a plan.
pub const NODES: u64 = 1_000_000;

/// A request for a rating.
#[derive(Clone, Debug)]
pub struct RateRequest<'a> {
    /// The deal.
    pub instance: &'a Instance,
    /// Games that each player plays.
    pub games: u32,
    /// Seed of the players and of the search.
    pub seed: u64,
    /// Limits of the search for a plan.
    pub limits: Limits,
}

impl<'a> RateRequest<'a> {
    /// Returns the request with the default number of games and the default limits.
    #[must_use]
    pub fn new(instance: &'a Instance) -> RateRequest<'a> {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        RateRequest { instance, games: GAMES, seed: 0, limits }
    }
}

/// The results of a kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerResults {
    /// The kind of player.
    pub player: Player,
    /// Games played.
    pub games: u32,
    /// Games won.
    pub won: u32,
}

impl PlayerResults {
    /// The share of games won, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.won) / f64::from(self.games.max(1))
    }
}

/// A rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Whether the deal can be won.
    pub answer: Answer,
    /// The results of each kind of player, the weakest first; empty if no plan is known.
    pub played: Vec<PlayerResults>,
    /// Moves that lose and room along the plan, if there is a plan.
    pub traps: Option<Traps>,
    /// How hard it is, if it can be won.
    pub level: Option<Level>,
}

/// Rates a deal.
///
/// # Errors
/// As [`solve`].
pub fn rate(request: &RateRequest<'_>, monitor: &mut Monitor<'_>) -> Result<Rating, Failure> {
    let method = search(request.seed);
    let search = Request { limits: request.limits, ..Request::new(request.instance, method) };
    rate_answer(request, solve(&search, monitor)?, monitor)
}

/// The search that ratings rest on. Hasty plans reflect the difficulty for people less well, by room and length.
fn search(seed: u64) -> Method {
    let options = SearchOptions { seed, ..SearchOptions::default() };
    Method::Search(SearchMethod { strategy: &WIDE_DIVES, options, ..SearchMethod::default() })
}

/// Rates a deal with a known answer.
///
/// # Errors
/// As [`solve`].
pub fn rate_answer(
    request: &RateRequest<'_>,
    mut answer: Answer,
    monitor: &mut Monitor<'_>,
) -> Result<Rating, Failure> {
    let started = Instant::now();
    let instance = request.instance;
    let (mut played, mut traps) = (Vec::new(), None);
    if let Some(plan) = answer.plan() {
        traps = Some(traps::traps(instance, &plan.moves, monitor)?);
        let blind =
            players::is_hidden(instance).then_some((Player::Blind, request.games.div_ceil(BLIND_SHARE)));
        for (player, games) in Player::WEAK.map(|player| (player, request.games)).into_iter().chain(blind) {
            let won = (0..games).filter(|&game| {
                !monitor.stop().load(Ordering::Relaxed)
                    && player.wins(instance, seed(request.seed, player, game))
            });
            played.push(PlayerResults { player, games, won: won.count() as u32 });
        }
    }
    let level = traps.as_ref().map(|traps| Level::of(&played, traps));
    answer.time += started.elapsed();
    Ok(Rating { answer, played, traps, level })
}

/// Returns the seed of one game; it differs between players and between games.
fn seed(seed: u64, player: Player, game: u32) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (u64::from(player as u8) << 32) ^ u64::from(game)
}
