//! The calls of steps and creations, for the budgets of AWS's rate limits.

use super::{ElbCall, Step};
use crate::load_balancer::spec::{Instances, Listener, Spec};

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
            ElbCall::CheckHealth(_)
            | ElbCall::SetAttributes(_)
            | ElbCall::Tag(_)
            | ElbCall::Register(_)
            | ElbCall::CreatePolicy(_) => {
                matches!(earlier.call, ElbCall::Create(_))
            }
            ElbCall::SetListenerPolicies(..) | ElbCall::SetBackendPolicies(..) => !matches!(
                earlier.call,
                ElbCall::CheckHealth(_) | ElbCall::SetAttributes(_) | ElbCall::Tag(_) | ElbCall::Register(_)
            ),
            _ => true,
        }
    }

    /// The call that it makes.
    pub(in super::super) fn operation(&self) -> Option<&'static str> {
        Some(match &self.call {
            ElbCall::Create(_) => "Elastic Load Balancing.CreateLoadBalancer",
            ElbCall::Delete => "Elastic Load Balancing.DeleteLoadBalancer",
            ElbCall::CreateListeners(_) => "Elastic Load Balancing.CreateLoadBalancerListeners",
            ElbCall::DeleteListeners(_) => "Elastic Load Balancing.DeleteLoadBalancerListeners",
            ElbCall::SetCertificate(..) => "Elastic Load Balancing.SetLoadBalancerListenerSSLCertificate",
            ElbCall::EnableZones(_) => "Elastic Load Balancing.EnableAvailabilityZonesForLoadBalancer",
            ElbCall::DisableZones(_) => "Elastic Load Balancing.DisableAvailabilityZonesForLoadBalancer",
            ElbCall::AttachSubnets(_) => "Elastic Load Balancing.AttachLoadBalancerToSubnets",
            ElbCall::DetachSubnets(_) => "Elastic Load Balancing.DetachLoadBalancerFromSubnets",
            ElbCall::ApplyGroups(_) => "Elastic Load Balancing.ApplySecurityGroupsToLoadBalancer",
            ElbCall::CheckHealth(_) => CHECK_HEALTH,
            ElbCall::SetAttributes(_) => SET_ATTRIBUTES,
            ElbCall::CreatePolicy(_) => CREATE_POLICY,
            ElbCall::SetListenerPolicies(..) => SET_LISTENER_POLICIES,
            ElbCall::SetBackendPolicies(..) => SET_BACKEND_POLICIES,
            ElbCall::DeletePolicy(_) => "Elastic Load Balancing.DeleteLoadBalancerPolicy",
            ElbCall::Tag(_) => "Elastic Load Balancing.AddTags",
            ElbCall::Untag(_) => "Elastic Load Balancing.RemoveTags",
            ElbCall::Register(_) => REGISTER,
            ElbCall::Deregister(_) => "Elastic Load Balancing.DeregisterInstancesFromLoadBalancer",
        })
    }
}

/// The calls that make a balancer, and those that set what its creation does not.
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
