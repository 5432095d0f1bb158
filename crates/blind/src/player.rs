//! The players by name.

use super::Policy;
use super::klondike::{self, KlondikeOptions, KlondikePolicy};
use super::sampled::{SampledOptions, SampledPolicy};
use super::simple::{GreedyPolicy, RandomPolicy};
use super::spider::{self, SpiderOptions, SpiderPolicy};
use patsat_game::state::Instance;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The best there is for the game: the first of [`Player::Ways`], [`Player::Tidy`] and [`Player::Sampled`] that plays
    /// it.
    Best,
    /// Common ways to the next card that is turned (Klondike and its kin).
    Ways,
    /// Ways to tidy positions (Spider and its kin).
    Tidy,
    /// The move that keeps most arrangements of the hidden cards.
    Sampled,
    /// The first useful move.
    Greedy,
    /// Any legal move.
    Random,
}

impl Player {
    /// All players, the default first.
    pub const ALL: [Player; 6] =
        [Player::Best, Player::Ways, Player::Tidy, Player::Sampled, Player::Greedy, Player::Random];

    /// The name on the command line and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Best => "best",
            Player::Ways => "ways",
            Player::Tidy => "tidy",
            Player::Sampled => "sampled",
            Player::Greedy => "greedy",
            Player::Random => "random",
        }
    }

    /// The player that plays a game, `None` if it cannot.
    #[must_use]
    pub fn of_game(self, game: &Instance) -> Option<Player> {
        match self {
            Player::Best if klondike::plays(game) => Some(Player::Ways),
            Player::Best if spider::plays(game) => Some(Player::Tidy),
            Player::Best => Some(Player::Sampled),
            Player::Ways => klondike::plays(game).then_some(self),
            Player::Tidy => spider::plays(game).then_some(self),
            Player::Sampled | Player::Greedy | Player::Random => Some(self),
        }
    }

    /// A player of games like this one. `samples`: the most arrangements for a decision, by default those of the method.
    #[must_use]
    pub fn policy(self, game: &Instance, samples: Option<u64>, seed: u64) -> Option<Box<dyn Policy>> {
        Some(match self.of_game(game)? {
            Player::Best | Player::Ways => {
                let options = KlondikeOptions { seed, ..KlondikeOptions::default() };
                let samples = samples.unwrap_or(options.samples);
                Box::new(KlondikePolicy::new(KlondikeOptions { samples, ..options }))
            }
            Player::Tidy => {
                let options = SpiderOptions { seed, ..SpiderOptions::of_rules(&game.rules) };
                let samples = samples.unwrap_or(options.samples);
                Box::new(SpiderPolicy::new(SpiderOptions { samples, ..options }))
            }
            Player::Sampled => {
                let options = SampledOptions { seed, ..SampledOptions::playing() };
                let samples = samples.unwrap_or(options.samples);
                Box::new(SampledPolicy::new(SampledOptions { samples, ..options }))
            }
            Player::Greedy => Box::new(GreedyPolicy::default()),
            Player::Random => Box::new(RandomPolicy::new(seed)),
        })
    }
}
