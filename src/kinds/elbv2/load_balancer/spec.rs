//! The declaration of a balancer in an SLS.

use crate::extras;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use kind::{ImpliedState, implied_states};
use model::{Argument, Fields, Function, Leaves, Minion, Problem, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        sort: String = "type" / "Type", Shape::Word(&["application", "network"]),
            "application if left out; cannot change";
        scheme: String = "scheme" / "Scheme", Shape::Word(&["internet-facing", "internal"]),
            "internet-facing if left out; cannot change";
    }
}

settings! {
    /// Addresses of a network balancer in a subnet.
    Addresses {
        allocation_id: String = "allocation_id" / "AllocationId", Shape::Text,
            "its Elastic IP address there, by id or Name tag; cannot change";
        private_ipv4_address: String = "private_ipv4_address" / "PrivateIPv4Address", Shape::Text,
            "the private address of an internal balancer there; cannot change";
        ipv6_address: String = "ipv6_address" / "IPv6Address", Shape::Text, "its IPv6 address there; cannot change";
    }
}

const NAME: Argument =
    Argument::required("name", Shape::Text, "the balancer's name, or the ARN of one that exists");
const MAPPING: &[Argument] = arguments!(
    &[Argument::required("subnet", Shape::Text, "the subnet, by id or Name tag")
        .alias(&["subnet_id", "SubnetId"])],
    Addresses::ARGUMENTS
);
const OTHERS: &[Argument] = &[
    Argument::optional(
        "ip_address_type",
        Shape::Word(&["ipv4", "dualstack", "dualstack-without-public-ipv4"]),
        "the addresses it has",
    )
    .alias(&["IpAddressType"]),
    Argument::optional("subnets", Shape::Texts, "all subnets it is in, by id or Name tag")
        .alias(&["Subnets"]),
    Argument::optional("subnet_names", Shape::Texts, "the same by Name tag"),
    Argument::optional("subnet_mappings", Shape::Records(MAPPING), "the same with addresses")
        .alias(&["SubnetMappings"]),
    Argument::optional("vpc_id", Shape::Text, "the VPC in which subnet names are looked up, by id"),
    Argument::optional("vpc_name", Shape::Text, "the VPC in which subnet names are looked up, by Name tag"),
    Argument::optional(
        "security_groups",
        Shape::Texts,
        "all its security groups by name or id; a text is split at commas",
    )
    .alias(&["SecurityGroups"]),
    extras::attributes("attribute to value, as AWS names them: idle_timeout.timeout_seconds"),
    Argument::optional("cnames", Shape::Records(implied_states::CNAME), "CNAME records that point to it"),
    Argument::optional(
        "alarms",
        Shape::Table(&Shape::Record(implied_states::ALARM)),
        "alarms for it, by label",
    ),
    Argument::optional(
        "alarms_from_pillar",
        Shape::Text,
        "pillar key of more alarms (default: boto_elbv2_alarms)",
    ),
    Argument::optional("wait_for_sync", Shape::Boolean, "wait until all name servers have the CNAMEs"),
    extras::TAGS_ARGUMENT,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elbv2.load_balancer_present", "boto3_elbv2.load_balancer_present"],
        arguments!(&[NAME], Fixed::ARGUMENTS, OTHERS),
        "Makes sure that an application or network load balancer exists and is as declared.",
    ),
    Function::absent(
        &["boto_elbv2.load_balancer_absent", "boto3_elbv2.load_balancer_absent"],
        &[NAME],
        "Makes sure that an application or network load balancer does not exist. Its CNAMEs and alarms stay.",
    ),
];

/// The words of its records and alarms.
const OF: implied_states::Of = implied_states::Of {
    value: "elbv2",
    alarms_from_pillar: "boto_elbv2_alarms",
    dimension: |name| ("LoadBalancer", format!("elbv2:{name}")),
    adds_dimensions: true,
};

/// A declared balancer. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, or the ARN of one that exists.
    pub name: String,
    /// False for `load_balancer_absent`.
    pub present: bool,
    /// The settings that are fixed at creation.
    pub fixed: Fixed,
    /// The addresses it has.
    pub ip_address_type: Option<String>,
    /// All subnets it is in, by id or Name tag, with its addresses there.
    pub subnets: Option<Vec<(String, Addresses)>>,
    /// The VPC in which subnet names are looked up.
    pub vpc: Option<Which>,
    /// All its security groups, by name or id.
    pub security_groups: Option<Vec<String>>,
    /// Attributes and tags.
    pub extras: extras::Declared,
    /// Its CNAMEs and alarms.
    pub implied_states: Vec<ImpliedState>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves != Leaves::Present {
        return Spec { name, ..Spec::default() };
    }
    Spec {
        present: true,
        fixed: Fixed::read(fields),
        ip_address_type: fields.text("ip_address_type"),
        subnets: subnets(fields, problems),
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        security_groups: fields.comma_texts("security_groups"),
        extras: extras::Declared::read(fields),
        implied_states: implied_states::read(&OF, &name, fields, minion, problems),
        name,
    }
}

fn subnets(fields: &Fields, problems: &mut Problems) -> Option<Vec<(String, Addresses)>> {
    let names = ["subnets", "subnet_names", "subnet_mappings"];
    let mut given = names.into_iter().filter(|name| fields.has(name));
    let first = given.next()?;
    for other in given {
        let message = format!("'{first}' and '{other}' exclude each other");
        problems.push(Problem::at(fields.place_of(other), message).hint("keep one of the two"));
    }
    let mapping = |record: &Fields| (record.required_text("subnet"), Addresses::read(record));
    if first == "subnet_mappings" {
        return fields.records(first).map(|records| records.iter().map(mapping).collect());
    }
    let plain = |name| (name, Addresses::default());
    fields.texts(first).map(|list| list.into_iter().map(plain).collect())
}
