//! `x509.csr_managed`, `x509.certificate_managed` and `x509.crl_managed` beside the real `openssl`: it verifies what they write.

use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use crate::private_keys::{ready, run};
use crate::support::Place;

/// A test run, a real run, and a second real run: the first two show the same changes, the third none.
fn managed(place: &Place, name: &str, function: &str, arguments: &Json) -> Json {
    let before = std::fs::read(place.path(name)).ok();
    let (result, foreseen) = run(place, name, function, arguments, true);
    assert_eq!(result, Json::Null, "{name}: {foreseen}");
    assert_eq!(std::fs::read(place.path(name)).ok(), before, "{name}: a test run changes nothing");
    assert_eq!(run(place, name, function, arguments, false), (json!(true), foreseen.clone()), "{name}");
    assert_eq!(run(place, name, function, arguments, false), (json!(true), json!({})), "{name}");
    foreseen
}

/// Runs `openssl` in the directory of the place; its output if it succeeds.
fn openssl(place: &Place, line: &str) -> Result<String, String> {
    let output = Command::new("openssl")
        .args(line.split(' '))
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .output()
        .expect("openssl");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

fn key(place: &Place, name: &str, passphrase: Option<&str>) -> String {
    let mut arguments = json!({"algo": "ec"});
    if let Some(passphrase) = passphrase {
        arguments["passphrase"] = json!(passphrase);
    }
    managed(place, name, "x509.private_key_managed", &arguments);
    place.path(name).to_string_lossy().into_owned()
}

fn authority(place: &Place) -> Json {
    let key = key(place, "ca.key", Some("opensesame"));
    json!({
        "signing_private_key": key,
        "signing_private_key_passphrase": "opensesame",
        "CN": "Root",
        "C": "DE",
        "basicConstraints": "critical, CA:TRUE",
        "keyUsage": "critical, keyCertSign, cRLSign",
        "subjectKeyIdentifier": "hash",
        "days_valid": 3650,
    })
}

/// The arguments of a certificate that the authority signs.
fn leaf(place: &Place) -> Json {
    managed(place, "ca.crt", "x509.certificate_managed", &authority(place));
    json!({
        "signing_private_key": place.path("ca.key"),
        "signing_private_key_passphrase": "opensesame",
        "signing_cert": place.path("ca.crt"),
        "private_key": key(place, "tls.key", None),
        "subject": "CN=shop.example,O=Shop\\, Limited,C=DE",
        "subjectAltName": ["DNS:shop.example", {"ip": "10.0.0.1"}],
        "authorityKeyIdentifier": "keyid:always",
        "days_valid": 100,
    })
}

fn with(arguments: &Json, more: &Json) -> Json {
    let mut all = arguments.clone();
    all.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
    all
}

#[test]
fn a_certificate_of_an_authority_is_verified_and_renewed() {
    let Some(place) = ready("certificates") else { return };
    let function = "x509.certificate_managed";
    let arguments = leaf(&place);
    assert_eq!(openssl(&place, "verify -CAfile ca.crt ca.crt"), Ok("ca.crt: OK\n".to_owned()));
    assert!(managed(&place, "tls.crt", function, &arguments)["created"].is_string());
    assert_eq!(openssl(&place, "verify -CAfile ca.crt tls.crt"), Ok("tls.crt: OK\n".to_owned()));
    let subject =
        openssl(&place, "x509 -in tls.crt -noout -subject -nameopt RFC2253").expect("a certificate");
    assert_eq!(subject, "subject=CN=shop.example,O=Shop\\, Limited,C=DE\n");
    let names = openssl(&place, "x509 -in tls.crt -noout -text").expect("a certificate");
    assert!(names.contains("DNS:shop.example, IP Address:10.0.0.1"), "{names}");

    let shorter = with(&arguments, &json!({"days_remaining": 200, "days_valid": 300}));
    assert_eq!(managed(&place, "tls.crt", function, &shorter), json!({"expiration": true}));
    let renamed = with(&arguments, &json!({"subject": "CN=new.example"}));
    assert_eq!(managed(&place, "tls.crt", function, &renamed), json!({"subject_name": "CN=new.example"}));
    let used = with(&renamed, &json!({"keyUsage": "digitalSignature", "subjectAltName": "DNS:new.example"}));
    assert_eq!(
        managed(&place, "tls.crt", function, &used),
        json!({"extensions": {"added": ["keyUsage"], "changed": ["subjectAltName"], "removed": []}})
    );
    let hashed = with(&used, &json!({"digest": "sha384"}));
    assert_eq!(managed(&place, "tls.crt", function, &hashed), json!({"digest": "sha384"}));
    let other = with(&hashed, &json!({"private_key": key(&place, "other.key", None)}));
    let identifier = json!({"added": [], "changed": ["subjectKeyIdentifier"], "removed": []});
    assert_eq!(
        managed(&place, "tls.crt", function, &other),
        json!({"private_key": true, "extensions": identifier}),
        "the identifier is a digest of the key"
    );
    let der = with(&other, &json!({"encoding": "der"}));
    assert_eq!(managed(&place, "tls.crt", function, &der), json!({"encoding": "der"}));
    let chain = with(&other, &json!({"append_certs": [place.path("ca.crt")]}));
    let changes = managed(&place, "tls.crt", function, &chain);
    assert_eq!(changes, json!({"additional_certs": true, "encoding": "pem"}));
    let text = std::fs::read_to_string(place.path("tls.crt")).expect("a file");
    assert_eq!(text.matches("-----BEGIN CERTIFICATE-----").count(), 2);
}

#[test]
fn a_request_gives_its_key_and_its_alternative_names_and_does_not_make_itself_an_authority() {
    let Some(place) = ready("requests") else { return };
    let arguments = leaf(&place);
    let request = json!({
        "private_key": arguments["private_key"],
        "CN": "asked.example",
        "extendedKeyUsage": "codeSigning",
        "basicConstraints": "critical, CA:TRUE",
        "keyUsage": "critical, keyCertSign, cRLSign",
        "subjectAltName": "DNS:asked.example, IP:10.0.0.1, email:a@asked.example",
    });
    assert!(managed(&place, "tls.csr", "x509.csr_managed", &request)["created"].is_string());
    assert!(openssl(&place, "req -in tls.csr -noout -verify").is_ok());
    let renamed = with(&request, &json!({"CN": "new.example"}));
    let changes = managed(&place, "tls.csr", "x509.csr_managed", &renamed);
    assert_eq!(changes, json!({"subject_name": "CN=new.example"}));

    let mut signed = with(&arguments, &json!({"csr": place.path("tls.csr")}));
    signed.as_object_mut().expect("a mapping").remove("private_key");
    managed(&place, "tls.crt", "x509.certificate_managed", &signed);
    assert_eq!(openssl(&place, "verify -CAfile ca.crt tls.crt"), Ok("tls.crt: OK\n".to_owned()));
    let text = openssl(&place, "x509 -in tls.crt -noout -text").expect("a certificate");
    assert!(text.replace(" = ", "=").contains("CN=shop.example"), "{text}");
    for refused in ["CA:TRUE", "Certificate Sign", "Code Signing"] {
        assert!(!text.contains(refused), "{refused}: {text}");
    }
    let names = "DNS:asked.example, IP Address:10.0.0.1, email:a@asked.example";
    assert_eq!(text.contains(names), signed.get("subjectAltName").is_none(), "{text}");
    // What is declared counts instead.
    let declared = with(&signed, &json!({"subjectAltName": "DNS:declared.example"}));
    managed(&place, "tls.crt", "x509.certificate_managed", &declared);
    let text = openssl(&place, "x509 -in tls.crt -noout -text").expect("a certificate");
    assert!(text.contains("DNS:declared.example") && !text.contains("DNS:asked.example"), "{text}");
}

#[test]
fn a_revocation_list_is_made_and_renewed() {
    let Some(place) = ready("revocation lists") else { return };
    let function = "x509.crl_managed";
    managed(&place, "tls.crt", "x509.certificate_managed", &leaf(&place));
    let arguments = json!({
        "signing_private_key": place.path("ca.key"),
        "signing_private_key_passphrase": "opensesame",
        "signing_cert": place.path("ca.crt"),
        "revoked": [{"serial_number": "D6:D2:DC", "revocation_date": "2022-10-25 00:00:00", "reason": "superseded"}],
        "extensions": {"cRLNumber": "auto"},
    });
    assert!(managed(&place, "ca.crl", function, &arguments)["created"].is_string());
    let checked = "verify -crl_check -CAfile ca.crt -CRLfile ca.crl tls.crt";
    assert_eq!(openssl(&place, checked), Ok("tls.crt: OK\n".to_owned()));
    let undated =
        with(&arguments, &json!({"revoked": [{"serial_number": "D6:D2:DC", "reason": "superseded"}]}));
    assert_eq!(
        run(&place, "ca.crl", function, &undated, false),
        (json!(true), json!({})),
        "it keeps its date"
    );
    let moved = json!([{"serial_number": "D6:D2:DC", "revocation_date": "2022-10-26 00:00:00", "reason": "superseded"}]);
    let changes = managed(&place, "ca.crl", function, &with(&arguments, &json!({"revoked": moved})));
    assert_eq!(
        changes["revocations"],
        json!({"added": [], "changed": ["D6D2DC"], "removed": []}),
        "{changes}"
    );
    let text = openssl(&place, "crl -in ca.crl -noout -text").expect("a list");
    assert!(text.contains("Oct 26 00:00:00 2022"), "{text}");
    let more = with(&arguments, &json!({"revoked": [{"certificate": place.path("tls.crt")}]}));
    let changes = managed(&place, "ca.crl", function, &more);
    assert_eq!(changes["revocations"]["removed"], json!(["D6D2DC"]), "{changes}");
    assert!(openssl(&place, checked).expect_err("it is revoked").contains("revoked"));
    let text = openssl(&place, "crl -in ca.crl -noout -crlnumber").expect("a list");
    assert!(text.contains("=0x03") || text.contains("=03"), "{text}");
    let longer = with(&more, &json!({"days_remaining": 150, "days_valid": 200}));
    assert_eq!(managed(&place, "ca.crl", function, &longer), json!({"expiration": true}));
}

#[test]
fn an_error_has_no_key_and_no_passphrase() {
    let Some(place) = ready("errors of certificates") else { return };
    let authority = authority(&place);
    let arguments = with(&authority, &json!({"signing_private_key_passphrase": "wrong words"}));
    assert_eq!(
        run(&place, "a.crt", "x509.certificate_managed", &arguments, false),
        (json!(false), json!({}))
    );
    assert!(!place.path("a.crt").exists());
    let refused = with(&authority, &json!({"not_after": "2030-01-01 00:00:00"}));
    assert_eq!(run(&place, "a.crt", "x509.certificate_managed", &refused, true).0, json!(false));
}

#[test]
fn a_test_run_foresees_a_certificate_whose_key_does_not_exist_yet() {
    let Some(place) = ready("keys that are made later") else { return };
    let function = "x509.certificate_managed";
    let arguments = json!({"signing_private_key": place.path("tls.key"), "CN": "shop.example"});
    let created = json!({"created": "tls.crt"});
    assert_eq!(run(&place, "tls.crt", function, &arguments, true), (Json::Null, created.clone()));
    assert_eq!(run(&place, "tls.crt", function, &arguments, false), (json!(false), json!({})));
    key(&place, "tls.key", None);
    assert_eq!(run(&place, "tls.crt", function, &arguments, false), (json!(true), created));
}
