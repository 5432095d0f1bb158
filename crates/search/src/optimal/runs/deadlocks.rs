//! Sets of groups that wait for each other, before and after the rows to come.
//!
//! Call a card *restless* if a plan moves it, as a head, more often than [`super::bound`] has counted. Any
//! other card moves only if it is the head of a group and no king, once, onto a copy of its successor, and
//! stays there. A king waits until its suit lies on it.
//!
//! **The relaxed game.** Some groups are *released*: all their moves are paid for. Between two rows, groups
//! are taken off the ends of the columns as long as one of them qualifies. A group qualifies if it is
//! released, if its head's successor lies *open*, or if its head is a king and each lower card of its suit
//! is within reach. Within reach are the cards of groups taken off and of those at the ends of columns. Open
//! are the uppermost cards of these groups, and all cards of released ones. When no more can be taken off,
//! the next row comes. Each of its cards is put on what is left of its column, unless it is released or may
//! have landed on its successor, which is then open.
//!
//! **What is stuck.** Taking off never takes anything out of reach, so the order does not matter. A plan
//! without restless cards in groups that are not released takes off no more between two rows than the
//! relaxed game does. Suppose that after the last row groups are left. Let `S` be columns of them such that
//! the head at the end of each waits for cards that are all buried in `S`. These are every copy of its
//! successor, or for a king every copy of one lower card of its suit. A card buried by a row was left in its
//! column when the row came. So let `S'` be the columns of `S` with groups left before that row, closed in
//! the same way before that row. (Cards to be dealt later are buried nowhere, and nothing waits for them
//! before.) The same is done for each row back to the present. The *deadlock* is the groups at the ends of
//! all these columns, before each row. It also has each group in which a copy of an awaited successor lies
//! within reach but not open.
//!
//! *In every plan some card of the deadlock is restless.* Suppose that no card is. Take the first time that
//! one of its groups leaves its place at the end of a column, before the next row if it was listed before
//! that row. Until then the cards listed as buried under the groups of the deadlock are buried there. Its
//! head goes to a copy of its successor, which lies open at that time. It was not buried, and it was not to
//! be dealt later. So it was within reach, and it was not the end of its group, nor was that group released.
//! Then the card on it moved as a head although it lay on its successor: it is restless, and its group is in
//! the deadlock. A king leaves only with all its suit, or is restless.
//!
//! A card to be dealt that may land on its successor, but finds it not open when its row comes, is
//! stuck likewise: the deadlock is itself, what buries the copies of its successor before that row, and so on.
//!
//! Released groups are in no deadlock. So deadlocks that are found one after the other, each released before
//! the search for the next, have no group in common: the number of restless cards is at least theirs. Of the
//! deadlocks found from each column the smallest is used.

use super::scene::{Group, GroupSet, NO_GROUP, Scene};
use super::shape::{Kinds, MOST_ROWS, Shape, rank};
use patsat_states::runs::MAX_COLUMNS;

/// Columns as bits.
type Columns = u32;

/// How a time between two rows ended.
#[derive(Clone, Copy)]
struct Phase {
    /// The group left at the end of each column.
    tops: [u8; MAX_COLUMNS],
    /// All cards within reach.
    reach: Kinds,
}

/// The relaxed game.
pub(super) struct Relaxed<'a> {
    shape: &'a Shape,
    released: GroupSet,
    phases: [Phase; MOST_ROWS + 1],
    /// Cards of groups taken off, and those of them that lie open.
    gone: Kinds,
    open: Kinds,
}

impl<'a> Relaxed<'a> {
    pub(super) fn new(shape: &'a Shape, released: GroupSet) -> Relaxed<'a> {
        let phases = [Phase { tops: [NO_GROUP; MAX_COLUMNS], reach: 0 }; MOST_ROWS + 1];
        Relaxed { shape, released, phases, gone: 0, open: 0 }
    }

    #[inline]
    fn is_released(&self, group: u8) -> bool {
        self.released >> group & 1 != 0
    }

    /// The cards of a group that lie open once it is within reach.
    #[inline]
    fn open_of(&self, number: u8, group: &Group) -> Kinds {
        if self.is_released(number) { group.kinds } else { 1 << group.tail }
    }

    /// Plays, and returns a deadlock if not all groups are taken off.
    pub(super) fn deadlock(&mut self, scene: &mut Scene) -> Option<GroupSet> {
        let mut tops = scene.tops;
        for row in 0..=scene.rows {
            let open = self.take_off(scene, &mut tops, row);
            if row == scene.rows {
                break;
            }
            let unlucky = self.deal(scene, &mut tops, row, open);
            if unlucky != 0 {
                return self.unlucky(scene, row, unlucky);
            }
        }
        let mut best: Option<GroupSet> = None;
        let mut seen: Columns = 0;
        for column in (0..self.shape.columns).filter(|&column| tops[column] != NO_GROUP) {
            if seen >> column & 1 != 0 {
                continue;
            }
            let mut found = Deadlock::default();
            seen |= self.explain(scene, &mut found, scene.rows, 1 << column);
            best = smaller(best, self.with_covers(scene, &found));
        }
        best
    }

    /// The smallest deadlock of these cards of a row, which do not find their successors open.
    fn unlucky(&self, scene: &Scene, row: usize, mut cards: GroupSet) -> Option<GroupSet> {
        let mut best = None;
        while cards != 0 {
            let card = cards.trailing_zeros();
            cards &= cards - 1;
            let successor = scene.groups[card as usize].kinds << 1;
            let covered = successor & self.phases[row].reach;
            let mut found = Deadlock { groups: 1 << card, covered };
            self.explain(scene, &mut found, row, self.buried(scene, row, successor));
            best = smaller(best, self.with_covers(scene, &found));
        }
        best
    }

    /// Deals a row, and returns those of its cards that may land on their successors but do not find them
    /// open.
    fn deal(&mut self, scene: &mut Scene, tops: &mut [u8; MAX_COLUMNS], row: usize, open: Kinds) -> GroupSet {
        let mut unlucky = 0;
        for (top, &number) in tops.iter_mut().zip(&scene.dealt[row]).take(self.shape.columns) {
            if number == NO_GROUP {
                continue;
            }
            let kinds = scene.groups[usize::from(number)].kinds;
            let lucky = scene.lucky >> number & 1 != 0;
            if self.is_released(number) || lucky && open & kinds << 1 != 0 {
                self.gone |= kinds;
                self.open |= kinds;
            } else if lucky {
                unlucky |= 1 << number;
            } else {
                let below = match *top {
                    NO_GROUP => 0,
                    under => scene.groups[usize::from(under)].below | scene.groups[usize::from(under)].kinds,
                };
                let group = &mut scene.groups[usize::from(number)];
                (group.under, group.below) = (*top, below);
                *top = number;
            }
        }
        unlucky
    }

    /// Takes off all groups that can be, and returns what lies open then.
    fn take_off(&mut self, scene: &Scene, tops: &mut [u8; MAX_COLUMNS], row: usize) -> Kinds {
        let columns = self.shape.columns;
        let (mut reach, mut open) = (self.gone, self.open);
        for &top in tops[..columns].iter().filter(|&&top| top != NO_GROUP) {
            let group = &scene.groups[usize::from(top)];
            reach |= group.kinds;
            open |= self.open_of(top, group);
        }
        loop {
            let mut moved = false;
            for top in &mut tops[..columns] {
                while *top != NO_GROUP {
                    let group = &scene.groups[usize::from(*top)];
                    let leaves = self.is_released(*top)
                        || if rank(group.head) == self.shape.ranks {
                            self.shape.below_king(group.head) & !reach == 0
                        } else {
                            open >> (group.head + 1) & 1 != 0
                        };
                    if !leaves {
                        break;
                    }
                    moved = true;
                    self.gone |= group.kinds;
                    self.open |= self.open_of(*top, group);
                    *top = group.under;
                    if *top != NO_GROUP {
                        let next = &scene.groups[usize::from(*top)];
                        reach |= next.kinds;
                        open |= self.open_of(*top, next);
                    }
                }
            }
            if !moved {
                break;
            }
        }
        self.phases[row] = Phase { tops: *tops, reach };
        open
    }

    /// The columns in which one of these cards was buried before this row.
    fn buried(&self, scene: &Scene, row: usize, kinds: Kinds) -> Columns {
        let tops = &self.phases[row].tops[..self.shape.columns];
        let holds = |&top: &u8| top != NO_GROUP && scene.groups[usize::from(top)].below & kinds != 0;
        (0..).zip(tops).filter(|(_, top)| holds(top)).fold(0, |set, (column, _)| set | 1 << column)
    }

    /// Adds what keeps these columns as they were before this row, and all that keeps that so; the columns
    /// that are stuck before this row.
    fn explain(&self, scene: &Scene, found: &mut Deadlock, row: usize, mut columns: Columns) -> Columns {
        let mut stuck = 0;
        for at in (0..=row).rev() {
            let phase = &self.phases[at];
            let mut closed: Columns = 0;
            while columns & !closed != 0 {
                let column = (columns & !closed).trailing_zeros();
                closed |= 1 << column;
                let top = phase.tops[column as usize];
                found.groups |= 1 << top;
                let head = scene.groups[usize::from(top)].head;
                if rank(head) == self.shape.ranks {
                    columns |= self.king_waits(scene, at, head, columns);
                } else {
                    let successor = 2 << head;
                    found.covered |= successor & phase.reach;
                    columns |= self.buried(scene, at, successor);
                }
            }
            if at == row {
                stuck = closed;
            }
            if at > 0 {
                let left = &self.phases[at - 1].tops;
                let still = |column: &usize| closed >> column & 1 != 0 && left[*column] != NO_GROUP;
                columns = (0..self.shape.columns).filter(still).fold(0, |set, column| set | 1 << column);
            }
        }
        stuck
    }

    /// The columns that bury one lower card of a king's suit: that with the fewest beside `given`.
    fn king_waits(&self, scene: &Scene, row: usize, king: u8, given: Columns) -> Columns {
        let mut missing = self.shape.below_king(king) & !self.phases[row].reach;
        let mut best = Columns::MAX;
        while missing != 0 {
            let columns = self.buried(scene, row, missing & missing.wrapping_neg()) & !given;
            missing &= missing - 1;
            if best == Columns::MAX || columns.count_ones() < best.count_ones() {
                best = columns;
            }
        }
        best
    }

    /// The groups of a deadlock with those that cover a successor within reach.
    fn with_covers(&self, scene: &Scene, found: &Deadlock) -> GroupSet {
        if found.covered == 0 {
            return found.groups;
        }
        let covers = |group: &Group| group.kinds & !(1 << group.tail) & found.covered != 0;
        let groups = scene.groups[..scene.count].iter().enumerate().filter(|(_, group)| covers(group));
        groups.fold(found.groups, |set, (number, _)| set | 1 << number) & !self.released
    }
}

/// The smaller of two sets.
fn smaller(best: Option<GroupSet>, groups: GroupSet) -> Option<GroupSet> {
    match best {
        Some(best) if best.count_ones() <= groups.count_ones() => Some(best),
        _ => Some(groups),
    }
}

/// A deadlock while it is put together.
#[derive(Default)]
struct Deadlock {
    groups: GroupSet,
    /// Successors waited for that lie within reach but not open.
    covered: Kinds,
}
