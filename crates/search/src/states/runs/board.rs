//! A position of a game of runs, and its moves.

use super::{MAX_CARDS, MAX_COLUMNS, RunGame, code, rank};
use patsat_game::cards::Pile;
use patsat_game::rules::{Move, Place};

/// A position: the cards of every column in one array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunBoard {
    cards: [u8; MAX_CARDS + 1],
    /// Column `c` is `cards[starts[c]..starts[c + 1]]`.
    starts: [u8; MAX_COLUMNS + 1],
    /// How many of the deepest cards of each column lie face down.
    pub face_down: [u8; MAX_COLUMNS],
    /// Rows dealt so far.
    pub rows_dealt: u8,
    /// Complete runs that have left since the start.
    pub runs_home: u8,
}

/// A move between columns, a row dealt, or a run collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunMove {
    /// The column that cards leave.
    pub from: u8,
    /// The column they go to.
    pub to: u8,
    /// How many of them; none where a row is dealt, all ones where a run is collected.
    pub count: u8,
}

impl RunMove {
    /// The row that is dealt.
    pub(crate) const ROW: RunMove = RunMove { from: 0, to: 0, count: 0 };

    /// The complete run at the end of a column leaves, where that is a move.
    pub(crate) const fn collect(column: u8) -> RunMove {
        RunMove { from: column, to: column, count: u8::MAX }
    }

    /// Whether it is such a move.
    #[inline]
    pub(crate) fn collects(self) -> bool {
        self.count == u8::MAX
    }

    /// The move as the rules write it.
    #[must_use]
    pub fn action(self) -> Move {
        let RunMove { from, to, count } = self;
        if self == RunMove::ROW {
            return Move::DealRow;
        }
        if self.collects() {
            return Move::Collect { column: from.into() };
        }
        Move::Cards { from: Place::Column(from.into()), to: Place::Column(to.into()), count: count.into() }
    }

    /// The same move, if it is one of these games.
    #[must_use]
    pub fn of(action: Move) -> Option<RunMove> {
        match action {
            Move::DealRow => Some(RunMove::ROW),
            Move::Collect { column } => Some(RunMove::collect(column as u8)),
            Move::Cards { from: Place::Column(from), to: Place::Column(to), count } => {
                Some(RunMove { from: from as u8, to: to as u8, count: count as u8 })
            }
            _ => None,
        }
    }
}

impl RunBoard {
    /// The position of these columns. They hold at most `MAX_CARDS` cards.
    pub(super) fn new(columns: &[Pile]) -> RunBoard {
        let mut board = RunBoard {
            cards: [0; MAX_CARDS + 1],
            starts: [0; MAX_COLUMNS + 1],
            face_down: [0; MAX_COLUMNS],
            rows_dealt: 0,
            runs_home: 0,
        };
        let mut end = 0;
        for (n, pile) in columns.iter().enumerate() {
            for &card in &pile.cards {
                board.cards[end] = code(card);
                end += 1;
            }
            board.starts[n + 1..].fill(end as u8);
            board.face_down[n] = pile.face_down as u8;
        }
        board
    }

    /// Writes all of a position, as long as [`RunGame::key_size`] says: for each column how many
    /// cards lie face down, its cards, and a zero; then the number of rows dealt; zeros to the end.
    /// Columns that are alike are sorted. Returns the length without the zeros at the end.
    pub(crate) fn write_key(&self, game: &RunGame, key: &mut [u8]) -> usize {
        let mut order: [u8; MAX_COLUMNS] = std::array::from_fn(|n| n as u8);
        let order = &mut order[..game.columns];
        if game.columns_are_alike(self) {
            let place = |&n: &u8| (self.column(n.into()), self.face_down[usize::from(n)]);
            for n in 1..order.len() {
                let mut at = n;
                while at > 0 && place(&order[at - 1]) > place(&order[at]) {
                    order.swap(at - 1, at);
                    at -= 1;
                }
            }
        }
        let mut at = 0;
        for n in order {
            let cards = self.column(usize::from(*n));
            key[at] = self.face_down[usize::from(*n)];
            key[at + 1..][..cards.len()].copy_from_slice(cards);
            at += cards.len() + 2;
            key[at - 1] = 0;
        }
        key[at] = self.rows_dealt;
        key[at + 1..].fill(0);
        at + 1
    }

    /// The position of a key.
    pub(super) fn read_key(game: &RunGame, key: &[u8]) -> RunBoard {
        let mut board = RunBoard::new(&[]);
        let (mut at, mut end) = (0, 0);
        for column in 0..game.columns {
            board.face_down[column] = key[at];
            at += 1;
            while key[at] != 0 {
                board.cards[end] = key[at];
                (at, end) = (at + 1, end + 1);
            }
            at += 1;
            board.starts[column + 1] = end as u8;
        }
        board.starts[game.columns..].fill(end as u8);
        board.rows_dealt = key[at];
        let dealt =
            game.rows[..usize::from(board.rows_dealt)].iter().flatten().filter(|&&card| card != 0).count();
        let start = usize::from(game.start.starts[game.columns]);
        board.runs_home = ((start + dealt - end) / usize::from(game.ranks)) as u8;
        board
    }

    /// The cards of a column, deepest first.
    #[inline]
    #[must_use]
    pub fn column(&self, column: usize) -> &[u8] {
        &self.cards[usize::from(self.starts[column])..usize::from(self.starts[column + 1])]
    }

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

    /// How many cards at the end of a column move as one.
    #[inline]
    #[must_use]
    pub fn run(&self, column: usize) -> usize {
        let cards = &self.column(column)[usize::from(self.face_down[column])..];
        let links = cards.windows(2).rev().take_while(|pair| pair[0] == pair[1] + 1).count();
        links + usize::from(!cards.is_empty())
    }

    /// Whether a row may be dealt now.
    #[must_use]
    pub(crate) fn may_deal(&self, game: &RunGame) -> bool {
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

    /// Turns a face-down card that lies on top.
    fn turn(&mut self, column: usize) {
        let height = self.starts[column + 1] - self.starts[column];
        self.face_down[column] = self.face_down[column].min(height.saturating_sub(1));
    }

    /// Whether a complete run lies at the end of a column.
    #[inline]
    pub(crate) fn is_complete(&self, game: &RunGame, column: usize) -> bool {
        self.column(column).last().is_some_and(|&top| rank(top) == 1)
            && self.run(column) >= usize::from(game.ranks)
    }

    /// Takes complete runs off the end of a column, where they leave by themselves.
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
