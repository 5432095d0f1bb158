//! Games whose cards go home one by one: safe moves lose nothing, and the strategies agree with exhaustive search on the
//! table.

use patsat_base::Limits;
use patsat_game::rules::{Move, Rules};
use patsat_game::state::{Instance, Plan, Position};
use patsat_game::verify::{play, replay};
use patsat_search::classic::Scored;
use patsat_search::{Budget, SearchEnd, SearchOptions, SearchReport, classic, piles, strategy};
use patsat_states::piles::{PileGame, PileKey, PilePosition};
use patsat_testkit::Dice;
use patsat_testkit::any_game::any_game;
use patsat_testkit::thieves::small_thieves;
use std::collections::HashSet;

/// A random small game of any rules that the state holds, in the middle or at its start.
pub(crate) fn any_piles(seed: u64) -> Option<Instance> {
    let instance = any_game(&mut Dice::new(seed), 10);
    PileGame::new(&instance).is_ok().then_some(instance)
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
