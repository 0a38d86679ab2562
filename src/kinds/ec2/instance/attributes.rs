//! The attributes of an instance that can be changed, with AWS's names.
//!
//! See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyInstanceAttribute.html>.

use model::fields::{boolean, text, texts};
use model::{Argument, Aspects, Fields, Ident, Shape, Value};

/// An attribute.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Attribute {
    /// The instance type.
    Type,
    /// The kernel.
    Kernel,
    /// The RAM disk.
    Ramdisk,
    /// The input of its first start.
    UserData,
    /// Whether it is protected from termination.
    Protection,
    /// What a shutdown from inside does.
    Shutdown,
    /// Whether it takes only traffic for its own addresses.
    Check,
    /// Its security groups.
    Groups,
    /// Whether its volumes have dedicated bandwidth.
    Ebs,
    /// Enhanced networking.
    Sriov,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Text.
    Text(String),
    /// A boolean.
    Truth(bool),
    /// Groups, sorted.
    Groups(Vec<Ident>),
}

/// An attribute, its argument in `attributes`, and its own argument next to it.
const NAMES: &[(Attribute, &str, &str)] = &[
    (Attribute::Type, "instanceType", ""),
    (Attribute::Kernel, "kernel", ""),
    (Attribute::Ramdisk, "ramdisk", ""),
    (Attribute::UserData, "userData", ""),
    (Attribute::Protection, "disableApiTermination", "disable_api_termination"),
    (Attribute::Shutdown, "instanceInitiatedShutdownBehavior", "instance_initiated_shutdown_behavior"),
    (Attribute::Check, "sourceDestCheck", ""),
    (Attribute::Groups, "groupSet", ""),
    (Attribute::Ebs, "ebsOptimized", ""),
    (Attribute::Sriov, "sriovNetSupport", ""),
];

/// The keys of `attributes`.
pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("instanceType", Shape::Text, "the instance type; on a stopped instance only"),
    Argument::optional("kernel", Shape::Text, "the kernel; on a stopped instance only"),
    Argument::optional("ramdisk", Shape::Text, "the RAM disk; on a stopped instance only"),
    Argument::optional(
        "userData",
        Shape::Text,
        "user data, which it runs at its first start; on a stopped instance only",
    ),
    Argument::optional("disableApiTermination", Shape::Boolean, "protect it from being terminated"),
    Argument::optional(
        "instanceInitiatedShutdownBehavior",
        Shape::Word(&["stop", "terminate"]),
        "what a shutdown from inside does: stop or terminate",
    ),
    Argument::optional(
        "sourceDestCheck",
        Shape::Boolean,
        "whether it takes only traffic for its own addresses",
    ),
    Argument::optional("groupSet", Shape::Texts, "all its security groups, by name or id"),
    Argument::optional(
        "ebsOptimized",
        Shape::Boolean,
        "dedicated bandwidth for volumes; on a stopped instance only",
    ),
    Argument::optional("sriovNetSupport", Shape::Text, "enhanced networking; on a stopped instance only"),
];

impl Attribute {
    /// AWS's name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(attribute, ..)| *attribute == self).map_or("", |(_, name, _)| name)
    }

    /// The aspect that must be read for it, with a call for each instance. The other attributes come with the instance.
    pub const fn aspect(self) -> Aspects {
        match self {
            Self::UserData => Aspects::nth(1),
            Self::Protection => Aspects::nth(2),
            Self::Shutdown => Aspects::nth(3),
            _ => Aspects::NONE,
        }
    }

    /// Those that need their own call.
    pub fn read_alone() -> [Self; 3] {
        [Self::UserData, Self::Protection, Self::Shutdown]
    }
}

impl Content {
    /// As shown in changes. User data is not shown, because it may contain secrets.
    pub fn shown(&self, attribute: Attribute) -> Value {
        match self {
            Self::Text(_) if attribute == Attribute::UserData => "(user data)".into(),
            Self::Text(text) => text.as_str().into(),
            Self::Truth(truth) => (*truth).into(),
            Self::Groups(groups) => groups.iter().map(Value::from).collect::<Vec<_>>().into(),
        }
    }
}

/// The declared attributes; groups are still names or ids. `attributes` overrides the argument next to it.
pub(super) fn read(fields: &Fields) -> (Vec<(Attribute, Content)>, Option<Vec<String>>) {
    let nested = fields.record("attributes");
    let (mut all, mut groups) = (vec![], None);
    for (attribute, name, beside) in NAMES {
        let inside = nested.as_ref().and_then(|nested| nested.node(name));
        let beside = (!beside.is_empty()).then(|| fields.node(beside)).flatten();
        let Some(node) = inside.or(beside) else { continue };
        let content = match attribute {
            Attribute::Groups => {
                groups = Some(texts(node));
                continue;
            }
            Attribute::Protection | Attribute::Check | Attribute::Ebs => boolean(node).map(Content::Truth),
            _ => text(node).map(Content::Text),
        };
        all.extend(content.map(|content| (*attribute, content)));
    }
    (all, groups)
}
