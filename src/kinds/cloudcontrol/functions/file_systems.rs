//! Functions about file systems of EFS.
//!
//! Salt calls `CreateTags`, `DescribeTags` and `DeleteTags`, which AWS has replaced by `TagResource`, `ListTagsForResource` and
//! `UntagResource`. See <https://docs.aws.amazon.com/efs/latest/ug/API_Operations.html>.

use futures::future::FutureExt;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value as Json, json};

use super::api;
use crate::file_system::FileSystem;
use crate::mount_target::MountTarget;
use aws::{ApiError, Aws};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const ID: Argument = Argument::required("filesystemid", Shape::Text, "the file system, by id");
const OR_ID: Argument = Argument::optional("filesystemid", Shape::Text, "the file system, by id");
const TARGET: Argument = Argument::required("mounttargetid", Shape::Text, "the mount target, by id");
const OR_TARGET: Argument = Argument::optional("mounttargetid", Shape::Text, "the mount target, by id");
const TOKEN: Argument = Argument::optional(
    "creation_token",
    Shape::Text,
    "the token that identifies its creation (default: the name)",
);

pub(super) const FILE_SYSTEMS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_efs.create_file_system"],
        &[
            Argument::required("name", Shape::Text, "its Name tag"),
            Argument::optional(
                "performance_mode",
                Shape::Word(&["generalPurpose", "maxIO"]),
                "its performance mode (default: generalPurpose)",
            ),
            TOKEN,
        ],
        "Creates a file system. Does not wait until it is available.",
        "a mapping of boto: FileSystemId, CreationToken, LifeCycleState …",
        |ask, fields| create(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_efs.create_mount_target"],
        &[
            ID,
            Argument::required("subnetid", Shape::Text, "the subnet, by id"),
            Argument::optional("ipaddress", Shape::Text, "its address; AWS chooses one if left out"),
            Argument::optional("securitygroups", Shape::Texts, "its security groups, by id"),
        ],
        "Creates a mount target of a file system. Does not wait until it is available.",
        "a mapping of boto: MountTargetId, IpAddress, LifeCycleState …",
        |ask, fields| mount(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_efs.create_tags"],
        &[ID, Argument::required("tags", Shape::Table(&Shape::Text), "tags by key")],
        "Adds or overwrites tags of a file system.",
        "None",
        |ask, fields| {
            async move {
                let id = fields.required_text(ID.name);
                let tags = fields.text_table("tags").unwrap_or_default();
                let tags: Vec<Json> = tags.iter().map(|(key, text)| tag(key, text)).collect();
                let to = ("TagResource", "POST", format!("/resource-tags/{}", encoded(&id)));
                change(ask, to, &json!({"Tags": tags}), &id).await.map(|_| Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_efs.delete_tags"],
        &[ID, Argument::required("tags", Shape::Texts, "their keys")],
        "Removes tags of a file system.",
        "None",
        |ask, fields| {
            async move {
                let id = fields.required_text(ID.name);
                let keys = fields.texts("tags").unwrap_or_default();
                let keys: Vec<String> = keys.iter().map(|key| format!("tagKeys={}", encoded(key))).collect();
                let path = format!("/resource-tags/{}?{}", encoded(&id), keys.join("&"));
                change(ask, ("UntagResource", "DELETE", path), &Json::Null, &id).await.map(|_| Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_efs.delete_file_system"],
        &[ID],
        "Deletes a file system with its contents.",
        "None",
        |ask, fields| {
            async move {
                let id = fields.required_text(ID.name);
                let to = ("DeleteFileSystem", "DELETE", format!("/file-systems/{}", encoded(&id)));
                change(ask, to, &Json::Null, &id).await.map(|_| Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_efs.delete_mount_target"],
        &[TARGET],
        "Deletes a mount target. Clients that have it mounted lose the file system.",
        "None",
        |ask, fields| {
            async move {
                let id = fields.required_text(TARGET.name);
                let to = ("DeleteMountTarget", "DELETE", format!("/mount-targets/{}", encoded(&id)));
                change(ask, to, &Json::Null, &id).await.map(|_| Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_efs.set_security_groups"],
        &[TARGET, Argument::required("securitygroup", Shape::Texts, "all its security groups, by id")],
        "Sets the security groups of a mount target.",
        "None",
        |ask, fields| {
            async move {
                let id = fields.required_text(TARGET.name);
                let path = format!("/mount-targets/{}/security-groups", encoded(&id));
                let groups = json!({"SecurityGroups": fields.texts("securitygroup")});
                let to = ("ModifyMountTargetSecurityGroups", "PUT", path);
                change(ask, to, &groups, &id).await.map(|_| Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_efs.get_file_systems"],
        &[OR_ID, TOKEN],
        "Describes file systems: all of the region, or those of an id or a creation token.",
        "a list of mappings of boto",
        |ask, fields| {
            let given =
                [("FileSystemId", fields.text(OR_ID.name)), ("CreationToken", fields.text(TOKEN.name))];
            list(ask, ("DescribeFileSystems", "/file-systems", "FileSystems"), given).boxed()
        },
    )
    .after_connection(1),
    AwsFunction::read(
        &["boto_efs.get_mount_targets"],
        &[OR_ID, OR_TARGET],
        "Describes the mount targets of a file system, or one by its id.",
        "a list of mappings of boto; None if neither is given",
        |ask, fields| {
            async move {
                let system = fields.text(OR_ID.name);
                let target = fields.text(OR_TARGET.name).filter(|_| system.is_none());
                if system.is_none() && target.is_none() {
                    return Ok(Value::Null);
                }
                let given = [("FileSystemId", system), ("MountTargetId", target)];
                list(ask, ("DescribeMountTargets", "/mount-targets", "MountTargets"), given).await
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_efs.get_tags"],
        &[ID],
        "Lists the tags of a file system.",
        "a list of mappings: Key, Value",
        |ask, fields| {
            async move {
                let path = format!("/resource-tags/{}", encoded(&fields.required_text(ID.name)));
                list(ask, ("ListTagsForResource", &path, "Tags"), []).await
            }
            .boxed()
        },
    ),
];

/// An operation, its method, and its path after the version of the API.
type To = (&'static str, &'static str, String);

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

fn tag(key: &str, text: &str) -> Json {
    json!({"Key": key, "Value": text})
}

async fn change(ask: &Asker<'_>, to: To, parameters: &Json, subject: &str) -> Result<Value, Refusal> {
    let kinds = [FileSystem::KIND, MountTarget::KIND];
    Ok(shown(ask.change(&kinds, api::of_efs(ask.aws(), to, parameters, subject)).await?))
}

/// The answer with its times as text, and without empty fields.
fn shown(mut thing: Json) -> Value {
    if let Some(all) = thing.as_object_mut() {
        all.retain(|_, value| !value.is_null());
    }
    for path in ["/CreationTime", "/SizeInBytes/Timestamp"] {
        if let Some(time) = thing.pointer_mut(path) {
            *time = api::dated(time);
        }
    }
    thing.into()
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    let mode = fields.text("performance_mode").unwrap_or_else(|| "generalPurpose".to_owned());
    let token = fields.text(TOKEN.name).unwrap_or_else(|| name.clone());
    let parameters = json!({"CreationToken": token, "PerformanceMode": mode, "Tags": [tag("Name", &name)]});
    change(ask, ("CreateFileSystem", "POST", "/file-systems".to_owned()), &parameters, &name).await
}

async fn mount(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let id = fields.required_text(ID.name);
    let mut parameters = Map::new();
    parameters.insert("FileSystemId".to_owned(), id.as_str().into());
    parameters.insert("SubnetId".to_owned(), fields.required_text("subnetid").into());
    parameters.extend(fields.text("ipaddress").map(|it| ("IpAddress".to_owned(), it.into())));
    parameters.extend(fields.texts("securitygroups").map(|it| ("SecurityGroups".to_owned(), it.into())));
    let to = ("CreateMountTarget", "POST", "/mount-targets".to_owned());
    change(ask, to, &Json::Object(parameters), &id).await
}

/// All pages of a list.
async fn list<const N: usize>(
    ask: &Asker<'_>,
    (operation, path, key): (&'static str, &str, &str),
    given: [(&'static str, Option<String>); N],
) -> Result<Value, Refusal> {
    let query = given.into_iter().filter_map(|(name, text)| Some((name, text.filter(|it| !it.is_empty())?)));
    let query: Vec<(&str, String)> = query.collect();
    let subject = query.first().map_or("the account", |(_, text)| text.as_str());
    let read = pages(ask.aws(), (operation, path, key), &query, subject);
    Ok(ask.once((operation, path, &query), read).await?)
}

async fn pages(
    aws: &Aws,
    (operation, path, key): (&'static str, &str, &str),
    query: &[(&str, String)],
    subject: &str,
) -> Result<Value, ApiError> {
    let (mut all, mut next) = (vec![], None::<(&str, String)>);
    loop {
        let pairs = query.iter().chain(&next).map(|(name, text)| format!("{name}={}", encoded(text)));
        let pairs: Vec<String> = pairs.collect();
        let path = if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) };
        let page = api::of_efs(aws, (operation, "GET", path), &Json::Null, subject).await?;
        all.extend(page.get(key).and_then(Json::as_array).into_iter().flatten().cloned().map(shown));
        let after = |name: &str| page.get(name).and_then(Json::as_str).map(str::to_owned);
        next = after("NextMarker").map(|it| ("Marker", it));
        next = next.or_else(|| after("NextToken").map(|it| ("NextToken", it)));
        if next.is_none() {
            return Ok(Value::List(all));
        }
    }
}
