//! Scores worked out from a parent against scores read afresh.

use super::*;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_states::packed::HastyBoard;

const WEIGHTS: Weights = Weights {
    not_home: 10_000,
    cell: 1000,
    no_space: 313,
    one_space: 177,
    empty_column: 100,
    unjoined: 11,
    joined: 7,
    disorder: 5,
    buried: 3,
    buried_second: 2,
    spread: 29,
    depth: 0,
    bottom: 13,
    whole: 19,
    sends_home: 0,
    lets_move: 0,
};

/// On long walks the score of a child, worked out from its parent's, is the one that
/// reading the child afresh gives.
#[test]
fn scores_of_children_agree_with_fresh_ones() {
    let mut compared = 0;
    let names = ["freecell", "eight-off", "king-albert", "seahaven-towers"];
    for (name, seed) in names.iter().flat_map(|name| (0..8).map(move |seed| (name, seed))) {
        let id = DealId::Random { game: None, seed };
        let game = Game::new(&Instance::from_id(Rules::preset(name).unwrap(), id).unwrap()).unwrap();
        let fresh = |board: &Board| {
            let mut scorer = Scorer::new(&game, &WEIGHTS);
            scorer.read(board, None);
            scorer.sum + scorer.spaces(scorer.cells, scorer.empty)
        };
        let mut scorer = Scorer::new(&game, &WEIGHTS);
        let mut board = game.start();
        for turn in 0..300usize {
            scorer.read(&board, (turn % 7 != 0 && turn > 0).then_some(0));
            assert_eq!(scorer.sum + scorer.spaces(scorer.cells, scorer.empty), fresh(&board));
            let mut steps = Vec::new();
            board.single_steps(&game, |step| steps.push((step, 1)));
            board.supermoves(&game, |step, n| steps.push((step, n)));
            if steps.is_empty() {
                break;
            }
            for &(step, count) in &steps {
                let mut child = board;
                child.make(step);
                if step.to != Target::HOME {
                    assert_eq!(scorer.after(&board, step, count), fresh(&child), "{name} {turn} {step:?}");
                }
                let child = child.settled(&game);
                assert_eq!(scorer.whole(&child), fresh(&child), "{name} {turn} {step:?}");
                compared += 1;
            }
            board.make(steps[turn * 31 % steps.len()].0);
            board = board.settled(&game);
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// After hasty moves, which put cards on columns, the score is that of a fresh reading too.
#[test]
fn columns_that_got_cards_are_scored_again() {
    let (mut compared, mut gained_some) = (0, 0);
    let names = ["freecell", "eight-off", "king-albert", "bakers-game"];
    for (name, seed) in names.iter().flat_map(|name| (0..12).map(move |seed| (name, seed))) {
        let id = DealId::Random { game: None, seed };
        let game = Game::new(&Instance::from_id(Rules::preset(name).unwrap(), id).unwrap()).unwrap();
        let mut scorer = Scorer::new(&game, &WEIGHTS);
        let mut at = HastyBoard::new(game.start(), &game);
        at.hasten(&game);
        scorer.read(at.board(), None);
        for turn in 0..200usize {
            let mut steps = Vec::new();
            at.board().single_steps(&game, |step| steps.push(step));
            at.board().supermoves(&game, |step, _| steps.push(step));
            if steps.is_empty() {
                break;
            }
            at.make(&game, steps[turn * 31 % steps.len()]);
            let gained = at.hasten(&game);
            scorer.read(at.board(), Some(gained));
            let mut fresh = Scorer::new(&game, &WEIGHTS);
            fresh.read(at.board(), None);
            assert_eq!(
                (scorer.sum, scorer.cells, scorer.empty),
                (fresh.sum, fresh.cells, fresh.empty),
                "{name} {seed} {turn}"
            );
            compared += 1;
            gained_some += u32::from(gained != 0);
        }
    }
    assert!(compared > 1500 && gained_some > 300, "{compared} {gained_some}");
}
