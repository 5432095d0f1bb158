//! All positions of a game of runs from which a plan below a given cost is not excluded, as a tree of moves.
//!
//! Dijkstra's search from the start: a position is kept if the cost of the cheapest way to it, through
//! positions kept, plus the bound of the checker ([`runs_bound`]) is below the limit. The bound is computed
//! on [`Table`] itself, so it is the checker's by construction. Moves cost one or, collected runs where they
//! do not count, nothing; so the cheapest way is known when a position is expanded.

use super::CertifyError;
use crate::Budget;
use crate::optimal::runs::store::{Node, ROOT, Store};
use patsat_game::cards::{Deal, Pile};
use patsat_game::rules::{Cost, Move};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::runs_bound;
use patsat_states::runs::{RunBoard, RunGame, RunMove, card};

/// A bounded closed set: positions by number, of which 0 is the start, each with the one before it on a
/// cheapest way.
#[derive(Debug)]
pub struct RunTree {
    game: RunGame,
    store: Store,
}

impl RunTree {
    /// The positions of an instance from which the bound does not exclude a plan that costs less than `least`.
    ///
    /// # Errors
    /// If there is such a plan, the game is another one, or a limit was reached first.
    pub fn new(
        instance: &Instance,
        cost: Cost,
        least: u32,
        budget: &mut Budget<'_>,
    ) -> Result<RunTree, CertifyError> {
        let game = RunGame::new(instance).map_err(|_| CertifyError::Game)?;
        // The store counts in sixteen bits.
        let least = u16::try_from(least).map_err(|_| CertifyError::Game)?.into();
        let (table, mut store) = (instance.table(), Store::new(game.key_size()));
        let mut key = vec![0; game.key_size()];
        let start = game.start();
        start.write_key(&game, &mut key);
        if let Err(place) = store.find(&key) {
            store.insert(&key, place, Node { parent: ROOT, moves: 0, bound: 0, done: false });
        }
        if start.is_won(&game) && least > 0 {
            return Err(CertifyError::Shorter);
        }
        // Positions at the present cost, and at one more.
        let (mut layer, mut next) = (vec![0], Vec::new());
        for now in 0..least {
            let mut at = 0;
            while let Some(&number) = layer.get(at) {
                at += 1;
                let node = store.node_mut(number);
                if node.done || u32::from(node.moves) != now {
                    continue;
                }
                node.done = true;
                budget.stats.stored = store.len() as u64;
                let queues = (layer.capacity() + next.capacity()) * size_of::<u32>();
                if let Some(limit) = budget.expand(store.bytes() + queues as u64) {
                    return Err(CertifyError::Limit(limit));
                }
                let board = game.board(store.key(number));
                let mut steps = Vec::new();
                board.moves(&game, |step| steps.push(step));
                budget.stats.generated += steps.len() as u64;
                for step in steps {
                    let paid = now + u32::from(cost != Cost::M3 || !step.collects());
                    let mut child = board.clone();
                    child.make(&game, step);
                    child.write_key(&game, &mut key);
                    let known = match store.find(&key) {
                        Ok(known) if u32::from(store.node(known).moves) <= paid => continue,
                        Ok(known) => known,
                        Err(place) => {
                            if paid + bound(&table, &game, &child, cost) >= least {
                                continue;
                            }
                            if child.is_won(&game) {
                                return Err(CertifyError::Shorter);
                            }
                            let node = Node { parent: number, moves: 0, bound: 0, done: false };
                            store.insert(&key, place, node).ok_or(CertifyError::Write)?
                        }
                    };
                    let node = store.node_mut(known);
                    (node.moves, node.parent) = (paid as u16, number);
                    let queue = if paid == now { &mut layer } else { &mut next };
                    queue.push(known);
                }
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        Ok(RunTree { game, store })
    }

    /// How many positions there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.store.len()
    }

    /// The number of the position before; 0, which is the start, has none.
    #[must_use]
    pub fn parent(&self, number: u32) -> Option<u32> {
        Some(self.store.node(number).parent).filter(|&parent| parent != ROOT)
    }

    /// The cost of the way to a position.
    #[must_use]
    pub fn paid(&self, number: u32) -> u32 {
        self.store.node(number).moves.into()
    }

    /// The move to a position, on the table before it. (Keys forget the order of columns that are alike, so
    /// the move is found by the key that it leads to.)
    #[must_use]
    pub fn action(&self, number: u32, before: &Table) -> Option<Move> {
        let board = self.game.board_of(before);
        let (mut key, mut found) = (vec![0; self.game.key_size()], None);
        board.moves(&self.game, |step: RunMove| {
            if found.is_none() {
                let mut child = board.clone();
                child.make(&self.game, step);
                child.write_key(&self.game, &mut key);
                found = (key == self.store.key(number)).then(|| step.action());
            }
        });
        found
    }
}

/// Returns the checker's bound. It reads columns and stock only, so foundations stay as they were at the
/// start.
fn bound(start: &Table, game: &RunGame, board: &RunBoard, cost: Cost) -> u32 {
    let pile = |column: usize| Pile {
        cards: board.column(column).iter().map(|&code| card(code)).collect(),
        face_down: board.face_down[column].into(),
    };
    let dealt = usize::from(board.rows_dealt) * game.columns;
    let stock = &start.deal().stock;
    let deal = Deal {
        columns: (0..game.columns).map(pile).collect(),
        stock: stock[..stock.len().saturating_sub(dealt)].to_vec(),
        foundations: start.deal().foundations.clone(),
        ..Deal::default()
    };
    runs_bound(&start.with_deal(deal), cost)
}
