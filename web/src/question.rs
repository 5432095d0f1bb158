//! The questions of the page, and the function that answers them.

use crate::question_error::QuestionError;
use crate::{
    board, dealing, drag, files, game::Game, hidden, hint, link, open, rate, solve, verify, which, why,
};
use serde::{Deserialize, Serialize};

/// A question of the page. All but the first three are about a game.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// The list of games known by name.
    Games,
    /// The game of a board or of a deal's name, as the user entered it.
    Open(open::OpenQuery),
    /// The game of a link.
    FromLink { link: String },
    /// The next deal of the game, the one before, or any.
    Another(dealing::DealQuery),
    /// The board after every move, and what can be played.
    Board(board::ShowQuery),
    /// Cards dragged from a pile to a pile.
    Drag(drag::Drag),
    /// A plan, or the verdict that no plan exists.
    Solve(solve::Solve),
    /// The best next move.
    Hint(hint::Hint),
    /// Whether the game is lost by now, within a short time.
    Judge(why::WhyQuery),
    /// Why it is lost.
    Why(why::WhyQuery),
    /// The facts that hold for a board with hidden cards.
    Hidden(hidden::HiddenQuery),
    /// How hard the deal is for people.
    Rate(rate::Rate),
    /// The number of the board.
    Which(Game),
    /// The number of a board with hidden cards.
    WhichHidden(open::OpenQuery),
    /// Whether a plan or certificate in a file is valid for the game.
    Verify(verify::Verify),
    /// A file of the game or its moves.
    File(files::File),
    /// A formula as a file.
    Formula(files::FormulaQuery),
    /// A link that contains the game.
    Link(Game),
}

/// The reply to the page.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Reply<T> {
    Answer(T),
    Refused(String),
}

/// Answers a question, both as JSON; `on_progress` receives progress events as JSON.
#[must_use]
pub fn answer(question: &str, on_progress: &mut dyn FnMut(&str)) -> String {
    let question = match serde_json::from_str(question) {
        Ok(question) => question,
        Err(error) => return json::<()>(Err(QuestionError(format!("not a question: {error}")))),
    };
    match question {
        Question::Games => json(Ok(open::games())),
        Question::Open(data) => json(data.answer()),
        Question::FromLink { link } => json(link::open(&link)),
        Question::Another(data) => json(data.answer()),
        Question::Board(data) => json(data.answer()),
        Question::Drag(data) => json(data.answer()),
        Question::Solve(data) => json(data.answer(on_progress)),
        Question::Hint(data) => json(data.answer(on_progress)),
        Question::Judge(data) => json(data.judge(on_progress)),
        Question::Why(data) => json(data.why(on_progress)),
        Question::Hidden(data) => json(data.answer(on_progress)),
        Question::Rate(data) => json(data.answer(on_progress)),
        Question::Which(data) => json(which::of_game(&data, on_progress)),
        Question::WhichHidden(data) => json(which::of_hidden(&data, on_progress)),
        Question::Verify(data) => json(data.answer(on_progress)),
        Question::File(data) => json(data.answer()),
        Question::Formula(data) => json(data.formula()),
        Question::Link(data) => json(data.opened().and_then(|game| link::link(&game))),
    }
}

fn json<T: Serialize>(answer: Result<T, QuestionError>) -> String {
    let answer = match answer {
        Ok(answer) => Reply::Answer(answer),
        Err(QuestionError(why)) => Reply::Refused(why),
    };
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"refused\":\"no answer: {error}\"}}"))
}
