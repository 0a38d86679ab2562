//! A kind's step without its type.

use std::any::Any;
use std::fmt::{Debug, Display};

use futures::future::{BoxFuture, FutureExt};

use super::AnyStep;
use crate::Resource;
use aws::{ApiError, Aws};
use model::Reference;

/// A step of the kind `R`.
pub(super) struct StepOf<R: Resource>(pub(super) R::Step);

impl<R: Resource> Debug for StepOf<R> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(&self.0, out)
    }
}

impl<R: Resource> Display for StepOf<R> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.0, out)
    }
}

impl<R: Resource> AnyStep for StepOf<R> {
    fn operation(&self) -> Option<&'static str> {
        R::operation(&self.0)
    }

    fn follows(&self, earlier: &dyn AnyStep) -> bool {
        earlier.as_any().downcast_ref::<Self>().is_none_or(|earlier| R::follows(&self.0, &earlier.0))
    }

    fn makes(&self) -> Vec<Reference> {
        R::makes(&self.0)
    }

    fn touches(&self, provided: Vec<Reference>) -> Vec<Reference> {
        R::touches(&self.0, provided)
    }

    fn is_made_already(&self, error: &ApiError) -> bool {
        R::is_made_already(&self.0, error)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn apply<'a>(&'a self, aws: &'a Aws) -> BoxFuture<'a, Result<(), ApiError>> {
        R::apply(aws, &self.0).boxed()
    }
}
