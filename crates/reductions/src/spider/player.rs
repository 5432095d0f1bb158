//! Plays on columns of ranks and joins runs, in time linear in the cards moved.
//!
//! Lists by rank name the columns that have the rank on top and those that have it at the base of
//! their last run, so no search is needed. [`Player::join`] moves last runs onto cards of the next
//! rank while there are any. Each such move joins two runs and parts none, so it ends.

use patsat_game::rules::{Move, Place};

/// Columns being played on.
#[derive(Debug)]
pub(super) struct Player {
    /// The cards, deepest first.
    pub(super) columns: Vec<Vec<u32>>,
    /// For each column the base of a run that [`Player::join`] does not move from there, or 0.
    pub(super) frozen: Vec<u32>,
    /// The moves so far.
    pub(super) moves: Vec<Move>,
    /// Cards of the last run of each column.
    runs: Vec<usize>,
    /// By rank: columns with this card on top.
    tops: Vec<Vec<usize>>,
    /// By rank: columns whose last run begins with it.
    bases: Vec<Vec<usize>>,
    /// Columns that may be empty.
    empty: Vec<usize>,
    /// Ranks that may have come on top, or one below which a run may have begun.
    work: Vec<u32>,
}

impl Player {
    /// Returns the start of a game with `ranks` ranks; a card of rank 0 fits nothing.
    pub(super) fn new(columns: Vec<Vec<u32>>, ranks: u32) -> Player {
        let count = columns.len();
        let lists = vec![Vec::new(); ranks as usize + 2];
        let mut player = Player {
            columns,
            frozen: vec![0; count],
            moves: Vec::new(),
            runs: vec![0; count],
            tops: lists.clone(),
            bases: lists,
            empty: Vec::new(),
            work: Vec::new(),
        };
        (0..count).for_each(|column| player.enter(column));
        player
    }

    /// The top card of a column.
    pub(super) fn top(&self, column: usize) -> Option<u32> {
        self.columns[column].last().copied()
    }

    /// The base of a column's last run.
    pub(super) fn base(&self, column: usize) -> Option<u32> {
        Some(self.ends(column)?.1)
    }

    /// Top and base of a column's last run.
    fn ends(&self, column: usize) -> Option<(u32, u32)> {
        let top = self.top(column)?;
        Some((top, top + self.runs[column] as u32 - 1))
    }

    /// Takes a column out of the lists.
    fn leave(&mut self, column: usize) {
        if let Some((top, base)) = self.ends(column) {
            self.tops[top as usize].retain(|&other| other != column);
            self.bases[base as usize].retain(|&other| other != column);
        }
    }

    /// Puts a column into the lists. A run counted already goes on being counted.
    fn enter(&mut self, column: usize) {
        let cards = &self.columns[column];
        if self.runs[column] == 0 && !cards.is_empty() {
            let joined = cards.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1 && pair[1] > 0);
            self.runs[column] = 1 + joined.count();
        }
        match self.ends(column) {
            Some((top, base)) => {
                self.tops[top as usize].push(column);
                self.bases[base as usize].push(column);
                self.work.extend([top, base + 1]);
            }
            None => self.empty.push(column),
        }
    }

    /// Moves the last run of a column, or the top `count` cards of it.
    pub(super) fn go(&mut self, from: usize, to: usize, count: usize) {
        let place = |column: usize| Place::Column(column as u16);
        self.moves.push(Move::Cards { from: place(from), to: place(to), count: count as u32 });
        self.leave(from);
        self.leave(to);
        let at = self.columns[from].len() - count;
        let cards = self.columns[from].split_off(at);
        // A long run that goes from column to column would leave its room in each.
        if self.columns[from].capacity() > 4 * at + 256 {
            self.columns[from].shrink_to_fit();
        }
        let joins = self.columns[to].last().is_some_and(|&onto| onto == cards[0] + 1);
        self.runs[to] = if joins { self.runs[to] } else { 0 } + cards.len();
        self.columns[to].extend(cards);
        self.runs[from] -= count;
        self.enter(from);
        if self.runs[to] as u32 + 2 == self.tops.len() as u32 {
            let left = self.columns[to].len() - self.runs[to];
            self.columns[to].truncate(left);
            self.runs[to] = 0;
        }
        self.enter(to);
    }

    /// Moves last runs onto cards of the next rank while there are any.
    pub(super) fn join(&mut self) {
        while let Some(rank) = self.work.pop() {
            let below = rank.saturating_sub(1) as usize;
            if rank as usize >= self.tops.len() || below == 0 {
                continue;
            }
            while let Some(&to) = self.tops[rank as usize].first()
                && let Some(&from) = self.bases[below].iter().find(|&&from| self.frozen[from] != rank - 1)
            {
                self.go(from, to, self.runs[from]);
            }
        }
    }

    /// Lets a column be moved from.
    pub(super) fn thaw(&mut self, column: usize) {
        self.frozen[column] = 0;
        self.work.extend(self.ends(column).map(|(_, base)| base + 1));
    }

    /// Moves the last run of a column to an empty one; returns `false` if no other column is empty.
    pub(super) fn set_aside(&mut self, column: usize) -> bool {
        while let Some(to) = self.empty.pop() {
            if self.columns[to].is_empty() && to != column {
                self.go(column, to, self.runs[column]);
                return true;
            }
        }
        false
    }
}
