//! Definitions and tasks.

use crate::campaign::{Answer, Approach, Campaign, Group, Invocation};
use crate::text::slug;
use quick_xml::escape::escape;
use std::fmt::Write;

/// A definition, and what it leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub xml: String,
    /// The approaches that are the program's own.
    pub approaches: usize,
    /// The names of the others.
    pub left_out: Vec<String>,
}

/// The definition of a group's runs, its tasks being `tasks/GROUP-*.yml` beside it.
#[must_use]
pub fn definition(campaign: &Campaign, group: &Group) -> Definition {
    let limits = group.limits;
    let name = slug(&group.name);
    let mut xml = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE benchmark PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN\" \
         \"https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd\">\n",
    );
    // Writing to a text cannot fail.
    let _ = writeln!(
        xml,
        "<benchmark tool=\"tools.patsat\" displayName=\"{}\" timelimit=\"{} s\" hardtimelimit=\"{} s\" \
         walltimelimit=\"{} s\" memlimit=\"{} B\" cpuCores=\"1\">",
        escape(&campaign.title),
        whole(limits.cpu_s),
        whole(limits.cpu_s) + 1,
        whole(limits.wall_s),
        limits.memory_mib << 20
    );
    let _ = writeln!(xml, "  <propertyfile>{PROPERTY}</propertyfile>");
    let mut left_out = Vec::new();
    let mut approaches = 0;
    for &at in &group.approaches {
        let approach = &campaign.approaches[at];
        let Some(options) = options(approach) else {
            left_out.push(approach.name.clone());
            continue;
        };
        approaches += 1;
        let _ = writeln!(xml, "  <rundefinition name=\"{}\">", escape(slug(&approach.name)));
        for (name, value) in options {
            let _ = match value {
                Some(value) => {
                    writeln!(xml, "    <option name=\"{}\">{}</option>", escape(&name), escape(&value))
                }
                None => writeln!(xml, "    <option name=\"{}\"/>", escape(&name)),
            };
        }
        let _ = writeln!(xml, "    <tasks name=\"{name}\"><include>tasks/{name}-*.yml</include></tasks>");
        xml += "  </rundefinition>\n";
    }
    xml += "</benchmark>\n";
    Definition { xml, approaches, left_out }
}

/// The options of an approach of the program's own, the instance coming last; `None` for others.
fn options(approach: &Approach) -> Option<Vec<(String, Option<String>)>> {
    let Invocation::Own(words) = &approach.what else { return None };
    let plain = approach.answer == Answer::Json && approach.check.is_empty();
    let words: Vec<&String> = words.iter().filter(|word| *word != "{instance}").collect();
    if !plain || words.iter().any(|word| word.contains('{')) {
        return None;
    }
    let mut options: Vec<(String, Option<String>)> = Vec::new();
    for word in words {
        match options.last_mut() {
            Some((name, value @ None)) if name.starts_with("--") && !word.starts_with("--") => {
                *value = Some(word.clone());
            }
            _ => options.push((word.clone(), None)),
        }
    }
    Some(options)
}

/// The file of the one property that tasks have, beside the definitions.
pub const PROPERTY: &str = "winnable.prp";

/// What it says.
pub const PROPERTY_TEXT: &str =
    "The game can be won: there is a sequence of legal moves after which every card is home.\n";

/// A task whose input is this file beside it; with its verdict, where one is known, BenchExec scores its runs.
#[must_use]
pub fn task(input: &str, winnable: Option<bool>) -> String {
    let verdict = winnable.map_or_else(String::new, |yes| format!("    expected_verdict: {yes}\n"));
    format!(
        "format_version: '2.0'\ninput_files: '{}'\nproperties:\n  - property_file: ../{PROPERTY}\n{verdict}",
        input.replace('\'', "''")
    )
}

fn whole(seconds: f64) -> u64 {
    seconds.ceil().max(1.0) as u64
}
