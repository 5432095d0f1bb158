//! The folder: instances and witnesses as files, and at the end the manifest with what is known of each.

use super::find::ChosenQuestion;
use super::journal::Journal;
use super::model::{Fault, Manifest, Row, Run, Status, StoredFile, StoredQuestion};
use super::recipe::Rules;
use super::solvers::SolverMeasurements;
use super::squeeze::squeezed;
use super::{Failure, PackEvent, Submission, describe, figure, header, question};
use crate::harness::machine::machine;
use crate::text::sha256;
use patsat_base::pool::{self, AHEAD, Out, Results};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Version of the manifest. New fields may appear under the same number; old ones never change.
const SCHEMA: u32 = 1;

const ABOUT: &str = "Instances made by 'patsat pack' from recipe.toml, which makes them again: all but machine, solvers, \
                     hard and runs is the same byte for byte. Paths of files are below instances, of witnesses below \
                     witnesses.";

/// Makes and writes what is not there yet; `None` if interrupted.
pub(super) fn make_all(
    submission: &Submission<'_>,
    journal: &Journal,
    chosen: &[ChosenQuestion],
    stop: &AtomicBool,
    on_event: &(dyn Fn(PackEvent<'_>) + Sync),
) -> Result<Option<Vec<StoredQuestion>>, Failure> {
    type StoreResult = Result<Option<StoredQuestion>, Failure>;
    let make =
        |one: &ChosenQuestion, out: &Out<StoreResult>| out.send(self::one(submission, journal, *one, stop));
    let all = |results: &mut Results<StoreResult>| {
        let count = |(n, made): (usize, StoreResult)| {
            on_event(PackEvent::Doing("made", n + 1, chosen.len()));
            made
        };
        results.enumerate().map(count).collect()
    };
    pool::run(submission.jobs, AHEAD, chosen.iter(), make, all)?
}

fn one(
    submission: &Submission<'_>,
    journal: &Journal,
    chosen: ChosenQuestion,
    stop: &AtomicBool,
) -> Result<Option<StoredQuestion>, Failure> {
    let case = submission.case(chosen.family, chosen.size, chosen.seed);
    let name = case.name();
    let [instances, witnesses] = ["instances", "witnesses"].map(|name| submission.folder.join(name));
    if let Some(kept) = journal.known(|known| known.made.get(&name).cloned()) {
        let there = |folder: &Path, file: &StoredFile| {
            std::fs::read(folder.join(&file.path)).is_ok_and(|bytes| sha256(&bytes) == file.sha256)
        };
        if kept.files.iter().all(|file| there(&instances, file))
            && kept.witnesses.iter().all(|file| there(&witnesses, file))
        {
            return Ok(Some(kept));
        }
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let made = match question::make(&case, stop) {
        Ok(made) => made,
        Err(Fault::Stopped) => return Ok(None),
        Err(Fault::Input(what) | Fault::Nothing(what)) => return Err(Failure::Question(name, what)),
        Err(Fault::SelfCheck(what)) => return Err(Failure::SelfCheck(format!("{name}: {what}"))),
    };
    if made.facts.status == Status::Open {
        return Err(Failure::SelfCheck(format!(
            "{name}: it was decided when it was looked at, and now it is not"
        )));
    }
    let store = |folder: &Path, files: &[(String, Vec<u8>)]| -> Result<Vec<StoredFile>, Failure> {
        files.iter().map(|(path, bytes)| stored(folder, path, bytes)).collect()
    };
    let kept = StoredQuestion {
        name,
        family: case.family.name.clone(),
        size: chosen.size,
        seed: chosen.seed,
        files: store(&instances, &made.files)?,
        witnesses: store(&witnesses, &made.witnesses)?,
        facts: made.facts,
    };
    journal.made(&kept)?;
    Ok(Some(kept))
}

/// Writes a file whole or not at all.
fn stored(folder: &Path, path: &str, bytes: &[u8]) -> Result<StoredFile, Failure> {
    let target = folder.join(path);
    let squeezed = squeezed(path, bytes).map_err(|e| Failure::Io(target.clone(), e))?;
    write(&target, &squeezed)?;
    Ok(StoredFile {
        path: path.to_owned(),
        sha256: sha256(&squeezed),
        content_sha256: sha256(bytes),
        content_bytes: bytes.len() as u64,
    })
}

fn write(target: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let io = |e| Failure::Io(target.into(), e);
    let folder = target.parent().unwrap_or(target);
    std::fs::create_dir_all(folder).map_err(io)?;
    let builder = &mut tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.tempfile_in(folder).map_err(io)?;
    file.write_all(bytes).map_err(io)?;
    file.persist(target).map_err(|e| io(e.error))?;
    Ok(())
}

/// Writes what is about the whole.
pub(super) fn finish(
    submission: &Submission<'_>,
    journal: &Journal,
    made: Vec<StoredQuestion>,
    measured: &SolverMeasurements,
) -> Result<Manifest, Failure> {
    let recipe = submission.recipe;
    let row = |kept: StoredQuestion| {
        let runs: Vec<Run> = measured.runs.iter().filter(|run| run.case == kept.name).cloned().collect();
        Row {
            hard: hard(&recipe.rules, &runs),
            status: header::word(recipe.track, kept.facts.status),
            name: kept.name,
            family: kept.family,
            size: kept.size,
            seed: kept.seed,
            optimum: kept.facts.optimum,
            numbers: kept.facts.size,
            work: kept.facts.work,
            proved: kept.facts.proved,
            command: kept.facts.command,
            files: kept.files,
            witnesses: kept.witnesses,
            runs,
        }
    };
    let instances: Vec<Row> = made.into_iter().map(row).collect();
    let known: Option<Vec<bool>> = instances.iter().map(|row| row.hard).collect();
    let manifest = Manifest {
        schema: SCHEMA,
        about: ABOUT,
        track: recipe.track.name(),
        title: recipe.title.clone(),
        author: recipe.author.clone(),
        date: recipe.date.clone(),
        generator: format!("patsat {}", env!("CARGO_PKG_VERSION")),
        recipe_sha256: recipe.digest.clone(),
        work_counts: recipe.track.work(),
        rules: recipe.rules.clone(),
        hard: known.map(|known| known.into_iter().filter(|&hard| hard).count()),
        machine: machine(),
        solvers: measured.solvers.clone(),
        instances,
    };
    let looks = super::find::needed(submission, journal);
    let mut table = "family,size,seed,status,work\n".to_owned();
    for ((family, size, seed), look) in &looks {
        let (family, status) = (&recipe.family[*family].name, header::word(recipe.track, look.status));
        let _ = writeln!(table, "{family},{size},{seed},{status},{}", look.work);
    }
    let text = |name: &str, text: &str| write(&submission.folder.join(name), text.as_bytes());
    text("recipe.toml", &recipe.text)?;
    text("looks.csv", &table)?;
    text("work.svg", &figure::work(recipe, &looks))?;
    text("times.svg", &figure::times(recipe, &manifest))?;
    text("README.md", &describe::markdown(recipe, &manifest, &looks))?;
    text("description.tex", &describe::latex(recipe, &manifest, &looks))?;
    let json = serde_json::to_string_pretty(&manifest).map_err(|e| Failure::SelfCheck(e.to_string()))?;
    text("manifest.json", &(json + "\n"))?;
    Ok(manifest)
}

/// Whether the solver that says what is too easy leaves an instance open within its limit.
fn hard(rules: &Rules, runs: &[Run]) -> Option<bool> {
    let easy = rules.too_easy.as_ref()?;
    let run = runs.iter().find(|run| run.solver == easy.solver)?;
    if run.status == Status::Open {
        return Some(true);
    }
    let within_time = easy.cpu_s.is_some_and(|most| run.cpu_s <= most);
    let within_work =
        easy.conflicts.is_some_and(|most| run.conflicts.is_none_or(|conflicts| conflicts <= most));
    Some(!(within_time || within_work))
}
