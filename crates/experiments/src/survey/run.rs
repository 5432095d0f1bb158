//! The workers of a survey.

use super::{Line, Log, LogError, Record, Survey, Tally};
use patsat_analysis::rate::{RateRequest, rate_answer};
use patsat_cubes::shard::ShardError;
use patsat_game::cards::DealId;
use patsat_game::state::{Instance, InstanceError};
use patsat_planning as planning;
use patsat_planning::{Answer, Basis, Method, Monitor, Outcome, Request, SearchMethod, solve};
use patsat_search::DEFAULT_STRATEGY;
use patsat_search::auto::WIDE_DIVES;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Deals that a worker takes at a time.
const CHUNK: u64 = 16;
/// A worker hands over finished lines at least this often, and the writer flushes as often.
const FLUSH: Duration = Duration::from_millis(500);

/// Why a survey ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A deal that these rules cannot deal.
    #[error("{0}: {1}")]
    Instance(DealId, #[source] InstanceError),
    /// No such part of the survey.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A certificate that cannot be written.
    #[error("cannot write the certificate '{0}': {1}")]
    Certificate(String, #[source] std::io::Error),
    /// The program contradicts itself.
    #[error("{}: {}", .0.0, .0.1)]
    SelfCheck(Box<(DealId, planning::Failure)>),
    /// The machine gives no threads.
    #[error("cannot start a worker: {0}")]
    Thread(#[source] std::io::Error),
}

/// Finished lines of consecutive deals.
struct Block {
    first: u64,
    count: u64,
    lines: Vec<u8>,
    tally: Tally,
}

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
    let missing = Mutex::new(log.missing(&part));
    // Workers stop on the user's flag or on a failure; the flag itself belongs to the user.
    let failed = AtomicBool::new(false);
    let end = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for worker in 0..survey.jobs.max(1) {
            let (sender, missing, failed) = (sender.clone(), &missing, &failed);
            let started = std::thread::Builder::new()
                .name(format!("deals-{worker}"))
                .spawn_scoped(scope, move || work(survey, missing, stop, failed, &sender));
            if let Err(error) = started {
                failed.store(true, Ordering::Relaxed);
                return Err(Failure::Thread(error));
            }
        }
        drop(sender);
        let end = write(log, &receiver, tick);
        if end.is_err() {
            failed.store(true, Ordering::Relaxed);
        }
        end
    });
    log.flush()?;
    end?;
    let done = log.missing(&part).is_empty();
    if done {
        log.finish()?;
    }
    Ok(done)
}

/// Writes blocks until the last worker is gone.
fn write(
    log: &mut Log,
    blocks: &Receiver<Result<Block, Failure>>,
    tick: &mut dyn FnMut(&Tally),
) -> Result<(), Failure> {
    let (mut flushed, mut ticked) = (Instant::now(), Instant::now());
    loop {
        match blocks.recv_timeout(FLUSH) {
            Ok(block) => {
                let block = block?;
                log.append(block.first, block.count, &block.lines, &block.tally)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
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
}

/// Takes chunks until all are taken or an interrupt comes.
fn work(
    survey: &Survey,
    missing: &Mutex<Vec<(u64, u64)>>,
    stop: &AtomicBool,
    failed: &AtomicBool,
    sender: &Sender<Result<Block, Failure>>,
) {
    let rules = Arc::new(survey.rules.clone());
    while let Some((first, last)) = take(missing) {
        let mut block = Block { first, count: 0, lines: Vec::new(), tally: Tally::default() };
        let mut sent = Instant::now();
        let mut go_on = true;
        for number in first..=last {
            if stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed) {
                go_on = false;
                break;
            }
            match one(survey, &rules, number, stop) {
                Ok(Some(record)) => {
                    block.tally.add(&record);
                    block.count += 1;
                    // A record of texts and numbers cannot fail to be written.
                    let _ = serde_json::to_writer(&mut block.lines, &Line::Result(record));
                    block.lines.push(b'\n');
                }
                Ok(None) => {
                    go_on = false;
                    break;
                }
                Err(failure) => {
                    failed.store(true, Ordering::Relaxed);
                    let _ = sender.send(Ok(block));
                    let _ = sender.send(Err(failure));
                    return;
                }
            }
            if sent.elapsed() >= FLUSH {
                let next = Block { first: number + 1, count: 0, lines: Vec::new(), tally: Tally::default() };
                let full = std::mem::replace(&mut block, next);
                if sender.send(Ok(full)).is_err() {
                    return;
                }
                sent = Instant::now();
            }
        }
        if block.count > 0 && sender.send(Ok(block)).is_err() {
            return;
        }
        if !go_on {
            return;
        }
    }
}

/// The next few deals.
fn take(missing: &Mutex<Vec<(u64, u64)>>) -> Option<(u64, u64)> {
    let mut ranges = missing.lock().unwrap_or_else(PoisonError::into_inner);
    let range = ranges.first_mut()?;
    let (first, last) = (range.0, range.1.min(range.0.saturating_add(CHUNK - 1)));
    if last == range.1 {
        ranges.remove(0);
    } else {
        range.0 = last + 1;
    }
    Some((first, last))
}

/// Solves one deal; `None` if the user interrupted it.
fn one(
    survey: &Survey,
    rules: &Arc<patsat_game::rules::Rules>,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<Record>, Failure> {
    let id = survey.range.first.with_number(number);
    let id = id.map_err(|e| Failure::Instance(survey.range.first.clone(), e.into()))?;
    let instance = Instance::from_id(Arc::unwrap_or_clone(Arc::clone(rules)), id.clone());
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
    record.certificate = keep_certificate(survey, &id, &answer)?;
    Ok(Some(record))
}

/// Writes the certificate of an unwinnable deal, if there is one; returns its file name.
fn keep_certificate(survey: &Survey, id: &DealId, answer: &Answer) -> Result<Option<String>, Failure> {
    let Some(folder) = &survey.certify else { return Ok(None) };
    let (kind, bytes) = match &answer.outcome {
        Outcome::Unwinnable(Basis::ClosedSet(certificate)) => ("closed", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::SweptSet(certificate)) => ("swept", &certificate.bytes[..]),
        Outcome::Unwinnable(Basis::Patterns(proof)) => ("patterns", proof.text.as_bytes()),
        _ => return Ok(None),
    };
    let name = format!("{}.{kind}", id.to_string().replace(':', "-"));
    let path = folder.join(&name);
    match std::fs::write(&path, bytes) {
        Ok(()) => Ok(Some(name)),
        Err(error) => Err(Failure::Certificate(path.display().to_string(), error)),
    }
}
