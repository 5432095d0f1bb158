//! Whether what the engine notes of reasons is so: the choices that a failure is said to rest on are made alone.
//!
//! Jumping back is right if, and only if, they fail without the others too. A wrong note shows here wherever it is
//! made, and not only in the rare case where the jump goes over a position.

use super::{Case, Open, apply, bit};
use crate::verify::patterns::engine::{Choices, Engine, Mark};

/// Whether these choices fail without the others.
pub(super) fn fail_alone(engine: &Engine<'_>, bottom: Mark, open: &[Open], blamed: Choices) -> bool {
    let mut alone = engine.clone();
    alone.undo(bottom);
    made(&mut alone, open, blamed).is_none()
}

/// Whether these choices without the others take every place from a card that it has lost.
pub(super) fn lose_alone(
    engine: &Engine<'_>,
    bottom: Mark,
    open: &[Open],
    cases: &[Case],
    by: Choices,
) -> bool {
    let Some(Case::In(fact)) = cases.first() else { return true };
    let card = engine.card_of(*fact);
    let mut alone = engine.clone();
    alone.undo(bottom);
    made(&mut alone, open, by).is_none_or(|()| {
        engine.space.values(card).all(|value| engine.is_left(value) || !alone.is_left(value))
    })
}

/// Makes these choices; `None` if they fail.
fn made(alone: &mut Engine<'_>, open: &[Open], chosen: Choices) -> Option<()> {
    let chosen = open.iter().enumerate().filter(|&(depth, _)| chosen & bit(depth) != 0);
    for (depth, case) in chosen.filter_map(|(depth, open)| Some((depth, open.case.as_ref()?))) {
        apply(alone, case, depth).ok()?;
    }
    Some(())
}
