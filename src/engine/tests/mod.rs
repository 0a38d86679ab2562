mod condition;
mod declare;
mod fake;
mod foresee;
mod gate;
mod reconcile;
mod report;
mod snapshot;
