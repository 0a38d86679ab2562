//! A Docker engine, by its HTTP API.
//!
//! Only the status 404 of a thing means that it is absent; a 404 of the whole API is an error. Laws: every request has a
//! deadline. The body of an order is data, so it can be checked before it is sent. Registry credentials go into a header and into
//! no message.
//!
//! See <https://docs.docker.com/reference/api/engine/>.

use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;

use super::http::{HttpError, Page, Request};

/// The default address of the engine.
pub const USUAL: &str = "unix:///var/run/docker.sock";

/// The limit of an answer: the progress of a large image has some MiB.
const LIMIT: u64 = 64 << 20;

/// Characters of a path segment that are not escaped.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// Why the engine did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum DockerError {
    /// The address cannot be used.
    #[error("'{address}' is no address of a Docker engine: {reason}")]
    Address {
        /// The address.
        address: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No answer.
    #[error("the Docker engine at {address} does not answer: {source}")]
    Unreached {
        /// The address.
        address: String,
        /// The reason.
        source: HttpError,
    },
    /// The engine refused.
    #[error("'{attempt}' failed: the Docker engine answered {status}: {said}")]
    Refused {
        /// Method and path.
        attempt: String,
        /// The status.
        status: u16,
        /// The message of the engine.
        said: String,
    },
    /// The engine began, and reported an error later.
    #[error("'{attempt}' failed: the Docker engine reports: {said}")]
    Broken {
        /// Method and path.
        attempt: String,
        /// The message of the engine.
        said: String,
    },
    /// The result did not last.
    #[error("{failure} ('{attempt}')")]
    Unmet {
        /// Method and path of the check.
        attempt: String,
        /// The condition that is not met.
        failure: &'static str,
    },
    /// The answer is not one of a Docker engine.
    #[error("'{attempt}' failed: the answer is no JSON: {reason}")]
    Malformed {
        /// Method and path.
        attempt: String,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
}

/// An engine.
#[derive(Clone, Debug)]
pub struct Engine {
    address: String,
    /// `http://host:port`, and the version of its API.
    base: String,
    socket: Option<PathBuf>,
}

/// One request that changes something, or checks the result of earlier ones.
#[derive(Clone, Debug)]
pub struct Order {
    /// `POST` or `DELETE`.
    pub method: &'static str,
    /// The path below the version, with its query.
    pub path: String,
    /// The body.
    pub body: Option<Json>,
    /// The credentials for a registry, as its header has them.
    pub credentials: Option<String>,
    /// How long it may take.
    pub timeout: Duration,
    /// True if a thing that is already gone, or a state that is already reached, is a success.
    pub is_lenient: bool,
    /// The condition that its answer must meet.
    pub must: Option<Expectation>,
}

/// A condition on an answer.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The place in the answer, as a JSON pointer.
    pub at: &'static str,
    /// The value that must be there.
    pub value: Json,
    /// The text of the failure.
    pub failure: &'static str,
}

impl Order {
    /// A request that ends within two minutes.
    pub fn new(method: &'static str, path: impl Into<String>) -> Self {
        let timeout = Duration::from_secs(120);
        let path = path.into();
        Self { method, path, body: None, credentials: None, timeout, is_lenient: false, must: None }
    }

    /// A request for the present state, which must meet a condition.
    pub fn look(path: impl Into<String>, must: Expectation) -> Self {
        Self { must: Some(must), ..Self::new("GET", path) }
    }

    /// A `POST` with data.
    pub fn post(path: impl Into<String>, body: Json) -> Self {
        Self { body: Some(body), ..Self::new("POST", path) }
    }

    /// A `DELETE`; a thing that is already gone is a success.
    pub fn delete(path: impl Into<String>) -> Self {
        Self { is_lenient: true, ..Self::new("DELETE", path) }
    }
}

/// A name as a path segment.
pub fn part(name: &str) -> String {
    utf8_percent_encode(name, PLAIN).to_string()
}

/// The engine's message about an error.
fn said(page: &Page) -> String {
    let text = page.text();
    let json: Option<Json> = serde_json::from_str(&text).ok();
    let message = json.as_ref().and_then(|json| json.get("message")).and_then(Json::as_str);
    message.unwrap_or(text.trim()).to_owned()
}

impl Engine {
    /// The engine at an address such as `unix:///var/run/docker.sock` or `tcp://host:2375`. Unless a version is given, the engine
    /// is asked for the version of its API.
    ///
    /// # Errors
    /// The address is not valid, or nobody answers there.
    pub async fn connect(address: &str, version: Option<&str>) -> Result<Self, DockerError> {
        let mut engine = Self::at(address)?;
        let version = match version {
            Some(version) => Some(version.to_owned()),
            None => {
                engine.fetch(&engine.request("GET", "/_ping")).await?.header("api-version").map(str::to_owned)
            }
        };
        if let Some(version) = version.filter(|version| version != "auto") {
            engine.base = format!("{}/v{version}", engine.base);
        }
        Ok(engine)
    }

    fn at(address: &str) -> Result<Self, DockerError> {
        let wrong = |reason| Err(DockerError::Address { address: address.to_owned(), reason });
        let (base, socket) = match address.split_once("://") {
            Some(("unix" | "http+unix", path)) if path.starts_with('/') => {
                ("http://docker".to_owned(), Some(PathBuf::from(path)))
            }
            Some(("tcp" | "http", host)) if !host.is_empty() => {
                (format!("http://{}", host.trim_end_matches('/')), None)
            }
            Some(("https", _)) => return wrong("TLS is not supported here; name the socket of this machine"),
            Some(("ssh", _)) => return wrong("SSH is not supported here; name the socket of this machine"),
            _ => return wrong("write unix:///path or tcp://host:port"),
        };
        Ok(Self { address: address.to_owned(), base, socket })
    }

    fn request(&self, method: &str, path: &str) -> Request {
        let mut request = Request::new(method, &format!("{}{path}", self.base));
        request.socket.clone_from(&self.socket);
        request
    }

    async fn fetch(&self, request: &Request) -> Result<Page, DockerError> {
        let address = || self.address.clone();
        let fetched = request.fetch(LIMIT).await;
        fetched.map_err(|source| DockerError::Unreached { address: address(), source })
    }

    fn refused(&self, request: &Request, page: &Page) -> DockerError {
        let path = request.url.strip_prefix(&self.base).unwrap_or(&request.url);
        DockerError::Refused {
            attempt: format!("{} {path}", request.method),
            status: page.status,
            said: said(page),
        }
    }

    /// The thing at a path; nothing if the engine does not know it.
    ///
    /// # Errors
    /// The engine does not answer, or refuses.
    pub async fn find(&self, path: &str) -> Result<Option<Json>, DockerError> {
        let request = self.request("GET", path);
        let page = self.fetch(&request).await?;
        match page.status {
            404 if said(&page) != "page not found" => Ok(None),
            200 => match serde_json::from_slice(&page.body) {
                Ok(found) => Ok(Some(found)),
                Err(reason) => Err(DockerError::Malformed { attempt: format!("GET {path}"), reason }),
            },
            _ => Err(self.refused(&request, &page)),
        }
    }

    /// The digest that the registry of an image has for its name; nothing if the answer has none.
    ///
    /// # Errors
    /// The engine or the registry does not answer, or refuses.
    pub async fn newest(&self, path: &str, credentials: Option<&str>) -> Result<Option<String>, DockerError> {
        let mut request = self.request("GET", path);
        if let Some(credentials) = credentials {
            request = request.header("X-Registry-Auth", credentials);
        }
        let page = self.fetch(&request).await?;
        match page.status {
            200 => {
                let found: Option<Json> = serde_json::from_slice(&page.body).ok();
                let digest = found.as_ref().and_then(|found| found["Descriptor"]["digest"].as_str());
                Ok(digest.map(str::to_owned))
            }
            _ => Err(self.refused(&request, &page)),
        }
    }

    /// Sends an order to the engine, and returns the answer.
    ///
    /// # Errors
    /// The engine does not answer, refuses, or reports an error after it began.
    pub async fn send(&self, order: &Order) -> Result<Vec<Json>, DockerError> {
        let mut request = self.request(order.method, &order.path);
        request.timeout = Some(order.timeout);
        if let Some(body) = &order.body {
            request = request.header("Content-Type", "application/json");
            request.body = Some(body.to_string().into_bytes());
        } else if order.method == "POST" {
            request.body = Some(vec![]);
        }
        if let Some(credentials) = &order.credentials {
            request = request.header("X-Registry-Auth", credentials);
        }
        let page = self.fetch(&request).await?;
        let is_so = order.is_lenient && matches!(page.status, 304 | 404) && said(&page) != "page not found";
        if !page.is_success() && !is_so {
            return Err(self.refused(&request, &page));
        }
        // The answer is one object, or several objects one after the other: progress.
        let answers: Vec<Json> =
            serde_json::Deserializer::from_slice(&page.body).into_iter().map_while(Result::ok).collect();
        let failure = answers.iter().find_map(|answer| answer.get("error").and_then(Json::as_str));
        let is_met =
            |must: &Expectation| answers.iter().any(|answer| answer.pointer(must.at) == Some(&must.value));
        let unmet = order.must.as_ref().filter(|must| !is_met(must));
        let attempt = || format!("{} {}", order.method, order.path);
        match (failure, unmet) {
            (Some(failure), _) => Err(DockerError::Broken { attempt: attempt(), said: failure.to_owned() }),
            (None, Some(must)) => Err(DockerError::Unmet { attempt: attempt(), failure: must.failure }),
            (None, None) => Ok(answers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_socket_or_a_port() {
        let base = |address: &str| Engine::at(address).map(|engine| (engine.base, engine.socket));
        assert_eq!(base(USUAL).unwrap().1, Some(PathBuf::from("/var/run/docker.sock")));
        assert_eq!(base("tcp://10.0.0.1:2375/").unwrap(), ("http://10.0.0.1:2375".to_owned(), None));
        for wrong in ["https://a:2376", "ssh://a", "/var/run/docker.sock", "unix://relative", "tcp://"] {
            let error = base(wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{wrong}' is no address")), "{error}");
        }
    }

    #[test]
    fn a_name_is_one_part_of_a_path() {
        assert_eq!(part("../a b?c"), "..%2Fa%20b%3Fc");
        assert_eq!(part("web-1_2.x:y"), "web-1_2.x:y");
    }
}
