mod declare;
mod fake;
mod foresee;
mod reconcile;
mod report;
mod snapshot;
