//! SLS files to high data: every declaration of a run by its ID, with includes, extensions and exclusions applied.
//!
//! `gather` renders the SLS asked for and those they include, `declare` reads one file's declarations in all
//! their forms, `extend` and `exclude` apply what those words say, `check` finds what cannot be compiled.
//! Called by the compiler; `low` makes calls of the result.
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

use crate::model::{Key, Map, Node, Place, Problems, Value};

pub use extend::Extension;
pub use gather::{Gatherer, Wanted};

/// All declarations of a run, by ID, in the order in which they were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HighData {
    /// The declarations.
    pub declarations: IndexMap<String, Declaration>,
    /// What is to be added to some of them, in the order read.
    pub extensions: Vec<Extension>,
    /// What is to be left out, as written.
    pub exclusions: Vec<Node>,
    /// The names of all SLS that were read, also of those that declare nothing.
    pub rendered: Vec<String>,
}

/// What stands under one ID.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Where the ID stands.
    pub place: Place,
    /// The SLS.
    pub sls: String,
    /// Its environment.
    pub env: String,
    /// The SLS whose `include` brought that one in.
    pub included_from: Vec<String>,
    /// What is declared, by state module.
    pub states: IndexMap<String, StateBody>,
}

/// What is declared of one state module under an ID.
#[derive(Clone, Debug, PartialEq)]
pub struct StateBody {
    /// Where the module stands.
    pub place: Place,
    /// Function names (text) and arguments (mappings), as written, in Salt's normal form.
    pub items: Vec<Node>,
    /// The `order` among the items that was given for want of one.
    pub numbered: Option<i64>,
}

impl StateBody {
    /// The functions named, without repetition.
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
    /// Adds what is extended and leaves out what is excluded: what a run does before it compiles.
    ///
    /// # Errors
    ///
    /// Exclusions that name neither an ID nor an SLS; extensions of what is not declared; what cannot be compiled after
    /// them.
    pub fn apply(mut self) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        extend::apply(&mut self, &mut problems);
        exclude::apply(&mut self, &mut problems);
        check::check(&self, &mut problems);
        problems.or(self)
    }

    /// As `state.show_sls` and `state.show_highstate` show it.
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
