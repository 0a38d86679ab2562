//! Calls of execution functions that an SLS writes: the module form of `onlyif`, and `module.run`.

use super::{Map, Value};

/// A call of an execution function.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// The function: `file.file_exists`.
    pub function: String,
    /// Its positional arguments.
    pub args: Vec<Value>,
    /// Its named arguments.
    pub kwargs: Map,
}
