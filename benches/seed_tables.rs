//! Prints the tables of Heineman's column (2009) with its figures beside ours.
//!
//! `cargo bench --bench seed_tables [-- DEALS NODES]`: the sample of Table 3 takes deals
//! 1 to DEALS (100) with at most NODES positions expanded each (2,000,000).
//! What the figures mean is told in `patsat_search::classic::column`.

use patsat_game::cards::DealId;
use patsat_game::rules::Rules;
use patsat_game::state::{Instance, Table};
use patsat_game::verify::replay;
use patsat_search::classic::column::ColumnBoard;
use patsat_search::classic::column::stale::{Sorting, positions_entered};
use patsat_search::classic::{Keep, depth_bounded, staged_deepening};
use patsat_search::estimate::{Choice, Estimate, EstimateOptions, estimate, tree_sizes};
use patsat_search::{Budget, Limit, Limits, SearchEnd, SearchOptions};
use std::time::Instant;

/// Table 1 of the column: depths 1 to 16 by 1024, 8192, 65536 and 524288 trials.
const TABLE_1: [[i64; 4]; 16] = [
    [10, 10, 10, 10],
    [97, 97, 97, 97],
    [958, 953, 952, 953],
    [9_670, 9_619, 9_651, 9_639],
    [80_709, 81_047, 81_737, 81_831],
    [521_687, 514_008, 512_362, 514_031],
    [3_148_528, 3_145_964, 3_158_028, 3_160_598],
    [19_229_400, 18_874_596, 18_897_966, 18_691_471],
    [102_380_038, 110_320_787, 112_600_229, 113_277_340],
    [629_428_522, 674_500_579, 691_503_745, 697_487_694],
    [3_683_996_355, 4_457_682_162, 4_375_374_259, 4_496_165_752],
    [29_217_980_095, 26_448_488_662, 30_181_096_011, 29_560_397_738],
    [202_089_900_000, 178_279_159_677, 205_570_735_002, 191_915_309_712],
    [1_357_731_621_016, 1_385_267_414_567, 1_354_186_049_061, 1_341_123_067_292],
    [6_355_922_590_757, 8_369_637_109_786, 9_178_769_325_917, 9_741_519_149_127],
    [89_990_296_563_789, 56_981_831_355_020, 75_239_486_094_419, -1_963_544_077_451],
];
const TRIALS: [u64; 4] = [1024, 8192, 65_536, 524_288];

/// Table 2 of the column: moves searched by depth bound.
const TABLE_2: [(u32, &str); 5] =
    [(2, "109"), (3, "1,111"), (4, "11,615"), (5, "93,339"), (6, "493,678 (out of memory)")];

fn instance(deal: u64) -> Option<Instance> {
    Instance::from_id(Rules::preset("freecell").ok()?, DealId::Microsoft(deal)).ok()
}

fn board(deal: u64) -> Option<ColumnBoard> {
    ColumnBoard::of(&instance(deal)?.table())
}

fn table_1(start: &ColumnBoard, table: &Table) {
    println!("Table 1: sequences of moves of deal 14 by depth. Each figure of the column, ours below it");
    println!("with the same slip in choosing moves, both by trials; last column: an even choice.\n");
    let options = |choice, probes| EstimateOptions { choice, probes, ..EstimateOptions::default() };
    let slipped = TRIALS.map(|trials| estimate(start, &options(Choice::ColumnSlip, trials)));
    let even = estimate(start, &options(Choice::Uniform, TRIALS[3]));
    let exact = tree_sizes(start, 6);
    println!("{:>5} {:>21} {:>21} {:>21} {:>21} {:>32}", "depth", "1024", "8192", "65536", "524288", "even");
    for (n, column) in TABLE_1.iter().enumerate() {
        println!("{:>5} {}", n + 1, column.map(|c| format!("{c:>21}")).join(" "));
        let ours = slipped.each_ref().map(|e| format!("{:>21.0}", e.by_depth[n].sequences)).join(" ");
        let known = exact.get(n).map_or(String::new(), |size| format!(" (exactly {size})"));
        let (mean, error) = (even.by_depth[n].sequences, even.by_depth[n].standard_error);
        println!("      {ours} {mean:>18.0} ± {error:.0}{known}");
    }
    let restored = i128::from(TABLE_1[15][3]) + (1i128 << 65) / i128::from(TRIALS[3]);
    println!("\nIts last figure, two overflows of 64 bits taken back: {restored}");
    println!("Branching factor: column 7.78, ours {:.3}", slipped[3].column_branching());
    let means = |e: &Estimate| {
        format!("{:.3} weighted alike, {:.3} a depth", e.column_branching(), e.mean_branching())
    };
    println!("  with an even choice {}", means(&even));
    let ours = estimate(table, &options(Choice::Uniform, TRIALS[1]));
    println!("  patsat's own list (single cards, no equal targets): {}", means(&ours));
    println!("  patsat's own tree, exactly: {:?}\n", tree_sizes(table, 5));
}

fn table_2(start: &ColumnBoard) {
    println!("Table 2: moves of deal 14 by depth bound");
    println!("{:>5} {:>26} {:>14} {:>30}", "bound", "column", "sequences", "ours, visited set working");
    let sizes = tree_sizes(start, 6);
    for (bound, column) in TABLE_2 {
        let within: u128 = sizes[..bound as usize].iter().sum();
        let options = SearchOptions { depth: Some(bound), ..SearchOptions::default() };
        let stats = depth_bounded(start, &options, &mut Budget::new(Limits::default())).stats;
        println!("{bound:>5} {column:>26} {within:>14} {:>14} moves {:>9}", stats.generated, stats.stored);
    }
    println!();
}

fn deal_11982(start: &ColumnBoard) {
    println!("Positions of deal 11982: column 180,045");
    let kinds = [
        ("columns sorted as its program does", Sorting::AsTheColumn),
        ("also when a move is undone", Sorting::AlsoWhenUndone),
        ("always", Sorting::Always),
    ];
    for (name, sorting) in kinds {
        println!("{:>38}: {:?}", name, positions_entered(start, sorting, 1 << 30));
    }
    println!();
}

fn table_3(deals: u64, nodes: u64) {
    println!(
        "Table 3: staged deepening. Column, deals 1..32000: 96.4 % solved, 3.5 % no solution, 0.1 % given up"
    );
    for keep in [Keep::LatestOfScore, Keep::All] {
        let started = Instant::now();
        let (mut solved, mut dry, mut limited, mut length, mut longest) = (0u64, 0, 0, 0, 0);
        for deal in 1..=deals {
            let (Some(instance), Some(start)) = (instance(deal), board(deal)) else { continue };
            let limits = Limits { nodes: Some(nodes), memory_mib: Some(2048), ..Limits::default() };
            let report = staged_deepening(&start, keep, &SearchOptions::default(), &mut Budget::new(limits));
            match report.end {
                SearchEnd::Solved(plan) => {
                    let moves = plan.moves.len();
                    if let Err(fault) = replay(&instance, plan) {
                        println!("deal {deal}: {fault}");
                        continue;
                    }
                    solved += 1;
                    length += moves;
                    longest = longest.max(moves);
                }
                SearchEnd::Limit(Limit::Nodes | Limit::Memory) => limited += 1,
                _ => dry += 1,
            }
        }
        println!(
            "  {keep:?}, deals 1..{deals}, at most {nodes} positions each: {:.1} % solved ({solved}), {dry} gave up, \
             {limited} at the limit; mean {:.0} moves, longest {longest}; {:.1} s",
            100.0 * solved as f64 / deals as f64,
            length as f64 / solved.max(1) as f64,
            started.elapsed().as_secs_f64()
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|a| a == "--bench") {
        println!("run as `cargo bench --bench seed_tables`");
        return;
    }
    let numbers: Vec<u64> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let (deals, nodes) =
        (numbers.first().copied().unwrap_or(100), numbers.get(1).copied().unwrap_or(2_000_000));
    if let (Some(fourteen), Some(table), Some(lost)) = (board(14), instance(14), board(11_982)) {
        table_1(&fourteen, &table.table());
        table_2(&fourteen);
        deal_11982(&lost);
    }
    table_3(deals, nodes);
}
