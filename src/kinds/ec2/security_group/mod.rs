//! `ec2.security_group`: a security group with its rules and tags.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_secgroup.present:
//!     - description: Instances of myapp
//!     - vpc_name: main
//!     - rules:
//!       - ip_protocol: tcp
//!         from_port: 8080
//!         to_port: 8080
//!         source_group_name: myapp-testing-useast1-elb
//!       - ip_protocol: tcp
//!         from_port: 22
//!         to_port: 22
//!         cidr_ip: [10.0.0.0/8, 192.168.0.0/16]
//!         description: administration
//!     - profile: aws_profile
//! ```
//!
//! **Which group.** A name is unique in its VPC: the VPC of `vpc_id` or `vpc_name`. Without either, it is the group of that
//! name without a VPC, else the one in the default VPC, else the only one; a new group is made in the default VPC.
//! Description and VPC cannot be changed after creation: another description causes a warning.
//!
//! **Rules.** `rules` and `rules_egress` are the complete lists: `[]` removes all rules; not managed if left out. With
//! `delete_ingress_rules: False` (`delete_egress_rules`) undeclared rules stay. A rule opens `ip_protocol` (`tcp`, `udp`,
//! `icmp`, `icmpv6`, `all` or a number) from `from_port` to `to_port` (ICMP: type and code) to one kind of peer: `cidr_ip`
//! and/or `cidr_ipv6`, `prefix_list_id`, `source_group_name` or `source_group_group_id`; each may be a list. Group names are
//! looked up in the group's own VPC, or in the one whose Name tag is `source_group_name_vpc`. A rule may name its own group.
//! `description` is managed if it is given. A new group in a VPC allows all outgoing traffic; a run removes that rule if
//! `rules_egress` is declared without it.
//!
//! **Changes.** New rules are authorised before old ones are revoked, each in one call per direction, so that access is
//! never interrupted. Rules are compared by protocol number, ports and peer: `6` is `tcp`, `10.1.2.3/8` is `10.0.0.0/8`.
//!
//! **EC2-Classic.** Rules such as `source_group_owner_id: amazon-elb` with `source_group_name: amazon-elb-sg` are sent
//! unchanged, in a separate call after all others. AWS refuses them since it retired EC2-Classic; the error says what to
//! write instead. A group of another account can be named by `source_group_group_id` only.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AuthorizeSecurityGroupIngress.html>.

mod api;
mod diff;
mod export;
mod fault;
mod live;
mod rule;
mod spec;
#[cfg(test)]
mod tests;
mod want;

pub(crate) use live::Live;
pub(crate) use rule::{Party, Rule};

use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A security group, by group name or `sg-…`; the scope, if any, is the id of its VPC.
///
/// Attributes: `id`, `name`, `vpc_id`, `owner_id`, `description`.
#[derive(Debug)]
pub struct SecurityGroup;

impl Source for SecurityGroup {
    const KIND: &'static str = "ec2.security_group";
    const NOUN: &'static str = "security group";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }

    fn tags(live: &Live) -> Option<Tags> {
        Some(live.tags.clone())
    }
}

impl Resource for SecurityGroup {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["ec2", "secgroup"];
    const HELD_BY: &'static [&'static str] = &[
        "autoscaling.group",
        "ec2.instance",
        "ec2.network_interface",
        "ec2.security_group",
        "ec2.vpc_endpoint",
        "elasticache.cluster",
        "elasticache.replication_group",
        "elb.load_balancer",
        "elbv2.load_balancer",
        "lambda.function",
        "rds.cluster",
        "rds.instance",
    ];
    const GROWS: bool = true;

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn locate(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        want::locate(spec, lookup)
    }

    fn aspects(_spec: &spec::Spec) -> Aspects {
        Aspects::NONE
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        want::uses(spec)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
        step.follows(earlier)
    }

    fn makes(step: &diff::Step) -> Vec<Reference> {
        match step {
            diff::Step::Create { name, .. } => vec![Reference::new(Self::KIND, name)],
            _ => vec![],
        }
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn is_not_yet(error: &ApiError) -> bool {
        fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        fault::advice(error)
    }
}
