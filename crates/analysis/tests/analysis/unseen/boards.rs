//! Random boards with unseen cards, their completions, and exhaustive search of each.

use patsat_formats::{PartialBoard, UnseenPlace};
use patsat_game::cards::{Card, Deal, Pile};
use patsat_game::rules::{FaceUp, Group, Move, Place};
use patsat_game::state::{Instance, Table};
use patsat_testkit::any_game::any_game;
use patsat_testkit::{Dice, small_game, small_spider};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
/// Games with more positions are left out.
pub(super) const MOST: usize = 3_000;

/// Whether a small game can be won: every position is visited; `None` if there are too many.
pub(super) fn winnable(game: &Instance) -> Option<bool> {
    let mut seen = HashSet::from([game.table().key()]);
    let mut open = vec![game.table()];
    while let Some(table) = open.pop() {
        if table.is_won() {
            return Some(true);
        }
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).unwrap();
            if seen.insert(after.key()) {
                open.push(after);
            }
        }
        if seen.len() > MOST {
            return None;
        }
    }
    Some(false)
}

/// A random board of any rules with one to four unseen cards: covered ones of columns, or of the stock.
pub(super) fn random_board(seed: u64) -> Option<PartialBoard> {
    let mut dice = Dice::new(seed);
    let mut game = match seed % 6 {
        0 => small_spider(seed),
        1 => small_game(seed),
        _ => any_game(&mut dice, 9),
    };
    game.id = None;
    if dice.below(2) == 0 {
        // In falling order runs and groups are more frequent.
        for pile in &mut game.deal.columns {
            pile.cards.sort_unstable_by_key(|card| std::cmp::Reverse((card.rank, card.suit)));
        }
    }
    let columns = game.deal.columns.iter().enumerate();
    let covered = |(n, pile): (usize, &Pile)| {
        (0..pile.cards.len().saturating_sub(1)).map(move |place| UnseenPlace::Column(n, place))
    };
    let mut places: Vec<UnseenPlace> = columns.flat_map(covered).collect();
    places.extend((0..game.deal.stock.len()).map(UnseenPlace::Stock));
    let mut unseen = Vec::new();
    for _ in 0..(1 + dice.below(4)).min(places.len()) {
        unseen.push(places.swap_remove(dice.below(places.len())));
    }
    if unseen.is_empty() {
        return None;
    }
    Arc::make_mut(&mut game.rules).layout.face_up = dice.pick(&[FaceUp::All, FaceUp::Top]);
    if game.rules.layout.face_up == FaceUp::Top {
        for &spot in &unseen {
            if let UnseenPlace::Column(n, place) = spot {
                let pile = &mut game.deal.columns[n];
                pile.face_down = pile.face_down.max(place + 1);
            }
        }
    }
    unseen.sort_unstable_by_key(|&spot| match spot {
        UnseenPlace::Column(n, place) => (0, n, place),
        UnseenPlace::Stock(place) => (1, 0, place),
    });
    Some(PartialBoard { instance: game, unseen, notes: Vec::new() })
}

/// All orders of these cards, each once.
pub(super) fn every_order(cards: &[Card]) -> BTreeSet<Vec<Card>> {
    if cards.is_empty() {
        return BTreeSet::from([Vec::new()]);
    }
    let mut found = BTreeSet::new();
    for n in 0..cards.len() {
        let mut rest = cards.to_vec();
        let first = rest.remove(n);
        found.extend(every_order(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    found
}

pub(super) fn card_at(deal: &mut Deal, spot: UnseenPlace) -> &mut Card {
    match spot {
        UnseenPlace::Column(column, place) => &mut deal.columns[column].cards[place],
        UnseenPlace::Stock(place) => &mut deal.stock[place],
    }
}

/// Every completion of a board.
pub(super) fn completions(read: &PartialBoard) -> Vec<Instance> {
    let mut game = read.instance.clone();
    let rest: Vec<Card> = read.unseen.iter().map(|&spot| *card_at(&mut game.deal, spot)).collect();
    let fill = |order: Vec<Card>| {
        let mut game = game.clone();
        read.unseen.iter().zip(order).for_each(|(&spot, card)| *card_at(&mut game.deal, spot) = card);
        game
    };
    every_order(&rest).into_iter().map(fill).collect()
}

pub(super) fn lies_unseen(table: &Table, spot: UnseenPlace) -> bool {
    match spot {
        UnseenPlace::Column(column, place) => table.columns()[column].cards.len() > place + 1,
        UnseenPlace::Stock(place) => table.deal().stock.len() > place,
    }
}

pub(super) fn all_lie_unseen(read: &PartialBoard, table: &Table) -> bool {
    read.unseen.iter().all(|&spot| lies_unseen(table, spot))
}

/// Whether some way of fewer moves than this turns an unseen card of this completion.
pub(super) fn turns_within(read: &PartialBoard, game: &Instance, moves: usize) -> bool {
    let mut layer = vec![game.table()];
    let mut seen: HashSet<Deal> = HashSet::new();
    for _ in 0..moves {
        if !layer.iter().all(|table| all_lie_unseen(read, table)) {
            return true;
        }
        let mut next = Vec::new();
        for table in &layer {
            for action in table.moves().into_iter().filter(|&action| !is_shorthand(read, table, action)) {
                let mut after = table.clone();
                after.apply(action).unwrap();
                if seen.insert(after.deal().clone()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    false
}

/// Whether a supermove carries an unseen card.
pub(super) fn is_shorthand(read: &PartialBoard, table: &Table, action: Move) -> bool {
    let Move::Cards { from: Place::Column(from), count: count @ 2.., .. } = action else { return false };
    let base = table.columns()[usize::from(from)].cards.len() - count as usize;
    let carried = |&spot: &UnseenPlace| matches!(spot, UnseenPlace::Column(n, at) if n == usize::from(from) && at >= base);
    table.rules().group == Group::BySpaces && read.unseen.iter().any(carried)
}

pub(super) fn after(game: &Instance, moves: &[Move]) -> Table {
    let mut table = game.table();
    moves.iter().for_each(|&action| table.apply(action).unwrap());
    table
}
