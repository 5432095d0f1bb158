//! What other programs do, certificates, bad input, BenchExec.

use super::*;

const FAKES: &str = r#"
title = "Fakes"
limits = { cpu_s = 1, wall_s = 3, memory_mib = 512 }
[[approach]]
name = "{answer}"
command = "sh FOLDER/{answer}.sh {board} {plan}"
unwinnable = "no plan"
matrix = { answer = ["empty-plan", "chatter", "liar", "burner", "sleeper", "hog", "crasher"] }
[[approach]]
name = "garbler"
command = "sh FOLDER/garbler.sh {board}"
answer = "json"
[[approach]]
name = "unsat at 30"
command = "sh FOLDER/unsat.sh {dimacs}"
answer = "model"
encoding = "exists-loose"
horizon = 30
[[approach]]
name = "false model"
command = "sh FOLDER/model.sh {dimacs} {out}"
answer = "model"
encoding = "exists-loose"
horizon = 30
[[approach]]
name = "sat at 30"
args = ["solve", "{instance}", "--by", "sat", "--encoding", "exists-loose", "--horizon", "30", "--format", "json"]
[[group]]
name = "g"
instances = ["ms:1"]
options = { ranks = [3] }
approaches = ["auto", "empty-plan", "chatter", "liar", "burner", "sleeper", "hog", "crasher", "garbler", "unsat at 30", "false model", "sat at 30"]
limits = { cpu_s = 1, wall_s = 12, memory_mib = 2048 }
"#;

const TALKER: &str = r#"
title = "A plan of a million moves, and then a small one"
limits = { cpu_s = 20, wall_s = 60, memory_mib = 4096 }
[[group]]
name = "g"
instances = ["ms:2"]
approaches = ["backtracking", "auto"]
"#;

#[test]
#[ignore = "half a minute; CI runs it"]
fn a_long_answer_at_length_is_no_memory_of_the_next_process() {
    let case = Case::new(TALKER);
    assert_eq!(case.bench(&[]).0, 0);
    assert!(case.run("backtracking")["m1"].as_u64().unwrap() > 1_000_000);
    let peak = case.run("auto")["peak_kib"].as_u64().unwrap();
    assert!(peak < 200 << 10, "{peak} KiB");
}

#[test]
fn outcomes_of_other_programs_are_classified() {
    let case = Case::new(FAKES);
    case.script("empty-plan.sh", "echo '{\"schema\": 1, \"base\": 0, \"moves\": []}' > $2\n");
    case.script("chatter.sh", "echo I give up after 3 tries\n");
    case.script("liar.sh", "echo there is no plan\n");
    case.script("burner.sh", "while :; do :; done\n");
    case.script("sleeper.sh", "sleep 60 & wait\n");
    case.script("hog.sh", "exec dd if=/dev/zero of=/dev/null bs=8G count=1\n");
    case.script("crasher.sh", "kill -SEGV $$\n");
    case.script("garbler.sh", r#"echo '{"type":"result","data":{"verdict":"solved","plan":["up"]}}'"#);
    case.script("unsat.sh", "echo s UNSATISFIABLE; exit 20\n");
    case.script("model.sh", "echo SAT > $2; echo '1 2 3 0' >> $2; exit 10\n");
    let (code, _, err) = case.bench(&["-j", "2"]);
    assert_eq!(code, 3, "{err}");
    for (approach, status, outcome) in [
        ("auto", "ok", "solved"),
        ("empty-plan", "wrong", "unknown"),
        ("chatter", "ok", "unknown"),
        ("liar", "ok", "unwinnable"),
        ("burner", "time", "unknown"),
        ("sleeper", "wall", "unknown"),
        ("hog", "memory", "unknown"),
        ("crasher", "crash", "unknown"),
        ("garbler", "wrong", "unknown"),
        ("unsat at 30", "ok", "no_plan_within"),
        ("false model", "wrong", "unknown"),
        ("sat at 30", "ok", "solved"),
    ] {
        let run = case.run(approach);
        assert_eq!((&run["status"], &run["outcome"]), (&status.into(), &outcome.into()), "{run}");
    }
    assert!(case.run("burner")["cpu_s"].as_f64().unwrap() > 0.9);
    assert!(case.run("sleeper")["cpu_s"].as_f64().unwrap() < 0.5);
    assert_eq!(case.run("crasher")["signal"], 11);
    for sentence in [
        "'empty-plan' is wrong: the plan is refused",
        "'garbler' is wrong: its result cannot be read: ",
        "'false model' is wrong: the model is refused",
        "'auto' has a plan, 'liar' reports that no plan exists",
        "'sat at 30' has a plan within 30 of encoding exists-loose, 'unsat at 30' reports that no plan exists within 30",
    ] {
        assert!(err.contains(sentence), "{sentence}: {err}");
    }
    let (code, _, err) = case.report();
    assert!(code == 3 && err.contains("'liar' reports that no plan exists"), "{err}");
    assert!(fs::read_to_string(case.file("r/index.html")).unwrap().contains("class=\"wrong\""));
}

/// The program counts up to a limit of its own, but the system gives it less.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_no_crash() {
    let case = Case::new(
        r#"
title = "Scarce"
limits = { cpu_s = 60, wall_s = 200, memory_mib = 160 }
[[approach]]
name = "scarce"
args = ["solve", "{instance}", "--strategy", "breadth-first", "--memory-limit", "4096", "--format", "json"]
[[group]]
name = "g"
instances = ["ms:1"]
approaches = ["scarce"]
"#,
    );
    let (code, _, err) = case.bench(&[]);
    let run = case.run("scarce");
    assert_eq!((code, &run["status"], &run["exit_code"]), (0, &"memory".into(), &5.into()), "{run} {err}");
}

#[test]
fn certificates_are_checked_and_instances_made() {
    let case = Case::new(
        r#"
title = "Certificates"
limits = { cpu_s = 20, wall_s = 100 }
[[approach]]
name = "certified"
args = ["solve", "{instance}", "--proof", "{proof}", "--format", "json"]
[[approach]]
name = "none within {horizon}"
args = ["solve", "{instance}", "--by", "sat", "--horizon", "{horizon}", "--proof", "{proof}", "--format", "json"]
matrix = { horizon = [1] }
[[approach]]
name = "checked by a command"
args = ["solve", "{instance}", "--format", "plan-json", "-o", "{out}"]
answer = "exit"
check = ["verify", "{instance}", "{out}"]
[[group]]
name = "lost"
instances = ["instances/boards/six-ranks-three-suits-lost.json"]
approaches = ["certified"]
[[group]]
name = "bounds"
instances = ["ms:1"]
options = { ranks = [4] }
approaches = ["none within *", "checked by a command"]
[[group]]
name = "formulas"
make = ["hard", "--game", "freecell", "--cells", "0", "--ratio", "{ratio}", "--vars", "3", "-o", "{folder}"]
made = "001.json"
options = { ratio = [0.34] }
approaches = ["auto"]
"#,
    );
    let (code, _, err) = case.bench(&[]);
    assert_eq!(code, 0, "{err}");
    for (approach, outcome, checked) in [
        ("certified", "unwinnable", "certificate"),
        ("none within 1", "no_plan_within", "certificate"),
        ("checked by a command", "solved", "answer"),
        ("auto", "solved", "plan"),
    ] {
        let run = case.run(approach);
        assert_eq!((&run["outcome"], &run["checked"]), (&outcome.into(), &checked.into()), "{run}");
        assert_eq!((&run["status"], &run["decided"]), (&"ok".into(), &true.into()), "{run}");
    }
}

#[test]
fn a_campaign_that_is_none_gets_one_sentence() {
    let change = |from: &str, to: &str| Case::new(&TINY.replace(from, to)).bench(&[]);
    for (from, to, expected) in [
        ("\"optimal m1\"", "\"atuo\"", "there is no approach 'atuo': the nearest name is 'auto'"),
        (
            "\"optimal m1\"",
            "\"sat exits\"",
            "there is no approach 'sat exits': the nearest name is 'sat exists'",
        ),
        ("\"optimal m1\"", "\"xyzzy\"", "there is no approach 'xyzzy': expected one of the file, a strategy"),
        ("\"optimal m1\"", "\"sat:exist\"", "the nearest name is 'sat:exists'"),
        (
            "[\"auto\", \"sat exists\"]",
            "[\"auto\", \"beam\"]",
            "compares 'beam', which is not one of its approaches",
        ),
        ("cpu_s", "cpu_seconds", "unknown field `cpu_seconds`"),
        ("title = \"Tiny\"", "title = ", "line 2: "),
        ("sat {encoding}", "sat", "has a matrix: expected {encoding} in its name"),
        ("ms:1..2", "ms:5..2", "group 'ranks': "),
        ("cpu_s = 10", "cpu_s = 0", "expected seconds and MiB above 0"),
        (
            "command =",
            "args = []\ncommand =",
            "expected either args, of this program, or command, of another",
        ),
    ] {
        let (code, out, err) = change(from, to);
        assert_eq!((code, out.as_str()), (2, ""), "{from} {to}: {err}");
        assert!(err.contains(expected) && err.trim_end().lines().count() == 1, "{expected}: {err}");
    }
    let (code, _, err) = run(&["bench", "quik", "-o", "r"]);
    assert!(
        code == 2
            && err.contains("there is no campaign 'quik'")
            && err.ends_with("help: did you mean 'quick'?\n"),
        "{err}"
    );
    let empty = TempDir::new().unwrap();
    let (code, _, err) = run(&["report", name(empty.path())]);
    assert!(code == 2 && err.contains("there are no results in"), "{err}");
}

#[test]
fn the_campaigns_of_the_program_are_campaigns() {
    let (code, out, err) = run(&["bench", "--list"]);
    assert_eq!(code, 0, "{err}");
    for name in ["quick", "freecell", "optimal", "spider", "forty-thieves", "reductions", "thesis", "tiles"] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    let (code, out, _) = run(&["bench", "quick", "--print"]);
    assert!(code == 0 && out.contains("[[group]]"));
}

#[test]
fn benchexec_gets_its_files_and_its_results_are_read() {
    let case = Case::new(TINY);
    let (code, out, err) = case.bench(&["--to", "benchexec"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.trim().ends_with("c-ranks.xml") && err.contains("'gone' needs another program"), "{err}");
    let xml = fs::read_to_string(case.file("r/c-ranks.xml")).unwrap();
    assert_eq!(xml.matches("<rundefinition").count(), 4);
    assert!(
        xml.contains("<option name=\"--encoding\">sequential</option>")
            && xml.contains("tool=\"tools.patsat\"")
    );
    assert!(case.file("r/tools/patsat.py").is_file());
    let task = fs::read_to_string(case.file("r/tasks/ranks-ms-1-ranks-2.yml")).unwrap();
    assert!(task.contains("input_files: 'ranks-ms-1-ranks-2.json'"));
    let (code, _, _) = run(&["solve", name(&case.file("r/tasks/ranks-ms-1-ranks-2.json"))]);
    assert_eq!(code, 10);
    // Results, as BenchExec 3.35 wrote them.
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/engines/benchexec-results.xml");
    let out = case.file("read");
    let (code, _, err) = run(&["report", name(&stored), "-o", name(&out)]);
    assert_eq!(code, 0, "{err}");
    let runs = fs::read_to_string(out.join("runs.csv")).unwrap();
    for row in [
        "small,ms-1-ranks-3,auto,1,ok,solved,true,0.008123181",
        "small,ms-1-ranks-4,auto,1,time,unknown,false,3.041263",
        "small,ms-2-ranks-3,auto,1,ok,unwinnable,true",
        "small,ms-2-ranks-4,auto,1,memory,unknown,false",
    ] {
        assert!(runs.contains(row), "{row}: {runs}");
    }
    let cut = case.file("cut.xml");
    let text = fs::read_to_string(&stored).unwrap();
    fs::write(&cut, &text[..text.len() / 2]).unwrap();
    let (code, _, err) = run(&["report", name(&cut)]);
    assert!(code == 2 && err.contains("it is cut"), "{err}");
}
