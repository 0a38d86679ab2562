//! Makes a balancer, and sets single settings of it.

use futures::future::FutureExt;

use super::{NAME, TOUCHED, find, shape};
use crate::load_balancer::{ElbCall, Health, LoadBalancer, Log, New, NewAttributes, Policy, Step, shapes};
use aws::error::absent_if_not_found;
use kind::{Asker, AwsFunction, Refusal, Resource};
use model::fields::{integer, text};
use model::{Argument, Aspects, Fields, Problems, Shape, Value};

const LISTENERS: Argument = Argument::required(
    "listeners",
    Shape::Records(shapes::LISTENER),
    "the listeners, as in boto_elb.present",
);
const ZONES: Argument = Argument::required("availability_zones", Shape::Texts, "availability zones");
const SUBNETS: Argument = Argument::required("subnets", Shape::Texts, "ids of subnets");
const GROUPS: Argument = Argument::required("security_groups", Shape::Texts, "ids of security groups");
const POLICIES: Argument =
    Argument::optional("policies", Shape::Texts, "the names on AWS of all policies to set");
const POLICY: Argument = Argument::required("policy_name", Shape::Text, "the policy's name on AWS");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_elb.create"],
        &[
            NAME,
            Argument::optional("availability_zones", Shape::Texts, "the zones, unless it has subnets"),
            LISTENERS,
            Argument::optional("subnets", Shape::Texts, "ids of subnets"),
            Argument::optional("security_groups", Shape::Texts, "ids of security groups"),
            Argument::optional(
                "scheme",
                Shape::Word(&["internet-facing", "internal"]),
                "internet-facing if left out",
            ),
        ],
        "Makes a balancer; True also when there is one.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.create_listeners"],
        &[NAME, LISTENERS],
        "Adds listeners; False when there is no such balancer.",
        "True, or False",
        |ask, fields| {
            async move {
                let mut problems = Problems::default();
                let listeners = shapes::listeners(fields, &mut problems);
                sound(&problems)?;
                done(ask, fields, ElbCall::CreateListeners(listeners)).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.delete_listeners"],
        &[NAME, Argument::required("ports", Shape::List(&Shape::Integer), "ports of the balancer")],
        "Removes listeners; False when there is no such balancer.",
        "True, or False",
        |ask, fields| {
            let ports = fields.list("ports").unwrap_or_default().into_iter().filter_map(integer);
            let ports = ports.filter_map(|port| i32::try_from(port).ok()).collect();
            done(ask, fields, ElbCall::DeleteListeners(ports)).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.apply_security_groups"],
        &[NAME, GROUPS],
        "Sets the security groups of a balancer, exactly these; False when there is no such balancer.",
        "True, or False",
        |ask, fields| {
            let groups = list(fields, "security_groups").into_iter().map(Into::into).collect();
            done(ask, fields, ElbCall::ApplyGroups(groups)).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.enable_availability_zones"],
        &[NAME, ZONES],
        "Adds zones; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::EnableZones(list(fields, "availability_zones"))).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.disable_availability_zones"],
        &[NAME, ZONES],
        "Removes zones; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::DisableZones(list(fields, "availability_zones"))).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.attach_subnets"],
        &[NAME, SUBNETS],
        "Adds subnets; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::AttachSubnets(list(fields, "subnets"))).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.detach_subnets"],
        &[NAME, SUBNETS],
        "Removes subnets; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::DetachSubnets(list(fields, "subnets"))).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.set_attributes"],
        &[
            NAME,
            Argument::required("attributes", Shape::Record(shapes::ATTRIBUTES), "as in boto_elb.present"),
        ],
        "Sets attributes. Others stay; False when there is no such balancer.",
        "True, or False",
        |ask, fields| set_attributes(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.set_health_check"],
        &[
            NAME,
            Argument::required("health_check", Shape::Record(shapes::HEALTH_CHECK), "as in boto_elb.present"),
        ],
        "Sets the health check. Settings that are left out are not changed; False if there is no such balancer.",
        "True, or False",
        |ask, fields| set_health_check(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.create_policy"],
        &[
            NAME,
            POLICY,
            Argument::required("policy_type", Shape::Text, "AWS's type of policy"),
            Argument::required("policy", Shape::Table(&Shape::Any), "its attributes"),
        ],
        "Makes a policy; False when there is no such balancer.",
        "True, or False",
        |ask, fields| {
            let table = fields.table("policy").unwrap_or_default().into_iter();
            let (name, kind) = (fields.required_text("policy_name"), fields.required_text("policy_type"));
            let attributes = table.map(|(key, node)| (key, text(node).unwrap_or_default())).collect();
            done(ask, fields, ElbCall::CreatePolicy(Policy { short: name.clone(), name, kind, attributes }))
                .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.delete_policy"],
        &[NAME, POLICY],
        "Deletes a policy; True also when there is none, or no such balancer.",
        "True",
        |ask, fields| {
            async move {
                done(ask, fields, ElbCall::DeletePolicy(fields.required_text("policy_name"))).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_elb.set_listener_policy"],
        &[NAME, Argument::required("port", Shape::Integer, "the port of the balancer"), POLICIES],
        "Sets the policies of a listener; True also when there is no such balancer.",
        "True",
        |ask, fields| set_policies(ask, fields, ElbCall::SetListenerPolicies).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.set_backend_policy"],
        &[NAME, Argument::required("port", Shape::Integer, "the port of the instances"), POLICIES],
        "Sets the policies of a port of the instances; True also when there is no such balancer.",
        "True",
        |ask, fields| set_policies(ask, fields, ElbCall::SetBackendPolicies).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.set_tags"],
        &[NAME, Argument::required("tags", Shape::Table(&Shape::Text), "the tags to set")],
        "Sets tags. Other tags stay; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::Tag(fields.text_table("tags").unwrap_or_default())).boxed(),
    ),
    AwsFunction::change(
        &["boto_elb.delete_tags"],
        &[NAME, Argument::required("tags", Shape::Texts, "keys of the tags to remove")],
        "Removes tags; False when there is no such balancer.",
        "True, or False",
        |ask, fields| done(ask, fields, ElbCall::Untag(list(fields, "tags"))).boxed(),
    ),
    AwsFunction::read(
        &["boto_elb.listener_dict_to_tuple"],
        &[Argument::required(
            "listener",
            Shape::Record(shapes::LISTENER),
            "a listener, as in boto_elb.present",
        )],
        "Returns ports, protocols and certificate of a listener in the order of AWS's old API.",
        "a list: the balancer's port, the instances' port, the balancer's protocol, the instances' protocol, and the certificate if it has one",
        |_, fields| async move { Ok(shape::tuple(fields)) }.boxed(),
    ),
];

/// A list, also when it is written as JSON.
fn list(fields: &Fields, name: &str) -> Vec<String> {
    let texts = fields.texts(name).unwrap_or_default();
    match texts.as_slice() {
        [one] if one.starts_with('[') => serde_json::from_str(one).unwrap_or(texts),
        _ => texts,
    }
}

fn sound(problems: &Problems) -> Result<(), Refusal> {
    if problems.is_empty() { Ok(()) } else { Err(Refusal::Because(problems.to_string())) }
}

async fn call(ask: &Asker<'_>, fields: &Fields, call: ElbCall) -> Result<Option<()>, Refusal> {
    let step = Step { name: fields.required_text("name"), call };
    Ok(absent_if_not_found(ask.change(TOUCHED, LoadBalancer::apply(ask.aws(), &step)).await)?)
}

/// True if it is done, False if there is no such balancer.
async fn done(ask: &Asker<'_>, fields: &Fields, it: ElbCall) -> Result<Value, Refusal> {
    Ok(call(ask, fields, it).await?.is_some().into())
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if find(ask, fields, Aspects::NONE).await?.is_some() {
        return Ok(true.into());
    }
    let mut problems = Problems::default();
    let new = New {
        listeners: shapes::listeners(fields, &mut problems),
        zones: list(fields, "availability_zones"),
        subnets: list(fields, "subnets").into_iter().map(Into::into).collect(),
        security_groups: list(fields, "security_groups").into_iter().map(Into::into).collect(),
        scheme: fields.text("scheme"),
        ..New::default()
    };
    sound(&problems)?;
    call(ask, fields, ElbCall::Create(Box::new(new))).await?;
    Ok(true.into())
}

async fn set_policies(
    ask: &Asker<'_>,
    fields: &Fields,
    of: fn(i32, Vec<String>) -> ElbCall,
) -> Result<Value, Refusal> {
    if find(ask, fields, Aspects::NONE).await?.is_some() {
        let port = fields.integer32("port").unwrap_or_default();
        call(ask, fields, of(port, list(fields, "policies"))).await?;
    }
    Ok(true.into())
}

async fn set_attributes(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut problems = Problems::default();
    let given = shapes::settings(fields, &mut problems).1.unwrap_or_default();
    sound(&problems)?;
    let new = NewAttributes {
        access_log: given.access_log.map(|log| Log {
            enabled: log.enabled.unwrap_or(false),
            bucket: log.bucket,
            prefix: log.prefix,
            interval: log.interval,
        }),
        cross_zone: given.cross_zone,
        draining: given.draining.map(|(enabled, timeout)| (enabled, timeout.unwrap_or(300))),
        idle_timeout: given.idle_timeout,
    };
    if new == NewAttributes::default() {
        return Ok(false.into());
    }
    done(ask, fields, ElbCall::SetAttributes(new)).await
}

async fn set_health_check(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(balancer) = find(ask, fields, Aspects::NONE).await? else { return Ok(false.into()) };
    let (now, given) = (&balancer.health_check, shapes::settings(fields, &mut Problems::default()).0);
    let given = given.unwrap_or_default();
    let health = Health {
        target: given.target.unwrap_or_else(|| now.target.clone()),
        interval: given.interval.unwrap_or(now.interval),
        timeout: given.timeout.unwrap_or(now.timeout),
        healthy: given.healthy.unwrap_or(now.healthy),
        unhealthy: given.unhealthy.unwrap_or(now.unhealthy),
    };
    done(ask, fields, ElbCall::CheckHealth(health)).await
}
