//! Dead patterns against exhaustive search, and one step as a formula against the rules.

mod kept;
mod open;
mod tampered;
mod verdicts;

use patsat_base::{Limit, Limits};
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, FaceUp, Group, Home, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot};
use patsat_game::verify::check_patterns;
use patsat_lowering::lower::lower;
use patsat_patterns::oracle::{Answer, Oracle};
use patsat_patterns::relation::Relation;
use patsat_patterns::spots::{Spots, State};
use patsat_patterns::{ClosureError, Guess, Options, PatternSearchError, Regions, Steps};
use patsat_planning::closure::{ClosureFault, ClosureProof, ClosureProofError, check_closure_proof};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use patsat_solvers::{BackendChoice, BackendOptions, Control, DEFAULT, backend};
use patsat_testkit::{Dice, small_game};
use std::collections::BTreeSet;

/// Rule sets that patterns support: a spot for each card determines the position.
const GAMES: [&str; 7] = [
    "freecell",
    "bakers-game",
    "eight-off",
    "seahaven-towers",
    "king-albert",
    "simple-simon",
    "forty-thieves",
];

/// A random small game of a rule set.
fn small(name: &str, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset(name).unwrap();
    let copies = rules.deck.copies;
    let ranks = 2 + dice.below(if copies > 1 { 3 } else { 4 }) as u32;
    rules.deck = DeckSpec::new(ranks, 1 + dice.below(if copies > 1 { 2 } else { 4 }) as u16, copies);
    rules.columns = if copies > 1 { 1 + dice.below(2) } else { 2 + dice.below(3) } as u16;
    rules.cells = if rules.cells > 0 { dice.below(3) as u16 } else { 0 };
    let mut left = rules.deck.len();
    rules.layout.cells = dice.below(usize::from(rules.cells).min(left) + 1) as u16;
    left -= usize::from(rules.layout.cells);
    rules.layout.reserve = if rules.layout.reserve > 0 { dice.below(left.min(3) + 1) as u16 } else { 0 };
    left -= usize::from(rules.layout.reserve);
    rules.layout.face_up = FaceUp::All;
    rules.layout.sizes = match rules.stock {
        Stock::None => Sizes::All,
        _ => Sizes::Round((left / 2) as u32),
    };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// A random small game of Spider's: rows to deal, one to four suits, cards face down or not,
/// dealing onto empty columns allowed or not, and now and then a row that ends early.
fn small_rows(suits: u16, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("spider").unwrap();
    rules.columns = 2 + dice.below(2) as u16;
    let copies = if suits == 1 { 2 } else { 1 + dice.below(2) as u16 };
    let most = if suits == 4 || suits * copies == 4 { 1 } else { 3 };
    rules.deck = DeckSpec::new(2 + dice.below(most) as u32, suits, copies);
    let cards = rules.deck.len() as u32;
    let least = u32::from(rules.columns).min(cards);
    let dealt = least + dice.below((cards - least) as usize + 1) as u32;
    rules.layout.sizes = Sizes::Round(dealt.min(cards - 1));
    rules.layout.face_up = dice.pick(&[FaceUp::All, FaceUp::Top]);
    rules.stock = Stock::Rows { onto_empty: dice.below(2) == 0 };
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// A random small game with redeals: Forty & Eight's kind, and Klondike's with runs that move.
fn small_turned(klondike: bool, seed: u64) -> Instance {
    let mut dice = Dice::new(seed);
    let mut rules = Rules::preset("forty-and-eight").unwrap();
    if klondike {
        (rules.build, rules.group) = (Build::AlternateColour, Group::BuiltRun);
        rules.empty_column = EmptyColumn::TopRank;
    }
    let copies = if klondike { 1 } else { 1 + dice.below(2) as u16 };
    let suits = if copies == 2 { 1 } else { 2 + dice.below(2) as u16 };
    let ranks = if suits == 3 { 2 } else { 3 + dice.below(2) as u32 };
    rules.deck = DeckSpec::new(ranks, suits, copies);
    rules.columns = 1 + dice.below(2) as u16;
    rules.layout.face_up = if klondike { dice.pick(&[FaceUp::All, FaceUp::Top]) } else { FaceUp::All };
    let cards = rules.deck.len();
    rules.layout.sizes = Sizes::Round((cards / 3 + dice.below(cards / 2)) as u32);
    rules.stock = Stock::waste(1 + dice.below(2) as u16, dice.below(4) == 0);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// Makes a small game of a seed.
type Family = fn(u64) -> Instance;

/// The families of games in which several cards change their places at once.
const FAMILIES: [(&str, Family); 5] = [
    ("Spider, 1 suit", |seed| small_rows(1, seed)),
    ("Spider, 2 suits", |seed| small_rows(2, seed)),
    ("Spider, 4 suits", |seed| small_rows(4, seed)),
    ("Forty & Eight", |seed| small_turned(false, seed)),
    ("Klondike with redeals", |seed| small_turned(true, seed)),
];

fn find(instance: &Instance, seed: u64, steps: Steps) -> Result<Patterns, PatternSearchError> {
    let options = Options { seed, steps: Some(steps), ..Options::default() };
    patsat_patterns::find(instance, &options, &mut Budget::new(Limits::default()), &mut |_| {})
}

/// Decides by exhaustive search; `None` if the game is too large.
fn winnable(instance: &Instance) -> Option<bool> {
    let search = strategy("breadth-first").unwrap();
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    match (search.run)(instance, &SearchOptions::default(), &mut Budget::new(limits)).end {
        SearchEnd::Solved(_) => Some(true),
        SearchEnd::Exhausted => Some(false),
        SearchEnd::Limit(Limit::Nodes) => None,
        other => panic!("{other:?}"),
    }
}

fn solver() -> BackendChoice {
    backend(DEFAULT).unwrap()
}

fn refuted(instance: &Instance, patterns: &Patterns) -> Result<ClosureProof, ClosureProofError> {
    ClosureProof::make(instance, patterns, &solver(), &BackendOptions::default(), Control::default())
}

/// Everything that a position leads to in one step of a relation.
fn successors(spots: &Spots, relation: &Relation, state: &State) -> BTreeSet<State> {
    let mut oracle = Oracle::new(spots, relation, 0, Control::default());
    let switch = oracle.switch();
    let mut found = BTreeSet::new();
    while let Answer::To(next) = oracle.query(spots, state, &[switch], false).unwrap() {
        oracle.leave(switch, &next);
        assert!(found.insert(next));
    }
    found
}

fn state_of(spots: &Spots, at: &[Spot]) -> State {
    let fact = |card| {
        let wanted = at[spots.task.cards.len().min(usize::try_from(card).unwrap())];
        let card = patsat_encodings::task::CardId(card);
        spots.of(card).find(|&fact| spots.fact(fact).spot == wanted).unwrap()
    };
    (0..spots.task.cards.len() as u32).map(fact).collect()
}

/// The positions after complete runs have left: while one lies open nothing else may move.
fn settled(spots: &Spots, single: &Relation, state: State) -> BTreeSet<State> {
    let home = |state: &State| state.iter().filter(|&&fact| spots.is_home(fact)).count();
    let after = successors(spots, single, &state);
    if after.iter().all(|next| home(next) == home(&state)) {
        return BTreeSet::from([state]);
    }
    assert!(after.iter().all(|next| home(next) > home(&state)), "a move before a run has left");
    after.into_iter().flat_map(|next| settled(spots, single, next)).collect()
}

/// Walks a game and holds the single step against the rules, the exists-step against both.
fn compare_steps(instance: &Instance, dice: &mut Dice, length: usize) {
    let spots = Spots::new(instance, lower(instance).unwrap().task).unwrap();
    let single = Relation::new(&spots, Steps::Single);
    let forced = instance.rules.home == Home::Runs;
    let mut tracked = Cards::of(instance).track();
    if tracked.spots().len() != spots.task.cards.len() {
        return;
    }
    for _ in 0..length {
        let state = state_of(&spots, &tracked.spots());
        let moves = tracked.table().single_moves();
        let expected: BTreeSet<State> = moves
            .iter()
            .map(|&action| {
                let mut next = tracked.clone();
                next.apply(action).unwrap();
                state_of(&spots, &next.spots())
            })
            .collect();
        let mut found = successors(&spots, &single, &state);
        if forced {
            found = found.into_iter().flat_map(|next| settled(&spots, &single, next)).collect();
        }
        // Once the stock is empty, the table does not distinguish columns.
        let alike = tracked.table().columns_are_alike();
        let named = |state: &State| -> Vec<Spot> {
            let spot = |&fact: &u32| match spots.fact(fact).spot {
                Spot::BottomOf(_) if alike => Spot::Bottom,
                spot => spot,
            };
            state.iter().map(spot).collect()
        };
        let mut found: BTreeSet<Vec<Spot>> = found.iter().map(named).collect();
        if alike {
            found.remove(&named(&state));
        }
        let expected: BTreeSet<Vec<Spot>> = expected.iter().map(named).collect();
        assert_eq!(found, expected, "{instance:?} {tracked:?}");
        let Some(&action) = (!moves.is_empty()).then(|| &moves[dice.below(moves.len())]) else { break };
        tracked.apply(action).unwrap();
    }
}

fn compare_steps_of(seeds: std::ops::Range<u64>, dice: u64, steps: usize) {
    let mut dice = Dice::new(dice);
    for seed in seeds {
        for name in GAMES {
            compare_steps(&small(name, seed), &mut dice, steps);
        }
        for (_, small) in FAMILIES {
            compare_steps(&small(seed), &mut dice, steps);
        }
        compare_steps(&small_game(seed), &mut dice, steps);
    }
}

#[test]
fn a_single_step_is_a_move() {
    compare_steps_of(0..60, 5, 6);
}

#[test]
#[ignore = "thousands of games"]
fn a_single_step_is_a_move_in_thousands_of_games() {
    compare_steps_of(1000..3000, 6, 15);
}

#[test]
fn a_step_of_several_moves_is_a_sequence_of_single_moves() {
    let [mut compared, mut with_a_waste] = [0, 0];
    for seed in 0..120 {
        let thieves = seed % 2 == 1;
        let mut instance = if thieves { small("forty-thieves", seed) } else { small_game(seed) };
        if !thieves && instance.rules.deck.len() > 9 {
            let rules = Rules { deck: DeckSpec::new(3, 3, 1), ..(*instance.rules).clone() };
            instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        }
        let spots = Spots::new(&instance, lower(&instance).unwrap().task).unwrap();
        let (single, exists) = (Relation::new(&spots, Steps::Single), Relation::new(&spots, Steps::Exists));
        let mut all = BTreeSet::from([spots.start.clone()]);
        let mut queue = vec![spots.start.clone()];
        while let Some(state) = queue.pop() {
            if all.len() > 150 {
                break;
            }
            for next in successors(&spots, &single, &state) {
                if all.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        if all.len() > 150 {
            continue;
        }
        for state in all.iter().take(25) {
            let (one, many) = (successors(&spots, &single, state), successors(&spots, &exists, state));
            assert!(one.is_subset(&many), "{instance:?}");
            assert!(many.is_subset(&all), "{instance:?}");
            compared += many.len();
            with_a_waste += if thieves { many.difference(&one).count() } else { 0 };
        }
    }
    assert!(compared > 300 && with_a_waste > 300, "{compared} {with_a_waste}");
}
