//! Access keys, passwords, devices, certificates and SAML providers.

use aws_sdk_iam::operation::RequestId;
use aws_sdk_iam::types::{ServerCertificateMetadata, StatusType};

use super::entities::{one, wrapped};
use super::{date, word};
use crate::Iam;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe, text};
use model::Value;

/// The whole response for a new access key: AWS shows its secret only there.
pub(in super::super) async fn create_access_key(aws: &Aws, user: &str) -> Result<Value, ApiError> {
    let made = aws.client::<Iam>().create_access_key().user_name(user).send().await;
    let made = made.map_err(failed("CreateAccessKey", user))?;
    let key = made.access_key.as_ref().map(|key| {
        had([
            ("user_name", text(&key.user_name)),
            ("access_key_id", text(&key.access_key_id)),
            ("status", text(StatusType::as_str(&key.status))),
            ("secret_access_key", text(&key.secret_access_key)),
            ("create_date", key.create_date.as_ref().and_then(date)),
        ])
    });
    let key = one("access_key", key.unwrap_or_default());
    Ok(wrapped("create_access_key", key, made.request_id()))
}

/// The whole response; none if there is no such key.
pub(in super::super) async fn delete_access_key(
    aws: &Aws,
    id: &str,
    user: Option<String>,
) -> Result<Option<Value>, ApiError> {
    let done = aws.client::<Iam>().delete_access_key().access_key_id(id).set_user_name(user).send().await;
    let done = absent_if_not_found(done.map_err(failed("DeleteAccessKey", id)))?;
    Ok(done.map(|done| emptied("delete_access_key", done.request_id())))
}

/// A response without a result.
fn emptied(operation: &str, request: Option<&str>) -> Value {
    one(&format!("{operation}_response"), one("response_metadata", had([("request_id", maybe(request))])))
}

/// The whole response for a new password.
pub(in super::super) async fn create_login(aws: &Aws, user: &str, password: &str) -> Result<Value, ApiError> {
    let made = aws.client::<Iam>().create_login_profile().user_name(user).password(password).send().await;
    let made = made.map_err(failed("CreateLoginProfile", user))?;
    let profile = made.login_profile.as_ref().map(|profile| {
        had([
            ("user_name", text(&profile.user_name)),
            ("create_date", date(&profile.create_date)),
            ("password_reset_required", word(profile.password_reset_required)),
        ])
    });
    let profile = one("login_profile", profile.unwrap_or_default());
    Ok(wrapped("create_login_profile", profile, made.request_id()))
}

fn certificate(it: &ServerCertificateMetadata) -> Value {
    had([
        ("path", text(&it.path)),
        ("server_certificate_name", text(&it.server_certificate_name)),
        ("server_certificate_id", text(&it.server_certificate_id)),
        ("arn", text(&it.arn)),
        ("upload_date", it.upload_date.as_ref().and_then(date)),
        ("expiration", it.expiration.as_ref().and_then(date)),
    ])
}

/// The whole response for a certificate; none if none has that name.
pub(in super::super) async fn server_certificate(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_server_certificate().server_certificate_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetServerCertificate", name)))?;
    let Some(answer) = answer else { return Ok(Value::Null) };
    let found = answer.server_certificate.as_ref().map(|found| {
        let metadata = found.server_certificate_metadata.as_ref().map(certificate);
        had([
            ("server_certificate_metadata", metadata),
            ("certificate_body", text(&found.certificate_body)),
            ("certificate_chain", maybe(found.certificate_chain.as_deref())),
        ])
    });
    let found = one("server_certificate", found.unwrap_or_default());
    Ok(wrapped("get_server_certificate", found, answer.request_id()))
}

/// Uploads a certificate from its name, body, private key, chain and path. Returns the whole response.
pub(in super::super) async fn upload_certificate(
    aws: &Aws,
    name: &str,
    (body, key): (&str, &str),
    chain: Option<String>,
    path: Option<String>,
) -> Result<Value, ApiError> {
    let call =
        aws.client::<Iam>().upload_server_certificate().server_certificate_name(name).certificate_body(body);
    let made = call.private_key(key).set_certificate_chain(chain).set_path(path).send().await;
    let made = made.map_err(failed("UploadServerCertificate", name))?;
    let metadata = made.server_certificate_metadata.as_ref().map(certificate).unwrap_or_default();
    let metadata = one("server_certificate_metadata", metadata);
    Ok(wrapped("upload_server_certificate", metadata, made.request_id()))
}

/// The whole response; none if none has that name.
pub(in super::super) async fn delete_certificate(aws: &Aws, name: &str) -> Result<Option<Value>, ApiError> {
    let done = aws.client::<Iam>().delete_server_certificate().server_certificate_name(name).send().await;
    let done = absent_if_not_found(done.map_err(failed("DeleteServerCertificate", name)))?;
    Ok(done.map(|done| emptied("delete_server_certificate", done.request_id())))
}

/// The ARNs of all SAML providers.
pub(in super::super) async fn saml_providers(aws: &Aws) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().list_saml_providers().send().await;
    let answer = answer.map_err(failed("ListSAMLProviders", "the account"))?;
    Ok(answer.saml_provider_list().iter().filter_map(|it| it.arn()).collect::<Vec<_>>().into())
}

/// The document of a SAML provider; none if there is none of that ARN.
pub(in super::super) async fn saml_provider(aws: &Aws, arn: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_saml_provider().saml_provider_arn(arn).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetSAMLProvider", arn)))?;
    Ok(answer.and_then(|answer| answer.saml_metadata_document).into())
}

/// Makes a version of a managed policy, and returns its id.
pub(in super::super) async fn create_version(
    aws: &Aws,
    arn: &str,
    document: &str,
    is_default: Option<bool>,
) -> Result<Option<String>, ApiError> {
    let call = aws.client::<Iam>().create_policy_version().policy_arn(arn).policy_document(document);
    let made = call.set_set_as_default(is_default).send().await;
    let made = made.map_err(failed("CreatePolicyVersion", arn))?;
    Ok(made.policy_version.and_then(|version| version.version_id))
}
