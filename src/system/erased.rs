//! Kinds of the machine without their types, so that one list contains them all.

use std::marker::PhantomData;

use futures::future::{BoxFuture, FutureExt};

use super::{Call, Intent, LocalState, Step};
use crate::model::{Function, Outcome};

/// The work of a real run, ready to start.
pub struct Action(BoxFuture<'static, Outcome>);

impl Action {
    /// Does the work and returns the outcome.
    pub async fn carry_out(self) -> Outcome {
        self.0.await
    }
}

/// A [`LocalState`] of any type.
pub trait AnyLocal: Send + Sync {
    /// See [`LocalState::FUNCTIONS`].
    fn functions(&self) -> &'static [Function];

    /// See [`LocalState::REACTS`].
    fn reacts(&self) -> bool;

    /// See [`LocalState::TOGETHER`].
    fn together(&self) -> &'static [&'static str];

    /// Describes and diffs: the result of the call before any change.
    fn plan<'a>(&self, call: Call<'a>) -> BoxFuture<'a, Intent<Action>>;
}

/// The [`AnyLocal`] of one [`LocalState`].
pub struct Local<K>(PhantomData<fn() -> K>);

impl<K> Local<K> {
    /// The only value.
    pub const IT: Self = Self(PhantomData);
}

impl<K: LocalState> AnyLocal for Local<K> {
    fn functions(&self) -> &'static [Function] {
        K::FUNCTIONS
    }

    fn reacts(&self) -> bool {
        K::REACTS
    }

    fn together(&self) -> &'static [&'static str] {
        K::TOGETHER
    }

    fn plan<'a>(&self, call: Call<'a>) -> BoxFuture<'a, Intent<Action>> {
        async move {
            match K::describe(call).await {
                Err(outcome) => Intent::Settled(outcome),
                Ok(live) => match K::diff(call, live) {
                    Intent::Act { step, .. } if let Some(reason) = step.refusal() => {
                        Intent::Settled(Outcome::failed(reason))
                    }
                    intent => intent.map(|step| Action(step.carry_out().boxed())),
                },
            }
        }
        .boxed()
    }
}
