//! What an answer rests on, in a sentence: who reads a verdict knows what to believe for it.

use patsat_planning::{Answer, Basis, Measure, Optimality, Outcome, ShortestProof};

/// What is to be trusted for the verdict of this answer; nothing is claimed by *unknown*.
#[must_use]
pub fn rests_on(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Solved(_, Optimality::Shortest { .. }) => {
            format!("{PLAN} That none is shorter rests on {}", shortest(answer))
        }
        Outcome::Solved(..) => PLAN.to_owned(),
        Outcome::NoPlanWithin { proof: Some(_), .. } => REFUTED.to_owned(),
        Outcome::NoPlanWithin { proof: None, of: Measure::Encoding(_), .. } => {
            "Rests on the encoding and on the solver's word: no proof was made.".to_owned()
        }
        Outcome::NoPlanWithin { proof: None, .. } => "Rests on the search.".to_owned(),
        Outcome::Unwinnable(basis) => lost(basis).to_owned(),
        Outcome::Unknown(_) => String::new(),
    }
}

const PLAN: &str = "The plan rests on the rules alone: every move was replayed from the position by the \
                    verifier, which knows nothing of how the plan was found.";

const REFUTED: &str = "Rests on the lowering of the game, the encoder and a small checker of proofs; the \
                       solver need not be trusted.";

fn lost(basis: &Basis) -> &'static str {
    match basis {
        Basis::Search { .. } => {
            "Rests on the search: it is complete and visited every position that it could not exclude by a \
             proven rule. A certificate that a separate checker follows can be made."
        }
        Basis::ClosedSet(_) => {
            "Rests on the rules and on when two positions count as one: a set of positions was checked that \
             holds the start, no win, and every position that a legal move leads to. The search need not be \
             trusted."
        }
        Basis::SweptSet(certificate) if !certificate.checked.safe_home => {
            "Rests on the rules and on when two positions count as one: all positions were visited by a checker that \
             shares no code with the search, as many of each progress as the search has seen."
        }
        Basis::SweptSet(_) => {
            "Rests on the rules, on when two positions count as one and on a theorem about moves home: all positions \
             were visited by a checker that shares no code with the search, as many of each progress as the search \
             has seen."
        }
        Basis::Patterns(_) => {
            "Rests on the rules and on what a sane position is: the patterns were checked by a verifier that \
             knows nothing of how they were found."
        }
        Basis::Locks { proof: Some(_), .. } => {
            "Rests on the argument of the reduction, the encoder and a small checker of proofs."
        }
        Basis::Locks { proof: None, .. } => {
            "Rests on the argument of the reduction, the encoder and the solver's word."
        }
    }
}

fn shortest(answer: &Answer) -> &'static str {
    match &answer.shortest_proof {
        Some(ShortestProof::BoundedSet(_)) => {
            "the rules and two theorems, by a bounded set of positions that was checked."
        }
        Some(ShortestProof::Refutation(_)) => "the encoder and a small checker of proofs.",
        _ if answer.sat.is_some() => "the encoder and the solver's word.",
        _ => "the search's word.",
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
        let ask = |certify| {
            let request = Request { certify, ..Request::new(&game, Method::default()) };
            rests_on(&request.run().unwrap())
        };
        assert!(ask(false).starts_with("Rests on the search"));
        assert!(ask(true).contains("The search need not be trusted"));
        let won = Instance::from_id(Rules::preset("freecell").unwrap(), "ms:1".parse().unwrap()).unwrap();
        assert_eq!(rests_on(&Request::new(&won, Method::default()).run().unwrap()), PLAN);
    }
}
