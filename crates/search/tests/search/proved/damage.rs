//! Damaged boards, plans and closed sets: the checker in OCaml accepts nothing that the checker in Rust refuses.

use super::boards::{damaged, differs_on_purpose, options, position, spelled};
use patsat_base::Limits;
use patsat_formats::{Format, read_instance, read_plan_as, write_plan};
use patsat_game::rules::{Move, Place};
use patsat_game::state::Instance;
use patsat_game::state::closed_set::{Claim, ClosedSetFile, ClosedSetWriter, Token};
use patsat_game::verify::{check_closed_set, replay};
use patsat_search::{Budget, SearchEnd, SearchOptions, certify, strategy};
use patsat_testkit::{Dice, proved};
use std::path::{Path, PathBuf};

/// A folder with a board and a certificate, and the program that checks them.
struct Files {
    program: PathBuf,
    board: PathBuf,
    certificate: PathBuf,
    _folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Option<Files> {
        let folder = tempfile::tempdir().unwrap();
        let [board, certificate] = ["board", "certificate"].map(|name| folder.path().join(name));
        Some(Files { program: proved::program()?, board, certificate, _folder: folder })
    }

    /// Whether the checker in OCaml accepts a certificate of this kind for a board.
    fn accepts(&self, kind: &str, game: &Instance, board: &str, certificate: &[u8]) -> bool {
        std::fs::write(&self.board, board).unwrap();
        std::fs::write(&self.certificate, certificate).unwrap();
        let [board, certificate] = [&self.board, &self.certificate].map(|path: &PathBuf| as_text(path));
        let options = options(game).1;
        let args = [&[kind, board, certificate], &options.each_ref().map(String::as_str)[..]].concat();
        let (code, out) = proved::run(&self.program, &args);
        let word = ["valid: ", "not valid: ", "error: "].get(code as usize).copied();
        assert!(word.is_some_and(|word| out.starts_with(word)), "exit code {code}: {out}");
        assert_eq!(out.lines().count(), 1, "{out}");
        code == 0
    }
}

fn as_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The board as it is, or damaged.
fn perhaps_damaged(dice: &mut Dice, board: &str) -> String {
    let other = if dice.below(2) == 0 { damaged(dice, board) } else { board.to_owned() };
    if differs_on_purpose(&other) { board.to_owned() } else { other }
}

fn read(game: &Instance, board: &str) -> Option<Instance> {
    read_instance(board.as_bytes(), Some(Format::FcSolve), &options(game).0).ok()
}

/// A closed set of these moves, bound to this instance.
fn bound(instance: &Instance, tokens: &[Token]) -> Vec<u8> {
    let mut writer = ClosedSetWriter::new(instance, Claim::Lost);
    for token in tokens {
        // A tree that the writer refuses ends there.
        let written = match *token {
            Token::Down(action) => writer.down(action).is_ok(),
            Token::Up => writer.up().is_ok(),
        };
        if !written {
            break;
        }
    }
    writer.finish().unwrap()
}

fn changed(dice: &mut Dice, tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    let (at, other) = (dice.below(tokens.len()), dice.below(tokens.len()));
    match dice.below(5) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(other, tokens[at]),
        2 => tokens.swap(at, other),
        3 => tokens.truncate(at),
        _ => tokens[at] = Token::Down(Move::one(Place::Column(0), Place::Foundation(dice.below(5) as u16))),
    }
    tokens
}

#[test]
fn no_closed_set_is_accepted_that_the_rust_checker_refuses() {
    let Some(files) = Files::new() else { return };
    let (mut accepted, mut refused, mut lost) = (0, 0, 0);
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let game = position(&mut dice, 4, 3, 1);
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let Ok(file) = certify(&game, &mut Budget::new(limits)) else { continue };
        lost += 1;
        let board = spelled(&mut dice, &game);
        assert!(files.accepts("closed-set", &game, &board, &file), "{seed}\n{board}");
        let tokens: Vec<Token> =
            ClosedSetFile::open(&file, &game).unwrap().tokens().map(Result::unwrap).collect();
        for _ in 0..4 {
            let board = perhaps_damaged(&mut dice, &board);
            let other = read(&game, &board);
            let file = match (&other, dice.below(3)) {
                (Some(other), 0 | 1) if !tokens.is_empty() && dice.below(2) == 0 => {
                    bound(other, &changed(&mut dice, &tokens))
                }
                (Some(other), 0 | 1) => bound(other, &tokens),
                _ => {
                    let mut bytes = file.clone();
                    let at = dice.below(bytes.len());
                    bytes[at] ^= 1 << dice.below(8);
                    bytes
                }
            };
            let right = other.is_some_and(|other| check_closed_set(&other, &file).is_ok());
            let theirs = files.accepts("closed-set", &game, &board, &file);
            assert_eq!(theirs, right, "{seed}\n{board}");
            *(if theirs { &mut accepted } else { &mut refused }) += 1;
        }
    }
    println!("{lost} lost games; of damaged files {accepted} accepted, {refused} refused");
    assert!(lost > 20 && accepted > 5 && refused > 40);
}

#[test]
fn no_plan_is_accepted_that_the_rust_checker_refuses() {
    let Some(files) = Files::new() else { return };
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..120 {
        let mut dice = Dice::new(seed);
        let game = position(&mut dice, 5, 9, 5);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let report =
            (strategy("auto").unwrap().run)(&game, &SearchOptions::default(), &mut Budget::new(limits));
        let SearchEnd::Solved(plan) = report.end else { continue };
        let board = spelled(&mut dice, &game);
        let plan = write_plan(&game, &plan, Format::PlanJson).unwrap();
        // On one line, as programs write JSON.
        let plan = if dice.below(2) == 0 { plan.replace('\n', " ") } else { plan };
        assert!(files.accepts("plan", &game, &board, plan.as_bytes()), "{seed}\n{board}\n{plan}");
        for _ in 0..4 {
            let board = perhaps_damaged(&mut dice, &board);
            let plan = if dice.below(3) > 0 { damaged(&mut dice, &plan) } else { plan.clone() };
            let right = read(&game, &board).is_some_and(|other| {
                read_plan_as(plan.as_bytes(), Some(Format::PlanJson), &other)
                    .is_ok_and(|plan| replay(&other, plan).is_ok())
            });
            let theirs = files.accepts("plan", &game, &board, plan.as_bytes());
            assert_eq!(theirs, right, "{seed}\n{board}\n{plan}");
            *(if theirs { &mut accepted } else { &mut refused }) += 1;
        }
    }
    println!("of damaged plans and boards {accepted} accepted, {refused} refused");
    assert!(accepted > 10 && refused > 100);
}
