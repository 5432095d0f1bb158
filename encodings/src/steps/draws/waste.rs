//! Leaving the waste from its end, in size linear in its cards and labels.

use super::facts::Facts;
use super::layer::Layer;
use crate::steps::clause_writer::ClauseWriter;
use rustsat::types::Lit;

/// When a card leaves the waste, all cards drawn later have left it before. Entry `s` of `by`, for each card: its
/// label is `s` or less.
pub(super) fn write_waste(
    writer: &mut ClauseWriter<'_>,
    facts: &Facts,
    before: &Layer,
    after: &Layer,
    by: &[Vec<Lit>],
) {
    let labels = by.first().map_or(0, Vec::len);
    // A card drawn as the i-th or later lies on the waste after the step ...
    let mut stays = writer.no();
    // ... and, entry `s`, leaves it in this step with label `s` or a later one.
    let mut leaves = vec![writer.no(); labels];
    for (place, &card) in facts.chain.iter().enumerate().rev() {
        let n = card.index();
        let (old, new, drawn) = (before.left[n], after.left[n], after.drawn[place]);
        if writer.is_no(drawn) {
            continue;
        }
        // It leaves now: `new` and not `old`.
        writer.clause(&[!new, old, !stays]);
        for (s, &later) in leaves.iter().enumerate() {
            writer.clause(&[!new, old, !later, !by[n][s]]);
        }
        let next = writer.new_lit();
        writer.imply(&[stays], &[next]);
        writer.imply(&[drawn], &[new, next]);
        stays = next;
        for (s, later) in leaves.iter_mut().enumerate() {
            let next = writer.new_lit();
            writer.imply(&[*later], &[next]);
            let sooner = s.checked_sub(1).map_or(writer.no(), |less| by[n][less]);
            writer.clause(&[!new, old, sooner, next]);
            *later = next;
        }
    }
}
