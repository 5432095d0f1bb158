//! Which moves a position has, and what they do to it.

use super::hash::of_spot;
use super::{NONE, PileBoard, PileGame, Room, Step};
use crate::packed::{CardSet, Slots};
use patsat_game::rules::Group;
use std::ops::Range;

/// What counts as the empty columns of a position with too few cards for a row.
const TOO_FEW_CARDS: u32 = 1 << 10;

/// Where cards may go.
struct Targets<R: Room> {
    /// The kinds of the top cards of the columns.
    bare: R::Set,
    /// From the first empty column to the last that is another target than it.
    empty: Range<u8>,
    /// Whether columns are not alike.
    named: bool,
    cells: Range<u8>,
    /// The first empty cell.
    cell: Option<u8>,
    /// The most cards that go onto another card.
    most: u8,
    /// The most cards that go to an empty column.
    most_to_empty: u8,
}

impl<R: Room> PileBoard<R> {
    /// Puts a card on a pile, into a cell or into the reserve, as a position is laid out.
    pub(super) fn lay(&mut self, game: &PileGame<R>, pile: u8, card: u8) {
        self.left += 1;
        if pile < R::FIRST_SPOT {
            return self.push(pile.into(), card, game.kind(card));
        }
        self.under[usize::from(card)] = NONE;
        self.tops[usize::from(pile)] = card;
        let reserve = pile >= R::FIRST_SPOT + game.cells;
        *if reserve { &mut self.reserve } else { &mut self.cells_taken } += 1;
        self.spots_hash = self.spots_hash.wrapping_add(of_spot(game.kind(card), reserve));
    }

    /// Takes the top card off a pile, out of a cell or out of the reserve.
    #[inline]
    fn lift(&mut self, game: &PileGame<R>, pile: u8) -> u8 {
        if pile < R::FIRST_SPOT {
            let card = self.top(pile);
            return self.take(pile.into(), game.kind(card));
        }
        self.lift_from_spot(game, pile)
    }

    fn lift_from_spot(&mut self, game: &PileGame<R>, pile: u8) -> u8 {
        let (from, first) = (usize::from(pile), R::FIRST_SPOT + game.cells);
        let card = self.tops[from];
        self.spots_hash = self.spots_hash.wrapping_sub(of_spot(game.kind(card), pile >= first));
        if pile < first {
            self.tops[from] = NONE;
            self.cells_taken -= 1;
        } else {
            // As in the rules, the others move up.
            let end = usize::from(first + self.reserve);
            self.tops.as_mut().copy_within(from + 1..end, from);
            self.tops[end - 1] = NONE;
            self.reserve -= 1;
        }
        card
    }

    /// What is not laid out is home.
    pub(super) fn count_home(&mut self, game: &PileGame<R>) {
        self.home = game.copies;
        let piles = (0..game.columns as u8).chain(R::WASTE..game.end_of_spots());
        for pile in piles {
            let mut card = self.top(pile);
            while card != NONE {
                self.home[usize::from(game.kind(card))] -= 1;
                card = self.under(card);
            }
        }
    }

    /// Whether a card of this kind may go home now.
    #[inline]
    #[must_use]
    pub fn may_go_home(&self, game: &PileGame<R>, kind: u8) -> bool {
        let own = self.home(kind);
        match game.rank(kind) {
            1 => own < game.copies[usize::from(kind)],
            _ => own < self.home(kind - 1),
        }
    }

    /// Makes a legal move.
    pub fn make(&mut self, game: &PileGame<R>, step: Step) {
        match step {
            Step::DRAW => {
                let card = self.lift(game, R::STOCK);
                self.push(R::WASTE.into(), card, game.kind(card));
                return;
            }
            Step::REDEAL => {
                while self.top(R::WASTE) != NONE {
                    let card = self.lift(game, R::WASTE);
                    self.push(R::STOCK.into(), card, game.kind(card));
                }
                self.redeals += 1;
                return;
            }
            Step::ROW => {
                for column in 0..game.columns {
                    if self.top(R::STOCK) != NONE {
                        let card = self.lift(game, R::STOCK);
                        self.push(column, card, game.kind(card));
                    }
                }
                return;
            }
            _ => {}
        }
        if step.count == 1 {
            let card = self.lift(game, step.from);
            self.turn(step.from);
            if step.to == Step::HOME {
                self.home[usize::from(game.kind(card))] += 1;
                self.left -= 1;
            } else if step.to < R::WASTE {
                self.push(step.to.into(), card, game.kind(card));
            } else {
                self.left -= 1;
                self.lay(game, step.to, card);
            }
            return;
        }
        // From column to column.
        let mut cards: R::Kinds<u8> = Slots::filled(NONE);
        let cards = &mut cards.as_mut()[..usize::from(step.count)];
        for place in cards.iter_mut() {
            let card = self.top(step.from);
            *place = self.take(step.from.into(), game.kind(card));
        }
        self.turn(step.from);
        for &card in cards.iter().rev() {
            self.push(step.to.into(), card, game.kind(card));
        }
    }

    /// Turns a face-down card that has come to the top of a column.
    #[inline]
    fn turn(&mut self, pile: u8) {
        if pile < R::WASTE {
            let pile = usize::from(pile);
            self.face_down[pile] = self.face_down[pile].min(self.heights[pile].saturating_sub(1));
        }
    }

    /// How many cards at the end of a column move together, if there is room for it.
    #[must_use]
    pub fn run(&self, game: &PileGame<R>, column: u8) -> u8 {
        let face_up = self.heights[usize::from(column)] - self.face_down(column);
        let (mut card, mut length) = (self.top(column), 0);
        while card != NONE {
            length += 1;
            let below = self.under(card);
            if length == face_up || !game.moves_with(game.kind(card), game.kind(below)) {
                break;
            }
            card = below;
        }
        length
    }

    /// Number of empty columns.
    #[must_use]
    pub fn empties(&self, game: &PileGame<R>) -> u32 {
        self.tops.as_ref()[..game.columns].iter().map(|&top| u32::from(top == NONE)).sum()
    }

    /// The most cards that go over as one, with `empties` empty columns beside the target. Where cards move singly, a run is
    /// moved through the empty cells and columns, each of which doubles it.
    #[must_use]
    pub fn capacity(&self, game: &PileGame<R>, empties: u32) -> u8 {
        match game.group {
            Group::Single | Group::BySpaces => {
                let spare = if game.any_fills { empties.min(7) } else { 0 };
                let most = u32::from(game.cells - self.cells_taken + 1) << spare;
                most.min(u8::MAX.into()) as u8
            }
            Group::SuitRun | Group::BuiltRun | Group::AnyFaceUp | Group::WholeColumn | Group::PartForHome => {
                u8::MAX
            }
        }
    }

    /// Whether columns are not alike: while rows are yet to be dealt.
    #[inline]
    #[must_use]
    pub fn columns_are_named(&self, game: &PileGame<R>) -> bool {
        game.rows && self.top(R::STOCK) != NONE
    }

    /// Calls `visit` with the moves of cards, but none of the stock, up to symmetry. Of several empty cells and of several
    /// empty columns that are alike only the first counts, and no whole column moves to an empty one that is alike.
    /// Runs of several cards count as moves where they can be moved one by one.
    pub fn moves(&self, game: &PileGame<R>, mut visit: impl FnMut(Step)) {
        let targets = self.targets(game);
        for from in 0..game.columns as u8 {
            self.moves_onto(game, from, &targets, &mut visit);
        }
        self.moves_onto(game, R::WASTE, &targets, &mut visit);
        for from in R::FIRST_SPOT..game.end_of_spots() {
            self.moves_onto(game, from, &targets, &mut visit);
        }
    }

    /// The same for one pile, which may be the stock.
    pub(crate) fn moves_from(&self, game: &PileGame<R>, from: u8, visit: impl FnMut(Step)) {
        self.moves_onto(game, from, &self.targets(game), visit);
    }

    /// Calls `visit` with all moves but those that are shorthand for several.
    pub fn single_steps(&self, game: &PileGame<R>, mut visit: impl FnMut(Step)) {
        let together = !matches!(game.group, Group::Single | Group::BySpaces);
        self.moves(game, |step| {
            if together || step.count == 1 {
                visit(step);
            }
        });
        if game.playable {
            self.moves_from(game, R::STOCK, &mut visit);
        }
        self.next_draw(game).into_iter().for_each(visit);
    }

    /// Where cards may go.
    fn targets(&self, game: &PileGame<R>) -> Targets<R> {
        let mut bare = R::Set::default();
        let mut empty = 0..0;
        let mut empties = 0;
        for (column, &top) in (0u8..).zip(&self.tops.as_ref()[..game.columns]) {
            if top != NONE {
                bare |= R::Set::one(game.kind(top));
                continue;
            }
            if empties == 0 {
                empty = column..column + 1;
            }
            empties += 1;
        }
        let named = self.columns_are_named(game);
        if empties > 0 && named {
            empty.end = game.columns as u8;
        }
        let cells = R::FIRST_SPOT..R::FIRST_SPOT + game.cells;
        let cell = cells.clone().find(|&cell| self.top(cell) == NONE);
        let [most, most_to_empty] =
            [empties, u32::saturating_sub(empties, 1)].map(|spare| self.capacity(game, spare));
        Targets { bare, empty, named, cells, cell, most, most_to_empty }
    }

    fn moves_onto(&self, game: &PileGame<R>, from: u8, targets: &Targets<R>, mut visit: impl FnMut(Step)) {
        let top = self.top(from);
        if top == NONE {
            return;
        }
        if self.may_go_home(game, game.kind(top)) {
            visit(Step { from, to: Step::HOME, count: 1 });
        }
        let single = from >= R::WASTE;
        let longest = if single { 1 } else { self.run(game, from) };
        let most = longest.min(targets.most);
        // Mostly no card of the run fits anywhere.
        if self.fits_somewhere(game, top, most, targets.bare) {
            for to in (0..game.columns as u8).filter(|&to| to != from && self.top(to) != NONE) {
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
        if let Some(to) = targets.cell.filter(|_| !targets.cells.contains(&from)) {
            visit(Step { from, to, count: 1 });
        }
        for to in targets.empty.clone().filter(|&column| self.top(column) == NONE) {
            let mut card = top;
            for count in 1..=longest.min(targets.most_to_empty) {
                let kind = game.kind(card);
                card = self.under(card);
                if (card != NONE || single || targets.named) && game.fills.has(kind) {
                    visit(Step { from, to, count });
                }
            }
        }
    }

    /// Whether one of the `most` uppermost cards could be put on a card of one of these kinds.
    fn fits_somewhere(&self, game: &PileGame<R>, top: u8, most: u8, bare: R::Set) -> bool {
        let mut card = top;
        for _ in 0..most {
            if game.onto[usize::from(game.kind(card))].meets(bare) {
                return true;
            }
            card = self.under(card);
        }
        false
    }

    /// Columns that lack a card before a row that needs one in each, many if there are too few cards; none if no such row is
    /// left.
    #[must_use]
    pub fn lacking_before_row(&self, game: &PileGame<R>) -> Option<u32> {
        if game.onto_empty || !self.columns_are_named(game) {
            return None;
        }
        let cards =
            self.heights.as_ref()[..game.columns].iter().map(|&height| usize::from(height)).sum::<usize>();
        let others = usize::from(self.cells_taken + self.reserve);
        Some(if cards + others < game.columns { TOO_FEW_CARDS } else { self.empties(game) })
    }

    /// Whether the stock or the waste has cards to draw or to deal, now or later.
    #[must_use]
    pub fn has_draws(&self, game: &PileGame<R>) -> bool {
        self.top(R::STOCK) != NONE || self.next_draw(game).is_some()
    }

    /// What the stock does next, if anything: a draw, a redeal or a row.
    #[must_use]
    pub fn next_draw(&self, game: &PileGame<R>) -> Option<Step> {
        if self.top(R::STOCK) != NONE {
            return if !game.rows {
                Some(Step::DRAW)
            } else {
                (game.onto_empty || self.empties(game) == 0).then_some(Step::ROW)
            };
        }
        (self.top(R::WASTE) != NONE && self.redeals < game.redeals).then_some(Step::REDEAL)
    }
}
