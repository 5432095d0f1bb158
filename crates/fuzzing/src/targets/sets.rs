//! Closed sets and bounded ones, in small games whose answers are known.
//!
//! A file has a checksum and the digest of its game, so a changed file is rejected before its tree is read. Inputs are
//! therefore the unpacked content, and the target builds the file from it. Whole files are another target.

use super::chosen;
use crate::Target;
use crate::games::{SolvedGame, game, games};
use crate::messages::sentence;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use patsat_base::Limits;
use patsat_game::rules::Cost;
use patsat_game::state::closed_set::{Claim, ClosedSetWriter, instance_digest};
use patsat_game::state::{Instance, Table};
use patsat_game::verify::{check_closed_set, check_none_shorter};
use patsat_search::{Budget, certify, certify_shortest};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{Read, Write};

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "closed-set",
        about: "trees of closed and bounded sets under a right checksum: nothing winnable is lost, no bound is above the shortest",
        run: tree,
        seeds: trees,
        words: &[],
    },
    Target {
        name: "closed-set-file",
        about: "whole files of closed and bounded sets",
        run: whole,
        seeds: files,
        words: &["patsat closed-set 1\n", "patsat bounded-set 1\n"],
    },
];

const COSTS: [Cost; 3] = [Cost::M1, Cost::M2, Cost::M3];
/// Bytes before the tree: the game, the claim, the bound, the count.
const HEAD: usize = 1 + 1 + 4 + 8;
/// The most bytes of an unpacked tree.
const MOST_TREE: u64 = 1 << 16;

fn look(known: &SolvedGame, file: &[u8]) {
    match check_closed_set(&known.instance, file) {
        Err(fault) => sentence(fault),
        Ok(_) => assert!(!known.winnable, "a closed set is accepted of a game that can be won"),
    }
    match check_none_shorter(&known.instance, file) {
        Err(fault) => sentence(fault),
        Ok(shown) => {
            let least = known.cheapest(shown.cost);
            assert!(
                least.is_none_or(|least| shown.least <= least),
                "no plan has fewer than {}, but one has {least:?}",
                shown.least
            );
        }
    }
}

fn tree(bytes: &[u8]) {
    let mut padded;
    let bytes = if bytes.len() < HEAD {
        padded = bytes.to_vec();
        padded.resize(HEAD, 0);
        &padded[..]
    } else {
        bytes
    };
    let known = game(bytes[0]);
    let claim = bytes[1] % 4;
    let magic: &[u8] = if claim == 0 { b"patsat closed-set 1\n" } else { b"patsat bounded-set 1\n" };
    let mut file = [magic, &instance_digest(&known.instance).unwrap()].concat();
    if claim > 0 {
        file.push(claim);
        file.extend(&bytes[2..6]);
    }
    file.extend(&bytes[6..HEAD]);
    let mut deflate = DeflateEncoder::new(file, Compression::none());
    deflate.write_all(&bytes[HEAD..]).expect("memory takes everything");
    let mut file = deflate.finish().expect("memory takes everything");
    let digest: [u8; 32] = Sha256::digest(&file).into();
    file.extend(digest);
    look(known, &file);
}

fn whole(bytes: &[u8]) {
    let (byte, file) = chosen(bytes);
    look(game(byte), file);
}

/// Returns all reachable positions as a set with this claim, true or not.
fn everything(instance: &Instance, claim: Claim) -> Option<Vec<u8>> {
    fn down(table: &Table, seen: &mut HashSet<Vec<u8>>, into: &mut ClosedSetWriter) -> std::io::Result<()> {
        for action in table.moves() {
            let mut after = table.clone();
            after.apply(action).expect("a move of the table is legal");
            if seen.insert(after.key().as_bytes().to_vec()) {
                into.down(action)?;
                down(&after, seen, into)?;
                into.up()?;
            }
        }
        Ok(())
    }
    let mut writer = ClosedSetWriter::new(instance, claim);
    let table = instance.table();
    let mut seen = HashSet::from([table.key().as_bytes().to_vec()]);
    down(&table, &mut seen, &mut writer).ok()?;
    writer.finish().ok()
}

/// Returns the valid sets of each game, and some invalid ones.
fn all() -> Vec<(u8, Vec<u8>)> {
    let mut all = Vec::new();
    for (number, known) in games().iter().enumerate() {
        let mut add = |file: Option<Vec<u8>>| all.extend(file.map(|file| (number as u8, file)));
        let mut budget = Budget::new(Limits::default());
        let instance = &known.instance;
        add(certify(instance, &mut budget).ok());
        add(everything(instance, Claim::Lost));
        for cost in COSTS {
            let least = known.cheapest(cost).unwrap_or(3);
            add(certify_shortest(instance, cost, least, &mut budget).ok());
            add(everything(instance, Claim::NoneShorter { cost, least: least + 1 }));
        }
    }
    all
}

fn files() -> Vec<Vec<u8>> {
    all().into_iter().map(|(number, file)| [&[number], &file[..]].concat()).collect()
}

fn trees() -> Vec<Vec<u8>> {
    let inside = |(number, file): (u8, Vec<u8>)| {
        let line = file.iter().position(|&byte| byte == b'\n')? + 1;
        let bounded = file.starts_with(b"patsat bounded");
        let rest = &file[line + 32..file.len() - 32];
        let mut input = vec![number];
        let rest = if bounded {
            input.extend(&rest[..5]);
            &rest[5..]
        } else {
            input.extend([0; 5]);
            rest
        };
        input.extend(&rest[..8]);
        DeflateDecoder::new(&rest[8..]).take(MOST_TREE).read_to_end(&mut input).ok()?;
        Some(input)
    };
    all().into_iter().filter_map(inside).collect()
}
