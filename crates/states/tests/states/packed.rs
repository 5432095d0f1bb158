//! The packed state agrees with the table: same moves, same wins, same identity of positions.

use itertools::Itertools;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{Move, Rules};
use patsat_game::state::{Instance, Position, StateKey, Table, expand};
use patsat_states::packed::{Board, Broad, Game, Large, Packed, PackedKey, Size, Small, Step, Tall};
use patsat_testkit::{Dice, freecell, small_game};
use std::collections::HashMap;

fn walk<S: Size>(
    instance: &Instance,
    steps: usize,
    dice: &mut Dice,
    keys: &mut HashMap<PackedKey<S>, StateKey>,
) -> usize {
    let (mut table, mut packed) = (instance.table(), Packed::<S>::sized(instance).unwrap());
    let game = Game::<S>::sized(instance).unwrap();
    for step in 0..steps {
        let mut expected = table.single_moves();
        expected.sort_unstable();
        let mut found = Vec::new();
        packed.single_moves_into(&mut found);
        found.sort_unstable();
        assert_eq!(found, expected, "step {step} of {instance:?}");
        assert_eq!(packed.is_won(), table.is_won());
        let key = keys.entry(packed.key()).or_insert_with(|| table.key());
        assert_eq!(*key, table.key(), "one packed key, two positions");
        check_board(&game, &packed, &table);
        if found.is_empty() {
            return step;
        }
        let action = dice.pick(&found);
        packed.make(action);
        table.apply(action).unwrap();
    }
    steps
}

/// The key alone gives back a position with the same moves, supermoves included.
fn check_board<S: Size>(game: &Game<S>, packed: &Packed<S>, table: &Table) {
    let board = game.board(packed.key());
    assert_eq!(board.key, packed.key());
    let listed = |board: &Board<S>| {
        let mut steps: Vec<(Step, u32)> = Vec::new();
        board.single_steps(game, |step| steps.push((step, 1)));
        board.supermoves(game, |step, n| steps.push((step, n)));
        steps.sort_unstable_by_key(|(step, n)| (step.card, step.to.0, *n));
        steps
    };
    let steps = listed(&board);
    assert_eq!(steps, listed(packed.board()));
    assert_eq!(board.next_safe(game), packed.board().next_safe(game));
    // Supermoves are the table's, and each step names a legal move with the same result.
    let expected = table.moves().into_iter().sorted().collect_vec();
    let located =
        steps.iter().map(|(step, _)| step.card_move::<S>().locate(table).unwrap()).sorted().collect_vec();
    assert_eq!(located, expected);
    for (step, count) in steps {
        let (mut after, mut board) = (table.clone(), board);
        let action = step.card_move::<S>().locate(table).unwrap();
        assert!(matches!(action, Move::Cards { count: n, .. } if n == count));
        after.apply(action).unwrap();
        board.make(step);
        assert_eq!(game.board(board.key).key, board.key);
        assert_eq!(board.is_won(), after.is_won());
    }
}

#[test]
fn packed_agrees_with_the_table_on_small_games() {
    let mut dice = Dice::new(1);
    for seed in 0..1500 {
        walk::<Small>(&small_game(seed), 60, &mut dice, &mut HashMap::new());
    }
}

#[test]
fn packed_agrees_with_the_table_in_every_size() {
    let mut dice = Dice::new(5);
    for seed in 0..200 {
        walk::<Tall>(&small_game(seed), 40, &mut dice, &mut HashMap::new());
        walk::<Broad>(&small_game(seed), 40, &mut dice, &mut HashMap::new());
        walk::<Large>(&small_game(seed), 40, &mut dice, &mut HashMap::new());
    }
}

/// A FreeCell deal with this number of ranks, suits, columns and cells.
fn freecell_of([ranks, suits, columns, cells]: [u16; 4], seed: u64) -> Instance {
    let mut rules = Rules::preset("freecell").unwrap();
    (rules.deck.ranks, rules.deck.suits) = (ranks.into(), Suits::First(suits));
    (rules.columns, rules.cells) = (columns, cells);
    Instance::from_id(rules, DealId::Random { game: None, seed }).unwrap()
}

/// The largest games of each size, and what is just too large for each.
#[test]
fn packed_agrees_with_the_table_on_the_largest_games() {
    let mut dice = Dice::new(6);
    for seed in 0..3 {
        walk::<Small>(&freecell_of([15, 4, 16, 6], seed), 300, &mut dice, &mut HashMap::new());
        walk::<Tall>(&freecell_of([31, 4, 32, 9], seed), 300, &mut dice, &mut HashMap::new());
        walk::<Broad>(&freecell_of([15, 8, 32, 9], seed), 300, &mut dice, &mut HashMap::new());
        walk::<Large>(&freecell_of([31, 8, 64, 12], seed), 300, &mut dice, &mut HashMap::new());
    }
    let fits = |game: [u16; 4]| {
        let game = freecell_of(game, 0);
        let fits = [
            Game::<Small>::sized(&game).is_ok(),
            Game::<Tall>::sized(&game).is_ok(),
            Game::<Broad>::sized(&game).is_ok(),
            Game::<Large>::sized(&game).is_ok(),
        ];
        fits.map(u8::from)
    };
    assert_eq!(fits([15, 4, 16, 4]), [1, 1, 1, 1]);
    assert_eq!(fits([16, 4, 16, 4]), [0, 1, 0, 1]);
    assert_eq!(fits([15, 4, 17, 4]), [0, 1, 1, 1]);
    assert_eq!(fits([13, 5, 16, 4]), [0, 0, 1, 1]);
    assert_eq!(fits([16, 5, 16, 4]), [0, 0, 0, 1]);
    assert_eq!(fits([32, 4, 16, 4]), [0, 0, 0, 0]);
    assert_eq!(fits([13, 9, 16, 4]), [0, 0, 0, 0]);
    assert_eq!(fits([13, 4, 65, 4]), [0, 0, 0, 0]);
}

#[test]
fn packed_agrees_with_the_table_on_whole_decks() {
    let mut dice = Dice::new(2);
    let names = [
        "freecell",
        "bakers-game",
        "eight-off",
        "seahaven-towers",
        "king-albert",
        "fore-cell",
        "beleaguered-castle",
        "streets-and-alleys",
    ];
    for (name, number) in names.into_iter().cartesian_product(1..=12) {
        let id = DealId::Random { game: None, seed: number };
        let instance = Instance::from_id(Rules::preset(name).unwrap(), id).unwrap();
        let mut keys = HashMap::new();
        for _ in 0..3 {
            walk::<Small>(&instance, 400, &mut dice, &mut keys);
        }
    }
}

#[test]
fn different_positions_have_different_packed_keys() {
    let mut dice = Dice::new(3);
    for seed in 0..300 {
        let instance = small_game(seed);
        let mut keys = HashMap::new();
        for _ in 0..20 {
            walk::<Small>(&instance, 40, &mut dice, &mut keys);
        }
        assert!(keys.values().all_unique(), "two packed keys for one position");
    }
}

#[test]
fn supermoves_expand_to_legal_single_moves_with_the_same_result() {
    let mut dice = Dice::new(4);
    let mut expanded = 0;
    for number in 1..=150 {
        let mut table = if number < 100 { small_game(number).table() } else { freecell(number).table() };
        for _ in 0..120 {
            let moves = table.moves();
            if moves.is_empty() {
                break;
            }
            // Long runs are rare on random walks: prefer them.
            let action = *moves
                .iter()
                .max_by_key(|m| match m {
                    Move::Cards { count, .. } => ((*count as usize).min(3), dice.below(1000)),
                    _ => (0, 0),
                })
                .unwrap();
            let mut single = table.clone();
            let steps = expand(&table, action);
            expanded += usize::from(steps.len() > 1);
            for step in steps {
                assert!(matches!(step, Move::Cards { count: 1, .. }));
                single.apply(step).unwrap();
            }
            table.apply(action).unwrap();
            assert_eq!(single, table);
        }
    }
    assert!(expanded > 500, "{expanded}");
}
