//! Games as large as the numbers of places go: no place is without its moves, and one more is refused.

use itertools::Itertools;
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, EmptyColumn, MOST_PLACES, Move, Place, Rules, Stock};
use patsat_game::state::{Instance, InstanceError};
use patsat_testkit::Dice;

/// A game of one column, where cards go home and nowhere else.
fn game(deck: DeckSpec, deal: Deal) -> Result<Instance, InstanceError> {
    let like = Rules::preset("beleaguered-castle").unwrap();
    let rules = Rules { deck, columns: 1, build: Build::Nothing, empty_column: EmptyColumn::Nothing, ..like };
    Instance::new(rules, deal)
}

/// One suit, all of it in the reserve, the ace last.
fn in_reserve(ranks: u32) -> Result<Instance, InstanceError> {
    let reserve = (1..=ranks).rev().map(|rank| Card::new(rank, 0)).collect();
    game(DeckSpec::new(ranks, 1, 1), Deal { reserve, ..Deal::default() })
}

/// The aces of `suits` suits, all home except the last copy of the last one.
fn one_left(suits: u16, copies: u16) -> Result<Instance, InstanceError> {
    let deck = DeckSpec::new(1, suits, copies);
    let mut foundations = vec![1; deck.foundations()];
    *foundations.last_mut().unwrap() = 0;
    let columns = vec![Pile::from(vec![Card::new(1, suits - 1)])];
    game(deck, Deal { columns, foundations, ..Deal::default() })
}

#[test]
fn the_last_card_in_reserve_can_be_played() {
    let ace = Move::one(Place::Reserve(MOST_PLACES - 1), Place::Foundation(0));
    assert_eq!(in_reserve(MOST_PLACES.into()).unwrap().table().moves(), [ace]);
    let more = in_reserve(u32::from(MOST_PLACES) + 1).unwrap_err();
    assert_eq!(more.to_string(), "cards in reserve: found 65001, expected at most 65000");
}

#[test]
fn the_last_foundation_can_be_filled() {
    let home = Move::one(Place::Column(0), Place::Foundation(MOST_PLACES - 1));
    assert_eq!(one_left(MOST_PLACES, 1).unwrap().table().moves(), [home]);
    let more = one_left(MOST_PLACES, 2).unwrap_err().to_string();
    assert!(more.ends_with("there are 130000 foundations: expected at most 65000"), "{more}");
}

/// All that a position is but for the names of columns, cells and foundations of a suit, written without its key.
fn without_names(deal: &Deal, deck: DeckSpec) -> String {
    let mut deal = deal.clone();
    deal.columns.sort_by_key(|pile| (pile.cards.clone(), pile.face_down));
    deal.cells.sort();
    deal.reserve.sort();
    for suit in deck.suits.iter() {
        deal.foundations[deck.foundations_of(suit)].sort();
    }
    format!("{deal:?}")
}

/// Cards of a deck, a suit at a time from some height on, anywhere.
fn anywhere(deck: DeckSpec, dice: &mut Dice) -> Deal {
    let foundations: Vec<u32> =
        (0..deck.foundations()).map(|_| deck.ranks.saturating_sub(dice.below(3) as u32)).collect();
    let mut deal = Deal { columns: vec![Pile::default(); 3], cells: vec![None; 3], ..Deal::default() };
    let left = foundations.iter().enumerate().flat_map(|(place, &height)| {
        (height + 1..=deck.ranks).map(move |rank| Card::new(rank, deck.suit_of_foundation(place)))
    });
    let mut left: Vec<Card> = left.collect();
    while !left.is_empty() {
        let card = left.swap_remove(dice.below(left.len()));
        match dice.below(6) {
            0 => deal.reserve.push(card),
            1 => deal.stock.push(card),
            2 => deal.waste.push(card),
            n => match deal.cells.iter_mut().find(|cell| cell.is_none() && n == 3) {
                Some(cell) => *cell = Some(card),
                None => deal.columns[dice.below(3)].cards.push(card),
            },
        }
    }
    for pile in &mut deal.columns {
        pile.face_down = dice.below(pile.cards.len().max(1));
    }
    Deal { foundations, redeals_used: dice.below(2), ..deal }
}

/// Codes of cards take a byte up to 254 kinds, heights up to 255 ranks; more of each around these numbers.
#[test]
fn a_key_is_complete_where_numbers_exceed_a_byte() {
    let like = Rules::preset("forty-thieves").unwrap();
    let mut dice = Dice::new(31);
    let sizes =
        [(253, 1), (127, 2), (51, 5), (64, 4), (255, 1), (256, 1), (257, 1), (2, 128), (1, MOST_PLACES)];
    for ((ranks, suits), copies) in sizes.into_iter().cartesian_product([1, 2]) {
        let deck = DeckSpec::new(ranks, suits, copies);
        if deck.foundations() > MOST_PLACES.into() {
            continue;
        }
        let stock = Stock::waste(1, false);
        let rules = Rules { deck, columns: 3, cells: 3, stock, ..like.clone() };
        let game = |deal| Instance::new(rules.clone(), deal).unwrap().table();
        let mut back = game(anywhere(deck, &mut dice));
        for _ in 0..if suits > 1000 { 2 } else { 50 } {
            let table = game(anywhere(deck, &mut dice));
            assert!(back.set_key(&table.key()), "{deck:?}");
            assert_eq!(without_names(back.deal(), deck), without_names(table.deal(), deck), "{deck:?}");
        }
    }
}
