//! The declaration of DHCP options in an SLS.

use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Options {
        domain_name: String = "domain_name", Shape::Text, "the domain of host names; cannot change";
        domain_name_servers: Vec<String> = "domain_name_servers",
            Shape::Texts, "name servers, at most 4, or AmazonProvidedDNS; cannot change";
        ntp_servers: Vec<String> = "ntp_servers", Shape::Texts, "time servers, at most 4; cannot change";
        netbios_name_servers: Vec<String> = "netbios_name_servers",
            Shape::Texts, "NetBIOS name servers, at most 4; cannot change";
        netbios_node_type: String = "netbios_node_type",
            Shape::Word(&["1", "2", "4", "8"]), "the NetBIOS node type; cannot change";
    }
}

impl Options {
    /// In EC2's form: option to values.
    pub fn configurations(&self) -> Vec<(&'static str, Vec<String>)> {
        let one = |text: &Option<String>| text.clone().map(|text| vec![text]);
        let all = [
            ("domain-name", one(&self.domain_name)),
            ("domain-name-servers", self.domain_name_servers.clone()),
            ("ntp-servers", self.ntp_servers.clone()),
            ("netbios-name-servers", self.netbios_name_servers.clone()),
            ("netbios-node-type", one(&self.netbios_node_type)),
        ];
        all.into_iter().filter_map(|(key, values)| Some((key, values?))).collect()
    }
}

const ID: &[Argument] =
    &[Argument::optional("dhcp_options_id", Shape::Text, "the set, by id instead of name")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.dhcp_options_present", "boto3_vpc.dhcp_options_present"],
        arguments!(&[NAME], ID, VPC, Options::ARGUMENTS, &[TAGS]),
        "Makes sure that a set of DHCP options exists and that its VPC has it.",
    ),
    Function::absent(
        &["boto_vpc.dhcp_options_absent", "boto3_vpc.dhcp_options_absent"],
        arguments!(&[NAME], ID),
        "Makes sure that a set of DHCP options does not exist.",
    ),
];

/// Declared DHCP options. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag, or its id.
    pub name: String,
    /// False for `dhcp_options_absent`.
    pub present: bool,
    /// True if an id is declared: AWS chooses the id of a new set.
    pub is_by_id: bool,
    /// The options.
    pub options: Options,
    /// The VPC that has them.
    pub vpc: Option<Which>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let (id, name) = (fields.text("dhcp_options_id"), fields.required_text("name"));
    let is_by_id = id.is_some();
    if function.leaves == Leaves::Absent {
        return Spec { name: id.unwrap_or(name), is_by_id, ..Spec::default() };
    }
    Spec {
        present: true,
        is_by_id,
        options: Options::read(fields),
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        tags: tagged::read(fields, &name, problems),
        name: id.unwrap_or(name),
    }
}
