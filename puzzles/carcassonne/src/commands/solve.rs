//! `patsat carcassonne solve`: a board, or why there is none.

use super::{asked, method, shape, side, tiles};
use crate::decide::{Asker, Decision, Extent, Ground, Largest, Method, Wanted, proof};
use crate::format as xml;
use crate::report;
use crate::{Board, Shape, Side};
use patsat_console::args::{MEMORY_MIB, SHARED, Shape as Format, seconds};
use patsat_console::context::{Context, When};
use patsat_console::envelope;
use patsat_console::exit::{Exit, Failure};
use patsat_console::input;
use patsat_console::output::Output;
use patsat_console::signals;
use patsat_solvers::{self as solve, Control, Limit};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
    largest: Option<What>,
    /// Require this side on the whole border
    #[arg(long, value_name = "SIDE", value_parser = side())]
    border: Option<Side>,
    /// Do not rotate tiles
    #[arg(long)]
    no_rotation: bool,
    /// Method: portfolio (counting arguments, search, search with SAT, SAT), search (depth first with restarts),
    /// exhaustive (without), or the source's accurate, city-first and blocks
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
    /// Output format
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,
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

/// What is to be as large as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum What {
    /// The side of a square
    Square,
    /// The tiles of a rectangle
    Rectangle,
}

/// What there is to tell.
struct Told {
    text: String,
    data: Value,
    board: Option<Board>,
    none: Vec<(Shape, Ground)>,
    exit: Exit,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let set = tiles(&args.tiles)?;
    let one = match (args.square, args.rectangle) {
        (Some(side), _) => Some(Shape::square(side as usize)),
        (None, rectangle) => rectangle,
    };
    let square = one.map_or(args.largest != Some(What::Rectangle), |shape| shape.width == shape.height);
    if args.method.grows() && (args.border.is_some() || !square) {
        let text = format!(
            "--by {} knows only squares with any border: expected another method",
            args.method.name()
        );
        return Err(Failure::input(text));
    }
    if args.restarts && !args.method.grows() {
        return Err(Failure::input(
            "--restarts is for --by accurate, city-first and blocks: expected one of them",
        ));
    }
    let backend = solve::backend(&args.backend).map_err(Failure::input)?;
    let mut outputs = Vec::new();
    for file in [&args.output, &args.svg] {
        outputs.push(file.as_deref().map(|file| Output::open(Some(file))).transpose()?);
    }
    outputs.push(args.proof.as_deref().map(|file| Output::whole(Some(file))).transpose()?);
    let control = Control {
        stop: Some(signals::stop_flag()),
        deadline: args.time_limit.map(|time| Instant::now() + time),
        memory_mib: Some(args.memory_limit),
        ..Control::default()
    };
    let asker = Asker {
        set: &set,
        rotation: !args.no_rotation,
        border: args.border,
        method: args.method,
        backend: &backend,
        seed: args.seed,
        restarts: args.restarts,
        nodes: args.node_limit,
        control,
    };
    let told = match one {
        Some(shape) => of_one(&asker, shape)?,
        None => {
            let wanted = if square { Wanted::Square } else { Wanted::Rectangle };
            of_largest(&asker, wanted, asker.largest(wanted).map_err(asked)?)
        }
    };
    // What is to be kept is kept before anything is told.
    let [xml_file, svg_file, proof_file] = &mut outputs[..] else { return Err(Failure::self_check("files")) };
    if let (Some(board), Some(file)) = (&told.board, xml_file) {
        file.write(xml::write_board(board).map_err(Failure::self_check)?.as_bytes())?;
    }
    if let (Some(board), Some(file)) = (&told.board, svg_file) {
        file.write(report::svg(board).map_err(Failure::input)?.as_bytes())?;
    }
    if let Some(file) = proof_file {
        if told.none.is_empty() {
            context.note("nothing was ruled out: no proof is written");
        } else {
            let written = proof::write(&set, asker.rotation, asker.border, &told.none);
            file.write(&written.map_err(Failure::input)?)?;
        }
    }
    if args.format == Format::Json {
        let board = told.board.as_ref().map(xml::write_board).transpose().map_err(Failure::self_check)?;
        let mut result = told.data;
        result["board"] = json!(board);
        let lines = envelope::lines("carcassonne solve", Some(input::name(&args.tiles)), &result, told.exit);
        context.print(&lines)?;
        return Ok(told.exit);
    }
    let mut text = told.text;
    if let Some(board) = &told.board {
        let style = context.style(None, When::Auto);
        // What is too wide for a picture is told in words alone.
        if let Ok(picture) = report::board(board, style) {
            text += &format!("\n{picture}");
        }
    }
    context.print(&text)?;
    Ok(told.exit)
}

fn of_one(asker: &Asker<'_>, shape: Shape) -> Result<Told, Failure> {
    let question = asker.question(shape);
    let data = |answer: &str| json!({ "answer": answer, "question": question.to_string() });
    let empty =
        Told { text: String::new(), data: Value::Null, board: None, none: Vec::new(), exit: Exit::Done };
    Ok(match asker.decide(shape).map_err(asked)? {
        Decision::Board(board) => {
            let board = board.into_inner();
            let text = format!("{question}: found (verified); {}\n", used(&board));
            Told { text, data: data("found"), board: Some(board), exit: Exit::Solved, ..empty }
        }
        Decision::None(ground) => {
            let text = format!("{question}: none exists. {}\n", because(&ground));
            let mut data = data("none");
            data["because"] = json!(because(&ground));
            Told { text, data, none: vec![(shape, ground)], exit: Exit::ProvedNone, ..empty }
        }
        Decision::Unknown(limit) => {
            let text = format!("{question}: not found, and not ruled out ({})\n", word(limit));
            let mut data = data("unknown");
            data["limit"] = json!(word(limit));
            Told { text, data, exit: signals::unfinished(Exit::Done), ..empty }
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

fn of_largest(asker: &Asker<'_>, wanted: Wanted, largest: Largest) -> Told {
    let thing = match wanted {
        Wanted::Square => "square",
        Wanted::Rectangle => "rectangle",
    };
    let extent = largest.extent();
    let mut text = match &largest.best {
        Some((shape, board)) => {
            let question = asker.question(*shape);
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
        text += &format!("No {}: {}\n", asker.question(*shape), lower(&because(ground)));
    }
    for (shape, limit) in &largest.open {
        text += &format!("Open: {} ({})\n", asker.question(*shape), word(*limit));
    }
    if extent == Extent::Proven && largest.none.is_empty() && largest.best.is_some() {
        text += &format!("For any larger {thing} there are too few tiles ({})\n", asker.set.len());
    }
    let exit = match (&largest.best, extent) {
        (Some(_), _) => Exit::Solved,
        (None, Extent::Proven) => Exit::ProvedNone,
        (None, Extent::AtLeast) => signals::unfinished(Exit::Done),
    };
    let ruled_out = largest.none.iter().map(|(shape, ground)| {
        json!({ "question": asker.question(*shape).to_string(), "because": because(ground) })
    });
    let open = largest.open.iter().map(
        |(shape, limit)| json!({ "question": asker.question(*shape).to_string(), "limit": word(*limit) }),
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
    Told { text, data, board, none: largest.none, exit }
}

fn lower(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
}
