//! The fast state of games whose cards go home one by one agrees with the table.

use itertools::Itertools;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, Feature, Group, Move, PRESETS, Rules, Sizes, Stock};
use patsat_game::state::{Instance, Position, StateKey};
use patsat_game::verify::play;
use patsat_states::piles::{Large, PileBoard, PileGame, PileKey, PilePosition, Room, Small, Step, plan};
use patsat_testkit::Dice;
use patsat_testkit::any_game::any_game;
use patsat_testkit::thieves::small_thieves;
use std::collections::{HashMap, HashSet};

/// Identities of positions that were met, each with the table's.
#[derive(Default)]
struct Known {
    keys: HashMap<PileKey, StateKey>,
    hashes: HashMap<u64, StateKey>,
}

/// A random small game of any rules that the state holds, in the middle or at its start.
fn any_piles(seed: u64) -> Option<Instance> {
    let instance = any_game(&mut Dice::new(seed), 10);
    PileGame::new(&instance).is_ok().then_some(instance)
}

fn walk(instance: &Instance, steps: usize, dice: &mut Dice, known: &mut Known) -> usize {
    walk_in::<Small>(instance, steps, dice, known)
}

fn walk_in<R: Room>(instance: &Instance, steps: usize, dice: &mut Dice, known: &mut Known) -> usize {
    let game = PileGame::<R>::sized(instance).unwrap();
    let (mut table, mut fast) = (instance.table(), PilePosition::of(game));
    for step in 0..steps {
        let expected = table.single_moves();
        let mut found = Vec::new();
        fast.single_moves_into(&mut found);
        // Of foundations of one height the table names the first; the fast state keeps them in order.
        let after = |action: &Move| {
            let mut table = table.clone();
            table.apply(*action).unwrap_or_else(|e| panic!("step {step}, {action}: {e} in {instance:?}"));
            table.key()
        };
        let keys = |moves: &[Move]| moves.iter().map(after).collect::<HashSet<_>>();
        assert_eq!(found.len(), expected.len(), "step {step} of {instance:?}");
        assert_eq!(keys(&found), keys(&expected), "step {step} of {instance:?}");
        assert_eq!(fast.is_won(), table.is_won());
        let key = table.key();
        assert_eq!(
            *known.keys.entry(fast.key()).or_insert_with(|| key.clone()),
            key,
            "one key, two positions"
        );
        let hash = fast.board().hash(fast.game());
        assert_eq!(*known.hashes.entry(hash).or_insert_with(|| key.clone()), key, "one hash, two positions");
        if found.is_empty() {
            return step;
        }
        let action = dice.pick(&found);
        fast.make(action);
        table.apply(action).unwrap();
    }
    steps
}

#[test]
fn the_fast_state_is_the_table() {
    let mut dice = Dice::new(1);
    let mut steps = 0;
    for seed in 0..2000 {
        let mut known = Known::default();
        for _ in 0..3 {
            steps += walk(&small_thieves(seed), 60, &mut dice, &mut known);
        }
        assert!(known.keys.values().all_unique(), "two keys for one position");
        assert!(known.hashes.values().all_unique(), "two hashes for one position");
    }
    assert!(steps > 50_000, "{steps}");
}

/// Of any rules: cells, a reserve, rows, columns that are not alike, kings only; in both sizes.
#[test]
fn the_fast_state_is_the_table_under_any_rules() {
    let mut dice = Dice::new(4);
    let (mut steps, mut games, mut seen) = (0, 0, HashSet::new());
    for seed in 0..9000 {
        let Some(instance) = any_piles(seed) else { continue };
        let (mut known, mut large) = (Known::default(), Known::default());
        for _ in 0..3 {
            steps += walk(&instance, 30, &mut dice, &mut known);
            steps += walk_in::<Large>(&instance, 10, &mut dice, &mut large);
        }
        for known in [known, large] {
            assert!(known.keys.values().all_unique(), "two keys for one position: {instance:?}");
            assert!(known.hashes.values().all_unique(), "two hashes for one position: {instance:?}");
        }
        let features = instance.rules.features();
        seen.extend(Feature::ALL.iter().filter(|&&feature| features.has(feature)).copied());
        games += 1;
    }
    assert!(steps > 50_000 && games > 2500, "{steps} {games}");
    let others = [
        Feature::RunsLeave,
        Feature::RunsByMove,
        Feature::WorryingBack,
        Feature::DrawsOfSeveral,
        Feature::UnlimitedRedeals,
        Feature::WholeColumns,
        Feature::PartsForHome,
        Feature::FilledColumns,
        Feature::WholeColumnsLeave,
        Feature::Hole,
        Feature::OtherBase,
        Feature::StackedReserve,
    ];
    assert_eq!(seen.len(), Feature::ALL.len() - others.len(), "all but {others:?}: {seen:?}");
}

/// Larger games, in the size for them.
#[test]
fn the_large_state_is_the_table() {
    let mut dice = Dice::new(5);
    for seed in 0..60 {
        let mut rules = Rules::preset("forty-thieves").unwrap();
        rules.deck = dice.pick(&[DeckSpec::new(31, 8, 1), DeckSpec::new(26, 4, 2), DeckSpec::new(5, 16, 3)]);
        rules.columns = dice.pick(&[17, 40, 64]);
        rules.cells = dice.pick(&[0, 4, 60]);
        rules.group = dice.pick(&[Group::Single, Group::BySpaces, Group::BuiltRun]);
        rules.empty_column = dice.pick(&[EmptyColumn::Any, EmptyColumn::TopRank]);
        rules.build = dice.pick(&[Build::SameSuit, Build::AlternateColour, Build::AnySuit]);
        rules.stock = dice.pick(&[
            Stock::waste(1, true),
            Stock::Rows { onto_empty: true },
            Stock::Rows { onto_empty: false },
        ]);
        rules.layout.sizes = Sizes::Round(3 * u32::from(rules.columns));
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        assert!(PileGame::new(&instance).is_err());
        walk_in::<Large>(&instance, 200, &mut dice, &mut Known::default());
    }
}

#[test]
fn the_fast_state_is_the_table_on_whole_decks() {
    let mut dice = Dice::new(2);
    let mut games = 0;
    for preset in PRESETS {
        let rules = Rules::preset(preset.name).unwrap();
        let instance = Instance::from_id(rules, DealId::Random { game: None, seed: 7 }).unwrap();
        if PileGame::new(&instance).is_err() {
            continue;
        }
        games += 1;
        for _ in 0..4 {
            walk(&instance, 300, &mut dice, &mut Known::default());
        }
    }
    assert_eq!(games, 33);
}

/// Runs that the rules move card by card, and everything else, as moves of the rules.
#[test]
fn steps_are_moves_of_the_rules() {
    let mut dice = Dice::new(3);
    let mut together = 0;
    for seed in 0..3000 {
        let instance = small_thieves(seed);
        let game = PileGame::new(&instance).unwrap();
        let (mut board, mut steps): (PileBoard, Vec<Step>) = (*game.start(), Vec::new());
        for _ in 0..30 {
            let mut found = Vec::new();
            board.moves(&game, |step| found.push(step));
            found.extend(board.next_draw(&game));
            // Long runs first, which are rare.
            found.sort_by_key(|step| step.count);
            let Some(&last) = found.last() else { break };
            let step = if last.count > 1 { last } else { dice.pick(&found) };
            together += usize::from(step.count > 1);
            board.make(&game, step);
            steps.push(step);
        }
        let played =
            play(&instance, plan(&instance, &game, &steps)).unwrap_or_else(|e| panic!("{seed}: {e}"));
        let mut again = PilePosition::new(&instance).unwrap();
        played.plan.moves.iter().for_each(|&action| again.make(action));
        assert_eq!(again.board().hash(&game), board.hash(&game), "{seed}");
    }
    assert!(together > 300, "{together}");
}
