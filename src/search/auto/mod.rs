//! auto
#![allow(missing_docs, unreachable_pub)]
pub mod dive;
pub mod score;
use crate::search::{Budget, Limits};
use crate::state::packed::{Game, Step};
use dive::*;
pub use score::Weights;

#[derive(Debug, Default)]
pub struct Searcher {
    dive: Dive,
}

impl Searcher {
    pub fn run(&mut self, game: &Game, w: &[i32; 16], limit: usize) -> (Option<Vec<Step>>, usize, usize) {
        let w = Weights {
            not_home: w[0],
            cell: w[1],
            no_space: w[2],
            one_space: w[3],
            empty_column: w[4],
            unjoined: w[5],
            disorder: w[6],
            buried: w[7],
            joined: w[8],
            buried_second: w[9],
            spread: w[10],
            depth: w[11],
        };
        let mut b = Budget::new(Limits::default());
        let end = self.dive.run(game, &w, limit as u64, &mut b);
        (
            if let DiveEnd::Won(x) = end { Some(x) } else { None },
            b.stats.expanded as usize,
            b.stats.stored as usize,
        )
    }
}
