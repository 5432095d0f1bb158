//! The solver as a page in a browser asks it: a question goes in as JSON, an answer comes out as JSON.
//!
//! The page holds a game as two things that it does not look into: the text of a start, and the moves since.
//! Each question brings both, so nothing is kept here between two questions, and a worker that is ended in the
//! middle of one loses nothing. What is legal, what is won, what a plan is worth is said here and nowhere in the
//! page's scripts.

#![warn(clippy::unwrap_used)]

mod board;
mod dealing;
mod drag;
mod files;
mod game;
mod hidden;
mod hint;
mod link;
mod name;
mod open;
mod page_game;
mod progress;
mod question;
mod rate;
mod refused;
mod rule;
mod solve;
mod text;
mod verify;
mod which;
mod why;

pub use question::answer;
pub use refused::Refused;

use js_sys::Function;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// Who hears of a panic.
    static PANIC: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn call(function: &Function, text: &str) {
    // A page that is gone hears nothing, which does not end the work.
    let _ = function.call1(&JsValue::NULL, &JsValue::from_str(text));
}

/// Answers a question, both as JSON. While the work goes on `told` is called with JSON of how it stands.
#[wasm_bindgen]
#[must_use]
pub fn ask(question: &str, told: &Function) -> String {
    answer(question, &mut |line| call(told, line))
}

/// Calls `heard` with the message of a panic, which is a bug of ours; the work ends with it.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(heard: Function) {
    PANIC.set(Some(heard));
    std::panic::set_hook(Box::new(|info| {
        PANIC.with_borrow(|heard| heard.iter().for_each(|heard| call(heard, &info.to_string())));
    }));
}
