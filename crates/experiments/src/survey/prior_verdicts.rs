//! What earlier surveys and kept proofs decide, so that only what they leave open is searched.

use super::log_error::{NO_RECORD, NO_SURVEY, content, number_of};
use super::{Header, Line, LogError, Record};
use crate::lines::{self, LinesError};
use patsat_game::cards::DealRange;
use patsat_game::rules::Rules;
use patsat_game::state::Instance;
use patsat_game::state::height_game::HeightGame;
use patsat_game::state::patterns::{self, looks_like_patterns};
use patsat_game::state::swept_set::SweptSet;
use patsat_game::state::tracked_cards::TrackedCards;
use patsat_game::verify;
use patsat_planning::Verdict;
use patsat_solvers::proof_file::hex;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often an interrupt is looked for while a proof is checked.
const LOOK: Duration = Duration::from_millis(50);

/// Verdicts that are taken over, and proofs that are checked instead of a search.
#[derive(Clone, Debug, Default)]
pub struct PriorVerdicts {
    records: BTreeMap<u64, Record>,
    proofs: BTreeMap<u64, PathBuf>,
    digest: Option<String>,
}

impl PriorVerdicts {
    /// What finished surveys of these rules say of deals in `range`, and the proofs in a folder: files
    /// of dead patterns, closed and swept sets, named as `--certify` names them or by the deal's number.
    ///
    /// # Errors
    /// If a file is no finished survey of these deals and rules, contradicts another, or cannot be read.
    pub fn read(
        earlier: &[PathBuf],
        proofs: Option<&Path>,
        range: &DealRange,
        rules: &Rules,
    ) -> Result<PriorVerdicts, LogError> {
        let mut decided = PriorVerdicts::default();
        let mut digest = Sha256::new();
        for path in earlier {
            decided.survey(path, range, rules, &mut digest)?;
        }
        if let Some(folder) = proofs {
            decided.folder(folder, range, &mut digest)?;
        }
        if !earlier.is_empty() || proofs.is_some() {
            decided.digest = Some(hex(&digest.finalize()));
        }
        Ok(decided)
    }

    /// SHA-256 of all that was read; `None` if nothing was.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        self.digest.clone()
    }

    fn survey(
        &mut self,
        path: &Path,
        range: &DealRange,
        rules: &Rules,
        digest: &mut Sha256,
    ) -> Result<(), LogError> {
        let mut covers: Option<DealRange> = None;
        let (mut deals, mut last, mut ended, mut count) = (0, None, false, 0);
        lines::read(path, |number, text| -> Result<bool, LogError> {
            digest.update(text);
            count = number;
            let bad = |what: String| content(path, number, what);
            match (serde_json::from_slice(text), &covers) {
                (Ok(Line::Begin(header)), None) if header.blocks.is_some() => {
                    return Err(bad(
                        "found a survey in blocks, expected one with a line for each deal".into()
                    ));
                }
                (Ok(Line::Begin(header)), None) => covers = Some(same_game(path, &header, range, rules)?),
                (_, None) => return Err(bad(NO_SURVEY.into())),
                (Ok(Line::Result(record)), Some(covers)) => {
                    let deal = number_of(&record, covers).map_err(bad)?;
                    // Nor is a deal that is there twice, in place of another one.
                    if last.replace(deal).is_some_and(|last| deal <= last) {
                        let found = format!("found {} again or out of order", record.deal);
                        return Err(bad(format!("{found}, expected each deal once and in order")));
                    }
                    deals += 1;
                    if (range.first.number()..=range.last).contains(&deal) {
                        self.take_over(record, deal).map_err(bad)?;
                    }
                }
                // A file may have been made shorter by hand: what is missing there is not known to be open.
                (Ok(Line::End(_)), Some(covers)) if deals != covers.len() => {
                    let of = covers.len();
                    return Err(bad(format!(
                        "found the end after {deals} of {of} deals, expected all of them"
                    )));
                }
                (Ok(Line::End(_)), Some(_)) => ended = true,
                _ => return Err(bad(NO_RECORD.into())),
            }
            Ok(!ended)
        })?;
        match covers {
            None => Err(content(path, 1, NO_SURVEY)),
            Some(_) if ended => Ok(()),
            Some(_) => {
                let what = "found the end of an unfinished survey, expected a finished one";
                Err(content(path, count + 1, what))
            }
        }
    }

    fn take_over(&mut self, record: Record, deal: u64) -> Result<(), String> {
        if !matches!(record.verdict, Verdict::Solved | Verdict::Unwinnable) {
            return Ok(());
        }
        match self.records.get(&deal) {
            Some(known) if known.verdict != record.verdict => Err(format!(
                "found that {} is {}, expected {} as another of the files says",
                record.deal,
                verdict_name(record.verdict),
                verdict_name(known.verdict)
            )),
            Some(_) => Ok(()),
            None => {
                self.records.insert(deal, Record { earlier: true, ..record });
                Ok(())
            }
        }
    }

    fn folder(&mut self, folder: &Path, range: &DealRange, digest: &mut Sha256) -> Result<(), LogError> {
        let io = |e| LinesError::Read(folder.into(), e);
        for entry in fs::read_dir(folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if let Some(number) = path.file_name().and_then(|name| deal_of(name.to_str()?, range)) {
                self.proofs.insert(number, path);
            }
        }
        for (number, path) in &self.proofs {
            let file = fs::read(path).map_err(|e| LinesError::Read(path.clone(), e))?;
            digest.update(number.to_le_bytes());
            digest.update(Sha256::digest(file));
        }
        Ok(())
    }

    /// The record of a deal that needs no search; `None` also where `stop` is set before its proof is checked.
    ///
    /// # Errors
    /// If its proof cannot be read or does not hold.
    pub(super) fn record(
        &self,
        number: u64,
        instance: &Instance,
        memory_mib: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, LogError> {
        if let Some(record) = self.records.get(&number) {
            return Ok(Some(record.clone()));
        }
        let Some(path) = self.proofs.get(&number) else { return Ok(None) };
        let started = Instant::now();
        let file = fs::read(path).map_err(|e| LinesError::Read(path.clone(), e))?;
        let (game, sha256) = (instance.clone(), hex(&Sha256::digest(&file)));
        let Some(shown) = unless_stopped(stop, move || shown(&game, &file, memory_mib)) else {
            return Ok(None);
        };
        let shown = shown.map_err(|fault| {
            content(
                path,
                None,
                format!("found a proof that does not hold, expected one that this game is lost: {fault}"),
            )
        })?;
        Ok(Some(Record {
            patterns: shown.map(|(patterns, _)| patterns),
            facts: shown.map(|(_, facts)| facts),
            certificate: path.file_name().map(|name| name.to_string_lossy().into_owned()),
            certificate_sha256: Some(sha256),
            time_ms: (started.elapsed().as_secs_f64() * 1e6).round() / 1e3,
            ..Record::bare(
                instance.id.as_ref().map(ToString::to_string).unwrap_or_default(),
                Verdict::Unwinnable,
            )
        }))
    }
}

/// Does some work that does not look at `stop` in a thread of its own, which is left behind when that is set.
fn unless_stopped<T: Send + 'static>(
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = channel();
    // The receiver is gone where it was left behind.
    let worker = std::thread::spawn(move || sender.send(work()).is_ok());
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Ok(_) => return None,
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    if verdict == Verdict::Solved { "won" } else { "lost" }
}

/// Checks a proof that the game is lost; gives the numbers of its patterns and facts, if it has any.
fn shown(instance: &Instance, file: &[u8], memory_mib: u64) -> Result<Option<(usize, usize)>, String> {
    if SweptSet::looks_like_one(file) {
        let checked = verify::check_swept_set(instance, file, memory_mib, &mut |_, _| true);
        return checked.map(|_| None).map_err(|fault| fault.to_string());
    }
    if TrackedCards::looks_like_one(file) {
        let checked = verify::check_tracked_cards(instance, file, memory_mib, &mut |_, _| true);
        return checked.map(|_| None).map_err(|fault| fault.to_string());
    }
    if HeightGame::looks_like_one(file) {
        let checked = verify::check_height_game(instance, file, memory_mib, &mut |_, _| true);
        return checked.map(|_| None).map_err(|fault| fault.to_string());
    }
    if !looks_like_patterns(file) {
        let checked = verify::check_closed_set_within(instance, file, memory_mib);
        return checked.map(|_| None).map_err(|fault| fault.to_string());
    }
    let read = patterns::read(instance, file).map_err(|fault| fault.to_string())?;
    let checked = verify::check_patterns(instance, &read).map_err(|fault| fault.to_string())?;
    Ok(Some((checked.patterns.0.len(), checked.patterns.facts())))
}

/// The deals of an earlier survey, if it is of the same game by the same dealer.
fn same_game(path: &Path, header: &Header, range: &DealRange, rules: &Rules) -> Result<DealRange, LogError> {
    if header.rules != *rules {
        return Err(content(path, 1, "found a survey of other rules, expected the same game"));
    }
    let covers: DealRange = header.range.parse().map_err(|e| content(path, 1, format!("{e}")))?;
    match range.first.with_number(covers.first.number()) {
        Ok(same) if same == covers.first => Ok(covers),
        _ => Err(content(
            path,
            1,
            format!("found a survey of {covers}, expected deals such as {}", range.first),
        )),
    }
}

/// Which deal a file of a proof is about, by its name: `ms-11982.closed`, `11982.swept`, `11982.patterns`, `11982.txt`.
fn deal_of(name: &str, range: &DealRange) -> Option<u64> {
    let (stem, kind) = name.rsplit_once('.')?;
    if !["closed", "swept", "tracked", "heights", "patterns", "txt"].contains(&kind) {
        return None;
    }
    let number = stem.rsplit('-').next()?.parse().ok()?;
    let id = range.first.with_number(number).ok()?;
    let named = stem == number.to_string() || stem == id.to_string().replace(':', "-");
    (named && (range.first.number()..=range.last).contains(&number)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_ignores_the_stop_flag_is_left_behind() {
        let stop = AtomicBool::new(true);
        // It would wait without end: what it waits for comes after it was left.
        let (sender, receiver) = channel::<()>();
        assert_eq!(unless_stopped(&stop, move || receiver.recv().is_ok()), None);
        drop(sender);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(unless_stopped(&stop, || 7), Some(7));
        let panicked =
            std::panic::catch_unwind(|| unless_stopped::<()>(&AtomicBool::new(false), || panic!("here")));
        assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"here"));
    }
}
