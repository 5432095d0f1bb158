//! A plan on a terminal: what is on the screen after each key.
//!
//! No terminal is touched here: keys come in, the text of a screen goes out, so that both can be
//! tested. Going back plays the moves again from the start.

use super::Film;
use patsat_base::{Style, filled};
use patsat_formats::board;
use patsat_game::state::Table;
use std::fmt::Write;
use std::time::Duration;

/// What a person may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// One move on.
    Next,
    /// One move back.
    Back,
    /// On to the end of the step, or by ten moves where there are no steps.
    NextStep,
    /// Back to the end of the step before, or by ten moves.
    BackStep,
    /// To the start.
    First,
    /// To the end.
    Last,
    /// Play, or stop playing.
    Play,
    /// Play faster.
    Faster,
    /// Play slower.
    Slower,
    /// A digit of the number of a move to go to.
    Digit(u8),
    /// Go to the move whose number was typed.
    Go,
    /// Forget what was typed.
    Erase,
}

/// A column is not squeezed into fewer rows.
const LEAST_ROWS: usize = 6;

/// Moves a second, slowest first.
const SPEEDS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// A film and where it stands.
#[derive(Clone, Debug)]
pub struct Screen<'f, 'a> {
    film: &'f Film<'a>,
    style: Style,
    at: usize,
    table: Table,
    /// What the last move did.
    caption: String,
    /// How many cards on top of each column came there by it.
    moved: Vec<usize>,
    playing: bool,
    speed: usize,
    typed: String,
}

impl<'f, 'a> Screen<'f, 'a> {
    /// The film after a number of moves.
    #[must_use]
    pub fn new(film: &'f Film<'a>, at: usize, style: Style) -> Screen<'f, 'a> {
        let mut screen = Screen {
            film,
            style,
            at: 0,
            table: film.instance.table(),
            caption: String::new(),
            moved: Vec::new(),
            playing: false,
            speed: 2,
            typed: String::new(),
        };
        screen.go_to(at);
        screen
    }

    /// The number of moves made.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The position shown.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How long to wait for a key before [`Screen::tick`]; for ever if nothing plays.
    #[must_use]
    pub fn pause(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_secs_f64(1.0 / SPEEDS[self.speed]))
    }

    /// Time has passed: the next move, if the film plays.
    pub fn tick(&mut self) {
        if self.playing {
            self.go_to(self.at + 1);
            self.playing = self.at < self.film.len();
        }
    }

    /// Does what a key asks for.
    pub fn press(&mut self, key: Key) {
        let last = self.film.len();
        match key {
            Key::Digit(digit) => {
                if self.typed.len() < 9 {
                    self.typed.push(char::from(b'0' + digit.min(9)));
                }
                return;
            }
            Key::Erase => {
                self.typed.pop();
                return;
            }
            Key::Play => {
                self.playing = !self.playing;
                if self.playing && self.at == last {
                    self.go_to(0);
                }
                self.playing &= last > 0;
            }
            Key::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Slower => self.speed = self.speed.saturating_sub(1),
            Key::Next => self.jump(self.at + 1),
            Key::Back => self.jump(self.at.saturating_sub(1)),
            Key::First => self.jump(0),
            Key::Last => self.jump(last),
            Key::NextStep => self.jump(self.step_after()),
            Key::BackStep => self.jump(self.step_before()),
            Key::Go => {
                if let Ok(number) = self.typed.parse() {
                    self.jump(number);
                }
            }
        }
        self.typed.clear();
    }

    fn step_after(&self) -> usize {
        let ends = &self.film.steps;
        if ends.is_empty() {
            return self.at + 10;
        }
        ends.iter().copied().find(|&end| end > self.at).unwrap_or(self.at)
    }

    fn step_before(&self) -> usize {
        let ends = &self.film.steps;
        if ends.is_empty() {
            return self.at.saturating_sub(10);
        }
        ends.iter().rev().copied().find(|&end| end < self.at).unwrap_or(0)
    }

    /// As a person asks for it: whatever plays stops.
    fn jump(&mut self, to: usize) {
        self.playing = false;
        self.go_to(to);
    }

    fn go_to(&mut self, to: usize) {
        let to = to.min(self.film.len());
        if to < self.at {
            self.table = self.film.instance.table();
            self.at = 0;
        }
        if to == 0 {
            self.caption = format!("start of {} moves", self.film.len());
            self.moved.clear();
        }
        while self.at < to {
            if self.at + 1 == to {
                self.caption = self.film.caption(&self.table, self.at, self.style);
            }
            let before: Vec<usize> = self.table.columns().iter().map(|pile| pile.cards.len()).collect();
            // Played before: every move is legal.
            let _ = self.table.apply(self.film.moves[self.at]);
            let now = self.table.columns().iter().zip(before);
            self.moved = now.map(|(pile, before)| pile.cards.len().saturating_sub(before)).collect();
            self.at += 1;
        }
    }

    /// The lines of the screen, at most `height` of at most `width` characters. Where the board does not fit,
    /// empty lines go first, then the deepest cards of long columns; a plain sentence where that is not enough.
    #[must_use]
    pub fn draw(&self, width: usize, height: usize) -> Vec<String> {
        let lines = |rows: Option<usize>| {
            let board = match rows {
                None => board::marked(&self.table, &self.moved, self.style) + "\n",
                Some(rows) => board::squeezed(&self.table, rows, &self.moved, self.style),
            };
            let mut lines = vec![self.style.bold(&self.film.title()), self.caption.clone()];
            lines.extend(rows.is_none().then(String::new));
            lines.extend(board.lines().map(str::to_owned));
            lines.push(self.bar(width.min(60)));
            let keys = "\u{2190}/\u{2192} move  \u{2191}/\u{2193} step  Home/End  space play  +/- speed  0-9 Enter go to  q quit";
            let plain = "left/right move  up/down step  Home/End  space play  +/- speed  N Enter  q quit";
            lines.push(self.style.dim(if self.style.symbols { keys } else { plain }));
            lines
        };
        let longest = self.table.columns().iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
        let fits = |lines: &Vec<String>| lines.len() <= height;
        let mut lines = Some(lines(None))
            .filter(fits)
            .or_else(|| (LEAST_ROWS..=longest.max(LEAST_ROWS)).rev().map(|rows| lines(Some(rows))).find(fits))
            .unwrap_or_else(|| lines(Some(LEAST_ROWS)));
        // A long caption is cut, a board is not.
        let needed = lines.iter().skip(2).map(|line| visible(line)).max().unwrap_or(0);
        if needed > width || lines.len() > height {
            let text = format!(
                "The window is too small: the board needs {needed} x {}, here is {width} x {height}. Make it \
                 larger, or press q.",
                lines.len()
            );
            let lines = filled(&text, width, "", "").into_iter().take(height);
            return lines.map(|line| line.chars().take(width).collect()).collect();
        }
        for line in &mut lines[..2] {
            if visible(line) > width {
                *line = cut(line, width);
            }
        }
        lines
    }

    /// How far the film is, and how it plays.
    fn bar(&self, width: usize) -> String {
        let mut text = String::new();
        let cells = width.saturating_sub(24).max(4);
        let done = (self.at * cells).checked_div(self.film.len()).unwrap_or(cells);
        let (full, free) = if self.style.symbols { ('\u{2588}', '\u{2591}') } else { ('#', '.') };
        text.extend(std::iter::repeat_n(full, done));
        text.extend(std::iter::repeat_n(free, cells - done));
        let state = if self.playing { "playing" } else { "stopped" };
        let _ = write!(text, " {state}, {}/s", SPEEDS[self.speed]);
        if !self.typed.is_empty() {
            let _ = write!(text, "  go to {}", self.typed);
        }
        text
    }
}

/// Characters that a terminal shows: all but escape codes.
fn visible(line: &str) -> usize {
    anstream::adapter::strip_str(line).to_string().chars().count()
}

/// The first characters of a line, without colour.
fn cut(line: &str, width: usize) -> String {
    anstream::adapter::strip_str(line).to_string().chars().take(width).collect()
}
