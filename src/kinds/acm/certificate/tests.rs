use serde_json::json;

use super::Live;
use super::api::{Summary, named};

fn list() -> Vec<Summary> {
    let certificate = |id: &str, domain: &str| json!({"CertificateArn": format!("arn:aws:acm:us-east-1:1:certificate/{id}"), "DomainName": domain});
    let all =
        [certificate("a", "*.example.com"), certificate("b", "example.com"), certificate("c", "example.com")];
    serde_json::from_value(json!(all)).expect("they are certificates")
}

#[test]
fn a_certificate_is_found_by_the_domain_name_that_it_was_requested_for() {
    let all = list();
    let arn = "arn:aws:acm:us-east-1:1:certificate/a".to_owned();
    assert_eq!(named("*.Example.com", &all), Ok(Some(Live { arn })));
    assert_eq!(named("www.example.com", &all), Ok(None));
}

#[test]
fn two_matching_certificates_are_an_error() {
    let error = named("example.com", &list()).expect_err("there are two");
    let message = error.to_string();
    assert!(message.contains("2 issued certificates"), "{message}");
    assert!(message.contains("certificate/b, arn:aws:acm:us-east-1:1:certificate/c"), "{message}");
}
