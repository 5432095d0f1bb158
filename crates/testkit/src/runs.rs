//! Small random games of which complete runs leave, by either rule.

use super::Dice;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{FaceUp, Home, Rules, Sizes, Stock};
use patsat_game::state::Instance;

/// A random game of one to four runs on two to five columns, with up to three rows to deal. Runs leave by
/// themselves where the seed is odd and by moves where it is even.
pub fn small_runs(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("spider").unwrap();
    rules.columns = 2 + dice.below(4) as u16;
    let (suits, copies) = dice.pick(&[(1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (1, 4), (2, 2), (4, 1)]);
    let ranks = (2 + dice.below(4) as u32).min(16 / u32::from(suits * copies)).max(2);
    rules.deck = DeckSpec::new(ranks, suits, copies);
    let (cards, columns) = (rules.deck.len() as u32, u32::from(rules.columns));
    let stock = (dice.below(4) as u32 * columns).min(cards.saturating_sub(columns));
    // Now and then the last row is not full.
    let stock = stock.saturating_sub(u32::from(dice.below(4) == 0));
    rules.layout.sizes = Sizes::Round(cards - stock);
    rules.layout.face_up = dice.pick(&[FaceUp::All, FaceUp::All, FaceUp::Top]);
    rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
    if seed.is_multiple_of(2) {
        rules.home = Home::RunsByMove;
    }
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}
