//! A position as goal, twins left open.
//!
//! Each place of the position waits for a card of some kind. Where twins could lie in it, a literal
//! `at(c, p)` states which of them does: exactly one a place, at most one a card. A card without a place is
//! home. These literals are of no time, so one set serves every bound. Then
//! `goal & at(c, p) & at(d, q) -> c lies on d` for `p` directly above `q`; the encoding defines "lies on".
//! With `n` twins of a kind there are `n * n` literals, and the same number of clauses for each pair of
//! neighbours: little beside a step.
//!
//! Face-down cards have not moved, so it is known which cards they are.

use crate::formula::Formula;
use crate::options::Options;
use crate::task::{CardId, End, Goal, KindId, Spot, Stock, Task};
use rustsat::types::Lit;

/// Clauses that together say that a card lies somewhere, as their literals; where it lies on
/// another, with whether that one lies face up.
pub(crate) type LieClauses = Vec<Vec<Lit>>;

/// A place of the position.
#[derive(Clone, Debug)]
struct Slot {
    /// Where it is: in a cell, the reserve, a column, or above another place.
    on: Support,
    up: bool,
    /// The cards that may lie there, each with the literal that it does; none where it is certain.
    cards: Vec<(CardId, Option<Lit>)>,
}

#[derive(Clone, Copy, Debug)]
enum Support {
    Slot(usize),
    Bottom(u32),
    Cell,
    Reserve,
}

/// The places of a position to be reached, and the cards that may lie there.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    slots: Vec<Slot>,
    /// Cards that may be home, with the literals of their places.
    others: Vec<(CardId, Vec<Lit>)>,
    /// Cards of rows not yet dealt.
    kept: Vec<CardId>,
}

impl Ends {
    /// Writes which card lies in which place; nothing where the goal is the win.
    pub(crate) fn of_task(formula: &mut Formula, task: &Task) -> Option<Ends> {
        let Goal::End(end) = &task.goal else { return None };
        let kept: Vec<CardId> = match &task.stock {
            Stock::Rows { rows, .. } => rows.iter().skip(end.rows as usize).flatten().copied().collect(),
            _ => Vec::new(),
        };
        let (mut slots, fixed) = places(task, end);
        let mut others = Vec::new();
        for kind in (0..task.kinds.len() as u32).map(KindId) {
            let free = |card: &CardId| {
                task.cards[card.index()] == kind && !fixed.contains(card) && !kept.contains(card)
            };
            let cards: Vec<CardId> = task.card_ids().filter(free).collect();
            let waits = |slot: &&mut (KindId, Slot)| slot.0 == kind && slot.1.up;
            let mut open: Vec<&mut Slot> = slots.iter_mut().filter(waits).map(|(_, slot)| slot).collect();
            others.extend(assign(formula, &cards, &mut open));
        }
        Some(Ends { slots: slots.into_iter().map(|(_, slot)| slot).collect(), others, kept })
    }

    /// Writes what the goal implies: every card lies in its place.
    pub(crate) fn write_goal(
        &self,
        formula: &mut Formula,
        goal: Lit,
        lie_clauses: &mut dyn FnMut(CardId, Spot, bool) -> LieClauses,
    ) {
        let write = |formula: &mut Formula, unless: &[Option<Lit>], clauses: LieClauses| {
            for clause in clauses {
                let unless = unless.iter().flatten().map(|&lit| !lit);
                let all: Vec<Lit> = [!goal].into_iter().chain(unless).chain(clause).collect();
                formula.add(&all);
            }
        };
        for slot in &self.slots {
            for &(card, at) in &slot.cards {
                let spot = match slot.on {
                    Support::Bottom(column) => Spot::Base(column),
                    Support::Cell => Spot::Cell,
                    Support::Reserve => Spot::Reserve,
                    Support::Slot(below) => {
                        for &(under, there) in &self.slots[below].cards {
                            let up = self.slots[below].up;
                            write(formula, &[at, there], lie_clauses(card, Spot::On(under), up));
                        }
                        continue;
                    }
                };
                write(formula, &[at], lie_clauses(card, spot, true));
            }
            if slot.cards.is_empty() {
                formula.add(&[!goal]);
            }
        }
        for (card, places) in &self.others {
            for clause in lie_clauses(*card, Spot::Home, true) {
                let all: Vec<Lit> = [!goal].into_iter().chain(places.iter().copied()).chain(clause).collect();
                formula.add(&all);
            }
        }
        for &card in &self.kept {
            write(formula, &[], lie_clauses(card, Spot::Stock, true));
        }
    }

    /// The cards that lie face down in the position.
    pub(crate) fn face_down(&self) -> impl Iterator<Item = CardId> + '_ {
        self.slots.iter().filter(|slot| !slot.up).filter_map(|slot| Some(slot.cards.first()?.0))
    }
}

/// The places, each with its kind, and the cards that are known to lie in one.
fn places(task: &Task, end: &End) -> (Vec<(KindId, Slot)>, Vec<CardId>) {
    let (mut slots, mut fixed) = (Vec::new(), Vec::new());
    for (n, column) in end.columns.iter().enumerate() {
        for (depth, &kind) in column.iter().enumerate() {
            let on = if depth == 0 { Support::Bottom(n as u32) } else { Support::Slot(slots.len() - 1) };
            let up = depth >= end.face_down_in(n);
            let mut slot = Slot { on, up, cards: Vec::new() };
            if !up {
                let there = task.start.columns.get(n).and_then(|cards| cards.get(depth)).copied();
                slot.cards.extend(there.filter(|c| task.cards[c.index()] == kind).map(|card| (card, None)));
                fixed.extend(there);
            }
            slots.push((kind, slot));
        }
    }
    let lone = |on| move |&kind: &KindId| (kind, Slot { on, up: true, cards: Vec::new() });
    slots.extend(end.cells.iter().map(lone(Support::Cell)));
    slots.extend(end.reserve.iter().map(lone(Support::Reserve)));
    (slots, fixed)
}

/// Distributes the places of one kind among its cards. Returns the cards that may be home instead,
/// each with the literals of its places.
fn assign(formula: &mut Formula, cards: &[CardId], slots: &mut [&mut Slot]) -> Vec<(CardId, Vec<Lit>)> {
    // A place too many stays without a card, so the goal cannot be reached.
    if slots.len() > cards.len() {
        return Vec::new();
    }
    if let ([card], [slot]) = (cards, &mut *slots) {
        slot.cards.push((*card, None));
        return Vec::new();
    }
    let mut rows: Vec<(CardId, Vec<Lit>)> = cards.iter().map(|&card| (card, Vec::new())).collect();
    for slot in slots.iter_mut() {
        let at: Vec<Lit> = cards.iter().map(|_| formula.new_lit()).collect();
        formula.add(&at);
        at_most_one(formula, &at);
        for ((card, row), &lit) in rows.iter_mut().zip(&at) {
            row.push(lit);
            slot.cards.push((*card, Some(lit)));
        }
    }
    rows.iter().for_each(|(_, row)| at_most_one(formula, row));
    // Where every card has a place, none of them is home.
    if slots.len() == cards.len() { Vec::new() } else { rows }
}

fn at_most_one(formula: &mut Formula, literals: &[Lit]) {
    for (n, &first) in literals.iter().enumerate() {
        literals[n + 1..].iter().for_each(|&second| formula.add(&[!first, !second]));
    }
}

/// Options without those that only a plan to the win allows.
pub(crate) fn options_for(task: &Task, options: &Options) -> Options {
    match task.goal {
        Goal::Win => *options,
        Goal::End(_) | Goal::Left(_) | Goal::Open(_) => options.for_any_plan(),
    }
}
