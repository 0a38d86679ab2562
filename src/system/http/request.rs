//! The request of a declaration.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Call;
use machine::file;
use machine::http::{Request, Trust};
use model::{NodeKind, chain, secret};

/// # Errors
/// A request that cannot be sent.
pub(super) fn of(call: &Call<'_>) -> Result<Request, String> {
    let fields = call.fields;
    let method = fields.text("method").unwrap_or_else(|| "GET".to_owned()).to_uppercase();
    let mut request = Request::new(&method, &with_query(call));
    for (name, text) in fields.text_table("header_dict").unwrap_or_default() {
        request = request.header(&name, &text);
    }
    for line in fields.texts("header_list").unwrap_or_default() {
        let (name, text) = line
            .split_once(':')
            .ok_or_else(|| format!("'{line}' of header_list is not a header: write name: text"))?;
        request = request.header(name.trim(), text.trim());
    }
    if let Some((user, password)) = credentials(call) {
        secret::hide(&password);
        let coded = BASE64_STANDARD.encode(format!("{user}:{password}"));
        request = request.header("Authorization", &format!("Basic {coded}"));
    }
    if fields.node("data").is_some_and(|node| matches!(node.kind, NodeKind::Map(_))) {
        let pairs = fields.text_table("data").unwrap_or_default();
        request = request.header("Content-Type", "application/x-www-form-urlencoded");
        request.body = Some(encoded(pairs.iter()).into_bytes());
    } else if let Some(text) = fields.text("data") {
        request.body = Some(text.into_bytes());
    } else if let Some(path) = fields.text("data_file") {
        request.body = Some(file::read(path.as_ref()).map_err(|error| chain(&error))?);
    }
    request.timeout = super::seconds(call, "timeout").or(request.timeout);
    if let Some(bundle) = fields.text("ca_bundle") {
        request.trust = Trust::Authorities(bundle.into());
    }
    if fields.boolean("verify_ssl") == Some(false) {
        request.trust = Trust::Anyone;
    }
    Ok(request)
}

fn with_query(call: &Call<'_>) -> String {
    let pairs = call.fields.text_table("params").unwrap_or_default();
    if pairs.is_empty() {
        return call.name.to_owned();
    }
    let sign = if call.name.contains('?') { '&' } else { '?' };
    format!("{}{sign}{}", call.name, encoded(pairs.iter()))
}

fn encoded<'a>(pairs: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let one = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    pairs.map(|(name, text)| format!("{}={}", one(name), one(text))).collect::<Vec<_>>().join("&")
}

fn credentials(call: &Call<'_>) -> Option<(String, String)> {
    let fields = call.fields;
    if let Some([user, password]) = fields.texts("auth").as_deref() {
        return Some((user.clone(), password.clone()));
    }
    Some((fields.text("username")?, fields.text("password").unwrap_or_default()))
}
