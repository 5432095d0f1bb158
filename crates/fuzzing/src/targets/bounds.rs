//! Proofs about formulas of games: refutations of bounds, of better positions, and of moves out of patterns.
//!
//! Inputs are a header and a proof, unpacked. The target fills in digests and hashes, so that a changed input is not
//! rejected for its digest. Accepted claims are compared with games whose shortest plans are known.

use super::chosen;
use crate::Target;
use crate::games::{SolvedGame, game, games};
use crate::messages::sentence;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use patsat_analysis::variants::check_best_proof;
use patsat_base::Limits;
use patsat_encodings::schemes;
use patsat_game::rules::Cost;
use patsat_game::state::Goal;
use patsat_game::state::closed_set::instance_digest;
use patsat_game::state::patterns::Patterns;
use patsat_patterns::Options;
use patsat_planning::closure::{ClosureProof, check_closure_proof};
use patsat_planning::formula::FormulaRequest;
use patsat_planning::proof::{BoundProof, check_bound_proof, check_lrat};
use patsat_search::Budget;
use patsat_solvers::proof_file::hex;
use patsat_solvers::{BackendChoice, BackendOptions, Control, backend};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{Read, Write};
use std::sync::OnceLock;

const WORDS: &[&str] = &[
    "\"bound\":",
    "\"encoding\":\"exists\"",
    "\"encoding\":\"sequential\"",
    "\"encoding\":\"relaxed\"",
    "\"options\":\"\"",
    "\"goal\":\"locks\"",
    "\"unit\":\"moves\"",
    "\"proof\":\"lrat\"",
    "INSTANCE",
    "HASH",
    "\"variables\":1",
    "\"clauses\":1",
    "\n",
];

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "bound-proof",
        about: "refutations of bounds: none is accepted at or above the shortest plan",
        run: bound,
        seeds: bounds,
        words: WORDS,
    },
    Target {
        name: "bound-lrat",
        about: "LRAT about the formula of a bound within which there is a plan: none is accepted",
        run: within,
        seeds: refutations,
        words: &[],
    },
    Target {
        name: "best-proof",
        about: "proofs that nothing better is reached",
        run: best,
        seeds: bests,
        words: WORDS,
    },
    Target {
        name: "closure-proof",
        about: "proofs that patterns are closed: none of patterns that are not",
        run: closure,
        seeds: closures,
        words: WORDS,
    },
];

/// The memory limit of a formula. It is ten times that of the games, so a header with many more moves is rejected soon.
const MEMORY_MIB: u64 = 4;

fn varisat() -> BackendChoice {
    backend("varisat").expect("it is built in")
}

fn packed(proof: &[u8]) -> Vec<u8> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::none());
    deflate.write_all(proof).expect("memory takes everything");
    deflate.finish().expect("memory takes everything")
}

/// Builds a file from a magic line and an input: the header line, then the unpacked proof.
fn sealed(magic: &str, known: &SolvedGame, bytes: &[u8]) -> Vec<u8> {
    let at = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let header = String::from_utf8_lossy(&bytes[..at])
        .replace("INSTANCE", &hex(&instance_digest(&known.instance).unwrap()));
    let mut file = magic.as_bytes().to_vec();
    file.extend(header.as_bytes());
    file.push(b'\n');
    file.extend(packed(bytes.get(at + 1..).unwrap_or_default()));
    let digest: [u8; 32] = Sha256::digest(&file).into();
    file.extend(digest);
    file
}

/// Returns the header and the unpacked proof of a file, with a placeholder for the digest of the instance.
fn opened(file: &[u8], known: &SolvedGame) -> Option<Vec<u8>> {
    let mut lines = file.splitn(3, |&byte| byte == b'\n');
    let (header, rest) = (lines.nth(1)?, lines.next()?);
    let header =
        String::from_utf8_lossy(header).replace(&hex(&instance_digest(&known.instance).unwrap()), "INSTANCE");
    let mut input = header.into_bytes();
    input.push(b'\n');
    DeflateDecoder::new(&rest[..rest.len() - 32]).read_to_end(&mut input).ok()?;
    Some(input)
}

fn bound(bytes: &[u8]) {
    let (byte, rest) = chosen(bytes);
    let known = game(byte);
    match check_bound_proof(&known.instance, &sealed("patsat bound-proof 1\n", known, rest), MEMORY_MIB) {
        Err(fault) => sentence(fault),
        Ok(shown) => {
            // A step of an encoding stands for one or more moves in the count m1. Relaxed encodings exclude less.
            let least = known.cheapest(Cost::M1);
            let bound = shown.request.horizon;
            assert!(least.is_none_or(|least| bound < least), "no plan within {bound}, but one has {least:?}");
        }
    }
}

fn best(bytes: &[u8]) {
    let (byte, rest) = chosen(bytes);
    let known = game(byte);
    match check_best_proof(&known.instance, &sealed("patsat best-proof 1\n", known, rest), MEMORY_MIB) {
        Err(fault) => sentence(fault),
        Ok(shown) => {
            let most = most(known, shown.goal, shown.moves);
            assert!(
                most < shown.value,
                "no plan of {} moves reaches {}, but one reaches {most}",
                shown.moves,
                shown.value
            );
        }
    }
}

/// Returns the best value that any `moves` moves reach, by trying all of them.
fn most(known: &SolvedGame, goal: Goal, moves: u32) -> u32 {
    let mut seen = HashSet::new();
    let mut layer = vec![known.instance.table()];
    let mut most = 0;
    for _ in 0..=moves {
        let tables = std::mem::take(&mut layer);
        for table in tables.into_iter().filter(|table| seen.insert(table.key())) {
            most = most.max(goal.value(&known.instance, &table));
            layer.extend(table.moves().into_iter().map(|action| {
                let mut after = table.clone();
                after.apply(action).expect("a move of the table is legal");
                after
            }));
        }
        if layer.is_empty() {
            break;
        }
    }
    most
}

/// Returns games that can be won within a few moves, each with a request for its formula.
fn winnable() -> &'static [(&'static SolvedGame, FormulaRequest)] {
    static ALL: OnceLock<Vec<(&'static SolvedGame, FormulaRequest)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let encoding = schemes::encoding("sequential").expect("it is one of ours");
        let request = |known: &'static SolvedGame| {
            let m1 = known.cheapest(Cost::M1).filter(|&m1| m1 <= 6)?;
            let request = FormulaRequest::new(encoding, m1);
            patsat_planning::formula::BoundedFormula::build(&known.instance, request).ok()?;
            Some((known, request))
        };
        games().iter().filter_map(request).take(3).collect()
    })
}

fn within(bytes: &[u8]) {
    let (byte, proof) = chosen(bytes);
    let all = winnable();
    let (known, request) = all[usize::from(byte) % all.len()];
    match check_lrat(&known.instance, request, proof) {
        Err(fault) => sentence(fault),
        Ok(_) => panic!("a formula with a plan is refuted"),
    }
}

/// Patterns of a lost game, with the proof that they are closed.
struct ClosedPatterns {
    known: &'static SolvedGame,
    patterns: Patterns,
    proof: Vec<u8>,
}

fn closed() -> &'static [ClosedPatterns] {
    static ALL: OnceLock<Vec<ClosedPatterns>> = OnceLock::new();
    ALL.get_or_init(|| {
        let make = |known: &'static SolvedGame| {
            let mut budget = Budget::new(Limits { nodes: Some(10_000), ..Limits::default() });
            let options = Options { questions: Some(2_000), ..Options::default() };
            let patterns = patsat_patterns::find(&known.instance, &options, &mut budget, &mut |_| {}).ok()?;
            let proof = ClosureProof::make(
                &known.instance,
                &patterns,
                &varisat(),
                &BackendOptions::default(),
                Control::default(),
            )
            .ok()?;
            Some(ClosedPatterns { known, patterns, proof: proof.bytes })
        };
        games().iter().filter(|known| !known.winnable).filter_map(make).take(3).collect()
    })
}

fn closure(bytes: &[u8]) {
    let (byte, rest) = chosen(bytes);
    let all = closed();
    let closed = &all[usize::from(byte) % all.len()];
    let file = sealed("patsat closure-proof 1\n", closed.known, rest);
    check_closure_proof(&closed.known.instance, &closed.patterns, &file, MEMORY_MIB)
        .map_or_else(sentence, drop);
}

fn bounds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, known) in games().iter().enumerate() {
        for name in ["sequential", "exists-loose"] {
            let Ok(encoding) = schemes::encoding(name) else { continue };
            let bound = known
                .cheapest(Cost::M1)
                .map_or(2, |m1| if name == "sequential" { m1.saturating_sub(1) } else { 0 });
            let request = FormulaRequest::new(encoding, bound);
            let proof = BoundProof::make(
                &known.instance,
                request,
                &varisat(),
                &BackendOptions::default(),
                Control::default(),
            );
            if let Some(input) =
                proof.ok().and_then(|proof| opened(&proof.bytes, known)).filter(|input| input.len() < 20_000)
            {
                all.push([&[number as u8][..], &input].concat());
            }
        }
    }
    all
}

/// Returns refutations of the formulas with one move less.
fn refutations() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, (known, request)) in winnable().iter().enumerate() {
        let less = FormulaRequest { horizon: request.horizon - 1, ..*request };
        let proof = BoundProof::make(
            &known.instance,
            less,
            &varisat(),
            &BackendOptions::default(),
            Control::default(),
        );
        let input = proof.ok().and_then(|proof| opened(&proof.bytes, known));
        let at = |input: &Vec<u8>| input.iter().position(|&byte| byte == b'\n');
        if let Some(input) = input.and_then(|input| Some(input[at(&input)? + 1..].to_vec())) {
            all.push([&[number as u8][..], &input].concat());
        }
    }
    all
}

fn bests() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (number, known) in games().iter().enumerate() {
        for goal in [Goal::Runs, Goal::LongestRun] {
            for value in 1..4 {
                let made = patsat_analysis::variants::BestProof::make(
                    &known.instance,
                    goal,
                    2,
                    value,
                    &varisat(),
                    Control::default(),
                );
                if let Some(input) = made.ok().and_then(|proof| opened(&proof.bytes, known)) {
                    all.push([&[number as u8][..], &input].concat());
                }
            }
        }
    }
    all.truncate(12);
    all
}

fn closures() -> Vec<Vec<u8>> {
    let one = |(number, closed): (usize, &ClosedPatterns)| {
        let input = opened(&closed.proof, closed.known)?;
        Some([&[number as u8][..], &input].concat())
    };
    closed().iter().enumerate().filter_map(one).collect()
}
