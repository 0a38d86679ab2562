//! From a low chunk to its declaration: finds the state function and checks every argument; nothing is called.
//!
//! A wrong argument refuses the run; an unknown function fails only its state.

use indexmap::IndexMap;

use aws::{Connection, profile};
use kind::{AnyKind, Composite, ImpliedState};
use kinds::kinds;
use model::problem::did_you_mean;
use model::{
    Argument, Entry, Fields, Function, Leaves, Low, Minion, Node, Problem, Problems, Reference, Value,
};

use super::composed;
use super::local::LocalPart;
use super::part::Part;
use super::unknown::unknown;

/// The declaration of a low chunk.
#[derive(Clone)]
pub enum Declared {
    /// Things in AWS: the state's own, with the things that it implies before and after it.
    Aws(Vec<Part>),
    /// The parts of a function that combines others, and why some of them are left out now.
    Composed(Vec<Part>, Option<String>),
    /// A thing of the machine itself.
    System(LocalPart),
    /// Nothing: there is no such state function; with advice what to write instead.
    Unknown(Problem),
}

impl Declared {
    /// Reads the tags of all its things.
    #[must_use]
    pub fn reading_tags(mut self) -> Self {
        if let Self::Aws(parts) | Self::Composed(parts, _) = &mut self {
            parts.iter_mut().for_each(|part| part.reads_tags = true);
        }
        self
    }

    /// The things that other states may refer to.
    pub fn provides(&self) -> Vec<Reference> {
        self.parts()
            .iter()
            .filter(|part| part.leaves != Leaves::Absent)
            .flat_map(|part| part.kind.provides(&part.spec))
            .collect()
    }

    /// The things that must exist before it, except its own parts.
    pub fn uses(&self) -> Vec<Reference> {
        let own = self.provides();
        let all = self
            .parts()
            .iter()
            .filter(|part| part.leaves != Leaves::Absent)
            .flat_map(|part| part.kind.uses(&part.spec));
        all.filter(|used| !own.iter().any(|provided| used.is_provided_by(provided))).collect()
    }

    /// True when it reacts to changes of what it watches.
    pub fn reacts(&self) -> bool {
        if let Self::System(part) = self { part.kind.reacts() } else { false }
    }

    /// The problem of a state function that does not exist.
    pub fn unknown(&self) -> Option<&Problem> {
        if let Self::Unknown(problem) = self { Some(problem) } else { None }
    }

    /// The things in AWS.
    pub fn parts(&self) -> &[Part] {
        if let Self::Aws(parts) | Self::Composed(parts, _) = self { parts } else { &[] }
    }
}

/// Finds the state function of a low chunk and checks its arguments. All mistakes in these are noted in `problems`; an
/// unknown function fails only its state, as in Salt.
pub fn declare(low: &Low, minion: &Minion, problems: &mut Problems) -> Option<Declared> {
    let name = low.full_function();
    if let Some((kind, function)) = system::find(&name) {
        let before = problems.0.len();
        let fields =
            Fields::check(function.arguments, entries(low, function), &low.function_place, &name, problems);
        return (problems.0.len() == before).then_some(Declared::System(LocalPart {
            kind,
            function,
            fields,
        }));
    }
    if let Some(composite) = composed::find(&name) {
        return composed(composite, &name, low, minion, problems);
    }
    let Some((kind, function)) = find(&name) else {
        return Some(Declared::Unknown(unknown(low, &name, minion)));
    };
    let before = problems.0.len();
    let part = part(
        kind,
        function,
        entries(low, function),
        &Subject { name: &name, low, parent: None },
        minion,
        problems,
    )?;
    let also = |all: Vec<ImpliedState>, problems: &mut Problems| -> Vec<Part> {
        all.iter().filter_map(|it| follow(it, &part.connection, low, minion, problems)).collect()
    };
    let mut parts = also(kind.forerunners(&part.spec), problems);
    let after = also(kind.implied_states(&part.spec), problems);
    parts.push(part);
    parts.extend(after);
    (problems.0.len() == before).then_some(Declared::Aws(parts))
}

/// The parts of a function that combines others.
fn composed(
    composite: &'static Composite,
    name: &str,
    low: &Low,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Declared> {
    let before = problems.0.len();
    let function = &composite.function;
    let subject = Subject { name, low, parent: None };
    let (fields, connection) =
        checked(function, composite.labels, entries(low, function), &subject, minion, problems)?;
    // Only an instance puts itself into service, and its metadata hold the region.
    let region =
        connection.region.clone().or_else(|| Some(minion.grains.get("ec2_region")?.as_str()?.to_owned()));
    let connection = Connection { region, ..connection };
    let implied_states = (composite.parts)(function, &fields, minion, problems);
    let mut parts = vec![];
    for implied in &implied_states {
        parts.extend(follow(implied, &connection, low, minion, problems));
    }
    let remark = (composite.remark)(&fields, minion);
    (problems.0.len() == before).then_some(Declared::Composed(parts, remark))
}

/// The arguments that a state function declares, by tables; none for a function that does not exist.
pub fn arguments(name: &str) -> Vec<&'static [Argument]> {
    if let Some((_, function)) = system::find(name) {
        return vec![function.arguments];
    }
    let function = match composed::find(name) {
        Some(composite) => Some(&composite.function),
        None => find(name).map(|(_, function)| function),
    };
    function.map(|function| vec![function.arguments, profile::ARGUMENTS]).unwrap_or_default()
}

pub(super) fn find(name: &str) -> Option<(&'static dyn AnyKind, &'static Function)> {
    kinds().find_map(|kind| {
        let function = kind.functions().iter().find(|function| function.names.contains(&name))?;
        Some((kind, function))
    })
}

/// The name of the function, for messages and places.
struct Subject<'a> {
    name: &'a str,
    low: &'a Low,
    parent: Option<&'a Connection>,
}

/// The arguments as written, `name` among them. Another spelling of `name` replaces it, as `table_name` does in Salt:
/// every state has a name, at least its ID. Keywords that control the call (`timeout`, `runas`) count as arguments if
/// the function takes them.
fn entries(low: &Low, function: &Function) -> Vec<(String, Entry)> {
    let takes = |key: &str| function.arguments.iter().any(|argument| argument.is_spelled(key));
    let is_name = |key: &String| {
        function.arguments.iter().any(|argument| argument.name == "name" && argument.is_spelled(key))
    };
    let name = Node::scalar(low.function_place.clone(), low.name.as_str());
    let name = ("name".to_owned(), Entry { key_place: low.function_place.clone(), node: name });
    let own = low.arguments.iter().map(|(key, entry)| (key.clone(), entry.clone()));
    let own = own.filter(|(key, _)| !function.open || takes(key));
    let words = low.keywords.iter().map(|(keyword, entry)| (keyword.word().to_owned(), entry.clone()));
    let name = Some(name).filter(|_| !low.arguments.keys().any(is_name));
    name.into_iter().chain(own).chain(words.filter(|(word, _)| takes(word))).collect()
}

fn part(
    kind: &'static dyn AnyKind,
    function: &'static Function,
    entries: Vec<(String, Entry)>,
    subject: &Subject<'_>,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Part> {
    let before = problems.0.len();
    let (fields, connection) = checked(function, kind.labels(), entries, subject, minion, problems)?;
    let spec = kind.read(function, &fields, minion, problems);
    let written = fields.text("name").unwrap_or_else(|| subject.low.name.clone());
    let name = kind.subject(&spec).unwrap_or_else(|| written.clone());
    let mut named_by = named_by(kind, function, &fields);
    if subject.parent.is_some() && name != written && fields.takes("name") {
        // No SLS declares an implied thing: its own function is called with this name.
        named_by.push(("name", Value::from(written)));
    }
    let part = Part { kind, leaves: function.leaves, spec, connection, name, named_by, reads_tags: false };
    (problems.0.len() == before).then_some(part)
}

/// The arguments that the deleting function of the same module takes too, and those that say how a change is made.
fn named_by(
    kind: &'static dyn AnyKind,
    function: &'static Function,
    fields: &Fields,
) -> Vec<(&'static str, Value)> {
    let deletes = |it: &&Function| it.leaves == Leaves::Absent && it.module() == function.module();
    let deletion = kind.functions().iter().find(deletes);
    let names = deletion.into_iter().flat_map(|it| it.arguments).map(|argument| argument.name);
    let names = names.filter(|name| !matches!(*name, "name" | "tags"));
    let names = names.chain(kind.undoing().manner.iter().copied()).filter(|name| fields.takes(name));
    names.filter_map(|name| Some((name, fields.value(name)?))).collect()
}

/// The function's own arguments, and the connection from the common ones.
fn checked(
    function: &'static Function,
    labels: &[&str],
    entries: Vec<(String, Entry)>,
    subject: &Subject<'_>,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<(Fields, Connection)> {
    let before = problems.0.len();
    let is_shared = |key: &str| {
        profile::ARGUMENTS.iter().any(|argument| argument.name == key)
            && !function.arguments.iter().any(|argument| argument.is_spelled(key))
    };
    let (shared, own): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| is_shared(key));
    let (misspelt, own): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|(key, _)| means_shared(key, function).is_some());
    for (key, entry) in misspelt {
        let problem = Problem::at(&entry.key_place, format!("unknown argument '{key}' in {}", subject.name));
        problems.push(
            problem.hint(format!("did you mean '{}'?", means_shared(&key, function).unwrap_or_default())),
        );
    }
    let place = &subject.low.function_place;
    let says_where = !shared.is_empty();
    let shared = Fields::check(profile::ARGUMENTS, shared, place, subject.name, problems);
    let fields = Fields::check(function.arguments, own, place, subject.name, problems);
    let connection = match subject.parent {
        Some(parent) if !says_where => Some(parent.clone()),
        _ => profile::resolve(&shared, minion, labels, problems),
    };
    if problems.0.len() > before {
        return None;
    }
    Some((fields, connection?))
}

/// The common argument of AWS states, if a misspelt word is more similar to it than to any of the function's own.
fn means_shared(key: &str, function: &Function) -> Option<&'static str> {
    if function.arguments.iter().any(|argument| argument.is_spelled(key)) {
        return None;
    }
    let own =
        function.arguments.iter().flat_map(|it| std::iter::once(it.name).chain(it.aliases.iter().copied()));
    let near = did_you_mean(key, own.chain(profile::ARGUMENTS.iter().map(|it| it.name)))?;
    profile::ARGUMENTS.iter().map(|it| it.name).find(|name| *name == near)
}

fn follow(
    implied: &ImpliedState,
    parent: &Connection,
    low: &Low,
    minion: &Minion,
    problems: &mut Problems,
) -> Option<Part> {
    let Some((kind, function)) = find(implied.function) else {
        let message = format!(
            "{}.{} needs {}, which this build does not have",
            low.state, low.function, implied.function
        );
        problems.push(Problem::at(&low.function_place, message));
        return None;
    };
    let place = &low.function_place;
    let entry = |value| Entry { key_place: place.clone(), node: Node::from_value(value, place) };
    let arguments: IndexMap<String, _> = implied.arguments.clone();
    let entries = arguments.into_iter().map(|(key, value)| (key, entry(value))).collect();
    let name = format!("{} (of {}.{})", implied.function, low.state, low.function);
    part(kind, function, entries, &Subject { name: &name, low, parent: Some(parent) }, minion, problems)
}
