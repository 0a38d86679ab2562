//! Hosts reached by SSH, without any server: what `salt-ssh` does.
//!
//! [`roster`] holds the hosts, [`shell`] runs a command on one of them (OpenSSH's client does it, tests do it in this process), [`script`]
//! is what the host's shell runs first, [`visit`] is the operator's side of one connection, [`serve`] the host's, [`wire`] what both say.
//! [`bundle`] is the tree of states in the form that agents take. `docs/decisions/0038-ssh.md` gives the reasons.

mod bundle;
mod program;
mod raw;
mod roster;
mod script;
mod serve;
mod shell;
#[cfg(test)]
mod tests;
mod visit;
mod wire;

pub use bundle::Bundle;
pub use program::{Program, ProgramError};
pub use raw::{Ran, raw};
pub use roster::{Host, Roster};
pub use serve::{Site, serve};
pub use shell::{Channel, Ending, OpenSsh, Shell};
pub use visit::{Errand, Outcome, Supplied, Supplier, visit};
pub use wire::{Hello, WireError};
