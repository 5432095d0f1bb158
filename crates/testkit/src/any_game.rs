//! Random small games of every rule that a file can state, and all positions that they can reach.

use super::Dice;
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, EmptyColumn, Group, Home, Layout, RankStep, Redeals, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, TrackedTable};
use std::collections::HashSet;

/// Draws random rules with a deck of at most `most_cards` cards.
fn rules(dice: &mut Dice, most_cards: usize) -> Rules {
    // One game in three is of FreeCell's family, for which there are more strategies.
    let packed = dice.below(3) == 0;
    loop {
        let suits = dice.pick(&["1", "1", "2", "2", "3", "4", "S", "HS", "CSS", "DDH"]).parse().unwrap();
        let rules = Rules {
            name: "any".to_owned(),
            deck: DeckSpec { ranks: 1 + dice.below(4) as u32, suits, copies: 1 + dice.below(2) as u16 },
            columns: 1 + dice.below(4) as u16,
            cells: dice.pick(&[0, 0, 1, 1, 2]),
            layout: Layout::open(),
            build: dice.pick(&[Build::AlternateColour, Build::SameSuit, Build::AnySuit, Build::Nothing]),
            step: dice.pick(&[RankStep::One, RankStep::One, RankStep::Any]),
            group: dice.pick(&[Group::Single, Group::BySpaces, Group::SuitRun, Group::BuiltRun]),
            empty_column: dice.pick(&[EmptyColumn::Any, EmptyColumn::TopRank, EmptyColumn::Nothing]),
            home: dice.pick(&[
                Home::Foundations,
                Home::Foundations,
                Home::Runs,
                Home::Runs,
                Home::RunsByMove,
            ]),
            stock: match dice.below(5) {
                0 | 1 => Stock::None,
                2 => Stock::Rows { onto_empty: dice.below(2) == 0 },
                _ => waste(dice),
            },
            worrying_back: dice.below(4) == 0,
            base: 1,
        };
        let mut rules = if packed { freecell_like(rules) } else { rules };
        if !packed && dice.below(4) == 0 {
            rare(dice, &mut rules);
        }
        if rules.deck.len() <= most_cards && rules.check().is_ok() {
            return rules;
        }
    }
}

/// Applies one of the rare rules.
fn rare(dice: &mut Dice, rules: &mut Rules) {
    match dice.below(8) {
        0 => rules.group = Group::AnyFaceUp,
        1 => rules.group = Group::WholeColumn,
        2 => rules.group = Group::PartForHome,
        3 => rules.build = Build::SameColour,
        4 => rules.base = 1 + dice.below(rules.deck.ranks as usize) as u32,
        5 => rules.home = Home::WholeColumns,
        6 => {
            rules.home = dice.pick(&[Home::Hole, Home::HoleAroundCorner]);
            rules.worrying_back = false;
            if dice.below(2) == 0 {
                rules.stock = Stock::Hole;
            }
        }
        _ => {
            // Cards as objects are not followed into columns that are filled when a run has left.
            rules.home = Home::Foundations;
            rules.layout.stacked = true;
            let filled =
                [EmptyColumn::ReserveThenAny, EmptyColumn::ReserveThenWaste, EmptyColumn::WasteThenStock];
            rules.empty_column = dice.pick(&filled);
            rules.stock = waste(dice);
            rules.group = dice.pick(&[Group::WholeColumn, Group::PartForHome, rules.group]);
            rules.base = 1 + dice.below(rules.deck.ranks as usize) as u32;
        }
    }
}

/// A stock drawn onto a waste.
fn waste(dice: &mut Dice) -> Stock {
    let counted = Redeals::Number(dice.below(3) as u16);
    match dice.below(6) {
        0 => Stock::Waste { redeals: dice.pick(&[counted, Redeals::Unlimited]), playable: false, draw: 2 },
        1 => Stock::Waste { redeals: Redeals::Unlimited, playable: false, draw: 1 },
        n => Stock::Waste { redeals: counted, playable: n < 4, draw: 1 },
    }
}

fn freecell_like(rules: Rules) -> Rules {
    let suits = rules.deck.suits.count() as u16;
    Rules {
        deck: DeckSpec::new(rules.deck.ranks, suits, 1),
        step: RankStep::One,
        group: if rules.group == Group::Single { Group::Single } else { Group::BySpaces },
        home: Home::Foundations,
        stock: Stock::None,
        ..rules
    }
}

/// A random game, at its start or later: some cards home, some face down, some in other places that the rules have, and
/// rarely in a place that they do not have.
pub fn any_game(dice: &mut Dice, most_cards: usize) -> Instance {
    let rules = rules(dice, most_cards);
    let (deck, odd) = (rules.deck, dice.below(40) == 0);
    let mut cards: Vec<Card> = deck.all_cards().collect();
    let mut deal = Deal { columns: vec![Pile::default(); rules.columns.into()], ..Deal::default() };
    for place in 0..deck.foundations() {
        let height = match rules.home {
            _ if dice.below(3) > 0 => 0,
            Home::Hole | Home::HoleAroundCorner => 0,
            Home::Runs | Home::RunsByMove | Home::WholeColumns if !odd => deck.ranks,
            _ => dice.below(deck.ranks as usize + 1) as u32,
        };
        deal.foundations.push(height);
        for card in rules.on_foundation(deck.suit_of_foundation(place), height) {
            let at = cards.iter().position(|&other| other == card).unwrap();
            cards.remove(at);
        }
    }
    for n in (1..cards.len()).rev() {
        cards.swap(n, dice.below(n + 1));
    }
    if rules.home.is_hole() {
        let most = cards.len().min(3);
        deal.hole = cards.drain(..1 + dice.below(most)).collect();
    }
    let often = if rules.layout.stacked { 2 } else { 6 };
    let (reserve, waste) = (dice.below(often) == 0, odd || matches!(rules.stock, Stock::Waste { .. }));
    let stock = odd || rules.stock != Stock::None;
    if let Some(most) = rules.stock.redeals().left(0) {
        deal.redeals_used = dice.below(usize::from(most) + 1);
    }
    for card in cards {
        match dice.below(10) {
            0 if deal.cells.len() < usize::from(rules.cells) => deal.cells.push(Some(card)),
            1 if reserve => deal.reserve.push(card),
            2..=4 if stock => deal.stock.push(card),
            5 if waste => deal.waste.push(card),
            _ => deal.columns[dice.below(rules.columns.into())].cards.push(card),
        }
    }
    if dice.below(3) == 0 {
        deal.columns.iter_mut().for_each(|pile| pile.face_down = dice.below(pile.cards.len().max(1)));
    }
    Instance::new(rules, deal).unwrap()
}

/// The key of a position in which every card is an object of its own.
type Key = (Vec<(Vec<CardNo>, usize)>, Vec<Option<CardNo>>, [Vec<CardNo>; 3], usize, Option<u32>);

fn key(position: &TrackedTable, named: bool) -> Key {
    let down = position.table().columns().iter().map(|pile| pile.face_down);
    let mut columns: Vec<_> = position.columns().iter().cloned().zip(down).collect();
    let mut cells = position.cells().to_vec();
    let mut reserve = position.reserve().to_vec();
    cells.sort_unstable();
    if !position.table().rules().layout.stacked {
        reserve.sort_unstable();
    }
    if !named {
        columns.sort_unstable();
    }
    let others = [reserve, position.stock().to_vec(), position.waste().to_vec()];
    let deal = position.table().deal();
    (columns, cells, others, deal.redeals_used, deal.hole.last().map(|card| card.rank.0))
}

/// Returns all positions that moves of the table reach; `None` if there are more than `most`.
///
/// Returns `None` too if cards can come back from the foundations: cards that were home at the start have no number.
pub fn reached(instance: &Instance, most: usize) -> Option<Vec<TrackedTable>> {
    if instance.rules.worrying_back {
        return None;
    }
    let start = Cards::of(instance).track();
    let named = !start.table().columns_are_alike();
    let mut seen = HashSet::from([key(&start, named)]);
    let mut all = vec![start];
    let mut next = 0;
    while let Some(position) = all.get(next).cloned() {
        next += 1;
        for action in position.table().moves() {
            let mut after = position.clone();
            after.apply(action).unwrap();
            if seen.insert(key(&after, named)) {
                all.push(after);
            }
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}
