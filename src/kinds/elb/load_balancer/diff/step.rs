//! The calls that change a balancer.

use std::fmt;

use indexmap::IndexMap;

use crate::load_balancer::live::{Health, Log};
use crate::load_balancer::spec::{Listener, Policy};
use model::Ident;

/// One call on the balancer `name`.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The balancer.
    pub name: String,
    /// The call.
    pub call: ElbCall,
}

/// A call that changes a balancer.
#[derive(Clone, Debug, PartialEq)]
pub enum ElbCall {
    /// `CreateLoadBalancer`.
    Create(Box<New>),
    /// `DeleteLoadBalancer`.
    Delete,
    /// `CreateLoadBalancerListeners`.
    CreateListeners(Vec<Listener>),
    /// `DeleteLoadBalancerListeners`.
    DeleteListeners(Vec<i32>),
    /// `SetLoadBalancerListenerSSLCertificate`.
    SetCertificate(i32, Ident),
    /// `EnableAvailabilityZonesForLoadBalancer`.
    EnableZones(Vec<String>),
    /// `DisableAvailabilityZonesForLoadBalancer`.
    DisableZones(Vec<String>),
    /// `AttachLoadBalancerToSubnets`.
    AttachSubnets(Vec<String>),
    /// `DetachLoadBalancerFromSubnets`.
    DetachSubnets(Vec<String>),
    /// `ApplySecurityGroupsToLoadBalancer`.
    ApplyGroups(Vec<Ident>),
    /// `ConfigureHealthCheck`.
    CheckHealth(Health),
    /// `ModifyLoadBalancerAttributes`, with those that differ.
    SetAttributes(NewAttributes),
    /// `CreateLoadBalancerPolicy`.
    CreatePolicy(Policy),
    /// `SetLoadBalancerPoliciesOfListener`.
    SetListenerPolicies(i32, Vec<String>),
    /// `SetLoadBalancerPoliciesForBackendServer`.
    SetBackendPolicies(i32, Vec<String>),
    /// `DeleteLoadBalancerPolicy`.
    DeletePolicy(String),
    /// `AddTags`.
    Tag(IndexMap<String, String>),
    /// `RemoveTags`.
    Untag(Vec<String>),
    /// `RegisterInstancesWithLoadBalancer`.
    Register(Vec<String>),
    /// `DeregisterInstancesFromLoadBalancer`.
    Deregister(Vec<String>),
}

/// The settings of a new balancer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// All listeners.
    pub listeners: Vec<Listener>,
    /// The zones, unless subnets are named.
    pub zones: Vec<String>,
    /// The subnets.
    pub subnets: Vec<Ident>,
    /// The security groups; with none AWS chooses.
    pub security_groups: Vec<Ident>,
    /// The scheme.
    pub scheme: Option<String>,
    /// The tags.
    pub tags: IndexMap<String, String>,
}

/// Attributes to set, each complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewAttributes {
    /// Access logs.
    pub access_log: Option<Log>,
    /// Whether requests are spread evenly over all zones.
    pub cross_zone: Option<bool>,
    /// Whether requests to a leaving instance may finish, and for how many seconds.
    pub draining: Option<(bool, i32)>,
    /// Seconds until a silent connection is closed.
    pub idle_timeout: Option<i32>,
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |words: &[String]| words.join(", ");
        match &self.call {
            ElbCall::Create(_) => out.write_str("create the load balancer"),
            ElbCall::Delete => out.write_str("delete the load balancer"),
            ElbCall::CreateListeners(new) => {
                write!(out, "create the listeners {}", ports(new.iter().map(|it| it.port)))
            }
            ElbCall::DeleteListeners(old) => {
                write!(out, "delete the listeners {}", ports(old.iter().copied()))
            }
            ElbCall::SetCertificate(port, _) => {
                write!(out, "replace the certificate of listener {port}")
            }
            ElbCall::EnableZones(zones) => write!(out, "enable {}", list(zones)),
            ElbCall::DisableZones(zones) => write!(out, "disable {}", list(zones)),
            ElbCall::AttachSubnets(subnets) => write!(out, "attach {}", list(subnets)),
            ElbCall::DetachSubnets(subnets) => write!(out, "detach {}", list(subnets)),
            ElbCall::ApplyGroups(_) => out.write_str("apply the security groups"),
            ElbCall::CheckHealth(_) => out.write_str("configure the health check"),
            ElbCall::SetAttributes(_) => out.write_str("set the attributes"),
            ElbCall::CreatePolicy(policy) => write!(out, "create policy {}", policy.name),
            ElbCall::SetListenerPolicies(port, _) => write!(out, "set the policies of listener {port}"),
            ElbCall::SetBackendPolicies(port, _) => {
                write!(out, "set the policies of instance port {port}")
            }
            ElbCall::DeletePolicy(name) => write!(out, "delete policy {name}"),
            ElbCall::Tag(tags) => {
                let keys: Vec<String> = tags.keys().cloned().collect();
                write!(out, "tag with {}", list(&keys))
            }
            ElbCall::Untag(keys) => write!(out, "remove the tags {}", list(keys)),
            ElbCall::Register(ids) => write!(out, "register {}", list(ids)),
            ElbCall::Deregister(ids) => write!(out, "deregister {}", list(ids)),
        }
    }
}

fn ports(ports: impl Iterator<Item = i32>) -> String {
    ports.map(|port| port.to_string()).collect::<Vec<_>>().join(", ")
}
