//! What a run is given, written before its clock starts.
//!
//! The program writes it in processes of its own: a formula of some hundred MiB in this one would be
//! in the account of every process started later.

use super::process::{Account, ProcessLimits, execute};
use crate::campaign::{Approach, Invocation, Item};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Files that a command may ask for, by the name between its braces.
const BOARD: [(&str, &str); 2] = [("{board}", "fc-solve"), ("{json}", "json")];

/// A run's command, and where its files are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreparedRun {
    pub words: Vec<String>,
    /// The instance as words of the program's own command line.
    pub instance: Vec<String>,
    /// The formula or script that was written.
    pub formula: Option<PathBuf>,
    /// Where `{plan}`, `{out}` and `{proof}` point to.
    pub files: Files,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    pub plan: PathBuf,
    /// A model, or what else comes out.
    pub out: PathBuf,
    pub proof: PathBuf,
}

/// What prepares a run.
#[derive(Clone, Copy, Debug)]
pub struct Maker<'a> {
    pub own: &'a str,
    /// A folder for the files of the run.
    pub folder: &'a Path,
    /// Memory for a formula.
    pub memory_mib: u64,
    pub stop: &'a AtomicBool,
}

/// The reason why there is nothing to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrepareError {
    /// All is to end.
    Stopped,
    /// One sentence.
    Because(String),
}

impl Maker<'_> {
    /// Runs the program itself; its standard output is kept in `out`.
    ///
    /// # Errors
    /// If it says no; the sentence is its own.
    pub fn own(&self, words: Vec<String>, out: &str) -> Result<Account, PrepareError> {
        let all: Vec<String> = [self.own.to_owned()].into_iter().chain(words).collect();
        let [stdout, stderr] = [self.folder.join(out), self.folder.join("prepare.err")];
        let allowed = ProcessLimits { cpu_s: 600.0, wall_s: 900.0, memory_mib: 2 * self.memory_mib + 4096 };
        let account = execute(&all, [&stdout, &stderr], allowed, self.stop)
            .map_err(|e| PrepareError::Because(format!("cannot start {}: {e}", self.own)))?
            .ok_or(PrepareError::Stopped)?;
        if account.exit_code == Some(0) {
            return Ok(account);
        }
        let message = std::fs::read_to_string(&stderr).unwrap_or_default();
        let message = first_line(&message).unwrap_or_else(|| "it printed no error".to_owned());
        Err(PrepareError::Because(message))
    }

    /// Writes what the approach asks for and puts it in.
    pub fn prepare(
        &self,
        item: &Item,
        approach: &Approach,
        wall_s: f64,
    ) -> Result<PreparedRun, PrepareError> {
        let path = |name: &str| self.folder.join(name);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut instance = vec![item.text.clone()];
        if let Some((make, made)) = &item.make {
            let folder = text(&path("made"));
            let words = make.iter().map(|word| word.replace("{folder}", &folder)).collect();
            self.own(words, "make.out")?;
            instance = vec![text(&path("made").join(made))];
        }
        instance.extend(item.args.iter().cloned());
        let (mut words, own) = match &approach.what {
            Invocation::Own(words) => (words.clone(), true),
            Invocation::Program(words) => (words.clone(), false),
        };
        let uses = |name: &str| words.iter().any(|word| word.contains(name));
        let mut puts = Vec::new();
        let convert = |to: &str, more: &[&str]| {
            let first = ["convert".to_owned()].into_iter().chain(instance.clone());
            first.chain(["--to", to].iter().chain(more).map(|w| (*w).to_owned())).collect::<Vec<_>>()
        };
        for (name, format) in BOARD {
            if uses(name) {
                let file = text(&path(format));
                self.own(convert(format, &["-o", &file]), "convert.out")?;
                puts.push((name, file));
            }
        }
        if uses("{pddl-domain}") || uses("{pddl-problem}") {
            let [domain, problem] = ["domain.pddl", "problem.pddl"].map(|name| text(&path(name)));
            self.own(convert("pddl", &["-o", &problem, "--domain", &domain]), "convert.out")?;
            puts.extend([("{pddl-domain}", domain), ("{pddl-problem}", problem)]);
        }
        let mut formula = None;
        for (name, to, file) in [("{dimacs}", "dimacs", "formula.cnf"), ("{smtlib}", "smtlib", "script.smt2")]
        {
            if uses(name) {
                let first = ["encode".to_owned()].into_iter().chain(instance.clone()).chain(which(approach));
                let memory = self.memory_mib.to_string();
                let more =
                    ["--memory-limit", &memory, "--to", to, "-o", &text(&path(file))].map(ToOwned::to_owned);
                self.own(first.chain(more).collect(), "encode.out")?;
                puts.push((name, text(&path(file))));
                formula = Some(path(file));
            }
        }
        let files = Files { plan: path("plan"), out: path("out"), proof: path("proof") };
        puts.extend([
            ("{plan}", text(&files.plan)),
            ("{out}", text(&files.out)),
            ("{proof}", text(&files.proof)),
        ]);
        let put =
            |word: &String| puts.iter().fold(word.clone(), |word, (name, file)| word.replace(name, file));
        words = words.iter().map(put).flat_map(|word| put_instance(word, &instance)).collect();
        if own {
            if words.first().is_some_and(|word| word == "solve") {
                let given = |name: &str, words: &[String]| words.iter().any(|word| word == name);
                if !given("--time-limit", &words) {
                    words.extend(["--time-limit".to_owned(), format!("{wall_s}")]);
                }
                if !given("--memory-limit", &words) {
                    // The rest is for what is no table: code, threads, the libraries' own.
                    words.extend(["--memory-limit".to_owned(), (self.memory_mib * 3 / 4).max(1).to_string()]);
                }
            }
            words.insert(0, self.own.to_owned());
        }
        Ok(PreparedRun { words, instance, formula, files })
    }
}

/// The words that say which formula is meant.
#[must_use]
pub fn which(approach: &Approach) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(encoding) = &approach.encoding {
        words.extend(["--encoding".to_owned(), encoding.clone()]);
    }
    if let Some(options) = approach.options.as_ref().filter(|options| !options.is_empty()) {
        words.extend(["--options".to_owned(), options.clone()]);
    }
    words.extend(approach.horizon.iter().flat_map(|h| ["--horizon".to_owned(), h.to_string()]));
    words
}

/// A word alone becomes the instance with all its arguments, within a word it is its name.
#[must_use]
pub fn put_instance(word: String, instance: &[String]) -> Vec<String> {
    if word == "{instance}" { instance.to_vec() } else { vec![word.replace("{instance}", &instance[0])] }
}

/// The first line that says something, without the mark of an error.
#[must_use]
pub fn first_line(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let line = line.strip_prefix("error:").unwrap_or(line).trim();
    Some(line.chars().take(300).collect())
}
