//! Every encoding gives the verdict of exhaustive search at the table, on small deals of the
//! games it can express, and its plans are verified at the table.

mod common;
#[path = "../encodings/tests/common/mod.rs"]
mod questions;

use common::{Dice, small_game};
use patsat::cards::{DealId, DeckSpec};
use patsat::decode::{decode, tidy};
use patsat::encode::lower;
use patsat::rules::{Cost, FaceUp, Layout, Rules, Sizes, Stock};
use patsat::state::{Instance, Table};
use patsat::verify::replay;
use patsat_encodings::options::Options;
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_encodings::unroll::{Encoding, Unit};
use questions::Question;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// A small deal of Spider: 1 or 2 suits, face down or not, with rows or without.
fn small_spider(seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("spider").unwrap();
    let (ranks, suits) = (3 + dice.below(2) as u16, 1 + dice.below(4).min(1) as u16);
    let copies = if suits * ranks <= 4 { 1 + dice.below(2) as u16 } else { 1 };
    rules.deck = DeckSpec { ranks, suits, copies };
    rules.columns = 2 + dice.below(2) as u16;
    let face_up = if dice.below(2) == 0 { FaceUp::Top } else { FaceUp::All };
    let sizes = if dice.below(3) == 0 {
        rules.stock = Stock::None;
        Sizes::All
    } else {
        rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
        let cards = rules.deck.len();
        Sizes::Round((cards - dice.below(cards / 2) - 1) as u32)
    };
    rules.layout = Layout { sizes, face_up, ..Layout::open() };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// A small deal of one of the games of the FreeCell family, or of Spider.
fn small_deal(seed: u64) -> Instance {
    if seed % 5 == 2 {
        return small_spider(seed);
    }
    freecell_deal(seed)
}

/// A small deal of one of the games of the FreeCell family.
fn freecell_deal(seed: u64) -> Instance {
    if seed.is_multiple_of(3) {
        return small_game(seed);
    }
    let mut dice = Dice::new(seed);
    let name = dice.pick(&["freecell", "bakers-game", "eight-off", "king-albert"]);
    let mut rules = Rules::preset(name).unwrap();
    let ranks = 3 + dice.below(3) as u16;
    rules.deck = DeckSpec { ranks, suits: if ranks > 3 { 2 } else { 2 + dice.below(2) as u16 }, copies: 1 };
    rules.columns = 2 + dice.below(3) as u16;
    rules.cells = if rules.cells > 0 { dice.below(3) as u16 } else { 0 };
    rules.layout = Layout {
        sizes: Sizes::All,
        cells: dice.below(usize::from(rules.cells) + 1) as u16,
        reserve: if name == "king-albert" { 1 + dice.below(2) as u16 } else { 0 },
        ..Layout::open()
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// The number of single-card moves of a shortest plan, as in the tests of encodings.
fn shortest(instance: &Instance, most: usize) -> Option<Option<u32>> {
    let start = instance.table();
    let mut seen = HashSet::from([start.key()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((table, depth)) = queue.pop_front() {
        if table.is_won() {
            return Some(Some(depth));
        }
        if seen.len() > most {
            return None;
        }
        for action in table.single_moves() {
            let mut next: Table = table.clone();
            next.apply(action).unwrap();
            if seen.insert(next.key()) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    Some(None)
}

/// Compares an encoding with search on one deal; what it found out.
fn compare(encoding: &Encoding, instance: &Instance, options: &Options, length: Option<u32>) -> &'static str {
    let place = || format!("{} with {options} on {instance:?}, shortest {length:?}", encoding.name);
    let lowered = lower(instance).unwrap();
    let ask = |question: &mut Option<Question>, bound: u32| {
        if !encoding.incremental || question.is_none() {
            *question = Question::new(encoding, &lowered.task, options);
        }
        question.as_mut().unwrap().ask(bound)
    };
    let mut question = Question::new(encoding, &lowered.task, options);
    if question.is_none() {
        return "unsupported";
    }
    let Some(length) = length else {
        for bound in if encoding.unit == Unit::Placements { [1, 2, 3] } else { [1, 4, 8] } {
            assert_eq!(ask(&mut question, bound), None, "bound {bound}: {}", place());
        }
        return "unwinnable";
    };
    for bound in 0..=length * 2 + 2 {
        let Some(steps) = ask(&mut question, bound) else { continue };
        let plan = decode(instance, &lowered, &steps).unwrap_or_else(|e| panic!("{e}: {}", place()));
        let plan = replay(instance, plan).unwrap_or_else(|e| panic!("{e}: {}", place()));
        let moves = plan.cost(&instance.table(), Cost::M1).unwrap() as u32;
        assert!(moves >= length);
        match encoding.unit {
            Unit::Moves => assert_eq!((bound, moves), (length, length), "{}", place()),
            Unit::Steps | Unit::PhaseSteps if !options.safe && options.rebuilt.is_none() => {
                assert!(bound <= length, "bound {bound}: {}", place());
            }
            _ => {}
        }
        let tidied = decode(instance, &lowered, &tidy(&lowered.task, &steps)).unwrap();
        assert!(replay(instance, tidied).unwrap().moves.len() <= plan.moves.len());
        return "won";
    }
    panic!("no bound: {}", place());
}

fn run(
    seeds: std::ops::Range<u64>,
    most: usize,
    longest: u32,
) -> BTreeMap<(&'static str, &'static str), u32> {
    let mut seen = BTreeMap::new();
    let all = Options { rebuilt: None, ..Options::default() };
    for seed in seeds {
        let instance = small_deal(seed);
        let Some(length) = shortest(&instance, most) else { continue };
        if length.is_some_and(|n| n > longest) {
            continue;
        }
        for encoding in ENCODINGS {
            for options in [Options { safe: false, ..all }, all] {
                *seen.entry((encoding.name, compare(encoding, &instance, &options, length))).or_default() +=
                    1;
            }
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn every_encoding_gives_the_verdict_of_search() {
    let seen = run(0..60, 10_000, 15);
    for encoding in ENCODINGS {
        for verdict in ["won", "unwinnable"] {
            assert!(seen.contains_key(&(encoding.name, verdict)), "{} never {verdict}", encoding.name);
        }
    }
}

/// In this deal a card without a rest on the card it was dealt on came back to where it lay.
#[test]
fn a_deal_that_once_failed() {
    assert!(!run(1798..1799, 30_000, 20).is_empty());
}

#[test]
#[ignore = "minutes"]
fn every_encoding_gives_the_verdict_of_search_on_2000_deals() {
    run(1000..3000, 30_000, 20);
}

/// What `encodings/README.md` says about sizes is what is written.
#[test]
fn sizes_are_as_printed() {
    // A sequential counter of n inputs up to m has so many variables.
    let counter = |n: usize, m: usize| (1..=n).map(|i| i.min(m)).sum::<usize>();
    for seed in 0..40 {
        let instance = freecell_deal(seed * 3 + 1);
        let task = lower(&instance).unwrap().task;
        let options: Options = "cardinality=sequential,at-most-one=pairwise,safe=off".parse().unwrap();
        let (n, cells, columns) = (task.cards.len(), task.cells as usize, task.columns as usize);
        for steps in [0, 3] {
            let t = steps as usize;
            let variables = |name| {
                let mut question = Question::new(encoding(name).unwrap(), &task, &options).unwrap();
                question.unroll.grow(steps, &mut question.formula).unwrap();
                question.formula.size().variables as usize
            };
            let piles = patsat_encodings::fluents::Piles::new(&task);
            let lies = |spot| task.card_ids().filter(|&c| piles.number(c, spot).is_some()).count();
            let in_cells = lies(patsat_encodings::task::Spot::Cell);
            let bottoms = lies(patsat_encodings::task::Spot::Base(0));
            let time = piles.count() + 2 * n + counter(in_cells, cells + 1) + counter(bottoms, columns);
            assert_eq!(variables("sequential"), (t + 1) * time + t * (n + 2) + 1, "seed {seed}");
            let slots = patsat_encodings::fluents::Slots::new("positional", &task).unwrap();
            let time = n * slots.len() + slots.in_columns() + counter(n, cells + 1);
            assert_eq!(variables("positional"), (t + 1) * time + t * (n + 1) + 1, "seed {seed}");
        }
    }
}
