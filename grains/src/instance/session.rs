//! A session with the metadata service: its token, its connections, and what is left of the deadline.
//!
//! A busy service answers with 5xx, late, or not at all, and well a moment later: until the deadline such an attempt is
//! made again.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::{Response, StatusCode};

use super::metadata::{MetadataError, MetadataService};

const TOKEN_SECONDS: &str = "21600";

/// The time of one attempt.
const ATTEMPT: Duration = Duration::from_secs(2);

/// The attempts at a token. In a container its answer may never come, and nobody should wait for that for long.
const TOKEN_ATTEMPTS: u32 = 2;

/// The pause before the second attempt; it doubles with each.
const PAUSE: Duration = Duration::from_millis(100);

/// The documents that are read at the same time.
const AT_ONCE: usize = 8;

/// A session.
pub(super) struct Session<'a> {
    service: &'a MetadataService,
    agent: Agent,
    token: Mutex<String>,
    started: Instant,
}

impl<'a> Session<'a> {
    /// Begins a session: the deadline counts from here.
    pub fn open(service: &'a MetadataService) -> Result<Self, MetadataError> {
        let config = Agent::config_builder().http_status_as_error(false).proxy(None);
        let agent = config.max_redirects(0).build().new_agent();
        let session = Self { service, agent, token: Mutex::default(), started: Instant::now() };
        session.renew("")?;
        Ok(session)
    }

    /// Documents, in the order of their paths; none for 404.
    pub fn get_all(&self, paths: &[String]) -> Result<Vec<Option<String>>, MetadataError> {
        let mut documents = Vec::with_capacity(paths.len());
        for some in paths.chunks(AT_ONCE) {
            thread::scope(|scope| {
                let threads: Vec<_> = some.iter().map(|path| scope.spawn(|| self.get(path))).collect();
                for thread in threads {
                    documents.push(thread.join().unwrap_or_else(|panic| resume_unwind(panic))?);
                }
                Ok(())
            })?;
        }
        Ok(documents)
    }

    /// A document; none for 404. A token that is no longer accepted is renewed once.
    pub fn get(&self, path: &str) -> Result<Option<String>, MetadataError> {
        let mut attempts = 0;
        let mut has_renewed = false;
        loop {
            let token = self.token.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let error = match self.read(path, &token) {
                Ok((StatusCode::NOT_FOUND, _)) => return Ok(None),
                Ok((status, text)) if status.is_success() => return Ok(Some(text.trim().to_owned())),
                Ok((StatusCode::UNAUTHORIZED, _)) if !has_renewed => {
                    has_renewed = true;
                    self.renew(&token)?;
                    continue;
                }
                Ok((status, _)) => {
                    let error = MetadataError::Status { path: path.to_owned(), status: status.as_u16() };
                    if !is_passing(status) {
                        return Err(error);
                    }
                    error
                }
                Err(error) => error,
            };
            attempts += 1;
            if !self.waits(attempts) {
                return Err(error);
            }
        }
    }

    fn read(&self, path: &str, token: &str) -> Result<(StatusCode, String), MetadataError> {
        let unread =
            |error: ureq::Error| MetadataError::Read { path: path.to_owned(), source: Box::new(error) };
        let request = self.agent.get(format!("{}/latest/{path}", self.service.endpoint));
        let request = request.header("x-aws-ec2-metadata-token", token);
        let answer = request.config().timeout_global(Some(self.time()?)).build().call();
        let mut answer: Response<ureq::Body> = answer.map_err(unread)?;
        let text = answer.body_mut().read_to_string().map_err(unread)?;
        Ok((answer.status(), text))
    }

    /// Gets another token, unless another thread has replaced the old one.
    fn renew(&self, old: &str) -> Result<(), MetadataError> {
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if *token != old {
            return Ok(());
        }
        let mut attempts = 0;
        loop {
            let endpoint = &self.service.endpoint;
            let error = match self.read_token() {
                Ok((status, text)) if status.is_success() => {
                    *token = text;
                    return Ok(());
                }
                Ok((status, _)) => {
                    let error =
                        MetadataError::Refused { endpoint: endpoint.clone(), status: status.as_u16() };
                    if !is_passing(status) {
                        return Err(error);
                    }
                    error
                }
                Err(source) => {
                    MetadataError::NoToken { endpoint: endpoint.clone(), source: Box::new(source) }
                }
            };
            attempts += 1;
            if (attempts >= TOKEN_ATTEMPTS && matches!(error, MetadataError::NoToken { .. }))
                || !self.waits(attempts)
            {
                return Err(error);
            }
        }
    }

    fn read_token(&self) -> Result<(StatusCode, String), ureq::Error> {
        let request = self.agent.put(format!("{}/latest/api/token", self.service.endpoint));
        let request = request.header("x-aws-ec2-metadata-token-ttl-seconds", TOKEN_SECONDS);
        let time = self.left().min(ATTEMPT).max(Duration::from_millis(1));
        let mut answer = request.config().timeout_global(Some(time)).build().send_empty()?;
        Ok((answer.status(), answer.body_mut().read_to_string()?))
    }

    fn left(&self) -> Duration {
        self.service.deadline.saturating_sub(self.started.elapsed())
    }

    /// The time of the next attempt.
    fn time(&self) -> Result<Duration, MetadataError> {
        let left = self.left();
        if left.is_zero() {
            Err(MetadataError::Deadline(self.service.deadline))
        } else {
            Ok(left.min(ATTEMPT))
        }
    }

    /// Waits for the next attempt; false if there is no time for one.
    fn waits(&self, attempts: u32) -> bool {
        let pause = PAUSE * 2_u32.saturating_pow(attempts.min(6).saturating_sub(1));
        let ends = Instant::now() + pause;
        if self.left() <= pause {
            return false;
        }
        // Only this thread waits, and it may be woken too early.
        while let Some(rest) = ends.checked_duration_since(Instant::now()).filter(|rest| !rest.is_zero()) {
            thread::park_timeout(rest);
        }
        true
    }
}

/// True for an answer that may be another one a moment later.
fn is_passing(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
}
