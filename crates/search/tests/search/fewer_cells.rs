//! Deals with fewer cells, against a published list deal by deal and published rates.
//!
//! The list (least number of cells for each Microsoft deal, by Theodore Pringle) is read from
//! `../shared/data/third-party/deals` where that folder is, and is no part of this repository.

use patsat_base::Limits;
use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::verify::replay;
use patsat_search::{Budget, SearchEnd, SearchOptions, strategy};
use std::path::Path;

/// Returns whether a deal can be won with `cells` cells; `None` if a limit came first.
fn winnable(number: u64, cells: u16, nodes: u64) -> Option<bool> {
    let mut rules = Rules::preset("freecell").unwrap();
    rules.cells = cells;
    let instance = Instance::from_id(rules, DealId::Microsoft(number)).unwrap();
    let mut budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
    match (strategy("auto").unwrap().run)(&instance, &SearchOptions::default(), &mut budget).end {
        SearchEnd::Solved(plan) => {
            replay(&instance, plan).unwrap();
            Some(true)
        }
        SearchEnd::Exhausted => Some(false),
        _ => None,
    }
}

/// The least number of cells by deal, if the list is at hand.
fn published() -> Option<Vec<(u64, u16)>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/third-party/deals/msfc-min-cells-1-16000.txt");
    let text = std::fs::read_to_string(path).ok()?;
    let row = |line: &str| {
        let (deal, cells) = line.split_once(' ').unwrap();
        (deal.parse().unwrap(), cells.parse().unwrap())
    };
    Some(text.lines().map(row).collect())
}

fn agrees(deals: impl Fn(u16) -> std::ops::RangeInclusive<u64>, nodes: u64) {
    let Some(list) = published() else {
        eprintln!("skipped: the published list is not at hand");
        return;
    };
    for cells in 0..=5 {
        let deals = deals(cells);
        let mut decided = 0;
        for &(deal, least) in list.iter().filter(|(deal, _)| deals.contains(deal)) {
            if let Some(verdict) = winnable(deal, cells, nodes) {
                assert_eq!(verdict, least <= cells, "deal {deal} with {cells} cells");
                decided += 1;
            }
        }
        assert!(decided * 10 >= deals.count() * 9, "{cells} cells: only {decided} decided");
    }
}

#[test]
fn verdicts_agree_with_the_published_list() {
    agrees(|cells| if cells == 2 { 1..=40 } else { 1..=150 }, 200_000);
}

#[test]
#[ignore = "minutes: every deal of the list but those with two cells"]
fn verdicts_agree_with_the_whole_published_list() {
    agrees(|cells| if cells == 2 { 1..=400 } else { 1..=16_000 }, 3_000_000);
}

/// Rates of Blake and Gent (JAIR 85:21, 2026) inside the 95 % interval of 1000 deals.
#[test]
#[ignore = "minutes"]
fn rates_agree_with_the_published_ones() {
    for (cells, percent) in [(0, 0.2137), (1, 19.348), (2, 79.544), (3, 99.3583)] {
        let deals = 1000;
        let verdicts: Vec<Option<bool>> = (1..=deals).map(|n| winnable(n, cells, 4_000_000)).collect();
        let won = verdicts.iter().filter(|v| **v == Some(true)).count() as f64;
        let open = verdicts.iter().filter(|v| v.is_none()).count() as f64;
        let (low, high) = (wilson(won, deals as f64).0, wilson(won + open, deals as f64).1);
        assert!(
            (low..=high).contains(&(percent / 100.0)),
            "{cells} cells: {low}..{high}, published {percent} %"
        );
    }
}

/// Wilson's 95 % interval.
fn wilson(won: f64, of: f64) -> (f64, f64) {
    let z = 1.96;
    let (share, scale) = (won / of, 1.0 + z * z / of);
    let middle = (share + z * z / (2.0 * of)) / scale;
    let half = z / scale * (share * (1.0 - share) / of + z * z / (4.0 * of * of)).sqrt();
    (middle - half, middle + half)
}
