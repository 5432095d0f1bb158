//! The figures of Heineman's column (2009), reproduced to the digit or explained.
//! The text to these tests is that of `patsat_search::classic::column`.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Plan, Position, Table};
use patsat_game::verify::replay;
use patsat_search::classic::column::ColumnBoard;
use patsat_search::classic::column::stale::{Sorting, positions_entered};
use patsat_search::classic::{self, Scored};
use patsat_search::estimate::{Choice, EstimateOptions, estimate, tree_sizes};
use patsat_search::heuristic::heineman;
use patsat_search::{Budget, Limits, SearchEnd, SearchOptions};
use std::collections::HashMap;

fn instance(deal: u64) -> Instance {
    Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(deal)).unwrap()
}

fn board(deal: u64) -> ColumnBoard {
    ColumnBoard::of(&instance(deal).table()).unwrap()
}

#[test]
fn table_2_counts_sequences_of_moves() {
    let sizes = tree_sizes(&board(14), 5);
    assert_eq!(sizes, [10, 99, 1_002, 10_504, 81_724]);
    let within: Vec<u128> = (2..=5).map(|bound| sizes[..bound].iter().sum()).collect();
    assert_eq!(within, [109, 1_111, 11_615, 93_339]);
}

/// Moves made by a depth-bounded search as listed in the column, its visited set working:
/// positions expanded are not entered again, at whatever depth.
fn moves_with_a_working_set(deal: u64, bound: u32) -> (u64, usize) {
    let mut closed = std::collections::HashSet::new();
    let mut open = vec![(board(deal), 0)];
    let mut made = 0;
    while let Some((position, depth)) = open.pop() {
        closed.insert(position.key());
        let mut moves = Vec::new();
        position.single_moves_into(&mut moves);
        for action in moves {
            let mut next = position.clone();
            next.make(action);
            made += 1;
            if !closed.contains(&next.key()) && depth + 1 < bound {
                open.push((next, depth + 1));
            }
        }
    }
    (made, closed.len())
}

#[test]
fn table_2_with_a_visited_set_that_works() {
    let found: Vec<_> = (2..=6).map(|bound| moves_with_a_working_set(14, bound).0).collect();
    assert_eq!(found, [109, 679, 2_929, 8_289, 15_786]);
}

/// What a slipped probe estimates, in expectation: every sequence of moves weighted by how
/// much likelier than an even choice makes it each of its moves but the last is chosen.
fn slipped_sizes(position: &ColumnBoard, weight: u64, sizes: &mut [u64]) {
    let Some((here, deeper)) = sizes.split_first_mut() else { return };
    let mut moves = Vec::new();
    position.single_moves_into(&mut moves);
    *here += weight * moves.len() as u64;
    let last = moves.len().saturating_sub(1);
    for (n, &action) in moves.iter().enumerate() {
        let times = match n {
            0 if last > 0 => 2,
            n if n == last && last > 0 => 0,
            _ => 1,
        };
        if times > 0 && !deeper.is_empty() {
            let mut next = position.clone();
            next.make(action);
            slipped_sizes(&next, weight * times, deeper);
        }
    }
}

#[test]
fn table_1_estimates_what_its_slipped_choice_must() {
    let mut exact = [0; 6];
    slipped_sizes(&board(14), 1, &mut exact);
    assert_eq!(exact, [10, 97, 953, 9_642, 81_806, 513_720]);

    let options =
        EstimateOptions { choice: Choice::ColumnSlip, probes: 40_000, ..EstimateOptions::default() };
    let found = estimate(&board(14), &options);
    for (found, exact) in found.by_depth.iter().zip(exact) {
        assert!((found.sequences - exact as f64).abs() <= 4.0 * found.standard_error + 1e-6, "{found:?}");
    }
    // The entries of the column's last row of trials, 16 restored from its overflow.
    let printed =
        [(7, 3_160_598.0), (10, 697_487_694.0), (13, 191_915_309_712.0), (16, 68_405_200_100_213.0)];
    for (depth, printed) in printed {
        let found = found.by_depth[depth - 1];
        assert!((found.sequences - printed).abs() <= 5.0 * found.standard_error, "{found:?} {printed}");
    }
    let overflown: i64 = -1_963_544_077_451;
    assert_eq!(i128::from(overflown) + (1i128 << 65) / 524_288, 68_405_200_100_213);
}

#[test]
fn the_branching_factor_is_that_of_the_probes() {
    let options = |choice| EstimateOptions { choice, probes: 20_000, ..EstimateOptions::default() };
    let slipped = estimate(&board(14), &options(Choice::ColumnSlip)).column_branching();
    assert!((slipped - 7.78).abs() < 0.02, "{slipped}");
    let honest = estimate(&board(14), &options(Choice::Uniform)).column_branching();
    assert!((honest - 7.59).abs() < 0.02, "{honest}");
}

#[test]
fn deal_11982_has_83239_positions_and_the_column_counts_180045() {
    let count = |sorting| positions_entered(&board(11_982), sorting, 1_000_000);
    assert_eq!(count(Sorting::AsTheColumn), Some(180_045));
    assert_eq!(count(Sorting::Always), Some(83_239));
    assert_eq!(count(Sorting::AlsoWhenUndone), Some(83_715));
    assert_eq!(positions_entered(&board(11_982), Sorting::Always, 1_000), None);
}

#[test]
fn complete_strategies_exhaust_deal_11982() {
    let options = SearchOptions::default();
    for search in [classic::backtracking::<ColumnBoard>, classic::breadth_first, classic::a_star] {
        let report = search(&board(11_982), &options, &mut Budget::new(Limits::default()));
        assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 83_239));
    }
    // With the project's own list of moves, on the fast state, there are as many.
    for strategy in classic::CLASSIC.iter().filter(|s| ["backtracking", "best-first"].contains(&s.name)) {
        let report = (strategy.run)(&instance(11_982), &options, &mut Budget::new(Limits::default()));
        assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 83_239));
    }
}

#[test]
fn the_obvious_table_has_83239_positions_too() {
    let table = instance(11_982).table();
    let report =
        classic::backtracking(&table, &SearchOptions::default(), &mut Budget::new(Limits::default()));
    assert_eq!((report.end, report.stats.stored), (SearchEnd::Exhausted, 83_239));
}

#[test]
fn the_board_plays_as_the_table_does() {
    let mut keys: HashMap<_, _> = HashMap::new();
    let mut back: HashMap<_, _> = HashMap::new();
    let mut supermoves = 0;
    for deal in 1..=60 {
        let mut table = instance(deal).table();
        let mut board = ColumnBoard::of(&table).unwrap();
        let mut draw = deal;
        for _ in 0..120 {
            assert_eq!(board.score(), heineman::score(&table));
            // Equal keys there are equal keys here, and the other way round.
            assert_eq!(keys.entry(board.key()).or_insert_with(|| table.key()), &table.key());
            assert_eq!(back.entry(table.key()).or_insert_with(|| board.key()), &board.key());
            let mut moves = Vec::new();
            board.single_moves_into(&mut moves);
            for action in table.single_moves() {
                // Moving a whole column to an empty one changes nothing; all else is listed.
                let mut after = table.clone();
                after.apply(action).unwrap();
                let listed = moves.iter().any(|&m| {
                    let mut made = board.clone();
                    made.make(m);
                    ColumnBoardKey::same(&made, &after)
                });
                assert!(listed || after.key() == table.key(), "{action} is missing in deal {deal}");
            }
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&action) = moves.get((draw >> 33) as usize % moves.len().max(1)) else { break };
            supermoves += usize::from(matches!(action, patsat_game::rules::Move::Cards { count: 2.., .. }));
            table.apply(action).unwrap();
            board.make(action);
        }
    }
    assert!(supermoves > 20);
}

/// Compares a board with a table by turning the table into a board's key bytes.
struct ColumnBoardKey;

impl ColumnBoardKey {
    fn same(board: &ColumnBoard, table: &Table) -> bool {
        let code = |card: patsat_game::cards::Card| (table.rules().deck.index(card) + 1) as u8;
        let mut cells: Vec<u8> = table.cells().iter().map(|c| c.map_or(0, code)).collect();
        cells.sort_unstable();
        let mut columns: Vec<Vec<u8>> =
            table.columns().iter().map(|pile| pile.cards.iter().map(|&c| code(c)).collect()).collect();
        columns.sort();
        let mut key = cells;
        key.extend(table.foundations().iter().map(|&h| h as u8));
        for column in columns {
            key.extend(column);
            key.push(255);
        }
        key.resize(board.key().len(), 0);
        key == board.key()
    }
}

#[test]
fn other_games_are_no_column_boards() {
    for preset in ["bakers-game", "eight-off", "spider", "king-albert"] {
        let id = "random:1".parse().unwrap();
        let instance = Instance::from_id(Rules::preset(preset).unwrap(), id).unwrap();
        assert_eq!(ColumnBoard::of(&instance.table()), None, "{preset}");
    }
}

#[test]
fn plans_found_on_the_board_are_plans() {
    let limits = Limits { nodes: Some(400_000), ..Limits::default() };
    let staged = |start: &ColumnBoard, options: &SearchOptions, budget: &mut Budget<'_>| {
        classic::staged_deepening(start, classic::Keep::LatestOfScore, options, budget)
    };
    let mut solved = 0;
    for deal in 1..=6 {
        let report = staged(&board(deal), &SearchOptions::default(), &mut Budget::new(limits));
        if let SearchEnd::Solved(plan) = report.end {
            let plan: Plan = plan;
            replay(&instance(deal), plan).unwrap();
            solved += 1;
        }
    }
    assert!(solved >= 4, "{solved} of 6");
}
