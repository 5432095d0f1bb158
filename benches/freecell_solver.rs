//! Ours beside Freecell Solver, in one run: whole processes, CPU seconds and memory.
//!
//! `cargo bench --bench freecell_solver [-- ROUNDS]` runs the two programs of each row in turn, and prints
//! the medians with the ratio of each pair. It needs Freecell Solver (Debian's
//! `freecell-solver-bin`) on the path.

use nix::sys::resource::{UsageWho, getrusage};
use std::process::{Command, Stdio};

const OURS: &str = env!("CARGO_BIN_EXE_patsat");

struct Row {
    what: &'static str,
    ours: Vec<String>,
    peer: Vec<String>,
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// CPU seconds and peak memory in MiB of a command run to its end.
#[derive(Clone, Copy)]
struct Usage {
    cpu_s: f64,
    peak_mib: f64,
}

/// Runs a command in a process of its own that reports on its one child.
fn measure(command: &[String]) -> Result<Usage, String> {
    let me = std::env::current_exe().map_err(|e| e.to_string())?;
    let output = Command::new(me).arg("--measure").args(command).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(cpu_s)), Some(Ok(peak_mib))) => Ok(Usage { cpu_s, peak_mib }),
        _ => Err(format!("{}: {}", command.join(" "), String::from_utf8_lossy(&output.stderr).trim())),
    }
}

fn measure_child(command: &[String]) {
    let Some((program, arguments)) = command.split_first() else { return };
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if let Err(error) = status {
        eprintln!("{error}");
        return;
    }
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return };
    let seconds = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    let cpu_s = seconds(usage.user_time()) + seconds(usage.system_time());
    println!("{cpu_s} {}", usage.max_rss() as f64 / 1024.0);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if arguments.first().is_some_and(|a| a == "--measure") {
        return measure_child(&arguments[1..]);
    }
    let rounds: usize = arguments.first().and_then(|a| a.parse().ok()).unwrap_or(5).max(1);
    let board = std::env::temp_dir().join("patsat-bench-11982.txt");
    let dealt = Command::new("make-microsoft-freecell-board").arg("11982").output();
    let Ok(dealt) = dealt else {
        println!("Freecell Solver is not installed (Debian: freecell-solver-bin); nothing to compare with");
        return;
    };
    if let Err(error) = std::fs::write(&board, dealt.stdout) {
        eprintln!("{}: {error}", board.display());
        return;
    }
    let rows = [
        Row {
            what: "solve ms:1..32000, every plan of ours verified",
            ours: words(&format!("{OURS} survey ms:1..32000 --jobs 1 -o /dev/null")),
            peer: words("freecell-solver-range-parallel-solve 1 32000 4000 -l lg"),
        },
        Row {
            what: "ms:11982: every position visited",
            ours: words(&format!("{OURS} solve ms:11982 --no-dominance")),
            peer: words(&format!("fc-solve -to 01ABCDE {}", board.display())),
        },
        Row {
            what: "ms:11982: safe moves home forced",
            ours: words(&format!("{OURS} solve ms:11982")),
            peer: words(&format!("fc-solve -to 01ABCDE -sp r:tf {}", board.display())),
        },
    ];
    println!(
        "medians of {rounds} rounds, ours and Freecell Solver in turn; ratio: ours / peer, pair by pair"
    );
    println!(
        "{:<48} {:>9} {:>9} {:>18} {:>8} {:>8}",
        "", "ours s", "peer s", "ratio (min..max)", "ours MiB", "peer MiB"
    );
    for row in rows {
        let mut pairs = Vec::new();
        for _ in 0..rounds {
            match (measure(&row.ours), measure(&row.peer)) {
                (Ok(ours), Ok(peer)) => pairs.push((ours, peer)),
                (Err(error), _) | (_, Err(error)) => return eprintln!("{error}"),
            }
        }
        let ratios: Vec<f64> = pairs.iter().map(|(a, b)| a.cpu_s / b.cpu_s).collect();
        let (low, high) = ratios.iter().fold((f64::MAX, 0f64), |(low, high), &r| (low.min(r), high.max(r)));
        let of = |f: fn(&(Usage, Usage)) -> f64| median(pairs.iter().map(f).collect());
        let ratio = format!("{:.2} ({low:.2}..{high:.2})", median(ratios));
        println!(
            "{:<48} {:>9.3} {:>9.3} {ratio:>18} {:>8.0} {:>8.0}",
            row.what,
            of(|p| p.0.cpu_s),
            of(|p| p.1.cpu_s),
            of(|p| p.0.peak_mib),
            of(|p| p.1.peak_mib)
        );
    }
}
