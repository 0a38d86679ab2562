//! `event.*`: events of the fleet as states.
//!
//! ```yaml
//! myapp/deployed:
//!   event.send:
//!     - data: {version: 42}
//!     - onchanges:
//!       - file: /srv/myapp
//! ```
//!
//! The agent of this machine signs the event and sends it to the operators; it is not stored. `event.wait` sends one only if a
//! state that it watches has changed. On a machine without a fleet the state fails, as in Salt.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.event.html>.

#[cfg(test)]
mod tests;

use super::{Answers, Call, Intent, LocalState};
use model::Effect;
use model::{Argument, Function, Invocation, Key, Map, Outcome, Shape, Value};

const ARGUMENTS: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the tag; the ID if left out"),
    Argument::optional("data", Shape::Any, "data that is sent with it"),
    Argument::optional("preload", Shape::Any, "ignored"),
    Argument::optional("with_env", Shape::Any, "ignored"),
    Argument::optional("with_grains", Shape::Any, "True, or a list of grains that are sent too"),
    Argument::optional("with_pillar", Shape::Any, "True, or a list of pillar keys that are sent too"),
    Argument::optional(
        "show_changed",
        Shape::Boolean,
        "whether tag and data are shown as changes; True if left out",
    ),
];
const WAIT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the tag; the ID if left out"),
    Argument::optional("data", Shape::Any, "data that is sent with it"),
    Argument::optional("sfun", Shape::Any, "ignored"),
];

/// The state module `event`.
pub struct Event;

impl LocalState for Event {
    type Live = ();
    type Step = Outcome;

    const FUNCTIONS: &'static [Function] = &[
        Function::other(
            "send",
            &["event.send", "event.fire_master"],
            ARGUMENTS,
            "Sends an event to the fleet's operators.",
        )
        .does(&[Effect::AsksHosts])
        .open(),
        Function::other(
            "wait",
            &["event.wait"],
            WAIT,
            "Sends an event to the fleet's operators if a state that it watches has changed.",
        )
        .does(&[Effect::AsksHosts])
        .open(),
        Function::other(
            "mod_watch",
            &["event.mod_watch"],
            ARGUMENTS,
            "Sends an event to the fleet's operators.",
        )
        .does(&[Effect::AsksHosts])
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
        let mut named = Map::new();
        let low = call.context.low;
        for (name, entry) in
            low.arguments.iter().filter(|(name, _)| !["name", "sfun"].contains(&name.as_str()))
        {
            named.insert(Key::from(name.as_str()), entry.node.to_value());
        }
        let shows = !matches!(named.shift_remove("show_changed"), Some(Value::Bool(false)));
        let changes = if shows { changes(call.name, named.get("data")) } else { Map::new() };
        let foreseen = Outcome { changes, ..Outcome::would_change("Event would have been fired") };
        let invocation =
            Invocation { function: "event.send".to_owned(), args: vec![call.name.into()], kwargs: named };
        let finish = if shows { sent } else { sent_unshown };
        Intent::Invoke { foreseen, invocations: vec![invocation], in_tests: vec![], finish }
    }
}

fn changes(tag: &str, data: Option<&Value>) -> Map {
    [(Key::from("tag"), Value::from(tag)), (Key::from("data"), data.cloned().unwrap_or_default())]
        .into_iter()
        .collect()
}

fn sent_unshown(answers: &Answers) -> Outcome {
    match answers.first() {
        Some((_, Ok(Value::Bool(true)))) => Outcome::succeeded("Event fired"),
        Some((_, Err(why))) => Outcome::failed(why.to_string()),
        _ => Outcome::failed(
            "The event was not sent: this machine belongs to no fleet, or its agent does not run.",
        ),
    }
}

fn sent(answers: &Answers) -> Outcome {
    let outcome = sent_unshown(answers);
    let invocation = answers.first().filter(|(_, answer)| *answer == Ok(Value::Bool(true)));
    let tag = |invocation: &Invocation| {
        invocation.args.first().and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let changes = invocation.map(|(invocation, _)| changes(&tag(invocation), invocation.kwargs.get("data")));
    Outcome { changes: changes.unwrap_or_default(), ..outcome }
}
