mod fake;
mod reconcile;
mod snapshot;
