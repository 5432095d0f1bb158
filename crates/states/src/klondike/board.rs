//! A position, and the steps from it.

use super::game::{Drawing, KlondikeGame};
use super::stock::Playable;
use super::{Cards, MAX_COLUMNS, Step, each};

/// A position: where it matters, which card lies where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KlondikeBoard {
    /// Cards that are home.
    pub(crate) home: Cards,
    /// Cards that lie face up in the columns and are not own.
    pub(crate) up: Cards,
    /// The own cards of the columns.
    pub(crate) tops: Cards,
    /// Entry `n` of the list of stock and waste is left.
    pub(crate) stock: u64,
    /// Cards of each column that lie where they were dealt, without those that lie on an own card or a king.
    pub(crate) own: [u8; MAX_COLUMNS],
    /// Cards of the list that lie in the waste.
    pub(crate) waste: u8,
    /// Redeals used since the start.
    pub(crate) redeals: u8,
    key: u128,
}

/// What a player sees of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    home: Cards,
    up: Cards,
    tops: Cards,
    stock: u64,
    waste: u8,
    redeals: u8,
}

fn more(a: Cards, b: Cards) -> bool {
    a.count_ones() > b.count_ones()
}

impl KlondikeBoard {
    /// The position at the start.
    #[must_use]
    pub fn start(game: &KlondikeGame) -> KlondikeBoard {
        let (home, cards) = (game.home, game.stock.len());
        let stock = if cards == 0 { 0 } else { u64::MAX >> (64 - cards) };
        let (waste, redeals) = game.turned(cards as u32, game.waste, 0);
        let mut board = KlondikeBoard { home, stock, waste, redeals, ..KlondikeBoard::default() };
        for (n, column) in game.columns.iter().enumerate() {
            board.own[n] = column.own.len() as u8;
            board.up |= column.turned[column.own.len()];
            board.tops |= column.own.last().map_or(0, |card| 1 << card);
        }
        let weights = &game.weights;
        let home = each(home).map(|card| weights.home[usize::from(card)]);
        let own = weights.own.iter().zip(board.own).map(|(weight, own)| weight * u128::from(own));
        let listed = weights.stock.iter().sum::<u128>();
        board.key = home.chain(own).sum::<u128>() + listed + weights.waste * u128::from(waste);
        board
    }

    /// A number that no other position of the game has.
    #[must_use]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The cards that lie elsewhere than where they were dealt, or were turned up on a card that they fit on.
    #[must_use]
    pub fn moved(&self) -> Cards {
        self.home | self.up
    }

    /// Whether all cards are home.
    #[must_use]
    pub fn is_won(&self, game: &KlondikeGame) -> bool {
        self.home | game.free == game.all()
    }

    /// The cards of stock and waste that can be played now.
    fn playable(&self, game: &KlondikeGame) -> impl Iterator<Item = Playable> + use<> {
        game.playable(self.stock, self.waste, self.redeals)
    }

    /// Whether all that lies on a card can be moved elsewhere.
    fn can_be_bared(&self, game: &KlondikeGame, card: u8) -> bool {
        let n = usize::from(card);
        more((self.up | self.tops | game.free) & game.peers[n], self.up & game.children[n])
    }

    /// Whether there is a place in the columns for a card.
    fn has_room(&self, game: &KlondikeGame, card: u8) -> bool {
        let n = usize::from(card);
        if game.kings & 1 << card != 0 {
            return game.kings_fill && self.has_empty_column(game);
        }
        more((self.up | self.tops | game.free) & game.parents[n], self.up & game.peers[n])
    }

    fn has_empty_column(&self, game: &KlondikeGame) -> bool {
        self.tops.count_ones() + (self.up & game.kings).count_ones() < game.columns.len() as u32
    }

    /// The cards that are next on a foundation, wherever they lie.
    fn next_home(&self, game: &KlondikeGame, among: Cards) -> Cards {
        let done = self.home | game.free;
        each(among)
            .filter(|&card| game.before[usize::from(card)] & !done == 0)
            .fold(0, |set, card| set | 1 << card)
    }

    /// The cards that lie face up in the columns and can be moved or built on.
    #[must_use]
    pub fn face_up(&self) -> Cards {
        self.up | self.tops
    }

    /// All that steps depend on but the cards that lie face down: equal for positions of games that differ in those
    /// alone.
    #[must_use]
    pub fn face(&self) -> Face {
        let KlondikeBoard { home, up, tops, stock, waste, redeals, .. } = *self;
        Face { home, up, tops, stock, waste, redeals }
    }

    /// The cards that are home.
    #[must_use]
    pub fn home(&self) -> Cards {
        self.home
    }

    /// Adds the steps from here to a list, those that lead on most often first.
    pub fn steps(&self, game: &KlondikeGame, steps: &mut Vec<Step>) {
        let can_be_bared = |card: &u8| self.can_be_bared(game, *card);
        let has_room = |card: &u8| self.has_room(game, *card);
        let next = self.next_home(game, self.up | self.tops);
        let (done, is_tracking) = (self.home | game.free, game.free != 0);
        let stock = |playable: Playable| game.stock[usize::from(playable.index)];
        let is_next = |card: &u8| game.before[usize::from(*card)] & !done == 0;
        steps.extend(each(next & self.tops).filter(can_be_bared).map(Step::Home));
        steps.extend(each(self.tops).filter(has_room).map(Step::Across));
        steps.extend(self.playable(game).map(stock).filter(is_next).map(Step::StockHome));
        steps.extend(each(next & self.up).filter(can_be_bared).map(Step::Home));
        steps.extend(self.playable(game).map(stock).filter(has_room).map(Step::StockDown));
        if game.worrying_back {
            // What would go home again at once need never have come back.
            let may_help = |card: &u8| {
                let n = usize::from(*card);
                game.after[n] & self.home == 0 && (is_tracking || game.safe[n] & !done != 0)
            };
            steps.extend(each(self.home).filter(may_help).filter(has_room).map(Step::Back));
        }
    }

    /// A step that can be made without looking at others, if there is one.
    #[must_use]
    pub fn safe_step(&self, game: &KlondikeGame) -> Option<Step> {
        let done = self.home | game.free;
        let is_safe = |card: &u8| {
            let n = usize::from(*card);
            let for_good = game.safe_for_good.as_ref().is_some_and(|safe| safe[n] & !done == 0);
            game.before[n] & !done == 0 && (game.safe[n] & !done == 0 || for_good)
        };
        let in_columns =
            each(self.up | self.tops).find(|card| is_safe(card) && self.can_be_bared(game, *card));
        if let Some(card) = in_columns {
            return Some(Step::Home(card));
        }
        if game.drawing != Drawing::Any {
            return None;
        }
        let cards = each(self.stock).map(|index| game.stock[usize::from(index)]);
        cards.into_iter().find(is_safe).map(Step::StockHome)
    }

    /// Whether a step can be made.
    #[must_use]
    pub fn allows(&self, game: &KlondikeGame, step: Step) -> bool {
        let card = step.card();
        let (n, bit) = (usize::from(card), 1 << card);
        let is_next = game.before[n] & !(self.home | game.free) == 0;
        let is_playable =
            || self.playable(game).any(|playable| game.stock[usize::from(playable.index)] == card);
        match step {
            Step::Home(_) => self.face_up() & bit != 0 && is_next && self.can_be_bared(game, card),
            Step::Across(_) => self.tops & bit != 0 && self.has_room(game, card),
            Step::StockHome(_) => is_next && is_playable(),
            Step::StockDown(_) => self.has_room(game, card) && is_playable(),
            Step::Back(_) => {
                game.worrying_back
                    && self.home & bit != 0
                    && game.after[n] & self.home == 0
                    && self.has_room(game, card)
            }
        }
    }

    /// Makes a step that can be made.
    pub fn make(&mut self, game: &KlondikeGame, step: Step) {
        let weights = &game.weights;
        let card = step.card();
        let (n, bit) = (usize::from(card), 1 << card);
        match step {
            Step::Home(_) | Step::Across(_) if self.tops & bit != 0 => self.leave_column(game, card),
            Step::Home(_) | Step::Across(_) => self.up &= !bit,
            Step::StockHome(_) | Step::StockDown(_) => self.leave_stock(game, game.index_in_stock[n]),
            Step::Back(_) => {
                self.home &= !bit;
                self.key -= weights.home[n];
            }
        }
        match step {
            Step::Home(_) | Step::StockHome(_) => {
                self.home |= bit;
                self.key += weights.home[n];
            }
            Step::Across(_) | Step::StockDown(_) | Step::Back(_) => self.up |= bit,
        }
    }

    fn leave_column(&mut self, game: &KlondikeGame, card: u8) {
        let n = usize::from(game.column_of[usize::from(card)]);
        let column = &game.columns[n];
        self.own[n] -= 1;
        self.key -= game.weights.own[n];
        self.tops &= !(1 << card);
        let left = usize::from(self.own[n]);
        self.tops |= left.checked_sub(1).map_or(0, |top| 1 << column.own[top]);
        self.up |= column.turned[left];
    }

    fn leave_stock(&mut self, game: &KlondikeGame, index: u8) {
        let Some(play) = self.playable(game).find(|play| play.index == index) else { return };
        let weights = &game.weights;
        self.stock &= !(1 << index);
        self.key -= weights.stock[usize::from(index)];
        self.key -= weights.waste * u128::from(self.waste) + weights.redeals * u128::from(self.redeals);
        (self.waste, self.redeals) = game.turned(self.stock.count_ones(), play.waste, play.redeals);
        self.key += weights.waste * u128::from(self.waste) + weights.redeals * u128::from(self.redeals);
    }
}
