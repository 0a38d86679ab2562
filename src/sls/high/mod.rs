//! From SLS files to high data: every declaration of a run by its ID, with includes, extensions and exclusions applied.
//!
//! `gather` renders the requested SLS and those they include. `declare` reads the declarations of one file in all their
//! forms. `extend` and `exclude` apply the statements of these names. `check` finds declarations that cannot be
//! compiled. The compiler calls it; `low` makes calls from the result.
//!
//! Laws: the problems of all files are reported at once; every declaration keeps its place.
//! See <https://docs.saltproject.io/en/3007/ref/states/highstate.html>.

mod check;
mod declare;
mod exclude;
mod extend;
mod gather;
pub mod include;

use indexmap::IndexMap;

use model::{Key, Map, Node, Place, Problems, Value};

pub use extend::Extension;
pub use gather::{Gatherer, Wanted};

/// All declarations of a run, by ID, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HighData {
    /// The declarations.
    pub declarations: IndexMap<String, Declaration>,
    /// The extensions, in the order read.
    pub extensions: Vec<Extension>,
    /// The exclusions, as written.
    pub exclusions: Vec<Node>,
    /// The names of all SLS that were read, including those that declare nothing.
    pub rendered: Vec<String>,
}

/// The declarations under one ID.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The place of the ID.
    pub place: Place,
    /// The SLS.
    pub sls: String,
    /// Its environment.
    pub env: String,
    /// The SLS whose `include` led to that one.
    pub included_from: Vec<String>,
    /// The declarations, by state module.
    pub states: IndexMap<String, StateBody>,
}

/// The declaration of one state module under an ID.
#[derive(Clone, Debug, PartialEq)]
pub struct StateBody {
    /// The place of the module.
    pub place: Place,
    /// Function names (text) and arguments (mappings), as written, in Salt's normal form.
    pub items: Vec<Node>,
    /// The `order` among the items that was added because the author gave none.
    pub numbered: Option<i64>,
}

impl StateBody {
    /// The functions, without repetition.
    pub fn functions(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for name in self.items.iter().filter_map(Node::as_str) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
        found
    }
}

impl HighData {
    /// Applies extensions and exclusions, as a run does before it compiles.
    ///
    /// # Errors
    ///
    /// Exclusions that name neither an ID nor an SLS; extensions of undeclared IDs; declarations that cannot be
    /// compiled after that.
    pub fn apply(mut self) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        extend::apply(&mut self, &mut problems);
        exclude::apply(&mut self, &mut problems);
        check::check(&self, &mut problems);
        problems.or(self)
    }

    /// Its form in `state.show_sls` and `state.show_highstate`.
    pub fn to_value(&self) -> Value {
        let shown = self
            .declarations
            .iter()
            .map(|(id, declaration)| (Key::from(id.as_str()), declaration.to_value()));
        let mut map: Map = shown.collect();
        if !self.extensions.is_empty() {
            let list = self.extensions.iter().map(Extension::to_value).collect();
            map.insert("__extend__".into(), Value::List(list));
        }
        if !self.exclusions.is_empty() {
            map.insert(
                "__exclude__".into(),
                Value::List(self.exclusions.iter().map(Node::to_value).collect()),
            );
        }
        Value::Map(map)
    }
}

impl Declaration {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        for (module, body) in &self.states {
            let items = body.items.iter().map(Node::to_value).collect();
            map.insert(module.as_str().into(), Value::List(items));
        }
        map.insert("__sls__".into(), self.sls.as_str().into());
        map.insert("__env__".into(), self.env.as_str().into());
        if !self.included_from.is_empty() {
            map.insert("__sls_included_from__".into(), self.included_from.clone().into());
        }
        Value::Map(map)
    }
}
