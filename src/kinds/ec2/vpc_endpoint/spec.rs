//! The declaration of a VPC endpoint in an SLS.

use crate::tagged::{self, NAME, TAGS, VPC};
use aws::policy;
use aws::tags::Tags;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        service_name: String = "service_name" / "ServiceName", Shape::Text, "the service, such as com.amazonaws.us-east-1.s3";
        endpoint_type: String = "endpoint_type" / "VpcEndpointType",
            Shape::Word(&["Gateway", "Interface", "GatewayLoadBalancer"]), "the type of endpoint; Gateway if left out";
    }
}

const PARTS: &[Argument] = &[
    Argument::optional("route_table_names", Shape::Texts, "all route tables with a route to it, by Name tag"),
    Argument::optional("route_table_ids", Shape::Texts, "all route tables with a route to it, by id"),
    Argument::optional("subnet_names", Shape::Texts, "all subnets it is in, by Name tag"),
    Argument::optional("subnet_ids", Shape::Texts, "all subnets it is in, by id"),
    Argument::optional("security_groups", Shape::Texts, "all its security groups, by name or id"),
    Argument::optional(
        "private_dns_enabled",
        Shape::Boolean,
        "whether the service's own DNS name resolves to it in the VPC",
    ),
    Argument::optional("policy", policy::SHAPE, "the endpoint policy; not managed if left out"),
    TAGS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.endpoint_present", "boto3_vpc.endpoint_present"],
        arguments!(
            &[NAME],
            VPC,
            &[Argument { required: true, ..Fixed::ARGUMENTS[0] }, Fixed::ARGUMENTS[1]],
            PARTS
        ),
        "Makes sure that a VPC endpoint exists and is as declared.",
    ),
    Function::absent(
        &["boto_vpc.endpoint_absent", "boto3_vpc.endpoint_absent"],
        &[NAME],
        "Makes sure that a VPC endpoint does not exist.",
    ),
];

/// A declared VPC endpoint. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `endpoint_absent`.
    pub present: bool,
    /// The VPC it is in.
    pub vpc: Option<Which>,
    /// The settings that are fixed at creation.
    pub fixed: Fixed,
    /// The route tables with a route to it.
    pub tables: Option<Vec<Which>>,
    /// The subnets it is in.
    pub subnets: Option<Vec<Which>>,
    /// Its security groups, by name or id.
    pub groups: Option<Vec<String>>,
    /// Whether the service's own DNS name resolves to it.
    pub private_dns: Option<bool>,
    /// The endpoint policy, as JSON.
    pub policy: Option<String>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let vpc = Which::read(fields, "vpc_id", "vpc_name", problems);
    if vpc.is_none() {
        let problem = Problem::at(fields.place(), "a VPC endpoint needs its VPC");
        problems.push(problem.hint("write 'vpc_name' or 'vpc_id'"));
    }
    let policy = fields.node("policy").and_then(|node| match policy::from_node(node) {
        Ok(policy) => Some(policy),
        Err(problem) => {
            problems.push(problem);
            None
        }
    });
    let mut fixed = Fixed::read(fields);
    fixed.endpoint_type.get_or_insert_with(|| "Gateway".to_owned());
    Spec {
        present: true,
        vpc,
        fixed,
        tables: all(fields, "route_table_ids", "route_table_names"),
        subnets: all(fields, "subnet_ids", "subnet_names"),
        groups: fields.texts("security_groups"),
        private_dns: fields.boolean("private_dns_enabled"),
        policy,
        tags: tagged::read(fields, &name, problems),
        name,
    }
}

fn all(fields: &Fields, ids: &str, names: &str) -> Option<Vec<Which>> {
    let (ids, names) = (fields.texts(ids), fields.texts(names));
    if ids.is_none() && names.is_none() {
        return None;
    }
    let ids = ids.into_iter().flatten().map(Which::Id);
    Some(ids.chain(names.into_iter().flatten().map(Which::Name)).collect())
}
