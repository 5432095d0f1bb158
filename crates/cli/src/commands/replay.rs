//! `patsat replay`: shows a plan move by move, on the terminal or as a page.

use super::why::{live, searched};
use crate::args::GameArgs;
use crate::report::human;
use crate::report::replay::{Film, Key, Screen, page};
use crate::{load, selfcheck};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, style, terminal};
use patsat_base::{Limits, Style, counted};
use patsat_console::args::MEMORY_MIB;
use patsat_console::context::{Context, When};
use patsat_console::exit::{Exit, Failure};
use patsat_console::input::{self, about};
use patsat_console::output::{Output, reason};
use patsat_formats::board;
use patsat_formats::{self as formats, Format};
use patsat_game::verify;
use patsat_planning::{Verdict, solve};
use patsat_search::DEFAULT_STRATEGY;
use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Watch a plan on the terminal, or as one HTML page
#[derive(Clone, Debug, clap::Args)]
#[command(before_help = "\
Examples:
  patsat replay ms:617                   solve the deal and watch the plan
  patsat replay ms:617 --html 617.html   the same as a page
  patsat replay played.kpat played.kpat | less   a saved game, move by move")]
#[command(after_help = "\
Keys: left and right one move, up and down one step of the encoding (or ten moves), Home and End, space to play, \
+ and - change the speed, a number and Enter jump to that move, q quits. Without a terminal every position is \
printed.")]
pub(crate) struct Args {
    /// A deal such as ms:617, a file, or - for standard input
    instance: String,
    /// Plan or played game in any supported format; it need not win [default: the plan that 'patsat solve' finds]
    plan: Option<PathBuf>,
    /// Format of the instance file [default: detected]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format of the plan [default: detected]
    #[arg(long, value_name = "FORMAT")]
    plan_format: Option<Format>,
    /// Write an HTML page to this file; it works offline in any browser
    #[arg(long, value_name = "FILE", conflicts_with = "at")]
    html: Option<PathBuf>,
    /// Start after N moves; without a terminal, print only that position
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print suit symbols (♠♥♦♣) instead of letters; auto: on a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", default_missing_value = "always")]
    #[arg(num_args = 0..=1, require_equals = true)]
    symbols: When,
    #[command(flatten)]
    game: GameArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let Some(path) = &args.plan else { return solved(args, context) };
    let instance = load::instance_of_plan(&args.instance, path, &args.game, args.from)?;
    let bytes = input::read(path, "a file with a plan")?;
    let shown = path.display().to_string();
    let bad = |e: formats::FormatError| Failure::from(e.with_file(input::name(&shown)));
    let read = load::plan(path, &bytes, args.plan_format, &instance)?;
    let steps = formats::read_steps(&bytes).map_err(bad)?;
    match verify::play(&instance, read.plan.clone()) {
        Ok(played) => {
            load::note_reading(path, &read);
            let film = Film::new(&instance, &played, &steps);
            show(
                args,
                &film.map_err(|e| Failure::input(about(input::name(&shown), &e.to_string())))?,
                context,
            )
        }
        Err(fault) => {
            let there = board::board(&fault.board, context.style(None, When::Auto));
            let why = load::why_refused(&fault, &read);
            context.print(&format!("{why}\n\nThe board there:\n\n{there}"))?;
            Ok(Exit::No)
        }
    }
}

/// Solves the instance by the default search and shows the plan. Without a plan, prints the verdict.
fn solved(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let instance = load::instance(&args.instance, &args.game, args.from)?;
    let request = searched(&instance, 0, Limits { memory_mib: Some(MEMORY_MIB), ..Limits::default() });
    let answer = live(context, |monitor| solve(&request, monitor))
        .map_err(|error| selfcheck::failure(&instance, error))?;
    let Some(plan) = answer.plan() else {
        let verdict =
            human::answer(&instance, DEFAULT_STRATEGY, &answer, context.style(None, When::Auto), false);
        context.print(&format!("{verdict}No plan to replay.\n"))?;
        let lost = answer.outcome.verdict() == Verdict::Unwinnable;
        return Ok(if lost { Exit::No } else { Exit::Undecided });
    };
    let played = verify::play(&instance, (**plan).clone()).map_err(Failure::self_check)?;
    let film = Film::new(&instance, &played, &[]);
    show(args, &film.map_err(|e| Failure::input(about(&args.instance, &e.to_string())))?, context)
}

/// Plays the positions on the terminal, prints them, or writes them as a page.
fn show(args: &Args, film: &Film<'_>, context: &Context) -> Result<Exit, Failure> {
    if let Some(at) = args.at.filter(|&at| at > film.len()) {
        let text = format!("--at {at}: the plan has {}, expected at most that", counted(film.len(), "move"));
        return Err(Failure::input(text));
    }
    if let Some(file) = &args.html {
        let page = page(film).map_err(|e| Failure::input(format!("--html: {e}")))?;
        Output::open(Some(file))?.write(page.as_bytes())?;
        return Ok(Exit::Done);
    }
    let style = context.style(None, args.symbols);
    if !(stdout().is_terminal() && stdin().is_terminal()) {
        let text = match args.at {
            Some(at) => film.text_at(at, style),
            None => film.text(style),
        };
        context.print(&text)?;
        return Ok(Exit::Done);
    }
    let broken = |e: io::Error| Failure::input(format!("the terminal does not answer: {}", reason(&e)));
    watch(film, args.at.unwrap_or(0), style).map_err(broken)?;
    Ok(Exit::Done)
}

/// The screen as it was, also when something fails on the way.
struct ScreenGuard;

impl ScreenGuard {
    fn new() -> io::Result<ScreenGuard> {
        terminal::enable_raw_mode()?;
        let kept = ScreenGuard;
        execute!(stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(kept)
    }
}

impl Drop for ScreenGuard {
    fn drop(&mut self) {
        // Nothing is left to be done if this fails.
        let _ = execute!(stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

fn watch(film: &Film<'_>, at: usize, look: Style) -> io::Result<()> {
    let _kept = ScreenGuard::new()?;
    let mut screen = Screen::new(film, at, look);
    let mut since = Instant::now();
    loop {
        draw(&screen)?;
        let wait = match screen.pause() {
            Some(pause) => pause.saturating_sub(since.elapsed()),
            None => Duration::from_secs(3600),
        };
        if !event::poll(wait)? {
            screen.tick();
            since = Instant::now();
            continue;
        }
        if let Event::Key(key) = event::read()? {
            if key.kind == KeyEventKind::Release {
                continue;
            }
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                KeyCode::Char('c' | 'd') if control => return Ok(()),
                code => {
                    if let Some(key) = meant(code) {
                        screen.press(key);
                        since = Instant::now();
                    }
                }
            }
        }
    }
}

fn meant(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Right | KeyCode::Char('l' | 'n') => Key::Next,
        KeyCode::Left | KeyCode::Char('h' | 'p' | 'b') => Key::Back,
        KeyCode::Down | KeyCode::PageDown | KeyCode::Char('j') => Key::NextStep,
        KeyCode::Up | KeyCode::PageUp | KeyCode::Char('k') => Key::BackStep,
        KeyCode::Home | KeyCode::Char('g') => Key::First,
        KeyCode::End | KeyCode::Char('G') => Key::Last,
        KeyCode::Char(' ') => Key::Play,
        KeyCode::Char('+' | '=') => Key::Faster,
        KeyCode::Char('-') => Key::Slower,
        KeyCode::Char(digit @ '0'..='9') => Key::Digit(digit as u8 - b'0'),
        KeyCode::Enter => Key::Go,
        KeyCode::Backspace => Key::Erase,
        _ => return None,
    })
}

fn draw(screen: &Screen<'_, '_>) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let mut out = stdout().lock();
    queue!(out, terminal::Clear(terminal::ClearType::All))?;
    for (row, line) in (0u16..).zip(screen.draw(width.into(), height.into())) {
        queue!(out, cursor::MoveTo(0, row), style::Print(line))?;
    }
    out.flush()
}
