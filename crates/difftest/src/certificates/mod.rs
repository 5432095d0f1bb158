//! Tests of certificates: they are made, checked, changed, and checked again.
//!
//! A checker must reject a changed certificate unless its claim still holds. Brute force visits every position and
//! decides which claims hold:
//!
//! * an accepted *plan* must use only moves that brute force found, and end in a win;
//! * an accepted *closed set* must be one of a lost game, with exactly the number of reachable positions: a closed set
//!   contains all of them, and its tree reaches no other;
//! * the same holds for an accepted *swept set*; where safe cards go home at once, its counts must equal those of the
//!   sweep;
//! * an accepted *bounded set* must not claim more than the least cost of a win;
//! * accepted *dead patterns* must match every reachable position, with twins distinguished, and no won one;
//! * an accepted *proof of a bound* may only exclude bounds below the least number of moves (the tests use an encoding
//!   that counts moves).
//!
//! Checksums are recomputed after a change; otherwise every change would be rejected for its checksum. There are also
//! *forged* files: for a game that can be won, the set of all positions except the won ones; and a valid certificate
//! of a game, bound to the same position under rules that allow more.

mod swept;

use crate::oracle::Oracle;
use crate::tally::Tally;
use crate::{Disagreement, SystemUnderTest, tamper};
use patsat_base::Limits;
use patsat_encodings::schemes;
use patsat_game::rules::{Build, Cost, EmptyColumn, Move, Rules};
use patsat_game::state::closed_set::{Claim, instance_digest};
use patsat_game::state::patterns::Patterns;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::{check_closed_set, check_none_shorter, check_patterns, check_swept_set, replay};
use patsat_patterns::PatternSearchError;
use patsat_planning::formula::FormulaRequest;
use patsat_planning::proof::{BoundProof, ProofError, check_bound_proof};
use patsat_search::{Budget, CertifyError, SearchEnd, SearchOptions, certify, certify_shortest, strategies};
use patsat_solvers::{BACKENDS, BackendChoice, BackendOptions, BackendRow, Control, Kind};
use patsat_testkit::Dice;
use patsat_testkit::any_game::reached;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A count, and a lower bound on the cost of every plan in it.
pub type LeastCost = (Cost, u32);

/// An encoding, and a bound within which it has no plan.
pub type ExcludedBound = (&'static str, u32);

/// The checkers. Each returns the claim of an accepted file. Tests replace them by wrong ones.
#[derive(Clone, Copy)]
pub struct Checkers {
    /// Returns whether these moves win.
    pub plan: fn(&Instance, &[Move]) -> bool,
    /// Returns the number of positions of a closed set.
    pub closed_set: fn(&Instance, &[u8]) -> Option<u64>,
    /// Returns the number of positions of a swept set.
    pub swept_set: fn(&Instance, &[u8]) -> Option<u64>,
    /// Returns the lower bound of a bounded set.
    pub bounded: fn(&Instance, &[u8]) -> Option<LeastCost>,
    /// Returns whether patterns prove a game lost.
    pub patterns: fn(&Instance, &Patterns) -> bool,
    /// Returns the encoding and the bound within which there is no plan.
    pub bound_proof: fn(&Instance, &[u8]) -> Option<ExcludedBound>,
}

impl Default for Checkers {
    /// Returns the checkers of the program.
    fn default() -> Checkers {
        Checkers {
            plan: |instance, moves| replay(instance, Plan::from(moves.to_vec())).is_ok(),
            closed_set: |instance, file| check_closed_set(instance, file).ok().map(|set| set.positions),
            swept_set: |instance, file| {
                check_swept_set(instance, file, 256, &mut |_, _| true).ok().map(|set| set.positions)
            },
            bounded: |instance, file| {
                check_none_shorter(instance, file).ok().map(|shown| (shown.cost, shown.least))
            },
            patterns: |instance, patterns| check_patterns(instance, patterns).is_ok(),
            bound_proof: |instance, file| {
                let shown = check_bound_proof(instance, file, 256).ok()?.request;
                Some((shown.encoding.name, shown.horizon))
            },
        }
    }
}

impl std::fmt::Debug for Checkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkers").finish_non_exhaustive()
    }
}

/// The number of changed files of each certificate.
const CHANGES: usize = 6;
/// The most positions of a game for which dead patterns are made and compared with all positions.
const FOR_PATTERNS: usize = 150;
/// N: patterns and bound proofs, which take the longest, are made for one game in N.
const SELDOM: usize = 6;

/// Makes, checks and changes the certificates of a game.
///
/// # Errors
/// The first disagreement. A panic is one too.
pub fn compare(
    tested: &SystemUnderTest,
    instance: &Instance,
    oracle: &Oracle,
    seed: u64,
    tally: &mut Tally,
) -> Result<(), Disagreement> {
    type Part = fn(&mut Work<'_>) -> Result<(), Disagreement>;
    let parts: [(&str, Part, usize); 7] = [
        ("plan", |work| work.plans(), 1),
        ("closed set", |work| work.closed_sets(), 1),
        ("closed set", |work| work.rebound(), 2),
        ("swept set", |work| work.swept_sets(), 2),
        ("bounded set", |work| work.bounded_sets(), 1),
        ("dead patterns", |work| work.dead_patterns(), SELDOM),
        ("bound proof", |work| work.bound_proofs(), SELDOM),
    ];
    for (n, (kind, part, seldom)) in parts.into_iter().enumerate() {
        let mut dice = Dice::new(seed ^ (n as u64) << 32);
        if dice.below(seldom) > 0 {
            continue;
        }
        let mut work = Work { checkers: &tested.checkers, instance, oracle, kind, dice, tally };
        match catch_unwind(AssertUnwindSafe(|| part(&mut work))) {
            Ok(result) => result?,
            Err(_) => return Err(Disagreement { kind: kind.to_owned(), message: "a panic".to_owned() }),
        }
    }
    Ok(())
}

struct Work<'a> {
    checkers: &'a Checkers,
    instance: &'a Instance,
    oracle: &'a Oracle,
    kind: &'static str,
    dice: Dice,
    tally: &'a mut Tally,
}

impl Work<'_> {
    fn count(&mut self, what: &str) {
        self.tally.add(format!("{}: {what}", self.kind));
    }

    fn wrong(&self, message: impl Into<String>) -> Result<(), Disagreement> {
        Err(Disagreement { kind: self.kind.to_owned(), message: message.into() })
    }

    /// Counts the result of checking a changed file: refused, or accepted and true.
    fn judged(&mut self, accepted: bool, is_true: bool, what: &str) -> Result<(), Disagreement> {
        match (accepted, is_true) {
            (false, _) => self.count("changed, refused"),
            (true, true) => self.count("changed, accepted and true"),
            (true, false) => return self.wrong(format!("changed, accepted and not true: {what}")),
        }
        Ok(())
    }

    fn plans(&mut self) -> Result<(), Disagreement> {
        let strategies: Vec<_> = strategies().filter(|strategy| strategy.complete).collect();
        let strategy = self.dice.pick(&strategies);
        let mut budget = Budget::new(Limits::default());
        let SearchEnd::Solved(plan) =
            (strategy.run)(self.instance, &SearchOptions::default(), &mut budget).end
        else {
            return Ok(());
        };
        if !(self.checkers.plan)(self.instance, &plan.moves) {
            return self.wrong(format!("the plan of {} is refused: {plan:?}", strategy.name));
        }
        self.count("made and accepted");
        for _ in 0..CHANGES {
            let changed = tamper::plan(&mut self.dice, &plan.moves);
            let accepted = (self.checkers.plan)(self.instance, &changed);
            let is_true = accepted && self.oracle.plays(self.instance, &changed);
            self.judged(accepted, is_true, &format!("{changed:?}"))?;
        }
        Ok(())
    }

    /// Returns whether a closed set of this game can have `positions` positions.
    fn is_closed(oracle: &Oracle, positions: u64) -> bool {
        !oracle.is_won() && positions == oracle.positions as u64
    }

    fn closed_sets(&mut self) -> Result<(), Disagreement> {
        let file = match certify(self.instance, &mut Budget::new(Limits::default())) {
            Ok(file) => file,
            Err(CertifyError::Winnable) if self.oracle.is_won() => return self.forged(),
            Err(error) => return self.wrong(format!("is not made: {error}")),
        };
        match (self.checkers.closed_set)(self.instance, &file) {
            Some(positions) if Work::is_closed(self.oracle, positions) => self.count("made and accepted"),
            other => return self.wrong(format!("{other:?} positions, there are {}", self.oracle.positions)),
        }
        // Brute force writes another walk through the same positions.
        let own = self.oracle.forged(self.instance, Claim::Lost).unwrap_or_default();
        if (self.checkers.closed_set)(self.instance, &own) != Some(self.oracle.positions as u64) {
            return self.wrong("the set of all positions is refused");
        }
        self.count("of brute force, accepted");
        for _ in 0..CHANGES {
            let changed = tamper::bytes(&mut self.dice, &file);
            for changed in [tamper::sealed(changed.clone()), changed] {
                let found = (self.checkers.closed_set)(self.instance, &changed);
                let is_true = found.is_some_and(|positions| Work::is_closed(self.oracle, positions));
                self.judged(found.is_some(), is_true, &format!("{found:?} positions"))?;
            }
        }
        Ok(())
    }

    /// Checks that a forged closed set is refused: a game that can be won has none.
    fn forged(&mut self) -> Result<(), Disagreement> {
        let Some(file) = self.oracle.forged(self.instance, Claim::Lost) else {
            return self.wrong("brute force writes no file");
        };
        if let Some(positions) = (self.checkers.closed_set)(self.instance, &file) {
            return self.wrong(format!("forged, accepted: {positions} positions of a game that can be won"));
        }
        self.count("forged, refused");
        Ok(())
    }

    /// Checks the closed set of this game as a certificate of a game whose rules allow more.
    fn rebound(&mut self) -> Result<(), Disagreement> {
        if self.oracle.is_won() {
            return Ok(());
        }
        let Some(other) = relaxed(&mut self.dice, self.instance) else { return Ok(()) };
        let Some(oracle) = Oracle::of(&other, 20 * self.oracle.positions + 100) else { return Ok(()) };
        let Ok(mut file) = certify(self.instance, &mut Budget::new(Limits::default())) else { return Ok(()) };
        let (Ok(old), Ok(new)) = (instance_digest(self.instance), instance_digest(&other)) else {
            return self.wrong("rules and position have no digest");
        };
        if let Some(at) = file.windows(old.len()).position(|window| *window == old) {
            file[at..at + new.len()].copy_from_slice(&new);
        }
        let found = (self.checkers.closed_set)(&other, &tamper::sealed(file));
        let is_true = found.is_some_and(|positions| Work::is_closed(&oracle, positions));
        match (found, is_true) {
            (None, _) => self.count("of stricter rules, refused"),
            (Some(_), true) => self.count("of stricter rules, accepted and true"),
            (Some(_), false) => {
                return self.wrong(format!("of stricter rules, accepted under {:?}", other.rules));
            }
        }
        Ok(())
    }

    fn bounded_sets(&mut self) -> Result<(), Disagreement> {
        let cost = self.dice.pick(&[Cost::M1, Cost::M2, Cost::M3]);
        let least = self.oracle.least(cost);
        let limit = least.unwrap_or(self.dice.below(9) as u32);
        let file = match certify_shortest(self.instance, cost, limit, &mut Budget::new(Limits::default())) {
            Ok(file) => file,
            Err(CertifyError::Game) => {
                self.count("not for this game");
                return Ok(());
            }
            Err(error) => return self.wrong(format!("at {limit} {cost} it is not made: {error}")),
        };
        if (self.checkers.bounded)(self.instance, &file) != Some((cost, limit)) {
            return self.wrong(format!("at {limit} {cost} it is refused"));
        }
        self.count("made and accepted");
        if let Some(least) = least {
            let more = certify_shortest(self.instance, cost, least + 1, &mut Budget::new(Limits::default()));
            if more != Err(CertifyError::Shorter) {
                return self.wrong(format!("one is made at {} {cost}, the least is {least}", least + 1));
            }
        }
        // The claim follows the first line and the digest of the game: a byte for the cost, four for the number.
        let claim = b"patsat bounded-set 1\n".len() + 32;
        for n in 0..CHANGES {
            let mut changed = file.clone();
            match n {
                0 => changed[claim + 1] = changed[claim + 1].wrapping_add(1),
                1 => changed[claim] = 1 + self.dice.below(3) as u8,
                _ => changed = tamper::bytes(&mut self.dice, &changed),
            }
            let found = (self.checkers.bounded)(self.instance, &tamper::sealed(changed));
            let holds = |(cost, shown)| self.oracle.least(cost).is_none_or(|least| shown <= least);
            let is_true = found.is_some_and(holds);
            self.judged(found.is_some(), is_true, &format!("{found:?}"))?;
        }
        Ok(())
    }

    fn dead_patterns(&mut self) -> Result<(), Disagreement> {
        if self.oracle.positions > FOR_PATTERNS {
            return Ok(());
        }
        let options = patsat_patterns::Options {
            seed: self.dice.below(100) as u64,
            questions: Some(2_000),
            ..patsat_patterns::Options::default()
        };
        let mut budget = Budget::new(Limits::default());
        let patterns = match patsat_patterns::find(self.instance, &options, &mut budget, &mut |_| {}) {
            Ok(patterns) if self.oracle.is_won() => {
                return self.wrong(format!("found for a game that can be won: {patterns:?}"));
            }
            Ok(patterns) => patterns,
            Err(PatternSearchError::Winnable) if !self.oracle.is_won() => {
                return self.wrong("a lost game is said to be winnable");
            }
            Err(_) => {
                self.count("not found, can be won or not for this game");
                return Ok(());
            }
        };
        if !(self.checkers.patterns)(self.instance, &patterns) {
            return self.wrong(format!("refused: {patterns:?}"));
        }
        // There are more positions when twins are distinguished.
        let Some(all) = reached(self.instance, 30 * FOR_PATTERNS) else { return Ok(()) };
        let hold = |patterns: &Patterns| {
            all.iter().all(|at| !at.table().is_won() && patterns.matched(&at.spots()).is_some())
        };
        if !hold(&patterns) {
            return self.wrong(format!("accepted, but a game leads out: {patterns:?}"));
        }
        self.count("made and accepted");
        for _ in 0..CHANGES {
            let changed = tamper::patterns(&mut self.dice, &patterns);
            if changed.0.is_empty() {
                continue;
            }
            let accepted = (self.checkers.patterns)(self.instance, &changed);
            self.judged(accepted, accepted && hold(&changed), &format!("{changed:?}"))?;
        }
        Ok(())
    }

    /// Makes and changes a proof of a bound without a plan, of an encoding that counts moves.
    fn bound_proofs(&mut self) -> Result<(), Disagreement> {
        let rows: Vec<&'static BackendRow> =
            BACKENDS.iter().filter(|row| matches!(row.kind, Kind::BuiltIn(_))).collect();
        let least = self.oracle.least(Cost::M1);
        let bound = match least {
            Some(0) => return Ok(()),
            Some(least) => (least - 1).min(10),
            None => self.dice.below(8) as u32,
        };
        let name = "sequential";
        let Ok(encoding) = schemes::encoding(name) else { return self.wrong("no such encoding") };
        let request = FormulaRequest::new(encoding, bound);
        let (backend, options) =
            (BackendChoice::Row(self.dice.pick(&rows)), BackendOptions { seed: self.dice.below(50) as u64 });
        let proof = match BoundProof::make(self.instance, request, &backend, &options, Control::default()) {
            Ok(proof) => proof,
            Err(ProofError::Formula(_)) => {
                self.count("not for this game");
                return Ok(());
            }
            Err(error) => return self.wrong(format!("{name} within {bound} by {}: {error}", backend.name())),
        };
        let shown = (self.checkers.bound_proof)(self.instance, &proof.bytes);
        if shown != Some((name, bound)) {
            return self.wrong(format!("{name} within {bound}: {shown:?}"));
        }
        self.count("made and accepted");
        let text = format!("\"bound\":{bound},");
        for n in 0..CHANGES {
            let changed = match n {
                0 => replaced(&proof.bytes, &text, &format!("\"bound\":{},", bound + 1)),
                _ => tamper::bytes(&mut self.dice, &proof.bytes),
            };
            let found = (self.checkers.bound_proof)(self.instance, &tamper::sealed(changed));
            let holds = |(_, within)| least.is_none_or(|least| within < least);
            self.judged(found.is_some(), found.is_some_and(holds), &format!("{found:?}"))?;
        }
        Ok(())
    }
}

/// Returns the file with the first occurrence of a text replaced.
fn replaced(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    match file.windows(old.len()).position(|window| window == old.as_bytes()) {
        Some(at) => [&file[..at], new.as_bytes(), &file[at + old.len()..]].concat(),
        None => file.to_vec(),
    }
}

/// The same position under rules that allow more.
fn relaxed(dice: &mut Dice, instance: &Instance) -> Option<Instance> {
    let mut rules: Rules = (*instance.rules).clone();
    match dice.below(4) {
        0 => rules.cells += 1,
        1 => rules.columns += 1,
        2 => rules.build = Build::AnySuit,
        _ => rules.empty_column = EmptyColumn::Any,
    }
    Instance::new(rules, instance.deal.clone()).ok()
}
