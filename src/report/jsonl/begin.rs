//! The first line: what is asked, and of whom.

use super::{Event, Questions, SCHEMA};
use crate::pipeline::Request;
use crate::pipeline::by_locks::LocksRequest;
use crate::pipeline::parts::HybridRequest;
use crate::pipeline::sat::{Ask, OptimalRequest, SatRequest, Schedule};
use crate::pipeline::smt::SmtRequest;
use crate::rules::Cost;
use crate::state::Instance;

impl<'a> Questions<'a> {
    /// Questions to one back-end, of which nothing is said.
    fn to(backend: &'a str) -> Questions<'a> {
        Questions {
            encoding: None,
            options: None,
            backends: vec![backend],
            horizon: None,
            schedule: None,
            threads: 1,
        }
    }
}

impl<'a> Event<'a> {
    fn begins(
        instance: &'a Instance,
        strategy: &'a str,
        cost: Option<Cost>,
        seed: u64,
        sat: Option<Questions<'a>>,
    ) -> Event<'a> {
        Event::Begin {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            deal: instance.id.as_ref().map(ToString::to_string),
            rules: &instance.rules,
            strategy,
            cost,
            seed,
            sat,
        }
    }

    /// The first line for a request.
    #[must_use]
    pub fn begin(request: &Request<'a>) -> Event<'a> {
        let cost = request.optimal.then_some(request.options.cost);
        Event::begins(request.instance, request.strategy.name, cost, request.options.seed, None)
    }

    /// The first line for a shortest plan by SAT solvers.
    #[must_use]
    pub fn begin_optimal_sat(request: &'a OptimalRequest<'a>) -> Event<'a> {
        let sat = Questions::to(request.backend.name());
        Event::begins(request.instance, "sat", Some(Cost::M1), request.seed, Some(sat))
    }

    /// The first line for search and SAT together.
    #[must_use]
    pub fn begin_hybrid(request: &'a HybridRequest<'a>) -> Event<'a> {
        let sat = Questions::to(request.backend.name());
        Event::begins(request.instance, "hybrid", None, request.seed, Some(sat))
    }

    /// The first line for the question about the locks of a deal made from a formula.
    #[must_use]
    pub fn begin_locks(request: &'a LocksRequest<'a>) -> Event<'a> {
        let config = &request.config;
        let sat = Questions {
            encoding: Some(config.encoding.name),
            options: Some(config.options.to_string()),
            horizon: Some("complete".to_owned()),
            ..Questions::to(config.backend.name())
        };
        Event::begins(request.instance, "sat", None, config.seed, Some(sat))
    }

    /// The first line for questions to SAT solvers.
    #[must_use]
    pub fn begin_sat(request: &'a SatRequest<'a>, seed: u64) -> Event<'a> {
        let sat = match &request.ask {
            Ask::Horizons { configs, horizon, schedule } => Questions {
                encoding: configs.first().map(|c| c.encoding.name),
                options: configs.first().map(|c| c.options.to_string()),
                backends: configs.iter().map(|c| c.backend.name()).collect(),
                horizon: Some(horizon.to_string()),
                schedule: schedule.map(Schedule::name),
                threads: request.threads,
            },
            Ask::Table { table, .. } => Questions {
                encoding: None,
                options: None,
                backends: table.entries.iter().map(|entry| entry.backend).collect(),
                horizon: None,
                schedule: Some(table.name),
                threads: request.threads,
            },
        };
        Event::begins(request.instance, "sat", None, seed, Some(sat))
    }

    /// The first line for questions to SMT solvers.
    #[must_use]
    pub fn begin_smt(request: &'a SmtRequest<'a>) -> Event<'a> {
        let sat = Questions {
            encoding: Some(request.encoding.name),
            options: Some(request.options.to_string()),
            horizon: Some(request.horizon.to_string()),
            schedule: request.schedule.map(Schedule::name),
            ..Questions::to(request.backend.name())
        };
        Event::begins(request.instance, "smt", None, request.seed, Some(sat))
    }
}
