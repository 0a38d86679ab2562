//! Requests for a balancer, in the SDK's types.

use aws_sdk_elasticloadbalancing::error::BuildError;
use aws_sdk_elasticloadbalancing::types::{
    AccessLog, ConnectionDraining, ConnectionSettings, CrossZoneLoadBalancing, HealthCheck, Instance,
    Listener, LoadBalancerAttributes, PolicyAttribute, Tag, TagKeyOnly,
};
use indexmap::IndexMap;

use crate::load_balancer::diff::NewAttributes;
use crate::load_balancer::live::Health;
use crate::load_balancer::spec::{Listener as Wanted, Policy};
use aws::{ApiError, Fault};
use model::Ident;

/// The SDK refuses values without a required field; `diff` leaves none out.
fn incomplete(name: &str) -> impl Fn(BuildError) -> ApiError {
    move |error| ApiError::found("request", name, Fault::Invalid, error.to_string())
}

pub(super) fn listeners(wanted: &[Wanted], name: &str) -> Result<Vec<Listener>, ApiError> {
    wanted
        .iter()
        .map(|listener| {
            let certificate =
                listener.certificate.as_ref().filter(|_| listener.is_secure()).map(Ident::to_string);
            let built = Listener::builder()
                .protocol(&listener.protocol)
                .load_balancer_port(listener.port)
                .instance_protocol(&listener.instance_protocol)
                .instance_port(listener.instance_port)
                .set_ssl_certificate_id(certificate);
            built.build().map_err(incomplete(name))
        })
        .collect()
}

pub(super) fn health(health: &Health, name: &str) -> Result<HealthCheck, ApiError> {
    let built = HealthCheck::builder()
        .target(&health.target)
        .interval(health.interval)
        .timeout(health.timeout)
        .healthy_threshold(health.healthy)
        .unhealthy_threshold(health.unhealthy);
    built.build().map_err(incomplete(name))
}

pub(super) fn attributes(new: &NewAttributes, name: &str) -> Result<LoadBalancerAttributes, ApiError> {
    let log = new.access_log.as_ref().map(|log| {
        AccessLog::builder()
            .enabled(log.enabled)
            .set_s3_bucket_name(log.bucket.clone())
            .set_s3_bucket_prefix(log.prefix.clone())
            .set_emit_interval(log.interval)
            .build()
    });
    let settings =
        new.idle_timeout.map(|seconds| ConnectionSettings::builder().idle_timeout(seconds).build());
    let draining = new
        .draining
        .map(|(enabled, timeout)| ConnectionDraining::builder().enabled(enabled).timeout(timeout).build());
    let cross_zone = new.cross_zone.map(|enabled| CrossZoneLoadBalancing::builder().enabled(enabled).build());
    Ok(LoadBalancerAttributes::builder()
        .set_access_log(log)
        .set_cross_zone_load_balancing(cross_zone)
        .set_connection_draining(draining)
        .set_connection_settings(settings.transpose().map_err(incomplete(name))?)
        .build())
}

pub(super) fn policy_attributes(policy: &Policy) -> Vec<PolicyAttribute> {
    let pairs = policy.attributes.iter();
    pairs
        .map(|(name, value)| PolicyAttribute::builder().attribute_name(name).attribute_value(value).build())
        .collect()
}

pub(super) fn tags(tags: &IndexMap<String, String>, name: &str) -> Result<Vec<Tag>, ApiError> {
    let pairs = tags.iter();
    pairs.map(|(key, value)| Tag::builder().key(key).value(value).build().map_err(incomplete(name))).collect()
}

pub(super) fn keys(keys: &[String]) -> Vec<TagKeyOnly> {
    keys.iter().map(|key| TagKeyOnly::builder().key(key).build()).collect()
}

pub(super) fn instances(ids: &[String]) -> Vec<Instance> {
    ids.iter().map(|id| Instance::builder().instance_id(id).build()).collect()
}
