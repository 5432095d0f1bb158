//! A lower bound for whole deals: what rows cost in each column.
//!
//! The terms are those of [`super::bound`]. Let a *visit* be a move of a head to a place that is not its
//! successor, and a *split* a move of a head that lay on its successor. A card to be dealt that may land on
//! its successor (*lucky*), but does not, is *apart*.
//!
//! **Extra moves.** *Every card has exactly `visits + splits + apart` extra moves*, where `apart` is 0 or 1.
//! A card that is no king lies on its successor in the end. So it moves onto one as often as it leaves one,
//! plus one if it does not begin there. That one is the needed move, except for a lucky card that is apart. A king
//! has no successor: all its moves are visits.
//!
//! **What a column must pay.** A card is *settled* in column `p` if it has been there since the start or since
//! it was dealt. Settled cards and visitors of `p` form a stack: a row puts a card on it, and what
//! leaves `p` is always taken from its top. Each plan gives one history of each stack. Its steps, with the
//! cards in play at that time (those of columns and of rows before):
//!
//! * *A card leaves that does not lie on its successor*, and is no king. It leaves as a head, because it
//!   moves with the card under it in no other case. That is a visit from `p`, unless a copy of its successor is
//!   in play and not under it in the stack.
//! * *A king leaves.* That is a visit. Only if a copy of each lower card is in play and not under it in
//!   the stack may it have left with its run.
//! * *A card leaves that lies on its successor.* This is a split if the next card of the stack stays: they
//!   are parts of one sequence, and a card of it between them moved as a head. The next one may leave too.
//! * *A lucky card lands.* It is apart, or it lands on a sequence. Let `w` be the lowest card of that
//!   sequence, of its suit and higher. Either `w` is in the stack, and what lies over it there belongs to the
//!   sequence. Or it came by a visit to `p`, and is put on the stack now. Nothing in the stack lies over it: such
//!   a card would belong to the sequence, and `w` would have been put there when that card landed. In both
//!   cases each card of the sequence is in the stack over `w`, or is a copy in play that is not in the
//!   stack.
//! * *Another card lands*, at no cost.
//!
//! So the least number of visits to all columns, splits and apart cards in such histories bounds the extra moves.
//! Columns are independent but for the following.
//!
//! **Prices.** Let each extra move of a card cost 1, and pay it in shares: a visit partly in the column that it
//! leads to, the rest in the one that it comes from. The shares may differ between kinds of cards. Two sorts of
//! conditions link the columns, and each is priced by a multiplier that is not negative (Lagrangian
//! relaxation). They hold in all plans, so the bound holds for all multipliers.
//!
//! * *Copies.* When a row is dealt, sequences that lucky cards land on need different copies of a kind. A copy that is
//!   not in the stack of its sequence's column has left the stack that it was settled in. So such uses of a kind are no
//!   more than the copies that have left by then: each use costs the multiplier, each copy that has left brings it.
//! * *Deadlocks.* A deadlock has a card with an extra move. It brings its multiplier, of at most 1, and extra moves
//!   of its kinds cost less by that.
//!
//! With shares and multipliers a cheapest history of each column is a shortest path. Shares and multipliers are
//! sought by a subgradient method (Held and Karp, Mathematical Programming 1, 1971), in integers, so that the
//! bound is exact.

use super::histories::{Column, Edge, KINDS, Toll, each, graphs};
use super::scene::Scene;
use super::shape::{Kinds, Shape, rank};

/// Most rows to come: a history is a path through stacks, and their number grows with rows.
const MOST_ROWS: usize = 6;
/// Ranks of a suit at most.
const RANKS: usize = 16;
/// The price of an extra move.
const UNIT: i32 = 1 << 12;
/// Steps of the subgradient method, and the length of the first ones.
const STEPS: u32 = 50;
const FIRST_STEP: f32 = 0.12 * UNIT as f32;

/// A number for each kind of card.
type PerKind<T> = [T; KINDS];

/// What is changed from step to step.
struct Multipliers {
    /// The part of a visit that is paid where it leads, from 0 to 1.
    shares: PerKind<f32>,
    /// The price of a copy, by row.
    copies: Vec<PerKind<f32>>,
    deadlocks: Vec<f32>,
}

/// Prices in integers.
struct Prices {
    /// Of an extra move.
    moves: PerKind<i32>,
    /// Of a split of this kind or a higher one.
    splits: PerKind<i32>,
    arrivals: PerKind<i32>,
    copies: Vec<PerKind<i32>>,
    /// What a copy brings that leaves before this row.
    left: Vec<PerKind<i32>>,
    deadlocks: i32,
    /// The cheapest visitor and its price, by row, first and last kind.
    visitors: Vec<PerKind<[(u8, i32); RANKS]>>,
}

impl Prices {
    fn new(shape: &Shape, at: &Multipliers, deadlocks: &[Kinds]) -> Prices {
        let mut moves = [UNIT; KINDS];
        let mut total = 0;
        for (&kinds, &multiplier) in deadlocks.iter().zip(&at.deadlocks) {
            let paid = multiplier as i32;
            total += paid;
            each(kinds).for_each(|kind| moves[kind] = moves[kind].min(UNIT - paid));
        }
        let (mut splits, mut arrivals) = (moves, moves);
        for kind in (1..KINDS).rev().filter(|kind| rank(*kind as u8) < shape.ranks) {
            splits[kind] = splits[kind].min(splits[kind + 1]);
        }
        for (arrival, share) in arrivals.iter_mut().zip(&at.shares) {
            *arrival = (*arrival as f32 * share) as i32;
        }
        let copies: Vec<PerKind<i32>> = at.copies.iter().map(|row| row.map(|price| price as i32)).collect();
        let mut left = vec![[0; KINDS]; copies.len() + 1];
        for row in (0..copies.len()).rev() {
            left[row] = std::array::from_fn(|kind| left[row + 1][kind] + copies[row][kind]);
        }
        let of_row = |copies: &PerKind<i32>| {
            std::array::from_fn(|first| {
                let (mut best, mut below) = ((first as u8, i32::MAX), 0);
                std::array::from_fn(|more| {
                    let kind = (first + more).min(KINDS - 1);
                    below += copies[kind];
                    let price = below + arrivals[kind];
                    if price < best.1 {
                        best = (kind as u8, price);
                    }
                    best
                })
            })
        };
        let visitors = copies.iter().map(of_row).collect();
        Prices { moves, splits, arrivals, copies, left, deadlocks: total, visitors }
    }

    /// The cheapest visitor and its price.
    fn visitor(&self, row: u8, first: u8, last: u8) -> (u8, i32) {
        self.visitors[usize::from(row)][usize::from(first)][usize::from(last - first)]
    }

    fn of(&self, edge: &Edge) -> i32 {
        let toll = match edge.toll {
            Toll::Free => 0,
            Toll::Leaves { kind, row, visit } => {
                let kind = usize::from(kind);
                let visit = if visit { self.moves[kind] - self.arrivals[kind] } else { 0 };
                visit - self.left[usize::from(row)][kind]
            }
            Toll::Apart(kind) => self.moves[usize::from(kind)],
            Toll::Uses { row, kinds } => each(kinds).map(|kind| self.copies[usize::from(row)][kind]).sum(),
            Toll::Visitor { row, first, last } => self.visitor(row, first, last).1,
        };
        if edge.split == 0 { toll } else { toll + self.splits[usize::from(edge.split)] }
    }
}

/// How often the cheapest histories do what has a price.
struct Tally {
    arrivals: PerKind<i32>,
    departures: PerKind<i32>,
    /// Splits and apart cards.
    others: PerKind<i32>,
    /// Uses less copies that have left, by row.
    copies: Vec<PerKind<i32>>,
}

impl Column {
    /// The price of a cheapest history, which is added to the tally.
    fn least(&self, prices: &Prices, nodes: &mut Vec<(i32, u32)>, tally: &mut Tally) -> i32 {
        nodes.clear();
        nodes.push((0, 0));
        let mut from = 0;
        for &end in &self.ends {
            let edges = (from..end).map(|edge| {
                let own = &self.edges[edge as usize];
                (nodes[own.to as usize].0 + prices.of(own), edge)
            });
            let least = edges.min().unwrap_or((0, 0));
            nodes.push(least);
            from = end;
        }
        let mut at = self.ends.len();
        while at > 0 {
            let edge = &self.edges[nodes[at].1 as usize];
            tally.add(prices, edge);
            at = edge.to as usize;
        }
        nodes.last().map_or(0, |node| node.0)
    }
}

impl Tally {
    fn new(rows: usize) -> Tally {
        let none = [0; KINDS];
        Tally { arrivals: none, departures: none, others: none, copies: vec![none; rows] }
    }

    fn add(&mut self, prices: &Prices, edge: &Edge) {
        match edge.toll {
            Toll::Free => {}
            Toll::Leaves { kind, row, visit } => {
                self.departures[usize::from(kind)] += i32::from(visit);
                self.copies[usize::from(row)..].iter_mut().for_each(|row| row[usize::from(kind)] -= 1);
            }
            Toll::Apart(kind) => self.others[usize::from(kind)] += 1,
            Toll::Uses { row, kinds } => {
                each(kinds).for_each(|kind| self.copies[usize::from(row)][kind] += 1);
            }
            Toll::Visitor { row, first, last } => {
                let (visitor, _) = prices.visitor(row, first, last);
                self.arrivals[usize::from(visitor)] += 1;
                (first..=visitor).for_each(|kind| self.copies[usize::from(row)][usize::from(kind)] += 1);
            }
        }
        if edge.split != 0 {
            self.others[usize::from(edge.split)] += 1;
        }
    }
}

impl Multipliers {
    /// Changes all in the direction in which the bound rises; whether anything has changed.
    fn step(&mut self, length: f32, tally: &Tally, deadlocks: &[Kinds]) -> bool {
        let mut changed = false;
        let mut set = |old: &mut f32, new: f32| {
            changed |= *old != new;
            *old = new;
        };
        let of_kind =
            |kind: usize| (tally.arrivals[kind] + tally.others[kind] + tally.departures[kind]) as f32;
        for (multiplier, &kinds) in self.deadlocks.iter_mut().zip(deadlocks) {
            let moves: f32 = each(kinds).map(of_kind).sum();
            let new = (*multiplier + length * (1.0 - moves)).clamp(0.0, UNIT as f32);
            set(multiplier, new);
        }
        for (kind, share) in self.shares.iter_mut().enumerate() {
            let more = tally.arrivals[kind] - tally.departures[kind];
            let new = (*share + length / UNIT as f32 * more as f32).clamp(0.0, 1.0);
            set(share, new);
        }
        for (prices, more) in self.copies.iter_mut().zip(&tally.copies) {
            for (price, &more) in prices.iter_mut().zip(more) {
                let new = (*price + length * more as f32).max(0.0);
                set(price, new);
            }
        }
        changed
    }
}

/// A lower bound on the extra moves; `deadlocks` are the kinds of cards of each, no two with a group in common.
///
/// Nothing if too many rows are left.
pub(super) fn extra(shape: &Shape, scene: &Scene, deadlocks: &[Kinds]) -> Option<u32> {
    if scene.rows > MOST_ROWS {
        return None;
    }
    let columns = graphs(shape, scene);
    let mut at = Multipliers {
        shares: [1.0; KINDS],
        copies: vec![[0.0; KINDS]; scene.rows],
        deadlocks: vec![UNIT as f32; deadlocks.len()],
    };
    let (mut best, mut nodes) = (0, Vec::new());
    for step in 0..STEPS {
        let prices = Prices::new(shape, &at, deadlocks);
        let mut tally = Tally::new(scene.rows);
        let least = columns.iter().map(|column| column.least(&prices, &mut nodes, &mut tally)).sum::<i32>();
        best = best.max(least + prices.deadlocks);
        let left = (STEPS - step) as f32 / STEPS as f32;
        if !at.step(FIRST_STEP * left * left, &tally, deadlocks) {
            break;
        }
    }
    Some((best as u32).div_ceil(UNIT as u32))
}
