//! `file.accumulated`: lines that are collected for a later state of a file.
//!
//! `file.managed` gives them to its template as `accumulator`, `file.blockreplace` adds them to its block. The machine is not
//! changed, so a test run collects them too. See
//! <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.accumulated>.

use super::arguments::NAME;
use crate::{Call, Intent, LocalState};
use model::{Argument, Function, Outcome, Shape, Value};

const ACCUMULATED: &[Argument] = &[
    NAME,
    Argument::required("filename", Shape::Text, "the file that the lines are for"),
    Argument::required("text", Shape::Any, "the lines: text, or a list"),
];

/// `file.accumulated`.
pub struct Accumulated;

impl LocalState for Accumulated {
    /// True if any line was new.
    type Live = bool;
    type Step = Outcome;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "accumulated",
        &["file.accumulated"],
        ACCUMULATED,
        "Collects lines for a managed file or block that requires this state.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<bool, Outcome> {
        let low = call.context.low;
        if !call.context.dependants.iter().any(|dependant| dependant.state == "file") {
            let reason = format!("Orphaned accumulator {} in {}:{}", call.name, low.sls, low.id);
            return Err(Outcome::failed(reason));
        }
        let lines = match call.fields.value("text") {
            Some(Value::List(list)) => list,
            Some(one) => vec![one],
            None => vec![],
        };
        Ok(call.context.memory.accumulate(&call.fields.required_text("filename"), call.name, lines))
    }

    fn diff(call: Call<'_>, is_new: bool) -> Intent<Outcome> {
        let file = call.fields.required_text("filename");
        let charged = format!("Accumulator {} for file {file} was charged by text", call.name);
        Intent::Settled(Outcome::succeeded(if is_new { charged } else { String::new() }))
    }
}
