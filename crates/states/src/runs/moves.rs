//! Which moves a position has, and what they do to it.

use super::{RunBoard, RunGame, RunMove, rank};

impl RunBoard {
    /// How many cards lie in columns.
    #[inline]
    #[must_use]
    pub fn cards(&self, game: &RunGame) -> usize {
        self.starts[game.columns].into()
    }

    /// Whether no card is left.
    #[inline]
    #[must_use]
    pub fn is_won(&self, game: &RunGame) -> bool {
        self.starts[game.columns] == 0 && game.columns_are_alike(self)
    }

    /// Whether a row may be dealt now.
    #[must_use]
    pub fn may_deal(&self, game: &RunGame) -> bool {
        usize::from(self.rows_dealt) < game.rows.len()
            && (game.onto_empty || (0..game.columns).all(|c| !self.column(c).is_empty()))
    }

    /// Makes a legal move: a card that comes to the top is turned, a complete run leaves.
    #[inline]
    pub fn make(&mut self, game: &RunGame, step: RunMove) {
        if step == RunMove::ROW {
            return self.deal_row(game);
        }
        if step.collects() {
            return self.take_run(game, step.from.into());
        }
        let (from, to, count) = (usize::from(step.from), usize::from(step.to), usize::from(step.count));
        let (source, target) = (usize::from(self.starts[from + 1]), usize::from(self.starts[to + 1]));
        if from < to {
            self.cards[source - count..target].rotate_left(count);
            self.starts[from + 1..=to].iter_mut().for_each(|start| *start -= step.count);
        } else {
            self.cards[target..source].rotate_right(count);
            self.starts[to + 1..=from].iter_mut().for_each(|start| *start += step.count);
        }
        self.turn(from);
        // A complete run that was dealt under another card leaves when that one does.
        self.settle(game, from);
        self.settle(game, to);
    }

    fn deal_row(&mut self, game: &RunGame) {
        let row = &game.rows[usize::from(self.rows_dealt)];
        let before = self.clone();
        let mut end = 0;
        for (column, &card) in row.iter().enumerate().take(game.columns) {
            let cards = before.column(column);
            self.cards[end..end + cards.len()].copy_from_slice(cards);
            end += cards.len();
            if card != 0 {
                self.cards[end] = card;
                end += 1;
            }
            self.starts[column + 1] = end as u8;
        }
        self.starts[game.columns..].fill(end as u8);
        self.rows_dealt += 1;
        for column in 0..game.columns {
            self.settle(game, column);
        }
    }

    /// Whether a complete run lies at the end of a column.
    #[inline]
    pub(crate) fn is_complete(&self, game: &RunGame, column: usize) -> bool {
        self.column(column).last().is_some_and(|&top| rank(top) == 1)
            && self.run(column) >= usize::from(game.ranks)
    }

    /// Takes complete runs off the end of a column, where they leave by themselves.
    #[inline]
    fn settle(&mut self, game: &RunGame, column: usize) {
        while !game.by_move && self.is_complete(game, column) {
            self.take_run(game, column);
        }
    }

    /// Takes a complete run off the end of a column.
    fn take_run(&mut self, game: &RunGame, column: usize) {
        let end = usize::from(self.starts[column + 1]);
        self.cards.copy_within(end.., end - usize::from(game.ranks));
        self.starts[column + 1..].iter_mut().for_each(|start| *start -= game.ranks);
        self.runs_home += 1;
        self.turn(column);
    }

    /// Calls `visit` with every legal move, up to symmetry: of several empty columns only the
    /// first counts where columns are alike, and then no whole column moves to an empty one.
    pub fn moves(&self, game: &RunGame, mut visit: impl FnMut(RunMove)) {
        let alike = game.columns_are_alike(self);
        let empty = |c: &usize| self.column(*c).is_empty();
        let first_empty = (0..game.columns).find(empty);
        for from in (0..game.columns).filter(|c| !empty(c)) {
            let (cards, run) = (self.column(from), self.run(from));
            let lowest = rank(cards[cards.len() - 1]);
            for to in (0..game.columns).filter(|&to| to != from) {
                let mut visit =
                    |count: usize| visit(RunMove { from: from as u8, to: to as u8, count: count as u8 });
                match self.column(to).last() {
                    Some(&onto) => {
                        let count = usize::from(rank(onto).saturating_sub(lowest));
                        if (1..=run).contains(&count) {
                            visit(count);
                        }
                    }
                    None if alike && Some(to) != first_empty => {}
                    None => (1..=run).filter(|&n| !(alike && n == cards.len())).for_each(visit),
                }
            }
        }
        if game.by_move {
            let complete = (0..game.columns).filter(|&column| self.is_complete(game, column));
            complete.for_each(|column| visit(RunMove::collect(column as u8)));
        }
        if self.may_deal(game) {
            visit(RunMove::ROW);
        }
    }
}
