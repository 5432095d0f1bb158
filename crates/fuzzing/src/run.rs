//! Inputs by the million, each watched: time, memory, panics.
//!
//! Inputs of a target are numbered; the same seed makes the same ones. They are run in a process of its own
//! ([`worker`]), whose address space is limited, so that one that asks for too much memory or overflows the stack ends
//! that process and no more. It writes the number of each input down before it is run: whoever started it
//! ([`supervise`]) then knows which one it was, keeps it in a file, and goes on behind it.

use crate::{Kind, Target};
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// An input that takes more CPU time than this hangs.
pub const HANG_MS: i64 = 1_000;
/// One that takes more than this is ended with its process.
const END_MS: i64 = 20_000;
/// Memory of the process, all of its address space.
pub const MEMORY_MIB: u64 = 512;
/// Inputs that break something are kept up to so many a target and kind; all are counted. After so many that end their
/// process no more are run.
pub const KEPT: usize = 20;

/// What is asked of a process that runs inputs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The target.
    pub target: String,
    /// `raw` or `structured`.
    pub kind: String,
    /// The seed.
    pub seed: u64,
    /// Number of the first input.
    pub first: u64,
    /// Number after the last.
    pub end: u64,
    /// CPU time after which it ends, if it is to end before.
    pub cpu_ms: Option<u64>,
    /// Where the number of the present input is written.
    pub at: PathBuf,
    /// Where inputs that break something go.
    pub failures: PathBuf,
}

/// What became of the inputs of a target and kind.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The target.
    pub target: String,
    /// `raw` or `structured`.
    pub kind: String,
    /// The seed.
    pub seed: u64,
    /// How many inputs were run.
    pub inputs: u64,
    /// CPU time in milliseconds.
    pub cpu_ms: u64,
    /// The slowest input, in milliseconds.
    pub slowest_ms: u64,
    /// The most memory of a process, in MiB.
    pub peak_mib: u64,
    /// Panics.
    pub panics: u64,
    /// Inputs that hang.
    pub hangs: u64,
    /// Processes that ended: no memory, or no stack.
    pub crashes: u64,
}

impl Tally {
    /// Inputs that break something.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.panics + self.hangs + self.crashes
    }

    fn of(order: &Order) -> Tally {
        Tally { target: order.target.clone(), kind: order.kind.clone(), seed: order.seed, ..Tally::default() }
    }

    /// Adds what became of more inputs.
    pub fn add(&mut self, more: &Tally) {
        self.inputs += more.inputs;
        self.cpu_ms += more.cpu_ms;
        self.slowest_ms = self.slowest_ms.max(more.slowest_ms);
        self.peak_mib = self.peak_mib.max(more.peak_mib);
        self.panics += more.panics;
        self.hangs += more.hangs;
        self.crashes += more.crashes;
    }
}

/// CPU time of this process, in milliseconds.
fn cpu_ms() -> i64 {
    getrusage(UsageWho::RUSAGE_SELF)
        .map_or(0, |usage| (usage.user_time() + usage.system_time()).num_milliseconds())
}

thread_local! {
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether an input is being run.
    static RUNS: Cell<bool> = const { Cell::new(false) };
}

/// Runs one input; what a panic says.
#[must_use]
pub fn one(target: &Target, input: &[u8]) -> Option<String> {
    RUNS.set(true);
    let ended = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    RUNS.set(false);
    ended.is_err().then(|| SAID.with_borrow_mut(std::mem::take))
}

/// Panics of inputs are noted, not printed; those of whoever runs them are printed as ever.
pub fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if RUNS.get() {
                SAID.with_borrow_mut(|said| *said = info.to_string());
            } else {
                usual(info);
            }
        }));
    });
}

/// Runs inputs in this process, which is made for that.
///
/// # Errors
/// If files cannot be written, or the address space cannot be limited.
pub fn worker(target: &Target, kind: Kind, order: &Order) -> io::Result<Tally> {
    note_panics();
    let seeds = (target.seeds)();
    // What is known of games is worked out before anything is counted.
    for seed in &seeds {
        let _ = one(target, seed);
    }
    setrlimit(Resource::RLIMIT_AS, MEMORY_MIB << 20, MEMORY_MIB << 20)?;
    let at = File::options().write(true).create(true).truncate(false).open(&order.at)?;
    static BEGAN: AtomicU64 = AtomicU64::new(u64::MAX);
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let began = BEGAN.load(Ordering::Relaxed);
            if began != u64::MAX && cpu_ms() - began as i64 > END_MS {
                std::process::exit(HUNG);
            }
        }
    });
    let mut tally = Tally::of(order);
    let start = cpu_ms();
    let mut before = start;
    for number in order.first..order.end {
        at.write_all_at(&number.to_le_bytes(), 0)?;
        BEGAN.store(before as u64, Ordering::Relaxed);
        let input = target.input(kind, &seeds, order.seed, number);
        let said = one(target, &input);
        let now = cpu_ms();
        let took = now - before;
        before = now;
        tally.inputs += 1;
        tally.slowest_ms = tally.slowest_ms.max(took as u64);
        let broken = match &said {
            Some(said) => {
                tally.panics += 1;
                Some(("panic", said.clone()))
            }
            None if took > HANG_MS => {
                tally.hangs += 1;
                Some(("hang", format!("{took} ms")))
            }
            None => None,
        };
        if let Some((what, said)) = broken {
            keep(order, number, what, &said, &input)?;
        }
        if order.cpu_ms.is_some_and(|most| now - start >= most as i64) {
            break;
        }
    }
    tally.cpu_ms = (cpu_ms() - start) as u64;
    tally.peak_mib = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss() as u64 / 1024);
    Ok(tally)
}

/// Exit code of a process that was ended since its input hangs.
const HUNG: i32 = 86;

/// Keeps an input and what it does, unless there are many already.
fn keep(order: &Order, number: u64, what: &str, said: &str, input: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(&order.failures)?;
    let start = format!("{}-{}-{what}-", order.target, order.kind);
    let mut files = std::fs::read_dir(&order.failures)?.flatten().map(|entry| entry.file_name());
    if files.by_ref().filter(|name| name.to_string_lossy().starts_with(&start)).count() >= 2 * KEPT {
        return Ok(());
    }
    let path = order.failures.join(format!("{start}{number}"));
    std::fs::write(&path, input)?;
    std::fs::write(path.with_extension("txt"), said)
}

/// Runs inputs in processes of their own, until they are done: what one cannot survive ends its process, is kept, and
/// the next process goes on behind it.
///
/// # Errors
/// If no process can be started.
pub fn supervise(target: &Target, kind: Kind, mut order: Order) -> io::Result<Tally> {
    let program = std::env::current_exe()?;
    let mut all = Tally::of(&order);
    while order.first < order.end {
        let text = serde_json::to_string(&order)?;
        let output = Command::new(&program).arg("--work").arg(text).stdin(Stdio::null()).output()?;
        let found: Option<Tally> = serde_json::from_slice(&output.stdout).ok();
        if let Some(found) = found.filter(|_| output.status.success()) {
            all.add(&found);
            break;
        }
        let said = format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        let number = present(&order.at).filter(|number| (order.first..order.end).contains(number));
        let Some(number) = number else {
            return Err(io::Error::other(format!("{}: {said}", order.target)));
        };
        let input = target.input(kind, &(target.seeds)(), order.seed, number);
        let hung = output.status.code() == Some(HUNG);
        keep(&order, number, if hung { "hang" } else { "crash" }, &said, &input)?;
        // Its own tally is lost; of its inputs the number is known.
        all.inputs += number + 1 - order.first;
        *(if hung { &mut all.hangs } else { &mut all.crashes }) += 1;
        order.first = number + 1;
        if all.crashes + all.hangs >= KEPT as u64 {
            break;
        }
    }
    Ok(all)
}

fn present(path: &Path) -> Option<u64> {
    let bytes: [u8; 8] = std::fs::read(path).ok()?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}
