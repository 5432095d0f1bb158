//! Dead patterns: what the checker accepts is closed, and what is closed it accepts, over all sane
//! positions of tiny games of every kind, which are enumerated from their definition.

use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Build, Home, Layout, Rules, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot, TrackedTable, read, write};
use patsat_game::verify::{
    Backtracking, DeadPatterns, Effort, PatternFault, Unsupported, Way, check_patterns, check_patterns_by,
    check_patterns_until,
};
use patsat_testkit::worlds::{Dice, KINDS, World, leavings, sane, worlds, worlds_of};
use std::cell::Cell;
use std::collections::HashSet;

#[test]
fn the_moves_of_this_test_are_those_of_the_table() {
    for (kind, instance, world, _) in worlds(1, 20) {
        let cards = Cards::of(&instance);
        for (n, spots) in world.positions.iter().enumerate().step_by(7) {
            let Some(tracked) = TrackedTable::place(&cards, spots) else { panic!("{kind}: {spots:?}") };
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
            // Where rows are dealt columns differ, and the table leaves out that one goes to another that is empty.
            let rows = matches!(instance.rules.stock, Stock::Rows { .. });
            if instance.rules.home == Home::Foundations && !rows {
                assert_eq!(here.len(), there.iter().filter(|s| *s != spots).count(), "{kind} {spots:?}");
            }
        }
    }
}

#[test]
fn the_checker_accepts_exactly_what_is_closed() {
    let held = accepts_exactly(worlds(2, 200));
    assert!(held.accepted.iter().chain(&held.refused).all(|&n| n > 0), "{held:?}");
    assert_eq!(held.work, Work { ways: 8_890, at_once: 7_431, cases: 3_161, plain: 6_286 });
}

#[test]
fn the_checker_knows_the_columns_of_dealt_rows() {
    let held = accepts_exactly(worlds_of(8, 4, 1000));
    assert!(held.accepted[8] > 100 && held.refused[8] > 100, "{held:?}");
    assert_eq!(held.work, Work { ways: 19_005, at_once: 12_173, cases: 15_055, plain: 29_708 });
}

#[test]
fn the_checker_knows_what_waits_where_the_waste_is_turned() {
    let held = accepts_exactly(worlds_of(9, 5, 1000).chain(worlds_of(7, 6, 1000)));
    assert!([7, 9].iter().all(|&kind| held.accepted[kind] > 30 && held.refused[kind] > 30), "{held:?}");
    assert_eq!(held.work, Work { ways: 4_077, at_once: 4_075, cases: 2, plain: 4 });
}

/// The work of the checker on the sets that it accepted.
///
/// Every answer is compared with enumeration. These numbers are a regression test of the engine's conclusions, which
/// save cases. If the engine draws more conclusions, the expected numbers must be updated.
#[derive(PartialEq, Debug, Default)]
struct Work {
    ways: u64,
    at_once: u64,
    cases: u64,
    /// Cases of the search without learning.
    plain: u64,
}

impl Work {
    fn add(&mut self, shown: &DeadPatterns, plainly: &DeadPatterns) {
        self.ways += shown.ways;
        self.at_once += shown.at_once;
        self.cases += shown.cases;
        self.plain += plainly.cases;
    }
}

/// The numbers of accepted and refused sets of patterns, by kind of game.
#[derive(Debug, Default)]
struct SetCounts {
    accepted: [usize; KINDS],
    refused: [usize; KINDS],
    work: Work,
}

#[test]
fn the_check_gives_up_behind_its_last_case() {
    let (mut tried, mut of_one_move) = (0, 0);
    for (kind, instance, world, mut dice) in worlds(2, 200).chain(worlds_of(8, 4, 300)) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        if !dead[start] {
            continue;
        }
        let proof = world.prove(&dead, &mut dice);
        let shown = check_patterns(&instance, &proof).unwrap();
        let gives_up_behind = |last: u64, effort: &dyn Fn(u64) -> Effort| {
            assert_eq!(check_patterns_by(&instance, &proof, effort(last)).unwrap(), shown, "{kind}");
            for fewer in [0, last / 2, last - 1] {
                let fault = check_patterns_by(&instance, &proof, effort(fewer)).unwrap_err();
                assert!(matches!(fault, PatternFault::GaveUp { .. }), "{kind}: {fault}");
            }
        };
        if shown.cases > 0 {
            gives_up_behind(shown.cases, &|most_in_all| Effort { most_in_all, ..Effort::default() });
            tried += 1;
        }
        // All cases are those of one move.
        if shown.cases > 1 && shown.ways == shown.at_once + 1 {
            gives_up_behind(shown.cases, &|most_cases| Effort { most_cases, ..Effort::default() });
            of_one_move += 1;
        }
    }
    assert!(tried >= 20 && of_one_move >= 5, "{tried} {of_one_move}");
}

/// A hook that says stop at its call number `last`, counted from 0, and the number of calls.
fn check_until(
    instance: &Instance,
    patterns: &Patterns,
    how: Backtracking,
    last: Option<u64>,
) -> (Result<DeadPatterns, PatternFault>, u64) {
    let calls = Cell::new(0);
    let stop = || Some(calls.replace(calls.get() + 1)) == last;
    let checked = check_patterns_until(instance, patterns, how, &stop);
    (checked.map(|shown| (*shown).clone()), calls.get())
}

#[test]
fn a_stopped_check_never_counts_as_checked() {
    let (mut stopped, mut wrong) = (0, 0);
    for (kind, instance, world, mut dice) in worlds(2, 60) {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        if !dead[start] {
            continue;
        }
        let proof = world.prove(&dead, &mut dice);
        for how in [Backtracking::Learning, Backtracking::Plain, Backtracking::Tried] {
            let (shown, calls) = check_until(&instance, &proof, how, None);
            assert_eq!(
                shown,
                check_patterns_by(&instance, &proof, how).map(|shown| (*shown).clone()),
                "{kind}"
            );
            for last in 0..calls {
                let (checked, calls) = check_until(&instance, &proof, how, Some(last));
                assert_eq!((checked, calls), (Err(PatternFault::Stopped), last + 1), "{kind}");
                stopped += 1;
            }
            // Most of these are not closed.
            let mut fewer = proof.clone();
            fewer.0.pop();
            let (refused, calls) = check_until(&instance, &fewer, how, None);
            for last in 0..calls {
                let checked = check_until(&instance, &fewer, how, Some(last)).0;
                assert_eq!(checked, Err(PatternFault::Stopped), "{kind}");
                wrong += u64::from(refused.is_err());
            }
        }
    }
    assert!(stopped > 100 && wrong > 10, "{stopped} {wrong}");
}

/// Plain backtracking takes 328,804 cases for 224 moves, so the hook is called within moves too.
#[test]
fn the_check_of_a_single_move_can_be_stopped() {
    let game = Instance::from_id(Rules::preset("freecell").unwrap(), "ms:1495908".parse().unwrap()).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/impossible/ms-1495908.txt");
    let patterns = read(&game, &std::fs::read(path).unwrap()).unwrap();
    let (shown, calls) = check_until(&game, &patterns, Backtracking::Plain, None);
    let ways = shown.unwrap().ways;
    assert!(calls > ways + 100, "{calls} calls, {ways} ways");
    for last in [ways + 1, calls - 1] {
        let (checked, calls) = check_until(&game, &patterns, Backtracking::Plain, Some(last));
        assert_eq!((checked, calls), (Err(PatternFault::Stopped), last + 1));
    }
}

/// Every choice among twelve pairs of twins is a run that may leave.
#[test]
fn the_check_gives_up_where_too_many_runs_may_leave() {
    let mut rules = Rules::preset("spider1").unwrap();
    (rules.stock, rules.layout) = (Stock::None, Layout::open());
    let suit = rules.deck.suits.iter().next().unwrap();
    let run = || (2..=13).rev().map(|rank| Card::new(rank, suit));
    let mut others: Vec<Card> = rules.deck.all_cards().collect();
    for card in run().chain(run()) {
        let at = others.iter().position(|&other| other == card).unwrap();
        others.remove(at);
    }
    others.sort_by_key(|card| card.rank);
    let mut columns = vec![run().collect::<Vec<Card>>(), run().collect()];
    columns.extend(others.chunks(others.len().div_ceil(8)).map(<[Card]>::to_vec));
    let columns = columns.into_iter().map(|cards| Pile { cards, ..Pile::default() }).collect();
    let deal = Deal { columns, foundations: vec![0; rules.foundations()], ..Deal::default() };
    let game = Instance::new(rules, deal).unwrap();
    let cards = Cards::of(&game);
    let named = |column: usize| cards.track().columns()[column].clone();
    let pattern = |cards_of: &[CardNo]| {
        let facts = cards_of.iter().map(|&card| Fact { card, spot: cards.dealt(card) }).collect();
        Patterns(vec![Pattern::new(facts).unwrap()])
    };
    let both = [named(0), named(1)].concat();
    let fault = check_patterns(&game, &pattern(&both)).unwrap_err();
    assert!(
        matches!(&fault, PatternFault::GaveUp { move_, .. } if move_ == "a complete run leaves"),
        "{fault}"
    );
    // One of the runs alone has few enough.
    let fault = check_patterns(&game, &pattern(&named(0))).unwrap_err();
    assert!(matches!(fault, PatternFault::Escape { .. }), "{fault}");
}

/// Twos and aces of one suit: each ace may lie on each two, in the cell, at a bottom, or be home.
#[test]
fn games_of_too_many_places_are_not_looked_at() {
    let fault = |copies: u16| {
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.deck, rules.build) = (DeckSpec::new(2, 1, copies), Build::SameSuit);
        let cards: Vec<Card> = rules.deck.all_cards().collect();
        let columns = cards.chunks(cards.len().div_ceil(8));
        let columns = columns.map(|cards| Pile { cards: cards.to_vec(), ..Pile::default() }).collect();
        let deal = Deal { columns, foundations: vec![0; rules.foundations()], ..Deal::default() };
        let game = Instance::new(rules, deal).unwrap();
        let cards = Cards::of(&game);
        let top = cards.track().columns()[0].last().copied().unwrap();
        let facts = vec![Fact { card: top, spot: cards.dealt(top) }];
        check_patterns(&game, &Patterns(vec![Pattern::new(facts).unwrap()])).unwrap_err()
    };
    // n aces have n (n + 3) places, and n twos 3 n; the limit is four million.
    assert!(matches!(fault(2_000), PatternFault::Unsupported(Unsupported::TooLarge)));
    assert!(matches!(fault(20), PatternFault::Escape { .. }));
}

/// Holds the checker against all sane positions of these games.
fn accepts_exactly(games: impl Iterator<Item = (usize, Instance, World, Dice)>) -> SetCounts {
    let mut held = SetCounts::default();
    for (kind, instance, world, mut dice) in games {
        let dead = world.dead();
        let start = world.positions.iter().position(|s| s == world.cards.start()).unwrap();
        let mut sets = Vec::new();
        if dead[start] {
            let proof = world.prove(&dead, &mut dice);
            let shown = check_patterns(&instance, &proof);
            assert!(shown.is_ok(), "{kind}: {}", shown.unwrap_err());
            let plainly = check_patterns_by(&instance, &proof, Backtracking::Plain);
            held.work.add(&shown.unwrap(), &plainly.unwrap());
            // Without one of its patterns, or one of its facts, or with a card elsewhere, or anywhere of a kind.
            for _ in 0..6 {
                let mut other = proof.clone();
                let n = dice.roll(other.0.len());
                let mut facts = other.0[n].facts().to_vec();
                let at = dice.roll(facts.len());
                match dice.roll(4) {
                    0 => drop(other.0.remove(n)),
                    1 => _ = facts.remove(at),
                    2 => facts[at].spot = wider(facts[at].spot, &mut dice),
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
                facts.iter_mut().for_each(|fact| fact.spot = wider(fact.spot, &mut dice));
                Pattern::new(facts).unwrap()
            });
            let first = Pattern::new(vec![Fact { card: CardNo(0), spot: world.cards.dealt(CardNo(0)) }]);
            sets.push(Patterns(first.into_iter().chain(some).collect()));
        }
        for patterns in sets {
            let starts = patterns.matched(world.cards.start()).is_some();
            let won = patterns.matched(&vec![Spot::Home; world.cards.len()]).is_some();
            let closed = starts && !won && world.closed(&patterns);
            let checked = check_patterns(&instance, &patterns);
            let plainly = check_patterns_by(&instance, &patterns, Backtracking::Plain);
            assert_eq!(at_fault(&checked), at_fault(&plainly), "{kind}: {patterns:?}");
            let tried = check_patterns_by(&instance, &patterns, Backtracking::Tried);
            assert_eq!(at_fault(&checked), at_fault(&tried), "{kind}: {patterns:?}");
            for fault in [checked.as_ref().err(), plainly.as_ref().err()].into_iter().flatten() {
                if !leads_out(fault, &patterns, &world) {
                    assert!(!closed, "{kind}: {fault}");
                }
            }
            match checked {
                Ok(shown) => {
                    assert!(closed && dead[start], "{kind}: accepted {patterns:?}");
                    held.accepted[kind] += 1;
                    held.work.add(&shown, &plainly.unwrap());
                }
                Err(_) => held.refused[kind] += 1,
            }
        }
    }
    held
}

/// Returns the pattern from which a move leads out. The position after the move depends on the search.
fn at_fault<T>(checked: &Result<T, PatternFault>) -> Option<Result<usize, &PatternFault>> {
    match checked.as_ref().err()? {
        PatternFault::Escape { pattern, .. } => Some(Ok(*pattern)),
        other => Some(Err(other)),
    }
}

/// Returns whether the fault is a move out of the patterns, and asserts that this move exists.
fn leads_out(fault: &PatternFault, patterns: &Patterns, world: &World) -> bool {
    let PatternFault::Escape { pattern, after, way, move_, .. } = fault else { return false };
    assert!(move_.starts_with(&way_text(&world.cards, way)), "{move_}: {way:?}");
    assert!(patterns.matched(after).is_none() && sane(&world.cards, after));
    let from = &patterns.0[*pattern];
    let m = world.positions.iter().position(|s| s == after).unwrap();
    let leads = |n: &usize| from.matches(&world.positions[*n]) && world.successors[*n].contains(&m);
    assert!((0..world.positions.len()).any(|n| leads(&n)), "no such move to {after:?}");
    true
}

/// Draws a weaker spot, if there is one.
fn wider(spot: Spot, dice: &mut Dice) -> Spot {
    match (spot, dice.roll(3)) {
        (Spot::StockLeft(_), 0) => Spot::Stock,
        (Spot::StockLeft(left), 1) => Spot::StockLeft(left + 1),
        (Spot::WasteLeft(_), 0) => Spot::Waste,
        (Spot::WasteLeft(left), 1) => Spot::WasteLeft(left + 1),
        (Spot::BottomOf(_), 0 | 1) => Spot::Bottom,
        _ => spot,
    }
}

/// Returns the beginning of the text of a move: the cards that move.
fn way_text(cards: &Cards, way: &Way) -> String {
    let names = |numbers: &[CardNo]| {
        let names: Vec<String> = numbers.iter().map(|&n| cards.name(n)).collect();
        names.join(" ")
    };
    match way {
        Way::Card { card, to, .. } if *to == Spot::Home => format!("{} goes home", cards.name(*card)),
        Way::Card { card, .. } => format!("{} goes ", cards.name(*card)),
        Way::Leaves { cards: leaving, .. } => format!("a complete run leaves with {}", names(leaving)),
        Way::Redeal(turned) => format!("the waste is turned back with {}", names(turned)),
        Way::Row { row, cards: dealt } => format!("row {} is dealt with {}", row + 1, names(dealt)),
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
    for how in [Backtracking::Learning, Backtracking::Tried] {
        assert_eq!(check_patterns_by(&game, &patterns, how).unwrap().start, 0);
    }
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
