//! Boards and choices of tiles: invalid boards, the largest rectangles of a board, all choices, files.

use super::*;

#[test]
fn boards_that_are_none_are_refused() {
    let (set, backend) = (base72(), backend());
    let question = Question::open(Shape::square(8), true);
    let decider = decider(&set, &question, Method::Portfolio, &backend);
    let Decision::Board(board) = decider.decide(question.shape).unwrap() else { panic!("not found") };
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
fn the_largest_square_and_rectangle_match_brute_force() {
    let mut dice = Dice::new(7);
    let field = Tile::new([Side::Field; 4]);
    for _ in 0..400 {
        let (wide, full) = (1 + dice.below(7), 2 + dice.below(8));
        let there: Vec<(i64, i64)> = (0..wide as i64)
            .flat_map(|y| (0..7).map(move |x| (x - 3, y)))
            .filter(|_| dice.below(full) > 0)
            .collect();
        let placed = there.iter().map(|&(x, y)| PlacedTile { tile: field, x, y }).collect();
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
        let beside = |&&(x, y): &&(i64, i64)| there.contains(&(x + 1, y));
        let below = |&&(x, y): &&(i64, i64)| there.contains(&(x, y + 1));
        let touching = there.iter().filter(beside).count() + there.iter().filter(below).count();
        assert_eq!((facts.placed, facts.touching), (there.len(), touching));
        let ((side, at), (shape, corner)) = (facts.square, facts.rectangle);
        assert_eq!((side as i64, shape.area() as i64), best);
        assert!(is_full(at, side as i64, side as i64));
        assert!(is_full(corner, shape.width as i64, shape.height as i64));
    }
}

/// Checks a full board of random sides against the questions for every rectangle and border.
#[test]
fn boards_answer_exactly_for_the_rectangles_they_hold() {
    let mut dice = Dice::new(9);
    let mut answers = [0, 0];
    for _ in 0..500 {
        let (wide, high) = (1 + dice.below(3), 1 + dice.below(3));
        let rare = 2 + dice.below(8);
        let mut side = || if dice.below(rare) == 0 { Side::City } else { Side::Field };
        // The colours between two cells, or at the border: across[y][x] above cell (x, y), down[y][x] to its left.
        let mut sides = |w: usize, h: usize| -> Vec<Vec<Side>> {
            (0..h).map(|_| (0..w).map(|_| side()).collect()).collect()
        };
        let (across, down) = (sides(wide, high + 1), sides(wide + 1, high));
        let cells = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
        let tile = |(x, y): (usize, usize)| PlacedTile {
            tile: Tile::new([across[y][x], down[y][x + 1], across[y + 1][x], down[y][x]]),
            x: x as i64 - 1,
            y: y as i64 + 5,
        };
        let board = Board { placed: cells.map(tile).collect(), left_over: Vec::new() };
        let set = TileSet { tiles: board.placed.iter().map(|placed| placed.tile).collect() };
        for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
            for border in [None, Some(Side::Field), Some(Side::City)] {
                let outer = |x: usize, y: usize| {
                    let rows = (0..width).flat_map(|dx| [across[y][x + dx], across[y + height][x + dx]]);
                    let columns = (0..height).flat_map(|dy| [down[y + dy][x], down[y + dy][x + width]]);
                    rows.chain(columns).all(|side| border.is_none_or(|border| side == border))
                };
                let there = width <= wide
                    && height <= high
                    && (0..=wide - width).any(|x| (0..=high - height).any(|y| outer(x, y)));
                let question = Question { shape: Shape { width, height }, border, rotation: false };
                let checked = check_answer(&question, &set, board.clone());
                assert_eq!(checked.is_ok(), there, "{question}: {:?}", board.placed);
                answers[usize::from(there)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&times| times > 1000), "{answers:?}");
}

#[test]
fn every_choice_of_tiles_is_decided_once() {
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
        let place =
            |(n, &tile): (usize, &Tile)| PlacedTile { tile, x: n as i64 * 3 - 9, y: i64::MIN + n as i64 };
        let board =
            Board { placed: set.tiles.iter().enumerate().map(place).collect(), left_over: half.tiles };
        assert_eq!(xml::read(xml::write_board(&board).unwrap().as_bytes()).unwrap(), board);
    }
}
