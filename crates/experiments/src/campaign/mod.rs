//! Campaigns: instances times approaches under limits, as values.
//!
//! [`model`] is a campaign as values, [`mod@file`] reads one, and [`matrix`] makes its runs. [`record`] is the result
//! of a run, and [`log`] keeps results in a file that survives any end. [`stats`] are the numbers of a report,
//! [`contradictions`] finds runs that cannot both be right, and [`trust`] limits what an unread file may do.
//! [`benchexec`] reads and writes the files of the harness of the competitions. Nothing here starts a process; [`crate::harness`] does.

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
pub use model::{Answer, Approach, Campaign, CampaignError, Group, Invocation, Limits};
pub use names::KnownNames;
pub use record::{Begin, End, Machine, Outcome, Run, Status};
