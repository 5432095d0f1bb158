//! Small games by enumeration: their sane positions and the moves between them.

use super::*;

/// The sane positions of a game, by their definition, and what single moves lead to.
pub struct World {
    pub cards: Cards,
    pub positions: Vec<Vec<Spot>>,
    pub successors: Vec<Vec<usize>>,
}

impl World {
    pub fn new(instance: &Instance) -> World {
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
    pub fn dead(&self) -> Vec<bool> {
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
    pub fn closed(&self, patterns: &Patterns) -> bool {
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
    pub fn prove(&self, dead: &[bool], dice: &mut Dice) -> Patterns {
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
    cards.rules().stock.redeals().left(0).unwrap_or_default()
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
    let fits = |&on: &CardNo| cards.rules().fits(cards.card(card), cards.card(on));
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
        // Not among the games that are looked at here.
        EmptyColumn::Nothing
        | EmptyColumn::ReserveThenAny
        | EmptyColumn::ReserveThenWaste
        | EmptyColumn::WasteThenStock => false,
    }
}

fn home(cards: &Cards, spots: &[Spot], kind: Card) -> usize {
    let heights = cards.table().foundations().iter().enumerate();
    let own = cards.rules().deck.foundations_of(kind.suit.0);
    let before = heights.filter(|(n, height)| own.contains(n) && **height >= kind.rank.0).count();
    before + cards.numbers(kind).filter(|c| spots[c.index()] == Spot::Home).count()
}

pub fn sane(cards: &Cards, spots: &[Spot]) -> bool {
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
        let built = !hidden && cards.rules().fits(cards.card(card), cards.card(on));
        if let (false, Some(row)) = (built, row_of(&rows, card)) {
            // It lies where its row dealt it, and everything beneath was there before.
            let down = |at: &CardNo| spots[at.index()].below();
            let beneath: Vec<CardNo> = std::iter::successors(Some(on), down).collect();
            let own = rows[row].iter().position(|&c| c == card).map(|column| Spot::BottomOf(column as u16));
            let earlier = beneath.iter().all(|&c| row_of(&rows, c).is_none_or(|other| other < row));
            if !earlier || beneath.last().map(|bottom| spots[bottom.index()]) != own {
                return false;
            }
        }
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
                Group::BuiltRun => cards.rules().fits(upper, lower),
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
                    && cards.rules().fits(cards.card(card), cards.card(on))
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
pub fn leavings(cards: &Cards, spots: &[Spot]) -> Vec<Vec<Spot>> {
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
