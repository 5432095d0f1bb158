//! A position and its moves.

mod hash;

use super::{MAX_CARDS, MAX_COLUMNS, MAX_KINDS, NONE, ThiefGame};
use patsat_game::cards::{Card, Deal};
use patsat_game::rules::Group;

/// The waste among the piles.
pub(super) const WASTE: usize = MAX_COLUMNS;
/// The stock among the piles.
pub(super) const STOCK: usize = MAX_COLUMNS + 1;
const PILES: usize = MAX_COLUMNS + 2;

/// A pile's hash is a polynomial in this odd number, so that the top card can be taken out again.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Its inverse modulo two to the sixty-fourth.
const INVERSE: u64 = inverse(FACTOR);

const fn inverse(odd: u64) -> u64 {
    // Newton's iteration doubles the number of right bits.
    let (mut x, mut n) = (odd, 0);
    while n < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        n += 1;
    }
    x
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThiefBoard {
    /// What lies under each card of a pile.
    under: [u8; MAX_CARDS],
    tops: [u8; PILES],
    hashes: [u64; PILES],
    heights: [u8; PILES],
    /// How many of the deepest cards of each column lie face down.
    face_down: [u8; MAX_COLUMNS],
    /// For each kind how many cards of it are home.
    home: [u8; MAX_KINDS],
    /// Cards that are not home.
    pub left: u8,
    /// Redeals made.
    pub redeals: u8,
}

impl Default for ThiefBoard {
    fn default() -> ThiefBoard {
        ThiefBoard {
            under: [NONE; MAX_CARDS],
            tops: [NONE; PILES],
            hashes: [0; PILES],
            heights: [0; PILES],
            face_down: [0; MAX_COLUMNS],
            home: [0; MAX_KINDS],
            left: 0,
            redeals: 0,
        }
    }
}

/// A move: cards from the end of one pile to another, or home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pile that the cards leave: a column, [`Step::WASTE`] or [`Step::STOCK`].
    pub from: u8,
    /// The pile they come to, or [`Step::HOME`].
    pub to: u8,
    /// How many.
    pub count: u8,
}

impl Step {
    /// The waste.
    pub const WASTE: u8 = WASTE as u8;
    /// The stock.
    pub const STOCK: u8 = STOCK as u8;
    /// The foundations.
    pub const HOME: u8 = PILES as u8;
    /// A card drawn.
    pub(crate) const DRAW: Step = Step { from: Step::STOCK, to: Step::WASTE, count: 1 };
    /// The waste turned back into the stock.
    pub(crate) const REDEAL: Step = Step { from: Step::WASTE, to: Step::STOCK, count: 0 };
}

impl ThiefBoard {
    pub(super) fn new(game: &mut ThiefGame, deal: &Deal, kind: impl Fn(Card) -> u8) -> ThiefBoard {
        let mut board = ThiefBoard::default();
        let piles = deal.columns.iter().map(|pile| &pile.cards).enumerate();
        for (pile, cards) in piles.chain([(WASTE, &deal.waste), (STOCK, &deal.stock)]) {
            for &card in cards {
                let number = game.kinds.len() as u8;
                game.kinds.push(kind(card));
                board.push(game, pile, number);
            }
        }
        board.left = game.kinds.len() as u8;
        for (place, pile) in board.face_down.iter_mut().zip(&deal.columns) {
            *place = pile.face_down as u8;
        }
        board.redeals = deal.redeals_used as u8;
        let mut away = [0u8; MAX_KINDS];
        game.kinds.iter().for_each(|&kind| away[usize::from(kind)] += 1);
        for (home, (all, away)) in board.home.iter_mut().zip(game.copies.iter().zip(away)) {
            *home = all - away;
        }
        board
    }

    /// Puts a card on a pile, as a position is laid out.
    pub(super) fn lay(&mut self, game: &ThiefGame, pile: usize, card: u8) {
        self.push(game, pile, card);
        self.left += 1;
    }

    /// Turns the deepest cards of a column down, as a position is laid out.
    pub(super) fn turn_down(&mut self, pile: usize, face_down: u8) {
        if let Some(place) = self.face_down.get_mut(pile) {
            *place = face_down;
        }
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

    /// How many cards a pile has.
    #[inline]
    #[must_use]
    pub(crate) fn height(&self, pile: u8) -> usize {
        self.heights[usize::from(pile)].into()
    }

    /// The top card of a pile, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn top(&self, pile: u8) -> u8 {
        self.tops[usize::from(pile)]
    }

    /// Sixty-four bits of a pile, blind to twins.
    pub(crate) fn pile_hash(&self, pile: u8) -> u64 {
        self.hashes[usize::from(pile)]
    }

    /// The card under another, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn under(&self, card: u8) -> u8 {
        self.under[usize::from(card)]
    }

    /// How many of the deepest cards of a column lie face down.
    #[inline]
    #[must_use]
    pub fn face_down(&self, column: u8) -> u8 {
        self.face_down[usize::from(column)]
    }

    /// How many cards of a kind are home.
    #[inline]
    #[must_use]
    pub fn home(&self, kind: u8) -> u8 {
        self.home[usize::from(kind)]
    }

    /// Whether every card is home.
    #[inline]
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.left == 0
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

    fn push(&mut self, game: &ThiefGame, pile: usize, card: u8) {
        self.under[usize::from(card)] = self.tops[pile];
        self.tops[pile] = card;
        self.heights[pile] += 1;
        let code = u64::from(game.kind(card)) + 1;
        self.hashes[pile] = self.hashes[pile].wrapping_mul(FACTOR).wrapping_add(code);
    }

    fn pop(&mut self, game: &ThiefGame, pile: usize) -> u8 {
        let card = self.tops[pile];
        self.tops[pile] = self.under[usize::from(card)];
        self.heights[pile] -= 1;
        let code = u64::from(game.kind(card)) + 1;
        self.hashes[pile] = self.hashes[pile].wrapping_sub(code).wrapping_mul(INVERSE);
        card
    }

    /// Makes a legal move.
    pub fn make(&mut self, game: &ThiefGame, step: Step) {
        if step == Step::REDEAL {
            while self.tops[WASTE] != NONE {
                let card = self.pop(game, WASTE);
                self.push(game, STOCK, card);
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
            self.push(game, to, card);
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

    /// A move home that loses nothing.
    ///
    /// A card may go home at once if every copy of the next lower rank of its suit is home, so
    /// that its twins have foundations of their own, and every card that could be put on it is
    /// home, so that nothing will need it as a place. Any plan can then be changed to make this
    /// move first: until the plan moves the card, its absence only uncovers what lay under it,
    /// and where the plan puts it elsewhere, that move is left out; what the plan puts on it
    /// later does not exist. With two decks "as soon as one foundation waits for it" is not
    /// enough: the twins compete for it, and the wrong one may lie on the ace that would start
    /// the other.
    #[must_use]
    pub fn safe_home(&self, game: &ThiefGame) -> Option<Step> {
        (0..game.columns as u8).chain([Step::WASTE]).find_map(|from| {
            let card = self.top(from);
            let safe = card != NONE && self.is_safe(game, game.kind(card));
            safe.then_some(Step { from, to: Step::HOME, count: 1 })
        })
    }

    /// Makes all such moves, and tells of each with the position before it.
    pub(crate) fn settle(&mut self, game: &ThiefGame, mut tell: impl FnMut(&ThiefBoard, Step)) {
        while let Some(step) = self.safe_home(game) {
            tell(self, step);
            self.make(game, step);
        }
    }

    fn is_safe(&self, game: &ThiefGame, kind: u8) -> bool {
        let all_home = |kind: u8| self.home(kind) == game.copies[usize::from(kind)];
        let rank = game.rank(kind);
        if rank == 1 {
            return true;
        }
        // Only cards of the rank below can be put on it.
        all_home(kind - 1)
            && (0..game.suits).all(|suit| {
                let lower = suit * game.ranks + rank - 2;
                !game.fits(lower, kind) || all_home(lower)
            })
    }
}
