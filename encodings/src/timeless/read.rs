//! From a model to a plan, or to the cycles that it must not have.

use super::order::Order;
use super::places::{Places, Rest};
use crate::task::{CardId, Step, Target};
use crate::unroll::ReadError;
use rustsat::types::Lit;

/// The moves of a model and what must precede what among them.
struct Moves {
    /// By event: the move it belongs to.
    of_event: Vec<usize>,
    /// By move: its events.
    events: Vec<Vec<usize>>,
    /// By move: the card and, if it is not the way home, the rest that it leads to.
    what: Vec<(usize, Option<usize>)>,
    /// By move: how many must still precede it, and what must follow it.
    waiting: Vec<usize>,
    next: Vec<Vec<usize>>,
}

impl Moves {
    fn of(order: &Order, places: &Places, model: &dyn Fn(Lit) -> bool) -> Moves {
        let mut moves = Moves {
            of_event: vec![0; order.events],
            events: Vec::new(),
            what: Vec::new(),
            waiting: Vec::new(),
            next: Vec::new(),
        };
        let mut rests = places.rests.iter().enumerate().peekable();
        for (card, own) in order.of_card.iter().enumerate() {
            let mut events: Vec<usize> = Vec::new();
            for place in 0..own.len() {
                if events.last() != Some(&own[place]) {
                    events.push(own[place]);
                }
                // The rest that this event begins, if it begins one.
                let rest = rests.next_if(|(_, rest)| rest.card == card && rest.number == place + 1);
                let active = rest.filter(|(_, rest)| model(rest.active));
                if active.is_some() || place + 1 == own.len() {
                    events.iter().for_each(|&event| moves.of_event[event] = moves.events.len());
                    moves.events.push(std::mem::take(&mut events));
                    moves.what.push((card, active.map(|(n, _)| n)));
                }
            }
        }
        moves.waiting = vec![0; moves.events.len()];
        moves.next = vec![Vec::new(); moves.events.len()];
        for (u, v) in order.arcs(model) {
            let (from, to) = (moves.of_event[u], moves.of_event[v]);
            if from != to {
                moves.waiting[to] += 1;
                moves.next[from].push(to);
            }
        }
        moves
    }

    /// The moves in an order that respects every arc; those on cycles and behind them are missing.
    fn sorted(&self) -> Vec<usize> {
        let mut waiting = self.waiting.clone();
        let mut sorted = Vec::new();
        let mut ready: Vec<usize> = (0..waiting.len()).rev().filter(|&m| waiting[m] == 0).collect();
        while let Some(next) = ready.pop() {
            sorted.push(next);
            for &after in &self.next[next] {
                waiting[after] -= 1;
                if waiting[after] == 0 {
                    ready.push(after);
                }
            }
        }
        sorted
    }
}

/// The plan of a model.
pub(super) fn plan(
    order: &Order,
    places: &Places,
    model: &dyn Fn(Lit) -> bool,
) -> Result<Vec<Step>, ReadError> {
    let moves = Moves::of(order, places, model);
    let sorted = moves.sorted();
    if sorted.len() < moves.events.len() {
        return Err(ReadError("its events follow each other in a circle".into()));
    }
    let step = |m: usize| {
        let (card, rest) = moves.what[m];
        let to = rest.map_or(Ok(Target::Home), |rest| target(&places.rests[rest], model))?;
        Ok(Step::Move { card: CardId(card as u32), to })
    };
    sorted.into_iter().map(step).collect()
}

fn target(rest: &Rest, model: &dyn Fn(Lit) -> bool) -> Result<Target, ReadError> {
    let cell = rest.cell.map(|lit| (lit, Target::Cell));
    let column = rest.column.map(|lit| (lit, Target::EmptyColumn));
    let on = rest.on.iter().map(|(support, lit)| (*lit, Target::On(CardId(support.card as u32))));
    let mut found = cell.into_iter().chain(column).chain(on).filter(|(lit, _)| model(*lit));
    match (found.next(), found.next()) {
        (Some((_, target)), None) => Ok(target),
        _ => Err(ReadError(format!("card {} rests in no place or in several", rest.card))),
    }
}

/// Three events in a circle, all such among the events that keep the model from being a plan.
pub(super) fn cycles(order: &Order, places: &Places, model: &dyn Fn(Lit) -> bool) -> Vec<[usize; 3]> {
    let moves = Moves::of(order, places, model);
    let sorted = moves.sorted();
    let mut left = vec![true; moves.events.len()];
    sorted.iter().for_each(|&m| left[m] = false);
    // What is only behind a cycle is no part of one.
    loop {
        let leads_on = |m: usize| moves.next[m].iter().any(|&next| left[next]);
        let Some(behind) = (0..left.len()).find(|&m| left[m] && !leads_on(m)) else { break };
        left[behind] = false;
    }
    let mut events: Vec<usize> =
        (0..left.len()).filter(|&m| left[m]).flat_map(|m| moves.events[m].iter().copied()).collect();
    events.sort_unstable();
    let mut found = Vec::new();
    for (n, &w) in events.iter().enumerate() {
        for (m, &v) in events[..n].iter().enumerate() {
            for &u in &events[..m] {
                let [a, b, c] = [(u, v), (v, w), (w, u)].map(|(from, to)| model(order.before(from, to)));
                if a == b && b == c {
                    found.push(if a { [u, v, w] } else { [w, v, u] });
                }
            }
        }
    }
    found
}
