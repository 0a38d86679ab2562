//! Makes a thing only once, even if the answer of the creating call is lost.
//!
//! Each creation of a run has a token. If EC2 accepts a client token, it gets this one: a repeated call returns what the
//! first one made. If EC2 accepts none, the creating call tags the thing with the token, the SDK does not repeat that call,
//! and after a lost answer the thing is looked up by its tag.
//!
//! The tag stays on the thing. No SLS declares it, so it is neither shown nor removed.
//!
//! A token is the same for the same creation in the same run: a caller who asks again after an unknown outcome gets what the
//! first call made. After a known outcome the next creation of the same kind gets a new token.
//!
//! See <https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html>.

use std::collections::HashMap;
use std::fmt::Debug;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_ec2::config;
use aws_sdk_ec2::types::Filter;
use futures::future::BoxFuture;
use sha2::{Digest, Sha256};

use crate::api::CREATION_TAG;
use aws::only_refusals::OnlyRefusals;
use aws::tags::Tags;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault};

/// The number of attempts if answers are lost and the thing is not found afterwards.
const ATTEMPTS: usize = 3;

/// How long a new thing may take to be found.
const SHOWN: Patience = Patience {
    first: Duration::from_millis(500),
    longest: Duration::from_secs(4),
    deadline: Duration::from_secs(20),
};

/// The creations of a run.
#[derive(Debug)]
struct Creations {
    /// Distinguishes this run from others.
    run: u128,
    /// By call and arguments.
    known: Mutex<HashMap<String, Creation>>,
}

impl Default for Creations {
    fn default() -> Self {
        Self { run: rand::random(), known: Mutex::default() }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Creation {
    /// How many of them ended with a known outcome.
    settled: usize,
    /// True if the outcome of the last one is unknown.
    is_unknown: bool,
}

/// One creation.
pub(crate) struct Once {
    creations: Arc<Creations>,
    request: String,
    token: String,
    was_unknown: bool,
}

impl Once {
    /// The creation that this call with these arguments is.
    pub fn new(aws: &Aws, operation: &str, arguments: impl Debug) -> Self {
        let creations = aws.kept::<Creations>();
        let request = format!("{operation} {arguments:?}");
        let known = creations.known.lock().unwrap_or_else(PoisonError::into_inner).get(&request).copied();
        let Creation { settled, is_unknown } = known.unwrap_or_default();
        let digest = Sha256::digest(format!("{} {settled} {request}", creations.run));
        let token = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self { creations, request, token, was_unknown: is_unknown }
    }

    /// For a call that takes a client token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The tags that the thing is made with.
    pub fn tags(&self, tags: &Tags) -> Tags {
        let own = (CREATION_TAG.to_owned(), self.token.clone());
        tags.iter().map(|(key, value)| (key.clone(), value.clone())).chain([own]).collect()
    }

    /// Finds what was made.
    pub fn filter(&self) -> Filter {
        Filter::builder().name(format!("tag:{CREATION_TAG}")).values(&self.token).build()
    }

    /// True if `page` finds what was made. A kind needs only this for [`Once::make`].
    ///
    /// # Errors
    /// The failure of the look.
    pub async fn seen<'a, L>(
        &self,
        page: impl Fn(Filter) -> BoxFuture<'a, Result<Vec<L>, ApiError>>,
    ) -> Result<Option<()>, ApiError> {
        Ok((!page(self.filter()).await?.is_empty()).then_some(()))
    }

    /// Lets the SDK repeat a call only if EC2 has refused it.
    pub fn sent_once() -> config::Builder {
        config::Builder::new().retry_classifier(OnlyRefusals)
    }

    /// Notes how a call with a client token ended.
    pub fn note<T>(&self, outcome: Result<T, ApiError>) -> Result<T, ApiError> {
        let mut known = self.creations.known.lock().unwrap_or_else(PoisonError::into_inner);
        let creation = known.entry(self.request.clone()).or_default();
        creation.is_unknown = outcome.as_ref().is_err_and(is_unknown);
        creation.settled += usize::from(!creation.is_unknown);
        drop(known);
        outcome
    }

    /// Makes a thing that accepts no client token: `make` sends the call, `find` looks for what it made.
    ///
    /// # Errors
    /// EC2's refusal, or that no answer came and nothing was found either.
    pub async fn make<T, M, F>(&self, make: impl Fn() -> M, find: impl Fn() -> F) -> Result<T, ApiError>
    where
        M: Future<Output = Result<T, ApiError>>,
        F: Future<Output = Result<Option<T>, ApiError>>,
    {
        if self.was_unknown
            && let Some(found) = find().await?
        {
            return self.note(Ok(found));
        }
        for attempt in 1.. {
            match make().await {
                Err(error) if is_unknown(&error) => match until(SHOWN, &find).await {
                    Ok(Ok(found)) => return self.note(Ok(found)),
                    Ok(Err(_)) if attempt < ATTEMPTS => {}
                    // It is not known whether AWS made it.
                    Ok(Err(_)) | Err(_) => return self.note(Err(error)),
                },
                outcome => return self.note(outcome),
            }
        }
        Err(ApiError::found("create", &self.request, Fault::NoAnswer, "no answer came"))
    }
}

/// True if the call may have been carried out.
fn is_unknown(error: &ApiError) -> bool {
    matches!(error.fault, Fault::NoAnswer | Fault::Server)
}

#[cfg(test)]
#[path = "once_tests.rs"]
mod tests;
