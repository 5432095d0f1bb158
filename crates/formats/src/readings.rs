//! What a text of moves leaves out: the moves home that a program made by itself.
//!
//! Published solutions list the moves of the player. After each of them the program in which they were
//! played moved cards home, by a rule of its own, and the text does not mention these moves. So a text is
//! read in several ways, the plain one first, and the first way that wins is taken; where none wins, the
//! one that gets farthest. All of them end in single legal moves that are written out: a wrong reading may
//! refuse a plan, but no plan is accepted that the rules do not allow.
//!
//! # References
//! * The help text of Microsoft's FreeCell: a card is not needed if all lower cards of the other colour are home.
//! * Jim Horne's rule in its program, as quoted by KPatience's patsolve: aces and twos go home as soon as possible, a
//!   higher card N if the N-1 of its suit and both N-1 of the other colour are home.

use super::replayer::Replayer;
use patsat_game::cards::Card;
use patsat_game::rules::{Home, Move, Place, RankStep};
use patsat_game::state::{Instance, Plan, Table};
use std::fmt;

/// Which moves home a text leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Automatic {
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
    pub automatic: Automatic,
    /// Whether they are added before the first move of the text as well.
    pub from_start: bool,
}

impl Reading {
    /// Every move as it is written, and no other.
    pub const AS_WRITTEN: Reading = Reading { automatic: Automatic::Nothing, from_start: false };

    /// All ways, in the order in which they are tried.
    const ALL: [Reading; 7] = {
        const fn after(automatic: Automatic) -> Reading {
            Reading { automatic, from_start: false }
        }
        const fn before(automatic: Automatic) -> Reading {
            Reading { automatic, from_start: true }
        }
        use Automatic::{All, Horne, Unneeded};
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
            (Automatic::Nothing, _) => "as-written",
            (Automatic::Horne, false) => "horne",
            (Automatic::Horne, true) => "horne-from-start",
            (Automatic::Unneeded, false) => "unneeded",
            (Automatic::Unneeded, true) => "unneeded-from-start",
            (Automatic::All, false) => "all-home",
            (Automatic::All, true) => "all-home-from-start",
        }
    }

    fn applies_to(self, instance: &Instance) -> bool {
        self == Reading::AS_WRITTEN || instance.rules.home == Home::Foundations
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.automatic {
            Automatic::Nothing => return f.write_str("as written"),
            Automatic::Horne => "with safe moves home by Horne's rule",
            Automatic::Unneeded => "with moves home of cards that Microsoft's help calls unneeded",
            Automatic::All => "with all possible moves home",
        };
        let when =
            if self.from_start { "before the first move and after each move" } else { "after each move" };
        write!(f, "{what} {when}")
    }
}

/// A plan as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanText {
    /// All moves, those that the text leaves out among them.
    pub plan: Plan,
    /// How the text was read.
    pub reading: Reading,
    /// Where no reading of several wins: how each failed, the one of `plan` first.
    pub failed: Vec<Failed>,
    /// The plan as written, where another reading wins but every move is legal as written too.
    pub(super) as_written: Option<Plan>,
}

/// A reading that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The reading.
    pub reading: Reading,
    /// The first move of the text that is not legal, from 1; `None` if all are, but the game is not won.
    pub text_move: Option<usize>,
}

impl From<Plan> for PlanText {
    fn from(plan: Plan) -> PlanText {
        PlanText { plan, reading: Reading::AS_WRITTEN, failed: Vec::new(), as_written: None }
    }
}

impl PlanText {
    /// The same for moves that need not win: as written, if all of them are legal so.
    #[must_use]
    pub fn so_far(self) -> PlanText {
        match self.as_written {
            Some(plan) => PlanText::from(plan),
            None => self,
        }
    }

    /// Where other moves home than those of the text were added: a sentence that says which.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        (self.reading != Reading::AS_WRITTEN).then(|| format!("the plan is read {}", self.reading))
    }

    /// Where no reading wins: a sentence that names the readings that were tried and where the nearest fails.
    #[must_use]
    pub fn why_none(&self) -> Option<String> {
        let (nearest, others) = self.failed.split_first()?;
        let plain = others.iter().find(|other| other.reading == Reading::AS_WRITTEN);
        let fails = |failed: &Failed| match failed.text_move {
            Some(n) => format!("move {n} of the text is illegal"),
            None => "all its moves are legal, but the game is not won".to_owned(),
        };
        let mut text =
            format!("No reading fits. Nearest is the text {}: {}", nearest.reading, fails(nearest));
        if let Some(plain) = plain {
            text += &format!("; as written, {}", fails(plain));
        }
        Some(text + ".")
    }
}

/// Reads a text in all ways, and takes the first that wins, or else the one that gets farthest. `play` plays
/// the moves of the text.
pub(super) fn best<E>(
    instance: &Instance,
    play: impl Fn(&mut Replayer) -> Result<(), E>,
) -> Result<PlanText, E> {
    let mut tried: Vec<Replayer> = Vec::new();
    for reading in Reading::ALL.into_iter().filter(|reading| reading.applies_to(instance)) {
        let mut replayer = Replayer::reading(instance, reading);
        play(&mut replayer)?;
        replayer.end();
        if replayer.wins() {
            let as_written = tried.first().filter(|plain| plain.legal()).map(Replayer::plan);
            return Ok(PlanText { reading, as_written, ..PlanText::from(replayer.into_plan()) });
        }
        tried.push(replayer);
    }
    // Of several that get equally far the first; a text without a move fits every reading.
    let farthest = (0..tried.len()).max_by_key(|&n| (tried[n].distance(), std::cmp::Reverse(n))).unwrap_or(0);
    let nearest = tried.remove(farthest);
    let failed =
        |replayer: &Replayer| Failed { reading: replayer.own_reading(), text_move: replayer.failed_at() };
    let all = std::iter::once(&nearest).chain(&tried).map(failed).collect();
    let (reading, failed) = (nearest.own_reading(), if tried.is_empty() { Vec::new() } else { all });
    Ok(PlanText { plan: nearest.into_plan(), reading, failed, as_written: None })
}

/// Returns the next move home that a program makes by itself.
#[must_use]
pub fn next_home(table: &Table, automatic: Automatic) -> Option<Move> {
    if automatic == Automatic::Nothing {
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
fn goes(table: &Table, card: Card, automatic: Automatic) -> bool {
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
        Automatic::Nothing => false,
        Automatic::All => true,
        Automatic::Horne => card.rank.0 <= 2 || unneeded(),
        Automatic::Unneeded => unneeded(),
    }
}

/// Whether every copy of a card is home.
fn is_all_home(table: &Table, card: Card) -> bool {
    let own = table.rules().deck.foundations_of(card.suit.0);
    table.foundations()[own].iter().all(|&height| height >= card.rank.0)
}
