//! Tiny games of every kind with all their sane positions, which are enumerated from their definition; and closed sets
//! of patterns of those that are lost.

mod world;

pub use world::{World, leavings, sane};

use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, EmptyColumn, Group, Home, Layout, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot};
use std::collections::HashMap;

/// A small generator of numbers, so that the games are the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        let mut dice = Dice(seed);
        (0..9).for_each(|_| _ = dice.roll(2));
        dice
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.roll(n + 1));
        }
    }
}

/// The kinds of games: what differs from FreeCell.
pub const KINDS: usize = 10;

fn rules(kind: usize, dice: &mut Dice) -> Rules {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.layout = Layout::open();
    rules.deck = DeckSpec::new(3, 2, 1);
    rules.columns = 2 + dice.roll(2) as u16;
    rules.cells = dice.roll(2) as u16;
    match kind {
        0 => {}
        1 => rules.build = Build::SameSuit,
        2 => {
            (rules.build, rules.empty_column) = (Build::SameSuit, EmptyColumn::TopRank);
            rules.columns = 2;
        }
        3 => (rules.group, rules.empty_column) = (Group::Single, EmptyColumn::Nothing),
        // Simple Simon.
        4 => {
            (rules.build, rules.group, rules.home) = (Build::AnySuit, Group::SuitRun, Home::Runs);
            rules.cells = 0;
            rules.columns = 3;
        }
        // Josephine.
        5 => {
            (rules.build, rules.group, rules.cells) = (Build::SameSuit, Group::BuiltRun, 0);
            rules.stock = Stock::waste(0, dice.roll(2) == 0);
        }
        // Forty Thieves: twins.
        6 => {
            rules.deck = DeckSpec::new(3, 1, 2);
            rules.columns = 1 + dice.roll(2) as u16;
            (rules.build, rules.group, rules.cells) = (Build::SameSuit, Group::Single, 0);
            rules.stock = Stock::waste(0, true);
        }
        // Spider: rows to deal, and twins; also with cards that go home one by one (Gypsy), or may not fill columns.
        8 => {
            rules.deck = if dice.roll(2) == 0 { DeckSpec::new(2, 1, 3) } else { DeckSpec::new(3, 1, 2) };
            rules.columns = 2;
            (rules.build, rules.group, rules.cells) = (Build::AnySuit, Group::SuitRun, 0);
            rules.stock = Stock::Rows { onto_empty: dice.roll(2) == 0 };
            rules.home = if dice.roll(4) == 0 { Home::Foundations } else { Home::Runs };
            rules.empty_column =
                [EmptyColumn::Any, EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]
                    [dice.roll(4)];
        }
        // Klondike with redeals and cards face down.
        9 => {
            rules.deck = DeckSpec::new(2 + dice.roll(2) as u32, 2, 1);
            (rules.build, rules.group, rules.cells) = (Build::AlternateColour, Group::BuiltRun, 0);
            rules.empty_column = EmptyColumn::TopRank;
            rules.columns = 2;
            rules.stock = Stock::waste(1 + dice.roll(2) as u16, dice.roll(3) == 0);
        }
        // With redeals.
        _ => {
            (rules.build, rules.group, rules.cells) = (Build::AlternateColour, Group::Single, 0);
            rules.empty_column = EmptyColumn::Nothing;
            rules.stock = Stock::waste(1, false);
        }
    }
    rules
}

pub fn game(kind: usize, dice: &mut Dice) -> Instance {
    let rules = rules(kind, dice);
    let mut cards: Vec<Card> = rules.deck.all_cards().collect();
    dice.shuffle(&mut cards);
    let mut deal = Deal { columns: vec![Pile::default(); rules.columns.into()], ..Deal::default() };
    let waste = matches!(rules.stock, Stock::Waste { .. });
    // Some aces are home from the start.
    deal.foundations = vec![0; rules.foundations()];
    for place in 0..rules.foundations() {
        let ace = Card::new(1, rules.deck.suit_of_foundation(place));
        if rules.home == Home::Foundations && dice.roll(5) == 0 {
            deal.foundations[place] = 1;
            let at = cards.iter().position(|&card| card == ace).unwrap();
            cards.remove(at);
        }
    }
    for card in cards {
        match dice.roll(8) {
            0 if deal.cells.len() < usize::from(rules.cells) => deal.cells.push(Some(card)),
            1 if kind == 3 => deal.reserve.push(card),
            1..=3 if waste => deal.stock.push(card),
            4 if waste && (kind == 7 || kind == 9) => deal.waste.push(card),
            1..=4 if kind == 8 => deal.stock.push(card),
            _ => deal.columns[dice.roll(rules.columns.into())].cards.push(card),
        }
    }
    for column in deal.columns.iter_mut().filter(|_| kind >= 8) {
        column.face_down = dice.roll(column.cards.len().max(1));
    }
    Instance::new(rules, deal).unwrap()
}

/// Games of every kind that are small enough, with all their sane positions.
pub fn worlds(seed: u64, each: usize) -> impl Iterator<Item = (usize, Instance, World, Dice)> {
    (0..KINDS * each).map(move |n| numbered(n % KINDS, seed, n))
}

/// Games of one kind alone: with rows to deal, with redeals.
pub fn worlds_of(
    kind: usize,
    seed: u64,
    count: usize,
) -> impl Iterator<Item = (usize, Instance, World, Dice)> {
    (0..count).map(move |n| numbered(kind, seed, n))
}

fn numbered(kind: usize, seed: u64, number: usize) -> (usize, Instance, World, Dice) {
    let mut dice = Dice::new(seed + 7919 * number as u64);
    let instance = game(kind, &mut dice);
    let world = World::new(&instance);
    (kind, instance, world, dice)
}
