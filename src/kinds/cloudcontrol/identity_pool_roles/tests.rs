use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::of_arguments;
use crate::named::Named;
use model::Reference;

#[test]
fn a_role_is_named_by_name_or_arn() {
    let arn = "arn:aws:iam::1:role/anonymous";
    let declared = json!({"name": "visitors", "AuthenticatedRole": "signed-in", "UnauthenticatedRole": arn});
    let spec = of_arguments::<IdentityPoolRoles>(declared);
    assert_eq!(Json::from(spec.properties), json!({"Roles": {"unauthenticated": arn}}));
    let role = Named::Of(Reference::new("iam.role", "signed-in"), "arn");
    assert_eq!(spec.ids[1], ("Roles/authenticated", role));
}
