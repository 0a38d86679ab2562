//! The execution functions of classic Elastic Load Balancing: `boto_elb.*`.

mod api;
mod changes;
mod members;
mod shape;

use std::sync::Arc;

use futures::future::FutureExt;

use self::shape::{Balancer, nothing};
use super::load_balancer::{ATTRIBUTES, LoadBalancer, TAGS};
use super::registration::Registration;
use aws::ApiError;
use kind::{Asker, AwsFunction, Family, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["elb"], functions: BALANCERS },
    &Family { labels: &["elb"], functions: members::FUNCTIONS },
    &Family { labels: &["elb"], functions: changes::FUNCTIONS },
];

/// The kinds that a change of a balancer or of its instances may affect.
const TOUCHED: &[&str] = &[LoadBalancer::KIND, Registration::KIND];
const NAME: Argument = Argument::required("name", Shape::Text, "the balancer's name");

const BALANCERS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_elb.exists"],
        &[NAME],
        "Returns whether a balancer exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields, Aspects::NONE).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elb.list_elbs"],
        &[],
        "Lists the names of all balancers of the region.",
        "a list of names",
        |ask, _| async move { Ok(ask.once("balancers", api::names(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elb.get_all_elbs"],
        &[],
        "Not built: Salt returns objects of Python's boto. Call boto_elb.list_elbs or get_elb_config instead.",
        "an error, always",
        |_, _| {
            async {
                let message =
                    "this program cannot return objects of Python's boto; call boto_elb.list_elbs or get_elb_config";
                Err(kind::Refusal::Because(message.to_owned()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_elb.get_elb_config"],
        &[NAME],
        "Returns listeners, subnets, security groups, tags and names of a balancer; {} when there is none.",
        "a mapping: listeners, subnets, security_groups, scheme, dns_name, tags …; an empty mapping",
        |ask, fields| {
            async move {
                let found = find(ask, fields, TAGS).await?;
                Ok(found.map_or_else(nothing, |balancer| shape::config(&balancer)))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_elb.get_attributes"],
        &[NAME],
        "Returns the attributes of a balancer; {} when there is none.",
        "a mapping: access_log, connection_draining, connecting_settings, cross_zone_load_balancing; an empty mapping",
        |ask, fields| {
            async move {
                let found = find(ask, fields, ATTRIBUTES).await?;
                Ok(found.map_or_else(nothing, |balancer| shape::attributes(&balancer)))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_elb.get_health_check"],
        &[NAME],
        "Returns the health check of a balancer; {} when there is none.",
        "a mapping: target, interval, timeout, healthy_threshold, unhealthy_threshold; an empty mapping",
        |ask, fields| {
            async move {
                let found = find(ask, fields, Aspects::NONE).await?;
                Ok(found.map_or_else(nothing, |balancer| balancer.health_check.to_value()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.delete"],
        &[NAME],
        "Deletes a balancer; True also when there was none.",
        "True",
        |ask, fields| {
            async move {
                if let Some(balancer) = find(ask, fields, Aspects::NONE).await? {
                    ask.change(TOUCHED, api::delete(ask.aws(), &balancer.name)).await?;
                }
                Ok(Value::from(true))
            }
            .boxed()
        },
    ),
];

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Balancer>>, ApiError> {
    ask.find::<LoadBalancer>(Reference::new(LoadBalancer::KIND, fields.required_text("name")), aspects).await
}
