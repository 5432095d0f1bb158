//! A position at one time (sections 3.2.1 and 3.2.2): piles of cards with the top card at index
//! 0, what may move, what may leave, the stock, and whether the game is over.

use super::facts::Facts;
use crate::script::Script;
use crate::term::{ArrayOf, Bool, Int, Sort, Term, and, or};

/// The data type of cards.
pub(super) enum Card {}

/// The stock: a row is an array from columns to cards.
pub(super) type Row = ArrayOf<Int, Card>;

/// What is declared once.
pub(super) struct Cards {
    pub(super) sort: Sort<Card>,
    /// `NULLCARD`, which lies wherever no card does. Its rank, suit and id are 0; those of cards
    /// begin at 1.
    pub(super) null: Term<Card>,
}

impl Cards {
    pub(super) fn declare(script: &mut Script) -> Cards {
        let fields = [("rank", "Int"), ("suit", "Int"), ("id", "Int")];
        let sort = script.data("Card", &[("card", &fields)]);
        let null = script.define("nullcard", &sort, &null());
        Cards { sort, null }
    }

    pub(super) fn rows(&self) -> Sort<Row> {
        Sort::array(&Sort::int(), &self.sort)
    }

    pub(super) fn no_row(&self) -> Term<Row> {
        // In a constant array some solvers accept values only, not names.
        self.rows().constant(&null())
    }
}

fn null() -> Term<Card> {
    Term::apply("card", ["0", "0", "0"])
}

pub(super) fn rank(card: &Term<Card>) -> Term<Int> {
    Term::apply("rank", [card.text()])
}

fn suit(card: &Term<Card>) -> Term<Int> {
    Term::apply("suit", [card.text()])
}

/// The position at one time.
pub(super) struct State {
    /// By pile and index, 0 being the top card.
    pub(super) piles: Vec<Vec<Term<Card>>>,
    /// Which cards lie face down; empty for piles where none ever does.
    pub(super) down: Vec<Vec<Term<Bool>>>,
    /// By pile and index: whether the cards from the top to this one move together.
    pub(super) movable: Vec<Vec<Term<Bool>>>,
    /// By pile: whether a complete run lies on top.
    pub(super) clearable: Vec<Term<Bool>>,
    /// The rows that are left, next one first.
    pub(super) stocks: Vec<Term<Row>>,
    /// Whether the game is won, or (section 3.5) sorted.
    pub(super) over: Term<Bool>,
    cards: Term<Card>,
}

impl State {
    /// Declares the position at time `t` and what follows from where its cards lie.
    pub(super) fn declare(
        script: &mut Script,
        cards: &Cards,
        facts: &Facts<'_>,
        t: u32,
        sorted: bool,
    ) -> State {
        script.comment(&format!("state {t}"));
        let heights = facts.heights(t);
        let mut state = State {
            piles: Vec::new(),
            down: Vec::new(),
            movable: Vec::new(),
            clearable: Vec::new(),
            stocks: Vec::new(),
            over: Term::truth(false),
            cards: cards.null.clone(),
        };
        for (p, &height) in heights.iter().enumerate() {
            let pile =
                (0..height).map(|i| script.constant(format!("pile_{t}_{p}_{i}"), &cards.sort)).collect();
            let downs = if facts.face_down[p] > 0 { height } else { 0 };
            let down =
                (0..downs).map(|i| script.constant(format!("down_{t}_{p}_{i}"), &Sort::bool())).collect();
            state.piles.push(pile);
            state.down.push(down);
        }
        let stock = |k| script.constant(format!("stock_{t}_{k}"), &cards.rows());
        state.stocks = (0..facts.rows.len()).map(stock).collect();
        for (p, &height) in heights.iter().enumerate() {
            let reach = height.min(facts.ranks);
            let movable: Vec<Term<Bool>> =
                (0..reach).map(|i| script.constant(format!("movable_{t}_{p}_{i}"), &Sort::bool())).collect();
            for (i, flag) in movable.iter().enumerate() {
                script.assert(&flag.eq(&state.moves(p, i, &movable)));
            }
            let clearable = script.constant(format!("clearable_{t}_{p}"), &Sort::bool());
            let complete = match movable.get(facts.ranks - 1) {
                Some(whole) => and([whole, &rank(&state.piles[p][0]).eq(&Term::int(1))]),
                None => Term::truth(false),
            };
            script.assert(&clearable.eq(&complete));
            state.movable.push(movable);
            state.clearable.push(clearable);
        }
        state.over = script.constant(format!("over_{t}"), &Sort::bool());
        let over = if sorted { state.is_sorted() } else { state.is_won() };
        script.assert(&state.over.eq(&over));
        state
    }

    /// Whether the cards of a pile down to index `i` move together. The top card does unless it is the null
    /// card. Another card does if it continues the suit of those on it, and lies face up.
    fn moves(&self, p: usize, i: usize, movable: &[Term<Bool>]) -> Term<Bool> {
        let card = &self.piles[p][i];
        let Some(above) = i.checked_sub(1) else { return !card.eq(&self.cards) };
        let upper = &self.piles[p][above];
        let mut all = vec![
            movable[above].clone(),
            suit(card).eq(&suit(upper)),
            rank(card).eq(&rank(upper).plus(&Term::int(1))),
        ];
        all.extend(self.down[p].get(i).map(|down| !down));
        and(all)
    }

    /// The card at an index, the null card beyond the pile's height.
    pub(super) fn card(&self, p: usize, i: usize) -> Term<Card> {
        self.piles[p].get(i).unwrap_or(&self.cards).clone()
    }

    /// Whether the card at an index lies face down.
    pub(super) fn is_down(&self, p: usize, i: usize) -> Term<Bool> {
        self.down[p].get(i).cloned().unwrap_or_else(|| Term::truth(false))
    }

    pub(super) fn is_empty(&self, p: usize) -> Term<Bool> {
        self.piles[p][0].eq(&self.cards)
    }

    /// Whether a row is left to be dealt.
    pub(super) fn has_stock(&self) -> Term<Bool> {
        match self.stocks.first() {
            Some(next) => !next.select(&Term::int(0)).eq(&self.cards),
            None => Term::truth(false),
        }
    }

    fn is_won(&self) -> Term<Bool> {
        let empty = (0..self.piles.len()).map(|p| self.is_empty(p));
        and(empty.chain([!self.has_stock()]))
    }

    /// Section 2.3: ranks fall strictly from the deepest card up, all cards of a pile are of
    /// one suit, none lies face down, and no row is left.
    fn is_sorted(&self) -> Term<Bool> {
        let mut all = vec![!self.has_stock()];
        for (pile, down) in self.piles.iter().zip(&self.down) {
            for pair in pile.windows(2) {
                let (upper, card) = (&pair[0], &pair[1]);
                let falls = and([suit(card).eq(&suit(upper)), rank(upper).less(&rank(card))]);
                all.push(or([card.eq(&self.cards), falls]));
            }
            all.extend(down.iter().map(|down| !down));
        }
        and(all)
    }
}

/// Asserts where everything lies at the start.
pub(super) fn start(script: &mut Script, cards: &Cards, facts: &Facts<'_>, state: &State) {
    let card = |id| {
        let (rank, suit) = facts.rank_and_suit(id);
        Term::<Card>::apply("card", [rank.to_string(), suit.to_string(), (id.0 + 1).to_string()])
    };
    for (p, pile) in facts.piles.iter().enumerate() {
        for (i, term) in state.piles[p].iter().enumerate() {
            let lies = pile.len().checked_sub(i + 1).map_or(cards.null.clone(), |depth| card(pile[depth]));
            script.assert(&term.eq(&lies));
        }
        for (i, down) in state.down[p].iter().enumerate() {
            let is = pile.len().checked_sub(i + 1).is_some_and(|depth| depth < facts.face_down[p]);
            script.assert(&if is { down.clone() } else { !down });
        }
    }
    for (row, term) in facts.rows.iter().zip(&state.stocks) {
        let filled = (0..)
            .zip(row)
            .fold(cards.no_row(), |array, (column, &id)| array.store(&Term::int(column), &card(id)));
        script.assert(&term.eq(&filled));
    }
}
