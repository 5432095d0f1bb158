//! Games of every rule that a file can express: why they are lost, and the checkers' verdicts on patterns.
//!
//! Positions are those that the table reaches, with every card an object. They are converted to spots only to match
//! them with a pattern.

use patsat_analysis::why::{FIRST, WhyRequest, why};
use patsat_base::{Limit, Limits};
use patsat_formats::{Format, Hints, read_instance, write_instance};
use patsat_game::cards::{Card, Deal, DeckSpec, Pile};
use patsat_game::rules::{Features, Layout, Rules};
use patsat_game::state::Instance;
use patsat_game::state::patterns::{Fact, Pattern, Patterns, Spot, TrackedTable, read, write};
use patsat_game::verify::{Backtracking, PatternFault, check_patterns, check_patterns_by};
use patsat_patterns::ClosureError;
use patsat_planning::closure::{ClosureProof, ClosureProofError};
use patsat_planning::{Basis, Method, Monitor, Outcome, Request};
use patsat_search::{Budget, SearchEnd, SearchOptions, strategies};
use patsat_solvers::{BackendOptions, Control, DEFAULT, backend};
use patsat_testkit::Dice;
use patsat_testkit::any_game::{any_game, reached};
use std::collections::BTreeMap;

/// Games with more positions are left out.
const MOST: usize = 3_000;

/// A node limit that decides very few games.
const FEW: u64 = 3;

/// The first position that matches no pattern, or is won.
fn outside<'a>(positions: &'a [TrackedTable], patterns: &Patterns) -> Option<&'a TrackedTable> {
    let out = |p: &&TrackedTable| p.table().is_won() || patterns.matched(&p.spots()).is_none();
    positions.iter().find(out)
}

fn plain(instance: &Instance, patterns: &Patterns) -> Result<(), PatternFault> {
    check_patterns_by(instance, patterns, Backtracking::Plain).map(|_| ())
}

fn strict(instance: &Instance, patterns: &Patterns) -> Result<ClosureProof, ClosureProofError> {
    let (solver, options) = (backend(DEFAULT).unwrap(), BackendOptions::default());
    ClosureProof::make(instance, patterns, &solver, &options, Control::default())
}

/// Statistics of lost games, and the faults found.
#[derive(Default, Debug)]
struct LossCounts {
    games: u32,
    proved: u32,
    /// Why others have no patterns.
    without: BTreeMap<String, u32>,
    /// Sets that are closed, and that are not.
    sets: [u32; 2],
    faults: Vec<String>,
}

impl LossCounts {
    /// Checks random games until `most` lost ones have been checked.
    fn lost_games(seed: u64, most: u32) -> LossCounts {
        let (mut dice, mut seen) = (Dice::new(seed), LossCounts::default());
        while seen.games < most {
            let instance = any_game(&mut dice, 10);
            let Some(positions) = reached(&instance, MOST) else { continue };
            if positions.iter().all(|position| !position.table().is_won()) {
                seen.games += 1;
                seen.lost_game(&instance, &positions, &mut dice);
            }
        }
        seen
    }

    fn fault(&mut self, instance: &Instance, what: &str) {
        let game = write_instance(instance, Format::Json).unwrap();
        self.faults.push(format!("{what}\n{game}"));
    }

    fn lost_game(&mut self, instance: &Instance, positions: &[TrackedTable], dice: &mut Dice) {
        let search = Request::new(instance, Method::default());
        // Half of the games are undecided when the search for patterns starts.
        let first = if self.games.is_multiple_of(2) { FEW } else { FIRST };
        let request = WhyRequest { first, ..WhyRequest::new(search) };
        let answer = match why(&request, &mut Monitor::default()) {
            Ok(answer) => answer,
            Err(failure) => return self.fault(instance, &failure.to_string()),
        };
        if !matches!(answer.answer.outcome, Outcome::Unwinnable(_)) {
            return self.fault(instance, "a lost game is not called lost");
        }
        if instance.rules.unsupported(Features::BASIC).is_some() {
            // There is no search for patterns.
            self.games -= 1;
            return;
        }
        let Some(proof) = answer.patterns() else {
            let why = answer.without.map_or_else(|| "nothing is said".to_owned(), |why| why.to_string());
            *self.without.entry(why).or_default() += 1;
            return;
        };
        self.proved += 1;
        let patterns = proof.checked.patterns.clone();
        self.set(instance, positions, &patterns);
        if let Err(fault) = strict(instance, &patterns) {
            self.fault(instance, &format!("the strict form is refused: {fault}"));
        }
        // With a pattern taken away, and with a fact taken away.
        for n in 0..patterns.0.len().min(4) {
            let mut fewer = patterns.clone();
            fewer.0.remove(n);
            self.set(instance, positions, &fewer);
        }
        let (mut other, n) = (patterns.clone(), dice.below(patterns.0.len()));
        let mut facts: Vec<Fact> = other.0[n].facts().to_vec();
        facts.remove(dice.below(facts.len()));
        if let Ok(pattern) = Pattern::new(facts) {
            other.0[n] = pattern;
            self.set(instance, positions, &other);
        }
    }

    /// The checkers agree about a set, and what they accept holds wherever the table comes to.
    fn set(&mut self, instance: &Instance, positions: &[TrackedTable], patterns: &Patterns) {
        let [fast, plain] = [check_patterns(instance, patterns).map(|_| ()), plain(instance, patterns)];
        self.sets[usize::from(fast.is_err())] += 1;
        if fast != plain {
            self.fault(instance, &format!("{fast:?}, but plainly {plain:?}: {patterns:?}"));
        }
        if let Some(out) = outside(positions, patterns)
            && fast.is_ok()
        {
            self.fault(instance, &format!("accepted, but a game comes to {:?}", out.spots()));
        }
    }

    fn report(&self) {
        let LossCounts { games, proved, sets: [closed, open], .. } = self;
        println!("{games} lost games, {proved} proved by patterns, {closed} closed sets, {open} others");
        self.without.iter().for_each(|(why, n)| println!("{n} without: {why}"));
        let shown: Vec<&String> = self.faults.iter().take(8).collect();
        assert!(shown.is_empty(), "{} faults: {shown:#?}", self.faults.len());
        assert!(proved * 10 > games * 8 && *closed > 0 && *open > 0);
    }
}

#[test]
fn games_of_any_rules_are_explained_by_patterns_or_not_at_all() {
    LossCounts::lost_games(1, 1_000).report();
}

#[test]
fn winnable_games_are_not_lost_where_the_search_is_undecided() {
    let (mut dice, mut won) = (Dice::new(5), 0);
    while won < 200 {
        let instance = any_game(&mut dice, 10);
        let Some(positions) = reached(&instance, MOST) else { continue };
        if !positions.iter().any(|position| position.table().is_won()) {
            continue;
        }
        let search = Request::new(&instance, Method::default());
        let request = WhyRequest { first: FEW, ..WhyRequest::new(search) };
        let explained = why(&request, &mut Monitor::default()).unwrap();
        assert!(
            matches!(explained.answer.outcome, Outcome::Solved(..)),
            "{:?}\n{instance:?}",
            explained.answer.outcome
        );
        won += 1;
    }
}

/// Runs a search that visits very few positions, with a limit of queries about patterns, and returns the outcome.
fn stopped_early(instance: &Instance, prove: Option<u64>) -> Outcome {
    let limits = Limits { nodes: Some(FEW), ..Limits::default() };
    Request { limits, prove, ..Request::new(instance, Method::default()) }.run().unwrap().outcome
}

#[test]
fn patterns_decide_open_searches_as_all_positions_do() {
    let (mut dice, mut decided, mut open, mut winnable) = (Dice::new(9), 0, 0, 0);
    while decided < 200 || winnable < 50 {
        let instance = any_game(&mut dice, 10);
        let Some(positions) = reached(&instance, MOST) else { continue };
        let no_patterns = instance.rules.unsupported(Features::BASIC).is_some();
        if no_patterns || !matches!(stopped_early(&instance, None), Outcome::Unknown(Limit::Nodes)) {
            continue;
        }
        // One question is not enough, and nothing else is said then.
        let hasty = stopped_early(&instance, Some(1));
        let won = positions.iter().any(|position| position.table().is_won());
        match stopped_early(&instance, Some(100_000)) {
            Outcome::Unwinnable(Basis::Patterns(proof)) if !won => {
                check_patterns(&instance, &proof.checked.patterns).unwrap();
                decided += 1;
            }
            Outcome::Unknown(Limit::Nodes) if won => winnable += 1,
            Outcome::Unknown(Limit::Nodes) => open += 1,
            other => panic!("{other:?}, but winnable is {won}: {instance:?}"),
        }
        assert!(matches!(hasty, Outcome::Unknown(Limit::Nodes) | Outcome::Unwinnable(_)), "{hasty:?}");
        assert!(!won || matches!(hasty, Outcome::Unknown(_)));
    }
    assert!(open * 10 < decided, "{open} of {decided} lost games stayed open");
}

#[test]
#[ignore = "10,000 lost games"]
fn why_thousands_of_games_of_any_rules_are_lost() {
    (0..10).for_each(|seed| LossCounts::lost_games(100 + seed, 1_000).report());
}

/// Complete runs leave, cards are built in alternate colours, and 2D lies face down beneath AD.
const HIDDEN: &str = r#"{"schema":1,"rules":{"name":"x","deck":{"ranks":2,"suits":2,"copies":1},"columns":2,
"cells":2,"layout":{"sizes":"all","face_up":"all"},"build":"alternate-colour","group":"single",
"empty_column":"any","home":"runs"},"deal":{"columns":[{"cards":["2D","AD"],"face_down":1},
{"cards":["AC","2C"]}]}}"#;

fn hidden() -> Instance {
    read_instance(HIDDEN.as_bytes(), Some(Format::Json), &Hints::default()).unwrap()
}

/// No run leaves with a card that lies face down: AD may go to a cell, and then no pattern holds.
#[test]
fn a_run_with_a_card_face_down_does_not_leave() {
    let game = hidden();
    let positions = reached(&game, MOST).unwrap();
    for link in ["AD on 2D", "AD on hidden 2D"] {
        let text = format!(
            "{}{link}, AC at a bottom\n{link}, AC in a cell\nAD home, AC at a bottom\nAD home, AC in a cell\n",
            write(&game, &Patterns::default())
        );
        let open = read(&game, text.as_bytes()).unwrap();
        assert!(outside(&positions, &open).is_some());
        let fault = check_patterns(&game, &open).unwrap_err();
        assert_eq!(plain(&game, &open).unwrap_err(), fault);
        let strict = strict(&game, &open).unwrap_err();
        match link {
            "AD on 2D" => {
                assert_eq!(fault, PatternFault::Start(4));
                assert!(matches!(strict, ClosureProofError::Closure(ClosureError::Start(4))));
            }
            _ => {
                assert!(matches!(&fault, PatternFault::Escape { .. }), "{fault}");
                assert!(matches!(strict, ClosureProofError::Open));
            }
        }
    }
    assert_eq!(positions[0].spots().iter().filter(|spot| matches!(spot, Spot::OnHidden(_))).count(), 1);
    let mut seen = LossCounts::default();
    seen.lost_game(&game, &positions, &mut Dice::new(0));
    assert_eq!((seen.proved, seen.faults), (1, Vec::new()));
}

/// Games about which prover and checkers once said different things, each for a reason of its own.
#[test]
fn prover_and_checkers_agree_on_games_that_separated_them() {
    let rules = |text: &str| format!(r#""layout":{{"sizes":"all","face_up":"all"}},"home":"runs",{text}"#);
    let games = [
        // A run with a card face down, where cards of a run do not fit.
        (
            r#""deck":{"ranks":3,"suits":1,"copies":2},"columns":3,"cells":2,"build":"alternate-colour",
            "group":"suit-run","empty_column":"any""#,
            r#""columns":[{"cards":["3C","2C","AC"],"face_down":1},{"cards":[]},{"cards":[]}],
            "foundations":[0,3]"#,
        ),
        // A card leaves a column that only it can be the bottom of, and another is dealt there.
        (
            r#""deck":{"ranks":4,"suits":1,"copies":1},"columns":2,"cells":2,"build":"any-suit","step":"any",
            "group":"suit-run","empty_column":"nothing","stock":{"kind":"rows","onto_empty":true}"#,
            r#""columns":[{"cards":["2C","AC","4C"]},{"cards":[]}],"stock":["3C"]"#,
        ),
        // A run that can only lie where it was dealt, on a card that has left.
        (
            r#""deck":{"ranks":3,"suits":2,"copies":1},"columns":1,"cells":1,"build":"alternate-colour",
            "group":"single","empty_column":"top-rank""#,
            r#""columns":[{"cards":["2D","3C","2C","AC","3D","AD"]}]"#,
        ),
        // Columns that differ only in their names, once the last row is dealt.
        (
            r#""deck":{"ranks":3,"suits":3,"copies":1},"columns":4,"cells":0,"build":"alternate-colour",
            "group":"by-spaces","empty_column":"any","stock":{"kind":"rows","onto_empty":false}"#,
            r#""columns":[{"cards":[]},{"cards":["3D","AC"]},{"cards":["3C","2D","AD"]},{"cards":[]}],
            "foundations":[0,0,3],"stock":["2C"]"#,
        ),
    ];
    for (about, deal) in games {
        let text = format!(r#"{{"schema":1,"rules":{{"name":"x",{}}},"deal":{{{deal}}}}}"#, rules(about));
        let game = read_instance(text.as_bytes(), Some(Format::Json), &Hints::default()).unwrap();
        let mut seen = LossCounts::default();
        seen.lost_game(&game, &reached(&game, MOST).unwrap(), &mut Dice::new(0));
        assert_eq!((seen.proved, seen.faults), (1, Vec::new()), "{about}");
    }
}

/// The fast states have no stock in such a game, so they must not take it for one without these cards.
#[test]
fn cards_that_no_move_takes_away_are_not_left_out_of_the_search() {
    for name in ["freecell", "simple-simon"] {
        let rules = Rules::preset(name).unwrap();
        let rules =
            Rules { columns: 1, deck: DeckSpec::new(1, 2, 1), layout: Layout::open(), cells: 0, ..rules };
        let mut deal = Deal { columns: vec![Pile::from(vec![Card::new(1, 0)])], ..Deal::default() };
        deal.stock.push(Card::new(1, 1));
        let game = Instance::new(rules, deal).unwrap();
        for strategy in strategies().filter(|strategy| strategy.complete) {
            let mut budget = Budget::new(Limits::default());
            let end = (strategy.run)(&game, &SearchOptions::default(), &mut budget).end;
            assert!(matches!(end, SearchEnd::Exhausted | SearchEnd::GaveUp), "{}: {end:?}", strategy.name);
        }
    }
}

/// A card that no rule ever takes away is in every position, and so is a pattern of it.
#[test]
fn patterns_that_leave_no_position_outside_prove_nothing() {
    let Instance { rules, mut deal, .. } = hidden();
    deal.columns[1].cards.remove(0);
    deal.stock.push("AC".parse().unwrap());
    let game = Instance::new((*rules).clone(), deal).unwrap();
    let text = write(&game, &Patterns::default()) + "AC in the stock\n";
    let all = read(&game, text.as_bytes()).unwrap();
    assert_eq!(check_patterns(&game, &all), Err(PatternFault::NoneOutside));
    assert_eq!(plain(&game, &all), Err(PatternFault::NoneOutside));
}
