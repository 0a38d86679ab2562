//! Execution functions of AWS services, for example `boto_secgroup.get_group_id`. Templates and the command line call them.
//!
//! A service declares them as data in its `functions`; the engine checks the arguments, opens the connection and gives the
//! function an [`Asker`]. Laws: a read goes through the run's snapshot; a change makes the snapshot forget what it changed;
//! a failed read is an error and never an empty result; a missing thing has Salt's own shape.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/index.html>.

mod asker;

use futures::future::BoxFuture;

pub use asker::{Asker, Question, Reads};

use aws::{ApiError, profile};
use model::Effect::{ChangesAws, NeedsPillar, ReadsAws};
use model::{Argument, Effect, Fields, Value};

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

/// The execution functions of one Salt module.
pub struct Family {
    /// The prefixes of the connection options, as in `sqs.region`.
    pub labels: &'static [&'static str],
    /// The functions.
    pub functions: &'static [AwsFunction],
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
        Self { does: CHANGES, ..Self::read(names, arguments, doc, returns, call) }
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

impl Refusal {
    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Api(error) => error.advice().map(str::to_owned),
            Self::Because(_) => None,
        }
    }
}
