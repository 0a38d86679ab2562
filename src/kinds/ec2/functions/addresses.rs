//! `boto_ec2.*`: Elastic IP addresses, and more private addresses of an interface.

use futures::future::FutureExt;

use super::api;
use super::arguments::{Filters, exactly_one, filters};
use super::interfaces::{self, INTERFACE_ID};
use super::shape::{INSTANCES, done_if_there};
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Shape, Value};

const ADDRESSES: Argument = Argument::optional("addresses", Shape::Texts, "only these public addresses");
const ALLOCATIONS: Argument = Argument::optional("allocation_ids", Shape::Texts, "only these, by id");
pub(super) const INTERFACE_NAME: Argument =
    Argument::optional("network_interface_name", Shape::Text, "the interface, by Name tag");
const PUBLIC_IP: Argument = Argument::optional("public_ip", Shape::Text, "the public address");
const ALLOCATION: Argument = Argument::optional("allocation_id", Shape::Text, "the address, by id");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_ec2.get_all_eip_addresses"],
        &[ADDRESSES, ALLOCATIONS],
        "Lists public addresses of the account.",
        "a list of addresses as texts",
        |ask, fields| {
            async move {
                let found = addresses(ask, &wanted(fields)).await?;
                Ok(found.iter().map(|it| text(it, "public_ip").to_owned()).collect::<Vec<_>>().into())
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_ec2.get_eip_address_info"],
        &[ADDRESSES, ALLOCATIONS],
        "Lists public addresses of the account with their ids and associations.",
        "a list of mappings: public_ip, allocation_id, association_id, domain, instance_id, network_interface_id, network_interface_owner_id, private_ip_address",
        |ask, fields| async move { Ok(Value::List(addresses(ask, &wanted(fields)).await?)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_ec2.get_unassociated_eip_address"],
        &[Argument::optional("domain", Shape::Word(&["standard", "vpc"]), "standard if left out")],
        "Returns the first public address of that domain without an association; None when there is none.",
        "the address as text, or None",
        |ask, fields| unassociated(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.allocate_eip_address"],
        &[Argument::optional("domain", Shape::Word(&["vpc"]), "vpc, or left out")],
        "Allocates a public address for the account and describes it.",
        "a mapping: public_ip, allocation_id, domain and its association",
        |ask, fields| {
            async move {
                let domain = fields.text("domain");
                Ok(ask.change(&[], api::allocate(ask.aws(), domain.as_deref())).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.release_eip_address"],
        &[PUBLIC_IP, ALLOCATION],
        "Releases a public address; False when the account has no such address.",
        "True, or False",
        |ask, fields| {
            async move {
                let (address, id) = one_of(fields, "public_ip", "allocation_id")?;
                done_if_there(ask.change(INSTANCES, api::release(ask.aws(), address, id)).await)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.associate_eip_address"],
        &[
            Argument::optional("instance_id", Shape::Text, "the instance, by id"),
            Argument::optional("instance_name", Shape::Text, "the instance, by Name tag"),
            PUBLIC_IP,
            ALLOCATION,
            INTERFACE_ID,
            INTERFACE_NAME,
            Argument::optional("private_ip_address", Shape::Text, "which address of the interface"),
            Argument::optional(
                "allow_reassociation",
                Shape::Boolean,
                "disassociate it from its present instance or interface; false if left out",
            ),
        ],
        "Associates a public address with an instance or an interface; False when one of them does not exist.",
        "True, or False",
        |ask, fields| associate(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.disassociate_eip_address"],
        &[PUBLIC_IP, Argument::optional("association_id", Shape::Text, "the association, by id")],
        "Disassociates a public address; False when there is no such address or association.",
        "True, or False",
        |ask, fields| {
            async move {
                let (address, id) = one_of(fields, "public_ip", "association_id")?;
                done_if_there(ask.change(INSTANCES, api::disassociate(ask.aws(), address, id)).await)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_ec2.assign_private_ip_addresses"],
        &[
            INTERFACE_NAME,
            INTERFACE_ID,
            Argument::optional("private_ip_addresses", Shape::Texts, "the addresses"),
            Argument::optional(
                "secondary_private_ip_address_count",
                Shape::Integer,
                "how many addresses, chosen by AWS",
            ),
            Argument::optional(
                "allow_reassignment",
                Shape::Boolean,
                "take them from another interface; false if left out",
            ),
        ],
        "Assigns more private addresses to a network interface; False when there is no such interface.",
        "True, or False",
        |ask, fields| assign(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_ec2.unassign_private_ip_addresses"],
        &[
            INTERFACE_NAME,
            INTERFACE_ID,
            Argument::required("private_ip_addresses", Shape::Texts, "the addresses"),
        ],
        "Unassigns private addresses from a network interface; False when there is no such interface.",
        "True, or False",
        |ask, fields| unassign(ask, fields).boxed(),
    ),
];

fn wanted(fields: &Fields) -> Filters {
    filters(fields, &[("addresses", "public-ip"), ("allocation_ids", "allocation-id")])
}

async fn addresses(ask: &Asker<'_>, wanted: &Filters) -> Result<Vec<Value>, Refusal> {
    let found = ask.once(("addresses", wanted), api::addresses(ask.aws(), wanted)).await?;
    Ok(found.as_list().unwrap_or_default().to_vec())
}

fn text<'a>(address: &'a Value, key: &str) -> &'a str {
    address.traverse(key, ":").and_then(Value::as_str).unwrap_or_default()
}

async fn unassociated(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let domain = fields.text("domain").unwrap_or_else(|| "standard".to_owned());
    let found = addresses(ask, &Filters::new()).await?;
    let is_free = |it: &&Value| {
        text(it, "instance_id").is_empty()
            && text(it, "network_interface_id").is_empty()
            && text(it, "domain") == domain
    };
    Ok(found.iter().find(is_free).map(|it| text(it, "public_ip").to_owned()).into())
}

/// Two arguments; exactly one must be given.
fn one_of(fields: &Fields, one: &str, other: &str) -> Result<(Option<String>, Option<String>), Refusal> {
    exactly_one(fields, &[one, other])?;
    Ok((fields.text(one), fields.text(other)))
}

async fn associate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    exactly_one(fields, &["instance_id", "instance_name", "network_interface_id", "network_interface_name"])?;
    let (public_ip, allocation) = one_of(fields, "public_ip", "allocation_id")?;
    let (mut instance, mut interface) = (fields.text("instance_id"), fields.text("network_interface_id"));
    if let Some(name) = fields.text("instance_name") {
        instance = super::instances::id_of(ask, &name).await?;
    }
    if let Some(name) = fields.text("network_interface_name") {
        interface = interfaces::id_of(ask, &name).await?;
    }
    if instance.is_none() && interface.is_none() {
        return Ok(false.into());
    }
    let it = api::Association {
        public_ip,
        allocation,
        instance,
        interface,
        private_ip: fields.text("private_ip_address"),
        may_take_over: fields.boolean("allow_reassociation").unwrap_or(false),
    };
    done_if_there(ask.change(INSTANCES, api::associate(ask.aws(), it)).await)
}

/// The interface that `network_interface_name` or `network_interface_id` means.
async fn named(ask: &Asker<'_>, fields: &Fields) -> Result<Option<String>, Refusal> {
    exactly_one(fields, &["network_interface_name", "network_interface_id"])?;
    match fields.text("network_interface_name") {
        Some(name) => interfaces::id_of(ask, &name).await,
        None => Ok(fields.text("network_interface_id")),
    }
}

async fn assign(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(id) = named(ask, fields).await? else { return Ok(false.into()) };
    let count = fields.integer32("secondary_private_ip_address_count");
    let may_take_over = fields.boolean("allow_reassignment").unwrap_or(false);
    let call =
        api::assign_addresses(ask.aws(), &id, fields.texts("private_ip_addresses"), count, may_take_over);
    done_if_there(ask.change(INSTANCES, call).await)
}

async fn unassign(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(id) = named(ask, fields).await? else { return Ok(false.into()) };
    let addresses = fields.texts("private_ip_addresses").unwrap_or_default();
    done_if_there(ask.change(INSTANCES, api::unassign_addresses(ask.aws(), &id, addresses)).await)
}
