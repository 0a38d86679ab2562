//! State functions: the functions that an SLS can declare.

use super::{Argument, Effect};

/// The effect of a function that succeeds on its thing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Leaves {
    /// The thing exists.
    Present,
    /// The thing does not exist. Such a call waits for all calls before it, and all calls after it wait for it.
    Absent,
    /// It changes a thing that other states manage (`boto_elb.register_instances`).
    Other,
}

/// One state function of one kind, with all its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// All its names, the canonical one first: `boto_sqs.present`, `boto3_sqs.present`.
    pub names: &'static [&'static str],
    /// The word that its kind uses for it: `present`, `absent`, `register_instances`.
    pub verb: &'static str,
    /// Its effect on the thing.
    pub leaves: Leaves,
    /// Its arguments, `name` included.
    pub arguments: &'static [Argument],
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// True when it accepts unknown arguments and ignores them.
    pub open: bool,
    /// Its effects on the world; none for the default of its layer: AWS kinds read and change AWS, all others read and
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

    /// A function that changes a thing in another way.
    pub const fn other(
        verb: &'static str,
        names: &'static [&'static str],
        arguments: &'static [Argument],
        doc: &'static str,
    ) -> Self {
        Self { names, verb, leaves: Leaves::Other, arguments, doc, open: false, does: None }
    }

    /// Lets it accept any other argument too.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Declares its effects, if they differ from the default of its layer.
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
