//! Changes balancers: one call per step.

use super::request;
use crate::Elb;
use crate::load_balancer::diff::{ElbCall, New, NewAttributes, Step};
use crate::load_balancer::spec::Policy;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, Fault, failed};

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let name = step.name.as_str();
    match &step.call {
        ElbCall::Create(new) => create(aws, name, new).await,
        ElbCall::Delete => {
            let answer = aws.client::<Elb>().delete_load_balancer().load_balancer_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteLoadBalancer", name)))
        }
        ElbCall::CreateListeners(_) | ElbCall::DeleteListeners(_) | ElbCall::SetCertificate(..) => {
            listeners(aws, name, &step.call).await
        }
        ElbCall::EnableZones(_)
        | ElbCall::DisableZones(_)
        | ElbCall::AttachSubnets(_)
        | ElbCall::DetachSubnets(_)
        | ElbCall::ApplyGroups(_) => network(aws, name, &step.call).await,
        ElbCall::CheckHealth(health) => {
            let call = aws.client::<Elb>().configure_health_check().load_balancer_name(name);
            let answer = call.health_check(request::health(health, name)?).send().await;
            answer.map(drop).map_err(failed("ConfigureHealthCheck", name))
        }
        ElbCall::SetAttributes(attributes) => set_attributes(aws, name, attributes).await,
        ElbCall::CreatePolicy(policy) => create_policy(aws, name, policy).await,
        ElbCall::SetListenerPolicies(..) | ElbCall::SetBackendPolicies(..) | ElbCall::DeletePolicy(_) => {
            policies(aws, name, &step.call).await
        }
        ElbCall::Tag(_) | ElbCall::Untag(_) | ElbCall::Register(_) | ElbCall::Deregister(_) => {
            members(aws, name, &step.call).await
        }
    }
}

async fn create(aws: &Aws, name: &str, new: &New) -> Result<(), ApiError> {
    let ids = |ids: &[model::Ident]| {
        (!ids.is_empty()).then(|| ids.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>())
    };
    let call = aws
        .client::<Elb>()
        .create_load_balancer()
        .load_balancer_name(name)
        .set_listeners(Some(request::listeners(&new.listeners, name)?))
        .set_availability_zones((!new.zones.is_empty()).then(|| new.zones.clone()))
        .set_subnets(ids(&new.subnets))
        .set_security_groups(ids(&new.security_groups))
        // Only one scheme can be requested; the other is AWS's default.
        .set_scheme(new.scheme.clone().filter(|scheme| scheme == "internal"))
        .set_tags((!new.tags.is_empty()).then(|| request::tags(&new.tags, name)).transpose()?);
    call.send().await.map(drop).map_err(failed("CreateLoadBalancer", name))
}

async fn listeners(aws: &Aws, name: &str, call: &ElbCall) -> Result<(), ApiError> {
    match call {
        ElbCall::CreateListeners(new) => {
            let call = aws.client::<Elb>().create_load_balancer_listeners().load_balancer_name(name);
            let answer = call.set_listeners(Some(request::listeners(new, name)?)).send().await;
            answer.map(drop).map_err(failed("CreateLoadBalancerListeners", name))
        }
        ElbCall::DeleteListeners(ports) => {
            let call = aws.client::<Elb>().delete_load_balancer_listeners().load_balancer_name(name);
            let answer = call.set_load_balancer_ports(Some(ports.clone())).send().await;
            answer.map(drop).map_err(failed("DeleteLoadBalancerListeners", name))
        }
        ElbCall::SetCertificate(port, certificate) => {
            let call =
                aws.client::<Elb>().set_load_balancer_listener_ssl_certificate().load_balancer_name(name);
            let answer = call.load_balancer_port(*port).ssl_certificate_id(certificate.as_str()).send().await;
            answer.map(drop).map_err(failed("SetLoadBalancerListenerSSLCertificate", name))
        }
        _ => Ok(()),
    }
}

async fn network(aws: &Aws, name: &str, call: &ElbCall) -> Result<(), ApiError> {
    match call {
        ElbCall::EnableZones(zones) => {
            let call =
                aws.client::<Elb>().enable_availability_zones_for_load_balancer().load_balancer_name(name);
            let answer = call.set_availability_zones(Some(zones.clone())).send().await;
            answer.map(drop).map_err(failed("EnableAvailabilityZonesForLoadBalancer", name))
        }
        ElbCall::DisableZones(zones) => {
            let call =
                aws.client::<Elb>().disable_availability_zones_for_load_balancer().load_balancer_name(name);
            let answer = call.set_availability_zones(Some(zones.clone())).send().await;
            answer.map(drop).map_err(failed("DisableAvailabilityZonesForLoadBalancer", name))
        }
        ElbCall::AttachSubnets(subnets) => {
            let call = aws.client::<Elb>().attach_load_balancer_to_subnets().load_balancer_name(name);
            let answer = call.set_subnets(Some(subnets.clone())).send().await;
            answer.map(drop).map_err(failed("AttachLoadBalancerToSubnets", name))
        }
        ElbCall::DetachSubnets(subnets) => {
            let call = aws.client::<Elb>().detach_load_balancer_from_subnets().load_balancer_name(name);
            let answer = call.set_subnets(Some(subnets.clone())).send().await;
            answer.map(drop).map_err(failed("DetachLoadBalancerFromSubnets", name))
        }
        ElbCall::ApplyGroups(groups) => {
            let ids = groups.iter().map(|group| group.as_str().to_owned()).collect();
            let call = aws.client::<Elb>().apply_security_groups_to_load_balancer().load_balancer_name(name);
            let answer = call.set_security_groups(Some(ids)).send().await;
            answer.map(drop).map_err(failed("ApplySecurityGroupsToLoadBalancer", name))
        }
        _ => Ok(()),
    }
}

async fn set_attributes(aws: &Aws, name: &str, attributes: &NewAttributes) -> Result<(), ApiError> {
    let call = aws.client::<Elb>().modify_load_balancer_attributes().load_balancer_name(name);
    let answer = call.load_balancer_attributes(request::attributes(attributes, name)?).send().await;
    answer.map(drop).map_err(failed("ModifyLoadBalancerAttributes", name))
}

/// A policy with that name has that content, because the name contains a digest of it. So an existing one is the right one.
async fn create_policy(aws: &Aws, name: &str, policy: &Policy) -> Result<(), ApiError> {
    let call = aws
        .client::<Elb>()
        .create_load_balancer_policy()
        .load_balancer_name(name)
        .policy_name(&policy.name)
        .policy_type_name(&policy.kind)
        .set_policy_attributes(Some(request::policy_attributes(policy)));
    let answer = call.send().await.map(drop).map_err(failed("CreateLoadBalancerPolicy", name));
    match answer {
        Err(error) if error.fault == Fault::AlreadyExists => Ok(()),
        other => other,
    }
}

async fn policies(aws: &Aws, name: &str, call: &ElbCall) -> Result<(), ApiError> {
    match call {
        ElbCall::SetListenerPolicies(port, names) => {
            let call = aws.client::<Elb>().set_load_balancer_policies_of_listener().load_balancer_name(name);
            let answer = call.load_balancer_port(*port).set_policy_names(Some(names.clone())).send().await;
            answer.map(drop).map_err(failed("SetLoadBalancerPoliciesOfListener", name))
        }
        ElbCall::SetBackendPolicies(port, names) => {
            let call =
                aws.client::<Elb>().set_load_balancer_policies_for_backend_server().load_balancer_name(name);
            let answer = call.instance_port(*port).set_policy_names(Some(names.clone())).send().await;
            answer.map(drop).map_err(failed("SetLoadBalancerPoliciesForBackendServer", name))
        }
        ElbCall::DeletePolicy(policy) => {
            let call = aws.client::<Elb>().delete_load_balancer_policy().load_balancer_name(name);
            let answer = call.policy_name(policy).send().await;
            answer.map(drop).map_err(failed("DeleteLoadBalancerPolicy", name))
        }
        _ => Ok(()),
    }
}

async fn members(aws: &Aws, name: &str, call: &ElbCall) -> Result<(), ApiError> {
    match call {
        ElbCall::Tag(tags) => {
            let tags = request::tags(tags, name)?;
            let answer =
                aws.client::<Elb>().add_tags().load_balancer_names(name).set_tags(Some(tags)).send().await;
            answer.map(drop).map_err(failed("AddTags", name))
        }
        ElbCall::Untag(keys) => {
            let keys = Some(request::keys(keys));
            let answer =
                aws.client::<Elb>().remove_tags().load_balancer_names(name).set_tags(keys).send().await;
            answer.map(drop).map_err(failed("RemoveTags", name))
        }
        ElbCall::Register(ids) => {
            let call = aws.client::<Elb>().register_instances_with_load_balancer().load_balancer_name(name);
            let answer = call.set_instances(Some(request::instances(ids))).send().await;
            answer.map(drop).map_err(failed("RegisterInstancesWithLoadBalancer", name))
        }
        ElbCall::Deregister(ids) => {
            let call = aws.client::<Elb>().deregister_instances_from_load_balancer().load_balancer_name(name);
            let answer = call.set_instances(Some(request::instances(ids))).send().await;
            answer.map(drop).map_err(failed("DeregisterInstancesFromLoadBalancer", name))
        }
        _ => Ok(()),
    }
}
