//! Plans without useless moves: what a plan does not need, it need not be allowed to do elsewhere.
//!
//! A move is left out if the rest still wins; so are two in a row of the same card that go nowhere.

use crate::steps::sequential::{Action, World};
use crate::task::Position;

/// Leaves out moves as long as the plan wins from here. Plans over columns with names stay as they
/// are: with another move before it, an empty column may be another one.
pub(super) fn shorten(world: &World, start: &Position<'_>, mut plan: Vec<Action>) -> Vec<Action> {
    if world.piles.named {
        return plan;
    }
    let mut at = 0;
    while at < plan.len() {
        let again = |action: &Action| moved(action).is_some() && moved(action) == moved(&plan[at]);
        let next = plan[at + 1..].iter().position(again).map(|n| at + 1 + n);
        let one = without(&plan, &[at]);
        let two = next.map(|next| without(&plan, &[at, next]));
        match [Some(one), two].into_iter().flatten().find(|shorter| wins(world, start, shorter)) {
            // Moves before it may be useless now.
            Some(shorter) => (plan, at) = (shorter, 0),
            None => at += 1,
        }
    }
    plan
}

fn moved(action: &Action) -> Option<u32> {
    match action {
        Action::Move { card, .. } => Some(card.0),
        Action::Deal(_) | Action::Redeal | Action::Draw | Action::Collect(_) => None,
    }
}

fn without(plan: &[Action], gone: &[usize]) -> Vec<Action> {
    plan.iter().enumerate().filter(|(n, _)| !gone.contains(n)).map(|(_, &action)| action).collect()
}

fn wins(world: &World, start: &Position<'_>, plan: &[Action]) -> bool {
    let mut position = start.clone();
    plan.iter().all(|action| position.apply(action.step(world, &position)).is_ok()) && position.is_won()
}
