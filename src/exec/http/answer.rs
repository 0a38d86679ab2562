//! A page in Salt's shape.

use super::super::call::{Bound, CallError};
use machine::http::{HttpError, Page};
use model::{Key, Map, Value};
use sls::yaml;

pub(super) fn of(bound: &Bound, page: &Page) -> Result<Value, CallError> {
    if page.status >= 400 && bound.is_true("raise_error") {
        let error = format!("HTTP {}: {}", page.status, page.reason());
        let body = body(bound, page).unwrap_or_else(|_| page.text());
        let pairs: [(&str, Value); 3] =
            [("status", i64::from(page.status).into()), ("error", error.into()), ("body", body.into())];
        return Ok(pairs.into_iter().collect());
    }
    let text = body(bound, page)?;
    let mut answer = Map::new();
    let mut put = |name: &str, value: Value| answer.insert(Key::from(name), value);
    put("body", text.as_str().into());
    if bound.is_true("status") {
        put("status", i64::from(page.status).into());
    }
    if bound.is_true("headers") {
        put("headers", headers(page));
    }
    if bound.is_true("decode") {
        let (name, value) = decoded(bound, page, &text)?;
        put(name, value);
    }
    if bound.is_true("text") {
        put("text", text.into());
    }
    Ok(Value::Map(answer))
}

/// The answer when no host answered.
pub(super) fn without_page(bound: &Bound, error: &HttpError) -> Value {
    let mut answer = Map::new();
    if bound.is_true("status") {
        answer.insert(Key::from("status"), Value::Int(0));
    }
    answer.insert(Key::from("error"), error.to_string().into());
    Value::Map(answer)
}

/// The body as text, in the encoding of the page.
fn body(bound: &Bound, page: &Page) -> Result<String, CallError> {
    if !bound.is_true("decode_body") {
        return Ok(page.text());
    }
    let kind = page.header("content-type").unwrap_or_default().to_lowercase();
    let named = kind.split(';').find_map(|part| part.trim().strip_prefix("charset=")).unwrap_or("utf-8");
    match named.trim_matches(['"', '\'']) {
        "iso-8859-1" | "latin-1" | "latin1" => Ok(page.body.iter().copied().map(char::from).collect()),
        _ => String::from_utf8(page.body.clone()).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            bound.fails(format!(
                "the page is no UTF-8 text from byte {at} on; decode_body=False replaces what is none"
            ))
        }),
    }
}

/// Headers with Salt's spelling of their names; several with one name are joined.
fn headers(page: &Page) -> Value {
    let mut all = Map::new();
    for (name, text) in &page.headers {
        let words = name.split('-').map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        });
        let name = Key::from(words.collect::<Vec<_>>().join("-"));
        let text = match all.get(&name).and_then(Value::as_str) {
            Some(before) => format!("{before},{text}"),
            None => text.clone(),
        };
        all.insert(name, text.into());
    }
    Value::Map(all)
}

/// The data of a page under `dict`, or its text under `text`.
fn decoded(bound: &Bound, page: &Page, text: &str) -> Result<(&'static str, Value), CallError> {
    let kind = page.header("content-type").unwrap_or_default();
    let named = bound.text("decode_type");
    let way = match named.as_str() {
        "auto" => ["json", "xml", "yaml"].into_iter().find(|way| kind.contains(way)).unwrap_or("plain"),
        named => named,
    };
    match way {
        "json" => {
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(text);
            Ok(("dict", parsed.map_err(|error| bound.fails(format!("the page is no JSON: {error}")))?.into()))
        }
        "yaml" => {
            let node = yaml::parse_file(text, &page.url).map_err(|problems| bound.failed(&problems))?;
            Ok(("dict", node.to_value()))
        }
        "plain" => Ok(("text", text.into())),
        "xml" => Err(bound.fails("XML is not decoded; use decode_type=plain and the text")),
        other => Err(bound.fails(format!("'{other}' cannot be decoded; there are auto, json, yaml, plain"))),
    }
}
