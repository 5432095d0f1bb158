//! Dead patterns of tiny games: their cards beside the lowering's, and the checker that is proved.

mod proved;

use patsat_game::cards::Card;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Fact, Pattern, Patterns, Spot, read, write};
use patsat_game::verify::check_patterns;
use patsat_testkit::worlds::{Dice, World, game, worlds};

/// Cards have the numbers of the lowering, so that both checkers use the same numbers.
#[test]
fn cards_have_the_numbers_of_the_lowering() {
    for (_, game, world, _) in worlds(5, 20) {
        let lowered = patsat_lowering::lower::lower(&game).unwrap();
        let cards: Vec<Card> = world.cards.all().map(|n| world.cards.card(n)).collect();
        assert_eq!(lowered.cards, cards);
        let start = &lowered.task.start;
        for (column, ids) in world.cards.track().columns().iter().zip(&start.columns) {
            assert!(column.iter().map(|n| n.0).eq(ids.iter().map(|id| id.0)));
        }
        let cells: Vec<u32> = world.cards.track().cells().iter().flatten().map(|n| n.0).collect();
        assert!(cells.into_iter().eq(start.cells.iter().map(|id| id.0)));
        assert!(world.cards.track().reserve().iter().map(|n| n.0).eq(start.reserve.iter().map(|id| id.0)));
    }
}
