//! The two traits that the folder of a kind implements.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::future::Future;

use indexmap::IndexMap;

use super::{AllPromised, Lookup, Unresolved};
use aws::tags::Tags;
use aws::{ApiError, Aws};
use model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// One thing to read, with the aspects that are needed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ask {
    /// Which thing.
    pub reference: Reference,
    /// The aspects, beyond the thing itself.
    pub aspects: Aspects,
}

/// The answers to many asks: each found, absent or failed.
#[derive(Debug)]
pub struct Answers<L>(pub IndexMap<Reference, Result<Option<L>, ApiError>>);

impl<L> Default for Answers<L> {
    fn default() -> Self {
        Self(IndexMap::new())
    }
}

impl<L> Answers<L> {
    /// No answer yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The thing exists.
    pub fn found(&mut self, reference: &Reference, live: L) {
        self.0.insert(reference.clone(), Ok(Some(live)));
    }

    /// AWS says that the thing does not exist.
    pub fn absent(&mut self, reference: &Reference) {
        self.0.insert(reference.clone(), Ok(None));
    }

    /// It could not be read.
    pub fn failed(&mut self, reference: &Reference, error: ApiError) {
        self.0.insert(reference.clone(), Err(error));
    }

    /// Found, absent or failed.
    pub fn answer(&mut self, reference: &Reference, answer: Result<Option<L>, ApiError>) {
        self.0.insert(reference.clone(), answer);
    }

    /// None of them could be read, all for one reason.
    pub fn all_failed<'a>(&mut self, asks: impl IntoIterator<Item = &'a Ask>, error: &ApiError) {
        for ask in asks {
            self.failed(&ask.reference, error.clone());
        }
    }
}

/// Another state that a declaration implies: the CNAME of a balancer, the alarms of a group.
///
/// It is carried out after the state itself and reported as part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpliedState {
    /// The state function: `boto_route53.present`.
    pub function: &'static str,
    /// Its arguments, including `name`, without the connection: it uses the state's connection unless they set another.
    pub arguments: IndexMap<String, Value>,
}

/// Something that can be read from AWS and referred to by name.
pub trait Source: Send + Sync + 'static {
    /// Service and kind: `sqs.queue`. The kind of its [`Reference`]s.
    const KIND: &'static str;
    /// The name that people use for it: `queue`, `security group`.
    const NOUN: &'static str;
    /// AWS's answer about one, in canonical form.
    type Live: Debug + Send + Sync + 'static;

    /// Reads many things in the fewest calls. Each ask is answered as found, absent or failed.
    ///
    /// "Not found" is the only fault that means absent. Makes no call for aspects that are not asked for.
    fn describe(aws: &Aws, asks: &[Ask]) -> impl Future<Output = Answers<Self::Live>> + Send;

    /// An attribute that other kinds refer to: `id`, `arn`, `dns_name`.
    fn attribute(live: &Self::Live, attribute: &str) -> Option<Value>;

    /// Its tags, if they were read.
    fn tags(_live: &Self::Live) -> Option<Tags> {
        None
    }

    /// True if reading needs fewer calls after other kinds were read, because these show the account's id.
    const IS_BETTER_LATE: bool = false;

    /// Kinds whose things this kind's answer contains: for example a volume that matches a filter. After a change of such a
    /// thing the answer is read again.
    const SHOWS: &'static [&'static str] = &[];

    /// The whole that contains this thing: a read of it with these aspects also contains this thing.
    fn whole(_reference: &Reference) -> Option<Ask> {
        None
    }

    /// The thing taken from the whole that contains it; none if none has that name.
    fn out_of(_whole: &(dyn Any + Send + Sync), _reference: &Reference) -> Option<Self::Live> {
        None
    }
}

/// What an undo needs to know of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Undoing {
    /// See [`Resource::BELONGINGS`].
    pub belongings: &'static [Belonging],
    /// See [`Resource::IDENTITY`].
    pub identity: Aspects,
    /// See [`Resource::MANNER`].
    pub manner: &'static [&'static str],
}

/// Something that a declaration makes in addition to the thing, or a tie of the thing that prevents its deletion: the launch
/// configuration of a group, the attachment of an internet gateway.
#[derive(Clone, Copy, Debug)]
pub struct Belonging {
    /// The arguments that make it, any of them. If there are none, each declaration makes it.
    pub made_by: &'static [&'static str],
    /// The boolean argument of the absent form that deletes it.
    pub deleted_by: &'static str,
}

/// Something that an SLS can declare.
pub trait Resource: Source {
    /// A declaration, with checked and typed arguments.
    type Spec: Debug + Send + Sync + 'static;
    /// A declaration with resolved references.
    type Want: Debug + Send + Sync + 'static;
    /// One call that changes something. Its text completes "Done: …": `set 2 attributes`.
    type Step: Clone + Debug + Display + Send + Sync + 'static;

    /// The state functions.
    const FUNCTIONS: &'static [Function];
    /// The prefixes of this service's connection options, as in `sqs.region`.
    const LABELS: &'static [&'static str];

    /// The aspect of its tags, if these need their own call.
    const TAGS: Aspects = Aspects::NONE;

    /// What a declaration makes in addition to the thing.
    const BELONGINGS: &'static [Belonging] = &[];

    /// The arguments that say how a change is made, such as RDS's `apply_immediately`. The undo of a change makes it in the
    /// same way.
    const MANNER: &'static [&'static str] = &[];

    /// The aspect of the attribute `identity`, if it needs its own call: what distinguishes a thing from a later one of
    /// the same name.
    const IDENTITY: Aspects = Aspects::NONE;

    /// True if `diff` leaves out steps that refer to things which do not exist yet. So two things of this kind may name
    /// each other: the next run completes the first one, and the first state says so.
    const GROWS: bool = false;

    /// How existing things become declarations; none for a kind that `export` leaves out.
    const EXPORT: Option<super::export::Export<Self::Live>> = None;

    /// Reads a checked declaration. What the tables cannot express is noted in `problems`.
    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Self::Spec;

    /// Which thing the declaration is about: by default the first one that it provides.
    ///
    /// # Errors
    /// References that must be looked up first, for example a scope.
    fn locate(spec: &Self::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        let unnamed = || Unresolved::Refused(format!("this {} has no name", Self::NOUN));
        Self::provides(spec).into_iter().next().ok_or_else(unnamed)
    }

    /// What AWS calls the thing, from the arguments: guards, plans, the journal and policies use this name. By default
    /// the name of the first thing that it provides, or else changes.
    fn subject(spec: &Self::Spec) -> Option<String> {
        let changed = Self::uses(spec).into_iter().filter(|used| used.kind == Self::KIND);
        Self::provides(spec).into_iter().chain(changed).map(|reference| reference.name).next()
    }

    /// Which aspects the declaration mentions.
    fn aspects(_spec: &Self::Spec) -> Aspects {
        Aspects::NONE
    }

    /// What other states may refer to once this one is done. Scopes may be left out.
    fn provides(spec: &Self::Spec) -> Vec<Reference>;

    /// What must exist before: these become edges to the states of the run that provide it. Scopes may be left out.
    fn uses(_spec: &Self::Spec) -> Vec<Reference> {
        vec![]
    }

    /// Resolves names to identifiers. Asks `lookup` for everything before it returns the first error.
    ///
    /// # Errors
    /// The error if a name cannot be resolved.
    fn resolve(spec: &Self::Spec, lookup: &mut Lookup<'_>) -> Result<Self::Want, Unresolved>;

    /// What differs, and the steps that make the thing as wanted. Pure.
    ///
    /// For an absent thing the changes list everything, while the steps only create it and set what does not need its id.
    /// The rest is an ordinary difference in the next round. The first change is the thing itself. If there are several
    /// steps, those linked to the first change create it ([`Plan::link`]).
    fn diff(want: &Self::Want, live: Option<&Self::Live>) -> Plan<Self::Step>;

    /// Carries out one step: one call, without decisions.
    fn apply(aws: &Aws, step: &Self::Step) -> impl Future<Output = Result<(), ApiError>> + Send;

    /// The calls of its creation, without reads: `SQS.CreateQueue`. From these a run predicts delays by AWS's rate limits,
    /// and knows what to start first. Calls that contain many things at once are left out.
    ///
    /// By default these are the calls of the first round's steps, when nothing exists that it refers to.
    fn creation(spec: &Self::Spec) -> Vec<&'static str> {
        let Ok(want) = Self::resolve(spec, &mut Lookup::new(&AllPromised)) else { return vec![] };
        Self::diff(&want, None).steps.iter().filter_map(Self::operation).collect()
    }

    /// The call that a step makes: `SQS.CreateQueue`; none for a call that contains many things at once.
    fn operation(step: &Self::Step) -> Option<&'static str>;

    /// True if `step` must wait until `earlier` is done, which comes before it in the same plan. Steps that need not wait
    /// run in parallel; a stop after any of them must still be safe. By default each step waits for all steps before it.
    fn follows(_step: &Self::Step, _earlier: &Self::Step) -> bool {
        true
    }

    /// What other states may refer to as soon as this step is done, before the remaining steps: for example the id of a
    /// security group without its rules. Do not list things that are of no use before the last step: these are available
    /// once the state has ended.
    fn makes(_step: &Self::Step) -> Vec<Reference> {
        vec![]
    }

    /// The part of the provided references that this step may change, so that states which refer to it must read it again.
    /// The thing itself is always included.
    fn touches(_step: &Self::Step, provided: Vec<Reference>) -> Vec<Reference> {
        provided
    }

    /// True for a refusal which means that the thing exists already, exactly as this step would make it. The steps after it
    /// continue, and the run does not report it as its own change.
    fn is_made_already(_step: &Self::Step, _error: &ApiError) -> bool {
        false
    }

    /// The kinds that still use a thing of this kind for a while after their deletion: for some minutes AWS refuses to
    /// delete a security group after its balancer is gone. If this run deleted one of these, it waits on such a refusal.
    const HELD_BY: &'static [&'static str] = &[];

    /// The gate that must open on this machine before the first step.
    fn gate(_spec: &Self::Spec) -> Option<Gate> {
        None
    }

    /// States that the declaration implies, and that come before it.
    fn forerunners(_spec: &Self::Spec) -> Vec<ImpliedState> {
        vec![]
    }

    /// States that the declaration implies.
    fn implied_states(_spec: &Self::Spec) -> Vec<ImpliedState> {
        vec![]
    }

    /// True for a failure that only means "what this run has just created is not visible everywhere yet".
    ///
    /// Called only when the run created something that the declaration uses, or the thing itself.
    fn is_not_yet(_error: &ApiError) -> bool {
        false
    }

    /// Advice for a failure, if this kind knows more than the general table.
    fn advice(_error: &ApiError) -> Option<String> {
        None
    }
}
