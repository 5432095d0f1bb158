//! The MaxSAT problem of a deal, for other solvers, and their answers.

use super::RuleArgs;
use super::deal::tableau;
use super::solve::shown;
use crate::maxsat::Problem;
use crate::report::Answer as PlayAnswer;
use patsat_console::args::SHARED;
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_encodings::emit::read_model;
use patsat_puzzle::{Answer, Question, read_text};
use std::fmt::Display;
use std::path::PathBuf;

/// Write the MaxSAT problem of a deal, for any MaxSAT solver
#[derive(Clone, Debug, clap::Args)]
pub(super) struct EncodeArgs {
    /// A deal such as random:forty-thieves:1, a file, or - for standard input
    instance: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Write the problem to this file
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Question for EncodeArgs {
    fn answer(&self, _: &Context) -> Result<Answer, Failure> {
        let problem = Problem::new(&tableau(&self.instance, &self.rules)?, self.rules.moves());
        let mut bytes = Vec::new();
        problem.write_wcnf(&mut bytes).map_err(Failure::self_check)?;
        Output::open(self.output.as_deref())?.write(&bytes)?;
        Ok(Answer::done(Exit::Done))
    }
}

/// Read a MaxSAT solver's answer to the problem of `encode`, and check it
#[derive(Clone, Debug, clap::Args)]
pub(super) struct DecodeArgs {
    /// The deal that was encoded
    instance: String,
    /// Output of the solver, or - for standard input
    model: PathBuf,
    #[command(flatten)]
    rules: RuleArgs,
}

impl Question for DecodeArgs {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let (tableau, rules) = (tableau(&self.instance, &self.rules)?, self.rules.moves());
        let problem = Problem::new(&tableau, rules);
        let text = read_text(&self.model, "what a MaxSAT solver printed")?;
        let bad = |error: &dyn Display| Failure::input(format!("{}: {error}", self.model.display()));
        let model = read_model(&text, problem.size().variables).map_err(|error| bad(&error))?;
        let played = problem.read(|lit| model.is_true(lit));
        let (plan, cards) = played.map_err(|refused| bad(&format!("no play: {refused}")))?;
        let answer = PlayAnswer { name: "model".into(), rules, cards, plan, work: None, remark: "" };
        Ok(shown(&self.instance, &tableau, &[answer], context))
    }
}
