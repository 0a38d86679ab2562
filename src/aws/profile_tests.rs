use super::*;
use model::Entry;

fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().unwrap_or_default()
}

fn minion() -> Minion {
    Minion {
        opts: map(serde_json::json!({"sqs.region": "eu-west-1", "sqs.keyid": "OPT", "sqs.key": "opt"})),
        grains: Map::new(),
        pillar: map(serde_json::json!({
            "aws_profile": {"region": "us-east-1", "keyid": "PIL", "key": "pil"},
            "text": "x",
            "nested": {"dev": {"region": "us-west-2"}},
        })),
    }
}

fn resolved(arguments: serde_json::Value) -> Result<Connection, Vec<String>> {
    let place = Place::new("a.sls", 3, 5);
    let entries = map(arguments).into_iter().map(|(key, value)| {
        (key.to_string(), Entry { key_place: place.clone(), node: Node::from_value(value, &place) })
    });
    let mut problems = Problems::default();
    let fields = Fields::check(ARGUMENTS, entries, &place, "boto_sqs.present", &mut problems);
    let connection = resolve(&fields, &minion(), &["sqs"], &mut problems);
    connection.ok_or_else(|| problems.0.iter().map(ToString::to_string).collect())
}

#[test]
fn the_states_own_region_beats_the_profile() {
    let connection = resolved(serde_json::json!({"profile": "aws_profile", "region": "eu-central-1"}));
    let connection = connection.unwrap();
    assert_eq!(connection.region.as_deref(), Some("eu-central-1"));
    assert_eq!(connection.keyid.as_deref(), Some("PIL"));
}

#[test]
fn service_options_serve_where_nothing_else_is_said() {
    let connection = resolved(serde_json::json!({})).unwrap();
    assert_eq!((connection.region.as_deref(), connection.key.as_deref()), (Some("eu-west-1"), Some("opt")));
}

#[test]
fn keys_of_two_sources_are_never_mixed() {
    let problems = resolved(serde_json::json!({"profile": "aws_profile", "keyid": "MINE"})).unwrap_err();
    assert_eq!(
        problems,
        [
            "a.sls:3:5: 'keyid' is given without 'key'\n  hint: give both, or neither to use the SDK's own sources"
        ]
    );
}

#[test]
fn a_profile_may_be_a_mapping_or_a_colon_path() {
    let connection =
        resolved(serde_json::json!({"profile": {"region": "ap-south-1", "role_arn": "arn:r"}})).unwrap();
    assert_eq!(connection.region.as_deref(), Some("ap-south-1"));
    assert_eq!(connection.role_arn.as_deref(), Some("arn:r"));
    let connection = resolved(serde_json::json!({"profile": "nested:dev"})).unwrap();
    assert_eq!(connection.region.as_deref(), Some("us-west-2"));
}

#[test]
fn an_unknown_profile_is_an_error_with_a_suggestion() {
    let problems = resolved(serde_json::json!({"profile": "aws_profil"})).unwrap_err();
    assert_eq!(
        problems,
        [
            "a.sls:3:5: profile 'aws_profil' is defined in neither configuration, grains, pillar nor ~/.aws/config\n  hint: did you mean 'aws_profile'?"
        ]
    );
}

#[test]
fn a_region_that_cannot_be_one_is_refused() {
    let problems = resolved(serde_json::json!({"region": "useast1"})).unwrap_err();
    assert_eq!(problems, ["a.sls:3:5: there is no region 'useast1'\n  hint: did you mean 'us-east-1'?"]);
}

#[test]
fn an_unknown_key_of_a_profile_is_an_error() {
    let profile = serde_json::json!({"region": "us-east-1", "role_arm": "arn:aws:iam::1:role/x"});
    let problems = resolved(serde_json::json!({"profile": profile})).unwrap_err();
    let expected = "a.sls:3:5: unknown key 'role_arm' in the profile\n  hint: did you mean 'role_arn'?";
    assert_eq!(problems, [expected]);
    let problems = resolved(serde_json::json!({"profile": "nested"})).unwrap_err();
    assert!(problems[0].starts_with("a.sls:3:5: unknown key 'dev' in the profile 'nested'"), "{problems:?}");
}
