//! Dead patterns against exhaustive search, and one step as a formula against the rules.

mod common;

use common::{Dice, small_game};
use patsat::cards::{DealId, DeckSpec};
use patsat::encode::lower;
use patsat::pipeline::closure::{ClosureFault, ClosureProof, NoClosureProof, check_closure_proof};
use patsat::prove::oracle::{Answer, Oracle};
use patsat::prove::relation::Relation;
use patsat::prove::spots::{Place, Spots, State};
use patsat::prove::{self, NoClosure, NotFound, Options, Steps};
use patsat::rules::{Build, EmptyColumn, FaceUp, Group, Home, Rules, Sizes, Stock};
use patsat::search::{Budget, Limits, SearchEnd, SearchOptions, strategy};
use patsat::solve::{BackendOptions, Chosen, Control, DEFAULT, backend};
use patsat::state::Instance;
use patsat::state::patterns::{CardNo, Cards, Fact, Pattern, Patterns, Spot};
use patsat::verify::check_patterns;
use std::collections::BTreeSet;

/// Rule sets whose positions patterns can tell.
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
    rules.stock = Stock::Waste { redeals: 1 + dice.below(2) as u16, playable: dice.below(4) == 0 };
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

fn find(instance: &Instance, seed: u64, steps: Steps) -> Result<Patterns, NotFound> {
    let options = Options { seed, steps: Some(steps), ..Options::default() };
    prove::find(instance, &options, &mut Budget::new(Limits::default()), &mut |_| {})
}

fn winnable(instance: &Instance) -> bool {
    let search = strategy("breadth-first").unwrap();
    match (search.run)(instance, &SearchOptions::default(), &mut Budget::new(Limits::default())).end {
        SearchEnd::Solved(_) => true,
        SearchEnd::Exhausted => false,
        other => panic!("{other:?}"),
    }
}

fn solver() -> Chosen {
    backend(DEFAULT).unwrap()
}

fn refuted(instance: &Instance, patterns: &Patterns) -> Result<ClosureProof, NoClosureProof> {
    ClosureProof::make(instance, patterns, &solver(), &BackendOptions::default(), Control::default())
}

fn spot(place: Place) -> Spot {
    match place {
        Place::On(card) => Spot::On(CardNo(card.0)),
        Place::OnHidden(card) => Spot::OnHidden(CardNo(card.0)),
        Place::BottomOf(column) => Spot::BottomOf(column as u16),
        Place::StockLeft(left) => Spot::StockLeft(left as u16),
        Place::WasteLeft(left) => Spot::WasteLeft(left as u16),
        Place::StockMost(_) | Place::WasteMost(_) => unreachable!("no position has it"),
        Place::Bottom => Spot::Bottom,
        Place::Cell => Spot::Cell,
        Place::Reserve => Spot::Reserve,
        Place::Stock => Spot::Stock,
        Place::Waste => Spot::Waste,
        Place::Home => Spot::Home,
    }
}

/// Everything that a position leads to in one step of a relation.
fn successors(spots: &Spots, relation: &Relation, state: &State) -> BTreeSet<State> {
    let mut oracle = Oracle::new(relation, 0, Control::default());
    let switch = oracle.switch();
    let mut found = BTreeSet::new();
    while let Answer::To(next) = oracle.ask(spots, state, &[switch], &[]).unwrap() {
        oracle.leave(switch, &next);
        assert!(found.insert(next));
    }
    found
}

fn state_of(spots: &Spots, at: &[Spot]) -> State {
    let fact = |card| {
        let wanted = at[spots.task.cards.len().min(usize::try_from(card).unwrap())];
        let card = patsat_encodings::task::CardId(card);
        spots.of(card).find(|&fact| spot(spots.facts[fact as usize].1) == wanted).unwrap()
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
    let spots = Spots::new(lower(instance).unwrap().task).unwrap();
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
        // Once the stock is empty the table does not tell columns apart.
        let alike = tracked.table().columns_are_alike();
        let named = |state: &State| -> Vec<Spot> {
            let spot = |&fact: &u32| match spot(spots.facts[fact as usize].1) {
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

#[test]
fn a_single_step_is_a_move() {
    let mut dice = Dice::new(5);
    for seed in 0..60 {
        for name in GAMES {
            compare_steps(&small(name, seed), &mut dice, 6);
        }
        for (_, small) in FAMILIES {
            compare_steps(&small(seed), &mut dice, 6);
        }
        compare_steps(&small_game(seed), &mut dice, 6);
    }
}

#[test]
#[ignore = "thousands of games"]
fn a_single_step_is_a_move_in_thousands_of_games() {
    let mut dice = Dice::new(6);
    for seed in 1000..3000 {
        for name in GAMES {
            compare_steps(&small(name, seed), &mut dice, 15);
        }
        for (_, small) in FAMILIES {
            compare_steps(&small(seed), &mut dice, 15);
        }
        compare_steps(&small_game(seed), &mut dice, 15);
    }
}

#[test]
fn a_step_of_several_moves_is_a_sequence_of_single_moves() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut instance = small_game(seed);
        if instance.rules.deck.len() > 9 {
            let rules = Rules { deck: DeckSpec::new(3, 3, 1), ..(*instance.rules).clone() };
            instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        }
        let spots = Spots::new(lower(&instance).unwrap().task).unwrap();
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
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Verdict and certificate of a game; whether it is lost.
fn compare(instance: &Instance, seed: u64, strict: bool) -> bool {
    let expected = winnable(instance);
    let steps = if seed.is_multiple_of(2) { Steps::Single } else { Steps::Exists };
    match find(instance, seed, steps) {
        Ok(patterns) => {
            assert!(!expected, "{instance:?}: patterns for a game that can be won");
            let checked = check_patterns(instance, &patterns);
            checked.as_ref().unwrap_or_else(|e| panic!("{e}: {instance:?}"));
            if strict {
                let proof = refuted(instance, &patterns).unwrap_or_else(|e| panic!("{e}: {instance:?}"));
                check_closure_proof(instance, &patterns, &proof.bytes).unwrap();
            }
            true
        }
        Err(NotFound::Winnable) => {
            assert!(expected, "{instance:?}: a lost game was missed");
            false
        }
        // Won or lost before the first move, for a reason that is no position.
        Err(NotFound::Dead(_)) => !expected,
        Err(other) => panic!("{other}: {instance:?}"),
    }
}

#[test]
fn verdicts_are_those_of_exhaustive_search() {
    let mut lost = [0; GAMES.len()];
    for seed in 0..50 {
        for (lost, name) in lost.iter_mut().zip(GAMES) {
            *lost += usize::from(compare(&small(name, seed), seed, seed.is_multiple_of(5)));
        }
    }
    assert!(lost.iter().all(|&lost| (3..50).contains(&lost)), "{lost:?}");
    let lost = (0..100).filter(|&seed| compare(&small_game(seed), seed, false)).count();
    assert!((10..90).contains(&lost), "{lost}");
}

#[test]
fn verdicts_with_rows_and_redeals_are_those_of_exhaustive_search() {
    for (name, small) in FAMILIES {
        let lost = (0..40).filter(|&seed| compare(&small(seed), seed, seed.is_multiple_of(3))).count();
        assert!((3..40).contains(&lost), "{name}: {lost}");
    }
}

#[test]
#[ignore = "2,000 games of each family"]
fn verdicts_of_thousands_with_rows_and_redeals_are_those_of_exhaustive_search() {
    for (name, small) in FAMILIES {
        let lost = (100..2100).filter(|&seed| compare(&small(seed), seed, true)).count();
        println!("{name}: {lost} of 2000 lost, none missed");
    }
}

#[test]
#[ignore = "2,000 games of each rule set"]
fn verdicts_of_thousands_are_those_of_exhaustive_search() {
    for name in GAMES {
        let lost = (100..2100).filter(|&seed| compare(&small(name, seed), seed, true)).count();
        println!("{name}: {lost} of 2000 lost, none missed");
    }
    let lost = (100..2100).filter(|&seed| compare(&small_game(seed), seed, true)).count();
    println!("relatives of FreeCell: {lost} of 2000 lost, none missed");
}

/// A lost game with several patterns, all needed.
fn lost_game(small: impl Fn(u64) -> Instance, least: usize) -> (Instance, Patterns) {
    for seed in 0.. {
        let instance = small(seed);
        if let Ok(patterns) = find(&instance, seed, Steps::Single)
            && patterns.0.len() >= least
        {
            return (instance, patterns);
        }
    }
    unreachable!()
}

#[test]
fn what_was_tampered_with_is_refused_by_both_checkers() {
    let (instance, patterns) = lost_game(|seed| small("freecell", seed), 3);
    let proof = tamper(&instance, &patterns);
    let easier = Rules { cells: instance.rules.cells + 4, ..(*instance.rules).clone() };
    let easier = Instance::new(easier, instance.deal.clone()).unwrap();
    assert!(matches!(check_closure_proof(&easier, &patterns, &proof.bytes), Err(ClosureFault::Proof(_))));
    // A byte of the file.
    for at in [0, 40, proof.bytes.len() / 2, proof.bytes.len() - 1] {
        let mut bytes = proof.bytes.clone();
        bytes[at] ^= 1;
        assert!(check_closure_proof(&instance, &patterns, &bytes).is_err());
    }
}

#[test]
fn what_was_tampered_with_is_refused_in_games_with_rows_and_redeals() {
    for (_, small) in FAMILIES {
        let (instance, patterns) = lost_game(small, 2);
        tamper(&instance, &patterns);
    }
}

/// Changes patterns, each of them needed, in every way; neither checker may accept what is open.
fn tamper(instance: &Instance, patterns: &Patterns) -> ClosureProof {
    let proof = refuted(instance, patterns).unwrap();
    // A pattern removed: each is needed.
    for n in 0..patterns.0.len() {
        let mut fewer = patterns.clone();
        fewer.0.remove(n);
        assert!(check_patterns(instance, &fewer).is_err());
        assert!(matches!(
            refuted(instance, &fewer).unwrap_err(),
            NoClosureProof::Open | NoClosureProof::Closure(NoClosure::Start(_))
        ));
        assert!(check_closure_proof(instance, &fewer, &proof.bytes).is_err());
    }
    // A card exchanged for another, wherever it is named.
    let mut refusals = 0;
    for n in 0..patterns.0.len() {
        let mut changed = patterns.clone();
        let facts: Vec<Fact> = changed.0[n]
            .facts()
            .iter()
            .enumerate()
            .map(|(k, &fact)| {
                if k == 0 {
                    Fact { card: CardNo((fact.card.0 + 1) % Cards::of(instance).len() as u32), ..fact }
                } else {
                    fact
                }
            })
            .collect();
        let Ok(pattern) = Pattern::new(facts) else { continue };
        changed.0[n] = pattern;
        assert!(check_closure_proof(instance, &changed, &proof.bytes).is_err());
        // Both checkers agree about what it says now.
        assert_eq!(check_patterns(instance, &changed).is_ok(), refuted(instance, &changed).is_ok());
        refusals += usize::from(check_patterns(instance, &changed).is_err());
    }
    assert!(refusals > 0);
    // Another deal, other rules.
    let other =
        Instance::from_id((*instance.rules).clone(), DealId::Random { game: None, seed: 99_999 }).unwrap();
    assert!(check_closure_proof(&other, patterns, &proof.bytes).is_err());
    proof
}

#[test]
fn shrinking_keeps_patterns_closed_and_never_grows_them() {
    let mut improved = 0;
    for seed in 0..40 {
        let instance = small("bakers-game", seed);
        let Ok(mut patterns) = find(&instance, seed, Steps::Single) else { continue };
        // Something needless: the start, card by card.
        let cards = Cards::of(&instance);
        let start = cards.all().map(|card| Fact { card, spot: cards.dealt(card) }).collect();
        patterns.0.push(Pattern::new(start).unwrap());
        if check_patterns(&instance, &patterns).is_err() {
            continue;
        }
        let mut told = Vec::new();
        let options = Options { seed, seeds: 4, ..Options::default() };
        let small = prove::shrink(
            &instance,
            &patterns,
            &options,
            &mut Budget::new(Limits::default()),
            &mut |better| told.push((better.0.len(), better.facts())),
        )
        .unwrap();
        check_patterns(&instance, &small).unwrap();
        assert!((small.0.len(), small.facts()) <= (patterns.0.len(), patterns.facts()));
        assert!(told.windows(2).all(|pair| pair[1] < pair[0]));
        improved += told.len();
    }
    assert!(improved > 0);
}

#[test]
fn the_same_seed_gives_the_same_patterns() {
    let (instance, patterns) = lost_game(|seed| small("freecell", seed), 3);
    let again = (0..2).map(|_| find(&instance, 7, Steps::Single).unwrap());
    let again: Vec<Patterns> = again.collect();
    assert_eq!(again[0], again[1]);
    assert!(!patterns.0.is_empty());
}

#[test]
fn a_game_that_is_won_at_once_has_no_patterns() {
    let rules = Rules { empty_column: EmptyColumn::Nothing, ..Rules::preset("freecell").unwrap() };
    let won = Instance::from_id(
        Rules { deck: DeckSpec::new(1, 1, 1), ..rules },
        DealId::Random { game: None, seed: 1 },
    );
    assert!(matches!(find(&won.unwrap(), 0, Steps::Exists), Err(NotFound::Winnable)));
}
