//! Shared parts of the functions that make and delete VPCs and their parts.

use std::future::Future;

use super::networks::{Home, ids, only, vpc_of};
use super::shape::{one, refused};
use crate::api::exactly;
use aws::ApiError;
use aws::tags::Tags;
use kind::{Asker, Refusal};
use model::{Fields, Value};

/// The kinds that show something of networks.
pub(super) const NETWORKS: &[&str] = &["ec2.vpc", "ec2.default_vpc", "ec2.subnet"];

/// Why a function ends early.
pub(super) enum Instead {
    /// It returns this.
    Answer(Value),
    /// It fails.
    Refused(Refusal),
}

impl From<Refusal> for Instead {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ApiError> for Instead {
    fn from(error: ApiError) -> Self {
        Self::Refused(error.into())
    }
}

/// The result of a function that may have ended early.
pub(super) async fn settled(
    call: impl Future<Output = Result<Value, Instead>> + Send,
) -> Result<Value, Refusal> {
    match call.await {
        Ok(answer) | Err(Instead::Answer(answer)) => Ok(answer),
        Err(Instead::Refused(refusal)) => Err(refusal),
    }
}

/// Ends a function with `{created: False, error: {message: …}}`.
pub(super) fn not(what: &str, message: impl Into<String>) -> Instead {
    Instead::Answer(refused(what, message))
}

pub(super) fn invalid(message: &str) -> Instead {
    Instead::Refused(Refusal::Because(message.to_owned()))
}

/// `{created: True, id: …}`.
pub(super) fn created(id: impl Into<Value>) -> Value {
    [("created", Value::from(true)), ("id", id.into())].into_iter().collect()
}

/// The Name tag from an argument, and the argument `tags`.
pub(super) fn tags_named(fields: &Fields, name: &str) -> Tags {
    let mut tags: Tags = fields.text(name).map(|name| ("Name".to_owned(), name)).into_iter().collect();
    let own = if fields.takes("tags") { fields.text_table("tags") } else { None };
    for (key, value) in own.unwrap_or_default() {
        tags.entry(key).or_insert(value);
    }
    tags
}

/// The VPC, which must exist; `what` is the key of the result if it does not.
pub(super) async fn vpc(ask: &Asker<'_>, fields: &Fields, what: &str) -> Result<String, Instead> {
    let message = || {
        let vpc_name = fields.text("vpc_name").or_else(|| fields.text("vpc_id")).unwrap_or_default();
        not(what, format!("VPC {vpc_name} does not exist."))
    };
    let name = match vpc_of(ask, fields).await? {
        Home::Vpc(id) => id,
        Home::Missing => return Err(message()),
        Home::Unsaid => return Err(invalid("One of vpc_name or vpc_id must be provided.")),
    };
    let found = ask.attributes(vec![model::Reference::new("ec2.vpc", name)], &["id"]).await?;
    let id = found.into_iter().flatten().flatten().next();
    id.and_then(|id| id.as_str().map(str::to_owned)).ok_or_else(message)
}

/// The id of the only thing of one of Salt's kinds with that Name tag.
pub(super) async fn named(ask: &Asker<'_>, resource: &str, name: &str) -> Result<Option<String>, Refusal> {
    let wanted = vec![("tag:Name".to_owned(), vec![exactly(name)])];
    let found = only(&ids(ask, resource, wanted).await?, resource, name)?;
    Ok(found.and_then(|id| id.as_str().map(str::to_owned)))
}

/// Ends a function that would make a thing with an existing name.
pub(super) async fn unless_named(
    ask: &Asker<'_>,
    resource: &str,
    name: Option<String>,
) -> Result<(), Instead> {
    let Some(name) = name else { return Ok(()) };
    match named(ask, resource, &name).await? {
        Some(_) => Err(not("created", format!("A {resource} named {name} already exists."))),
        None => Ok(()),
    }
}

/// The arguments that name a thing: by id and by Name tag.
#[derive(Clone, Copy)]
pub(super) struct Handle {
    /// One of Salt's kinds.
    pub resource: &'static str,
    /// Its name in Salt's messages.
    pub shown: &'static str,
    pub id: &'static str,
    pub name: &'static str,
}

impl Handle {
    /// The id; `what` is the key of the result if none has that name.
    pub(super) async fn resolve(
        self,
        ask: &Asker<'_>,
        fields: &Fields,
        what: &str,
    ) -> Result<String, Instead> {
        match (fields.text(self.id), fields.text(self.name)) {
            (Some(id), None) => Ok(id),
            (None, Some(name)) => {
                let found = named(ask, self.resource, &name).await?;
                found.ok_or_else(|| not(what, format!("{} {name} does not exist.", self.shown)))
            }
            _ => {
                let message = format!("One (but not both) of {} or {} must be provided.", self.id, self.name);
                Err(invalid(&message))
            }
        }
    }

    /// Deletes the thing and returns `{deleted: True}`.
    pub(super) async fn delete(self, ask: &Asker<'_>, fields: &Fields) -> Result<Value, Instead> {
        let id = self.resolve(ask, fields, "deleted").await?;
        match ask.change(NETWORKS, super::api::delete(ask.aws(), self.resource, &id)).await {
            Err(error) if error.is_not_found() => {
                Err(not("deleted", format!("{} {id} does not exist.", self.shown)))
            }
            done => Ok(done.map(|()| one("deleted", true))?),
        }
    }
}
