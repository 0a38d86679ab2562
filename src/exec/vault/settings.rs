//! The option `vault` of the minion configuration.
//!
//! ```yaml
//! vault:
//!   server: {url: https://vault.example.com:8200, namespace: team, verify: /etc/ssl/vault.pem}
//!   auth: {method: aws, role: web}     # or token, or approle with role_id and secret_id
//! ```
//!
//! `url`, `namespace` and `verify` may be beside `auth` too, as before Salt 3007.

use std::path::PathBuf;

use super::super::Context;
use super::VaultError;
use machine::http::Trust;
use model::{Map, Value, python};

/// Vault's address, and how a minion logs in.
#[derive(Clone)]
pub(super) struct Settings {
    /// Its address, without a slash at the end.
    pub url: String,
    /// The namespace, of Vault Enterprise.
    pub namespace: Option<String>,
    /// The certificates that are trusted.
    pub trust: Trust,
    /// How to get a token.
    pub auth: Auth,
}

/// How to get a token.
#[derive(Clone)]
pub(super) enum Auth {
    /// It is given.
    Token(String),
    /// With a role's ID and secret.
    AppRole {
        /// `role_id`.
        role: String,
        /// `secret_id`.
        secret: Option<String>,
        /// The mount of the method.
        mount: String,
    },
    /// With AWS credentials.
    Aws {
        /// Vault's role.
        role: String,
        /// The mount of the method.
        mount: String,
        /// The region of the STS that Vault asks.
        region: Option<String>,
        /// The value of `X-Vault-AWS-IAM-Server-ID`, if Vault demands it.
        server_id: Option<String>,
    },
}

impl Settings {
    /// Reads configuration and environment.
    pub fn read(context: &Context<'_>) -> Result<Self, VaultError> {
        let empty = Map::new();
        let all = context.minion.opts.get("vault").and_then(Value::as_map).unwrap_or(&empty);
        let server = all.get("server").and_then(Value::as_map).unwrap_or(all);
        let variable = |name: &str| context.environment.get(name).filter(|text| !text.is_empty()).cloned();
        let text = |map: &Map, key: &str| map.get(key).filter(|it| it.is_truthy()).map(python::text);
        let url = text(server, "url").or_else(|| variable("VAULT_ADDR")).ok_or_else(|| {
            VaultError::Settings(
                "Vault's address is missing: set the option vault:server:url or VAULT_ADDR".to_owned(),
            )
        })?;
        let trust = match server.get("verify") {
            Some(Value::Bool(false)) => Trust::Anyone,
            Some(Value::Str(path)) if path != "default" => Trust::Authorities(PathBuf::from(path)),
            _ => Trust::System,
        };
        let auth = all.get("auth").and_then(Value::as_map).unwrap_or(&empty);
        Ok(Self {
            url: url.trim_end_matches('/').to_owned(),
            namespace: text(server, "namespace").or_else(|| variable("VAULT_NAMESPACE")),
            trust,
            auth: self::auth(|key| text(auth, key), variable("VAULT_TOKEN"))?,
        })
    }
}

fn auth(given: impl Fn(&str) -> Option<String>, token: Option<String>) -> Result<Auth, VaultError> {
    let needs = |key: &str| VaultError::Settings(format!("the option vault:auth:{key} is missing"));
    let mount = |method: &str| {
        given(&format!("{method}_mount")).or_else(|| given("mount")).unwrap_or(method.to_owned())
    };
    match given("method").as_deref().unwrap_or("token") {
        "token" => given("token").or(token).map(Auth::Token).ok_or_else(|| needs("token")),
        "approle" => Ok(Auth::AppRole {
            role: given("role_id").ok_or_else(|| needs("role_id"))?,
            secret: given("secret_id"),
            mount: mount("approle"),
        }),
        "aws" => Ok(Auth::Aws {
            role: given("role").ok_or_else(|| needs("role"))?,
            mount: mount("aws"),
            region: given("region"),
            server_id: given("header_value"),
        }),
        other => Err(VaultError::Settings(format!(
            "the method '{other}' of vault:auth is not supported: token, approle and aws are"
        ))),
    }
}
