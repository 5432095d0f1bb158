//! The fast state of games whose cards go home one by one agrees with the table, its safe moves lose nothing, and
//! the strategies agree with exhaustive search on the table.

use itertools::Itertools;
use patsat_base::Limits;
use patsat_game::cards::{DealId, DeckSpec};
use patsat_game::rules::{Build, EmptyColumn, Feature, Group, Move, PRESETS, Rules, Sizes, Stock};
use patsat_game::state::{Instance, Plan, Position, StateKey};
use patsat_game::verify::{play, replay};
use patsat_search::classic::Scored;
use patsat_search::states::piles::{
    Large, PileBoard, PileGame, PileKey, PilePosition, Room, Small, Step, plan,
};
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, classic, piles, strategy};
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
pub(crate) fn any_piles(seed: u64) -> Option<Instance> {
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

pub(crate) fn breadth_first(start: &impl Scored, nodes: u64) -> SearchReport {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    classic::breadth_first(start, &SearchOptions::default(), &mut Budget::new(limits))
}

/// Positions with every safe move made at once.
#[derive(Clone)]
pub(crate) struct Settled(pub(crate) PilePosition);

impl Settled {
    pub(crate) fn settle(mut self) -> Settled {
        while self.0.board().safe_home(self.0.game()).is_some() {
            let mut moves = Vec::new();
            self.0.single_moves_into(&mut moves);
            let action =
                self.0.safe_home().filter(|action| moves.contains(action)).expect("a safe move is a move");
            self.0.make(action);
        }
        self
    }
}

impl Position for Settled {
    type Key = PileKey;

    fn single_moves_into(&self, moves: &mut Vec<Move>) {
        self.0.single_moves_into(moves);
    }

    fn make(&mut self, action: Move) {
        self.0.make(action);
        *self = self.clone().settle();
    }

    fn is_won(&self) -> bool {
        self.0.is_won()
    }

    fn key(&self) -> PileKey {
        self.0.key()
    }
}

impl Scored for Settled {
    fn score(&self) -> u32 {
        0
    }
}

/// The rule for several decks, with its proof at `PileBoard::safe_home`, held against search
/// without it.
#[test]
fn safe_moves_lose_no_game() {
    let (mut won, mut lost, mut shorter) = (0, 0, 0);
    let any = (0..9000).filter_map(|seed| Some((seed, any_piles(seed)?)));
    for (seed, instance) in (0..4000).map(|seed| (seed, small_thieves(seed))).chain(any) {
        let plain = PilePosition::new(&instance).unwrap();
        let all = breadth_first(&plain, 5_000);
        let settled = breadth_first(&Settled(plain).settle(), 5_000);
        let verdict = |end: &SearchEnd| match end {
            SearchEnd::Solved(_) => Some(true),
            SearchEnd::Exhausted => Some(false),
            _ => None,
        };
        let (Some(expected), Some(found)) = (verdict(&all.end), verdict(&settled.end)) else { continue };
        assert_eq!(found, expected, "seed {seed}");
        won += usize::from(expected);
        lost += usize::from(!expected);
        shorter += usize::from(settled.stats.expanded < all.stats.expanded);
    }
    assert!(won > 500 && lost > 300 && shorter > 500, "{won} {lost} {shorter}");
}

#[test]
fn every_strategy_gives_the_tables_verdict() {
    let (mut won, mut lost) = (0, 0);
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let any = (0..6000).filter_map(|seed| Some((seed, any_piles(seed)?)));
    for (seed, instance) in (0..1500).map(|seed| (seed, small_thieves(seed))).chain(any) {
        let expected = match breadth_first(&instance.table(), 5_000).end {
            SearchEnd::Solved(_) => true,
            SearchEnd::Exhausted => false,
            _ => continue,
        };
        for name in ["auto", "layers", "beams", "sweep"] {
            let strategy = strategy(name).unwrap();
            let report = (strategy.run)(&instance, &SearchOptions::default(), &mut Budget::new(limits));
            match report.end {
                SearchEnd::Solved(plan) => {
                    replay(&instance, plan).unwrap_or_else(|e| panic!("{name} {seed}: {e}"));
                    assert!(expected, "{name} {seed}");
                }
                SearchEnd::Exhausted => assert!(strategy.complete && !expected, "{name} {seed}"),
                // Beams leave nothing behind in games so small: what they do not win is lost.
                SearchEnd::GaveUp => {
                    assert!(!strategy.complete && (name != "beams" || !expected), "{name} {seed}");
                }
                SearchEnd::Limit(limit) => panic!("{name} {seed}: {limit}"),
            }
        }
        won += usize::from(expected);
        lost += usize::from(!expected);
    }
    assert!(won > 200 && lost > 200, "{won} {lost}");
}

/// A beam ended where the first position of a layer had no waste to deal again, though others had: this game, which can
/// be won, was given up.
#[test]
fn a_beam_goes_on_while_any_position_can_draw() {
    let instance = small_thieves(10_887);
    let mut budget = Budget::new(Limits::default());
    let report = (strategy("beams").unwrap().run)(&instance, &SearchOptions::default(), &mut budget);
    let SearchEnd::Solved(plan) = report.end else { panic!("{:?}", report.end) };
    replay(&instance, plan).unwrap();
}

/// With `--seed` its beams have other weights; a game that one beam sees whole is left after it.
#[test]
fn many_beams_vary_with_the_seed_and_end_with_a_complete_one() {
    let beams = strategy("beams").unwrap();
    let searched = |instance: &Instance, seed, nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut budget = Budget::new(limits);
        (beams.run)(instance, &SearchOptions { seed, ..SearchOptions::default() }, &mut budget)
    };
    let deal = |number: u32| {
        let id = format!("solvitaire:forty-thieves:{number}").parse().unwrap();
        Instance::from_id(Rules::preset("forty-thieves").unwrap(), id).unwrap()
    };
    let ends: Vec<_> = (0..4).map(|seed| searched(&deal(6), seed, 150_000)).collect();
    let expanded: HashSet<u64> = ends.iter().map(|report| report.stats.expanded).collect();
    assert!(expanded.len() > 1, "{expanded:?}");
    for report in ends {
        if let SearchEnd::Solved(plan) = report.end {
            replay(&deal(6), plan).unwrap();
        }
    }
    let (mut seen, mut left, mut alone) = (0, 0, 0);
    for seed in 0..200 {
        let report = searched(&small_thieves(seed), 0, 1_000_000);
        match report.end {
            SearchEnd::Solved(_) => seen += 1,
            SearchEnd::GaveUp => {
                left += 1;
                // Mostly no more than the first of them; else up to a wider one.
                let game = PileGame::new(&small_thieves(seed)).unwrap();
                let (_, _, expanded) = piles::try_beam(&game, &piles::weights_of(0), 100);
                assert!((expanded..1000 * expanded.max(1)).contains(&report.stats.expanded), "{seed}");
                alone += usize::from(report.stats.expanded == expanded);
            }
            end => panic!("{seed}: {end:?}"),
        }
    }
    assert!(seen > 30 && left > 30 && alone * 10 > left * 9, "{seen} {left} {alone}");
}

/// Surveys say how many positions a deal took: what makes a beam faster must not change its way.
#[test]
fn beams_take_the_way_they_always_took() {
    let mut ends_of_beams = Vec::new();
    for number in 401..=402 {
        let id = format!("solvitaire:forty-thieves:{number}").parse().unwrap();
        let instance = Instance::from_id(Rules::preset("forty-thieves").unwrap(), id).unwrap();
        let game = PileGame::new(&instance).unwrap();
        ends_of_beams.extend((0..3).map(|beam| piles::try_beam(&game, &piles::weights_of(beam), 100)));
    }
    // As the evaluation of whole positions had it.
    let least = ends_of_beams
        .iter()
        .fold(0u64, |all, &(_, least, _)| all.wrapping_mul(31).wrapping_add(least.into()));
    let expanded: u64 = ends_of_beams.iter().map(|&(_, _, expanded)| expanded).sum();
    assert_eq!(
        (ends_of_beams.iter().any(|&(won, ..)| won), least, expanded),
        (false, 2_425_925_196, 120_115)
    );
}

#[test]
fn a_plan_with_a_card_too_early_is_refused() {
    let instance = small_thieves(11);
    let mut table = instance.table();
    table.apply(Move::Draw).unwrap();
    let plan: Plan = vec![Move::Redeal].into();
    assert!(play(&instance, plan).is_err());
}
