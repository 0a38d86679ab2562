//! `environ.setenv`: environment variables for the commands of this run.
//!
//! ```yaml
//! PATH:
//!   environ.setenv:
//!     - value: /opt/bin:/usr/bin:/bin
//! proxies:
//!   environ.setenv:
//!     - value: {http_proxy: 'http://proxy:3128', no_proxy: False}
//!     - false_unsets: True
//! ```
//!
//! All later commands of this run have them: commands of states, conditions, execution functions. The environment of the process
//! itself does not change, and the variables end with the run.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.environ.html>.

use std::collections::BTreeMap;

use super::{Call, Intent, LocalState};
use crate::operation::{refused, with};
use machine::process::{set_variable, with_variables};
use model::{Argument, Function, Key, Map, Outcome, Shape, Value, python};

const SETENV: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the variable; the ID if left out"),
    Argument::required("value", Shape::Any, "its value, False, or a mapping of several variables"),
    Argument::optional(
        "false_unsets",
        Shape::Boolean,
        "whether False removes a variable; if left out, it is emptied",
    ),
    Argument::optional("clear_all", Shape::Boolean, "whether all other variables are emptied or removed too"),
    Argument::optional(
        "update_minion",
        Shape::Boolean,
        "taken for compatibility: the variables are those of the run",
    ),
    Argument::optional("permanent", Shape::Any, "for Windows"),
];

/// The state module `environ`.
pub struct Environ;

/// Variables to set, and those to remove.
type Variables = BTreeMap<String, Option<String>>;

/// The change, and its report.
#[derive(Clone, Debug)]
pub struct Step {
    variables: Variables,
    done: Outcome,
}

impl super::Step for Step {
    async fn carry_out(self) -> Outcome {
        for (name, text) in &self.variables {
            set_variable(name, text.as_deref());
        }
        self.done
    }
}

impl LocalState for Environ {
    /// The present variables of commands.
    type Live = BTreeMap<String, String>;
    type Step = Step;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "setenv",
        &["environ.setenv"],
        SETENV,
        "Sets environment variables for the commands of this run.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        Ok(with_variables(call.context.services.environment()))
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Step> {
        let fields = call.fields;
        let wanted: Map = match fields.value("value") {
            Some(Value::Map(map)) => map,
            Some(one @ (Value::Str(_) | Value::Bool(false))) => {
                [(Key::from(call.name), one)].into_iter().collect()
            }
            _ => return refused("Environ value must be string, dict or False"),
        };
        let unsets = fields.boolean("false_unsets") == Some(true);
        let nothing = if unsets { None } else { Some(String::new()) };
        let mut variables = Variables::new();
        if fields.boolean("clear_all") == Some(true) {
            let others = live.keys().filter(|name| !wanted.contains_key(name.as_str()));
            variables.extend(others.map(|name| (name.clone(), nothing.clone())));
        }
        for (name, value) in &wanted {
            let text = match value {
                Value::Bool(false) => nothing.clone(),
                Value::List(_) | Value::Map(_) => {
                    return refused(format!("the value of '{name}' is {}, not text", value.type_name()));
                }
                value => Some(python::text(value)),
            };
            variables.insert(name.to_string(), text);
        }
        variables.retain(|name, text| live.get(name) != text.as_ref());
        if variables.is_empty() {
            return Intent::Act {
                foreseen: Outcome::succeeded("Environ values are already set with the correct values"),
                step: Step {
                    variables,
                    done: Outcome::succeeded("Environ values were already set with the correct values"),
                },
            };
        }
        let changes: Map =
            variables.iter().map(|(name, text)| (Key::from(name.as_str()), text.clone().into())).collect();
        Intent::Act {
            foreseen: with(Outcome::would_change("Environ values will be changed"), changes.clone()),
            step: Step { variables, done: with(Outcome::succeeded("Environ values were set"), changes) },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::Step as _;
    use crate::sample::{call, shown};
    use machine::process::Command;

    fn changes(arguments: Json) -> Json {
        call("environ.setenv", "A", &arguments, |call| {
            let live = [("A", "1"), ("B", "2"), ("EMPTY", "")];
            let live = live.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
            shown(&Environ::diff(call, live)).2
        })
    }

    #[test]
    fn variables_are_set_emptied_or_taken_away() {
        for (arguments, expected) in [
            (json!({"value": "1"}), json!({})),
            (json!({"value": "2"}), json!({"A": "2"})),
            (json!({"value": false}), json!({"A": ""})),
            (json!({"value": false, "false_unsets": true}), json!({"A": null})),
            (json!({"value": {"EMPTY": false, "C": "3", "N": 5}}), json!({"C": "3", "N": "5"})),
            (json!({"value": {"C": false}, "false_unsets": true}), json!({})),
            (json!({"value": "1", "clear_all": true}), json!({"B": ""})),
            (json!({"value": 5}), json!({})),
        ] {
            assert_eq!(changes(arguments.clone()), expected, "{arguments}");
        }
    }

    #[tokio::test]
    async fn later_commands_have_them() {
        let variables = [("ORCHESTRATE_SETENV".to_owned(), Some("here".to_owned()))].into_iter().collect();
        Step { variables, done: Outcome::succeeded("") }.carry_out().await;
        let command = || Command::shell("/bin/sh", "echo ${ORCHESTRATE_SETENV-none}");
        assert_eq!(command().run().await.expect("a shell").stdout_text(), "here\n");
        let own = command().env("ORCHESTRATE_SETENV", "own").run().await;
        assert_eq!(own.expect("a shell").stdout_text(), "own\n");
        let clean = Command { clean_environment: true, ..command() };
        assert_eq!(clean.run().await.expect("a shell").stdout_text(), "none\n");
    }
}
