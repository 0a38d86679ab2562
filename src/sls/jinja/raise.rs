//! Failures in a template, until the author sees them.

use std::fmt;
use std::sync::Arc;

use super::source::Spot;
use model::{Place, Problem};

/// The type of failure: `include … ignore missing` and tests distinguish them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Syntax,
    Undefined,
    NotFound,
    Other,
}

/// The maximum number of steps shown that led to a failure.
const MAX_STEPS: usize = 8;

/// A failure; boxed, since it is rare and results are everywhere.
#[derive(Debug)]
pub(crate) struct Raise {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    pub(crate) spot: Option<Spot>,
    /// The steps that led there, the nearest first.
    trail: Vec<(Place, String)>,
    /// A step whose place is not known yet: the next expression or statement around it has the place.
    pending: Option<String>,
    /// The name that was not found, so that the evaluator can propose a similar one.
    pub(crate) sought: Option<Arc<str>>,
}

/// The result of any operation of a template.
pub(crate) type Outcome<T> = Result<T, Box<Raise>>;

impl Raise {
    pub(crate) fn new(message: impl fmt::Display) -> Box<Self> {
        Box::new(Self {
            kind: Kind::Other,
            message: message.to_string(),
            hint: None,
            spot: None,
            trail: Vec::new(),
            pending: None,
            sought: None,
        })
    }

    pub(crate) fn syntax(spot: Spot, message: impl fmt::Display) -> Box<Self> {
        let mut raise = Self::new(message);
        raise.kind = Kind::Syntax;
        raise.spot = Some(spot);
        raise
    }

    pub(crate) fn hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Self> {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn kind(mut self: Box<Self>, kind: Kind) -> Box<Self> {
        self.kind = kind;
        self
    }

    /// Sets its place unless an inner one is known; else sets the place of the waiting step.
    pub(crate) fn at(mut self: Box<Self>, spot: impl FnOnce() -> Spot) -> Box<Self> {
        if self.spot.is_none() {
            self.spot = Some(spot());
        } else if let Some(what) = self.pending.take() {
            return self.via(&spot(), what);
        }
        self
    }

    /// Adds a step that led there. Of endless calls the innermost are enough.
    pub(crate) fn via(mut self: Box<Self>, spot: &Spot, what: impl Into<String>) -> Box<Self> {
        if self.spot.is_some() && self.trail.len() < MAX_STEPS {
            self.trail.push((spot.place(), what.into()));
        }
        self
    }

    /// Adds a step whose place is set by the code around it.
    pub(crate) fn within(mut self: Box<Self>, what: impl Into<String>) -> Box<Self> {
        if self.spot.is_some() {
            self.pending = Some(what.into());
        }
        self
    }

    pub(crate) fn into_problem(self) -> Problem {
        let mut problem = match &self.spot {
            Some(spot) => Problem::at(&spot.place(), self.message),
            None => Problem::nowhere(self.message),
        };
        problem.hint = self.hint;
        let problem =
            self.trail.into_iter().fold(problem, |problem, (place, what)| problem.via(&place, what));
        problem.with_excerpt()
    }
}
