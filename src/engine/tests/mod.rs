mod declare;
mod fake;
mod reconcile;
mod report;
mod snapshot;
