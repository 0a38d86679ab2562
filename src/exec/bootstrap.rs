//! `bootstrap.*`: the user data with which instances of a group are launched.

use super::call::{Bound, CallError};
use super::signature::{required, takes};
use super::{Context, Function, Signature};
use instance::bootstrap::{self, Settings};
use model::{Shape, Value};

const ARGUMENTS: Signature = takes(&[
    required("service", Shape::Text, "the service's name"),
    required("instance", Shape::Text, "the instance's name, such as testing"),
]);

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "bootstrap.cloud_init",
        signature: ARGUMENTS,
        doc: "Returns the mapping for 'cloud_init' of a group whose instances put a service into \
              service by themselves.\n\nThe key 'bootstrap' of the configuration defines its contents.",
        returns: "a mapping for 'cloud_init'",
        does: &[],
        call: |context, bound| {
            let settings = settings(context, bound)?;
            let mapping = bootstrap::cloud_init(&settings, &bound.text("service"), &bound.text("instance"));
            mapping.map_err(|problem| bound.fails(problem.to_string()))
        },
    },
    Function {
        name: "bootstrap.user_data",
        signature: ARGUMENTS,
        doc: "Returns the same as one MIME message, as 'orchestrate bootstrap user-data' prints it.",
        returns: "a text",
        does: &[],
        call: |context, bound| {
            let settings = settings(context, bound)?;
            let message = bootstrap::user_data(&settings, &bound.text("service"), &bound.text("instance"));
            message.map(Value::from).map_err(|problem| bound.fails(problem.to_string()))
        },
    },
];

fn settings(context: &Context<'_>, bound: &Bound) -> Result<Settings, CallError> {
    Settings::read(context.minion).map_err(|problems| bound.fails(problems.to_string().trim_end()))
}
