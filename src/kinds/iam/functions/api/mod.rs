//! The calls of IAM's functions, with results in the shapes of boto 2: text under names in snake case.

mod change;
mod credentials;
mod entities;
mod policies;
mod roles;

use aws_sdk_iam::types::Tag;
use aws_smithy_types::DateTime;
use aws_smithy_types::date_time::Format;

use kind::answer::{had, text};
use model::Value;

pub(super) use change::{delete_role, made, policy, profile, trust, version};
pub(super) use credentials::{
    create_access_key, create_login, create_version, delete_access_key, delete_certificate, saml_provider,
    saml_providers, server_certificate, upload_certificate,
};
pub(super) use entities::{
    access_keys, group, groups, mfa_devices, password_policy, policies_of, policy_of, user, users,
};
pub(super) use policies::{attached, entities, policies, policy_as_is, version_as_is, versions};
pub(super) use roles::{profile_list, role, roles};

fn word(word: impl ToString) -> Option<Value> {
    Some(word.to_string().into())
}

fn date(date: &DateTime) -> Option<Value> {
    date.fmt(Format::DateTime).ok().map(Value::from)
}

/// A list that boto 2 does not treat as a list: its last member.
fn last(members: impl IntoIterator<Item = Value>) -> Value {
    members.into_iter().last().map(|member| ("member", member)).into_iter().collect()
}

fn tags(tags: Option<&Vec<Tag>>) -> Option<Value> {
    let of = |tag: &Tag| had([("key", text(&tag.key)), ("value", text(&tag.value))]);
    tags.map(|tags| last(tags.iter().map(of)))
}
