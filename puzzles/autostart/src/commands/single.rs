//! One deal: every algorithm, its plan, and the MaxSAT problem.

use super::{Args, Context, Exit, Failure, Format, GAME, bug, range};
use crate::maxsat::{NoOptimum, Problem};
use crate::report;
use crate::report::Answer;
use crate::{Algorithm, Found, Intermediate, Shape, Tableau};
use patsat_console::context::When;
use patsat_console::output::Output;
use patsat_console::signals;
use patsat_console::{envelope, input};
use patsat_encodings::emit::read_model;
use patsat_game::cards::{Card, DealId};
use patsat_game::rules::{Rules, Sizes};
use patsat_solvers::{self as solve, BackendError, BackendOptions, Control};
use std::path::Path;

/// Most conflicts of one question to the SAT solver. Where many columns can be emptied the
/// formula is hard to refute, and search much faster.
const MOST_CONFLICTS: u64 = 20_000;

pub(super) fn run(args: &Args, text: &str, context: &Context) -> Result<Exit, Failure> {
    let tableau = tableau(args, text)?;
    if let Some(file) = &args.wcnf {
        let problem = Problem::new(&tableau, args.rules());
        let mut bytes = Vec::new();
        problem.write_wcnf(&mut bytes).map_err(Failure::self_check)?;
        Output::open(Some(file))?.write(&bytes)?;
    }
    let answers = match &args.model {
        Some(file) => vec![of_model(&tableau, args.rules(), file)?],
        None => answers(args, &tableau, text)?,
    };
    context.print(&match args.format {
        Format::Text => report::text(input::name(text), &tableau, &answers, context.style(None, When::Auto)),
        Format::Json => {
            let found = report::json(&tableau, &answers);
            envelope::lines("autostart", Some(input::name(text)), &found, Exit::Done)
        }
    })?;
    Ok(signals::unfinished(Exit::Done))
}

/// What every algorithm that is wanted does.
fn answers(args: &Args, tableau: &Tableau, text: &str) -> Result<Vec<Answer>, Failure> {
    let mut answers = Vec::new();
    let variants = [Intermediate::None, Intermediate::Suit, Intermediate::SuitOrEmpty];
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| args.wants(algorithm)) {
        for rules in variants {
            let meant = match (algorithm, rules) {
                (Algorithm::Heuristic, Intermediate::None) => false,
                (_, Intermediate::None) => true,
                _ => algorithm.uses_intermediate(),
            };
            if meant {
                let found = algorithm.run(tableau, rules, args.node_limit);
                answers.push(answer(algorithm, rules, found.map_err(|refused| bug(text, &refused))?));
            }
        }
    }
    if args.wants(Algorithm::Exact) {
        for rules in variants {
            answers.push(by_maxsat(tableau, rules, text)?);
        }
        agree(&answers, text)?;
    }
    Ok(answers)
}

/// Search and MaxSAT must find the same optima.
fn agree(answers: &[Answer], text: &str) -> Result<(), Failure> {
    let optima = |name: &'static str| {
        answers.iter().filter(move |answer| answer.name == name && answer.remark == "optimum")
    };
    for search in optima("exact") {
        for maxsat in optima("maxsat").filter(|other| other.rules == search.rules) {
            if search.cards != maxsat.cards {
                let (search, maxsat) = (search.cards, maxsat.cards);
                let text = format!("{text}: the optimum is {search} by search and {maxsat} by MaxSAT");
                return Err(Failure::self_check(text));
            }
        }
    }
    Ok(())
}

fn answer(algorithm: Algorithm, rules: Intermediate, found: Found) -> Answer {
    let remark = match (found.finished, algorithm) {
        (false, _) => "stopped by --node-limit",
        (true, Algorithm::Exact) => "optimum",
        (true, _) => "",
    };
    let Found { cards, plan, work, .. } = found;
    Answer { name: algorithm.name().into(), rules, cards, plan, work: Some(work), remark }
}

/// The optimum by the SAT solver of this build.
fn by_maxsat(tableau: &Tableau, rules: Intermediate, text: &str) -> Result<Answer, Failure> {
    let failed = |error: BackendError| match error {
        BackendError::Missing(text) => Failure::missing(text),
        BackendError::Broken(text) => Failure::self_check(text),
    };
    let chosen = solve::backend(solve::DEFAULT).map_err(Failure::self_check)?;
    let stop = Some(signals::stop_flag());
    let control = Control { stop, conflicts: Some(MOST_CONFLICTS), ..Control::default() };
    let mut backend = chosen.start(&BackendOptions::default(), control).map_err(failed)?;
    let bounded = Problem::new(tableau, rules).optimum(&mut *backend).map_err(|error| match error {
        NoOptimum::Backend(error) => failed(error),
        NoOptimum::NoPlay(refused) => bug(text, &refused),
    })?;
    let remark = if bounded.proven { "optimum" } else { "not proved within the limit" };
    Ok(Answer { name: "maxsat".into(), rules, cards: bounded.cards, plan: bounded.plan, work: None, remark })
}

/// What another program's model says.
fn of_model(tableau: &Tableau, rules: Intermediate, file: &Path) -> Result<Answer, Failure> {
    let (shown, problem) = (file.display(), Problem::new(tableau, rules));
    let bytes = input::read(file, "what a MaxSAT solver printed")?;
    let bad = |error: &dyn std::fmt::Display| Failure::input(format!("{shown}: {error}"));
    let text = std::str::from_utf8(&bytes).map_err(|_| bad(&"it is no text: expected 'v' lines"))?;
    let model = read_model(text, problem.size().variables).map_err(|error| bad(&error))?;
    let played = problem.read(|lit| model.is_true(lit));
    let (plan, cards) = played.map_err(|refused| bad(&format!("no play: {refused}")))?;
    Ok(Answer { name: "model".into(), rules, cards, plan, work: None, remark: "" })
}

/// The tableau that a deal's name, a file or `-` stands for.
fn tableau(args: &Args, text: &str) -> Result<Tableau, Failure> {
    let shape = args.shape()?;
    let reshaped = args.columns.is_some() || args.rows.is_some();
    if DealId::looks_like_one(text) {
        let (range, rules) = range(text)?;
        return dealt(&range.first, &reshape(rules, shape, reshaped)?);
    }
    if reshaped {
        return Err(Failure::input("--columns and --rows are for deals: expected neither with a file"));
    }
    let bytes = input::read(Path::new(text), "a deal such as random:forty-thieves:1, a file, or -")?;
    let wrong = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", input::name(text)));
    let content =
        std::str::from_utf8(&bytes).map_err(|_| wrong(&"it is no text: expected a column a line"))?;
    if !content.trim_start().starts_with(['{', '[']) {
        return Tableau::parse(content).map_err(|error| wrong(&error));
    }
    // Our own files say what game they are of, such as one made from a formula.
    let named = patsat_formats::Format::sniff(&bytes).is_ok_and(|f| f == patsat_formats::Format::Json);
    let game = if named { None } else { Some(Rules::preset(GAME).map_err(Failure::self_check)?) };
    let hints = patsat_formats::Hints { game, ..patsat_formats::Hints::default() };
    let read = patsat_formats::read_instance(&bytes, None, &hints);
    let instance = read.map_err(|error| Failure::from(error.with_file(input::name(text))))?;
    suits(&instance.rules)?;
    if instance.deal.foundations.iter().any(|&height| height > 0) {
        return Err(wrong(&"cards are home already: expected a fresh deal"));
    }
    let columns = instance.deal.columns.iter().map(|pile| pile.cards.clone()).collect();
    Tableau::new(columns).map_err(|error| wrong(&error))
}

/// The rules of a game with other columns.
pub(super) fn reshape(mut rules: Rules, shape: Shape, reshaped: bool) -> Result<Rules, Failure> {
    suits(&rules)?;
    if reshaped {
        rules.columns = shape.columns as u16;
        rules.layout.sizes = Sizes::Round((shape.columns * shape.rows) as u32);
    }
    Ok(rules)
}

/// Two decks that go home card by card, or it is another problem.
fn suits(rules: &Rules) -> Result<(), Failure> {
    if rules.deck.even_copies() == Some(2) && !rules.home.of_runs() {
        return Ok(());
    }
    let text =
        format!("{} is no game of two decks and foundations: expected forty-thieves or its kin", rules.name);
    Err(Failure::input(text))
}

/// The columns of a deal; its other cards are left out.
pub(super) fn dealt(id: &DealId, rules: &Rules) -> Result<Tableau, Failure> {
    let (cards, order) = rules.deck.dealt(id).map_err(Failure::input)?;
    let columns: Vec<Vec<Card>> =
        rules.lay_out(&cards, order).columns.into_iter().map(|pile| pile.cards).collect();
    Tableau::new(columns).map_err(|error| Failure::input(format!("{id}: {error}")))
}
