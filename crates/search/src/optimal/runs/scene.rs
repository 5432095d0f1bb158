//! A position as the bound sees it: groups of cards that lie in sequence, and rows to come.
//!
//! A *group* is a longest sequence of face-up cards of a column, each on the next one of its suit; its
//! *head* is the deepest of them. A card that lies face down is a group of its own, and so is each
//! card that is still to be dealt.

use super::shape::{Kinds, MOST_CARDS, MOST_ROWS, Shape, byte, rank};
use patsat_states::runs::{MAX_COLUMNS, RunBoard};

/// Marks a missing group.
pub(super) const NO_GROUP: u8 = u8::MAX;

/// Groups as bits, by number.
pub(super) type GroupSet = u128;

/// Cards that lie in sequence.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Group {
    /// The deepest card, which the others move with.
    pub(super) head: u8,
    /// The card on top of the others.
    pub(super) tail: u8,
    /// The group that it lies on; of a card to be dealt, where the relaxed game has come to.
    pub(super) under: u8,
    /// Its cards.
    pub(super) kinds: Kinds,
    /// All cards under it in its column.
    pub(super) below: Kinds,
}

/// The groups of a position.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) groups: [Group; MOST_CARDS],
    pub(super) count: usize,
    /// The group on top of each column.
    pub(super) tops: [u8; MAX_COLUMNS],
    /// Rows to be dealt.
    pub(super) rows: usize,
    /// The group of each of their cards.
    pub(super) dealt: [[u8; MAX_COLUMNS]; MOST_ROWS],
    /// Cards to be dealt that may come to lie on the next one of their suit at once.
    pub(super) lucky: GroupSet,
    /// Those of them for which that one must first be brought to their column by a card that does
    /// not belong there: see [`super::bound`].
    pub(super) visited: GroupSet,
    /// The cost that every plan has in any case.
    pub(super) least: u32,
    /// Groups that lie on another group.
    pub(super) stacked: u32,
    /// Columns without a card.
    pub(super) empty: u32,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            groups: [Group::default(); MOST_CARDS],
            count: 0,
            tops: [NO_GROUP; MAX_COLUMNS],
            rows: 0,
            dealt: [[NO_GROUP; MAX_COLUMNS]; MOST_ROWS],
            lucky: 0,
            visited: 0,
            least: 0,
            stacked: 0,
            empty: 0,
        }
    }
}

impl Scene {
    /// Reads a position.
    pub(super) fn read(&mut self, shape: &Shape, board: &RunBoard) {
        (self.count, self.least, self.stacked, self.empty) = (0, 0, 0, 0);
        let (mut cards, mut present) = (0, 0);
        let mut columns = [0; MAX_COLUMNS];
        for (column, kinds) in columns.iter_mut().enumerate().take(shape.columns) {
            let pile = board.column(column);
            cards += pile.len();
            *kinds = self.read_column(shape, column, pile, board.face_down[column]);
            present |= *kinds;
        }
        self.read_rows(shape, usize::from(board.rows_dealt), present, &mut columns);
        self.least += self.rows as u32;
        if shape.by_move {
            cards += (0..self.rows).flat_map(|row| self.dealt[row]).filter(|&card| card != NO_GROUP).count();
            self.least += (cards / usize::from(shape.ranks)) as u32;
        }
    }

    /// The cards of these groups.
    pub(super) fn kinds_of(&self, mut groups: GroupSet) -> Kinds {
        let mut cards = 0;
        while groups != 0 {
            cards |= self.groups[groups.trailing_zeros() as usize].kinds;
            groups &= groups - 1;
        }
        cards
    }

    /// Parts a column into groups; its cards.
    fn read_column(&mut self, shape: &Shape, column: usize, cards: &[u8], face_down: u8) -> Kinds {
        self.empty += u32::from(cards.is_empty());
        let (mut under, mut below) = (NO_GROUP, 0);
        let mut bytes = [0; MOST_CARDS];
        bytes.iter_mut().zip(cards).for_each(|(own, &card)| *own = byte(card));
        let cards = &bytes[..cards.len()];
        let mut at = 0;
        while at < cards.len() {
            let head = cards[at];
            let (mut tail, mut kinds) = (head, 1 << head);
            at += 1;
            if at > usize::from(face_down) {
                while at < cards.len() && cards[at] + 1 == tail {
                    tail = cards[at];
                    kinds |= 1 << tail;
                    at += 1;
                }
            }
            self.groups[self.count] = Group { head, tail, under, kinds, below };
            self.least += u32::from(rank(head) != shape.ranks);
            self.stacked += u32::from(under != NO_GROUP);
            under = self.count as u8;
            below |= kinds;
            self.count += 1;
        }
        self.tops[column] = under;
        below
    }

    /// Reads the rows that are left. `columns` has the cards of each column.
    fn read_rows(
        &mut self,
        shape: &Shape,
        dealt: usize,
        mut present: Kinds,
        columns: &mut [Kinds; MAX_COLUMNS],
    ) {
        (self.lucky, self.visited) = (0, 0);
        self.rows = shape.rows.len() - dealt;
        // Columns and suits of which a card is counted as visited.
        let mut counted = 0u64;
        for (row, cards) in shape.rows[dealt..].iter().enumerate() {
            let before = present;
            for (column, &card) in cards.iter().enumerate().take(shape.columns) {
                if card == 0 {
                    self.dealt[row][column] = NO_GROUP;
                    continue;
                }
                let kind = 1 << card;
                let number = self.count as u8;
                self.groups[self.count] =
                    Group { head: card, tail: card, under: NO_GROUP, kinds: kind, below: 0 };
                self.dealt[row][column] = number;
                self.count += 1;
                present |= kind;
                if rank(card) != shape.ranks {
                    if before & kind << 1 != 0 {
                        self.lucky |= 1 << number;
                        let pair = 1 << (4 * column + usize::from(card >> 4));
                        if columns[column] & shape.above(card) == 0 && counted & pair == 0 {
                            counted |= pair;
                            self.visited |= 1 << number;
                        }
                    } else {
                        self.least += 1;
                    }
                }
                columns[column] |= kind;
            }
        }
    }
}
