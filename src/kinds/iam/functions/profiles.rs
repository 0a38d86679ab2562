//! `boto_iam`: instance profiles.

use futures::future::FutureExt;

use super::{NAME, PATH_PREFIX, ROLE, api};
use crate::instance_profile::InstanceProfile;
use crate::role::Role;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

const PROFILE: Argument = Argument::required("profile_name", Shape::Text, "the instance profile");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.instance_profile_exists", "boto3_iam.instance_profile_exists"],
        &[NAME],
        "Returns whether an instance profile exists.",
        "True or False",
        |ask, fields| {
            async move { Ok(find(ask, &fields.required_text("name")).await?.is_some().into()) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.profile_associated", "boto3_iam.profile_associated"],
        &[ROLE, PROFILE],
        "Returns whether an instance profile holds a role.",
        "True or False",
        |ask, fields| profile_associated(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_all_instance_profiles"],
        &[PATH_PREFIX],
        "Lists the instance profiles of the account with their roles.",
        "a list of mappings: arn, instance_profile_id, instance_profile_name, path, roles, create_date, tags",
        |ask, fields| all(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.list_instance_profiles", "boto3_iam.list_instance_profiles"],
        &[PATH_PREFIX],
        "Lists the names of the instance profiles of the account.",
        "a list of names",
        |ask, fields| names(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.create_instance_profile", "boto3_iam.create_instance_profile"],
        &[NAME],
        "Creates an instance profile; True also when there is one.",
        "True",
        |ask, fields| change(ask, fields.required_text("name"), None, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_instance_profile", "boto3_iam.delete_instance_profile"],
        &[NAME],
        "Deletes an instance profile; True also when there is none.",
        "True",
        |ask, fields| change(ask, fields.required_text("name"), None, false).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.associate_profile_to_role", "boto3_iam.associate_profile_to_role"],
        &[PROFILE, ROLE],
        "Adds a role to an instance profile; False when one of them does not exist.",
        "True, or False",
        |ask, fields| associate(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.disassociate_profile_from_role", "boto3_iam.disassociate_profile_from_role"],
        &[PROFILE, ROLE],
        "Removes a role from an instance profile; False when one of them does not exist.",
        "True, or False",
        |ask, fields| associate(ask, fields, false).boxed(),
    ),
];

async fn find(
    ask: &Asker<'_>,
    name: &str,
) -> Result<Option<std::sync::Arc<<InstanceProfile as Source>::Live>>, Refusal> {
    Ok(ask.find::<InstanceProfile>(Reference::new(InstanceProfile::KIND, name), Aspects::NONE).await?)
}

async fn profile_associated(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let profile = find(ask, &fields.required_text("profile_name")).await?;
    let role = fields.required_text("role_name");
    Ok(profile.is_some_and(|profile| profile.role.as_ref() == Some(&role)).into())
}

async fn all(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let prefix = fields.text("path_prefix");
    Ok(ask.once(("instance profiles", &prefix), api::profile_list(ask.aws(), prefix.as_deref())).await?)
}

async fn names(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let all = all(ask, fields).await?;
    let profiles = all.as_list().unwrap_or_default().iter();
    let names = profiles.filter_map(|profile| profile.traverse("instance_profile_name", ":").cloned());
    Ok(Value::List(names.collect()))
}

async fn change(
    ask: &Asker<'_>,
    name: String,
    role: Option<String>,
    is_given: bool,
) -> Result<Value, Refusal> {
    let call = api::profile(ask.aws(), &name, role.as_deref(), is_given);
    ask.change(&[InstanceProfile::KIND, Role::KIND], call).await?;
    Ok(true.into())
}

async fn associate(ask: &Asker<'_>, fields: &Fields, is_given: bool) -> Result<Value, Refusal> {
    let (name, role) = (fields.required_text("profile_name"), fields.required_text("role_name"));
    let known = ask.find::<Role>(Reference::new(Role::KIND, &role), Aspects::NONE).await?;
    let (Some(profile), Some(_)) = (find(ask, &name).await?, known) else { return Ok(false.into()) };
    if (profile.role.as_ref() == Some(&role)) == is_given {
        return Ok(true.into());
    }
    change(ask, name, Some(role), is_given).await
}
