//! No part of the construction can be left out; large formulas.

use super::*;

/// Changes of the construction that keep the deck: each takes away what some step of the proof
/// rests on. `take` and `bury` move a card out of the vault's sorted part and into it.
struct ChangedGame {
    built: BuiltGame,
}

impl ChangedGame {
    fn column(&mut self, label: &str) -> &mut Vec<Card> {
        let place = self.built.labels.iter().position(|l| l == label).unwrap();
        &mut self.built.deal.columns[place].cards
    }

    fn bury(&mut self, card: Card) {
        let vault = self.column("vault");
        let place = vault.iter().position(|other| other.rank < card.rank).unwrap();
        vault.insert(place, card);
    }

    fn unbury(&mut self, card: Card) -> Card {
        let vault = self.column("vault");
        let place = vault.iter().position(|&other| other == card).unwrap();
        vault.remove(place)
    }

    fn new_column(&mut self, cards: Vec<Card>) {
        self.built.deal.columns.push(cards.into());
        self.built.rules.columns += 1;
    }
}

/// What is changed, in which form, whether a formula that cannot be satisfied is then won (or one
/// that can is lost), and how.
type Change = (&'static str, Form, Verdict, fn(&mut ChangedGame));

const CHANGES: [Change; 8] = [
    ("e2 of the first clause below the aces", Form::A, Verdict::Won, |deal| {
        let lock = deal.column("vault").pop().unwrap();
        deal.bury(lock);
    }),
    ("a second x3 in the open", Form::A, Verdict::Won, |deal| {
        let three = deal.column("x1 key")[0];
        let three = deal.unbury(three);
        deal.new_column(vec![three]);
    }),
    ("no e3 below c2", Form::A, Verdict::Won, |deal| {
        let three = deal.column("clause 1, Q").remove(0);
        deal.bury(three);
    }),
    ("e4 of the first clause in a column", Form::A, Verdict::Won, |deal| {
        let four = deal.built.deal.stock.pop().unwrap();
        deal.new_column(vec![four]);
    }),
    ("no d2 on c3", Form::A, Verdict::Won, |deal| {
        let two = deal.column("clause 1, R").pop().unwrap();
        deal.bury(two);
    }),
    ("no x4 below the literal cards", Form::A, Verdict::Won, |deal| {
        let four = deal.column("x1 true").remove(0);
        deal.bury(four);
    }),
    ("no c4 to park on", Form::A, Verdict::Lost, |deal| {
        let four = deal.column("clause 1, P").pop().unwrap();
        deal.bury(four);
        // Not an empty column but none.
        let place = deal.built.labels.iter().position(|l| l == "clause 1, P").unwrap();
        deal.built.deal.columns.remove(place);
        deal.built.labels.remove(place);
        deal.built.rules.columns -= 1;
    }),
    ("fillers next to each other", Form::B, Verdict::Won, |deal| {
        let labels = ["x1 true", "x1 false", "x2 true", "x2 false"].map(str::to_owned);
        let present = labels.into_iter().filter(|l| deal.built.labels.contains(l)).collect::<Vec<_>>();
        let first = deal.column("x1 true")[0];
        for (label, rank) in present.iter().zip(first.rank.0..) {
            let wanted = Card::new(rank, 0);
            let old = deal.column(label)[0];
            if wanted != old {
                let new = deal.unbury(wanted);
                deal.column(label)[0] = new;
                deal.bury(old);
            }
        }
    }),
];

#[test]
fn what_the_proof_rests_on_cannot_be_left_out() {
    let mut formulas = [up_to_symmetry(1, 2), up_to_symmetry(2, 2)].concat();
    formulas.extend([
        cnf(2, &[[1, 1, 1], [-1, -1, -1], [2, 2, 2]]),
        cnf(2, &[[2, 2, 2], [1, 1, 1], [-1, -1, -1]]),
        cnf(3, &[[3, 3, 3], [-3, -3, -3]]),
    ]);
    for (name, form, wrong, change) in CHANGES {
        let fails = formulas.iter().filter(|formula| !formula.clauses.is_empty()).any(|formula| {
            let expected = if formula.satisfied_by_trying().is_some() { Verdict::Won } else { Verdict::Lost };
            let mut changed = ChangedGame { built: forty_thieves::build(formula, form).unwrap() };
            change(&mut changed);
            expected != wrong && search(&instance(changed.built), 20_000).0 == wrong
        });
        assert!(fails, "the construction can do without: {name}");
    }
}

#[test]
#[ignore = "a measurement"]
fn plans_of_large_formulas_lift_to_their_assignments() {
    for (variables, clauses, form) in
        [(2_347, 10_000, Form::A), (2_347, 10_000, Form::B), (3_000, 1_000, Form::B)]
    {
        let (formula, hidden) = planted(&mut Dice::new(9), variables, clauses);
        for target in [Target::FortyThieves { form }, Target::Autostart { form }] {
            let mut times = Vec::new();
            let mut clock = std::time::Instant::now();
            let mut lap = |what: &'static str| {
                times.push(format!("{what} {:?}", clock.elapsed()));
                clock = std::time::Instant::now();
            };
            let reduced = reduce(&formula, target).unwrap();
            lap("reduce");
            let plan = lower(&reduced, &hidden).unwrap();
            lap("lower");
            let plan = replay(&reduced.instance, plan).unwrap();
            lap("replay");
            assert_eq!(lift(&reduced, &plan).unwrap(), hidden);
            lap("lift");
            let cards = reduced.instance.rules.deck.len();
            eprintln!(
                "{target}, {variables} variables, {clauses} clauses, {cards} cards: {}",
                times.join(", ")
            );
        }
    }
}
