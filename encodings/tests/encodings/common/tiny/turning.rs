//! Tiny random tasks with the rules of Klondike and Yukon.

use super::{Numbers, random};
use patsat_encodings::task::{CardId, EmptyColumn, Goal, Group, Home, Kind, KindId, Start, Stock, Task};

/// A tiny random task with rules of Klondike and Yukon. A draw turns one to three cards, redeals have a limit or none. Cards
/// come back from home, some are home at the start. Any face-up card may move with all on it.
pub fn mixed(seed: u64) -> Task {
    let mut numbers = Numbers(seed ^ 0x6b6c_6f6e);
    let mut task = random(seed);
    if numbers.below(3) == 0 {
        task.group = Group::AnyFaceUp;
    }
    if task.start.cells.is_empty() && numbers.below(4) > 0 {
        task.cells = 0;
    }
    if let Stock::Waste { redeals, draw, .. } = &mut task.stock {
        *draw = numbers.between(1, 3);
        *redeals = [None, Some(0), Some(1), Some(2)][numbers.below(4) as usize];
    }
    let Home::After(after) = &task.home else { return task };
    task.worrying_back = numbers.below(4) > 0;
    if !task.worrying_back {
        return task;
    }
    let mut home = vec![0; task.kinds.len()];
    for (n, column) in task.start.columns.iter_mut().enumerate() {
        let next = |card: &CardId, home: &[u32]| {
            let kind = task.cards[card.index()].index();
            after[kind].is_none_or(|before| home[before.index()] > home[kind])
        };
        while column.last().is_some_and(|card| next(card, &home)) && numbers.below(2) == 0 {
            let Some(card) = column.pop() else { break };
            home[task.cards[card.index()].index()] += 1;
            task.start.home.push(card);
        }
        if let Some(down) = task.start.face_down.get_mut(n) {
            *down = (*down).min((column.len() as u32).saturating_sub(1));
        }
    }
    task
}

/// A tiny random task of Klondike's kind. Any part of a built run moves, kings or nothing fill empty columns, and columns
/// end in one face-up card or a run. A draw turns one to three cards, redeals have a limit or none. Cards come back or do
/// not, some are home at the start. One to four suits of 2 to 4 kinds, one or two cards of each.
pub fn klondike(seed: u64) -> Task {
    let mut numbers = Numbers(seed ^ 0x6b69_6e67);
    let (ranks, suits) = (numbers.between(2, 4), numbers.between(1, 4));
    let (ranks, suits) = if ranks * suits > 9 { (ranks, 2) } else { (ranks, suits) };
    let copies = if ranks * suits <= 4 { numbers.between(1, 2) } else { 1 };
    let columns = numbers.between(1, 3);
    let kind = |rank: u32, suit: u32| KindId(suit * ranks + rank);
    let grid = || (0..suits).flat_map(|suit| (0..ranks).map(move |rank| (rank, suit)));
    // In the other colour, mostly; in suit, or in any.
    let build = numbers.below(6);
    let stands = |(rank, suit): (u32, u32)| -> Vec<KindId> {
        let fits = |other: &u32| match build {
            0 => *other == suit,
            1 => true,
            _ => *other % 2 != suit % 2,
        };
        (0..suits).filter(|_| rank + 1 < ranks).filter(fits).map(|other| kind(rank + 1, other)).collect()
    };
    let cards: Vec<KindId> = (0..copies).flat_map(|_| grid().map(|(rank, suit)| kind(rank, suit))).collect();
    let mut order: Vec<CardId> = (0..cards.len() as u32).map(CardId).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, numbers.below(last as u32 + 1) as usize);
    }
    let worrying_back = numbers.below(2) == 0;
    let mut start = Start { columns: vec![vec![]; columns as usize], ..Start::default() };
    for suit in 0..suits {
        let aces = order.iter().position(|card| cards[card.index()] == kind(0, suit));
        if let (Some(place), true) = (aces, worrying_back && numbers.below(3) == 0) {
            start.home.push(order.remove(place));
        }
    }
    let stocked = numbers.below(order.len() as u32 + 1) as usize;
    let mut waste = order.split_off(order.len() - stocked);
    let order_of_stock = waste.split_off(numbers.below(3).min(waste.len() as u32) as usize);
    let draw = numbers.between(1, 3);
    let stock = Stock::Waste {
        order: order_of_stock,
        waste,
        redeals: [None, Some(0), Some(1), Some(2)][numbers.below(4) as usize],
        playable: draw == 1 && numbers.below(2) == 0,
        draw,
    };
    for (place, card) in order.into_iter().enumerate() {
        start.columns[place % columns as usize].push(card);
    }
    start.face_down = start.columns.iter().map(|column| (column.len() as u32).saturating_sub(1)).collect();
    let on = |card: CardId| stands((cards[card.index()].0 % ranks, cards[card.index()].0 / ranks));
    for (down, column) in start.face_down.iter_mut().zip(&start.columns) {
        // A run at the end lies face up now and then.
        while *down > 0 && numbers.below(2) == 0 {
            let pair = &column[*down as usize - 1..=*down as usize];
            if !on(pair[1]).contains(&cards[pair[0].index()]) {
                break;
            }
            *down -= 1;
        }
    }
    let empty_column = match numbers.below(4) {
        0 => EmptyColumn::Nothing,
        _ => EmptyColumn::Only((0..suits).map(|suit| kind(ranks - 1, suit)).collect()),
    };
    Task {
        kinds: grid().map(|card| Kind { may_stand_on: stands(card), home_at_start: 0 }).collect(),
        cards,
        start,
        columns,
        cells: 0,
        group: Group::Freely(grid().map(stands).collect()),
        empty_column,
        home: Home::After(grid().map(|(r, suit)| r.checked_sub(1).map(|below| kind(below, suit))).collect()),
        worrying_back,
        stock,
        goal: Goal::Win,
    }
}
