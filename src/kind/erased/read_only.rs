//! Kinds that can be read but not declared, without their types.

use std::marker::PhantomData;

use futures::future::{BoxFuture, FutureExt};

use super::{AnyLive, AnySource, attribute, describe, out_of};
use crate::{Answers, Ask, Source};
use aws::Aws;
use model::{Reference, Value};

/// A [`Source`] that cannot be declared, as the engine sees it: `&ReadOnly::<vpc::Vpc>::IT`.
pub struct ReadOnly<S>(PhantomData<fn() -> S>);

impl<S: Source> ReadOnly<S> {
    /// The only value.
    pub const IT: Self = Self(PhantomData);
}

impl<S: Source> AnySource for ReadOnly<S> {
    fn kind(&self) -> &'static str {
        S::KIND
    }

    fn noun(&self) -> &'static str {
        S::NOUN
    }

    fn describe<'a>(&'a self, aws: &'a Aws, asks: &'a [Ask]) -> BoxFuture<'a, Answers<AnyLive>> {
        describe::<S>(aws, asks).boxed()
    }

    fn attribute(&self, live: &AnyLive, name: &str) -> Option<Value> {
        attribute::<S>(live, name)
    }

    fn is_better_late(&self) -> bool {
        S::IS_BETTER_LATE
    }

    fn shows(&self) -> &'static [&'static str] {
        S::SHOWS
    }

    fn whole(&self, reference: &Reference) -> Option<Ask> {
        S::whole(reference)
    }

    fn out_of(&self, whole: &AnyLive, reference: &Reference) -> Option<AnyLive> {
        out_of::<S>(whole, reference)
    }
}
