//! State functions that only consist of others and manage nothing themselves.

use super::{ImpliedState, in_service};
use model::{Fields, Function, Minion, Problems};

/// A state function made of others, carried out one after the other.
#[derive(Debug)]
pub struct Composite {
    /// The function and its arguments.
    pub function: Function,
    /// The prefixes of its connection options.
    pub labels: &'static [&'static str],
    /// Its parts. Mistakes that the tables cannot express are noted in `problems`.
    pub parts: fn(&Function, &Fields, &Minion, &mut Problems) -> Vec<ImpliedState>,
    /// Why parts are left out now, for people.
    pub remark: fn(&Fields, &Minion) -> Option<String>,
}

/// Every such function.
pub const COMPOSITES: &[&Composite] = &[&in_service::REGISTER, &in_service::DEREGISTER];
