//! Carcassonne Solitaire: native search, SAT, counting and brute force agree; every board passes the
//! checker; what was tampered with does not.
#![allow(clippy::unwrap_used, reason = "tests")]

use patsat::formats::carcassonne as xml;
use patsat::pipeline::carcassonne::proof::{self, Shown, TilesProofFault};
use patsat::pipeline::carcassonne::subsets::{choices, every_subset};
use patsat::pipeline::carcassonne::{Asker, Decision, Extent, Ground, Method, Wanted};
use patsat::solve::{self, Chosen, Control};
use patsat::tiles::carcassonne::base::base72;
use patsat::tiles::carcassonne::check::{
    Argument, BoardFault, check_answer, check_argument, check_board, check_tiles,
};
use patsat::tiles::carcassonne::random::{Dice, subset, uniform};
use patsat::tiles::carcassonne::sat::{Answer, Problem};
use patsat::tiles::carcassonne::search::{self, End};
use patsat::tiles::carcassonne::{Board, Grid, Placed, Question, Shape, Side, Tile, TileSet, counting};
use sha2::{Digest, Sha256};

fn backend() -> Chosen {
    solve::backend(solve::DEFAULT).unwrap()
}

fn asker<'a>(set: &'a TileSet, question: &Question, method: Method, backend: &'a Chosen) -> Asker<'a> {
    Asker {
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

/// Puts single tiles in every rotation on cell after cell; knows nothing of classes.
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

fn by_sat(set: &TileSet, question: &Question, backend: &Chosen) -> bool {
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
fn brute_largest(set: &TileSet, question: &Question, wanted: Wanted) -> usize {
    let tiles = set.len();
    let shapes = (1..=tiles).flat_map(|h| (1..=tiles / h).map(move |w| Shape { width: w, height: h }));
    let square = |shape: &Shape| wanted == Wanted::Rectangle || shape.width == shape.height;
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
        for wanted in [Wanted::Square, Wanted::Rectangle] {
            let truth = brute_largest(&set, &question, wanted);
            let asker = asker(&set, &question, Method::Portfolio, &backend);
            let largest = asker.largest(wanted).unwrap();
            let context = format!("set {number}: {wanted:?} {question} of {:?}", set.tiles);
            assert_eq!(largest.best.as_ref().map_or(0, |(shape, _)| shape.area()), truth, "{context}");
            assert_eq!(largest.extent(), Extent::Proven, "{context}");
            let file = proof::write(&set, question.rotation, question.border, &largest.none).unwrap();
            let shown = proof::check(&set, &file, None).unwrap();
            by_proof += shown.none.iter().filter(|(_, how)| matches!(how, Shown::Refuted(_))).count();
            match wanted {
                Wanted::Square => assert_eq!(shown.largest_square.pow(2), truth, "{context}"),
                Wanted::Rectangle => assert_eq!(shown.largest_rectangle, truth, "{context}"),
            }
        }
    }
    assert!(by_proof > 20, "{by_proof}");
}

#[test]
fn the_sources_tiles_make_what_they_can() {
    let (set, backend) = (base72(), backend());
    let bytes = std::fs::read("instances/carcassonne/base72.xml").unwrap();
    assert_eq!(xml::read(&bytes).unwrap().left_over, set.tiles);
    assert_eq!(xml::write_tiles(&set).unwrap().as_bytes(), bytes);
    let open = |rotation| Question::open(Shape::square(1), rotation);
    let largest = |rotation, wanted| {
        let asker = asker(&set, &open(rotation), Method::Portfolio, &backend);
        let largest = asker.largest(wanted).unwrap();
        assert_eq!(largest.extent(), Extent::Proven);
        (largest.best.unwrap().0, largest.none)
    };
    assert_eq!(largest(true, Wanted::Square).0, Shape::square(8));
    let all = largest(true, Wanted::Rectangle).0;
    assert_eq!((all.area(), all.height), (72, 8));
    let (unturned, none) = largest(false, Wanted::Square);
    assert_eq!(unturned, Shape::square(5));
    assert!(matches!(
        none[..],
        [(Shape { width: 6, height: 6 }, Ground::Argument(Argument::Potential { .. }, _))]
    ));
    for side in Side::ALL {
        let question = Question { border: Some(side), ..open(true) };
        let largest = asker(&set, &question, Method::Portfolio, &backend).largest(Wanted::Square).unwrap();
        assert_eq!(largest.best.unwrap().0, Shape::square(8), "{side}");
    }
}

#[test]
fn kept_boards_are_what_they_are_said_to_be() {
    for (file, shape) in
        [("all-72.xml", Shape { width: 9, height: 8 }), ("unturned-5x5.xml", Shape::square(5))]
    {
        let board = xml::read(&std::fs::read(format!("instances/carcassonne/{file}")).unwrap()).unwrap();
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
                let asker = Asker { seed, nodes: Some(1_500), ..asker(&set, &question, method, &backend) };
                let grown = asker.grown(8);
                let facts = check_board(&grown.board).unwrap();
                check_tiles(&grown.board, &set, rotation).unwrap();
                assert_eq!(grown.board.placed.len() + grown.board.left_over.len(), set.len());
                let reached = facts.square.0;
                assert!(reached >= grown.side, "{method:?}: {} of {reached}", grown.side);
                assert!(!rotation || grown.side >= least, "{method:?}, seed {seed}: {}", grown.side);
            }
        }
    }
    // A set too small for the blocks of its square: no use to begin anew for ever.
    let nine = subset(&set, 9, &mut Dice::new(1));
    let small = Question::open(Shape::square(3), true);
    let few = Asker { restarts: true, nodes: Some(500), ..asker(&nine, &small, Method::Blocks, &backend) };
    assert!(few.grown(3).side <= 2);
    let question = Question::open(Shape::square(8), true);
    let all = Asker { restarts: true, ..asker(&set, &question, Method::Accurate, &backend) };
    assert!(matches!(all.decide(Shape::square(8)).unwrap(), Decision::Board(_)));
}

#[test]
fn rows_by_search_and_the_rest_by_sat() {
    let (set, backend) = (base72().times(2), backend());
    let question = Question::open(Shape::square(12), true);
    let asker = asker(&set, &question, Method::Tail, &backend);
    let Decision::Board(board) = asker.decide(Shape::square(12)).unwrap() else { panic!("not found") };
    assert!(board.left_over.is_empty());
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

/// 25 tiles that make no square of five; no search finds that out.
const NO_FIVE: &str = "CCCF2 CCFF6 CFCF2 CFFF5 CRFR2 FFFF3 FRFR4 RRRR1";

#[test]
#[ignore = "half a minute"]
fn a_square_of_five_is_refuted_and_the_proof_kept() {
    let (set, backend) = (named(NO_FIVE), backend());
    let question = Question::open(Shape::square(5), true);
    let quick = Asker { nodes: Some(50_000), ..asker(&set, &question, Method::Portfolio, &backend) };
    let Decision::None(ground) = quick.decide(question.shape).unwrap() else { panic!("found") };
    assert!(matches!(ground, Ground::Refuted(_)));
    let file = proof::write(&set, true, None, &[(question.shape, ground)]).unwrap();
    let shown = proof::check(&set, &file, None).unwrap();
    assert_eq!((shown.largest_square, shown.none.len()), (4, 1));
}

#[test]
fn what_was_changed_in_a_proof_is_refused() {
    let (set, backend) = (base72(), backend());
    let square = Shape::square(3);
    let question = Question { shape: square, border: Some(Side::Field), rotation: false };
    let decided = asker(&set, &question, Method::Portfolio, &backend).decide(square).unwrap();
    let Decision::None(ground @ Ground::Refuted(_)) = decided else { panic!("{decided:?}") };
    let file = proof::write(&set, false, question.border, &[(square, ground)]).unwrap();
    let shown = proof::check(&set, &file, None).unwrap();
    // Of larger ones it says nothing: a border is not inherited.
    assert_eq!((shown.largest_square, shown.none.len()), (8, 1));
    // The order of the tiles does not matter, but which they are.
    let mut other = set.clone();
    other.tiles.reverse();
    assert!(proof::check(&other, &file, None).is_ok());
    let first = other.tiles[0];
    other.tiles[0] = Tile::new([if first.top == Side::Road { Side::City } else { Side::Road }; 4]);
    assert_eq!(proof::check(&other, &file, None), Err(TilesProofFault::OtherTiles));
    assert_eq!(proof::check(&set.times(2), &file, None), Err(TilesProofFault::OtherTiles));
    for at in (0..file.len()).step_by(file.len() / 97 + 1) {
        let mut changed = file.clone();
        changed[at] ^= 4;
        assert!(proof::check(&set, &changed, None).is_err(), "byte {at}");
        assert!(proof::check(&set, &file[..at], None).is_err(), "{at} bytes");
    }
    // With a new checksum the rest must refuse it.
    let resealed = |from: &str, to: &str| {
        let end = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
        let head = std::str::from_utf8(&file[..end]).unwrap();
        assert!(head.contains(from), "{head}");
        let mut bytes = head.replacen(from, to, 1).into_bytes();
        bytes.extend(&file[end..file.len() - 32]);
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
    };
    assert!(proof::check(&set, &resealed("solitaire", "solitaire"), None).is_ok());
    for (from, to) in [
        ("\"width\":3", "\"width\":4"),
        ("\"rotation\":false", "\"rotation\":true"),
        ("\"border\":\"field\"", "\"border\":\"city\""),
        ("\"border\":\"field\"", "\"border\":\"sea\""),
        ("\"border\":\"field\"", "\"border\":null"),
        ("\"tiles\":72", "\"tiles\":73"),
        ("carcassonne-solitaire", "chess"),
        ("\"clauses\":", "\"clauses\":1"),
        ("\"bytes\":", "\"bytes\":9"),
        ("\"width\":3", "\"width\":0"),
        ("\"width\":3", "\"width\":9000000000000000000"),
    ] {
        assert!(proof::check(&set, &resealed(from, to), None).is_err(), "{from} to {to}");
    }
}

#[test]
fn arguments_that_do_not_hold_are_refused() {
    let set = base72();
    let refused = |question: Question, argument: Argument| {
        assert!(check_argument(&set, &question, &argument).is_err(), "{question}: {argument:?}");
    };
    let six = Question::open(Shape::square(6), false);
    let five = Question::open(Shape::square(5), false);
    let good = counting::argument(&set, &six).unwrap();
    check_argument(&set, &six, &good).unwrap();
    refused(five, good.clone());
    refused(Question { rotation: true, ..six }, good);
    refused(six, Argument::Potential { row: [0; 3], column: [0; 3] });
    refused(six, Argument::Potential { row: [i32::MAX, i32::MIN, 0], column: [i32::MAX; 3] });
    refused(six, Argument::Area);
    refused(six, Argument::Parity { side: 0 });
    refused(Question { border: Some(Side::Road), ..six }, Argument::Parity { side: 3 });
    refused(
        Question { border: Some(Side::Road), rotation: true, ..six },
        Argument::Rim { kinds: vec![1, 2, 3] },
    );
    refused(six, Argument::Rim { kinds: vec![] });
}

/// Each counting argument rules out what brute force does not find, and each kind is of use.
#[test]
fn each_kind_of_argument_occurs() {
    let mut dice = Dice::new(6);
    let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..3000 {
        let count = 2 + dice.below(5);
        let set = few_colours(count, &mut dice);
        let question = random_question(count, &mut dice);
        if let Some(argument) = counting::argument(&set, &question) {
            assert!(!brute_force(&set, &question), "{question}: {argument:?} of {:?}", set.tiles);
            *kinds.entry(argument.name()).or_default() += 1;
        }
    }
    for kind in ["potential", "parity", "rim"] {
        assert!(kinds.get(kind).is_some_and(|&times| times >= 10), "{kinds:?}");
    }
}

#[test]
fn boards_that_are_none_are_refused() {
    let (set, backend) = (base72(), backend());
    let question = Question::open(Shape::square(8), true);
    let asker = asker(&set, &question, Method::Portfolio, &backend);
    let Decision::Board(board) = asker.decide(question.shape).unwrap() else { panic!("not found") };
    let board = board.into_inner();
    let answer = |board: Board| check_answer(&question, &set, board);
    assert!(answer(board.clone()).is_ok());
    let mut far = board.clone();
    far.placed.iter_mut().for_each(|p| (p.x, p.y) = (p.x - 1_000_000, p.y + (i64::MAX - 7)));
    assert!(answer(far).is_ok());
    for n in 0..board.placed.len() {
        let mut turned = board.clone();
        let tile = turned.placed[n].tile;
        turned.placed[n].tile = tile.turned();
        if tile.turned() != tile {
            assert!(matches!(answer(turned), Err(BoardFault::Differ { .. })), "{n}");
        }
        let mut twice = board.clone();
        twice.placed[n].x = (twice.placed[n].x + 1) % 8;
        assert!(matches!(answer(twice), Err(BoardFault::Twice { .. })), "{n}");
        let mut gone = board.clone();
        gone.placed.remove(n);
        assert!(matches!(answer(gone), Err(BoardFault::Missing(_))), "{n}");
    }
    let crosses = Grid { shape: Shape::square(2), cells: vec![Tile::new([Side::Road; 4]); 4] }.board(&set);
    assert!(matches!(check_tiles(&crosses, &set, true), Err(BoardFault::Tiles { used: 4, copies: 1, .. })));
    let bordered = Question { border: Some(Side::Field), ..question };
    assert!(matches!(check_answer(&bordered, &set, board.clone()), Err(BoardFault::Missing(_))));
    let mut extra = board;
    extra.left_over.push(Tile::new([Side::City; 4]));
    assert!(matches!(answer(extra), Err(BoardFault::Tiles { .. })));
}

#[test]
fn the_largest_full_square_and_rectangle_are_those_of_trying_all() {
    let mut dice = Dice::new(7);
    let field = Tile::new([Side::Field; 4]);
    for _ in 0..400 {
        let (wide, full) = (1 + dice.below(7), 2 + dice.below(8));
        let there: Vec<(i64, i64)> = (0..wide as i64)
            .flat_map(|y| (0..7).map(move |x| (x - 3, y)))
            .filter(|_| dice.below(full) > 0)
            .collect();
        let placed = there.iter().map(|&(x, y)| Placed { tile: field, x, y }).collect();
        let facts = check_board(&Board { placed, left_over: Vec::new() }).unwrap();
        let is_full = |(x, y): (i64, i64), w: i64, h: i64| {
            (0..h).all(|dy| (0..w).all(|dx| there.contains(&(x + dx, y + dy))))
        };
        let mut best = (0, 0);
        for &corner in &there {
            for (w, h) in (1..=7).flat_map(|w| (1..=7).map(move |h| (w, h))) {
                if is_full(corner, w, h) {
                    best = (best.0.max(w.min(h)), best.1.max(w * h));
                }
            }
        }
        let ((side, at), (shape, corner)) = (facts.square, facts.rectangle);
        assert_eq!((side as i64, shape.area() as i64), best);
        assert!(is_full(at, side as i64, side as i64));
        assert!(is_full(corner, shape.width as i64, shape.height as i64));
    }
}

#[test]
fn every_choice_of_tiles_is_asked_for_once() {
    let set = named("CCFF2 CFFF2 FFFF1 RRRR1 FRFR1");
    let classes = set.classes(true);
    let all = choices(&classes, 3);
    let distinct: std::collections::BTreeSet<_> = all.iter().cloned().collect();
    assert_eq!(distinct.len(), all.len());
    assert!(all.iter().all(|out| out.iter().sum::<usize>() == 3));
    let tally = every_subset(&set, 2, (&backend(), 1), Control::default(), &|_| {}).unwrap();
    assert_eq!(tally.found + tally.none.len() as u64, all.len() as u64);
    for (subset, _) in &tally.none {
        assert!(!brute_force(subset, &Question::open(Shape::square(2), true)));
    }
    let made = all.iter().filter(|out| {
        let tiles = classes.iter().zip(*out).flat_map(|(c, out)| std::iter::repeat_n(c.tile, c.copies - out));
        brute_force(&TileSet { tiles: tiles.collect() }, &Question::open(Shape::square(2), true))
    });
    assert_eq!(made.count() as u64, tally.found);
}

#[test]
fn random_boards_survive_being_written() {
    let mut dice = Dice::new(8);
    for _ in 0..50 {
        let set = uniform(20, &mut dice);
        let half = subset(&set, 10, &mut dice);
        let place = |(n, &tile): (usize, &Tile)| Placed { tile, x: n as i64 * 3 - 9, y: i64::MIN + n as i64 };
        let board =
            Board { placed: set.tiles.iter().enumerate().map(place).collect(), left_over: half.tiles };
        assert_eq!(xml::read(xml::write_board(&board).unwrap().as_bytes()).unwrap(), board);
    }
}
