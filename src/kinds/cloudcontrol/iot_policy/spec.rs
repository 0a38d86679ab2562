//! The arguments of a policy of IoT.

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

/// AWS fills in its identifier, `Id`, which is always the name.
pub(super) const TYPE: Table = Table {
    type_name: "AWS::IoT::Policy",
    properties: &[("policyDocument", "PolicyDocument")],
    primary: &["PolicyName"],
    create_only: &["PolicyName"],
    read_only: &["Id", "Arn"],
    documents: &["PolicyDocument"],
    ..Table::NONE
};

const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");
const NAME: Argument = Argument::optional("policyName", Shape::Text, "its name; left out: the state's name");

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::required("policyDocument", Shape::Any, "the policy, as a mapping or as JSON"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iot.policy_present", "boto3_iot.policy_present"],
        PRESENT,
        "Makes sure that a policy of IoT exists.",
    ),
    Function::absent(
        &["boto_iot.policy_absent", "boto3_iot.policy_absent"],
        &[LABEL, NAME, DEADLINE],
        "Makes sure that a policy of IoT does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("policyName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("PolicyName".to_owned(), name.into());
    spec
}
