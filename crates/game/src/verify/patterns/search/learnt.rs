//! Tests a learnt nogood: its places are removed again, without the choices that removed them.
//!
//! The nogood is right if and only if this leads to a conflict, too. So the test detects every wrong reason, not only a
//! reason that happens to exclude a position.

use super::position;
use crate::state::patterns::Spot;
use crate::verify::patterns::engine::{Engine, Nogood};

/// Returns whether a nogood follows from facts and earlier nogoods.
///
/// With all its places lost, propagation must leave no position at all, or a single one that does not satisfy `is_so`.
pub(super) fn follows(engine: &Engine<'_>, nogood: &Nogood, is_so: &dyn Fn(&[Spot]) -> bool) -> bool {
    let mut alone = engine.clone();
    alone.back_to(0);
    let lost = nogood.values.iter().try_for_each(|&value| alone.lose(value));
    if lost.and_then(|()| alone.propagate()).is_err() {
        return true;
    }
    let mut cards = alone.fixed.iter().take(alone.space.cards());
    cards.all(Option::is_some) && !is_so(&position(&alone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::state::Instance;
    use crate::state::patterns::{CardNo, Cards, Patterns};
    use crate::verify::patterns::space::{Space, Value};

    /// 4D lies on 5S or 5C. If 4H lies on one of them, 4D must lie on the other. The place of a king does not matter.
    #[test]
    fn a_failure_teaches_what_it_rests_on() {
        let rules = Rules::preset("freecell").unwrap();
        let game = Instance::from_id(rules, "ms:1".parse().unwrap()).unwrap();
        let cards = Cards::of(&game);
        let space = Space::new(&cards).unwrap();
        let mut engine = Engine::new(&space, &Patterns::default()).unwrap();
        let card = |name| cards.all().find(|&card| cards.name(card) == name).unwrap();
        let lies = |card, spot| space.value(card, spot).unwrap();
        let (first, third) = (card("4H"), card("4D"));
        let places = ["5S", "5C"].map(|name| Spot::On(card(name)));
        for value in space.values(third.0).filter(|&value| !places.contains(&space.spots[value as usize])) {
            engine.lose(value).unwrap();
        }
        engine.propagate().unwrap();
        assert!(engine.learn().is_none(), "nothing has failed");
        engine.choose(lies(first, places[0]), true).unwrap();
        engine.choose(lies(card("KD"), Spot::Cell), true).unwrap();
        assert_eq!(engine.fixed[third.index()], Some(lies(third, places[1])));
        // Two cards on one.
        engine.lose(lies(third, places[1])).unwrap_err();
        let of = |nogood: &Nogood, card: CardNo| {
            let own = |value: &&Value| space.card_of[**value as usize] == card.0;
            nogood.values.iter().filter(own).count()
        };
        // As if it had been chosen: 4H lies on 5S, so all other places of it are lost.
        engine.back_to(1);
        let all = |card: CardNo, but: Spot| {
            let but = lies(card, but);
            space.values(card.0).filter(move |&value| value != but && value != lies(card, places[1]))
        };
        let follows = |nogood: &Nogood, engine: &Engine<'_>| follows(engine, nogood, &|_| true);
        let nogood = |values: Vec<Value>| Nogood { values, card: first.0, choices: 0 };
        let on_both = nogood(all(first, places[0]).chain([lies(third, places[1])]).collect());
        assert!(!follows(&on_both, &engine), "4H may lie on 5C");
        let mut values = on_both.values;
        values.push(lies(first, places[1]));
        let so = nogood(values);
        assert!(follows(&so, &engine));
        let little = nogood(vec![lies(third, places[1])]);
        assert!(!follows(&little, &engine));
        assert!(
            !super::follows(&engine, &little, &|_| false),
            "many positions are left, not one that is not so"
        );
        // And so it is learnt.
        engine.back_to(0);
        engine.choose(lies(card("KD"), Spot::Cell), true).unwrap();
        engine.choose(lies(third, places[1]), false).unwrap();
        engine.choose(lies(first, places[1]), false).unwrap();
        engine.refuse();
        let learnt = engine.learn().unwrap();
        assert_eq!([of(&learnt, third), of(&learnt, first)], [1, 1]);
        assert!(!follows(&learnt, &engine), "that it is refused is not known without the choices");
    }
}
