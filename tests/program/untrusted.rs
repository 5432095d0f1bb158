//! Files from strangers: bombs, counts that lie, numbers without end, nesting, paths. Each is answered in a sentence,
//! with little memory: the program runs in an address space of 1 GiB here.
#![cfg(unix)]

use assert_cmd::Command;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use patsat_game::cards::{Deal, DeckSpec, Pile};
use patsat_game::rules::{Move, Place, Rules};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter, instance_digest};
use patsat_testkit::cli::{CommandOutput, one_sentence, output_of};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The program, with so little memory that no bomb goes off unseen.
fn run(args: &[&str]) -> CommandOutput {
    let mut command = Command::new("sh");
    command.env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
    command.args(["-c", "ulimit -v 1048576; exec \"$0\" \"$@\""]);
    output_of(command.arg(assert_cmd::cargo::cargo_bin("patsat")).args(args))
}

fn file(folder: &TempDir, name: &str, bytes: &[u8]) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    text(&path).to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The same bytes over and over.
fn repeated(mut into: impl Write, piece: &[u8], bytes: usize) {
    let block = piece.repeat((1 << 16) / piece.len());
    for _ in 0..bytes / block.len() {
        into.write_all(&block).unwrap();
    }
}

/// A magic line, what is behind it, and a checksum that is right.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let digest: [u8; 32] = Sha256::digest(&body).into();
    body.extend(digest);
    body
}

#[test]
fn what_is_unpacked_has_an_end() {
    let folder = TempDir::new().unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    repeated(&mut gzip, b"AC 2C ", 257 << 20);
    let bomb = file(&folder, "board.gz", &gzip.finish().unwrap());
    one_sentence(&["show"], run(&["show", &bomb]), "is longer than 256 MiB");
    // An xz file of 24 bytes that asks for a dictionary of 4 GiB.
    let dictionary =
        [253, 55, 122, 88, 90, 0, 0, 1, 105, 34, 222, 54, 2, 0, 33, 1, 40, 0, 0, 0, 230, 160, 17, 179];
    let bomb = file(&folder, "board.xz", &dictionary);
    one_sentence(&["show"], run(&["show", &bomb]), "is cut or not compressed by xz");
}

/// A game of two cards that can go to and fro without end.
fn to_and_fro() -> Instance {
    let rules = Rules {
        name: "two".into(),
        deck: DeckSpec::new(2, 1, 1),
        columns: 2,
        cells: 1,
        ..Rules::preset("freecell").unwrap()
    };
    let column: Vec<_> = ["AC", "2C"].iter().map(|card| card.parse().unwrap()).collect();
    let columns = vec![Pile::from(column), Pile::default()];
    Instance::new(rules, Deal { columns, ..Deal::default() }).unwrap()
}

#[test]
fn a_tree_without_end_and_a_count_that_lies_prove_nothing() {
    let folder = TempDir::new().unwrap();
    let game = to_and_fro();
    let board = patsat_formats::write_instance(&game, patsat_formats::Format::Json).unwrap();
    let board = file(&folder, "two.json", board.as_bytes());
    // The card goes to and fro between the cell and an empty column, each time a position further down.
    let mut writer = ClosedSetWriter::new(&game, Claim::Lost);
    let (cell, column) = (Place::Cell(0), Place::Column(1));
    writer.down(Move::one(Place::Column(0), cell)).unwrap();
    for _ in 0..300_000 {
        writer.down(Move::one(cell, column)).unwrap();
        writer.down(Move::one(column, cell)).unwrap();
    }
    let bomb = writer.finish().unwrap();
    assert!(bomb.len() < 20_000, "{}", bomb.len());
    let bomb = file(&folder, "deep", &bomb);
    let (code, out, err) = run(&["verify", &board, &bomb, "--memory-limit", "200"]);
    let message =
        "undecided: its positions need more than 200 MiB of memory, expected a larger --memory-limit\n";
    assert_eq!((code, out.as_str(), err.as_str()), (5, message, ""));
    // A file of one position that says it has more than there are atoms.
    let mut lie = [b"patsat closed-set 1\n", &instance_digest(&game).unwrap()[..]].concat();
    lie.extend((1u64 << 60).to_le_bytes());
    lie.extend(DeflateEncoder::new(Vec::new(), Compression::fast()).finish().unwrap());
    let lie = file(&folder, "lie", &sealed(lie));
    let (code, out, _) = run(&["verify", &board, &lie]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("claims 1152921504606846976 positions but has 1"), "{out}");
}

#[test]
fn a_proof_without_end_proves_nothing() {
    let folder = TempDir::new().unwrap();
    let proof = text(&folder.path().join("proof")).to_owned();
    let game = ["ms:1", "--ranks", "2"];
    let options = ["--by", "sat", "--encoding", "sequential", "--horizon", "2", "--proof", &proof, "-q"];
    let (code, out, err) = run(&[&["solve"], &game[..], &options].concat());
    assert_eq!(code, 21, "{out}{err}");
    let honest = std::fs::read(&proof).unwrap();
    let mut lines = honest.splitn(3, |&byte| byte == b'\n');
    let mut head = [lines.next().unwrap(), b"\n", lines.next().unwrap(), b"\n"].concat();
    let undecided =
        |out: &str| out.starts_with("undecided: step 1 of the proof needs more than 64 MiB of memory");
    // One clause of literals, or of hints, without end.
    for begin in [&b"a\x80\x80\x01"[..], b"a\x80\x80\x01\x02\0"] {
        let mut packed = DeflateEncoder::new(head.clone(), Compression::fast());
        packed.write_all(begin).unwrap();
        repeated(&mut packed, &[2], 64 << 20);
        let bomb = sealed(packed.finish().unwrap());
        assert!(bomb.len() < 1 << 20, "{}", bomb.len());
        let bomb = file(&folder, "bomb", &bomb);
        let (code, out, err) = run(&[&["verify"], &game[..], &[&bomb, "--memory-limit", "64"]].concat());
        assert!(code == 5 && undecided(&out), "{code} {out}{err}");
    }
    // A line of text without end.
    let line = [b"99999 ", "1 ".repeat(20 << 20).as_bytes()].concat();
    let line = file(&folder, "line.lrat", &line);
    let formula = ["--encoding", "sequential", "--horizon", "2", "--memory-limit", "64"];
    let (code, out, err) = run(&[&["verify"], &game[..], &[&line[..]], &formula].concat());
    assert!(code == 5 && undecided(&out), "{code} {out}{err}");
    // A bound without end asks for a formula without end.
    let header = String::from_utf8_lossy(&head).replace("\"bound\":2,", "\"bound\":4294967295,");
    head = header.into_bytes();
    let bomb = file(&folder, "bound", &sealed(head));
    let (code, out, err) = run(&[&["verify"], &game[..], &[&bomb, "--memory-limit", "64"]].concat());
    assert!(
        code == 5
            && out.starts_with("undecided: ")
            && out.contains("formula cannot be built")
            && out.contains("64 MiB"),
        "{code} {out}{err}"
    );
}

#[test]
fn numbers_without_end_and_nesting_are_refused() {
    let folder = TempDir::new().unwrap();
    let rules = run(&["games", "freecell"]).1;
    let changed = |from: &str, to: &str| {
        assert!(rules.contains(from), "{from} in {rules}");
        rules.replacen(from, to, 1).into_bytes()
    };
    for (args, content, message) in [
        (&["games", "--rules", "FILE"][..], changed("\"ranks\": 13", "\"ranks\": 4294967295"), "too large"),
        (&["games", "--rules", "FILE"], changed("\"ranks\": 13", "\"ranks\": 99999999999999999999"), "line "),
        (&["games", "--rules", "FILE"], changed("\"columns\": 8", "\"columns\": 4294967295"), "line "),
        (&["show", "FILE"], b"{\"rules\":".iter().copied().chain(b"[".repeat(1 << 20)).collect(), "line 1"),
        (&["show", "FILE"], b"(define ".iter().copied().chain(b"(".repeat(1 << 20)).collect(), "line 1"),
        (&["show", "FILE"], "<a>".repeat(1 << 18).into_bytes(), "line 1"),
        (&["reduce", "FILE", "--to", "freecell"], b"p cnf 4294967296 1\n1 0\n".to_vec(), "line 1"),
        (&["bench", "FILE", "-o", "r"], [&b"a = "[..], &b"[".repeat(1 << 20)].concat(), "line 1"),
    ] {
        let path = file(&folder, "input", &content);
        let args: Vec<&str> = args.iter().map(|&arg| if arg == "FILE" { &path[..] } else { arg }).collect();
        one_sentence(&args, run(&args), message);
    }
}

#[test]
fn what_a_file_counts_is_not_made_before_it_is_counted() {
    let folder = TempDir::new().unwrap();
    // A shard of a survey with 2^64 - 1 shards, too many to list.
    let survey = text(&folder.path().join("s.jsonl")).to_owned();
    let (code, _, err) = run(&["survey", "ms:1..2", "--shard", "0/1", "-o", &survey, "-q"]);
    assert_eq!(code, 0, "{err}");
    let lie = std::fs::read_to_string(&survey).unwrap();
    assert!(lie.contains("\"shard\":\"0/1\""), "{lie}");
    let lie = lie.replace("\"shard\":\"0/1\"", "\"shard\":\"0/18446744073709551615\"");
    let lie = file(&folder, "lie.jsonl", lie.as_bytes());
    let out = text(&folder.path().join("all.jsonl")).to_owned();
    one_sentence(&["merge"], run(&["merge", &lie, "-o", &out]), "shards are missing: 1/18446744073709551615");
    // A matrix of ten options with ten values each, and deals by the billion.
    let keys =
        (0..10).map(|n| format!("k{n} = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")).collect::<Vec<_>>().join(", ");
    for group in [
        format!("instances = [\"ms:1\"]\noptions = {{ {keys} }}"),
        format!("instances = [{}]", vec!["\"ms:1..1000000\""; 200].join(", ")),
        "instances = [\"ms:1..1000000\"]\nrepeat = 4294967295".to_owned(),
    ] {
        let campaign = format!(
            "title = \"t\"\nlimits = {{ cpu_s = 1 }}\n[[group]]\nname = \"g\"\n{group}\napproaches = [\"auto\"]\n"
        );
        let campaign = file(&folder, "c.toml", campaign.as_bytes());
        let results = text(&folder.path().join("r")).to_owned();
        let result = run(&["bench", &campaign, "--trust", "-o", &results]);
        one_sentence(&["bench", &group], result, "over 1000000 runs: expected fewer");
    }
}
