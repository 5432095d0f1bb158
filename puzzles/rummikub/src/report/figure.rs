//! The talk's plot: winning hands in proportion to hands, by their size; and beside it the
//! chance that a dealt hand wins.

use crate::Shape;
use crate::count::Row;
use patsat_console::plot::{Axis, Figure, Panel, Series};

/// The figure as SVG. Sizes without a winning hand have no point.
#[must_use]
pub fn svg(shape: &Shape, rows: &[Row]) -> String {
    let points = |of: fn(&Row) -> f64| rows.iter().map(|row| (f64::from(row.tiles), of(row))).collect();
    draw(shape, [points(Row::ratio), points(Row::chance)])
}

fn draw(shape: &Shape, shares: [Vec<(f64, f64)>; 2]) -> String {
    let last = shares[0].last().map_or(1.0, |point| point.0);
    let names = ["winning hands / hands", "chance that a dealt hand wins"];
    let series = shares.into_iter().zip(names).enumerate().map(|(look, (points, name))| {
        let points: Vec<_> = points.into_iter().filter(|&(_, share)| share > 0.0).collect();
        Series { name: name.to_owned(), look, line: points.clone(), points, ..Series::default() }
    });
    let Shape { values, colours, copies, jokers, .. } = *shape;
    let title = format!(
        "Hands that win at once: {values} values, {colours} colours, {copies} copies, {jokers} jokers"
    );
    let panel = Panel {
        x: Axis::linear("tiles in the hand").spanning([0.0, last]),
        y: Axis::log("share that wins"),
        guides: Vec::new(),
        series: series.collect(),
    };
    Figure::of(&title, panel).svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn ticks_are_short() {
        let shape = Shape { jokers: 0, ..Shape::default() };
        let rows: Vec<Row> = crate::count::count(&shape, Some(6), &mut |_| true).unwrap();
        let drawn = svg(&shape, &rows);
        assert!(!drawn.contains("9999") && drawn.contains(">0.001<"), "{drawn}");
    }

    /// `PATSAT_WRITE=1` writes the figure.
    #[test]
    fn the_committed_figure_shows_the_committed_counts() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let table = fs::read_to_string(format!("{root}/instances/tiles/rummikub-winning-hands.csv")).unwrap();
        let rows: Vec<Vec<f64>> = table
            .lines()
            .skip(1)
            .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
            .collect();
        let share = |column: usize| rows.iter().map(|row| (row[0], row[column])).collect();
        let drawn = draw(&Shape::default(), [share(3), share(6)]);
        let path = format!("{root}/benches/results/rummikub-winning-hands.svg");
        if std::env::var_os("PATSAT_WRITE").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), drawn);
    }
}
