//! One thing in AWS that a state manages.

use aws::Connection;
use kind::{AnyKind, AnySpec};
use model::gate::After;
use model::{Aspects, Leaves, Value};

/// One thing that a state manages. Most states have one; a balancer with CNAMEs has several.
#[derive(Clone)]
pub struct Part {
    /// Its kind.
    pub kind: &'static dyn AnyKind,
    /// Its desired end: present or absent.
    pub leaves: Leaves,
    /// The arguments from the SLS.
    pub spec: AnySpec,
    /// The connection of its calls.
    pub connection: Connection,
    /// What AWS calls it, from its arguments: never the ID of a state that names it otherwise.
    pub name: String,
    /// What identifies it besides that: the arguments that its deletion takes too, such as a record's zone and type.
    pub named_by: Vec<(&'static str, Value)>,
    /// True when its tags are read even if the declaration does not mention them.
    pub reads_tags: bool,
}

impl Part {
    /// The aspects that are read, besides the thing itself.
    pub fn aspects(&self) -> Aspects {
        let tags = if self.reads_tags { self.kind.aspect_of_tags() } else { Aspects::NONE };
        let is_deleted = self.leaves == Leaves::Absent;
        let identity = if is_deleted { self.kind.undoing().identity } else { Aspects::NONE };
        self.kind.aspects(&self.spec) | tags | identity
    }

    /// True when it may be done only after all before it have succeeded.
    pub fn follows_all(&self) -> bool {
        let gate = self.kind.gate(&self.spec);
        gate.is_some_and(|gate| matches!(gate.after, After::Highstate | After::Run))
    }
}
