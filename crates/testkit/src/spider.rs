//! Small games of Spider's kind.

use super::Dice;
use patsat_analysis::variants::HiddenCards;
use patsat_base::Limits;
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{EmptyColumn, Group, Layout, Rules, Stock};
use patsat_game::state::{Instance, Plan, StateKey, Table};
use patsat_search::{Budget, SearchEnd, SearchOptions, classic};
use std::collections::{HashMap, HashSet};

/// Spider with another deck and number of columns, without a stock.
pub fn rules(ranks: u32, suits: u16, copies: u16, columns: u16) -> Rules {
    let mut rules = Rules::preset("spider").unwrap();
    rules.name = "small-spider".into();
    rules.deck = DeckSpec::new(ranks, suits, copies);
    rules.columns = columns;
    rules.layout = Layout::open();
    rules.stock = Stock::None;
    rules
}

/// Every card of a deck, shuffled.
pub fn shuffled(dice: &mut Dice, ranks: u32, suits: u16, copies: u16) -> Vec<Card> {
    let mut cards: Vec<Card> = itertools::iproduct!(1..=ranks, 0..suits, 0..copies)
        .map(|(rank, suit, _)| Card::new(rank, suit))
        .collect();
    for n in (1..cards.len()).rev() {
        cards.swap(n, dice.below(n + 1));
    }
    cards
}

/// The parameters of a random game.
#[derive(Clone, Copy)]
pub struct Shape {
    pub ranks: (u16, u16),
    pub suits: u16,
    pub copies: u16,
    pub columns: (u16, u16),
    /// N: one game in N has a stock; 0 for none.
    pub stock: usize,
    /// N: one column in N has face-down cards; 0 for none.
    pub face_down: usize,
}

/// A random game: any card in any column.
pub fn game(dice: &mut Dice, shape: Shape, empty_column: EmptyColumn) -> Instance {
    let between =
        |dice: &mut Dice, (low, high): (u16, u16)| low + dice.below(usize::from(high - low) + 1) as u16;
    let (ranks, columns) = (between(dice, shape.ranks), between(dice, shape.columns));
    let (suits, copies) =
        (1 + dice.below(shape.suits.into()) as u16, 1 + dice.below(shape.copies.into()) as u16);
    let mut rules = rules(ranks.into(), suits, copies, columns);
    rules.empty_column = empty_column;
    let mut cards = shuffled(dice, ranks.into(), suits, copies);
    let mut deal = Deal::default();
    if shape.stock > 0 && dice.below(shape.stock) == 0 {
        rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
        deal.stock = cards.split_off(cards.len() - 1 - dice.below(cards.len() / 2));
    }
    deal.columns = vec![Pile::default(); columns.into()];
    for card in cards {
        deal.columns[dice.below(columns.into())].cards.push(card);
    }
    for pile in &mut deal.columns {
        if pile.cards.len() > 1 && shape.face_down > 0 && dice.below(shape.face_down) == 0 {
            pile.face_down = dice.below(pile.cards.len());
        }
    }
    Instance::new(rules, deal).unwrap()
}

/// A game by its columns, as `"3H AH 3S"`, deepest card first.
pub fn columns(rules: Rules, columns: &[&str]) -> Instance {
    let pile =
        |text: &&str| Pile::from(text.split_whitespace().map(|c| c.parse().unwrap()).collect::<Vec<Card>>());
    Instance::new(rules, Deal { columns: columns.iter().map(pile).collect(), ..Deal::default() }).unwrap()
}

/// Returns a shortest plan by exhaustive search, `None` if the game cannot be won.
pub fn shortest(table: &Table) -> Option<Plan> {
    let mut budget = Budget::new(Limits::default());
    match classic::breadth_first(table, &SearchOptions::default(), &mut budget).end {
        SearchEnd::Solved(plan) => Some(plan),
        SearchEnd::Exhausted => None,
        other => panic!("{other:?}"),
    }
}

/// The shape of the games that two players play.
pub const TWO_PLAYERS: Shape =
    Shape { ranks: (2, 4), suits: 2, copies: 2, columns: (2, 4), stock: 3, face_down: 2 };

/// A random game of the shape [`TWO_PLAYERS`], under rules of several kinds.
///
/// Returns `None` if it has more than `most_cards` cards.
pub fn for_two_players(seed: u64, most_cards: usize) -> Option<Instance> {
    let mut dice = Dice::new(seed);
    let rule = dice.pick(&[EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]);
    let mut instance = game(&mut dice, TWO_PLAYERS, rule);
    if dice.below(6) == 0 {
        let rules = Rules { group: Group::Single, ..(*instance.rules).clone() };
        instance = Instance::new(rules, instance.deal).unwrap();
    }
    (instance.deal.cards_in_play().count() <= most_cards).then_some(instance)
}

/// The orders of cards in hidden places, all different.
pub fn orders(cards: &[Card]) -> HashSet<Vec<Card>> {
    let Some((&first, rest)) = cards.split_first() else { return HashSet::from([Vec::new()]) };
    let insert =
        |order: Vec<Card>| (0..=order.len()).map(move |at| [&order[..at], &[first], &order[at..]].concat());
    orders(rest).into_iter().flat_map(insert).collect()
}

/// The game with other hidden cards, filled in by hand.
pub fn fill(instance: &Instance, order: &[Card], tops: bool) -> Instance {
    let mut deal = instance.deal.clone();
    let mut cards = order.iter().copied();
    for pile in &mut deal.columns {
        let top = tops && pile.face_down > 0 && pile.face_down + 1 == pile.cards.len();
        for n in 0..if top { pile.cards.len() } else { pile.face_down } {
            pile.cards[n] = cards.next().unwrap();
        }
    }
    for place in &mut deal.stock {
        *place = cards.next().unwrap();
    }
    Instance::new((*instance.rules).clone(), deal).unwrap()
}

/// A cache of the length of a shortest plan from each position, found by breadth-first search.
#[derive(Default)]
pub struct Lengths(HashMap<StateKey, Option<usize>>);

impl Lengths {
    pub fn shortest(&mut self, table: &Table) -> Option<usize> {
        *self.0.entry(table.key()).or_insert_with(|| shortest(table).map(|plan| plan.moves.len()))
    }

    /// Returns the lengths for all orders of the hidden cards.
    pub fn of_orders(&mut self, instance: &Instance, hidden: HiddenCards) -> Vec<Option<usize>> {
        let all = orders(&hidden.cards(&instance.deal));
        let tops = hidden == HiddenCards::WithTops;
        all.iter().map(|order| self.shortest(&fill(instance, order, tops).table())).collect()
    }

    /// Returns the lengths for all positions within k moves.
    pub fn within(&mut self, start: &Table, k: usize) -> Vec<Option<usize>> {
        let mut seen = HashSet::from([start.key()]);
        let (mut level, mut found) = (vec![start.clone()], Vec::new());
        for depth in 0..=k {
            let mut next = Vec::new();
            for table in level {
                found.push(self.shortest(&table));
                for action in table.moves().into_iter().filter(|_| depth < k && !table.is_won()) {
                    let mut after = table.clone();
                    after.apply(action).unwrap();
                    if seen.insert(after.key()) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
        found
    }
}
