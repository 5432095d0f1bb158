//! Ranks and suits from a task's relations.
//!
//! A task has neither, but a game in which cards leave as complete runs has both: a run is a
//! suit, and a card's place in it, counted from its end, is its rank. What remains is to check
//! that the task's other relations are the ones that the thesis' rules mean (section 1.1): a card goes
//! on any card one rank higher, and moves with one of its own suit.

use patsat_encodings::task::{CardId, EmptyColumn, Group, Home, KindId, Stock, Task};
use patsat_encodings::unroll::UnsupportedError;

/// What the script says about a task.
pub(super) struct Facts<'t> {
    pub(super) task: &'t Task,
    /// Rank (from 1) and suit (from 1) of each kind.
    kinds: Vec<(i64, i64)>,
    /// Ranks of a suit.
    pub(super) ranks: usize,
    /// The columns at the start, deepest card first, empty ones too.
    pub(super) piles: Vec<&'t [CardId]>,
    /// How many of them lie face down.
    pub(super) face_down: Vec<usize>,
    /// The rows to be dealt.
    pub(super) rows: &'t [Vec<CardId>],
    /// Whether a row may be dealt onto an empty column.
    pub(super) onto_empty: bool,
}

fn cannot(what: &'static str) -> UnsupportedError {
    UnsupportedError { encoding: "thesis", what }
}

impl<'t> Facts<'t> {
    /// Reads a task.
    pub(super) fn new(task: &'t Task) -> Result<Facts<'t>, UnsupportedError> {
        let runs = match &task.home {
            Home::Runs(runs) => runs,
            Home::After(_) => return Err(cannot("cards that go home one by one")),
            Home::Collected(_) => return Err(cannot("runs that are collected by a step")),
        };
        let (kinds, ranks) = ranks_and_suits(task.kinds.len(), runs)?;
        if task.cells > 0 || !task.start.cells.is_empty() || !task.start.reserve.is_empty() {
            return Err(cannot("cells or a reserve"));
        }
        if task.empty_column != EmptyColumn::Any {
            return Err(cannot("empty columns that are kept for some cards"));
        }
        let Group::Freely(follows) = &task.group else {
            return Err(cannot("runs that do not move freely"));
        };
        let all = || (0..task.kinds.len()).flat_map(|a| (0..task.kinds.len()).map(move |b| (a, b)));
        let next = |a: usize, b: usize| kinds[a].0 + 1 == kinds[b].0;
        let id = |b: usize| KindId(b as u32);
        if all().any(|(a, b)| task.kinds[a].may_stand_on.contains(&id(b)) != next(a, b)) {
            return Err(cannot("cards that are built otherwise than on any card one rank higher"));
        }
        let together = |a: usize, b: usize| next(a, b) && kinds[a].1 == kinds[b].1;
        if all().any(|(a, b)| follows[a].contains(&id(b)) != together(a, b)) {
            return Err(cannot("runs that move together otherwise than within a suit"));
        }
        let (rows, onto_empty): (&[Vec<CardId>], bool) = match &task.stock {
            Stock::None => (&[], true),
            Stock::Rows { rows, onto_empty } => (rows, *onto_empty),
            Stock::Waste { .. } => return Err(cannot("a waste")),
        };
        if rows.iter().any(|row| row.is_empty() || row.len() > task.columns as usize) {
            return Err(cannot("rows without a card, or with more cards than columns"));
        }
        let columns = task.columns as usize;
        let mut piles: Vec<&[CardId]> = task.start.columns.iter().map(Vec::as_slice).collect();
        piles.resize(columns, &[]);
        let mut face_down: Vec<usize> = task.start.face_down.iter().map(|&n| n as usize).collect();
        face_down.resize(columns, 0);
        // The last card of a column lies face up, even if the task counts it as face down.
        for (down, pile) in face_down.iter_mut().zip(&piles) {
            *down = (*down).min(pile.len().saturating_sub(1));
        }
        Ok(Facts { task, kinds, ranks, piles, face_down, rows, onto_empty })
    }

    /// Rank and suit of a card, each from 1.
    pub(super) fn rank_and_suit(&self, card: CardId) -> (i64, i64) {
        self.kinds[self.task.cards[card.index()].index()]
    }

    /// Returns the number of steps of a script for `moves` moves: each run in play leaves in a step of its own.
    pub(super) fn steps(&self, moves: u32) -> u32 {
        moves.saturating_add(runs_in_play(self.task, self.ranks))
    }

    /// Returns the maximum number of cards in each pile after `steps` steps, at least one.
    ///
    /// What lies on a card of the start, or of a row, is built down to the next card of a row: at
    /// most one card a rank. An emptied pile may begin with a built one.
    pub(super) fn heights(&self, steps: u32) -> Vec<usize> {
        let (rows, run) = (self.rows.len(), self.ranks - 1);
        let grown = (steps as usize).saturating_mul(run.max(usize::from(rows > 0)));
        let height = |pile: &&[CardId]| {
            let dealt = pile.len().max(1);
            (pile.len().saturating_add(grown)).min(dealt + rows + (rows + 1) * run).min(self.task.cards.len())
        };
        self.piles.iter().map(|pile| height(pile).max(1)).collect()
    }
}

/// The runs that are still to leave, complete ones among them.
pub(super) fn runs_in_play(task: &Task, ranks: usize) -> u32 {
    u32::try_from(task.cards.len() / ranks.max(1)).unwrap_or(u32::MAX)
}

/// The rank and suit of each kind, and the number of ranks.
fn ranks_and_suits(count: usize, runs: &[Vec<KindId>]) -> Result<(Vec<(i64, i64)>, usize), UnsupportedError> {
    let ranks = runs.first().map_or(0, Vec::len);
    if ranks == 0 || runs.iter().any(|run| run.len() != ranks) {
        return Err(cannot("runs of unlike lengths"));
    }
    let mut kinds = vec![None; count];
    for (suit, run) in (1..).zip(runs) {
        for (rank, kind) in (1..=ranks as i64).rev().zip(run) {
            match kinds.get_mut(kind.index()) {
                Some(place @ None) => *place = Some((rank, suit)),
                _ => return Err(cannot("a kind of cards in several runs")),
            }
        }
    }
    let kinds: Option<Vec<(i64, i64)>> = kinds.into_iter().collect();
    kinds.map(|kinds| (kinds, ranks)).ok_or_else(|| cannot("cards that belong to no run"))
}
