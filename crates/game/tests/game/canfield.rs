//! Canfield and its kin by hand: foundations that begin with another rank, columns that are filled by themselves, moves of
//! whole columns and of parts of runs, holes.

use patsat_game::cards::{Card, Deal, DealId, DeckSpec, Pile};
use patsat_game::rules::{Build, EmptyColumn, FirstCard, Group, Home, Layout, Move, Place, Rules, Stock};
use patsat_game::state::{Instance, InstanceError, MoveError, Table};

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// A position of five ranks of hearts and spades, with these columns and what `change` adds.
fn position<const N: usize>(
    rules: Rules,
    columns: [&str; N],
    change: impl FnOnce(&mut Deal),
) -> Result<Table, InstanceError> {
    let columns = columns.map(|text| Pile::from(cards(text))).into();
    let mut deal = Deal { columns, ..Deal::default() };
    change(&mut deal);
    Ok(Instance::new(rules, deal)?.table())
}

fn two_suits(columns: u16) -> Rules {
    let deck = DeckSpec { ranks: 5, suits: "HS".parse().unwrap(), copies: 1 };
    Rules { build: Build::AlternateColour, ..Rules::plain("two", deck, columns) }
}

fn across(from: u16, to: u16, count: u32) -> Move {
    Move::Cards { from: Place::Column(from), to: Place::Column(to), count }
}

#[test]
fn foundations_and_builds_wrap_at_the_king_not_at_the_base() {
    let rules = Rules { base: 3, empty_column: EmptyColumn::TopRank, ..two_suits(4) };
    assert_eq!((rules.first_rank().0, rules.last_rank().0), (3, 2));
    let home: Vec<String> = rules.on_foundation(2, 5).map(|card| card.to_string()).collect();
    assert_eq!(home, ["3H", "4H", "5H", "AH", "2H"]);
    let fits = |card: &str, onto: &str| rules.fits(card.parse().unwrap(), onto.parse().unwrap());
    assert!(fits("5H", "AS") && fits("AH", "2S") && fits("3H", "4S"));
    assert!(!fits("2H", "3S") && !fits("AS", "5H"));
    let mut table =
        position(rules, ["AH 5S 4S", "2S AS", "3S 2H", ""], |deal| deal.foundations = vec![3, 0]).unwrap();
    assert_eq!(table.check(across(1, 3, 1)), Err(MoveError::EmptyColumn("AS".parse().unwrap())));
    table.apply(across(2, 3, 1)).unwrap();
    table.apply(across(1, 3, 1)).unwrap();
    for column in [2, 0, 0, 0] {
        let suit = table.top(Place::Column(column)).unwrap().suit.0;
        let to = Place::Foundation(u16::from(suit == 3));
        table.apply(Move::one(Place::Column(column), to)).unwrap();
    }
    assert_eq!(table.foundations(), [4, 3]);
    let wrong = Rules { base: 6, ..two_suits(4) };
    assert_eq!(
        wrong.check().unwrap_err().to_string(),
        "the rules do not fit together: foundations begin with rank 6: expected 1 to 5"
    );
}

#[test]
fn the_first_card_decides_where_foundations_begin() {
    for seed in 0..20 {
        let id = DealId::Random { game: None, seed };
        let canfield = Instance::from_id(Rules::preset("canfield").unwrap(), id.clone()).unwrap();
        let begun: Vec<u32> = canfield.deal.foundations.clone();
        assert_eq!(begun.iter().sum::<u32>(), 1);
        assert!(canfield.deal.cards_in_play().filter(|card| card.rank.0 == canfield.rules.base).count() == 3);
        let penguin = Instance::from_id(Rules::preset("penguin").unwrap(), id.clone()).unwrap();
        let beak = penguin.deal.columns[0].cards[0];
        assert_eq!((penguin.rules.base, penguin.deal.foundations.iter().sum::<u32>()), (beak.rank.0, 3));
        let golf = Instance::from_id(Rules::preset("golf").unwrap(), id).unwrap();
        assert_eq!((golf.deal.hole.len(), golf.rules.base, golf.deal.stock.len()), (1, 1, 16));
    }
    // Solvitaire 0.10.1 deals seed 1 of `golf`, `black-hole` and `canfield` so.
    let id = DealId::Solvitaire { game: None, seed: 1 };
    let hole = Instance::from_id(Rules::preset("black-hole").unwrap(), id).unwrap();
    assert_eq!(hole.deal.hole, cards("AS"));
}

fn reserved(empty_column: EmptyColumn) -> Rules {
    Rules {
        empty_column,
        layout: Layout { stacked: true, ..Layout::open() },
        stock: Stock::waste(0, false),
        ..two_suits(3)
    }
}

#[test]
fn the_reserve_fills_an_empty_column_as_part_of_the_move() {
    let start = |rules| {
        position(rules, ["5S", "4H", "AS"], |deal| {
            deal.reserve = cards("2S 3H");
            deal.waste = cards("AH 5H");
            deal.stock = cards("4S 3S 2H");
        })
    };
    let rules = reserved(EmptyColumn::ReserveThenAny);
    let mut table = start(rules.clone()).unwrap();
    assert_eq!(table.top(Place::Reserve(0)), Some("3H".parse().unwrap()));
    assert_eq!(
        table.check(Move::one(Place::Reserve(1), Place::Column(1))),
        Err(MoveError::NoSuchPlace(Place::Reserve(1)))
    );
    let before = table.clone();
    let action = across(1, 0, 1);
    table.apply(action).unwrap();
    assert_eq!((table.columns()[1].cards.clone(), table.deal().reserve.clone()), (cards("3H"), cards("2S")));
    let mut back = table.clone();
    back.take_back(action, &before);
    assert_eq!(back, before);
    table.apply(Move::one(Place::Column(2), Place::Foundation(1))).unwrap();
    assert!(table.deal().reserve.is_empty() && table.columns()[2].cards == cards("2S"));
    table.apply(Move::one(Place::Column(2), Place::Foundation(1))).unwrap();
    // Any card may fill what the reserve leaves empty.
    assert!(table.columns()[2].cards.is_empty());
    assert!(
        table.check(across(1, 2, 1)).is_ok()
            && table.check(Move::one(Place::Waste, Place::Column(2))).is_ok()
    );
    // Or the waste alone, before other cards go to columns.
    let strict = Rules { empty_column: EmptyColumn::ReserveThenWaste, ..rules };
    let table = table.with_rules(std::sync::Arc::new(strict));
    assert_eq!(table.check(across(1, 2, 1)), Err(MoveError::FillFirst));
    assert!(table.check(Move::one(Place::Waste, Place::Column(2))).is_ok());
    let unstacked = Rules { layout: Layout::open(), ..reserved(EmptyColumn::ReserveThenAny) };
    assert!(start(unstacked).unwrap_err().to_string().contains("a reserve that is not stacked"));
}

#[test]
fn waste_and_stock_fill_empty_columns_in_turn() {
    let rules = reserved(EmptyColumn::WasteThenStock);
    let mut table = position(rules, ["5S 4H 3S", "2H", "AH"], |deal| {
        deal.foundations = vec![0, 2];
        deal.waste = cards("5H");
        deal.stock = cards("3H 4S");
    })
    .unwrap();
    table.apply(Move::one(Place::Column(2), Place::Foundation(0))).unwrap();
    assert_eq!((&table.columns()[2].cards, table.deal().waste.len()), (&cards("5H"), 0));
    table.apply(Move::one(Place::Column(1), Place::Foundation(0))).unwrap();
    assert_eq!((&table.columns()[1].cards, &table.deal().stock), (&cards("4S"), &cards("3H")));
}

#[test]
fn only_whole_columns_move_to_columns() {
    let rules = Rules { group: Group::WholeColumn, ..two_suits(4) };
    let columns = ["5H 4S", "5S 4H 3S", "2S AS", ""];
    let table = position(rules, columns, |deal| deal.foundations = vec![3, 0]).unwrap();
    assert_eq!(
        table.check(across(1, 3, 1)),
        Err(MoveError::WholeColumn { place: Place::Column(1), size: 3 })
    );
    assert!(table.check(across(1, 3, 3)).is_ok());
    assert!(matches!(table.check(across(2, 3, 2)), Err(MoveError::NotARun { .. })));
    assert!(table.check(Move::one(Place::Column(2), Place::Foundation(1))).is_ok());
}

#[test]
fn a_part_of_a_run_moves_only_if_it_frees_a_card_to_go_home() {
    let rules = Rules { group: Group::PartForHome, ..two_suits(4) };
    let columns = ["5H 4S 3H", "5S 4H 3S", "2S AS", ""];
    let mut table = position(rules, columns, |deal| deal.foundations = vec![2, 0]).unwrap();
    assert_eq!(table.check(across(0, 3, 1)), Err(MoveError::PartOfRun("4S".parse().unwrap())));
    assert_eq!(table.check(across(1, 3, 1)), Err(MoveError::PartOfRun("4H".parse().unwrap())));
    assert!(table.check(across(0, 3, 3)).is_ok());
    // An ace of spades on a 2 of spades is no part of a run.
    assert!(table.check(across(2, 3, 1)).is_ok());
    table.apply(Move::one(Place::Column(0), Place::Foundation(0))).unwrap();
    assert!(table.check(across(1, 3, 1)).is_ok());
    assert!(table.check(across(1, 3, 2)).is_err());
}

#[test]
fn cards_go_into_the_hole_next_to_its_rank() {
    let hole = |home| Rules {
        home,
        build: Build::Nothing,
        empty_column: EmptyColumn::Nothing,
        stock: Stock::Hole,
        layout: Layout { first_card: FirstCard::Home, ..Layout::open() },
        ..two_suits(2)
    };
    let start = |home| {
        position(hole(home), ["5S 4H 2H AS", "4S 3H 2S 5H"], |deal| {
            deal.hole = cards("AH");
            deal.stock = cards("3S");
        })
        .unwrap()
    };
    let into = |column| Move::one(Place::Column(column), Place::Hole);
    let table = start(Home::Hole);
    let onto = "AH".parse().unwrap();
    assert_eq!(table.check(into(1)), Err(MoveError::HoleRank { card: "5H".parse().unwrap(), onto }));
    assert_eq!(table.check(into(0)), Err(MoveError::HoleRank { card: "AS".parse().unwrap(), onto }));
    assert_eq!(table.moves(), [Move::Draw]);
    let mut table = start(Home::HoleAroundCorner);
    assert!(table.check(into(0)).is_err());
    table.apply(into(1)).unwrap();
    table.apply(into(0)).unwrap();
    assert_eq!(table.check(Move::one(Place::Hole, Place::Column(0))), Err(MoveError::StaysHome(Place::Hole)));
    assert_eq!(table.check(Move::one(Place::Column(0), Place::Foundation(0))), Err(MoveError::OnlyIntoHole));
    let before = table.clone();
    table.apply(Move::Draw).unwrap();
    assert_eq!(table.deal().hole, cards("AH 5H AS 3S"));
    table.take_back(Move::Draw, &before);
    assert_eq!(table, before);
    // The cards below the top one and its suit make no difference.
    let key = table.key();
    let mut other = start(Home::HoleAroundCorner);
    assert!(other.set_key(&key) && other.key() == key && other.deal().hole.len() == 3);
    let full = Rules { home: Home::HoleAroundCorner, ..hole(Home::Hole) };
    let none = position(full, ["5S 4H 2H AS", "4S 3H 2S 5H AH 3S"], |_| {});
    assert!(none.unwrap_err().to_string().contains("cards in the hole: found 0, expected at least 1"));
}
