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
mod question_error;
mod rate;
mod rule;
mod solve;
mod text;
mod verify;
mod which;
mod why;

pub use question::answer;
pub use question_error::QuestionError;

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

/// Answers a question, both as JSON. Calls `on_progress` with progress events as JSON.
#[wasm_bindgen(js_name = ask)]
#[must_use]
pub fn answer_question(question: &str, on_progress: &Function) -> String {
    answer(question, &mut |line| call(on_progress, line))
}

/// Registers `on_message`, which receives the message of a panic. A panic is a bug, and ends the work.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(on_message: Function) {
    PANIC.set(Some(on_message));
    std::panic::set_hook(Box::new(|info| {
        PANIC.with_borrow(|on_message| {
            on_message.iter().for_each(|on_message| call(on_message, &info.to_string()));
        });
    }));
}
