//! The arguments of an identity pool.

use crate::declaration::{DEADLINE, Spec};
use crate::pillar::named_in_pillar;
use crate::table::Table;
use crate::target::Target;
use aws::tags;
use kind::{ImpliedState, Source};
use model::{Argument, Fields, Function, Minion, Problems, Reference, Shape, Value};

pub(crate) const TYPE: Table = Table {
    type_name: "AWS::Cognito::IdentityPool",
    properties: &[
        ("AllowUnauthenticatedIdentities", "AllowUnauthenticatedIdentities"),
        ("SupportedLoginProviders", "SupportedLoginProviders"),
        ("DeveloperProviderName", "DeveloperProviderName"),
        ("OpenIdConnectProviderARNs", "OpenIdConnectProviderARNs"),
        ("SamlProviderARNs", "SamlProviderARNs"),
        ("CognitoIdentityProviders", "CognitoIdentityProviders"),
        ("AllowClassicFlow", "AllowClassicFlow"),
    ],
    tags: "IdentityPoolTags",
    primary: &["Id"],
    read_only: &["Id", "Name"],
    write_only: &["PushSync", "CognitoStreams", "CognitoEvents"],
    unordered: &["CognitoIdentityProviders", "OpenIdConnectProviderARNs", "SamlProviderARNs"],
    documents: &["SupportedLoginProviders"],
    ..Table::NONE
};

/// Its roles, which are a separate thing.
pub(crate) const ROLES: [Argument; 2] = [
    Argument::optional(
        "AuthenticatedRole",
        Shape::Text,
        "the role of users that have signed in: its name or ARN",
    ),
    Argument::optional(
        "UnauthenticatedRole",
        Shape::Text,
        "the role of users that have not: its name or ARN",
    ),
];

const PROVIDER: &[Argument] = &[
    Argument::required("ProviderName", Shape::Text, "cognito-idp.<region>.amazonaws.com/<user pool>"),
    Argument::required("ClientId", Shape::Text, "the client of the user pool"),
    Argument::optional(
        "ServerSideTokenCheck",
        Shape::Boolean,
        "whether users that have signed out are refused",
    ),
];

const LABEL: Argument = Argument::optional("name", Shape::Text, "its name, or a name of the state");
const NAME: Argument =
    Argument::optional("IdentityPoolName", Shape::Text, "its name; left out: the state's name");
/// Values that may be names of pillar keys are not read by the table.
const PROVIDERS: Argument = Argument::optional(
    "SupportedLoginProviders",
    Shape::Either(&[Shape::Table(&Shape::Text), Shape::Text]),
    "provider to the id of the app there, or a key of the pillar that has this",
);
const OPEN_ID: Argument = Argument::optional(
    "OpenIdConnectProviderARNs",
    Shape::Either(&[Shape::Texts, Shape::Text]),
    "all OpenID Connect providers, or a key of the pillar that has them",
);

const PRESENT: &[Argument] = &[
    LABEL,
    NAME,
    ROLES[0],
    Argument::optional(
        "AllowUnauthenticatedIdentities",
        Shape::Boolean,
        "whether users that have not signed in may use it",
    ),
    ROLES[1],
    PROVIDERS,
    Argument::optional("DeveloperProviderName", Shape::Text, "the author's own provider"),
    OPEN_ID,
    Argument::optional("SamlProviderARNs", Shape::Texts, "all SAML providers"),
    Argument::optional("CognitoIdentityProviders", Shape::Records(PROVIDER), "all user pools of Cognito"),
    Argument::optional(
        "AllowClassicFlow",
        Shape::Boolean,
        "whether the classic flow of signing in is allowed",
    ),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

const ABSENT: &[Argument] = &[
    LABEL,
    NAME,
    Argument::optional(
        "RemoveAllMatched",
        Shape::Boolean,
        "whether all pools of that name are deleted (default: False)",
    ),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cognitoidentity.pool_present", "boto3_cognitoidentity.pool_present"],
        PRESENT,
        "Makes sure that an identity pool of Cognito exists.",
    ),
    Function::absent(
        &["boto_cognitoidentity.pool_absent", "boto3_cognitoidentity.pool_absent"],
        ABSENT,
        "Makes sure that an identity pool of Cognito does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.text("IdentityPoolName").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.by = vec![("IdentityPoolName".to_owned(), name.clone())];
    if fields.takes("RemoveAllMatched") {
        spec.means_all = fields.boolean("RemoveAllMatched") == Some(true);
        return spec;
    }
    spec.properties.insert("IdentityPoolName".to_owned(), name.as_str().into());
    spec.initial.insert("AllowUnauthenticatedIdentities".to_owned(), false.into());
    for argument in [PROVIDERS, OPEN_ID] {
        if let Some(value) = named_in_pillar(fields, &argument, minion, problems) {
            spec.properties.insert(argument.name.to_owned(), value);
        }
    }
    let roles = ROLES.iter().filter_map(|role| Some((role.name.to_owned(), fields.text(role.name)?.into())));
    let roles: Vec<(String, Value)> = roles.collect();
    if !roles.is_empty() {
        let own = [("name".to_owned(), Value::from(name.as_str()))];
        let arguments = own.into_iter().chain(roles).collect();
        spec.implied_states
            .push(ImpliedState { function: "boto_cognitoidentity.pool_roles_present", arguments });
    }
    spec
}

/// The reference to the pool of that name.
pub(crate) fn reference(name: &str) -> Reference {
    let target = Target::By([("IdentityPoolName".to_owned(), name.to_owned())].into());
    target.reference(super::IdentityPool::KIND, name, TYPE.type_name)
}
