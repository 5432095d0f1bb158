//! Writes the result in the shape asked for.

use crate::report::{human, jsonl, notation, solver_lines};
use crate::shape::{Shape, plan_as};
use patsat_base::{Style, wrapped};
use patsat_console::context::Context;
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_formats::board;
use patsat_game::rules::Cost;
use patsat_game::state::Instance;
use patsat_planning::parts::PartAttempt;
use patsat_planning::sat::Round;
use patsat_planning::{Answer, Outcome};
use patsat_search::Stats;

/// Where the result goes and how.
pub(super) struct Report<'a> {
    pub(super) instance: &'a Instance,
    /// The name of the strategy, or of what else answers.
    pub(super) by: &'a str,
    pub(super) shape: Shape,
    pub(super) style: Style,
    pub(super) verbose: bool,
    /// Whether the board, which the reader knows, is left out of the text.
    pub(super) quiet: bool,
    /// Columns that sentences take.
    pub(super) width: usize,
    pub(super) output: Output,
}

impl Report<'_> {
    /// What is known before the work begins; `event` is what JSON says of it.
    pub(super) fn begin(&mut self, event: &jsonl::Event<'_>) -> Result<(), Failure> {
        let text = match self.shape {
            Shape::Text if self.quiet => return Ok(()),
            Shape::Text => board::instance(self.instance, self.style) + "\n",
            Shape::Json => event.line(),
            Shape::Solver => {
                let plain = board::instance(self.instance, Style::PLAIN);
                plain.lines().map(|line| format!("c {line}").trim_end().to_owned() + "\n").collect()
            }
            Shape::Plan(_) => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    /// A bound has moved; `better` if that of the best plan.
    pub(super) fn bound(&mut self, cost: Cost, stats: &Stats, better: bool) -> Result<(), Failure> {
        let text = match (self.shape, stats.upper_bound) {
            (Shape::Json, upper) => jsonl::Event::Bound { cost, lower: stats.lower_bound, upper }.line(),
            (Shape::Solver, Some(upper)) if better => format!("o {upper}\n"),
            _ => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    /// A horizon was answered.
    pub(super) fn horizon(&mut self, round: &Round) -> Result<(), Failure> {
        let text = match self.shape {
            Shape::Json => jsonl::Event::Horizon(round).line(),
            Shape::Solver => format!("c {}\n", human::round(round)),
            Shape::Text | Shape::Plan(_) => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    /// A part of a plan was asked about.
    pub(super) fn tried(&mut self, tried: &PartAttempt) -> Result<(), Failure> {
        let text = match self.shape {
            Shape::Json => jsonl::Event::Part(tried).line(),
            Shape::Solver => format!("c {}\n", human::tried(tried)),
            Shape::Text | Shape::Plan(_) => return Ok(()),
        };
        self.output.write(text.as_bytes())
    }

    /// The verdict and the plan in words, with the notation explained.
    fn text(&self, answer: &Answer) -> String {
        let text = human::answer(self.instance, self.by, answer, self.style, self.verbose);
        let plan = answer.plan().filter(|_| !self.quiet && !self.verbose);
        let legend =
            plan.and_then(|plan| notation::legend(self.instance, &notation::standard(self.instance, plan)?));
        match legend {
            Some(legend) => format!("{text}\n{legend}"),
            None => text,
        }
    }

    /// The verdict.
    pub(super) fn end(&mut self, answer: &Answer, exit: Exit, context: &Context) -> Result<(), Failure> {
        let (instance, by) = (self.instance, self.by);
        let text = match self.shape {
            Shape::Text => wrapped(&self.text(answer), self.width),
            Shape::Solver => solver_lines::answer(instance, by, answer),
            Shape::Json => {
                let time_ms = (answer.time.as_secs_f64() * 1e6).round() / 1e3;
                let end = jsonl::Event::End { exit_code: exit as u8, time_ms };
                jsonl::Event::result(instance, answer).line() + &end.line()
            }
            Shape::Plan(format) => {
                context.note(&human::verdict(by, answer));
                let steps = answer.sat.as_ref().map_or(&[][..], |sat| &sat.steps);
                match &answer.outcome {
                    Outcome::Solved(plan, _) => plan_as(instance, plan, format, steps)?,
                    _ => return Ok(()),
                }
            }
        };
        self.output.write(text.as_bytes())
    }
}
