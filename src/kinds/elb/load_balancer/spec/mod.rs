//! The declaration of a balancer in an SLS.

mod listener;
pub(super) mod policy;
mod settings;

use indexmap::IndexMap;

pub use self::listener::{Backend, Listener};
pub use self::policy::Policy;
pub use self::settings::{AccessLog, Attributes, HealthCheck};

/// Parts of the arguments, for functions that set only these.
pub mod shapes {
    use super::{Listener, listener, settings};
    use model::{Argument, Fields, Minion, Problems};

    /// A listener.
    pub const LISTENER: &[Argument] = listener::LISTENER;
    /// The health check.
    pub const HEALTH_CHECK: &[Argument] = settings::HEALTH_CHECK;
    /// The attributes.
    pub const ATTRIBUTES: &[Argument] = settings::ATTRIBUTES;

    /// The argument `listeners`.
    pub fn listeners(fields: &Fields, problems: &mut Problems) -> Vec<Listener> {
        listener::read(fields, &[], &Minion::default(), problems).unwrap_or_default()
    }

    /// The arguments `health_check` and `attributes`.
    pub fn settings(
        fields: &Fields,
        problems: &mut Problems,
    ) -> (Option<settings::HealthCheck>, Option<settings::Attributes>) {
        let check = if fields.takes("health_check") { settings::health_check(fields) } else { None };
        let own = if fields.takes("attributes") { fields.record("attributes") } else { None };
        (check, own.map(|record| settings::of(&record, problems)))
    }
}
use kind::ImpliedState;
use kind::implied_states;
use model::{Argument, Fields, Function, Leaves, Minion, Problem, Problems, Shape};

/// A declared balancer.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// All its listeners; none if not managed.
    pub listeners: Option<Vec<Listener>>,
    /// The zones or subnets that it is in.
    pub network: Network,
    /// Its security groups, by name or id; none if not managed.
    pub security_groups: Option<Vec<String>>,
    /// `internet-facing` or `internal`; none if not managed.
    pub scheme: Option<String>,
    /// The health check; none if not managed.
    pub health_check: Option<HealthCheck>,
    /// Attributes; none if not managed.
    pub attributes: Option<Attributes>,
    /// All declared policies; none if not managed.
    pub policies: Option<Vec<Policy>>,
    /// All policies of the instances' ports; none if not managed.
    pub backends: Option<Vec<Backend>>,
    /// All tags; none if not managed.
    pub tags: Option<IndexMap<String, String>>,
    /// All instances; none if not managed.
    pub instances: Option<Instances>,
    /// Its CNAMEs and alarms.
    pub implied_states: Vec<ImpliedState>,
}

/// The zones or subnets of a balancer.
#[derive(Clone, Debug, PartialEq)]
pub enum Network {
    /// Not declared.
    Unsaid,
    /// In the default subnets of these zones.
    Zones(Vec<String>),
    /// In these subnets, by id or Name tag.
    Subnets(Vec<String>),
}

/// Instances by id and by Name tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instances {
    /// By id.
    pub ids: Vec<String>,
    /// By Name tag: all instances with that tag.
    pub names: Vec<String>,
}

const NAME: Argument = Argument::required("name", Shape::Text, "the balancer's name");

/// The words of its records and alarms.
const OF: implied_states::Of = implied_states::Of {
    value: "elb",
    alarms_from_pillar: "boto_elb_alarms",
    dimension: |name| ("LoadBalancerName", name.to_owned()),
    adds_dimensions: false,
};

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("listeners", Shape::Records(listener::LISTENER), "all listeners")
        .alias(&["Listeners"]),
    Argument::optional("availability_zones", Shape::Texts, "the zones it is in")
        .alias(&["AvailabilityZones"]),
    Argument::optional("subnets", Shape::Texts, "the subnets it is in, by id").alias(&["Subnets"]),
    Argument::optional(
        "subnet_names",
        Shape::Texts,
        "the subnets it is in, by Name tag, or <VPC's name>:<subnet's name>",
    ),
    Argument::optional(
        "security_groups",
        Shape::Texts,
        "its security groups by name or id; a text is split at commas",
    )
    .alias(&["SecurityGroups"]),
    Argument::optional(
        "scheme",
        Shape::Word(&["internet-facing", "internal"]),
        "the scheme; cannot be changed after creation",
    )
    .alias(&["Scheme"]),
    Argument::optional(
        "health_check",
        Shape::Record(settings::HEALTH_CHECK),
        "the health check of its instances",
    )
    .alias(&["HealthCheck"]),
    Argument::optional(
        "attributes",
        Shape::Record(settings::ATTRIBUTES),
        "logs, zones, draining, idle timeout",
    )
    .alias(&["LoadBalancerAttributes"]),
    Argument::optional(
        "attributes_from_pillar",
        Shape::Text,
        "pillar key of more attributes (default: boto_elb_attributes)",
    ),
    Argument::optional("cnames", Shape::Records(implied_states::CNAME), "CNAME records that point to it"),
    Argument::optional(
        "alarms",
        Shape::Table(&Shape::Record(implied_states::ALARM)),
        "alarms for it, by label",
    ),
    Argument::optional(
        "alarms_from_pillar",
        Shape::Text,
        "pillar key of more alarms (default: boto_elb_alarms)",
    ),
    Argument::optional("policies", Shape::Records(policy::POLICY), "all policies"),
    Argument::optional(
        "policies_from_pillar",
        Shape::Text,
        "pillar key of more policies (default: boto_elb_policies)",
    ),
    Argument::optional("backends", Shape::Records(listener::BACKEND), "policies of the instances' ports"),
    Argument::optional("wait_for_sync", Shape::Boolean, "wait until all name servers have the CNAMEs"),
    Argument::optional("tags", Shape::Table(&Shape::Text), "all tags").alias(&["Tags"]),
    Argument::optional("instance_ids", Shape::Texts, "with instance_names: all instances")
        .alias(&["Instances"]),
    Argument::optional("instance_names", Shape::Texts, "instances by Name tag: all with that tag"),
];

const ABSENT: &[Argument] = &[NAME];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elb.present", "boto3_elb.present"],
        PRESENT,
        "Makes sure that a classic load balancer exists and is as declared.",
    ),
    Function::absent(
        &["boto_elb.absent", "boto3_elb.absent"],
        ABSENT,
        "Makes sure that a classic load balancer does not exist. Its CNAMEs and alarms stay.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves != Leaves::Present {
        return Spec { present: false, ..nothing(name) };
    }
    let policies = policy::read(fields, minion, problems);
    let known = policies.as_deref().unwrap_or_default();
    Spec {
        listeners: listener::read(fields, known, minion, problems),
        network: network(fields, problems),
        security_groups: security_groups(fields, problems),
        scheme: fields.text("scheme"),
        health_check: settings::health_check(fields),
        attributes: settings::attributes(fields, minion, problems),
        backends: listener::backends(fields, known, problems),
        tags: fields.text_table("tags"),
        instances: instances(fields),
        implied_states: implied_states::read(&OF, &name, fields, minion, problems),
        policies,
        ..nothing(name)
    }
}

fn nothing(name: String) -> Spec {
    Spec {
        name,
        present: true,
        listeners: None,
        network: Network::Unsaid,
        security_groups: None,
        scheme: None,
        health_check: None,
        attributes: None,
        policies: None,
        backends: None,
        tags: None,
        instances: None,
        implied_states: vec![],
    }
}

fn network(fields: &Fields, problems: &mut Problems) -> Network {
    let names = ["availability_zones", "subnets", "subnet_names"];
    let given: Vec<&str> = names.into_iter().filter(|name| fields.has(name)).collect();
    match given.as_slice() {
        [] => {
            let problem = Problem::at(fields.place(), "the state does not say where the balancer is");
            problems.push(problem.hint("write one of availability_zones, subnets, subnet_names"));
            Network::Unsaid
        }
        ["availability_zones", rest @ ..] => {
            exclusive(fields, "availability_zones", rest, problems);
            Network::Zones(fields.texts("availability_zones").unwrap_or_default())
        }
        [first, rest @ ..] => {
            exclusive(fields, first, rest, problems);
            Network::Subnets(fields.texts(first).unwrap_or_default())
        }
    }
}

fn exclusive(fields: &Fields, first: &str, others: &[&str], problems: &mut Problems) {
    for other in others {
        let problem =
            Problem::at(fields.place_of(other), format!("'{first}' and '{other}' exclude each other"));
        problems.push(problem.hint("keep one of the two"));
    }
}

fn security_groups(fields: &Fields, problems: &mut Problems) -> Option<Vec<String>> {
    let groups = fields.comma_texts("security_groups")?;
    if groups.is_empty() {
        let place = fields.place_of("security_groups");
        let problem = Problem::at(place, "a balancer always has a security group");
        problems.push(problem.hint("leave out 'security_groups' to keep the present ones"));
    }
    Some(groups)
}

fn instances(fields: &Fields) -> Option<Instances> {
    let (ids, names) = (fields.texts("instance_ids"), fields.texts("instance_names"));
    if ids.is_none() && names.is_none() {
        return None;
    }
    Some(Instances { ids: ids.unwrap_or_default(), names: names.unwrap_or_default() })
}
