//! Documents that are believed and those that are not.

use super::*;

const DER: &str = include_str!("fixtures/der.txt");
const BER: &str = include_str!("fixtures/ber.txt");
const AWS: &str = include_str!("fixtures/aws.pem");

fn policy() -> DocumentPolicy {
    DocumentPolicy {
        accounts: vec!["123456789012".to_owned()],
        regions: [("us-east-1".to_owned(), Certificate::read_all(AWS))].into(),
        ids: vec!["{group}-*".to_owned(), "{tag:Name}".to_owned()],
        within: 3600,
    }
}

/// Ten minutes after the launch.
fn now() -> i64 {
    "2026-01-01T12:10:00Z".parse::<jiff::Timestamp>().unwrap().as_second()
}

fn refused(text: &str) -> DocumentRefusal {
    policy().check(text, now()).unwrap_err()
}

#[test]
fn a_document_that_aws_signed_is_read_in_both_encodings() {
    for text in [DER, BER] {
        let document = policy().check(text, now()).unwrap();
        assert_eq!(
            (document.instance_id.as_str(), document.region.as_str()),
            ("i-0123456789abcdef0", "us-east-1")
        );
    }
}

#[test]
fn what_aws_did_not_sign_so_is_refused() {
    let region = || "us-east-1".to_owned();
    for (text, expected) in [
        (include_str!("fixtures/other.txt"), DocumentRefusal::WrongSignature { region: region() }),
        (include_str!("fixtures/sha1.txt"), DocumentRefusal::Malformed),
        (include_str!("fixtures/noattr.txt"), DocumentRefusal::Malformed),
        (include_str!("fixtures/two.txt"), DocumentRefusal::Malformed),
        ("", DocumentRefusal::Malformed),
        ("no base64!", DocumentRefusal::Malformed),
        (&"MIAG".repeat(10_000), DocumentRefusal::Malformed),
    ] {
        assert_eq!(refused(text), expected, "{}", &text[..text.len().min(40)]);
    }
}

#[test]
fn a_document_that_was_changed_anywhere_is_refused() {
    let bytes = BASE64.decode(without_blanks(DER)).unwrap();
    let content = bytes.windows(12).position(|part| part == b"123456789012").unwrap();
    let mut other = bytes.clone();
    other[content] = b'2';
    assert_eq!(refused(&BASE64.encode(other)), DocumentRefusal::Malformed, "its digest no longer fits");
    for place in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x41;
        // The name of the signer is not looked at: which certificate is asked follows from the region.
        if let Ok(document) = policy().check(&BASE64.encode(changed), now()) {
            assert_eq!(document, policy().check(DER, now()).unwrap(), "byte {place}");
        }
    }
    for length in (0..bytes.len()).step_by(11) {
        assert_eq!(refused(&BASE64.encode(&bytes[..length])), DocumentRefusal::Malformed);
    }
}

#[test]
fn the_policy_names_accounts_regions_and_an_age() {
    let check = |policy: DocumentPolicy, now| policy.check(BER, now).unwrap_err().to_string();
    let account = DocumentPolicy { accounts: vec!["210987654321".to_owned()], ..policy() };
    assert_eq!(
        check(account, now()),
        "its account 123456789012 is not in fleet: accept: identity_document: accounts"
    );
    let region = DocumentPolicy { regions: [("eu-west-1".to_owned(), vec![])].into(), ..policy() };
    assert_eq!(
        check(region, now()),
        "the region of its identity document is not in fleet: accept: identity_document: regions"
    );
    let bare = DocumentPolicy { regions: [("us-east-1".to_owned(), vec![])].into(), ..policy() };
    assert!(check(bare, now()).starts_with("there is no certificate of region us-east-1"));
    assert!(check(policy(), now() + 3601).contains("was launched 4201 s ago"));
    assert!(check(policy(), now() - 3600).contains("was launched -3000 s ago"));
    assert_eq!(Certificate::read_all(&format!("{AWS}\n{AWS}")).len(), 2);
    assert_eq!(Certificate::read_all(include_str!("fixtures/ec.pem")), []);
}

#[test]
fn an_id_is_what_the_group_or_a_tag_says() {
    let document = policy().check(DER, now()).unwrap();
    let tags = |pairs: &[(&str, &str)]| Seen {
        tags: pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        private_dns: "ip-10-0-0-7.ec2.internal".to_owned(),
    };
    let group = ("aws:autoscaling:groupName", "myapp-testing-useast1");
    let ids =
        |ids: &[&str]| DocumentPolicy { ids: ids.iter().map(|it| (*it).to_owned()).collect(), ..policy() };
    for (policy, seen, id, expected) in [
        (policy(), tags(&[group]), "myapp-testing-useast1-898900.example.com", true),
        (policy(), tags(&[group]), "other-testing-useast1-898900.example.com", false),
        (policy(), tags(&[]), "myapp-testing-useast1-898900.example.com", false),
        (policy(), tags(&[("Name", "db-1")]), "db-1", true),
        (policy(), tags(&[("Name", "db-1")]), "db-10", false),
        // A tag brings no pattern of its own, and an empty one means nothing.
        (policy(), tags(&[("Name", "*")]), "db-1", false),
        (policy(), tags(&[("Name", "*")]), "*", true),
        (policy(), tags(&[("Name", "")]), "", false),
        (policy(), tags(&[("aws:autoscaling:groupName", "")]), "-x", false),
        (ids(&["{instance_id}.*"]), tags(&[]), "i-0123456789abcdef0.example.com", true),
        (ids(&["{private_dns}"]), tags(&[]), "ip-10-0-0-7.ec2.internal", true),
        (ids(&["{hostname}", "{group"]), tags(&[group]), "{hostname}", false),
        (ids(&[]), tags(&[group]), "myapp-testing-useast1-1", false),
    ] {
        assert_eq!(policy.allow(id, &document, Some(&seen)).is_ok(), expected, "{id} {seen:?}");
    }
    let gone = policy().allow("db-1", &document, None).unwrap_err();
    assert_eq!(gone.to_string(), "AWS has no running instance i-0123456789abcdef0");
}
