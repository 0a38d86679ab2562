//! `test.*`: whether the program answers, and with what.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.test.html>.

use super::call::{Bound, CallError};
use super::signature::{required, takes};
use super::{Context, Function, Signature};
use crate::model::Value;

const ANY: Signature = Signature { parameters: &[], any_positional: true, any_named: true };

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "test.ping",
        signature: takes(&[]),
        doc: "Answers True. No network is used.",
        call: |_, _| Ok(Value::Bool(true)),
    },
    Function {
        name: "test.true",
        signature: takes(&[]),
        doc: "Answers True.",
        call: |_, _| Ok(Value::Bool(true)),
    },
    Function {
        name: "test.false",
        signature: takes(&[]),
        doc: "Answers False.",
        call: |_, _| Ok(Value::Bool(false)),
    },
    Function {
        name: "test.version",
        signature: takes(&[]),
        doc: "Gives the version of orchestrate.",
        call: |_, _| Ok(Value::from(env!("CARGO_PKG_VERSION"))),
    },
    Function {
        name: "test.echo",
        signature: takes(&[required("text")]),
        doc: "Gives back what it was given.",
        call: |_, bound| Ok(bound.value("text").clone()),
    },
    Function { name: "test.arg", signature: ANY, doc: "Shows what its arguments were taken for.", call: arg },
    Function {
        name: "test.kwarg",
        signature: ANY,
        doc: "Shows what its key=value arguments were taken for.",
        call: |_, bound| Ok(Value::Map(bound.named.clone())),
    },
    Function {
        name: "test.exception",
        signature: takes(&[]),
        doc: "Fails.",
        call: |_, _| {
            let reason = "this function always fails".to_owned();
            Err(CallError::Failed { function: "test.exception".to_owned(), reason })
        },
    },
];

fn arg(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let args = Value::List(bound.rest.clone());
    Ok([("args", args), ("kwargs", Value::Map(bound.named.clone()))].into_iter().collect())
}
