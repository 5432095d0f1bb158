//! One Rummikub position natively, beside PyPI's rummikub-solver in the same run; CPU time of one thread.
//!
//! `cargo bench --bench rummikub [-- PYTHON]`: `PYTHON` is an interpreter that has it, such as that of
//! `python3 -m venv /tmp/v && /tmp/v/bin/pip install rummikub-solver==1.0.0`; without it only our own column
//! is filled. Positions are made from a seed: sets are laid out until the table is full, then a rack is drawn, no
//! jokers. Both lay as many tiles as possible and must come to the same number. `-- counts` measures the counts
//! of winning hands instead.

mod cpu;

use cpu::cpu_s;
#[path = "../puzzles/rummikub/tests/rummikub/positions.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod common;

use patsat_rummikub::count::count;
use patsat_rummikub::{Goal, Objective, Puzzle, Shape, check, native};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::io::Write;
use std::process::{Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const POSITIONS: usize = 12;
const REPEATS: u32 = 30;

/// Reads a position a line, tiles by number; prints tiles laid and milliseconds of CPU time.
const PEER: &str = r"
import sys, time, json
from rummikub_solver import RuleSet, GameState, SolverMode
rules = RuleSet(jokers=0)
for line in sys.stdin:
    position = json.loads(line)
    best, laid = 1e9, 0
    for _ in range(3):
        state = rules.new_game()
        state.add_table(*position['table'])
        state.add_rack(*position['rack'])
        state.initial = False
        start = time.process_time()
        found = rules.solve(state, SolverMode.TILE_COUNT)
        best = min(best, (time.process_time() - start) * 1000)
        laid = len(found.tiles) if found else 0
    print(laid, best, flush=True)
";

/// Milliseconds of a solve, and the tiles it lays.
fn ours(puzzle: &Puzzle, keep: bool) -> Result<(f64, u32)> {
    let goal = Goal { objective: Objective::Tiles, at_least: None, keep };
    let start = cpu_s();
    for _ in 1..REPEATS {
        native::solve(puzzle, &goal)?;
    }
    let found = native::solve(puzzle, &goal)?.ok_or("the table can be kept")?;
    let ms = (cpu_s() - start) * 1e3 / f64::from(REPEATS);
    Ok((ms, check(puzzle, &goal, found.melds)?.score().tiles))
}

/// The peer's answers: tiles laid and milliseconds.
fn peer(python: &str, puzzles: &[Puzzle]) -> Result<Vec<(u32, f64)>> {
    let mut child =
        Command::new(python).args(["-c", PEER]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let numbers = |puzzle: &Puzzle, of: fn(&Puzzle, usize) -> u8| -> Vec<usize> {
        let kinds = 0..puzzle.shape().kind_count();
        kinds.flat_map(|kind| std::iter::repeat_n(kind + 1, of(puzzle, kind).into())).collect()
    };
    let mut lines = String::new();
    for puzzle in puzzles {
        let (rack, table) = (numbers(puzzle, Puzzle::on_rack), numbers(puzzle, Puzzle::on_table));
        lines += &format!("{}\n", serde_json::json!({"rack": rack, "table": table}));
    }
    if let Some(mut input) = child.stdin.take() {
        input.write_all(lines.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    let text = String::from_utf8(output.stdout)?;
    let read = |line: &str| -> Result<(u32, f64)> {
        let (laid, ms) = line.split_once(' ').ok_or("two numbers")?;
        Ok((laid.parse()?, ms.parse()?))
    };
    let answers = text.lines().map(read).collect::<Result<Vec<_>>>()?;
    if answers.len() == puzzles.len() { Ok(answers) } else { Err("the peer gave no answer".into()) }
}

/// Returns a position with `table` tiles on the table, or at most two fewer.
fn full(random: &mut ChaCha8Rng, table: u32) -> Puzzle {
    let shape = Shape { jokers: 0, ..Shape::default() };
    loop {
        let puzzle = common::position(random, shape, 40 + 20 * table as usize / 3, 14);
        // `common::position` adds sets until none fits. Drop the sets beyond the wanted size.
        let mut smaller = match Puzzle::new(shape) {
            Ok(empty) => empty,
            Err(_) => continue,
        };
        for set in puzzle.sets() {
            if smaller.table_count() + set.0.len() as u32 <= table {
                let _ = smaller.add_set(set.clone());
            }
        }
        puzzle.rack().into_iter().for_each(|piece| drop(smaller.add_to_rack(piece)));
        if smaller.rack_count() == 14 && smaller.table_count() + 2 >= table {
            return smaller;
        }
    }
}

fn spread(values: &[f64]) -> String {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    format!("{mean:.3} (most {:.3})", values.iter().copied().fold(0.0, f64::max))
}

fn positions(python: Option<&str>) -> Result<()> {
    println!("| rack + table | ours, ms | with fewest sets changed, ms | rummikub-solver, ms | ratio |");
    println!("|---|---|---|---|---|");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for table in [0, 30, 45, 60] {
        let puzzles: Vec<Puzzle> = (0..POSITIONS).map(|_| full(&mut random, table)).collect();
        let plain = puzzles.iter().map(|puzzle| ours(puzzle, false)).collect::<Result<Vec<_>>>()?;
        let kept = puzzles.iter().map(|puzzle| ours(puzzle, true)).collect::<Result<Vec<_>>>()?;
        let times = |answers: &[(f64, u32)]| answers.iter().map(|answer| answer.0).collect::<Vec<f64>>();
        let (plain_ms, kept_ms) = (times(&plain), times(&kept));
        let mut row = format!("| 14 + {table} | {} | {} |", spread(&plain_ms), spread(&kept_ms));
        match python {
            Some(python) => {
                let theirs = peer(python, &puzzles)?;
                for (ours, theirs) in plain.iter().zip(&theirs) {
                    if ours.1 != theirs.0 {
                        return Err(format!("{} tiles here, {} there", ours.1, theirs.0).into());
                    }
                }
                let ms: Vec<f64> = theirs.iter().map(|answer| answer.1).collect();
                let ratio = ms.iter().sum::<f64>() / plain_ms.iter().sum::<f64>();
                row += &format!(" {} | {ratio:.0} |", spread(&ms));
            }
            None => row += " not installed | |",
        }
        println!("{row}");
    }
    Ok(())
}

fn counts() -> Result<()> {
    println!("| hands of 13 values, 4 colours, 2 copies | CPU s |\n|---|---|");
    for (what, jokers, most) in [
        ("14 tiles", 0, Some(14)),
        ("every size", 0, None),
        ("14 tiles, 1 joker", 1, Some(14)),
        ("14 tiles, 2 jokers", 2, Some(14)),
    ] {
        let start = cpu_s();
        count(&Shape { jokers, ..Shape::default() }, most, &mut |_| true)?;
        println!("| {what} | {:.2} |", cpu_s() - start);
    }
    Ok(())
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.first().map(String::as_str) {
        Some("counts") => counts(),
        given => {
            let python = given.unwrap_or("python3");
            let there =
                Command::new(python).args(["-c", "import rummikub_solver"]).stderr(Stdio::null()).status();
            let there = there.is_ok_and(|status| status.success());
            if !there {
                eprintln!("skipped: '{python}' has no rummikub-solver (pip install rummikub-solver==1.0.0)");
            }
            positions(there.then_some(python))
        }
    }
}
