//! `decode` of what solvers answer instead of a plan, and of the answers to other questions.

use patsat_testkit::cli::{CommandOutput, file, one_sentence, result, run};
use patsat_testkit::formulas;
use rustsat::types::Lit;
use std::path::Path;
use tempfile::TempDir;

const GAME: [&str; 5] = ["ms:2", "--ranks", "4", "--cells", "4"];

fn decode(model: &str, more: &[&str]) -> CommandOutput {
    let [deal, game @ ..] = GAME;
    run(&[&["decode", deal, model], &game[..], more].concat())
}

#[test]
fn no_model_ends_as_solve_does() {
    let folder = TempDir::new().unwrap();
    let write = |text: &str| file(folder.path(), "answer", text);
    let which = ["--encoding", "exists", "--horizon", "2"];
    for text in
        ["s UNSATISFIABLE\n", "c kissat\r\ns UNSATISFIABLE\r\n", "UNSAT\n", "UNSATISFIABLE\n", "unsat\n"]
    {
        let (code, out, err) = decode(&write(text), &which);
        assert_eq!((code, err.as_str()), (21, ""), "{text}");
        assert_eq!(
            out,
            "No plan within 2 steps of encoding exists (reported by the solver, not certified; 'patsat verify' checks its \
             proof in LRAT or DRAT). Longer plans were not excluded.\n"
        );
        let (code, out, _) = decode(&write(text), &[&which[..], &["--format", "json"]].concat());
        let data = result(&out);
        assert_eq!((code, &data["verdict"], &data["bound"]), (21, &"no_plan_within".into(), &2.into()));
        assert_eq!((&data["unit"], &data["encoding"]), (&"steps".into(), &"exists".into()));
        // There is no plan to be printed.
        let (code, out, err) = decode(&write(text), &[&which[..], &["--format", "standard"]].concat());
        assert_eq!((code, out.as_str()), (21, ""), "{err}");
        assert!(err.starts_with("No plan within 2 steps"), "{err}");
    }
    for text in ["s UNKNOWN\n", "INDET\n", "c UNKNOWN\n", "s INDETERMINATE\n"] {
        let (code, out, err) = decode(&write(text), &which);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "Unknown: the solver gave up.\n", ""), "{text}");
        let (_, out, _) = decode(&write(text), &[&which[..], &["--format", "json"]].concat());
        assert_eq!(result(&out)["verdict"], "unknown");
    }
    // A script's answers.
    let smt = ["--encoding", "relational", "--horizon", "3"];
    let (code, out, err) = decode(&write("unsat\n"), &smt);
    assert_eq!(code, 21, "{err}");
    assert!(out.starts_with("No plan within 3 moves of encoding relational ("), "{out}");
    assert_eq!(decode(&write("unknown\n"), &smt).0, 0);
    assert_eq!(decode(&write("timeout\n"), &smt).0, 0);
    for text in ["s SATISFIABLE\n", "s UNSATISFIABLE\ns UNKNOWN\n", "s MAYBE\n", "hello\n"] {
        let answer = write(text);
        let args = [&["decode", GAME[0], &*answer], &GAME[1..], &which].concat();
        one_sentence(&args, run(&args), "expected");
    }
}

/// A model of a small formula that has a plan, by a solver of our own.
fn model(folder: &Path, which: &[&str]) -> Vec<i32> {
    let formula = folder.join("f.cnf");
    let (code, _, err) = run(&[&["encode"], &GAME[..], which, &["-o", formula.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{err}");
    formulas::model(&formulas::read(&std::fs::read_to_string(formula).unwrap())).unwrap()
}

#[test]
fn a_whole_model_needs_no_zero_at_its_end() {
    let folder = TempDir::new().unwrap();
    let which = ["--encoding", "exists", "--horizon", "20"];
    let model = model(folder.path(), &which);
    let line = itertools::join(&model, " ");
    for text in [
        format!("s SATISFIABLE\nv {line} 0\n"),
        format!("s SATISFIABLE\nv  {line}\n"),
        format!("v {line}\n"),
        format!("SAT\n{line} 0\n"),
        format!(
            "c by hand\ns SATISFIABLE\nv {}\nc a comment\nv {}\n",
            line.split_at(line.len() / 2).0.rsplit_once(' ').unwrap().0,
            &line[line.split_at(line.len() / 2).0.rfind(' ').unwrap()..]
        ),
        format!("[{}]\n", itertools::join(&model, ", ")),
        format!(
            "o 3\ns OPTIMUM FOUND\nv {}\n",
            model.iter().map(|&l| if l > 0 { '1' } else { '0' }).collect::<String>()
        ),
    ] {
        let (code, out, err) = decode(&file(folder.path(), "model", &text), &which);
        assert_eq!(code, 0, "{}: {err}", &text[..40]);
        assert!(out.starts_with("Solved (plan from the model, verified)."), "{out}");
    }
    // The last value is lost: then it is cut short.
    let short = itertools::join(&model[..model.len() - 1], " ");
    let (code, _, err) =
        decode(&file(folder.path(), "short", &format!("s SATISFIABLE\nv {short}\n")), &which);
    assert_eq!(code, 2);
    assert!(err.contains("the model is cut short: expected a 0 at its end"), "{err}");
}

/// A small game of Spider's kind, in JSON; the columns with their face-down cards, and the stock.
fn spider(folder: &Path, name: &str, ranks: u32, columns: &[(&str, usize)], stock: &str) -> String {
    let mut rules = serde_json::to_value(patsat_game::rules::Rules::preset("spider1").unwrap()).unwrap();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let cards: usize = columns.iter().map(|column| words(column.0).len()).sum::<usize>() + words(stock).len();
    rules["deck"] =
        serde_json::to_value(patsat_game::cards::DeckSpec::new(ranks, 1, (cards / ranks as usize) as u16))
            .unwrap();
    rules["columns"] = columns.len().into();
    rules["layout"] = serde_json::json!({ "sizes": "all" });
    let piles: Vec<_> = columns
        .iter()
        .map(|&(cards, down)| serde_json::json!({"cards": words(cards), "face_down": down}))
        .collect();
    let deal = serde_json::json!({ "columns": piles, "stock": words(stock) });
    file(folder, name, &serde_json::json!({ "schema": 1, "rules": rules, "deal": deal }).to_string())
}

/// Clauses and soft literals of a WCNF of 2022.
fn weighted(text: &str) -> (Vec<Vec<Lit>>, Vec<i32>) {
    let soft = text.lines().filter_map(|line| line.strip_prefix("1 "));
    (formulas::read(text), soft.map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect())
}

#[test]
fn a_maxsat_answer_ends_as_best_does() {
    let folder = TempDir::new().unwrap();
    let game = spider(folder.path(), "g.json", 3, &[("AC 3C 2C", 0), ("2C 3C AC", 0), ("", 0)], "");
    for (goal, horizon) in
        [("runs", "2"), ("runs", "6"), ("longest-run", "1"), ("one-run", "1"), ("one-run", "4")]
    {
        let wcnf = folder.path().join("f.wcnf");
        let options = ["--question", "best", "--goal", goal, "--horizon", horizon];
        let (code, _, err) =
            run(&[&["encode", &game, "--to", "wcnf", "-o", wcnf.to_str().unwrap()], &options[..]].concat());
        assert_eq!(code, 0, "{err}");
        // Claims are made in their order, so the first that cannot be made ends them.
        let (mut clauses, soft) = weighted(&std::fs::read_to_string(&wcnf).unwrap());
        let mut best = formulas::model(&clauses).unwrap();
        let mut missed = soft.len();
        for &claim in &soft {
            clauses.push(vec![formulas::lit(claim)]);
            let Some(found) = formulas::model(&clauses) else { break };
            (best, missed) = (found, missed - 1);
        }
        let line = itertools::join(&best, " ");
        let missed = soft.iter().filter(|&&claim| !best.contains(&claim)).count().min(missed);
        let answers = [
            format!("o 9\no {missed}\ns OPTIMUM FOUND\nv {line} 0\n"),
            format!(
                "o {missed}\ns OPTIMUM FOUND\nv {}\n",
                best.iter().map(|&l| if l > 0 { '1' } else { '0' }).collect::<String>()
            ),
        ];
        let within = ["best", &game, "--goal", goal, "--horizon", horizon];
        let expected = run(&within);
        for answer in answers {
            let answer = file(folder.path(), "answer", &answer);
            let plan = folder.path().join("plan");
            let found =
                run(&[&["decode", &game, &answer, "-o", plan.to_str().unwrap()], &options[..]].concat());
            assert_eq!(found.0, expected.0, "{goal} {horizon}: {}{}", found.1, found.2);
            let first = |text: &str| text.lines().next().unwrap().to_owned();
            let value = |text: &str| first(text).split(", reached").next().unwrap().to_owned();
            assert_eq!(value(&found.1), value(&expected.1), "{goal} {horizon}");
            let (code, json, _) =
                run(&[&["decode", &game, &answer, "--format", "json"], &options[..]].concat());
            let own = result(&run(&[&within[..], &["--format", "json"]].concat()).1);
            let data = result(&json);
            for field in ["goal", "value", "most", "optimal", "within", "optimal_within"] {
                assert_eq!(data[field], own[field], "{goal} {horizon} {field}");
            }
            assert_eq!(code, expected.0);
            let (code, out, err) = run(&["verify", &game, plan.to_str().unwrap(), "--goal", goal]);
            assert_eq!(code, 0, "{out}{err}");
        }
        // Without the word for it that there is no more, more is left open.
        let answer = file(folder.path(), "sat", &format!("s SATISFIABLE\nv {line} 0\n"));
        let (code, json, _) = run(&[&["decode", &game, &answer, "--format", "json"], &options[..]].concat());
        let data = result(&json);
        assert_eq!(data["optimal_within"], false, "{data}");
        assert!(code == 5 || data["optimal"] == true, "{data}");
        let refused = |text: &str, code: i32, message: &str| {
            let answer = file(folder.path(), "refused", text);
            let (found, out, err) = run(&[&["decode", &game, &answer], &options[..]].concat());
            assert_eq!((found, out.as_str()), (code, ""), "{text}: {err}");
            assert!(err.contains(message) && err.lines().count() == 1, "{err}");
        };
        refused("s UNSATISFIABLE\n", 2, "but a plan without moves satisfies this formula");
        refused(&format!("o {}\ns OPTIMUM FOUND\nv {line} 0\n", missed + 1), 2, "its model costs");
        refused("s OPTIMUM FOUND\nv 1 -2\n", 2, "the model is cut short");
        let other = best.iter().map(|l| -l);
        refused(&format!("s OPTIMUM FOUND\nv {} 0\n", itertools::join(other, " ")), 2, "is violated");
        let unknown = file(folder.path(), "unknown", "s UNKNOWN\n");
        let (code, out, _) = run(&[&["decode", &game, &unknown], &options[..]].concat());
        assert_eq!(code, 5, "{out}");
    }
}

/// What `depqbf --qdo` prints, if it is here.
fn depqbf(formula: &str, values: bool) -> Option<String> {
    let more: &[&str] = if values { &["--qdo"] } else { &[] };
    match std::process::Command::new("depqbf").args(more).arg(formula).output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(_) => {
            eprintln!("skipped: the QBF solver 'depqbf' is not installed");
            None
        }
    }
}

/// Answers of DepQBF to a question: the same exit code, verdict and lost game as the command of that name.
fn two_players(folder: &Path, game: &str, question: &[&str], horizon: &str) -> Option<i32> {
    let formula = folder.join("f.qdimacs");
    let formula = formula.to_str().unwrap();
    let options = [&["--question"], question, &["--horizon", horizon]].concat();
    let (code, _, err) = run(&[&["encode", game, "--to", "qdimacs", "-o", formula], &options[..]].concat());
    assert_eq!(code, 0, "{err}");
    let [command, more @ ..] = question else { panic!() };
    let own =
        run(&[&[*command, game, "--by", "sat", "--horizon", horizon, "--format", "json"], more].concat());
    let expected = result(&own.1);
    for values in [true, false] {
        let answer = depqbf(formula, values)?;
        let answer_file = file(folder, "answer", &answer);
        let lost = folder.join("lost.json");
        let _ = std::fs::remove_file(&lost);
        let args =
            [&["decode", game, &answer_file, "--format", "json", "-o", lost.to_str().unwrap()], &options[..]]
                .concat();
        let (code, out, err) = run(&args);
        assert_eq!(code, own.0, "{question:?} {horizon}: {answer}{err}");
        let data = result(&out);
        assert_eq!(data["answer"], expected["answer"], "{question:?} {horizon}: {answer}");
        // The lost game is one: the search agrees.
        if data["answer"] == "no" {
            assert_eq!(run(&["solve", lost.to_str().unwrap()]).0, 20);
        }
        // The other answer is a wrong one.
        let wrong = if data["answer"] == "yes" { "s cnf 0 1 1\n" } else { "s cnf 1 1 1\n" };
        let answer_file = file(folder, "wrong", wrong);
        let (code, out, err) = run(&[&["decode", game, &answer_file], &options[..]].concat());
        assert_eq!((code, out.as_str()), (4, ""), "{err}");
        assert!(err.contains("the solver reports that the formula is"), "{err}");
        let answer_file = file(folder, "unknown", "s cnf -1 1 1\n");
        let (code, out, _) = run(&[&["decode", game, &answer_file], &options[..]].concat());
        assert_eq!(code, 5, "{out}");
        assert!(out.starts_with("Unknown: the solver gave up;"), "{out}");
    }
    Some(own.0)
}

#[test]
fn a_qbf_answer_ends_as_fair_and_easy_do() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let mut codes = std::collections::BTreeSet::new();
    let games = [
        spider(path, "a.json", 3, &[("3C AC 2C", 2), ("", 0)], ""),
        spider(path, "b.json", 3, &[("2C 3C AC", 2), ("", 0), ("", 0)], ""),
        spider(path, "c.json", 2, &[("2C AC", 0), ("AC 2C", 1), ("", 0)], ""),
        spider(path, "d.json", 3, &[("AC 3C 2C", 0), ("2C 3C AC", 0), ("", 0)], ""),
    ];
    for game in &games {
        for (question, horizon) in [
            (&["fair"][..], "1"),
            (&["fair", "--tops"], "6"),
            (&["easy", "--k", "1"], "2"),
            (&["easy", "--k", "2"], "7"),
        ] {
            let Some(code) = two_players(path, game, question, horizon) else { return };
            codes.insert(code);
        }
    }
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), [0, 1, 5]);
}

#[test]
fn a_choice_that_is_won_or_none_refutes_the_solver() {
    let folder = TempDir::new().unwrap();
    let game = spider(folder.path(), "g.json", 3, &[("2C 3C AC", 2), ("", 0), ("", 0)], "");
    let options = ["--question", "fair", "--horizon", "6"];
    let query = |text: &str| {
        let answer_file = file(folder.path(), "answer", text);
        run(&[&["decode", &game, &answer_file], &options[..]].concat())
    };
    // Two places and two kinds: the first place has the first kind, the second the second.
    let (code, _, err) = query("s cnf 0 1 1\nV 1 0\nV -2 0\nV -3 0\nV 4 0\n");
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("for the choice that it names a plan was found"), "{err}");
    let (code, _, err) = query("s cnf 0 1 1\nV -1 0\nV -2 0\n");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("the values of its 'V' lines are no choice"), "{err}");
    for (text, message) in [
        ("s cnf 0 1 1\nV 99 0\n", "found '99', expected literals of the outermost variables"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "the solver reports false after true"),
        ("hello\n", "expected the answer of a QBF solver"),
        ("", "found no answer of a QBF solver"),
    ] {
        let (code, _, err) = query(text);
        assert_eq!(code, 2, "{text}: {err}");
        assert!(err.contains(message), "{text}: {err}");
    }
    for (more, message) in [
        (&["--format", "standard"][..], "--question is answered as text or json"),
        (&["--wcnf"], "--wcnf is for the question for a plan"),
        (&["--k", "2"], "--k is for --question easy only"),
    ] {
        let answer_file = file(folder.path(), "answer", "s cnf 1 1 1\n");
        let args = [&["decode", &*game, &*answer_file], &options[..], more].concat();
        one_sentence(&args, run(&args), message);
    }
}
