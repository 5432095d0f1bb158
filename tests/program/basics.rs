//! The command line as people and programs use it.

use patsat_testkit::cli::run;

use std::fs;
use std::path::{Path, PathBuf};

const WON: &[&str] = &["ms:1", "--ranks", "5", "--cells", "1", "--columns", "5"];
const LOST: &[&str] = &["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4"];

fn solve(instance: &[&str], more: &[&str]) -> (i32, String, String) {
    run(&[&["solve"], instance, more].concat())
}

#[test]
fn the_board_comes_first_and_then_the_verified_plan() {
    let (code, out, err) = solve(WON, &[]);
    assert_eq!((code, err.as_str()), (10, ""));
    let board = run(&[&["show"], WON].concat()).1;
    assert!(out.starts_with(&board), "{out}");
    let rest = &out[board.len()..];
    assert!(
        rest.contains("Solved") && rest.contains("m1 ") && rest.contains("m2 ") && rest.contains("m3 "),
        "{rest}"
    );
    let [legend, plan] = rest.rsplit("\n\n").take(2).collect::<Vec<_>>()[..] else { panic!("{rest}") };
    assert!(legend.starts_with("Notation: "), "{legend}");
    assert!(plan.lines().all(|line| (1..=10).contains(&line.split(' ').count())), "{plan}");
    let verbose_output = solve(WON, &["-v"]);
    assert!(
        verbose_output.1.contains("\n 1. ") && verbose_output.1.contains(" home\n"),
        "{}",
        verbose_output.1
    );
    assert!(verbose_output.2.contains("positions expanded"), "{}", verbose_output.2);
}

#[test]
fn the_same_command_gives_the_same_output() {
    for args in [
        [&["solve"], WON].concat(),
        [&["solve"], LOST].concat(),
        [&["solve"], WON, &["--format", "solver"]].concat(),
        vec!["estimate", "ms:14", "--probes", "50"],
        vec!["show", "random:spider:7"],
    ] {
        let (first, second) = (run(&args), run(&args));
        assert_eq!((first.0, first.1), (second.0, second.1), "{args:?}");
    }
}

#[test]
fn a_pipe_gets_colour_and_symbols_only_on_request() {
    let show = |more: &[&str]| run(&[&["show", "ms:1"], more].concat()).1;
    assert!(show(&[]).is_ascii() && !show(&[]).contains('\u{1b}'));
    assert!(show(&["--color", "always"]).contains("\u{1b}[31m"));
    assert!(!show(&["--color", "never", "--symbols"]).contains('\u{1b}'));
    assert!(show(&["--symbols"]).contains("J\u{2666}"));
    let (_, out, err) = solve(&["nofile"], &["--color", "always"]);
    assert!(out.is_empty() && err.contains('\u{1b}'), "{err}");
    assert!(!solve(&["nofile"], &[]).2.contains('\u{1b}'));
    // Machine formats stay plain whatever is asked.
    for format in ["solver", "json", "standard"] {
        assert!(!solve(WON, &["--format", format, "--color", "always"]).1.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn solver_lines_follow_the_competition() {
    let (code, out, _) = solve(WON, &["--format", "solver"]);
    assert_eq!(code, 10);
    assert!(out.lines().all(|l| ["c", "s", "v", "o"].contains(&l.split(' ').next().unwrap())), "{out}");
    assert!(out.lines().all(|l| l.starts_with('c') || l.len() <= 78));
    let status: Vec<&str> = out.lines().filter(|l| l.starts_with("s ")).collect();
    assert_eq!(status, ["s SATISFIABLE"]);
    assert!(out.lines().rfind(|l| l.starts_with("v ")).unwrap().ends_with(" 0"));
    assert!(solve(LOST, &["--format", "solver"]).1.contains("\ns UNSATISFIABLE\n"));
    assert!(solve(LOST, &["--format", "solver", "--node-limit", "1"]).1.contains("\ns UNKNOWN\n"));
}

#[test]
fn json_lines_begin_and_end() {
    for (instance, code, verdict) in [(WON, 10, "solved"), (LOST, 20, "unwinnable")] {
        let (found, out, _) = solve(instance, &["--format", "json"]);
        assert_eq!(found, code);
        let lines: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        let types: Vec<&str> = lines.iter().map(|l| l["type"].as_str().unwrap()).collect();
        assert_eq!(types, ["begin", "result", "end"]);
        assert_eq!(lines[0]["data"]["schema"], 2);
        assert_eq!(lines[0]["data"]["instance"], "ms:1");
        assert_eq!(lines[1]["data"]["verdict"], verdict);
        assert_eq!(lines[2]["data"]["exit_code"], code);
        let moves = lines[1]["data"]["plan"].as_array().map_or(0, Vec::len);
        assert_eq!(lines[1]["data"]["lengths"]["m2"].as_u64().unwrap_or(0), moves as u64);
    }
}

#[test]
fn shortest_plans_are_labelled() {
    let (code, out, _) = solve(WON, &["--optimal", "--cost", "m1", "--format", "solver"]);
    assert_eq!(code, 10);
    assert!(out.contains("\ns OPTIMUM FOUND\n") && out.contains("\no "), "{out}");
    let (_, out, _) = solve(WON, &["--optimal", "--format", "json"]);
    let lines: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let result = &lines.iter().find(|l| l["type"] == "result").unwrap()["data"];
    assert_eq!(result["optimal"], true);
    assert_eq!((&result["cost"], &result["lower"]), (&"m2".into(), &result["lengths"]["m2"]));
    // A limit on the way: the best plan so far and the gap, or unknown, never a claim.
    let (code, out, _) = solve(&["ms:1"], &["--optimal", "--node-limit", "20000"]);
    assert_eq!(code, 10, "{out}");
    assert!(out.contains("undecided (node limit reached)") && out.contains("the lower bound is "), "{out}");
    let (code, out, _) = solve(&["ms:1"], &["--optimal", "--node-limit", "2"]);
    assert_eq!(code, 0);
    assert!(out.contains("Unknown: node limit reached"), "{out}");
}

#[test]
fn results_go_to_a_file_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    let name = path.display().to_string();
    let (code, out, _) = solve(WON, &["-o", &name]);
    assert_eq!((code, out.as_str()), (10, ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), solve(WON, &[]).1);
    let proof = folder.path().join("proof");
    let (code, _, err) = solve(WON, &["--proof", &proof.display().to_string()]);
    assert_eq!(code, 10);
    assert!(err.contains("no proof written") && !proof.exists(), "{err}");
}

#[test]
fn conversions_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for to in ["fc-solve", "json"] {
        assert_eq!(run(&["convert", "ms:9", "--to", to, "-o", &path(to)]).0, 0);
        let shown = run(&["show", &path(to)]).1;
        let skip = |text: &str| text.split_once('\n').unwrap().1.to_owned();
        assert_eq!(skip(&shown), skip(&run(&["show", "ms:9"]).1), "{to}");
    }
    let convert = |more: &[&str]| run(&[&["convert"], WON, more].concat());
    fs::write(path("plan"), solve(WON, &["--format", "standard", "-q"]).1).unwrap();
    let (code, json, _) = convert(&["--plan", &path("plan"), "--to", "plan-json"]);
    assert_eq!(code, 0);
    fs::write(path("plan.json"), json).unwrap();
    assert_eq!(run(&[&["verify"], WON, &[&path("plan.json")]].concat()).0, 0);
    fs::write(path("bad"), "1h\n").unwrap();
    let (code, out, err) = convert(&["--plan", &path("bad"), "--to", "plan-json"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert_eq!(convert(&["--to", "standard"]).0, 2);
}

#[test]
fn quiet_leaves_nothing_but_the_result() {
    let (code, all, _) = solve(WON, &[]);
    let (quiet_code, quiet, err) = solve(WON, &["-q"]);
    assert_eq!((code, quiet_code, err.as_str()), (10, 10, ""));
    let (without_notation, _) = all.rsplit_once("\nNotation: ").unwrap();
    assert!(quiet.starts_with("Solved in ") && without_notation.ends_with(&quiet), "{quiet}");
    assert!(without_notation.len() > quiet.len(), "{quiet}");
    let (_, json, _) = solve(WON, &["-q", "--format", "json"]);
    assert!(json.starts_with(r#"{"type":"begin""#), "what programs read stays whole: {json}");
}

#[test]
fn help_opens_with_three_examples_and_fits_80_columns() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["survey", "--help"],
        &["verify", "--help"],
        &["show", "--help"],
        &["convert", "--help"],
        &["which", "--help"],
        &["estimate", "--help"],
        &["rate", "--help"],
        &["puzzle", "autostart", "--help"],
        &["why", "--help"],
        &["hint", "--help"],
        &["certify", "--help"],
    ] {
        let (code, out, _) = run(args);
        assert_eq!(code, 0);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[0], "Examples:", "{args:?}");
        assert_eq!(
            lines[1..].iter().take_while(|l| l.starts_with("  ") && l.contains("patsat ")).count(),
            3,
            "{args:?}"
        );
        let wide: Vec<&&str> = lines.iter().filter(|l| l.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{args:?}: {wide:?}");
    }
}

#[test]
fn versions_listings_completions_and_pages_are_there() {
    assert_eq!(run(&["--version"]).1, concat!("patsat ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = run(&["--version", "--verbose"]).1;
    for part in
        ["commit", "target", "back-ends", "varisat", "exists-loose", "freecell", "breadth-first", "fc-solve"]
    {
        assert!(long.contains(part), "{long}");
    }
    for (list, part) in
        [("games", "bakers-game"), ("strategies", "a-star"), ("formats", "solvitaire"), ("dealers", "ms:N")]
    {
        let out = run(&["--list", list]).1;
        assert!(out.contains(part), "{out}");
        assert!(out.lines().all(|l| l.chars().count() <= 80), "{out}");
    }
    let rules: serde_json::Value = serde_json::from_str(&run(&["games", "eight-off"]).1).unwrap();
    assert_eq!(rules["cells"], 8);
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell]).1.contains("survey"));
    }
    assert!(run(&["man"]).1.contains(".TH patsat 1"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&["man", "--dir", &folder.path().display().to_string()]).0, 0);
    assert!(folder.path().join("patsat-solve.1").exists());
}

#[test]
fn completions_and_pages_are_installed_by_one_command() {
    let share = tempfile::tempdir().unwrap();
    let (code, out, err) = run(&["completions", "--install", &share.path().display().to_string()]);
    assert_eq!((code, out.lines().count()), (0, 4), "{out}{err}");
    for file in out.lines() {
        assert!(
            fs::metadata(file).unwrap().len() > 1000 && Path::new(file).starts_with(share.path()),
            "{file}"
        );
    }
    for wrong in [&["completions"][..], &["completions", "bash", "--install", "x"]] {
        assert_eq!(run(wrong).0, 2);
    }
}

#[test]
fn solve_looks_for_patterns_where_the_search_ends_open() {
    let lost = ["ms:1", "--ranks", "4", "--cells", "0", "--columns", "4", "--node-limit", "1"];
    let (code, out, _) = run(&[&["solve"], &lost[..]].concat());
    assert!(code == 0 && out.contains("Unknown"), "{out}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p").display().to_string();
    let (code, out, err) =
        run(&[&["solve"], &lost[..], &["--prove", "20000", "--explain", "--proof", &file]].concat());
    assert!(code == 20 && out.contains("dead pattern") && out.contains("Pattern 1"), "{out}{err}");
    let (code, out, err) = run(&[&["verify"], &lost[..7], &[&file]].concat());
    assert!(code == 0, "{out}{err}");
}

/// What `solve` prints for people is a plan too.
#[test]
fn a_report_is_read_as_the_plan_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan").to_str().unwrap().to_owned();
    for deal in ["ms:617", "solvitaire:forty-thieves:6", "kpat:spider1:5"] {
        assert_eq!(run(&["solve", deal, "-o", &file]).0, 10);
        let (code, out, err) = run(&["verify", deal, &file]);
        assert_eq!(code, 0, "{deal}: {out}{err}");
    }
    // Lines keep their numbers.
    let text = fs::read_to_string(&file).unwrap();
    let (plan, legend) = text.rsplit_once("\nNotation: ").unwrap();
    let lines = plan.lines().count();
    fs::write(&file, format!("{plan}nonsense\n\nNotation: {legend}")).unwrap();
    let (code, _, err) = run(&["verify", "kpat:spider1:5", &file]);
    assert_eq!((code, err.contains(&format!("line {}: ", lines + 1))), (2, true), "{err}");
}

/// All Markdown files under a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn what_pages_show_and_link_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    pages(root, &mut found);
    let mut links = 0;
    for page in found {
        let text = fs::read_to_string(&page).unwrap();
        // What stands between fences is quoted.
        for part in text.split("```").step_by(2) {
            for link in part.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
            {
                let file = link.split('#').next().unwrap();
                if file.is_empty() || file.contains(':') || file.contains(' ') {
                    continue;
                }
                links += 1;
                assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
            }
        }
    }
    assert!(links > 100, "{links}");
}
