//! Players, and games played to their end.

use super::{HiddenGame, View};
use patsat_game::rules::Move;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{Verified, replay};

/// What a player does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// These moves, one after the other. They are legal whatever the hidden cards are.
    Play(Vec<Move>),
    /// Nothing: the game is given up.
    Resign,
}

/// A way of playing that sees what a player sees.
pub trait Policy {
    /// What to do in this position.
    fn choose(&mut self, view: &View) -> Choice;
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Playout {
    /// The moves.
    pub plan: Plan,
    /// The same, replayed by the verifier, if all cards went home.
    pub won: Option<Verified<Plan>>,
    /// How often the player was to choose.
    pub decisions: u64,
}

/// A player's choice that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the player's move {number} is illegal: {fault}")]
pub struct PlayError {
    /// Which move of the game it was, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub fault: String,
}

/// Most decisions of a game.
const PATIENCE: u64 = 10_000;

/// Plays a game to its end.
///
/// # Errors
/// If the player makes an illegal move.
pub fn play(start: &Instance, policy: &mut dyn Policy) -> Result<Playout, PlayError> {
    let mut game = HiddenGame::new(start);
    let mut decisions = 0;
    while !game.is_won() && decisions < PATIENCE {
        decisions += 1;
        let Choice::Play(moves) = policy.choose(&game.view()) else { break };
        for action in moves {
            let number = game.played().len() + 1;
            game.play(action).map_err(|error| PlayError { number, fault: error.to_string() })?;
        }
    }
    let plan = Plan::from(game.played().to_vec());
    let number = plan.moves.len();
    let verified = game.is_won().then(|| replay(start, plan.clone())).transpose();
    let won = verified.map_err(|fault| PlayError { number, fault: fault.to_string() })?;
    Ok(Playout { plan, won, decisions })
}
