//! Translates a move into actions of the domain, including those that update its marks.
//!
//! In the domain only cards marked `movable` move, and each card has a pile. After a move, one action for each
//! card updates these marks. The moved cards get their new pile. Cards under the target are no longer movable
//! unless the group continues. Uncovered cards become movable as far as their group reaches. The domain
//! allows only one order of these actions.

use super::names::{Copy, Namer};
use super::walk::Walk;
use patsat_game::rules::{Move, Place};

/// Actions under construction: operator and arguments each.
struct Actions<'a> {
    namer: &'a Namer<'a>,
    walk: &'a Walk,
    lines: Vec<String>,
}

/// Returns the actions of a legal move. The list is empty for a move that this game does not have.
pub(super) fn actions(walk: &Walk, namer: &Namer<'_>, action: Move) -> Vec<String> {
    let mut actions = Actions { namer, walk, lines: Vec::new() };
    match action {
        Move::Cards { from: Place::Column(from), to: Place::Column(to), count } => {
            actions.cards(from.into(), to.into(), count as usize);
        }
        Move::DealRow => actions.row(),
        Move::Collect { column } => actions.collect(column.into()),
        _ => {}
    }
    actions.lines
}

impl Actions<'_> {
    fn add(&mut self, operator: &str, arguments: &[&str]) {
        let words = std::iter::once(operator).chain(arguments.iter().copied());
        self.lines.push(format!("({})", itertools::join(words, " ")).to_ascii_lowercase());
    }

    fn card(&self, card: Copy) -> String {
        self.namer.card(card)
    }

    /// What lies at that depth of a pile, the pile itself beneath its first card.
    fn at(&self, column: usize, cards: usize) -> String {
        match cards.checked_sub(1) {
            Some(top) => self.card(self.walk.columns[column][top]),
            None => self.namer.pile(column),
        }
    }

    fn cards(&mut self, from: usize, to: usize, count: usize) {
        let (source, target) = (&self.walk.columns[from], &self.walk.columns[to]);
        let left = source.len() - count;
        let moved: Vec<String> = source[left..].iter().map(|&card| self.card(card)).collect();
        let (old, new) = (self.namer.pile(from), self.namer.pile(to));
        let (beneath, onto) = (self.at(from, left), self.at(to, target.len()));
        let head = source[left];
        match target.last() {
            Some(_) => self.add("move-to-card", &[&moved[0], &beneath, &onto, &new]),
            None => self.add("move-to-tableau", &[&moved[0], &beneath, &new]),
        }
        for pair in moved.windows(2) {
            self.add("change-tableau-and-continue", &[&pair[0], &old, &new, &pair[1]]);
        }
        self.add("change-tableau-and-stop", &[&moved[count - 1], &old, &new]);
        if target.last().is_some_and(|&onto| !self.walk.continues(onto, head)) {
            self.unmovable(to);
        }
        let splits = left > 0 && self.walk.continues(source[left - 1], head);
        if !splits {
            self.movable(from, left);
        }
    }

    /// Marks the group on top of a pile as unmovable.
    fn unmovable(&mut self, column: usize) {
        let cards = self.walk.columns[column].len();
        let lowest = cards - self.walk.group(column);
        for top in (lowest + 1..=cards).rev() {
            let (card, beneath) = (self.at(column, top), self.at(column, top - 1));
            let operator = match top - 1 {
                0 => "make-unmovable-and-stop-at-tableau",
                n if n == lowest => "make-unmovable-and-stop-at-unmovable",
                _ => "make-unmovable-and-continue",
            };
            self.add(operator, &[&card, &beneath]);
        }
    }

    /// Marks the group on top of a pile with `left` cards as movable.
    fn movable(&mut self, column: usize, left: usize) {
        if left == 0 {
            let pile = self.namer.pile(column);
            return self.add("make-movable-ignore-pile", &[&pile]);
        }
        for top in (1..=left).rev() {
            let (card, beneath) = (self.at(column, top), self.at(column, top - 1));
            let cards = &self.walk.columns[column];
            if top > 1 && self.walk.continues(cards[top - 2], cards[top - 1]) {
                self.add("make-movable-and-continue", &[&card, &beneath]);
            } else {
                return self.add("make-movable-and-stop", &[&card, &beneath]);
            }
        }
    }

    fn row(&mut self) {
        let [deal, next] = [0, 1].map(|more| self.namer.row(self.walk.dealt + more));
        self.add("start-dealing", &[]);
        let row = self.walk.rows.front().cloned().unwrap_or_default();
        for (column, &card) in row.iter().enumerate() {
            let from = row.get(column + 1).map_or_else(|| deal.clone(), |&card| self.card(card));
            let onto = self.at(column, self.walk.columns[column].len());
            let (name, pile) = (self.card(card), self.namer.pile(column));
            self.add("deal-card", &[&name, &from, &deal, &onto, &pile]);
            if self.walk.columns[column].last().is_some_and(|&onto| !self.walk.continues(onto, card)) {
                self.unmovable(column);
            }
        }
        self.add("finish-dealing", &[&deal, &next]);
    }

    fn collect(&mut self, column: usize) {
        let (cards, ranks) = (self.walk.columns[column].len(), self.walk.table().rules().deck.ranks as usize);
        let pile = self.namer.pile(column);
        let ace = self.at(column, cards);
        self.add("start-collecting-deck", &[&ace]);
        for top in (cards - ranks + 1..=cards).rev() {
            let (card, beneath) = (self.at(column, top), self.at(column, top - 1));
            let king = top == cards - ranks + 1;
            let operator = if king { "finish-collecting-deck" } else { "collect-card" };
            self.add(operator, &[&card, &beneath, &pile]);
        }
        self.movable(column, cards - ranks);
    }
}
