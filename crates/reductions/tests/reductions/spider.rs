//! Formulas as Spider deals: satisfiable exactly if winnable, both ways, and why each part of the
//! construction is there.

use patsat_analysis::variants::best;
use patsat_base::Limits;
use patsat_game::state::{Goal, Instance};
use patsat_game::verify::{play, replay};
use patsat_reductions::spider::{
    Construction, build, build_shape, gaps, horizon, lift, lift_shape, locks, lower, lower_shape,
};
use patsat_reductions::{Assignment, BuiltGame, Cnf};
use patsat_search::Budget;
use patsat_testkit::Dice;
use patsat_testkit::cnf::{classes, cnf, planted, random};
use patsat_testkit::open_runs::{OpenPosition, fewest, search, winnable};

fn instance(built: &BuiltGame) -> Instance {
    Instance::new(built.rules.clone(), built.deal.clone()).unwrap()
}

fn open(built: &BuiltGame) -> (OpenPosition, u8) {
    let ranks = u8::try_from(built.rules.deck.ranks).unwrap();
    (OpenPosition::new(&built.deal, ranks), ranks)
}

/// Whether the built game is won, by exhaustive search.
fn won(built: &BuiltGame) -> (bool, usize) {
    let (start, ranks) = open(built);
    winnable(&start, ranks)
}

/// Assignment to plan, plan to assignment.
fn round_trip(formula: &Cnf, suits: u16, assignment: &Assignment) {
    let instance = instance(&build(formula, suits).unwrap());
    let plan = lower(formula, suits, assignment);
    assert!(plan.moves.len() <= instance.deal.cards_in_play().count());
    replay(&instance, plan.clone()).unwrap_or_else(|e| panic!("{e} {formula:?} {assignment:?}"));
    // Without a clause there is no lock, and nothing to be chosen before the last one leaves.
    if !formula.clauses.is_empty() {
        assert_eq!(&lift(formula, suits, &instance, &plan), assignment);
    }
}

/// One formula: the game against the formula, and plans of every satisfying assignment.
fn check(formula: &Cnf) -> (bool, usize) {
    let satisfiable = formula.satisfied_by_trying().is_some();
    let (won, positions) = won(&build(formula, 1).unwrap());
    assert_eq!(won, satisfiable, "{formula:?}");
    for bits in 0..1u32 << formula.variables {
        let assignment = Assignment((0..formula.variables).map(|v| bits >> v & 1 == 1).collect());
        if formula.falsified(&assignment).is_none() {
            round_trip(formula, 1, &assignment);
        }
    }
    (satisfiable, positions)
}

fn check_all(formulas: impl IntoIterator<Item = Cnf>) -> [u32; 2] {
    let (mut counts, mut most) = ([0; 2], [0; 2]);
    for formula in formulas {
        let (satisfiable, positions) = check(&formula);
        let kind = usize::from(satisfiable);
        counts[kind] += 1;
        most[kind] = most[kind].max(positions);
    }
    println!("unsatisfiable, satisfiable: {counts:?}, at most {most:?} positions");
    counts
}

#[test]
fn small_formulas_are_satisfiable_iff_the_games_are_won() {
    let small = (0..=2).flat_map(|n| (0..=2).flat_map(move |m| classes(n, m, 0)));
    let counts = check_all(small);
    assert!(counts[0] >= 1 && counts[1] >= 20, "{counts:?}");
}

#[test]
fn planted_formulas_go_both_ways() {
    let mut dice = Dice::new(1);
    for (variables, clauses, suits) in
        [(1, 1, 1), (3, 3, 2), (5, 21, 1), (20, 80, 3), (100, 430, 1), (150, 40, 2)]
    {
        let (formula, assignment) = planted(&mut dice, variables, clauses);
        round_trip(&formula, suits, &assignment);
    }
}

#[test]
fn formulas_with_three_clauses() {
    // A part of the classes; all of them below.
    let counts = check_all(classes(2, 3, 0).into_iter().step_by(5));
    assert!(counts[0] >= 3 && counts[1] >= 20, "{counts:?}");
}

#[test]
#[ignore = "minutes"]
fn all_formulas_with_three_clauses_and_many_with_more() {
    check_all((1..=2).flat_map(|n| classes(n, 3, 0)));
    let mut dice = Dice::new(7);
    check_all((0..150).map(|n| random(&mut dice, 1 + n % 3, 3 + n % 2)));
}

/// What a formula's large pile is left with when its locks have gone.
fn locks_gone(formula: &Cnf, open: &OpenPosition) -> bool {
    let built = build(formula, 1).unwrap();
    let locks = locks(formula, 1).unwrap();
    let large = &built.deal.columns[usize::from(locks.column)].cards;
    assert_eq!(large[locks.height..], locks.cards);
    let top = large[locks.height - 1].rank.0 as u8;
    // N - 1 lies on top of exactly one column, and nowhere else but deep in the two piles.
    open.columns.iter().any(|cards| cards.last() == Some(&top) && cards.len() == locks.height)
}

/// The fewest moves after which the locks are gone, and the bound on them.
fn check_horizon(formula: &Cnf) -> bool {
    let (start, ranks) = open(&build(formula, 1).unwrap());
    let horizon = horizon(formula);
    let fewest = fewest(&start, ranks, |open| locks_gone(formula, open));
    assert_eq!(fewest.is_some(), formula.satisfied_by_trying().is_some(), "{formula:?}");
    let (n, m) = (u64::from(formula.variables), formula.clauses.len() as u64);
    assert!(horizon.moves <= 2 * n + 8 * m);
    assert!(
        fewest.is_none_or(|moves| u64::from(moves) <= horizon.moves),
        "{formula:?} {fewest:?} {horizon:?}"
    );
    // The plan from an assignment keeps to it too, and to the steps.
    if let Some(assignment) = formula.satisfied_by_trying() {
        let (moves, steps) = schedule(formula, &assignment);
        assert!(moves <= horizon.moves && steps <= horizon.steps, "{formula:?} {moves} {steps} {horizon:?}");
    }
    fewest.is_some()
}

/// Moves and parallel steps until a lowered plan has removed the locks, each move in the first
/// step at whose start it is possible and after all others of its two columns.
fn schedule(formula: &Cnf, assignment: &Assignment) -> (u64, u64) {
    use patsat_game::rules::{Move, Place};
    let instance = instance(&build(formula, 1).unwrap());
    let locks = locks(formula, 1).unwrap();
    let mut table = instance.table();
    let mut ready = vec![0; table.columns().len()];
    let (mut moves, mut last) = (0, 0);
    for action in lower(formula, 1, assignment).moves {
        if table.columns()[usize::from(locks.column)].cards.len() == locks.height {
            break;
        }
        let Move::Cards { from: Place::Column(from), to: Place::Column(to), .. } = action else { panic!() };
        let step = 1 + ready[usize::from(from)].max(ready[usize::from(to)]);
        (ready[usize::from(from)], ready[usize::from(to)]) = (step, step);
        table.apply(action).unwrap();
        (moves, last) = (moves + 1, last.max(step));
    }
    (moves, last)
}

#[test]
fn the_locks_are_gone_in_time_iff_the_formula_is_satisfiable() {
    let small = (1..=2).flat_map(|n| (1..=2).flat_map(move |m| classes(n, m, 0)));
    let found: Vec<bool> = small.map(|formula| check_horizon(&formula)).collect();
    assert!(found.contains(&true) && found.contains(&false));
    let mut dice = Dice::new(3);
    for (variables, clauses) in [(4, 9), (20, 80), (100, 300)] {
        let (formula, assignment) = planted(&mut dice, variables, clauses);
        let ((moves, steps), horizon) = (schedule(&formula, &assignment), horizon(&formula));
        assert!(moves <= horizon.moves && steps <= horizon.steps, "{moves} {steps} {horizon:?}");
    }
}

#[test]
fn a_large_formula_is_built_in_linear_time() {
    let (formula, _) = planted(&mut Dice::new(5), 3000, 10_000);
    let start = std::time::Instant::now();
    let built = build(&formula, 1);
    println!("{:?} {:?}", start.elapsed(), built.map(|b| b.labels.len()));
}

/// What is changed in a deal, to see what it was for.
type Change = fn(&mut BuiltGame, &Cnf);

/// The columns of a clause's five.
fn clause_column(formula: &Cnf, clause: usize, column: usize) -> usize {
    1 + 2 * formula.variables as usize + 5 * clause + column
}

/// Takes the top card of a column and puts it under the large pile.
fn bury(built: &mut BuiltGame, column: usize) {
    let card = built.deal.columns[column].cards.pop().unwrap();
    built.deal.columns.last_mut().unwrap().cards.insert(0, card);
}

/// Lays the card of the large pile that is highest in it of a rank into a column of its own.
fn lay_open(built: &mut BuiltGame, rank: u32) {
    let large = &mut built.deal.columns.last_mut().unwrap().cards;
    let at = large.iter().rposition(|card| card.rank.0 == rank).unwrap();
    let card = large.remove(at);
    built.deal.columns.push(vec![card].into());
    built.rules.columns += 1;
}

const CHANGES: [(&str, Change); 9] = [
    ("no lock of the first clause", |built, _| {
        let large = built.deal.columns.len() - 1;
        bury(built, large);
    }),
    ("no blocker c of the first clause", |built, formula| bury(built, clause_column(formula, 0, 3))),
    ("no blocker c + 4 of the first clause", |built, formula| bury(built, clause_column(formula, 0, 4))),
    ("no blocker c of the last clause", |built, formula| {
        bury(built, clause_column(formula, formula.clauses.len() - 1, 3));
    }),
    ("the second initial card open", |built, formula| lay_open(built, 2 * formula.variables + 1)),
    ("an empty column", |built, _| {
        built.deal.columns.push(Vec::new().into());
        built.rules.columns += 1;
    }),
    ("the rest card not on its pile", |built, _| {
        let rest = built.deal.columns.len() - 2;
        let cards = &mut built.deal.columns[rest].cards;
        cards.rotate_right(1);
    }),
    ("N - 1 open", |built, _| {
        let ranks = built.rules.deck.ranks;
        lay_open(built, ranks - 1);
    }),
    ("no buffer", |built, formula| {
        *built = build_shape(formula, Construction { buffers: 0, ..Construction::default() }).unwrap();
    }),
];

/// Every part is needed: without it the game of an unsatisfiable formula is won.
#[test]
fn an_unsatisfiable_deal_without_any_one_part_is_won() {
    for formula in [
        cnf(1, &[[1, 1, 1], [-1, -1, -1]]),
        cnf(2, &[[1, 1, 2], [-1, -1, -1], [-2, -2, -2]]),
        cnf(2, &[[1, 1, 1], [2, 2, 2], [-1, -1, -2]]),
    ] {
        let plain = build(&formula, 1).unwrap();
        assert!(!won(&plain).0);
        // More buffers than one change nothing.
        assert!(
            !won(&build_shape(&formula, Construction { buffers: 2, ..Construction::default() }).unwrap()).0
        );
        for (what, change) in CHANGES {
            let mut built = plain.clone();
            change(&mut built, &formula);
            assert!(won(&built).0, "{what}: {formula:?}");
        }
    }
}

/// The most that any moves reach, by visiting every position.
fn most(built: &BuiltGame, value: impl Fn(&OpenPosition) -> usize) -> usize {
    let (start, ranks) = open(built);
    let mut most = value(&start);
    search(&start, ranks, |open| {
        most = most.max(value(open));
        false
    });
    most
}

fn longest(open: &OpenPosition) -> usize {
    let of = |cards: &Vec<u8>| {
        let (mut longest, mut length) = (0, 0);
        for (n, &card) in cards.iter().enumerate() {
            length = if n > 0 && cards[n - 1] == card + 1 { length + 1 } else { 1 };
            longest = longest.max(length);
        }
        longest
    };
    open.columns.iter().map(of).max().unwrap()
}

#[test]
fn satisfiable_formulas_reach_all_and_others_next_to_nothing() {
    let small: Vec<Cnf> = (1..=2).flat_map(|n| (1..=2).flat_map(move |m| classes(n, m, 0))).collect();
    for formula in small.iter().chain(&[cnf(2, &[[1, 1, 2], [-1, -1, -1], [-2, -2, -2]])]) {
        let ranks = build(formula, 1).unwrap().rules.deck.ranks;
        let padding = gaps::padding(formula, 1, 2).unwrap();
        assert!(ranks + padding > 2 * ranks);
        let shapes = [
            Construction::default(),
            Construction { decks: 4, ..Construction::default() },
            Construction { padding, ..Construction::default() },
            Construction { padding: 3, suits: 2, decks: 3, ..Construction::default() },
        ];
        for shape in shapes {
            let built = build_shape(formula, shape).unwrap();
            let instance = instance(&built);
            if let Some(assignment) = formula.satisfied_by_trying() {
                let plan = lower_shape(formula, shape, &assignment);
                let played = play(&instance, plan.clone()).unwrap();
                for goal in Goal::ALL {
                    assert_eq!(
                        goal.value(&instance, &played.table),
                        goal.most(&instance),
                        "{formula:?} {shape:?}"
                    );
                }
                assert_eq!(lift_shape(formula, shape, &instance, &plan), assignment);
            } else if shape.suits == 1 {
                assert_eq!(most(&built, |open| open.gone.into()), 0);
                // Complete runs lie in the large pile of more decks from the start.
                assert!(shape.decks > 2 || most(&built, longest) < ranks as usize);
            }
        }
    }
    assert_eq!(gaps::one_run(&small[0], 3).unwrap().rules.deck.copies, 3);
    assert_eq!(
        gaps::long_run(&small[0], 9).unwrap().rules.deck.ranks,
        build(&small[0], 1).unwrap().rules.deck.ranks + 9
    );
}

/// The command that maximises runs reports the same, where it can visit every position.
#[test]
fn best_finds_nothing_where_the_formula_is_unsatisfiable() {
    let formula = cnf(1, &[[1, 1, 1], [-1, -1, -1]]);
    for built in [build(&formula, 1), gaps::one_run(&formula, 3), gaps::long_run(&formula, 5)] {
        let instance = instance(&built.unwrap());
        for goal in [Goal::Runs, Goal::OneRun] {
            let found = best(&instance, goal, &mut Budget::new(Limits::default())).unwrap();
            assert_eq!((found.value, found.open), (0, None));
        }
    }
}

#[test]
fn what_is_no_formula_for_it_is_refused_in_a_sentence() {
    let error_for = |formula: &Cnf, shape: Construction| build_shape(formula, shape).unwrap_err().to_string();
    let short = Cnf { variables: 2, clauses: vec![vec![1, 2, -1], vec![1, 2]] };
    assert_eq!(
        error_for(&short, Construction::default()),
        "clause 2 has 2 literals: expected three (a literal may be repeated)"
    );
    let foreign = cnf(1, &[[1, 1, 2]]);
    assert_eq!(
        error_for(&foreign, Construction::default()),
        "clause 1 has the literal 2: expected variables 1..1"
    );
    let sound = cnf(1, &[[1, 1, 1]]);
    assert_eq!(
        error_for(&sound, Construction { suits: 0, ..Construction::default() }),
        "there are 0 suits: expected at least one"
    );
    let few = error_for(&sound, Construction { decks: 1, ..Construction::default() });
    assert_eq!(few, "copies of each card: found 1, expected at least 2");
    let wide = Cnf { variables: 40_000, clauses: Vec::new() };
    assert_eq!(
        error_for(&wide, Construction::default()),
        "the deal would need 80006 columns: expected at most 65000"
    );
    assert_eq!(
        error_for(&sound, Construction { suits: 300, decks: 300, ..Construction::default() }),
        "the deal would need 90000 foundations: expected at most 65000"
    );
    assert!(gaps::padding(&sound, 0, 1).is_err());
}
