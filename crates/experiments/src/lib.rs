//! Surveys of many deals and campaigns of many runs.

pub mod campaign;
pub mod harness;
pub mod report;
pub mod survey;
