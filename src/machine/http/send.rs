//! Sending a request, by `ureq`.

use std::io::Read;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use ureq::ResponseExt;
use ureq::config::RedirectAuthHeaders;
use ureq::http;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use super::socket::{NoResolver, UnixSocket};
use super::{HttpError, Page, Request, Response, Trust, fault};
use crate::file;
use crate::text;

const USER_AGENT: &str = concat!("orchestrate/", env!("CARGO_PKG_VERSION"));

/// The URL without user and password, and these two.
pub(super) fn without_credentials(url: &str) -> (String, Option<(String, String)>) {
    let whole = || (url.to_owned(), None);
    let Some((scheme, rest)) = url.split_once("://") else { return whole() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let Some((credentials, host)) = rest[..end].rsplit_once('@') else { return whole() };
    let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
    let decode = |text: &str| text::shown(&percent_decode_str(text).collect::<Vec<u8>>());
    (format!("{scheme}://{host}{}", &rest[end..]), Some((decode(user), decode(password))))
}

pub(super) fn open(request: &Request) -> Result<Response, HttpError> {
    let (url, credentials) = without_credentials(&request.url);
    let attempt = format!("{} {url}", request.method);
    let malformed = |reason: String| HttpError::Malformed { attempt: attempt.clone(), reason };
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(malformed("it must begin with http:// or https://".to_owned()));
    }
    let mut built = http::Request::builder().method(request.method.as_str()).uri(&url);
    let has = |name: &str| request.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some((user, password)) = credentials.filter(|_| !has("authorization")) {
        let word = STANDARD.encode(format!("{user}:{password}"));
        built = built.header("Authorization", format!("Basic {word}"));
    }
    for (name, text) in &request.headers {
        built = built.header(name, text);
    }
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        // What is asked for over TLS must not arrive in the clear, where anybody on the way can change it.
        .https_only(url.starts_with("https://"))
        .user_agent(USER_AGENT)
        .allow_non_standard_methods(true)
        .max_redirects(request.redirects)
        .redirect_auth_headers(RedirectAuthHeaders::SameHost)
        .timeout_global(request.timeout)
        .timeout_connect(request.connect_timeout)
        .proxy(request.proxy.as_ref().map(super::Proxy::build).transpose()?)
        .tls_config(tls(&request.trust)?);
    let agent = match &request.socket {
        Some(path) => ureq::Agent::with_parts(config.build(), UnixSocket(path.clone()), NoResolver),
        None => config.build().new_agent(),
    };
    let sent = match &request.body {
        Some(body) => built.body(body.clone()).map(|it| agent.run(it)),
        None => built.body(()).map(|it| agent.run(it)),
    };
    let answer = sent
        .map_err(|error| malformed(error.to_string()))?
        .map_err(|error| fault::of(request, attempt.clone(), error))?;
    let headers = answer
        .headers()
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text::shown(value.as_bytes())));
    Ok(Response {
        status: answer.status().as_u16(),
        headers: headers.collect(),
        url: without_credentials(&answer.get_uri().to_string()).0,
        body: Box::new(answer.into_body().into_reader()),
    })
}

pub(super) fn fetch(request: &Request, limit: u64) -> Result<Page, HttpError> {
    let attempt = || format!("{} {}", request.method, request.shown_url());
    let Response { status, headers, url, body } = open(request)?;
    let mut bytes = vec![];
    // One more byte shows that a body is too long.
    let read = body.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| fault::of_io(request, attempt(), error))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
        return Err(HttpError::TooLong { attempt: attempt(), limit });
    }
    Ok(Page { status, headers, url, body: bytes })
}

fn tls(trust: &Trust) -> Result<TlsConfig, HttpError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = TlsConfig::builder().unversioned_rustls_crypto_provider(provider);
    Ok(match trust {
        Trust::System => builder.root_certs(RootCerts::PlatformVerifier).build(),
        Trust::Anyone => builder.root_certs(RootCerts::PlatformVerifier).disable_verification(true).build(),
        Trust::Authorities(path) => {
            let refuse = |reason: String| HttpError::Authorities { path: path.display().to_string(), reason };
            let text = file::read(path).map_err(|error| refuse(error.into_io().to_string()))?;
            let items: Result<Vec<PemItem<'static>>, ureq::Error> = parse_pem(&text).collect();
            let items = items.map_err(|error| refuse(error.to_string()))?;
            let certificates: Vec<_> = items
                .into_iter()
                .filter_map(|item| match item {
                    PemItem::Certificate(certificate) => Some(certificate),
                    _ => None,
                })
                .collect();
            if certificates.is_empty() {
                return Err(refuse("it holds no certificate in PEM".to_owned()));
            }
            builder.root_certs(RootCerts::from(certificates)).build()
        }
    })
}
