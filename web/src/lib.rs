//! The solver for a page in a browser: receives questions as JSON and returns answers as JSON.
//!
//! The page holds a game as two opaque parts: the text of a start, and the moves since.
//! Each question contains both, so that the module keeps no state between two questions. Terminating a worker in the
//! middle of a question therefore loses nothing. Only the module decides which moves are legal and whether a game is
//! won; the scripts of the page do not.

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
    /// The callback for panics.
    static PANIC: RefCell<Option<Function>> = const { RefCell::new(None) };
}

fn call(function: &Function, text: &str) {
    // A callback that fails does not end the work.
    let _ = function.call1(&JsValue::NULL, &JsValue::from_str(text));
}

/// Answers a question, both as JSON. Calls `told` with progress events as JSON.
#[wasm_bindgen]
#[must_use]
pub fn ask(question: &str, told: &Function) -> String {
    answer(question, &mut |line| call(told, line))
}

/// Registers `heard`, which receives the message of a panic. A panic is a bug, and ends the work.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(heard: Function) {
    PANIC.set(Some(heard));
    std::panic::set_hook(Box::new(|info| {
        PANIC.with_borrow(|heard| heard.iter().for_each(|heard| call(heard, &info.to_string())));
    }));
}
