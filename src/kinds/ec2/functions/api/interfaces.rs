//! Network interfaces.

use aws_sdk_ec2::types::{
    AttachmentStatus, AttributeBooleanValue, AttributeValue, NetworkInterface, NetworkInterfaceAttachment,
    NetworkInterfaceAttachmentChanges, NetworkInterfaceStatus, ResourceType,
};

use super::{sent, specification, subject};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::tags;
use crate::functions::arguments::Filters;
use crate::functions::shape;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe};
use model::Value;

/// A network interface to be made.
pub(in super::super) struct NewInterface {
    pub subnet: String,
    pub private_ip: Option<String>,
    pub description: Option<String>,
    pub groups: Vec<String>,
    pub tags: Tags,
}

/// The settings of a network interface that can change.
pub(in super::super) enum Setting {
    Description(String),
    Groups(Vec<String>),
    SourceDestCheck(bool),
    /// For the attachment with that id.
    DeleteOnTermination(String, bool),
}

pub(in super::super) async fn interfaces(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_network_interfaces().set_filters(sent(filters)).max_results(1000);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeNetworkInterfaces", subject(filters)))?;
    Ok(Value::List(found.iter().map(|it| shown(it, &aws.region)).collect()))
}

fn shown(it: &NetworkInterface, region: &str) -> Value {
    let groups = it.groups().iter().map(|group| -> Value {
        [("name", Value::from(group.group_name())), ("id", group.group_id().into())].into_iter().collect()
    });
    let addresses = it.private_ip_addresses().iter().map(|address| -> Value {
        [
            ("private_ip_address", Value::from(address.private_ip_address())),
            ("primary", address.primary().into()),
        ]
        .into_iter()
        .collect()
    });
    let mut all = had([
        ("status", maybe(it.status().map(NetworkInterfaceStatus::as_str))),
        ("description", maybe(it.description())),
        ("availability_zone", maybe(it.availability_zone())),
        ("requesterId", maybe(it.requester_id())),
        ("requester_managed", it.requester_managed().map(Value::from)),
        ("mac_address", maybe(it.mac_address())),
        ("private_ip_address", maybe(it.private_ip_address())),
        ("vpc_id", maybe(it.vpc_id())),
        ("id", maybe(it.network_interface_id())),
        ("source_dest_check", it.source_dest_check().map(Value::from)),
        ("owner_id", maybe(it.owner_id())),
        ("tags", Some(shape::tags(&tags(it.tag_set())))),
        ("subnet_id", maybe(it.subnet_id())),
        ("region", Some(region.into())),
        ("groups", Some(Value::List(groups.collect()))),
        ("private_ip_addresses", Some(Value::List(addresses.collect()))),
        ("attachment", Some(it.attachment().map_or_else(|| had([]), attachment))),
    ]);
    if let Some(association) = it.association() {
        all.merge(had([
            ("associationId", maybe(association.association_id())),
            ("publicDnsName", maybe(association.public_dns_name())),
            ("ipOwnerId", maybe(association.ip_owner_id())),
            ("publicIp", maybe(association.public_ip())),
            ("allocationId", maybe(association.allocation_id())),
        ]));
    }
    all
}

fn attachment(it: &NetworkInterfaceAttachment) -> Value {
    had([
        ("status", maybe(it.status().map(AttachmentStatus::as_str))),
        ("attach_time", it.attach_time().map(|time| time.to_string().into())),
        ("device_index", it.device_index().map(Value::from)),
        ("delete_on_termination", it.delete_on_termination().map(Value::from)),
        ("instance_id", maybe(it.instance_id())),
        ("instance_owner_id", maybe(it.instance_owner_id())),
        ("id", maybe(it.attachment_id())),
    ])
}

pub(in super::super) async fn create_interface(aws: &Aws, new: NewInterface) -> Result<Value, ApiError> {
    let arguments = (&new.subnet, &new.private_ip, &new.description, &new.groups, &new.tags);
    let once = Once::new(aws, "CreateNetworkInterface", arguments);
    let call =
        aws.client::<Ec2>().create_network_interface().subnet_id(&new.subnet).client_token(once.token());
    let call = call.set_private_ip_address(new.private_ip).set_description(new.description);
    let call = call.set_groups(Some(new.groups).filter(|groups| !groups.is_empty()));
    let call = call.set_tag_specifications(specification(ResourceType::NetworkInterface, &new.tags));
    let made = once.note(call.send().await.map_err(failed("CreateNetworkInterface", &new.subnet)))?;
    Ok(made.network_interface.as_ref().map(|it| shown(it, &aws.region)).unwrap_or_default())
}

pub(in super::super) async fn delete_interface(aws: &Aws, id: &str) -> Result<(), ApiError> {
    let done = aws.client::<Ec2>().delete_network_interface().network_interface_id(id).send().await;
    done.map(drop).map_err(failed("DeleteNetworkInterface", id))
}

pub(in super::super) async fn attach_interface(
    aws: &Aws,
    id: &str,
    instance: &str,
    device: i32,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().attach_network_interface().network_interface_id(id).instance_id(instance);
    let done = call.device_index(device).send().await;
    done.map(drop).map_err(failed("AttachNetworkInterface", id))
}

pub(in super::super) async fn detach_interface(
    aws: &Aws,
    attachment: &str,
    is_forced: bool,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().detach_network_interface().attachment_id(attachment).force(is_forced);
    call.send().await.map(drop).map_err(failed("DetachNetworkInterface", attachment))
}

pub(in super::super) async fn set_interface(aws: &Aws, id: &str, setting: Setting) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().modify_network_interface_attribute().network_interface_id(id);
    let truth = |value| AttributeBooleanValue::builder().value(value).build();
    let call = match setting {
        Setting::Description(text) => call.description(AttributeValue::builder().value(text).build()),
        Setting::Groups(ids) => call.set_groups(Some(ids)),
        Setting::SourceDestCheck(check) => call.source_dest_check(truth(check)),
        Setting::DeleteOnTermination(attachment, delete) => {
            let changes = NetworkInterfaceAttachmentChanges::builder().attachment_id(attachment);
            call.attachment(changes.delete_on_termination(delete).build())
        }
    };
    call.send().await.map(drop).map_err(failed("ModifyNetworkInterfaceAttribute", id))
}

/// Secondary addresses: these, or this number.
pub(in super::super) async fn assign_addresses(
    aws: &Aws,
    id: &str,
    addresses: Option<Vec<String>>,
    count: Option<i32>,
    may_take_over: bool,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().assign_private_ip_addresses().network_interface_id(id);
    let call = call.set_private_ip_addresses(addresses).set_secondary_private_ip_address_count(count);
    let done = call.allow_reassignment(may_take_over).send().await;
    done.map(drop).map_err(failed("AssignPrivateIpAddresses", id))
}

pub(in super::super) async fn unassign_addresses(
    aws: &Aws,
    id: &str,
    addresses: Vec<String>,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().unassign_private_ip_addresses().network_interface_id(id);
    let done = call.set_private_ip_addresses(Some(addresses)).send().await;
    done.map(drop).map_err(failed("UnassignPrivateIpAddresses", id))
}
