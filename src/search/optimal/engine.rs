//! draft
use super::deadlocks::{Deadlocks, Scene};
use super::frontier::Frontier;
use super::store::{Found, Node, ROOT, Store};
use crate::state::packed::{Board, CardId, Game, NONE, IN_CELL, Step, Target};

pub(super) struct Engine<'a> {
    pub(super) game: &'a Game,
    pub(super) deadlocks: Deadlocks,
    pub(super) store: Store,
    pub(super) frontier: Frontier,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    m2: bool,
    steps: Vec<Step>,
}

/// Lookahead: None dead
#[inline]
fn lookahead(game: &Game, board: &Board) -> Option<u32> {
    if board.cell_set.count_ones() < game.cells || board.top_set.count_ones() < game.columns as u32 { return Some(0); }
    let mut fits = 0;
    let mut tops = board.top_set;
    let reach = board.top_set | board.cell_set | board.reserve_set;
    for s in 0..4u32 { let h = u32::from(board.home[s as usize]); if h < u32::from(game.ranks) && reach >> (4 * h + s) & 1 != 0 { return Some(0); } }
    while tops != 0 { let c = tops.trailing_zeros(); tops &= tops - 1; fits |= game.onto[c as usize] & board.top_set; }
    if fits != 0 { return Some(0); }
    let mut cells = board.cell_set | board.reserve_set;
    while cells != 0 { let c = cells.trailing_zeros(); cells &= cells - 1; fits |= game.onto[c as usize] & board.top_set; }
    if fits != 0 { Some(1) } else { None }
}

pub(super) fn settle(game: &Game, board: &mut Board) -> bool {
    let mut any = false;
    while let Some(card) = board.next_safe(game) { board.make(Step { card, to: Target::HOME }); any = true; }
    any
}

impl<'a> Engine<'a> {
    pub(super) fn new(game: &'a Game, m2: bool) -> Engine<'a> {
        let m2 = m2 && game.supermoves;
        let deadlocks = Deadlocks::new(game, m2);
        let mut e = Engine { game, deadlocks, store: Store::new(), frontier: Frontier::default(), expanded: 0, generated: 0, m2, steps: vec![] };
        let mut board = game.start();
        settle(game, &mut board);
        let scene = e.deadlocks.scene(game, &board);
        e.store.insert(Node::new(board.key, ROOT, 0, Step { card: 0, to: Target::HOME }, false));
        e.frontier.push(scene.hits, 0, 0);
        e
    }
    pub(super) fn run(&mut self) -> Option<u32> {
        let cards = 4 * u32::from(self.game.ranks);
        let mut last = 0;
        while let Some((bound, number)) = self.frontier.pop() {
            if bound > last { last = bound; if std::env::var_os("V").is_some() { eprintln!("f {bound} pops {} gen {} stored {}", self.expanded, self.generated, self.store.len()); } }
            if let Some(w) = self.expand(bound, number, cards) { return Some(w); }
        }
        None
    }
    fn expand(&mut self, bound: u32, number: u32, cards: u32) -> Option<u32> {
        let node = *self.store.get(number);
        let game = self.game;
        let board = game.board(node.key);
        if board.is_won() { return Some(node.moves.into()); }
        self.expanded += 1;
        let scene = self.deadlocks.scene(game, &board);
        let floor = u32::from(node.moves) + scene.hits;
        let slack = bound - floor;
        let mut next = u32::MAX;
        let again = node.just_moved();
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        board.single_steps(game, |step| steps.push(step));
        let singles = steps.len();
        if self.m2 { board.supermoves(game, |step, _| steps.push(step)); }
        let mut cached = (NONE, 0);
        for (n, &step) in steps.iter().enumerate() {
            if again == Some(step.card) { continue; }
            let home = step.to == Target::HOME;
            let (rise, child) = if home { (0, None) } else if self.m2 {
                let idle = n < singles && (board.below[step.card as usize] == IN_CELL || scene.is_idle(step.card)) && (step.to == Target::EMPTY || step.to == Target::CELL || scene.stays_idle(&self.deadlocks, step.card, step.to.0));
                if idle { (1, None) } else {
                    let mut child = board;
                    child.make(step);
                    let s = self.deadlocks.scene(game, &child);
                    (1 + s.hits - scene.hits, Some(child))
                }
            } else {
                let without = if (board.cell_set | board.reserve_set) >> step.card & 1 != 0 { scene.hits } else {
                    if cached.0 != step.card { cached = (step.card, scene.without(step.card)); }
                    cached.1
                };
                let hits = match step.to { Target::EMPTY | Target::CELL => without, Target(onto) => scene.with_on(&self.deadlocks, step.card, onto, without) };
                (1 + hits - scene.hits, None)
            };
            if rise > slack { next = next.min(rise); continue; }
            if rise + 1 < slack { continue; }
            let mut child = child.unwrap_or_else(|| { let mut c = board; c.make(step); c });
            let followed = settle(game, &mut child);
            self.generated += 1;
            let Some(bonus) = lookahead(game, &child) else { continue };
            let rise_all = rise + bonus;
            if rise_all > slack { next = next.min(rise_all); continue; }
            if rise_all < slack { continue; }
            let moves = node.moves + u16::from(!home);
            match self.store.insert(Node::new(child.key, number, moves, step, followed)) {
                Found::New(new) => {
                    if child.is_won() { return Some(moves.into()); }
                    let hits = bound - bonus - u32::from(moves);
                    self.frontier.push(bound, cards - child.cards_home() + hits, new);
                }
                Found::Old(old) => { assert!(self.store.get(old).moves <= moves); }
                Found::Full => return None,
            }
        }
        self.steps = steps;
        if next != u32::MAX { self.frontier.push(floor + next, cards - board.cards_home() + scene.hits, number); }
        None
    }
}
