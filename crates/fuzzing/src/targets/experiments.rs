//! Files of surveys, campaigns, packs of deals and cubes, and the unpacking of compressed files.

use super::{beginning, file};
use crate::Target;
use crate::games::games;
use crate::messages::sentence;
use flate2::Compression;
use flate2::write::GzEncoder;
use patsat_console::input::unpacked;
use patsat_cubes as cubes;
use patsat_cubes::{Part, PartHeader, Split};
use patsat_experiments::campaign::{Campaign, KnownNames, Results, benchexec};
use patsat_experiments::pack;
use patsat_experiments::survey::{Header, Line, Log, merge};
use patsat_formats::{Format, write_plan};
use patsat_game::rules::{Cost, Rules};
use patsat_game::state::Instance;
use patsat_planning::formula::FormulaRequest;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const TOML: &[&str] = &[
    "title",
    "=",
    "limits",
    "cpu_s",
    "memory_mib",
    "[[approach]]\n",
    "[[group]]\n",
    "name",
    "args",
    "command",
    "\"minisat {dimacs} {out}\"",
    "matrix",
    "instances",
    "options",
    "approaches",
    "pairs",
    "repeat",
    "make",
    "made",
    "check",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"ms:1..20\"",
    "\"sat *\"",
    "\n",
    "inf",
    "nan",
    "[\"a\", \"b\", \"c\"]",
    "horizon",
    "answer",
];
const LINES: &[&str] = &[
    "{\"type\":\"begin\",\"data\":",
    "{\"type\":\"result\",\"data\":",
    "{\"type\":\"end\",\"data\":",
    "{\"type\":\"cube\",\"data\":",
    "}\n",
    "null",
    "\"shard\":\"0/2\"",
    "\"range\":\"ms:1..9\"",
    "\"deal\":\"ms:1\"",
    "1e999",
    "-1",
    "{",
    "}",
    ",",
    "\n",
];
const XML: &[&str] = &[
    "<result",
    "<run",
    "<column",
    "title=\"cputime\"",
    "value=\"1.5s\"",
    "/>",
    "</run>",
    "</result>",
    "name=\"x\"",
    "&#0;",
    "<![CDATA[",
];

pub(super) const TARGETS: &[Target] = &[
    Target {
        name: "campaign",
        about: "a campaign in TOML, and the matrix that it says",
        run: campaign,
        seeds: campaigns,
        words: TOML,
    },
    Target {
        name: "campaign-results",
        about: "the results of a campaign, JSON Lines",
        run: results,
        seeds: all_results,
        words: LINES,
    },
    Target {
        name: "benchexec",
        about: "the results that BenchExec writes, XML",
        run: bench_exec,
        seeds: bench_execs,
        words: XML,
    },
    Target {
        name: "survey",
        about: "the file of a survey, gone on with, and merged",
        run: survey,
        seeds: surveys,
        words: LINES,
    },
    Target {
        name: "pack",
        about: "a pack of rated deals, each plan replayed",
        run: a_pack,
        seeds: packs,
        words: LINES,
    },
    Target {
        name: "cubes",
        about: "the list of the cubes of a formula, and its formula built anew",
        run: cube_list,
        seeds: cube_lists,
        words: &[
            "c patsat cubes 1\n",
            "c ",
            "a ",
            "1",
            "-2",
            "0",
            "\n",
            "\"bound\"",
            "\"cubes\":3",
            "\"variables\"",
            "\"encoding\":\"exists\"",
            "\"options\"",
        ],
    },
    Target {
        name: "cubes-part",
        about: "the answers of a task that conquers cubes",
        run: part,
        seeds: parts,
        words: LINES,
    },
    Target {
        name: "compressed",
        about: "files compressed by gzip, xz and bzip2",
        run: compressed,
        seeds: squeezed,
        words: &[],
    },
];

fn campaign(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    static KNOWN: OnceLock<KnownNames> = OnceLock::new();
    let known = KNOWN.get_or_init(|| KnownNames {
        strategies: vec!["auto".into(), "a-star".into()],
        encodings: vec!["exists".into(), "exists-loose".into()],
        smt_encodings: vec!["relational".into()],
    });
    match Campaign::read("fuzz", text, known) {
        Err(error) => sentence(error),
        Ok(campaign) => campaign.jobs().map_or_else(sentence, drop),
    }
}

fn results(bytes: &[u8]) {
    let path = Path::new("results.jsonl");
    match Results::parse(path, bytes) {
        Err(error) => sentence(error),
        Ok(Some(results)) => {
            if let Some(damage) = results.damage(path) {
                sentence(damage);
            }
            let runs = patsat_experiments::campaign::contradictions(&results.runs);
            drop(runs);
        }
        Ok(None) => {}
    }
}

fn bench_exec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    benchexec::read(&[("a.xml".to_owned(), text.to_owned())]).map_or_else(sentence, drop);
}

/// Writes a file of these bytes, in memory if the machine has a folder for that.
fn laid_down(name: &str, bytes: &[u8]) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = {
            let memory = Path::new("/dev/shm");
            let within = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
            tempfile::tempdir_in(within).expect("a folder for files")
        };
    }
    let path = FOLDER.with(|folder| folder.path().join(name));
    std::fs::write(&path, bytes).expect("a file is written");
    path
}

fn survey(bytes: &[u8]) {
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let path = laid_down("survey.jsonl", bytes);
    // The survey is resumed with the header of the input, if it has one.
    let own: Option<Header> = match serde_json::from_slice(first) {
        Ok(Line::Begin(header)) => Some(header),
        _ => None,
    };
    if let Some((header, range)) = own.and_then(|header| Some((header.clone(), header.range.parse().ok()?))) {
        Log::resume(&path, &header).map_or_else(sentence, |log| {
            assert!(log.missing(&range).iter().all(|(first, last)| first <= last));
        });
        std::fs::write(&path, bytes).expect("a file is written");
    }
    let out = path.with_file_name("merged.jsonl");
    for blocks in [None, NonZeroU64::new(2)] {
        merge(std::slice::from_ref(&path), &out, blocks, true).map_or_else(sentence, drop);
    }
}

fn a_pack(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    pack::read(Path::new("deals.pack"), text).map_or_else(sentence, drop);
}

/// A small formula in cubes, in a folder of its own, and the formula's own list.
fn split() -> &'static (Split, Vec<u8>) {
    static SPLIT: OnceLock<(Split, Vec<u8>)> = OnceLock::new();
    SPLIT.get_or_init(|| {
        // A split is built from memory after it is read, so the folder may be deleted.
        let folder = tempfile::tempdir().expect("a folder");
        let encoding = patsat_encodings::schemes::encoding("sequential").expect("it is one of ours");
        let write = |known: &crate::games::SolvedGame| {
            let horizon = known.cheapest(Cost::M1)?.checked_sub(1)?;
            let into = folder.path().join("cubes");
            cubes::write(&known.instance, "a game", FormulaRequest::new(encoding, horizon), 4, &into).ok()?;
            Split::open(&into).ok()
        };
        let split = games().iter().find_map(write).expect("one of the games can be split");
        let list = std::fs::read(split.folder.join("cubes.txt")).expect("its list of cubes");
        (split, list)
    })
}

fn cube_list(bytes: &[u8]) {
    let (own, _) = split();
    let path = laid_down("cubes.txt", bytes);
    let folder = path.parent().expect("a file has a folder");
    match Split::open_for(folder, &own.instance) {
        Err(error) => sentence(error),
        Ok(split) => {
            split.header.within().map_or_else(sentence, drop);
            match split.build(16) {
                Err(error) => sentence(error),
                Ok(bounded) => cubes::check(&split, &bounded, 1, 16)
                    .map_or_else(sentence, |_| panic!("cubes without proofs")),
            }
        }
    }
}

fn part(bytes: &[u8]) {
    let (own, _) = split();
    let header = PartHeader::of(own, None);
    let path = laid_down("part.jsonl", bytes);
    Part::open(&path, &header, own.cubes.len(), true).map_or_else(sentence, drop);
}

fn compressed(bytes: &[u8]) {
    unpacked(bytes.to_vec()).map_or_else(sentence, drop);
}

fn campaigns() -> Vec<Vec<u8>> {
    let names = ["quick", "freecell", "planning", "reductions", "tiles", "thesis"];
    names.map(|name| file(&format!("crates/experiments/campaigns/{name}.toml"))).into()
}

fn all_results() -> Vec<Vec<u8>> {
    let lines = [
        r#"{"type":"begin","data":{"schema":1,"campaign":"quick","title":"Quick","digest":"0011223344556677","runs":2,"version":"0.2.0","date":"2026-11-24","machine":{"cpu":"c","cores":2,"memory_mib":4096,"system":"Linux"},"programs":{"minisat":"2.2"},"approaches":[{"name":"auto","command":"patsat solve {instance}"},{"name":"minisat","command":"minisat {dimacs}"}],"groups":[{"name":"ranks","limits":{"cpu_s":5.0,"wall_s":11.0,"memory_mib":4096},"pairs":[["auto","minisat"]]}]}}"#,
        r#"{"type":"run","data":{"n":0,"group":"ranks","instance":"ms:1 ranks=4","values":{"ranks":"4"},"approach":"auto","repeat":1,"status":"ok","outcome":"solved","decided":true,"cpu_s":0.01,"wall_s":0.02,"peak_kib":9000,"exit_code":10,"m1":20,"m2":18,"m3":4,"checked":"plan","check_ms":0.1}}"#,
        r#"{"type":"run","data":{"n":1,"group":"ranks","instance":"ms:1 ranks=4","values":{"ranks":"4"},"approach":"minisat","repeat":1,"status":"time","outcome":"unknown","decided":false,"cpu_s":5.01,"wall_s":5.2,"peak_kib":90000,"signal":9,"encoding":"exists","horizon":20,"variables":100,"clauses":1000,"note":"it took too long"}}"#,
        r#"{"type":"end","data":{"runs":2,"decided":1,"wrong":0}}"#,
    ];
    let all: Vec<u8> = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
    let cut = all[..all.len() * 2 / 3].to_vec();
    vec![all, cut]
}

fn bench_execs() -> Vec<Vec<u8>> {
    vec![
        br#"<?xml version="1.0"?>
<result benchmarkname="quick-ranks" name="auto.ranks" tool="patsat" toolname="patsat" version="0.2" cpuCores="1" memlimit="2000000000B" timelimit="5s">
  <columns><column title="status"/></columns>
  <systeminfo hostname="h"><os name="Linux"/><cpu cores="2" model="m" frequency="2GHz"/><ram size="8GB"/></systeminfo>
  <run name="ms-1.yml" files="[ms-1]">
    <column title="category" value="correct"/>
    <column title="status" value="true"/>
    <column title="cputime" value="0.5s"/>
    <column title="walltime" value="0.6s"/>
    <column title="memory" value="12345678B"/>
    <column title="exitcode" value="10"/>
  </run>
</result>
"#
        .to_vec(),
    ]
}

fn surveys() -> Vec<Vec<u8>> {
    let names = ["kpat-spider1-1..20000", "solvitaire-forty-thieves-1..400"];
    let mut all: Vec<Vec<u8>> =
        names.map(|name| beginning(&format!("instances/surveys/{name}.jsonl"), 5)).into();
    // The same surveys as shards.
    for one in all.clone() {
        let text = String::from_utf8_lossy(&one).replacen("\"rules\":", "\"shard\":\"0/1\",\"rules\":", 1);
        all.push(text.into_bytes());
    }
    // One with a block.
    let begin = beginning("instances/surveys/kpat-spider1-1..20000.jsonl", 1);
    let begin = String::from_utf8_lossy(&begin).replacen("\"rules\":", "\"blocks\":2,\"rules\":", 1);
    let block = r#"{"type":"block","data":{"first":"kpat:spider1:1","last":"kpat:spider1:2","sha256":"00","tally":{"solved":2,"unwinnable":0,"unknown":0,"m1":{"90":2},"m2":{"80":2},"m3":{"70":2},"states":9,"most_states":[5,"kpat:spider1:1"],"time_ms":1.0,"most_time_ms":[0.7,"kpat:spider1:1"]}}}"#;
    all.push(format!("{begin}{block}\n").into_bytes());
    all
}

fn packs() -> Vec<Vec<u8>> {
    use patsat_planning::{Method, Request, SearchMethod};
    let game = Rules::preset("freecell").expect("a game with a name");
    let recipe = pack::Recipe {
        schema: pack::SCHEMA,
        first: "ms:617".into(),
        rules: game.clone(),
        count: 2,
        level: [1, 10],
        games: 5,
        seed: 0,
        node_limit: 1000,
    };
    let entry = |deal: &str| {
        let instance = Instance::from_id(game.clone(), deal.parse().ok()?).ok()?;
        let answer = Request::new(&instance, Method::Search(SearchMethod::default())).run().ok()?;
        let plan = write_plan(&instance, answer.plan()?, Format::Standard).ok()?;
        Some(pack::Entry { deal: deal.into(), level: 3, score: 1.5, m2: 90, hint: "1a".into(), plan })
    };
    let results = ["ms:617", "ms:1"].into_iter().filter_map(entry).map(pack::Line::Result);
    let lines =
        [pack::Line::Begin(recipe)].into_iter().chain(results).chain([pack::Line::End { looked_at: 2 }]);
    let text = lines.filter_map(|line| serde_json::to_string(&line).ok()).map(|line| line + "\n");
    vec![text.collect::<String>().into_bytes()]
}

fn cube_lists() -> Vec<Vec<u8>> {
    vec![split().1.clone()]
}

fn parts() -> Vec<Vec<u8>> {
    let (own, _) = split();
    // One that has begun, and what it would write of cubes.
    let path = laid_down("begun.jsonl", b"");
    drop(Part::open(&path, &PartHeader::of(own, None), own.cubes.len(), true));
    let begin = std::fs::read(&path).unwrap_or_default();
    let cube = |n: usize, verdict: &str| {
        format!(
            "{{\"type\":\"cube\",\"data\":{{\"cube\":{n},\"verdict\":\"{verdict}\",\"backend\":\"varisat\",\"conflicts\":3,\"solve_ms\":1.5,\"check_ms\":0.1}}}}\n"
        )
    };
    let all = [
        begin.clone(),
        cube(1, "refuted").into_bytes(),
        cube(2, "open").into_bytes(),
        cube(2, "plan").into_bytes(),
    ]
    .concat();
    vec![begin, all]
}

fn squeezed() -> Vec<Vec<u8>> {
    let text = file("instances/boards/ms-1.txt");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&text).expect("memory takes everything");
    vec![
        gzip.finish().expect("memory takes everything"),
        include_bytes!("board.xz").to_vec(),
        include_bytes!("board.bz2").to_vec(),
        text,
    ]
}
