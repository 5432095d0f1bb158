//! `patsat puzzle carcassonne` as it is called: answers, files, certificates, refusals.

use patsat_testkit::cli::{CommandOutput, file, one_sentence, output_of};
fn run(args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::Command::cargo_bin("patsat").unwrap();
    output_of(command.env("LC_ALL", "C").args(["puzzle", "carcassonne"]).args(args))
}

fn refused(args: &[&str], message: &str) {
    one_sentence(args, run(args), message);
}

const BASE: &str = "instances/carcassonne/base72.xml";

#[test]
fn the_largest_square_is_found_written_drawn_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, svg) = (path("board.xml"), path("board.svg"));
    let (code, out, err) = run(&["solve", BASE, "-o", &board, "--svg", &svg]);
    assert_eq!((code, err.as_str()), (10, ""), "{out}");
    assert!(
        out.starts_with("8x8: found and checked; 64 of 72 tiles are placed; there is no larger square\n"),
        "{out}"
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    let (code, out, _) = run(&["check", &board]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("valid: 64 tiles on the board, 112 pairs of touching sides are equal\n"),
        "{out}"
    );
    assert!(out.contains("largest full square: 8x8, upper left corner (0, 0)"), "{out}");
    let (code, out, _) = run(&["check", &board, "--tiles", BASE, "--show"]);
    assert!(code == 0 && out.contains("all are tiles of the set of 72, in some rotation"), "{out}");
    let (code, _, _) = run(&["check", &board, "--tiles", BASE, "--no-rotation"]);
    assert_eq!(code, 1);
    let (code, out, _) = run(&["show", &board]);
    assert!(code == 0 && out.starts_with("72 tiles, 64 of them on the board; 17 kinds"), "{out}");
    // One side changed.
    let text = std::fs::read_to_string(&board).unwrap();
    let line = text.lines().find(|line| line.contains("positionX=\"3\" positionY=\"3\"")).unwrap();
    let swap = |line: &str| {
        let at = line.find("right=\"").unwrap() + 7;
        let new = if line[at..].starts_with("city") { "road" } else { "city" };
        let end = at + line[at..].find('"').unwrap();
        format!("{}{new}{}", &line[..at], &line[end..])
    };
    let changed = file(folder.path(), "changed.xml", &text.replace(line, &swap(line)));
    let (code, out, _) = run(&["check", &changed]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("not valid: the tile at (3, 3) shows ") && out.contains("the one at (4, 3)"),
        "{out}"
    );
    let twice = text.replace("positionX=\"3\" positionY=\"3\"", "positionX=\"4\" positionY=\"3\"");
    let (code, out, _) = run(&["check", &file(folder.path(), "twice.xml", &twice)]);
    assert_eq!((code, out.as_str()), (1, "not valid: two tiles lie at (4, 3)\n"));
}

#[test]
fn what_there_is_not_has_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("none.proof").to_str().unwrap().to_owned();
    let (code, out, _) = run(&["solve", BASE, "--no-rotation", "--proof", &proof]);
    assert_eq!(code, 10);
    assert!(out.starts_with("5x5 without rotation: found and checked;"), "{out}");
    assert!(out.contains("No 6x6 without rotation: by counting (potential)"), "{out}");
    let (code, out, _) = run(&["check", BASE, "--proof", &proof]);
    assert_eq!(code, 0);
    assert!(out.contains("so no square is larger than 5x5"), "{out}");
    let (code, out, _) =
        run(&["solve", BASE, "--square", "6", "--no-rotation", "--by", "sat", "--proof", &proof]);
    assert_eq!(code, 20);
    assert!(out.starts_with("6x6 without rotation: none exists. Its formula of "), "{out}");
    let (code, out, _) = run(&["check", BASE, "--proof", &proof]);
    assert!(code == 0 && out.contains("This trusts the encoding."), "{out}");
    let mut bytes = std::fs::read(&proof).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&proof, &bytes).unwrap();
    let (code, out, _) = run(&["check", BASE, "--proof", &proof]);
    assert_eq!((code, out.as_str()), (1, "not valid: the proof is damaged: its checksum does not match\n"));
    bytes[middle] ^= 1;
    std::fs::write(&proof, &bytes).unwrap();
    let text = std::fs::read_to_string(BASE).unwrap().replacen("city", "road", 1);
    let (code, out, _) = run(&["check", &file(folder.path(), "other.xml", &text), "--proof", &proof]);
    assert_eq!((code, out.as_str()), (1, "not valid: the proof was made for other tiles\n"));
    let (code, out, _) = run(&["solve", BASE, "--square", "9"]);
    assert_eq!(code, 20);
    assert!(out.contains("By counting (area): 81 cells, 72 tiles"), "{out}");
}

#[test]
fn every_method_answers_in_its_manner() {
    for method in ["portfolio", "search", "sat", "tail"] {
        let (code, out, _) = run(&["solve", BASE, "--rectangle", "6x5", "--border", "city", "--by", method]);
        assert_eq!(code, 10, "{method}: {out}");
        assert!(out.starts_with("6x5 with a border of city: found (verified); 30 of 72"), "{method}: {out}");
    }
    for method in ["accurate", "city-first", "blocks"] {
        let (code, out, _) = run(&["solve", BASE, "--by", method, "--node-limit", "2000", "--restarts"]);
        assert_eq!(code, 10, "{method}: {out}");
        assert!(out.contains(": found and checked; "), "{method}: {out}");
    }
    let (code, out, _) = run(&["solve", BASE, "--largest", "rectangle"]);
    assert!(code == 10 && out.contains("all 72 tiles are placed; there is no larger rectangle"), "{out}");
    let (code, out, _) = run(&["encode", BASE, "--rectangle", "2x2"]);
    assert!(code == 0 && out.starts_with("c Carcassonne Solitaire: 2x2 of 72 tiles\n"), "{out}");
    let (code, out, _) = run(&["solve", BASE, "--square", "8", "--by", "search", "--node-limit", "10"]);
    assert_eq!((code, out.as_str()), (0, "8x8: not found, and not ruled out (the method gave up)\n"));
    let same = |seed: &str| run(&["solve", BASE, "--seed", seed]).1;
    assert_eq!(same("3"), same("3"));
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let tile = r#"<tile left="city" right="field" top="field" bottom="city""#;
    let refused_file = |name: &str, content: &str, message: &str| {
        let path = file(folder.path(), name, content);
        for command in ["solve", "check", "show"] {
            refused(&[command, &path], &format!("{path}, {message}"));
        }
    };
    refused_file("text.xml", "not XML\n", "line 1: found 'not XML', expected XML: <tiles>");
    refused_file("empty.xml", "", "line 1: found an empty file");
    refused_file(
        "open.xml",
        &format!("<tiles>\n{tile}>\n"),
        "line 3: found the end of the file, expected </tile>",
    );
    refused_file(
        "open2.xml",
        &format!("<tiles>\n{tile}/>\n"),
        "line 3: found the end of the file, expected </tiles>",
    );
    refused_file("crossed.xml", &format!("<tiles>\n{tile}></tiles>"), "line 2: found broken XML");
    refused_file(
        "five.xml",
        &format!("<tiles>\n{tile} front=\"road\"/></tiles>"),
        "line 2: found attribute 'front', expected the four sides left, right, top and bottom",
    );
    refused_file("two.xml", &format!("<tiles>\n{tile} left=\"road\"/></tiles>"), "line 2: found broken XML");
    refused_file(
        "three.xml",
        "<tiles>\n\n<tile left=\"city\" top=\"road\" right=\"road\"/></tiles>",
        "line 3: found <tile> without 'bottom'",
    );
    refused_file(
        "sea.xml",
        "<tiles><tile left=\"sea\"/></tiles>",
        "line 1: found left='sea', expected field, city or road",
    );
    refused_file(
        "value.xml",
        "<tiles><tile left=\"0\"/></tiles>",
        "line 1: found left='0', expected field, city or road",
    );
    refused_file(
        "half.xml",
        &format!("<tiles>\n{tile} positionX=\"0\"/></tiles>"),
        "line 2: found <tile> without 'positionY'",
    );
    refused_file(
        "huge.xml",
        &format!("<tiles>\n{tile} positionX=\"0\" positionY=\"99999999999999999999\"/></tiles>"),
        "line 2: found positionY='99999999999999999999', expected a whole number",
    );
    refused_file("none.xml", "<tiles>\n</tiles>", "line 1: found no tile");
    refused_file("stray.xml", &format!("<tiles>\n{tile}/></tile></tiles>"), "line 2: found broken XML");
    let bytes = folder.path().join("bytes.xml");
    std::fs::write(&bytes, b"<tiles>\n\xff\xfe</tiles>").unwrap();
    refused(&["solve", bytes.to_str().unwrap()], "line 2: found bytes that are no UTF-8 text");
    refused(
        &["solve", "nowhere.xml"],
        "there is no file 'nowhere.xml': expected an XML file with tiles, or -",
    );
    refused(&["check", BASE], "found no tile with a position");
    refused(&["check", BASE, "--proof", BASE], "this is no proof about tiles");
    refused(&["solve", BASE, "--by", "accurate", "--rectangle", "3x4"], "knows only squares");
    refused(&["solve", BASE, "--restarts"], "--restarts is for --by accurate");
    refused(&["solve", BASE, "--backend", "nobody"], "unknown back-end 'nobody'");
    refused(&["encode", BASE, "--rectangle", "9x9"], "81 cells, expected at most the 72 tiles");
    // Far away is no fault; only a picture has its limits.
    let far = format!(
        "<tiles>{tile} positionX=\"-9223372036854775808\" positionY=\"9223372036854775807\"/>{tile} positionX=\"9223372036854775807\" positionY=\"-5\"/></tiles>"
    );
    let far = file(folder.path(), "far.xml", &far);
    let (code, out, _) = run(&["check", &far]);
    assert!(code == 0 && out.contains("largest full square: 1x1"), "{out}");
    refused(&["check", &far, "--show"], "expected at most 2000 of each for a picture");
    refused(&["show", &far], "expected at most 2000 of each for a picture");
    for bad in [
        ["--square", "0"],
        ["--rectangle", "3"],
        ["--rectangle", "0x4"],
        ["--border", "sea"],
        ["--by", "luck"],
    ] {
        let (code, _, err) = run(&["solve", BASE, bad[0], bad[1]]);
        assert!(code == 2 && err.contains(bad[1]), "{bad:?}: {err}");
    }
}

#[test]
fn a_study_fills_its_directory() {
    let folder = tempfile::tempdir().unwrap();
    let tiles = file(
        folder.path(),
        "tiles.xml",
        &format!(
            "<tiles>{}</tiles>",
            "<tile left=\"city\" right=\"road\" top=\"city\" bottom=\"field\"/>".repeat(5)
        ),
    );
    let out = folder.path().join("study");
    let name = out.to_str().unwrap();
    let (code, text, _) = run(&[
        "study",
        &tiles,
        "-o",
        name,
        "--sets",
        "1",
        "--time-limit",
        "0.02",
        "--sat-limit",
        "0",
        "--every-subset",
    ]);
    assert_eq!(code, 0);
    assert!(text.contains("| square | yes | "), "{text}");
    for file in [
        "facts.md",
        "trials.csv",
        "trials.md",
        "times-spare.svg",
        "times-exact.svg",
        "subsets.md",
        "square.xml",
    ] {
        assert!(out.join(file).exists(), "{file}");
    }
}
