//! The arguments of the attachment of a policy.

use crate::declaration::{DEADLINE, Spec};
use crate::iot_policy::IotPolicy;
use crate::table::Table;
use kind::Source;
use model::{Argument, Fields, Function, Minion, Problems, Reference, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::IoT::PolicyPrincipalAttachment",
    properties: &[("policyName", "PolicyName"), ("principal", "Principal")],
    primary: &["PolicyName", "Principal"],
    create_only: &["PolicyName", "Principal"],
    listed_by: &["Principal"],
    ..Table::NONE
};

const ARGUMENTS: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name of the state"),
    Argument::required("policyName", Shape::Text, "the name of the policy"),
    Argument::required("principal", Shape::Text, "the ARN of a certificate, or an identity of Cognito"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iot.policy_attached", "boto3_iot.policy_attached"],
        ARGUMENTS,
        "Makes sure that a device of IoT has a policy.",
    ),
    Function::absent(
        &["boto_iot.policy_detached", "boto3_iot.policy_detached"],
        ARGUMENTS,
        "Makes sure that a device of IoT does not have a policy.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let policy = fields.required_text("policyName");
    let name = format!("{policy} {}", fields.required_text("principal"));
    let mut spec = TYPE.read(ARGUMENTS, fields, name);
    spec.after = vec![Reference::new(IotPolicy::KIND, policy)];
    spec
}
