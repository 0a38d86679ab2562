//! The settings of a function that one call changes.

use indexmap::IndexMap;

use kind::settings::{Setting, Settings as _, settings};
use kind::write_only::WriteOnly;
use model::{Argument, Change, Fields, Ident, Shape, Value};

const TRACING: &[Argument] =
    &[Argument::optional("Mode", Shape::Word(&["Active", "PassThrough"]), "whether calls are traced")];
const DEAD_LETTERS: &[Argument] =
    &[Argument::optional("TargetArn", Shape::Text, "the queue or topic, by ARN; empty for none")];
const STORAGE: &[Argument] = &[Argument::required("Size", Shape::Integer, "the size of /tmp, in MB")];

settings! {
    /// Settings that are sent as they are written.
    Plain {
        runtime: String = "Runtime", Shape::Text, "python3.13, nodejs22.x …";
        handler: String = "Handler", Shape::Text, "the function that Lambda calls: index.handler";
        description: String = "Description", Shape::Text, "what it is for";
        timeout: i32 = "Timeout", Shape::Integer, "seconds that a call may take";
        memory: i32 = "MemorySize", Shape::Integer, "in MB";
        layers: Vec<String> = "Layers", Shape::Texts, "all layers, by the ARNs of their versions, in this order";
        tracing: Inner<Tracing> = "TracingConfig", Shape::Record(TRACING), "tracing by X-Ray";
        dead_letters: Inner<DeadLetters> = "DeadLetterConfig", Shape::Record(DEAD_LETTERS), "the queue or topic for failed calls";
        storage: Inner<Storage> = "EphemeralStorage", Shape::Record(STORAGE), "the size of /tmp";
        key: String = "KMSKeyArn", Shape::Text, "the KMS key of the environment, by ARN; empty for Lambda's own";
    }
}

/// A setting that AWS has in a mapping with one key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inner<K> {
    /// The value, as text.
    pub value: String,
    key: std::marker::PhantomData<K>,
}

/// Names the key.
pub trait Keyed: Clone + PartialEq {
    /// The key.
    const KEY: &'static str;
}

macro_rules! keyed {
    ($($(#[$doc:meta])* $name:ident = $key:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name;

        impl Keyed for $name {
            const KEY: &'static str = $key;
        }
    )+};
}

keyed! {
    /// `Active` or `PassThrough`.
    Tracing = "Mode";
    /// An ARN.
    DeadLetters = "TargetArn";
    /// A number of MB.
    Storage = "Size";
}

impl<K: Keyed> Inner<K> {
    /// A setting with this value.
    pub fn of(value: impl ToString) -> Self {
        Self { value: value.to_string(), key: std::marker::PhantomData }
    }
}

impl<K: Keyed> Setting for Inner<K> {
    fn read(fields: &Fields, name: &str) -> Option<Self> {
        let given = fields.record(name)?;
        Some(Self::of(given.text(K::KEY).unwrap_or_default()))
    }

    fn shown(&self) -> Value {
        [(K::KEY, self.value.as_str())].into_iter().collect()
    }
}

/// The subnets and security groups of a function; two empty lists for no VPC.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// The subnets, sorted.
    pub subnets: Vec<Ident>,
    /// The security groups, sorted.
    pub groups: Vec<Ident>,
}

impl Network {
    /// As AWS shows it.
    pub fn to_value(&self) -> Value {
        let list = |all: &[Ident]| Value::List(all.iter().map(Value::from).collect());
        let pairs = [("SubnetIds", list(&self.subnets)), ("SecurityGroupIds", list(&self.groups))];
        pairs.into_iter().collect()
    }
}

/// Variables, whose values may be secret.
pub type Environment = IndexMap<String, WriteOnly>;

/// Everything that one call changes. None means not managed, or no difference.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// Settings that are sent as they are written.
    pub plain: Plain,
    /// The role's ARN.
    pub role: Option<Ident>,
    /// Its VPC.
    pub network: Option<Network>,
    /// All its variables.
    pub environment: Option<Environment>,
}

impl Config {
    /// The settings that are set here and differ there.
    #[must_use]
    pub fn differing(&self, there: &Self) -> Self {
        let same = |a: &Environment, b: &Environment| {
            a.len() == b.len() && a.iter().all(|(name, value)| b.get(name) == Some(value))
        };
        let environment = self.environment.clone();
        Self {
            plain: self.plain.differing(&there.plain),
            role: self.role.clone().filter(|_| self.role != there.role),
            network: self.network.clone().filter(|_| self.network != there.network),
            environment: environment.filter(|it| !there.environment.as_ref().is_some_and(|is| same(it, is))),
        }
    }

    /// The changes of a new function with these settings.
    pub fn created(&self) -> Vec<Change> {
        let mut changes = self.plain.created();
        changes.extend(self.role.as_ref().map(|role| Change::create("Role", role)));
        changes.extend(self.network.as_ref().map(|it| Change::create("VpcConfig", it.to_value())));
        let variables = self.environment.iter().flatten();
        changes.extend(
            variables
                .map(|(name, value)| Change::create(format!("Environment.{name}"), value.reveal()).hidden()),
        );
        changes
    }

    /// The changes from the present settings; only for settings that differ.
    pub fn changes(&self, there: &Self) -> Vec<Change> {
        let mut changes = self.plain.changes(&there.plain);
        let (role, network) = (there.role.as_ref().map(Value::from), there.network.as_ref());
        changes.extend(self.role.as_ref().map(|it| Change::update("Role", role, it)));
        let network = network.map(Network::to_value);
        changes.extend(self.network.as_ref().map(|it| Change::update("VpcConfig", network, it.to_value())));
        let empty = Environment::new();
        let Some(wanted) = &self.environment else { return changes };
        let is = there.environment.as_ref().unwrap_or(&empty);
        let text = |value: Option<&WriteOnly>| value.map(|value| value.reveal().to_owned());
        for name in wanted.keys().chain(is.keys().filter(|name| !wanted.contains_key(*name))) {
            let (old, new) = (is.get(name), wanted.get(name));
            let path = format!("Environment.{name}");
            let change = Change::update(path, text(old), text(new)).hidden();
            changes.extend((old != new).then_some(change));
        }
        changes
    }
}
