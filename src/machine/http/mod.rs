//! One request over HTTP or HTTPS: what is sent, which certificates are trusted, how long to wait, and the answer.
//!
//! [`Request::fetch`] is for async callers, [`Request::fetch_blocking`] for templates; both keep the whole body in memory.
//! [`Request::open_blocking`] is for bodies that are read piece by piece. Laws: every status is an answer and not an error. A
//! certificate that is not trusted is an error unless [`Trust::Anyone`] is set. User and password of a URL go into the
//! `Authorization` header and into no message. No request is sent twice. A redirect never leads from HTTPS to HTTP.

mod fault;
mod proxy;
mod send;
mod socket;

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

pub use fault::HttpError;
pub use proxy::Proxy;

use crate::text;

/// The number of redirects that are followed unless the request sets another.
pub const REDIRECTS: u32 = 10;

/// A request and how it is sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method: `GET`.
    pub method: String,
    /// The URL: `http://` or `https://`.
    pub url: String,
    /// Headers, in order; a name may occur twice.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<Vec<u8>>,
    /// The time until the last byte of the body; `None` has no limit.
    pub timeout: Option<Duration>,
    /// The time to connect, with name lookup and TLS.
    pub connect_timeout: Option<Duration>,
    /// How many redirects are followed; with 0 the redirect itself is the answer.
    pub redirects: u32,
    /// The certificates that are trusted.
    pub trust: Trust,
    /// The proxy.
    pub proxy: Option<Proxy>,
    /// The Unix socket of a server on this machine; then the host of the URL is not looked up.
    pub socket: Option<PathBuf>,
}

/// The certificates that are trusted.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Trust {
    /// Those that the system trusts.
    #[default]
    System,
    /// Only those in this PEM file.
    Authorities(PathBuf),
    /// All: the identity of the server is not checked.
    Anyone,
}

/// An answer whose body has not been read.
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, in order, names in lower case; bytes that are not text are replaced.
    pub headers: Vec<(String, String)>,
    /// The URL that answered, after redirects, without user and password.
    pub url: String,
    /// The body. Reading it fails if the connection ends too early or the deadline passes.
    pub body: Box<dyn Read + Send>,
}

/// An answer with its body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// The status.
    pub status: u16,
    /// The headers, in order, names in lower case; bytes that are not text are replaced.
    pub headers: Vec<(String, String)>,
    /// The URL that answered, after redirects, without user and password.
    pub url: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// A request without headers and body, with a deadline of a minute and the system's certificates.
    pub fn new(method: &str, url: &str) -> Self {
        Self {
            method: method.to_owned(),
            url: url.to_owned(),
            headers: vec![],
            body: None,
            timeout: Some(Duration::from_secs(60)),
            connect_timeout: Some(Duration::from_secs(20)),
            redirects: REDIRECTS,
            trust: Trust::System,
            proxy: None,
            socket: None,
        }
    }

    /// A `GET`.
    pub fn get(url: &str) -> Self {
        Self::new("GET", url)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, text: &str) -> Self {
        self.headers.push((name.to_owned(), text.to_owned()));
        self
    }

    /// The URL without user and password, as messages name it.
    pub fn shown_url(&self) -> String {
        send::without_credentials(&self.url).0
    }

    /// Sends the request and returns the answer, its body unread.
    ///
    /// # Errors
    ///
    /// The request is not valid, the server is not reached or not trusted, or the deadline passes.
    pub fn open_blocking(&self) -> Result<Response, HttpError> {
        send::open(self)
    }

    /// Sends the request and reads the whole answer, if its body has no more than `limit` bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Request::open_blocking`]; the body ends too early or is too long.
    pub fn fetch_blocking(&self, limit: u64) -> Result<Page, HttpError> {
        send::fetch(self, limit)
    }

    /// The same for async callers.
    ///
    /// # Errors
    ///
    /// Those of [`Request::fetch_blocking`].
    pub async fn fetch(&self, limit: u64) -> Result<Page, HttpError> {
        let (request, shown) = (self.clone(), self.shown_url());
        let sent = tokio::task::spawn_blocking(move || send::fetch(&request, limit)).await;
        sent.unwrap_or_else(|source| {
            Err(HttpError::Failed { attempt: format!("{} {shown}", self.method), reason: source.to_string() })
        })
    }
}

impl Page {
    /// True for the statuses that mean success: 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The reason phrase of the status: `Not Found`.
    pub fn reason(&self) -> &'static str {
        let status = ureq::http::StatusCode::from_u16(self.status).ok();
        status.and_then(|status| status.canonical_reason()).unwrap_or("Unknown")
    }

    /// The body of a successful answer.
    ///
    /// # Errors
    ///
    /// Any status but 200, as text.
    pub fn contents(self) -> Result<Vec<u8>, String> {
        if self.status == 200 { Ok(self.body) } else { Err(format!("the server answered {}", self.status)) }
    }

    /// The body as text; bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> String {
        text::shown(&self.body)
    }

    /// The first header of that name, which is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str())
    }
}

#[cfg(test)]
mod tests;
