//! Execution functions of AWS services, for example `boto_secgroup.get_group_id`. Templates and the command line call them.
//!
//! A service declares them as data in its `functions`; the engine checks the arguments, opens the connection and gives the
//! function an [`Asker`]. Laws: a read goes through the run's snapshot; a change makes the snapshot forget what it changed;
//! a failed read is an error and never an empty result; a missing thing has Salt's own shape.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/index.html>.

use std::fmt::Debug;
use std::future::Future;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::{AnyLive, Ask, Source};
use crate::aws::{ApiError, Aws, profile};
use crate::model::Effect::{ChangesAws, NeedsPillar, ReadsAws};
use crate::model::{Argument, Aspects, Effect, Fields, Reference, Value};

/// The result of a function.
pub type Answered<'a> = BoxFuture<'a, Result<Value, Refusal>>;

/// The arguments of the connection in the order in which Salt's functions take them.
pub const CONNECTION: [&str; 4] = ["region", "key", "keyid", "profile"];

/// The effects of a function that changes nothing. Its profile may be in the pillar.
const READS: &[Effect] = &[NeedsPillar, ReadsAws];

/// The effects of a function that changes something.
const CHANGES: &[Effect] = &[NeedsPillar, ReadsAws, ChangesAws];

/// One execution function of a service.
#[derive(Clone, Copy)]
pub struct AwsFunction {
    /// All its names, the canonical one first.
    pub names: &'static [&'static str],
    /// Its arguments, in Salt's order.
    pub arguments: &'static [Argument],
    /// How many of them come after `region`, `key`, `keyid` and `profile`.
    pub after_connection: usize,
    /// The mapping among its arguments that gets all other named ones, like Python's `**kwargs`.
    pub rest: Option<&'static str>,
    /// What it does to the world.
    pub does: &'static [Effect],
    /// True for arguments with which it changes nothing, so that a test run may call it.
    pub harmless_if: fn(&Fields) -> bool,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// What it returns, in a few words: every type that a result can have (True, False, None, text, list, mapping), and the
    /// keys of a mapping that is always the same.
    pub returns: &'static str,
    /// Carries it out.
    pub call: for<'a> fn(&'a Asker<'a>, &'a Fields) -> Answered<'a>,
}

/// Why a function returns no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// A call to AWS failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The arguments are impossible: one sentence that says why.
    #[error("{0}")]
    Because(String),
}

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

impl AwsFunction {
    /// A function that changes nothing.
    pub const fn read(
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
        returns: &'static str,
        call: for<'a> fn(&'a Asker<'a>, &'a Fields) -> Answered<'a>,
    ) -> Self {
        Self {
            names,
            arguments,
            after_connection: 0,
            rest: None,
            does: READS,
            harmless_if: |_| false,
            doc,
            returns,
            call,
        }
    }

    /// A function that changes something.
    pub const fn change(
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
        returns: &'static str,
        call: for<'a> fn(&'a Asker<'a>, &'a Fields) -> Answered<'a>,
    ) -> Self {
        Self {
            names,
            arguments,
            after_connection: 0,
            rest: None,
            does: CHANGES,
            harmless_if: |_| false,
            doc,
            returns,
            call,
        }
    }

    /// Puts this number of last arguments after those of the connection.
    #[must_use]
    pub const fn after_connection(mut self, last: usize) -> Self {
        self.after_connection = last;
        self
    }

    /// Sets the test for arguments with which it changes nothing.
    #[must_use]
    pub const fn harmless_if(mut self, test: fn(&Fields) -> bool) -> Self {
        self.harmless_if = test;
        self
    }

    /// Collects unknown named arguments in one of its arguments, which is a mapping.
    #[must_use]
    pub const fn rest_into(mut self, argument: &'static str) -> Self {
        self.rest = Some(argument);
        self
    }

    /// All arguments, in the order of positional arguments.
    pub fn parameters(&self) -> Vec<Argument> {
        let (first, last) = self.arguments.split_at(self.arguments.len() - self.after_connection);
        first.iter().copied().chain(connection()).chain(last.iter().copied()).collect()
    }

    /// The canonical name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or("")
    }
}

/// The arguments of the connection, in the order of [`CONNECTION`].
pub fn connection() -> impl Iterator<Item = Argument> {
    CONNECTION.into_iter().filter_map(|name| profile::ARGUMENTS.iter().find(|it| it.name == name).copied())
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
}

impl Refusal {
    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Api(error) => error.fault.advice().map(str::to_owned),
            Self::Because(_) => None,
        }
    }
}
