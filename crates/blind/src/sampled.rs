//! Moves judged by completions: in how many of them a player who sees every card still wins.
//!
//! This is the method of hindsight optimization. It overrates moves that are right only for a player who sees, so it is
//! the fallback for games without a method of their own.
//!
//! # References
//! * S. Yoon, A. Fern, R. Givan, S. Kambhampati: Probabilistic Planning via Determinization in Hindsight. AAAI 2008.

use super::simple::VisitedPositions;
use super::{Advice, Choice, Foresight, Policy, Score, View};
use patsat_base::Limits;
use patsat_game::rules::Move;
use patsat_game::state::{Instance, StateKey, Table};
use patsat_search::known::Known;
use patsat_search::{Budget, SearchEnd, SearchOptions, auto::AUTO};
use rustc_hash::FxHashMap;

/// How much a decision may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SampledOptions {
    /// Most completions.
    pub(crate) samples: u64,
    /// Seed of the completions.
    pub(crate) seed: u64,
    /// Most positions of one search.
    pub(crate) nodes: u64,
    /// Positions of all searches together after which no further completion is begun.
    pub(crate) total: u64,
}

impl Default for SampledOptions {
    fn default() -> SampledOptions {
        SampledOptions { samples: 50, seed: 0, nodes: 20_000, total: 500_000 }
    }
}

impl SampledOptions {
    /// Settings for one of the many decisions of a game.
    #[must_use]
    pub(crate) fn playing() -> SampledOptions {
        SampledOptions { samples: 8, seed: 0, nodes: 2_000, total: 20_000 }
    }
}

/// The result of a search.
enum SearchOutcome {
    Win(Vec<Move>),
    Loss,
    Nothing,
}

/// Searches, and counts the positions.
struct Searcher {
    nodes: u64,
    seed: u64,
    expanded: u64,
}

impl Searcher {
    fn search(&mut self, position: &Instance) -> SearchOutcome {
        let mut budget = Budget::new(Limits { nodes: Some(self.nodes), ..Limits::default() });
        let report =
            (AUTO.run)(position, &SearchOptions { seed: self.seed, ..SearchOptions::default() }, &mut budget);
        self.expanded += report.stats.expanded.max(1);
        match report.end {
            SearchEnd::Solved(plan) => SearchOutcome::Win(plan.moves),
            SearchEnd::Exhausted => SearchOutcome::Loss,
            SearchEnd::GaveUp | SearchEnd::Limit(_) => SearchOutcome::Nothing,
        }
    }
}

/// Judges these moves by completions of a view.
#[must_use]
pub(crate) fn score(view: &View, moves: &[Move], options: &SampledOptions) -> Advice {
    let SampledOptions { samples, seed, nodes, total } = *options;
    let completions = view.completions(samples, seed);
    let mut searcher = Searcher { nodes, seed, expanded: 0 };
    let mut scores: Vec<Score> = moves.iter().map(|&action| Score::new(action)).collect();
    let mut tried = 0;
    for position in &completions.positions {
        if tried > 0 && searcher.expanded >= total {
            break;
        }
        tried += 1;
        judge(position, &mut scores, &mut searcher);
    }
    let all = completions.all && tried == completions.positions.len() as u64;
    Advice { scores, completions: tried, all, foresight: Foresight::Now, looks: false }
}

/// Adds one completion to the scores.
fn judge(position: &Instance, scores: &mut [Score], searcher: &mut Searcher) {
    let table = position.table();
    let mut known = Known::default();
    match searcher.search(position) {
        SearchOutcome::Win(plan) => known.add(&table, &plan),
        SearchOutcome::Loss => return scores.iter_mut().for_each(|score| score.lost += 1),
        SearchOutcome::Nothing => return scores.iter_mut().for_each(|score| score.open += 1),
    }
    // Several moves may lead to one position, up to the names of places.
    let mut same: FxHashMap<StateKey, Option<bool>> = FxHashMap::default();
    for score in scores {
        let mut after = table.clone();
        let wins = match after.apply(score.action) {
            Err(_) => Some(false),
            Ok(()) => {
                *same.entry(after.key()).or_insert_with(|| wins(position, &after, &mut known, searcher))
            }
        };
        match wins {
            Some(true) => score.kept += 1,
            Some(false) => score.lost += 1,
            None => score.open += 1,
        }
    }
}

/// Whether a position can be won; `None` if that was not found out.
fn wins(start: &Instance, table: &Table, known: &mut Known, searcher: &mut Searcher) -> Option<bool> {
    if known.way(table).is_some() {
        return Some(true);
    }
    match searcher.search(&Instance { deal: table.deal().clone(), ..start.clone() }) {
        SearchOutcome::Win(plan) => {
            known.add(table, &plan);
            Some(true)
        }
        SearchOutcome::Loss => Some(false),
        SearchOutcome::Nothing => None,
    }
}

/// Takes the move that keeps most completions, and comes to no position twice. Where every card was seen, it plays the
/// plan of one search.
#[derive(Debug)]
pub(crate) struct SampledPolicy {
    options: SampledOptions,
    visited: VisitedPositions,
}

impl SampledPolicy {
    /// A player with these settings.
    #[must_use]
    pub(crate) fn new(options: SampledOptions) -> SampledPolicy {
        SampledPolicy { options, visited: VisitedPositions::default() }
    }
}

impl Policy for SampledPolicy {
    fn choose(&mut self, view: &View) -> Choice {
        if view.unseen().is_empty() {
            let SampledOptions { total, seed, .. } = self.options;
            let mut searcher = Searcher { nodes: total, seed, expanded: 0 };
            if let SearchOutcome::Win(plan) = searcher.search(&view.completion(&[])) {
                return Choice::Play(plan);
            }
        }
        let moves = self.visited.new_moves(view);
        if let [] | [_] = moves[..] {
            return moves.first().map_or(Choice::Resign, |&only| Choice::Play(vec![only]));
        }
        let advice = score(view, &moves, &self.options).sorted(view);
        advice.best().map_or(Choice::Resign, |best| Choice::Play(vec![best.action]))
    }
}
