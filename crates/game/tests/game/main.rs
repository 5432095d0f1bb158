//! Tests of dealers and dead patterns against files of other programs, and tests of rules and texts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod bounded_sets;
mod bounds;
mod canfield;
mod cards;
mod impossible;
mod kpat_deals;
mod largest;
mod layouts;
mod pattern_texts;
mod patterns;
mod patterns_implied;
mod plans;
mod presets;
mod sets;
mod spider_rows;
mod spider_rules;
mod swept_sets;
mod whole;
mod worrying_back;
