//! A campaign as a file in TOML.
//!
//! ```toml
//! title = "Two strategies"
//! limits = { cpu_s = 5, memory_mib = 2048 }
//!
//! [[approach]]
//! name = "sat {encoding}"
//! args = ["solve", "{instance}", "--by", "sat", "--encoding", "{encoding}", "--format", "json"]
//! matrix = { encoding = ["exists", "sequential"] }
//!
//! [[approach]]
//! name = "minisat"
//! command = "minisat {dimacs} {out}"
//! answer = "model"
//! encoding = "exists-loose"
//! horizon = 20
//!
//! [[group]]
//! name = "freecell"
//! instances = ["ms:1..20"]
//! options = { ranks = [4, 5, 6] }
//! approaches = ["auto", "sat *", "minisat"]
//! pairs = [["auto", "sat exists"]]
//! ```
//!
//! `args` are the program's own, `command` is any other program's. What is between braces is put
//! in: a value of the matrix or of the instance, or a file, written before the clock starts. A
//! group with `optional = true` is left out where a file of its instances is not there. A
//! group may name what [`super::names`] knows (a strategy, `sat:ENCODING`, ...) without a
//! definition.

use super::model::{Answer, Approach, Campaign, CampaignError, Group, Invocation, Limits};
use super::names::{KnownNames, builtin};
use super::text::{ApproachText, FileText, GroupText, Word};
use crate::text::sha256;
use patsat_base::printable;
use std::collections::BTreeMap;

/// A sentence is no longer than this.
const MOST_CHARS: usize = 1_000;

/// More approaches than this are a slip.
const MOST_APPROACHES: usize = 1_000_000;

impl Campaign {
    /// Reads a campaign; `known` are the names that need no definition.
    pub fn read(name: &str, text: &str, known: &KnownNames) -> Result<Campaign, CampaignError> {
        // Names of the file are quoted, and may be anything.
        Campaign::parse(name, text, known).map_err(|error| CampaignError(printable(&error.0, MOST_CHARS)))
    }

    fn parse(name: &str, text: &str, known: &KnownNames) -> Result<Campaign, CampaignError> {
        let file: FileText = crate::text::toml(text).map_err(CampaignError)?;
        let limits = file.limits.checked()?;
        let mut defined = Vec::new();
        for approach in &file.approach {
            expand(approach, &mut defined)?;
        }
        if let Some(name) = first_twice(defined.iter().map(|a| a.name.as_str())) {
            return Err(CampaignError(format!("approach '{name}' is defined twice: expected unique names")));
        }
        let mut campaign = Campaign {
            name: name.to_owned(),
            title: file.title,
            approaches: Vec::new(),
            groups: Vec::new(),
            digest: sha256(text)[..16].to_owned(),
        };
        for group in file.group {
            let group = campaign.group(group, limits, file.repeat, &defined, known)?;
            campaign.groups.push(group);
        }
        if campaign.groups.is_empty() {
            return Err(CampaignError("it has no [[group]]: expected instances and approaches".to_owned()));
        }
        if let Some(name) = first_twice(campaign.groups.iter().map(|g| g.name.as_str())) {
            return Err(CampaignError(format!("group '{name}' is defined twice: expected unique names")));
        }
        Ok(campaign)
    }

    fn group(
        &mut self,
        text: GroupText,
        limits: Limits,
        repeat: u32,
        defined: &[Approach],
        known: &KnownNames,
    ) -> Result<Group, CampaignError> {
        let wrong = |what: &str| CampaignError(format!("group '{}' {what}", text.name));
        if text.make.is_empty() && text.instances.is_empty() {
            return Err(wrong("has no instances: expected instances = [...], or make and made"));
        }
        if text.make.is_empty() != text.made.is_empty()
            || !(text.make.is_empty() || text.instances.is_empty())
        {
            return Err(wrong("is to make its instances: expected make and made, and no instances"));
        }
        if super::trust::leaves(&text.made) {
            return Err(wrong(&format!("makes '{}': expected a file below {{folder}}", text.made)));
        }
        let mut approaches = Vec::new();
        for name in &text.approaches {
            for approach in find(name, defined, known)? {
                let at = self.approaches.iter().position(|a| a.name == approach.name);
                let at = at.unwrap_or_else(|| {
                    self.approaches.push(approach);
                    self.approaches.len() - 1
                });
                if !approaches.contains(&at) {
                    approaches.push(at);
                }
            }
        }
        let named = |name: &String| approaches.iter().any(|&at| self.approaches[at].name == *name);
        if let Some(name) = text.pairs.iter().flatten().find(|name| !named(name)) {
            let known: Vec<&str> = approaches.iter().map(|&at| self.approaches[at].name.as_str()).collect();
            let known = known.join(", ");
            return Err(wrong(&format!("compares '{name}', which is not one of its approaches: {known}")));
        }
        let texts = |words: &Vec<Word>| words.iter().map(Word::text).collect();
        Ok(Group {
            options: text.options.iter().map(|(key, words)| (key.clone(), texts(words))).collect(),
            limits: text.limits.map_or(Ok(limits), Limits::checked)?,
            repeat: text.repeat.unwrap_or(repeat).max(1),
            name: text.name,
            instances: text.instances,
            args: text.args,
            make: text.make,
            made: text.made,
            pairs: text.pairs,
            optional: text.optional,
            approaches,
        })
    }
}

/// The approaches that a name in a group means; one that ends in `*` means all that begin so.
fn find(name: &str, defined: &[Approach], known: &KnownNames) -> Result<Vec<Approach>, CampaignError> {
    if let Some(start) = name.strip_suffix('*') {
        let found: Vec<_> = defined.iter().filter(|a| a.name.starts_with(start)).cloned().collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    if let Some(found) = defined.iter().find(|a| a.name == name) {
        return Ok(vec![found.clone()]);
    }
    if let Some(found) = builtin(name, known) {
        return Ok(vec![found]);
    }
    let names = defined.iter().map(|a| a.name.clone()).chain(known.names());
    let names: Vec<String> = names.collect();
    Err(super::names::unknown(name, names.iter().map(String::as_str)))
}

/// One approach for each choice of values of the matrix.
fn expand(text: &ApproachText, into: &mut Vec<Approach>) -> Result<(), CampaignError> {
    let wrong = |what: &str| CampaignError(format!("approach '{}' {what}", text.name));
    let program = match (&text.args, &text.command) {
        (Some(args), None) => Invocation::Own(args.clone()),
        (None, Some(command)) => {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            Invocation::Program(words.ok_or_else(|| wrong("has a command with unbalanced quotes, or none"))?)
        }
        _ => return Err(wrong("expected either args, of this program, or command, of another")),
    };
    let answer = text.answer.unwrap_or(match program {
        Invocation::Own(_) => Answer::Json,
        Invocation::Program(_) => Answer::Plan,
    });
    let words = match &program {
        Invocation::Own(words) | Invocation::Program(words) => words,
    };
    let formula = words.iter().any(|w| w.contains("{dimacs}") || w.contains("{smtlib}"));
    if formula && text.horizon.is_none() {
        return Err(wrong("reads a formula: expected a horizon"));
    }
    if answer == Answer::Model && !formula {
        return Err(wrong("answers with a model: expected {dimacs} or {smtlib} in its command"));
    }
    let matrix: BTreeMap<String, Vec<String>> = text
        .matrix
        .iter()
        .map(|(key, words)| (key.clone(), words.iter().map(Word::text).collect()))
        .collect();
    if let Some(key) = matrix.keys().find(|key| !text.name.contains(&format!("{{{key}}}"))) {
        return Err(wrong(&format!("has a matrix: expected {{{key}}} in its name")));
    }
    if super::matrix::is_too_large(&matrix) || into.len() > MOST_APPROACHES {
        return Err(super::matrix::too_many_runs());
    }
    for values in super::matrix::product(&matrix) {
        let put = |word: &String| super::matrix::put(word, &values);
        let all = |words: &[String]| words.iter().map(put).collect();
        into.push(Approach {
            name: put(&text.name),
            what: match &program {
                Invocation::Own(words) => Invocation::Own(all(words)),
                Invocation::Program(words) => Invocation::Program(all(words)),
            },
            answer,
            encoding: text.encoding.as_ref().map(put),
            options: text.options.as_ref().map(put),
            horizon: text.horizon,
            unwinnable: text.unwinnable.clone(),
            check: all(&text.check),
            values,
        });
    }
    Ok(())
}

fn first_twice<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = std::collections::BTreeSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}
