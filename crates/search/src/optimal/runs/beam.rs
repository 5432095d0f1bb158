//! Beams for a first plan, which is usually a shortest one already.
//!
//! Layer `n` of a beam holds positions after `n` moves. Each number of rows dealt has a beam of its own,
//! because a position before a row cannot be compared with one after it. In a single beam either no position
//! or every position deals at once. A position counts by the lower bound first. Beams drop positions whose
//! plans cannot be shorter than the best one known. Beams are repeated four times as wide.

use super::bound::{RunBound, Sight};
use super::scene::Scene;
use crate::trail::Trail;
use crate::{Budget, Limit};
use patsat_states::runs::{RunBoard, RunGame, RunHash, RunMove};
use rustc_hash::FxHashSet;

/// Positions of a layer in the first beam.
pub(super) const FIRST_WIDTH: usize = 64;
/// By how much each beam is wider than the one before.
const WIDER: usize = 4;

/// A beam ends after this many layers in a row without a smaller bound than in all layers before. If there
/// is no plan, new positions may turn up for very long.
const PATIENCE: u32 = 60;

/// The result of a series of beams.
#[derive(Debug)]
pub(super) struct Beams {
    /// The shortest plan found.
    pub(super) best: Option<Vec<RunMove>>,
    /// The limit that ended them.
    pub(super) limit: Option<Limit>,
    /// The width of the next beam; `None` if the last one has visited everything.
    pub(super) next_width: Option<usize>,
}

/// Runs a beam of `width` positions a layer and then wider ones, while they are expected to expand at most
/// `most_expanded` positions in all.
pub(super) fn beams(
    game: &RunGame,
    bound: &RunBound,
    width: usize,
    most_expanded: u64,
    budget: &mut Budget<'_>,
) -> Beams {
    let mut beams = Beams { best: None, limit: None, next_width: Some(width.max(1)) };
    if game.start().is_won(game) {
        return Beams { best: Some(Vec::new()), next_width: None, ..beams };
    }
    let last = budget.stats.expanded.saturating_add(most_expanded);
    while let Some(width) = beams.next_width {
        let below = beams.best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
        let before = budget.stats.expanded;
        match Beam::new(game, bound, width, below).run(budget) {
            BeamEnd::Won(plan) => beams.best = Some(plan),
            BeamEnd::Faded => {}
            BeamEnd::Whole => {
                beams.next_width = None;
                break;
            }
            BeamEnd::Limit(limit) => {
                beams.limit = Some(limit);
                break;
            }
        }
        beams.next_width = Some(width.saturating_mul(WIDER));
        let spent = budget.stats.expanded - before;
        if budget.stats.expanded.saturating_add(WIDER as u64 * spent) > last {
            break;
        }
    }
    beams
}

/// How one beam ended.
enum BeamEnd {
    Won(Vec<RunMove>),
    /// No position is left, and some were cut off.
    Faded,
    /// No position is left, and none was cut off but by its bound.
    Whole,
    Limit(Limit),
}

/// A position of a layer.
struct Node {
    board: RunBoard,
    link: u32,
    bound: u32,
    /// Its score, and the order among equal scores.
    order: (i32, RunHash),
}

/// A beam for each number of rows dealt.
struct Beam<'a> {
    game: &'a RunGame,
    bound: &'a RunBound,
    width: usize,
    below: u32,
    trail: Trail<RunMove>,
    seen: FxHashSet<RunHash>,
    scene: Box<Scene>,
    layers: Vec<Vec<Node>>,
    next: Vec<Vec<Node>>,
    steps: Vec<RunMove>,
}

impl<'a> Beam<'a> {
    fn new(game: &'a RunGame, bound: &'a RunBound, width: usize, below: u32) -> Beam<'a> {
        let stages = || (0..=game.rows.len()).map(|_| Vec::new()).collect();
        Beam {
            game,
            bound,
            width,
            below,
            trail: Trail::default(),
            seen: FxHashSet::default(),
            scene: Box::default(),
            layers: stages(),
            next: stages(),
            steps: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        let nodes: usize = self.layers.iter().chain(&self.next).map(Vec::capacity).sum();
        (nodes * size_of::<Node>() + self.seen.capacity() * 9 + self.trail.bytes()) as u64
    }

    fn run(&mut self, budget: &mut Budget<'_>) -> BeamEnd {
        let start = self.game.start();
        let hash = start.hashes(self.game).1;
        self.seen.insert(hash);
        self.layers[0].push(Node { board: start, link: 0, bound: u32::MAX, order: (0, hash) });
        let mut whole = true;
        let (mut least, mut idle) = (u32::MAX, 0);
        for moves in 1..self.below {
            for layer in std::mem::take(&mut self.layers) {
                for node in &layer {
                    if let Some(limit) = budget.expand(self.bytes()) {
                        return BeamEnd::Limit(limit);
                    }
                    if let Some(link) = self.expand(node, moves, budget) {
                        return BeamEnd::Won(self.trail.path(link));
                    }
                }
            }
            self.layers = self.next.iter_mut().map(std::mem::take).collect();
            for layer in &mut self.layers {
                if layer.len() > self.width {
                    whole = false;
                    layer.select_nth_unstable_by_key(self.width, |node| node.order);
                    layer.truncate(self.width);
                }
            }
            let lowest = self.layers.iter().flatten().map(|node| node.bound).min();
            let Some(lowest) = lowest else { break };
            idle = if lowest < least { 0 } else { idle + 1 };
            least = least.min(lowest);
            if idle > PATIENCE {
                return BeamEnd::Faded;
            }
        }
        if whole { BeamEnd::Whole } else { BeamEnd::Faded }
    }

    /// The score before a row that needs a card in each column, where there are too few groups for that. Moves that
    /// part groups then cost nothing, an empty column counts against the position, and a card of the row
    /// that continues a group counts for it.
    fn before_row(&self, board: &RunBoard, sight: Sight) -> Option<i32> {
        let (game, columns) = (self.game, self.game.columns as u32);
        let row = game.rows.get(usize::from(board.rows_dealt)).filter(|_| !game.onto_empty)?;
        let groups = sight.stacked + columns - sight.empty;
        if sight.empty == 0 && groups != columns || groups > columns {
            return None;
        }
        let fits = |&n: &usize| row[n] != 0 && board.column(n).last() == Some(&(row[n] + 1));
        let fits = (0..game.columns).filter(fits).count() as i32;
        let parted = sight.bound + columns - groups;
        Some(8 * parted as i32 + 4 * sight.stacked as i32 + 2 * sight.empty as i32 - 4 * fits)
    }

    /// Makes the children of a position; returns the place of a won one in the tree of moves.
    fn expand(&mut self, node: &Node, moves: u32, budget: &mut Budget<'_>) -> Option<u32> {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        node.board.moves(self.game, |step| steps.push(step));
        budget.stats.generated += steps.len() as u64;
        for &step in &steps {
            let mut board = node.board.clone();
            board.make(self.game, step);
            if board.is_won(self.game) {
                return Some(self.trail.push(node.link, step));
            }
            let hash = board.hashes(self.game).1;
            if !self.seen.insert(hash) {
                continue;
            }
            let enough = self.below.saturating_sub(moves);
            let sight = self.bound.look(&mut self.scene, &board, enough);
            if sight.bound < enough {
                let score = match self.before_row(&board, sight) {
                    Some(score) => score,
                    None => 8 * sight.bound as i32 + 4 * sight.stacked as i32 - 2 * sight.empty as i32,
                };
                let link = self.trail.push(node.link, step);
                let stage = usize::from(board.rows_dealt);
                self.next[stage].push(Node { board, link, bound: sight.bound, order: (score, hash) });
            }
        }
        self.steps = steps;
        budget.stats.stored = budget.stats.stored.max(self.trail.len() as u64);
        None
    }
}
