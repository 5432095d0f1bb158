//! `View`, `play` and hints for players who do not see hidden cards.

use crate::count::moves as counted_moves;
use crate::deal::deal_of;
use crate::errors::ApiError;
use crate::json;
use crate::plan::{Plan, read_moves};
use crate::work;
use patsat::analysis::unseen::{MoveRanking, rank_moves};
use patsat::blind::{
    AdviceOptions, Choice, HiddenGame, PlayError, Player, Playout as Game, Policy, View as PlayerView,
    play as play_game,
};
use patsat::formats::{Style, board};
use patsat::game::cards::Card;
use patsat::game::rules::Move;
use patsat::game::state::Instance;
use patsat_report::sentences::sentence;
use patsat_report::{advice, view};
use pyo3::prelude::*;
use std::sync::Arc;

/// A position as a player sees it, without any hidden card.
///
/// >>> view = patsat.View("solvitaire:klondike:5")
/// >>> view.columns[1], view.unseen
/// ([None, '9D'], 45)
///
/// `played` has the moves before, as a Plan or a text: cards that they turned are known. `None`
/// stands for an unseen card. `str(view)` returns the board.
#[pyclass(frozen, module = "patsat")]
#[derive(Clone, Debug)]
pub(crate) struct View {
    title: String,
    seen: PlayerView,
}

/// The name of a card; None for one that was not seen.
fn name(card: &Card) -> Option<String> {
    (card.rank.0 > 0).then(|| card.to_string())
}

fn pile(cards: &[Card]) -> Vec<Option<String>> {
    cards.iter().map(name).collect()
}

#[pymethods]
impl View {
    #[new]
    #[pyo3(signature = (deal, played=None))]
    fn new(deal: &Bound<'_, PyAny>, played: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        let instance = deal_of(deal)?.instance;
        let plan = played.map_or(Ok(Default::default()), |moves| read_moves(moves, &instance))?;
        let mut game = HiddenGame::new(&instance);
        for (n, action) in plan.moves.into_iter().enumerate() {
            game.play(action).map_err(|fault| {
                ApiError::Invalid(format!("move {} ({action}) is illegal: {fault}", n + 1))
            })?;
        }
        Ok(View { title: board::title(&instance), seen: game.view() })
    }

    /// The columns, deepest card first, with None for a card that was not seen.
    #[getter]
    fn columns(&self) -> Vec<Vec<Option<String>>> {
        self.seen.table().columns().iter().map(|column| pile(&column.cards)).collect()
    }

    /// The cells, with None for an empty cell.
    #[getter]
    fn cells(&self) -> Vec<Option<String>> {
        self.seen.table().cells().iter().map(|cell| cell.map(|card| card.to_string())).collect()
    }

    /// The stock, deepest card first, with None for a card that was not seen.
    #[getter]
    fn stock(&self) -> Vec<Option<String>> {
        pile(&self.seen.table().deal().stock)
    }

    /// The waste, deepest card first.
    #[getter]
    fn waste(&self) -> Vec<Option<String>> {
        pile(&self.seen.table().deal().waste)
    }

    /// The heights of the foundations.
    #[getter]
    fn foundations(&self) -> Vec<u32> {
        self.seen.table().foundations().to_vec()
    }

    /// The number of cards that were not seen.
    #[getter]
    fn unseen(&self) -> usize {
        self.seen.unseen().len()
    }

    /// The cards that were not seen, sorted: they lie in an unknown order.
    #[getter]
    fn rest(&self) -> Vec<String> {
        self.seen.rest().iter().map(ToString::to_string).collect()
    }

    /// The legal moves, a dict each.
    ///
    /// `words` has the move in words and `move` as in a plan file. `turns` is True if it turns over a card of a column,
    /// `home` if it goes to a foundation, and `glance` is larger for moves that look better at once.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &view::moves(&self.seen))
    }

    fn __str__(&self) -> String {
        board::board(self.seen.table(), Style::PLAIN)
    }

    fn __repr__(&self) -> String {
        format!("<View: {}, {} cards unseen>", self.title, self.unseen())
    }
}

/// Returns the view of a line that `patsat play` writes to a player.
///
/// Raises InputError if the text is no such line.
#[pyfunction]
pub(crate) fn view_of_line(line: &str) -> PyResult<View> {
    let seen = view::read(line).map_err(|error| ApiError::input(format!("no line of a player: {error}")))?;
    Ok(View { title: board::title(&seen.board().instance), seen })
}

/// The legal moves of a view, scored by arrangements of the cards that were not seen.
///
/// >>> patsat.hint(patsat.View("solvitaire:klondike:5"), samples=10).best
/// 'turn 3 cards to the waste, ?? on top'
///
/// `str(advice)` returns sentences.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Advice {
    view: View,
    advised: MoveRanking,
    seed: u64,
}

impl Advice {
    /// Scores the moves of a view.
    pub(crate) fn of(py: Python<'_>, view: &View, samples: u64, seed: u64) -> PyResult<Advice> {
        let view = view.clone();
        work::run(py, move |_| {
            let advised = rank_moves(&view.seen, &AdviceOptions { samples, seed })?;
            Ok::<_, ApiError>(Advice { view, advised, seed })
        })
    }
}

#[pymethods]
impl Advice {
    /// The best move in words; None if no move keeps an arrangement.
    #[getter]
    fn best(&self) -> Option<String> {
        let best = self.advised.best()?;
        Some(sentence(self.view.seen.table(), best.score.action, Style::PLAIN))
    }

    /// The number of arrangements that were tried.
    #[getter]
    fn arrangements(&self) -> u64 {
        self.advised.completions
    }

    /// The legal moves, the best first, a dict each.
    ///
    /// `words` has the move in words, `kept` is the number of arrangements in which the game can be won after it, `lost`
    /// of those in which it cannot, `interval` the 95 % interval of the share that is kept.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::value(py, &advice::data(&self.view.seen, &self.advised, self.seed)["moves"])
    }

    fn __str__(&self) -> String {
        let text = advice::text(&self.view.title, &self.view.seen, &self.advised, self.seed, Style::PLAIN);
        text.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let best = self.best().unwrap_or_else(|| "no best move".to_owned());
        format!("<Advice: {best} ({} arrangements)>", self.arrangements())
    }
}

/// A game that was played without seeing hidden cards.
#[pyclass(frozen, module = "patsat")]
#[derive(Debug)]
pub(crate) struct Played {
    instance: Arc<Instance>,
    game: Game,
}

#[pymethods]
impl Played {
    /// Whether all cards went home.
    #[getter]
    fn won(&self) -> bool {
        self.game.won.is_some()
    }

    /// The plan of a game that was won, replayed from the rules; else None.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        let plan = self.game.won.clone()?;
        Some(Plan { instance: Arc::clone(&self.instance), plan })
    }

    /// How often the player was to choose.
    #[getter]
    fn decisions(&self) -> u64 {
        self.game.decisions
    }

    /// The number of moves.
    fn __len__(&self) -> usize {
        self.game.plan.moves.len()
    }

    fn __repr__(&self) -> String {
        let end = if self.won() { "won" } else { "given up" };
        format!("<Played: {end} after {}>", counted_moves(self.game.plan.moves.len()))
    }
}

/// Plays a deal to its end as a player does who sees no hidden card and takes nothing back.
///
/// >>> patsat.play("solvitaire:klondike:5")
/// <Played: won after 178 moves>
///
/// `policy` is a player of the program (best, ways, tidy, sampled, greedy or random), or a function: it takes a View and
/// returns the index of one of its `moves`, or None to give up. `samples` is the number of arrangements for a decision.
///
/// Raises InputError for bad input or an index that does not exist. Exceptions of the function are passed on.
#[pyfunction]
#[pyo3(signature = (deal, policy=None, *, samples=None, seed=0))]
pub(crate) fn play(
    py: Python<'_>,
    deal: &Bound<'_, PyAny>,
    policy: Option<&Bound<'_, PyAny>>,
    samples: Option<u64>,
    seed: u64,
) -> PyResult<Played> {
    let instance = deal_of(deal)?.instance;
    if let Some(function) = policy.filter(|policy| policy.is_callable()) {
        let mut policy = Function { function, title: board::title(&instance), failed: None };
        let game = play_game(&instance, &mut policy);
        if let Some(error) = policy.failed {
            return Err(error);
        }
        return Ok(Played { game: game.map_err(ApiError::from)?, instance });
    }
    let name = policy.map_or(Ok("best".to_owned()), |policy| policy.extract::<String>())?;
    let player = Player::ALL.into_iter().find(|player| player.name() == name).ok_or_else(|| {
        let names = patsat_report::one_of(Player::ALL.iter().map(|player| player.name()));
        ApiError::input(format!("unknown player '{name}': expected {names}, or a function"))
    })?;
    work::run(py, move |_| {
        let mut policy = player.policy(&instance, samples, seed).ok_or_else(|| {
            ApiError::input(format!("the player '{name}' does not play {}", instance.rules.name))
        })?;
        let game = play_game(&instance, &mut *policy)?;
        Ok::<_, ApiError>(Played { game, instance: Arc::clone(&instance) })
    })
}

impl From<PlayError> for ApiError {
    fn from(error: PlayError) -> ApiError {
        ApiError::bug(error)
    }
}

/// A function of Python as a player.
struct Function<'a, 'py> {
    function: &'a Bound<'py, PyAny>,
    title: String,
    failed: Option<PyErr>,
}

impl Function<'_, '_> {
    fn call(&self, view: &PlayerView) -> PyResult<Option<Move>> {
        let moves = view.moves();
        let argument = View { title: self.title.clone(), seen: view.clone() };
        let Some(index) = self.function.call1((argument,))?.extract::<Option<i64>>()? else {
            return Ok(None);
        };
        let chosen = usize::try_from(index).ok().and_then(|index| moves.get(index));
        let wrong =
            || ApiError::input(format!("found move {index}, expected None or less than {}", moves.len()));
        Ok(Some(*chosen.ok_or_else(wrong)?))
    }
}

impl Policy for Function<'_, '_> {
    fn choose(&mut self, view: &PlayerView) -> Choice {
        match self.call(view) {
            Ok(Some(action)) => Choice::Play(vec![action]),
            Ok(None) => Choice::Resign,
            Err(error) => {
                self.failed = Some(error);
                Choice::Resign
            }
        }
    }
}
