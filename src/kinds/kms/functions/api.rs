//! Calls that do not belong to a kind. Bytes are Base64 in arguments and results, as in the API's JSON.

use std::collections::HashMap;

use aws_sdk_kms::config;
use aws_sdk_kms::primitives::Blob;
use aws_sdk_kms::types::{DataKeySpec, GrantConstraints, GrantListEntry, GrantOperation, KeyUsageType};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::{Bytes, Context, Grant};
use crate::Kms;
use crate::key::Live;
use aws::only_refusals::OnlyRefusals;
use aws::{ApiError, Aws, Fault, failed};
use kind::answer::{had, maybe};
use model::{Value, secret};

fn base64(blob: Option<&Blob>) -> Option<Value> {
    blob.map(|blob| BASE64.encode(blob.as_ref()).into())
}

/// The bytes of a Base64 text.
fn blob(text: &str, call: &'static str) -> Result<Blob, ApiError> {
    let wrong = |_| ApiError::found(call, "the ciphertext", Fault::Invalid, "it is not Base64");
    BASE64.decode(text.trim()).map(Blob::new).map_err(wrong)
}

/// Bytes that no output shows.
fn hidden(blob: Option<&Blob>) -> Option<Value> {
    let text = BASE64.encode(blob?.as_ref());
    secret::hide(&text);
    Some(text.into())
}

/// The decrypted text; Base64 if it is not text. No output shows it.
pub(super) async fn decrypt(aws: &Aws, ciphertext: &str, context: Context) -> Result<Value, ApiError> {
    let request = aws.client::<Kms>().decrypt().ciphertext_blob(blob(ciphertext, "Decrypt")?);
    let request = request.set_encryption_context(context.pairs).set_grant_tokens(context.tokens);
    let answer = request.send().await.map_err(failed("Decrypt", "the ciphertext"))?;
    let Some(found) = answer.plaintext() else { return Ok(Value::Null) };
    let text = String::from_utf8(found.as_ref().to_vec()).unwrap_or_else(|_| BASE64.encode(found.as_ref()));
    secret::hide(&text);
    Ok(text.into())
}

pub(super) async fn encrypt(aws: &Aws, key: &str, text: &str, context: Context) -> Result<Value, ApiError> {
    secret::hide(text);
    let request = aws.client::<Kms>().encrypt().key_id(key).plaintext(Blob::new(text));
    let request = request.set_encryption_context(context.pairs).set_grant_tokens(context.tokens);
    let answer = request.send().await.map_err(failed("Encrypt", key))?;
    Ok(base64(answer.ciphertext_blob()).unwrap_or_default())
}

pub(super) async fn re_encrypt(
    aws: &Aws,
    (ciphertext, key): (&str, &str),
    source: Context,
    destination: Option<HashMap<String, String>>,
) -> Result<Value, ApiError> {
    let request = aws.client::<Kms>().re_encrypt().ciphertext_blob(blob(ciphertext, "ReEncrypt")?);
    let request = request.destination_key_id(key).set_source_encryption_context(source.pairs);
    let request = request.set_destination_encryption_context(destination).set_grant_tokens(source.tokens);
    let answer = request.send().await.map_err(failed("ReEncrypt", key))?;
    Ok(had([
        ("CiphertextBlob", base64(answer.ciphertext_blob())),
        ("SourceKeyId", maybe(answer.source_key_id())),
        ("KeyId", maybe(answer.key_id())),
    ]))
}

pub(super) async fn data_key(
    aws: &Aws,
    key: &str,
    bytes: Bytes,
    context: Context,
) -> Result<Value, ApiError> {
    let request = aws.client::<Kms>().generate_data_key().key_id(key).set_number_of_bytes(bytes.number);
    let request = request.set_key_spec(bytes.spec.as_deref().map(DataKeySpec::from));
    let request = request.set_encryption_context(context.pairs).set_grant_tokens(context.tokens);
    let answer = request.send().await.map_err(failed("GenerateDataKey", key))?;
    Ok(had([
        ("CiphertextBlob", base64(answer.ciphertext_blob())),
        ("Plaintext", hidden(answer.plaintext())),
        ("KeyId", maybe(answer.key_id())),
    ]))
}

pub(super) async fn sealed_data_key(
    aws: &Aws,
    key: &str,
    bytes: Bytes,
    context: Context,
) -> Result<Value, ApiError> {
    let request = aws.client::<Kms>().generate_data_key_without_plaintext().key_id(key);
    let request = request.set_number_of_bytes(bytes.number);
    let request = request.set_key_spec(bytes.spec.as_deref().map(DataKeySpec::from));
    let request = request.set_encryption_context(context.pairs).set_grant_tokens(context.tokens);
    let answer = request.send().await.map_err(failed("GenerateDataKeyWithoutPlaintext", key))?;
    Ok(had([("CiphertextBlob", base64(answer.ciphertext_blob())), ("KeyId", maybe(answer.key_id()))]))
}

pub(super) async fn random(aws: &Aws, number: Option<i32>) -> Result<Value, ApiError> {
    let answer = aws.client::<Kms>().generate_random().set_number_of_bytes(number).send().await;
    let answer = answer.map_err(failed("GenerateRandom", "the account"))?;
    Ok(hidden(answer.plaintext()).unwrap_or_default())
}

/// Makes a key without an alias. The call accepts no client token, so it is sent once.
pub(super) async fn create_key(
    aws: &Aws,
    policy: Option<String>,
    description: Option<String>,
    usage: Option<&str>,
) -> Result<Option<Live>, ApiError> {
    let request = aws.client::<Kms>().create_key().set_policy(policy).set_description(description);
    let request = request.set_key_usage(usage.map(KeyUsageType::from));
    let once = config::Builder::new().retry_classifier(OnlyRefusals);
    let made = request.customize().config_override(once).send().await;
    Ok(made.map_err(failed("CreateKey", "a new key"))?.key_metadata.map(Live::from))
}

pub(super) async fn create_grant(aws: &Aws, key: &str, grant: Grant) -> Result<Value, ApiError> {
    let constraints = (grant.equal.is_some() || grant.subset.is_some()).then(|| {
        let all = GrantConstraints::builder().set_encryption_context_equals(grant.equal);
        all.set_encryption_context_subset(grant.subset).build()
    });
    let operations =
        grant.operations.map(|words| words.iter().map(|word| GrantOperation::from(word.as_str())).collect());
    let request = aws.client::<Kms>().create_grant().key_id(key).grantee_principal(grant.grantee);
    let request = request.set_retiring_principal(grant.retiring).set_operations(operations);
    let request = request.set_constraints(constraints).set_grant_tokens(grant.tokens);
    let answer = request.send().await.map_err(failed("CreateGrant", key))?;
    Ok(had([("GrantId", maybe(answer.grant_id())), ("GrantToken", maybe(answer.grant_token()))]))
}

pub(super) async fn revoke_grant(aws: &Aws, key: &str, grant: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Kms>().revoke_grant().key_id(key).grant_id(grant).send().await;
    answer.map(drop).map_err(failed("RevokeGrant", grant))
}

pub(super) async fn grants(aws: &Aws, key: &str) -> Result<Value, ApiError> {
    let mut pages = aws.client::<Kms>().list_grants().key_id(key).into_paginator().items().send();
    let mut found = vec![];
    while let Some(grant) = pages.next().await {
        found.push(shown(&grant.map_err(failed("ListGrants", key))?));
    }
    Ok(Value::List(found))
}

fn shown(grant: &GrantListEntry) -> Value {
    let words = |words: &[GrantOperation]| words.iter().map(|word| Value::from(word.as_str())).collect();
    let pairs = |pairs: &HashMap<String, String>| {
        pairs.iter().map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect::<Value>()
    };
    let constraints = grant.constraints().map(|all| {
        had([
            ("EncryptionContextEquals", all.encryption_context_equals().map(pairs)),
            ("EncryptionContextSubset", all.encryption_context_subset().map(pairs)),
        ])
    });
    had([
        ("KeyId", maybe(grant.key_id())),
        ("GrantId", maybe(grant.grant_id())),
        ("Name", maybe(grant.name())),
        ("CreationDate", grant.creation_date().map(|at| Value::from(at.as_secs_f64()))),
        ("GranteePrincipal", maybe(grant.grantee_principal())),
        ("RetiringPrincipal", maybe(grant.retiring_principal())),
        ("IssuingAccount", maybe(grant.issuing_account())),
        ("Operations", Some(Value::List(words(grant.operations())))),
        ("Constraints", constraints),
    ])
}

pub(super) async fn policies(aws: &Aws, key: &str) -> Result<Value, ApiError> {
    let mut pages = aws.client::<Kms>().list_key_policies().key_id(key).into_paginator().items().send();
    let mut found = vec![];
    while let Some(name) = pages.next().await {
        found.push(Value::from(name.map_err(failed("ListKeyPolicies", key))?));
    }
    Ok(Value::List(found))
}
