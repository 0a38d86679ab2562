//! `module.run` and `module.wait`: execution functions as states.
//!
//! ```yaml
//! out of service:
//!   module.run:
//!     - boto_elb.deregister_instances:
//!       - name: myapp
//!       - instances: [i-0123456789abcdef0]
//! as older trees write it:
//!   module.run:
//!     - name: test.echo
//!     - text: hello
//! ```
//!
//! A function name with its module below `module.run` is the newer form, for one or several functions, each with a list of
//! arguments. Otherwise `name` is the function, and its arguments are beside it. Arguments that have a meaning for every state
//! get `m_` before them (`m_name`); others may be under `args` and `kwargs`. `returner` is ignored. A test run shows the calls
//! and makes none; `module.wait` calls only if a state that it watches has changed.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.module.html>.

mod answer;
mod invocations;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use invocations::Style;
use model::Effect;
use model::{Argument, Function, Outcome, Shape};

const ARGUMENTS: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the function; the ID if left out"),
    Argument::optional("func", Shape::Text, "ignored"),
    Argument::optional("args", Shape::Any, "positional arguments of the function, as a list"),
    Argument::optional("kwargs", Shape::Any, "named arguments of the function, as a mapping"),
    Argument::optional("returner", Shape::Any, "ignored"),
];

/// The state module `module`.
pub struct Module;

impl LocalState for Module {
    type Live = ();
    type Step = Outcome;

    const FUNCTIONS: &'static [Function] = &[
        Function::other("run", &["module.run"], ARGUMENTS, "Calls execution functions.")
            .does(&[Effect::CallsFunctions])
            .open(),
        Function::other(
            "wait",
            &["module.wait", "module.watch"],
            ARGUMENTS,
            "Calls an execution function if a state that it watches has changed.",
        )
        .does(&[Effect::CallsFunctions])
        .open(),
        Function::other("mod_watch", &["module.mod_watch"], ARGUMENTS, "Calls execution functions.")
            .does(&[Effect::CallsFunctions])
            .open(),
    ];
    const REACTS: bool = true;

    async fn describe(_call: Call<'_>) -> Result<(), Outcome> {
        Ok(())
    }

    fn diff(call: Call<'_>, (): ()) -> Intent<Outcome> {
        if call.function.verb == "wait" && call.reacts_to.is_none() {
            return Intent::Settled(Outcome::succeeded(""));
        }
        let (style, invocations) = invocations::of(call);
        let missing: Vec<&str> = invocations
            .iter()
            .map(|invocation| invocation.function.as_str())
            .filter(|name| call.context.services.parameters(name).is_none())
            .collect();
        if !missing.is_empty() {
            return Intent::Settled(Outcome::failed(answer::unavailable(
                style,
                &missing,
                call.context.services,
            )));
        }
        let foreseen = Outcome::would_change(answer::foreseen(style, &invocations));
        let finish = match style {
            Style::Legacy => answer::legacy,
            Style::Functions => answer::functions,
        };
        Intent::Invoke { foreseen, invocations, in_tests: vec![], finish }
    }
}
