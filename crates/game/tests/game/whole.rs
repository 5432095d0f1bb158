//! What trusted code needs of an instance: as many redeals as the rules have, and each card as often as the deck.

use patsat_game::cards::Deal;
use patsat_game::rules::{Cost, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::instance_digest;
use patsat_game::verify::LeastCost;
use patsat_testkit::{small_game, small_spider};

#[test]
fn no_more_redeals_are_used_than_the_rules_have() {
    let with = |game: &str, used: usize| {
        let instance = Instance::from_id(Rules::preset(game).unwrap(), "random:1".parse().unwrap()).unwrap();
        let deal = Deal { redeals_used: used, ..instance.deal.clone() };
        Instance::new((*instance.rules).clone(), deal).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with("forty-and-eight", 0), Ok(()));
    assert_eq!(with("forty-and-eight", 1), Ok(()));
    let refused = |game: &str, used: usize, most: u16| {
        assert_eq!(
            with(game, used),
            Err(format!("redeals used: found {used}, expected at most {most}")),
            "{game}"
        );
    };
    refused("forty-and-eight", 2, 1);
    refused("forty-and-eight", usize::MAX, 1);
    refused("forty-thieves", 1, 0);
    refused("freecell", 1, 0);
    refused("spider", 1, 0);
    let waste =
        |redeals| Rules { stock: Stock::waste(redeals, true), ..Rules::preset("forty-thieves").unwrap() };
    let deal = Instance::from_id(waste(3), "random:1".parse().unwrap()).unwrap().deal;
    for (used, fits) in [(3, true), (4, false)] {
        assert_eq!(Instance::new(waste(3), Deal { redeals_used: used, ..deal.clone() }).is_ok(), fits);
    }
}

#[test]
fn the_least_cost_is_for_whole_decks_alone() {
    let mut bounds = 0;
    for (seed, cost) in (0..60).flat_map(|seed| [Cost::M1, Cost::M2, Cost::M3].map(|cost| (seed, cost))) {
        for game in [small_game(seed), small_spider(seed)] {
            if LeastCost::new(&game, cost).is_none() {
                continue;
            }
            bounds += 1;
            // The fields are public: an instance can be made without its check.
            let longest = game.deal.columns.iter().enumerate().max_by_key(|(_, pile)| pile.cards.len());
            let (column, _) = longest.unwrap();
            let mut missing = game.clone();
            missing.deal.columns[column].cards.pop();
            let mut twice = game.clone();
            let card = *twice.deal.columns[column].cards.last().unwrap();
            twice.deal.columns[column].cards.push(card);
            let mut changed = twice.clone();
            changed.deal.columns[column].cards.remove(0);
            for broken in [missing, twice, changed] {
                if broken.rules.check_deal(&broken.deal).is_err() {
                    assert!(LeastCost::new(&broken, cost).is_none(), "seed {seed}: {broken:?}");
                }
            }
        }
    }
    assert!(bounds > 60, "{bounds}");
}

#[test]
fn digests_are_of_rules_and_position() {
    let digest = |instance: &Instance| instance_digest(instance).unwrap();
    for seed in 0..30 {
        let game = small_game(seed);
        let mut renamed = (*game.rules).clone();
        renamed.name = "another name".into();
        assert_eq!(digest(&Instance { rules: renamed.into(), ..game.clone() }), digest(&game));
        let mut other = game.clone();
        other.deal.columns.reverse();
        assert_eq!(digest(&other) == digest(&game), other.deal == game.deal, "seed {seed}");
        let mut rules = (*game.rules).clone();
        rules.cells += 1;
        assert_ne!(digest(&Instance { rules: rules.into(), ..game.clone() }), digest(&game));
    }
}
