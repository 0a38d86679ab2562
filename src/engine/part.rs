//! One thing in AWS that a state looks after.

use crate::aws::Connection;
use crate::model::gate::After;
use crate::model::{Aspects, Leaves, Value};
use crate::resources::{AnyKind, AnySpec};

/// One thing that a state looks after. Most states have one; a balancer with CNAMEs has several.
#[derive(Clone)]
pub struct Part {
    /// Its kind.
    pub kind: &'static dyn AnyKind,
    /// What it leaves behind.
    pub leaves: Leaves,
    /// What the SLS says.
    pub spec: AnySpec,
    /// Whom to ask and tell.
    pub connection: Connection,
    /// The name in its declaration.
    pub name: String,
    /// What names it beside that: the arguments that its deletion takes as well, as a record's zone and type.
    pub named_by: Vec<(&'static str, Value)>,
    /// True when its tags are read whatever the declaration mentions.
    pub reads_tags: bool,
}

impl Part {
    /// What is read of it, beyond the thing itself.
    pub fn aspects(&self) -> Aspects {
        let tags = if self.reads_tags { self.kind.aspect_of_tags() } else { Aspects::NONE };
        self.kind.aspects(&self.spec) | tags
    }

    /// True when it may be done only after all before it have succeeded.
    pub fn follows_all(&self) -> bool {
        self.kind.gate(&self.spec).is_some_and(|gate| gate.after != After::Anything)
    }
}
