//! The timeless encoding against exhaustive search: it has a model for `M` placements a card
//! exactly where some plan moves no card more than `M` times, and every model is such a plan.

use crate::common::tiny;
use patsat_encodings::formula::Formula;
use patsat_encodings::options::{Acyclicity, Options, TimelessOptions};
use patsat_encodings::schemes::encoding;
use patsat_encodings::task::{CardId, Group, Home, KindId, Position, Spot, Step, Stock, Target, Task};
use rustsat::types::Lit;
use std::collections::{HashMap, HashSet};
use varisat::ExtendFormula;

/// A position with how often each card has moved.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    columns: Vec<Vec<u8>>,
    cells: Vec<u8>,
    reserve: Vec<u8>,
    moved: Vec<u8>,
}

impl State {
    fn start(task: &Task) -> State {
        let bytes = |cards: &[CardId]| cards.iter().map(|c| c.0 as u8).collect::<Vec<u8>>();
        let mut columns: Vec<Vec<u8>> = task.start.columns.iter().map(|c| bytes(c)).collect();
        columns.resize(task.columns as usize, vec![]);
        State {
            columns,
            cells: bytes(&task.start.cells),
            reserve: bytes(&task.start.reserve),
            moved: vec![0; task.cards.len()],
        }
        .sorted()
    }

    fn sorted(mut self) -> State {
        self.columns.sort();
        self.cells.sort_unstable();
        self
    }

    fn lies(&self, card: u8) -> bool {
        self.columns.iter().flatten().chain(&self.cells).chain(&self.reserve).any(|&c| c == card)
    }

    fn won(&self) -> bool {
        self.columns.iter().all(Vec::is_empty) && self.cells.is_empty() && self.reserve.is_empty()
    }

    /// The position after a legal move of one card.
    fn after(&self, task: &Task, step: Step) -> Option<State> {
        let Step::Move { card: CardId(id), to } = step else { return None };
        let card = id as u8;
        let mut next = self.clone();
        if let Some(column) = next.columns.iter_mut().find(|column| column.last() == Some(&card)) {
            column.pop();
        } else if let Some(cell) = next.cells.iter().position(|&c| c == card) {
            next.cells.remove(cell);
        } else {
            let place = next.reserve.iter().position(|&c| c == card)?;
            next.reserve.remove(place);
        }
        match to {
            Target::Home => {
                let kind = task.cards[id as usize];
                let Home::After(after) = &task.home else { return None };
                let gone = |kind: KindId| {
                    let cards = task.card_ids().filter(|c| task.cards[c.index()] == kind);
                    cards.filter(|c| !self.lies(c.0 as u8)).count() as u32
                        + task.kinds[kind.index()].home_at_start
                };
                if after[kind.index()].is_some_and(|before| gone(kind) >= gone(before)) {
                    return None;
                }
            }
            Target::Cell => {
                if next.cells.len() >= task.cells as usize {
                    return None;
                }
                next.cells.push(card);
            }
            Target::EmptyColumn => {
                if !task.may_fill(CardId(id)) {
                    return None;
                }
                next.columns.iter_mut().find(|column| column.is_empty())?.push(card);
            }
            Target::On(on) => {
                if !task.may_stand(CardId(id), on) {
                    return None;
                }
                next.columns.iter_mut().find(|column| column.last() == Some(&(on.0 as u8)))?.push(card);
            }
            Target::Column(_) => return None,
        }
        next.moved[id as usize] += 1;
        Some(next.sorted())
    }
}

/// Whether some plan moves no card more than `most` times, and how many moves the shortest
/// such has; `Err` beyond so many positions.
fn search(task: &Task, most: u8, limit: usize) -> Result<Option<usize>, ()> {
    let mut layer = vec![State::start(task)];
    let mut seen: HashSet<State> = layer.iter().cloned().collect();
    for depth in 0.. {
        if layer.iter().any(State::won) {
            return Ok(Some(depth));
        }
        if layer.is_empty() {
            return Ok(None);
        }
        let mut next = Vec::new();
        for state in &layer {
            for card in task.card_ids().filter(|card| state.moved[card.index()] < most) {
                let onto = task.card_ids().map(Target::On);
                for to in onto.chain([Target::Cell, Target::EmptyColumn, Target::Home]) {
                    if let Some(after) = state.after(task, Step::Move { card, to })
                        && seen.insert(after.clone())
                    {
                        next.push(after);
                    }
                }
            }
        }
        if seen.len() > limit {
            return Err(());
        }
        layer = next;
    }
    Ok(None)
}

fn supported(task: &Task) -> bool {
    task.stock == Stock::None
        && matches!(task.home, Home::After(_))
        && !matches!(task.group, Group::Freely(_))
}

/// A model by varisat, refined as often as the encoding asks; the plan and its costs.
fn plan(task: &Task, most: u32, options: &Options) -> Option<(Vec<Step>, usize)> {
    let mut formula = Formula::default();
    let mut unroll = (encoding("timeless").unwrap().start)(task, options).unwrap();
    let goal = unroll.grow(most, &mut formula).unwrap();
    formula.add(&[goal]);
    let mut solver = varisat::Solver::new();
    let mut given = 0;
    loop {
        let varisat = |l: &Lit| varisat::Lit::from_index(l.vidx(), l.is_pos());
        for clause in formula.clauses_from(given) {
            solver.add_clause(&clause.iter().map(varisat).collect::<Vec<_>>());
        }
        given = formula.size().clauses;
        if !solver.solve().unwrap() {
            return None;
        }
        let mut values = vec![false; formula.size().variables as usize];
        for lit in solver.model().unwrap() {
            if let Some(value) = values.get_mut(lit.index()) {
                *value = lit.is_positive();
            }
        }
        let model = |l: Lit| values[l.vidx()] == l.is_pos();
        if !unroll.refine(&mut formula, &model) {
            let costs = unroll.costs().into_iter().filter(|&l| model(l)).count();
            return Some((unroll.read(&model).unwrap(), costs));
        }
    }
}

/// Every plan is legal, wins, moves no card more than `most` times, and costs what it says.
fn check_plan(task: &Task, most: u32, steps: &[Step], costs: usize) {
    let mut state = State::start(task);
    for &step in steps {
        state = state.after(task, step).unwrap_or_else(|| panic!("illegal: {step:?} in {steps:?}"));
    }
    assert!(state.won(), "{steps:?}");
    let mut position = Position::new(task);
    steps.iter().for_each(|&step| position.apply(step).unwrap());
    assert!(position.is_won(), "{steps:?}");
    assert!(state.moved.iter().all(|&n| u32::from(n) <= most));
    assert_eq!(steps.len(), costs + task.cards.len());
}

fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for &(acyclicity, _) in Acyclicity::ALL {
        for (symmetry, safe) in [(true, true), (false, true), (true, false)] {
            all.push(Options {
                timeless: TimelessOptions { acyclicity },
                symmetry,
                safe,
                ..Options::default()
            });
        }
    }
    all
}

fn agree(seeds: std::ops::Range<u64>) {
    let (mut sat, mut unsat, mut between) = (0, 0, 0);
    for seed in seeds {
        let task = tiny::random(seed);
        if !supported(&task) {
            continue;
        }
        let mut possible = false;
        for most in 1..=3 {
            let Ok(expected) = search(&task, most, 10_000) else { break };
            between += usize::from(most > 1 && !possible && expected.is_some());
            possible = expected.is_some();
            *(if possible { &mut sat } else { &mut unsat }) += 1;
            for options in all_options() {
                let found = plan(&task, u32::from(most), &options);
                assert_eq!(found.is_some(), possible, "seed {seed}, {most} placements, {options}, {task:?}");
                if let Some((steps, costs)) = found {
                    check_plan(&task, u32::from(most), &steps, costs);
                }
            }
            // The least number of moves, by the option that limits them.
            if let Some(least) = expected {
                let limit = |moves| Options { moves: Some(moves as u32), ..Options::default() };
                let (steps, _) = plan(&task, u32::from(most), &limit(least)).unwrap();
                assert_eq!(steps.len(), least);
                assert!(plan(&task, u32::from(most), &limit(least - 1)).is_none());
            }
        }
    }
    println!("{sat} with a plan, {unsat} without, {between} with one only from some number on");
    assert!(sat > 50 && unsat > 10 && between > 5);
}

#[test]
fn models_are_there_exactly_where_plans_are() {
    agree(0..300);
}

#[test]
#[ignore = "thousands of tasks"]
fn models_are_there_exactly_where_plans_are_on_many() {
    agree(300..20_000);
}

#[test]
fn what_cannot_be_said_is_refused() {
    let refused = |wanted: &dyn Fn(&Task) -> bool| {
        let task = (0..).map(tiny::random).find(wanted).unwrap();
        let Err(error) = (encoding("timeless").unwrap().start)(&task, &Options::default()) else {
            panic!("{task:?}")
        };
        error.to_string()
    };
    let runs = refused(&|task| matches!(task.home, Home::Runs(_)));
    assert_eq!(runs, "encoding 'timeless' cannot express whole runs that leave the game");
    let stock = refused(&|task| task.stock != Stock::None && matches!(task.home, Home::After(_)));
    assert_eq!(stock, "encoding 'timeless' cannot express a stock");
}

/// The size that `README.md` states, counted from the task alone.
struct Counted {
    variables: usize,
    most_clauses: usize,
}

fn counted(task: &Task, most: usize) -> Counted {
    let cards: Vec<CardId> = task.card_ids().collect();
    let Home::After(after) = &task.home else { panic!("unsupported") };
    let predecessor = |card: CardId| {
        let kind = after[task.cards[card.index()].index()]?;
        cards.iter().copied().find(|c| task.cards[c.index()] == kind)
    };
    let straight =
        |card: CardId| predecessor(card).is_none() && !cards.iter().any(|&other| task.may_stand(other, card));
    // Events by card and place; a straight card has one only.
    let event = |card: CardId, place: usize| (card, if straight(card) { most - 1 } else { place });
    let native: HashMap<CardId, Spot> = task.natives().collect();
    let mut arcs: HashSet<((CardId, usize), (CardId, usize))> = HashSet::new();
    for &card in &cards {
        arcs.extend((1..most).map(|place| (event(card, place - 1), event(card, place))));
        arcs.extend(predecessor(card).map(|p| (event(p, most - 1), event(card, most - 1))));
        if let Spot::On(below) = native[&card] {
            arcs.insert((event(card, 0), event(below, 0)));
        }
    }
    arcs.retain(|(u, v)| u != v);
    let mut certain = arcs;
    loop {
        let pairs: Vec<_> = certain.iter().copied().collect();
        let onward = |&(u, v): &(_, _)| pairs.iter().filter(move |p| p.0 == v).map(move |p| (u, p.1));
        let new: Vec<_> = pairs.iter().flat_map(onward).filter(|arc| !certain.contains(arc)).collect();
        if new.is_empty() {
            break;
        }
        certain.extend(new);
    }
    let events: HashSet<_> = cards.iter().flat_map(|&c| (0..most).map(move |p| event(c, p))).collect();
    let n = events.len();
    // With one placement what is certain may contradict itself.
    let ordered = |u, v| certain.contains(&(u, v)) || certain.contains(&(v, u));
    let open = events.iter().flat_map(|&u| events.iter().map(move |&v| (u, v)));
    let open = open.filter(|&(u, v)| u < v && !ordered(u, v)).count();
    let rests: Vec<(CardId, usize)> =
        cards.iter().filter(|&&c| !straight(c)).flat_map(|&c| (1..most).map(move |j| (c, j))).collect();
    let in_cell = |&(c, j): &(CardId, usize)| task.cells > 0 && !(j == 1 && native[&c] == Spot::Cell);
    let in_column =
        |&(c, j): &(CardId, usize)| task.may_fill(c) && !(j == 1 && matches!(native[&c], Spot::Base(_)));
    let mut by_spot: HashMap<(CardId, usize), usize> = HashMap::new();
    let (mut places, mut clauses) = (0, 3 + n * (n - 1) * (n.max(2) - 2) / 3 + rests.len() * (n + 3));
    for rest in &rests {
        let mut width = usize::from(in_cell(rest)) + usize::from(in_column(rest));
        for &on in cards.iter().filter(|&&on| task.may_stand(rest.0, on)) {
            let dealt_here = rest.1 == 1 && native[&rest.0] == Spot::On(on);
            let dealt = matches!(native[&on], Spot::Base(_) | Spot::On(_)) && !dealt_here;
            let own = rests.iter().filter(|other| other.0 == on).map(|other| other.1);
            for spot in dealt.then_some(0).into_iter().chain(own) {
                *by_spot.entry((on, spot)).or_default() += 1;
                width += 1;
            }
        }
        places += width;
        clauses += 7 * width + width * width / 2;
    }
    clauses += by_spot.values().map(|k| k * k / 2).sum::<usize>();
    let mut variables = 1 + open + rests.len() + places;
    let rooms = |taken: &dyn Fn(&(CardId, usize)) -> bool, rooms: usize, first: &dyn Fn(Spot) -> bool| {
        let guests: Vec<_> = rests.iter().filter(|rest| taken(rest)).collect();
        let (mut stays, mut counters) = (0, 0);
        for rest in &guests {
            let begin = event(rest.0, rest.1 - 1);
            let overlap = guests.iter().filter(|other| {
                let (other_begin, other_end) = (event(other.0, other.1 - 1), event(other.0, other.1));
                other.0 != rest.0
                    && !certain.contains(&(begin, other_begin))
                    && !certain.contains(&(other_end, begin))
            });
            let natives = cards.iter().filter(|&&c| c != rest.0 && first(native[&c]));
            let there = natives.filter(|&&c| !certain.contains(&(event(c, 0), begin))).count();
            let overlap = overlap.count();
            let (inputs, most) = (overlap + there, rooms.min(overlap + there));
            stays += overlap;
            counters += most * (most + 1) / 2 + most * (inputs - most);
        }
        (stays, counters, guests.len())
    };
    for (stays, counters, guests) in [
        rooms(&in_cell, task.cells as usize, &|native| native == Spot::Cell),
        rooms(&in_column, task.columns as usize, &|native| matches!(native, Spot::Base(_))),
    ] {
        variables += stays + counters;
        clauses += stays + 2 * counters + guests;
    }
    Counted { variables, most_clauses: clauses }
}

#[test]
fn the_stated_size_holds() {
    let options: Options = "cardinality=sequential".parse().unwrap();
    let mut tasks = 0;
    for seed in 0..600 {
        let task = tiny::random(seed);
        let twins = task.card_ids().any(|card| task.twins(card).count() > 1);
        if !supported(&task) || twins {
            continue;
        }
        for most in 1..=4 {
            let mut formula = Formula::default();
            let mut unroll = (encoding("timeless").unwrap().start)(&task, &options).unwrap();
            unroll.grow(most, &mut formula).unwrap();
            let (size, expected) = (formula.size(), counted(&task, most as usize));
            assert_eq!(size.variables as usize, expected.variables, "seed {seed}, {most}");
            assert!(size.clauses <= expected.most_clauses, "seed {seed}, {most}: {}", size.clauses);
            let names = unroll.names();
            assert!(names.windows(2).all(|pair| pair[0].0 < pair[1].0), "a variable named twice");
            tasks += 1;
        }
    }
    assert!(tasks > 100);
}
