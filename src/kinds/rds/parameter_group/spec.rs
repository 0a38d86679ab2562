//! The declaration of a parameter group in an SLS.

use indexmap::IndexMap;

use super::live::Parameter;
use aws::tags::{self, Tags};
use kind::settings::{Settings, arguments, settings};
use model::fields::text;
use model::{Argument, Fields, Function, Leaves, Node, NodeKind, Problem, Problems, Shape, Value};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        family: String = "db_parameter_group_family" / "DBParameterGroupFamily", Shape::Text,
            "engine and version: mysql8.0, postgres16; cannot change";
        description: String = "description" / "Description", Shape::Text, "what it is for; cannot change";
    }
}

const NAME: Argument = Argument::required("name", Shape::Text, "the parameter group's name");
const TAGS: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);
const OTHERS: &[Argument] = &[
    Argument::optional(
        "parameters",
        Shape::Either(&[Shape::Table(&Shape::Text), Shape::List(&Shape::Table(&Shape::Text))]),
        "parameter to value; others are not managed",
    )
    .alias(&["Parameters"]),
    Argument::optional(
        "apply_method",
        Shape::Word(&["pending-reboot", "immediate"]),
        "when AWS applies changed parameters (default: pending-reboot)",
    )
    .alias(&["ApplyMethod"]),
    TAGS,
];
const PRESENT: &[Argument] = arguments!(
    &[
        NAME,
        Argument { required: true, ..Fixed::ARGUMENTS[0] },
        Argument { required: true, ..Fixed::ARGUMENTS[1] },
    ],
    OTHERS
);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_rds.parameter_present", "boto3_rds.parameter_present"],
        PRESENT,
        "Makes sure that an RDS parameter group exists and has the declared parameters.",
    ),
    Function::absent(
        &["boto_rds.parameter_absent", "boto3_rds.parameter_absent"],
        &[NAME, TAGS],
        "Makes sure that an RDS parameter group does not exist.",
    ),
];

/// A declared parameter group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The parameters that are managed.
    pub parameters: IndexMap<String, Wanted>,
    /// True to change dynamic parameters at once.
    pub is_immediate: bool,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
}

/// The declared value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// `True` or `False`, which engines write differently.
    Truth(bool),
    /// In AWS's form.
    Text(String),
}

/// The spellings of true, with the spellings of false in the same order.
const TRUE: [&str; 4] = ["1", "on", "true", "yes"];
const FALSE: [&str; 4] = ["0", "off", "false", "no"];

impl Wanted {
    /// A value below `parameters`; an empty one counts as left out.
    pub fn of(node: &Node) -> Option<Self> {
        match &node.kind {
            NodeKind::Scalar(Value::Bool(truth)) => Some(Self::Truth(*truth)),
            _ => text(node).map(Self::Text),
        }
    }

    /// True if the parameter has this value.
    pub fn is(&self, there: &Parameter) -> bool {
        let Some(value) = &there.value else { return false };
        match self {
            Self::Truth(truth) => {
                let words = if *truth { TRUE } else { FALSE };
                words.iter().any(|word| value.eq_ignore_ascii_case(word))
            }
            Self::Text(text) => text == value,
        }
    }

    /// As AWS writes it for this parameter.
    pub fn sent(&self, there: Option<&Parameter>) -> String {
        let truth = match self {
            Self::Text(text) => return text.clone(),
            Self::Truth(truth) => *truth,
        };
        let words = if truth { TRUE } else { FALSE };
        let allowed = there.map(|it| it.allowed.as_str()).unwrap_or_default();
        let fits = |it: &&str| words.iter().any(|word| it.eq_ignore_ascii_case(word));
        let known = allowed.split(',').map(str::trim).find(fits);
        known.unwrap_or(if truth { "on" } else { "off" }).to_owned()
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name").to_lowercase();
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        fixed: Fixed::read(fields),
        parameters: parameters(fields, problems),
        is_immediate: fields.text("apply_method").as_deref() == Some("immediate"),
        tags: tags::read(fields, "tags"),
    }
}

fn parameters(fields: &Fields, problems: &mut Problems) -> IndexMap<String, Wanted> {
    let mut all = IndexMap::new();
    for node in fields.list("parameters").into_iter().flatten() {
        for (name, entry) in node.as_map().into_iter().flatten() {
            let Some(wanted) = Wanted::of(&entry.node) else { continue };
            if all.insert(name.to_string(), wanted).is_some() {
                let problem = Problem::at(&entry.key_place, format!("the parameter '{name}' is given twice"));
                problems.push(problem.hint("keep one of the two"));
            }
        }
    }
    all
}
