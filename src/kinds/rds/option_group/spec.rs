//! The declaration of an option group in an SLS.

use super::option::{self, Declared, OPTION};
use aws::tags::{self, Tags};
use kind::settings::{Settings, arguments, settings};
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        engine: String = "engine_name" / "EngineName", Shape::Text,
            "mysql, mariadb, oracle-ee, sqlserver-se …; cannot change";
        version: String = "major_engine_version" / "MajorEngineVersion", Shape::Text,
            "the engine's major version: '8.0'; cannot change";
        description: String = "option_group_description" / "OptionGroupDescription" / "description", Shape::Text,
            "what it is for; cannot change";
    }
}

const NAME: Argument = Argument::required("name", Shape::Text, "the option group's name");
const TAGS: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);
pub(crate) const CREATE: &[Argument] = &[
    NAME,
    Argument { required: true, ..Fixed::ARGUMENTS[0] },
    Argument { required: true, ..Fixed::ARGUMENTS[1] },
    Argument { required: true, ..Fixed::ARGUMENTS[2] },
    TAGS,
];
const OTHERS: &[Argument] = &[
    Argument::optional("options", Shape::Records(OPTION), "all its options; not managed if left out")
        .alias(&["Options"]),
    Argument::optional(
        "apply_immediately",
        Shape::Boolean,
        "whether its databases change now, instead of in their maintenance windows",
    )
    .alias(&["ApplyImmediately"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_rds.option_group_present", "boto3_rds.option_group_present"],
        arguments!(CREATE, OTHERS),
        "Makes sure that an RDS option group exists and has the declared options.",
    ),
    Function::absent(
        &["boto_rds.option_group_absent", "boto3_rds.option_group_absent"],
        &[NAME, TAGS],
        "Makes sure that an RDS option group does not exist.",
    ),
];

/// A declared option group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// All its options; none if they are not managed.
    pub options: Option<Vec<Declared>>,
    /// True to change its databases now.
    pub at_once: bool,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
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
        options: option::read_all(fields, problems),
        at_once: fields.boolean("apply_immediately").unwrap_or(false),
        tags: tags::read(fields, "tags"),
    }
}
