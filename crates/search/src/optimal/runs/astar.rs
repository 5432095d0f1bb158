//! scratch
use super::bound::RunBound;
use super::store::{Node, ROOT, Store, hash};
use crate::optimal::frontier::Frontier;
use crate::states::runs::{RunBoard, RunGame, RunMove};
use crate::{Budget, Limit};

pub(super) enum End {
    Won(u32, u32),
    Exhausted,
    Limit(Limit),
}

pub(super) struct AStar<'a> {
    game: &'a RunGame,
    bound: &'a RunBound,
    pub(super) store: Store,
    frontier: Frontier,
}

impl<'a> AStar<'a> {
    pub(super) fn new(game: &'a RunGame, bound: &'a RunBound) -> AStar<'a> {
        AStar { game, bound, store: Store::new(game.key_size()), frontier: Frontier::default() }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.frontier.bytes()
    }

    pub(super) fn run(&mut self, mut below: u32, budget: &mut Budget<'_>) -> End {
        let game = self.game;
        let start = game.start();
        let mut key = vec![0; game.key_size()];
        start.write_key(game, &mut key);
        let h = self.bound.of(&start);
        let hashed = hash(&key);
        let slot = self.store.find(&key, hashed).err().unwrap_or(0);
        let root = Node { parent: ROOT, moves: 0, bound: h as u16, step: RunMove::ROW, done: false };
        self.store.insert(&key, hashed, slot, root);
        self.frontier.push(h, h, 0);
        let mut won = start.is_won(game).then_some((0, 0));
        let mut proven = None;
        let mut steps = Vec::new();
        let (mut dups, mut cut, mut reopened) = (0u64, 0u64, 0u64);
        while let Some((sum, number)) = self.frontier.pop() {
            if sum >= below {
                break;
            }
            if proven != Some(sum) {
                proven = Some(sum);
                budget.stats.lower_bound = Some(sum);
                budget.check(self.bytes());
            }
            let node = *self.store.node(number);
            if node.done || u32::from(node.moves) + u32::from(node.bound) > sum {
                continue;
            }
            self.store.node_mut(number).done = true;
            budget.stats.stored = self.store.len() as u64;
            if let Some(limit) = budget.expand(self.bytes()) {
                return End::Limit(limit);
            }
            let board = game.board(self.store.key(number));
            steps.clear();
            board.moves(game, |step| steps.push(step));
            let moves = u32::from(node.moves) + 1;
            for &step in &steps {
                let mut child: RunBoard = board.clone();
                child.make(game, step);
                budget.stats.generated += 1;
                child.write_key(game, &mut key);
                let hashed = hash(&key);
                match self.store.find(&key, hashed) {
                    Ok(known) => {
                        dups += 1;
                        let old = self.store.node_mut(known);
                        if u32::from(old.moves) > moves {
                            reopened += u64::from(old.done);
                            old.moves = moves as u16;
                            old.parent = number;
                            old.step = step;
                            old.done = false;
                            let h = u32::from(old.bound);
                            self.frontier.push(moves + h, h, known);
                        }
                    }
                    Err(slot) => {
                        let (h, _, _) = self.bound.within(&child, below - moves);
                        if moves + h >= below {
                            cut += 1;
                            continue;
                        }
                        let new = Node { parent: number, moves: moves as u16, bound: h as u16, step, done: false };
                        let new = self.store.insert(&key, hashed, slot, new);
                        if child.is_won(game) {
                            below = moves;
                            won = Some((new, moves));
                            budget.stats.upper_bound = Some(moves);
                        }
                        self.frontier.push(moves + h, h, new);
                    }
                }
            }
        }
        if std::env::var("SCRATCH").is_ok() { eprintln!("dups {dups} cut {cut} reopened {reopened}"); }
        match won {
            Some((node, moves)) => End::Won(node, moves),
            None => End::Exhausted,
        }
    }

    /// The moves
    pub(super) fn plan(&self, node: u32) -> Vec<RunMove> {
        let mut path = Vec::new();
        let mut at = node;
        while self.store.node(at).parent != ROOT {
            path.push(at);
            at = self.store.node(at).parent;
        }
        path.reverse();
        let game = self.game;
        let mut board = game.start();
        let mut key = vec![0; game.key_size()];
        let mut plan = Vec::new();
        for at in path {
            let mut steps = Vec::new();
            board.moves(game, |step| steps.push(step));
            for step in steps {
                let mut child = board.clone();
                child.make(game, step);
                child.write_key(game, &mut key);
                if key == self.store.key(at) {
                    plan.push(step);
                    board = child;
                    break;
                }
            }
        }
        plan
    }
}
