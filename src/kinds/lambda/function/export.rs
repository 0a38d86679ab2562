//! A function as a declaration: its settings. AWS does not show its code.

use futures::future::FutureExt;

use super::live::Live;
use super::settings::Plain;
use super::{PERMISSIONS, TAGS, api};
use crate::permission;
use kind::export::{Declaration, Export, Exportable, Listing, Names, name_or, named};
use kind::settings::Settings;
use model::{Ident, Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::list(aws).boxed()), aspects: PERMISSIONS.and(TAGS), declare };

fn declare(_function: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let config = &live.config;
    if config.plain.runtime.is_none() {
        return Exportable::Impossible(format!("the function {} is made from a container image", live.name));
    }
    let role = config.role.as_ref().map(Ident::as_str);
    let role = role.map(|arn| name_or(names, "iam.role", "arn", arn));
    // A number; left out if nothing is reserved.
    let storage = config.plain.storage.as_ref().and_then(|size| size.value.parse::<i64>().ok());
    let dead_letters = config.plain.dead_letters.clone().filter(|it| !it.value.is_empty());
    let plain = Plain { storage: None, dead_letters, ..config.plain.clone() };
    let has_variables = config.environment.as_ref().is_some_and(|all| !all.is_empty());
    let permissions = live.permissions.answer().filter(|all| !all.is_empty());
    Declaration::new("boto_lambda.function_present", &live.name)
        .with("Role", role)
        .with_all(plain.entries())
        .with("EphemeralStorage", storage.map(|size| Value::from_iter([("Size", size)])))
        .with("Architectures", live.architectures.clone())
        .with("VpcConfig", network(live, names))
        .with("ReservedConcurrentExecutions", live.concurrency)
        .with(permission::ARGUMENT.name, permissions.map(permission::to_value))
        .tagged(&live.tags)
        .remark("Its code is left out. A new function needs 'S3Bucket' and 'S3Key', or 'ZipFile'.")
        .remark_if(has_variables, "'Environment' is left out: its variables may hold secrets.")
        .into()
}

/// Its VPC, by names if all subnets, or all groups, have one.
fn network(live: &Live, names: &dyn Names) -> Option<Value> {
    let network = live.config.network.as_ref().filter(|network| !network.subnets.is_empty())?;
    let arguments = |kind, ids: &[Ident], (by_id, by_name): (&'static str, &'static str)| {
        let ids: Vec<&str> = ids.iter().map(Ident::as_str).collect();
        let found = named(names, kind, ids.iter().copied());
        let all_have_names = found.iter().zip(&ids).all(|(name, id)| name != id);
        (if all_have_names { by_name } else { by_id }, if all_have_names { found } else { owned(&ids) })
    };
    let subnets = arguments("ec2.subnet", &network.subnets, ("SubnetIds", "SubnetNames"));
    let groups = arguments("ec2.security_group", &network.groups, ("SecurityGroupIds", "SecurityGroupNames"));
    Some(Value::from_iter([subnets, groups]))
}

fn owned(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}
