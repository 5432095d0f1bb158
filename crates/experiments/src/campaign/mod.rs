//! Campaigns: instances times approaches under limits, as values.
//!
//! [`model`] is a campaign as values, [`mod@file`] reads one, [`matrix`] makes its runs, [`record`] says what became of each,
//! [`log`] keeps that in a file which survives any end, [`stats`] are the numbers of a report and
//! [`contradictions`] what no two runs may say, [`trust`] what a file may do that nobody has read. [`benchexec`] speaks to the harness of the
//! competitions. Nothing here starts a process; [`crate::harness`] does.

pub mod benchexec;
mod contradictions;
pub mod file;
pub mod log;
pub mod matrix;
pub mod model;
pub mod names;
pub mod record;
pub mod shipped;
pub mod stats;
mod text;
pub mod trust;

pub use contradictions::contradictions;
pub use log::{Log, LogError, Results};
pub use matrix::{Item, Job};
pub use model::{Answer, Approach, Campaign, CampaignError, Group, Limits, What};
pub use names::Known;
pub use record::{Begin, End, Machine, Outcome, Run, Status};
