//! Options that look only for plans of a certain shape, and what is true of every plan.
//!
//! Streamliners (Gomes and Sellmann, CP 2004) are constraints that are not implied; they leave
//! out plans so that those that remain are found sooner:
//!
//! - `perm`: where a card lies on its neighbour in the run, the two are never parted. Native
//!   plans do so hardly ever, but some deals need it.
//! - `link`: each card is given one card of those equal ones that carry it in a run, and lies on
//!   no other of them at any time.
//!
//! With either, no model means no plan of that shape, and nothing else.
//!
//! `invariants`, which leaves out no plan: of two cards dealt to one column the upper leaves
//! first.

use super::layer::Layer;
use super::moves::Moves;
use super::shape::{Origin, Shape};
use super::{Dealt, Scene};
use crate::steps::pen::Pen;
use crate::task::{CardId, Task};
use rustsat::types::Lit;

impl Scene<'_> {
    /// Nobody leads who lies on its neighbour.
    pub(super) fn write_perm(&self, pen: &mut Pen<'_>, moves: &Moves) {
        for card in self.shape.cards() {
            let n = card.index();
            for (&on, &joined) in self.before.on[n].iter().zip(&self.shape.joins[n]) {
                if joined {
                    pen.never(&[on, moves.leads[n]]);
                }
            }
        }
    }
}

/// Upper cards of a column leave first.
pub(super) fn write_chains(pen: &mut Pen<'_>, shape: &Shape, dealt: &Dealt, layer: &Layer) {
    for card in shape.cards() {
        let Some(cover) = shape.covers[card.index()] else { continue };
        if matches!(shape.origins[card.index()], Origin::Dealt(_)) {
            pen.imply(&[layer.native[cover.index()]], &[layer.native[card.index()]]);
        }
    }
    for &(later, earlier, there) in &dealt.chains {
        pen.imply(&[layer.native[later.index()], there], &[layer.native[earlier.index()]]);
    }
}

/// For each card and parent the literal that the two belong together; none where they could not
/// be neighbours in a run.
pub(super) fn write_links(pen: &mut Pen<'_>, shape: &Shape, task: &Task) -> Vec<Vec<Option<Lit>>> {
    let mut links = Vec::new();
    let mut taken: Vec<Vec<Lit>> = vec![Vec::new(); shape.parents.len()];
    for card in shape.cards() {
        let mut row = Vec::new();
        for (parent, &joined) in shape.parents[card.index()].iter().zip(&shape.joins[card.index()]) {
            let link = joined.then(|| pen.new_lit());
            taken[parent.index()].extend(link);
            row.push(link);
        }
        let some: Vec<Lit> = row.iter().copied().flatten().collect();
        if !some.is_empty() {
            pen.exactly_one(&some);
        }
        links.push(row);
    }
    taken.iter().for_each(|links| pen.at_most_one(links));
    debug_assert_eq!(links.len(), task.cards.len());
    links
}

/// In this position cards lie only on those that they belong to.
pub(super) fn write_linked(pen: &mut Pen<'_>, shape: &Shape, links: &[Vec<Option<Lit>>], layer: &Layer) {
    let each = |card: CardId| layer.on[card.index()].iter().zip(&links[card.index()]);
    for (&on, link) in shape.cards().flat_map(each) {
        if let Some(link) = link {
            pen.imply(&[on], &[*link]);
        }
    }
}
