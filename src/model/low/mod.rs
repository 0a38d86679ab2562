//! One state call, ready to run: Salt's "low chunk".
//!
//! `sls` makes them in Salt's order, `graph` connects them, `engine` runs them, `cli` shows them. Everything that the
//! author wrote under the declaration is in exactly one of [`Low::arguments`], [`Low::keywords`] and
//! [`Low::requisites`].

mod keyword;
mod requisite;

pub use keyword::Keyword;
pub use requisite::{Quantity, Relation, Requisite, RequisiteKind, Target};

use indexmap::IndexMap;

use super::node::Entry;
use super::{Key, Map, Place, Value};

/// One call of a state function, with everything that its declaration says.
#[derive(Clone, Debug, PartialEq)]
pub struct Low {
    /// The state module, such as `boto_sqs`.
    pub state: String,
    /// The function, such as `present`; empty if the author named none.
    pub function: String,
    /// The ID of the declaration.
    pub id: String,
    /// The `name`, or one of `names`, or the ID.
    pub name: String,
    /// The SLS that declares it, such as `elb.register`.
    pub sls: String,
    /// The environment of that SLS.
    pub env: String,
    /// The SLS files whose `include` led to that SLS; empty for an SLS that was asked for directly.
    pub included_from: Vec<String>,
    /// Its position in the order of all states; `names` make fractions.
    pub order: f64,
    /// True when the author wrote `order:`.
    pub explicit_order: bool,
    /// The arguments of the function, `name` excepted, in the order written.
    pub arguments: IndexMap<String, Entry>,
    /// Its relations to others, in the order written; the `…_in` forms stay as written.
    pub requisites: Vec<Requisite>,
    /// The keywords that control the call, in the order written.
    pub keywords: IndexMap<Keyword, Entry>,
    /// The place of the ID.
    pub place: Place,
    /// The place of the module (or of `module.function`).
    pub function_place: Place,
}

impl Low {
    /// A call without arguments, named as its ID, in `base`: the starting point of the compiler, and of tests.
    pub fn new(
        state: impl Into<String>,
        function: impl Into<String>,
        id: impl Into<String>,
        place: Place,
    ) -> Self {
        let id = id.into();
        Self {
            state: state.into(),
            function: function.into(),
            name: id.clone(),
            id,
            sls: String::new(),
            env: "base".to_owned(),
            included_from: Vec::new(),
            order: 0.0,
            explicit_order: false,
            arguments: IndexMap::new(),
            requisites: Vec::new(),
            keywords: IndexMap::new(),
            function_place: place.clone(),
            place,
        }
    }

    /// The key of its result in Salt's return: `boto_sqs_|-id_|-name_|-present`.
    pub fn tag(&self) -> String {
        format!("{}_|-{}_|-{}_|-{}", self.state, self.id, self.name, self.function)
    }

    /// The state function: `boto_sqs.present`.
    pub fn full_function(&self) -> String {
        format!("{}.{}", self.state, self.function)
    }

    /// The value of `name`, or of a keyword that some functions take as an argument too (`timeout`, `runas`).
    pub fn argument(&self, name: &str) -> Option<&Entry> {
        self.arguments.get(name).or_else(|| self.keywords.get(&Keyword::parse(name)?))
    }

    /// The targets of all requisites of one kind.
    pub fn targets(&self, kind: RequisiteKind) -> impl Iterator<Item = &Target> {
        self.requisites.iter().filter(move |requisite| requisite.kind == kind).flat_map(|it| &it.targets)
    }

    /// Its form in `state.show_low_sls`.
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(Key::from(key), value);
        put("state", self.state.as_str().into());
        put("name", self.name.as_str().into());
        put("__sls__", self.sls.as_str().into());
        put("__env__", self.env.as_str().into());
        if !self.included_from.is_empty() {
            put("__sls_included_from__", self.included_from.clone().into());
        }
        put("__id__", self.id.as_str().into());
        for (name, entry) in &self.arguments {
            put(name, entry.node.to_value());
        }
        for (keyword, entry) in &self.keywords {
            put(keyword.word(), entry.node.to_value());
        }
        for requisite in &self.requisites {
            put(
                &requisite.kind.word(),
                requisite.targets.iter().map(Target::to_value).collect::<Vec<_>>().into(),
            );
        }
        put("order", order_value(self.order));
        put("fun", self.function.as_str().into());
        Value::Map(map)
    }
}

/// Orders are whole numbers unless `names` made fractions of them.
fn order_value(order: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
    if order.fract() == 0.0 && order.abs() < 1e15 { Value::Int(order as i64) } else { Value::Float(order) }
}

#[cfg(test)]
mod tests;
