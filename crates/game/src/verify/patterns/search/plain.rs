//! The search without learning: chronological backtracking.

use super::{Effort, Found, STOP_EVERY, next_choice, position};
use crate::state::patterns::Spot;
use crate::verify::patterns::engine::{Engine, FactNo};

/// Searches both cases of every choice.
pub(super) fn find(
    engine: &mut Engine<'_>,
    effort: Effort,
    is_so: &dyn Fn(&[Spot]) -> bool,
    stop: &dyn Fn() -> bool,
) -> Found {
    let mut weights = vec![0u64; engine.space.cards()];
    // The assumed facts, and whether the other case is being searched.
    let mut open: Vec<(FactNo, bool)> = Vec::new();
    let (mut cases, mut queried) = (0, 0);
    loop {
        let mut fails = match next_choice(engine, &mut weights) {
            Some(fact) => {
                open.push((fact, false));
                cases += 1;
                engine.choose(fact, true).is_err()
            }
            None => {
                let position = position(engine);
                if is_so(&position) {
                    return Found::Position(position);
                }
                true
            }
        };
        while fails {
            let Some((fact, other)) = open.pop() else { return Found::Nothing { cases } };
            engine.back_to(open.len());
            if !other {
                open.push((fact, true));
                cases += 1;
                fails = engine.choose(fact, false).is_err();
            }
        }
        if cases >= effort.most_cases {
            return Found::GaveUp;
        }
        if cases - queried >= STOP_EVERY {
            queried = cases;
            if stop() {
                return Found::Stopped;
            }
        }
    }
}
