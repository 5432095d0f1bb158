//! A lower bound for whole deals: what rows cost in each column.
//!
//! The terms are those of [`super::bound`]. Let a *visit* be a move of a head to a place that is not its
//! successor, and a *split* a move of a head that lay on its successor. A card to be dealt that may land on
//! its successor (*lucky*), but does not, is *apart*.
//!
//! **Extra moves.** *Every card has exactly `visits + splits + apart` extra moves*, where `apart` is 0 or 1.
//! A card that is no king lies on its successor in the end. So it moves onto one as often as it leaves one,
//! and once more if it does not begin there. This last move is the needed one, except for a lucky card that
//! is apart. A king has no successor: all its moves are visits.
//!
//! **Who pays.** A visit from column `p` to column `q` is counted in halves: a share of it in `q`, the rest in
//! `p`. The share may be any number from 0 to 2, one for each kind of card. Splits count in the column
//! that they leave, apart cards in the column that they are dealt to. So the sum over all columns of what
//! each one must pay is at most twice the number of extra moves, whatever the shares are.
//!
//! **What a column must pay.** A card is *settled* in `p` if it has been there since the start or since
//! it was dealt. Settled cards and visitors of `p` form a stack: a row puts a card on it, and what
//! leaves `p` is always taken from its top. A shortest path through all such histories of the stack is what
//! `p` must pay. Its steps, with the cards in play at that time (those of columns and of rows before):
//!
//! * *A card leaves that does not lie on its successor*, and is no king. It leaves as a head, because it
//!   moves with the card under it in no other case. That is a visit, unless a copy of its successor is in play and
//!   not under it in the stack.
//! * *A king leaves.* That is a visit. Only if a copy of each lower card is in play and not under it in
//!   the stack may it have left with its run.
//! * *A card leaves that lies on its successor*, settled or not. This costs a split if the next card of the
//!   stack stays: they are parts of one sequence, and a card of it between them moved as a head. It is free if
//!   the next one leaves too.
//! * *A lucky card lands.* It is apart, or it lands on a sequence. Let `w` be the lowest card of that
//!   sequence, of its suit and higher. Either `w` is in the stack, and what lies over it there belongs to the
//!   sequence. Or it came by a visit, and is put on the stack now: it was not there before, else an
//!   earlier card of the stack would lie over it. In both cases each card between them is in the
//!   stack over `w`, or a copy of it is in play and not in the stack.
//! * *Another card lands*, at no cost.
//!
//! **Deadlocks.** Cards of some deadlocks may be counted apart from this, one extra move a deadlock. No step of one of
//! their kinds costs anything then. Deadlocks that cost more here than they bring are left out.
//!
//! The best shares are sought by changing one after the other. The bound holds for all of them.

use super::scene::{NO_GROUP, Scene};
use super::shape::{Kinds, Shape, rank};
use rustc_hash::FxHashMap;

/// Most rows to come: a history is a path through stacks, and their number grows with rows.
const MOST_ROWS: usize = 6;
/// Rounds of changes of all shares.
const ROUNDS: usize = 3;
/// What a move counts; a share is a part of it.
const MOVE: u32 = 2;
/// Kinds of cards, as many as bits of [`Kinds`].
const KINDS: usize = 64;

/// A card of a stack lies on its successor.
const JOINED: u8 = 64;
/// A visitor, of which only the suit is known.
const VISITOR: u8 = 128;

/// The shares of visits that the columns pay to which they lead, and the cards that move at no cost.
#[derive(Clone)]
struct Prices {
    shares: [u32; KINDS],
    free: Kinds,
}

impl Prices {
    /// The visit of one of these kinds to the column.
    fn arrival(&self, kinds: Kinds) -> u32 {
        if kinds & self.free != 0 {
            return 0;
        }
        each(kinds).map(|kind| self.shares[kind]).min().unwrap_or(0)
    }

    /// The visit of this kind from the column.
    fn departure(&self, kind: u8) -> u32 {
        if self.free >> kind & 1 != 0 { 0 } else { MOVE - self.shares[usize::from(kind)] }
    }

    /// A move of one of these kinds.
    fn whole(&self, kinds: Kinds) -> u32 {
        if kinds & self.free != 0 { 0 } else { MOVE }
    }
}

fn each(mut kinds: Kinds) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let kind = kinds.trailing_zeros() as usize;
        kinds &= kinds.wrapping_sub(1);
        (kind < KINDS).then_some(kind)
    })
}

/// What a step of a history costs.
#[derive(Clone, Copy)]
enum Toll {
    Free,
    Arrival(Kinds),
    Departure(u8),
    Whole(Kinds),
}

/// A step to a later node of a column's graph, with the split that comes before it.
#[derive(Clone, Copy)]
struct Edge {
    toll: Toll,
    split: Kinds,
    to: u32,
}

/// All histories of a column: node 0 is the end, and edges lead to nodes of lower numbers.
#[derive(Default)]
struct Column {
    edges: Vec<Edge>,
    /// Where the edges of each node end.
    ends: Vec<u32>,
}

impl Column {
    /// The cheapest history.
    fn least(&self, prices: &Prices, costs: &mut Vec<u32>) -> u32 {
        costs.clear();
        costs.push(0);
        let mut from = 0;
        for &end in &self.ends {
            let edges = &self.edges[from as usize..end as usize];
            let cost = edges.iter().map(|edge| {
                let toll = match edge.toll {
                    Toll::Free => 0,
                    Toll::Arrival(kinds) => prices.arrival(kinds),
                    Toll::Departure(kind) => prices.departure(kind),
                    Toll::Whole(kinds) => prices.whole(kinds),
                };
                let split = if edge.split == 0 { 0 } else { prices.whole(edge.split) };
                costs[edge.to as usize] + toll + split
            });
            let least = cost.min().unwrap_or(0);
            costs.push(least);
            from = end;
        }
        costs.last().copied().unwrap_or(0)
    }
}

/// A place in a history: rows dealt, the stack, and the kinds of which one was split if the stack stays.
type Place = (usize, Vec<u8>, Kinds);

/// Builds the graph of a column.
struct Builder<'a> {
    shape: &'a Shape,
    /// Copies of each kind in play before each row and after the last.
    play: &'a [[u8; KINDS]],
    /// The card of each row, and whether it is lucky.
    dealt: Vec<Option<(u8, bool)>>,
    known: FxHashMap<Place, u32>,
    column: Column,
}

impl Builder<'_> {
    fn is_king(&self, card: u8) -> bool {
        rank(card) == self.shape.ranks
    }

    /// Whether a copy of this kind is in play and not in the stack.
    fn is_elsewhere(&self, row: usize, stack: &[u8], kind: u8) -> bool {
        let here = stack.iter().filter(|&&card| card & !JOINED == kind).count();
        usize::from(self.play[row][usize::from(kind)]) > here
    }

    /// The number of a place, made with all that follow it.
    fn node(&mut self, place: Place) -> u32 {
        let (row, stack, split) = &place;
        if *row == self.dealt.len() && stack.is_empty() {
            return 0;
        }
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let mut edges = Vec::new();
        if let Some((&top, rest)) = stack.split_last() {
            let (toll, torn) = self.leave(*row, top, rest);
            edges.push(Edge { toll, split: 0, to: self.node((*row, rest.to_vec(), torn)) });
        }
        match self.dealt.get(*row) {
            None => {}
            Some(None) => {
                let to = self.node((row + 1, stack.clone(), 0));
                edges.push(Edge { toll: Toll::Free, split: *split, to });
            }
            Some(&Some((card, lucky))) => {
                for (toll, put) in self.land(*row, stack, card, lucky) {
                    let after = stack.iter().copied().chain(put).collect();
                    edges.push(Edge { toll, split: *split, to: self.node((row + 1, after, 0)) });
                }
            }
        }
        self.column.edges.extend(edges);
        self.column.ends.push(self.column.edges.len() as u32);
        let number = self.column.ends.len() as u32;
        self.known.insert(place, number);
        number
    }

    /// What it costs that the top card leaves the stack, and the kinds of which one is split if no more leave.
    fn leave(&self, row: usize, top: u8, rest: &[u8]) -> (Toll, Kinds) {
        let card = top & !(JOINED | VISITOR);
        if top & JOINED != 0 {
            return (Toll::Free, self.shape.above(card) | 1 << card);
        }
        let free = top & VISITOR != 0
            || if self.is_king(card) {
                each(self.shape.below_king(card)).all(|kind| self.is_elsewhere(row, rest, kind as u8))
            } else {
                self.is_elsewhere(row, rest, card + 1)
            };
        (if free { Toll::Free } else { Toll::Departure(card) }, 0)
    }

    /// The ways in which a card lands, and what each puts on the stack.
    fn land(&self, row: usize, stack: &[u8], card: u8, lucky: bool) -> Vec<(Toll, Vec<u8>)> {
        if !lucky {
            return vec![(Toll::Free, vec![card])];
        }
        let mut ways = vec![(Toll::Whole(1 << card), vec![card])];
        let base = stack.iter().rposition(|&other| other & JOINED == 0);
        if base.is_some_and(|base| self.continues(row, stack, base, card)) {
            ways.push((Toll::Free, vec![card | JOINED]));
        }
        let mut visitors = 0;
        for kind in card + 1..=(card & 0x30 | self.shape.ranks) {
            if !self.is_elsewhere(row, stack, kind) {
                break;
            }
            visitors |= 1 << kind;
        }
        if visitors != 0 {
            ways.push((Toll::Arrival(visitors), vec![card & 0x30 | VISITOR, card | JOINED]));
        }
        ways
    }

    /// Whether a card may land on a sequence with this lowest card.
    fn continues(&self, row: usize, stack: &[u8], base: usize, card: u8) -> bool {
        let sequence = &stack[base..];
        let visitor = sequence[0] & VISITOR != 0;
        let higher = |other: u8| other & 0x30 == card & 0x30 && rank(other) > rank(card);
        let fits = sequence.iter().all(|&other| {
            if other & VISITOR != 0 { other & 0x30 == card & 0x30 } else { higher(other & !JOINED) }
        });
        // The rank of a visitor is not known. It may be the successor itself, or that of the card over it.
        let top = match (visitor, sequence.get(1)) {
            (false, _) => sequence[0],
            (true, Some(&second)) => second & !JOINED,
            (true, None) => card + 1,
        };
        fits && (card + 1..top).all(|kind| {
            sequence.contains(&(kind | JOINED)) || self.is_elsewhere(row, stack, kind)
        })
    }
}

/// Twice the extra moves that rows imply, beside those of deadlocks.
struct Columns {
    columns: Vec<Column>,
    costs: Vec<u32>,
}

impl Columns {
    fn new(shape: &Shape, scene: &Scene) -> Columns {
        let mut play = vec![[0u8; KINDS]];
        let count = |play: &mut [u8; KINDS], kinds: Kinds| each(kinds).for_each(|kind| play[kind] += 1);
        let laid = scene.count - scene.dealt[..scene.rows].iter().flatten().filter(|&&n| n != NO_GROUP).count();
        scene.groups[..laid].iter().for_each(|group| count(&mut play[0], group.kinds));
        for row in &scene.dealt[..scene.rows] {
            let mut after = play[play.len() - 1];
            let groups = row.iter().filter(|&&number| number != NO_GROUP);
            groups.for_each(|&number| count(&mut after, scene.groups[usize::from(number)].kinds));
            play.push(after);
        }
        let columns = (0..shape.columns).map(|column| {
            let mut stack = Vec::new();
            let mut at = scene.tops[column];
            while at != NO_GROUP {
                let group = &scene.groups[usize::from(at)];
                stack.extend((group.tail..group.head).map(|card| card | JOINED));
                stack.push(group.head);
                at = group.under;
            }
            stack.reverse();
            let dealt = scene.dealt[..scene.rows].iter().map(|row| {
                let number = row[column];
                let lucky = number != NO_GROUP && scene.lucky >> number & 1 != 0;
                (number != NO_GROUP).then(|| (scene.groups[usize::from(number)].head, lucky))
            });
            let dealt = dealt.collect();
            let known = FxHashMap::default();
            let mut builder = Builder { shape, play: &play, dealt, known, column: Column::default() };
            builder.node((0, stack, 0));
            builder.column
        });
        Columns { columns: columns.collect(), costs: Vec::new() }
    }

    fn least(&mut self, prices: &Prices) -> u32 {
        self.columns.iter().map(|column| column.least(prices, &mut self.costs)).sum()
    }
}

/// A lower bound on the extra moves, beside `deadlocks`: the kinds of cards of each, no two with a group in common.
///
/// Nothing if too many rows are left.
pub(super) fn extra(shape: &Shape, scene: &Scene, deadlocks: &[Kinds]) -> Option<u32> {
    if scene.rows > MOST_ROWS {
        return None;
    }
    let mut columns = Columns::new(shape, scene);
    let mut best = 0;
    for share in [MOVE, 0, MOVE / 2] {
        let mut counted: Vec<Kinds> = deadlocks.to_vec();
        let all = |counted: &[Kinds]| counted.iter().fold(0, |all, kinds| all | kinds);
        let mut prices = Prices { shares: [share; KINDS], free: all(&counted) };
        let mut value = |prices: &Prices, counted: &[Kinds]| {
            columns.least(prices) + MOVE * counted.len() as u32
        };
        let mut now = value(&prices, &counted);
        for _ in 0..ROUNDS {
            let before = now;
            for number in (0..counted.len()).rev() {
                let without = counted.remove(number);
                prices.free = all(&counted);
                let new = value(&prices, &counted);
                if new >= now {
                    now = new;
                } else {
                    counted.insert(number, without);
                }
            }
            prices.free = all(&counted);
            for kind in 0..KINDS {
                for share in 0..=MOVE {
                    let old = std::mem::replace(&mut prices.shares[kind], share);
                    let new = value(&prices, &counted);
                    if new > now {
                        now = new;
                    } else {
                        prices.shares[kind] = old;
                    }
                }
            }
            if now == before {
                break;
            }
        }
        best = best.max(now);
    }
    Some(best.div_ceil(MOVE))
}
