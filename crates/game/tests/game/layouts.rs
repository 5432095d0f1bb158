//! How each dealer lays its cards out.

use itertools::Itertools;
use patsat_game::cards::{Deal, DealId, DeckSpec};
use patsat_game::rules::{PRESETS, Rules};

fn column(deal: &Deal, index: usize) -> String {
    deal.columns[index].cards.iter().join(" ")
}

#[test]
fn microsoft_deals_cut_to_ranks_are_the_competition_tasks() {
    let mut rules = Rules::preset("freecell").unwrap();
    let whole = rules.deal(&DealId::Microsoft(1)).unwrap();
    assert_eq!(column(&whole, 0), "JD KD 2S 4C 3S 6D 6S");
    rules.deck.ranks = 6;
    // Task probfreecell-6-1 of the International Planning Competition of 2000.
    let cut = rules.deal(&DealId::Microsoft(1)).unwrap();
    assert_eq!(column(&cut, 0), "2S 4C 3S 6D 6S");
    rules.check_deal(&cut).unwrap();
}

/// The boards that `pysol_cards` 0.24.0 prints for its deal 100001.
#[test]
fn pysol_lays_out_as_its_own_games() {
    let id = DealId::PySol(100_001);
    let deal = |game: &str| Rules::preset(game).unwrap().deal(&id).unwrap();
    let fresh = deal("freecell");
    assert_eq!(
        (column(&fresh, 0), column(&fresh, 7)),
        ("AS 7C 6H 8S 4D 6C 9C".into(), "KS KH JS 6S 2D 9D".into())
    );
    let cells = |deal: &Deal| deal.cells.iter().flatten().join(" ");
    let eight = deal("eight-off");
    assert_eq!((column(&eight, 3), cells(&eight)), ("TS KC TH 5C 6D 2S".into(), "9C 8H KD JD".into()));
    let seahaven = deal("seahaven-towers");
    assert_eq!((column(&seahaven, 9), cells(&seahaven)), ("8D TH 4H 2D 8H".into(), "KD JD".into()));
    let simon = deal("simple-simon");
    assert_eq!(column(&simon, 0), "AS 8D QD 8S TD 6D 2D AH");
    assert_eq!([5, 8, 9].map(|n| column(&simon, n)), ["4S JC 3C 4H 9D", "7C KD", "JD"]);
    for game in ["king-albert", "spider2", "spiderette", "forty-thieves"] {
        let refused = Rules::preset(game).unwrap().deal(&id).unwrap_err().to_string();
        assert!(refused.starts_with("pysol:N deals one deck of 13 ranks and 4 suits"), "{refused}");
    }
}

/// The boards that `pysol_cards` 0.24.0 prints for two deals of `klondike`; PySolFC then draws to the waste.
#[test]
fn pysol_lays_out_klondike() {
    for (number, columns, talon) in [
        (
            24,
            [
                "5C",
                "7H 9H",
                "2D 9S AC",
                "5D QH 5S 8C",
                "QC 2C JS 3C 7D",
                "5H 7S KD 9C JC 6S",
                "4C AH 2S 6C 6H TH KH",
            ],
            "TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS",
        ),
        (
            12_345_678_901_234_567_890,
            [
                "3S",
                "JC 9H",
                "4S 7S QD",
                "3D 3C 6H TS",
                "7H 8C 6S 7D JS",
                "9D 6C KD 5C KS 4H",
                "AH 9S AC TD AS QH KH",
            ],
            "5D 4D 6D QC TC JD 4C 5S 5H 2D 2H AD 7C 8S 8H JH 8D 3H 2S KC 2C 9C QS TH",
        ),
    ] {
        for (game, drawn) in [("klondike", 3), ("klondike-draw-one", 1), ("klondike-vegas", 3)] {
            let deal = Rules::preset(game).unwrap().deal(&DealId::PySol(number)).unwrap();
            assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|n| column(&deal, n)), columns, "{game} {number}");
            assert!(deal.columns.iter().all(|pile| pile.face_down + 1 == pile.cards.len()));
            assert_eq!(deal.waste.iter().chain(deal.stock.iter().rev()).join(" "), talon, "{game} {number}");
            assert_eq!(deal.waste.len(), drawn);
        }
    }
}

/// The columns and the stock that Klondike-Solver shows of its deal 3.
#[test]
fn klondike_solver_deals_klondike_alone() {
    let deal = Rules::preset("klondike").unwrap().deal(&DealId::KlondikeSolver(3)).unwrap();
    let columns = [
        "9C",
        "TD 7S",
        "8H 7C 3C",
        "6C 4S 2H 4D",
        "8D QD TC 8C 9D",
        "AS KD QC JC KS 5C",
        "AC 7H TS 4H 6H QH 2S",
    ];
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|n| column(&deal, n)), columns);
    let stock = "7D AD AH 4C 9S 3S TH 3H JS 5D JH 3D 2D KH KC QS 6S 6D 9H 5S 5H 8S JD 2C";
    assert_eq!(deal.stock.iter().rev().join(" "), stock);
    for game in ["freecell", "spiderette", "forty-thieves", "king-albert"] {
        for id in [DealId::KlondikeSolver(3), DealId::Greenfelt(3)] {
            let refused = Rules::preset(game).unwrap().deal(&id).unwrap_err().to_string();
            assert!(refused.contains(":N deals Klondike, expected a game such as klondike"), "{refused}");
        }
    }
}

/// Deal 14934 as it is printed on the page of the solver plspider (tranzoa.net), whose numbers are PySol's: the rows of
/// the columns, from the bottom. The rows of the stock are those of `pysol_cards` 0.24.0.
#[test]
fn pysol_lays_out_spider() {
    let deal = Rules::preset("spider").unwrap().deal(&DealId::PySol(14_934)).unwrap();
    let row = |depth: usize| deal.columns.iter().filter_map(|pile| pile.cards.get(depth)).join(" ");
    assert_eq!(
        (0..6).map(row).collect::<Vec<_>>(),
        [
            "TS 2H 4S QD 3D TD 9H AS JS JD",
            "3C 4H 3H QH 8C TH 3D 4D 8H AH",
            "KS KC TC 7C 8S 3S 7D 3S 6C 5C",
            "4C 3H 4D 7S 2S 3C 5C 8C QC 5S",
            "JH KH 2H QC JH 6H QS 2C KD KS",
            "5S 2D 6H 5D",
        ]
    );
    assert_eq!(column(&deal, 0), "TS 3C KS 4C JH 5S");
    assert!(deal.columns.iter().all(|pile| pile.face_down + 1 == pile.cards.len()));
    assert_eq!(deal.stock[40..].iter().rev().join(" "), "6D AH TH 9S 9C 6C AC 6S 9D 4C");
    assert_eq!(deal.stock[..10].iter().rev().join(" "), "9D KC AD QD JC JD 7S 7D 9S QS");
    // Spider's cards laid out otherwise, and its layout with other cards.
    let mut rules = Rules::preset("spider").unwrap();
    rules.columns = 9;
    assert!(rules.deal(&DealId::PySol(1)).is_err());
    let mut rules = Rules::preset("spider").unwrap();
    rules.deck.ranks = 12;
    assert!(rules.deal(&DealId::PySol(1)).is_err());
}

#[test]
fn solvitaire_deals_triangles_from_the_right() {
    let id = DealId::Solvitaire { game: None, seed: 1 };
    let (cards, _) = DeckSpec::STANDARD.dealt(&id).unwrap();
    let deal = Rules::preset("king-albert").unwrap().deal(&id).unwrap();
    assert_eq!(deal.reserve, cards[..7]);
    // The first row lies on all nine columns, the second leaves the first one out.
    let dealt = |row: usize| deal.columns[row..].iter().rev().map(move |pile| pile.cards[row]);
    assert!((0..9).flat_map(dealt).eq(cards[7..].iter().copied()));
    // Other dealers begin at the left.
    let id = DealId::Random { game: None, seed: 1 };
    let (cards, _) = DeckSpec::STANDARD.dealt(&id).unwrap();
    let deal = Rules::preset("king-albert").unwrap().deal(&id).unwrap();
    assert_eq!(deal.columns[0].cards[0], cards[0]);
}

#[test]
fn solvitaire_deals_are_solvitaires() {
    let id = DealId::Solvitaire { game: None, seed: 1 };
    let freecell = Rules::preset("freecell").unwrap().deal(&id).unwrap();
    assert_eq!(column(&freecell, 0), "6H QS 4S 2H 3C 8S JH");
    assert_eq!(column(&freecell, 7), "QC 7C TS 5D 5H 9H");
    let forty = Rules::preset("forty-thieves").unwrap().deal(&id).unwrap();
    assert_eq!(column(&forty, 0), "TS 4C 2S 9H");
    assert_eq!(column(&forty, 9), "7S 2S JH 5S");
    assert_eq!(forty.stock.len(), 64);
    assert_eq!(forty.stock[..3].iter().join(" "), "JD KS 6H");
    assert_eq!(forty.stock[62..].iter().join(" "), "7C 7D");
}

#[test]
fn every_preset_deals_its_whole_deck() {
    for preset in PRESETS {
        let id = DealId::Random { game: None, seed: 5 };
        let rules = Rules::preset(preset.name).unwrap().with_base_of(&id).unwrap();
        let deal = rules.deal(&id).unwrap();
        rules.check_deal(&deal).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
    }
}
