//! `http.*`: a page of another host.
//!
//! An answer is a mapping, as in Salt: `body`, and on request `status`, `headers`, `text`, `dict`; `error` where there is no page.
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.http.html>.

mod answer;
mod request;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use crate::machine::http::HttpError;
use crate::model::{Map, Value};

/// Longer pages than this are refused: 64 MiB.
const LIMIT: u64 = 64 << 20;

/// What Salt takes and this program does not.
const UNSUPPORTED: &[&str] = &[
    "cert",
    "cookies",
    "cookie_jar",
    "persist_session",
    "data_render",
    "header_render",
    "formdata",
    "handle",
    "stream",
    "text_out",
    "headers_out",
    "decode_out",
];

pub(super) const FUNCTIONS: &[Function] = &[Function::new(
    "http.query",
    takes(&[
        required("url"),
        text("method", "GET"),
        maybe("params"),
        maybe("data"),
        maybe("data_file"),
        maybe("header_dict"),
        maybe("header_list"),
        maybe("header_file"),
        maybe("username"),
        maybe("password"),
        maybe("auth"),
        flag("decode", false),
        text("decode_type", "auto"),
        flag("decode_body", true),
        flag("text", false),
        flag("status", false),
        flag("headers", false),
        maybe("timeout"),
        maybe("verify_ssl"),
        maybe("ca_bundle"),
        maybe("agent"),
        maybe("port"),
        flag("raise_error", true),
        flag("follow_redirects", true),
        maybe("backend"),
        maybe("hide_fields"),
        flag("test", false),
        text("test_url", ""),
        maybe("cert"),
        maybe("cookies"),
        maybe("cookie_jar"),
        maybe("persist_session"),
        maybe("data_render"),
        maybe("header_render"),
        maybe("formdata"),
        maybe("handle"),
        maybe("stream"),
        maybe("text_out"),
        maybe("headers_out"),
        maybe("decode_out"),
    ]),
    "Asks for a page: body, and with status=True, headers=True, text=True, decode=True more of it.\n\ndata is the body of the request: text, or a mapping for a form; params go into the URL. A status from 400 on, and a host that does not answer, give 'error'. Certificates are checked unless verify_ssl=False; ca_bundle names a file of authorities. The environment's proxies are used.",
    query,
)];

fn query(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    if let Some(name) = UNSUPPORTED.iter().find(|name| bound.is_true(name)) {
        return Err(bound.fails(format!("'{name}' is not supported")));
    }
    let request = request::of(context, bound)?;
    if bound.is_true("test") {
        return Ok(Value::Map(Map::new()));
    }
    tracing::debug!("{} {}", request.method, request.shown_url());
    match request.fetch_blocking(LIMIT) {
        Ok(page) => answer::of(bound, &page),
        Err(error @ (HttpError::Malformed { .. } | HttpError::Authorities { .. })) => {
            Err(bound.fails(error.to_string()))
        }
        Err(error) => Ok(answer::without_page(bound, &error)),
    }
}

#[cfg(test)]
mod tests;
