//! The launch settings.

use indexmap::IndexMap;

use super::super::parts::Template;
use super::{Group, Launch, nested};
use crate::{launch, mixed};
use kind::ImpliedState;
use model::{Argument, Fields, Problem, Problems, Value};

pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Launch {
    let place = |name: &str| fields.place_of(name);
    let given = ["launch_template", "mixed_instances_policy"].into_iter().find(|name| fields.has(name));
    if let Some(given) = given {
        for other in ["launch_config_name", "launch_config", "instance_profile_name"] {
            if fields.has(other) {
                let message = format!("'{other}' does not go with '{given}'");
                problems.push(Problem::at(place(other), message).hint("the template already contains it"));
            }
        }
        let template = fields.node("launch_template").map(|node| nested::template(node, fields, problems));
        let specification = template.clone().map(|it| mixed::specification(it.id, it.name, it.version));
        let mixed = mixed::read(fields, specification, problems).map(Launch::Mixed);
        return mixed.unwrap_or_else(|| Launch::Template(template.unwrap_or_default()));
    }
    let name = fields.text("launch_config_name").unwrap_or_default();
    if name.is_empty() {
        let message = "the group does not say how instances are launched";
        problems.push(
            Problem::at(fields.place(), message).hint("give 'launch_config_name' or 'launch_template'"),
        );
    }
    let inline = fields
        .record("launch_config")
        .filter(|_| fields.value("launch_config").is_some_and(|it| !is_empty(&it)));
    let beside = fields.text("instance_profile_name");
    let Some(inline) = inline else {
        if beside.is_some() {
            let message = "'instance_profile_name' has no effect without 'launch_config'";
            problems.push(Problem::at(place("instance_profile_name"), message));
        }
        return Launch::Named(name);
    };
    let mut spec = launch::read(&inline, true, problems);
    match (&beside, &spec.content.instance_profile) {
        (Some(beside), Some(inside)) if beside != inside => {
            let message = format!("'instance_profile_name' is {beside} here and {inside} in launch_config");
            problems.push(
                Problem::at(place("instance_profile_name"), message).hint("keep the one in launch_config"),
            );
        }
        (Some(_), None) => spec.content.instance_profile = beside,
        _ => {}
    }
    Launch::Inline { prefix: name, spec: Box::new(spec) }
}

fn is_empty(value: &Value) -> bool {
    value.as_list().is_some_and(<[_]>::is_empty) || value.as_map().is_some_and(|map| map.is_empty())
}

/// The launch configuration that is written with the group becomes a launch template.
pub(super) fn migrate(group: &mut Group, fields: &Fields, problems: &mut Problems) {
    let Launch::Inline { prefix, .. } = &group.launch else {
        let message = "'migrate_to_launch_template' needs 'launch_config_name' and 'launch_config'";
        let problem = Problem::at(fields.place_of("migrate_to_launch_template"), message);
        problems.push(problem.hint("the template gets their name and content"));
        return;
    };
    let declared = fields.record("launch_config");
    let taken = launch::ARGUMENTS.iter().chain([&launch::IMAGE_NAME, &launch::IMAGE_OWNER]);
    let value =
        |argument: &Argument| Some((argument.name.to_owned(), declared.as_ref()?.value(argument.name)?));
    let mut arguments: IndexMap<String, Value> = taken.filter_map(value).collect();
    arguments.insert("name".to_owned(), prefix.as_str().into());
    arguments.entry("instance_type".to_owned()).or_insert_with(|| "m1.small".into());
    if let Some(profile) = fields.text("instance_profile_name") {
        arguments.insert("instance_profile_name".to_owned(), profile.into());
    }
    if let Some(subnet) = group.subnets.iter().flatten().next() {
        arguments.insert("subnet_name".to_owned(), subnet.as_str().into());
    }
    group.former = Some(prefix.clone());
    let template = Template { id: None, name: Some(prefix.clone()), version: Some("$Latest".to_owned()) };
    group.launch = Launch::Template(template);
    group.forerunners = vec![ImpliedState { function: "boto_ec2.launch_template_present", arguments }];
}
