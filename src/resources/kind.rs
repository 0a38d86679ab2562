//! What a kind is: the two traits its folder implements.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::future::Future;

use indexmap::IndexMap;

use super::{AllPromised, Lookup, Unresolved};
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws};
use crate::model::{Aspects, Fields, Function, Gate, Minion, Plan, Problems, Reference, Value};

/// One thing to read, with the aspects that somebody needs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ask {
    /// Which thing.
    pub reference: Reference,
    /// What of it, beyond the thing itself.
    pub aspects: Aspects,
}

/// The answers to a crowd of asks: each found, absent or failed.
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

    /// The thing is there.
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

    /// None of them could be read, for one reason.
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
pub struct Companion {
    /// The state function: `boto_route53.present`.
    pub function: &'static str,
    /// Its arguments, `name` included, without the connection: that is the state's own unless they say otherwise.
    pub arguments: IndexMap<String, Value>,
}

/// Something that can be read from AWS and referred to by name.
pub trait Source: Send + Sync + 'static {
    /// Service and kind: `sqs.queue`. The kind of its [`Reference`]s.
    const KIND: &'static str;
    /// What a person calls it: `queue`, `security group`.
    const NOUN: &'static str;
    /// What AWS says of one, in canonical form.
    type Live: Debug + Send + Sync + 'static;

    /// Reads a crowd in the fewest calls, each ask answered as found, absent or failed.
    ///
    /// "Not found" is the only fault that means absent. Calls nothing for aspects that nobody asks for.
    fn describe(aws: &Aws, asks: &[Ask]) -> impl Future<Output = Answers<Self::Live>> + Send;

    /// An attribute that other kinds refer to: `id`, `arn`, `dns_name`.
    fn attribute(live: &Self::Live, attribute: &str) -> Option<Value>;

    /// Its tags, where they were read.
    fn tags(_live: &Self::Live) -> Option<Tags> {
        None
    }

    /// True when reading takes fewer calls once others have been read, as these tell whose account it is.
    const IS_BETTER_LATE: bool = false;

    /// Kinds whose things this one's answer shows under names of their own: a volume among those that fit a filter. After a
    /// change of one of these the answer is read anew.
    const SHOWS: &'static [&'static str] = &[];

    /// What this thing belongs to: whoever has read that, with these aspects, knows this one.
    fn whole(_reference: &Reference) -> Option<Ask> {
        None
    }

    /// The thing as what it belongs to tells it; none when there is none of that name.
    fn out_of(_whole: &(dyn Any + Send + Sync), _reference: &Reference) -> Option<Self::Live> {
        None
    }
}

/// Something that an SLS can declare.
pub trait Resource: Source {
    /// What an SLS says, arguments checked and typed.
    type Spec: Debug + Send + Sync + 'static;
    /// What is wanted, references resolved.
    type Want: Debug + Send + Sync + 'static;
    /// One call that changes something. Its text completes "Done: …": `set 2 attributes`.
    type Step: Clone + Debug + Display + Send + Sync + 'static;

    /// The state functions.
    const FUNCTIONS: &'static [Function];
    /// The prefixes of this service's connection options, as in `sqs.region`.
    const LABELS: &'static [&'static str];

    /// The aspect that its tags are, where they take a call of their own.
    const TAGS: Aspects = Aspects::NONE;

    /// True when `diff` leaves out of its steps whatever refers to things that do not exist yet, so that two of this
    /// kind may name each other: the first is completed by the next run, and says so.
    const GROWS: bool = false;

    /// How things that exist become declarations; none for a kind that `export` leaves out.
    #[cfg(feature = "aws")]
    const EXPORT: Option<super::export::Export<Self::Live>> = None;

    /// Reads a checked declaration. What the tables cannot express is noted in `problems`.
    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Self::Spec;

    /// Which thing the declaration is about: unless a kind knows better, the first that it provides.
    ///
    /// # Errors
    /// What is missing to tell, when a scope must be looked up first.
    fn locate(spec: &Self::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        let unnamed = || Unresolved::Refused(format!("this {} has no name", Self::NOUN));
        Self::provides(spec).into_iter().next().ok_or_else(unnamed)
    }

    /// Which aspects the declaration mentions.
    fn aspects(_spec: &Self::Spec) -> Aspects {
        Aspects::NONE
    }

    /// What other states may refer to once this one is done. Scopes may be left out.
    fn provides(spec: &Self::Spec) -> Vec<Reference>;

    /// What must be there before: edges to states of the run that provide it. Scopes may be left out.
    fn uses(_spec: &Self::Spec) -> Vec<Reference> {
        vec![]
    }

    /// Resolves names to identifiers. Asks `lookup` for everything before it returns the first error.
    ///
    /// # Errors
    /// What could not be resolved.
    fn resolve(spec: &Self::Spec, lookup: &mut Lookup<'_>) -> Result<Self::Want, Unresolved>;

    /// What differs, and the steps that make it as wanted. Pure.
    ///
    /// For an absent thing the changes list everything, while the steps only create it and set what needs no id of it: the
    /// rest is an ordinary difference in the next round. The first change is the thing itself. If there are several steps,
    /// those linked to the first change create it ([`Plan::link`]).
    fn diff(want: &Self::Want, live: Option<&Self::Live>) -> Plan<Self::Step>;

    /// Does one step: one call, decides nothing.
    fn apply(aws: &Aws, step: &Self::Step) -> impl Future<Output = Result<(), ApiError>> + Send;

    /// The calls that making it takes, reads not among them: `SQS.CreateQueue`. By these a run knows beforehand what
    /// AWS's limits draw out, and what is to begin first. Calls that carry many things at once are left out.
    ///
    /// Unless a kind knows better: the steps of the first round, where nothing that it refers to exists yet.
    fn creation(spec: &Self::Spec) -> Vec<&'static str> {
        let Ok(want) = Self::resolve(spec, &mut Lookup::new(&AllPromised)) else { return vec![] };
        Self::diff(&want, None).steps.iter().filter_map(Self::operation).collect()
    }

    /// The call that a step makes: `SQS.CreateQueue`; none for one that carries many things at once.
    fn operation(step: &Self::Step) -> Option<&'static str>;

    /// True when `step` must wait until `earlier`, which the same plan lists before it, is done. Steps that need not wait
    /// are done side by side; stopping after any of them must still be safe. By default each waits for all before it.
    fn follows(_step: &Self::Step, _earlier: &Self::Step) -> bool {
        true
    }

    /// What other states may refer to as soon as this step is done, though others are still ahead: the id of a security group
    /// without its rules. Of what is of no use before the last step nothing is said; it counts once the state has ended.
    fn makes(_step: &Self::Step) -> Vec<Reference> {
        vec![]
    }

    /// Of all that the state provides, what this step may change, and whoever refers to it must read anew. The thing itself
    /// always is.
    fn touches(_step: &Self::Step, provided: Vec<Reference>) -> Vec<Reference> {
        provided
    }

    /// True for a refusal which says that what the step makes is there already, exactly as this step would make it. The
    /// steps after it go on, and the run does not count it as its own.
    fn is_made_already(_step: &Self::Step, _error: &ApiError) -> bool {
        false
    }

    /// The kinds whose deletion lets go of a thing of this kind only after a while: AWS refuses to delete a security group
    /// for minutes after its balancer has gone. Where this run deleted one of these, such a refusal is waited for.
    const HELD_BY: &'static [&'static str] = &[];

    /// What must hold on this machine before the first step.
    fn gate(_spec: &Self::Spec) -> Option<Gate> {
        None
    }

    /// States that the declaration implies, and that come before it.
    fn forerunners(_spec: &Self::Spec) -> Vec<Companion> {
        vec![]
    }

    /// States that the declaration implies.
    fn companions(_spec: &Self::Spec) -> Vec<Companion> {
        vec![]
    }

    /// True for a failure that only means "what this run has just created is not visible everywhere yet".
    ///
    /// Asked only when the run created something that the declaration uses, or the thing itself.
    fn is_not_yet(_error: &ApiError) -> bool {
        false
    }

    /// Advice for a failure where this kind knows better than the general table.
    fn advice(_error: &ApiError) -> Option<String> {
        None
    }
}
