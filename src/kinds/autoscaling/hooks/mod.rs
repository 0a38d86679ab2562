//! The lifecycle hooks of a group: the group waits at them when an instance launches or terminates.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutLifecycleHook.html>.

pub(super) mod api;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use kind::document;
use model::{Argument, Fields, Problem, Problems, Shape, Value};

/// The arguments of a hook.
pub(super) const HOOK: &[Argument] = &[
    Argument::required("name", Shape::Text, "the hook's name")
        .alias(&["LifecycleHookName", "lifecycle_hook_name"]),
    Argument::required(
        "lifecycle_transition",
        Shape::Word(&["autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING"]),
        "the event at which it waits",
    )
    .alias(&["LifecycleTransition"]),
    Argument::optional("heartbeat_timeout", Shape::Integer, "seconds that it waits; 3600 if left out")
        .alias(&["HeartbeatTimeout"]),
    Argument::optional(
        "default_result",
        Shape::Word(&["ABANDON", "CONTINUE"]),
        "what happens after the timeout; ABANDON if left out",
    )
    .alias(&["DefaultResult"]),
    Argument::optional("notification_metadata", Shape::Text, "further text in the notification")
        .alias(&["NotificationMetadata"]),
    Argument::optional("notification_target_arn", Shape::Text, "an SNS topic or SQS queue")
        .alias(&["NotificationTargetARN"]),
    Argument::optional("role_arn", Shape::Text, "the role that may publish there").alias(&["RoleARN"]),
];

/// Hooks by name: all arguments but the name.
pub type Hooks = BTreeMap<String, Json>;

/// Reads the list.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Option<Hooks> {
    let mut hooks = Hooks::new();
    for hook in fields.records("lifecycle_hooks")? {
        let name = hook.required_text("name");
        let given = HOOK.iter().filter(|argument| argument.name != "name");
        let content =
            given.filter_map(|it| Some((it.name.to_owned(), document::read(&hook, it)?))).collect::<Json>();
        if hooks.insert(name.clone(), content).is_some() {
            problems
                .push(Problem::at(hook.place(), format!("the lifecycle hook '{name}' is declared twice")));
        }
    }
    Some(hooks)
}

/// True if AWS has what is declared of a hook.
pub(super) fn is_met(want: &Json, live: &Json) -> bool {
    document::is_met(want, live, &[])
}

/// In an author's notation.
pub(super) fn hooks_value(hooks: &Hooks) -> Value {
    let shown = hooks.iter().map(|(name, content)| -> Value {
        let entries = content.as_object().into_iter().flatten();
        let entries = entries.map(|(key, value)| (key.clone(), value.clone().into()));
        [("name".to_owned(), Value::from(name.as_str()))].into_iter().chain(entries).collect()
    });
    Value::List(shown.collect())
}
