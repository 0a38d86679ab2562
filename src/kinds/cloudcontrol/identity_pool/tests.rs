use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::{Live, Want, of_arguments, of_function};
use kind::Resource;
use model::Value;

#[test]
fn roles_are_a_state_that_comes_with_it() {
    let declared = json!({
        "name": "a state", "IdentityPoolName": "visitors", "AuthenticatedRole": "signed-in",
        "SupportedLoginProviders": {"accounts.google.com": 12}, "OpenIdConnectProviderARNs": "arn:aws:iam::1:oidc-provider/a",
    });
    let spec = of_arguments::<IdentityPool>(declared);
    assert_eq!(
        Json::from(spec.properties),
        json!({
            "IdentityPoolName": "visitors",
            "SupportedLoginProviders": {"accounts.google.com": "12"},
            "OpenIdConnectProviderARNs": ["arn:aws:iam::1:oidc-provider/a"],
        })
    );
    assert_eq!(Json::from(spec.initial), json!({"AllowUnauthenticatedIdentities": false}));
    let [roles] = &spec.implied_states[..] else { panic!("{:?}", spec.implied_states) };
    let arguments: Json = roles.arguments.iter().map(|(key, it)| (key.clone(), it.to_json())).collect();
    assert_eq!(arguments, json!({"name": "visitors", "AuthenticatedRole": "signed-in"}));
    let without = of_arguments::<IdentityPool>(json!({"name": "visitors"}));
    assert!(without.implied_states.is_empty(), "roles that are left out are not managed");
}

#[test]
fn providers_may_be_in_the_pillar() {
    let pillar =
        Value::from(json!({"logins": {"a": "1"}, "master": {"oidc": ["arn:aws:iam::1:oidc-provider/a"]}}));
    let minion = model::Minion { pillar: pillar.as_map().cloned().unwrap(), ..model::Minion::default() };
    let read = |arguments: Json| {
        use model::{Fields, Node, Place, Problems};
        let place = Place::new("a.sls", 1, 1);
        let node = Node::from_value(arguments.into(), &place);
        let entries =
            node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), entry.clone()));
        let mut problems = Problems::default();
        let function = &IdentityPool::FUNCTIONS[0];
        let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
        let spec = IdentityPool::read(function, &fields, &minion, &mut problems);
        (Json::from(spec.properties), problems)
    };
    let declared =
        json!({"name": "a", "SupportedLoginProviders": "logins", "OpenIdConnectProviderARNs": "oidc"});
    let (properties, problems) = read(declared);
    assert!(problems.is_empty(), "{problems}");
    assert_eq!(properties["SupportedLoginProviders"], json!({"a": "1"}));
    assert_eq!(properties["OpenIdConnectProviderARNs"], json!(["arn:aws:iam::1:oidc-provider/a"]));
    let (_, problems) = read(json!({"name": "a", "SupportedLoginProviders": "nothing"}));
    assert!(problems.to_string().contains("the pillar has no 'nothing'"), "{problems}");
}

#[test]
fn all_of_a_name_go_where_the_author_says_so() {
    let spec = of_function::<IdentityPool>(1, json!({"name": "visitors", "RemoveAllMatched": true}));
    assert!(spec.means_all && !spec.present);
    let facts = spec.facts.clone().unwrap();
    let want = Want { spec, facts, is_promised: false };
    let live = Live { identifier: "a".to_owned(), others: vec!["b".to_owned()], ..Live::default() };
    let plan = IdentityPool::diff(&want, Some(&live));
    let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["delete a", "delete b"]);
    assert_eq!(plan.changes.len(), 2);
}
