//! The execution functions of balancers, listeners, rules and target groups: `boto_elbv2.*`.

use std::sync::Arc;

use futures::future::FutureExt;

use super::load_balancer::{LoadBalancer, shown as shown_balancer};
use super::registration::{Registration, Target, deregister, find_group, register};
use super::target_group::{self, New, Step, TargetGroup};
use super::{listener, rule};
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["elbv2"], functions: GROUPS }];

/// The kinds that a change of a group or of its targets may affect.
const TOUCHED: &[&str] = &[Registration::KIND, TargetGroup::KIND];
const NAME: Argument = Argument::required("name", Shape::Text, "the target group's name or ARN");
const TARGETS: Argument = Argument::required("targets", Shape::Texts, "ids of instances, or addresses");

const BALANCER: Argument = Argument::required("name", Shape::Text, "the balancer's name or ARN");
const PORT: Argument = Argument::required("port", Shape::Integer, "the listener's port");
const BALANCERS: Argument =
    Argument::required("names", Shape::Texts, "names or ARNs of application and network load balancers");

const GROUPS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_elbv2.load_balancer_exists"],
        &[BALANCER],
        "Returns whether an application or network load balancer exists.",
        "True or False",
        |ask, fields| {
            async move { Ok(find_balancer(ask, fields.required_text("name")).await?.is_some().into()) }
                .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_elbv2.describe_load_balancers"],
        &[BALANCERS],
        "Describes application and network load balancers. Those that do not exist are left out.",
        "a list of mappings: LoadBalancerArn, LoadBalancerName, DNSName, CanonicalHostedZoneId, VpcId, State, \
         IpAddressType, Type, Scheme, Subnets, SecurityGroups",
        |ask, fields| describe_load_balancers(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elbv2.describe_listeners"],
        &[BALANCER],
        "Describes the listeners of a balancer; [] when there is no such balancer.",
        "a list of mappings: arn, port, protocol, default_actions, and its other settings",
        |ask, fields| describe_listeners(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elbv2.describe_rules"],
        &[BALANCER, PORT],
        "Describes the rules of a listener, the default one last; [] when there is no such listener.",
        "a list of mappings: arn, priority, conditions, actions",
        |ask, fields| describe_rules(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_elbv2.target_group_exists"],
        &[NAME],
        "Returns whether a target group exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elbv2.describe_target_health"],
        &[NAME, Argument::optional("targets", Shape::Texts, "ids; all registered targets if left out")],
        "Returns the states of a group's targets by id; {} when there is no such group.",
        "a mapping of ids to states; an empty mapping",
        |ask, fields| describe_target_health(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_elbv2.create_target_group"],
        target_group::CREATE,
        "Makes a target group; True also when there is one.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    )
    .after_connection(target_group::CREATE.len() - 4),
    AwsFunction::change(
        &["boto_elbv2.delete_target_group"],
        &[NAME],
        "Deletes a target group; True also when there was none.",
        "True",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elbv2.register_targets"],
        &[NAME, TARGETS],
        "Registers targets with a group; False when there is no such group.",
        "True, or False",
        |ask, fields| change(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_elbv2.deregister_targets"],
        &[NAME, TARGETS],
        "Deregisters targets from a group; False when there is no such group.",
        "True, or False",
        |ask, fields| change(ask, fields, false).boxed(),
    ),
];

async fn find_balancer(
    ask: &Asker<'_>,
    name: String,
) -> Result<Option<Arc<<LoadBalancer as Source>::Live>>, Refusal> {
    Ok(ask.find::<LoadBalancer>(Reference::new(LoadBalancer::KIND, name), Aspects::NONE).await?)
}

async fn describe_load_balancers(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let names = fields.texts("names").unwrap_or_default();
    let references = names.into_iter().map(|name| Reference::new(LoadBalancer::KIND, name)).collect();
    let found = ask.find_all::<LoadBalancer>(references, Aspects::NONE).await?;
    Ok(Value::List(found.iter().flatten().map(|live| shown_balancer(live)).collect()))
}

async fn describe_listeners(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let balancer = fields.required_text("name");
    let read = async {
        let found = listener::all(ask.aws(), &balancer).await?;
        Ok(Value::List(found.iter().map(listener::shown).collect()))
    };
    Ok(ask.once(("DescribeListeners", &balancer), read).await?)
}

async fn describe_rules(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let port = fields.integer32("port").unwrap_or_default();
    let listener = format!("{}:{port}", fields.required_text("name"));
    let read = async {
        let found = rule::all(ask.aws(), &listener).await?;
        Ok(Value::List(found.iter().map(rule::shown).collect()))
    };
    Ok(ask.once(("DescribeRules", &listener), read).await?)
}

async fn find(
    ask: &Asker<'_>,
    fields: &Fields,
) -> Result<Option<Arc<<TargetGroup as Source>::Live>>, Refusal> {
    let reference = Reference::new(TargetGroup::KIND, fields.required_text("name"));
    Ok(ask.find::<TargetGroup>(reference, Aspects::NONE).await?)
}

async fn targets(
    ask: &Asker<'_>,
    fields: &Fields,
) -> Result<Option<Arc<<Registration as Source>::Live>>, Refusal> {
    let reference = Reference::new(Registration::KIND, fields.required_text("name"));
    Ok(ask.find::<Registration>(reference, Aspects::NONE).await?)
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if find(ask, fields).await?.is_none() {
        let step = Step::Create { new: Box::new(New::read(fields)) };
        ask.change(TOUCHED, target_group::apply(ask.aws(), &step)).await?;
    }
    Ok(true.into())
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if let Some(arn) = find_group(ask.aws(), &fields.required_text("name")).await? {
        ask.change(TOUCHED, target_group::apply(ask.aws(), &Step::Delete { arn })).await?;
    }
    Ok(true.into())
}

async fn describe_target_health(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(group) = targets(ask, fields).await? else { return Ok(Value::Map(Map::new())) };
    let wanted = fields.texts("targets");
    let is_wanted = |id: &String| wanted.as_ref().is_none_or(|wanted| wanted.contains(id));
    let all = group.targets.answer().into_iter().flat_map(|targets| &targets.0);
    let shown = all.filter(|(target, _)| is_wanted(&target.id));
    Ok(shown.map(|(target, health)| (target.id.as_str(), Value::from(health.state.as_str()))).collect())
}

async fn change(ask: &Asker<'_>, fields: &Fields, registers: bool) -> Result<Value, Refusal> {
    let Some(group) = find_group(ask.aws(), &fields.required_text("name")).await? else {
        return Ok(false.into());
    };
    let targets = fields.texts("targets").unwrap_or_default();
    let targets: Vec<Target> = targets.into_iter().map(|id| Target { id, port: None }).collect();
    let done = if registers {
        ask.change(TOUCHED, register(ask.aws(), &group, &targets)).await
    } else {
        ask.change(TOUCHED, deregister(ask.aws(), &group, &targets)).await
    };
    match done {
        Err(error) if error.is_not_found() => Ok(false.into()),
        done => Ok(done.map(|()| true)?.into()),
    }
}
