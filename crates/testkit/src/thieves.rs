//! Small random games with a stock and a waste.

use super::Dice;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, FaceUp, Group, Rules, Sizes, Stock};
use patsat_game::state::Instance;

/// A random small game of Forty Thieves' kind: one to three suits, one to three copies, built in
/// suit or otherwise, single cards or runs, with or without redeals, face-down cards, aces home.
pub fn small_thieves(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("forty-thieves").unwrap();
    let suits = 1 + dice.below(3) as u16;
    rules.deck = DeckSpec::new(2 + dice.below(3) as u32, suits, 1 + dice.below(3) as u16);
    rules.columns = 1 + dice.below(4) as u16;
    rules.build = dice.pick(&[
        Build::SameSuit,
        Build::SameSuit,
        Build::AlternateColour,
        Build::AnySuit,
        Build::Nothing,
    ]);
    rules.group = dice.pick(&[Group::Single, Group::Single, Group::BySpaces, Group::BuiltRun]);
    rules.stock = Stock::waste(dice.pick(&[0, 0, 1, 2]), dice.below(2) == 0);
    rules.layout.aces_home = dice.below(5) == 0;
    rules.layout.face_up = dice.pick(&[FaceUp::All, FaceUp::All, FaceUp::Top]);
    let aces = if rules.layout.aces_home { rules.foundations() } else { 0 };
    let most = rules.deck.len() - aces;
    rules.layout.sizes = Sizes::Round(dice.below(most + 1) as u32);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}
