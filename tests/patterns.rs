//! Dead patterns: what the checker accepts is closed, and what is closed it accepts, over all sane
//! positions of tiny games of every kind, which are enumerated here from their definition.

use patsat::cards::{Card, Deal, DeckSpec, Pile};
use patsat::rules::{Build, EmptyColumn, Group, Home, Layout, Rules, Stock};
use patsat::state::Instance;
use patsat::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot, Tracked, read, write};
use patsat::verify::{PatternFault, WayAnswer, check_patterns, explain};
use std::collections::{HashMap, HashSet};

/// A small generator of numbers, so that the games are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.roll(n + 1));
        }
    }
}

/// The kinds of games: what differs from FreeCell.
const KINDS: usize = 10;

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
            rules.stock = Stock::Waste { redeals: 0, playable: dice.roll(2) == 0 };
        }
        // Forty Thieves: twins.
        6 => {
            rules.deck = DeckSpec::new(3, 1, 2);
            rules.columns = 1 + dice.roll(2) as u16;
            (rules.build, rules.group, rules.cells) = (Build::SameSuit, Group::Single, 0);
            rules.stock = Stock::Waste { redeals: 0, playable: true };
        }
        // Spider: rows to deal, and twins.
        8 => {
            rules.deck = if dice.roll(2) == 0 { DeckSpec::new(2, 1, 3) } else { DeckSpec::new(3, 1, 2) };
            rules.columns = 2;
            (rules.build, rules.group, rules.home) = (Build::AnySuit, Group::SuitRun, Home::Runs);
            rules.cells = 0;
            rules.stock = Stock::Rows { onto_empty: dice.roll(2) == 0 };
        }
        // Klondike with redeals and cards face down.
        9 => {
            rules.deck = DeckSpec::new(2 + dice.roll(2) as u32, 2, 1);
            (rules.build, rules.group, rules.cells) = (Build::AlternateColour, Group::BuiltRun, 0);
            rules.empty_column = EmptyColumn::TopRank;
            rules.columns = 2;
            rules.stock = Stock::Waste { redeals: 1 + dice.roll(2) as u16, playable: dice.roll(3) == 0 };
        }
        // With redeals.
        _ => {
            (rules.build, rules.group, rules.cells) = (Build::AlternateColour, Group::Single, 0);
            rules.empty_column = EmptyColumn::Nothing;
            rules.stock = Stock::Waste { redeals: 1, playable: false };
        }
    }
    rules
}

fn game(kind: usize, dice: &mut Dice) -> Instance {
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

/// The sane positions of a game, by their definition, and what single moves lead to.
struct World {
    cards: Cards,
    positions: Vec<Vec<Spot>>,
    successors: Vec<Vec<usize>>,
}

impl World {
    fn new(instance: &Instance) -> World {
        let cards = Cards::of(instance);
        let mut positions = Vec::new();
        place(&cards, &mut Vec::new(), &mut positions);
        let numbers: HashMap<&Vec<Spot>, usize> = positions.iter().zip(0..).collect();
        let successors = (positions.iter())
            .map(|spots| {
                let after = moves(&cards, spots);
                after.iter().map(|s| *numbers.get(s).expect("moves keep positions sane")).collect()
            })
            .collect();
        World { cards, positions, successors }
    }

    /// Which positions cannot reach the won one.
    fn dead(&self) -> Vec<bool> {
        let mut wins: Vec<bool> =
            self.positions.iter().map(|spots| spots.iter().all(|&s| s == Spot::Home)).collect();
        loop {
            let more: Vec<usize> = (0..wins.len())
                .filter(|&n| !wins[n] && self.successors[n].iter().any(|&m| wins[m]))
                .collect();
            if more.is_empty() {
                return wins.iter().map(|w| !w).collect();
            }
            more.into_iter().for_each(|n| wins[n] = true);
        }
    }

    /// Whether the patterns are closed among all sane positions.
    fn closed(&self, patterns: &Patterns) -> bool {
        let inside: Vec<bool> = self.positions.iter().map(|s| patterns.matched(s).is_some()).collect();
        (0..inside.len()).all(|n| !inside[n] || self.successors[n].iter().all(|&m| inside[m]))
    }

    /// As few facts as still say that a position is dead, those tried in random order.
    fn generalise(&self, dead: &[bool], spots: &[Spot], dice: &mut Dice) -> Pattern {
        let mut facts: Vec<Fact> =
            self.cards.all().map(|card| Fact { card, spot: spots[card.index()] }).collect();
        dice.shuffle(&mut facts);
        let mut n = 0;
        while n < facts.len() && facts.len() > 1 {
            let mut fewer = facts.clone();
            fewer.remove(n);
            let pattern = Pattern::new(fewer.clone()).unwrap();
            let live = |(spots, dead): (&Vec<Spot>, &bool)| !dead && pattern.matches(spots);
            if self.positions.iter().zip(dead).any(live) {
                n += 1;
            } else {
                facts = fewer;
            }
        }
        Pattern::new(facts).unwrap()
    }

    /// A closed set of patterns with the start in it.
    fn prove(&self, dead: &[bool], dice: &mut Dice) -> Patterns {
        let mut patterns = Patterns(vec![self.generalise(dead, self.cards.start(), dice)]);
        loop {
            let inside: Vec<bool> = self.positions.iter().map(|s| patterns.matched(s).is_some()).collect();
            let mut out = (0..inside.len()).filter(|&n| inside[n]).flat_map(|n| &self.successors[n]);
            match out.find(|&&m| !inside[m]) {
                Some(&m) => patterns.0.push(self.generalise(dead, &self.positions[m], dice)),
                None => return patterns,
            }
        }
    }
}

/// The order of stock and waste: the waste from its bottom, then the stock from its top.
fn order(cards: &Cards) -> Vec<CardNo> {
    let start = cards.track();
    start.waste().iter().chain(start.stock().iter().rev()).copied().collect()
}

/// How many redeals are left at the start.
fn redeals(cards: &Cards) -> u16 {
    if let Stock::Waste { redeals, .. } = cards.rules().stock { redeals } else { 0 }
}

/// The rows yet to be dealt at the start.
fn rows(cards: &Cards) -> Vec<Vec<CardNo>> {
    if !matches!(cards.rules().stock, Stock::Rows { .. }) {
        return Vec::new();
    }
    order(cards).chunks(cards.rules().columns.into()).map(<[CardNo]>::to_vec).collect()
}

fn row_of(rows: &[Vec<CardNo>], card: CardNo) -> Option<usize> {
    rows.iter().position(|row| row.contains(&card))
}

/// Puts the next card into every place, and keeps what is sane.
fn place(cards: &Cards, spots: &mut Vec<Spot>, found: &mut Vec<Vec<Spot>>) {
    let Some(card) = cards.all().nth(spots.len()) else {
        if sane(cards, spots) {
            found.push(spots.clone());
        }
        return;
    };
    let rules = cards.rules();
    let mut all = vec![Spot::Home, cards.dealt(card)];
    if rules.cells > 0 {
        all.push(Spot::Cell);
    }
    let rows = rows(cards);
    match (fills(cards, card), rows.is_empty()) {
        (true, true) => all.push(Spot::Bottom),
        (true, false) => all.extend((0..rules.columns).map(Spot::BottomOf)),
        _ => {}
    }
    if let Some(row) = row_of(&rows, card) {
        let before = |on: &CardNo| row_of(&rows, *on).is_none_or(|other| other < row);
        all.extend(cards.all().filter(before).map(Spot::On));
        let own = rows[row].iter().position(|&c| c == card).unwrap();
        all.push(Spot::BottomOf(own as u16));
    }
    let fits = |&on: &CardNo| cards.table().fits(cards.card(card), cards.card(on));
    all.extend(cards.all().filter(fits).map(Spot::On));
    let most = redeals(cards);
    if rows.is_empty() && order(cards).contains(&card) {
        if most > 0 {
            all.extend((0..most).map(Spot::StockLeft));
            all.extend((0..=most).map(Spot::WasteLeft));
        } else if cards.dealt(card) == Spot::Stock {
            all.extend([Spot::Stock, Spot::Waste]);
        }
    }
    all.sort_unstable();
    all.dedup();
    for spot in all {
        let alone = matches!(spot, Spot::On(_) | Spot::OnHidden(_) | Spot::BottomOf(_));
        if !(alone && spots.contains(&spot)) {
            spots.push(spot);
            place(cards, spots, found);
            spots.pop();
        }
    }
}

fn fills(cards: &Cards, card: CardNo) -> bool {
    match cards.rules().empty_column {
        EmptyColumn::Any => true,
        EmptyColumn::TopRank => cards.card(card).rank.0 == cards.rules().deck.ranks,
        EmptyColumn::Nothing => false,
    }
}

fn home(cards: &Cards, spots: &[Spot], kind: Card) -> usize {
    let heights = cards.table().foundations().iter().enumerate();
    let own = cards.rules().deck.foundations_of(kind.suit.0);
    let before = heights.filter(|(n, height)| own.contains(n) && **height >= kind.rank.0).count();
    before + cards.numbers(kind).filter(|c| spots[c.index()] == Spot::Home).count()
}

fn sane(cards: &Cards, spots: &[Spot]) -> bool {
    let rules = cards.rules();
    let count = |spot: Spot| spots.iter().filter(|&&s| spot.covers(s)).count();
    if count(Spot::Cell) > rules.cells.into() || count(Spot::Bottom) > rules.columns.into() {
        return false;
    }
    let rows = rows(cards);
    let ends = |card: CardNo| {
        let down = |at: &CardNo| spots[at.index()].below();
        std::iter::successors(Some(card), down).nth(spots.len()).is_none()
    };
    if !cards.all().all(ends) {
        return false;
    }
    for card in cards.all() {
        let Some(on) = spots[card.index()].below() else { continue };
        let twice = cards.all().filter(|other| spots[other.index()].below() == Some(on)).count() > 1;
        if twice || !spots[on.index()].in_a_column() {
            return false;
        }
        let hidden = spots[card.index()] == Spot::OnHidden(on);
        let built = !hidden && cards.table().fits(cards.card(card), cards.card(on));
        if !built && row_of(&rows, card).is_none() {
            let mut at = on;
            loop {
                if spots[at.index()] != cards.dealt(at) {
                    return false;
                }
                let Some(below) = cards.dealt(at).below() else { break };
                at = below;
            }
        }
    }
    for card in rules.deck.distinct_cards() {
        let here = home(cards, spots, card);
        let next = Card::new(card.rank.0 % rules.deck.ranks + 1, card.suit.0);
        let wraps = card.rank.0 == rules.deck.ranks;
        if (!wraps || rules.home == Home::Runs) && home(cards, spots, next) > here {
            return false;
        }
    }
    let order = order(cards);
    let at = |n: usize| spots[order[n].index()];
    if !rows.is_empty() {
        // Rows are dealt whole.
        let waits = |row: &Vec<CardNo>| row.iter().filter(|c| spots[c.index()] == Spot::Stock).count();
        let whole = rows.iter().all(|row| waits(row) == 0 || waits(row) == row.len());
        return whole && rows.windows(2).all(|pair| waits(&pair[0]) == 0 || waits(&pair[1]) > 0);
    }
    let left = |spot: Spot| match spot {
        Spot::StockLeft(left) | Spot::WasteLeft(left) => Some(left),
        _ => None,
    };
    (0..order.len()).all(|i| {
        (i + 1..order.len()).all(|j| match (at(i), at(j)) {
            (a, b) if left(a).zip(left(b)).is_some_and(|(a, b)| a != b) => false,
            (a, b) if Spot::Stock.covers(a) && Spot::Waste.covers(b) => false,
            (a, b) if Spot::Stock.covers(a) => Spot::Stock.covers(b) || redeals(cards) > 0,
            _ => true,
        })
    })
}

/// What single moves lead to: written down from the rules, apart from the checker and from `Table`.
fn moves(cards: &Cards, spots: &[Spot]) -> Vec<Vec<Spot>> {
    let rules = cards.rules();
    let above = |card: CardNo| cards.all().find(|c| spots[c.index()].below() == Some(card));
    let order = order(cards);
    let of = |spot: Spot| order.iter().copied().filter(move |c| spot.covers(spots[c.index()]));
    let waste = matches!(rules.stock, Stock::Waste { .. });
    let count = |spot: Spot| spots.iter().filter(|&&s| spot.covers(s)).count();
    let rows = rows(cards);
    let mut found = leavings(cards, spots);
    if !found.is_empty() {
        return found;
    }
    let empty: Vec<Spot> =
        (0..rules.columns).map(Spot::BottomOf).filter(|column| !spots.contains(column)).collect();
    for card in cards.all() {
        let from = spots[card.index()];
        let mut to = Vec::new();
        let playable = match from {
            Spot::Home => false,
            Spot::Waste | Spot::WasteLeft(_) => waste && of(Spot::Waste).next_back() == Some(card),
            Spot::Stock | Spot::StockLeft(_) if waste && of(Spot::Stock).next() == Some(card) => {
                to.push(if let Spot::StockLeft(left) = from { Spot::WasteLeft(left) } else { Spot::Waste });
                matches!(rules.stock, Stock::Waste { playable: true, .. })
            }
            Spot::Stock | Spot::StockLeft(_) => false,
            _ => true,
        };
        let mut run = true;
        let (mut top, mut single) = (card, true);
        let mut steps = 0;
        while let Some(next) = above(top).filter(|_| steps < spots.len()) {
            steps += 1;
            let (lower, upper) = (cards.card(top), cards.card(next));
            single = false;
            run &= match rules.group {
                Group::SuitRun => lower.suit == upper.suit && upper.rank.0 + 1 == lower.rank.0,
                Group::BuiltRun => cards.table().fits(upper, lower),
                _ => false,
            };
            run &= spots[next.index()] == Spot::On(top);
            top = next;
        }
        if playable && run {
            match (fills(cards, card), rows.is_empty()) {
                (true, false) => to.extend(&empty),
                (true, true) if from != Spot::Bottom && count(Spot::Bottom) < rules.columns.into() => {
                    to.push(Spot::Bottom);
                }
                _ => {}
            }
            let open = |&on: &CardNo| {
                spots[on.index()].in_a_column()
                    && above(on).is_none()
                    && cards.table().fits(cards.card(card), cards.card(on))
            };
            to.extend(cards.all().filter(open).map(Spot::On));
        }
        if playable && single {
            if from != Spot::Cell && count(Spot::Cell) < rules.cells.into() {
                to.push(Spot::Cell);
            }
            let this = cards.card(card);
            let before = Card::new(this.rank.0 - 1, this.suit.0);
            let ready = this.rank.0 == 1 || home(cards, spots, before) > home(cards, spots, this);
            if rules.home == Home::Foundations && ready {
                to.push(Spot::Home);
            }
        }
        for to in to {
            let mut after = spots.to_vec();
            after[card.index()] = to;
            found.push(after);
        }
    }
    if of(Spot::Stock).next().is_none()
        && let Some(card) = of(Spot::Waste).next()
        && let Spot::WasteLeft(left @ 1..) = spots[card.index()]
    {
        let mut after = spots.to_vec();
        of(Spot::Waste).for_each(|c| after[c.index()] = Spot::StockLeft(left - 1));
        found.push(after);
    }
    let next = rows.iter().find(|row| spots[row[0].index()] == Spot::Stock);
    let Stock::Rows { onto_empty } = rules.stock else { return found };
    if let Some(row) = next.filter(|_| onto_empty || empty.is_empty()) {
        let mut after = spots.to_vec();
        for (column, card) in (0..).zip(row) {
            let mut spot = Spot::BottomOf(column);
            let mut at = cards.all().find(|c| spots[c.index()] == spot);
            while let Some(end) = at {
                spot = Spot::On(end);
                at = above(end);
            }
            after[card.index()] = spot;
        }
        found.push(after);
    }
    found
}

/// What complete runs lead to that lie open and leave.
fn leavings(cards: &Cards, spots: &[Spot]) -> Vec<Vec<Spot>> {
    let (rules, mut found) = (cards.rules(), Vec::new());
    for card in cards.all().filter(|c| rules.home == Home::Runs && spots[c.index()].in_a_column()) {
        let mut run: Vec<CardNo> = vec![card];
        let mut open = true;
        while let Some(next) = cards.all().find(|c| spots[c.index()].below() == Some(run[run.len() - 1])) {
            open &= spots[next.index()] == Spot::On(run[run.len() - 1]) && run.len() < spots.len();
            if !open {
                break;
            }
            run.push(next);
        }
        let ranks = (1..=rules.deck.ranks).rev().map(|rank| Card::new(rank, cards.card(card).suit.0));
        if open && run.iter().map(|&c| cards.card(c)).eq(ranks) {
            let mut after = spots.to_vec();
            run.iter().for_each(|c| after[c.index()] = Spot::Home);
            found.push(after);
        }
    }
    found
}

/// Games of every kind that are small enough, with all their sane positions.
fn worlds(seed: u64, each: usize) -> impl Iterator<Item = (usize, Instance, World, Dice)> {
    (0..KINDS * each).map(move |n| {
        let mut dice = Dice(seed + 7919 * n as u64);
        (0..9).for_each(|_| _ = dice.roll(2));
        let instance = game(n % KINDS, &mut dice);
        let world = World::new(&instance);
        (n % KINDS, instance, world, dice)
    })
}

#[test]
fn the_moves_of_this_test_are_those_of_the_table() {
    for (kind, instance, world, _) in worlds(1, 20) {
        let cards = Cards::of(&instance);
        for (n, spots) in world.positions.iter().enumerate().step_by(7) {
            let Some(tracked) = Tracked::place(&cards, spots) else { panic!("{kind}: {spots:?}") };
            if tracked.spots() != *spots {
                // A complete run has left.
                assert_eq!(instance.rules.home, Home::Runs);
                continue;
            }
            let here: HashSet<&Vec<Spot>> =
                world.successors[n].iter().map(|&m| &world.positions[m]).collect();
            let mut there = HashSet::new();
            for action in tracked.table().single_moves() {
                let mut after = tracked.clone();
                after.apply(action).unwrap();
                there.insert(after.spots());
            }
            for after in &there {
                // Complete runs leave one after the other.
                let mut left: Vec<Vec<Spot>> = here.iter().map(|s| (*s).clone()).collect();
                let mut at = 0;
                while at < left.len() {
                    let more = leavings(&cards, &left[at]);
                    left.extend(more);
                    at += 1;
                }
                let ran = left.contains(after);
                assert!(here.contains(after) || after == spots || ran, "{kind}: {spots:?} to {after:?}");
            }
            if instance.rules.home == Home::Foundations {
                assert_eq!(here.len(), there.iter().filter(|s| *s != spots).count(), "{kind} {spots:?}");
            }
        }
    }
}

#[test]
fn the_checker_accepts_exactly_what_is_closed() {
    let (mut accepted, mut refused, mut lost) = ([0; KINDS], [0; KINDS], [0; KINDS]);
    for (kind, instance, world, mut dice) in worlds(2, 200) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        let mut sets = Vec::new();
        if dead[start] {
            lost[kind] += 1;
            let proof = world.prove(&dead, &mut dice);
            let shown = check_patterns(&instance, &proof);
            assert!(shown.is_ok(), "{kind}: {}", shown.unwrap_err());
            // Without one of its patterns, or one of its facts, or with a card elsewhere.
            for _ in 0..6 {
                let mut other = proof.clone();
                let n = dice.roll(other.0.len());
                let mut facts = other.0[n].facts().to_vec();
                let at = dice.roll(facts.len());
                match dice.roll(3) {
                    0 => drop(other.0.remove(n)),
                    1 => _ = facts.remove(at),
                    _ => facts[at].spot = world.positions[dice.roll(dead.len())][facts[at].card.index()],
                }
                if n < other.0.len()
                    && let Ok(pattern) = Pattern::new(facts)
                {
                    other.0[n] = pattern;
                }
                sets.push(other);
            }
        }
        // Patterns of anything.
        for _ in 0..4 {
            let some = (0..1 + dice.roll(3)).map(|_| {
                let spots = &world.positions[dice.roll(dead.len())];
                let mut facts: Vec<Fact> =
                    world.cards.all().map(|card| Fact { card, spot: spots[card.index()] }).collect();
                dice.shuffle(&mut facts);
                facts.truncate(1 + dice.roll(3));
                Pattern::new(facts).unwrap()
            });
            let first = Pattern::new(vec![Fact { card: CardNo(0), spot: world.cards.dealt(CardNo(0)) }]);
            sets.push(Patterns(first.into_iter().chain(some).collect()));
        }
        for patterns in sets {
            let starts = patterns.matched(world.cards.start()).is_some();
            let won = patterns.matched(&vec![Spot::Home; world.cards.len()]).is_some();
            let closed = starts && !won && world.closed(&patterns);
            match check_patterns(&instance, &patterns) {
                Ok(_) => {
                    assert!(closed && dead[start], "{kind}: accepted {patterns:?}");
                    accepted[kind] += 1;
                }
                Err(PatternFault::Escape { pattern, after, .. }) => {
                    assert!(patterns.matched(&after).is_none() && sane(&world.cards, &after));
                    let from = &patterns.0[pattern];
                    let m = world.positions.iter().position(|s| *s == after).unwrap();
                    let leads =
                        |n: &usize| from.matches(&world.positions[*n]) && world.successors[*n].contains(&m);
                    assert!((0..dead.len()).any(|n| leads(&n)), "{kind}: no such move to {after:?}");
                    refused[kind] += 1;
                }
                Err(other) => {
                    assert!(!closed, "{kind}: {other}");
                    refused[kind] += 1;
                }
            }
        }
    }
    println!("accepted {accepted:?}, refused {refused:?}, lost {lost:?}");
    assert!(accepted.iter().chain(&refused).all(|&n| n > 0), "{accepted:?} {refused:?}");
}

/// The numbers of cards are those of the lowering, so that both checkers speak of the same cards.
#[test]
fn cards_have_the_numbers_of_the_lowering() {
    for (_, game, world, _) in worlds(5, 20) {
        let lowered = patsat::encode::lower(&game).unwrap();
        let cards: Vec<Card> = world.cards.all().map(|n| world.cards.card(n)).collect();
        assert_eq!(lowered.cards, cards);
        let start = &lowered.task.start;
        for (column, ids) in world.cards.track().columns().iter().zip(&start.columns) {
            assert!(column.iter().map(|n| n.0).eq(ids.iter().map(|id| id.0)));
        }
        let cells: Vec<u32> = world.cards.track().cells().iter().flatten().map(|n| n.0).collect();
        assert!(cells.into_iter().eq(start.cells.iter().map(|id| id.0)));
        assert!(world.cards.track().reserve().iter().map(|n| n.0).eq(start.reserve.iter().map(|id| id.0)));
    }
}

#[test]
fn what_a_way_out_runs_into_is_enough_and_needed() {
    for (_, instance, world, mut dice) in worlds(3, 20) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        if !dead[start] {
            continue;
        }
        let shown = check_patterns(&instance, &world.prove(&dead, &mut dice)).unwrap();
        for n in 0..shown.patterns.0.len() {
            for explained in explain(&instance, &shown, n) {
                if let WayAnswer::Into(patterns) = explained.answer {
                    assert!(!patterns.is_empty() && patterns.iter().all(|&p| p < shown.patterns.0.len()));
                }
            }
        }
    }
}

/// One of the eight deals of the first million that cannot be won.
const DEAL_781948: &str = "\
5H on TS, 8H on 5C, JD on 9S, QD on 4C
2C at a bottom, 5H on TS, TD on TC, JD on 9S, KS in a cell
4C on 4D, 5D on 9C, 6H on TD, 7D on 5S, QC on 7S
4C on 4D, 5H on 6C, 6C on KD, TS on 5D, QC on 7S
4S on QD, 6H on TD, 7S at a bottom, 8H in a cell, JS on 6S
2S at a bottom, 4S on QD, 7S at a bottom, TD on TC, KC on AH, KD on 4H
4C at a bottom, 6C on KD, 6H on TD, 9S on QC, TS on 5D, KC on AH
4C at a bottom, 4D on 5S, 8C on 6H, 8S on 9H, 9S on QC, TS on 5D, KC on AH
2C at a bottom, 4S on 5H, 5H on 6C, 6C on KD, 9D on TS, TD on TC, TS on 5D, QC on 7S
";

#[test]
fn nine_patterns_prove_a_whole_deal_lost_and_each_is_needed() {
    let rules = Rules::preset("freecell").unwrap();
    let game = Instance::from_id(rules, "ms:781948".parse().unwrap()).unwrap();
    let text = write(&game, &Patterns::default()) + DEAL_781948;
    let patterns = read(&game, text.as_bytes()).unwrap();
    assert_eq!(check_patterns(&game, &patterns).unwrap().start, 0);
    for n in 0..patterns.0.len() {
        let mut fewer = patterns.clone();
        fewer.0.remove(n);
        assert!(check_patterns(&game, &fewer).is_err(), "without pattern {}", n + 1);
        let mut weaker = patterns.clone();
        let facts = weaker.0[n].facts()[1..].to_vec();
        weaker.0[n] = Pattern::new(facts).unwrap();
        assert!(check_patterns(&game, &weaker).is_err(), "with less of pattern {}", n + 1);
    }
}
