//! How a plan and its verdict are written: text, JSON, lines of solvers, or a format of plans.

use crate::report::{human, notation, one_of};
use patsat_base::Style;
use patsat_console::exit::Failure;
use patsat_formats::Format;
use patsat_game::state::{Instance, Plan};
use patsat_game::verify::Verified;
use patsat_planning::Lengths;

/// How the result is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Text,
    Json,
    Solver,
    Plan(Format),
}

/// Reads the name of a shape.
pub(super) fn shape(text: &str) -> Result<Shape, String> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "text" => Shape::Text,
        "json" => Shape::Json,
        "solver" => Shape::Solver,
        "notation" => Shape::Plan(Format::Standard),
        other => match other.parse::<Format>() {
            Ok(format) if format.writes_plans() => Shape::Plan(format),
            _ => return Err(expected(&["text", "json", "solver"], Format::of_plans())),
        },
    })
}

/// The same for plans from models: no lines of solvers, and formats of plans alone.
pub(super) fn shape_of_model(text: &str) -> Result<Shape, String> {
    match shape(text) {
        Ok(Shape::Plan(format)) if !format.is_plan() => {}
        Ok(Shape::Solver) | Err(_) => {}
        shape => return shape,
    }
    Err(expected(&["text", "json"], Format::of_plans().filter(|format| format.is_plan())))
}

fn expected(words: &[&'static str], formats: impl Iterator<Item = Format>) -> String {
    format!("expected {}", one_of(words.iter().copied().chain(formats.map(Format::name))))
}

/// The plan in one of its formats.
pub(super) fn plan_as(
    instance: &Instance,
    plan: &Verified<Plan>,
    format: Format,
    steps: &[usize],
) -> Result<String, Failure> {
    notation::write(instance, plan, format, steps)
        .map_err(|e| Failure::input(format!("cannot write the plan as {format}: {e}")))
}

/// A verdict, the lengths of the plan and the plan.
pub(super) fn plan_text(
    verdict: &str,
    instance: &Instance,
    plan: &Verified<Plan>,
    style: Style,
    verbose: bool,
) -> String {
    let counts = human::counts(Lengths::of(instance, plan));
    format!("{}\n{counts}\n\n{}", style.bold(verdict), human::plan_text(instance, plan, style, verbose))
}
