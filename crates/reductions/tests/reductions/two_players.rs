//! Quantified formulas as Spider deals: fair, or easy, exactly if the formula is true.

use itertools::Itertools;
use patsat_analysis::variants::{self, FairEnd, HiddenCards};
use patsat_base::Limits;
use patsat_game::state::{Instance, Plan, Table};
use patsat_game::verify::replay;
use patsat_reductions::spider::easy::{self, Form};
use patsat_reductions::spider::fair;
use patsat_reductions::{Assignment, BuiltGame, Cnf, Qbf2};
use patsat_search::Budget;
use patsat_testkit::Dice;
use patsat_testkit::cnf::{classes, cnf, for_all, planted, random};
use patsat_testkit::open_runs::{OpenPosition, winnable};
use std::collections::{HashMap, HashSet};

fn instance(built: &BuiltGame) -> Instance {
    Instance::new(built.rules.clone(), built.deal.clone()).unwrap()
}

fn open(table: &Table) -> (OpenPosition, u8) {
    let ranks = u8::try_from(table.rules().deck.ranks).unwrap();
    (OpenPosition::new(table.deal(), ranks), ranks)
}

/// An assignment that satisfies the formula and has these literals true.
fn completed(formula: &Qbf2, literals: &[i32]) -> Option<Assignment> {
    let mut fixed = formula.matrix();
    fixed.clauses.extend(literals.iter().map(|&literal| vec![literal]));
    fixed.satisfied_by_trying()
}

/// Whether a formula is true, by every choice of the adversary.
fn is_true(formula: &Qbf2) -> bool {
    let signs = |&name: &u32| [name as i32, -(name as i32)];
    let mut choices = formula.universal.iter().map(signs).multi_cartesian_product();
    choices.all(|choice| completed(formula, &choice).is_some())
}

#[test]
fn the_adversary_moves_first() {
    assert!(is_true(&for_all(1, &Cnf { variables: 2, clauses: vec![vec![1, -2], vec![-1, 2]] })));
    assert!(!is_true(&for_all(1, &Cnf { variables: 2, clauses: vec![vec![1], vec![2]] })));
}

/// The game with its hidden cards in another order.
fn arranged(formula: &Qbf2, built: &BuiltGame, order: &[patsat_game::cards::Card]) -> Instance {
    let mut built = built.clone();
    let mut cards = order.iter();
    for column in fair::hidden(formula).unwrap() {
        for card in &mut built.deal.columns[column].cards {
            *card = *cards.next().unwrap();
        }
    }
    instance(&built)
}

/// Orders met: not legal, won, lost.
fn check_fair(formula: &Qbf2, sample: usize) -> [u32; 3] {
    let built = fair::build(formula).unwrap();
    let start = instance(&built);
    let hidden = HiddenCards::WithTops.cards(&start.deal);
    assert_eq!(hidden.len(), 2 * formula.universal.len());
    let mut met = [0; 3];
    for order in hidden.iter().copied().permutations(hidden.len()).step_by(sample) {
        let instance = arranged(formula, &built, &order);
        let values = fair::values(formula, &instance);
        let sign = |&(&name, value): &(&u32, bool)| if value { name as i32 } else { -(name as i32) };
        let literals =
            |values: Vec<bool>| formula.universal.iter().zip(values).map(|p| sign(&p)).collect_vec();
        let literals = values.map(literals);
        let assignment = match &literals {
            None => Some(Assignment(vec![false; formula.matrix().variables as usize])),
            Some(literals) => completed(formula, literals),
        };
        if let Some(assignment) = assignment {
            let plan = fair::lower(formula, &instance, &assignment);
            replay(&instance, plan.clone()).unwrap_or_else(|e| panic!("{e} {formula:?} {order:?}"));
            if literals.is_some() && !formula.clauses.is_empty() {
                assert_eq!(fair::lift(formula, &instance, &plan), assignment);
            }
            met[usize::from(literals.is_some())] += 1;
        } else {
            let (start, ranks) = open(&instance.table());
            assert!(!winnable(&start, ranks).0, "{formula:?} {order:?}");
            met[2] += 1;
        }
    }
    met
}

fn check_fair_all(formulas: impl IntoIterator<Item = Qbf2>, sample: usize) -> [u32; 3] {
    let mut all = [0; 3];
    for formula in formulas {
        let met = check_fair(&formula, sample);
        if sample == 1 {
            assert_eq!(met[2] == 0, is_true(&formula), "{formula:?}");
        }
        (0..3).for_each(|n| all[n] += met[n]);
    }
    println!("orders not legal, won, lost: {all:?}");
    all
}

#[test]
fn games_are_fair_exactly_if_the_formula_is_true() {
    let one = (1..=2).flat_map(|n| (0..=2).flat_map(move |m| classes(n, m, 1)));
    let met = check_fair_all(one.map(|formula| for_all(1, &formula)), 1);
    assert!(met[1] > 40 && met[2] > 10, "{met:?}");
    let two = (2..=3).flat_map(|n| (0..=1).flat_map(move |m| classes(n, m, 2)));
    let met = check_fair_all(two.map(|formula| for_all(2, &formula)), 1);
    assert!(met[0] > 40 && met[1] > 40 && met[2] > 10, "{met:?}");
    let mut dice = Dice::new(2);
    let more = (0..6).map(|_| for_all(2, &random(&mut dice, 3, 3)));
    check_fair_all(more, 5);
}

/// By construction alone, so also large ones: every order that the theorem says is won.
#[test]
fn plans_for_orders_of_large_formulas() {
    let mut dice = Dice::new(4);
    for (universal, variables, clauses) in [(1, 1, 1), (3, 6, 4), (4, 20, 30), (6, 10, 1), (8, 40, 60)] {
        let (formula, assignment) = planted(&mut dice, variables, clauses);
        let formula = for_all(universal, &formula);
        let built = fair::build(&formula).unwrap();
        let mut cards = HiddenCards::WithTops.cards(&instance(&built).deal);
        for _ in 0..6 {
            for n in (1..cards.len()).rev() {
                cards.swap(n, dice.below(n + 1));
            }
            let any = arranged(&formula, &built, &cards);
            if fair::values(&formula, &any).is_none() {
                replay(&any, fair::lower(&formula, &any, &assignment)).unwrap();
            }
            // The assignment's own order: the card of each true literal on one of the other.
            let (mut on_top, mut below) = (Vec::new(), Vec::new());
            for pair in HiddenCards::WithTops.cards(&instance(&built).deal).chunks(2) {
                // As built the positive one lies on top.
                let n = on_top.len();
                on_top.push(pair[usize::from(assignment.0[n])]);
                below.push(pair[usize::from(!assignment.0[n])]);
            }
            let shift = dice.below(universal as usize);
            below.rotate_left(shift);
            let order = below.into_iter().interleave(on_top).collect_vec();
            let own = arranged(&formula, &built, &order);
            assert_eq!(fair::values(&formula, &own).unwrap(), assignment.0[..universal as usize]);
            let plan = fair::lower(&formula, &own, &assignment);
            replay(&own, plan.clone()).unwrap();
            assert_eq!(fair::lift(&formula, &own, &plan), assignment);
        }
    }
}

/// The program's fairness check finds the order that is lost.
#[test]
fn the_program_finds_the_unfair_order() {
    let formula = for_all(1, &cnf(1, &[[1, 1, 1]]));
    let built = fair::build(&formula).unwrap();
    // In lexicographic order the cards of the positive literal come first: deepest, and lost.
    let found = variants::fair(&instance(&built), HiddenCards::WithTops, &mut Budget::new(Limits::default()))
        .unwrap();
    assert!(matches!(found.end, FairEnd::No { .. }), "{found:?}");
}

/// Returns the positions within `moves` moves, each once.
fn within(start: &Table, moves: u32) -> Vec<Table> {
    let mut seen = HashSet::from([start.key()]);
    let (mut level, mut found) = (vec![start.clone()], vec![start.clone()]);
    for _ in 0..moves {
        let mut next = Vec::new();
        for table in level {
            for action in table.moves() {
                let mut after = table.clone();
                after.apply(action).unwrap();
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        found.extend(next.iter().cloned());
        level = next;
    }
    found
}

/// Counts the won and lost positions within the deal's moves and compares them with the formula.
/// Each won position gets a plan, and each lost one a search to the end.
fn check_easy(formula: &Qbf2, form: Form) -> [u32; 2] {
    let easy = easy::build(formula, form).unwrap();
    let start = instance(&easy.built);
    let mut known: HashMap<OpenPosition, bool> = HashMap::new();
    let mut met = [0; 2];
    for position in within(&start.table(), easy.moves) {
        let chosen = easy::chosen(formula, form, &position);
        let assignment = completed(formula, &chosen);
        match &assignment {
            Some(assignment) => {
                let plan = easy::lower(formula, form, &position, assignment);
                let here = Instance { deal: position.deal().clone(), ..start.clone() };
                replay(&here, plan).unwrap_or_else(|e| panic!("{e} {formula:?} {form:?} {chosen:?}"));
            }
            None => {
                let (open, ranks) = open(&position);
                let won = *known.entry(open.clone()).or_insert_with(|| winnable(&open, ranks).0);
                assert!(!won, "{formula:?} {form:?} {chosen:?}");
            }
        }
        met[usize::from(assignment.is_none())] += 1;
    }
    met
}

fn check_easy_all(formulas: impl IntoIterator<Item = Qbf2>, form: Form) -> [u32; 2] {
    let mut all = [0; 2];
    for formula in formulas {
        let met = check_easy(&formula, form);
        assert_eq!(met[1] == 0, is_true(&formula), "{form:?} {formula:?} {met:?}");
        (0..2).for_each(|n| all[n] += met[n]);
    }
    println!("{form:?}: positions won, lost {all:?}");
    all
}

fn small(universal: u32) -> Vec<Qbf2> {
    let apart = universal as i32;
    let formulas = (apart.max(1)..=2).flat_map(|n| (0..=2).flat_map(move |m| classes(n, m, apart)));
    formulas.map(|formula| for_all(universal, &formula)).collect()
}

#[test]
fn games_are_easy_exactly_if_the_formula_is_true() {
    for universal in 0..=2 {
        let met = check_easy_all(small(universal), Form::Direct);
        assert!(met[0] > 40 && met[1] > 0, "{met:?}");
    }
    let mut dice = Dice::new(2);
    check_easy_all((0..10).map(|n| for_all(1 + n % 2, &random(&mut dice, 3, 2))), Form::Direct);
}

#[test]
fn the_delayed_form_is_easy_exactly_if_the_formula_is_true() {
    // Caps and delay make games too large to search when they are lost, but for the smallest.
    let small = (1..=2).flat_map(small);
    let met = check_easy_all(
        small.filter(|f| is_true(f) || f.matrix().variables == 1 && f.clauses.len() < 2),
        Form::Delayed,
    );
    assert!(met[0] > 40 && met[1] > 0, "{met:?}");
}

/// The thesis' construction: a true formula whose deal is not easy.
#[test]
fn the_printed_form_fails() {
    let formula = for_all(1, &cnf(2, &[[1, 2, 2]]));
    assert!(is_true(&formula));
    // The start, two positions after a move, and after two moves eight, of which one is lost.
    assert_eq!(check_easy(&formula, Form::Printed), [10, 1]);
    assert_eq!(check_easy(&formula, Form::Delayed)[1], 0);
    assert_eq!(check_easy(&formula, Form::Direct)[1], 0);
}

/// Random play from large deals of either form: whatever the adversary does, the plan wins.
#[test]
fn plans_after_first_moves_of_large_formulas() {
    let mut dice = Dice::new(8);
    for (universal, variables, clauses) in [(2, 4, 3), (5, 12, 20), (12, 30, 40)] {
        // Every clause has a literal of the other player that is free to help.
        let (mut formula, mut assignment) = planted(&mut dice, variables, clauses);
        for clause in &mut formula.clauses {
            let name = universal as usize + 1 + dice.below(variables - universal as usize);
            clause[2] = if assignment.0[name - 1] { name as i32 } else { -(name as i32) };
        }
        let formula = for_all(universal, &formula);
        for form in [Form::Direct, Form::Delayed] {
            for _ in 0..4 {
                let easy = easy::build(&formula, form).unwrap();
                let start = instance(&easy.built);
                let mut position = start.table();
                for _ in 0..easy.moves {
                    let moves = position.moves();
                    position.apply(moves[dice.below(moves.len())]).unwrap();
                }
                for literal in easy::chosen(&formula, form, &position) {
                    assert!(literal.unsigned_abs() <= universal);
                    assignment.0[literal.unsigned_abs() as usize - 1] = literal > 0;
                }
                let here = Instance { deal: position.deal().clone(), ..start };
                let plan: Plan = easy::lower(&formula, form, &position, &assignment);
                replay(&here, plan).unwrap_or_else(|e| panic!("{e} {form:?} {formula:?}"));
            }
        }
    }
}

#[test]
fn literals_of_no_variable_are_refused() {
    let formula = Qbf2 { universal: vec![2], existential: vec![5], clauses: vec![vec![2, 5, 3]] };
    let message = fair::build(&formula).unwrap_err().to_string();
    assert_eq!(message, "clause 1 has the literal 3: expected variables 1..5");
    let named = Qbf2 { clauses: vec![vec![2, 5, -5]], ..formula };
    assert!(fair::build(&named).unwrap().labels.contains(&"not x5".to_string()));
    let unused: Cnf = cnf(1, &[]);
    assert_eq!(easy::build(&for_all(1, &unused), Form::Direct).unwrap().moves, 0);
}
