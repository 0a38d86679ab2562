//! Arguments of one declaration, checked against their table and read by name.
//!
//! `check` finds all mistakes at once. After it the getters cannot fail: `check` has refused values of a wrong shape,
//! so a getter answers `None` only for an argument that was left out.

mod check;

use indexmap::IndexMap;

use super::{Argument, Entry, Node, NodeKind, Place, Problem, Problems, Shape, Value};

/// Checked arguments under the names of their table.
#[derive(Clone, Debug)]
pub struct Fields {
    table: &'static [Argument],
    entries: IndexMap<&'static str, Entry>,
    place: Place,
    /// The arguments that were given as `None`.
    nothing: Vec<&'static str>,
}

impl Fields {
    /// Checks `entries` against `table`. Notes arguments that are unknown, given twice, missing or of a wrong shape in
    /// `problems`.
    ///
    /// `subject` is the owner of the arguments, for messages: `boto_sqs.present`, `listeners`.
    pub fn check(
        table: &'static [Argument],
        entries: impl IntoIterator<Item = (String, Entry)>,
        place: &Place,
        subject: &str,
        problems: &mut Problems,
    ) -> Self {
        check::fields(table, entries, place, subject, problems)
    }

    /// Checks a mapping of configuration, grains or pillar. A missing one counts as empty; anything but a mapping is a
    /// problem.
    pub fn of_setting(
        table: &'static [Argument],
        given: Option<&Value>,
        place: &Place,
        subject: &str,
        problems: &mut Problems,
    ) -> Option<Self> {
        let given = given.filter(|given| !given.is_null())?;
        let Some(map) = given.as_map() else {
            let message = format!("'{subject}' must be a mapping, not {}", given.type_name());
            problems.push(Problem::at(place, message));
            return None;
        };
        Some(Self::check(table, Entry::all_of(map, place), place, subject, problems))
    }

    /// The place of the declaration.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The place of an argument, or of the declaration if the argument was left out.
    pub fn place_of(&self, name: &str) -> &Place {
        self.entries.get(name).map_or(&self.place, |entry| &entry.node.place)
    }

    /// True when the function takes an argument of that name.
    pub fn takes(&self, name: &str) -> bool {
        self.table.iter().any(|argument| argument.name == name)
    }

    /// True when the argument was given.
    pub fn has(&self, name: &str) -> bool {
        self.node(name).is_some()
    }

    /// True when the author wrote `None` for the argument, where this differs from leaving it out.
    pub fn is_nothing(&self, name: &str) -> bool {
        self.nothing.contains(&name)
    }

    /// The argument as written.
    pub fn node(&self, name: &str) -> Option<&Node> {
        debug_assert!(
            self.table.iter().any(|argument| argument.name == name),
            "'{name}' is not in the table"
        );
        self.entries.get(name).map(|entry| &entry.node)
    }

    /// The datum as written.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.node(name).map(Node::to_value)
    }

    /// Text; bare numbers as written, booleans as `true` and `false`.
    pub fn text(&self, name: &str) -> Option<String> {
        self.node(name).and_then(text)
    }

    /// Text that the table requires; empty only if a problem was noted.
    pub fn required_text(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.node(name).and_then(integer)
    }

    /// A whole number of AWS's 32-bit type. `check` does not know the width, so a larger number becomes the largest
    /// one.
    pub fn integer32(&self, name: &str) -> Option<i32> {
        self.integer(name).map(|number| i32::try_from(number).unwrap_or(i32::MAX))
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.node(name).and_then(number)
    }

    /// A boolean.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        self.node(name).and_then(boolean)
    }

    /// A list of text; one text alone is a list of one.
    pub fn texts(&self, name: &str) -> Option<Vec<String>> {
        self.node(name).map(texts)
    }

    /// A list of text; one text alone is split at commas, as Salt does for some arguments.
    pub fn comma_texts(&self, name: &str) -> Option<Vec<String>> {
        let words = self.texts(name)?;
        let parts = words.iter().flat_map(|word| word.split(','));
        Some(parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect())
    }

    /// The elements of a list; one element alone is a list of one.
    pub fn list(&self, name: &str) -> Option<Vec<&Node>> {
        self.node(name).map(|node| node.as_list().map_or_else(|| vec![node], |list| list.iter().collect()))
    }

    /// The entries of a mapping with free keys.
    pub fn table(&self, name: &str) -> Option<Vec<(String, &Node)>> {
        let map = self.node(name)?.as_map()?;
        Some(map.iter().map(|(key, entry)| (key.to_string(), &entry.node)).collect())
    }

    /// A mapping of text to text; see [`Fields::text`] for numbers and booleans.
    pub fn text_table(&self, name: &str) -> Option<IndexMap<String, String>> {
        let table = self.table(name)?;
        Some(table.into_iter().filter_map(|(key, node)| Some((key, text(node)?))).collect())
    }

    /// A mapping with known keys. Its shape must be `Record` or `Merged` (also inside `Either`).
    pub fn record(&self, name: &str) -> Option<Self> {
        let node = self.node(name)?;
        self.nested(name).map(|table| check::record(table, node, name, &mut Problems::default()))
    }

    /// A list of mappings with known keys. Its shape must be `Records`.
    pub fn records(&self, name: &str) -> Option<Vec<Self>> {
        let table = self.nested(name)?;
        let nodes = self.list(name)?;
        Some(
            nodes
                .into_iter()
                .map(|node| check::record(table, node, name, &mut Problems::default()))
                .collect(),
        )
    }

    fn nested(&self, name: &str) -> Option<&'static [Argument]> {
        let argument = self.table.iter().find(|argument| argument.name == name)?;
        nested_table(&argument.shape)
    }
}

fn nested_table(shape: &Shape) -> Option<&'static [Argument]> {
    match shape {
        Shape::Record(table) | Shape::Records(table) | Shape::Merged(table) => Some(table),
        Shape::Either(shapes) => shapes.iter().find_map(nested_table),
        _ => None,
    }
}

/// The text of a scalar node.
pub fn text(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Scalar(Value::Str(text)) => Some(text.clone()),
        NodeKind::Scalar(Value::Int(number)) => Some(number.to_string()),
        NodeKind::Scalar(Value::Float(number)) => Some(format!("{number:?}")),
        NodeKind::Scalar(Value::Bool(truth)) => Some(truth.to_string()),
        _ => None,
    }
}

/// Scalars as text, mappings and lists as JSON: the form in which AWS takes documents beside plain values.
pub fn json_text(node: &Node) -> String {
    text(node).unwrap_or_else(|| node.to_value().to_json().to_string())
}

/// The whole number of a scalar node, also when quoted.
pub fn integer(node: &Node) -> Option<i64> {
    match &node.kind {
        NodeKind::Scalar(Value::Int(number)) => Some(*number),
        NodeKind::Scalar(Value::Str(text)) => text.trim().parse().ok(),
        #[expect(clippy::cast_possible_truncation, reason = "only numbers without a fraction are taken")]
        NodeKind::Scalar(Value::Float(number)) if number.fract() == 0.0 => Some(*number as i64),
        _ => None,
    }
}

/// The number of a scalar node, also when quoted.
pub fn number(node: &Node) -> Option<f64> {
    match &node.kind {
        #[expect(clippy::cast_precision_loss, reason = "thresholds beyond 2^53 do not occur")]
        NodeKind::Scalar(Value::Int(number)) => Some(*number as f64),
        NodeKind::Scalar(Value::Float(number)) => Some(*number),
        NodeKind::Scalar(Value::Str(text)) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The boolean of a scalar node, also when quoted as Python or JSON write it, or given as 0 or 1.
pub fn boolean(node: &Node) -> Option<bool> {
    match &node.kind {
        NodeKind::Scalar(Value::Bool(truth)) => Some(*truth),
        NodeKind::Scalar(Value::Int(0)) => Some(false),
        NodeKind::Scalar(Value::Int(1)) => Some(true),
        NodeKind::Scalar(Value::Str(text)) => match text.as_str() {
            "true" | "True" => Some(true),
            "false" | "False" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The texts of a list node, or of a scalar as a list of one.
pub fn texts(node: &Node) -> Vec<String> {
    node.as_list()
        .map_or_else(|| text(node).into_iter().collect(), |list| list.iter().filter_map(text).collect())
}

#[cfg(test)]
mod tests;
