//! The arguments of a thing type.

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

/// AWS can change neither description nor attributes.
///
/// See <https://docs.aws.amazon.com/iot/latest/apireference/API_UpdateThingType.html>.
pub(super) const TYPE: Table = Table {
    type_name: "AWS::IoT::ThingType",
    properties: &[
        ("thingTypeDescription", "ThingTypeProperties/ThingTypeDescription"),
        ("searchableAttributesList", "ThingTypeProperties/SearchableAttributes"),
        ("deprecated", DEPRECATED),
    ],
    primary: &["ThingTypeName"],
    create_only: &[
        "ThingTypeName",
        "ThingTypeProperties/ThingTypeDescription",
        "ThingTypeProperties/SearchableAttributes",
    ],
    read_only: &["Id", "Arn"],
    unordered: &["ThingTypeProperties/SearchableAttributes"],
    ..Table::NONE
};

const DEPRECATED: &str = "DeprecateThingType";

const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");
const NAME: Argument =
    Argument::optional("thingTypeName", Shape::Text, "its name; left out: the state's name");

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional("thingTypeDescription", Shape::Text, "its description; cannot change"),
    Argument::optional(
        "searchableAttributesList",
        Shape::Texts,
        "attributes that things are searched by; cannot change",
    ),
    Argument::optional("deprecated", Shape::Boolean, "whether it is deprecated: new things cannot have it"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iot.thing_type_present", "boto3_iot.thing_type_present"],
        PRESENT,
        "Makes sure that a thing type of IoT exists.",
    ),
    Function::absent(
        &["boto_iot.thing_type_absent", "boto3_iot.thing_type_absent"],
        &[LABEL, NAME, DEADLINE],
        "Makes sure that a thing type of IoT does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("thingTypeName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("ThingTypeName".to_owned(), name.into());
    spec.retired = Some((DEPRECATED, true.into()));
    spec
}
