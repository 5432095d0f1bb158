//! The program as its users call it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod autostart;
mod bad_input;
mod basics;
mod campaign;
mod carcassonne;
mod certify;
mod corpus;
mod cubes;
#[cfg(unix)]
mod docs;
mod encode;
mod engines;
mod exit_codes;
mod formats_page;
mod hint;
mod kpat;
mod kpatience;
mod layers;
mod maxsat;
mod optimal;
mod pack;
mod parts;
mod paste;
mod rate;
mod reductions;
mod reductions_spider;
mod reductions_thieves;
mod replay;
mod rummikub;
mod sat;
mod schema;
mod shards;
mod shortest;
mod smt;
mod smt_plans;
mod solvitaire;
mod spider_sat;
mod submission;
mod survey;
mod tasks;
mod trust;
mod untrusted;
mod variants;
mod why;
