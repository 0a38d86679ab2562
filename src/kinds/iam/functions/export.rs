//! `boto_iam`: existing users and roles as states.

use std::sync::Arc;

use futures::future::FutureExt;

use super::{PATH_PREFIX, api};
use crate::entity::declared::Documents;
use crate::role::{self, Role};
use crate::user::{self, User};
use aws::policy;
use kind::state_text::{state, yaml};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Fields, Reference, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.export_users", "boto3_iam.export_users"],
        &[PATH_PREFIX],
        "Returns states that declare the existing users with their inline policies, as YAML.",
        "YAML as text",
        |ask, fields| users(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.export_roles", "boto3_iam.export_roles"],
        &[PATH_PREFIX],
        "Returns states that declare the existing roles with trust and inline policies, as YAML.",
        "YAML as text",
        |ask, fields| roles(ask, fields).boxed(),
    ),
];

/// The names of listed users or roles.
fn names(listed: &Value, key: &str) -> Vec<String> {
    let listed = listed.as_list().unwrap_or_default().iter();
    listed.filter_map(|it| it.traverse(key, ":")?.as_str().map(str::to_owned)).collect()
}

fn shown(policies: Option<&Documents>) -> Value {
    policies.into_iter().flatten().map(|(name, text)| (name.clone(), policy::to_shown(text))).collect()
}

async fn users(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let prefix = fields.text("path_prefix");
    let listed = ask.once(("users", &prefix), api::users(ask.aws(), prefix.as_deref())).await?;
    let names = names(&listed, "user_name");
    let references = names.iter().map(|name| Reference::new(User::KIND, name)).collect();
    let found = ask.find_all::<User>(references, user::INLINE).await?;
    let state = |(name, live): (&String, Option<Arc<<User as Source>::Live>>)| {
        let live = live?;
        let arguments = [
            ("name", name.as_str().into()),
            ("policies", shown(live.inline.answer())),
            ("path", live.path.as_str().into()),
        ];
        Some((format!("manage user {name}"), state("boto_iam.user_present", arguments)))
    };
    yaml(&names.iter().zip(found).filter_map(state).collect())
}

async fn roles(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let prefix = fields.text("path_prefix");
    let listed = ask.once(("roles", &prefix), api::roles(ask.aws(), prefix.as_deref())).await?;
    let names = names(&listed, "role_name");
    let references = names.iter().map(|name| Reference::new(Role::KIND, name)).collect();
    let found = ask.find_all::<Role>(references, role::INLINE).await?;
    let state = |(name, live): (&String, Option<Arc<<Role as Source>::Live>>)| {
        let live = live?;
        let arguments = [
            ("name", name.as_str().into()),
            ("policies", shown(live.inline.answer())),
            ("policy_document", policy::to_shown(&live.trust)),
            ("path", live.path.as_str().into()),
        ];
        Some((format!("manage role {name}"), state("boto_iam_role.present", arguments)))
    };
    yaml(&names.iter().zip(found).filter_map(state).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_written_as_authors_write_it() {
        let policies = [("a".to_owned(), "{\"Version\":\"2012-10-17\"}".to_owned())].into_iter().collect();
        let arguments = [("name", "me".into()), ("policies", shown(Some(&policies)))];
        let states = [("manage user me", state("boto_iam.user_present", arguments))].into_iter().collect();
        let text = yaml(&states).unwrap();
        let expected = "manage user me:\n  boto_iam.user_present:\n  - name: me\n  - policies:\n      a:\n        Version: 2012-10-17\n";
        assert_eq!(text.as_str(), Some(expected));
    }
}
