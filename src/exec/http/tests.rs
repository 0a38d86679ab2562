use serde_json::json;

use super::super::tests::{map, with_context};
use super::super::{Arguments, find};
use super::*;
use machine::http::{Page, Request, Trust};

fn bound(url: &str, named: serde_json::Value) -> Result<Bound, CallError> {
    let function = find("http.query").expect("the function");
    function.signature.bind("http.query", &Arguments { positional: vec![url.into()], named: map(named) })
}

fn request(url: &str, named: serde_json::Value) -> Result<Request, String> {
    let bound = bound(url, named).map_err(|error| error.to_string())?;
    with_context(|context| request::of(context, &bound)).map_err(|error| error.to_string())
}

fn answer(page: &Page, named: serde_json::Value) -> Result<serde_json::Value, String> {
    let bound = bound("http://a/", named).expect("arguments");
    answer::of(&bound, page).map(|value| value.to_json()).map_err(|error| error.to_string())
}

fn page(status: u16, kind: &str, body: &[u8]) -> Page {
    let headers = [("content-type", kind), ("x-two-words", "a"), ("x-two-words", "b")];
    let headers = headers.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    Page { status, headers, url: "http://a/".to_owned(), body: body.to_vec() }
}

/// Recorded from Salt 3007, as are the answers below: the requests that a server received.
#[test]
fn arguments_become_the_request_that_salt_sends() {
    let form = [("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned())];
    let sent = request("http://a/b", json!({"method": "POST", "data": {"a": 1, "b": "x y&"}})).unwrap();
    assert_eq!((sent.body.as_deref(), &sent.headers[..]), (Some(&b"a=1&b=x+y%26"[..]), &form[..]));
    let sent = request("http://a/b?z=1", json!({"params": {"a": "1", "b": "x y"}})).unwrap();
    assert_eq!((sent.url.as_str(), sent.body), ("http://a/b?z=1&a=1&b=x+y", None));
    let sent =
        request("http://a/", json!({"method": "PUT", "data": "xyz", "header_list": ["X-B: 2", "X-C:3"]}));
    let sent = sent.unwrap();
    let headers: Vec<String> = sent.headers.iter().map(|(name, text)| format!("{name}={text}")).collect();
    assert_eq!((sent.body.as_deref(), headers.join(" ")), (Some(&b"xyz"[..]), "X-B=2 X-C=3".to_owned()));
    let sent = request("http://a/", json!({"username": "me", "password": "p@s", "agent": "x/1"})).unwrap();
    assert_eq!((sent.url.as_str(), sent.shown_url().as_str()), ("http://me:p%40s@a/", "http://a/"));
    assert_eq!(sent.headers, [("User-Agent".to_owned(), "x/1".to_owned())]);
}

#[test]
fn certificates_are_checked_unless_the_call_says_otherwise() {
    assert_eq!(request("https://a/", json!({})).unwrap().trust, Trust::System);
    assert_eq!(request("https://a/", json!({"verify_ssl": false})).unwrap().trust, Trust::Anyone);
    let trust = request("https://a/", json!({"ca_bundle": "/ca.pem"})).unwrap().trust;
    assert_eq!(trust, Trust::Authorities("/ca.pem".into()));
}

#[test]
fn arguments_of_a_wrong_type_are_refused() {
    for (named, expected) in [
        (json!({"header_dict": ["a"]}), "'header_dict' must be a mapping"),
        (json!({"header_list": ["nonsense"]}), "'nonsense' is no header"),
        (json!({"params": "a=1"}), "'params' must be a mapping"),
        (json!({"timeout": "soon"}), "'timeout' must be a number of seconds"),
        (json!({"timeout": -1}), "'timeout' must be a number of seconds"),
        (json!({"verify_ssl": "no"}), "'verify_ssl' must be True or False"),
        (json!({"metod": "GET"}), "did you mean 'method'?"),
    ] {
        let refused = request("http://a/", named.clone()).unwrap_err();
        assert!(refused.contains(expected), "{named}: {refused}");
    }
    let refused =
        with_context(|context| query(context, &bound("http://a/", json!({"cookies": true})).unwrap()));
    assert!(refused.unwrap_err().to_string().contains("'cookies' is not supported"));
}

#[test]
fn pages_become_the_answers_that_salt_gives() {
    let text = page(200, "text/plain", b"hello");
    assert_eq!(answer(&text, json!({})).unwrap(), json!({"body": "hello"}));
    assert_eq!(
        answer(&text, json!({"status": true, "text": true, "decode": true})).unwrap(),
        json!({"body": "hello", "status": 200, "text": "hello"})
    );
    let data = page(200, "application/json", br#"{"a": [1, null]}"#);
    assert_eq!(
        answer(&data, json!({"decode": true})).unwrap(),
        json!({"body": "{\"a\": [1, null]}", "dict": {"a": [1, null]}})
    );
    assert_eq!(
        answer(&data, json!({"decode": true, "decode_type": "plain"})).unwrap()["text"],
        json!("{\"a\": [1, null]}")
    );
    let yaml = page(200, "application/x-yaml", b"a: 1\nb: [x]\n");
    assert_eq!(answer(&yaml, json!({"decode": true})).unwrap()["dict"], json!({"a": 1, "b": ["x"]}));
    let gone = page(404, "text/plain", b"gone");
    assert_eq!(
        answer(&gone, json!({"text": true})).unwrap(),
        json!({"status": 404, "error": "HTTP 404: Not Found", "body": "gone"})
    );
    assert_eq!(answer(&gone, json!({"raise_error": false})).unwrap(), json!({"body": "gone"}));
    let shown = answer(&text, json!({"headers": true})).unwrap();
    assert_eq!(shown["headers"], json!({"Content-Type": "text/plain", "X-Two-Words": "a,b"}));
    let latin = page(200, "text/plain; charset=ISO-8859-1", b"caf\xe9");
    assert_eq!(answer(&latin, json!({})).unwrap(), json!({"body": "café"}));
}

#[test]
fn what_cannot_be_decoded_is_an_error() {
    let broken = page(200, "application/json", b"{not");
    assert!(answer(&broken, json!({"decode": true})).unwrap_err().contains("the page is no JSON"));
    let bytes = page(200, "application/octet-stream", b"\x00\xff");
    assert!(answer(&bytes, json!({})).unwrap_err().contains("decode_body=False"));
    assert!(answer(&bytes, json!({"decode_body": false})).is_ok());
    let xml = page(200, "application/xml", b"<a/>");
    assert!(answer(&xml, json!({"decode": true})).unwrap_err().contains("XML is not decoded"));
}

#[test]
fn a_host_that_does_not_answer_is_an_answer() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let bound = bound(&format!("http://127.0.0.1:{port}/"), json!({"status": true})).unwrap();
    let answer = with_context(|context| query(context, &bound)).unwrap().to_json();
    assert_eq!(answer["status"], json!(0));
    assert!(answer["error"].as_str().unwrap().contains("refused"), "{answer}");
}
