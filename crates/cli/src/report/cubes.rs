//! A formula in cubes, in words: what goes into its folder, and what became of the cubes.

use super::notation;
use patsat_cubes::{Bundle, FolderSummary, Header, MergeResult, Record, Verdict};
use patsat_game::state::Instance;
use patsat_planning::Lengths;
use patsat_planning::sat::EncodingUnit;
use serde_json::{Value, json};

/// The job script for Slurm that every folder gets.
pub const SLURM: &str = include_str!("cubes.sbatch");

/// What a person needs to go on from a folder.
#[must_use]
pub fn readme(header: &Header) -> String {
    let Header { name, game, bound, unit, encoding, cubes, formula, version, .. } = header;
    let last = cubes.saturating_sub(1);
    format!(
        "Does {name} ({game}) have a plan within {bound} {unit} of encoding {encoding}? One formula in {cubes} cubes.\n\
         Formula {formula}, written by patsat {version}.\n\
         \n\
         On this machine, one cube after the other:\n\
         \n    patsat conquer . --resume -o part-0.jsonl\n\
         \n\
         On Slurm, one cube per task (fewer tasks take several cubes each):\n\
         \n    sbatch --array=0-{last} --export=ALL,CUBES=\"$PWD\" job.sbatch\n\
         \n\
         On HyperQueue:\n\
         \n    hq submit --array 0-{last} sh -c 'exec patsat conquer . --shard hyperqueue/{cubes} --resume -q -o \
         \"part-$HQ_TASK_ID.jsonl\"'\n\
         \n\
         To merge the answers (exit code 10 a plan, 21 no plan within the bound, 0 undecided) and to check them:\n\
         \n    patsat conquer . --merge\
         \n    patsat verify instance.json .\n\
         \n\
         The same command continues with cubes that a --time-limit left undecided. Tasks share this folder:\n\
         the proofs of refuted cubes go to proofs/, a plan to plan.json. For other solvers, formula.cnf with the\n\
         literals of a line of cubes.txt as unit clauses is one cube; 'patsat decode' reads their models.\n"
    )
}

/// One line for a folder that was written.
#[must_use]
pub fn written(written: &FolderSummary) -> String {
    let FolderSummary { header, closed, longest, size } = written;
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
        Verdict::Plan => "plan found and verified".to_owned(),
        Verdict::Refuted => "refuted, proof verified".to_owned(),
        Verdict::Open => format!("undecided ({})", record.reason.as_deref().unwrap_or("no answer")),
    };
    let Record { cube, conflicts, solve_ms, check_ms, .. } = record;
    format!(
        "cube {cube}: {what}; {conflicts} conflicts, solved in {solve_ms:.1} ms, checked in {check_ms:.1} ms"
    )
}

/// What a task has done with its cubes, `own` of them.
#[must_use]
pub fn task<'a>(records: impl Iterator<Item = &'a Record>, own: usize) -> String {
    let (mut refuted, mut open) = (0, 0);
    for record in records {
        match record.verdict {
            Verdict::Plan => {
                return format!("Cube {} has a plan, so the formula is satisfiable.\n", record.cube);
            }
            Verdict::Refuted => refuted += 1,
            Verdict::Open => open += 1,
        }
    }
    let left = own.saturating_sub(refuted + open);
    let cubes = count(own, "cube", "cubes");
    format!("{cubes}: {refuted} refuted, {open} undecided by a limit, {left} not tried\n")
}

/// The verdict of all cubes, as sentences.
#[must_use]
pub fn verdict(merged: &MergeResult, of: &EncodingUnit, bound: u32, cubes: usize) -> String {
    match merged {
        MergeResult::Plan { cube, .. } => {
            format!("Solved (plan verified). Found in cube {cube} of {cubes}, within {}.", of.words(bound))
        }
        MergeResult::NoPlan(bundle) => {
            format!("No plan within {} ({}). Longer plans were not excluded.", of.words(bound), basis(bundle))
        }
        MergeResult::Open(open) => {
            let some: Vec<String> =
                open.iter().take(16).map(|(cube, why)| format!("{cube} ({why})")).collect();
            let more = if open.len() > 16 { format!(" and {} more", open.len() - 16) } else { String::new() };
            format!("Unknown: {} of {cubes} cubes are undecided: {}{more}.", open.len(), some.join(", "))
        }
    }
}

fn basis(bundle: &Bundle) -> String {
    let (cubes, derived) = (bundle.cover.cubes(), bundle.derived);
    if cubes == 1 {
        return format!("refuted by a verified proof of {derived} steps");
    }
    format!("{cubes} cubes cover all cases, each refuted by a verified proof, {derived} steps in total")
}

/// What the proofs of all cubes show.
#[must_use]
pub fn valid(bundle: &Bundle, of: &EncodingUnit, bound: u32) -> String {
    let Bundle { cover, clauses, derived, .. } = bundle;
    format!(
        "valid: no plan within {}; refuted in {} that cover all cases: {clauses} clauses, {derived} proof steps. This \
         trusts the encoding.\n",
        of.words(bound),
        count(cover.cubes(), "cube", "cubes")
    )
}

/// The verdict as one line of JSON, in the words of `solve --format json`.
#[must_use]
pub fn json(instance: &Instance, merged: &MergeResult, header: &Header) -> Value {
    let mut data = json!({
        "verdict": null,
        "encoding": header.encoding,
        "options": header.options,
        "bound": header.bound,
        "unit": header.unit,
        "formula": header.formula,
        "cubes": header.cubes,
    });
    let mut set = |key: &str, value: Value| data[key] = value;
    match merged {
        MergeResult::Plan { cube, plan } => {
            let lengths = Lengths::of(instance, plan);
            set("verdict", "solved".into());
            set("cube", (*cube).into());
            set("plan", json!(plan.moves));
            set("notation", json!(notation::standard(instance, plan)));
            set("lengths", json!({ "m1": lengths.m1, "m2": lengths.m2, "m3": lengths.m3 }));
        }
        MergeResult::NoPlan(bundle) => {
            set("verdict", "no_plan_within".into());
            set("basis", "proof".into());
            set("derived", bundle.derived.into());
            set("proof_bytes", bundle.bytes.into());
        }
        MergeResult::Open(open) => {
            set("verdict", "unknown".into());
            let cubes = open.iter().map(|(cube, why)| json!({ "cube": cube, "reason": why }));
            set("open", Value::Array(cubes.collect()));
        }
    }
    data
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
