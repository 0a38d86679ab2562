//! The server: takes requests, lets the buckets decide, waits as long as AWS takes, and answers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use super::account::{Account, NUMBER};
use super::form::Form;
use super::{World, autoscaling, cbor, cloudwatch, ec2, elb, iam, route53, servicequotas, sqs};
use crate::protocol::{Operation, Protocol};

/// What a service answers.
pub enum Answer {
    /// The inside of the result element, or the whole document for services that answer by path.
    Xml(String),
    /// Data, for JSON and CBOR.
    Data(serde_json::Value),
    /// A refusal: status, code, message.
    Refusal(u16, &'static str, String),
    /// An operation that is not simulated.
    Unknown,
}

/// Listens on a free port; answers where.
pub async fn listen(world: Arc<World>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            drop(stream.set_nodelay(true));
            let world = world.clone();
            tokio::spawn(async move {
                let answer = |request| {
                    let world = world.clone();
                    async move { Ok::<_, Infallible>(serve(&world, request).await) }
                };
                // A client that goes away is no fault of the server's.
                drop(
                    hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service_fn(answer))
                        .await,
                );
            });
        }
    });
    endpoint
}

async fn serve(world: &World, request: Request<Incoming>) -> Response<Full<Bytes>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let operation = Operation::of(&parts.method, &parts.uri, &parts.headers, &body);
    let name = format!("{}:{}", operation.service, operation.name);
    let in_flight = world.in_flight.fetch_add(1, Ordering::SeqCst) + 1;
    let is_strict = world.is_strict.load(Ordering::SeqCst);
    let has_token =
        !is_strict || world.buckets.lock().expect("no panic").take(&operation.service, &operation.name);
    {
        let mut ledger = world.ledger.lock().expect("no panic");
        ledger.most_in_flight = ledger.most_in_flight.max(in_flight);
        let counts = if has_token { &mut ledger.calls } else { &mut ledger.throttles };
        *counts.entry(name.clone()).or_default() += 1;
        ledger.mutating += usize::from(has_token && operation.is_mutating());
    }
    if is_strict {
        tokio::time::sleep(world.settings.latency.div_f64(world.settings.speed)).await;
    }
    let answer = if has_token {
        let call = Call { operation: &operation.name, uri: &parts.uri, body: &body };
        let mut account = world.account.lock().expect("no panic");
        dispatch(&mut account, &operation.service, &call)
    } else {
        let (status, code) = throttling(&operation.service);
        Answer::Refusal(status, code, "Rate exceeded".to_owned())
    };
    if matches!(answer, Answer::Unknown) {
        world.ledger.lock().expect("no panic").unknown.push(name);
    }
    world.in_flight.fetch_sub(1, Ordering::SeqCst);
    respond(&operation, answer).map(|body| Full::new(Bytes::from(body)))
}

/// A request as the services see it.
pub struct Call<'a> {
    /// The operation.
    pub operation: &'a str,
    /// Path and query.
    pub uri: &'a hyper::Uri,
    /// What was sent.
    pub body: &'a [u8],
}

fn dispatch(account: &mut Account, service: &str, call: &Call<'_>) -> Answer {
    let form = || Form::parse(call.body);
    match service {
        "autoscaling" => autoscaling::answer(account, call.operation, &form()),
        "ec2" => ec2::answer(account, call.operation, &form()),
        "elasticloadbalancing" => elb::answer(account, call.operation, &form()),
        "iam" => iam::answer(account, call.operation, &form()),
        "monitoring" => cloudwatch::answer(account, call.operation, &cbor::decode(call.body)),
        "route53" => route53::answer(account, call),
        "servicequotas" => servicequotas::answer(
            account,
            call.operation,
            &serde_json::from_slice(call.body).unwrap_or_default(),
        ),
        "sts" if call.operation == "GetCallerIdentity" => {
            let arn = format!("arn:aws:iam::{NUMBER}:user/simulated");
            Answer::Xml(format!("<Arn>{arn}</Arn><UserId>simulated</UserId><Account>{NUMBER}</Account>"))
        }
        "sqs" => sqs::answer(account, call.operation, &serde_json::from_slice(call.body).unwrap_or_default()),
        _ => Answer::Unknown,
    }
}

/// How each service says that calls come too fast.
fn throttling(service: &str) -> (u16, &'static str) {
    match service {
        "ec2" => (503, "RequestLimitExceeded"),
        "sqs" => (400, "RequestThrottled"),
        "elasticloadbalancing" => (400, "ThrottlingException"),
        _ => (400, "Throttling"),
    }
}

fn respond(operation: &Operation, answer: Answer) -> Response<Vec<u8>> {
    let name = &operation.name;
    let (kind, body) = match (answer, operation.protocol) {
        (Answer::Refusal(status, code, message), _) => return operation.error(status, code, &message),
        (Answer::Unknown, _) => return operation.error(400, "InvalidAction", &format!("{name} is not simulated")),
        (Answer::Data(data), Protocol::Cbor) => ("application/cbor", cbor::encode(&data)),
        (Answer::Data(data), _) => ("application/x-amz-json-1.0", data.to_string().into_bytes()),
        (Answer::Xml(inner), Protocol::Ec2) => (
            "text/xml",
            format!("<{name}Response><requestId>simulated</requestId>{inner}</{name}Response>").into_bytes(),
        ),
        (Answer::Xml(whole), Protocol::Rest) => ("text/xml", whole.into_bytes()),
        (Answer::Xml(inner), _) => (
            "text/xml",
            format!("<{name}Response><{name}Result>{inner}</{name}Result><ResponseMetadata><RequestId>simulated</RequestId></ResponseMetadata></{name}Response>").into_bytes(),
        ),
    };
    Response::builder()
        .header("content-type", kind)
        .header("x-amzn-requestid", "simulated")
        .header("smithy-protocol", "rpc-v2-cbor")
        .body(body)
        .expect("a valid answer")
}
