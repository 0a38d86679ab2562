//! What a function asks of AWS: reads through the snapshot of the run, calls that change something, and states to carry out.

use std::fmt::Debug;
use std::future::Future;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::Refusal;
use crate::{AnyLive, Ask, Source};
use aws::{ApiError, Aws};
use model::{Aspects, Invocation, Map, Outcome, Problems, Reference, Value, Verdict};

/// Reads for a function: the engine's snapshot implements them, through one connection.
pub trait Reads: Send + Sync {
    /// The cached values of these things, or else a new read, one per kind.
    fn read(&self, asks: Vec<Ask>) -> BoxFuture<'_, Vec<Result<Option<AnyLive>, ApiError>>>;

    /// An attribute of a thing of that kind.
    fn attribute(&self, kind: &'static str, live: &AnyLive, attribute: &str) -> Option<Value>;

    /// The kept answer to an earlier question.
    fn recall(&self, question: &Question) -> Option<Value>;

    /// Keeps an answer until something changes.
    fn keep(&self, question: Question, answer: Value);

    /// Forgets all things of these kinds, and every kept answer.
    fn forget(&self, kinds: &[&'static str]);

    /// Forgets everything.
    fn forget_all(&self);

    /// Carries out a state through this connection, as a run does.
    ///
    /// # Errors
    /// Arguments that do not fit the state.
    fn carry_out(&self, state: Invocation) -> BoxFuture<'_, Result<Outcome, Problems>>;
}

/// A question to a service: the same words have another meaning for another service.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Question {
    /// The service.
    pub service: &'static str,
    /// The operation and everything else that the answer depends on, except the connection.
    pub asked: String,
}

/// Asks AWS for one call of a function.
pub struct Asker<'a> {
    aws: &'a Aws,
    reads: &'a dyn Reads,
    service: &'static str,
}

impl<'a> Asker<'a> {
    /// An asker for this service, with these clients and this view of the snapshot.
    pub fn new(aws: &'a Aws, reads: &'a dyn Reads, service: &'static str) -> Self {
        Self { aws, reads, service }
    }

    /// The clients, for a service's `api`.
    pub fn aws(&self) -> &'a Aws {
        self.aws
    }

    /// One thing; none if it does not exist.
    ///
    /// # Errors
    /// It could not be read.
    pub async fn find<S: Source>(
        &self,
        reference: Reference,
        aspects: Aspects,
    ) -> Result<Option<Arc<S::Live>>, ApiError> {
        Ok(self.find_all::<S>(vec![reference], aspects).await?.pop().flatten())
    }

    /// Several things in one read, each found or absent, in order.
    ///
    /// # Errors
    /// One could not be read.
    pub async fn find_all<S: Source>(
        &self,
        references: Vec<Reference>,
        aspects: Aspects,
    ) -> Result<Vec<Option<Arc<S::Live>>>, ApiError> {
        let asks = references.into_iter().map(|reference| Ask { reference, aspects }).collect();
        let answers = self.reads.read(asks).await.into_iter();
        answers.map(|answer| Ok(answer?.and_then(|live| live.downcast().ok()))).collect()
    }

    /// Attributes of a thing of another service; none if it does not exist.
    ///
    /// # Errors
    /// It could not be read.
    pub async fn attributes(
        &self,
        references: Vec<Reference>,
        attributes: &[&str],
    ) -> Result<Vec<Option<Vec<Value>>>, ApiError> {
        let kinds: Vec<&'static str> = references.iter().map(|reference| reference.kind).collect();
        let asks: Vec<Ask> =
            references.into_iter().map(|reference| Ask { reference, aspects: Aspects::NONE }).collect();
        let answers = self.reads.read(asks).await;
        kinds
            .into_iter()
            .zip(answers)
            .map(|(kind, answer)| {
                let of = |live: AnyLive| {
                    let read = |name: &&str| self.reads.attribute(kind, &live, name).unwrap_or_default();
                    attributes.iter().map(read).collect()
                };
                Ok(answer?.map(of))
            })
            .collect()
    }

    /// The answer to a question that does not belong to a kind: the kept answer, else the result of `read` now.
    ///
    /// `question` names the operation and everything else that the answer depends on, except the connection. Functions of
    /// one service share their answers; functions of two services never do.
    ///
    /// # Errors
    /// It could not be read; the failure is not kept.
    pub async fn once<F>(&self, question: impl Debug + Send, read: F) -> Result<Value, ApiError>
    where
        F: Future<Output = Result<Value, ApiError>> + Send,
    {
        let question = Question { service: self.service, asked: format!("{question:?}") };
        if let Some(answer) = self.reads.recall(&question) {
            return Ok(answer);
        }
        let answer = read.await?;
        self.reads.keep(question, answer.clone());
        Ok(answer)
    }

    /// Carries out a call that changes things of these kinds, and forgets them, also after a failure.
    ///
    /// # Errors
    /// The failure of the call.
    pub async fn change<T>(
        &self,
        touched: &[&'static str],
        call: impl Future<Output = Result<T, ApiError>> + Send,
    ) -> Result<T, ApiError> {
        let result = call.await;
        self.reads.forget(touched);
        result
    }

    /// Carries out a call that may change anything, and forgets everything, also after a failure.
    ///
    /// # Errors
    /// The failure of the call.
    pub async fn change_anything<T>(
        &self,
        call: impl Future<Output = Result<T, ApiError>> + Send,
    ) -> Result<T, ApiError> {
        let result = call.await;
        self.reads.forget_all();
        result
    }

    /// Carries out a state through the connection of the call, and discards all cached answers.
    ///
    /// # Errors
    /// The arguments do not fit the state.
    pub async fn carry_out(&self, state: &'static str, arguments: Map) -> Result<Outcome, Refusal> {
        let state = Invocation { function: state.to_owned(), args: vec![], kwargs: arguments };
        let outcome = self.reads.carry_out(state).await;
        self.reads.forget(&[]);
        outcome.map_err(|problems| Refusal::Because(problems.to_string()))
    }

    /// Carries out a state like [`Asker::carry_out`], and fails if the state fails.
    ///
    /// # Errors
    /// The arguments do not fit the state, or the state failed.
    pub async fn ensure(&self, state: &'static str, arguments: Map) -> Result<(), Refusal> {
        let outcome = self.carry_out(state, arguments).await?;
        match outcome.verdict {
            Verdict::Succeeded => Ok(()),
            _ => Err(Refusal::Because(outcome.comment)),
        }
    }
}
