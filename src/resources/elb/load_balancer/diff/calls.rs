//! What AWS's limits are asked for.

use super::{Call, Step};
use crate::resources::elb::load_balancer::spec::{Instances, Listener, Spec};

const CHECK_HEALTH: &str = "Elastic Load Balancing.ConfigureHealthCheck";
const SET_ATTRIBUTES: &str = "Elastic Load Balancing.ModifyLoadBalancerAttributes";
const CREATE_POLICY: &str = "Elastic Load Balancing.CreateLoadBalancerPolicy";
const SET_LISTENER_POLICIES: &str = "Elastic Load Balancing.SetLoadBalancerPoliciesOfListener";
const SET_BACKEND_POLICIES: &str = "Elastic Load Balancing.SetLoadBalancerPoliciesForBackendServer";
const REGISTER: &str = "Elastic Load Balancing.RegisterInstancesWithLoadBalancer";

impl Step {
    /// Health check, attributes, tags and instances depend on nothing else; listeners, policies and the network keep their
    /// order.
    pub(in super::super) fn follows(&self, earlier: &Self) -> bool {
        match self.call {
            Call::CheckHealth(_)
            | Call::SetAttributes(_)
            | Call::Tag(_)
            | Call::Register(_)
            | Call::CreatePolicy(_) => {
                matches!(earlier.call, Call::Create(_))
            }
            Call::SetListenerPolicies(..) | Call::SetBackendPolicies(..) => !matches!(
                earlier.call,
                Call::CheckHealth(_) | Call::SetAttributes(_) | Call::Tag(_) | Call::Register(_)
            ),
            _ => true,
        }
    }

    /// The call that it makes.
    pub(in super::super) fn operation(&self) -> Option<&'static str> {
        Some(match &self.call {
            Call::Create(_) => "Elastic Load Balancing.CreateLoadBalancer",
            Call::Delete => "Elastic Load Balancing.DeleteLoadBalancer",
            Call::CreateListeners(_) => "Elastic Load Balancing.CreateLoadBalancerListeners",
            Call::DeleteListeners(_) => "Elastic Load Balancing.DeleteLoadBalancerListeners",
            Call::SetCertificate(..) => "Elastic Load Balancing.SetLoadBalancerListenerSSLCertificate",
            Call::EnableZones(_) => "Elastic Load Balancing.EnableAvailabilityZonesForLoadBalancer",
            Call::DisableZones(_) => "Elastic Load Balancing.DisableAvailabilityZonesForLoadBalancer",
            Call::AttachSubnets(_) => "Elastic Load Balancing.AttachLoadBalancerToSubnets",
            Call::DetachSubnets(_) => "Elastic Load Balancing.DetachLoadBalancerFromSubnets",
            Call::ApplyGroups(_) => "Elastic Load Balancing.ApplySecurityGroupsToLoadBalancer",
            Call::CheckHealth(_) => CHECK_HEALTH,
            Call::SetAttributes(_) => SET_ATTRIBUTES,
            Call::CreatePolicy(_) => CREATE_POLICY,
            Call::SetListenerPolicies(..) => SET_LISTENER_POLICIES,
            Call::SetBackendPolicies(..) => SET_BACKEND_POLICIES,
            Call::DeletePolicy(_) => "Elastic Load Balancing.DeleteLoadBalancerPolicy",
            Call::Tag(_) => "Elastic Load Balancing.AddTags",
            Call::Untag(_) => "Elastic Load Balancing.RemoveTags",
            Call::Register(_) => REGISTER,
            Call::Deregister(_) => "Elastic Load Balancing.DeregisterInstancesFromLoadBalancer",
        })
    }
}

/// The calls that make a balancer, and those that set what creating it does not.
pub(in super::super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let listeners = spec.listeners.iter().flatten();
    let with_policies = |it: &&Listener| it.policies.as_ref().is_some_and(|policies| !policies.is_empty());
    let has_instances = |it: &Instances| !it.ids.is_empty() || !it.names.is_empty();
    let mut calls = vec!["Elastic Load Balancing.CreateLoadBalancer"];
    for (operation, count) in [
        (CHECK_HEALTH, usize::from(spec.health_check.is_some())),
        (SET_ATTRIBUTES, usize::from(spec.attributes.is_some())),
        (CREATE_POLICY, spec.policies.as_ref().map_or(0, Vec::len)),
        (SET_LISTENER_POLICIES, listeners.filter(with_policies).count()),
        (SET_BACKEND_POLICIES, spec.backends.as_ref().map_or(0, Vec::len)),
        (REGISTER, usize::from(spec.instances.as_ref().is_some_and(has_instances))),
    ] {
        calls.extend(std::iter::repeat_n(operation, count));
    }
    calls
}
