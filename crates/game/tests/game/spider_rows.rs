//! A whole Spider deal that is lost for ten of its cards.

use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Pattern, Patterns, read};
use patsat_game::verify::check_patterns;
use std::path::Path;

fn deal(id: &str) -> Instance {
    Instance::from_id(Rules::preset("spider").unwrap(), id.parse().unwrap()).unwrap()
}

/// The solver plspider has the deal as one that appears to be unwinnable.
///
/// Ten cards, one a column, never leave the cards that they were dealt on. Three twos wait for a three, and so does the
/// two beneath JH, but all threes lie beneath the ten; four kings wait for an empty column; and when the first seven that
/// the two sixes could go to is dealt, a king lies on each of them, as a row has dealt it there.
#[test]
fn ten_cards_prove_a_whole_deal_lost() {
    let lost = deal("pysol:14934");
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../instances/certificates/pysol-spider-14934.patterns.txt");
    let file = std::fs::read(file).unwrap();
    let found = read(&lost, &file).unwrap();
    assert_eq!((found.0.len(), found.facts()), (1, 10));
    let shown = check_patterns(&lost, &found).unwrap();
    assert_eq!((shown.ways, shown.cases), (152, 39));
    // Each of the ten is needed.
    for without in 0..10 {
        let mut facts = found.0[0].facts().to_vec();
        facts.remove(without);
        let fewer = Patterns(vec![Pattern::new(facts).unwrap()]);
        assert!(check_patterns(&lost, &fewer).is_err(), "{without}");
    }
    assert!(read(&deal("pysol:14935"), &file).is_err());
    // The same cards where the stock is dealt in another order: no king comes to lie on the sixes in time.
    let mut other = lost.clone();
    other.deal.stock.reverse();
    (other.id, other.made) = (None, None);
    assert!(check_patterns(&other, &found).is_err());
}
