//! Every dealer's deals are found again, and nothing else is.

use patsat_formats::which::{Columns, NumberSearch};
use patsat_game::cards::{Deal, DealId};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;

fn sought(game: &str, id: &str, change: fn(&mut Deal), how: Columns) -> Option<u64> {
    let rules = Rules::preset(game).unwrap();
    let id: DealId = id.parse().unwrap();
    let mut deal = Instance::from_id(rules.clone(), id.clone()).unwrap().deal;
    change(&mut deal);
    let number = id.number();
    NumberSearch::new(&rules, &deal, &id)?.find(number.saturating_sub(300).max(1)..=number + 300, how)
}

const DEALS: [(&str, &str); 17] = [
    ("freecell", "ms:617"),
    ("eight-off", "ms:3000000000"),
    ("seahaven-towers", "ms:8000000000"),
    ("simple-simon", "kpat:simplesimon:77"),
    ("spider", "kpat:spider4:1000"),
    ("forty-and-eight", "kpat:fortyeight:5"),
    ("klondike-draw-one", "kpat:klondike1:5"),
    ("klondike", "solvitaire:klondike:400"),
    ("klondike", "pysol:24"),
    ("klondike-draw-one", "pysol:100000"),
    ("klondike", "klondike-solver:8721"),
    ("klondike-vegas", "greenfelt:617"),
    ("bakers-game", "pysol:100001"),
    ("spider", "pysol:14934"),
    ("spider", "pysol:40000"),
    ("forty-thieves", "solvitaire:forty-thieves:400"),
    ("king-albert", "random:king-albert:12"),
];

#[test]
fn every_dealer_finds_its_own_deals() {
    for (game, id) in DEALS {
        let number = id.rsplit(':').next().and_then(|n| n.parse().ok());
        assert!(number.is_some());
        assert_eq!(sought(game, id, |_| {}, Columns::AsDealt), number, "{id}");
        assert_eq!(sought(game, id, |_| {}, Columns::InAnyOrder), number, "{id}");
        let turned = |deal: &mut Deal| deal.columns.rotate_left(3);
        assert_eq!(sought(game, id, turned, Columns::AsDealt), None, "{id}");
        assert_eq!(sought(game, id, turned, Columns::InAnyOrder), number, "{id}");
        // An unseen card matches every card.
        let unseen = |deal: &mut Deal| {
            deal.stock.iter_mut().chain(&mut deal.columns[0].cards).for_each(|card| card.rank.0 = 0);
        };
        assert_eq!(sought(game, id, unseen, Columns::AsDealt), number, "{id}");
    }
}

#[test]
fn a_changed_board_has_no_number() {
    for (game, id) in DEALS {
        let swapped = |deal: &mut Deal| {
            let [first, .., last] = &mut deal.columns[..] else { unreachable!() };
            std::mem::swap(&mut first.cards[0], &mut last.cards[0]);
        };
        assert_eq!(sought(game, id, swapped, Columns::InAnyOrder), None, "{id}");
        let played = |deal: &mut Deal| {
            deal.columns[4].cards.pop();
        };
        assert_eq!(sought(game, id, played, Columns::InAnyOrder), None, "{id}");
    }
}

/// A column of which nothing is seen may be several of those dealt: the one that no other can be is kept for it.
#[test]
fn unseen_columns_leave_room_for_others() {
    let (game, id) = DEALS[0];
    let moved = |deal: &mut Deal| {
        let first = deal.columns[0].clone();
        deal.columns[0].cards.iter_mut().for_each(|card| card.rank.0 = 0);
        deal.columns[1] = first;
    };
    assert_eq!(sought(game, id, moved, Columns::AsDealt), None);
    assert_eq!(sought(game, id, moved, Columns::InAnyOrder), Some(617));
}
