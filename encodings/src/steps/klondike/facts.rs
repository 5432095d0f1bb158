//! What does not change in a game of Klondike's kind.

use crate::task::{CardId, EmptyColumn, Group, Home, KindId, Position, Spot, Stock, Task};
use crate::unroll::{UnsupportedError, only_wins};
use std::collections::BTreeMap;

/// The place of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    /// In the column where it was dealt: face down, or the deepest that is face up.
    Dealt,
    /// In the stock or on the waste.
    Listed,
    /// Face up in a column, put there by a move or lying on a card that it may be put on.
    Up,
    /// On a foundation.
    Home,
}

/// All states, each at its own number.
pub(super) const STATES: [State; 4] = [State::Dealt, State::Listed, State::Up, State::Home];

/// Cards that may be put on the same cards, and those.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Build {
    pub(super) children: Vec<CardId>,
    pub(super) parents: Vec<CardId>,
}

/// Cards of one kind, and those of the kind before it on the way home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Homes {
    pub(super) cards: Vec<CardId>,
    pub(super) before: Vec<CardId>,
    /// How many more of the kind before are home for good.
    pub(super) lead: usize,
}

/// The facts of a task.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) columns: usize,
    /// By card: the next card that was dealt onto it.
    pub(super) above: Vec<Option<CardId>>,
    /// The deepest dealt card of each column.
    pub(super) bottoms: Vec<CardId>,
    /// By card: where it is at the start.
    pub(super) start: Vec<State>,
    /// By card and state: whether it may ever be there.
    pub(super) may_be: Vec<[bool; 4]>,
    pub(super) builds: Vec<Build>,
    /// The cards that may fill an empty column.
    pub(super) kings: Vec<CardId>,
    pub(super) homes: Vec<Homes>,
    /// By card: greater than the numbers of the cards that go home before it and of those that may be put on it.
    pub(super) heights: Vec<u32>,
    /// Waste from below, then stock from above.
    pub(super) chain: Vec<CardId>,
    /// How many of the chain lie on the waste at the start.
    pub(super) drawn: usize,
    pub(super) draw: usize,
    /// How often the waste may be turned back; `None` if without limit.
    pub(super) redeals: Option<u32>,
    pub(super) worrying_back: bool,
}

impl Facts {
    /// Reads a task.
    ///
    /// # Errors
    /// If it is not of Klondike's kind.
    pub(super) fn new(name: &'static str, task: &Task) -> Result<Facts, UnsupportedError> {
        only_wins(name, task)?;
        let cannot = |what| Err(UnsupportedError { encoding: name, what });
        let Home::After(after) = &task.home else { return cannot("runs that leave whole") };
        if task.cells > 0 || !task.start.reserve.is_empty() {
            return cannot("cells or a reserve");
        }
        let (order, redeals) = match &task.stock {
            Stock::None => (0, Some(0)),
            Stock::Waste { order, redeals, .. } => (order.len(), *redeals),
            Stock::Rows { .. } => return cannot("rows of a stock"),
        };
        let whole = |follows: &[Vec<KindId>]| {
            let same = |(a, b): (&Vec<KindId>, &Vec<KindId>)| sorted(a) == sorted(b);
            follows.iter().zip(task.kinds.iter().map(|kind| &kind.may_stand_on)).all(same)
        };
        match &task.group {
            Group::Freely(follows) if whole(follows) => {}
            _ => return cannot("built runs of which not every part moves"),
        }
        let fills: &[KindId] = match &task.empty_column {
            EmptyColumn::Any => return cannot("empty columns that any card may fill"),
            EmptyColumn::Only(kinds) => kinds,
            EmptyColumn::Nothing => &[],
        };
        if fills.iter().any(|kind| !task.kinds[kind.index()].may_stand_on.is_empty()) {
            return cannot("cards that fill an empty column and may be put on others");
        }
        let cards_of = |kinds: &[KindId]| -> Vec<CardId> {
            task.card_ids().filter(|card| kinds.contains(&task.cards[card.index()])).collect()
        };
        let Some(builds) = builds(task, &cards_of) else {
            return cannot("cards that may be put on some of the cards that another may be put on");
        };
        let Some(heights) = heights(task, after) else {
            return cannot("cards that wait for each other in a circle");
        };
        let position = Position::new(task);
        let chain: Vec<CardId> =
            position.waste().iter().chain(position.stock().iter().rev()).copied().collect();
        let mut facts = Facts {
            columns: task.columns as usize,
            above: vec![None; task.cards.len()],
            bottoms: Vec::new(),
            start: task.card_ids().map(|card| state(position.spot(card))).collect(),
            may_be: Vec::new(),
            builds,
            kings: cards_of(fills),
            homes: homes(task, after, &cards_of),
            heights: task.card_ids().map(|card| heights[task.cards[card.index()].index()]).collect(),
            drawn: chain.len() - order,
            chain,
            draw: task.draw() as usize,
            redeals,
            worrying_back: task.worrying_back,
        };
        if !facts.deal(task, &position) {
            return cannot("columns of which not all that is face up is a run");
        }
        facts.may_be = task.card_ids().map(|card| facts.states(task, after, card)).collect();
        Ok(facts)
    }

    /// All cards in order.
    pub(super) fn cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.start.len() as u32).map(CardId)
    }

    /// The order in which cards go home within a step.
    pub(super) fn key(&self, card: CardId) -> (u32, CardId) {
        (self.heights[card.index()], card)
    }

    /// Whether every card of the stock can be had at any time.
    pub(super) fn listed_are_free(&self) -> bool {
        self.draw == 1 && self.redeals.is_none()
    }

    /// Reads the columns: which cards lie where they were dealt.
    fn deal(&mut self, task: &Task, position: &Position<'_>) -> bool {
        for (cards, &face_down) in position.columns().iter().zip(position.face_down()) {
            if cards[face_down.min(cards.len())..].windows(2).any(|pair| !task.may_stand(pair[1], pair[0])) {
                return false;
            }
            // A king at the bottom might as well have been put there.
            let is_up = face_down == 0 && cards.first().is_some_and(|card| self.kings.contains(card));
            let dealt = if is_up { 0 } else { (face_down + 1).min(cards.len()) };
            cards[..dealt].iter().for_each(|card| self.start[card.index()] = State::Dealt);
            self.bottoms.extend(cards[..dealt].first());
            for pair in cards[..dealt].windows(2) {
                self.above[pair[0].index()] = Some(pair[1]);
            }
        }
        true
    }

    fn states(&self, task: &Task, after: &[Option<KindId>], card: CardId) -> [bool; 4] {
        let kind = task.cards[card.index()];
        let start = self.start[card.index()];
        let fits = self.kings.contains(&card) || self.builds.iter().any(|b| b.children.contains(&card));
        // A card that nothing may be put on, and that may go home at any time, had better go home.
        let carries = self.builds.iter().any(|build| build.parents.contains(&card));
        let waits = after[kind.index()].is_some();
        STATES.map(|state| match state {
            State::Dealt | State::Listed => state == start,
            State::Up => state == start || fits && (carries || waits),
            State::Home => true,
        })
    }
}

fn state(spot: Spot) -> State {
    match spot {
        Spot::Stock | Spot::Waste => State::Listed,
        Spot::Home => State::Home,
        Spot::On(_) | Spot::Base(_) | Spot::Cell | Spot::Reserve => State::Up,
    }
}

fn sorted(kinds: &[KindId]) -> Vec<KindId> {
    let mut sorted = kinds.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// The classes of cards that may be put on the same; `None` where two such sets overlap.
fn builds(task: &Task, cards_of: &dyn Fn(&[KindId]) -> Vec<CardId>) -> Option<Vec<Build>> {
    let mut classes: BTreeMap<Vec<KindId>, Vec<KindId>> = BTreeMap::new();
    for (n, kind) in (0..).zip(&task.kinds) {
        if !kind.may_stand_on.is_empty() {
            classes.entry(sorted(&kind.may_stand_on)).or_default().push(KindId(n));
        }
    }
    let mut parents: Vec<KindId> = classes.keys().flatten().copied().collect();
    parents.sort_unstable();
    if parents.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let build = |(parents, children): (&Vec<KindId>, &Vec<KindId>)| Build {
        children: cards_of(children),
        parents: cards_of(parents),
    };
    Some(classes.iter().map(build).collect())
}

fn homes(task: &Task, after: &[Option<KindId>], cards_of: &dyn Fn(&[KindId]) -> Vec<CardId>) -> Vec<Homes> {
    let good = |kind: KindId| task.kinds[kind.index()].home_at_start as usize;
    let homes = (0..).map(KindId).zip(after).filter_map(|(kind, before)| {
        let before = (*before)?;
        Some(Homes {
            cards: cards_of(&[kind]),
            before: cards_of(&[before]),
            lead: good(before).saturating_sub(good(kind)),
        })
    });
    homes.collect()
}

/// Numbers of kinds: each is greater than those of the kind before it and of kinds that may be put on it. `None` if kinds
/// wait for each other in a circle.
fn heights(task: &Task, after: &[Option<KindId>]) -> Option<Vec<u32>> {
    let kinds = task.kinds.len();
    let mut heights = vec![0; kinds];
    for round in 0..=kinds {
        let mut changed = false;
        let mut raise = |lower: usize, upper: usize| {
            if heights[upper] <= heights[lower] {
                heights[upper] = heights[lower] + 1;
                changed = true;
            }
        };
        for (n, kind) in task.kinds.iter().enumerate() {
            kind.may_stand_on.iter().for_each(|on| raise(n, on.index()));
            after[n].iter().for_each(|before| raise(before.index(), n));
        }
        if !changed {
            return Some(heights);
        }
        if round == kinds {
            break;
        }
    }
    None
}
