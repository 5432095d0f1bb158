//! A packed position in the places of a table: what a packed step is as a move.

use super::{AT_HOME, Board, CardSet, Game, IN_CELL, IN_RESERVE, NONE, Size, Slots, Small, Step, Target};
use patsat_game::rules::{Move, Place};
use patsat_game::state::Instance;

/// A packed position that knows which cell each card lies in; its columns are in the order of the table's.
///
/// It goes with a [`Table`](patsat_game::state::Table) that starts where it starts and is given the moves that it names.
#[derive(Clone, Debug)]
pub struct Placed<S: Size = Small> {
    /// The position.
    pub board: Board<S>,
    /// What lies in each cell, [`NONE`] where nothing does.
    cells: Vec<u8>,
}

/// What does not change from position to position.
#[derive(Clone, Debug)]
pub struct Places<S: Size = Small> {
    /// The reserve as it was dealt.
    reserve: Vec<u8>,
    /// The first foundation of each suit.
    foundations: S::Suits<u16>,
}

impl<S: Size> Places<S> {
    /// The places of an instance that packs.
    #[must_use]
    pub fn new(instance: &Instance) -> Places<S> {
        let mut foundations = S::Suits::filled(0);
        for (suit, first) in (0..).zip(foundations.as_mut()) {
            *first = instance.rules.deck.foundations_of(suit).start as u16;
        }
        Places { reserve: instance.deal.reserve.iter().map(|&card| S::id(card)).collect(), foundations }
    }
}

impl<S: Size> Placed<S> {
    /// The start.
    #[must_use]
    pub fn start(instance: &Instance, game: &Game<S>) -> Placed<S> {
        let cells = instance.deal.cells.iter().map(|card| card.map_or(NONE, S::id)).collect();
        Placed { board: game.start(), cells }
    }

    /// What a legal step is on the table; `None` where a card is not where it should be.
    #[must_use]
    pub fn action(&self, places: &Places<S>, step: Step) -> Option<Move> {
        let Step { card, to } = step;
        let column = |top: u8| {
            self.board.tops.as_ref().iter().position(|&t| t == top).map(|n| Place::Column(n as u16))
        };
        let cell = |held: u8| self.cells.iter().position(|&c| c == held).map(|n| Place::Cell(n as u16));
        let (from, count) = match self.board.below[usize::from(card)] {
            IN_CELL => (cell(card)?, 1),
            IN_RESERVE => {
                // Those behind a card that has left move up.
                let mut left = places.reserve.iter().filter(|&&c| self.board.reserve_set.has(c));
                (Place::Reserve(left.position(|&c| c == card)? as u16), 1)
            }
            AT_HOME => return None,
            _ => {
                let run = self.board.run_above(card);
                // What lies on top of a run has the lowest rank.
                (column(run.lowest())?, run.len())
            }
        };
        let to = match to {
            Target::HOME => Place::Foundation(places.foundations[usize::from(S::suit(card))]),
            Target::CELL => cell(NONE)?,
            Target(top) => column(top)?,
        };
        Some(Move::Cards { from, to, count })
    }

    /// Makes a legal step.
    pub fn make(&mut self, step: Step) {
        let Step { card, to } = step;
        let from = self.board.below[usize::from(card)];
        let mut change = |held: u8, holds: u8| {
            if let Some(cell) = self.cells.iter_mut().find(|cell| **cell == held) {
                *cell = holds;
            }
        };
        if from == IN_CELL {
            change(card, NONE);
        }
        if to == Target::CELL {
            change(NONE, card);
        }
        self.board.make(step);
    }

    /// Makes every forced step home.
    pub fn settle(&mut self, game: &Game<S>) {
        while let Some(card) = self.board.next_safe(game) {
            self.make(Step { card, to: Target::HOME });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// A step is the same move by the places of the fast state and by a look at the table, in games with a reserve, whose
    /// cards move up, and in games with cells.
    #[test]
    fn steps_are_the_moves_that_the_table_has() {
        let (mut named, mut reserve, mut runs) = (0, 0, 0);
        for name in
            ["king-albert", "eight-off", "seahaven-towers", "freecell", "beleaguered-castle", "fore-cell"]
        {
            for seed in 0..20 {
                let id = DealId::Random { game: None, seed };
                let instance = Instance::from_id(Rules::preset(name).unwrap(), id).unwrap();
                let (game, places) = (Game::new(&instance).unwrap(), Places::new(&instance));
                let (mut table, mut placed) = (instance.table(), Placed::start(&instance, &game));
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                for _ in 0..80 {
                    let mut steps = Vec::new();
                    placed.board.single_steps(&game, |step| steps.push(step));
                    placed.board.supermoves(&game, |step, _| steps.push(step));
                    for &step in &steps {
                        let action = placed.action(&places, step);
                        assert_eq!(
                            action,
                            step.card_move::<Small>().locate(&table),
                            "{name} {seed}: {step:?}"
                        );
                        named += 1;
                        reserve +=
                            u32::from(matches!(action, Some(Move::Cards { from: Place::Reserve(1..), .. })));
                        runs += u32::from(matches!(action, Some(Move::Cards { count: 2.., .. })));
                    }
                    let Some(&step) = steps.get(rng.next_u32() as usize % steps.len().max(1)) else { break };
                    table.apply(placed.action(&places, step).unwrap()).unwrap();
                    placed.make(step);
                }
            }
        }
        assert!(named > 10_000 && reserve > 200 && runs > 50, "{named} {reserve} {runs}");
    }
}
