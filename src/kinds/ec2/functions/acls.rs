//! `boto_vpc.*`: network ACLs and DHCP options.

use futures::future::FutureExt;

use super::api::{self, AclEntry};
use super::arguments::{Filters, TAGS, VPC_ID, VPC_NAME, at_most_one};
use super::making::{
    Handle, Instead, NETWORKS, created, invalid, not, settled, tags_named, unless_named, vpc,
};
use super::networks::subnet_of;
use super::shape::one;
use crate::api::exactly;
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Map, Shape, Value};

const ACL_ID: Argument = Argument::optional("network_acl_id", Shape::Text, "the network ACL, by id");
const ACL_NAME: Argument = Argument::optional("network_acl_name", Shape::Text, "the network ACL's Name tag");
const SUBNET_ID: Argument = Argument::optional("subnet_id", Shape::Text, "the subnet, by id");
const SUBNET_NAME: Argument = Argument::optional("subnet_name", Shape::Text, "the subnet, by Name tag");
const OPTIONS_ID: Argument = Argument::optional("dhcp_options_id", Shape::Text, "the options, by id");
const OPTIONS_NAME: Argument = Argument::optional("dhcp_options_name", Shape::Text, "the options' Name tag");
const NUMBER: Argument = Argument::required("rule_number", Shape::Integer, "the entry's number");
const EGRESS: Argument =
    Argument::optional("egress", Shape::Boolean, "for outgoing traffic; false if left out");
const ENTRY: &[Argument] = &[
    ACL_ID,
    NUMBER,
    Argument::required("protocol", Shape::Text, "tcp, udp, icmp, all, or a number"),
    Argument::required("rule_action", Shape::Word(&["allow", "deny"]), "allow or deny"),
    Argument::required("cidr_block", Shape::Text, "the address range"),
    EGRESS,
    ACL_NAME,
    Argument::optional("icmp_code", Shape::Integer, "with icmp: the code"),
    Argument::optional("icmp_type", Shape::Integer, "with icmp: the type"),
    Argument::optional("port_range_from", Shape::Integer, "the first port"),
    Argument::optional("port_range_to", Shape::Integer, "the last port"),
];
const ACL: Handle =
    Handle { resource: "network_acl", shown: "Network ACL", id: "network_acl_id", name: "network_acl_name" };
const OPTIONS: Handle = Handle {
    resource: "dhcp_options",
    shown: "dhcp_options",
    id: "dhcp_options_id",
    name: "dhcp_options_name",
};
/// The arguments of DHCP options and AWS's names.
const KEYS: [(&str, &str); 5] = [
    ("domain_name", "domain-name"),
    ("domain_name_servers", "domain-name-servers"),
    ("ntp_servers", "ntp-servers"),
    ("netbios_name_servers", "netbios-name-servers"),
    ("netbios_node_type", "netbios-node-type"),
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_vpc.create_network_acl"],
        &[VPC_ID, VPC_NAME, ACL_NAME, SUBNET_ID, SUBNET_NAME, TAGS],
        "Makes a network ACL and associates it with the subnet, if one is given.",
        "{created: True, id: …, association_id: …}, the last with a subnet only; {created: False, error: {message: …}}",
        |ask, fields| settled(create_acl(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_network_acl"],
        &[
            ACL_ID,
            ACL_NAME,
            Argument::optional("disassociate", Shape::Boolean, "move its subnets to the default one first"),
        ],
        "Deletes a network ACL.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete_acl(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.associate_network_acl_to_subnet"],
        &[ACL_ID, SUBNET_ID, ACL_NAME, SUBNET_NAME],
        "Associates a subnet with a network ACL.",
        "{associated: True, id: …}, or {associated: False, error: {message: …}}",
        |ask, fields| settled(associate(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.disassociate_network_acl"],
        &[SUBNET_ID, VPC_ID, SUBNET_NAME, VPC_NAME],
        "Associates a subnet with its VPC's default network ACL.",
        "{disassociated: True, association_id: …}, or {disassociated: False, error: {message: …}}",
        |ask, fields| settled(disassociate(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_network_acl_entry"],
        ENTRY,
        "Makes an entry of a network ACL.",
        "{created: True}, or {created: False, error: {message: …}}",
        |ask, fields| settled(put_entry(ask, fields, "created")).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.replace_network_acl_entry"],
        ENTRY,
        "Replaces an entry of a network ACL.",
        "{replaced: True}, or {replaced: False, error: {message: …}}",
        |ask, fields| settled(put_entry(ask, fields, "replaced")).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_network_acl_entry"],
        &[ACL_ID, NUMBER, EGRESS, ACL_NAME],
        "Deletes an entry of a network ACL.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(delete_entry(ask, fields)).boxed(),
    ),
    AwsFunction::read(
        &["boto_vpc.get_dhcp_options"],
        &[OPTIONS_NAME, OPTIONS_ID],
        "Returns {dhcp_options: {…}}; {} in it when there are none of that name, None when there are none of that id.",
        "{dhcp_options: …} with a mapping of lists: domain_name, domain_name_servers, ntp_servers, netbios_name_servers, netbios_node_type",
        |ask, fields| settled(get_options(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.create_dhcp_options"],
        &[
            Argument::optional("domain_name", Shape::Text, "the domain of short names"),
            Argument::optional("domain_name_servers", Shape::Texts, "addresses"),
            Argument::optional("ntp_servers", Shape::Texts, "addresses"),
            Argument::optional("netbios_name_servers", Shape::Texts, "addresses"),
            Argument::optional("netbios_node_type", Shape::Text, "1, 2, 4 or 8"),
            OPTIONS_NAME,
            TAGS,
            VPC_ID,
            VPC_NAME,
        ],
        "Makes DHCP options and associates them with the VPC, if one is given.",
        "{created: True, id: …}, or {created: False, error: {message: …}}",
        |ask, fields| settled(create_options(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.delete_dhcp_options"],
        &[OPTIONS_ID, OPTIONS_NAME],
        "Deletes DHCP options.",
        "{deleted: True}, or {deleted: False, error: {message: …}}",
        |ask, fields| settled(OPTIONS.delete(ask, fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_vpc.associate_dhcp_options_to_vpc"],
        &[Argument::required("dhcp_options_id", Shape::Text, "the options, by id"), VPC_ID, VPC_NAME],
        "Associates DHCP options with a VPC.",
        "{associated: True}, or {associated: False, error: {message: …}}",
        |ask, fields| settled(associate_options(ask, fields)).boxed(),
    ),
];

/// The subnet, which must exist.
async fn subnet(ask: &Asker<'_>, fields: &Fields, what: &str) -> Result<(String, String), Instead> {
    at_most_one(fields, &["subnet_name", "subnet_id"])?;
    let name = fields.text("subnet_name").or_else(|| fields.text("subnet_id"));
    let message = "One (but not both) of subnet_id or subnet_name must be provided.";
    let name = name.ok_or_else(|| invalid(message))?;
    let found = subnet_of(ask, fields).await?;
    found.ok_or_else(|| not(what, format!("Subnet {name} does not exist.")))
}

async fn create_acl(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let vpc = vpc(ask, fields, "created").await?;
    let subnet = if fields.has("subnet_id") || fields.has("subnet_name") {
        Some(subnet(ask, fields, "created").await?.0)
    } else {
        None
    };
    unless_named(ask, "network_acl", fields.text("network_acl_name")).await?;
    let tags = tags_named(fields, "network_acl_name");
    let made = ask.change(NETWORKS, api::create_acl(ask.aws(), &vpc, &tags)).await?;
    let mut answer = created(made.as_str());
    if let Some(subnet) = subnet {
        let association = ask.change(NETWORKS, api::associate_acl(ask.aws(), &made, &subnet)).await?;
        answer.merge(one("association_id", association));
    }
    Ok(answer)
}

async fn delete_acl(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    if fields.boolean("disassociate") == Some(true) {
        let acl = ACL.resolve(ask, fields, "deleted").await?;
        let (vpc, subnets) = api::subnets_of_acl(ask.aws(), &acl).await?.unwrap_or_default();
        let default = if subnets.is_empty() { None } else { api::default_acl(ask.aws(), &vpc).await? };
        for subnet in subnets {
            let Some(default) = &default else { break };
            ask.change(NETWORKS, api::associate_acl(ask.aws(), default, &subnet)).await?;
        }
    }
    Handle { shown: "network_acl", ..ACL }.delete(ask, fields).await
}

async fn associate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let acl = ACL.resolve(ask, fields, "associated").await?;
    let (subnet, _) = subnet(ask, fields, "associated").await?;
    let made = ask.change(NETWORKS, api::associate_acl(ask.aws(), &acl, &subnet)).await?;
    let mut answer = one("associated", true);
    answer.merge(one("id", made));
    Ok(answer)
}

async fn disassociate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    at_most_one(fields, &["vpc_id", "vpc_name"])?;
    let (subnet, of) = subnet(ask, fields, "disassociated").await?;
    let default = api::default_acl(ask.aws(), &of).await?.unwrap_or_default();
    let made = ask.change(NETWORKS, api::associate_acl(ask.aws(), &default, &subnet)).await?;
    let mut answer = one("disassociated", true);
    answer.merge(one("association_id", made));
    Ok(answer)
}

/// AWS accepts numbers only.
fn protocol(text: &str) -> Result<String, Refusal> {
    let number = match text.to_ascii_lowercase().as_str() {
        "all" => "-1",
        "icmp" => "1",
        "tcp" => "6",
        "udp" => "17",
        "icmpv6" | "ipv6-icmp" => "58",
        "gre" => "47",
        "esp" => "50",
        "ah" => "51",
        "sctp" => "132",
        _ if text.parse::<i32>().is_ok() => text,
        _ => {
            return Err(Refusal::Because(format!("the protocol {text} is not known; write its number")));
        }
    };
    Ok(number.to_owned())
}

async fn put_entry(ask: &Asker<'_>, fields: &Fields, what: &str) -> Result<Value, Instead> {
    let pair = |one: &str, other: &str| Some((fields.integer32(one)?, fields.integer32(other)?));
    let it = AclEntry {
        protocol: protocol(&fields.required_text("protocol"))?,
        acl: ACL.resolve(ask, fields, what).await?,
        number: fields.integer32("rule_number").unwrap_or_default(),
        action: fields.required_text("rule_action"),
        cidr: fields.required_text("cidr_block"),
        is_egress: fields.boolean("egress").unwrap_or(false),
        icmp: pair("icmp_type", "icmp_code"),
        ports: pair("port_range_from", "port_range_to"),
    };
    if what == "created" {
        ask.change(NETWORKS, api::create_acl_entry(ask.aws(), &it)).await?;
    } else {
        ask.change(NETWORKS, api::replace_acl_entry(ask.aws(), &it)).await?;
    }
    Ok(one(what, true))
}

async fn delete_entry(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let acl = ACL.resolve(ask, fields, "deleted").await?;
    let number = fields.integer32("rule_number").unwrap_or_default();
    let is_egress = fields.boolean("egress").unwrap_or(false);
    match ask.change(NETWORKS, api::delete_acl_entry(ask.aws(), &acl, number, is_egress)).await {
        Err(error) if error.is_not_found() => Err(not("deleted", error.message)),
        done => Ok(done.map(|()| one("deleted", true))?),
    }
}

async fn get_options(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let (wanted, none): (Filters, Value) =
        match (fields.text("dhcp_options_name"), fields.text("dhcp_options_id")) {
            (Some(name), _) => (vec![("tag:Name".to_owned(), vec![exactly(&name)])], Value::Map(Map::new())),
            (None, Some(id)) => (vec![("dhcp-options-id".to_owned(), vec![id])], Value::Null),
            (None, None) => {
                return Err(invalid(
                    "At least one of the following must be specified: dhcp_options_name, dhcp_options_id.",
                ));
            }
        };
    let found = ask.once(("dhcp options", &wanted), api::dhcp_options(ask.aws(), &wanted)).await?;
    let first = found.as_list().and_then(|all| all.first().cloned());
    Ok(one("dhcp_options", first.unwrap_or(none)))
}

async fn create_options(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let of_vpc = if fields.has("vpc_id") || fields.has("vpc_name") {
        Some(vpc(ask, fields, "created").await?)
    } else {
        None
    };
    unless_named(ask, "dhcp_options", fields.text("dhcp_options_name")).await?;
    let options: Vec<_> =
        KEYS.iter().filter_map(|(argument, key)| Some((*key, fields.texts(argument)?))).collect();
    let tags = tags_named(fields, "dhcp_options_name");
    let made = ask.change(NETWORKS, api::create_dhcp_options(ask.aws(), options, &tags)).await?;
    if let Some(vpc) = of_vpc {
        ask.change(NETWORKS, api::associate_dhcp_options(ask.aws(), &made, &vpc)).await?;
    }
    Ok(created(made))
}

async fn associate_options(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
    let vpc = vpc(ask, fields, "associated").await?;
    let id = fields.required_text("dhcp_options_id");
    match ask.change(NETWORKS, api::associate_dhcp_options(ask.aws(), &id, &vpc)).await {
        Err(error) if error.is_not_found() => Err(not("associated", "DHCP options could not be associated.")),
        done => Ok(done.map(|()| one("associated", true))?),
    }
}
