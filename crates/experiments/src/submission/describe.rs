//! The description that goes with a submission, as Markdown and as LaTeX: what is asked, why it is hard, how it
//! grows, what the answers rest on, how solvers did.

use super::Track;
use super::model::{Look, Manifest, Row, Status};
use super::recipe::{Family, Recipe};
use super::recipe_question::{Dress, RecipeQuestion};
use crate::campaign::stats::fit;
use std::collections::BTreeMap;
use std::fmt::Write;

type Looks = BTreeMap<(usize, u32, u64), Look>;

/// One part of the text, in neither language yet.
enum Part {
    Head(String),
    Text(String),
    Items(Vec<String>),
    Table(Vec<String>, Vec<Vec<String>>),
}

/// What is known of a family, over all looks.
fn growth(n: usize, family: &Family, looks: &Looks) -> String {
    let decided = |look: &Look| look.status != Status::Open && look.work > 0;
    let of = looks.iter().filter(|((at, ..), look)| *at == n && decided(look));
    let points: Vec<(f64, f64)> =
        of.map(|((_, size, _), look)| (f64::from(*size), (look.work as f64).ln())).collect();
    if family.ask.grows_to_yes() {
        return "hardest where the answer changes from no to yes".to_owned();
    }
    match fit(&points).filter(|fit| fit.points > 4) {
        Some(fit) => {
            let [at, low, high] = [fit.slope, fit.low, fit.high].map(f64::exp);
            format!("factor {at:.2} for each +1 ({low:.2} to {high:.2}, {} cases)", fit.points)
        }
        None => "too few sizes".to_owned(),
    }
}

fn parts(recipe: &Recipe, manifest: &Manifest, looks: &Looks) -> Vec<Part> {
    let rows = &manifest.instances;
    let mut parts = vec![Part::Head("Questions".into())];
    parts.push(Part::Text(what(recipe.track).into()));
    let item = |family: &Family| {
        format!("{}: {}", family.name, family.about.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    parts.push(Part::Items(recipe.family.iter().map(item).collect()));
    parts.push(Part::Head("Hardness and growth".into()));
    parts.push(Part::Text(format!(
        "The size of each instance was found by bisection, until the work of a reference ({}) lay within {} to {}. The \
         reference is counted and not timed, so the choice is the same on every machine. All cases that were tried \
         are in looks.csv and drawn in work.svg. The table gives the growth of work with size, from a line through \
         the logarithms (95 % interval). Undecided cases are left out, so growth is a lower bound.",
        recipe.track.work(),
        recipe.band[0],
        recipe.band[1],
    )));
    let head = ["family", "instances", "size", "work", "growth"].map(str::to_owned).to_vec();
    let of_family = |(n, family): (usize, &Family)| {
        let of: Vec<&Row> = rows.iter().filter(|row| row.family == family.name).collect();
        let range = |of: &mut dyn Iterator<Item = u64>| {
            let (least, most) = of.fold((u64::MAX, 0), |(a, b), x| (a.min(x), b.max(x)));
            if least == most { least.to_string() } else { format!("{least} to {most}") }
        };
        vec![
            family.name.clone(),
            format!("{} + {}", family.yes, family.no),
            range(&mut of.iter().map(|row| u64::from(row.size))),
            range(&mut of.iter().map(|row| row.work)),
            growth(n, family, looks),
        ]
    };
    parts.push(Part::Table(head, recipe.family.iter().enumerate().map(of_family).collect()));
    parts.push(Part::Head("Evidence for the answers".into()));
    parts.push(Part::Text(rests(recipe.track).into()));
    parts.push(Part::Head("Solvers".into()));
    parts.push(Part::Text(solvers(recipe, manifest)));
    let mut head = vec!["instance".to_owned(), "status".to_owned(), "work".to_owned()];
    let here: Vec<&str> = manifest.solvers.iter().filter(|s| s.installed).map(|s| s.name.as_str()).collect();
    head.extend(here.iter().map(|name| format!("{name} s")));
    let line = |row: &Row| {
        let status =
            row.optimum.map_or_else(|| row.status.to_owned(), |best| format!("{} {best}", row.status));
        let mut line = vec![row.name.clone(), status, row.work.to_string()];
        line.extend(here.iter().map(|name| {
            let run = row.runs.iter().find(|run| run.solver == *name);
            run.map_or_else(String::new, |run| match run.status {
                Status::Open => "-".to_owned(),
                _ => format!("{:.2}", run.cpu_s),
            })
        }));
        line
    };
    parts.push(Part::Table(head, rows.iter().map(line).collect()));
    parts.push(Part::Head("Reproduction".into()));
    parts.push(Part::Text(format!(
        "patsat pack {} --recipe recipe.toml -o FOLDER makes the same files again, byte for byte except recorded \
         times. manifest.json has a digest of every file.",
        recipe.track.name()
    )));
    parts.push(Part::Head("References".into()));
    parts.push(Part::Items(references(recipe)));
    parts
}

fn what(track: Track) -> &'static str {
    match track {
        Track::Sat => {
            "Formulas about patience games with all cards known: bounded planning, closedness of sets of dead \
             patterns, and games that were made from crafted formulas. Files are DIMACS, compressed by xz."
        }
        Track::Qbf => {
            "Formulas with one alternation about patience games: for every order of the hidden cards, or for any first \
             moves, there is a plan within a bound. Files are QDIMACS in prenex form, compressed by gzip."
        }
        Track::Maxsat => {
            "Shortest plans of patience games as partial MaxSAT with weights of 1: hard clauses say that there is a plan \
             within a horizon, a soft clause each that a move is not made. Files are WCNF without a header line, as \
             evaluations since 2022 read them, compressed by xz."
        }
        Track::Smt => {
            "Bounded planning of patience games as scripts, with one check-sat each, in the folders that SMT-LIB \
             requires."
        }
        Track::Pddl => {
            "Patience games as planning tasks in typed STRIPS, each domain in a folder of its own, deals that can be won \
             and deals that cannot."
        }
    }
}

fn rests(track: Track) -> &'static str {
    match track {
        Track::Sat => {
            "Each satisfiable formula has a model beside it, checked on the clauses of the file. A model that is a plan \
             was also replayed by the rules of the game. Each unsatisfiable formula has a checked LRAT proof, which is \
             beside it unless it is long. No status depends on trusting a solver."
        }
        Track::Qbf => {
            "Two SAT solvers played against each other. Every plan was replayed, and a choice without a plan is beside \
             the formula as a game. A true formula trusts the first solver, which reported that no choice is left; the \
             other solvers of the table agree."
        }
        Track::Maxsat => {
            "The optimum has a model beside it, checked on the clauses of the file. A model that is a plan was also \
             replayed by the rules. That nothing is better is shown by a checked LRAT proof about the hard clauses and a \
             count of the soft ones below the optimum."
        }
        Track::Smt => {
            "Each script corresponds to a propositional formula with the same bound. The formula was decided by a model, \
             replayed as a plan, or by a checked LRAT proof. That script and formula agree trusts the encoder; the \
             solvers of the table agree."
        }
        Track::Pddl => {
            "Each solvable task has a plan beside it, replayed by the rules. Each unsolvable task has a closed set of \
             positions beside it, which patsat verify checks by the rules alone."
        }
    }
}

fn solvers(recipe: &Recipe, manifest: &Manifest) -> String {
    let mut text = String::new();
    let all = manifest.instances.len();
    let _ = write!(
        text,
        "{all} instances. Each solver had {} CPU seconds and {} MiB, one run at a time, on a machine that may have had \
         other load ({}, {}). A dash means no answer within these limits.",
        recipe.runs.cpu_s, recipe.runs.memory_mib, manifest.machine.cpu, manifest.machine.system
    );
    for solver in &manifest.solvers {
        let answered =
            |row: &&Row| row.runs.iter().any(|run| run.solver == solver.name && run.status != Status::Open);
        let answered = manifest.instances.iter().filter(answered).count();
        let version = solver.version.as_deref().unwrap_or("version unknown");
        let _ = match solver.installed {
            true => write!(text, " {} ({version}) answered {answered} of {all}.", solver.name),
            false => write!(text, " {} was not installed.", solver.name),
        };
    }
    let rules = &recipe.rules;
    if let Some(easy) = &rules.too_easy {
        let limit = match (easy.cpu_s, easy.conflicts) {
            (Some(seconds), _) => format!("{seconds} CPU seconds"),
            (None, conflicts) => format!("{} conflicts", conflicts.unwrap_or(0)),
        };
        let hard = manifest.hard.map_or_else(|| "not measured".to_owned(), |hard| hard.to_string());
        let _ = write!(
            text,
            " Hard instances (not solved by {} within {limit}): {hard}; at least {} are required.",
            easy.solver, rules.hard
        );
    }
    if let Some(scaled) = &rules.scaled {
        let _ = write!(text, " These numbers are scaled: {scaled}");
    }
    text
}

fn references(recipe: &Recipe) -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |text: &str| {
        if !all.iter().any(|known| known == text) {
            all.push(text.to_owned());
        }
    };
    for family in &recipe.family {
        match &family.ask {
            RecipeQuestion::Plan { .. } | RecipeQuestion::Shortest { .. } | RecipeQuestion::Script { .. } => {
                add("H. Kautz, B. Selman: Planning as Satisfiability. ECAI 1992.");
                add(
                    "J. Rintanen, K. Heljanko, I. Niemelä: Planning as satisfiability: parallel plans and algorithms for plan search. Artificial Intelligence 170 (2006).",
                );
            }
            RecipeQuestion::Patterns { .. } => {
                add("M. Suda: Property Directed Reachability for Automated Planning. JAIR 50 (2014).");
            }
            RecipeQuestion::Formula { dress, .. } => match dress {
                Dress::Plain => {
                    add("A. Urquhart: Hard examples for resolution. Journal of the ACM 34 (1987).");
                }
                Dress::Freecell => {
                    add(
                        "M. Helmert: Complexity results for standard benchmark domains in planning. Artificial Intelligence 143 (2003).",
                    );
                }
                Dress::Spider => add("J. Stern: Spider Solitaire is NP-Complete. arXiv 1110.1052 (2011)."),
                Dress::FortyThievesA | Dress::FortyThievesB => {
                    add("C. Iwamoto, Y. Matsui (2015), who prove that Forty Thieves is NP-complete.");
                }
            },
            RecipeQuestion::Fair { .. } | RecipeQuestion::Easy { .. } | RecipeQuestion::Best { .. } => {
                add("D. Laubersheimer: thesis on Spider solitaire, chapters 2 to 4 (2024).");
            }
            RecipeQuestion::Task { .. } => {
                add(
                    "M. Helmert: Complexity results for standard benchmark domains in planning. Artificial Intelligence 143 (2003).",
                );
            }
        }
    }
    all
}

pub(super) fn markdown(recipe: &Recipe, manifest: &Manifest, looks: &Looks) -> String {
    let mut out = format!("# {}\n\n{}, {}\n", recipe.title, recipe.author, recipe.date);
    for part in parts(recipe, manifest, looks) {
        let _ = match part {
            Part::Head(text) => writeln!(out, "\n## {text}"),
            Part::Text(text) => writeln!(out, "\n{text}"),
            Part::Items(items) => {
                out.push('\n');
                items.iter().for_each(|item| {
                    let _ = writeln!(out, "* {item}");
                });
                Ok(())
            }
            Part::Table(head, rows) => {
                let rule = vec!["---"; head.len()].join(" | ");
                let _ = write!(out, "\n| {} |\n| {rule} |\n", head.join(" | "));
                rows.iter().for_each(|row| {
                    let _ = writeln!(out, "| {} |", row.join(" | "));
                });
                Ok(())
            }
        };
    }
    out.push_str("\n![work by size](work.svg)\n\n![times by size](times.svg)\n");
    out
}

/// The description as LaTeX, in the style of the IEEE proceedings.
pub(super) fn latex(recipe: &Recipe, manifest: &Manifest, looks: &Looks) -> String {
    let mut out = format!(
        "\\documentclass[conference]{{IEEEtran}}\n\\usepackage[utf8]{{inputenc}}\n\\usepackage{{graphicx}}\n\
         \\begin{{document}}\n\\title{{{}}}\n\\author{{\\IEEEauthorblockN{{{}}}}}\n\\date{{{}}}\n\\maketitle\n",
        escaped(&recipe.title),
        escaped(&recipe.author),
        escaped(&recipe.date)
    );
    for part in parts(recipe, manifest, looks) {
        let _ = match part {
            Part::Head(text) => writeln!(out, "\n\\section{{{}}}", escaped(&text)),
            Part::Text(text) => writeln!(out, "{}", escaped(&text)),
            Part::Items(items) => {
                out.push_str("\\begin{itemize}\n");
                items.iter().for_each(|item| {
                    let _ = writeln!(out, "\\item {}", escaped(item));
                });
                writeln!(out, "\\end{{itemize}}")
            }
            Part::Table(head, rows) => {
                let columns = "l".repeat(head.len());
                let line =
                    |row: &[String]| row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & ");
                let _ = write!(
                    out,
                    "\n\\begin{{center}}\\resizebox{{\\columnwidth}}{{!}}{{\\begin{{tabular}}{{{columns}}}\n{} \\\\\n\\hline\n",
                    line(&head)
                );
                rows.iter().for_each(|row| {
                    let _ = writeln!(out, "{} \\\\", line(row));
                });
                writeln!(out, "\\end{{tabular}}}}\\end{{center}}")
            }
        };
    }
    out.push_str("\\end{document}\n");
    out
}

/// A text without anything that LaTeX takes for a command.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_latex_would_take_for_a_command_is_escaped() {
        assert_eq!(
            escaped("50% of a_b & {x} \\n ~ ^ <1>"),
            "50\\% of a\\_b \\& \\{x\\} \\textbackslash{}n \\textasciitilde{} \\textasciicircum{} \\textless{}1\\textgreater{}"
        );
        assert_eq!(escaped("Niemelä"), "Niemelä");
    }
}
