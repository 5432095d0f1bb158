//! The table of formats: one row each, and the only place that lists them.
//!
//! A new format is a file of its own with its readers and writers, a variant of [`Format`], and
//! a row here. A row contains the mark that identifies the format, and the operations that the
//! format supports: read or write a game, read or write a plan.

use super::content::Content;
use super::readings::PlanText;
use super::{
    FormatError, Hints, board, fcsolve, json, klondike_solver, kpat, notation, paste, plan_json, replay,
    solvitaire,
};
use patsat_game::state::{Instance, Plan};
use patsat_pddl as pddl;

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A board as Freecell Solver reads it.
    FcSolve,
    /// A board as `show` prints it, or as people write it.
    Board,
    /// A game and position in our own JSON.
    Json,
    /// A deal in Solvitaire's JSON.
    Solvitaire,
    /// A position as a task of the planning competitions, of their FreeCell or their Spider.
    Pddl,
    /// A game saved by KPatience, with its history.
    Kpat,
    /// A deal or a plan of Klondike as Klondike-Solver writes it.
    KlondikeSolver,
    /// A plan in standard notation.
    Standard,
    /// A plan as Freecell Solver prints it, moves between boards.
    Replay,
    /// A plan in our own JSON.
    PlanJson,
    /// A plan for a task in PDDL.
    IpcPlan,
}

type ReadInstance = fn(&str, &Hints) -> Result<Instance, FormatError>;
type WriteInstance = fn(&Instance) -> Result<String, FormatError>;
type ReadPlan = fn(&str, &Instance) -> Result<PlanText, FormatError>;
type WritePlan = fn(&Instance, &Plan) -> Result<String, FormatError>;

/// What is known of a format.
pub(super) struct Row {
    pub(super) format: Format,
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// What it is, in a line.
    pub(super) about: &'static str,
    /// Where it is written down.
    pub(super) source: &'static str,
    /// Which games and positions it can express; its writer refuses all others.
    pub(super) expresses: &'static str,
    /// Whether a content bears its mark.
    pub(super) sniff: fn(&Content<'_>) -> bool,
    pub(super) read_instance: Option<ReadInstance>,
    pub(super) write_instance: Option<WriteInstance>,
    pub(super) read_plan: Option<ReadPlan>,
    pub(super) write_plan: Option<WritePlan>,
}

/// Where a row has nothing to say.
const NONE: Row = Row {
    format: Format::Json,
    name: "",
    about: "",
    source: "",
    expresses: "",
    sniff: |_| false,
    read_instance: None,
    write_instance: None,
    read_plan: None,
    write_plan: None,
};

/// How many there are.
const COUNT: usize = 11;

/// All formats: those of games first, then those of plans alone.
pub(super) const TABLE: [Row; COUNT] = [
    Row {
        format: Format::FcSolve,
        name: "fc-solve",
        about: fcsolve::ABOUT,
        source: "Freecell Solver 5.0.0, README",
        expresses: "columns, cells and foundations, all cards face up; not which game it is",
        sniff: |content| matches!(content, Content::Lines(lines) if lines.are_a_board()),
        read_instance: Some(fcsolve::read),
        write_instance: Some(fcsolve::write),
        ..NONE
    },
    Row {
        format: Format::Board,
        name: "board",
        about: "a board as 'patsat show' prints it, or as people type it",
        source: "this project",
        expresses: "every position; of rules that are no preset only the name",
        sniff: |content| matches!(content, Content::Lines(lines) if lines.are_a_loose_board()),
        read_instance: Some(paste::read),
        write_instance: Some(board::write),
        ..NONE
    },
    Row {
        format: Format::Json,
        name: "json",
        about: "our JSON, for any game, deck and position",
        source: "this project",
        expresses: "every game and position",
        sniff: |content| {
            content.has_key("rules") && !content.has_key("tableau piles") && !content.has_key("moves")
        },
        read_instance: Some(json::read),
        write_instance: Some(json::write),
        ..NONE
    },
    Row {
        format: Format::Solvitaire,
        name: "solvitaire",
        about: "the deal JSON of Solvitaire",
        source: "Solvitaire 0.10.1 (Blake and Gent), its schema and program",
        expresses: "decks of 13 ranks and 4 suits or parts of them, no redeal used yet; not which game it is",
        sniff: |content| content.has_key("tableau piles"),
        read_instance: Some(solvitaire::read),
        write_instance: Some(solvitaire::write),
        ..NONE
    },
    Row {
        format: Format::Pddl,
        name: "pddl",
        about: "a planning task of FreeCell (IPC 2000, 2002, Autoscale), Spider (2018) or Klondike (2008, 2014)",
        source: "the FreeCell domains of IPC 2000 (Bacchus), IPC 2002 (Long) and the Autoscale collection; the spider domain of IPC 2018",
        expresses: "columns, cells and foundations, each card once, any rule of building; games of runs that are collected, open",
        sniff: |content| matches!(content, Content::Pddl { task: true }),
        read_instance: Some(|text, hints| pddl::read(text, &hints.of_task())),
        write_instance: Some(pddl::write),
        ..NONE
    },
    Row {
        format: Format::Kpat,
        name: "kpat",
        about: "a saved game of KPatience; a plan becomes its undo and redo history, without the winning move",
        source: "KPatience's loader and saver (dealer.cpp), files of its version 22.12.3",
        expresses: "Spider, FreeCell, Forty & Eight, Simple Simon and Klondike, with every move so far",
        sniff: |content| matches!(content, Content::SavedGame),
        read_instance: Some(kpat::read),
        write_instance: Some(kpat::write),
        read_plan: Some(|text, instance| kpat::read_plan(text, instance).map(PlanText::from)),
        write_plan: Some(kpat::write_plan),
    },
    Row {
        format: Format::KlondikeSolver,
        name: "klondike-solver",
        about: "a deal of Klondike as Klondike-Solver's 156 digits, a plan as its moves",
        source: "Klondike-Solver (ShootMe), README and program",
        expresses: "fresh deals of Klondike, not how many cards are drawn; legal plans of Klondike",
        sniff: |content| matches!(content, Content::Lines(lines) if lines.are_of_klondike_solver()),
        read_instance: Some(klondike_solver::read),
        write_instance: Some(klondike_solver::write),
        read_plan: Some(|text, instance| klondike_solver::read_plan(text, instance).map(PlanText::from)),
        write_plan: Some(klondike_solver::write_plan),
    },
    Row {
        format: Format::Standard,
        name: "standard",
        about: "a plan in standard notation, two characters per move",
        source: "Freecell Solver 5.0.0, USAGE (-sn, -snx), with our extensions for other games",
        expresses: "legal plans of every game",
        sniff: |content| matches!(content, Content::Lines(lines) if lines.are_notation() || lines.are_a_report()),
        read_plan: Some(notation::read),
        write_plan: Some(notation::write),
        ..NONE
    },
    Row {
        format: Format::Replay,
        name: "replay",
        about: "a plan as Freecell Solver prints it (-p -t -sam)",
        source: "Freecell Solver 5.0.0; Games::Solitaire::Verify 0.22",
        expresses: "legal plans of games that the board of Freecell Solver can show",
        sniff: |content| matches!(content, Content::Sentences),
        read_plan: Some(|text, instance| replay::read(text, instance).map(PlanText::from)),
        write_plan: Some(replay::write),
        ..NONE
    },
    Row {
        format: Format::PlanJson,
        name: "plan-json",
        about: "a plan in our JSON, for any game",
        source: "this project",
        expresses: "every plan, legal or not",
        sniff: |content| content.has_key("moves") && !content.has_key("tableau piles"),
        read_plan: Some(|text, instance| plan_json::read(text, instance).map(PlanText::from)),
        write_plan: Some(plan_json::write),
        ..NONE
    },
    Row {
        format: Format::IpcPlan,
        name: "ipc-plan",
        about: "a plan for a PDDL task, one action per line",
        source: "the plans of planners such as Fast Downward, as VAL reads them; the domains of tasks",
        expresses: "legal plans of the games that a domain can express",
        sniff: |content| matches!(content, Content::Pddl { task: false }),
        read_plan: Some(|text, instance| pddl::read_plan(text, instance).map(PlanText::from)),
        write_plan: Some(pddl::write_plan),
        ..NONE
    },
];

impl Format {
    /// All formats: those of games first, then those of plans alone.
    pub const ALL: [Format; COUNT] = {
        let mut all = [Format::Json; COUNT];
        let mut n = 0;
        while n < all.len() {
            all[n] = TABLE[n].format;
            n += 1;
        }
        all
    };

    pub(super) fn row(self) -> &'static Row {
        const { &TABLE }.iter().find(|row| row.format == self).unwrap_or(&NONE)
    }

    /// Those that a plan can be written in: formats of plans alone, then those of games with a history.
    pub fn of_plans() -> impl Iterator<Item = Format> {
        let (plans, games): (Vec<Format>, Vec<Format>) =
            Format::ALL.iter().partition(|format| format.is_plan());
        plans.into_iter().chain(games.into_iter().filter(|format| format.writes_plans()))
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it is, in a line.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Where it is written down.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// Which games and positions it can express; its writer refuses all others.
    #[must_use]
    pub fn expresses(self) -> &'static str {
        self.row().expresses
    }

    /// Whether it holds plans, not positions.
    #[must_use]
    pub fn is_plan(self) -> bool {
        self.row().read_instance.is_none()
    }

    /// Whether a plan can be written in it: a format of plans, or one of games with a history.
    #[must_use]
    pub fn writes_plans(self) -> bool {
        self.row().write_plan.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_one_row_a_format() {
        for (format, row) in Format::ALL.into_iter().zip(&TABLE) {
            assert_eq!(format.row().name, row.name);
            assert_eq!(format.name().parse(), Ok(format));
            assert!(![row.about, row.source, row.expresses].contains(&""), "{format}");
            assert_eq!(row.read_instance.is_some(), row.write_instance.is_some(), "{format}");
            assert_eq!(row.read_plan.is_some(), row.write_plan.is_some(), "{format}");
        }
        assert!("pdf".parse::<Format>().unwrap_err().contains("solvitaire"));
    }
}
