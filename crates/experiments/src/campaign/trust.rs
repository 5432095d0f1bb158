//! What a campaign's file may do before a person has read it.
//!
//! A campaign file starts programs, so a file from another person is a program from another person. Without
//! `--trust` it may only measure this program: run its commands with options that name methods and limits. Instances
//! are deals, or files below the working directory. Output goes into the folders that the harness makes for each run
//! (`{plan}`, `{out}`, `{proof}`, `{folder}`). Everything else needs `--trust`: another program (`command`, and
//! `cmd:` as a back-end), a path that leaves the folder, and any option that is not in `PLAIN`, because it may write
//! a file. The list names what is allowed, so an option that the program gains later is refused.

use super::model::{Campaign, Invocation};
use std::path::{Component, Path};

/// Commands that answer questions, or make instances into a folder of the harness.
const COMMANDS: [&str; 8] = ["solve", "verify", "best", "hard", "reduce", "puzzle", "why", "encode"];

/// Options that name methods, limits and rules, and write nothing.
const PLAIN: &str = include_str!("plain.txt");

/// The first thing in a campaign that a person has to allow, in a sentence; `None` if there is nothing.
#[must_use]
pub fn needs_trust(campaign: &Campaign) -> Option<String> {
    for approach in &campaign.approaches {
        let about = |what: String| format!("approach '{}' {what}", approach.name);
        let words = match &approach.what {
            Invocation::Program(words) => {
                return Some(about(format!(
                    "runs another program, '{}'",
                    words.first().map_or("", String::as_str)
                )));
            }
            Invocation::Own(words) => words,
        };
        let both = [(words, true), (&approach.check, !approach.check.is_empty())];
        for (words, whole) in both {
            if let Some(what) = in_words(words, whole) {
                return Some(about(what));
            }
        }
    }
    for group in &campaign.groups {
        let about = |what: String| format!("group '{}' {what}", group.name);
        if let Some(path) = group.instances.iter().find(|text| leaves(text)) {
            return Some(about(format!("names '{path}', which is not below the folder it is started in")));
        }
        let options = group.options.iter().flat_map(|(key, values)| {
            [format!("--{key}")].into_iter().chain(values.iter().cloned()).collect::<Vec<_>>()
        });
        let options: Vec<String> = if group.make.is_empty() { options.collect() } else { Vec::new() };
        let all = [(&group.args, false), (&options, false), (&group.make, !group.make.is_empty())];
        for (words, whole) in all {
            if let Some(what) = in_words(words, whole) {
                return Some(about(what));
            }
        }
    }
    None
}

/// What words of the program's own command line do that is to be allowed; `whole` if they begin with the command.
fn in_words(words: &[String], whole: bool) -> Option<String> {
    let mut rest = words.iter().map(String::as_str).peekable();
    if whole {
        let command = rest.next().unwrap_or_default();
        if !COMMANDS.contains(&command) {
            return Some(format!("runs the command '{command}'"));
        }
    }
    while let Some(word) = rest.next() {
        if ["cmd:", "external:"].iter().any(|mark| word.contains(mark)) {
            return Some(format!("runs another program, '{word}'"));
        }
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let is_option = word.starts_with('-') && word.parse::<f64>().is_err();
        if is_option && !PLAIN.split_whitespace().any(|plain| plain == name) {
            let value = if value.is_empty() { rest.peek().copied().unwrap_or_default() } else { value };
            if !value.starts_with('{') {
                return Some(format!("has the option '{name}', which may write a file"));
            }
        }
        if leaves(if is_option { value } else { word }) {
            return Some(format!("names '{word}', which is not below the folder it is started in"));
        }
    }
    None
}

/// Whether a word is a path that is not below the present folder, or that of a run.
pub(super) fn leaves(word: &str) -> bool {
    let mut parts = Path::new(word).components();
    parts.any(|part| matches!(part, Component::ParentDir | Component::RootDir | Component::Prefix(_)))
        || word.starts_with('~')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::{KnownNames, shipped::SHIPPED};

    fn trust_needed(text: &str) -> Option<String> {
        let known = KnownNames { strategies: vec!["auto".into()], ..KnownNames::default() };
        needs_trust(&Campaign::read("a", text, &known).unwrap())
    }

    fn approach(lines: &str) -> String {
        format!(
            "title = \"t\"\nlimits = {{ cpu_s = 1 }}\n[[approach]]\nname = \"a\"\n{lines}\n\
             [[group]]\nname = \"g\"\ninstances = [\"ms:1\"]\napproaches = [\"a\"]\n"
        )
    }

    #[test]
    fn what_measures_the_program_is_allowed() {
        for args in [
            "[\"solve\", \"{instance}\", \"--by\", \"sat\", \"--format\", \"json\"]",
            "[\"solve\", \"{instance}\", \"--proof\", \"{proof}\", \"--format=json\"]",
            "[\"puzzle\", \"carcassonne\", \"solve\", \"{instance}\", \"-o\", \"{out}\"]",
        ] {
            assert_eq!(trust_needed(&approach(&format!("args = {args}"))), None, "{args}");
        }
    }

    #[test]
    fn running_or_writing_elsewhere_needs_trust() {
        for (lines, message) in [
            ("command = \"rm -rf {board}\"", "another program, 'rm'"),
            (
                "args = [\"solve\", \"{instance}\", \"--backend\", \"cmd:sh x\"]",
                "another program, 'cmd:sh x'",
            ),
            ("args = [\"solve\", \"{instance}\", \"--backend=external:sh\"]", "another program"),
            ("args = [\"solve\", \"{instance}\", \"--proof\", \"mine\"]", "option '--proof'"),
            ("args = [\"encode\", \"{instance}\", \"-o\", \"mine\"]", "option '-o'"),
            ("args = [\"encode\", \"{instance}\", \"-omine\"]", "option '-omine'"),
            ("args = [\"encode\", \"{instance}\", \"--output=mine\"]", "option '--output'"),
            ("args = [\"solve\", \"/etc/passwd\"]", "names '/etc/passwd'"),
            ("args = [\"solve\", \"../x\"]", "names '../x'"),
            (
                "args = [\"solve\", \"{instance}\", \"--proof\", \"{proof}/../../x\"]",
                "names '{proof}/../../x'",
            ),
            ("args = [\"man\", \"--dir\", \"{out}\"]", "the command 'man'"),
            ("args = [\"solve\", \"{instance}\"]\ncheck = [\"man\"]", "the command 'man'"),
        ] {
            let found = trust_needed(&approach(lines)).unwrap_or_default();
            assert!(found.starts_with("approach 'a' ") && found.contains(message), "{lines}: {found}");
        }
        let group = |lines: &str| {
            format!(
                "title = \"t\"\nlimits = {{ cpu_s = 1 }}\n[[group]]\nname = \"g\"\n{lines}\napproaches = [\"auto\"]\n"
            )
        };
        for (lines, message) in [
            ("instances = [\"/etc/passwd\"]", "names '/etc/passwd'"),
            ("instances = [\"ms:1\"]\nargs = [\"--rules\", \"/x\"]", "option '--rules'"),
            ("instances = [\"ms:1\"]\noptions = { output = [\"x\"] }", "option '--output'"),
            ("make = [\"hard\", \"-o\", \"mine\"]\nmade = \"x\"", "option '-o'"),
        ] {
            let found = trust_needed(&group(lines)).unwrap_or_default();
            assert!(found.starts_with("group 'g' ") && found.contains(message), "{lines}: {found}");
        }
    }

    #[test]
    fn what_is_made_stays_in_its_folder() {
        for made in ["/etc/passwd", "../x", "a/../../x"] {
            let text = format!(
                "title = \"t\"\nlimits = {{ cpu_s = 1 }}\n[[group]]\nname = \"g\"\n\
                 make = [\"hard\", \"-o\", \"{{folder}}\"]\nmade = \"{made}\"\napproaches = [\"auto\"]\n"
            );
            let known = KnownNames { strategies: vec!["auto".into()], ..KnownNames::default() };
            let error = Campaign::read("a", &text, &known).unwrap_err().to_string();
            assert!(error.contains("expected a file below {folder}"), "{error}");
        }
    }

    #[test]
    fn included_campaigns_need_trust_for_other_programs_only() {
        let known = KnownNames {
            strategies: patsat_search::strategies().map(|s| s.name.to_owned()).collect(),
            encodings: patsat_encodings::schemes::ENCODINGS.iter().map(|e| e.name.to_owned()).collect(),
            smt_encodings: patsat_smt::ENCODINGS.iter().map(|e| e.name.to_owned()).collect(),
        };
        for (name, text) in SHIPPED {
            let mut campaign = Campaign::read(name, text, &known).unwrap();
            campaign.approaches.retain(|approach| matches!(approach.what, Invocation::Own(_)));
            assert_eq!(needs_trust(&campaign), None, "{name}");
        }
    }
}
