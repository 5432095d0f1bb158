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

#[cfg(test)]
mod tests {
    use super::super::Choices;
    use super::*;
    use crate::rules::Rules;
    use crate::state::Instance;
    use crate::state::patterns::{Cards, Patterns, Spot};
    use crate::verify::patterns::engine::NOBODY;
    use crate::verify::patterns::space::Space;

    /// Two cards on the same one, a third card in between: the failure rests on the first and the last choice.
    #[test]
    fn reasons_that_are_none_are_found_out() {
        let rules = Rules::preset("freecell").unwrap();
        let game = Instance::from_id(rules, "ms:1".parse().unwrap()).unwrap();
        let cards = Cards::of(&game);
        let space = Space::new(&cards).unwrap();
        let mut engine = Engine::new(&space, &Patterns::default()).unwrap();
        engine.propagate().unwrap();
        let bottom = engine.mark();
        let card = |name| cards.all().find(|&card| cards.name(card) == name).unwrap();
        let lies = |card, spot| space.value(card, spot).unwrap();
        let facts = [
            lies(card("4H"), Spot::On(card("5S"))),
            lies(card("KD"), Spot::Cell),
            lies(card("4D"), Spot::On(card("5S"))),
        ];
        let open: Vec<Open> = facts
            .map(|fact| Open {
                mark: bottom,
                case: Some(Case::In(fact)),
                cases: Vec::new().into_iter(),
                failed_by: NOBODY,
            })
            .into();
        let (both, last) = (0b101, 0b100);
        let fail = |blamed: Choices| fail_alone(&engine, bottom, &open, blamed);
        assert!(fail(both) && fail(0b111));
        assert!([NOBODY, 0b001, 0b011, last, 0b110].into_iter().all(|blamed| !fail(blamed)));
        // The first choice takes that place from the other card, the king in its cell does not.
        apply(&mut engine, open[0].case.as_ref().unwrap(), 0).unwrap();
        let cases = [Case::In(facts[2])];
        let lose = |by: Choices| lose_alone(&engine, bottom, &open[..2], &cases, by);
        assert!(lose(0b01) && lose(0b11));
        assert!(!lose(NOBODY) && !lose(0b10));
    }
}
