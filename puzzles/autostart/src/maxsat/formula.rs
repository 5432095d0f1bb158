//! The clauses: which events happen, and what their order must respect.
//!
//! Variables: `h(x)`, card `x` goes home; `p(x)`, it has its intermediate move, to one target,
//! `p(x,y)` onto card `y` or `p(x,k)` to empty column `k`; the [order](super::order) of all
//! events `H(x)` and `P(x)`. A card *leaves* by the first event it has. Axioms, each for every
//! card, pair or column it can concern:
//!
//! 1. What lies on `x` at the start leaves before each event of `x`. `P(x)` is before `H(x)`.
//! 2. `p(x,y)`: what lies on `y` at the start left before `P(x)`; if `y` goes home, then after
//!    `P(x)`, and `x` went home in between; if `y` moves after `P(x)`, `x` went home before.
//! 3. `p(x,y)` and `p(z,y)`: the first of them went home before the other came.
//! 4. `p(x,k)`: the deepest card of `k` left before `P(x)`; of two cards that go to `k` the first
//!    went home before the other came.
//! 5. `h(x)`, `x` no ace: a card one rank lower went home before; if the twin of `x` went home
//!    before `x`, both cards one rank lower did.
//!
//! A card that has moved leaves only for home, which is why the axioms say "went home".

use super::super::game::Game;
use super::super::plan::IntermediatePlace;
use super::order::Order;
use super::reach::Reach;
use itertools::Itertools;
use patsat_encodings::constraints::at_most_one;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::AtMostOne;
use rustsat::types::{Lit, Var};

/// Where an event takes a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Home,
    Card(u8),
    Column(u8),
}

/// Something that happens to a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    pub(super) card: u8,
    pub(super) target: Target,
}

/// The variables of the formula.
#[derive(Clone, Debug)]
pub(super) struct Events {
    /// That a card goes home; for each card, whether it can or not.
    pub(super) home: Vec<Lit>,
    /// That it has its intermediate move, for those that can.
    placed: Vec<Option<Lit>>,
    /// To where.
    targets: Vec<Vec<(Target, Lit)>>,
    /// The place of `H(x)` in the order.
    home_event: Vec<Option<usize>>,
    /// The place of `P(x)` in the order.
    place_event: Vec<Option<usize>>,
    order: Order,
}

/// Writes the formula.
pub(super) fn write(formula: &mut Formula, game: &Game, rules: IntermediatePlace) -> Events {
    let reach = Reach::new(game, rules);
    let cards = 0..game.cards.len() as u8;
    let mut count = 0;
    let mut number = |there: bool| {
        count += usize::from(there);
        there.then(|| count - 1)
    };
    let home_event: Vec<_> = reach.home.iter().map(|&home| number(home)).collect();
    let place_event: Vec<_> = cards.clone().map(|card| number(reach.places(card))).collect();
    let home: Vec<Lit> = cards.clone().map(|_| formula.new_lit()).collect();
    let placed: Vec<_> = place_event.iter().map(|there| there.map(|_| formula.new_lit())).collect();
    let mut targets = Vec::new();
    for (onto, into) in reach.onto.iter().zip(&reach.into) {
        let all = onto.iter().map(|&c| Target::Card(c)).chain(into.iter().map(|&c| Target::Column(c)));
        targets.push(all.map(|target| (target, formula.new_lit())).collect());
    }
    let order = Order::new(formula, count);
    let events = Events { home, placed, targets, home_event, place_event, order };
    let mut writer = Writer { formula, game, reach: &reach, events: &events };
    cards.for_each(|card| writer.card(card));
    writer.shared_targets();
    events
}

struct Writer<'a> {
    formula: &'a mut Formula,
    game: &'a Game,
    reach: &'a Reach,
    events: &'a Events,
}

impl Writer<'_> {
    fn card(&mut self, x: u8) {
        let at = usize::from(x);
        let events = self.events;
        let home = events.home[at];
        match events.home_event[at] {
            Some(event) => {
                self.under_its_cover(x, home, event);
                self.foundations(x, event);
            }
            None => self.formula.add(&[!home]),
        }
        let (Some(placed), Some(event)) = (events.placed[at], events.place_event[at]) else { return };
        self.under_its_cover(x, placed, event);
        if let Some(last) = events.home_event[at] {
            self.formula.imply(&[placed, home], &[events.order.before(event, last)]);
        }
        let lits: Vec<Lit> = events.targets[at].iter().map(|&(_, lit)| lit).collect();
        at_most_one(self.formula, AtMostOne::Pairwise, &lits);
        self.formula.imply(&[placed], &lits);
        for &(target, lit) in &events.targets[at] {
            self.formula.imply(&[lit], &[placed]);
            match target {
                Target::Card(y) => self.onto(x, event, y, lit),
                Target::Column(k) => {
                    if let Some(bottom) = self.reach.bottom[usize::from(k)] {
                        self.left_before(lit, bottom, event);
                    }
                }
                Target::Home => {}
            }
        }
    }

    /// Axiom 1.
    fn under_its_cover(&mut self, x: u8, happens: Lit, event: usize) {
        if let Some(above) = self.reach.above[usize::from(x)] {
            self.left_before(happens, above, event);
        }
    }

    /// Axiom 2.
    fn onto(&mut self, x: u8, event: usize, y: u8, lit: Lit) {
        let (events, at) = (self.events, usize::from(y));
        if let Some(above) = self.reach.above[at] {
            self.left_before(lit, above, event);
        }
        if let Some(end) = events.home_event[at] {
            self.formula.imply(&[lit, events.home[at]], &[events.order.before(event, end)]);
            self.home_before(&[lit, events.home[at]], x, end);
        }
        if let (Some(moves), Some(move_event)) = (events.placed[at], events.place_event[at]) {
            self.home_before(&[lit, moves, events.order.before(event, move_event)], x, move_event);
        }
    }

    /// Axioms 3 and 4, second part: two cards with one target.
    fn shared_targets(&mut self) {
        let events = self.events;
        let count = self.game.cards.len() as u8;
        for [x, z] in (0..count).array_combinations() {
            let both = [x, z].map(usize::from);
            let [Some(first), Some(second)] = both.map(|card| events.place_event[card]) else { continue };
            for &(target, lit) in &events.targets[both[0]] {
                let other = events.targets[both[1]].iter().find(|(other, _)| *other == target);
                let Some(&(_, other)) = other else { continue };
                self.home_before(&[lit, other, events.order.before(first, second)], x, second);
                self.home_before(&[lit, other, events.order.before(second, first)], z, first);
            }
        }
    }

    /// Axiom 5.
    fn foundations(&mut self, x: u8, event: usize) {
        let (events, at) = (self.events, usize::from(x));
        if self.game.ranks[at] == 1 {
            return;
        }
        let home = events.home[at];
        let cards = 0..self.game.cards.len() as u8;
        let lower: Vec<u8> =
            cards.clone().filter(|&p| self.game.fits(p, x) && self.reach.home[usize::from(p)]).collect();
        let mut done = Vec::new();
        for &p in &lower {
            let before = self.formula.new_lit();
            self.home_before(&[before], p, event);
            done.push(before);
        }
        self.formula.imply(&[home], &done);
        for twin in
            cards.filter(|&twin| twin != x && self.game.kinds[usize::from(twin)] == self.game.kinds[at])
        {
            let twin = usize::from(twin);
            let Some(first) = events.home_event[twin] else { continue };
            let second = [home, events.home[twin], events.order.before(first, event)];
            match lower[..] {
                [_, _] => lower.iter().for_each(|&p| self.home_before(&second, p, event)),
                _ => self.formula.imply(&second, &[]),
            }
        }
    }

    /// If so, card `z` leaves its place before the event.
    fn left_before(&mut self, happens: Lit, z: u8, event: usize) {
        let (events, at) = (self.events, usize::from(z));
        let mut ways = Vec::new();
        let mut not_placed = None;
        if let (Some(placed), Some(place)) = (events.placed[at], events.place_event[at]) {
            ways.push(placed);
            not_placed = Some(!placed);
            self.formula.imply(&[happens, placed], &[events.order.before(place, event)]);
        }
        if let Some(end) = events.home_event[at] {
            ways.push(events.home[at]);
            let first: Vec<Lit> = [happens, events.home[at]].into_iter().chain(not_placed).collect();
            self.formula.imply(&first, &[events.order.before(end, event)]);
        }
        self.formula.imply(&[happens], &ways);
    }

    /// If so, card `x` is home before the event.
    fn home_before(&mut self, condition: &[Lit], x: u8, event: usize) {
        let (events, at) = (self.events, usize::from(x));
        match events.home_event[at] {
            Some(end) => {
                self.formula.imply(condition, &[events.home[at]]);
                self.formula.imply(condition, &[events.order.before(end, event)]);
            }
            None => self.formula.imply(condition, &[]),
        }
    }
}

impl Events {
    /// The events that happen in a model, in their order.
    pub(super) fn in_order(&self, is_true: impl Fn(Lit) -> bool) -> Vec<Event> {
        let mut happening = Vec::new();
        for card in 0..self.home.len() as u8 {
            let at = usize::from(card);
            if let Some(event) = self.home_event[at].filter(|_| is_true(self.home[at])) {
                happening.push((event, Event { card, target: Target::Home }));
            }
            let target = self.targets[at].iter().find(|(_, lit)| is_true(*lit));
            if let (Some(event), Some(&(target, _))) = (self.place_event[at], target) {
                happening.push((event, Event { card, target }));
            }
        }
        // Ranks by the number of earlier events: this does not trust the solver's order.
        let earlier = |event: usize| {
            let others = happening.iter().filter(|&&(other, _)| other != event);
            others.filter(|&&(other, _)| is_true(self.order.before(other, event))).count()
        };
        let mut ranked: Vec<_> = happening.iter().map(|&(event, what)| (earlier(event), what)).collect();
        ranked.sort_by_key(|&(earlier, _)| earlier);
        ranked.into_iter().map(|(_, what)| what).collect()
    }

    /// What the variables mean, for a file's comments; those of the order apart.
    pub(super) fn names(&self, game: &Game) -> Vec<(Var, String)> {
        let name = |card: u8| {
            let at = usize::from(card);
            let depth = game.column[..at].iter().filter(|&&column| column == game.column[at]).count();
            format!("{}[{}:{}]", game.cards[at], game.column[at] + 1, depth + 1)
        };
        let mut names = Vec::new();
        for card in 0..self.home.len() as u8 {
            let at = usize::from(card);
            names.push((self.home[at].var(), format!("{} goes home", name(card))));
            for &(target, lit) in &self.targets[at] {
                let to = match target {
                    Target::Card(onto) => name(onto),
                    Target::Column(column) => format!("column {}", column + 1),
                    Target::Home => continue,
                };
                names.push((lit.var(), format!("{} moves to {to}", name(card))));
            }
        }
        names
    }
}
