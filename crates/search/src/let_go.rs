//! Freeing the tables of a search.

use crate::Limit;
use std::thread;

/// Frees the tables of a search that ends at a limit.
///
/// The tables may be millions of small pieces, which take seconds to free. After an interrupt the user waits for the
/// result, so a thread of its own frees them. After every other limit this function frees them itself, because the
/// next step may need the memory.
pub fn let_go(limit: Limit, tables: impl Send + 'static) {
    if limit == Limit::Interrupted {
        // If the system cannot start a thread, this frees them itself.
        drop(thread::Builder::new().name("let-go".into()).spawn(move || drop(tables)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};
    use std::thread::ThreadId;

    /// Sends the id of the thread that frees it.
    struct DropReport(Sender<ThreadId>);

    impl Drop for DropReport {
        fn drop(&mut self) {
            self.0.send(thread::current().id()).unwrap();
        }
    }

    #[test]
    fn tables_are_freed_on_another_thread_after_an_interrupt_only() {
        for limit in [Limit::Interrupted, Limit::Time, Limit::Nodes, Limit::Memory] {
            let (sender, receiver) = channel();
            let_go(limit, vec![DropReport(sender.clone()), DropReport(sender)]);
            let freed: Vec<ThreadId> = receiver.iter().collect();
            let here = thread::current().id();
            assert_eq!(freed.len(), 2);
            assert!(freed.iter().all(|&by| (by == here) == (limit != Limit::Interrupted)), "{limit}");
        }
    }
}
