//! The workers of a survey.

use super::block::BlockBuilder;
use super::{Line, Log, LogError, Record, Survey, Tally};
use crate::lines::line;
use patsat_analysis::rate::{RateRequest, rate_answer};
use patsat_base::pool::{self, Out, Results, UNBOUNDED};
use patsat_cubes::shard::ShardError;
use patsat_game::cards::DealId;
use patsat_game::state::{Instance, InstanceError};
use patsat_planning as planning;
use patsat_planning::{Answer, Basis, Method, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_search::DEFAULT_STRATEGY;
use patsat_search::auto::WIDE_DIVES;
use patsat_solvers::proof_file::hex;
use sha2::{Digest, Sha256};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Deals that a worker takes at a time.
const CHUNK: u64 = 16;
/// A worker hands over finished lines at least this often, and the writer flushes as often.
const FLUSH: Duration = Duration::from_millis(500);

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("{0}: {1}")]
    Instance(DealId, #[source] InstanceError),
    #[error(transparent)]
    Shard(#[from] ShardError),
    #[error("cannot write the certificate '{0}': {1}")]
    Certificate(String, #[source] std::io::Error),
    #[error("{}: {}", .0.0, .0.1)]
    SelfCheck(Box<(DealId, planning::Failure)>),
    #[error("cannot start a worker: {0}")]
    Thread(#[source] std::io::Error),
}

/// Finished lines of consecutive deals.
#[derive(Default)]
struct Batch {
    first: u64,
    count: u64,
    lines: Vec<u8>,
    tally: Tally,
}

type Batches = Result<Batch, Failure>;

/// Solves the deals that `log` lacks. Returns whether all are done now; if so, the file is
/// finished.
///
/// `tick` is called about ten times a second with what is done.
///
/// # Errors
/// The first failure; what was done before it is in the file.
pub fn run(
    survey: &Survey,
    log: &mut Log,
    stop: &AtomicBool,
    tick: &mut dyn FnMut(&Tally),
) -> Result<bool, Failure> {
    let part = survey.part()?;
    let size = survey.blocks.map_or(CHUNK, NonZeroU64::get);
    let chunks = log.missing(&part).into_iter().flat_map(|(first, last)| {
        let starts = std::iter::successors(Some(first), move |start| start.checked_add(size));
        let ends = move |start: u64| (start, last.min(start.saturating_add(size - 1)));
        starts.take_while(move |&start| start <= last).map(ends)
    });
    let work = |chunk, out: &Out<Batches>| match survey.blocks {
        None => work(survey, chunk, out),
        Some(_) => block(survey, chunk, out),
    };
    let write = |batches: &mut Results<Batches>| write(log, batches, stop, tick);
    let end = pool::run(survey.jobs.max(1), UNBOUNDED, chunks, work, write).map_err(Failure::Thread)?;
    log.flush()?;
    end?;
    let done = log.missing(&part).is_empty();
    if done {
        log.finish()?;
    }
    Ok(done)
}

/// Writes batches until the last worker is gone.
fn write(
    log: &mut Log,
    batches: &mut Results<Batches>,
    stop: &AtomicBool,
    tick: &mut dyn FnMut(&Tally),
) -> Result<(), Failure> {
    let (mut flushed, mut ticked) = (Instant::now(), Instant::now());
    for batch in batches.as_done(stop) {
        if let Some(batch) = batch {
            let batch = batch?;
            log.append(batch.first, batch.count, &batch.lines, &batch.tally)?;
        }
        if flushed.elapsed() >= FLUSH {
            log.flush()?;
            flushed = Instant::now();
        }
        if ticked.elapsed() >= Duration::from_millis(100) {
            tick(&log.tally);
            ticked = Instant::now();
        }
    }
    Ok(())
}

/// Solves the deals of a chunk. Sends what is done at its end, when all is to stop, and in time to be flushed.
fn work(survey: &Survey, (first, last): (u64, u64), out: &Out<Batches>) {
    let mut batch = Batch { first, ..Batch::default() };
    let (mut begun, mut failed) = (Instant::now(), None);
    for number in first..=last {
        match one(survey, number, out.stop()) {
            Ok(Some(record)) => {
                batch.tally.add(&record);
                batch.count += 1;
                batch.lines.extend(line(&Line::Result(record)));
            }
            Ok(None) => break,
            Err(failure) => {
                failed = Some(failure);
                break;
            }
        }
        if out.is_stopped() {
            break;
        }
        if begun.elapsed() >= FLUSH {
            out.send(Ok(std::mem::take(&mut batch)));
            (batch.first, begun) = (number + 1, Instant::now());
        }
    }
    if batch.count > 0 {
        out.send(Ok(batch));
    }
    if let Some(failure) = failed {
        out.send(Err(failure));
    }
}

/// Solves the deals of a block. An interrupt drops what is done of it.
fn block(survey: &Survey, (first, last): (u64, u64), out: &Out<Batches>) {
    let mut block = BlockBuilder::default();
    for number in first..=last {
        match one(survey, number, out.stop()) {
            Ok(Some(record)) => block.add(record),
            Ok(None) => return,
            Err(failure) => return out.send(Err(failure)),
        }
    }
    let count = block.len();
    if let Some((lines, tally)) = block.take() {
        out.send(Ok(Batch { first, count, lines, tally }));
    }
}

/// Solves one deal; `None` if it was interrupted.
fn one(survey: &Survey, number: u64, stop: &AtomicBool) -> Result<Option<Record>, Failure> {
    let id = survey.range.first.with_number(number);
    let id = id.map_err(|e| Failure::Instance(survey.range.first.clone(), e.into()))?;
    let instance = Instance::from_id(survey.rules.clone(), id.clone());
    let instance = instance.map_err(|e| Failure::Instance(id.clone(), e))?;
    if let Some(record) = survey.decided.record(number, &instance, survey.memory_mib(), stop)? {
        return Ok(Some(record));
    }
    // A rating looks along the plan, and says the same here as by itself.
    let strategy = match (survey.rate, survey.strategy.name) {
        (Some(_), DEFAULT_STRATEGY) => &WIDE_DIVES,
        _ => survey.strategy,
    };
    let options = survey.options.clone();
    let method = Method::Search(SearchMethod { strategy, options, optimal: strategy.name == "optimal" });
    let request = Request {
        limits: survey.limits,
        certify: survey.certify.is_some(),
        prove: survey.prove,
        ..Request::new(&instance, method)
    };
    let mut monitor = Monitor::default().stopped_by(stop);
    let mut level = None;
    let answer = solve(&request, &mut monitor).and_then(|answer| match survey.rate {
        Some(games) => {
            let request = RateRequest { games, seed: survey.options.seed, ..RateRequest::new(&instance) };
            let rating = rate_answer(&request, answer, &mut monitor)?;
            level = rating.level;
            Ok(rating.answer)
        }
        None => Ok(answer),
    });
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Err(Failure::SelfCheck(Box::new((id, error)))),
    };
    // What an interrupt cut short may have come by another way than the whole search: it is done again.
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut record = Record::of(id.to_string(), &answer);
    record.level = level.map(|level| level.number);
    record.score = level.map(|level| (level.score * 1e4).round() / 1e4);
    (record.certificate, record.certificate_sha256) = keep_certificate(survey, &id, &answer)?.unzip();
    Ok(Some(record))
}

/// Writes the certificate of an unwinnable deal, if there is one; returns its file name and SHA-256.
fn keep_certificate(
    survey: &Survey,
    id: &DealId,
    answer: &Answer,
) -> Result<Option<(String, String)>, Failure> {
    let Some(folder) = &survey.certify else { return Ok(None) };
    let (kind, bytes) = match &answer.outcome {
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => ("closed", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::SweptSet(certificate)) => ("swept", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::TrackedCards(certificate)) => ("tracked", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::HeightGame(certificate)) => ("heights", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::Patterns(proof)) => ("patterns", proof.text.as_bytes()),
        _ => return Ok(None),
    };
    let name = format!("{}.{kind}", id.to_string().replace(':', "-"));
    let path = folder.join(&name);
    match std::fs::write(&path, bytes) {
        Ok(()) => Ok(Some((name, hex(&Sha256::digest(bytes))))),
        Err(error) => Err(Failure::Certificate(path.display().to_string(), error)),
    }
}
