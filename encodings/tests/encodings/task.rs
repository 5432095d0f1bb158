//! Well-formedness of tasks, and the tiny ones for tests.

use crate::common::tiny;
use patsat_encodings::task::{
    CardId, EmptyColumn, Goal, Group, Home, Horizon, Kind, KindId, Spot, Start, Stock, Task,
};
use std::collections::BTreeSet;

/// Two chains of three kinds, built in alternation, one card each, the first ace home.
fn small() -> Task {
    let on =
        |kinds: &[u32]| Kind { may_stand_on: kinds.iter().copied().map(KindId).collect(), home_at_start: 0 };
    let mut kinds = vec![on(&[4]), on(&[5]), on(&[]), on(&[1]), on(&[2]), on(&[])];
    kinds[0].home_at_start = 1;
    Task {
        kinds,
        cards: [1, 2, 3, 4, 5].map(KindId).to_vec(),
        start: Start {
            columns: vec![[2, 0, 3].map(CardId).to_vec(), vec![CardId(4)]],
            face_down: vec![1],
            cells: vec![CardId(1)],
            reserve: vec![],
            home: vec![],
        },
        columns: 3,
        cells: 1,
        group: Group::BySpaces,
        empty_column: EmptyColumn::Any,
        home: Home::After(vec![
            None,
            Some(KindId(0)),
            Some(KindId(1)),
            None,
            Some(KindId(3)),
            Some(KindId(4)),
        ]),
        worrying_back: false,
        stock: Stock::None,
        goal: Goal::Win,
    }
}

#[test]
fn relations_are_looked_up_by_card() {
    let task = small();
    task.check().unwrap();
    // Card 0 is of kind 1, which stands on kind 5, card 4's.
    assert!(task.may_stand(CardId(0), CardId(4)) && !task.may_stand(CardId(4), CardId(0)));
    assert!(task.moves_with(CardId(0), CardId(4)));
    assert!(!Task { group: Group::Single, ..task.clone() }.moves_with(CardId(0), CardId(4)));
    let only = Task { empty_column: EmptyColumn::Only(vec![KindId(5)]), ..task.clone() };
    assert!(only.may_fill(CardId(4)) && !only.may_fill(CardId(0)));
    let natives: Vec<_> = task.natives().collect();
    let expected = [
        (CardId(2), Spot::Base(0)),
        (CardId(0), Spot::On(CardId(2))),
        (CardId(3), Spot::On(CardId(0))),
        (CardId(4), Spot::Base(1)),
        (CardId(1), Spot::Cell),
    ];
    assert_eq!(natives, expected);
    assert_eq!((Horizon(3).steps().len(), Horizon(3).times().count()), (3, 4));
}

#[test]
fn every_contradiction_is_named() {
    type Spoil = fn(&mut Task);
    let cases: [(Spoil, &str); 19] = [
        (|t| t.cards[0] = KindId(9), "the list of cards names kind 9, but there are 6 kinds"),
        (|t| t.kinds[0].may_stand_on[0] = KindId(6), "may_stand_on names kind 6, but there are 6 kinds"),
        (
            |t| t.empty_column = EmptyColumn::Only(vec![KindId(7)]),
            "empty_column names kind 7, but there are 6 kinds",
        ),
        (|t| t.kinds[2].may_stand_on.push(KindId(0)), "may_stand_on leads from kind 0 back to itself"),
        (|t| t.kinds[5].may_stand_on.push(KindId(5)), "may_stand_on leads from kind 5 back to itself"),
        (|t| t.group = Group::Freely(vec![]), "group has 0 entries, expected one for each of the 6 kinds"),
        (
            |t| t.group = Group::Freely(vec![vec![KindId(1)]; 6]),
            "kind 0 moves with kind 1 but may not stand on it",
        ),
        (|t| t.columns = 1, "the start has 2 columns, expected at most 1"),
        (|t| t.cells = 0, "the start has 1 cards in cells, expected at most 0"),
        (|t| t.start.face_down[0] = 3, "the start has 3 face-down cards in a column, expected at most 2"),
        (
            |t| t.start.face_down = vec![0; 3],
            "the start has 3 entries for face-down cards, expected at most 2",
        ),
        (|t| t.start.reserve.push(CardId(0)), "card 0 lies in 2 places, expected 1"),
        (|t| t.start.cells.clear(), "card 1 lies in 0 places, expected 1"),
        (|t| t.start.reserve.push(CardId(5)), "the start places card 5, but there are 5 cards"),
        (
            |t| t.stock = Stock::Rows { rows: vec![vec![CardId(0); 4]], onto_empty: true },
            "the start has 4 cards in a row, expected at most 3",
        ),
        (|t| t.home = Home::After(vec![None; 5]), "home has 5 entries, expected one for each of the 6 kinds"),
        (
            |t| t.home = Home::After((1..6).chain([0]).map(|k| Some(KindId(k))).collect()),
            "home leads from kind 0 back to itself",
        ),
        (
            |t| t.kinds[2].home_at_start = 1,
            "kind 2 has 1 of 2 cards home, which its predecessor does not allow",
        ),
        (|t| t.home = Home::Runs(vec![[2, 1].map(KindId).to_vec()]), "kind 0 belongs to 0 runs, expected 1"),
    ];
    for (spoil, expected) in cases {
        let mut task = small();
        spoil(&mut task);
        assert_eq!(task.check().unwrap_err().to_string(), expected);
    }
    // A run that is partly home could never be completed.
    let mut task = small();
    task.home = Home::Runs(vec![[2, 1, 0].map(KindId).to_vec(), [5, 4, 3].map(KindId).to_vec()]);
    assert_eq!(
        task.check().unwrap_err().to_string(),
        "kind 0 has 1 of 1 cards home, which its run does not allow"
    );
}

#[test]
fn a_cycle_is_named_on_the_cycle_and_not_beside_it() {
    let mut task = small();
    // 3 -> 1 -> 5 -> 4 -> 2 and 2 -> 4: only 2 and 4 lie on the cycle.
    task.kinds[5].may_stand_on.push(KindId(4));
    task.kinds[2].may_stand_on.push(KindId(4));
    let text = task.check().unwrap_err().to_string();
    assert!(["kind 2", "kind 4"].iter().any(|kind| text.contains(kind)), "{text}");
}

#[test]
fn tiny_tasks_are_well_formed_and_of_all_kinds() {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for seed in 0..3000 {
        let task = tiny::random(seed);
        task.check().unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(task, tiny::random(seed));
        assert_eq!(task.natives().count(), task.cards.len());
        assert!(task.cards.len() <= 12);
        seen.extend([
            match task.group {
                Group::Single => "single",
                Group::BySpaces => "by spaces",
                Group::Freely(_) => "freely",
                Group::AnyFaceUp => "any face up",
            },
            match task.empty_column {
                EmptyColumn::Any => "any",
                EmptyColumn::Only(_) => "only",
                EmptyColumn::Nothing => "nothing",
            },
            if matches!(task.home, Home::Runs(_)) { "runs" } else { "after" },
            match task.stock {
                Stock::None => "no stock",
                Stock::Waste { redeals: Some(0), .. } => "waste",
                Stock::Waste { .. } => "redeal",
                Stock::Rows { .. } => "rows",
            },
            if task.cards[1..].contains(&task.cards[0]) { "twins" } else { "no twins" },
            if task.start.face_down.iter().any(|&n| n > 0) { "face down" } else { "face up" },
            if task.start.cells.is_empty() { "cells free" } else { "cell filled" },
            if task.start.reserve.is_empty() { "no reserve" } else { "reserve" },
        ]);
    }
    assert_eq!(seen.len(), 20, "{seen:?}");
}
