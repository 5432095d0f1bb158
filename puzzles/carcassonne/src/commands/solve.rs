//! `patsat puzzle carcassonne solve`: finds a board or proves that no board exists.

use super::{failure_of, method, shape, side, tiles};
use crate::decide::{Decider, Decision, Extent, Ground, LargestResult, Method, Objective, proof};
use crate::format as xml;
use crate::report;
use crate::{Board, Shape, Side};
use patsat_base::Limit;
use patsat_console::args::{MEMORY_MIB, SHARED, seconds};
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::output::Output;
use patsat_console::signals;
use patsat_puzzle::solvers::{control, sat};
use patsat_puzzle::{Answer, Question, open};
use patsat_solvers::{self as solve, Control};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// Place tiles with equal touching sides: the largest square by default
///
/// The board is checked before it is printed. It lists the sides of each tile as placed, positionX to the right and
/// positionY down; unused tiles follow without positions.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Tiles: an XML file, or - for standard input
    tiles: String,
    /// Find a square of this side
    #[arg(long, value_name = "N", group = "question", value_parser = clap::value_parser!(u32).range(1..=400))]
    square: Option<u32>,
    /// Find a rectangle of this many columns and rows
    #[arg(long, value_name = "WxH", group = "question", value_parser = shape)]
    rectangle: Option<Shape>,
    /// Find the largest square, or the rectangle of most tiles [default: square]
    #[arg(long, value_name = "WHAT", group = "question", value_enum)]
    largest: Option<ObjectiveArg>,
    /// Require this side on the whole border
    #[arg(long, value_name = "SIDE", value_parser = side())]
    border: Option<Side>,
    /// Do not rotate tiles
    #[arg(long)]
    no_rotation: bool,
    /// Method: portfolio (counting arguments, search, search with SAT, SAT), search (depth first with restarts),
    /// exhaustive (without restarts), tail (search with SAT), sat, or the source's accurate, city-first and blocks
    #[arg(long = "by", value_name = "METHOD", default_value = "portfolio", value_parser = method())]
    method: Method,
    /// Restart the source's algorithms in another order from time to time
    #[arg(long)]
    restarts: bool,
    /// SAT solver; 'patsat --list backends'
    #[arg(long, value_name = "NAME", default_value = solve::DEFAULT)]
    backend: String,
    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after this many seconds of wall-clock time (0.5 is allowed)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Stop after this many steps: cells filled, or tiles placed
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
    /// Memory for formula and solver
    #[arg(long, value_name = "MIB", default_value_t = MEMORY_MIB)]
    memory_limit: u64,
    /// Draw the board to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write certificates of what does not exist to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write the board to this file, as XML
    #[arg(help_heading = SHARED, short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The quantity to maximise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ObjectiveArg {
    /// The side of a square
    Square,
    /// The tiles of a rectangle
    Rectangle,
}

/// The result of a search.
struct SolveResult {
    answer: Answer,
    board: Option<Board>,
    none: Vec<(Shape, Ground)>,
}

impl Question for Args {
    fn answer(&self, context: &Context) -> Result<Answer, Failure> {
        let set = tiles(&self.tiles)?;
        let one = match (self.square, self.rectangle) {
            (Some(side), _) => Some(Shape::square(side as usize)),
            (None, rectangle) => rectangle,
        };
        let square =
            one.map_or(self.largest != Some(ObjectiveArg::Rectangle), |shape| shape.width == shape.height);
        if self.method.grows() && (self.border.is_some() || !square) {
            let name = self.method.name();
            let text = format!("--by {name} knows only squares with any border: expected another method");
            return Err(Failure::input(text));
        }
        if self.restarts && !self.method.grows() {
            return Err(Failure::input(
                "--restarts is for --by accurate, city-first and blocks: expected one of them",
            ));
        }
        let backend = sat(Some(&self.backend))?;
        let (mut output, mut svg) = (open(self.output.as_ref())?, open(self.svg.as_ref())?);
        let mut proof_file = self.proof.as_deref().map(|file| Output::whole(Some(file))).transpose()?;
        let decider = Decider {
            set: &set,
            rotation: !self.no_rotation,
            border: self.border,
            method: self.method,
            backend: &backend,
            seed: self.seed,
            restarts: self.restarts,
            nodes: self.node_limit,
            control: Control { memory_mib: Some(self.memory_limit), ..control(self.time_limit) },
        };
        let found = match one {
            Some(shape) => of_one(&decider, shape)?,
            None => {
                let wanted = if square { Objective::Square } else { Objective::Rectangle };
                of_largest(&decider, wanted, decider.largest(wanted).map_err(failure_of)?)
            }
        };
        // Write the files before anything is printed.
        let xml = found.board.as_ref().map(xml::write_board).transpose().map_err(Failure::self_check)?;
        if let (Some(xml), Some(file)) = (&xml, &mut output) {
            file.write(xml.as_bytes())?;
        }
        if let (Some(board), Some(file)) = (&found.board, &mut svg) {
            file.write(report::svg(board).map_err(Failure::input)?.as_bytes())?;
        }
        if let Some(file) = &mut proof_file {
            if found.none.is_empty() {
                context.note("nothing was ruled out: no proof is written");
            } else {
                let written = proof::write(&set, decider.rotation, decider.border, &found.none);
                file.write(&written.map_err(Failure::input)?)?;
            }
        }
        let mut answer = found.answer.about(&self.tiles);
        answer.data["board"] = json!(xml);
        // A board that is too wide for a picture is reported as text only.
        let picture = found.board.map(|board| report::board(&board, context.style(None, When::Auto)));
        if let Some(Ok(picture)) = picture {
            answer.text += &format!("\n{picture}");
        }
        Ok(answer)
    }
}

fn of_one(decider: &Decider<'_>, shape: Shape) -> Result<SolveResult, Failure> {
    let question = decider.question(shape);
    let found = |exit: Exit, text: String, name: &str, more: Option<(&str, Value)>| {
        let mut data = json!({ "answer": name, "question": question.to_string() });
        if let Some((key, value)) = more {
            data[key] = value;
        }
        let answer = Answer::new(exit, format!("{question}: {text}\n"), data);
        SolveResult { answer, board: None, none: Vec::new() }
    };
    Ok(match decider.decide(shape).map_err(failure_of)? {
        Decision::Board(board) => {
            let board = board.into_inner();
            let text = format!("found (verified); {}", used(&board));
            SolveResult { board: Some(board), ..found(Exit::Solved, text, "found", None) }
        }
        Decision::None(ground) => {
            let because = because(&ground);
            let text = format!("none exists. {because}");
            let found = found(Exit::ProvedNone, text, "none", Some(("because", json!(because))));
            SolveResult { none: vec![(shape, ground)], ..found }
        }
        Decision::Unknown(limit) => {
            let text = format!("not found, and not ruled out ({})", word(limit));
            let more = Some(("limit", json!(word(limit))));
            found(signals::unfinished(Exit::Done), text, "unknown", more)
        }
    })
}

fn used(board: &Board) -> String {
    let (placed, left) = (board.placed.len(), board.left_over.len());
    match left {
        0 => format!("all {placed} tiles are placed"),
        _ => format!("{placed} of {} tiles are placed", placed + left),
    }
}

fn because(ground: &Ground) -> String {
    match ground {
        Ground::Argument(argument, how) => format!("By counting ({}): {}", argument.name(), how.as_str()),
        Ground::Refuted(refuted) => {
            let (clauses, derived) = (refuted.checked.clauses(), refuted.checked.derived());
            format!("Its formula of {clauses} clauses has no model, by a checked proof of {derived} steps")
        }
        Ground::Exhausted => "A search went through everything; that leaves no certificate".into(),
    }
}

fn word(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "out of time",
        Limit::Conflicts => "out of conflicts",
        Limit::Memory => "out of memory",
        Limit::Interrupted => "interrupted",
        _ => "the method gave up",
    }
}

fn of_largest(decider: &Decider<'_>, wanted: Objective, largest: LargestResult) -> SolveResult {
    let thing = match wanted {
        Objective::Square => "square",
        Objective::Rectangle => "rectangle",
    };
    let extent = largest.extent();
    let mut text = match &largest.best {
        Some((shape, board)) => {
            let question = decider.question(*shape);
            let more = match extent {
                Extent::Proven => format!("there is no larger {thing}"),
                Extent::AtLeast => format!("larger {thing}s were not ruled out"),
            };
            format!("{question}: found and checked; {}; {more}\n", used(board))
        }
        None => match extent {
            Extent::Proven => format!("there is no {thing} at all\n"),
            Extent::AtLeast => format!("no {thing} was found, and not all were ruled out\n"),
        },
    };
    for (shape, ground) in &largest.none {
        text += &format!("No {}: {}\n", decider.question(*shape), lower(&because(ground)));
    }
    for (shape, limit) in &largest.open {
        text += &format!("Open: {} ({})\n", decider.question(*shape), word(*limit));
    }
    if extent == Extent::Proven && largest.none.is_empty() && largest.best.is_some() {
        text += &format!("For any larger {thing} there are too few tiles ({})\n", decider.set.len());
    }
    let exit = match (&largest.best, extent) {
        (Some(_), _) => Exit::Solved,
        (None, Extent::Proven) => Exit::ProvedNone,
        (None, Extent::AtLeast) => signals::unfinished(Exit::Done),
    };
    let ruled_out = largest.none.iter().map(|(shape, ground)| {
        json!({ "question": decider.question(*shape).to_string(), "because": because(ground) })
    });
    let open = largest.open.iter().map(
        |(shape, limit)| json!({ "question": decider.question(*shape).to_string(), "limit": word(*limit) }),
    );
    let data = json!({
        "answer": match (&largest.best, extent) {
            (Some(_), _) => "found",
            (None, Extent::Proven) => "none",
            (None, Extent::AtLeast) => "unknown",
        },
        "question": format!("the largest {thing}"),
        "optimal": extent == Extent::Proven,
        "width": largest.best.as_ref().map(|(shape, _)| shape.width),
        "height": largest.best.as_ref().map(|(shape, _)| shape.height),
        "ruled_out": ruled_out.collect::<Vec<_>>(),
        "open": open.collect::<Vec<_>>(),
    });
    let board = largest.best.map(|(_, board)| board.into_inner());
    SolveResult { answer: Answer::new(exit, text, data), board, none: largest.none }
}

fn lower(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
}
