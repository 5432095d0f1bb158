//! Tasks whose suits have unequal lengths, compared with a brute force on card positions by FreeCell's rules.

use patsat_base::{Limit, Limits, SplitMix64};
use patsat_pddl::strips::World;
use patsat_pddl::world_of_unequal_suits;
use patsat_search::Budget;
use patsat_tasks::ground_search::{GroundOutcome, GroundPlan, solve};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Rank from 1 and suit: clubs, diamonds, hearts, spades.
type Card = (usize, usize);

/// A deal of suits of unequal length.
#[derive(Clone, Debug)]
struct Deal {
    lengths: Vec<usize>,
    columns: Vec<Vec<Card>>,
    cells: usize,
    /// As the common generator writes tasks: counts of their own types, and no facts that aces stack.
    generator: bool,
}

/// The columns with cards, the cells, the cards home of each suit; places have no names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    columns: Vec<Vec<Card>>,
    cells: Vec<Card>,
    home: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Destination {
    Onto(Card),
    Column,
    Cell,
    Home,
}

fn name((rank, suit): Card) -> String {
    let suit = ["c", "d", "h", "s"][suit];
    if rank == 1 { format!("{suit}a") } else { format!("{suit}{rank}") }
}

impl Deal {
    fn fits(&self, card: Card, onto: Card) -> bool {
        let red = |card: Card| card.1 == 1 || card.1 == 2;
        card.0 + 1 == onto.0 && red(card) != red(onto) && (card.0 > 1 || !self.generator)
    }

    fn cards(&self) -> Vec<Card> {
        let suits = self.lengths.iter().enumerate();
        suits.flat_map(|(suit, &length)| (1..=length).map(move |rank| (rank, suit))).collect()
    }

    /// The task in PDDL.
    fn task(&self) -> String {
        let (cards, suits) = (self.cards(), self.lengths.len());
        let used = self.columns.iter().filter(|column| !column.is_empty()).count();
        let ranks = *self.lengths.iter().max().unwrap();
        let numbers = if self.generator { ranks } else { ranks.max(self.columns.len()).max(self.cells) };
        let (column, cell, suit) =
            if self.generator { ("coln", "celln", "hassuit") } else { ("n", "n", "suit") };
        let mut text = String::from("(define (problem unequal) (:domain freecell)\n(:objects");
        let zero = |s: usize| (0, s);
        let all: Vec<Card> = (0..suits).map(zero).chain(cards.iter().copied()).collect();
        all.iter().for_each(|&card| write!(text, " {}", name(card)).unwrap());
        text += " - card";
        (0..=numbers).for_each(|n| write!(text, " n{n}").unwrap());
        text += " - num";
        if self.generator {
            (0..=self.columns.len()).for_each(|n| write!(text, " coln{n}").unwrap());
            text += " - colnum";
            (0..=self.cells).for_each(|n| write!(text, " celln{n}").unwrap());
            text += " - cellnum";
        }
        (0..suits).for_each(|s| write!(text, " {}", ["c", "d", "h", "s"][s]).unwrap());
        text += " - suit)\n(:init\n";
        for &card in &all {
            let s = ["c", "d", "h", "s"][card.1];
            writeln!(text, "(value {0} n{1}) ({suit} {0} {s})", name(card), card.0).unwrap();
        }
        for &card in &cards {
            for &onto in cards.iter().filter(|&&onto| self.fits(card, onto)) {
                writeln!(text, "(canstack {} {})", name(card), name(onto)).unwrap();
            }
        }
        (0..numbers).for_each(|n| writeln!(text, "(successor n{} n{n})", n + 1).unwrap());
        if self.generator {
            (0..self.columns.len())
                .for_each(|n| writeln!(text, "(colsuccessor coln{} coln{n})", n + 1).unwrap());
            (0..self.cells).for_each(|n| writeln!(text, "(cellsuccessor celln{} celln{n})", n + 1).unwrap());
        }
        (0..suits).for_each(|s| writeln!(text, "(home {})", name((0, s))).unwrap());
        writeln!(text, "(cellspace {cell}{})", self.cells).unwrap();
        writeln!(text, "(colspace {column}{})", self.columns.len() - used).unwrap();
        for pile in self.columns.iter().filter(|column| !column.is_empty()) {
            writeln!(text, "(bottomcol {})", name(pile[0])).unwrap();
            pile.windows(2).for_each(|two| writeln!(text, "(on {} {})", name(two[1]), name(two[0])).unwrap());
            writeln!(text, "(clear {})", name(*pile.last().unwrap())).unwrap();
        }
        text += ")\n(:goal (and";
        let last = self.lengths.iter().enumerate().map(|(s, &length)| (length, s));
        last.for_each(|card| write!(text, " (home {})", name(card)).unwrap());
        text + ")))\n"
    }

    fn start(&self) -> Position {
        let columns = self.columns.iter().filter(|column| !column.is_empty()).cloned().collect();
        let mut start = Position { columns, cells: Vec::new(), home: vec![0; self.lengths.len()] };
        start.columns.sort();
        start
    }

    /// The position after a move of one card; `None` if the rules forbid it.
    fn play(&self, at: &Position, card: Card, to: Destination) -> Option<Position> {
        let mut after = at.clone();
        if let Some(cell) = at.cells.iter().position(|&held| held == card) {
            after.cells.remove(cell);
        } else {
            let from = at.columns.iter().position(|column| column.last() == Some(&card))?;
            after.columns[from].pop();
        }
        match to {
            Destination::Home => {
                if after.home[card.1] + 1 != card.0 {
                    return None;
                }
                after.home[card.1] += 1;
            }
            Destination::Cell if after.cells.len() < self.cells => after.cells.push(card),
            Destination::Cell => return None,
            Destination::Column => {
                after.columns.retain(|column| !column.is_empty());
                if after.columns.len() == self.columns.len() {
                    return None;
                }
                after.columns.push(vec![card]);
            }
            Destination::Onto(onto) => {
                let column = after.columns.iter_mut().find(|column| column.last() == Some(&onto))?;
                if !self.fits(card, onto) {
                    return None;
                }
                column.push(card);
            }
        }
        after.columns.retain(|column| !column.is_empty());
        after.columns.sort();
        after.cells.sort_unstable();
        Some(after)
    }

    /// The length of a shortest plan, if there is one, and the number of positions seen.
    fn brute_force(&self) -> (Option<usize>, usize) {
        let won = |position: &Position| position.home == self.lengths;
        let (mut seen, mut layer, mut depth) = (HashSet::from([self.start()]), vec![self.start()], 0);
        while !layer.is_empty() {
            if layer.iter().any(won) {
                return (Some(depth), seen.len());
            }
            let mut next = Vec::new();
            for at in &layer {
                let tops: Vec<Card> = at.columns.iter().filter_map(|column| column.last().copied()).collect();
                let targets = tops.iter().map(|&top| Destination::Onto(top));
                let targets: Vec<Destination> =
                    targets.chain([Destination::Column, Destination::Cell, Destination::Home]).collect();
                for &card in tops.iter().chain(&at.cells) {
                    let played = targets.iter().filter_map(|&to| self.play(at, card, to));
                    next.extend(played.filter(|after| seen.insert(after.clone())));
                }
            }
            (layer, depth) = (next, depth + 1);
        }
        (None, seen.len())
    }

    /// Whether the actions win by the rules of the cards.
    fn wins(&self, actions: &[Vec<String>]) -> bool {
        let card = |word: &String| self.cards().into_iter().find(|&card| name(card) == *word);
        let mut at = self.start();
        for words in actions {
            let to = match words[0].as_str() {
                "move" => card(&words[3]).map(Destination::Onto),
                "move-b" | "colfromfreecell" => card(&words[2]).map(Destination::Onto),
                "sendtonewcol" | "newcolfromfreecell" => Some(Destination::Column),
                "sendtofree" | "sendtofree-b" => Some(Destination::Cell),
                "sendtohome" | "sendtohome-b" | "homefromfreecell" => Some(Destination::Home),
                _ => None,
            };
            let played = card(&words[1]).zip(to).and_then(|(card, to)| self.play(&at, card, to));
            let Some(after) = played else { return false };
            at = after;
        }
        at.home == self.lengths
    }

    fn world(&self) -> World {
        world_of_unequal_suits(&self.task()).unwrap().unwrap()
    }
}

fn answer(world: &World) -> GroundOutcome {
    solve(world, &mut Budget::new(Limits::default())).unwrap()
}

/// Compares the search with the brute force; whether the deal can be won.
fn check(deal: &Deal) -> bool {
    let world = deal.world();
    let (shortest, positions) = deal.brute_force();
    match answer(&world) {
        GroundOutcome::Solved(plan) => {
            assert!(deal.wins(&plan.actions), "{deal:?}");
            assert!(shortest.is_some_and(|least| least <= plan.actions.len()), "{deal:?}");
            assert_eq!(world.check_plan(&plan.text()).unwrap().actions, plan.actions.len());
            tampered(deal, &world, &plan);
            true
        }
        GroundOutcome::Exhausted(states) => {
            assert_eq!((shortest, positions as u64), (None, states), "{deal:?}");
            false
        }
        GroundOutcome::Unreachable(_) => {
            assert_eq!(shortest, None, "{deal:?}");
            false
        }
        GroundOutcome::Unknown(limit) => panic!("{limit}: {deal:?}"),
    }
}

/// Each plan without one of its actions, and with two of them exchanged, is judged as by the rules.
fn tampered(deal: &Deal, world: &World, plan: &GroundPlan) {
    let judged = |actions: Vec<Vec<String>>| {
        let (wins, plan) = (deal.wins(&actions), GroundPlan { actions });
        // The words of an action may be wrong where the move of its card is not.
        assert!(wins || world.check_plan(&plan.text()).is_err(), "{deal:?}\n{}", plan.text());
    };
    for at in 0..plan.actions.len() {
        let mut actions = plan.actions.clone();
        actions.remove(at);
        judged(actions);
        if at > 0 {
            let mut actions = plan.actions.clone();
            actions.swap(at - 1, at);
            judged(actions);
        }
    }
    let mut cut = plan.clone();
    assert!(cut.actions.pop().is_none() || world.check_plan(&cut.text()).is_err());
}

#[test]
fn random_tasks_of_unequal_suits_agree_with_brute_force() {
    let mut random = SplitMix64::new(7);
    let (mut won, mut lost) = (0, 0);
    while won + lost < 120 {
        let suits = 2 + random.below(3);
        let lengths: Vec<usize> = (0..suits).map(|_| 1 + random.below(4)).collect();
        let (columns, cells) = (1 + random.below(3), random.below(2));
        let mut deal =
            Deal { lengths, columns: vec![Vec::new(); columns], cells, generator: random.below(2) == 0 };
        let mut cards = deal.cards();
        while !cards.is_empty() {
            let card = cards.swap_remove(random.below(cards.len()));
            deal.columns[random.below(columns)].push(card);
        }
        if deal.cards().len() > 9 {
            continue;
        }
        if deal.lengths.iter().all(|&length| length == deal.lengths[0]) {
            assert!(world_of_unequal_suits(&deal.task()).unwrap().is_none());
            continue;
        }
        if check(&deal) { won += 1 } else { lost += 1 }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}

/// The deals of `tests/planners`: by the common generator, one that can be won, and one that cannot.
fn written() -> [(&'static str, Deal, bool); 3] {
    const C: usize = 0;
    const D: usize = 1;
    const H: usize = 2;
    const S: usize = 3;
    let generated = Deal {
        lengths: vec![3, 0, 1, 4],
        columns: vec![vec![(1, H), (2, S), (4, S), (3, S), (3, C)], vec![(1, C), (2, C), (1, S)]],
        cells: 1,
        generator: true,
    };
    let won = Deal {
        lengths: vec![2, 2, 3, 1],
        columns: vec![vec![(1, C), (2, D), (3, H)], vec![(1, H), (2, C), (1, D)], vec![(1, S), (2, H)]],
        cells: 1,
        generator: false,
    };
    let lost = Deal {
        lengths: vec![2, 2, 3, 1],
        columns: vec![vec![(3, H), (2, C), (1, S), (1, C)], vec![(1, D), (1, H), (2, D), (2, H)]],
        cells: 1,
        generator: false,
    };
    [("unequal-suits", generated, true), ("unequal-won", won, true), ("unequal-lost", lost, false)]
}

#[test]
fn written_tasks_agree_with_brute_force() {
    for (file, deal, wins) in written() {
        let text = std::fs::read_to_string(format!("../../tests/planners/{file}.pddl")).unwrap();
        let world = world_of_unequal_suits(&text).unwrap().unwrap();
        let (shortest, positions) = deal.brute_force();
        assert_eq!(shortest.is_some(), wins, "{file}");
        match answer(&world) {
            GroundOutcome::Solved(plan) => assert!(wins && deal.wins(&plan.actions), "{file}"),
            GroundOutcome::Exhausted(states) => assert_eq!((wins, states), (false, positions as u64)),
            other => panic!("{file}: {other:?}"),
        }
        if deal.lengths.iter().all(|&length| length > 0) {
            assert_eq!(text, deal.task(), "{file}");
            assert_eq!(check(&deal), wins);
        }
    }
}

#[test]
fn limits_end_a_search_without_a_verdict() {
    let [(_, deal, _), ..] = written();
    let world = Deal { lengths: vec![3, 1, 1, 4], ..deal.clone() };
    let world = Deal { columns: [deal.columns, vec![vec![(1, 1)]]].concat(), ..world }.world();
    let nodes = Limits { nodes: Some(1), ..Limits::default() };
    let outcome = solve(&world, &mut Budget::new(nodes)).unwrap();
    assert_eq!(outcome, GroundOutcome::Unknown(Limit::Nodes));
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut budget = Budget::new(Limits::default()).stopped_by(&stop);
    assert_eq!(solve(&world, &mut budget).unwrap(), GroundOutcome::Unknown(Limit::Interrupted));
}

#[test]
fn a_task_without_a_position_is_refused() {
    let [_, (_, deal, _), _] = written();
    let task = deal.task();
    for (from, to, message) in [
        ("(clear h3)", "(clear h3) (incell h3)", "found 'h3' on a card, after another place for it"),
        ("(bottomcol sa)", "", "columns that begin with (bottomcol CARD)"),
        ("(colspace n0)", "(colspace n3)", "numbers enough to count 6 columns"),
    ] {
        let error = world_of_unequal_suits(&task.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(world_of_unequal_suits("").unwrap().is_none());
    assert!(world_of_unequal_suits("(define (problem p) (:domain blocks))").unwrap().is_none());
}
