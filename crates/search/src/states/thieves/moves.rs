//! Which moves a position has, and what they do to it.

use super::step::{STOCK, WASTE};
use super::{MAX_KINDS, NONE, Step, ThiefBoard, ThiefGame};
use patsat_game::rules::Group;

impl ThiefBoard {
    /// Puts a card on a pile, as a position is laid out.
    pub(super) fn lay(&mut self, game: &ThiefGame, pile: usize, card: u8) {
        self.push(pile, card, game.kind(card));
        self.left += 1;
    }

    /// What is not laid out is home.
    pub(super) fn count_home(&mut self, game: &ThiefGame) {
        self.home = game.copies;
        for pile in (0..game.columns).chain([WASTE, STOCK]) {
            let mut card = self.tops[pile];
            while card != NONE {
                self.home[usize::from(game.kind(card))] -= 1;
                card = self.under(card);
            }
        }
    }

    /// Whether a card of this kind may go home now.
    #[inline]
    #[must_use]
    pub(crate) fn may_go_home(&self, game: &ThiefGame, kind: u8) -> bool {
        let own = self.home(kind);
        match game.rank(kind) {
            1 => own < game.copies[usize::from(kind)],
            _ => own < self.home(kind - 1),
        }
    }

    /// Takes the top card off a pile.
    #[inline]
    fn pop(&mut self, game: &ThiefGame, pile: usize) -> u8 {
        self.take(pile, game.kind(self.tops[pile]))
    }

    /// Makes a legal move.
    pub fn make(&mut self, game: &ThiefGame, step: Step) {
        if step == Step::REDEAL {
            while self.tops[WASTE] != NONE {
                let card = self.pop(game, WASTE);
                self.push(STOCK, card, game.kind(card));
            }
            self.redeals += 1;
            return;
        }
        let from = usize::from(step.from);
        let mut cards = [NONE; MAX_KINDS];
        for place in &mut cards[..usize::from(step.count)] {
            *place = self.pop(game, from);
        }
        // A face-down card that comes to the top is turned.
        if let Some(down) = self.face_down.get_mut(from) {
            *down = (*down).min(self.heights[from].saturating_sub(1));
        }
        if step.to == Step::HOME {
            self.home[usize::from(game.kind(cards[0]))] += 1;
            self.left -= 1;
            return;
        }
        let to = usize::from(step.to);
        for &card in cards[..usize::from(step.count)].iter().rev() {
            self.push(to, card, game.kind(card));
        }
    }

    /// How many cards at the end of a column are built on each other as the rules move them together.
    #[must_use]
    pub fn run(&self, game: &ThiefGame, column: u8) -> u8 {
        let face_up = self.heights[usize::from(column)] - self.face_down[usize::from(column)];
        let (mut card, mut length) = (self.top(column), 0);
        while card != NONE {
            length += 1;
            let below = self.under(card);
            if length == face_up || !game.fits(game.kind(card), game.kind(below)) {
                break;
            }
            card = below;
        }
        length
    }

    /// Number of empty columns.
    #[must_use]
    pub fn empties(&self, game: &ThiefGame) -> u32 {
        self.tops[..game.columns].iter().map(|&top| u32::from(top == NONE)).sum()
    }

    /// The most cards that go over as one with so many empty columns beside the target. Where
    /// cards move singly, a run is moved through the empty columns, each of which doubles it.
    #[must_use]
    pub fn capacity(&self, game: &ThiefGame, empties: u32) -> u8 {
        match game.group {
            Group::Single | Group::BySpaces => 1 << empties.min(7),
            Group::SuitRun | Group::BuiltRun => u8::MAX,
        }
    }

    /// Calls `visit` with the moves of columns and waste from pile to pile and home, up to symmetry:
    /// of several empty columns only the first counts, and no whole column moves to an empty one.
    /// Runs of several cards count as moves where they can be moved one by one.
    pub fn moves(&self, game: &ThiefGame, mut visit: impl FnMut(Step)) {
        let bare = self.bare(game);
        for from in (0..game.columns as u8).chain([Step::WASTE]) {
            self.moves_onto(game, from, bare, &mut visit);
        }
    }

    /// The same for one pile, which may be the stock.
    pub(crate) fn moves_from(&self, game: &ThiefGame, from: u8, visit: impl FnMut(Step)) {
        self.moves_onto(game, from, self.bare(game), visit);
    }

    /// The kinds of the top cards of the columns, as a set of bits.
    fn bare(&self, game: &ThiefGame) -> u64 {
        let tops = self.tops[..game.columns].iter().filter(|&&top| top != NONE);
        tops.fold(0, |bare, &top| bare | 1 << game.kind(top))
    }

    fn moves_onto(&self, game: &ThiefGame, from: u8, bare: u64, mut visit: impl FnMut(Step)) {
        let top = self.top(from);
        if top == NONE {
            return;
        }
        if self.may_go_home(game, game.kind(top)) {
            visit(Step { from, to: Step::HOME, count: 1 });
        }
        let single = from >= Step::WASTE;
        let columns = 0..game.columns as u8;
        let empties = self.empties(game);
        let longest = if single { 1 } else { self.run(game, from) };
        let most = longest.min(self.capacity(game, empties));
        // Mostly no card of the run fits anywhere.
        if self.fits_somewhere(game, top, most, bare) {
            for to in columns.clone().filter(|&to| to != from && self.top(to) != NONE) {
                let onto = game.kind(self.top(to));
                let mut card = top;
                for count in 1..=most {
                    if game.fits(game.kind(card), onto) {
                        visit(Step { from, to, count });
                    }
                    card = self.under(card);
                }
            }
        }
        let Some(to) = columns.clone().find(|&column| self.top(column) == NONE) else { return };
        let (mut card, most) = (top, longest.min(self.capacity(game, empties - 1)));
        for count in 1..=most {
            card = self.under(card);
            if card != NONE || single {
                visit(Step { from, to, count });
            }
        }
    }

    /// Whether one of so many cards, from the top down, could be put on a card of one of these kinds.
    fn fits_somewhere(&self, game: &ThiefGame, top: u8, most: u8, bare: u64) -> bool {
        let mut card = top;
        for _ in 0..most {
            if game.onto[usize::from(game.kind(card))] & bare != 0 {
                return true;
            }
            card = self.under(card);
        }
        false
    }

    /// The draw or redeal that comes next, if there is one.
    #[must_use]
    pub fn next_draw(&self, game: &ThiefGame) -> Option<Step> {
        if self.heights[STOCK] > 0 {
            return Some(Step::DRAW);
        }
        (self.heights[WASTE] > 0 && self.redeals < game.redeals).then_some(Step::REDEAL)
    }
}
