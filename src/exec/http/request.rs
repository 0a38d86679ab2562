//! The request of a call.

use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::super::call::{Bound, CallError};
use super::super::{Context, cp};
use machine::http::{Proxy, Request, Trust};
use model::{Value, python};

/// The characters that a form leaves unescaped; a blank becomes a plus.
const FORM: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b' ');

pub(super) fn of(context: &Context<'_>, bound: &Bound) -> Result<Request, CallError> {
    let url = url(bound)?;
    let mut request = Request::new(&bound.text("method"), &url);
    request.headers = headers(context, bound)?;
    request.body = body(context, bound)?;
    // Salt's client uses it for every POST without a type.
    if request.method == "POST" && !has(&request, "content-type") {
        request.headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    }
    request.timeout = Some(seconds(context, bound, "timeout", "http_request_timeout", 3600)?);
    request.connect_timeout = Some(seconds(context, bound, "timeout", "http_connect_timeout", 20)?);
    if !bound.is_true("follow_redirects") {
        request.redirects = 0;
    }
    request.trust = trust(context, bound)?;
    request.proxy = proxy(context, &url);
    Ok(request)
}

fn has(request: &Request, name: &str) -> bool {
    request.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// The URL with its parameters, and with user and password, which are removed from it before it is sent.
fn url(bound: &Bound) -> Result<String, CallError> {
    let mut url = bound.text("url");
    if let Value::Map(params) = bound.value("params") {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&form(params));
    } else if bound.is_true("params") {
        return Err(bound.fails("'params' must be a mapping"));
    }
    let (user, password) = match bound.value("auth") {
        Value::List(pair) if pair.len() == 2 => (python::text(&pair[0]), python::text(&pair[1])),
        Value::Null => (bound.text("username"), bound.text("password")),
        _ => return Err(bound.fails("'auth' must be a list of user and password")),
    };
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    Ok(match url.split_once("://") {
        Some((scheme, rest)) if !user.is_empty() => {
            format!("{scheme}://{}:{}@{rest}", encode(&user), encode(&password))
        }
        _ => url,
    })
}

/// A mapping as the fields of a form.
fn form(map: &model::Map) -> String {
    let encode = |text: &str| utf8_percent_encode(text, FORM).to_string().replace(' ', "+");
    let pairs = map
        .iter()
        .map(|(key, value)| format!("{}={}", encode(&key.to_string()), encode(&python::text(value))));
    pairs.collect::<Vec<_>>().join("&")
}

fn headers(context: &Context<'_>, bound: &Bound) -> Result<Vec<(String, String)>, CallError> {
    let mut headers: Vec<(String, String)> = match bound.value("header_dict") {
        Value::Map(map) => map.iter().map(|(key, value)| (key.to_string(), python::text(value))).collect(),
        Value::Null => vec![],
        _ => return Err(bound.fails("'header_dict' must be a mapping")),
    };
    let mut lines: Vec<String> = match bound.value("header_list") {
        Value::List(list) => list.iter().map(python::text).collect(),
        Value::Null => vec![],
        _ => return Err(bound.fails("'header_list' must be a list of lines")),
    };
    if bound.is_true("header_file") {
        lines.extend(file(context, bound, "header_file")?.lines().map(str::to_owned));
    }
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let Some((name, text)) = line.split_once(':') else {
            return Err(bound.fails(format!("'{line}' is no header; write 'Name: text'")));
        };
        headers.push((name.trim().to_owned(), text.trim().to_owned()));
    }
    if bound.is_true("agent") {
        headers.push(("User-Agent".to_owned(), bound.text("agent")));
    }
    Ok(headers)
}

fn body(context: &Context<'_>, bound: &Bound) -> Result<Option<Vec<u8>>, CallError> {
    Ok(match bound.value("data") {
        Value::Null if bound.is_true("data_file") => {
            let source = bound.text("data_file");
            let bytes = cp::bytes_of(context, bound, &source)?;
            Some(bytes.ok_or_else(|| bound.fails(format!("there is no file '{source}'")))?)
        }
        Value::Null if bound.text("method") == "POST" => Some(vec![]),
        Value::Null => None,
        Value::Map(map) => Some(form(map).into_bytes()),
        other => Some(python::text(other).into_bytes()),
    })
}

/// The text of a file of the tree or of the machine.
fn file(context: &Context<'_>, bound: &Bound, name: &str) -> Result<String, CallError> {
    let source = bound.text(name);
    let bytes = cp::bytes_of(context, bound, &source)?;
    let bytes = bytes.ok_or_else(|| bound.fails(format!("there is no file '{source}'")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn seconds(
    context: &Context<'_>,
    bound: &Bound,
    name: &str,
    option: &str,
    default: u64,
) -> Result<Duration, CallError> {
    if !bound.value(name).is_null() {
        let number = bound.number(name).filter(|number| number.is_finite() && *number > 0.0);
        let number = number.ok_or_else(|| bound.fails(format!("'{name}' must be a number of seconds")))?;
        return Ok(Duration::from_secs_f64(number.min(1e9)));
    }
    let configured = context.minion.opts.get(option).and_then(Value::as_int);
    Ok(Duration::from_secs(configured.and_then(|number| u64::try_from(number).ok()).unwrap_or(default)))
}

fn trust(context: &Context<'_>, bound: &Bound) -> Result<Trust, CallError> {
    let verifies = match bound.value("verify_ssl") {
        Value::Null => context.minion.opts.get("verify_ssl").and_then(Value::as_bool).unwrap_or(true),
        Value::Bool(verifies) => *verifies,
        _ => return Err(bound.fails("'verify_ssl' must be True or False")),
    };
    let bundle = match bound.text("ca_bundle") {
        text if text.is_empty() => {
            context.minion.opts.get("ca_bundle").and_then(Value::as_str).unwrap_or_default().to_owned()
        }
        text => text,
    };
    Ok(match (verifies, bundle.as_str()) {
        (false, _) => Trust::Anyone,
        (true, "") => Trust::System,
        (true, path) => Trust::Authorities(PathBuf::from(path)),
    })
}

/// The proxy of the configuration, or of the environment.
fn proxy(context: &Context<'_>, url: &str) -> Option<Proxy> {
    let option = |name: &str| context.minion.opts.get(name).filter(|value| value.is_truthy());
    match (option("proxy_host"), option("proxy_port")) {
        (Some(host), Some(port)) => {
            let except = option("no_proxy").and_then(Value::as_list).unwrap_or_default();
            Some(Proxy {
                url: format!("http://{}:{}", python::text(host), python::text(port)),
                except: except.iter().map(python::text).collect(),
            })
        }
        _ => Proxy::of_environment(url, context.environment),
    }
}
