//! The histories of the stack of a column, as a graph: see [`super::columns`].

use super::scene::{NO_GROUP, Scene};
use super::shape::{Kinds, Shape, rank};
use rustc_hash::FxHashMap;

/// Kinds of cards, as many as bits of [`Kinds`].
pub(super) const KINDS: usize = 64;

/// A card of a stack lies on its successor.
const JOINED: u8 = 64;
/// A visitor, of which only the suit is known.
const VISITOR: u8 = 128;

/// The kinds of a set.
pub(super) fn each(mut kinds: Kinds) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let kind = kinds.trailing_zeros() as usize;
        kinds &= kinds.wrapping_sub(1);
        (kind < KINDS).then_some(kind)
    })
}

/// What a step of a history costs. Rows are those dealt before it.
#[derive(Clone, Copy)]
pub(super) enum Toll {
    Free,
    /// A card leaves, by a visit or not.
    Leaves {
        kind: u8,
        row: u8,
        visit: bool,
    },
    Apart(u8),
    /// Copies that have left their stacks are in the sequence.
    Uses {
        row: u8,
        kinds: Kinds,
    },
    /// One of the kinds from `first` to `last` has come, and those below it are on it.
    Visitor {
        row: u8,
        first: u8,
        last: u8,
    },
}

/// A step to a later node of a column's graph, with the split that comes before it: of this kind or a higher one of
/// its suit, if it is not 0.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) toll: Toll,
    pub(super) split: u8,
    pub(super) to: u32,
}

/// All histories of a column: node 0 is the end, and edges lead to nodes of lower numbers.
#[derive(Default)]
pub(super) struct Column {
    pub(super) edges: Vec<Edge>,
    /// Where the edges of each node end.
    pub(super) ends: Vec<u32>,
}

/// A place in a history: rows dealt, the stack, and the kind that was split, or a higher one, if the stack stays.
type Place = (usize, Vec<u8>, u8);

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

    /// What it costs that the top card leaves the stack, and the kind that is split if no more leave.
    fn leave(&self, row: usize, top: u8, rest: &[u8]) -> (Toll, u8) {
        if top & VISITOR != 0 {
            return (Toll::Free, 0);
        }
        let kind = top & !JOINED;
        let leaves = |visit| Toll::Leaves { kind, row: row as u8, visit };
        if top & JOINED != 0 {
            return (leaves(false), kind);
        }
        let free = if self.is_king(kind) {
            each(self.shape.below_king(kind)).all(|lower| self.is_elsewhere(row, rest, lower as u8))
        } else {
            self.is_elsewhere(row, rest, kind + 1)
        };
        (leaves(!free), 0)
    }

    /// The ways in which a card lands, and what each puts on the stack.
    fn land(&self, row: usize, stack: &[u8], card: u8, lucky: bool) -> Vec<(Toll, Vec<u8>)> {
        if !lucky {
            return vec![(Toll::Free, vec![card])];
        }
        let mut ways = vec![(Toll::Apart(card), vec![card])];
        let base = stack.iter().rposition(|&other| other & JOINED == 0);
        let row8 = row as u8;
        if let Some(kinds) = base.and_then(|base| self.continues(row, stack, base, card)) {
            ways.push((Toll::Uses { row: row8, kinds }, vec![card | JOINED]));
        }
        let higher = card + 1..=(card & 0x30 | self.shape.ranks);
        let here = higher.take_while(|&kind| self.is_elsewhere(row, stack, kind));
        if let Some(last) = here.last() {
            let toll = Toll::Visitor { row: row8, first: card + 1, last };
            ways.push((toll, vec![card & 0x30 | VISITOR, card | JOINED]));
        }
        ways
    }

    /// The kinds of which copies not in the stack are needed, if a card may land on a sequence with this lowest card.
    fn continues(&self, row: usize, stack: &[u8], base: usize, card: u8) -> Option<Kinds> {
        let sequence = &stack[base..];
        let fits = |other: u8| {
            other & 0x30 == card & 0x30 && (other & VISITOR != 0 || rank(other & !JOINED) > rank(card))
        };
        if !sequence.iter().all(|&other| fits(other)) {
            return None;
        }
        // The rank of a visitor is not known. It may be the successor itself, or that of the card over it.
        let top = match sequence.get(1) {
            _ if sequence[0] & VISITOR == 0 => sequence[0],
            Some(&second) => second & !JOINED,
            None => card + 1,
        };
        let mut needed = 0;
        for kind in (card + 1..top).filter(|&kind| !sequence.contains(&(kind | JOINED))) {
            if !self.is_elsewhere(row, stack, kind) {
                return None;
            }
            needed |= 1 << kind;
        }
        Some(needed)
    }
}

/// The graphs of all columns.
pub(super) fn graphs(shape: &Shape, scene: &Scene) -> Vec<Column> {
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
    columns.collect()
}
