//! Kinds of the machine itself: what an SLS says about the host that runs it, not about AWS.
//!
//! `engine` finds a function here by its name and drives it as it drives AWS kinds: describe, diff, *(a test run stops
//! here)*, apply. Laws: `describe` and `diff` change nothing, `diff` is pure, and no kind sees the mode of the run.
//! One folder a kind; a new one adds one line to [`KINDS`].

mod around;
mod cmd;
mod erased;
pub mod file;
pub mod module;
mod service;
mod state;
pub mod test;

pub use around::{Around, Listing, Memory, NoSupplies, Supplies, TextTemplate};
pub use erased::{Action, AnyLocal, Local};
pub use state::{Answers, Call, Intent, LocalState};

use crate::model::Function;

/// Every kind of the machine itself, by module.
pub const KINDS: &[&[&dyn AnyLocal]] = &[
    &[&Local::<module::Module>::IT, &Local::<test::Test>::IT],
    &[&Local::<cmd::Cmd>::IT, &Local::<service::Service>::IT],
    file::KINDS,
];

/// Every kind, one after the other.
pub fn kinds() -> impl Iterator<Item = &'static dyn AnyLocal> {
    KINDS.iter().flat_map(|module| module.iter().copied())
}

/// The kind and its function with this name, such as `test.nop`.
pub fn find(name: &str) -> Option<(&'static dyn AnyLocal, &'static Function)> {
    kinds().find_map(|kind| {
        let function = kind.functions().iter().find(|function| function.names.contains(&name))?;
        Some((kind, function))
    })
}

#[cfg(test)]
mod tests;
