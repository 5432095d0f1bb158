//! Options that look only for plans of a certain shape, and what is true of every plan.
//!
//! Streamliners (Gomes and Sellmann, CP 2004) are constraints that are not implied; they leave
//! out plans so that those that remain are found sooner:
//!
//! - `perm`: where a card lies on its neighbour in the run, the two are never parted. Native plans rarely
//!   part them, but some deals need it.
//! - `link`: each card is given one card of those equal ones that carry it in a run, and lies on
//!   no other of them at any time.
//!
//! With either, no model means no plan of that shape, and nothing else.
//!
//! `invariants`, which leaves out no plan: of two cards dealt to one column the upper leaves
//! first.

use super::facts::{Facts, Origin};
use super::layer::Layer;
use super::moves::Moves;
use super::{DealtPairs, Scene};
use crate::steps::clause_writer::ClauseWriter;
use crate::task::{CardId, Task};
use rustsat::types::Lit;

impl Scene<'_> {
    /// A card that lies on its neighbour in the run does not lead.
    pub(super) fn write_perm(&self, writer: &mut ClauseWriter<'_>, moves: &Moves) {
        for card in self.facts.cards() {
            let n = card.index();
            for (&on, &joined) in self.before.on[n].iter().zip(&self.facts.joins[n]) {
                if joined {
                    writer.never(&[on, moves.leads[n]]);
                }
            }
        }
    }
}

/// Upper cards of a column leave first.
pub(super) fn write_chains(writer: &mut ClauseWriter<'_>, facts: &Facts, dealt: &DealtPairs, layer: &Layer) {
    for card in facts.cards() {
        let Some(cover) = facts.covers[card.index()] else { continue };
        if matches!(facts.origins[card.index()], Origin::Dealt(_)) {
            writer.imply(&[layer.native[cover.index()]], &[layer.native[card.index()]]);
        }
    }
    for &(later, earlier, there) in &dealt.chains {
        writer.imply(&[layer.native[later.index()], there], &[layer.native[earlier.index()]]);
    }
}

/// For each card and parent the literal that the two belong together; none where they could not
/// be neighbours in a run.
pub(super) fn write_links(
    writer: &mut ClauseWriter<'_>,
    facts: &Facts,
    task: &Task,
) -> Vec<Vec<Option<Lit>>> {
    let mut links = Vec::new();
    let mut taken: Vec<Vec<Lit>> = vec![Vec::new(); facts.parents.len()];
    for card in facts.cards() {
        let mut row = Vec::new();
        for (parent, &joined) in facts.parents[card.index()].iter().zip(&facts.joins[card.index()]) {
            let link = joined.then(|| writer.new_lit());
            taken[parent.index()].extend(link);
            row.push(link);
        }
        let some: Vec<Lit> = row.iter().copied().flatten().collect();
        if !some.is_empty() {
            writer.exactly_one(&some);
        }
        links.push(row);
    }
    taken.iter().for_each(|links| writer.at_most_one(links));
    debug_assert_eq!(links.len(), task.cards.len());
    links
}

/// In this position cards lie only on those that they belong to.
pub(super) fn write_linked(
    writer: &mut ClauseWriter<'_>,
    facts: &Facts,
    links: &[Vec<Option<Lit>>],
    layer: &Layer,
) {
    let each = |card: CardId| layer.on[card.index()].iter().zip(&links[card.index()]);
    for (&on, link) in facts.cards().flat_map(each) {
        if let Some(link) = link {
            writer.imply(&[on], &[*link]);
        }
    }
}
