//! A question as options of the program.

use crate::question::Question;
use patsat_planning::sat::{SatMethod, SatQueries};
use patsat_planning::{Method, SearchMethod};
use std::fmt::Write as _;

impl Question {
    /// Returns the options of `patsat solve` for this question, as far as they exist.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = String::new();
        // Writing to a `String` cannot fail.
        let _ = match &self.method {
            Method::Search(SearchMethod { strategy, options: o, .. }) => {
                let _ = write!(words, "--strategy {} --seed {} --cost {}", strategy.name, o.seed, o.cost);
                let _ = o.depth.map(|depth| write!(words, " --depth {depth}"));
                let _ = o.width.map(|width| write!(words, " --width {width}"));
                write!(words, "{}", if o.no_dominance { " --no-dominance" } else { "" })
            }
            Method::Sat(SatMethod {
                queries: SatQueries::Horizons { configs, horizon, schedule },
                threads,
                ..
            }) => {
                let all = configs.iter().map(|c| format!("{} (seed {})", c.backend.name(), c.seed));
                let (all, first) = (all.collect::<Vec<_>>().join(", "), &configs[0]);
                let (encoding, options) = (first.encoding.name, first.options);
                write!(
                    words,
                    "--by sat --encoding {encoding} --options {options} --horizon {horizon:?} --schedule \
                     {schedule:?}, {threads} threads, by {all}"
                )
            }
            Method::Sat(SatMethod { queries: SatQueries::Table { table, seed }, threads, .. }) => {
                write!(words, "--by sat --schedule {} --seed {seed}, {threads} threads", table.name)
            }
            Method::ShortestBySat(settings) => {
                write!(
                    words,
                    "--by sat --optimal --backend {} --seed {}",
                    settings.backend.name(),
                    settings.seed
                )
            }
            Method::Hybrid(settings) => {
                write!(words, "--by hybrid --backend {} --seed {}", settings.backend.name(), settings.seed)
            }
            Method::Pdr(method) => write!(words, "--by pdr --seed {}", method.seed),
            Method::Smt(m) => write!(
                words,
                "--by smt --encoding {} --options {} --backend {} --seed {} --horizon {:?} --schedule {:?}, \
                 optimal {}",
                m.encoding.name,
                m.options,
                m.backend.name(),
                m.seed,
                m.horizon,
                m.schedule,
                m.optimal
            ),
            other => write!(words, "{other:?}"),
        };
        let _ = self.limits.nodes.map(|nodes| write!(words, " --node-limit {nodes}"));
        if self.certify {
            words.push_str(", with a certificate");
        }
        words
    }
}
