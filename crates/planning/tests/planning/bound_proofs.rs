//! Proofs that there is no plan within a bound: bound to instance, encoding, options and bound.

use patsat_encodings::options::Options;
use patsat_encodings::schemes::{ENCODINGS, encoding};
use patsat_game::state::Instance;
use patsat_planning::formula::{FormulaGoal, FormulaRequest};
use patsat_planning::proof::{BoundProof, ProofError, ProofFault, check_bound_proof, looks_like_one};
use patsat_solvers::proof_file::FileFault;
use patsat_solvers::{BackendOptions, Control, backend};
use patsat_testkit::small_game;
use sha2::{Digest, Sha256};

const MIB: u64 = 256;

fn request(name: &str, horizon: u32, options: &str) -> FormulaRequest {
    let (encoding, options) = (encoding(name).unwrap(), options.parse::<Options>().unwrap());
    FormulaRequest { encoding, options, horizon, wanted: FormulaGoal::Win, counted: false, memory_mib: MIB }
}

fn make(instance: &Instance, request: FormulaRequest, solver: &str) -> Result<BoundProof, ProofError> {
    let options = BackendOptions::default();
    BoundProof::make(instance, request, &backend(solver).unwrap(), &options, Control::default())
}

/// Whether there is a plan within growing bounds, until there is; each "no" is proved, and the
/// proof is checked from the file alone.
#[test]
fn every_no_of_every_encoding_is_proved() {
    let solvers: &[&str] = if patsat_solvers::HAS_CADICAL { &["cadical", "varisat"] } else { &["varisat"] };
    let mut proofs = 0;
    for seed in 0..12 {
        let instance = small_game(seed);
        for (row, solver) in ENCODINGS.iter().zip(solvers.iter().cycle()) {
            for bound in [0, 1, 2, 4] {
                match make(&instance, request(row.name, bound, ""), solver) {
                    Ok(proof) => {
                        assert!(looks_like_one(&proof.bytes));
                        let shown = check_bound_proof(&instance, &proof.bytes, MIB).unwrap();
                        assert_eq!(shown.request.horizon, bound);
                        assert_eq!(shown.request.encoding.name, row.name);
                        assert_eq!(shown.refutation, proof.shown.refutation);
                        proofs += 1;
                    }
                    Err(ProofError::Satisfiable) => break,
                    Err(ProofError::Formula(_)) => {}
                    Err(error) => panic!("seed {seed}, {}, {bound}: {error}", row.name),
                }
            }
        }
    }
    assert!(proofs > 50, "{proofs}");
}

/// Returns a small game and a proof about it.
fn sample() -> (Instance, Vec<u8>) {
    for seed in 0.. {
        let instance = small_game(seed);
        if let Ok(proof) = make(&instance, request("sequential", 3, "safe=off"), "varisat")
            && proof.shown.refutation.derived() > 5
        {
            return (instance, proof.bytes);
        }
    }
    unreachable!()
}

/// Returns the file with a changed header and a valid checksum.
fn forged(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let body = &file[..file.len() - 32];
    let end = body.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0;
    let header = std::str::from_utf8(&body[..end]).unwrap();
    assert!(header.contains(from), "{header}");
    let mut bytes = header.replacen(from, to, 1).into_bytes();
    bytes.extend(&body[end..]);
    let digest = Sha256::digest(&bytes);
    bytes.extend(digest);
    bytes
}

#[test]
fn a_file_is_bound_to_its_contents() {
    let (instance, file) = sample();
    let fault_of = |file: &[u8]| check_bound_proof(&instance, file, MIB).unwrap_err();
    assert_eq!(check_bound_proof(&small_game(999), &file, MIB).unwrap_err(), ProofFault::OtherInstance);
    assert_eq!(fault_of(b"something else"), FileFault::Magic("patsat bound-proof 1".into()).into());
    assert_eq!(fault_of(&file[..30]), FileFault::Truncated.into());
    for at in (22..file.len()).step_by(7) {
        let mut bytes = file.clone();
        bytes[at] ^= 4;
        assert_eq!(fault_of(&bytes), FileFault::Checksum.into());
        assert_eq!(fault_of(&file[..at.max(60)]), FileFault::Checksum.into());
    }
    let forged = |from, to| fault_of(&forged(&file, from, to)).to_string();
    let other = "the proof was made for another formula: it has ";
    assert!(forged("\"bound\":3", "\"bound\":4").starts_with(other));
    assert!(forged("safe=off", "safe=on").starts_with(other));
    assert!(forged("\"variables\":", "\"variables\":1").starts_with(other));
    assert!(forged("\"formula\":\"", "\"formula\":\"0").starts_with(other));
    assert!(forged("\"proof\":\"lrat", "\"proof\":\"drat").starts_with(other));
    assert!(forged("\"unit\":\"moves", "\"unit\":\"steps").starts_with(other));
    assert!(forged("\"encoding\":\"sequential", "\"encoding\":\"exists").starts_with(other));
    assert!(
        forged("sequential", "sequentia").starts_with("the proof's header: unknown encoding 'sequentia'")
    );
    assert!(forged("safe=off", "soft=off").starts_with("the proof's header: unknown option 'soft'"));
    assert!(forged("{", "[").starts_with("the proof's header cannot be read: "));
    assert!(forged("\"instance\":\"", "\"instance\":\"0").starts_with("the proof was made for other rules"));
}

/// A proof that was made for a smaller bound proves nothing about a larger one, even if its
/// header is forged throughout.
#[test]
fn a_true_proof_of_another_formula_is_refused() {
    for seed in 0..20 {
        let instance = small_game(seed);
        let Ok(small) = make(&instance, request("exists", 1, ""), "varisat") else { continue };
        let Ok(large) = make(&instance, request("exists", 3, ""), "varisat") else { continue };
        if small.shown.refutation.derived() == 0 {
            continue;
        }
        let parts = |file: &[u8]| {
            let end = file.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0 + 1;
            (file[..end].to_vec(), file[end..file.len() - 32].to_vec())
        };
        let mut bytes = parts(&large.bytes).0;
        bytes.extend(parts(&small.bytes).1);
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        let found = check_bound_proof(&instance, &bytes, MIB);
        assert!(matches!(found, Err(ProofFault::Proof(_))), "{found:?}");
        return;
    }
    panic!("no game has both");
}

#[test]
fn unprovable_bounds_are_reported() {
    let instance = small_game(1);
    let error = make(&instance, request("exists", 1, ""), "kissat").unwrap_err().to_string();
    assert!(error.ends_with("expected cadical or varisat"), "{error}");
}
