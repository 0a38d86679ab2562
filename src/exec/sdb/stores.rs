//! Drivers that ask another host: Vault, Consul, etcd, REST services, and the stores of AWS.
//!
//! Laws: a missing value is `None`; a store that does not answer is a failure and never an empty answer; values are
//! hidden in all output. See <https://docs.saltproject.io/en/3007/ref/sdb/all/index.html>.

use std::path::PathBuf;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};

use super::{Arguments, Bound, CallError, Context, http, vault};
use machine::http::{Proxy, Request, Trust};
use model::{Map, Value, python, secret};
use sls::secrets::Reference;

/// How long a store may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longer answers than this are refused: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// The characters that stay unescaped in a path.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// `sdb://profile/path/of/secret/field`, or `path/of/secret?field`; if there is no such secret, the whole secret at
/// `path`.
pub(super) fn vault(context: &Context<'_>, bound: &Bound, key: &str) -> Result<Value, CallError> {
    use vault::{Client, VaultError};

    let Some((path, field)) = key.split_once('?').or_else(|| key.rsplit_once('/')) else {
        return Err(bound.fails(format!("'{key}' must be a path and a field: secret/app/password")));
    };
    let failed = |error: VaultError| bound.fails(format!("Failed to read secret! {error}"));
    let client = Client::open(context).map_err(failed)?;
    match client.read(path, false) {
        Ok(data) => Ok(data.get(field).cloned().unwrap_or_default()),
        Err(VaultError::NotFound(_)) => match client.read(key, false) {
            Ok(data) => Ok(Value::Map(data)),
            Err(VaultError::NotFound(_)) => Ok(Value::Null),
            Err(other) => Err(failed(other)),
        },
        Err(other) => Err(failed(other)),
    }
}

/// A parameter of Systems Manager, or a secret of Secrets Manager.
pub(super) fn aws(context: &Context<'_>, bound: &Bound, text: &str) -> Result<Value, CallError> {
    let reference = Reference::parse(text).ok_or_else(|| bound.fails(format!("'{text}' names no secret")))?;
    let aws = context.aws.ok_or_else(|| bound.fails("no secrets are fetched here"))?;
    let mut found =
        aws.secrets(context, std::slice::from_ref(&reference)).map_err(|error| bound.fails(error))?;
    Ok(found.remove(&reference).map_or(Value::Null, |text| hidden(&text)))
}

/// See <https://developer.hashicorp.com/consul/api-docs/kv>.
pub(super) fn consul(
    context: &Context<'_>,
    bound: &Bound,
    (profile, key): (&Map, &str),
) -> Result<Value, CallError> {
    let base = format!(
        "{}://{}:{}",
        text(profile, "scheme", "http"),
        text(profile, "host", "127.0.0.1"),
        text(profile, "port", "8500")
    );
    let center =
        profile.get("dc").map(|dc| format!("?dc={}", encoded(&python::text(dc)))).unwrap_or_default();
    let mut request = Request::get(&format!("{base}/v1/kv/{}{center}", encoded(key)));
    if let Some(token) = profile.get("token") {
        request = request.header("X-Consul-Token", &python::text(token));
    }
    if profile.get("verify").and_then(Value::as_bool) == Some(false) {
        request.trust = Trust::Anyone;
    }
    let answer = ask(context, bound, request)?;
    let value = answer.and_then(|answer| answer[0]["Value"].as_str().map(str::to_owned));
    value.map_or(Ok(Value::Null), |value| decoded(bound, &value))
}

/// Version 2 of the API, or version 3 with `etcd.require_v2: False`.
///
/// See <https://etcd.io/docs/v3.5/dev-guide/api_grpc_gateway/>.
pub(super) fn etcd(
    context: &Context<'_>,
    bound: &Bound,
    (profile, key): (&Map, &str),
) -> Result<Value, CallError> {
    let option = |name: &str| profile.get(&format!("etcd.{name}")[..]);
    let authority = option("ca").map(python::text);
    let scheme = if authority.is_some() { "https" } else { "http" };
    let base = format!(
        "{scheme}://{}:{}",
        text(profile, "etcd.host", "127.0.0.1"),
        text(profile, "etcd.port", "2379")
    );
    let user = option("username").map(python::text).zip(option("password").map(python::text));
    let trusting = |mut request: Request| {
        if let Some(path) = &authority {
            request.trust = Trust::Authorities(PathBuf::from(path));
        }
        request
    };
    if option("require_v2").is_none_or(Value::is_truthy) {
        let mut request = Request::get(&format!("{base}/v2/keys/{}", encoded(key)));
        if let Some((name, password)) = user {
            let pair = STANDARD.encode(format!("{name}:{password}"));
            request = request.header("Authorization", &format!("Basic {pair}"));
        }
        let answer = ask(context, bound, trusting(request))?;
        let value = answer.and_then(|answer| answer["node"]["value"].as_str().map(hidden));
        return Ok(value.unwrap_or_default());
    }
    let token = match user {
        None => None,
        Some((name, password)) => {
            let request =
                post(&format!("{base}/v3/auth/authenticate"), &json!({"name": name, "password": password}));
            let answer = ask(context, bound, trusting(request))?.unwrap_or_default();
            answer["token"].as_str().map(str::to_owned)
        }
    };
    let mut request = post(&format!("{base}/v3/kv/range"), &json!({"key": STANDARD.encode(key)}));
    if let Some(token) = token {
        request = request.header("Authorization", &token);
    }
    let answer = ask(context, bound, trusting(request))?.unwrap_or_default();
    answer["kvs"][0]["value"].as_str().map_or(Ok(Value::Null), |value| decoded(bound, value))
}

/// `sdb://profile/name?a=b`: the entry `name` of the profile defines the page; its URL is a template that sees `a`.
pub(super) fn rest(
    context: &Context<'_>,
    bound: &Bound,
    (profile, key): (&Map, &str),
) -> Result<Value, CallError> {
    let (name, query) = key.split_once('?').unwrap_or((key, ""));
    let entry = profile.get(name).and_then(Value::as_map);
    let entry = entry.ok_or_else(|| bound.fails(format!("the profile has no entry '{name}' with a url")))?;
    let variables = query.split('&').filter_map(|pair| pair.split_once('='));
    let variables: Map = variables.map(|(name, value)| (name.into(), value.into())).collect();
    let url = context
        .jinja(&text(entry, "url", ""), "the url", &variables)
        .map_err(|problems| bound.failed(&problems))?;
    let mut named: Map = entry
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), Some("url" | "backend")))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    named.insert("decode".into(), true.into());
    let asked = Arguments { positional: vec![url.into()], named };
    let answer = context.call(http::QUERY, &asked)?;
    let answer = answer.as_map().cloned().unwrap_or_default();
    if let Some(error) = answer.get("error") {
        return Err(bound.fails(python::text(error)));
    }
    Ok(answer
        .get("dict")
        .or_else(|| answer.get("text"))
        .or_else(|| answer.get("body"))
        .cloned()
        .unwrap_or_default())
}

fn post(url: &str, body: &Json) -> Request {
    let mut request = Request::new("POST", url).header("Content-Type", "application/json");
    request.body = Some(body.to_string().into_bytes());
    request
}

/// The JSON of an answer; nothing for 404.
fn ask(context: &Context<'_>, bound: &Bound, mut request: Request) -> Result<Option<Json>, CallError> {
    request.timeout = Some(PATIENCE);
    request.proxy = Proxy::of_environment(&request.url, context.environment);
    let page = request.fetch_blocking(LIMIT).map_err(|error| bound.failed(&error))?;
    match page.status {
        200..=299 => serde_json::from_slice(&page.body).map(Some).map_err(|error| bound.failed(&error)),
        404 => Ok(None),
        status => Err(bound.fails(format!("{} answered {status}", request.shown_url()))),
    }
}

fn text(map: &Map, key: &str, default: &str) -> String {
    map.get(key).map_or_else(|| default.to_owned(), python::text)
}

fn encoded(path: &str) -> String {
    utf8_percent_encode(path.trim_matches('/'), PATH).to_string()
}

fn decoded(bound: &Bound, value: &str) -> Result<Value, CallError> {
    let bytes = STANDARD.decode(value).map_err(|error| bound.failed(&error))?;
    Ok(hidden(&String::from_utf8_lossy(&bytes)))
}

fn hidden(text: &str) -> Value {
    secret::hide(text);
    text.into()
}
