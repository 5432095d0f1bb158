//! Random small games of Klondike's kind.

use super::Dice;
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, EmptyColumn, Group, Redeals, Rules, Stock};
use patsat_game::state::Instance;

/// A random small game: built runs move as one, kings or nothing fill empty columns. Some cards may be home or in the
/// waste, columns may lie open in part.
#[must_use]
pub fn small_klondike(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let (ranks, suits) = dice.pick(&[(3, 4), (3, 4), (4, 4), (4, 3), (5, 2), (6, 2), (5, 3), (4, 4)]);
    let deck = DeckSpec::new(ranks, suits, 1);
    let build = dice.pick(&[Build::AlternateColour, Build::AlternateColour, Build::SameSuit, Build::AnySuit]);
    let redeals = dice.pick(&[
        Redeals::NONE,
        Redeals::Number(1),
        Redeals::Number(2),
        Redeals::Unlimited,
        Redeals::Unlimited,
    ]);
    let rules = Rules {
        build,
        group: Group::BuiltRun,
        empty_column: dice.pick(&[EmptyColumn::TopRank, EmptyColumn::TopRank, EmptyColumn::Nothing]),
        stock: Stock::Waste { redeals, playable: false, draw: 1 + dice.below(3) as u16 },
        worrying_back: dice.below(2) == 0,
        ..Rules::plain("small-klondike", deck, 2 + dice.below(3) as u16)
    };
    let mut cards: Vec<Card> = deck.all_cards().collect();
    let home = if dice.below(4) == 0 { 1 } else { 0 };
    cards.retain(|card| card.rank.0 > home);
    for n in (1..cards.len()).rev() {
        cards.swap(n, dice.below(n + 1));
    }
    let stock = dice.below(cards.len() / 2 + 1);
    let mut deal = Deal { foundations: vec![home; rules.foundations()], ..Deal::default() };
    deal.stock = cards.split_off(cards.len() - stock);
    deal.columns = vec![Pile::default(); rules.columns.into()];
    for card in cards {
        deal.columns[dice.below(rules.columns.into())].cards.push(card);
    }
    if dice.below(4) == 0 {
        let turned = dice.below(deal.stock.len() + 1);
        deal.waste = deal.stock.drain(turned..).rev().collect();
    }
    if dice.below(3) > 0 {
        deal.columns.iter_mut().for_each(|pile| pile.face_down = pile.cards.len().saturating_sub(1));
    }
    Instance::new(rules, deal).expect("these rules and cards fit")
}
