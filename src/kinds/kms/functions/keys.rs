//! Functions that make keys, aliases and grants, and list grants and policies of a key.

use std::collections::HashMap;

use futures::future::FutureExt;

use super::cipher::{TOKENS, pairs};
use super::{DONE, KEY, api, change, described, get, one};
use crate::key::{Key, Step, apply};
use aws::policy;
use kind::{Asker, AwsFunction, Refusal, Source, document};
use model::{Argument, Fields, Shape, Value};

const LIMIT: Argument = Argument::optional("limit", Shape::Integer, "not used: all are listed");
const MARKER: Argument = Argument::optional("marker", Shape::Text, "not used: all are listed");
const POLICY_NAME: Argument = Argument::required("policy_name", Shape::Text, "there is only 'default'");
const CONSTRAINTS: &[Argument] = &[
    pairs("EncryptionContextEquals", "the context has exactly these pairs"),
    pairs("EncryptionContextSubset", "the context has these pairs"),
];

const CONSTRAINED: Argument = Argument::optional(
    "constraints",
    Shape::Record(CONSTRAINTS),
    "the encryption contexts that the grant is limited to",
);

/// A grant to make.
#[derive(Debug, Default)]
pub(super) struct Grant {
    pub grantee: String,
    pub retiring: Option<String>,
    pub operations: Option<Vec<String>>,
    pub equal: Option<HashMap<String, String>>,
    pub subset: Option<HashMap<String, String>>,
    pub tokens: Option<Vec<String>>,
}

pub(super) const GRANTS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_kms.create_grant", "boto3_kms.create_grant"],
        &[
            KEY,
            Argument::required(
                "grantee_principal",
                Shape::Text,
                "the ARN of the principal that may use the key",
            ),
            Argument::optional(
                "retiring_principal",
                Shape::Text,
                "the ARN of the principal that may end the grant",
            ),
            Argument::optional("operations", Shape::Texts, "the allowed operations: Encrypt, Decrypt, …"),
            CONSTRAINED,
            TOKENS,
        ],
        "Makes a grant: a principal may use a key.",
        "a mapping: grant (a mapping: GrantId, GrantToken)",
        |ask, fields| {
            async move {
                let key = get(ask, fields).await?;
                let made =
                    ask.change(&[Key::KIND], api::create_grant(ask.aws(), &key, grant(fields))).await?;
                Ok(one("grant", made))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kms.revoke_grant", "boto3_kms.revoke_grant"],
        &[KEY, Argument::required("grant_id", Shape::Text, "the grant")],
        "Revokes a grant.",
        DONE,
        |ask, fields| {
            async move {
                let (key, grant) = (get(ask, fields).await?, fields.required_text("grant_id"));
                ask.change(&[Key::KIND], api::revoke_grant(ask.aws(), &key, &grant)).await?;
                Ok(one("result", true.into()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.list_grants", "boto3_kms.list_grants"],
        &[KEY, LIMIT, MARKER],
        "Lists the grants of a key.",
        "a mapping: grants (a list of mappings: GrantId, GranteePrincipal, Operations, …)",
        |ask, fields| {
            async move {
                let key = get(ask, fields).await?;
                Ok(one("grants", api::grants(ask.aws(), &key).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kms.list_key_policies", "boto3_kms.list_key_policies"],
        &[KEY, LIMIT, MARKER],
        "Lists the names of the policies of a key.",
        "a mapping: key_policies (a list of texts)",
        |ask, fields| {
            async move {
                let key = get(ask, fields).await?;
                Ok(one("key_policies", api::policies(ask.aws(), &key).await?))
            }
            .boxed()
        },
    ),
];

pub(super) const MADE: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_kms.create_key", "boto3_kms.create_key"],
        &[
            Argument::optional("policy", policy::SHAPE, "the key policy"),
            Argument::optional("description", Shape::Text, "what it is for"),
            Argument::optional("key_usage", Shape::Text, "its use: ENCRYPT_DECRYPT"),
        ],
        "Makes a key without an alias. Each call makes another key.",
        "a mapping: key_metadata (a mapping of boto)",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_kms.create_alias", "boto3_kms.create_alias"],
        &[
            Argument::required("alias_name", Shape::Text, "alias/…"),
            Argument::required("target_key_id", Shape::Text, "the id or ARN of the key"),
        ],
        "Gives a key an alias.",
        DONE,
        |ask, fields| {
            async move {
                let (alias, id) = (fields.required_text("alias_name"), fields.required_text("target_key_id"));
                ask.change(&[Key::KIND], apply(ask.aws(), &Step::Alias { id, alias })).await?;
                Ok(one("result", true.into()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kms.put_key_policy", "boto3_kms.put_key_policy"],
        &[KEY, POLICY_NAME, Argument::required("policy", policy::SHAPE, "the key policy")],
        "Replaces the policy of a key.",
        DONE,
        |ask, fields| {
            async move {
                let document = document_of(fields)?.unwrap_or_default();
                change(ask, fields, |id| Step::SetPolicy { id, document }).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kms.update_key_description", "boto3_kms.update_key_description"],
        &[KEY, Argument::required("description", Shape::Text, "what it is for")],
        "Changes the description of a key.",
        DONE,
        |ask, fields| {
            let text = fields.required_text("description");
            change(ask, fields, |id| Step::Describe { id, text }).boxed()
        },
    ),
];

fn grant(fields: &Fields) -> Grant {
    let constraints = document::read(fields, &CONSTRAINED);
    let of = |key: &str| serde_json::from_value(constraints.as_ref()?.get(key)?.clone()).ok();
    Grant {
        grantee: fields.required_text("grantee_principal"),
        retiring: fields.text("retiring_principal"),
        operations: fields.texts("operations"),
        equal: of("EncryptionContextEquals"),
        subset: of("EncryptionContextSubset"),
        tokens: fields.texts(TOKENS.name),
    }
}

fn document_of(fields: &Fields) -> Result<Option<String>, Refusal> {
    let document = fields.node("policy").filter(|node| !node.is_null()).map(policy::from_node).transpose();
    document.map_err(|problem| Refusal::Because(problem.message))
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (description, usage) = (fields.text("description"), fields.text("key_usage"));
    let made = api::create_key(ask.aws(), document_of(fields)?, description, usage.as_deref());
    let made = ask.change(&[Key::KIND], made).await?;
    Ok(one("key_metadata", made.as_ref().map(described).unwrap_or_default()))
}
