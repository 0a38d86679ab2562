//! A launch template as a declaration: the content of its newest version.

use serde_json::{Value as Json, json};

use super::CONTENT;
use super::arguments::PLAIN;
use super::live::Live;
use super::spec::VOLUME;
use aws::tags::{self, Tags};
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("ec2", "DescribeLaunchTemplates", "/launchTemplates", |template| {
        Some(Reference::new("ec2.launch_template", template["launchTemplateName"].as_str()?))
    }),
    aspects: CONTENT,
    declare,
};

fn declare(_template: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.default_version != live.latest_version {
        return Exportable::Impossible(format!(
            "launch template '{}' is left out: its default is version {} and its newest is version {}, but a state \
             makes the newest one the default",
            live.name, live.default_version, live.latest_version
        ));
    }
    let mut declaration = Declaration::new("boto_ec2.launch_template_present", &live.name);
    if let Some(content) = live.content.answer() {
        for (key, value) in content.data.as_object().into_iter().flatten() {
            declaration = with_argument(declaration, key, value, names);
        }
        declaration = declaration.with("user_data", content.user_data.as_deref());
    }
    declaration.tagged(&live.tags).into()
}

/// One of AWS's keys as arguments.
fn with_argument(declaration: Declaration, key: &str, value: &Json, names: &dyn Names) -> Declaration {
    match key {
        "ImageId" => match value.as_str().and_then(|image| image.strip_prefix("resolve:ssm:")) {
            Some(parameter) => declaration.with("image_ssm_parameter", parameter),
            None => declaration.with("image_id", Value::from(value.clone())),
        },
        "SecurityGroupIds" => groups(declaration, value, names),
        "IamInstanceProfile" => {
            let profile = value.get("Name").or_else(|| value.get("Arn")).and_then(Json::as_str);
            declaration.with("instance_profile_name", profile)
        }
        "Monitoring" => declaration.with("instance_monitoring", value.get("Enabled").and_then(Json::as_bool)),
        "BlockDeviceMappings" => {
            let devices = value.as_array().into_iter().flatten().map(device);
            declaration.with("block_device_mappings", devices.collect::<Value>())
        }
        "TagSpecifications" => value.as_array().into_iter().flatten().fold(declaration, launched),
        "NetworkInterfaces" if is_plain(value) => {
            let public = value.pointer("/0/AssociatePublicIpAddress").and_then(Json::as_bool);
            declaration.with("associate_public_ip_address", public)
        }
        _ => match PLAIN.iter().find(|argument| argument.aliases.first() == Some(&key)) {
            Some(argument) => declaration.with(argument.name, Value::from(value.clone())),
            None => declaration.remark(format!("{key} is left out: no state can declare it.")),
        },
    }
}

/// True for an interface that says only whether instances get public addresses.
fn is_plain(interfaces: &Json) -> bool {
    [true, false]
        .iter()
        .any(|public| *interfaces == json!([{"DeviceIndex": 0, "AssociatePublicIpAddress": public}]))
}

/// Groups by name, with the VPC in which names are looked up, if all of them are in one VPC; else by id.
fn groups(declaration: Declaration, value: &Json, names: &dyn Names) -> Declaration {
    let kind = "ec2.security_group";
    let ids: Vec<&str> = value.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let named: Option<Vec<String>> = ids.iter().map(|id| names.name(kind, "id", id)).collect();
    let vpcs: Vec<Option<String>> = ids.iter().map(|id| names.attribute(kind, id, "vpc_id")).collect();
    match (named, vpcs.first()) {
        (Some(named), Some(Some(vpc))) if vpcs.iter().all(|other| other.as_ref() == Some(vpc)) => {
            declaration.in_vpc_of_group(names, vpc).with("security_groups", named)
        }
        _ => declaration.with("security_groups", ids),
    }
}

fn device(device: &Json) -> (String, Value) {
    let ebs = VOLUME.iter().filter_map(|(ours, theirs)| Some((*ours, device.get("Ebs")?.get(theirs)?)));
    let ephemeral = device.get("VirtualName").map(|name| ("ephemeral_name", name));
    let settings = ebs.chain(ephemeral).map(|(name, value)| (name, Value::from(value.clone())));
    let none = device.get("NoDevice").map(|_| ("no_device", Value::from(true)));
    let name = device["DeviceName"].as_str().unwrap_or_default().to_owned();
    (name, settings.chain(none).collect())
}

/// The tags for launched resources.
fn launched(declaration: Declaration, specification: &Json) -> Declaration {
    let argument = match specification["ResourceType"].as_str() {
        Some("instance") => "instance_tags",
        Some("volume") => "volume_tags",
        other => {
            let of = other.unwrap_or_default();
            return declaration.remark(format!("Tags for {of} are left out: no state can declare them."));
        }
    };
    let pairs = specification["Tags"].as_array().into_iter().flatten();
    let tags: Tags = pairs
        .filter_map(|tag| Some((tag["Key"].as_str()?.to_owned(), tag["Value"].as_str()?.to_owned())))
        .collect();
    declaration.with(argument, tags::to_value(&tags))
}
