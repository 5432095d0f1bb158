//! Three ways to keep the order free of cycles.
//!
//! Since every pair has a direction, the order is a tournament, and a tournament with a cycle
//! has one of three events. `closure` forbids both cycles of every three events at once.
//! `lazy` writes only those that the deal makes shorter, and adds the others when a model
//! violates them (see `read`). `levels` gives each event a number in unary and lets it rise
//! along every pair; the range of a number is narrowed by what certainly comes before and after.
//! A formula for a solver that compares numbers needs none of them: there events have times.

use super::order::{Draft, Order};
use crate::formula::TooLarge;
use crate::options::Acyclicity;
use crate::theory::Earlier;
use rustsat::types::Lit;

pub(super) fn write(draft: &mut Draft<'_>, order: &Order, form: Acyclicity) -> Result<(), TooLarge> {
    if draft.formula.theory().keeps().times {
        times(draft, order);
        return Ok(());
    }
    match form {
        Acyclicity::Closure => triangles(draft, order, |_| true),
        Acyclicity::Lazy => triangles(draft, order, |open| open < 3),
        Acyclicity::Levels => levels(draft, order),
    }
}

/// Forbids the cycles of those three events of which so many pairs are open.
fn triangles(draft: &mut Draft<'_>, order: &Order, wanted: impl Fn(usize) -> bool) -> Result<(), TooLarge> {
    for w in 0..order.events {
        for v in 0..w {
            for u in 0..v {
                let sides = [(u, v), (v, w), (u, w)];
                if wanted(sides.iter().filter(|&&(a, b)| order.open(a, b)).count()) {
                    forbid(draft, order, [u, v, w]);
                    forbid(draft, order, [w, v, u]);
                }
            }
        }
        draft.formula.check()?;
    }
    Ok(())
}

/// Forbids one cycle.
pub(super) fn forbid(draft: &mut Draft<'_>, order: &Order, [u, v, w]: [usize; 3]) {
    draft.imply(&[order.before(u, v), order.before(v, w)], &[order.before(u, w)]);
}

/// Gives each event a time, for a solver that compares numbers.
fn times(draft: &mut Draft<'_>, order: &Order) {
    let theory = draft.formula.theory_mut();
    for second in 0..order.events {
        for first in 0..second {
            match (order.open(first, second), order.before(first, second) == draft.truth) {
                (true, _) => {
                    let literal = order.before(first, second);
                    theory.earlier.push(Earlier { literal, first, second });
                }
                (false, true) => theory.certain.push((first, second)),
                (false, false) => theory.certain.push((second, first)),
            }
        }
    }
}

fn levels(draft: &mut Draft<'_>, order: &Order) -> Result<(), TooLarge> {
    let events = order.events;
    let certain = |u: usize, v: usize| order.before(u, v) == draft.truth;
    let range = |event: usize| {
        let least = (0..events).filter(|&e| certain(e, event)).count();
        let above = (0..events).filter(|&e| certain(event, e)).count();
        (least, (events - above).max(least + 1))
    };
    let ranges: Vec<(usize, usize)> = (0..events).map(range).collect();
    let numbers: Vec<Vec<Lit>> = ranges
        .iter()
        .map(|&(least, end)| (least + 1..end).map(|_| draft.formula.new_lit()).collect())
        .collect();
    let truth = draft.truth;
    let at_least = |event: usize, n: usize| match n.checked_sub(ranges[event].0 + 1) {
        None => truth,
        Some(place) => numbers[event].get(place).copied().unwrap_or(!truth),
    };
    for (event, own) in numbers.iter().enumerate() {
        for pair in own.windows(2) {
            draft.imply(&[pair[1]], &[pair[0]]);
        }
        for other in (0..events).filter(|&other| other != event) {
            let before = order.before(event, other);
            if before != !truth {
                for n in ranges[event].0..ranges[event].1 {
                    draft.imply(&[before, at_least(event, n)], &[at_least(other, n + 1)]);
                }
            }
        }
        draft.formula.check()?;
    }
    Ok(())
}
