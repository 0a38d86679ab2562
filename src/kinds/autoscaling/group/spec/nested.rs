//! The nested arguments of a group, with what the pillar adds.

use super::arguments::ACTION;
use crate::group::parts::{Actions, Notifications, ScheduledAction, Tag, Tags, Template};
use crate::scaling_policy::{self, POLICY, Policy};
use model::{Argument, Fields, Minion, Node, Problem, Problems, Value};

pub(super) fn tags(fields: &Fields, problems: &mut Problems) -> Option<Tags> {
    let mut tags = Tags::new();
    for tag in fields.records("tags")? {
        let value = tag.required_text("value");
        let propagate = tag.boolean("propagate_at_launch").unwrap_or(false);
        let key = tag.required_text("key");
        if tags.insert(key.clone(), Tag { value, propagate }).is_some() {
            problems.push(Problem::at(tag.place(), format!("the tag '{key}' is declared twice")));
        }
    }
    Some(tags)
}

/// The pillar's value under the given key, or under Salt's default key.
pub(super) fn from_pillar<'a>(
    fields: &Fields,
    argument: &str,
    default: &str,
    minion: &'a Minion,
) -> Option<&'a Value> {
    minion
        .option(&fields.text(argument).unwrap_or_else(|| default.to_owned()))
        .filter(|value| !value.is_null())
}

/// An empty list is AWS's default.
pub(super) fn termination_policies(fields: &Fields, minion: &Minion) -> Option<Vec<String>> {
    let declared = fields.texts("termination_policies").or_else(|| {
        let below =
            from_pillar(fields, "termination_policies_from_pillar", "boto_asg_termination_policies", minion)?;
        Some(texts(below, fields))
    })?;
    Some(if declared.is_empty() { vec!["Default".to_owned()] } else { declared })
}

fn texts(value: &Value, fields: &Fields) -> Vec<String> {
    model::fields::texts(&Node::from_value(value.clone(), fields.place()))
}

pub(super) fn policies(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Vec<Policy>> {
    let declared = fields.records("scaling_policies").or_else(|| {
        let below = from_pillar(fields, "scaling_policies_from_pillar", "boto_asg_scaling_policies", minion)?;
        let node = Node::from_value(below.clone(), fields.place_of("scaling_policies_from_pillar"));
        let all = node.as_list().unwrap_or_default();
        Some(all.iter().map(|one| checked(POLICY, one, "scaling_policies of the pillar", problems)).collect())
    })?;
    Some(scaling_policy::read_all(&fields.required_text("name"), &declared, problems))
}

/// Arguments that Salt passes to boto 2, and that have no effect.
pub(super) fn notes(fields: &Fields) -> Vec<String> {
    let policies = fields.records("scaling_policies").unwrap_or_default();
    let named = policies.iter().filter(|policy| policy.has("as_name"));
    let note = |policy: &Fields| {
        let name = policy.required_text("name");
        format!(
            "'as_name' of the scaling policy '{name}' has no effect: a policy belongs to the group that declares it"
        )
    };
    named.map(note).collect()
}

/// Checks a mapping that is nested deeper than `Fields` reaches, or that is in the pillar.
pub(super) fn checked(
    table: &'static [Argument],
    node: &Node,
    subject: &str,
    problems: &mut Problems,
) -> Fields {
    let entries = node.as_map().cloned().unwrap_or_default();
    let entries = entries.into_iter().map(|(key, entry)| (key.to_string(), entry));
    Fields::check(table, entries, &node.place, subject, problems)
}

/// Mappings of the pillar with those of the state merged over them, each checked.
pub(super) fn merged(
    (argument, key_argument, default): (&str, &str, &str),
    table: &'static [Argument],
    (fields, minion): (&Fields, &Minion),
    problems: &mut Problems,
) -> Option<Vec<(String, Fields)>> {
    let below = from_pillar(fields, key_argument, default, minion);
    let node = match (below, fields.node(argument)) {
        (None, None) => return None,
        (None, Some(own)) => own.clone(),
        (Some(below), own) => {
            let mut all = below.clone();
            if let Some(own) = own {
                all.merge(own.to_value());
            }
            Node::from_value(all, fields.place_of(argument))
        }
    };
    let entries = node.as_map().cloned().unwrap_or_default();
    let named = entries.into_iter().map(|(name, entry)| (name.to_string(), entry.node));
    let all = named.map(|(name, node)| {
        let subject = format!("'{name}' of {argument}");
        let fields = checked(table, &node, &subject, problems);
        (name, fields)
    });
    Some(all.collect())
}

pub(super) fn actions(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Actions> {
    let source = ("scheduled_actions", "scheduled_actions_from_pillar", "boto_asg_scheduled_actions");
    let all = merged(source, ACTION, (fields, minion), problems)?;
    Some(all.into_iter().map(|(name, fields)| (name, action(&fields, problems))).collect())
}

fn action(fields: &Fields, problems: &mut Problems) -> ScheduledAction {
    ScheduledAction {
        min_size: fields.integer32("min_size"),
        max_size: fields.integer32("max_size"),
        desired_capacity: fields.integer32("desired_capacity"),
        start_time: time(fields, "start_time", problems),
        end_time: time(fields, "end_time", problems),
        recurrence: fields.text("recurrence"),
        time_zone: fields.text("time_zone"),
    }
}

/// A time in UTC, as in AWS's answers; the `Z` is optional.
fn time(fields: &Fields, name: &str, problems: &mut Problems) -> Option<i64> {
    let written = fields.text(name)?;
    let moment = written
        .parse::<jiff::Timestamp>()
        .or_else(|_| format!("{written}Z").parse())
        .map(jiff::Timestamp::as_second);
    if moment.is_err() {
        let message = format!("'{name}' is not a time: '{written}'");
        problems.push(Problem::at(fields.place_of(name), message).hint("write it as 2030-01-31T08:00:00Z"));
    }
    moment.ok()
}

/// One topic with its events. No events, or an empty topic, means none at all.
pub(super) fn notifications(
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Notifications> {
    let below = |argument: &str, default: &str| {
        from_pillar(fields, argument, default, minion).map(|value| texts(value, fields))
    };
    let arn = fields
        .text("notification_arn")
        .or_else(|| below("notification_arn_from_pillar", "boto_asg_notification_arn")?.into_iter().next());
    let types = fields
        .texts("notification_types")
        .or_else(|| below("notification_types_from_pillar", "boto_asg_notification_types"));
    match (arn, types) {
        (None, None) => None,
        (Some(arn), Some(types)) if !arn.is_empty() && !types.is_empty() => {
            Some([(arn, types.into_iter().collect())].into())
        }
        (_, Some(types)) if types.is_empty() => Some(Notifications::new()),
        (Some(arn), _) if arn.is_empty() => Some(Notifications::new()),
        _ if !fields.has("notification_arn") && !fields.has("notification_types") => None,
        _ => {
            let message =
                "'notification_arn' and 'notification_types' go together, and one of them is missing";
            let given =
                if fields.has("notification_arn") { "notification_arn" } else { "notification_types" };
            problems.push(Problem::at(fields.place_of(given), message));
            None
        }
    }
}

/// A template's name or id alone, or with a version.
pub(super) fn template(node: &Node, fields: &Fields, problems: &mut Problems) -> Template {
    if let Some(text) = node.as_str() {
        let is_id = text.starts_with("lt-");
        return Template {
            id: is_id.then(|| text.to_owned()),
            name: (!is_id).then(|| text.to_owned()),
            version: None,
        };
    }
    let Some(record) = fields.record("launch_template") else { return Template::default() };
    let template =
        Template { id: record.text("id"), name: record.text("name"), version: record.text("version") };
    if template.id.is_some() == template.name.is_some() {
        let message = "'launch_template' needs exactly one of 'name' and 'id'";
        problems.push(Problem::at(&node.place, message));
    }
    template
}
