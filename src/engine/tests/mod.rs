mod declare;
mod fake;
mod reconcile;
mod snapshot;
