//! The moves home that programs make by themselves, and the ways to read a text that leaves them out.
//!
//! # References
//! * The help text of Microsoft's FreeCell: a card is not needed if all lower cards of the other colour are home.
//! * Jim Horne's rule in its program, as quoted by KPatience's patsolve: aces and twos go home as soon as possible, a
//!   higher card N if the N-1 of its suit and both N-1 of the other colour are home.

use patsat_game::cards::Card;
use patsat_game::rules::{Home, Move, Place, RankStep};
use patsat_game::state::{Instance, Table};
use std::fmt;

/// The moves home that a text leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomaticMoves {
    /// None: the text lists every move.
    Nothing,
    /// Horne's rule: aces, twos, and cards that no card still in play may be put on.
    Horne,
    /// The rule of Microsoft's help text: cards that no card still in play may be put on, twos among them.
    Unneeded,
    /// Every card that can go home.
    All,
}

/// A way to read a text of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The moves home that are added after each move of the text.
    pub automatic: AutomaticMoves,
    /// Whether they are added before the first move of the text as well.
    pub from_start: bool,
}

impl Reading {
    /// Every move as it is written, and no other.
    pub const AS_WRITTEN: Reading = Reading { automatic: AutomaticMoves::Nothing, from_start: false };

    /// All ways, in the order in which they are tried.
    pub(super) const ALL: [Reading; 7] = {
        const fn after(automatic: AutomaticMoves) -> Reading {
            Reading { automatic, from_start: false }
        }
        const fn before(automatic: AutomaticMoves) -> Reading {
            Reading { automatic, from_start: true }
        }
        use AutomaticMoves::{All, Horne, Unneeded};
        [
            Reading::AS_WRITTEN,
            after(Horne),
            before(Horne),
            after(Unneeded),
            before(Unneeded),
            after(All),
            before(All),
        ]
    };

    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.automatic, self.from_start) {
            (AutomaticMoves::Nothing, _) => "as-written",
            (AutomaticMoves::Horne, false) => "horne",
            (AutomaticMoves::Horne, true) => "horne-from-start",
            (AutomaticMoves::Unneeded, false) => "unneeded",
            (AutomaticMoves::Unneeded, true) => "unneeded-from-start",
            (AutomaticMoves::All, false) => "all-home",
            (AutomaticMoves::All, true) => "all-home-from-start",
        }
    }

    /// Whether a text for this game may be read so.
    pub(super) fn applies_to(self, instance: &Instance) -> bool {
        self == Reading::AS_WRITTEN || instance.rules.home == Home::Foundations
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.automatic {
            AutomaticMoves::Nothing => return f.write_str("as written"),
            AutomaticMoves::Horne => "with safe moves home by Horne's rule",
            AutomaticMoves::Unneeded => "with moves home of cards that Microsoft's help calls unneeded",
            AutomaticMoves::All => "with all possible moves home",
        };
        let when =
            if self.from_start { "before the first move and after each move" } else { "after each move" };
        write!(f, "{what} {when}")
    }
}

/// Returns the next move home that a program makes by itself.
#[must_use]
pub fn next_home(table: &Table, automatic: AutomaticMoves) -> Option<Move> {
    if automatic == AutomaticMoves::Nothing {
        return None;
    }
    let deal = table.deal();
    let columns = (0..deal.columns.len() as u16).map(Place::Column);
    let cells = (0..deal.cells.len() as u16).map(Place::Cell);
    let reserve = (0..deal.reserve.len() as u16).map(Place::Reserve);
    columns.chain(cells).chain(reserve).chain([Place::Waste]).find_map(|from| {
        let card = table.top(from)?;
        let mut own = table.rules().deck.foundations_of(card.suit.0);
        let to = own.find(|&n| table.foundations()[n] + 1 == card.rank.0)?;
        let action = Move::one(from, Place::Foundation(to as u16));
        (table.check(action).is_ok() && goes(table, card, automatic)).then_some(action)
    })
}

/// Whether a program moves a card home that can go there.
fn goes(table: &Table, card: Card, automatic: AutomaticMoves) -> bool {
    let rules = table.rules();
    let unneeded = || {
        let lowest = match rules.step {
            RankStep::One => card.rank.0.saturating_sub(1).max(1),
            RankStep::Any => 1,
        };
        let lower = (lowest..card.rank.0).flat_map(|rank| rules.deck.of_rank(rank));
        lower.filter(|&lower| rules.fits(lower, card)).all(|lower| is_all_home(table, lower))
    };
    match automatic {
        AutomaticMoves::Nothing => false,
        AutomaticMoves::All => true,
        AutomaticMoves::Horne => card.rank.0 <= 2 || unneeded(),
        AutomaticMoves::Unneeded => unneeded(),
    }
}

/// Whether every copy of a card is home.
fn is_all_home(table: &Table, card: Card) -> bool {
    let own = table.rules().deck.foundations_of(card.suit.0);
    table.foundations()[own].iter().all(|&height| height >= card.rank.0)
}
