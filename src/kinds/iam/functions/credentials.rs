//! `boto_iam`: access keys, passwords, devices and certificates.

use futures::future::FutureExt;

use super::api;
use super::{PATH, USER, or_false};
use crate::access_keys::AccessKeys;
use crate::password_policy::{self, PasswordPolicy, Rules};
use crate::server_certificate::ServerCertificate;
use crate::user::{self, User};
use aws::Fault;
use kind::settings::Settings;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const SERIAL: Argument = Argument::required("serial", Shape::Text, "the device's serial number");
const CERTIFICATE: Argument = Argument::required("cert_name", Shape::Text, "the certificate's name");
/// The kinds that a change of access keys affects.
const KEYS: &[&str] = &[AccessKeys::KIND, User::KIND];

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::change(
        &["boto_iam.create_access_key"],
        &[USER],
        "Makes an access key and returns AWS's whole reply. Only this reply contains the secret.",
        "{create_access_key_response: …} with user_name, access_key_id, status and secret_access_key",
        |ask, fields| {
            async move {
                let user = fields.required_text("user_name");
                Ok(ask.change(KEYS, api::create_access_key(ask.aws(), &user)).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.delete_access_key"],
        &[
            Argument::required("access_key_id", Shape::Text, "the key's id"),
            Argument::optional("user_name", Shape::Text, "the user who has it; the caller if left out"),
        ],
        "Deletes an access key and returns AWS's whole reply; False when there is none.",
        "{delete_access_key_response: …} with the number of the request, or False",
        |ask, fields| {
            async move {
                let (id, user) = (fields.required_text("access_key_id"), fields.text("user_name"));
                let done = ask.change(KEYS, api::delete_access_key(ask.aws(), &id, user)).await?;
                Ok(or_false(done.into()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.create_login_profile"],
        &[USER, Argument::required("password", Shape::Secret, "the password")],
        "Gives a user a password and returns AWS's whole reply; 'Conflict' when it has one, False without such a user.",
        "{create_login_profile_response: …}; the text 'Conflict'; False",
        |ask, fields| create_login(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_login_profile", "boto3_iam.delete_login_profile"],
        &[USER],
        "Deletes a user's password; True also when there is none, False when there is no such user.",
        "True, or False",
        |ask, fields| {
            async move {
                let user = fields.required_text("user_name");
                if !is_user(ask, &user).await? {
                    return Ok(false.into());
                }
                let step = user::Step::DeletePassword { user };
                ask.change(&[User::KIND], user::apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.deactivate_mfa_device", "boto3_iam.deactivate_mfa_device"],
        &[USER, SERIAL],
        "Deactivates an MFA device of a user; True also when the user does not have it, False when there is no such user.",
        "True, or False",
        |ask, fields| {
            async move {
                let (user, serial) = (fields.required_text("user_name"), fields.required_text("serial"));
                if !is_user(ask, &user).await? {
                    return Ok(false.into());
                }
                let step = user::Step::Deactivate { user, serial };
                ask.change(&[User::KIND], user::apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.delete_virtual_mfa_device", "boto3_iam.delete_virtual_mfa_device"],
        &[SERIAL],
        "Deletes a virtual MFA device; True also when there is none.",
        "True",
        |ask, fields| {
            async move {
                let step = user::Step::DeleteDevice { serial: fields.required_text("serial") };
                ask.change(&[User::KIND], user::apply(ask.aws(), &step)).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.update_account_password_policy", "boto3_iam.update_account_password_policy"],
        Rules::ARGUMENTS,
        "Sets the account's password policy. What is left out gets AWS's default.",
        "True",
        |ask, fields| set_rules(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_server_certificate"],
        &[CERTIFICATE],
        "Returns AWS's whole reply about a certificate; False when there is none.",
        "{get_server_certificate_response: …} with the certificate and its metadata; False",
        |ask, fields| async move { Ok(or_false(certificate(ask, fields).await?)) }.boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.upload_server_cert"],
        &[
            CERTIFICATE,
            Argument::required("cert_body", Shape::Text, "the certificate, as PEM"),
            Argument::required("private_key", Shape::Text, "its key, as PEM"),
            Argument::optional("cert_chain", Shape::Text, "the certificates above it, as PEM"),
            PATH,
        ],
        "Uploads a certificate and returns AWS's whole reply; True when there is one of that name.",
        "{upload_server_certificate_response: …} with the certificate's metadata; True",
        |ask, fields| upload(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_server_cert"],
        &[CERTIFICATE],
        "Deletes a certificate and returns AWS's whole reply; False when there is none.",
        "{delete_server_certificate_response: …} with the number of the request, or False",
        |ask, fields| {
            async move {
                let name = fields.required_text("cert_name");
                Ok(or_false(
                    ask.change(&[ServerCertificate::KIND], api::delete_certificate(ask.aws(), &name))
                        .await?
                        .into(),
                ))
            }
            .boxed()
        },
    ),
];

async fn is_user(ask: &Asker<'_>, name: &str) -> Result<bool, Refusal> {
    Ok(!ask.once(("user", &name), api::user(ask.aws(), name)).await?.is_null())
}

async fn create_login(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, password) = (fields.required_text("user_name"), fields.required_text("password"));
    if !is_user(ask, &name).await? {
        return Ok(false.into());
    }
    match ask.change(&[User::KIND], api::create_login(ask.aws(), &name, &password)).await {
        Err(error) if error.fault == Fault::AlreadyExists => Ok("Conflict".into()),
        made => Ok(made?),
    }
}

async fn set_rules(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let step = password_policy::Step::Set { rules: Box::new(Rules::read(fields)) };
    ask.change(&[PasswordPolicy::KIND], password_policy::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn certificate(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("cert_name");
    Ok(ask.once(("server certificate", &name), api::server_certificate(ask.aws(), &name)).await?)
}

async fn upload(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if !certificate(ask, fields).await?.is_null() {
        return Ok(true.into());
    }
    let name = fields.required_text("cert_name");
    let (body, key) = (fields.required_text("cert_body"), fields.required_text("private_key"));
    let (chain, path) = (fields.text("cert_chain"), fields.text("path"));
    Ok(ask
        .change(
            &[ServerCertificate::KIND],
            api::upload_certificate(ask.aws(), &name, (&body, &key), chain, path),
        )
        .await?)
}
