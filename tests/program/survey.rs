//! `patsat survey`: the same on any number of threads, continued after a break, with certificates and patterns.

use patsat_testkit::cli::run;
use std::fs;
use std::path::Path;

const SMALL: &[&str] = &["--ranks", "5", "--cells", "1", "--columns", "5"];

fn survey(path: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&["survey", "ms:1..60", "-o", path.to_str().unwrap()], SMALL, more].concat())
}

/// The lines of a survey without their times.
fn timeless(path: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["time_ms", "most_time_ms"] {
            value["data"].as_object_mut().unwrap().remove(field);
        }
        value
    });
    lines.collect()
}

#[test]
fn a_survey_is_the_same_with_any_number_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let (one, three) = (folder.path().join("one"), folder.path().join("three"));
    let (code, summary, _) = survey(&one, &["--jobs", "1"]);
    assert_eq!(code, 0);
    assert!(summary.contains("60 deals") && summary.contains("95 % interval"), "{summary}");
    let (code, again, _) = survey(&three, &["--jobs", "3"]);
    assert_eq!((code, again), (0, summary));
    assert_eq!(timeless(&one), timeless(&three));
    let lines = timeless(&one);
    assert_eq!(lines.len(), 62);
    for (n, line) in lines[1..61].iter().enumerate() {
        assert_eq!(line["data"]["deal"], format!("ms:{}", n + 1));
    }
    assert_eq!(lines[61]["type"], "end");
}

#[test]
fn a_survey_without_a_file_prints_the_same_rates() {
    let folder = tempfile::tempdir().unwrap();
    let kept = survey(&folder.path().join("kept"), &[]);
    let args = [&["survey", "ms:1..60"], SMALL].concat();
    for jobs in ["1", "3"] {
        let (code, out, err) = run(&[&args[..], &["--jobs", jobs]].concat());
        assert_eq!((code, &out), (0, &kept.1), "{err}");
    }
    let shards = ["0/2", "1/2"].map(|shard| run(&[&args[..], &["--shard", shard]].concat()).1);
    assert!(shards.iter().all(|out| out.contains(": 30 deals\n")), "{shards:?}");
    // Options of the file need one.
    for option in [&["--resume"][..], &["--force"], &["--blocks", "10"]] {
        let (code, out, err) = run(&[&args[..], option].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("--output <FILE>"), "{err}");
    }
    // Proofs are written all the same.
    let proofs = folder.path().join("proofs");
    let rules = ["--ranks", "4", "--cells", "0", "--columns", "4"];
    let args = ["survey", "ms:1..20", "--certify", proofs.to_str().unwrap()];
    let (code, out, err) = run(&[&args[..], &rules].concat());
    let lost = out.lines().find(|line| line.contains("unwinnable")).unwrap();
    let lost: usize = lost.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert_eq!((code, fs::read_dir(&proofs).unwrap().count()), (0, lost), "{err}");
    assert!(lost > 0, "{out}");
}

#[test]
fn a_survey_goes_on_after_a_torn_write() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    let summary = survey(&whole, &[]).1;
    let bytes = fs::read(&whole).unwrap();
    for keep in [0, 10, bytes.len() / 3, bytes.len() / 2, bytes.len() - 5, bytes.len()] {
        fs::write(&torn, &bytes[..keep]).unwrap();
        let (code, out, err) = survey(&torn, &["--resume"]);
        assert_eq!((code, &out), (0, &summary), "{keep}: {err}");
        assert_eq!(timeless(&torn), timeless(&whole), "{keep}");
    }
    // Missing lines in the middle are solved again and inserted in order.
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let holes: Vec<&str> = lines[..5].iter().chain(&lines[20..40]).copied().collect();
    fs::write(&torn, holes.join("\n") + "\n").unwrap();
    assert_eq!(survey(&torn, &["--resume"]).1, summary);
    assert_eq!(timeless(&torn), timeless(&whole));
    // Without a file the survey starts from the beginning.
    fs::remove_file(&torn).unwrap();
    assert_eq!(survey(&torn, &["--resume"]).1, summary);
}

#[test]
fn a_survey_is_not_continued_with_other_rules_or_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let name = path.to_str().unwrap();
    assert_eq!(survey(&path, &[]).0, 0);
    let whole = fs::read_to_string(&path).unwrap();
    let refuse = |args: &[&str], message: &str| {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(message) && err.lines().count() == 1, "{err}");
    };
    let with = |range: &'static str, more: &[&'static str]| {
        [&["survey", range, "-o", name, "--resume"], SMALL, more].concat()
    };
    refuse(&with("ms:1..61", &[]), "range");
    refuse(&with("ms:1..60", &["--seed", "7"]), "seed");
    refuse(&with("ms:1..60", &["--strategy", "depth-first"]), "strategy");
    refuse(&["survey", "ms:1..60", "-o", name, "--resume", "--ranks", "5", "--columns", "5"], "rules");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole, "a refused file must not be touched");
    let resume = with("ms:1..60", &[]);
    let lines: Vec<&str> = whole.lines().collect();
    for (content, message) in [
        ("something else\n".to_owned(), "line 1"),
        (format!("{}\ngarbage\n{}\n", lines[0], lines[1]), "line 2"),
        (format!("{}\n{}\n{}\n", lines[0], lines[1], lines[1]), "twice"),
        (format!("{}\n{}\n", lines[0], lines[1].replace("ms:1\"", "ms:61\"")), "line 2"),
    ] {
        fs::write(&path, &content).unwrap();
        refuse(&resume, message);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    // An unfinished survey is not overwritten by accident.
    fs::write(&path, lines[..9].join("\n") + "\n").unwrap();
    let (code, _, err) = survey(&path, &[]);
    assert!(code == 2 && err.contains("--resume") && err.contains("--force"), "{err}");
    assert_eq!(survey(&path, &["--force"]).0, 0);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 62);
}

#[test]
fn a_survey_keeps_a_certificate_of_every_unwinnable_deal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let proofs = folder.path().join("proofs").display().to_string();
    let rules = ["--ranks", "4", "--cells", "0", "--columns", "4"];
    let args = ["survey", "ms:1..20", "-o", path.to_str().unwrap(), "--certify", &proofs];
    let (code, _, err) = run(&[&args[..], &rules].concat());
    assert_eq!(code, 0, "{err}");
    let mut found = 0;
    for line in timeless(&path).iter().filter(|l| l["data"]["verdict"] == "unwinnable") {
        let name = line["data"]["certificate"].as_str().unwrap();
        let proof = format!("{proofs}/{name}");
        assert_eq!(
            run(&[&["verify", line["data"]["deal"].as_str().unwrap()], &rules[..], &[&proof]].concat()).0,
            0
        );
        found += 1;
    }
    assert!(found > 3, "{found}");
    assert_eq!(fs::read_dir(&proofs).unwrap().count(), found);
}

/// Deals that a search of a few positions leaves open and dead patterns decide.
#[test]
fn a_survey_looks_for_patterns_where_the_search_ends_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let proofs = folder.path().join("proofs").display().to_string();
    let rules = ["--ranks", "5", "--cells", "1", "--columns", "4", "--node-limit", "5"];
    let survey = |prove: &[&str], more: &[&str]| {
        let args = ["survey", "ms:1..20", "-o", path.to_str().unwrap(), "--certify", &proofs];
        run(&[&args[..], &rules, prove, more].concat())
    };
    let (code, out, err) = survey(&["--prove", "0"], &[]);
    assert!(code == 0 && !out.contains("dead patterns"), "{out}{err}");
    let open = timeless(&path).iter().filter(|l| l["data"]["verdict"] == "unknown").count();
    let (code, out, err) = survey(&["--prove", "20000"], &["--force"]);
    assert!(code == 0, "{err}");
    let lines = timeless(&path);
    let proved: Vec<_> = lines.iter().filter(|l| l["data"]["patterns"].is_u64()).collect();
    assert!(proved.len() > 3 && proved.len() < open, "{} of {open}", proved.len());
    assert!(out.contains(&format!("by dead patterns {:>5}", proved.len())), "{out}");
    for line in proved {
        let data = &line["data"];
        assert!(data["verdict"] == "unwinnable" && data["facts"].as_u64() >= data["patterns"].as_u64());
        let file = format!("{proofs}/{}", data["certificate"].as_str().unwrap());
        let verify = [&["verify", data["deal"].as_str().unwrap()], &rules[..6], &[&file]].concat();
        let (code, out, err) = run(&verify);
        assert!(code == 0 && out.contains("dead pattern"), "{out}{err}");
    }
    // `--resume` needs the same number of queries as the first call.
    let (code, _, err) = survey(&["--prove", "30000"], &["--resume"]);
    assert!(code == 2 && err.contains("prove"), "{err}");
}

/// With `--earlier` a survey takes over decided deals, and solves the open ones as a survey without it does.
#[test]
fn what_an_earlier_survey_has_decided_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (first, second, whole) = (file("first"), file("second"), file("whole"));
    let rules = ["--ranks", "5", "--cells", "1", "--columns", "4"];
    let survey = |range: &str, out: &str, more: &[&str]| {
        run(&[&["survey", range, "-o", out, "--force"], &rules[..], more].concat())
    };
    assert_eq!(survey("ms:1..30", &first, &["--node-limit", "12"]).0, 0);
    assert_eq!(survey("ms:11..40", &second, &["--earlier", &first]).0, 0);
    assert_eq!(survey("ms:11..40", &whole, &[]).0, 0);
    let (first, again, whole) =
        (timeless(Path::new(&first)), timeless(Path::new(&second)), timeless(Path::new(&whole)));
    assert_eq!(again[0]["data"]["decided"].as_str().unwrap().len(), 64);
    let mut taken = 0;
    for (n, (line, fresh)) in again[1..31].iter().zip(&whole[1..31]).enumerate() {
        let earlier = first.get(n + 11).filter(|before| before["data"]["verdict"] != "unknown");
        let earlier = earlier.filter(|before| before["type"] == "result");
        let mut line = line.clone();
        assert_eq!(line["data"].as_object_mut().unwrap().remove("earlier").is_some(), earlier.is_some());
        assert_eq!(&line, earlier.unwrap_or(fresh));
        assert_eq!(line["data"]["verdict"], fresh["data"]["verdict"]);
        taken += usize::from(earlier.is_some());
    }
    assert!(taken > 3 && taken < 20, "{taken}");
    // `--resume` needs the same earlier survey as the first call.
    let resume = ["survey", "ms:11..40", "-o", &second, "--resume"];
    let (code, _, err) = run(&[&resume[..], &rules].concat());
    assert!(code == 2 && err.contains("decided"), "{err}");
    let refuse = |earlier: &str, range: &str, more: &[&str], message: &str| {
        let none = file("none");
        let args = [&["survey", range, "-o", &none, "--earlier", earlier], more].concat();
        let (code, out, err) = run(&args);
        assert!(
            code == 2 && out.is_empty() && err.lines().count() == 1 && err.contains(message),
            "{message}: {err}"
        );
        assert!(!Path::new(&none).exists());
    };
    let first = file("first");
    refuse(&first, "ms:1..9", &["--ranks", "5"], "line 1: found a survey of other rules");
    refuse(&first, "random:freecell:1..9", &rules, "line 1: found a survey of ms:1..30");
    refuse(&file("nowhere"), "ms:1..9", &rules, "cannot read");
    let text = fs::read_to_string(&first).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let decided = |line: &&&str| !line.contains("unknown") && line.contains("result");
    let lie = lines.iter().find(decided).unwrap();
    let lied = if lie.contains("solved") { ("solved", "unwinnable") } else { ("unwinnable", "solved") };
    for (content, message) in [
        ("something else\n".to_owned(), "line 1: found no survey"),
        (lines[..9].join("\n") + "\n", "line 10: found the end of an unfinished survey"),
        (lines[..9].join("\n") + "\n" + lines[31], "line 10: found the end after 8 of 30 deals"),
        (text.replacen("ms:7\"", "ms:70\"", 1), "line 8: found deal ms:70"),
        (text.replacen("ms:7\"", "ms:6\"", 1), "line 8: found ms:6 again"),
        (lines[..4].join("\n") + "\ngarbage\n", "line 5: found no record"),
    ] {
        fs::write(file("bad"), content).unwrap();
        refuse(&file("bad"), "ms:1..9", &rules, message);
    }
    fs::write(file("bad"), text.replace(lie, &lie.replace(lied.0, lied.1))).unwrap();
    refuse(&file("bad"), "ms:1..30", &[&rules[..], &["--earlier", &first]].concat(), "another of the files");
}

#[test]
fn kept_proofs_are_checked_instead_of_searching() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (first, second, proofs) = (file("first"), file("second"), file("proofs"));
    let rules = ["--ranks", "5", "--cells", "1", "--columns", "4"];
    let survey = |out: &str, more: &[&str]| {
        run(&[&["survey", "ms:1..20", "-o", out, "--force"], &rules[..], more].concat())
    };
    let prove = ["--node-limit", "5", "--prove", "20000", "--certify", &proofs];
    assert_eq!(survey(&first, &prove).0, 0);
    let (code, _, err) = survey(&second, &["--node-limit", "1", "--proofs", &proofs]);
    assert_eq!(code, 0, "{err}");
    let lost = |path: &str| {
        let lines = timeless(Path::new(path)).into_iter();
        let of = |line: serde_json::Value| {
            let data = &line["data"];
            let lost = data["verdict"] == "unwinnable";
            lost.then(|| ["deal", "patterns", "facts", "certificate"].map(|field| data[field].to_string()))
        };
        lines.filter_map(of).collect::<Vec<_>>()
    };
    assert!(lost(&first).len() > 3);
    assert_eq!(lost(&first), lost(&second));
    // The deal's number alone also finds the file, and the file of another deal is refused.
    let names: Vec<_> = fs::read_dir(&proofs).unwrap().map(|f| f.unwrap().path()).collect();
    let number = |path: &Path| path.file_stem().unwrap().to_str().unwrap().replace("ms-", "");
    let plain = file("plain");
    fs::create_dir(&plain).unwrap();
    let to = Path::new(&plain).join(format!("{}.txt", number(&names[0])));
    fs::copy(&names[0], &to).unwrap();
    fs::write(Path::new(&plain).join("README.md"), "not a proof").unwrap();
    assert_eq!(survey(&second, &["--node-limit", "1", "--proofs", &plain]).0, 0);
    assert_eq!(lost(&second).len(), 1);
    fs::copy(&names[1], &to).unwrap();
    let (code, out, err) = survey(&file("third"), &["--node-limit", "1", "--proofs", &plain]);
    assert!(code == 2 && out.is_empty() && err.contains("does not hold"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_without_a_file_prints_what_was_done() {
    use std::process::{Command, Stdio};
    let args = [&["survey", "ms:1..100000000", "-j", "2"], SMALL].concat();
    let child = Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(out.contains("solved") && err.contains("nothing is kept without -o FILE"), "{out}{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_loses_nothing() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    // Far more deals than fit in the time before the signal.
    let args = [&["survey", "ms:1..1000000", "-j", "2", "-o", path.to_str().unwrap()], SMALL].concat();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("patsat"))
        .args(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    let started = std::time::Instant::now();
    while lines() < 20 && started.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code, Some(130));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("continue with --resume"), "{err}");
    let text = fs::read_to_string(&path).unwrap();
    let summary = String::from_utf8_lossy(&output.stdout);
    let deals = text.lines().count() - 1;
    assert!(text.ends_with('\n') && summary.contains(&format!(": {deals} deals\n")), "{deals}: {summary}");
}
