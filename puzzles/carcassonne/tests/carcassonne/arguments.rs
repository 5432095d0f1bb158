//! Random arguments of all kinds, checked against a second implementation and against brute force.
//!
//! The second implementation follows the definitions tile by tile and cell by cell.

use super::*;

/// The ways in which a tile may lie; equal ones are repeated.
fn ways(tile: Tile, rotation: bool) -> impl Iterator<Item = Tile> {
    std::iter::successors(Some(tile), |tile| Some(tile.turned())).take(if rotation { 4 } else { 1 })
}

/// The sides of each cell that are at the border, as numbers of a tile's sides.
fn at_the_border(shape: Shape) -> Vec<Vec<usize>> {
    let Shape { width, height } = shape;
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let of = |(x, y)| {
        let ends = [y == 0, x + 1 == width, y + 1 == height, x == 0];
        (0..4).filter(|&side| ends[side]).collect()
    };
    cells.map(of).collect()
}

fn holds(set: &TileSet, question: &Question, argument: &Argument) -> bool {
    let Question { shape, border, rotation } = *question;
    let cells = shape.width * shape.height;
    match argument {
        Argument::Area => set.len() < cells,
        Argument::Potential { row, column } => {
            let value = |tile: Tile| {
                let [top, right, bottom, left] = tile.sides().map(|side| side as usize);
                row[left] - row[right] + column[top] - column[bottom]
            };
            let mut least: Vec<i32> =
                set.tiles.iter().map(|&tile| ways(tile, rotation).map(value).min().unwrap()).collect();
            least.sort_unstable();
            let between = |weights: &[i32; 3]| weights.iter().max().unwrap() - weights.iter().min().unwrap();
            let most = match border {
                Some(_) => 0,
                None => shape.height as i32 * between(row) + shape.width as i32 * between(column),
            };
            set.len() >= cells && least[..cells].iter().sum::<i32>() > most
        }
        Argument::Parity { side } => {
            let Some(&side) = Side::ALL.get(*side) else { return false };
            let odd = set.tiles.iter().filter(|tile| tile.count(side) % 2 == 1).count();
            let even = set.len() - odd;
            let possible = |odd_ones: usize| odd_ones <= odd && cells - odd_ones <= even;
            border.is_some() && !(0..=cells).step_by(2).any(possible)
        }
        Argument::Rim { kinds } => {
            let Some(border) = border else { return false };
            let sides = |kind: u8| [1, 2, 4, 8].map(|side| kind / side % 2 == 1);
            let needed = |ends: &&Vec<usize>| {
                kinds.iter().any(|&kind| (0..4).all(|side| sides(kind)[side] == ends.contains(&side)))
            };
            let lies =
                |tile: Tile, kind: u8| (0..4).all(|side| !sides(kind)[side] || tile.sides()[side] == border);
            let fits =
                |tile: &&Tile| ways(**tile, rotation).any(|way| kinds.iter().any(|&kind| lies(way, kind)));
            let needed = at_the_border(shape).iter().filter(needed).count();
            set.tiles.iter().filter(fits).count() < needed
        }
    }
}

#[test]
fn an_argument_is_accepted_exactly_where_it_holds() {
    let mut dice = Dice::new(8);
    let mut accepted = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..20_000 {
        let count = 1 + dice.below(6);
        let set = few_colours(count, &mut dice);
        let mut question = random_question(count, &mut dice);
        if dice.below(8) == 0 {
            question.shape.width += dice.below(3);
        }
        let mut weights = || [(); 3].map(|()| dice.below(7) as i32 - 3);
        let (row, column) = (weights(), weights());
        let argument = match dice.below(4) {
            0 => Argument::Area,
            1 => Argument::Potential { row, column },
            2 => Argument::Parity { side: dice.below(4) },
            _ => Argument::Rim { kinds: (0..16).filter(|_| dice.below(3) == 0).collect() },
        };
        let passes = check_argument(&set, &question, &argument).is_ok();
        assert_eq!(passes, holds(&set, &question, &argument), "{question}: {argument:?} of {:?}", set.tiles);
        if passes {
            assert!(!brute_force(&set, &question), "{question}: {argument:?} of {:?}", set.tiles);
            *accepted.entry(argument.name()).or_default() += 1;
        }
    }
    for kind in ["area", "potential", "parity", "rim"] {
        assert!(accepted.get(kind).is_some_and(|&times| times >= 30), "{accepted:?}");
    }
}
