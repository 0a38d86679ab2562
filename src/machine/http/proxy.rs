//! Proxies of HTTP requests.

use std::collections::BTreeMap;

use super::HttpError;

/// A proxy, and the hosts that are asked without it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proxy {
    /// Its URL: `http://proxy:3128`.
    pub url: String,
    /// Hosts that are asked directly: `internal.example`, `.example.com`, `*`.
    pub except: Vec<String>,
}

impl Proxy {
    /// The proxy that these environment variables name for a URL, as curl reads them: `https_proxy`, `http_proxy`, `all_proxy`,
    /// `no_proxy`, lower case before upper case. `HTTP_PROXY` in upper case is not read: a CGI server sets it from a header.
    ///
    /// See <https://curl.se/docs/manpage.html#ENVIRONMENT>.
    pub fn of_environment(url: &str, environment: &BTreeMap<String, String>) -> Option<Self> {
        let get = |names: &[&str]| {
            names.iter().find_map(|name| environment.get(*name).filter(|text| !text.is_empty()).cloned())
        };
        let own = if url.starts_with("https:") {
            get(&["https_proxy", "HTTPS_PROXY"])
        } else {
            get(&["http_proxy"])
        };
        let url = own.or_else(|| get(&["all_proxy", "ALL_PROXY"]))?;
        let except = get(&["no_proxy", "NO_PROXY"]).unwrap_or_default();
        let except = except.split([',', ' ']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
        Some(Self { url, except })
    }

    pub(super) fn build(&self) -> Result<ureq::Proxy, HttpError> {
        let refuse = |error: ureq::Error| HttpError::Malformed {
            attempt: super::send::without_credentials(&self.url).0,
            reason: format!("write the URL of a proxy: {error}"),
        };
        let plain = ureq::Proxy::new(&self.url).map_err(refuse)?;
        let mut built = ureq::Proxy::builder(plain.protocol()).host(plain.host()).port(plain.port());
        if let Some(user) = plain.username() {
            built = built.username(user);
        }
        if let Some(password) = plain.password() {
            built = built.password(password);
        }
        self.except.iter().fold(built, |built, host| built.no_proxy(host)).build().map_err(refuse)
    }
}
