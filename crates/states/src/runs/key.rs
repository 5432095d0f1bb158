//! All of a position as bytes, and back.

use super::{MAX_COLUMNS, RunBoard, RunGame};

impl RunBoard {
    /// Writes all of a position in [`RunGame::key_size`] bytes: for each column how many
    /// cards lie face down, its cards, and a zero; then the number of rows dealt; zeros to the end.
    /// Columns that are alike are sorted. Returns the length without the zeros at the end.
    pub fn write_key(&self, game: &RunGame, key: &mut [u8]) -> usize {
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
}

impl RunGame {
    /// Bytes of a key: see [`RunBoard::write_key`].
    #[must_use]
    pub fn key_size(&self) -> usize {
        self.cards() + 2 * self.columns + 1
    }

    /// The position of a key.
    #[must_use]
    pub fn board(&self, key: &[u8]) -> RunBoard {
        let mut board = RunBoard::new(&[]);
        let (mut at, mut end) = (0, 0);
        for column in 0..self.columns {
            board.face_down[column] = key[at];
            at += 1;
            while key[at] != 0 {
                board.cards[end] = key[at];
                (at, end) = (at + 1, end + 1);
            }
            at += 1;
            board.starts[column + 1] = end as u8;
        }
        board.starts[self.columns..].fill(end as u8);
        board.rows_dealt = key[at];
        let dealt =
            self.rows[..usize::from(board.rows_dealt)].iter().flatten().filter(|&&card| card != 0).count();
        let start = usize::from(self.start.starts[self.columns]);
        board.runs_home = ((start + dealt - end) / usize::from(self.ranks)) as u8;
        board
    }
}
