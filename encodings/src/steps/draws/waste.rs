//! Leaving the waste from its end, in size linear in its cards and labels.

use super::layer::Layer;
use super::moves::Moves;
use super::shape::Shape;
use crate::steps::pen::Pen;

/// Who leaves the waste leaves nobody behind that was drawn later, and goes after all of them.
pub(super) fn write_waste(pen: &mut Pen<'_>, shape: &Shape, before: &Layer, after: &Layer, moves: &Moves) {
    let labels = moves.by.first().map_or(0, Vec::len);
    // Somebody drawn as the i-th or later lies on the waste after the step ...
    let mut stays = pen.no();
    // ... and, entry `s`, leaves it in this step with label `s` or a later one.
    let mut leaves = vec![pen.no(); labels];
    for (place, &card) in shape.chain.iter().enumerate().rev() {
        let n = card.index();
        let (old, new, drawn) = (before.left[n], after.left[n], after.drawn[place]);
        if pen.is_no(drawn) {
            continue;
        }
        // It leaves now: `new` and not `old`.
        pen.clause(&[!new, old, !stays]);
        for (s, &later) in leaves.iter().enumerate() {
            pen.clause(&[!new, old, !later, !moves.by[n][s]]);
        }
        let next = pen.new_lit();
        pen.imply(&[stays], &[next]);
        pen.imply(&[drawn], &[new, next]);
        stays = next;
        for (s, later) in leaves.iter_mut().enumerate() {
            let next = pen.new_lit();
            pen.imply(&[*later], &[next]);
            let sooner = s.checked_sub(1).map_or(pen.no(), |less| moves.by[n][less]);
            pen.clause(&[!new, old, sooner, next]);
            *later = next;
        }
    }
}
