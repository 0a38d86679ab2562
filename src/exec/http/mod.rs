//! `http.*`: pages of other hosts.
//!
//! An answer is a mapping, as in Salt: `body`, and on request `status`, `headers`, `text`, `dict`; `error` if there is
//! no page. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.http.html>.

mod answer;
mod request;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use machine::http::HttpError;
use model::Effect::{AsksHosts, ReadsMachine};
use model::{Map, Shape, Value};

/// Longer pages than this are refused: 64 MiB.
const LIMIT: u64 = 64 << 20;

/// Salt's options that this program does not support.
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

/// The name of the function.
pub(super) const QUERY: &str = "http.query";

pub(super) const FUNCTIONS: &[Function] = &[Function {
    name: QUERY,
    signature: takes(&[
        required("url", Shape::Text, "the URL"),
        text("method", "GET", "GET, POST, PUT …"),
        maybe("params", Shape::Any, "parameters of the URL"),
        maybe("data", Shape::Any, "the body: text, or a mapping for a form"),
        maybe("data_file", Shape::Text, "a file that holds the body"),
        maybe("header_dict", Shape::Record(&[]), "headers by name"),
        maybe("header_list", Shape::Texts, "headers: 'Name: value'"),
        maybe("header_file", Shape::Text, "a file of headers"),
        maybe("username", Shape::Text, "the user"),
        maybe("password", Shape::Secret, "the password"),
        maybe("auth", Shape::Any, "user and password as a list"),
        flag("decode", false, "True: the data of the page, under 'dict'"),
        text("decode_type", "auto", "auto, json, yaml, plain"),
        flag("decode_body", true, "False: the page unchanged"),
        flag("text", false, "True: the page under 'text'"),
        flag("status", false, "True: the status under 'status'"),
        flag("headers", false, "True: the headers under 'headers'"),
        maybe("timeout", Shape::Number, "seconds to wait"),
        maybe("verify_ssl", Shape::Any, "False: certificates are not checked"),
        maybe("ca_bundle", Shape::Text, "a file of certificates of authorities"),
        maybe("agent", Shape::Text, "the name of the client"),
        maybe("port", Shape::Integer, "the port"),
        flag("raise_error", true, "accepted as in Salt, without effect"),
        flag("follow_redirects", true, "False: a redirection is the answer"),
        maybe("backend", Shape::Text, "accepted as in Salt, without effect"),
        maybe("hide_fields", Shape::Any, "accepted as in Salt, without effect"),
        flag("test", false, "True: nothing is asked"),
        text("test_url", "", "accepted as in Salt, without effect"),
        maybe("cert", Shape::Any, "not supported"),
        maybe("cookies", Shape::Any, "not supported"),
        maybe("cookie_jar", Shape::Any, "not supported"),
        maybe("persist_session", Shape::Any, "not supported"),
        maybe("data_render", Shape::Any, "not supported"),
        maybe("header_render", Shape::Any, "not supported"),
        maybe("formdata", Shape::Any, "not supported"),
        maybe("handle", Shape::Any, "not supported"),
        maybe("stream", Shape::Any, "not supported"),
        maybe("text_out", Shape::Any, "not supported"),
        maybe("headers_out", Shape::Any, "not supported"),
        maybe("decode_out", Shape::Any, "not supported"),
    ]),
    doc: "Asks for a page: body, and with status=True, headers=True, text=True, decode=True more of \
          it.\n\ndata is the body of the request: text, or a mapping for a form; params go into the \
          URL. A status of 400 or more, and a host that does not answer, give 'error'. Certificates are \
          checked unless verify_ssl=False; ca_bundle names a file of authorities. The environment's \
          proxies are used.",
    returns: "a mapping: body, and on request status, headers, text, dict; error if there is no page",
    does: &[AsksHosts, ReadsMachine],
    call: query,
}];

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
