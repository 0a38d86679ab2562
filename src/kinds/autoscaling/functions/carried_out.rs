//! `boto_asg.create`, `update` and `create_launch_configuration` carry out the states, with the same comparison and steps.
//!
//! The pillar adds nothing to them, as in Salt.

use futures::future::FutureExt;

use super::{NAME, find, is_launched};
use crate::group::Group;
use crate::launch_configuration::LaunchConfiguration;
use kind::settings::{arguments, picked};
use kind::{Asker, AwsFunction, Refusal, Resource};
use model::{Argument, Aspects, Fields, Literal, Map, Shape, Value, Verdict};

const GROUP_PRESENT: &str = "boto_asg.present";
const GROUP: &[Argument] = <Group as Resource>::FUNCTIONS[0].arguments;
const CONFIGURATION: &[Argument] = <LaunchConfiguration as Resource>::FUNCTIONS[0].arguments;

/// The arguments that Salt also takes as JSON. This function checks the JSON text; the state checks its contents.
const fn or_json(argument: Argument) -> Argument {
    Argument { shape: Shape::Any, ..argument }
}

const fn required(argument: Argument) -> Argument {
    Argument { required: true, ..argument }
}

const NOTIFICATION_ARN: Argument = picked(GROUP, "notification_arn");
const NOTIFICATION_TYPES: Argument = picked(GROUP, "notification_types");
const SETTINGS: &[Argument] = &[
    NAME,
    required(picked(GROUP, "launch_config_name")),
    or_json(picked(GROUP, "availability_zones")),
    picked(GROUP, "min_size"),
    picked(GROUP, "max_size"),
    picked(GROUP, "desired_capacity"),
    or_json(picked(GROUP, "load_balancers")),
    picked(GROUP, "default_cooldown"),
    picked(GROUP, "health_check_type"),
    picked(GROUP, "health_check_period"),
    picked(GROUP, "placement_group"),
    or_json(picked(GROUP, "vpc_zone_identifier")),
    or_json(picked(GROUP, "tags")),
    or_json(picked(GROUP, "termination_policies")),
    or_json(picked(GROUP, "suspended_processes")),
    picked(GROUP, "scaling_policies"),
    or_json(picked(GROUP, "scheduled_actions")),
];
const ALL: &[Argument] = arguments!(SETTINGS, &[NOTIFICATION_ARN, NOTIFICATION_TYPES]);
const VOLUME_TYPE: Argument =
    Argument::optional("volume_type", Shape::Text, "of no effect: say it per device");
const IOPS: Argument = Argument::optional("iops", Shape::Integer, "of no effect: say it per device");
const DEVICE_TYPES: Argument = Argument::optional("use_block_device_types", Shape::Boolean, "of no effect");
const LAUNCH: &[Argument] = &[
    picked(CONFIGURATION, "name"),
    required(picked(CONFIGURATION, "image_id")),
    picked(CONFIGURATION, "key_name"),
    picked(CONFIGURATION, "vpc_id"),
    picked(CONFIGURATION, "vpc_name"),
    or_json(picked(CONFIGURATION, "security_groups")),
    picked(CONFIGURATION, "user_data"),
    picked(CONFIGURATION, "instance_type").or(Literal::Text("m1.small")),
    picked(CONFIGURATION, "kernel_id"),
    picked(CONFIGURATION, "ramdisk_id"),
    or_json(picked(CONFIGURATION, "block_device_mappings")),
    picked(CONFIGURATION, "instance_monitoring").or(Literal::Bool(false)),
    picked(CONFIGURATION, "spot_price"),
    picked(CONFIGURATION, "instance_profile_name"),
    picked(CONFIGURATION, "ebs_optimized").or(Literal::Bool(false)),
    picked(CONFIGURATION, "associate_public_ip_address"),
    VOLUME_TYPE,
    picked(CONFIGURATION, "delete_on_termination").or(Literal::Bool(true)),
    IOPS,
    DEVICE_TYPES.or(Literal::Bool(false)),
];
/// The arguments that name pillar keys: these functions read no pillar.
const FROM_PILLAR: [&str; 6] = [
    "termination_policies_from_pillar",
    "scaling_policies_from_pillar",
    "scheduled_actions_from_pillar",
    "alarms_from_pillar",
    "notification_arn_from_pillar",
    "notification_types_from_pillar",
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_asg.create"],
        ALL,
        "Creates a group as boto_asg.present does; False if one of that name exists.",
        "True, or False",
        |ask, fields| {
            async move {
                if find(ask, fields, Aspects::NONE).await?.is_some() {
                    return Ok(false.into());
                }
                ask.ensure(GROUP_PRESENT, group(fields)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    )
    .after_connection(2),
    AwsFunction::change(
        &["boto_asg.update"],
        ALL,
        "Updates a group as boto_asg.present does; arguments that are left out change nothing.",
        "a list: True and an empty text, or False and the reason",
        |ask, fields| update(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_asg.create_launch_configuration"],
        LAUNCH,
        "Creates a launch configuration as boto_lc.present does; False if one of that name exists.",
        "True, or False",
        |ask, fields| {
            async move {
                if is_launched(ask, fields).await? {
                    return Ok(false.into());
                }
                let without = [VOLUME_TYPE.name, IOPS.name, DEVICE_TYPES.name];
                let taken = LAUNCH.iter().filter(|argument| !without.contains(&argument.name));
                ask.ensure("boto_lc.present", given(fields, taken)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

async fn update(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let live = find(ask, fields, Aspects::NONE).await?;
    let why = match live.filter(|live| !live.deleting) {
        None => format!("there is no group {}", fields.required_text(NAME.name)),
        Some(_) => {
            let outcome = ask.carry_out(GROUP_PRESENT, group(fields)).await?;
            match outcome.verdict {
                Verdict::Succeeded => return Ok(Value::List(vec![true.into(), "".into()])),
                _ => outcome.comment,
            }
        }
    };
    Ok(Value::List(vec![false.into(), why.into()]))
}

/// The arguments of the state of a group.
fn group(fields: &Fields) -> Map {
    let mut arguments = given(fields, ALL.iter());
    arguments.extend(FROM_PILLAR.map(|name| (name.into(), "".into())));
    arguments
}

/// The given arguments, with lists and mappings read from JSON.
fn given<'a>(fields: &Fields, taken: impl Iterator<Item = &'a Argument>) -> Map {
    let read = |argument: &Argument| {
        let value = fields.value(argument.name)?;
        let json = value.as_str().filter(|_| matches!(argument.shape, Shape::Any));
        let parsed = json.and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
        Some((argument.name.into(), parsed.map_or(value, Value::from)))
    };
    taken.filter_map(read).collect()
}
