//! Blocks of templates as values: `self.name`, `super`.

use std::rc::Rc;
use std::sync::Arc;

use super::Vm;
use super::scope::Ctx;
use crate::jinja::py::{Args, Object, Py};
use crate::jinja::raise::Outcome;

/// `self`: the blocks of the template by name.
pub(super) struct Blocks {
    pub(super) ctx: Rc<Ctx>,
}

impl Object for Blocks {
    fn type_name(&self) -> &'static str {
        "TemplateReference"
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let name: Arc<str> = Arc::from(name);
        let known = self.ctx.blocks.borrow().contains_key(&name);
        known.then(|| Py::object(BlockVersion { name, index: 0, ctx: self.ctx.clone() }))
    }
}

/// A block that can be called: `super`, `self.name`.
pub(super) struct BlockVersion {
    pub(super) name: Arc<str>,
    pub(super) index: usize,
    pub(super) ctx: Rc<Ctx>,
}

impl Object for BlockVersion {
    fn type_name(&self) -> &'static str {
        "BlockReference"
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let known = self.ctx.blocks.borrow().get(&self.name).is_some_and(|all| all.len() > self.index + 1);
        (name == "super" && known).then(|| {
            Py::object(Self { name: self.name.clone(), index: self.index + 1, ctx: self.ctx.clone() })
        })
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, vm: &mut Vm<'_>, args: Args) -> Outcome<Py> {
        let [] = args.bind("super", [])?;
        vm.capture(|vm| vm.block_version(&self.name, self.index, &self.ctx, None)).map(Py::str)
    }
}
