//! Players, whose share of wins measures how easy a deal is for people.
//!
//! In games with hidden cards, one player plays as well as possible without seeing them ([`patsat_blind`]).
//! The others are weak: they never take a move back, visit a position twice, or look further than one move
//! ahead. They choose at random, with a probability that grows with the gain of a move at a glance (a softmax,
//! as in models of human choice; Luce 1959). Hence many games of one deal carry more information than one.

use super::glance::Glance;
use super::sense::{CAREFUL, HASTY, Sense};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, StateKey, Table};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashSet;

/// The number of moves after which a player gives up.
const PATIENCE: usize = 600;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Moves cards home and builds where it can, without regard for room.
    Hasty,
    /// Digs for the cards that go home next, and keeps room.
    Careful,
    /// Plays as well as possible without seeing the hidden cards; only in games that have some.
    Blind,
}

impl Player {
    /// The players of every game, the weakest first.
    pub const WEAK: [Player; 3] = [Player::Random, Player::Hasty, Player::Careful];

    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Hasty => "hasty",
            Player::Careful => "careful",
            Player::Blind => "blind",
        }
    }

    /// Plays a game; returns whether it was won. The blind player gives up a game for which it has no good method.
    #[must_use]
    pub fn wins(self, start: &Instance, seed: u64) -> bool {
        // The number is the temperature: the gain that makes a move e times as likely.
        let weak = |sense: Option<(Sense, f64)>| {
            let table = start.table();
            let glance = sense.map(|(sense, chance)| (Glance::new(sense), chance));
            Game { glance, after: table.clone(), table, rng: ChaCha8Rng::seed_from_u64(seed) }.play()
        };
        match self {
            Player::Random => weak(None),
            Player::Hasty => weak(Some((HASTY, 2.0))),
            Player::Careful => weak(Some((CAREFUL, 1.0))),
            Player::Blind => {
                let policy =
                    patsat_blind::Player::Best.policy(start, None, seed).filter(|_| is_hidden(start));
                let played = policy.map(|mut policy| patsat_blind::play(start, &mut *policy));
                played.is_some_and(|played| played.is_ok_and(|played| played.won.is_some()))
            }
        }
    }
}

/// Whether a game has hidden cards, and a player that plays well without seeing them.
pub(super) fn is_hidden(start: &Instance) -> bool {
    use patsat_blind::Player::{Best, Tidy, Ways};
    matches!(Best.of_game(start), Some(Ways | Tidy))
        && !patsat_blind::HiddenGame::new(start).view().unseen().is_empty()
}

/// A game in play.
struct Game {
    /// The player's view of the table, and the temperature.
    glance: Option<(Glance, f64)>,
    table: Table,
    /// The same position, to try moves on.
    after: Table,
    rng: ChaCha8Rng,
}

impl Game {
    fn play(mut self) -> bool {
        let mut seen: FxHashSet<StateKey> = FxHashSet::default();
        seen.insert(self.table.key());
        for _ in 0..PATIENCE {
            if self.table.is_won() {
                return true;
            }
            if !self.step(&mut seen) {
                return false;
            }
        }
        self.table.is_won()
    }

    /// Makes a move to a position that was not seen before; returns false if there is no such move.
    fn step(&mut self, seen: &mut FxHashSet<StateKey>) -> bool {
        let mut moves = self.weighed();
        while !moves.is_empty() {
            let (action, _) = moves.swap_remove(self.choice(&moves));
            // Listed as legal.
            let _ = self.after.apply(action);
            if seen.insert(self.after.key()) {
                let _ = self.table.apply(action);
                return true;
            }
            self.after.take_back(action, &self.table);
        }
        false
    }

    /// The legal moves with their weights.
    fn weighed(&mut self) -> Vec<(Move, f64)> {
        let moves = self.table.moves();
        let Some((glance, chance)) = &mut self.glance else {
            return moves.into_iter().map(|action| (action, 1.0)).collect();
        };
        glance.look(&self.table);
        let mut weighed = Vec::with_capacity(moves.len());
        for action in moves {
            let _ = self.after.apply(action);
            weighed.push((action, glance.after(&self.after, action)));
            self.after.take_back(action, &self.table);
        }
        let best = weighed.iter().fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        weighed.iter_mut().for_each(|(_, value)| *value = ((*value - best) / *chance).exp());
        weighed
    }

    /// The number of a move, by weight.
    fn choice(&mut self, moves: &[(Move, f64)]) -> usize {
        let all: f64 = moves.iter().map(|(_, weight)| weight).sum();
        let mut left = all * (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        for (n, (_, weight)) in moves.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return n;
            }
        }
        moves.len() - 1
    }
}
