//! Formulas as deals of Forty Thieves: satisfiable exactly when winnable, both ways constructive.

mod autostart;
mod needed;

use autostart::{of_moves, to_moves};
use patsat_autostart::{Algorithm, IntermediatePlace, Tableau, check_columns};
use patsat_base::Limits;
use patsat_game::cards::{Card, DealId, DeckSpec};
use patsat_game::rules::{Rules, Sizes};
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_reductions::forty_thieves::{self, horizon};
use patsat_reductions::{BuiltGame, Cnf, Form, ReduceError, Target, lift, lower, reduce};
use patsat_search::{Budget, SearchEnd, SearchOptions, classic};
use patsat_testkit::Dice;
use patsat_testkit::thief_search::{State, Verdict, fewest, search};
use patsat_testkit::three_sat::{cnf, planted, random, shuffled, up_to_symmetry};

const FORMS: [Form; 2] = [Form::A, Form::B];

/// More positions than any of these games has.
const MOST: usize = 400_000;

fn instance(built: BuiltGame) -> Instance {
    Instance::new(built.rules, built.deal).unwrap()
}

fn full(formula: &Cnf, form: Form) -> Instance {
    instance(forty_thieves::build(formula, form).unwrap())
}

/// Plays the formula's game out and compares; returns whether it can be satisfied, and the
/// number of positions.
fn agrees(formula: &Cnf, form: Form) -> (bool, usize) {
    let game = full(formula, form);
    let satisfying = formula.satisfied_by_trying();
    let (verdict, positions) = search(&game, MOST);
    let expected = if satisfying.is_some() { Verdict::Won } else { Verdict::Lost };
    assert_eq!(verdict, expected, "{formula:?}, form {form}, {positions} positions");
    if let Some(assignment) = &satisfying {
        let plan = forty_thieves::lower(formula, form, assignment);
        let plan = replay(&game, plan).unwrap_or_else(|e| panic!("{formula:?}, form {form}: {e}"));
        let lifted = forty_thieves::lift(formula, form, &game, &plan);
        assert_eq!(lifted, *assignment);
    }
    (satisfying.is_some(), positions)
}

#[test]
fn small_formulas_are_satisfiable_iff_their_games_are_won() {
    let mut dice = Dice::new(1);
    let formulas = [up_to_symmetry(1, 3), up_to_symmetry(2, 3)].concat();
    let (mut yes, mut no, mut largest) = (0, 0, 0);
    for formula in formulas {
        for form in FORMS {
            let (satisfiable, positions) = agrees(&shuffled(&formula, &mut dice), form);
            yes += usize::from(satisfiable);
            no += usize::from(!satisfiable);
            largest = largest.max(positions);
        }
    }
    assert_eq!((yes, no), (524, 32));
    assert!(largest > 5_000, "{largest}");
}

fn random_formulas_agree(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut yes, mut no) = (0, 0);
    for seed in seeds {
        let formula = random(&mut Dice::new(seed), 3, 4);
        for form in FORMS {
            let (satisfiable, _) = agrees(&formula, form);
            yes += usize::from(satisfiable);
            no += usize::from(!satisfiable);
        }
    }
    (yes, no)
}

#[test]
fn random_formulas_are_satisfiable_iff_their_games_are_won() {
    let (yes, no) = random_formulas_agree(0..100);
    assert!(yes > 120 && no > 10, "{yes} {no}");
}

#[test]
#[ignore = "minutes"]
fn many_random_formulas_are_satisfiable_iff_games_are_won() {
    let (yes, no) = random_formulas_agree(100..2100);
    assert!(yes > 2500 && no > 200, "{yes} {no}");
}

/// The search of these tests against the program's own on the table.
#[test]
fn the_search_agrees_with_the_table() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut rules = Rules::preset("forty-thieves").unwrap();
        rules.deck = DeckSpec::new(dice.pick(&[2, 3, 4]), 1 + dice.below(2) as u16, 2);
        rules.columns = 1 + dice.below(4) as u16;
        rules.layout.sizes = Sizes::Round(dice.below(rules.deck.len() + 1) as u32);
        let game = Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap();
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let table = game.table();
        let report = classic::breadth_first(&table, &SearchOptions::default(), &mut Budget::new(limits));
        let expected = match report.end {
            SearchEnd::Solved(plan) => {
                assert_eq!(fewest(&game, State::is_won), Some(plan.moves.len()), "seed {seed}");
                Verdict::Won
            }
            SearchEnd::Exhausted => Verdict::Lost,
            _ => continue,
        };
        assert_eq!(search(&game, MOST).0, expected, "seed {seed}");
        won += usize::from(expected == Verdict::Won);
        lost += usize::from(expected == Verdict::Lost);
    }
    assert!(won > 100 && lost > 50, "{won} {lost}");
}

#[test]
fn planted_formulas_there_and_back() {
    for (seed, variables, clauses) in [(1, 100, 420), (2, 300, 1200), (3, 500, 500), (4, 40, 0), (5, 1, 30)] {
        let (formula, hidden) = planted(&mut Dice::new(seed), variables, clauses);
        for form in FORMS {
            for target in [Target::FortyThieves { form }, Target::Autostart { form }] {
                let reduced = reduce(&formula, target).unwrap();
                let plan = lower(&reduced, &hidden).unwrap();
                let cards = reduced.instance.rules.deck.len();
                assert!(plan.moves.len() <= variables as usize + 6 * clauses + cards, "{target}");
                let plan = replay(&reduced.instance, plan).unwrap_or_else(|e| panic!("{target}: {e}"));
                assert_eq!(lift(&reduced, &plan).unwrap(), hidden, "{target}");
                if matches!(target, Target::Autostart { .. }) {
                    let columns = columns(&reduced.instance);
                    let steps = of_moves(&plan.moves).unwrap();
                    assert_eq!(
                        check_columns(&columns, IntermediatePlace::Suit, &steps),
                        Ok(cards),
                        "{target}"
                    );
                    assert_eq!(to_moves(&steps, &columns, reduced.instance.rules.deck).unwrap(), plan.moves);
                }
            }
        }
    }
}

fn columns(game: &Instance) -> Vec<Vec<Card>> {
    game.deal.columns.iter().map(|pile| pile.cards.clone()).collect()
}

/// All cards go home, by the exact algorithm and by its checker, exactly when the formula can
/// be satisfied; and the plan found stands for an assignment.
fn autostart_agrees(formula: &Cnf, form: Form, rules: IntermediatePlace) -> Option<bool> {
    let reduced = reduce(formula, Target::Autostart { form }).unwrap();
    let deck = reduced.instance.rules.deck;
    let columns = columns(&reduced.instance);
    // The algorithms take no more cards than this.
    let tableau = Tableau::new(columns.clone()).ok()?;
    let found = Algorithm::Exact.run(&tableau, rules, 10_000_000).unwrap();
    assert!(found.finished, "{formula:?}");
    let satisfying = formula.satisfied_by_trying();
    assert_eq!(found.cards == deck.len(), satisfying.is_some(), "{formula:?}, form {form}");
    if satisfying.is_some() {
        let moves = to_moves(&found.plan, &columns, deck).unwrap();
        let plan = replay(&reduced.instance, moves.into()).unwrap();
        let assignment = lift(&reduced, &plan).unwrap();
        assert_eq!(formula.falsified(&assignment), None);
    } else {
        assert_eq!(found.cards, 0, "{formula:?}, form {form}");
    }
    Some(satisfying.is_some())
}

fn autostart_agrees_on(formulas: impl Iterator<Item = Cnf>) -> (usize, usize) {
    let (mut yes, mut no) = (0, 0);
    for formula in formulas {
        for form in FORMS {
            for rules in [IntermediatePlace::Suit, IntermediatePlace::SuitOrEmpty] {
                let Some(satisfiable) = autostart_agrees(&formula, form, rules) else { continue };
                yes += usize::from(satisfiable);
                no += usize::from(!satisfiable);
            }
        }
    }
    (yes, no)
}

#[test]
fn games_are_won_at_once_iff_their_formulas_are_satisfiable() {
    let mut dice = Dice::new(7);
    let all = [up_to_symmetry(1, 3), up_to_symmetry(2, 2)].concat();
    let all = all.into_iter().map(|formula| shuffled(&formula, &mut dice));
    let some = (0..40).map(|seed| random(&mut Dice::new(seed), 3, 3));
    let (yes, no) = autostart_agrees_on(all.chain(some));
    assert!(yes > 200 && no > 30, "{yes} {no}");
}

#[test]
#[ignore = "minutes"]
fn many_games_are_won_at_once_iff_a_formula_is_satisfiable() {
    let (yes, no) = autostart_agrees_on((100..1500).map(|seed| random(&mut Dice::new(seed), 3, 4)));
    assert!(yes > 1000 && no > 100, "{yes} {no}");
}

#[test]
fn the_vault_opens_in_time_iff_the_formula_is_satisfiable() {
    let mut dice = Dice::new(3);
    let all = [up_to_symmetry(1, 2), up_to_symmetry(2, 2)].concat();
    let some = (0..40).map(|seed| random(&mut Dice::new(seed), 3, 3));
    let (mut yes, mut no) = (0, 0);
    for formula in all.into_iter().map(|formula| shuffled(&formula, &mut dice)).chain(some) {
        for form in FORMS {
            let Some(goal) = horizon(&formula, form).unwrap() else {
                assert!(formula.clauses.is_empty());
                continue;
            };
            let game = full(&formula, form);
            let vault = &game.deal.columns[goal.column].cards;
            assert_eq!(vault[goal.below], goal.card);
            assert!(vault[..goal.below].contains(&goal.card), "its twin");
            assert_eq!(vault[goal.below - 1].rank.0, 1, "an ace is next");
            assert!(goal.moves <= formula.variables as usize + 6 * formula.clauses.len());
            match (
                fewest(&game, |state| state.size(goal.column) <= goal.below),
                formula.satisfied_by_trying(),
            ) {
                (Some(moves), Some(assignment)) => {
                    assert!(moves <= goal.moves, "{formula:?}: {moves} of {goal:?}");
                    yes += 1;
                    // The proof's plan keeps to it too.
                    let plan = forty_thieves::lower(&formula, form, &assignment);
                    let mut table = game.table();
                    plan.moves[..goal.moves].iter().for_each(|&action| table.apply(action).unwrap());
                    assert!(table.columns()[goal.column].cards.len() <= goal.below);
                }
                (None, None) => no += 1,
                (moves, _) => panic!("{formula:?}, form {form}: {moves:?}"),
            }
        }
    }
    assert!(yes > 60 && no > 10, "{yes} {no}");
}

#[test]
fn invalid_deals_are_reported() {
    let refused = |formula: &Cnf| forty_thieves::build(formula, Form::A).unwrap_err();
    let two = Cnf { variables: 1, clauses: vec![vec![1, 1]] };
    assert_eq!(refused(&two).to_string(), "clause 1 has 2 literals: expected 3 (to_3cnf makes it so)");
    let stray = cnf(2, &[[1, 2, 2], [1, 3, 1]]);
    assert_eq!(refused(&stray).to_string(), "clause 2 has the literal 3: expected variables 1..2");
    let zero = cnf(2, &[[0, 1, 1]]);
    assert!(matches!(refused(&zero), ReduceError::Literal { .. }));
    let large = Cnf { variables: 1, clauses: vec![vec![1; 3]; 13_107] };
    assert_eq!(refused(&large).to_string(), "the deal would need 65539 columns: expected at most 65000");
    let suits = Cnf { variables: 1_300, clauses: vec![vec![1; 3]; 10_500] };
    assert_eq!(refused(&suits).to_string(), "the deal would need 32800 suits: expected at most 32500");
    for form in FORMS {
        assert!(full(&Cnf::default(), form).table().columns().len() == 4, "a deal without a formula");
        assert!(agrees(&Cnf::default(), form).0);
    }
}

#[test]
fn the_labels_name_the_columns() {
    let built = forty_thieves::build(&cnf(2, &[[1, -2, 2]]), Form::A).unwrap();
    let column = |label: &str| {
        let place = built.labels.iter().position(|l| l == label).unwrap();
        built.deal.columns[place].cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(built.labels.len(), built.deal.columns.len());
    // Suits: x1 clubs, x2 diamonds, d1 hearts, c1 spades, e1 the fifth.
    assert_eq!(column("x1 true"), "4C 3S 2C");
    assert_eq!(column("x2 true"), "4D 3H 2D");
    assert_eq!(column("x2 false"), "4D 3H 2D");
    assert_eq!(column("x2 key"), "3D");
    assert_eq!(column("clause 1, Q"), "r3s5 2S");
    assert_eq!(column("clause 1, R"), "4S 3S 2H");
    assert_eq!(column("vault"), "r3s5 3D 3C r2s5 2S 2H r1s5 r1s5 AS AS AH AH AD AD AC AC r2s5");
}
