//! The functions that make, change and delete databases and their groups, by the steps of the kinds.

use futures::future::FutureExt;

use super::{NAME, TAGS, is_there, name};
use crate::instance::Instance;
use crate::instance::diff::{Changed, New, Step};
use crate::instance::spec::{self, Declared};
use crate::instance::want::Ties;
use crate::parameter_group::diff::{AT_ONCE, Setting, Step as Group};
use crate::parameter_group::spec::{Fixed, Wanted};
use crate::parameter_group::{self, ParameterGroup};
use crate::subnet_group::{self, SubnetGroup};
use aws::wait::{Patience, until};
use aws::{ApiError, Fault};
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::fields::text;
use model::{Argument, Aspects, Fields, Ident, Problems, Reference, Shape, Value};

const FAMILY: Argument =
    Argument::required("db_parameter_group_family", Shape::Text, "engine and version: mysql8.0, postgres16");
const DESCRIPTION: Argument = Argument::required("description", Shape::Text, "what it is for");
const SUBNETS: Argument = Argument::required("subnet_ids", Shape::Texts, "its subnets, by id");
const WITH_TAGS: Argument = Argument::optional("tags", Shape::Table(&Shape::Text), "its tags");
const DONE: &str = "{deleted: True, message: …}";

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_rds.create"],
        spec::CREATE,
        "Makes an instance.",
        "{created: True, message: …}",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.create_read_replica"],
        spec::REPLICA,
        "Makes a read replica of an instance.",
        "{exists: True}",
        |ask, fields| replicate(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.modify_db_instance"],
        spec::MODIFY,
        "Changes the given settings of an instance.",
        "{modified: True or False, message: …}",
        |ask, fields| modify(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.delete"],
        spec::ABSENT,
        "Deletes an instance, after a final snapshot unless 'skip_final_snapshot' is True.",
        DONE,
        |ask, fields| delete(ask, fields).boxed(),
    )
    .after_connection(3),
    AwsFunction::change(
        &["boto_rds.create_subnet_group"],
        &[NAME, DESCRIPTION, SUBNETS, WITH_TAGS],
        "Makes a subnet group, unless there is one of that name.",
        "{created: True}, or {exists: True}",
        |ask, fields| create_subnet_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.delete_subnet_group"],
        &[NAME],
        "Deletes a subnet group.",
        DONE,
        |ask, fields| delete_subnet_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.create_parameter_group"],
        &[NAME, FAMILY, DESCRIPTION, WITH_TAGS],
        "Makes a parameter group, unless there is one of that name.",
        "{exists: True, message: …}",
        |ask, fields| create_parameter_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.update_parameter_group"],
        &[
            NAME,
            Argument::required("parameters", Shape::Table(&Shape::Text), "parameter to value"),
            Argument::optional(
                "apply_method",
                Shape::Word(&["pending-reboot", "immediate"]),
                "when AWS applies them (default: pending-reboot)",
            ),
            TAGS,
        ],
        "Sets parameters of a parameter group.",
        "{results: True or False}, or {exists: False, message: …}",
        |ask, fields| update_parameter_group(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_rds.delete_parameter_group"],
        &[NAME],
        "Deletes a parameter group.",
        DONE,
        |ask, fields| delete_parameter_group(ask, fields).boxed(),
    ),
];

pub(super) fn result(key: &'static str, truth: bool, message: String) -> Value {
    [(key, Value::from(truth)), ("message", message.into())].into_iter().collect()
}

/// The arguments, checked as those of a state.
fn declared(fields: &Fields) -> Result<Declared, Refusal> {
    let mut problems = Problems::default();
    let declared = spec::declared(fields, &mut problems);
    if problems.is_empty() { Ok(declared) } else { Err(Refusal::Because(problems.to_string())) }
}

/// Ids of security groups and the ARN of a role; names are looked up.
async fn resolve_ties(ask: &Asker<'_>, declared: &Declared) -> Result<Ties, Refusal> {
    let mut ids: Vec<Ident> = vec![];
    for name in declared.groups.iter().flatten() {
        ids.push(match name.starts_with("sg-") {
            true => Ident::from(name.as_str()),
            false => resolve_one(ask, Reference::new("ec2.security_group", name), "id").await?,
        });
    }
    let role = match (declared.role(), &declared.monitoring_role) {
        (Some(role), _) => Some(resolve_one(ask, role, "arn").await?),
        (None, arn) => arn.as_deref().map(Ident::from),
    };
    Ok(Ties { groups: declared.groups.is_some().then_some(ids), role })
}

async fn resolve_one(ask: &Asker<'_>, reference: Reference, attribute: &str) -> Result<Ident, Refusal> {
    let found = ask.attributes(vec![reference.clone()], &[attribute]).await?.pop().flatten();
    let id = found.and_then(|mut it| it.pop()).and_then(|id| id.as_str().map(Ident::from));
    id.ok_or_else(|| Refusal::Because(format!("{reference} does not exist")))
}

async fn new(ask: &Asker<'_>, fields: &Fields) -> Result<(Box<New>, Declared), Refusal> {
    let declared = declared(fields)?;
    let new = New {
        name: name(fields),
        settings: declared.settings.clone(),
        fixed: declared.fixed.clone(),
        ties: resolve_ties(ask, &declared).await?,
        secrets: declared.secrets.clone(),
        tags: declared.tags.clone().unwrap_or_default(),
    };
    Ok((Box::new(new), declared))
}

async fn apply(ask: &Asker<'_>, step: &Step) -> Result<(), ApiError> {
    ask.change(&[Instance::KIND], Instance::apply(ask.aws(), step)).await
}

/// Waits until the instance has one of these statuses; an empty text means that it does not exist.
async fn settle(ask: &Asker<'_>, name: &str, statuses: &[&str], patience: Patience) -> Result<(), Refusal> {
    let reference = Reference::new(Instance::KIND, name);
    let look = || async {
        // Earlier reads are too old here.
        let forget = async { Ok::<_, ApiError>(()) };
        ask.change(&[Instance::KIND], forget).await?;
        let found = ask.find::<Instance>(reference.clone(), Aspects::NONE).await?;
        let status = found.map(|live| live.status.clone()).unwrap_or_default();
        Ok::<_, ApiError>(statuses.contains(&status.as_str()).then_some(()))
    };
    let waited = until(patience, look).await?;
    waited.map_err(|waited| {
        let wanted = if statuses == [""] { "gone".to_owned() } else { statuses.join(" or ") };
        let message = format!("it was not {wanted} {waited}");
        Refusal::from(ApiError::found("DescribeDBInstances", name, Fault::NoAnswer, message))
    })
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (new, declared) = new(ask, fields).await?;
    apply(ask, &Step::Create { new }).await?;
    let name = name(fields);
    if let Some(status) = &declared.awaited {
        settle(ask, &name, &[status, "available"], Patience::SETTLED).await?;
    }
    Ok(result("created", true, format!("RDS instance {name} created.")))
}

async fn replicate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (new, declared) = new(ask, fields).await?;
    let source = declared.source.unwrap_or_default();
    apply(ask, &Step::Replicate { new, source }).await?;
    Ok([("exists", true)].into_iter().collect())
}

async fn modify(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = name(fields);
    if !is_there::<Instance>(ask, fields).await? {
        return Ok(result("modified", false, format!("RDS db instance {id} does not exist.")));
    }
    let declared = declared(fields)?;
    let changed = Changed {
        ties: resolve_ties(ask, &declared).await?,
        settings: declared.settings,
        secrets: declared.secrets,
        at_once: declared.at_once,
        may_jump: declared.may_jump,
    };
    let message = format!("Modified RDS db instance {id}.");
    apply(ask, &Step::Modify { name: id, changed: Box::new(changed) }).await?;
    Ok(result("modified", true, message))
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut problems = Problems::default();
    let removal = spec::removal(fields, &mut problems);
    if !problems.is_empty() {
        return Err(Refusal::Because(problems.to_string()));
    }
    let id = name(fields);
    let waits = removal.waits;
    let step = Step::Delete { name: id.clone(), removal };
    apply(ask, &step).await?;
    if !waits {
        return Ok(result("deleted", true, format!("Deleted RDS instance {id}.")));
    }
    let deadline = model::gate::seconds(fields, "timeout", &mut problems);
    let patience = Patience { deadline: deadline.unwrap_or(Patience::SETTLED.deadline), ..Patience::SETTLED };
    settle(ask, &id, &[""], patience).await?;
    Ok(result("deleted", true, format!("Deleted RDS instance {id} completely.")))
}

async fn create_subnet_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if is_there::<SubnetGroup>(ask, fields).await? {
        return Ok([("exists", true)].into_iter().collect());
    }
    let subnets = fields.texts("subnet_ids").unwrap_or_default();
    let step = subnet_group::diff::Step::Create {
        name: name(fields),
        description: fields.required_text("description"),
        subnets: subnets.into_iter().map(Ident::from).collect(),
        tags: fields.text_table("tags").unwrap_or_default(),
    };
    ask.change(&[SubnetGroup::KIND], SubnetGroup::apply(ask.aws(), &step)).await?;
    Ok([("created", true)].into_iter().collect())
}

async fn delete_subnet_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let step = subnet_group::diff::Step::Delete { name: name(fields) };
    ask.change(&[SubnetGroup::KIND], SubnetGroup::apply(ask.aws(), &step)).await?;
    Ok(result("deleted", true, format!("Deleted RDS subnet group {}.", name(fields))))
}

async fn create_parameter_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = name(fields);
    if is_there::<ParameterGroup>(ask, fields).await? {
        return Ok([("exists", true)].into_iter().collect());
    }
    let fixed =
        Fixed { family: fields.text("db_parameter_group_family"), description: fields.text("description") };
    let tags = fields.text_table("tags").unwrap_or_default();
    let message = format!("Created RDS parameter group {id}");
    group(ask, &Group::Create { name: id, fixed, tags }).await?;
    Ok(result("exists", true, message))
}

async fn group(ask: &Asker<'_>, step: &Group) -> Result<(), ApiError> {
    ask.change(&[ParameterGroup::KIND], ParameterGroup::apply(ask.aws(), step)).await
}

async fn update_parameter_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = name(fields);
    let reference = Reference::new(ParameterGroup::KIND, &id);
    let Some(live) = ask.find::<ParameterGroup>(reference, parameter_group::PARAMETERS).await? else {
        return Ok(result("exists", false, format!("RDS parameter group {id} does not exist.")));
    };
    let at_once = fields.text("apply_method").as_deref() == Some("immediate");
    let given = fields.table("parameters").unwrap_or_default();
    let settings: Vec<Setting> = given
        .into_iter()
        .filter_map(|(name, node)| {
            text(node)?;
            let there = live.parameters.answer().and_then(|all| all.get(&name));
            let value = Wanted::of(node)?.sent(there);
            Some(Setting { name, value, at_once })
        })
        .collect();
    for chunk in settings.chunks(AT_ONCE) {
        group(ask, &Group::Set { name: id.clone(), parameters: chunk.to_vec() }).await?;
    }
    Ok([("results", !settings.is_empty())].into_iter().collect())
}

async fn delete_parameter_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let step = Group::Delete { name: name(fields) };
    group(ask, &step).await?;
    Ok(result("deleted", true, format!("Deleted RDS parameter group {}.", name(fields))))
}
