use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::{Value as Json, json};

use super::*;
use crate::Step as _;
use crate::sample::{call, shown};

fn expected(arguments: &Json) -> Result<Expected, String> {
    call("http.query", "http://x/", arguments, |call| Expected::of(call.fields))
}

#[test]
fn an_answer_is_judged_by_text_and_status() {
    for (arguments, comment, verdict) in [
        (json!({"match": "ok"}), "Match text \"ok\" was found.", Verdict::Succeeded),
        (json!({"match": "nok"}), "Match text \"nok\" was not found.", Verdict::Failed),
        (
            json!({"match": "^all.*ok$", "match_type": "pcre"}),
            "Match pattern \"^all.*ok$\" was found.",
            Verdict::Succeeded,
        ),
        (json!({"status": 200}), "Status 200 was found.", Verdict::Succeeded),
        (json!({"status": 404}), "Status 404 was not found.", Verdict::Failed),
        (json!({"status": [200, 201], "status_type": "list"}), "Status 200 was found.", Verdict::Succeeded),
        (json!({"status": [401, 403]}), "Statuses [401, 403] were not found.", Verdict::Failed),
        (
            json!({"status": "2..", "status_type": "pcre"}),
            "Status pattern \"2..\" was found.",
            Verdict::Succeeded,
        ),
        (
            json!({"match": "ok", "status": 500}),
            "Match text \"ok\" was found. Status 500 was not found.",
            Verdict::Failed,
        ),
    ] {
        let outcome = expected(&arguments).expect("it fits").judge(200, "all is ok");
        assert_eq!((outcome.comment.as_str(), outcome.verdict), (comment, verdict), "{arguments}");
    }
    assert!(expected(&json!({})).is_err());
    assert!(expected(&json!({"match": "(", "match_type": "pcre"})).is_err());
}

#[test]
fn a_request_has_what_is_declared() {
    let arguments = json!({
        "match": "x", "method": "post", "params": {"a b": "c&d"}, "data": {"k": "v w"},
        "header_dict": {"X-A": "1"}, "header_list": ["X-B: 2"], "username": "u", "password": "hidden-word",
    });
    let request = call("http.query", "http://x/p", &arguments, |call| request::of(&call)).expect("a request");
    assert_eq!((request.method.as_str(), request.url.as_str()), ("POST", "http://x/p?a%20b=c%26d"));
    assert_eq!(request.body.as_deref(), Some(b"k=v%20w".as_slice()));
    let names: Vec<&str> = request.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["X-A", "X-B", "Authorization", "Content-Type"]);
    assert_eq!(model::secret::masked("hidden-word"), "(hidden)");
}

#[tokio::test]
async fn what_is_not_yet_right_is_asked_again() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let server = std::thread::spawn(move || {
        for status in ["503 Starting", "200 OK"] {
            let (mut stream, _) = listener.accept().expect("a caller");
            let _ = stream.read(&mut [0; 4096]);
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
            stream.write_all(answer.as_bytes()).expect("an answer");
        }
    });
    let arguments = json!({"status": 200, "wait_for": 30, "request_interval": 0.01});
    let step = call("http.query", &format!("http://{address}/"), &arguments, |call| {
        let step = Step {
            request: request::of(&call).expect("a request"),
            expected: Expected::of(call.fields).expect("it fits"),
            wait: wait(&call),
        };
        let intent = Http::diff(call, step);
        assert!(shown(&intent).1.ends_with("would be requested"));
        let Intent::Act { step, .. } = intent else { panic!("a test run asks nobody") };
        step
    });
    assert_eq!(step.carry_out().await, Outcome::succeeded("Status 200 was found."));
    server.join().expect("the server ended");
}
