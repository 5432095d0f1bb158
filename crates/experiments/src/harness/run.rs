//! Through the matrix of a campaign, a process a run.

use super::Load;
use super::answer::{self, RunContext};
use super::machine;
use super::prepare::{Maker, PrepareError};
use super::process::{ProcessLimits, execute};
use crate::campaign::record::{GroupInfo, NamedCommand, SCHEMA};
use crate::campaign::{
    Approach, Begin, Campaign, CampaignError, Invocation, Job, Log, LogError, Run, Status,
};
use patsat_base::pool::{self, Out, Results, UNBOUNDED};
use patsat_solvers::is_installed;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has no picture")]
pub struct Bench<'a> {
    pub campaign: &'a Campaign,
    pub own: &'a str,
    pub folder: &'a Path,
    pub jobs: usize,
    pub load: Load<'a>,
    /// Whether other results in the folder may go.
    pub force: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("cannot {0}: {1}")]
    Io(&'static str, #[source] io::Error),
}

#[derive(Clone, Copy, Debug)]
pub enum RunEvent<'a> {
    /// The runs done before, and all runs.
    Begins(usize, usize),
    Note(&'a str),
    Ended(&'a Run),
}

/// Runs what is not done yet; returns all runs, and whether that is the whole matrix.
pub fn run(
    bench: &Bench<'_>,
    stop: &AtomicBool,
    on_event: &(dyn Fn(RunEvent<'_>) + Sync),
) -> Result<(Vec<Run>, bool), Failure> {
    let jobs = bench.campaign.jobs()?;
    std::fs::create_dir_all(bench.folder).map_err(|e| Failure::Io("make the folder of results", e))?;
    let scratch = tempfile::Builder::new().prefix("patsat-bench-").tempdir();
    let scratch = scratch.map_err(|e| Failure::Io("make a folder for the runs", e))?;
    let missing = missing(bench.campaign);
    for (approach, program) in &missing {
        let name = &bench.campaign.approaches[*approach].name;
        on_event(RunEvent::Note(&format!("there is no program '{program}': '{name}' is skipped")));
    }
    let begin = begin(bench, jobs.len(), &missing, scratch.path());
    let mut log = Log::open(bench.folder, &begin, bench.force)?;
    if let Some(damage) = &log.damage {
        on_event(RunEvent::Note(damage));
    }
    let done: BTreeSet<(usize, u32)> = log.runs.iter().map(|run| (run.n, run.repeat)).collect();
    let left = jobs.iter().filter(|job| !done.contains(&(job.n, job.repeat)));
    on_event(RunEvent::Begins(done.len(), jobs.len()));
    type RunResult = Result<Run, Failure>;
    let work = |job: &Job, out: &Out<RunResult>| {
        if let Some(ended) =
            one(bench, job, missing.get(&job.approach), scratch.path(), out.stop()).transpose()
        {
            out.send(ended);
        }
    };
    let keep = |ended: &mut Results<RunResult>| -> Result<(), Failure> {
        for run in ended.as_done(stop).flatten() {
            let run = run?;
            on_event(RunEvent::Ended(&run));
            log.append(run)?;
        }
        Ok(())
    };
    pool::run(bench.jobs.max(1), UNBOUNDED, left, work, keep)
        .map_err(|e| Failure::Io("start a worker", e))??;
    let whole = log.runs.len() == jobs.len();
    if whole {
        log.finish()?;
    }
    let mut runs = log.runs;
    runs.sort_by_key(|run| run.n);
    Ok((runs, whole))
}

/// The approaches whose program is not there.
fn missing(campaign: &Campaign) -> BTreeMap<usize, String> {
    let programs = campaign.approaches.iter().enumerate().filter_map(|(n, approach)| match &approach.what {
        Invocation::Program(words) => Some((n, words[0].clone())),
        Invocation::Own(_) => None,
    });
    programs.filter(|(_, program)| !is_installed(program)).collect()
}

fn begin(bench: &Bench<'_>, runs: usize, missing: &BTreeMap<usize, String>, scratch: &Path) -> Begin {
    let campaign = bench.campaign;
    let mut programs = BTreeMap::new();
    for (n, approach) in campaign.approaches.iter().enumerate() {
        if let Invocation::Program(words) = &approach.what
            && !programs.contains_key(&words[0])
        {
            let version = (!missing.contains_key(&n)).then(|| machine::version(&words[0], scratch));
            let text = version.map_or_else(
                || "missing".to_owned(),
                |version| version.unwrap_or_else(|| "version unknown".to_owned()),
            );
            programs.insert(words[0].clone(), text);
        }
    }
    let command = |approach: &Approach| {
        let (first, words) = match &approach.what {
            Invocation::Own(words) => (Some("patsat"), words),
            Invocation::Program(words) => (None, words),
        };
        let words = first.into_iter().chain(words.iter().map(String::as_str));
        shlex::try_join(words).unwrap_or_default()
    };
    Begin {
        schema: SCHEMA,
        campaign: campaign.name.clone(),
        title: campaign.title.clone(),
        digest: campaign.digest.clone(),
        runs,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        date: machine::today(),
        machine: machine::machine(),
        programs,
        approaches: (campaign.approaches.iter())
            .map(|a| NamedCommand { name: a.name.clone(), command: command(a) })
            .collect(),
        groups: (campaign.groups.iter())
            .map(|g| GroupInfo { name: g.name.clone(), limits: g.limits, pairs: g.pairs.clone() })
            .collect(),
    }
}

/// One run; `None` if all is to end.
fn one(
    bench: &Bench<'_>,
    job: &Job,
    missing: Option<&String>,
    scratch: &Path,
    stop: &AtomicBool,
) -> Result<Option<Run>, Failure> {
    let (group, approach) = (&bench.campaign.groups[job.group], &bench.campaign.approaches[job.approach]);
    let mut run = Run {
        n: job.n,
        group: group.name.clone(),
        instance: job.item.label.clone(),
        values: job.item.values.clone(),
        approach: approach.name.clone(),
        repeat: job.repeat,
        ..Run::default()
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    if let Some(program) = missing {
        run.status = Status::Missing;
        run.note = Some(format!("there is no program '{program}'"));
        return Ok(Some(run));
    }
    let folder = tempfile::tempdir_in(scratch).map_err(|e| Failure::Io("make a folder for a run", e))?;
    let limits = &group.limits;
    let memory_mib = limits.memory_mib;
    let maker = Maker { own: bench.own, folder: folder.path(), memory_mib, stop };
    let prepared = std::time::Instant::now();
    let input = match maker.prepare(&job.item, approach, limits.wall_s) {
        Ok(prepared) => prepared,
        Err(PrepareError::Stopped) => return Ok(None),
        Err(PrepareError::Because(why)) => {
            run.status = Status::Crash;
            run.note = Some(format!("its input cannot be made: {why}"));
            return Ok(Some(run));
        }
    };
    run.prepare_ms = Some((prepared.elapsed().as_secs_f64() * 1e4).round() / 10.0);
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| folder.path().join(name));
    let output = [stdout.as_path(), stderr.as_path()];
    let allowed = ProcessLimits { cpu_s: limits.cpu_s, wall_s: limits.wall_s, memory_mib };
    let account = execute(&input.words, output, allowed, stop);
    let Some(account) = account.map_err(|e| Failure::Io("start a process", e))? else { return Ok(None) };
    let question = RunContext { approach, limits, prepared: &input, load: bench.load, maker };
    match answer::read(question, &account, output, &mut run) {
        Ok(()) => Ok(Some(run)),
        Err(PrepareError::Stopped) => Ok(None),
        Err(PrepareError::Because(why)) => {
            (run.status, run.note) = (Status::Crash, Some(why));
            Ok(Some(run))
        }
    }
}
