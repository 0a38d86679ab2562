//! Canned replies for `api`.

use aws_sdk_route53::Client;
use aws_sdk_route53::operation::change_resource_record_sets::{
    ChangeResourceRecordSetsError, ChangeResourceRecordSetsOutput,
};
use aws_sdk_route53::operation::get_change::GetChangeOutput;
use aws_sdk_route53::operation::list_resource_record_sets::{
    ListResourceRecordSetsError, ListResourceRecordSetsOutput,
};
use aws_sdk_route53::types::{ChangeInfo, ChangeStatus, ResourceRecord, ResourceRecordSet, RrType};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::DateTime;
use aws_smithy_types::error::ErrorMetadata;

use crate::Route53;
use crate::record::diff::{Edit, Step, Verb};
use crate::record::set::Set;
use crate::record::{Record, api};
use aws::{Aws, Fault};
use kind::{Ask, Resource, Source};
use model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Record::KIND, name).within("Z1"), aspects: Aspects::NONE }
}

fn aws(rules: &[&Rule]) -> Aws {
    canned::aws(|clients| clients.answer::<Route53>(RuleMode::MatchAny, rules))
}

fn set(name: &str, kind: &str, identifier: Option<&str>) -> ResourceRecordSet {
    ResourceRecordSet::builder()
        .name(name)
        .r#type(RrType::from(kind))
        .ttl(60)
        .set_set_identifier(identifier.map(str::to_owned))
        .resource_records(ResourceRecord::builder().value("192.0.2.1").build().unwrap())
        .build()
        .unwrap()
}

fn page(sets: Vec<ResourceRecordSet>, next: Option<(&str, &str)>) -> ListResourceRecordSetsOutput {
    ListResourceRecordSetsOutput::builder()
        .set_resource_record_sets(Some(sets))
        .is_truncated(next.is_some())
        .set_next_record_name(next.map(|(name, _)| name.to_owned()))
        .set_next_record_type(next.map(|(_, kind)| RrType::from(kind)))
        .max_items(300)
        .build()
        .unwrap()
}

#[tokio::test]
async fn one_record_is_read_from_its_name_on() {
    let rule = mock!(Client::list_resource_record_sets)
        .match_requests(|request| request.start_record_name() == Some("*.example.com."))
        .then_output(|| page(vec![set("\\052.example.com.", "A", None)], None));
    let asks = [ask("*.example.com. A")];
    let answers = Record::describe(&aws(&[&rule]), &asks).await;
    assert!(answers.0[&asks[0].reference].as_ref().unwrap().is_some());
    assert_eq!(rule.num_calls(), 1);
}

#[tokio::test]
async fn several_records_share_a_page_and_only_a_cut_one_is_read_separately() {
    let first = mock!(Client::list_resource_record_sets)
        .match_requests(|request| request.start_record_name() == Some("a.example.com."))
        .then_output(|| {
            let sets = vec![set("a.example.com.", "A", None), set("b.example.com.", "A", Some("one"))];
            page(sets, Some(("b.example.com.", "A")))
        });
    let rest = mock!(Client::list_resource_record_sets)
        .match_requests(|request| request.start_record_name() == Some("b.example.com."))
        .then_output(|| {
            let alike = |identifier| set("b.example.com.", "A", Some(identifier));
            page(vec![alike("one"), alike("two")], None)
        });
    let asks = [ask("a.example.com. A"), ask("b.example.com. A two")];
    let answers = Record::describe(&aws(&[&first, &rest]), &asks).await;
    assert!(answers.0.values().all(|answer| answer.as_ref().is_ok_and(Option::is_some)), "{answers:?}");
    assert_eq!((first.num_calls(), rest.num_calls()), (1, 1));
}

#[tokio::test]
async fn other_names_types_and_identifiers_are_other_records() {
    let rule = mock!(Client::list_resource_record_sets).then_output(|| {
        page(vec![set("a.example.com.", "A", Some("one")), set("c.example.com.", "TXT", None)], None)
    });
    let asks = [
        ask("a.example.com. A two"),
        ask("a.example.com. TXT"),
        ask("b.example.com. A"),
        ask("a.example.com. A"),
    ];
    let answers = Record::describe(&aws(&[&rule]), &asks).await;
    for ask in &asks[..3] {
        assert_eq!(answers.0[&ask.reference], Ok(None));
    }
    let several = answers.0[&asks[3].reference].clone().unwrap_err();
    assert_eq!((several.fault, several.message.contains("one")), (Fault::Ambiguous, true));
}

#[tokio::test]
async fn a_denied_read_is_never_absence_and_no_zone_is() {
    let denied = mock!(Client::list_resource_record_sets).then_error(|| {
        ListResourceRecordSetsError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    for asks in [vec![ask("a.example.com. A")], vec![ask("a.example.com. A"), ask("b.example.com. A")]] {
        let answers = Record::describe(&aws(&[&denied]), &asks).await;
        for ask in &asks {
            assert_eq!(answers.0[&ask.reference].clone().map_err(|error| error.fault), Err(Fault::Denied));
        }
    }
    let nowhere = Ask { reference: Reference::new(Record::KIND, "a.b. A"), aspects: Aspects::NONE };
    let answers = Record::describe(&aws(&[]), std::slice::from_ref(&nowhere)).await;
    assert_eq!(answers.0[&nowhere.reference], Ok(None));
}

fn change(status: ChangeStatus) -> ChangeInfo {
    let info = ChangeInfo::builder().id("/change/C1").status(status);
    info.submitted_at(DateTime::from_secs(0)).build().unwrap()
}

fn step(wait: Option<u64>) -> Step {
    let set = Set { values: vec!["192.0.2.1".into()], ttl: Some(60), ..Set::default() };
    Step {
        zone: "Z1".into(),
        name: "a.example.com.".to_owned(),
        kind: "A".to_owned(),
        edits: vec![Edit { verb: Verb::Upsert, set }],
        wait,
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_is_waited_for_until_all_servers_know() {
    let put = mock!(Client::change_resource_record_sets).then_output(|| {
        ChangeResourceRecordSetsOutput::builder().change_info(change(ChangeStatus::Pending)).build()
    });
    let pending = mock!(Client::get_change)
        .then_output(|| GetChangeOutput::builder().change_info(change(ChangeStatus::Pending)).build());
    assert!(Record::apply(&aws(&[&put]), &step(None)).await.is_ok());
    let late = Record::apply(&aws(&[&put, &pending]), &step(Some(30))).await.unwrap_err();
    assert!(late.message.contains("after 30 s"), "{late}");
    assert!(Record::advice(&late).is_some_and(|advice| advice.contains("run again")));
    assert!(pending.num_calls() > 2);
    let insync = mock!(Client::get_change)
        .then_output(|| GetChangeOutput::builder().change_info(change(ChangeStatus::Insync)).build());
    assert!(Record::apply(&aws(&[&put, &insync]), &step(Some(30))).await.is_ok());
    assert_eq!(insync.num_calls(), 1);
}

#[tokio::test]
async fn pages_skip_unwanted_records_and_prove_absence_if_both_orders_agree() {
    let from = |name: &'static str, sets: Vec<ResourceRecordSet>, next: Option<&'static str>| {
        mock!(Client::list_resource_record_sets)
            .match_requests(move |request| request.start_record_name() == Some(name))
            .then_output(move || page(sets.clone(), next.map(|next| (next, "A"))))
    };
    // Between `b` and `y` there are thousands.
    let first = from("a.example.com.", vec![set("a.example.com.", "A", None)], Some("c.example.com."));
    let second = from("y.example.com.", vec![set("z.example.com.", "A", None)], None);
    let asks = ["z.example.com. A", "b.example.com. A", "a.example.com. A", "y.example.com. A"].map(ask);
    let answers = Record::describe(&aws(&[&first, &second]), &asks).await;
    let there: Vec<bool> =
        asks.iter().map(|ask| answers.0[&ask.reference].as_ref().unwrap().is_some()).collect();
    assert_eq!(there, [true, false, true, false]);
    assert_eq!((first.num_calls(), second.num_calls()), (1, 1));
}

#[tokio::test]
async fn changes_of_a_zone_go_in_one_call_and_share_the_wait() {
    let put = mock!(Client::change_resource_record_sets).then_output(|| {
        ChangeResourceRecordSetsOutput::builder().change_info(change(ChangeStatus::Pending)).build()
    });
    let insync = mock!(Client::get_change)
        .then_output(|| GetChangeOutput::builder().change_info(change(ChangeStatus::Insync)).build());
    let aws = aws(&[&put, &insync]);
    let done = api::all(&aws, vec![step(Some(30)); 150]).await;
    assert_eq!((done.len(), put.num_calls()), (150, 1));
    assert_eq!(done[149].as_ref().unwrap().as_deref(), Some("/change/C1"));
    assert_eq!(api::all(&aws, vec![step(Some(30)); 401]).await.len(), 401);
    assert_eq!(put.num_calls(), 4, "no more than 200 in one call");
    for _ in 0..3 {
        assert!(Record::apply(&aws, &step(Some(30))).await.is_ok());
    }
    assert_eq!(insync.num_calls(), 1);
}

/// A change of a record set with so many values of so many characters.
fn large(verb: Verb, values: usize, characters: usize) -> Step {
    let values = vec!["x".repeat(characters).as_str().into(); values];
    let set = Set { values, ttl: Some(60), ..Set::default() };
    Step { edits: vec![Edit { verb, set }], ..step(None) }
}

#[tokio::test]
async fn a_call_holds_a_thousand_records_and_32_000_characters_and_an_upsert_counts_twice() {
    use Verb::{Create, Upsert};
    for (verb, values, characters, steps, calls) in [
        (Upsert, 100, 1, 5, 1),
        (Upsert, 100, 1, 6, 2),
        (Create, 100, 1, 10, 1),
        (Create, 100, 1, 11, 2),
        (Upsert, 1, 16_000, 1, 1),
        (Upsert, 1, 8_000, 3, 2),
        (Create, 1, 8_000, 4, 1),
        (Create, 1, 8_000, 5, 2),
    ] {
        let put = mock!(Client::change_resource_record_sets).then_output(|| {
            ChangeResourceRecordSetsOutput::builder().change_info(change(ChangeStatus::Insync)).build()
        });
        let all = vec![large(verb, values, characters); steps];
        assert!(api::all(&aws(&[&put]), all).await.iter().all(Result::is_ok));
        assert_eq!(put.num_calls(), calls, "{steps} times {verb:?} of {values} values of {characters}");
    }
}

#[tokio::test]
async fn only_the_wrong_change_of_a_refused_batch_fails() {
    let refused = |code: &'static str| {
        mock!(Client::change_resource_record_sets)
            .match_requests(|request| {
                let changes = request.change_batch().unwrap().changes();
                changes.iter().any(|it| it.resource_record_set().unwrap().name() == "bad.example.com.")
            })
            .then_error(move || {
                ChangeResourceRecordSetsError::generic(ErrorMetadata::builder().code(code).build())
            })
    };
    let put = mock!(Client::change_resource_record_sets).then_output(|| {
        ChangeResourceRecordSetsOutput::builder().change_info(change(ChangeStatus::Insync)).build()
    });
    let names = ["good", "bad", "fine"];
    let steps: Vec<Step> =
        names.map(|name| Step { name: format!("{name}.example.com."), ..step(None) }).to_vec();
    let failures = async |code| {
        let done = api::all(&aws(&[&refused(code), &put]), steps.clone()).await;
        done.iter().map(Result::is_err).collect::<Vec<_>>()
    };
    assert_eq!(failures("InvalidChangeBatch").await, [false, true, false]);
    assert_eq!(put.num_calls(), 2);
    // A pending change of the zone fails all of them: AWS does not blame a single one.
    assert_eq!(failures("PriorRequestNotComplete").await, [true, true, true]);
}
