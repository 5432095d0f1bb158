//! Every pattern of a proof with the cards that it names, to mark them on a board.

use super::{pattern, title};
use patsat_analysis::why::PatternProof;
use patsat_base::Style;
use patsat_game::rules::Place;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards};
use patsat_game::verify::{Explained, explain};

/// A pattern in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternText {
    /// What it says and what every way out of it runs into, in lines; its number stands first.
    pub text: String,
    /// Where the cards that it names lie in the position that is lost: a place, and how many cards of that
    /// place lie beneath.
    pub marked: Vec<(Place, usize)>,
}

/// All patterns of a proof, that of the position itself first.
#[must_use]
pub fn pattern_texts(instance: &Instance, proof: &PatternProof, style: Style) -> Vec<PatternText> {
    let cards = Cards::of(instance);
    let start = proof.checked.start;
    let all = 0..proof.checked.patterns.0.len();
    let order: Vec<usize> = std::iter::once(start).chain(all.filter(|&which| which != start)).collect();
    let explained = explain(instance, &proof.checked, order.iter().copied());
    let texts = order.iter().zip(explained);
    texts.map(|(&which, ways)| one(instance, &cards, proof, which, &ways, style)).collect()
}

fn one(
    instance: &Instance,
    cards: &Cards,
    proof: &PatternProof,
    which: usize,
    ways: &[Explained],
    style: Style,
) -> PatternText {
    let shown = &proof.checked.patterns.0[which];
    let mut text = String::new();
    pattern(&mut text, instance, cards, proof, which, ways, style);
    debug_assert!(text.starts_with(&title(proof, which, style)), "the title stands first");
    let is_named = |card: &CardNo| shown.spot(*card).is_some();
    let mut marked = Vec::new();
    let mut mark = |place: Place, pile: &[CardNo]| {
        let named = pile.iter().enumerate().filter(|(_, card)| is_named(card));
        marked.extend(named.map(|(beneath, _)| (place, beneath)));
    };
    let position = cards.track();
    for (n, column) in (0..).zip(position.columns()) {
        mark(Place::Column(n), column);
    }
    for (n, cell) in (0..).zip(position.cells()) {
        mark(Place::Cell(n), cell.as_slice());
    }
    for (n, card) in (0..).zip(position.reserve()) {
        mark(Place::Reserve(n), &[*card]);
    }
    mark(Place::Stock, position.stock());
    mark(Place::Waste, position.waste());
    PatternText { text, marked }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_analysis::why::{self, WhyRequest};
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_planning::{Method, Monitor, Request};

    #[test]
    fn the_cards_of_deal_41_with_one_cell_are_marked() {
        let rules = Rules { cells: 1, ..Rules::preset("freecell").unwrap() };
        let game = Instance::from_id(rules, "ms:41".parse::<DealId>().unwrap()).unwrap();
        let request = WhyRequest::new(Request::new(&game, Method::default()));
        let answer = why::why(&request, &mut Monitor::default()).unwrap();
        let proof = answer.patterns().unwrap();
        let texts = pattern_texts(&game, proof, Style::PLAIN);
        assert_eq!(texts.len(), proof.checked.patterns.0.len());
        let at = |&(place, beneath): &(Place, usize)| match place {
            Place::Column(n) => game.deal.columns[usize::from(n)].cards[beneath].to_string(),
            other => panic!("{other:?}"),
        };
        let marked: Vec<String> = texts[0].marked.iter().map(at).collect();
        assert_eq!(marked, ["9C", "5D", "6C", "7H"]);
        assert!(texts[0].text.starts_with("Pattern 1 (the start)\n"), "{}", texts[0].text);
        assert!(texts[0].text.contains("9C cannot move"), "{}", texts[0].text);
    }
}
