//! Short searches from any position, for programs that decide many games of one board.

use super::SHORT;
use super::depth_first::{DepthFirst, End, Settings};
use crate::{Budget, Limits};
use patsat_states::klondike::{KlondikeBoard, KlondikeGame, Step};

/// The outcome of a short search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probed {
    /// These steps win.
    Won(Vec<Step>),
    /// No steps win.
    Lost,
    /// The search ended first.
    Open,
}

/// Decides positions by short searches, and keeps its memory from one to the next.
///
/// The first search tries better steps first; those after it are restarts of 250 positions in random order, which find
/// more wins than one long search of the same size.
#[derive(Default)]
pub struct Probe {
    memory: DepthFirst<u128>,
    /// Positions visited so far.
    pub visited: u64,
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Probe").field("visited", &self.visited).finish_non_exhaustive()
    }
}

impl Probe {
    /// Searches from a position, first for `first` positions, then in `restarts` random orders.
    pub fn run(&mut self, game: &KlondikeGame, from: &KlondikeBoard, first: u64, restarts: u64) -> Probed {
        let mut budget = Budget::new(Limits::default());
        let orders = std::iter::once((first, None)).chain((0..restarts).map(|seed| (SHORT, Some(seed))));
        for (quota, seed) in orders {
            let settings = Settings { quota, safe: true, seed };
            let end = self.memory.run_from(game, *from, settings, &mut budget, |_| ());
            self.visited += self.memory.visited() as u64;
            match end {
                End::Won(steps) => return Probed::Won(steps),
                End::Lost => return Probed::Lost,
                End::Quota | End::Limit(_) => {}
            }
        }
        Probed::Open
    }
}
