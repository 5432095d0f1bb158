//! KPatience's deal numbers, against deals that KPatience itself made and against the
//! Windows numbers that its FreeCell shares.

use itertools::Itertools;
use patsat_game::cards::DealRange;
use patsat_game::cards::{Card, Deal, DealId};
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use sha2::{Digest, Sha256};

fn deal(name: &str) -> Instance {
    let id: DealId = name.parse().unwrap();
    Instance::from_id(Rules::preset(id.game().unwrap()).unwrap(), id).unwrap()
}

/// Columns, then the rows of the stock in the order in which they are dealt.
fn text(deal: &Deal) -> String {
    let columns = deal.columns.iter().map(|pile| pile.cards.iter().join(" ")).join(";");
    let stock: Vec<Card> = deal.stock.iter().rev().copied().collect();
    let rows = stock.chunks(10).map(|row| row.iter().join(" ")).join(";");
    format!("{columns}|{rows}")
}

fn digest(name: &str) -> String {
    Sha256::digest(text(&deal(name).deal)).iter().take(8).map(|b| format!("{b:02x}")).join("")
}

#[test]
fn spider_4_suits_number_1_is_kpatiences() {
    let columns = [
        "JD 4D KS QD 4S 7C",
        "8H 2S 7S 6D 3C 3S",
        "3H 2D KC 9D QD 2H",
        "TH 8S 6C TC 5C 4S",
        "5D 3D AC JH 9D",
        "8H QH 2H JC 9S",
        "4C AS 7S 8S 7H",
        "4C 6S TS 9S 3H",
        "QH 3S 9H 2S 8D",
        "KD 8D 6C 4H 9C",
    ];
    let rows = [
        "KC QC 7D 5C 4D AH TD 4H 6D TD",
        "AH 5H TC TS 2D 2C JH 6S QS 3C",
        "QS 2C 5S 8C 9H AD 7C 7H 3D KD",
        "9C KH KS 6H QC 5S KH 6H JS 7D",
        "AC 5H 5D AS JC 8C JS TH AD JD",
    ];
    let game = deal("kpat:spider4:1");
    assert_eq!(text(&game.deal), format!("{}|{}", columns.join(";"), rows.join(";")));
    let face_down: Vec<usize> = game.deal.columns.iter().map(|pile| pile.face_down).collect();
    assert_eq!(face_down, [5, 5, 5, 5, 4, 4, 4, 4, 4, 4]);
    // Dealing puts the first card of the first row on the first column.
    let mut table = game.table();
    table.apply(patsat_game::rules::Move::DealRow).unwrap();
    let tops = table.columns().iter().map(|pile| pile.cards.last().unwrap()).join(" ");
    assert_eq!(tops, rows[0]);
}

#[test]
fn spider_deals_have_the_digests_of_kpatiences() {
    let expected = [
        (1, "9286ab2bc06adfa8", "77162003a53900b2", "f27bcf7d09027290"),
        (2, "39a9536ff7b06800", "0ffc9ee9803ddc18", "bba2e4408eb0b826"),
        (617, "d94e0d580757671d", "b4c985f56e462c92", "1e5ef85a21127e8f"),
        (1_938_679_847, "14b13b5574ff5da3", "632481ff1e45ce9c", "4dac6a43d866de08"),
        (2_147_483_647, "5f9680be7750d59d", "cdbbc3c5d8be644d", "d619602e2fc74752"),
    ];
    for (number, one, two, four) in expected {
        for (suits, digest_) in [(1, one), (2, two), (4, four)] {
            assert_eq!(digest(&format!("kpat:spider{suits}:{number}")), digest_, "{suits} suits, {number}");
        }
        // Three suits are four with spades for diamonds, two are four in hearts and spades.
        let four = text(&deal(&format!("kpat:spider4:{number}")).deal);
        let three = text(&deal(&format!("kpat:spider3:{number}")).deal);
        assert_eq!(three, recoloured(&four, |suit| if suit == 'D' { 'S' } else { suit }));
        let two = text(&deal(&format!("kpat:spider2:{number}")).deal);
        assert_eq!(two, recoloured(&four, |suit| if matches!(suit, 'C' | 'H') { 'H' } else { 'S' }));
    }
}

/// Other suits for the second letter of each card.
fn recoloured(text: &str, suit: fn(char) -> char) -> String {
    let mut inside = false;
    text.chars()
        .map(|c| {
            let last = inside;
            inside = c.is_ascii_alphanumeric() && !last;
            if last { suit(c) } else { c }
        })
        .collect()
}

#[test]
fn freecell_numbers_are_those_of_windows() {
    for number in [1, 617, 11982, 32000, 2_147_483_647u64] {
        let rules = Rules::preset("freecell").unwrap();
        let windows = Instance::from_id(rules, DealId::Microsoft(number)).unwrap();
        assert_eq!(deal(&format!("kpat:freecell:{number}")).deal, windows.deal);
    }
}

#[test]
fn forty_and_eight_begins_with_a_card_on_the_waste() {
    let game = deal("kpat:fortyeight:1");
    let (deal, text) = (&game.deal, text(&game.deal));
    assert!(text.starts_with("JD QH AS AC;8H KD 6S 2H;3H 4D 3S 7S;"), "{text}");
    assert_eq!(deal.waste.iter().join(" "), "9D");
    assert_eq!(deal.stock.iter().rev().take(3).join(" "), "TC JH JC");
    assert_eq!((deal.stock.len(), deal.waste.len(), game.rules.columns), (71, 1, 8));
}

#[test]
fn simple_simon_lies_in_a_triangle() {
    // Dealt by row: nine cards, eight, .. three, then one to each of the ten columns.
    let sizes: Vec<usize> = deal("kpat:simplesimon:1").deal.columns.iter().map(|p| p.cards.len()).collect();
    assert_eq!(sizes, [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]);
    let order = patsat_game::cards::dealers::microsoft::order(1);
    let deal = deal("kpat:simplesimon:1").deal;
    assert_eq!(deal.columns[0].cards[0], order[0]);
    assert_eq!(deal.columns[8].cards, [order[8], order[50]]);
    assert_eq!(deal.columns[9].cards, [order[51]]);
    assert_eq!(deal.columns[1].cards[1], order[10]);
}

#[test]
fn ranges_name_their_game() {
    let range: DealRange = "kpat:spider4:1..100".parse().unwrap();
    assert_eq!(range.len(), 100);
    assert_eq!(range.deals().last().unwrap().to_string(), "kpat:spider4:100");
    assert_eq!("kpat:forty-and-eight:3".parse::<DealId>().unwrap().to_string(), "kpat:fortyeight:3");
}
