//! Requests to Vault's HTTP API.
//!
//! See <https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2>.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::super::Context;
use super::settings::{Auth, Settings};
use super::{hide, map_of};
use machine::http::{Proxy, Request};
use model::{Map, Value, chain, secret};

/// How long Vault may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longer answers than this are refused: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// The characters that stay unescaped in a path.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Tokens from logins of this process, by address and role: one login serves all templates.
static TOKENS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Why Vault returned nothing.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum VaultError {
    /// The configuration is incomplete.
    #[error("{0}")]
    Settings(String),
    /// There is nothing at the path.
    #[error("VaultNotFoundError: {0}")]
    NotFound(String),
    /// The token has no permission.
    #[error("VaultPermissionDeniedError: {0}")]
    Denied(String),
    /// Vault cannot be reached, or gives another answer.
    #[error("{0}")]
    Failed(String),
}

/// A connection with a token.
pub(crate) struct Client<'a> {
    context: &'a Context<'a>,
    settings: Settings,
    token: String,
}

/// The position of a path in a key-value store.
struct Store {
    /// The mount, without slashes around it; the path itself if Vault does not name the mount.
    mount: String,
    is_second: bool,
}

impl<'a> Client<'a> {
    /// Reads the configuration, and logs in if no token is given.
    pub fn open(context: &'a Context<'a>) -> Result<Self, VaultError> {
        let settings = Settings::read(context)?;
        let mut client = Self { context, settings, token: String::new() };
        client.token = client.login()?;
        Ok(client)
    }

    /// The fields of a secret; with metadata, of version 2, `data` and `metadata`.
    pub fn read(&self, path: &str, with_metadata: bool) -> Result<Map, VaultError> {
        let store = self.store(path)?;
        let answer = self.ask("GET", &store.path(path, "data"), None)?;
        let data = map_of(Value::from(answer["data"].clone()));
        if !store.is_second || with_metadata {
            return Ok(data);
        }
        Ok(map_of(data.get("data").cloned().unwrap_or_default()))
    }

    /// The names below a path.
    pub fn list(&self, path: &str) -> Result<Vec<String>, VaultError> {
        let store = self.store(path)?;
        let answer = self.ask("GET", &format!("{}?list=true", store.path(path, "metadata")), None)?;
        let keys = answer["data"]["keys"].as_array().cloned().unwrap_or_default();
        Ok(keys.iter().filter_map(Json::as_str).map(str::to_owned).collect())
    }

    /// The whole answer at a path of the API.
    pub fn get(&self, path: &str) -> Result<Value, VaultError> {
        Ok(Value::from(self.ask("GET", &encoded(path), None)?))
    }

    /// The version of the store at a path. Without permission to ask, version 1 is assumed, as in Salt.
    fn store(&self, path: &str) -> Result<Store, VaultError> {
        let answer = self.ask("GET", &format!("sys/internal/ui/mounts/{}", encoded(path)), None);
        match answer {
            Ok(answer) => Ok(Store {
                mount: answer["data"]["path"].as_str().unwrap_or(path).trim_matches('/').to_owned(),
                is_second: answer["data"]["options"]["version"] == "2",
            }),
            Err(VaultError::NotFound(_) | VaultError::Denied(_)) => {
                Ok(Store { mount: path.to_owned(), is_second: false })
            }
            Err(other) => Err(other),
        }
    }

    fn login(&self) -> Result<String, VaultError> {
        let (key, path, body) = match &self.settings.auth {
            Auth::Token(token) => return Ok(token.clone()),
            Auth::AppRole { role, secret, mount } => {
                (role.clone(), format!("auth/{mount}/login"), json!({"role_id": role, "secret_id": secret}))
            }
            Auth::Aws { role, mount, .. } => {
                (role.clone(), format!("auth/{mount}/login"), json!({"role": role}))
            }
        };
        let key = format!("{} {path} {key}", self.settings.url);
        if let Some(token) = tokens().get(&key) {
            return Ok(token.clone());
        }
        let body = self.with_identity(body)?;
        let answer = self.ask("POST", &path, Some(body))?;
        let token = answer["auth"]["client_token"].as_str();
        let token = token.ok_or_else(|| VaultError::Failed("the login gave no token".to_owned()))?;
        secret::hide(token);
        tokens().insert(key, token.to_owned());
        Ok(token.to_owned())
    }

    /// Adds the signed request that proves an AWS user or role.
    fn with_identity(&self, mut body: Json) -> Result<Json, VaultError> {
        let Auth::Aws { region, server_id, .. } = &self.settings.auth else { return Ok(body) };
        let aws = self.context.aws;
        let signed = aws
            .ok_or_else(|| VaultError::Failed("nothing is signed here".to_owned()))?
            .signed_identity(region.as_deref(), server_id.as_deref());
        let signed = signed.map_err(VaultError::Failed)?;
        let headers = serde_json::to_string(&signed.headers).unwrap_or_default();
        body["iam_http_request_method"] = "POST".into();
        body["iam_request_url"] = STANDARD.encode(&signed.url).into();
        body["iam_request_body"] = STANDARD.encode(&signed.body).into();
        body["iam_request_headers"] = STANDARD.encode(headers).into();
        Ok(body)
    }

    fn ask(&self, method: &str, path: &str, body: Option<Json>) -> Result<Json, VaultError> {
        let url = format!("{}/v1/{path}", self.settings.url);
        let mut request = Request::new(method, &url);
        if !self.token.is_empty() {
            request = request.header("X-Vault-Token", &self.token);
        }
        if let Some(namespace) = &self.settings.namespace {
            request = request.header("X-Vault-Namespace", namespace);
        }
        request = request.header("X-Vault-Request", "true");
        request.body = body.map(|body| body.to_string().into_bytes());
        request.timeout = Some(PATIENCE);
        request.trust = self.settings.trust.clone();
        request.proxy = Proxy::of_environment(&url, self.context.environment);
        let page = request.fetch_blocking(LIMIT).map_err(|error| VaultError::Failed(chain(&error)))?;
        let answer: Json = serde_json::from_slice(&page.body).unwrap_or_default();
        let message = || {
            let errors = answer["errors"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let errors = errors.collect::<Vec<_>>().join("; ");
            if errors.is_empty() {
                format!("Vault answered {} to {method} {path}", page.status)
            } else {
                errors
            }
        };
        match page.status {
            200..=299 => {
                hide(&Value::from(answer["data"].clone()));
                Ok(answer)
            }
            404 => Err(VaultError::NotFound(message())),
            403 => Err(VaultError::Denied(message())),
            _ => Err(VaultError::Failed(message())),
        }
    }
}

impl Store {
    /// The path of the API: version 2 has `data` or `metadata` between the mount and the rest, unless it is written.
    fn path(&self, path: &str, part: &str) -> String {
        let path = path.trim_matches('/');
        let rest = path.strip_prefix(&self.mount).unwrap_or(path).trim_start_matches('/');
        let is_written = rest == part || rest.starts_with(&format!("{part}/"));
        if !self.is_second || is_written {
            return encoded(path);
        }
        encoded(format!("{}/{part}/{rest}", self.mount).trim_end_matches('/'))
    }
}

fn encoded(path: &str) -> String {
    utf8_percent_encode(path.trim_matches('/'), PATH).to_string()
}

fn tokens() -> std::sync::MutexGuard<'static, BTreeMap<String, String>> {
    TOKENS.lock().unwrap_or_else(PoisonError::into_inner)
}
