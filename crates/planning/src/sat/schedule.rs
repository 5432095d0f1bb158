//! The table of schedules, each a portfolio of different queries.
//!
//! Solving times of satisfiable formulas spread over orders of magnitude. Which of two different encodings, horizons,
//! solvers or seeds is faster changes from deal to deal, so several take turns (Huberman, Lukose, Hogg, Science 275,
//! 1997; Gomes and Selman, AIJ 126, 2001). The conflict limit of an entry doubles every round.
//!
//! Limits are conflicts, not seconds. So the queries on one thread, and the plan found, do not depend on the speed or
//! load of the machine. Luby, Sinclair and Zuckerman (IPL 47, 1993) keep shares even among restarts. Here an
//! incremental solver continues where it stopped, and any other restarts with another seed, so that no run is repeated.

use super::chain::{self, Chain, QuerySettings};
use patsat_game::rules::{Build, Home};
use patsat_game::state::Instance;

/// One query of a schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Name of the encoding.
    pub encoding: &'static str,
    /// Its options, as on the command line.
    pub options: &'static str,
    /// Name of the back-end. Entries whose back-end is not built in are skipped.
    pub backend: &'static str,
    /// The horizon; `None` for the first one of the encoding.
    pub horizon: Option<u32>,
    /// Added to the seed of the request.
    pub seed: u64,
    /// Its conflicts in the first round.
    pub conflicts: u64,
}

/// A named schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Table {
    /// Its name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Chains; the first that supports the game is tried before the entries.
    pub chains: &'static [&'static Chain],
    /// The entries, in the order of their turns. On several threads every thread has its own.
    pub entries: &'static [Entry],
}

impl Table {
    /// Returns the names of its back-ends, one for each entry, those of its chains first.
    #[must_use]
    pub fn backends(&self) -> Vec<&'static str> {
        let drawn = |chain: &'static Chain| chain.draws.iter().map(|draws| &draws.last);
        let chain =
            self.chains.iter().flat_map(|&chain| chain.stages.iter().chain(chain.last).chain(drawn(chain)));
        let entries = self.entries.iter().map(|entry| entry.backend);
        chain.map(|settings| settings.backend).chain(entries).collect()
    }
}

impl Table {
    /// Returns a one-line description of its conflict limits.
    #[must_use]
    pub fn costs(&self) -> String {
        let attempts = self.chains.iter().map(|chain| {
            let stage = |settings: &QuerySettings| {
                format!("{} a question and {} a stage", settings.conflicts, settings.in_all)
            };
            let mut stages: Vec<String> = chain.stages.iter().map(stage).collect();
            stages.dedup();
            let last: Vec<String> =
                chain.last.iter().map(|settings| settings.conflicts.to_string()).collect();
            format!(
                "a chain of {}: {} attempts, conflicts in turns {}, {} for a win",
                chain.encoding,
                chain.attempts,
                stages.join(", "),
                last.join(", ")
            )
        });
        let turn = |entry: &Entry| {
            let horizon = entry.horizon.map(|horizon| format!(" {horizon}")).unwrap_or_default();
            format!("{}{horizon} {}", entry.backend, entry.conflicts)
        };
        let turns: Vec<String> = self.entries.iter().map(turn).collect();
        let turns = (!turns.is_empty()).then(|| {
            format!("turns of solver, horizon and conflicts, twice as many each round: {}", turns.join(", "))
        });
        attempts.chain(turns).collect::<Vec<_>>().join("; ")
    }
}

/// All schedules of this kind.
pub const TABLES: &[Table] = &[MIXED, PURE, CELLS, RUNS, CHAIN, COLLECTED, DRAWS];

/// A long run of varisat solves most deals; shorter runs solve fewer in the same time. On deals that are hard for
/// varisat, CaDiCaL with its `sat` settings at 30 steps takes half the time per solved deal that it takes without them
/// at 24 steps.
const MIXED: Table = Table {
    name: "mixed",
    about: "different solvers and horizons in turns; conflict limits double every round",
    chains: &[],
    entries: &[
        entry("varisat", Some(30), 0, 80_000),
        entry("cadical-sat", Some(30), 0, 60_000),
        entry("varisat", Some(30), 1, 80_000),
        entry("cadical-sat", Some(24), 0, 28_000),
        entry("varisat", Some(40), 0, 65_000),
        entry("varisat", Some(24), 0, 60_000),
    ],
};

const PURE: Table = Table {
    name: "pure",
    about: "as mixed, with varisat only",
    chains: &[],
    entries: &[
        entry("varisat", Some(30), 0, 80_000),
        entry("varisat", Some(30), 1, 80_000),
        entry("varisat", Some(40), 0, 65_000),
        entry("varisat", Some(24), 0, 60_000),
    ],
};

/// A schedule for games like FreeCell. Deals that the chain does not win, such as Microsoft's deal 57148, need more
/// steps than other deals: with 60 steps CaDiCaL finds a plan in a hundred seconds, with 30 steps no solver did. On two
/// threads this entry is the first turn of the second thread.
const CELLS: Table = Table {
    name: "cells",
    about: "for FreeCell: a chain of a few attempts, then as mixed, plus a long turn with twice the steps",
    chains: &[&chain::CELLS_FIRST],
    entries: &[
        MIXED.entries[0],
        entry("cadical", Some(60), 0, 1_400_000),
        MIXED.entries[1],
        MIXED.entries[2],
        MIXED.entries[3],
        MIXED.entries[4],
        MIXED.entries[5],
    ],
};

/// A chain alone.
const CHAIN: Table = Table {
    name: "chain",
    about: "for Spider, FreeCell and Forty Thieves: formulas of a few steps each (up to the next row, or some draws), every one maximising the value of its last position; an attempt that does not win leaves the game undecided",
    chains: &[&chain::RUNS, &chain::CELLS, &chain::DRAWS],
    entries: &[],
};

/// A schedule for games like Spider: a chain if there are rows to deal, then whole formulas, first for plans that never
/// split runs, then for others. The longest horizon has no such streamliner and a solver that every build has, so that
/// the verdict names it if no entry finds a plan.
const RUNS: Table = Table {
    name: "runs",
    about: "for Spider: a chain of a few attempts, then plans that never split runs, in turns with others",
    chains: &[&chain::RUNS_FIRST],
    entries: &[
        runs("perm,phase-steps=3", "varisat", 10, 0, 90_000),
        runs("perm,phase-steps=3", "varisat", 12, 0, 50_000),
        runs("perm,phase-steps=4", "cadical-sat", 14, 0, 20_000),
        runs("perm,phase-steps=4,labels=3", "cadical-sat", 8, 0, 20_000),
        runs("phase-steps=6", "varisat", 24, 0, 12_000),
    ],
};

/// A schedule for games whose runs are collected by a move, as in the planning competition. They have few cards and
/// need few steps. Entries with too few steps are refuted within seconds. The verdict names the last entry if none
/// finds a plan.
const COLLECTED: Table = Table {
    name: "collected",
    about: "for Spider of the planning competition: few steps before each row, then more",
    chains: &[],
    entries: &[
        runs("phase-steps=4", "varisat", 10, 0, 130_000),
        runs("perm,phase-steps=4", "cadical-sat", 10, 0, 40_000),
        runs("phase-steps=6", "varisat", 14, 0, 130_000),
        runs("phase-steps=6,labels=6", "varisat", 12, 1, 80_000),
        runs("phase-steps=8", "varisat", 24, 0, 50_000),
    ],
};

const fn runs(
    options: &'static str,
    backend: &'static str,
    horizon: u32,
    seed: u64,
    conflicts: u64,
) -> Entry {
    Entry { encoding: "exists-runs", options, backend, horizon: Some(horizon), seed, conflicts }
}

/// A schedule for games like Forty Thieves: first a chain, then whole formulas.
///
/// The chain wins within seconds or not at all, and wins some deals that no whole formula does. The whole formulas have
/// one step between two draws and mostly many steps after the last draw, where models are found soonest. Plans make few
/// moves at first and end in bursts of dozens of moves. For these, three steps are enough on some deals and too few on
/// many.
///
/// Varisat mostly finds its models in the first hundred thousand conflicts or not at all. MiniSat finds more in one
/// long run than in several short ones with other seeds. CaDiCaL is better with fewer steps, and fastest with eight
/// after it has learned from three. Times of one query spread widely, so solvers and horizons change from turn to turn.
/// The verdict names the last entry if none finds a plan.
const DRAWS: Table = Table {
    name: "draws",
    about: "for Forty Thieves: a chain of a few attempts, then one step per draw and 3 to 16 after the last, by several solvers",
    chains: &[&chain::DRAWS_FIRST],
    entries: &[
        draws("exists-draws", "labels=5,phase-steps=1", "varisat", 16, 0, 80_000),
        draws("exists-draws", "labels=5,phase-steps=1", "minisat", 10, 0, 140_000),
        draws("exists-draws", "labels=5,phase-steps=1", "cadical-sat", 3, 0, 60_000),
        draws("exists-draws", "labels=5,phase-steps=1", "cadical-sat", 8, 0, 50_000),
        draws("exists-draws", "labels=5,phase-steps=1", "batsat", 10, 0, 110_000),
        draws("exists-draws", "labels=5,phase-steps=1", "varisat", 8, 1, 110_000),
        draws("exists-draws", "labels=5,phase-steps=1", "varisat", 3, 0, 110_000),
        draws("exists-draws", "labels=5,phase-steps=1", "varisat", 12, 2, 100_000),
        draws("exists-draws-free", "labels=5", "varisat", 56, 0, 60_000),
    ],
};

const fn draws(
    encoding: &'static str,
    options: &'static str,
    backend: &'static str,
    horizon: u32,
    seed: u64,
    conflicts: u64,
) -> Entry {
    Entry { encoding, options, backend, horizon: Some(horizon), seed, conflicts }
}

const fn entry(backend: &'static str, horizon: Option<u32>, seed: u64, conflicts: u64) -> Entry {
    Entry { encoding: "exists-loose", options: "", backend, horizon, seed, conflicts }
}

/// The schedule for games of single-card moves that are not like FreeCell.
pub const DEFAULT: &Table = if patsat_solvers::HAS_CADICAL { &MIXED } else { &PURE };

/// The minimum number of cells of a game of alternating colours for a chain to pay. With two cells it won no more than
/// whole formulas. With none, or where cards are built by suit, it took longer (benches/results/sat.md has the
/// figures).
const ROOM: u16 = 3;

/// Returns the default schedule for a game in this encoding.
#[must_use]
pub fn usual(instance: &Instance, encoding: &str) -> Option<&'static Table> {
    let rules = &instance.rules;
    let like_freecell = rules.build == Build::AlternateColour && rules.cells >= ROOM;
    let single = if patsat_solvers::HAS_CADICAL && like_freecell { &CELLS } else { DEFAULT };
    let runs = if rules.home == Home::RunsByMove { &COLLECTED } else { &RUNS };
    [single, runs, &DRAWS].into_iter().find(|table| table.entries.iter().any(|e| e.encoding == encoding))
}

/// Returns the default back-end of an encoding. On Klondike's formulas batsat took a third of CaDiCaL's time
/// (benches/results/sat.md).
#[must_use]
pub fn usual_backend(encoding: &str) -> &'static str {
    if encoding == "exists-klondike" { "batsat" } else { patsat_solvers::DEFAULT }
}

/// Returns the schedule of that name.
#[must_use]
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}
