//! The domains whose tasks are read: their types, predicates and goals.

/// The domains whose tasks are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Domain {
    /// FreeCell of the competitions of 2000 and 2002.
    #[default]
    FreeCell,
    /// Spider of the competition of 2018.
    Spider,
    /// Thoughtful solitaire of the competitions of 2008 and 2014.
    Thoughtful,
}

/// The kind of an argument of a fact; `Place` is a card, a pile or a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Card,
    Suit,
    Number,
    Pile,
    Deal,
    Place,
}

impl Kind {
    /// The kind of a type of the domains; `None` for `object` and for types of other domains.
    pub(super) fn of_type(name: &str) -> Option<Kind> {
        Some(match name {
            "card" => Kind::Card,
            "suit" | "suitsort" | "suittype" => Kind::Suit,
            "num" | "denomination" | "colnum" | "cellnum" => Kind::Number,
            "tableau" => Kind::Pile,
            "deal" => Kind::Deal,
            _ => return None,
        })
    }

    /// Its type, as errors name it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Card => "card",
            Kind::Suit => "suit",
            Kind::Number => "num",
            Kind::Pile => "tableau",
            Kind::Deal => "deal",
            Kind::Place => "cardposition",
        }
    }
}

/// The words of a domain's tasks.
pub(super) struct Words {
    /// A part of the domain's name.
    pub(super) name: &'static str,
    /// Its name in errors.
    pub(super) called: &'static str,
    /// A predicate that each of its tasks has and no other domain.
    pub(super) own: &'static str,
    /// The predicates in lower case, each with the kinds of its arguments.
    pub(super) predicates: &'static [(&'static str, &'static [Kind])],
    /// The objects of the domain itself.
    pub(super) constants: &'static [&'static str],
    /// The predicates that a goal names.
    pub(super) goals: &'static [&'static str],
    /// The shape of a goal.
    pub(super) goal: &'static str,
    /// Whether actions have costs.
    pub(super) costs: bool,
}

impl Domain {
    /// All of them.
    pub(super) const ALL: [Domain; 3] = [Domain::FreeCell, Domain::Spider, Domain::Thoughtful];

    pub(super) fn words(self) -> &'static Words {
        match self {
            Domain::FreeCell => const { &FREECELL },
            Domain::Spider => const { &SPIDER },
            Domain::Thoughtful => const { &THOUGHTFUL },
        }
    }
}

const FREECELL: Words = Words {
    name: "freecell",
    called: "the FreeCell domain",
    own: "cellspace",
    predicates: {
        use Kind::{Card, Number, Suit};
        &[
            ("on", &[Card, Card]),
            ("incell", &[Card]),
            ("clear", &[Card]),
            ("cellspace", &[Number]),
            ("colspace", &[Number]),
            ("home", &[Card]),
            ("bottomcol", &[Card]),
            ("canstack", &[Card, Card]),
            ("suit", &[Card, Suit]),
            ("hassuit", &[Card, Suit]),
            ("value", &[Card, Number]),
            ("successor", &[Number, Number]),
            ("colsuccessor", &[Number, Number]),
            ("cellsuccessor", &[Number, Number]),
        ]
    },
    constants: &[],
    goals: &["home"],
    goal: "a goal (and (home CARD) ...)",
    costs: false,
};

const SPIDER: Words = Words {
    name: "spider",
    called: "the spider domain",
    own: "can-continue-group",
    predicates: {
        use Kind::{Card, Deal, Pile, Place};
        &[
            ("on", &[Card, Place]),
            ("clear", &[Place]),
            ("in-play", &[Card]),
            ("current-deal", &[Deal]),
            ("can-continue-group", &[Card, Place]),
            ("can-be-placed-on", &[Card, Card]),
            ("is-ace", &[Card]),
            ("is-king", &[Card]),
            ("next-deal", &[Deal, Deal]),
            ("to-deal", &[Card, Pile, Deal, Place]),
            ("part-of-tableau", &[Place, Pile]),
            ("movable", &[Card]),
        ]
    },
    constants: &["discard"],
    goals: &["on", "clear"],
    goal: "a goal (and (clear PILE) ... (on CARD discard) ...)",
    costs: true,
};

const THOUGHTFUL: Words = Words {
    name: "thoughtful",
    called: "the thoughtful domain",
    own: "faceup",
    predicates: {
        use Kind::{Card, Number, Suit};
        &[
            ("on", &[Card, Card]),
            ("ace", &[Card]),
            ("king", &[Card]),
            ("clear", &[Card]),
            ("colspace", &[Number]),
            ("bottomtalon", &[Card]),
            ("toptalon", &[Card]),
            ("ontalon", &[Card, Card]),
            ("talonplayable", &[Card]),
            ("instack", &[Card]),
            ("home", &[Card]),
            ("faceup", &[Card]),
            ("bottomcol", &[Card]),
            ("suit", &[Card, Suit]),
            ("value", &[Card, Number]),
            ("successor", &[Number, Number]),
            ("canstack", &[Card, Card]),
            ("colsuccessor", &[Number, Number]),
            // The types of tasks without types.
            ("card", &[Card]),
            ("colnum", &[Number]),
            ("num", &[Number]),
            ("suit-type", &[Suit]),
        ]
    },
    constants: &[],
    goals: &["home"],
    goal: "a goal (and (home CARD) ...)",
    costs: false,
};
