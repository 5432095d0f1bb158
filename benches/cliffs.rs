//! Native search over growing sizes: finds the step of ranks, suits, columns or cells at which the cost jumps.
//!
//! `cargo bench --bench cliffs -- [DEALS] [SECONDS] [WORD]` makes DEALS random deals (10) of each game and size, and
//! limits each to SECONDS seconds (10). With WORD, only the rows that contain it run. Prints a table for
//! `benches/results/cliffs.md`.

mod cpu;

use cpu::cpu_s;
use patsat_base::Limits;
use patsat_game::cards::{DealId, Suits};
use patsat_game::rules::{EmptyColumn, Rules, Sizes, Stock};
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::error::Error;
use std::time::Duration;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A game, what is changed in it, and to which values.
struct Row {
    preset: &'static str,
    what: &'static str,
    change: fn(&mut Rules, u16),
    values: &'static [u16],
}

const ROWS: &[Row] = &[
    Row {
        preset: "freecell",
        what: "ranks",
        change: ranks,
        values: &[10, 12, 13, 14, 15, 16, 17, 18, 20, 22, 26],
    },
    Row { preset: "freecell", what: "suits", change: suits, values: &[2, 3, 4, 5, 6, 7, 8] },
    Row {
        preset: "freecell",
        what: "columns",
        change: columns,
        values: &[4, 6, 7, 8, 12, 15, 16, 17, 20, 32, 33, 40],
    },
    Row { preset: "freecell", what: "cells", change: cells, values: &[0, 1, 2, 3, 4, 6, 8, 12] },
    Row { preset: "eight-off", what: "ranks", change: ranks, values: &[12, 13, 14, 15, 16, 18] },
    Row { preset: "seahaven-towers", what: "ranks", change: ranks, values: &[12, 13, 14, 15, 16, 18] },
    Row { preset: "spider", what: "ranks", change: ranks, values: &[12, 13, 14, 15, 16] },
    Row { preset: "forty-thieves", what: "ranks", change: ranks, values: &[8, 10, 12, 13] },
    Row {
        preset: "forty-thieves",
        what: "columns",
        change: columns,
        values: &[8, 10, 12, 14, 16, 17, 18, 24, 40],
    },
    Row { preset: "forty-thieves", what: "cells", change: cells, values: &[0, 1, 2, 3, 4, 6, 12, 13] },
    Row { preset: "forty-thieves", what: "kings-only cells", change: kings_only, values: &[2, 3, 4, 6] },
    Row { preset: "freecell", what: "stock", change: stock, values: &[0, 1, 8, 16, 24, 32] },
    Row { preset: "freecell", what: "rows", change: rows, values: &[0, 1, 2, 3] },
    Row { preset: "freecell", what: "copies", change: copies, values: &[1, 2, 3, 4] },
];

fn ranks(rules: &mut Rules, to: u16) {
    rules.deck.ranks = to.into();
}

fn suits(rules: &mut Rules, to: u16) {
    rules.deck.suits = Suits::First(to);
}

fn columns(rules: &mut Rules, to: u16) {
    rules.columns = to;
}

/// The highest rank only fills columns, of a game with cells.
fn kings_only(rules: &mut Rules, to: u16) {
    rules.empty_column = EmptyColumn::TopRank;
    cells(rules, to);
}

/// This number of cards begins in a stock that is drawn from onto a waste.
fn stock(rules: &mut Rules, to: u16) {
    if to > 0 {
        rules.layout.sizes = Sizes::Round(52 - u32::from(to));
        rules.stock = Stock::waste(0, false);
    }
}

/// This number of rows of eight cards is dealt later.
fn rows(rules: &mut Rules, to: u16) {
    if to > 0 {
        rules.layout.sizes = Sizes::Round(52 - 8 * u32::from(to));
        rules.stock = Stock::Rows { onto_empty: true };
    }
}

/// This number of decks, two more columns and four more cells for each beyond the first.
fn copies(rules: &mut Rules, to: u16) {
    rules.deck.copies = to;
    rules.columns += 2 * (to - 1);
    rules.cells *= to;
}

fn cells(rules: &mut Rules, to: u16) {
    rules.cells = to;
}

/// The outcomes of the deals of one size, and the CPU milliseconds of each.
#[derive(Default)]
struct Outcome {
    won: usize,
    lost: usize,
    open: usize,
    times: Vec<f64>,
}

fn measure(row: &Row, value: u16, deals: u64, seconds: u64) -> Result<Outcome> {
    let mut rules = Rules::preset(row.preset)?;
    (row.change)(&mut rules, value);
    let auto = strategy("auto")?;
    let mut outcome = Outcome::default();
    for seed in 1..=deals {
        let instance = Instance::from_id(rules.clone(), DealId::Random { game: None, seed })?;
        let time = Some(Duration::from_secs(seconds));
        let mut budget = Budget::new(Limits { time, memory_mib: Some(3000), ..Limits::default() });
        let before = cpu_s();
        let report = (auto.run)(&instance, &SearchOptions::default(), &mut budget);
        outcome.times.push((cpu_s() - before) * 1e3);
        match report.end {
            SearchEnd::Solved(plan) => {
                replay(&instance, plan)?;
                outcome.won += 1;
            }
            SearchEnd::Exhausted => outcome.lost += 1,
            SearchEnd::GaveUp | SearchEnd::Limit(_) => outcome.open += 1,
        }
    }
    outcome.times.sort_by(f64::total_cmp);
    Ok(outcome)
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let (deals, seconds) = (numbers.next().unwrap_or(10).max(1), numbers.next().unwrap_or(10));
    let word = words.iter().find(|word| word.parse::<u64>().is_err());
    println!("{deals} deals random:1 and on of each size, {seconds} s each; CPU time in ms.\n");
    println!("| game | size | won | lost | open | median | mean | most |");
    println!("|---|---|---|---|---|---|---|---|");
    for row in ROWS {
        for &value in row.values {
            let name = format!("{} {}", row.preset, row.what);
            if word.is_some_and(|word| !name.contains(word.as_str())) {
                continue;
            }
            let Outcome { won, lost, open, times } = measure(row, value, deals, seconds)?;
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
            println!("| {name} | {value} | {won} | {lost} | {open} | {median:.1} | {mean:.1} | {most:.1} |");
        }
    }
    Ok(())
}
