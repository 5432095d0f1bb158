//! Klondike and its kin, where the stock can be looked through at no cost.
//!
//! Only the cards that lie face down in the columns are unknown then. A decision is a whole way to the next card that is
//! turned, not a move. The ways that are compared come from plans that win completions. A way scores the completions
//! that it keeps:
//!
//! * Completions that turned the same card look alike, so the player goes on in the same way in all of them. This holds
//!   for some more turned cards.
//! * After that a completion counts if a player who sees all of it wins.
//!
//! Averaging over completions in which every card is seen prefers moves that are right only for a player who sees
//! ("strategy fusion"). Common ways bound that.
//!
//! # References
//! * R. Bjarnason, A. Fern, P. Tadepalli: Lower Bounding Klondike Solitaire with Monte-Carlo Planning. ICAPS 2009.
//! * I. Frank, D. Basin: Search in games with incomplete information. Artificial Intelligence 100, 1998.

mod agree;
mod world;

use crate::{Advice, Choice, Foresight, Policy, Score, View};
use agree::Chooser;
use patsat_game::rules::{Move, Redeals, Stock};
use patsat_game::state::{Instance, Table};
use patsat_search::klondike::Probe;
use patsat_states::klondike::{Cards, KlondikeGame, Step, moves};
use world::{Effort, Outlook, World};

/// How much a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KlondikeOptions {
    /// Completions that are looked at.
    pub samples: u64,
    /// Seed of the completions.
    pub seed: u64,
    /// Turned cards after the first way for which completions that look alike go one way.
    pub agree: u32,
    /// Ways that are compared: first, and after a card was turned.
    pub widths: (usize, usize),
    /// Positions of the first search of a completion.
    pub first: u64,
    /// Searches of 250 positions in random order after it.
    pub restarts: u64,
}

impl Default for KlondikeOptions {
    fn default() -> KlondikeOptions {
        KlondikeOptions { samples: 64, seed: 0, agree: 2, widths: (12, 4), first: 500, restarts: 2 }
    }
}

/// Search of a position in which every card is known.
const CERTAIN: Effort = Effort { first: 500_000, restarts: 400 };

/// Whether common ways can be sought in games of these rules: a fast state holds them, and a look at the whole stock
/// costs nothing.
#[must_use]
pub fn plays(instance: &Instance) -> bool {
    let is_free = match instance.rules.stock {
        Stock::None => true,
        Stock::Waste { redeals, .. } => redeals == Redeals::Unlimited,
        Stock::Rows { .. } | Stock::Hole => false,
    };
    is_free && KlondikeGame::new(instance).is_ok()
}

/// What is the same for all completions of a view.
struct Decision {
    game: KlondikeGame,
    /// The cards that were not seen.
    unseen: Cards,
    options: KlondikeOptions,
    completions: Vec<Instance>,
    effort: Effort,
    /// Turned cards for which ways are common.
    agree: u32,
    foresight: Foresight,
}

impl Decision {
    fn new(view: &View, options: KlondikeOptions) -> Option<Decision> {
        let completions = view.completions(options.samples, options.seed);
        let game = completions.positions.first().filter(|position| plays(position))?;
        let game = KlondikeGame::new(game).ok()?;
        let deck = view.rules().deck;
        let unseen = view.rest().iter().fold(0, |set, card| set | 1 << deck.index(*card));
        let effort = match completions.positions.len() {
            1 => CERTAIN,
            _ => Effort { first: options.first, restarts: options.restarts },
        };
        let (agree, foresight) = match completions.all {
            true => (u32::MAX, Foresight::None),
            false => (options.agree, Foresight::After(options.agree + 1)),
        };
        Some(Decision { game, unseen, options, completions: completions.positions, effort, agree, foresight })
    }

    fn worlds<'a>(&self, tables: impl Iterator<Item = Table> + 'a, probe: &mut Probe) -> Vec<World> {
        let games = tables.filter_map(|table| self.game.with_deal(&table).ok());
        games.map(|game| World::new(game, probe, self.effort)).collect()
    }

    fn chooser<'a>(&self, probe: &'a mut Probe) -> Chooser<'a> {
        Chooser { probe, effort: self.effort, unseen: self.unseen, widths: self.options.widths }
    }
}

/// Returns how many completions each of these moves keeps, by common ways. `None` where that method does not serve.
pub(crate) fn score(view: &View, actions: &[Move], options: KlondikeOptions) -> Option<Advice> {
    let decision = Decision::new(view, options).filter(|_| view.knows_stock())?;
    let mut probe = Probe::default();
    let mut score = |&action: &Move| {
        let after = decision.completions.iter().filter_map(|position| {
            let mut table = position.table();
            table.apply(action).ok()?;
            Some(table)
        });
        let worlds = decision.worlds(after, &mut probe);
        let lost = worlds.iter().filter(|world| world.outlook == Outlook::Lost).count();
        let all = worlds.len();
        let kept = decision.chooser(&mut probe).kept_together(worlds, decision.agree);
        let count = |n: usize| n as u64;
        Score { kept: count(kept), lost: count(lost), open: count(all - lost - kept), ..Score::new(action) }
    };
    let scores = actions.iter().map(&mut score).collect();
    let completions = decision.completions.len() as u64;
    let (all, foresight) = (decision.foresight == Foresight::None, decision.foresight);
    Some(Advice { scores, completions, all, foresight, looks: false })
}

/// Plays by common ways.
#[derive(Debug)]
pub struct KlondikePolicy {
    options: KlondikeOptions,
    probe: Probe,
}

impl KlondikePolicy {
    /// A player with these settings.
    #[must_use]
    pub fn new(options: KlondikeOptions) -> KlondikePolicy {
        KlondikePolicy { options, probe: Probe::default() }
    }

    /// Positions that were searched so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.probe.visited
    }

    fn steps(&mut self, decision: &Decision) -> Option<Vec<Step>> {
        let tables = decision.completions.iter().map(Instance::table);
        let worlds = decision.worlds(tables, &mut self.probe);
        if let [world] = &worlds[..] {
            return match &world.outlook {
                Outlook::Wins(steps) => Some(steps.clone()),
                Outlook::Lost | Outlook::Open => None,
            };
        }
        let best = decision.chooser(&mut self.probe).best(&worlds, decision.agree, true);
        let at_once = || worlds.first()?.ways_at_once(decision.unseen).into_iter().next();
        best.way.or_else(at_once).map(|way| way.steps)
    }
}

/// The moves that turn over the whole stock and lay it back.
fn look_through(view: &View) -> Vec<Move> {
    let mut table = view.table().clone();
    let mut moves = Vec::new();
    let mut play = |action| table.apply(action).map(|()| moves.push(action)).is_ok();
    while play(Move::Draw) {}
    play(Move::Redeal);
    moves
}

impl Policy for KlondikePolicy {
    fn choose(&mut self, view: &View) -> Choice {
        if !view.knows_stock() {
            return Choice::Play(look_through(view));
        }
        let Some(decision) = Decision::new(view, self.options) else { return Choice::Resign };
        let steps = self.steps(&decision);
        let moves = steps.map(|steps| moves(view.table().clone(), &decision.game, &steps));
        moves.filter(|moves| !moves.is_empty()).map_or(Choice::Resign, Choice::Play)
    }
}
