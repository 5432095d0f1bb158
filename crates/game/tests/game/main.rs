//! Dealers and dead patterns held against files made by others.
#![allow(clippy::unwrap_used, reason = "tests")]

mod impossible;
mod kpat_deals;
mod layouts;
mod spider_rules;
