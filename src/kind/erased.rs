//! Kinds without their types: the driver is compiled once, and SDK types stay in the kinds' own modules.

mod read_only;
mod step;

use std::any::Any;
use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::sync::Arc;

use futures::future::{BoxFuture, FutureExt};
use indexmap::IndexMap;

pub use self::read_only::ReadOnly;
use self::step::StepOf;
use super::export::{Exportable, Listing, Names};
use super::{Answers, Ask, ImpliedState, Lookup, Resource, Source, Undoing, Unresolved};
use aws::tags::Tags;
use aws::{ApiError, Aws};
use model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// A kind's `Live`, shared by everything that refers to it.
pub type AnyLive = Arc<dyn Any + Send + Sync>;
/// A kind's `Spec`.
pub type AnySpec = Arc<dyn Any + Send + Sync>;
/// A kind's `Want`.
pub type AnyWant = Box<dyn Any + Send + Sync>;

/// A kind's `Step`: it has a name and can be carried out.
pub trait AnyStep: Debug + Display + Send + Sync {
    /// See [`Resource::operation`].
    fn operation(&self) -> Option<&'static str>;
    /// See [`Resource::follows`]. A step always waits for earlier steps of another kind.
    fn follows(&self, earlier: &dyn AnyStep) -> bool;
    /// See [`Resource::makes`].
    fn makes(&self) -> Vec<Reference>;
    /// See [`Resource::touches`].
    fn touches(&self, provided: Vec<Reference>) -> Vec<Reference>;
    /// See [`Resource::is_made_already`].
    fn is_made_already(&self, error: &ApiError) -> bool;
    /// The kind's own step.
    fn as_any(&self) -> &dyn Any;
    /// Carries it out.
    fn apply<'a>(&'a self, aws: &'a Aws) -> BoxFuture<'a, Result<(), ApiError>>;
}

/// A [`Source`] without its types.
pub trait AnySource: Send + Sync {
    /// Service and kind: `sqs.queue`.
    fn kind(&self) -> &'static str;
    /// The name that people use for it.
    fn noun(&self) -> &'static str;
    /// Reads many things at once.
    fn describe<'a>(&'a self, aws: &'a Aws, asks: &'a [Ask]) -> BoxFuture<'a, Answers<AnyLive>>;
    /// An attribute that other kinds refer to.
    fn attribute(&self, live: &AnyLive, attribute: &str) -> Option<Value>;
    /// See [`Source::IS_BETTER_LATE`].
    fn is_better_late(&self) -> bool;
    /// See [`Source::SHOWS`].
    fn shows(&self) -> &'static [&'static str];
    /// See [`Source::whole`].
    fn whole(&self, reference: &Reference) -> Option<Ask>;
    /// See [`Source::out_of`].
    fn out_of(&self, whole: &AnyLive, reference: &Reference) -> Option<AnyLive>;
}

/// A [`Resource`] without its types.
///
/// Specs, wants and lives must be of the same kind; one of another kind is ignored.
pub trait AnyKind: AnySource {
    /// The state functions.
    fn functions(&self) -> &'static [Function];
    /// The prefixes of this service's connection options.
    fn labels(&self) -> &'static [&'static str];
    /// See [`Resource::GROWS`].
    fn grows(&self) -> bool;
    /// Reads a checked declaration.
    fn read(&self, function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems)
    -> AnySpec;
    /// Which thing the declaration is about.
    ///
    /// # Errors
    /// References that must be looked up first.
    fn locate(&self, spec: &AnySpec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved>;
    /// Which aspects the declaration mentions.
    fn aspects(&self, spec: &AnySpec) -> Aspects;
    /// See [`Resource::TAGS`].
    fn aspect_of_tags(&self) -> Aspects;
    /// What an undo needs to know.
    fn undoing(&self) -> Undoing;
    /// See [`Source::tags`].
    fn tags(&self, live: &AnyLive) -> Option<Tags>;
    /// How all things of the kind are listed, and what `export` reads of each; none for a kind that it leaves out.
    fn listing(&self) -> Option<(Listing, Aspects)>;
    /// A thing as an SLS declares it.
    fn exported(&self, reference: &Reference, live: &AnyLive, names: &dyn Names) -> Exportable;
    /// What other states may refer to once this one is done.
    fn provides(&self, spec: &AnySpec) -> Vec<Reference>;
    /// What AWS calls the thing: see [`Resource::subject`].
    fn subject(&self, spec: &AnySpec) -> Option<String>;
    /// The things that must exist before.
    fn uses(&self, spec: &AnySpec) -> Vec<Reference>;
    /// Resolves names to identifiers.
    ///
    /// # Errors
    /// The error if a name cannot be resolved.
    fn resolve(&self, spec: &AnySpec, lookup: &mut Lookup<'_>) -> Result<AnyWant, Unresolved>;
    /// The settings that differ.
    fn diff(&self, want: &AnyWant, live: Option<&AnyLive>) -> Plan<Box<dyn AnyStep>>;
    /// See [`Resource::creation`].
    fn creation(&self, spec: &AnySpec) -> Vec<&'static str>;
    /// See [`Resource::HELD_BY`].
    fn held_by(&self) -> &'static [&'static str];
    /// See [`Resource::gate`].
    fn gate(&self, spec: &AnySpec) -> Option<Gate>;
    /// States that the declaration implies, and that come before it.
    fn forerunners(&self, spec: &AnySpec) -> Vec<ImpliedState>;
    /// States that the declaration implies.
    fn implied_states(&self, spec: &AnySpec) -> Vec<ImpliedState>;
    /// True for a failure that only means "not visible everywhere yet".
    fn is_not_yet(&self, error: &ApiError) -> bool;
    /// Advice for a failure.
    fn advice(&self, error: &ApiError) -> Option<String>;
}

/// A [`Resource`] as the engine sees it: `&Kind::<queue::Queue>::IT`.
pub struct Kind<R>(PhantomData<fn() -> R>);

impl<R: Resource> Kind<R> {
    /// The only value.
    pub const IT: Self = Self(PhantomData);
}

async fn describe<S: Source>(aws: &Aws, asks: &[Ask]) -> Answers<AnyLive> {
    let shared = |live: S::Live| -> AnyLive { Arc::new(live) };
    let answers: IndexMap<_, _> = S::describe(aws, asks)
        .await
        .0
        .into_iter()
        .map(|(reference, answer)| (reference, answer.map(|live| live.map(shared))))
        .collect();
    Answers(answers)
}

fn attribute<S: Source>(live: &AnyLive, attribute: &str) -> Option<Value> {
    S::attribute(live.downcast_ref()?, attribute)
}

fn out_of<S: Source>(whole: &AnyLive, reference: &Reference) -> Option<AnyLive> {
    Some(Arc::new(S::out_of(whole.as_ref(), reference)?))
}

impl<R: Resource> AnySource for Kind<R> {
    fn kind(&self) -> &'static str {
        R::KIND
    }

    fn noun(&self) -> &'static str {
        R::NOUN
    }

    fn describe<'a>(&'a self, aws: &'a Aws, asks: &'a [Ask]) -> BoxFuture<'a, Answers<AnyLive>> {
        describe::<R>(aws, asks).boxed()
    }

    fn attribute(&self, live: &AnyLive, name: &str) -> Option<Value> {
        attribute::<R>(live, name)
    }

    fn is_better_late(&self) -> bool {
        R::IS_BETTER_LATE
    }

    fn shows(&self) -> &'static [&'static str] {
        R::SHOWS
    }

    fn whole(&self, reference: &Reference) -> Option<Ask> {
        R::whole(reference)
    }

    fn out_of(&self, whole: &AnyLive, reference: &Reference) -> Option<AnyLive> {
        out_of::<R>(whole, reference)
    }
}

impl<R: Resource> AnyKind for Kind<R> {
    fn functions(&self) -> &'static [Function] {
        R::FUNCTIONS
    }

    fn labels(&self) -> &'static [&'static str] {
        R::LABELS
    }

    fn grows(&self) -> bool {
        R::GROWS
    }

    fn read(
        &self,
        function: &Function,
        fields: &Fields,
        minion: &Minion,
        problems: &mut Problems,
    ) -> AnySpec {
        Arc::new(R::read(function, fields, minion, problems))
    }

    fn locate(&self, spec: &AnySpec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        spec.downcast_ref().map_or_else(|| Err(foreign(R::KIND)), |spec| R::locate(spec, lookup))
    }

    fn aspects(&self, spec: &AnySpec) -> Aspects {
        spec.downcast_ref().map_or(Aspects::NONE, R::aspects)
    }

    fn aspect_of_tags(&self) -> Aspects {
        R::TAGS
    }

    fn undoing(&self) -> Undoing {
        Undoing { belongings: R::BELONGINGS, identity: R::IDENTITY, manner: R::MANNER }
    }

    fn tags(&self, live: &AnyLive) -> Option<Tags> {
        R::tags(live.downcast_ref()?)
    }

    fn listing(&self) -> Option<(Listing, Aspects)> {
        R::EXPORT.map(|export| (export.list, export.aspects))
    }

    fn exported(&self, reference: &Reference, live: &AnyLive, names: &dyn Names) -> Exportable {
        match (R::EXPORT, live.downcast_ref()) {
            (Some(export), Some(live)) => (export.declare)(reference, live, names),
            _ => Exportable::NotDeclared,
        }
    }

    fn provides(&self, spec: &AnySpec) -> Vec<Reference> {
        spec.downcast_ref().map_or_else(Vec::new, R::provides)
    }

    fn subject(&self, spec: &AnySpec) -> Option<String> {
        spec.downcast_ref().and_then(R::subject)
    }

    fn uses(&self, spec: &AnySpec) -> Vec<Reference> {
        spec.downcast_ref().map_or_else(Vec::new, R::uses)
    }

    fn resolve(&self, spec: &AnySpec, lookup: &mut Lookup<'_>) -> Result<AnyWant, Unresolved> {
        let spec = spec.downcast_ref().ok_or_else(|| foreign(R::KIND))?;
        Ok(Box::new(R::resolve(spec, lookup)?))
    }

    fn diff(&self, want: &AnyWant, live: Option<&AnyLive>) -> Plan<Box<dyn AnyStep>> {
        let Some(want) = want.downcast_ref() else { return Plan::nothing() };
        R::diff(want, live.and_then(|live| live.downcast_ref())).map(|step| Box::new(StepOf::<R>(step)) as _)
    }

    fn creation(&self, spec: &AnySpec) -> Vec<&'static str> {
        spec.downcast_ref().map_or_else(Vec::new, R::creation)
    }

    fn gate(&self, spec: &AnySpec) -> Option<Gate> {
        spec.downcast_ref().and_then(R::gate)
    }

    fn forerunners(&self, spec: &AnySpec) -> Vec<ImpliedState> {
        spec.downcast_ref().map_or_else(Vec::new, R::forerunners)
    }

    fn implied_states(&self, spec: &AnySpec) -> Vec<ImpliedState> {
        spec.downcast_ref().map_or_else(Vec::new, R::implied_states)
    }

    fn is_not_yet(&self, error: &ApiError) -> bool {
        R::is_not_yet(error)
    }

    fn held_by(&self) -> &'static [&'static str] {
        R::HELD_BY
    }

    fn advice(&self, error: &ApiError) -> Option<String> {
        R::advice(error)
    }
}

fn foreign(kind: &str) -> Unresolved {
    Unresolved::Refused(format!("this is not a declaration of {kind}"))
}
