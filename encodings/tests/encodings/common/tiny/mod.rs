//! Tiny random tasks, for tests of encodings (here and in `planning`).
//!
//! A seed means the same task for ever. Each is well-formed and
//! small enough to be searched completely. All kinds of rules occur, in combinations that no
//! game has.

pub mod turning;

use patsat_encodings::task::{CardId, EmptyColumn, Goal, Group, Home, Kind, KindId, Start, Stock, Task};

/// A small generator of numbers: SplitMix64, written here because this crate uses no other of the workspace.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, values: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(values)) as u32
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }
}

/// A tiny random task of Forty Thieves' kind: cards go home one by one, a stock is drawn onto a
/// waste, some of it drawn already, some cards home, some face down. 1 or 2 suits of 1 to 4
/// kinds, one to three cards of each, 1 to 4 columns.
pub fn draws(seed: u64) -> Task {
    let mut numbers = Numbers(seed ^ 0x6f72_7479);
    let (ranks, suits) = (numbers.between(1, 4), numbers.between(1, 2));
    let copies = if ranks * suits <= 4 { numbers.between(1, 3) } else { numbers.between(1, 2) };
    let columns = numbers.between(1, 4);
    let kind = |rank: u32, suit: u32| KindId(suit * ranks + rank);
    let grid = || (0..suits).flat_map(|suit| (0..ranks).map(move |rank| (rank, suit)));
    // In suit, in the other suit, in any, or not at all.
    let build = numbers.below(5);
    let stands = |(rank, suit): (u32, u32)| -> Vec<KindId> {
        let fits = |other: &u32| match build {
            0 | 1 => *other == suit,
            2 => *other != suit || suits == 1,
            3 => true,
            _ => false,
        };
        (0..suits).filter(|_| rank + 1 < ranks).filter(fits).map(|other| kind(rank + 1, other)).collect()
    };
    let group = match numbers.below(4) {
        0 => Group::BySpaces,
        1 => Group::Freely(grid().map(stands).collect()),
        _ => Group::Single,
    };
    // The lowest cards of a suit may be home, some or all of a rank.
    let mut home = vec![0; (ranks * suits) as usize];
    for suit in 0..suits {
        if numbers.below(3) == 0 {
            home[kind(0, suit).index()] = numbers.between(1, copies);
            if ranks > 1 {
                home[kind(1, suit).index()] = numbers.below(home[kind(0, suit).index()] + 1);
            }
        }
    }
    let cards: Vec<KindId> = (0..copies)
        .flat_map(|copy| grid().map(move |(rank, suit)| (copy, kind(rank, suit))))
        .filter(|&(copy, kind)| copy >= home[kind.index()])
        .map(|(_, kind)| kind)
        .collect();
    let mut order: Vec<CardId> = (0..cards.len() as u32).map(CardId).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last as u32 + 1) as usize);
    }
    let stocked = numbers.below(order.len() as u32 + 1) as usize;
    let mut waste = order.split_off(order.len() - stocked);
    let order_of_stock = waste.split_off(numbers.below(3).min(waste.len() as u32) as usize);
    let playable = numbers.below(2) == 0;
    let stock = Stock::Waste { order: order_of_stock, waste, redeals: Some(0), playable, draw: 1 };
    let mut start = Start { columns: vec![vec![]; columns as usize], ..Start::default() };
    for (place, card) in order.into_iter().enumerate() {
        start.columns[place % columns as usize].push(card);
    }
    if numbers.below(3) == 0 {
        let most = |column: &Vec<CardId>| (column.len() as u32).saturating_sub(1);
        start.face_down = start.columns.iter().map(|column| numbers.below(most(column) + 1)).collect();
    }
    let empty_column = match numbers.below(8) {
        0 => EmptyColumn::Only((0..suits).map(|suit| kind(ranks - 1, suit)).collect()),
        1 => EmptyColumn::Nothing,
        _ => EmptyColumn::Any,
    };
    let home_of = |card: (u32, u32)| home[kind(card.0, card.1).index()];
    Task {
        kinds: grid().map(|card| Kind { may_stand_on: stands(card), home_at_start: home_of(card) }).collect(),
        cards,
        start,
        columns,
        cells: 0,
        group,
        empty_column,
        home: Home::After(grid().map(|(r, suit)| r.checked_sub(1).map(|below| kind(below, suit))).collect()),
        worrying_back: false,
        stock,
        goal: Goal::Win,
    }
}

/// A tiny random task of Spider's kind: runs leave whole and move freely, with and without
/// cards face down and rows to be dealt, which may end early. 1 to 3 runs of 1 to 4 kinds, one
/// or two cards of each, 2 to 4 columns.
pub fn runs(seed: u64) -> Task {
    let mut numbers = Numbers(seed ^ 0x5371_6465_7200);
    let (ranks, suits) = (numbers.between(2, 4) - u32::from(numbers.below(12) == 0), numbers.between(1, 2));
    let copies = if ranks * suits <= 4 { numbers.between(1, 2 + u32::from(suits == 1)) } else { 1 };
    let columns = numbers.between(2, 4);
    let kind = |rank: u32, suit: u32| KindId(suit * ranks + rank);
    let grid = || (0..suits).flat_map(|suit| (0..ranks).map(move |rank| (rank, suit)));
    let next = |rank: u32| (rank + 1 < ranks).then_some(rank + 1);
    let any = |(rank, _): (u32, u32)| -> Vec<KindId> {
        next(rank).into_iter().flat_map(|r| (0..suits).map(move |s| kind(r, s))).collect()
    };
    let own =
        |(rank, suit): (u32, u32)| -> Vec<KindId> { next(rank).map(|r| kind(r, suit)).into_iter().collect() };
    // Now and then all that is built moves, not only what is of one run.
    let mixed = numbers.below(8) == 0;
    let follows = grid().map(|card| if mixed { any(card) } else { own(card) }).collect();
    let cards: Vec<KindId> = (0..copies).flat_map(|_| grid().map(|(rank, suit)| kind(rank, suit))).collect();
    let mut order: Vec<CardId> = (0..cards.len() as u32).map(CardId).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last as u32 + 1) as usize);
    }
    let stock = match numbers.below(3) {
        0 => Stock::None,
        _ => {
            let most = order.len() / 2;
            let kept = order.split_off(order.len() - most.min(1 + numbers.below(2 * columns) as usize));
            let rows = kept.chunks(columns as usize).map(<[CardId]>::to_vec).collect();
            Stock::Rows { rows, onto_empty: numbers.below(2) == 0 }
        }
    };
    let mut start = Start { columns: vec![vec![]; columns as usize], ..Start::default() };
    // Sometimes one column is empty at the start.
    let used = if numbers.below(4) == 0 { columns - 1 } else { columns };
    for (place, card) in order.into_iter().enumerate() {
        start.columns[place % used as usize].push(card);
    }
    if numbers.below(2) == 0 {
        let most = |column: &Vec<CardId>| (column.len() as u32).saturating_sub(1);
        start.face_down = start.columns.iter().map(|column| numbers.below(most(column) + 1)).collect();
    }
    let empty_column = match numbers.below(8) {
        0 => EmptyColumn::Only((0..suits).map(|suit| kind(ranks - 1, suit)).collect()),
        1 => EmptyColumn::Nothing,
        _ => EmptyColumn::Any,
    };
    Task {
        kinds: grid().map(|card| Kind { may_stand_on: any(card), home_at_start: 0 }).collect(),
        cards,
        start,
        columns,
        cells: 0,
        group: Group::Freely(follows),
        empty_column,
        home: Home::Runs(
            (0..suits).map(|suit| (0..ranks).rev().map(|rank| kind(rank, suit)).collect()).collect(),
        ),
        worrying_back: false,
        stock,
        goal: Goal::Win,
    }
}

/// The same tasks, but that a step collects a run.
pub fn collected(seed: u64) -> Task {
    let mut task = runs(seed);
    if let Home::Runs(runs) = task.home {
        task.home = Home::Collected(runs);
    }
    task
}

/// The same tasks with up to two cells, where some cards of the columns lie in a cell or in a reserve.
pub fn collected_with_room(seed: u64) -> Task {
    let mut numbers = Numbers(seed ^ 0x726f_6f6d);
    let mut task = collected(seed);
    task.cells = numbers.below(3);
    let Start { columns, face_down, cells, reserve, home: _ } = &mut task.start;
    for (n, column) in columns.iter_mut().enumerate() {
        // A column keeps an open card on those that lie face down.
        let down = face_down.get(n).map_or(0, |&down| down as usize);
        let to = match numbers.below(3) {
            0 if cells.len() < task.cells as usize => &mut *cells,
            1 => &mut *reserve,
            _ => continue,
        };
        if column.len() > down + 1 {
            to.extend(column.pop());
        }
    }
    task
}

/// A tiny random task: 1 to 3 chains of 2 to 4 kinds, one or two cards of each, 2 to 4 columns.
pub fn random(seed: u64) -> Task {
    let mut numbers = Numbers(seed);
    let (ranks, suits) = (numbers.between(2, 4), numbers.between(1, 3));
    let copies = if ranks * suits <= 6 { numbers.between(1, 2) } else { 1 };
    let columns = numbers.between(2, 4);
    let kind = |rank: u32, suit: u32| KindId(suit * ranks + rank);
    // A card stands on the next rank: of its own chain, of the others, or of all.
    let build = numbers.below(3);
    let stands = |suit: u32, on: u32| match build {
        0 => suit == on,
        1 => suit != on,
        _ => true,
    };
    let grid = || (0..suits).flat_map(|suit| (0..ranks).map(move |rank| (rank, suit)));
    let above = |rank: u32, wanted: &dyn Fn(u32) -> bool| -> Vec<KindId> {
        let next = (rank + 1 < ranks).then_some(rank + 1);
        next.into_iter().flat_map(|r| (0..suits).filter(|&s| wanted(s)).map(move |s| kind(r, s))).collect()
    };
    let may_stand_on = |(rank, suit)| above(rank, &|on| stands(suit, on));
    let kinds: Vec<Kind> = grid().map(|k| Kind { may_stand_on: may_stand_on(k), home_at_start: 0 }).collect();
    let group = match numbers.below(3) {
        0 => Group::Single,
        1 => Group::BySpaces,
        _ => {
            let follows = |(rank, suit)| above(rank, &|on| on == suit && stands(suit, on));
            Group::Freely(grid().map(follows).collect())
        }
    };
    let home = if build == 2 && numbers.below(2) == 0 {
        Home::Runs((0..suits).map(|suit| (0..ranks).rev().map(|rank| kind(rank, suit)).collect()).collect())
    } else {
        Home::After(grid().map(|(rank, suit)| rank.checked_sub(1).map(|below| kind(below, suit))).collect())
    };
    let empty_column = match numbers.below(4) {
        0 => EmptyColumn::Only((0..suits).map(|suit| kind(ranks - 1, suit)).collect()),
        1 => EmptyColumn::Nothing,
        _ => EmptyColumn::Any,
    };
    let cards: Vec<KindId> = (0..copies).flat_map(|_| grid().map(|(rank, suit)| kind(rank, suit))).collect();
    let mut order: Vec<CardId> = (0..cards.len() as u32).map(CardId).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last as u32 + 1) as usize);
    }
    let cells = numbers.below(3);
    let mut start = Start::default();
    start.cells.extend((cells > 0 && numbers.below(3) == 0).then(|| order.pop()).flatten());
    start.reserve.extend((numbers.below(4) == 0).then(|| order.pop()).flatten());
    let kept = order.split_off(order.len() - (order.len() / 3).min(columns as usize * 2));
    let stock = match numbers.below(3) {
        0 => Stock::Waste {
            order: kept,
            waste: vec![],
            redeals: Some(numbers.below(2)),
            playable: numbers.below(2) == 0,
            draw: 1,
        },
        1 => {
            let rows = kept.chunks(columns as usize).map(<[CardId]>::to_vec).collect();
            Stock::Rows { rows, onto_empty: numbers.below(2) == 0 }
        }
        _ => {
            order.extend(kept);
            Stock::None
        }
    };
    start.columns = vec![vec![]; columns as usize];
    for (place, card) in order.into_iter().enumerate() {
        start.columns[place % columns as usize].push(card);
    }
    if numbers.below(4) == 0 {
        start.face_down =
            start.columns.iter().map(|column| (column.len() as u32).saturating_sub(1)).collect();
    }
    let worrying_back = false;
    Task {
        kinds,
        cards,
        start,
        columns,
        cells,
        group,
        empty_column,
        home,
        worrying_back,
        stock,
        goal: Goal::Win,
    }
}
