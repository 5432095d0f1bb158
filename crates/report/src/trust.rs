//! What must be trusted for a verdict, in a sentence.

use patsat_planning::{Answer, Basis, Measure, Optimality, Outcome, ShortestProof};

/// Returns what must be trusted for the verdict of this answer; empty for *unknown*, which claims nothing.
#[must_use]
pub fn rests_on(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Solved(_, Optimality::Shortest { .. }) => {
            format!("{PLAN} That no plan is shorter trusts {}", shortest(answer))
        }
        Outcome::Solved(..) => PLAN.to_owned(),
        Outcome::NoPlanWithin { proof: Some(_), .. } => REFUTED.to_owned(),
        Outcome::NoPlanWithin { proof: None, of: Measure::Encoding(_), .. } => {
            "This trusts the encoding and the solver; no proof was made.".to_owned()
        }
        Outcome::NoPlanWithin { proof: None, .. } => "This trusts the search.".to_owned(),
        Outcome::Unwinnable(basis) => lost(basis).to_owned(),
        Outcome::Unknown(_) => String::new(),
    }
}

const PLAN: &str =
    "The plan trusts the rules alone: a verifier independent of the search replayed every move.";

const REFUTED: &str =
    "This trusts the lowering of the game, the encoder and a small proof checker, not the solver.";

fn lost(basis: &Basis) -> &'static str {
    match basis {
        Basis::Search { .. } => {
            "This trusts the search, which is complete and prunes only by proven rules. --proof writes a certificate \
             for a separate checker."
        }
        Basis::ClosedSet(_) => {
            "This trusts the rules and the canonical key of positions, not the search. The verified set contains the \
             start, no win, and every position that a legal move reaches."
        }
        Basis::SweptSet(certificate) if !certificate.checked.safe_home => {
            "This trusts the rules and the canonical key of positions. A checker that shares no code with the search \
             visited all positions, the same number at each stage of progress."
        }
        Basis::SweptSet(_) => {
            "This trusts the rules, the canonical key of positions and a theorem about moves home. A checker that \
             shares no code with the search visited all positions, the same number at each stage of progress."
        }
        Basis::TrackedCards(_) => {
            "This trusts the rules and a theorem about face-up cards and tracked ones. A checker that shares no code with \
             the search visited all positions that are left."
        }
        Basis::HeightGame(_) => {
            "This trusts the rules and a theorem about the cards that have not moved. A checker that shares no code with \
             the search visited all positions of the height game."
        }
        Basis::Patterns(_) => {
            "This trusts the rules and the definition of a sane position. A verifier independent of the prover checked \
             the patterns."
        }
        Basis::Bound { proof: Some(_), .. } => "This trusts the encoder and a small proof checker.",
        Basis::Bound { proof: None, .. } => "This trusts the encoder and the solver.",
        Basis::Locks { proof: Some(_), .. } => {
            "This trusts the proof of the reduction, the encoder and a small proof checker."
        }
        Basis::Locks { proof: None, .. } => {
            "This trusts the proof of the reduction, the encoder and the solver."
        }
    }
}

fn shortest(answer: &Answer) -> &'static str {
    match &answer.shortest_proof {
        Some(ShortestProof::BoundedSet(_)) => {
            "the rules and two theorems; a bounded closed set was verified."
        }
        Some(ShortestProof::Refutation(_)) => "the encoder and a small proof checker.",
        _ if answer.sat.is_some() => "the encoder and the solver.",
        _ => "the search.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patsat_game::cards::DealId;
    use patsat_game::rules::Rules;
    use patsat_game::state::Instance;
    use patsat_planning::{Method, Request};

    #[test]
    fn a_certificate_takes_the_search_out_of_what_is_trusted() {
        let mut rules = Rules::preset("freecell").unwrap();
        (rules.deck.ranks, rules.columns, rules.cells) = (4, 4, 0);
        let game = Instance::from_id(rules, "ms:1".parse::<DealId>().unwrap()).unwrap();
        let trust_line = |certify| {
            let request = Request { certify, ..Request::new(&game, Method::default()) };
            rests_on(&request.run().unwrap())
        };
        assert!(trust_line(false).starts_with("This trusts the search"));
        assert!(trust_line(true).contains("not the search"));
        let won = Instance::from_id(Rules::preset("freecell").unwrap(), "ms:1".parse().unwrap()).unwrap();
        assert_eq!(rests_on(&Request::new(&won, Method::default()).run().unwrap()), PLAN);
    }
}
