//! What a run says, and whether it is true.
//!
//! How it ended comes first: a run over its limits has no answer, whatever it printed. Then a plan is
//! played again from rules and deal, a model is decoded and its plan played, a certificate goes to
//! the verifier. Its cost is recorded separately. Statistics are read of runs without an answer too:
//! the last formula is where its time went.

use super::Load;
use super::own_output::{OwnResult, statistics};
use super::prepare::{Maker, PrepareError, PreparedRun, first_line, put_instance, which};
use super::process::Account;
use crate::campaign::{Answer, Approach, Invocation, Limits, Outcome, Run, Status};
use patsat_encodings::options::Options;
use patsat_formats as formats;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify;
use patsat_planning::Lengths;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::time::Instant;

/// Output beyond this is no answer.
const MOST_BYTES: u64 = 256 << 20;

#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a function has no picture")]
pub struct RunContext<'a> {
    pub approach: &'a Approach,
    pub limits: &'a Limits,
    pub prepared: &'a PreparedRun,
    pub load: Load<'a>,
    pub maker: Maker<'a>,
}

/// Fills in what the account and the output say. `Err` if all is to end.
pub fn read(
    context: RunContext<'_>,
    account: &Account,
    output: [&Path; 2],
    run: &mut Run,
) -> Result<(), PrepareError> {
    let [stdout, stderr] = output.map(contents);
    run.cpu_s = rounded(account.cpu_s);
    run.wall_s = rounded(account.wall_s);
    run.peak_kib = account.peak_kib;
    // The kernel counts pages in batches: what is near is not above.
    run.peak_at_most = account.peak_kib <= account.least_kib + account.least_kib / 20;
    (run.exit_code, run.signal) = (account.exit_code, account.signal);
    run.encoding.clone_from(&context.approach.encoding);
    // Written in full, as our own lines write them.
    let options = || context.approach.options.as_deref().unwrap_or_default().parse::<Options>().ok();
    run.options = run.encoding.as_ref().and_then(|_| options()).map(|options| options.to_string());
    run.horizon = context.approach.horizon;
    if let Some((variables, clauses)) = context.prepared.formula.as_deref().and_then(dimacs_size) {
        (run.variables, run.clauses) = (Some(variables), Some(clauses));
    }
    let own = matches!(context.approach.what, Invocation::Own(_));
    let json = (context.approach.answer == Answer::Json).then(|| statistics(&stdout, run)).flatten();
    run.status = ended(account, context.limits, own, &stderr);
    if run.status == Status::Crash {
        run.note = first_line(&stderr);
    }
    if run.status != Status::Ok {
        return Ok(());
    }
    match context.approach.answer {
        Answer::Json => by_json(context, json, run)?,
        Answer::Plan => by_plan(context, &stdout, run),
        Answer::Model => by_model(context, account, &stdout, run)?,
        Answer::Exit => match account.exit_code {
            Some(0 | 10) => (run.outcome, run.decided) = (Outcome::Solved, true),
            Some(1 | 20 | 21) => (run.outcome, run.decided) = (none(context.approach.horizon, run), true),
            _ => {}
        },
        Answer::Status => {
            if let Some(yes) = yes_or_no(account, &stdout) {
                run.outcome = if yes { Outcome::Solved } else { none(context.approach.horizon, run) };
                run.decided = true;
            }
        }
    }
    certificate(context, run)?;
    own_check(context, run)
}

fn contents(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        // What cannot be read is no answer.
        let _ = file.take(MOST_BYTES).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Milliseconds are as much as the system counts.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e4).round() / 1e4
}

/// Variables and clauses, from the header of a DIMACS file.
fn dimacs_size(path: &Path) -> Option<(u64, u64)> {
    let lines = BufReader::new(File::open(path).ok()?).lines();
    let header = lines.map_while(Result::ok).take(1_000_000).find(|line| line.starts_with("p cnf "))?;
    let mut numbers = header.split_whitespace().skip(2).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn ended(account: &Account, limits: &Limits, own: bool, stderr: &str) -> Status {
    let abnormal = account.signal.is_some()
        || account
            .exit_code
            .is_some_and(|code| if own { ![0, 1, 5, 10, 20, 21, 130].contains(&code) } else { code > 125 });
    let failed = abnormal || account.exit_code.is_some_and(|code| ![0, 10, 20, 21].contains(&code));
    let killed_by_limit =
        account.out_of_cpu() || account.signal.is_some() && account.cpu_s >= limits.cpu_s - 0.2;
    let text = stderr.to_ascii_lowercase();
    let messages = [
        patsat_console::memory::MESSAGE,
        "memory allocation",
        "bad_alloc",
        "out of memory",
        "cannot allocate",
        "memoryerror",
        "memory exhausted",
    ];
    if account.cpu_s > limits.cpu_s || account.out_of_cpu() {
        Status::Time
    } else if account.wall_out {
        Status::Wall
    } else if killed_by_limit {
        Status::Time
    } else if (failed && messages.iter().any(|message| text.contains(message)))
        || (abnormal && account.peak_kib >= limits.memory_mib * 973)
    {
        Status::Memory
    } else if own && account.exit_code == Some(3) {
        Status::Wrong
    } else if own && account.exit_code == Some(4) {
        Status::Missing
    } else if abnormal {
        Status::Crash
    } else {
        Status::Ok
    }
}

fn by_json(context: RunContext<'_>, result: Option<OwnResult>, run: &mut Run) -> Result<(), PrepareError> {
    let (data, moves) = match result {
        Some(Ok(result)) => result,
        Some(Err(fault)) => {
            wrong(format!("its result cannot be read: {fault}"), run);
            return Ok(());
        }
        None => {
            (run.status, run.note) = (Status::Crash, Some("it ended without a result".to_owned()));
            return Ok(());
        }
    };
    let number = |data: &Value, name: &str| data[name].as_u64().and_then(|n| u32::try_from(n).ok());
    run.optimal = data["optimal"].as_bool();
    run.cost = run.optimal.and(data["cost"].as_str().map(ToOwned::to_owned));
    match data["verdict"].as_str() {
        Some("solved") => {
            run.outcome = Outcome::Solved;
            run.decided = run.optimal != Some(false);
            if let Some(decided_by) = data["sat"].get("decided_by").filter(|round| round.is_object()) {
                run.horizon = number(decided_by, "horizon").or(run.horizon);
                run.encoding = decided_by["encoding"].as_str().map(ToOwned::to_owned);
                run.options = decided_by["options"].as_str().map(ToOwned::to_owned);
            }
            check_plan(context, |_| Ok(Plan { moves }), run);
        }
        Some("unwinnable") => (run.outcome, run.decided) = (Outcome::Unwinnable, true),
        Some("no_plan_within") => {
            run.outcome = Outcome::NoPlanWithin;
            run.bound = number(&data, "bound");
            run.encoding = data["encoding"].as_str().map(ToOwned::to_owned).or(run.encoding.take());
            run.options = data["options"].as_str().map(ToOwned::to_owned).or(run.options.take());
            run.decided = given_horizon(&context.prepared.words).is_some_and(|most| run.bound >= Some(most));
        }
        _ => match data["limit"].as_str() {
            Some("memory") => run.status = Status::Memory,
            Some("time") => run.status = Status::Wall,
            _ => {}
        },
    }
    // A limit may also leave a plan that is not known to be shortest, or a bound below the one wanted.
    if !run.decided && run.status == Status::Ok && run.wall_s >= 0.98 * context.limits.wall_s {
        run.status = Status::Wall;
    }
    Ok(())
}

/// The last horizon that a command line asks for.
fn given_horizon(words: &[String]) -> Option<u32> {
    let at = words.iter().position(|word| word == "--horizon")?;
    words.get(at + 1)?.rsplit("..").next()?.parse().ok()
}

/// Plays a plan again from rules and deal.
fn check_plan(context: RunContext<'_>, plan: impl FnOnce(&Instance) -> Result<Plan, String>, run: &mut Run) {
    let started = Instant::now();
    let [text, args @ ..] = context.prepared.instance.as_slice() else { return };
    let refused = (context.load)(text, args).and_then(|instance| {
        let plan = plan(&instance)?;
        let plan =
            verify::replay(&instance, plan).map_err(|fault| format!("the plan is refused: {fault}"))?;
        Ok(Lengths::of(&instance, &plan))
    });
    match refused {
        Ok(lengths) => (run.m1, run.m2, run.m3) = (Some(lengths.m1), Some(lengths.m2), Some(lengths.m3)),
        Err(why) => wrong(why, run),
    }
    checked("plan", started.elapsed().as_secs_f64(), run);
}

fn wrong(why: String, run: &mut Run) {
    (run.status, run.outcome, run.decided) = (Status::Wrong, Outcome::Unknown, false);
    run.note = Some(why);
}

fn checked(what: &str, seconds: f64, run: &mut Run) {
    run.checked = Some(what.to_owned());
    run.check_ms = Some(run.check_ms.unwrap_or_default() + (seconds * 1e5).round() / 1e2);
}

/// A plan in a file or on standard output; none is "unknown", or as the campaign says.
fn by_plan(context: RunContext<'_>, stdout: &str, run: &mut Run) {
    let file = std::fs::read(&context.prepared.files.plan).ok().filter(|bytes| !bytes.is_empty());
    if let Some(words) = &context.approach.unwinnable
        && file.is_none()
        && stdout.contains(words.as_str())
    {
        (run.outcome, run.decided) = (Outcome::Unwinnable, true);
        return;
    }
    let from_file = file.is_some();
    let bytes = file.unwrap_or_else(|| stdout.as_bytes().to_vec());
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let mut no_plan = None;
    (run.outcome, run.decided) = (Outcome::Solved, true);
    check_plan(
        context,
        |instance| {
            formats::read_plan(&bytes, instance).map_err(|e| {
                no_plan = Some(e.to_string());
                format!("its answer is no plan: {e}")
            })
        },
        run,
    );
    // What a program prints where it has no plan is talk; in the file of the plan it is a plan.
    if let Some(why) = no_plan.filter(|_| !from_file) {
        run.status = Status::Ok;
        (run.checked, run.check_ms) = (None, None);
        run.note = Some(format!("no plan could be read: {why}"));
    }
}

/// Whether an exit code or a line says yes or no.
fn yes_or_no(account: &Account, text: &str) -> Option<bool> {
    match account.exit_code {
        Some(10) => return Some(true),
        Some(20) => return Some(false),
        _ => {}
    }
    text.lines().find_map(|line| match line.trim().trim_start_matches("s ").to_ascii_uppercase().as_str() {
        "SATISFIABLE" | "SAT" => Some(true),
        "UNSATISFIABLE" | "UNSAT" => Some(false),
        _ => None,
    })
}

/// "None": within a bound where there is one.
fn none(horizon: Option<u32>, run: &mut Run) -> Outcome {
    run.bound = horizon;
    if horizon.is_some() { Outcome::NoPlanWithin } else { Outcome::Unwinnable }
}

/// A model of the formula that was written, decoded by the program and played again.
fn by_model(
    context: RunContext<'_>,
    account: &Account,
    stdout: &str,
    run: &mut Run,
) -> Result<(), PrepareError> {
    let out = &context.prepared.files.out;
    let text = std::fs::read_to_string(out).unwrap_or_default();
    let text = if text.trim().is_empty() { stdout } else { &text };
    match yes_or_no(account, text) {
        None => return Ok(()),
        Some(false) => {
            run.outcome = none(context.approach.horizon, run);
            run.decided = true;
            return Ok(());
        }
        Some(true) => (run.outcome, run.decided) = (Outcome::Solved, true),
    }
    let model = context.maker.folder.join("model");
    let plan = context.maker.folder.join("plan.json");
    if let Err(e) = std::fs::write(&model, text) {
        return Err(PrepareError::Because(format!("cannot write '{}': {e}", model.display())));
    }
    let decode = ["decode".to_owned()].into_iter().chain(context.prepared.instance.clone());
    let more = ["--memory-limit".to_owned(), context.maker.memory_mib.to_string()].into_iter();
    let more = more.chain([model.to_string_lossy().into_owned()]);
    let more = more.chain(["--format", "plan-json"].map(ToOwned::to_owned));
    let more = more.chain(["-o".to_owned(), plan.to_string_lossy().into_owned()]);
    let words = decode.chain(which(context.approach)).chain(more).collect();
    if !check_by(context, words, "decode.out", ("plan", "model"), run)? {
        return Ok(());
    }
    let bytes = std::fs::read(&plan).unwrap_or_default();
    check_plan(context, |instance| formats::read_plan(&bytes, instance).map_err(|e| e.to_string()), run);
    Ok(())
}

/// A certificate that the run was asked for goes to the verifier.
fn certificate(context: RunContext<'_>, run: &mut Run) -> Result<(), PrepareError> {
    let proof = &context.prepared.files.proof;
    let is_there = std::fs::metadata(proof).is_ok_and(|file| file.len() > 0);
    if run.status != Status::Ok || !is_there {
        return Ok(());
    }
    let words = ["verify".to_owned()].into_iter().chain(context.prepared.instance.clone());
    let words = words.chain([proof.to_string_lossy().into_owned()]);
    check_by(context, words.collect(), "verify.out", ("certificate", "certificate"), run).map(drop)
}

/// Runs a command of the program that checks an answer. Returns whether the answer is accepted.
fn check_by(
    context: RunContext<'_>,
    words: Vec<String>,
    out: &str,
    (what, refused): (&str, &str),
    run: &mut Run,
) -> Result<bool, PrepareError> {
    match context.maker.own(words, out) {
        Ok(account) => checked(what, account.cpu_s, run),
        Err(PrepareError::Stopped) => return Err(PrepareError::Stopped),
        Err(PrepareError::Because(why)) => {
            // The verifier's "not valid: ..." is on its standard output.
            let output = std::fs::read_to_string(context.maker.folder.join(out)).unwrap_or_default();
            wrong(format!("the {refused} is refused: {}", first_line(&output).unwrap_or(why)), run);
            return Ok(false);
        }
    }
    Ok(true)
}

/// The check that the campaign names for an answer of the program's own.
fn own_check(context: RunContext<'_>, run: &mut Run) -> Result<(), PrepareError> {
    if run.status != Status::Ok || run.outcome != Outcome::Solved || context.approach.check.is_empty() {
        return Ok(());
    }
    let files = &context.prepared.files;
    let puts = [("{out}", &files.out), ("{plan}", &files.plan), ("{proof}", &files.proof)];
    let put = |word: &String| {
        puts.iter().fold(word.clone(), |word, (name, file)| word.replace(name, &file.to_string_lossy()))
    };
    let words = context.approach.check.iter().map(put);
    let words = words.flat_map(|word| put_instance(word, &context.prepared.instance)).collect();
    check_by(context, words, "check.out", ("answer", "answer"), run).map(drop)
}
