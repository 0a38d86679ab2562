//! `publish.*`: jobs that one instance gives to others, which no instance may (`docs/decisions/0044-publish.md`).
//!
//! They answer as masterless Salt does, and the log says what to use.
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.publish.html>.

use crate::call::{Bound, CallError};
use crate::signature::{int, maybe, required, takes, text};
use crate::{Context, Function, Signature};
use model::{Map, Shape, Value};

const ASKED: Signature = takes(&[
    required("tgt", Shape::Text, "the instances"),
    required("fun", Shape::Text, "the function"),
    maybe("arg", Shape::Any, "its arguments"),
    text("tgt_type", "glob", "how the target is read"),
    text("returner", "", "without effect"),
    int("timeout", 5, "without effect"),
    maybe("via_master", Shape::Text, "without effect"),
]);
const DOC: &str = "Gives other instances a job, which no instance may: nobody is asked.\n\nUse 'mine.get' for what other instances know, and 'event.send' for what operators are to do.";

const fn asked(name: &'static str) -> Function {
    Function { name, signature: ASKED, doc: DOC, returns: "an empty mapping", does: &[], call: nobody }
}

pub(crate) const FUNCTIONS: &[Function] = &[
    asked("publish.publish"),
    asked("publish.full_data"),
    Function {
        name: "publish.runner",
        signature: takes(&[
            required("fun", Shape::Text, "the runner's function"),
            maybe("arg", Shape::Any, "its arguments"),
            int("timeout", 5, "without effect"),
        ]),
        doc: "Has an ops node run a runner, which no instance may: none is run.\n\n'saltutil.runner' reads the mine.",
        returns: "text",
        does: &[],
        call: |_, bound| {
            advise(bound, "saltutil.runner('mine.get', …)");
            Ok("No access to master. If using salt-call with --local, please remove.".into())
        },
    },
];

fn nobody(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    advise(bound, "mine.get");
    Ok(Value::Map(Map::new()))
}

fn advise(bound: &Bound, reads: &str) {
    tracing::error!(
        "{}: no instance may give jobs to others, so '{}' was not run. Read what others publish with {reads}, or send operators an event with event.send",
        bound.function,
        bound.text("fun")
    );
}
