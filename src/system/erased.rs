//! Kinds of the machine without their types, so that one list contains them all.

use std::borrow::Cow;
use std::marker::PhantomData;

use futures::future::{BoxFuture, FutureExt};

use super::{Call, Intent, LocalState, Step};
use machine::text;
use model::{Function, Key, Outcome, Value};

/// The work of a real run, ready to start.
pub struct Action(BoxFuture<'static, Outcome>);

impl Action {
    /// Does the work and returns the outcome.
    pub async fn carry_out(self) -> Outcome {
        self.0.await
    }
}

/// An outcome as people read it: bytes of files that are not UTF-8 are shown as U+FFFD.
fn readable(mut outcome: Outcome) -> Outcome {
    if let Cow::Owned(shown) = text::shown_text(&outcome.comment) {
        outcome.comment = shown;
    }
    outcome.changes =
        outcome.changes.into_iter().map(|(key, value)| (readable_key(key), readable_value(value))).collect();
    outcome
}

fn readable_key(key: Key) -> Key {
    match key {
        Key::Str(name) => match text::shown_text(&name) {
            Cow::Owned(shown) => Key::from(shown),
            Cow::Borrowed(_) => Key::Str(name),
        },
        other => other,
    }
}

fn readable_value(value: Value) -> Value {
    match value {
        Value::Str(name) => match text::shown_text(&name) {
            Cow::Owned(shown) => Value::from(shown),
            Cow::Borrowed(_) => Value::Str(name),
        },
        Value::List(list) => Value::List(list.into_iter().map(readable_value).collect()),
        Value::Map(map) => Value::Map(
            map.into_iter().map(|(key, value)| (readable_key(key), readable_value(value))).collect(),
        ),
        other => other,
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
            let live = match K::describe(call).await {
                Ok(live) => live,
                Err(outcome) => return Intent::Settled(readable(outcome)),
            };
            match K::diff(call, live) {
                Intent::Settled(outcome) => Intent::Settled(readable(outcome)),
                Intent::Act { step, .. } if let Some(reason) = step.refusal() => {
                    Intent::Settled(readable(Outcome::failed(reason)))
                }
                Intent::Act { foreseen, step } => Intent::Act {
                    foreseen: readable(foreseen),
                    step: Action(step.carry_out().map(readable).boxed()),
                },
                invoke => invoke.map(|step| Action(step.carry_out().boxed())),
            }
        }
        .boxed()
    }
}
