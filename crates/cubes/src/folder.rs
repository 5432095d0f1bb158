//! The folder of a formula in cubes.
//!
//! ```text
//! instance.json   the game
//! cubes.txt       c patsat cubes 1
//!                 c one line of JSON: of which formula, how many cubes, their hash
//!                 a 12 -7 0         a cube, in DIMACS numbers, as look-ahead solvers write them
//! formula.cnf     the formula with the map of its variables, for other solvers
//! proofs/         cube-1.proof ...  that a cube is refuted
//! plan.json       the plan, once there is one
//! ```
//! `formula.cnf` is not trusted: solving and checking rebuild the formula from the instance, and its hash must equal
//! the one in `cubes.txt`.

use super::failed;
use patsat_base::printable;
use patsat_encodings::emit::{cube_line, read_cube_line};
use patsat_encodings::options::Options;
use patsat_encodings::schemes;
use patsat_encodings::unroll::Encoding;
use patsat_formats::{self as formats, Format, FormatError, Hints};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{DigestError, instance_digest};
use patsat_planning::Failure;
use patsat_planning::formula::{BoundedFormula, FormulaError, FormulaGoal, FormulaRequest};
use patsat_planning::sat::EncodingUnit;
use patsat_solvers::proof_file::hex;
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// An error while the formula of a folder is built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// It cannot be built.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The folder holds the cubes of another formula.
    #[error(transparent)]
    Other(#[from] Failure),
}

impl BuildError {
    /// Whether more memory could help.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(self, BuildError::Formula(error) if error.is_limit())
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        match error {
            BuildError::Formula(error) => error.into(),
            BuildError::Other(failure) => failure,
        }
    }
}

const FIRST_LINE: &str = "c patsat cubes 1";

/// The header of a list of cubes: the formula that they split, and their number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the program that wrote it.
    pub version: String,
    /// What the instance was called.
    pub name: String,
    /// The game's name, for people.
    pub game: String,
    /// SHA-256 of rules and position.
    pub instance: String,
    /// How a plan becomes a formula.
    pub encoding: String,
    /// All options of the encoding.
    pub options: String,
    /// The bound on a plan.
    pub bound: u32,
    /// What it counts.
    pub unit: String,
    /// Variables of the formula.
    pub variables: u32,
    pub clauses: usize,
    /// Hash of its clauses (SHA-256, the first half).
    pub formula: String,
    pub cubes: usize,
    /// SHA-256 of their lines.
    pub list: String,
}

impl Header {
    /// The header of cubes of this formula.
    pub(super) fn of(
        instance: &Instance,
        name: &str,
        request: &FormulaRequest,
        bounded: &BoundedFormula<'_>,
        cubes: &[Vec<Lit>],
    ) -> Result<Header, DigestError> {
        let size = bounded.formula().size();
        Ok(Header {
            version: env!("CARGO_PKG_VERSION").into(),
            name: name.into(),
            game: instance.rules.name.clone(),
            instance: hex(&instance_digest(instance)?),
            encoding: request.encoding.name.into(),
            options: request.options.to_string(),
            bound: request.horizon,
            unit: request.encoding.unit.word(request.horizon).into(),
            variables: size.variables,
            clauses: size.clauses,
            formula: bounded.fingerprint(),
            cubes: cubes.len(),
            list: list_hash(cubes),
        })
    }

    /// Encoding and options.
    ///
    /// # Errors
    /// If this version has no such encoding or option.
    pub fn within(&self) -> Result<EncodingUnit, Failure> {
        let (encoding, options) = self.settings()?;
        Ok(EncodingUnit { encoding: encoding.name, unit: encoding.unit, options })
    }

    fn settings(&self) -> Result<(&'static Encoding, Options), Failure> {
        Ok((schemes::encoding(&self.encoding)?, self.options.parse::<Options>()?))
    }
}

fn list_hash(cubes: &[Vec<Lit>]) -> String {
    let mut hasher = Sha256::new();
    cubes.iter().for_each(|cube| hasher.update(cube_line(cube)));
    hex(&hasher.finalize())
}

/// The text of `cubes.txt`.
pub(super) fn cubes_text(header: &Header, cubes: &[Vec<Lit>]) -> Result<String, Failure> {
    let json = serde_json::to_string(header).map_err(FormatError::from)?;
    let lines: String = cubes.iter().map(|cube| cube_line(cube)).collect();
    Ok(format!("{FIRST_LINE}\nc {json}\n{lines}"))
}

/// A formula in cubes, as its folder holds it.
#[derive(Clone, Debug)]
pub struct Split {
    pub folder: PathBuf,
    /// The header of the list of cubes.
    pub header: Header,
    /// The game.
    pub instance: Instance,
    /// The cubes, in the order of the tree.
    pub cubes: Vec<Vec<Lit>>,
}

impl Split {
    /// Opens a folder, whose game is in it.
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn open(folder: &Path) -> Result<Split, Failure> {
        let (header, cubes) = read_cubes(folder)?;
        let path = folder.join("instance.json");
        let bytes = std::fs::read(&path).map_err(|e| failed("read", &path, &e))?;
        let instance = formats::read_instance(&bytes, Some(Format::Json), &Hints::default())
            .map_err(|e| e.with_file(path.display()))?;
        Split { folder: folder.into(), header, instance, cubes }.checked()
    }

    /// Opens a folder as one of this game.
    ///
    /// # Errors
    /// What is missing or wrong.
    pub fn open_for(folder: &Path, instance: &Instance) -> Result<Split, Failure> {
        let (header, cubes) = read_cubes(folder)?;
        Split { folder: folder.into(), header, instance: instance.clone(), cubes }.checked()
    }

    fn checked(self) -> Result<Split, Failure> {
        let own = instance_digest(&self.instance)?;
        if self.header.instance == hex(&own) {
            return Ok(self);
        }
        let shown = self.folder.display();
        Err(Failure::files(format!("the cubes in '{shown}' were made for other rules or another position")))
    }

    /// Rebuilds the formula and compares it with the header.
    ///
    /// # Errors
    /// If it cannot be built, or is not the formula that was split.
    pub fn build(&self, memory_mib: u64) -> Result<BoundedFormula<'_>, BuildError> {
        let (encoding, options) = self.header.settings()?;
        let (horizon, wanted) = (self.header.bound, FormulaGoal::Win);
        let request = FormulaRequest { encoding, options, horizon, wanted, counted: false, memory_mib };
        let bounded = BoundedFormula::build(&self.instance, request)?;
        let here = Header::of(&self.instance, &self.header.name, &request, &bounded, &self.cubes)
            .map_err(Failure::from)?;
        let rows = [
            ("variables", self.header.variables.to_string(), here.variables.to_string()),
            ("clauses", self.header.clauses.to_string(), here.clauses.to_string()),
            ("hash", self.header.formula.clone(), here.formula),
        ];
        match rows.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(bounded),
            Some((what, found, expected)) => Err(BuildError::Other(Failure::files(format!(
                "the cubes in '{}' were made for another formula (by version {}): it has {what} {}, expected \
                 {expected}",
                self.folder.display(),
                short(&self.header.version),
                short(&found),
            )))),
        }
    }

    /// The file of the proof of a cube, counted from 0.
    #[must_use]
    pub fn proof_file(&self, cube: usize) -> PathBuf {
        self.folder.join("proofs").join(format!("cube-{}.proof", cube + 1))
    }

    #[must_use]
    pub fn plan_file(&self) -> PathBuf {
        self.folder.join("plan.json")
    }
}

fn short(text: &str) -> String {
    printable(text, 80)
}

fn read_cubes(folder: &Path) -> Result<(Header, Vec<Vec<Lit>>), Failure> {
    let path = folder.join("cubes.txt");
    let shown = path.display();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Err(Failure::files(format!(
                "there is no file '{shown}': expected a folder that 'patsat encode --cubes' made"
            )));
        }
        Err(e) => return Err(failed("read", &path, &e)),
    };
    let mut lines = text.lines();
    let json = (lines.next() == Some(FIRST_LINE)).then(|| lines.next()?.strip_prefix("c ")).flatten();
    let json = json.ok_or_else(|| {
        Failure::files(format!("'{shown}' holds no cubes: expected a file that starts '{FIRST_LINE}'"))
    })?;
    let header: Header = serde_json::from_str(json).map_err(|e| {
        Failure::files(format!("'{shown}': the header cannot be read: {}", printable(&e.to_string(), 300)))
    })?;
    let mut cubes = Vec::new();
    for (n, line) in (3..).zip(lines) {
        let cube = read_cube_line(line, header.variables).ok_or_else(|| {
            let most = header.variables;
            Failure::files(format!(
                "'{shown}' line {n}: expected a cube such as 'a 1 -2 0' of variables 1 to {most}"
            ))
        })?;
        cubes.push(cube);
    }
    if cubes.len() != header.cubes {
        let (found, expected) = (cubes.len(), header.cubes);
        return Err(Failure::files(format!(
            "'{shown}' is cut short or longer: it has {found} of {expected} cubes"
        )));
    }
    if list_hash(&cubes) != header.list {
        return Err(Failure::files(format!("'{shown}' is damaged: the hash of its cubes does not match")));
    }
    Ok((header, cubes))
}
