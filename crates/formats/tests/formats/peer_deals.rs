//! Microsoft's deals against the generator that Freecell Solver ships.

use patsat_formats::{Format, write_instance};
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use std::process::Command;

/// The board that Debian's `make-microsoft-freecell-board` prints for this number.
fn peer(number: u64) -> Option<String> {
    let output = Command::new("make-microsoft-freecell-board").args(["-t", &number.to_string()]).output();
    let Ok(output) = output else {
        eprintln!("skipped: make-microsoft-freecell-board is not installed (Debian: freecell-solver-bin)");
        return None;
    };
    assert!(output.status.success(), "deal {number}: {output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

fn ours(number: u64) -> String {
    let instance = Instance::from_id(Rules::preset("freecell").unwrap(), DealId::Microsoft(number)).unwrap();
    write_instance(&instance, Format::FcSolve).unwrap().replace(": ", "")
}

/// 200 numbers drawn over the whole range, a fixed sample for ever.
fn sample() -> impl Iterator<Item = u64> {
    let step = |&x: &u64| Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
    std::iter::successors(Some(1), step).skip(1).map(|x| (x >> 31) % ((1 << 33) - 1) + 1).take(200)
}

#[test]
fn our_deals_are_freecell_solvers() {
    let borders = [
        1,
        617,
        11_982,
        32_000,
        (1 << 31) - 1,
        1 << 31,
        3_000_000_000,
        (1 << 32) - 1,
        1 << 32,
        6_825_625_742,
        (1 << 33) - 1,
    ];
    for number in borders.into_iter().chain(sample()) {
        let Some(peer) = peer(number) else { return };
        assert_eq!(ours(number), peer, "deal {number}");
    }
}

#[test]
fn the_sample_reaches_all_three_ranges() {
    let count = |range: std::ops::Range<u64>| sample().filter(|n| range.contains(n)).count();
    let ranges = [1..1 << 31, 1 << 31..1 << 32, 1 << 32..1 << 33].map(count);
    assert!(ranges.iter().all(|&n| n > 30) && ranges.iter().sum::<usize>() == 200, "{ranges:?}");
}
