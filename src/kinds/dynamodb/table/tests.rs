use aws_sdk_dynamodb::operation::create_table::CreateTableOutput;
use aws_sdk_dynamodb::operation::describe_table::{DescribeTableError, DescribeTableOutput};
use aws_sdk_dynamodb::operation::describe_time_to_live::DescribeTimeToLiveOutput;
use aws_sdk_dynamodb::operation::update_table::{UpdateTableError, UpdateTableOutput};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, GlobalSecondaryIndexDescription, IndexStatus,
    KeySchemaElement, KeyType, Projection as Projected, ProjectionType, ScalarAttributeType,
    TableDescription, TableStatus, TimeToLiveDescription, TimeToLiveStatus,
};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::api::apply;
use super::diff::{Step, diff};
use super::index::{Attribute, Index, Keys, Units};
use super::live::Live;
use super::spec::{FUNCTIONS, Spec, read};
use super::*;
use crate::DynamoDb;
use kind::{Ask, Resource, Source};
use model::{Entry, Fields, Minion, Node, Place, Plan, Problems, Value};

fn declared_with(arguments: serde_json::Value, pillar: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "t"});
    all.as_object_mut().unwrap().extend(arguments.as_object().cloned().unwrap_or_default());
    let node = Node::from_value(all.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let pillar = Value::from(pillar).as_map().cloned().unwrap_or_default();
    let minion = Minion { pillar, ..Minion::default() };
    let spec = read(function, &fields, &minion, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

fn declared(arguments: serde_json::Value) -> Spec {
    let (spec, problems) = declared_with(arguments, json!({}));
    assert_eq!(problems, Vec::<String>::new());
    spec
}

fn attribute(name: &str) -> Attribute {
    Attribute { name: name.to_owned(), kind: "S".to_owned() }
}

fn index(name: &str, hash: &str) -> Index {
    let keys = Keys { hash: attribute(hash), range: None };
    Index { name: name.to_owned(), keys, units: units(1, 1), ..Index::default() }
}

fn units(read: i64, write: i64) -> Units {
    Units { read: Some(read), write: Some(write) }
}

fn live() -> Live {
    Live {
        status: "ACTIVE".to_owned(),
        keys: Keys { hash: attribute("id"), range: None },
        units: units(5, 5),
        global: vec![index("by-user", "user")],
        ttl: String::new().into(),
        recovery: false.into(),
        ..Live::default()
    }
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    plan.steps.iter().map(ToString::to_string).collect()
}

fn paths(plan: &Plan<Step>) -> Vec<&str> {
    plan.changes.iter().map(|change| change.path.as_str()).collect()
}

const BY_USER: &str = r#"[{"one": [{"name": "by-user"}, {"hash_key": "user"}]}]"#;

fn by_user() -> serde_json::Value {
    serde_json::from_str(BY_USER).unwrap()
}

#[test]
fn indexes_are_read_in_both_of_salts_forms() {
    let list = declared(json!({"hash_key": "id", "global_indexes": [{"one": [
        {"name": "a"}, {"hash_key": "user"}, {"hash_key_data_type": "NUMBER"}, {"range_key": "at"},
        {"read_capacity_units": "3"}, {"write_capacity_units": 4}, {"includes": ["b", "a"]}]}]}));
    let map = declared(json!({"hash_key": "id", "global_indexes": [{"one": {
        "name": "a", "hash_key": "user", "hash_key_data_type": "N", "range_key": "at",
        "read_capacity_units": 3, "write_capacity_units": 4, "includes": ["a", "b"]}}]}));
    assert_eq!(list, map);
    let index = &list.global.unwrap()[0];
    assert_eq!((index.keys.hash.kind.as_str(), index.units), ("N", units(3, 4)));
}

#[test]
fn settings_left_out_are_kept() {
    let spec = declared(json!({"hash_key": "id", "global_indexes": by_user()}));
    assert!(diff(&spec, Some(&live())).is_empty(), "{:?}", diff(&spec, Some(&live())));
    assert!(diff(&declared(json!({})), Some(&live())).is_empty());
}

#[test]
fn changes_of_a_table_come_one_after_the_other_and_new_indexes_before_old_ones_go() {
    let spec =
        declared(json!({"read_capacity_units": 9, "stream_view_type": "NEW_IMAGE", "ttl_attribute": "gone",
        "global_indexes": [{"x": [{"name": "new"}, {"hash_key": "mail"}]}]}));
    let plan = diff(&spec, Some(&live()));
    let expected = [
        "change the capacity",
        "create the index new",
        "delete the index by-user",
        "change the stream",
        "change the time to live",
    ];
    assert_eq!(steps(&plan), expected);
    let expected =
        ["capacity", "global_indexes.new", "global_indexes.by-user", "stream_view_type", "ttl_attribute"];
    assert_eq!(paths(&plan), expected);
    let Step::AddIndex { types, .. } = &plan.steps[1] else { panic!() };
    assert_eq!(*types, ["id", "user", "mail"].map(attribute));
    assert!(Table::follows(&plan.steps[2], &plan.steps[1]), "AWS makes one change at a time");
}

#[test]
fn another_stream_or_time_to_live_replaces_the_old_one_in_two_rounds() {
    let spec = declared(json!({"stream_view_type": "NEW_IMAGE", "ttl_attribute": "gone"}));
    let other = Live { stream: "OLD_IMAGE".to_owned(), ttl: "old".to_owned().into(), ..live() };
    let plan = diff(&spec, Some(&other));
    let name = || "t".to_owned();
    let off = [
        Step::Stream { name: name(), view: String::new() },
        Step::Expire { name: name(), attribute: "old".to_owned(), on: false },
    ];
    assert_eq!(plan.steps, off);
    let on = [
        Step::Stream { name: name(), view: "NEW_IMAGE".to_owned() },
        Step::Expire { name: name(), attribute: "gone".to_owned(), on: true },
    ];
    assert_eq!(diff(&spec, Some(&live())).steps, on);
}

#[test]
fn nothing_is_changed_before_table_and_indexes_are_active() {
    let spec = declared(json!({"read_capacity_units": 9}));
    for busy in [
        Live { status: "UPDATING".to_owned(), ..live() },
        Live { busy: vec!["by-user".to_owned()], ..live() },
    ] {
        let plan = diff(&spec, Some(&busy));
        assert!(plan.steps.is_empty() && plan.busy.is_some() && plan.changes.len() == 1, "{plan:?}");
    }
    let going =
        diff(&declared(json!({"hash_key": "id"})), Some(&Live { status: "DELETING".to_owned(), ..live() }));
    assert!(going.steps.is_empty() && going.deleting.is_some() && !going.changes.is_empty());
}

#[test]
fn capacity_and_payment_belong_together() {
    let plan = diff(&declared(json!({"billing_mode": "PAY_PER_REQUEST"})), Some(&live()));
    assert_eq!(paths(&plan), ["billing_mode"]);
    let on_demand = Live { on_demand: true, units: units(0, 0), ..live() };
    let plan =
        diff(&declared(json!({"read_capacity_units": 2, "write_capacity_units": 3})), Some(&on_demand));
    let Step::Bill { units: wanted, indexes, .. } = &plan.steps[0] else { panic!() };
    assert_eq!((*wanted, indexes.clone()), (Some(units(2, 3)), vec![("by-user".to_owned(), units(2, 3))]));
    let plan = diff(&declared(json!({"billing_mode": "PROVISIONED"})), Some(&on_demand));
    assert!(plan.refusals[0].contains("needs 'read_capacity_units'"), "{plan:?}");
    let problems =
        declared_with(json!({"billing_mode": "PAY_PER_REQUEST", "read_capacity_units": 1}), json!({})).1;
    assert!(problems[0].contains("has no capacity units"));
}

#[test]
fn impossible_changes_are_refused() {
    let spec = declared(
        json!({"hash_key": "other", "local_indexes": [{"l": [{"name": "l"}, {"hash_key": "other"}]}],
        "global_indexes": [{"x": [{"name": "by-user"}, {"hash_key": "user"}, {"keys_only": true}]}]}),
    );
    let plan = diff(&spec, Some(&live()));
    let about: Vec<&str> = plan.refusals.iter().filter_map(|it| it.split(' ').next()).collect();
    assert_eq!(about, ["keys", "local_indexes", "global_indexes.by-user"]);
    assert!(diff(&declared(json!({})), None).refusals[0].contains("needs 'hash_key'"));
    let twice = json!({"hash_key": "id", "global_indexes": [{"x": [{"name": "i"}, {"hash_key": "id"}, {"hash_key_data_type": "N"}]}]});
    assert!(declared_with(twice, json!({})).1[0].contains("has two types"));
    let absent = Spec { name: "t".to_owned(), ..Spec::default() };
    let plan = diff(&absent, Some(&Live { protection: true, ..live() }));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("protected"));
}

#[test]
fn alarms_are_about_the_table_and_know_its_capacity() {
    let alarms = json!({"write": {"name": "writes", "attributes": {
        "metric": "ConsumedWriteCapacityUnits", "period": 60, "threshold_percent": 0.75, "description": "busy"}}});
    let spec = declared_with(
        json!({"hash_key": "id", "read_capacity_units": 10, "write_capacity_units": 5}),
        json!({"boto_dynamodb_alarms": alarms}),
    )
    .0;
    let implied = &Table::implied_states(&spec)[0];
    assert_eq!(implied.arguments["name"], Value::from("t writes"));
    let expected = json!({"metric": "ConsumedWriteCapacityUnits", "period": 60, "description": "t busy",
        "dimensions": {"TableName": ["t"]}, "threshold": 240.0});
    assert_eq!(implied.arguments["attributes"].to_json(), expected);
    let problems = declared_with(
        json!({"hash_key": "id", "alarms": {"a": {"attributes": {
        "metric": "UserErrors", "threshold_percent": 1}}}}),
        json!({}),
    )
    .1;
    assert!(problems[0].contains("no capacity"), "{problems:?}");
    let backups = json!({"boto_dynamodb_backup_configs": [{"name": "daily"}]});
    assert!(declared_with(json!({"hash_key": "id"}), backups).1[0].contains("Data Pipeline"));
}

fn ask(aspects: Aspects) -> Ask {
    Ask { reference: Reference::new("dynamodb.table", "t"), aspects }
}

#[tokio::test]
async fn not_found_is_absence_and_everything_is_read_in_its_one_form() {
    let missing = mock!(aws_sdk_dynamodb::Client::describe_table).then_error(|| {
        DescribeTableError::generic(ErrorMetadata::builder().code("ResourceNotFoundException").build())
    });
    let aws = canned::aws(|clients| clients.answer::<DynamoDb>(RuleMode::MatchAny, &[&missing]));
    assert_eq!(Table::describe(&aws, &[ask(TTL)]).await.0[0], Ok(None));

    let found = mock!(aws_sdk_dynamodb::Client::describe_table).then_output(|| {
        let key = |name: &str| {
            KeySchemaElement::builder().attribute_name(name).key_type(KeyType::Hash).build().unwrap()
        };
        let kind = |name: &str| {
            let kind = AttributeDefinition::builder().attribute_name(name);
            kind.attribute_type(ScalarAttributeType::S).build().unwrap()
        };
        let index = GlobalSecondaryIndexDescription::builder()
            .index_name("by-user")
            .key_schema(key("user"))
            .index_status(IndexStatus::Creating)
            .projection(Projected::builder().projection_type(ProjectionType::All).build())
            .build();
        let table = TableDescription::builder()
            .table_status(TableStatus::Active)
            .key_schema(key("id"))
            .attribute_definitions(kind("id"))
            .attribute_definitions(kind("user"))
            .global_secondary_indexes(index)
            .build();
        DescribeTableOutput::builder().table(table).build()
    });
    let ttl = mock!(aws_sdk_dynamodb::Client::describe_time_to_live).then_output(|| {
        let it = TimeToLiveDescription::builder().attribute_name("gone");
        let it = it.time_to_live_status(TimeToLiveStatus::Enabling).build();
        DescribeTimeToLiveOutput::builder().time_to_live_description(it).build()
    });
    let aws = canned::aws(|clients| clients.answer::<DynamoDb>(RuleMode::MatchAny, &[&found, &ttl]));
    let live = Table::describe(&aws, &[ask(TTL)]).await.0[0].clone().unwrap().unwrap();
    assert_eq!(live.keys, Keys { hash: attribute("id"), range: None });
    assert_eq!((live.busy, live.ttl), (vec!["by-user".to_owned()], "gone".to_owned().into()));
    assert!(live.global[0].is_like(&index("by-user", "user")));
}

#[tokio::test]
async fn a_new_table_is_paid_by_the_request_unless_it_has_capacity() {
    let rule = |mode: BillingMode, read: Option<i64>| {
        mock!(aws_sdk_dynamodb::Client::create_table)
            .match_requests(move |request| {
                let index = request.global_secondary_indexes().first();
                let of_index = index
                    .and_then(GlobalSecondaryIndex::provisioned_throughput)
                    .map(|it| it.read_capacity_units);
                request.billing_mode() == Some(&mode)
                    && of_index == read
                    && request.attribute_definitions().len() == 2
            })
            .then_output(|| CreateTableOutput::builder().build())
    };
    let (on_demand, provisioned) =
        (rule(BillingMode::PayPerRequest, None), rule(BillingMode::Provisioned, Some(7)));
    let aws =
        canned::aws(|clients| clients.answer::<DynamoDb>(RuleMode::MatchAny, &[&on_demand, &provisioned]));
    for capacity in [json!({}), json!({"read_capacity_units": 7, "write_capacity_units": 8})] {
        let mut arguments = json!({"hash_key": "id", "global_indexes": by_user()});
        arguments.as_object_mut().unwrap().extend(capacity.as_object().cloned().unwrap());
        for step in diff(&declared(arguments), None).steps {
            apply(&aws, &step).await.unwrap();
        }
    }
    assert_eq!((on_demand.num_calls(), provisioned.num_calls()), (1, 1));
}

#[tokio::test]
async fn a_code_with_two_meanings_is_distinguished() {
    let busy = |message: &'static str| {
        mock!(aws_sdk_dynamodb::Client::update_table).then_error(move || {
            let error = ErrorMetadata::builder().code("ResourceInUseException").message(message);
            UpdateTableError::generic(error.build())
        })
    };
    let step = Step::Protect { name: "t".to_owned(), on: true };
    for (message, fault) in [
        ("Attempt to change a resource which is still in use: Table is being updated: t", Fault::Conflict),
        ("Table already exists: t", Fault::AlreadyExists),
    ] {
        let rule = busy(message);
        let aws = canned::aws(|clients| clients.answer::<DynamoDb>(RuleMode::MatchAny, &[&rule]));
        assert_eq!(apply(&aws, &step).await.unwrap_err().fault, fault);
    }
    let done =
        mock!(aws_sdk_dynamodb::Client::update_table).then_output(|| UpdateTableOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<DynamoDb>(RuleMode::MatchAny, &[&done]));
    apply(&aws, &step).await.unwrap();
}
