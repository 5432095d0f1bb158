//! Fills the columns before a row, where the rules deal no row while a column is empty.
//!
//! A stage prefers long runs and empty columns, and its moves keep runs whole. So where it begins with empty
//! columns it may never see a position that a row can be dealt on, though parting runs leads to one. Then its
//! positions are grouped by their number of empty columns. From each group the best go on by every legal move,
//! first with as many empty columns as before, then with one less, until no column is empty. A position is judged
//! by the columns that hold cards, each with the next row's card upon it. So positions of one group are compared,
//! in which the same number of columns is judged; a whole stage would compare empty columns with filled ones.

use super::layer::{BeamSettings, Node};
use super::score::Scorer;
use crate::trail::Trail;
use crate::{Budget, Limit};
use patsat_states::runs::{RunBoard, RunGame, RunHash, RunMove};
use rustc_hash::FxHashSet;

/// Moves in a row that leave the number of empty columns as it is.
const SIDEWAYS: u32 = 2;

/// Positions that go on from each group, where a stage keeps fewer than four times as many.
const LEAST_WIDTH: usize = 60;

/// Positions kept of each group, in widths, before the worst are dropped.
const SPARE: usize = 4;

/// Positions of a stage on which no row can be dealt, by their number of empty columns.
#[derive(Debug, Default)]
pub(super) struct Unfilled {
    groups: Vec<Vec<Start>>,
}

/// A position to start from.
#[derive(Clone, Debug)]
pub(super) struct Start {
    cost: i32,
    hash: RunHash,
    board: RunBoard,
    link: u32,
    steps: u32,
}

impl Start {
    /// The position as one of a layer.
    pub(super) fn node(self, game: &RunGame, scorer: &Scorer) -> Node {
        Node::new(game, scorer, self.board, self.link, self.steps)
    }
}

/// A move from a position of a group.
struct Step {
    cost: i32,
    hash: RunHash,
    parent: usize,
    step: RunMove,
}

fn empty_columns(game: &RunGame, board: &RunBoard) -> usize {
    (0..game.columns).filter(|&column| board.column(column).is_empty()).count()
}

/// Keeps the best, each position once.
fn keep_best<T>(items: &mut Vec<T>, width: usize, order: impl Fn(&T) -> (i32, RunHash)) {
    items.sort_unstable_by_key(&order);
    items.dedup_by_key(|item| order(item).1);
    items.truncate(width);
}

impl Unfilled {
    pub(super) fn clear(&mut self) {
        self.groups.clear();
    }

    /// Notes a position, unless no row can ever be dealt on what follows it.
    pub(super) fn note(&mut self, game: &RunGame, scorer: &Scorer, settings: BeamSettings, node: &Node) {
        if game.lacks_cards(&node.board) {
            return;
        }
        let board = node.board.clone();
        let cost = scorer.with_way(scorer.under_row(game, &board), node.steps);
        self.push(game, settings, Start { cost, hash: node.hash, board, link: node.link, steps: node.steps });
    }

    fn push(&mut self, game: &RunGame, settings: BeamSettings, start: Start) {
        self.groups.resize_with(game.columns + 1, Vec::new);
        let group = &mut self.groups[empty_columns(game, &start.board)];
        group.push(start);
        if group.len() > SPARE * settings.width {
            keep_best(group, settings.width, |start| (start.cost, start.hash));
        }
    }

    /// The positions that filling leads to, with no column empty; `held` is the memory in use but for the moves. A limit
    /// ends it.
    pub(super) fn filled(
        &mut self,
        (game, scorer, settings): (&RunGame, &Scorer, BeamSettings),
        trail: &mut Trail<RunMove>,
        held: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Start>, Limit> {
        let mut groups = std::mem::take(&mut self.groups);
        let width = settings.width.min(LEAST_WIDTH).max(settings.width / 4);
        let mut seen = FxHashSet::default();
        for empty in (1..groups.len()).rev() {
            let mut group = std::mem::take(&mut groups[empty]);
            keep_best(&mut group, width, |start| (start.cost, start.hash));
            seen.extend(group.iter().map(|start| start.hash));
            for _ in 0..=SIDEWAYS {
                let (mut sideways, mut fuller) = (Vec::new(), Vec::new());
                for (parent, start) in group.iter().enumerate() {
                    if let Some(limit) = budget.expand(held + trail.bytes() as u64) {
                        return Err(limit);
                    }
                    start.board.moves(game, |step| {
                        budget.stats.generated += 1;
                        let mut board = start.board.clone();
                        board.make(game, step);
                        let steps = match empty_columns(game, &board) {
                            _ if game.lacks_cards(&board) => return,
                            same if same == empty => &mut sideways,
                            less if less < empty => &mut fuller,
                            _ => return,
                        };
                        let hash = board.hashes(game).1;
                        if !seen.contains(&hash) {
                            let cost = scorer.with_way(scorer.under_row(game, &board), start.steps + 1);
                            steps.push(Step { cost, hash, parent, step });
                        }
                    });
                }
                let mut made = |mut steps: Vec<Step>| -> Vec<Start> {
                    keep_best(&mut steps, width, |step| (step.cost, step.hash));
                    let start = |Step { cost, hash, parent, step }: Step| {
                        let parent = &group[parent];
                        let mut board = parent.board.clone();
                        board.make(game, step);
                        let link = trail.push(parent.link, step);
                        seen.insert(hash);
                        Start { cost, hash, board, link, steps: parent.steps + 1 }
                    };
                    steps.into_iter().map(start).collect()
                };
                let filled = made(fuller);
                group = made(sideways);
                // A run that leaves may empty a column, a move fills one at most.
                groups[empty - 1].extend(filled);
            }
        }
        Ok(groups.first_mut().map(std::mem::take).unwrap_or_default())
    }
}
