//! A formula in cubes, in words: what goes into its folder, and what became of the cubes.

use super::notation;
use patsat_game::state::Instance;
use patsat_planning::Lengths;
use patsat_planning::cubes::{Bundle, Header, Merged, Record, Verdict, Written};
use patsat_planning::sat::Within;
use serde_json::{Value, json};

/// The job script for Slurm that every folder gets.
pub const SLURM: &str = include_str!("cubes.sbatch");

/// What a person needs to go on from a folder.
#[must_use]
pub fn readme(header: &Header) -> String {
    let Header { name, game, bound, unit, encoding, cubes, formula, version, .. } = header;
    let last = cubes.saturating_sub(1);
    format!(
        "One question in {cubes} cubes: has {name} ({game}) a plan within {bound} {unit} of encoding {encoding}?\n\
         Formula {formula}, written by patsat {version}.\n\
         \n\
         Here, one cube after the other:\n\
         \n    patsat conquer . --resume -o part-0.jsonl\n\
         \n\
         On Slurm, a cube a task (fewer tasks take several cubes each):\n\
         \n    sbatch --array=0-{last} --export=ALL,CUBES=\"$PWD\" job.sbatch\n\
         \n\
         On HyperQueue:\n\
         \n    hq submit --array 0-{last} sh -c 'exec patsat conquer . --shard hyperqueue/{cubes} --resume -q -o \
         \"part-$HQ_TASK_ID.jsonl\"'\n\
         \n\
         All of them put together (exit code 10 a plan, 21 no plan within the bound, 0 undecided), and checked\n\
         by anyone who has the game:\n\
         \n    patsat conquer . --merge\
         \n    patsat verify instance.json .\n\
         \n\
         The same command again goes on with cubes that a --time-limit has left open. Tasks share this folder:\n\
         the proofs of refuted cubes go to proofs/, a plan to plan.json. For other solvers, formula.cnf with the\n\
         literals of a line of cubes.txt as unit clauses is one cube; 'patsat decode' reads their models.\n"
    )
}

/// One line for a folder that was written.
#[must_use]
pub fn written(written: &Written) -> String {
    let Written { header, closed, longest, size } = written;
    let open = header.cubes - closed;
    let more = match closed {
        0 => String::new(),
        n => format!(", and {n} more that propagation refutes"),
    };
    format!(
        "encoding {}, horizon {} {}: {} variables, {} clauses; {}{more}, of at most {longest} literals",
        header.encoding,
        header.bound,
        header.unit,
        size.variables,
        size.clauses,
        count(open, "cube", "cubes")
    )
}

/// One line for a cube that is done.
#[must_use]
pub fn record(record: &Record) -> String {
    let what = match record.verdict {
        Verdict::Plan => "a plan, replayed from the rules".to_owned(),
        Verdict::Refuted => "refuted, its proof checked".to_owned(),
        Verdict::Open => format!("open ({})", record.reason.as_deref().unwrap_or("no answer")),
    };
    let Record { cube, conflicts, solve_ms, check_ms, .. } = record;
    format!("cube {cube}: {what}; {conflicts} conflicts, {solve_ms:.1} ms and {check_ms:.1} ms for the check")
}

/// What a task has done with its cubes, `own` of them.
#[must_use]
pub fn task<'a>(records: impl Iterator<Item = &'a Record>, own: usize) -> String {
    let (mut refuted, mut open) = (0, 0);
    for record in records {
        match record.verdict {
            Verdict::Plan => return format!("Cube {} has a plan: it answers for all cubes.\n", record.cube),
            Verdict::Refuted => refuted += 1,
            Verdict::Open => open += 1,
        }
    }
    let left = own.saturating_sub(refuted + open);
    let cubes = count(own, "cube", "cubes");
    format!("{cubes}: {refuted} refuted, {open} open by a limit, {left} not tried\n")
}

/// The verdict of all cubes, as sentences.
#[must_use]
pub fn verdict(merged: &Merged, of: &Within, bound: u32, cubes: usize) -> String {
    match merged {
        Merged::Plan { cube, .. } => format!(
            "Solved: the plan below was replayed from the rules and wins. It was found in cube {cube} of {cubes}, \
             within {}.",
            of.words(bound)
        ),
        Merged::NoPlan(bundle) => format!(
            "There is no plan within {}; longer ones were not excluded ({}).",
            of.words(bound),
            basis(bundle)
        ),
        Merged::Open(open) => {
            let some: Vec<String> =
                open.iter().take(16).map(|(cube, why)| format!("{cube} ({why})")).collect();
            let more = if open.len() > 16 { format!(" and {} more", open.len() - 16) } else { String::new() };
            format!("Unknown: {} of {cubes} cubes are open: {}{more}.", open.len(), some.join(", "))
        }
    }
}

fn basis(bundle: &Bundle) -> String {
    let (cubes, derived) = (bundle.cover.cubes(), bundle.derived);
    if cubes == 1 {
        return format!("a proof of {derived} clauses was checked");
    }
    format!(
        "{cubes} cubes that leave no case out, each was refuted by a proof that was checked, {derived} clauses in all"
    )
}

/// What the proofs of all cubes show.
#[must_use]
pub fn valid(bundle: &Bundle, of: &Within, bound: u32) -> String {
    let Bundle { cover, clauses, derived, .. } = bundle;
    format!(
        "valid: no plan within {}: its {clauses} clauses have no model in any of {}, by {derived} derived ones, and \
         the cubes leave no case out; that the clauses say so is the encoding's word\n",
        of.words(bound),
        count(cover.cubes(), "cube", "cubes")
    )
}

/// The verdict as one line of JSON, in the words of `solve --format json`.
#[must_use]
pub fn json(instance: &Instance, merged: &Merged, header: &Header) -> Value {
    let mut data = json!({
        "verdict": null,
        "encoding": header.encoding,
        "options": header.options,
        "bound": header.bound,
        "unit": header.unit,
        "formula": header.formula,
        "cubes": header.cubes,
    });
    let mut say = |key: &str, value: Value| data[key] = value;
    match merged {
        Merged::Plan { cube, plan } => {
            let lengths = Lengths::of(instance, plan);
            say("verdict", "solved".into());
            say("cube", (*cube).into());
            say("plan", json!(plan.moves));
            say("notation", json!(notation::standard(instance, plan)));
            say("lengths", json!({ "m1": lengths.m1, "m2": lengths.m2, "m3": lengths.m3 }));
        }
        Merged::NoPlan(bundle) => {
            say("verdict", "no_plan_within".into());
            say("basis", "proof".into());
            say("derived", bundle.derived.into());
            say("proof_bytes", bundle.bytes.into());
        }
        Merged::Open(open) => {
            say("verdict", "unknown".into());
            let cubes = open.iter().map(|(cube, why)| json!({ "cube": cube, "reason": why }));
            say("open", Value::Array(cubes.collect()));
        }
    }
    data
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
