//! The first line of the output: the request and its solvers.

use super::{Event, Questions};
use patsat_console::envelope::SCHEMA;
use patsat_game::rules::Cost;
use patsat_planning::sat::{Config, SatMethod, SatQueries, Schedule};
use patsat_planning::smt::SmtMethod;
use patsat_planning::{Method, Request};

impl<'a> Questions<'a> {
    /// Queries to one back-end, without encoding, options and horizon.
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

    /// The query about the locks of a deal made from a formula.
    fn for_locks(config: &'a Config) -> Questions<'a> {
        Questions {
            encoding: Some(config.encoding.name),
            options: Some(config.options.to_string()),
            horizon: Some("complete".to_owned()),
            ..Questions::to(config.backend.name())
        }
    }

    fn to_sat(method: &'a SatMethod) -> Questions<'a> {
        match &method.queries {
            SatQueries::Horizons { configs, horizon, schedule } => Questions {
                encoding: configs.first().map(|c| c.encoding.name),
                options: configs.first().map(|c| c.options.to_string()),
                backends: configs.iter().map(|c| c.backend.name()).collect(),
                horizon: Some(horizon.to_string()),
                schedule: schedule.map(Schedule::name),
                threads: method.threads,
            },
            SatQueries::Table { table, .. } => Questions {
                encoding: None,
                options: None,
                backends: table.backends(),
                horizon: None,
                schedule: Some(table.name),
                threads: method.threads,
            },
        }
    }

    fn to_smt(method: &'a SmtMethod) -> Questions<'a> {
        Questions {
            encoding: Some(method.encoding.name),
            options: Some(method.options.to_string()),
            horizon: Some(method.horizon.to_string()),
            schedule: method.schedule.map(Schedule::name),
            ..Questions::to(method.backend.name())
        }
    }
}

impl<'a> Event<'a> {
    /// The first line for a request; `seed` is that of all its random choices.
    #[must_use]
    pub fn begin(command: &'static str, request: &'a Request<'a>, seed: u64) -> Event<'a> {
        let (cost, sat) = match &request.method {
            Method::Search(search) => (search.optimal.then_some(search.options.cost), None),
            Method::ShortestBySat(method) => (Some(Cost::M1), Some(Questions::to(method.backend.name()))),
            Method::Hybrid(method) => (None, Some(Questions::to(method.backend.name()))),
            Method::Locks(config) => (None, Some(Questions::for_locks(config))),
            Method::Sat(method) => (None, Some(Questions::to_sat(method))),
            Method::Smt(method) => (None, Some(Questions::to_smt(method))),
            _ => (None, None),
        };
        let instance = request.instance();
        Event::Begin {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            command,
            instance: instance.id.as_ref().map(ToString::to_string),
            rules: &instance.rules,
            strategy: request.method.name(),
            cost,
            seed,
            sat,
        }
    }
}
