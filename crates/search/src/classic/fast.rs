//! The classic strategies on packed positions, where a game fits one.
//!
//! The idea: the strategies are written once for any position; [`on_fastest`] starts them
//! on [`Packed`], [`RunPosition`] or [`PilePosition`] if the game fits one, else on [`patsat_game::state::Table`]. All list the same
//! moves up to order, so verdicts and shortest lengths are the same; plans may differ.

use super::Scored;
use crate::heuristic::joins::BeforeRow;
use patsat_states::packed::{self, Packed};
use patsat_states::piles::{NONE, PileKey, PilePosition, Room};
use patsat_states::runs::{RunKey, RunPosition};

/// Runs a search on the fastest state that holds the instance.
macro_rules! on_fastest {
    ($search:path, $instance:expr $(, $argument:expr)*) => {
        match patsat_states::packed::Packed::new($instance) {
            Ok(start) => $search(&start $(, $argument)*),
            Err(_) => match patsat_states::runs::RunPosition::new($instance) {
                Ok(start) => $search(&start $(, $argument)*),
                Err(_) => patsat_states::with_piles!(
                    $instance,
                    game => $search(&patsat_states::piles::PilePosition::of(game) $(, $argument)*),
                    Err(_) => $search(&$instance.table() $(, $argument)*)
                ),
            },
        }
    };
}

pub(super) use on_fastest;

impl Scored for Packed {
    /// As [`crate::heuristic::heineman`].
    fn score(&self) -> u32 {
        let board = self.board();
        let needed = |card: u8| board.home[usize::from(card & 3)] == card >> 2;
        let mut buried = 0;
        for &top in &board.tops[..self.game().columns] {
            let (mut card, mut above) = (top, 0);
            while usize::from(card) < packed::MAX_CARDS {
                if needed(card) {
                    buried += above;
                }
                card = board.below[usize::from(card)];
                above += 1;
            }
        }
        if board.free_cells(self.game()) + board.empty_columns(self.game()) == 0 {
            buried *= 2;
        }
        buried + board.below.iter().filter(|&&below| below != packed::AT_HOME).count() as u32
    }

    fn footprint(&self) -> usize {
        // Cells and reserve are allocated apart; a few bytes each.
        size_of::<Self>() + 64
    }
}

impl<R: Room> Scored for PilePosition<R> {
    /// Cards that are not home, and those above the cards that go home next.
    fn score(&self) -> u32 {
        let (game, board) = (self.game(), self.board());
        let mut buried = 0;
        for pile in (0..game.columns as u8).chain([R::WASTE]) {
            let (mut card, mut above) = (board.top(pile), 0);
            while card != NONE {
                if board.may_go_home(game, game.kind(card)) {
                    buried += above;
                }
                card = board.under(card);
                above += 1;
            }
        }
        // As in `heineman`, before a row that needs a card in each column an empty one counts twenty against it.
        buried + 4 * u32::from(board.left) + 80 * board.lacking_before_row(game).unwrap_or(0)
    }

    fn key_heap(key: &PileKey) -> usize {
        key.size()
    }
}

impl Scored for RunPosition {
    /// As [`crate::heuristic::joins`].
    fn score(&self) -> u32 {
        let (game, board) = (self.game(), self.board());
        let loose = (0..game.columns).map(|n| {
            let cards = board.column(n);
            let open = &cards[usize::from(board.face_down[n])..];
            cards.len() - open.windows(2).filter(|pair| pair[0] == pair[1] + 1).count()
        });
        let rows = &game.rows[usize::from(board.rows_dealt)..];
        let undealt = rows.as_flattened().iter().filter(|&&card| card != 0).count() as u32;
        let loose = loose.sum::<usize>();
        let Some(row) = rows.first().filter(|_| !game.onto_empty) else { return undealt + loose as u32 };
        let tops = || (0..game.columns).map(|n| (board.column(n).last(), row[n]));
        let fits = |&(top, card): &(Option<&u8>, u8)| card != 0 && top == Some(&(card + 1));
        let before = BeforeRow {
            columns: game.columns,
            empty: tops().filter(|(top, _)| top.is_none()).count(),
            cards: board.cards(game),
            fits: tops().filter(fits).count(),
        };
        undealt + before.score(loose)
    }

    fn key_heap(key: &RunKey) -> usize {
        key.size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::{DealId, DeckSpec};
    use patsat_game::rules::Rules;
    use patsat_game::state::{Instance, Position};

    #[test]
    fn packed_scores_are_the_tables() {
        for preset in [
            "freecell",
            "bakers-game",
            "eight-off",
            "seahaven-towers",
            "fore-cell",
            "streets-and-alleys",
            "king-albert",
        ] {
            for (seed, ranks, suits) in [(1, 13, 4), (2, 13, 4), (3, 7, 4), (4, 9, 3), (5, 13, 2)] {
                let mut rules = Rules::preset(preset).unwrap();
                if preset != "king-albert" {
                    rules.deck = DeckSpec::new(ranks, suits, 1);
                }
                let id = DealId::Random { game: None, seed };
                let instance = Instance::from_id(rules, id).unwrap();
                let (mut packed, mut table) = (Packed::new(&instance).unwrap(), instance.table());
                for step in 0..80 {
                    assert_eq!(packed.score(), table.score(), "{preset} {seed} {step}");
                    let mut moves = Vec::new();
                    packed.single_moves_into(&mut moves);
                    let Some(&action) = moves.get((step * 7 + seed as usize) % moves.len().max(1)) else {
                        break;
                    };
                    packed.make(action);
                    table.make(action);
                }
            }
        }
    }
}
