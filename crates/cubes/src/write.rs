//! Builds a formula, splits it and writes the folder of its cubes.

use super::folder::cubes_text;
use super::{Header, failed, write_whole};
use patsat_encodings::cubes::split;
use patsat_encodings::emit::write_dimacs;
use patsat_encodings::formula::Size;
use patsat_formats::{self as formats, Format, Hints};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::instance_digest;
use patsat_lrat::check_cover;
use patsat_planning::formula::{BoundedFormula, FormulaGoal, FormulaRequest};
use patsat_planning::{Failure, SolverError};
use rustsat::types::Lit;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

/// A folder that was written.
#[derive(Clone, Debug)]
pub struct FolderSummary {
    /// The formula and the number of cubes.
    pub header: Header,
    /// The number of cubes that unit propagation refutes.
    pub closed: usize,
    /// Literals of the longest cube.
    pub longest: usize,
    /// The size of the formula.
    pub size: Size,
}

/// Splits the formula of a request into `count` cubes and writes the folder, which must be new or empty. Cubes that
/// unit propagation refutes are written in addition: the list needs them to leave no case out.
///
/// # Errors
/// If there is no such formula, if it has fewer than `count` cubes, or if the folder cannot be written.
pub fn write(
    instance: &Instance,
    name: &str,
    mut request: FormulaRequest,
    count: usize,
    folder: &Path,
) -> Result<FolderSummary, Failure> {
    if request.wanted == FormulaGoal::Locks {
        let text = "--horizon complete asks one question that is not split: expected a number, or no --cubes";
        return Err(Failure::files(text));
    }
    request.counted = false;
    // Checked before the work starts; the folder is created only when its content is known.
    is_free(folder)?;
    let bounded = BoundedFormula::build(instance, request)
        .map_err(|e| Failure::files(format!("cannot encode {name}: {e}")))?;
    let found = split(bounded.formula(), &bounded.decisions(), count)
        .map_err(|e| Failure::files(format!("cannot encode {name}: {e}")))?;
    let closed = found.iter().filter(|cube| cube.closed).count();
    let cubes: Vec<Vec<Lit>> = found.into_iter().map(|cube| cube.literals).collect();
    let cover = check_cover(&cubes).map_err(SolverError::from)?;
    let header = Header::of(instance, name, &request, &bounded, &cubes)?;
    let game = instance_text(instance)?;
    let proofs = folder.join("proofs");
    std::fs::create_dir_all(&proofs).map_err(|e| failed("make", &proofs, &e))?;
    write_whole(&folder.join("instance.json"), game.as_bytes())?;
    let path = folder.join("formula.cnf");
    File::create(&path)
        .and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 20, file);
            write_dimacs(&mut out, &bounded.legend(name), bounded.formula())?;
            out.flush()
        })
        .map_err(|e| failed("write", &path, &e))?;
    // Written last: a folder without this file is incomplete.
    write_whole(&folder.join("cubes.txt"), cubes_text(&header, &cubes)?.as_bytes())?;
    Ok(FolderSummary { closed, longest: cover.longest(), size: bounded.formula().size(), header })
}

/// Whether there is no such folder, or an empty one.
fn is_free(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    let refused = |what: &str| Err(Failure::files(format!("'{shown}' {what}: expected a new folder")));
    match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().map_or(Ok(()), |_| refused("is not empty")),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
        Err(_) => refused("is no folder"),
    }
}

/// Returns the game as JSON, after a check that reading it gives the same game.
fn instance_text(instance: &Instance) -> Result<String, Failure> {
    let cannot = |e: &dyn std::fmt::Display| Failure::files(format!("cannot write the game as JSON: {e}"));
    let text = formats::write_instance(instance, Format::Json).map_err(|e| cannot(&e))?;
    let back = formats::read_instance(text.as_bytes(), Some(Format::Json), &Hints::default())
        .map_err(|e| cannot(&e))?;
    let digest = |instance| instance_digest(instance).map_err(|e| cannot(&e));
    if digest(&back)? == digest(instance)? {
        return Ok(text);
    }
    Err(cannot(&"it would be another one"))
}
