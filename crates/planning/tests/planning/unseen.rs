//! Cards that were never seen, held against brute force over all orders of them.

use patsat_formats::{Read, UnseenPlace};
use patsat_game::cards::Card;
use patsat_game::rules::{FaceUp, Rules};
use patsat_game::state::{Instance, Table};
use patsat_planning::Method;
use patsat_planning::unseen::{Judged, Reach, judge, orders, possible, reach};
use patsat_search::{Budget, Limits};
use patsat_testkit::{Dice, small_game, small_spider};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Whether a small game can be won: every position is visited; `None` if they are many.
fn winnable(game: &Instance) -> Option<bool> {
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
        if seen.len() > 3_000 {
            return None;
        }
    }
    Some(false)
}

/// The game with some of its covered cards and of its stock taken for unseen.
fn with_unseen(mut game: Instance, dice: &mut Dice) -> Option<Read> {
    let mut unseen = Vec::new();
    for (n, pile) in game.deal.columns.iter_mut().enumerate() {
        let covered = match game.rules.layout.face_up {
            FaceUp::Top => pile.face_down,
            FaceUp::All => pile.cards.len().saturating_sub(1),
        };
        let last = (0..covered).filter(|_| dice.below(3) == 0).collect::<Vec<_>>();
        unseen.extend(last.iter().map(|&place| UnseenPlace::Column(n, place)));
        pile.face_down = pile.face_down.max(last.iter().max().map_or(0, |&place| place + 1));
    }
    unseen.extend((0..game.deal.stock.len()).filter(|_| dice.below(2) == 0).map(UnseenPlace::Stock));
    (1..=5).contains(&unseen.len()).then_some(Read { instance: game, unseen, notes: Vec::new() })
}

/// All orders of these cards, each once.
fn every_order(cards: &[Card]) -> BTreeSet<Vec<Card>> {
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

fn lies_unseen(table: &Table, spot: UnseenPlace) -> bool {
    match spot {
        UnseenPlace::Column(column, place) => table.columns()[column].cards.len() > place + 1,
        UnseenPlace::Stock(place) => table.deal().stock.len() > place,
    }
}

#[test]
fn what_is_said_of_all_orders_holds_for_each() {
    let mut dice = Dice::new(11);
    let (mut lost, mut turns, mut mixed, mut judged_games) = (0, 0, 0, 0);
    for seed in 0..900 {
        let game = if seed % 2 == 0 { small_spider(seed) } else { small_game(seed) };
        let Some(read) = with_unseen(game, &mut dice) else { continue };
        let all = every_order(&read.rest());
        assert_eq!(orders(&read, 1_000), all.len() as u64);
        let answers: Option<Vec<bool>> = all.iter().map(|order| winnable(&possible(&read, order))).collect();
        let Some(answers) = answers else { continue };
        let won = answers.iter().filter(|&&won| won).count() as u64;
        match reach(&read, &mut Budget::new(Limits::default())) {
            Reach::Lost { positions } => {
                assert!(won == 0 && positions > 0, "seed {seed}: {won} of {} are won", all.len());
                lost += 1;
            }
            Reach::Turns { moves } => {
                // The same moves are legal in every order, and only the last one turns a card.
                for order in &all {
                    let mut table = read.with(order).table();
                    let (last, before) = moves.split_last().unwrap();
                    before.iter().for_each(|&action| table.apply(action).unwrap());
                    assert!(read.unseen.iter().all(|&spot| lies_unseen(&table, spot)), "seed {seed}");
                    table.apply(*last).unwrap();
                    assert!(!read.unseen.iter().all(|&spot| lies_unseen(&table, spot)), "seed {seed}");
                }
                turns += 1;
            }
            Reach::Unknown(limit) => assert_eq!(limit, None, "seed {seed}"),
        }
        if judged_games < 60 {
            let ask = |samples, seed| {
                let search = (&Method::default(), Limits::default());
                judge(&read, (samples, seed), search, &NEVER, |_| {}).unwrap()
            };
            let exact = Judged { won, lost: all.len() as u64 - won, open: 0, all: true };
            assert_eq!(ask(all.len() as u64, 1), exact, "seed {seed}");
            if all.len() > 3 {
                let some = ask(3, 7);
                assert_eq!((some.orders(), some.all, some), (3, false, ask(3, 7)), "seed {seed}");
                assert!(
                    (won > 0 || some.won == 0) && (won < all.len() as u64 || some.lost == 0),
                    "seed {seed}"
                );
                mixed += usize::from(won > 0 && won < all.len() as u64);
            }
            judged_games += 1;
        }
    }
    assert!(
        lost > 15 && turns > 100 && mixed > 3 && judged_games == 60,
        "{lost} {turns} {mixed} {judged_games}"
    );
}

#[test]
fn limits_leave_it_open() {
    let instance = Instance::from_id(Rules::preset("spider").unwrap(), "random:1".parse().unwrap()).unwrap();
    let columns = instance.deal.columns.iter().enumerate();
    let unseen = columns.map(|(n, pile)| UnseenPlace::Column(n, pile.face_down - 1)).collect();
    let read = Read { instance, unseen, notes: Vec::new() };
    assert!(matches!(reach(&read, &mut Budget::new(Limits::default())), Reach::Turns { .. }));
    let none = Limits { nodes: Some(0), ..Limits::default() };
    assert!(matches!(reach(&read, &mut Budget::new(none)), Reach::Unknown(Some(_))));
    let judged = judge(&read, (2, 0), (&Method::default(), none), &NEVER, |_| {}).unwrap();
    assert_eq!((judged.open, judged.orders()), (2, 2));
}
