//! Certificates that there are no rectangles, in a file.
//!
//! ```text
//! patsat tiles-proof 1\n    the kind of file, and its version
//! one line of JSON          which tiles, rotation, border; for each rectangle an argument, or a formula
//! DEFLATE streams           the LRAT proofs of those with a formula, one after the other
//! 32 bytes                  SHA-256 of everything before
//! ```
//! Neither tiles nor formulas are in the file. [`check`] receives the tiles, repeats the arithmetic of the arguments
//! and rebuilds the formulas; the proof checker receives their clauses as data. So a proof trusts the encoding
//! ([`crate::sat`]), but no solver.

use super::{CheckedProof, Ground};
use crate::check::{Argument, ArgumentFault, Verified, check_argument};
use crate::sat::Problem;
use crate::{Question, Shape, Side, TileSet};
use patsat_base::printable;
use patsat_encodings::emit::write_clauses;
use patsat_encodings::formula::Formula;
use patsat_lrat::{LratFault, Refutation};
use patsat_solvers::proof_file::{FileFault, MEMORY_MIB, follow, hex, open, seal};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

const MAGIC: &[u8] = b"patsat tiles-proof 1\n";

/// The header of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    /// How many tiles there are, for people.
    tiles: usize,
    /// SHA-256 of the sorted tiles.
    set: String,
    rotation: bool,
    border: Option<String>,
    none: Vec<Claim>,
}

/// The claim that a rectangle does not exist.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    width: usize,
    height: usize,
    #[serde(flatten)]
    by: ProofContent,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ProofContent {
    Argument(Argument),
    Formula { variables: u32, clauses: usize, hash: String, bytes: usize },
}

/// The proof that rules a rectangle out, with the result of the checker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExclusionProof {
    /// By arithmetic.
    Argument(&'static str, Verified<String>),
    /// By a proof about the formula of the question.
    Refuted(Refutation),
}

/// The facts that a file proves about a set of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RectangleBounds {
    /// Whether tiles may be turned.
    pub rotation: bool,
    /// The colour of the border, if the proof requires one.
    pub border: Option<Side>,
    /// Each rectangle that is ruled out, with its proof.
    pub none: Vec<(Shape, ExclusionProof)>,
    /// The side of the largest square that neither the number of tiles nor a proof rules out.
    pub largest_square: usize,
    /// The tiles of the largest rectangle that neither rules out.
    pub largest_rectangle: usize,
}

/// The reason why a file is no proof about a set of tiles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TilesProofFault {
    /// It does not start as one.
    #[error("this is no proof about tiles: expected a file that starts 'patsat tiles-proof 1'")]
    Magic,
    /// Cut short, changed, or with a header that cannot be read.
    #[error(transparent)]
    File(#[from] FileFault),
    /// It was made for other tiles.
    #[error("the proof was made for other tiles")]
    OtherTiles,
    /// The header names an unknown game, border or rectangle.
    #[error("the proof's header names {0}")]
    Header(String),
    /// An argument does not hold.
    #[error(transparent)]
    Argument(#[from] ArgumentFault),
    /// The proof was made for another formula.
    #[error(
        "the proof was made for another formula of {question}: it has {what} {found}, expected {expected}"
    )]
    OtherFormula {
        /// The rectangle.
        question: String,
        /// What differs.
        what: &'static str,
        /// The value in the header.
        found: String,
        /// The value of the rebuilt formula.
        expected: String,
    },
    /// The formula cannot be built.
    #[error("the formula of {0} cannot be built: {1}")]
    Formula(String, String),
    /// A proof does not hold.
    #[error("the proof for {0} does not hold: {1}")]
    Proof(String, LratFault),
}

/// The reason why no file can be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofFileError {
    /// Only an exhaustive search ruled this rectangle out.
    #[error("{0} was ruled out by exhaustive search, which leaves no certificate: expected another method")]
    Exhausted(Shape),
    /// Its formula cannot be built.
    #[error("the proof's formula cannot be built: {0}")]
    Formula(String),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileFault),
}

/// Returns whether a file starts like a proof about tiles.
#[must_use]
pub fn looks_like_one(file: &[u8]) -> bool {
    file.starts_with(MAGIC)
}

/// SHA-256 of the tiles, whatever their order.
fn digest(set: &TileSet) -> String {
    let mut tiles: Vec<String> =
        set.tiles.iter().map(|tile| tile.sides().map(Side::letter).iter().collect()).collect();
    tiles.sort_unstable();
    hex(&Sha256::digest(tiles.join(" ").as_bytes()))
}

/// SHA-256 of the clauses.
fn fingerprint(formula: &Formula) -> String {
    struct Hash(Sha256);
    impl Write for Hash {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut hash = Hash(Sha256::new());
    // Writing to a hash does not fail.
    let _ = write_clauses(&mut hash, formula);
    hex(&hash.0.finalize())
}

/// Returns the file that stores the certificates in `none`. Builds each formula again to hash it.
///
/// # Errors
/// If one of them has no certificate.
pub fn write(
    set: &TileSet,
    rotation: bool,
    border: Option<Side>,
    none: &[(Shape, Ground)],
) -> Result<Vec<u8>, ProofFileError> {
    let mut claims = Vec::new();
    let mut proofs = Vec::new();
    for (shape, ground) in none {
        let by = match ground {
            Ground::Argument(argument, _) => ProofContent::Argument(argument.clone()),
            Ground::Exhausted => return Err(ProofFileError::Exhausted(*shape)),
            Ground::Refuted(CheckedProof { lrat, .. }) => {
                let question = Question { shape: *shape, border, rotation };
                let wrong = |error: String| ProofFileError::Formula(error);
                let problem = Problem::new(set, &question, None).map_err(|error| wrong(error.to_string()))?;
                proofs.extend_from_slice(lrat);
                let (size, hash) = (problem.formula().size(), fingerprint(problem.formula()));
                ProofContent::Formula {
                    variables: size.variables,
                    clauses: size.clauses,
                    hash,
                    bytes: lrat.len(),
                }
            }
        };
        claims.push(Claim { width: shape.width, height: shape.height, by });
    }
    let header = Header {
        game: "carcassonne-solitaire".into(),
        tiles: set.len(),
        set: digest(set),
        rotation,
        border: border.map(|side| side.name().into()),
        none: claims,
    };
    Ok(seal(MAGIC, &header, proofs)?)
}

/// Checks a file for a set of tiles.
///
/// # Errors
/// The first fault of the file.
pub fn check(
    set: &TileSet,
    file: &[u8],
    memory_mib: Option<u64>,
) -> Result<RectangleBounds, TilesProofFault> {
    if !looks_like_one(file) {
        return Err(TilesProofFault::Magic);
    }
    let (header, mut proofs): (Header, &[u8]) = open(MAGIC, file)?;
    if header.game != "carcassonne-solitaire" {
        return Err(TilesProofFault::Header(format!(
            "game '{}', expected carcassonne-solitaire",
            printable(&header.game, 40)
        )));
    }
    if header.tiles != set.len() || header.set != digest(set) {
        return Err(TilesProofFault::OtherTiles);
    }
    let border = match header.border.as_deref() {
        None => None,
        Some(name) => Some(Side::of_name(name).ok_or_else(|| {
            let name = printable(name, 40);
            TilesProofFault::Header(format!("border '{name}', expected field, city or road"))
        })?),
    };
    let mut none = Vec::new();
    for claim in header.none {
        let shape = Shape { width: claim.width, height: claim.height };
        if shape.width == 0 || shape.height == 0 {
            return Err(TilesProofFault::Header(format!("a rectangle of {shape}")));
        }
        let question = Question { shape, border, rotation: header.rotation };
        let shown = match claim.by {
            ProofContent::Argument(argument) => {
                ExclusionProof::Argument(argument.name(), check_argument(set, &question, &argument)?)
            }
            ProofContent::Formula { variables, clauses, hash, bytes } => {
                let (own, rest) = proofs.split_at_checked(bytes).ok_or(FileFault::Truncated)?;
                proofs = rest;
                ExclusionProof::Refuted(refuted(set, &question, (variables, clauses, hash), own, memory_mib)?)
            }
        };
        none.push((shape, shown));
    }
    let left = |shape: &Shape| {
        !none.iter().any(|&(other, _)| {
            let contains =
                |other: Shape| if border.is_some() { *shape == other } else { shape.contains(other) };
            contains(other) || header.rotation && contains(other.turned())
        })
    };
    let tiles = set.len();
    let largest_square = (1..=tiles.isqrt()).rev().find(|&side| left(&Shape::square(side))).unwrap_or(0);
    let rectangles =
        (1..=tiles).flat_map(|height| (1..=tiles / height).map(move |width| Shape { width, height }));
    let largest_rectangle = rectangles.filter(left).map(Shape::area).max().unwrap_or(0);
    Ok(RectangleBounds { rotation: header.rotation, border, none, largest_square, largest_rectangle })
}

fn refuted(
    set: &TileSet,
    question: &Question,
    (variables, clauses, hash): (u32, usize, String),
    proof: &[u8],
    memory_mib: Option<u64>,
) -> Result<Refutation, TilesProofFault> {
    let name = question.to_string();
    let cannot = |why: String| TilesProofFault::Formula(name.clone(), why);
    if question.shape.area() > set.len() {
        return Err(cannot("there are fewer tiles than cells".into()));
    }
    let problem = Problem::new(set, question, memory_mib).map_err(|error| cannot(error.to_string()))?;
    let (formula, size) = (problem.formula(), problem.formula().size());
    let rows = [
        ("variables", variables.to_string(), size.variables.to_string()),
        ("clauses", clauses.to_string(), size.clauses.to_string()),
        ("hash", hash, fingerprint(formula)),
    ];
    if let Some((what, found, expected)) = rows.into_iter().find(|(_, found, expected)| found != expected) {
        let found = printable(&found, 80);
        return Err(TilesProofFault::OtherFormula { question: name, what, found, expected });
    }
    let memory_mib = memory_mib.unwrap_or(MEMORY_MIB);
    follow(formula.clauses_from(0), proof, memory_mib).map_err(|fault| TilesProofFault::Proof(name, fault))
}
