//! One request over HTTP or HTTPS: what is asked, whom to trust, how long to wait, and what came back.
//!
//! [`Request::fetch`] for async callers, [`Request::fetch_blocking`] for templates, both with the whole body in memory;
//! [`Request::open_blocking`] for bodies that are read piece by piece. Laws: every status is an answer and no error; a
//! certificate that is not trusted is never passed over unless [`Trust::Anyone`] says so; user and password of a URL go
//! into the `Authorization` header and into no message; nothing is tried twice.

mod fault;
mod proxy;
mod send;
mod socket;

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

pub use fault::HttpError;
pub use proxy::Proxy;

/// So many redirects are followed unless the request says otherwise.
pub const REDIRECTS: u32 = 10;

/// A request and how it is sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method: `GET`.
    pub method: String,
    /// Where to: `http://` or `https://`.
    pub url: String,
    /// Headers, in order; a name may occur twice.
    pub headers: Vec<(String, String)>,
    /// What is sent with it.
    pub body: Option<Vec<u8>>,
    /// How long it may take to the last byte of the body; `None` is for ever.
    pub timeout: Option<Duration>,
    /// How long it may take to be connected, names and TLS included.
    pub connect_timeout: Option<Duration>,
    /// How many redirects are followed; with 0 the redirect itself is the answer.
    pub redirects: u32,
    /// Whose certificates are believed.
    pub trust: Trust,
    /// By whom the request is passed on.
    pub proxy: Option<Proxy>,
    /// The Unix socket of a server on this machine; the URL names no host to look for then.
    pub socket: Option<PathBuf>,
}

/// Whose certificates are believed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Trust {
    /// Those that the system trusts.
    #[default]
    System,
    /// Those of this file alone, one or several in PEM.
    Authorities(PathBuf),
    /// Everybody's: who is spoken to is not known.
    Anyone,
}

/// An answer whose body has not been read.
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, in order, names in lower case; what is no text is replaced.
    pub headers: Vec<(String, String)>,
    /// Who answered, after redirects, without user and password.
    pub url: String,
    /// The body. Reading it fails where the connection ends too early or the time is up.
    pub body: Box<dyn Read + Send>,
}

/// An answer with its body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// The status.
    pub status: u16,
    /// The headers, in order, names in lower case; what is no text is replaced.
    pub headers: Vec<(String, String)>,
    /// Who answered, after redirects, without user and password.
    pub url: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// A request without headers and body, for a minute, trusting whom the system trusts.
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

    /// Sends the request and gives the answer, its body unread.
    ///
    /// # Errors
    ///
    /// The request is none that can be sent, the server is not reached or not trusted, or time is up.
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

    /// The words that go with the status: `Not Found`.
    pub fn reason(&self) -> &'static str {
        let status = ureq::http::StatusCode::from_u16(self.status).ok();
        status.and_then(|status| status.canonical_reason()).unwrap_or("Unknown")
    }

    /// The body of what is there.
    ///
    /// # Errors
    ///
    /// Any status but 200, in words.
    pub fn contents(self) -> Result<Vec<u8>, String> {
        if self.status == 200 { Ok(self.body) } else { Err(format!("the server answered {}", self.status)) }
    }

    /// The body as text; what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The first header of that name, which is in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str())
    }
}

#[cfg(test)]
mod tests;
