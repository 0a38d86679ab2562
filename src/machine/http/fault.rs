//! Why a request has no answer.

use std::io;
use std::time::Duration;

use super::Request;

/// Why a request has no answer. `attempt` is method and URL: `GET https://example.com/`.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The URL, the method or a header is not valid.
    #[error("'{attempt}' is no request: {reason}")]
    Malformed {
        /// The attempt.
        attempt: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The file of trusted certificates cannot be read.
    #[error("the certificates of '{path}' cannot be read: {reason}")]
    Authorities {
        /// The file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The certificate of the server is not trusted.
    #[error("'{attempt}' failed: the certificate of the server is not trusted: {reason}")]
    Untrusted {
        /// The attempt.
        attempt: String,
        /// What is wrong with the certificate.
        reason: String,
    },
    /// The deadline has passed.
    #[error("'{attempt}' failed: no whole answer in time ({limit:?})")]
    TimedOut {
        /// The attempt.
        attempt: String,
        /// The deadline.
        limit: Duration,
    },
    /// The body is longer than the caller accepts.
    #[error("'{attempt}' failed: the answer has more than {limit} bytes")]
    TooLong {
        /// The attempt.
        attempt: String,
        /// The limit.
        limit: u64,
    },
    /// Any other failure: the host does not exist, nobody listens, the connection breaks off.
    #[error("'{attempt}' failed: {reason}")]
    Failed {
        /// The attempt.
        attempt: String,
        /// The message of the system or the server.
        reason: String,
    },
}

impl HttpError {
    /// True if another try may succeed: the server was not reached, the deadline passed, or the connection broke.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::TimedOut { .. } | Self::Failed { .. })
    }
}

/// The error of a failed request.
pub(super) fn of(request: &Request, attempt: String, error: ureq::Error) -> HttpError {
    let reason = match error {
        ureq::Error::Timeout(kind) => {
            let of_connect = matches!(kind, ureq::Timeout::Connect | ureq::Timeout::Resolve);
            let limit = if of_connect { request.connect_timeout } else { request.timeout };
            return HttpError::TimedOut { attempt, limit: limit.or(request.timeout).unwrap_or_default() };
        }
        ureq::Error::Rustls(rustls::Error::InvalidCertificate(reason)) => {
            return HttpError::Untrusted { attempt, reason: certificate(&reason) };
        }
        ureq::Error::Rustls(error) => format!("TLS: {error}"),
        ureq::Error::BadUri(_) => {
            return HttpError::Malformed { attempt, reason: "it has no host".to_owned() };
        }
        ureq::Error::Http(error) => {
            return HttpError::Malformed { attempt, reason: error.to_string() };
        }
        ureq::Error::Io(error) => return of_io(request, attempt, error),
        ureq::Error::HostNotFound => "there is no such host".to_owned(),
        ureq::Error::RequireHttpsOnly(to) => {
            format!(
                "it was redirected to '{}', which is not encrypted: https is never followed to http",
                super::send::without_credentials(&to).0
            )
        }
        ureq::Error::TooManyRedirects => format!("it was redirected more than {} times", request.redirects),
        ureq::Error::RedirectFailed => "it was redirected, and what it sends is not sent twice".to_owned(),
        ureq::Error::ConnectProxyFailed(said) => format!("the proxy refused: {said}"),
        other => other.to_string(),
    };
    HttpError::Failed { attempt, reason }
}

/// The error of a failed read of a body; TLS errors come this way too.
pub(super) fn of_io(request: &Request, attempt: String, error: io::Error) -> HttpError {
    let kind = error.kind();
    let text = error.to_string();
    let inner =
        error.into_inner().map(<dyn std::error::Error + Send + Sync + 'static>::downcast::<rustls::Error>);
    match inner {
        Some(Ok(error)) => of(request, attempt, ureq::Error::Rustls(*error)),
        Some(Err(inner)) => match inner.downcast::<ureq::Error>() {
            Ok(error) => of(request, attempt, *error),
            Err(_) => HttpError::Failed { attempt, reason: text },
        },
        None if kind == io::ErrorKind::TimedOut => {
            HttpError::TimedOut { attempt, limit: request.timeout.unwrap_or_default() }
        }
        None => HttpError::Failed { attempt, reason: text },
    }
}

fn certificate(error: &rustls::CertificateError) -> String {
    match error {
        rustls::CertificateError::UnknownIssuer => "no trusted authority has signed it".to_owned(),
        rustls::CertificateError::Other(other) => other.to_string(),
        known => known.to_string(),
    }
}
