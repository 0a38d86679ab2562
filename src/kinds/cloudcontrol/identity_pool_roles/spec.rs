//! The arguments of the roles of an identity pool.

use crate::declaration::{DEADLINE, Spec};
use crate::identity_pool::{self, ROLES};
use crate::named::Named;
use crate::table::Table;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::Cognito::IdentityPoolRoleAttachment",
    properties: &[],
    primary: &["Id"],
    create_only: &["IdentityPoolId"],
    read_only: &["Id"],
    listed_by: &["IdentityPoolId"],
    ..Table::NONE
};

/// Argument → path of the property.
pub(super) const PATHS: [(&str, &str); 2] =
    [("AuthenticatedRole", "Roles/authenticated"), ("UnauthenticatedRole", "Roles/unauthenticated")];

const LABEL: Argument = Argument::optional("name", Shape::Text, "the pool's name, or a name of the state");
const NAME: Argument =
    Argument::optional("IdentityPoolName", Shape::Text, "the pool's name; left out: the state's name");

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cognitoidentity.pool_roles_present", "boto3_cognitoidentity.pool_roles_present"],
        &[LABEL, NAME, ROLES[0], ROLES[1], DEADLINE],
        "Makes sure that an identity pool of Cognito has these roles.",
    ),
    Function::absent(
        &["boto_cognitoidentity.pool_roles_absent", "boto3_cognitoidentity.pool_roles_absent"],
        &[LABEL, NAME, DEADLINE],
        "Makes sure that an identity pool of Cognito has no roles.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("IdentityPoolName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(&[], fields, name.clone());
    spec.named_by = vec!["IdentityPoolId".to_owned()];
    spec.ids.push(("IdentityPoolId", Named::One(identity_pool::reference(&name))));
    for (argument, path) in PATHS.iter().filter(|(argument, _)| fields.takes(argument)) {
        if let Some(role) = fields.text(argument) {
            spec.role(path, &role);
        }
    }
    spec
}
