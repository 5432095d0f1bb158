//! One number for how hard a deal is.
//!
//! Where every card is seen, `score = 0.5 (1 - careful) + 0.3 (1 - hasty) + 0.2 min(1, 5 t)`. Here `careful`
//! and `hasty` are the shares of games that these players win, and `t` is the share of legal moves along the
//! plan that lose. The weights were set once, on Microsoft's deals 1001 to 1400. There the order of the
//! scores agrees with the number of cells that suffice as well as for any other weights tried. The steps of
//! the level are set so that these deals fill the first seven levels about evenly. If weak players never win,
//! the first two terms are 0.8, and the losing moves alone decide.
//!
//! Where cards are hidden, losing moves mean little, because players cannot recognize them. There
//! `score = 0.7 (1 - blind) + 0.3 (1 - weak)`. Here `blind` is the share of games that the blind player wins,
//! and `weak` is that of the better one of hasty and careful. A level is a tenth.

use super::{Player, PlayerResults, Traps};

/// The scores at which the next level begins, from level 2 on.
const STEPS: [f64; 9] = [0.30, 0.40, 0.50, 0.58, 0.66, 0.73, 0.79, 0.82, 0.88];

/// How hard a deal is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// From 0 (every player wins and no move loses) to 1.
    pub score: f64,
    /// From 1, easiest, to 10.
    pub number: u8,
}

impl Level {
    pub(super) fn of(played: &[PlayerResults], traps: &Traps) -> Level {
        let found = |player| played.iter().find(|p| p.player == player).map(PlayerResults::share);
        let share = |player| found(player).unwrap_or(0.0);
        if let Some(blind) = found(Player::Blind) {
            let weak = share(Player::Careful).max(share(Player::Hasty));
            let score = 0.7 * (1.0 - blind) + 0.3 * (1.0 - weak);
            return Level { score, number: 1 + ((10.0 * score) as u8).min(9) };
        }
        let traps = (5.0 * traps.along.share()).min(1.0);
        let score = 0.5 * (1.0 - share(Player::Careful)) + 0.3 * (1.0 - share(Player::Hasty)) + 0.2 * traps;
        Level { score, number: 1 + STEPS.iter().filter(|&&step| score >= step).count() as u8 }
    }

    /// The level in a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self.number {
            0..=2 => "very easy",
            3..=4 => "easy",
            5..=6 => "medium",
            7..=8 => "hard",
            _ => "very hard",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fates;
    use super::*;

    fn level(careful: u32, hasty: u32, lose: u32) -> Level {
        let played = [(Player::Careful, careful), (Player::Hasty, hasty)];
        let played = played.map(|(player, won)| PlayerResults { player, games: 100, won });
        let along = Fates { win: 100 - lose, open: 0, lose };
        Level::of(&played, &Traps { along, ..Traps::default() })
    }

    #[test]
    fn ratings_fall_with_wins_of_weak_players_and_safe_moves() {
        assert_eq!((level(100, 100, 0).number, level(100, 100, 0).score), (1, 0.0));
        assert_eq!((level(0, 0, 20).number, level(0, 0, 20).score), (10, 1.0));
        assert_eq!(level(0, 0, 100).score, 1.0);
        for (easy, hard) in [
            (level(60, 10, 0), level(50, 10, 0)),
            (level(60, 10, 0), level(60, 0, 0)),
            (level(0, 0, 1), level(0, 0, 3)),
        ] {
            assert!(easy.score < hard.score && easy.number <= hard.number);
        }
        // The blind player decides where it plays.
        let hidden = |blind, careful| {
            let played = [(Player::Careful, careful), (Player::Blind, blind)];
            let played = played.map(|(player, won)| PlayerResults { player, games: 100, won });
            Level::of(&played, &Traps::default()).number
        };
        assert_eq!([hidden(100, 100), hidden(100, 0), hidden(50, 0), hidden(0, 0)], [1, 4, 7, 10]);
        // No player wins, and no move loses.
        assert_eq!(level(0, 0, 0).number, 8);
    }
}
