//! The execution functions of RDS: `boto_rds.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_rds.html>.

mod api;
mod changes;
mod option_groups;

use futures::future::FutureExt;

use super::instance::Instance;
use super::parameter_group::ParameterGroup;
use super::subnet_group::SubnetGroup;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Literal, Reference, Shape, Value};

const NAME: Argument = Argument::required("name", Shape::Text, "its name");
const TAGS: Argument = Argument::optional("tags", Shape::Any, "not used");
const ONE: Argument = Argument::optional("name", Shape::Text, "only that one");
const FILTERS: Argument = Argument::optional("filters", Shape::Any, "not used: search with 'jmespath'");
const PATH: &str = "a JMESPath expression that selects from AWS's response; see jmespath.org";

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["rds"], functions: READS },
    &Family { labels: &["rds"], functions: changes::FUNCTIONS },
    &Family { labels: &["rds"], functions: option_groups::FUNCTIONS },
];

const READS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_rds.exists"],
        &[NAME, TAGS],
        "Returns whether an instance exists.",
        "{exists: True or False}",
        |ask, fields| exists::<Instance>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.subnet_group_exists"],
        &[NAME, TAGS],
        "Returns whether a subnet group exists.",
        "{exists: True or False}",
        |ask, fields| exists::<SubnetGroup>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.parameter_group_exists"],
        &[NAME, TAGS],
        "Returns whether a parameter group exists.",
        "{exists: True or False}",
        |ask, fields| exists::<ParameterGroup>(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.get_endpoint"],
        &[NAME, TAGS],
        "Returns the host of an instance; False when there is none, or while it has none.",
        "the host as text; False",
        |ask, fields| get_endpoint(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.describe"],
        &[NAME, TAGS],
        "Describes an instance.",
        "{rds: a mapping of DBInstanceIdentifier, DBInstanceClass, Engine, DBInstanceStatus …}, or {exists: False, message: …}",
        |ask, fields| describe(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.describe_db_instances"],
        &[ONE, FILTERS, Argument::optional("jmespath", Shape::Text, PATH).or(Literal::Text("DBInstances"))],
        "Describes instances as AWS does: all, or one.",
        "a list of mappings: DBInstanceIdentifier, DBInstanceStatus, Endpoint …, or of what 'jmespath' finds; an empty list",
        |ask, fields| describe_instances(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.describe_db_subnet_groups"],
        &[
            ONE,
            FILTERS,
            Argument::optional("jmespath", Shape::Text, PATH).or(Literal::Text("DBSubnetGroups")),
        ],
        "Describes subnet groups as AWS does: all, or one.",
        "a list of mappings: DBSubnetGroupName, VpcId, Subnets …, or of what 'jmespath' finds; an empty list",
        |ask, fields| describe_subnet_groups(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.describe_parameter_group"],
        &[NAME, FILTER, COUNT, MARKER],
        "Returns whether a parameter group exists.",
        "{results: True, message: …}, or {exists: False}",
        |ask, fields| describe_parameter_group(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_rds.describe_parameters"],
        &[NAME, Argument::optional("Source", Shape::Text, "user, engine-default or system"), COUNT, MARKER],
        "Describes the parameters of a parameter group.",
        "{result: True, parameters: a mapping of names to ParameterValue, ApplyType …}, or {result: False, message: …}",
        |ask, fields| describe_parameters(ask, fields).boxed(),
    ),
];

const FILTER: Argument = Argument::optional("Filters", Shape::Any, "not used");
const COUNT: Argument = Argument::optional("MaxRecords", Shape::Integer, "not used: all pages are read");
const MARKER: Argument = Argument::optional("Marker", Shape::Text, "not used: all pages are read");

fn name(fields: &Fields) -> String {
    fields.required_text("name").to_lowercase()
}

async fn is_there<S: Source>(ask: &Asker<'_>, fields: &Fields) -> Result<bool, Refusal> {
    let reference = Reference::new(S::KIND, name(fields));
    Ok(ask.find::<S>(reference, Aspects::NONE).await?.is_some())
}

/// Reads what a state of the same thing reads.
async fn exists<S: Source>(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    Ok([("exists", is_there::<S>(ask, fields).await?)].into_iter().collect())
}

async fn get_endpoint(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let reference = Reference::new(Instance::KIND, name(fields));
    let found = ask.find::<Instance>(reference, Aspects::NONE).await?;
    let address = found.and_then(|live| Instance::attribute(&live, "address"));
    Ok(address.unwrap_or_else(|| false.into()))
}

async fn instances(ask: &Asker<'_>, name: Option<String>) -> Result<Value, Refusal> {
    Ok(ask.once(("instances", &name), api::instances(ask.aws(), name.as_deref())).await?)
}

/// The keys that Salt shows of an instance; missing values are None.
const SHOWN: &[&str] = &[
    "DBInstanceIdentifier",
    "DBInstanceClass",
    "Engine",
    "DBInstanceStatus",
    "DBName",
    "AllocatedStorage",
    "PreferredBackupWindow",
    "BackupRetentionPeriod",
    "AvailabilityZone",
    "PreferredMaintenanceWindow",
    "LatestRestorableTime",
    "EngineVersion",
    "AutoMinorVersionUpgrade",
    "LicenseModel",
    "Iops",
    "CharacterSetName",
    "PubliclyAccessible",
    "StorageType",
    "TdeCredentialArn",
    "DBInstancePort",
    "DBClusterIdentifier",
    "StorageEncrypted",
    "KmsKeyId",
    "DbiResourceId",
    "CACertificateIdentifier",
    "CopyTagsToSnapshot",
    "MonitoringInterval",
    "MonitoringRoleArn",
    "PromotionTier",
    "DomainMemberships",
];

async fn describe(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = name(fields);
    let found = instances(ask, Some(name.clone())).await?;
    let Some(instance) = found.as_list().and_then(<[Value]>::first) else {
        let message = format!("RDS instance {name} does not exist.");
        return Ok([("exists", Value::from(false)), ("message", message.into())].into_iter().collect());
    };
    let of = |key: &&'static str| (*key, instance.traverse(key, ":").cloned().unwrap_or_default());
    Ok([("rds", SHOWN.iter().map(of).collect::<Value>())].into_iter().collect())
}

async fn describe_instances(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = instances(ask, fields.text("name")).await?;
    filtered("DBInstances", found, fields)
}

async fn describe_subnet_groups(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.text("name");
    let found = ask.once(("subnet groups", &name), api::subnet_groups(ask.aws(), name.as_deref())).await?;
    filtered("DBSubnetGroups", found, fields)
}

/// The result of `jmespath` in AWS's response, as a list.
fn filtered(key: &str, found: Value, fields: &Fields) -> Result<Value, Refusal> {
    if fields.has("name") && found.as_list().is_some_and(<[Value]>::is_empty) {
        return Ok(found);
    }
    let path = fields.text("jmespath").unwrap_or_else(|| key.to_owned());
    if path == key {
        return Ok(found);
    }
    let wrong = |why: String| {
        Refusal::Because(format!("'{path}' is not a JMESPath expression that works here: {why}"))
    };
    let compiled = jmespath::compile(&path).map_err(|error| wrong(error.to_string()))?;
    let whole: Value = [(key, found)].into_iter().collect();
    let data = jmespath::Variable::from_json(&whole.to_json().to_string()).map_err(wrong)?;
    let result = compiled.search(data).map_err(|error| wrong(error.to_string()))?;
    let json: serde_json::Value =
        serde_json::from_str(&result.to_string()).map_err(|error| wrong(error.to_string()))?;
    Ok(match Value::from(json) {
        list @ Value::List(_) => list,
        other => Value::List(vec![other]),
    })
}

async fn describe_parameter_group(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if !is_there::<ParameterGroup>(ask, fields).await? {
        return Ok([("exists", false)].into_iter().collect());
    }
    let message = format!("Got RDS descrition for group {}.", name(fields));
    Ok([("results", Value::from(true)), ("message", message.into())].into_iter().collect())
}

async fn describe_parameters(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (group, source) = (name(fields), fields.text("Source"));
    let read = api::parameters(ask.aws(), &group, source.clone());
    let found = ask.once(("parameters", &group, &source), read).await?;
    let pairs = if found.is_null() {
        let message = format!("Parameter group {group} does not exist");
        [("result", Value::from(false)), ("message", message.into())]
    } else {
        [("result", Value::from(true)), ("parameters", found)]
    };
    Ok(pairs.into_iter().collect())
}
