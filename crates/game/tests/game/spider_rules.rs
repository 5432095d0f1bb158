//! Spider's rules and their variations, on the table.

use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{FaceUp, Layout, Move, PRESETS, Place, Rules, Stock};
use patsat_game::state::{Instance, MoveError, Table};
use std::collections::HashSet;

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn position(game: &str, deck: DeckSpec, columns: &[&str], stock: &str) -> Instance {
    let columns: Vec<Pile> = columns.iter().map(|text| cards(text).into()).collect();
    let rules =
        Rules { deck, columns: columns.len() as u16, layout: Layout::open(), ..Rules::preset(game).unwrap() };
    Instance::new(rules, Deal { columns, stock: cards(stock), ..Deal::default() }).unwrap()
}

fn between(from: u16, to: u16, count: u32) -> Move {
    Move::Cards { from: Place::Column(from), to: Place::Column(to), count }
}

/// The fewest moves to a table that is wanted.
fn fewest(start: &Table, wanted: impl Fn(&Table) -> bool) -> Option<usize> {
    let (mut layer, mut seen) = (vec![start.clone()], HashSet::from([start.key()]));
    for moves in 0.. {
        if layer.iter().any(&wanted) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for table in layer {
            for action in table.moves() {
                let mut after = table.clone();
                after.apply(action).unwrap();
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn hanoi_spider_is_the_towers_of_hanoi() {
    // A tower of colours in turn, which moves card by card, on cards whose top one takes any of
    // its own but the lowest: it is to stand on a column of its own, and there is one to help.
    for ranks in 2..=5u32 {
        let tower =
            |first: u32| (1..=ranks).rev().map(move |rank| Card::new(rank, 2 + ((rank + first) % 2) as u16));
        let lower = (1..=ranks).map(|rank| Card::new(rank, 2 + ((rank + 1) % 2) as u16));
        let first: Vec<Card> = lower.chain(tower(0)).collect();
        let rules = Rules {
            deck: DeckSpec { ranks, suits: "HS".parse().unwrap(), copies: 1 },
            columns: 3,
            layout: Layout::open(),
            stock: Stock::None,
            ..Rules::preset("hanoi-spider").unwrap()
        };
        let columns = vec![first.into(), Pile::default(), Pile::default()];
        let game = Instance::new(rules, Deal { columns, ..Deal::default() }).unwrap();
        let alone = |table: &Table| {
            let columns = table.columns();
            columns[0].cards.len() == ranks as usize && columns.iter().any(|pile| pile.cards.is_empty())
        };
        assert_eq!(fewest(&game.table(), alone), Some((1 << ranks) - 1), "{ranks} ranks");
    }
}

#[test]
fn hanoi_spider_builds_on_any_higher_rank_and_moves_sequences() {
    let deck = DeckSpec { ranks: 5, suits: "HS".parse().unwrap(), copies: 1 };
    let mut table = position(
        "hanoi-spider",
        deck,
        &["5S 3S 2S", "4S 1S".replace('1', "A").as_str(), "5H 4H", "3H AH 2H"],
        "",
    )
    .table();
    // 3S on 5S is no sequence; 2S on 3S is one and moves with it, onto 4H or any higher card.
    let refused = table.check(between(0, 2, 3));
    assert!(matches!(refused, Err(MoveError::NotARun { .. })), "{refused:?}");
    assert_eq!(table.check(between(0, 2, 2)), Ok(()));
    assert_eq!(table.check(between(1, 2, 1)), Ok(()));
    assert!(table.check(between(2, 1, 1)).is_err());
    table.apply(between(0, 2, 2)).unwrap();
    assert_eq!(table.columns()[2].cards, cards("5H 4H 3S 2S"));
}

#[test]
fn a_row_onto_an_empty_column_is_for_the_relaxed_rule_only() {
    let deck = DeckSpec { ranks: 3, suits: "S".parse().unwrap(), copies: 2 };
    let game = position("spider1", deck, &["3S", "AS AS", ""], "3S 2S 2S");
    assert_eq!(game.table().check(Move::DealRow), Ok(()));
    let mut strict = game.clone();
    let rules = Rules { stock: Stock::Rows { onto_empty: false }, ..(*game.rules).clone() };
    strict.rules = rules.into();
    assert_eq!(strict.table().check(Move::DealRow), Err(MoveError::DealOntoEmpty(3)));
}

#[test]
fn every_part_of_spider_can_be_another() {
    // Ranks beyond thirteen, suits beyond four, three copies, seven columns, a short last row.
    let rules = Rules {
        deck: DeckSpec::new(17, 6, 3),
        columns: 7,
        layout: Layout {
            sizes: patsat_game::rules::Sizes::Round(100),
            face_up: FaceUp::Top,
            ..Layout::open()
        },
        ..Rules::preset("spider").unwrap()
    };
    let game = Instance::from_id(rules, "random:4".parse().unwrap()).unwrap();
    let mut table = game.table();
    assert_eq!(table.deal().stock.len(), 17 * 6 * 3 - 100);
    let mut rows = 0;
    while table.apply(Move::DealRow).is_ok() {
        rows += 1;
    }
    assert_eq!(rows, (17 * 18 - 100usize).div_ceil(7));
    // A run of seventeen leaves whole.
    let up: Vec<Card> = (2..=17).rev().map(|rank| Card::new(rank, 5)).collect();
    let columns = vec![up.into(), Pile::from(vec![Card::new(1, 5)])];
    let rules =
        Rules { deck: DeckSpec::new(17, 6, 1), columns: 2, layout: Layout::open(), ..(*game.rules).clone() };
    let mut foundations = vec![17; 5];
    foundations.push(0);
    let game = Instance::new(rules, Deal { columns, foundations, ..Deal::default() }).unwrap();
    let mut table = game.table();
    table.apply(between(1, 0, 1)).unwrap();
    assert!(table.is_won() && table.columns()[0].cards.is_empty());
}

#[test]
fn the_spiders_have_their_decks() {
    let deck = |name: &str| Rules::preset(name).unwrap().deck;
    let count = |name: &str| {
        let deck = deck(name);
        [0, 1, 2, 3].map(|suit| deck.copies_of(suit))
    };
    assert_eq!(count("spider1"), [0, 0, 0, 8]);
    assert_eq!(count("spider2"), [0, 0, 4, 4]);
    assert_eq!(count("spider3"), [2, 0, 2, 4]);
    assert_eq!(count("spider"), [2; 4]);
    assert_eq!((count("spiderette"), count("simple-simon")), ([1; 4], [1; 4]));
    for preset in PRESETS.iter().filter(|preset| preset.name.starts_with("spider")) {
        let rules = Rules::preset(preset.name).unwrap();
        let sizes: Vec<usize> = Instance::from_id(rules.clone(), "random:1".parse().unwrap())
            .unwrap()
            .deal
            .columns
            .iter()
            .map(|pile| pile.cards.len())
            .collect();
        match rules.deck.len() {
            104 => assert_eq!(sizes, [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]),
            _ => assert_eq!(sizes, [1, 2, 3, 4, 5, 6, 7]),
        }
    }
}

fn collect(column: u16) -> Move {
    Move::Collect { column }
}

#[test]
fn runs_that_are_collected_stay_until_then() {
    let deck = DeckSpec::new(3, 2, 1);
    let game = position("ipc-spider", deck, &["3C 2C", "AC 3D", "2D AD"], "");
    let mut table = game.table();
    assert_eq!(table.check(collect(0)), Err(MoveError::NoRun(Place::Column(0))));
    assert_eq!(table.check(collect(3)), Err(MoveError::NoSuchPlace(Place::Column(3))));
    let home = Move::one(Place::Column(0), Place::Foundation(0));
    assert_eq!(table.check(home), Err(MoveError::OnlyRunsCollected));
    // 2D AD goes onto 3D and completes a run, which stays; AC lies beneath it.
    table.apply(between(2, 1, 2)).unwrap();
    assert_eq!(table.foundations(), [0, 0]);
    // A part of a complete run may be taken away again.
    assert_eq!(table.check(between(1, 2, 2)), Ok(()));
    assert!(table.moves().contains(&collect(1)));
    table.apply(collect(1)).unwrap();
    assert_eq!(table.foundations(), [0, 3]);
    table.apply(between(1, 0, 1)).unwrap();
    assert!(!table.is_won());
    table.apply(collect(0)).unwrap();
    assert!(table.is_won());
    assert_eq!(table.check(collect(0)), Err(MoveError::NoRun(Place::Column(0))));
    // Where runs leave at once, collecting them is illegal.
    let forced = position("spider", deck, &["3C 2C", "AC 3D", "2D AD"], "");
    assert_eq!(forced.table().check(collect(0)), Err(MoveError::NoCollecting));
    let forced = position("freecell", deck, &["3C 2C", "AC 3D", "2D AD"], "");
    assert_eq!(forced.table().check(collect(0)), Err(MoveError::NoCollecting));
}

#[test]
fn a_complete_run_can_keep_a_column_ready_for_a_row() {
    let deck = DeckSpec::new(2, 2, 1);
    let game = position("ipc-spider", deck, &["2C AC", "2D AD"], "");
    assert_eq!(game.table().check(Move::DealRow), Err(MoveError::StockEmpty));
    let game = position("ipc-spider", deck, &["2C AC"], "AD 2D");
    let mut table = game.table();
    let mut early = table.clone();
    early.apply(collect(0)).unwrap();
    assert_eq!(early.check(Move::DealRow), Err(MoveError::DealOntoEmpty(1)));
    for action in [Move::DealRow, Move::DealRow, collect(0), collect(0)] {
        table.apply(action).unwrap();
    }
    assert!(table.is_won());
    assert_eq!(fewest(&game.table(), Table::is_won), Some(4));
}

#[test]
fn a_run_with_its_lower_cards_face_down_is_none() {
    let deck = DeckSpec::new(2, 1, 2);
    let columns = vec![Pile { cards: cards("2C AC 2C AC"), face_down: 3 }];
    let rules = Rules { deck, columns: 1, layout: Layout::open(), ..Rules::preset("ipc-spider").unwrap() };
    let game = Instance::new(rules, Deal { columns, ..Deal::default() }).unwrap();
    assert_eq!(game.table().check(collect(0)), Err(MoveError::NoRun(Place::Column(0))));
}
