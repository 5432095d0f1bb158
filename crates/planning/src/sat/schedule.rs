//! Schedules of unlike questions, as data.
//!
//! Solving times of satisfiable formulas spread over orders of magnitude, and which of two
//! unlike encodings, horizons, solvers or seeds is the fast one differs from deal to deal:
//! several get their turn (Huberman, Lukose, Hogg, Science 275, 1997; Gomes and Selman, AIJ
//! 126, 2001). Each entry gets its conflicts in the first round and twice as many in each round
//! that follows. Conflicts and not seconds: what is asked on one thread, and so the plan that is found, does not
//! depend on how fast or busy a machine is. Luby, Sinclair and Zuckerman (IPL 47, 1993) keep shares even among restarts;
//! here a solver that can go on where it stopped does, and one that cannot begins anew under another
//! seed, so that no run is made twice.

use super::chain::{self, Ask, Chain};
use patsat_game::rules::{Build, Home};
use patsat_game::state::Instance;

/// One question of a schedule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Name of the encoding.
    pub encoding: &'static str,
    /// Its options, as on the command line.
    pub options: &'static str,
    /// Name of the back-end. One that is not there is left out.
    pub backend: &'static str,
    /// The horizon; `None`: where the encoding begins.
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
    /// What it is, in a line.
    pub about: &'static str,
    /// Chains, of which the first that can say the game is tried first.
    pub chains: &'static [&'static Chain],
    /// The entries, in the order of their turns. On several threads every thread has its own.
    pub entries: &'static [Entry],
}

impl Table {
    /// The names of the back-ends that it asks, one an entry, those of its chain first.
    #[must_use]
    pub fn backends(&self) -> Vec<&'static str> {
        let drawn = |chain: &'static Chain| chain.draws.iter().map(|draws| &draws.last);
        let chain =
            self.chains.iter().flat_map(|&chain| chain.stages.iter().chain(chain.last).chain(drawn(chain)));
        let entries = self.entries.iter().map(|entry| entry.backend);
        chain.map(|ask| ask.backend).chain(entries).collect()
    }
}

impl Table {
    /// What its turns cost, in a line.
    #[must_use]
    pub fn costs(&self) -> String {
        let attempts = self.chains.iter().map(|chain| {
            let stage = |ask: &Ask| format!("{} a question and {} a stage", ask.conflicts, ask.in_all);
            let mut stages: Vec<String> = chain.stages.iter().map(stage).collect();
            stages.dedup();
            let last: Vec<String> = chain.last.iter().map(|ask| ask.conflicts.to_string()).collect();
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

/// A long run of varisat solves most deals, shorter ones fewer in the same time. Of deals that are hard for it CaDiCaL with
/// its settings for models at 30 steps needs half the time a success that it needs without them at 24.
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

/// Questions for FreeCell and what is like it. What a chain does not win, such as Microsoft's deal 57148, needs more steps
/// than other deals do: with 60 CaDiCaL finds a plan in a hundred seconds, with 30 no solver did. On two threads
/// that is the second one's first turn.
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

/// Questions for games of Spider's kind: a chain where there are rows to deal, then whole formulas, first for plans that
/// never part neighbours of a run, then for others. The longest horizon is one without that streamliner and by a solver that every
/// build has, so that it is what is said where all of them find nothing.
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

/// Questions for games whose runs are collected by a move, as in the planning competition: few cards, so that
/// steps are few too. Shapes with too few of them are refuted within seconds. The last entry is the one that is spoken
/// of where none of them finds a plan.
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

/// Questions for games of Forty Thieves' kind: a chain, which wins in some seconds what it wins at all, and in part deals that
/// no whole formula does; then one step between two draws and mostly ample room after the
/// last, where models are found soonest: plans are calm at first and end in bursts of dozens of
/// moves, for which three steps are too few on many deals and enough on some. Varisat mostly finds its models in the first
/// hundred thousand conflicts or not at all, MiniSat more in one long run than in several short ones under other seeds,
/// CaDiCaL with fewer steps, and with eight soonest where it has learned from three. Times of one question spread widely, so
/// solvers and horizons change from turn to turn. The last entry is the one that is spoken of where none of them finds a plan.
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

/// The schedule for games of single cards, unless they are much like FreeCell.
pub const DEFAULT: &Table = if patsat_solvers::HAS_CADICAL { &MIXED } else { &PURE };

/// How many cells a game of alternating colours has at least for a chain to pay: with two it won no more than whole
/// formulas, with none, or where cards are built by suit, it took longer (benches/results/sat.md has the figures).
const ROOM: u16 = 3;

/// The schedule that is used where nothing is asked for and this game is said in this encoding.
#[must_use]
pub fn usual(instance: &Instance, encoding: &str) -> Option<&'static Table> {
    let rules = &instance.rules;
    let like_freecell = rules.build == Build::AlternateColour && rules.cells >= ROOM;
    let single = if patsat_solvers::HAS_CADICAL && like_freecell { &CELLS } else { DEFAULT };
    let runs = if rules.home == Home::RunsByMove { &COLLECTED } else { &RUNS };
    [single, runs, &DRAWS].into_iter().find(|table| table.entries.iter().any(|e| e.encoding == encoding))
}

/// The back-end that is asked where none is named. Of Klondike's formulas batsat needed a third of CaDiCaL's time
/// (benches/results/sat.md).
#[must_use]
pub fn usual_backend(encoding: &str) -> &'static str {
    if encoding == "exists-klondike" { "batsat" } else { patsat_solvers::DEFAULT }
}

/// The schedule of that name.
#[must_use]
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}
