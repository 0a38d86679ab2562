//! State functions: what can be declared.

use super::{Argument, Effect};

/// What a function leaves behind when it succeeds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Leaves {
    /// The thing exists.
    Present,
    /// The thing does not exist. Such a call waits for all before it, and all after it wait for it.
    Absent,
    /// It acts on a thing that others look after (`boto_elb.register_instances`).
    Other,
}

/// One state function of one kind, with everything an author may write below it.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// All its names, the canonical one first: `boto_sqs.present`, `boto3_sqs.present`.
    pub names: &'static [&'static str],
    /// The word by which its kind knows it: `present`, `absent`, `register_instances`.
    pub verb: &'static str,
    /// What it leaves behind.
    pub leaves: Leaves,
    /// Its arguments, `name` included.
    pub arguments: &'static [Argument],
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// True when it takes arguments that it does not know, and passes over them.
    pub open: bool,
    /// What it does to the world; none where that is what its layer does: AWS kinds read and change AWS, all others read and
    /// change the machine.
    pub does: Option<&'static [Effect]>,
}

impl Function {
    /// A function that leaves the thing present.
    pub const fn present(
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
    ) -> Self {
        Self { names, verb: "present", leaves: Leaves::Present, arguments, doc, open: false, does: None }
    }

    /// A function that leaves the thing absent.
    pub const fn absent(
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
    ) -> Self {
        Self { names, verb: "absent", leaves: Leaves::Absent, arguments, doc, open: false, does: None }
    }

    /// A function that acts on a thing otherwise.
    pub const fn other(
        verb: &'static str,
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
    ) -> Self {
        Self { names, verb, leaves: Leaves::Other, arguments, doc, open: false, does: None }
    }

    /// Lets it take any other argument too.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Says what it does, where that is not what its layer does.
    #[must_use]
    pub const fn does(mut self, effects: &'static [Effect]) -> Self {
        self.does = Some(effects);
        self
    }

    /// The canonical name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or("")
    }

    /// The state module of that name: `boto_sqs`.
    pub fn module(&self) -> &'static str {
        self.name().split('.').next().unwrap_or_default()
    }
}
