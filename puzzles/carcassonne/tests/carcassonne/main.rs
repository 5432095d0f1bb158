//! Carcassonne Solitaire: native search, SAT, counting and brute force agree; every board passes the
//! checker; tampered boards and proofs do not.
#![allow(clippy::unwrap_used, reason = "tests")]

mod arguments;
mod boards;
mod proofs;
mod texts;

use patsat_carcassonne::base::base72;
use patsat_carcassonne::check::{
    Argument, BoardFault, check_answer, check_argument, check_board, check_tiles,
};
use patsat_carcassonne::decide::proof::{self, ExclusionProof, TilesProofFault};
use patsat_carcassonne::decide::subsets::{choices, every_subset};
use patsat_carcassonne::decide::{Decider, Decision, Extent, Ground, Method, Objective};
use patsat_carcassonne::format as xml;
use patsat_carcassonne::random::{Dice, subset, uniform};
use patsat_carcassonne::sat::{Answer, Problem};
use patsat_carcassonne::search::{self, End};
use patsat_carcassonne::{Board, Grid, PlacedTile, Question, Shape, Side, Tile, TileSet, counting};
use patsat_solvers::{self as solve, BackendChoice, Control};
use sha2::{Digest, Sha256};

fn backend() -> BackendChoice {
    solve::backend(solve::DEFAULT).unwrap()
}

/// Tiles by letters, clockwise, with a number of copies.
fn named(text: &str) -> TileSet {
    let tile = |word: &str| {
        let side = |letter| match letter {
            'C' => Side::City,
            'F' => Side::Field,
            _ => Side::Road,
        };
        let sides: Vec<Side> = word[..4].chars().map(side).collect();
        let copies = word[4..].parse().unwrap();
        std::iter::repeat_n(Tile::new([sides[0], sides[1], sides[2], sides[3]]), copies)
    };
    TileSet { tiles: text.split(' ').flat_map(tile).collect() }
}

fn decider<'a>(
    set: &'a TileSet,
    question: &Question,
    method: Method,
    backend: &'a BackendChoice,
) -> Decider<'a> {
    Decider {
        set,
        rotation: question.rotation,
        border: question.border,
        method,
        backend,
        seed: 1,
        restarts: false,
        nodes: None,
        control: Control::default(),
    }
}

/// Puts single tiles in every rotation on cell after cell, without classes.
fn brute_force(set: &TileSet, question: &Question) -> bool {
    fn go(set: &TileSet, question: &Question, cells: &mut Vec<Tile>, used: &mut [bool]) -> bool {
        let Shape { width, height } = question.shape;
        let at = cells.len();
        if at == width * height {
            return true;
        }
        let (x, y) = (at % width, at / width);
        for n in 0..set.len() {
            if used[n] {
                continue;
            }
            let mut tile = set.tiles[n];
            for _ in 0..if question.rotation { 4 } else { 1 } {
                let outer = [
                    (y == 0, tile.top),
                    (x + 1 == width, tile.right),
                    (y + 1 == height, tile.bottom),
                    (x == 0, tile.left),
                ];
                let border = outer
                    .iter()
                    .all(|&(is, side)| !is || question.border.is_none_or(|border| border == side));
                let fits = (x == 0 || cells[at - 1].right == tile.left)
                    && (y == 0 || cells[at - width].bottom == tile.top);
                if border && fits {
                    used[n] = true;
                    cells.push(tile);
                    if go(set, question, cells, used) {
                        return true;
                    }
                    cells.pop();
                    used[n] = false;
                }
                tile = tile.turned();
            }
        }
        false
    }
    go(set, question, &mut Vec::new(), &mut vec![false; set.len()])
}

/// Tiles of few colours, so that both answers occur.
fn few_colours(count: usize, dice: &mut Dice) -> TileSet {
    let rare = dice.below(6) + 2;
    let side = |dice: &mut Dice| {
        if dice.below(rare) == 0 { Side::ALL[dice.below(3)] } else { Side::ALL[dice.below(2)] }
    };
    let tile = |dice: &mut Dice| Tile::new([(); 4].map(|()| side(dice)));
    TileSet { tiles: (0..count).map(|_| tile(dice)).collect() }
}

fn random_question(tiles: usize, dice: &mut Dice) -> Question {
    let height = 1 + dice.below(3.min(tiles));
    let width = 1 + dice.below((tiles / height).min(4));
    let border = if dice.below(3) == 0 { Some(Side::ALL[dice.below(3)]) } else { None };
    Question { shape: Shape { width, height }, border, rotation: dice.below(2) == 0 }
}

fn by_sat(set: &TileSet, question: &Question, backend: &BackendChoice) -> bool {
    let problem = Problem::new(set, question, None).unwrap();
    let mut solver = backend.start(&solve::BackendOptions::default(), Control::default()).unwrap();
    match problem.solve(&mut *solver, Control::default()).unwrap() {
        Answer::Board(grid) => {
            check_answer(question, set, grid.board(set)).unwrap();
            true
        }
        Answer::None => false,
        Answer::Stopped(limit) => panic!("{limit:?}"),
    }
}

fn of_end(end: End, set: &TileSet, question: &Question) -> bool {
    match end {
        End::Found(grid) => {
            check_answer(question, set, grid.board(set)).unwrap();
            true
        }
        End::None => false,
        End::Stopped(limit) => panic!("{limit:?}"),
    }
}

fn agree(sets: usize, most: usize, seed: u64) {
    let (mut dice, backend) = (Dice::new(seed), backend());
    let (mut yes, mut no, mut argued) = (0, 0, 0);
    for number in 0..sets {
        let count = 2 + dice.below(most - 1);
        let set = few_colours(count, &mut dice);
        let question = random_question(count, &mut dice);
        let truth = brute_force(&set, &question);
        let context = format!("set {number}: {question} of {:?}", set.tiles);
        let native = search::exhaust(&set, &question, None, Control::default());
        assert_eq!(of_end(native, &set, &question), truth, "exhaustive, {context}");
        let restarts = search::with_restarts(&set, &question, number as u64, None, Control::default());
        assert_eq!(of_end(restarts, &set, &question), truth, "restarts, {context}");
        assert_eq!(by_sat(&set, &question, &backend), truth, "sat, {context}");
        if let Some(argument) = counting::argument(&set, &question) {
            assert!(!truth, "{argument:?}, {context}");
            argued += 1;
        }
        *(if truth { &mut yes } else { &mut no }) += 1;
    }
    assert!(yes * 5 > sets && no * 5 > sets && argued * 20 > sets, "{yes} yes, {no} no, {argued} argued");
}

#[test]
fn all_ways_agree_on_small_sets() {
    agree(3000, 6, 1);
}

#[test]
#[ignore = "minutes"]
fn all_ways_agree_on_many_small_sets() {
    agree(40_000, 8, 2);
}

#[test]
fn search_and_sat_agree_on_squares_of_nine() {
    let (mut dice, backend) = (Dice::new(3), backend());
    let mut found = 0;
    for number in 0..250 {
        let count = 9 + number % 3;
        let set = few_colours(count, &mut dice);
        let border = [None, Some(Side::Field), None][number % 3];
        let question = Question { shape: Shape::square(3), border, rotation: number % 2 == 0 };
        let native = of_end(search::exhaust(&set, &question, None, Control::default()), &set, &question);
        assert_eq!(native, by_sat(&set, &question, &backend), "{question} of {:?}", set.tiles);
        found += usize::from(native);
    }
    assert!((25..225).contains(&found), "{found}");
}

/// The largest by brute force: over all shapes.
fn brute_largest(set: &TileSet, question: &Question, wanted: Objective) -> usize {
    let tiles = set.len();
    let shapes = (1..=tiles).flat_map(|h| (1..=tiles / h).map(move |w| Shape { width: w, height: h }));
    let square = |shape: &Shape| wanted == Objective::Rectangle || shape.width == shape.height;
    let there = |shape: &Shape| brute_force(set, &Question { shape: *shape, ..*question });
    shapes.filter(square).filter(there).map(Shape::area).max().unwrap_or(0)
}

#[test]
fn the_largest_is_that_of_brute_force_and_its_certificate_holds() {
    let (mut dice, backend) = (Dice::new(4), backend());
    let mut by_proof = 0;
    for number in 0..150 {
        let count = 3 + dice.below(4);
        let set = few_colours(count, &mut dice);
        let question = random_question(count, &mut dice);
        for wanted in [Objective::Square, Objective::Rectangle] {
            let truth = brute_largest(&set, &question, wanted);
            let decider = decider(&set, &question, Method::Portfolio, &backend);
            let largest = decider.largest(wanted).unwrap();
            let context = format!("set {number}: {wanted:?} {question} of {:?}", set.tiles);
            assert_eq!(largest.best.as_ref().map_or(0, |(shape, _)| shape.area()), truth, "{context}");
            assert_eq!(largest.extent(), Extent::Proven, "{context}");
            let file = proof::write(&set, question.rotation, question.border, &largest.none).unwrap();
            let shown = proof::check(&set, &file, None).unwrap();
            by_proof +=
                shown.none.iter().filter(|(_, how)| matches!(how, ExclusionProof::Refuted(_))).count();
            match wanted {
                Objective::Square => assert_eq!(shown.largest_square.pow(2), truth, "{context}"),
                Objective::Rectangle => assert_eq!(shown.largest_rectangle, truth, "{context}"),
            }
        }
    }
    assert!(by_proof > 20, "{by_proof}");
}

#[test]
fn the_sources_tiles_make_what_they_can() {
    let (set, backend) = (base72(), backend());
    let bytes = std::fs::read("../../instances/carcassonne/base72.xml").unwrap();
    assert_eq!(xml::read(&bytes).unwrap().left_over, set.tiles);
    assert_eq!(xml::write_tiles(&set).unwrap().as_bytes(), bytes);
    let open = |rotation| Question::open(Shape::square(1), rotation);
    let largest = |rotation, wanted| {
        let decider = decider(&set, &open(rotation), Method::Portfolio, &backend);
        let largest = decider.largest(wanted).unwrap();
        assert_eq!(largest.extent(), Extent::Proven);
        (largest.best.unwrap().0, largest.none)
    };
    assert_eq!(largest(true, Objective::Square).0, Shape::square(8));
    let all = largest(true, Objective::Rectangle).0;
    assert_eq!((all.area(), all.height), (72, 8));
    let (unturned, none) = largest(false, Objective::Square);
    assert_eq!(unturned, Shape::square(5));
    assert!(matches!(
        none[..],
        [(Shape { width: 6, height: 6 }, Ground::Argument(Argument::Potential { .. }, _))]
    ));
    for side in Side::ALL {
        let question = Question { border: Some(side), ..open(true) };
        let largest =
            decider(&set, &question, Method::Portfolio, &backend).largest(Objective::Square).unwrap();
        assert_eq!(largest.best.unwrap().0, Shape::square(8), "{side}");
    }
}

#[test]
fn kept_boards_match_their_claims() {
    for (file, shape) in
        [("all-72.xml", Shape { width: 9, height: 8 }), ("unturned-5x5.xml", Shape::square(5))]
    {
        let board =
            xml::read(&std::fs::read(format!("../../instances/carcassonne/{file}")).unwrap()).unwrap();
        let rotation = !file.starts_with("unturned");
        assert_eq!(board.placed.len(), shape.area(), "{file}");
        check_answer(&Question::open(shape, rotation), &base72(), board).unwrap();
    }
}

#[test]
fn every_algorithm_of_the_source_makes_boards() {
    let (set, backend) = (base72(), backend());
    for (method, least) in [(Method::Accurate, 7), (Method::CityFirst, 3), (Method::Blocks, 4)] {
        for rotation in [true, false] {
            for seed in 0..4 {
                let question = Question::open(Shape::square(8), rotation);
                let decider =
                    Decider { seed, nodes: Some(1_500), ..decider(&set, &question, method, &backend) };
                let grown = decider.grown(8);
                let facts = check_board(&grown.board).unwrap();
                check_tiles(&grown.board, &set, rotation).unwrap();
                assert_eq!(grown.board.placed.len() + grown.board.left_over.len(), set.len());
                let reached = facts.square.0;
                assert!(reached >= grown.side, "{method:?}: {} of {reached}", grown.side);
                assert!(!rotation || grown.side >= least, "{method:?}, seed {seed}: {}", grown.side);
            }
        }
    }
    // A set too small for the blocks of its square: restarts must end.
    let nine = subset(&set, 9, &mut Dice::new(1));
    let small = Question::open(Shape::square(3), true);
    let few =
        Decider { restarts: true, nodes: Some(500), ..decider(&nine, &small, Method::Blocks, &backend) };
    assert!(few.grown(3).side <= 2);
    let question = Question::open(Shape::square(8), true);
    let all = Decider { restarts: true, ..decider(&set, &question, Method::Accurate, &backend) };
    assert!(matches!(all.decide(Shape::square(8)).unwrap(), Decision::Board(_)));
}

#[test]
fn rows_by_search_and_the_rest_by_sat() {
    let (set, backend) = (base72().times(2), backend());
    let question = Question::open(Shape::square(12), true);
    let decider = decider(&set, &question, Method::Tail, &backend);
    let Decision::Board(board) = decider.decide(Shape::square(12)).unwrap() else { panic!("not found") };
    assert!(board.left_over.is_empty());
}
