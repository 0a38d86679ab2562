//! Between the product and the local AWS: counts every call, and does to it what AWS does on a bad day.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpListener;

use super::{Operation, Waves};
use crate::protocol::Protocol;

/// What AWS does on a bad day.
#[derive(Clone, Debug, Default)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Each call is throttled so many times before it is let through.
    Throttle(usize),
    /// One operation is denied.
    Deny(String),
}

/// What went through since the last `set`.
#[derive(Clone, Default)]
pub struct Traffic {
    /// Every call, throttled attempts included.
    pub calls: Vec<Operation>,
    /// The body of each.
    pub bodies: Vec<Bytes>,
    /// How many calls were under way at once, at most.
    pub most_in_flight: usize,
    /// How many connections were opened.
    pub connections: usize,
    /// How many calls the local AWS cut.
    pub cut: usize,
}

#[derive(Default)]
struct State {
    fault: Fault,
    traffic: Traffic,
    throttled: HashMap<u64, usize>,
    in_flight: usize,
}

/// A running proxy; it stops when its runtime does.
#[derive(Clone)]
pub struct Proxy {
    state: Arc<Mutex<State>>,
    /// What answers say otherwise than the local AWS.
    words: Arc<Mutex<Vec<(String, String)>>>,
    upstream: Arc<Mutex<String>>,
    /// Counts round trips where a test asks for that.
    pub waves: Arc<Waves>,
    /// Where it listens.
    pub endpoint: String,
}

impl Proxy {
    /// Starts in front of `upstream`.
    pub async fn start(upstream: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free loopback port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let upstream = Arc::new(Mutex::new(upstream.to_owned()));
        let proxy =
            Self { state: Arc::default(), words: Arc::default(), upstream, waves: Arc::default(), endpoint };
        let served = proxy.clone();
        tokio::spawn(async move {
            let client: Client<HttpConnector, Full<Bytes>> =
                Client::builder(TokioExecutor::new()).build_http();
            while let Ok((socket, _)) = listener.accept().await {
                served.state.lock().expect("unpoisoned").traffic.connections += 1;
                let (proxy, client) = (served.clone(), client.clone());
                tokio::spawn(async move {
                    let service = service_fn(move |request| {
                        let (proxy, client) = (proxy.clone(), client.clone());
                        async move { proxy.pass(request, &client).await }
                    });
                    // A cut connection is an error here and is meant to be.
                    drop(
                        hyper::server::conn::http1::Builder::new()
                            .serve_connection(TokioIo::new(socket), service)
                            .await,
                    );
                });
            }
        });
        proxy
    }

    /// From now on another account stands behind it.
    pub fn turn_to(&self, upstream: &str) {
        upstream.clone_into(&mut self.upstream.lock().expect("unpoisoned"));
    }

    /// From now on AWS behaves so; the counts begin anew.
    pub fn set(&self, fault: Fault) {
        let mut state = self.state.lock().expect("unpoisoned");
        // A run that ends early leaves calls under way.
        *state = State { fault, in_flight: state.in_flight, ..State::default() };
    }

    /// From now on answers say one thing in place of another, which the local AWS never says.
    pub fn reword(&self, old: &str, new: &str) {
        self.words.lock().expect("unpoisoned").push((old.to_owned(), new.to_owned()));
    }

    /// From now on answers say what the local AWS says.
    pub fn repeat(&self) {
        self.words.lock().expect("unpoisoned").clear();
    }

    fn reworded(&self, body: Bytes) -> Bytes {
        let words = self.words.lock().expect("unpoisoned");
        if words.is_empty() {
            return body;
        }
        let text = String::from_utf8_lossy(&body).into_owned();
        words.iter().fold(text, |text, (old, new)| text.replace(old, new)).into()
    }

    /// What went through since the last `set`.
    pub fn traffic(&self) -> Traffic {
        self.state.lock().expect("unpoisoned").traffic.clone()
    }

    /// The names of the calls that change something.
    pub fn mutating(&self) -> Vec<String> {
        self.traffic().calls.into_iter().filter(Operation::is_mutating).map(|call| call.name).collect()
    }

    async fn pass(
        &self,
        request: Request<Incoming>,
        client: &Client<HttpConnector, Full<Bytes>>,
    ) -> std::io::Result<Response<Full<Bytes>>> {
        let (head, body) = request.into_parts();
        let body = body.collect().await.map_err(std::io::Error::other)?.to_bytes();
        let operation = Operation::of(&head.method, &head.uri, &head.headers, &body);
        let has_body = head.method != Method::HEAD;
        let verdict = self.enter(&operation, &body);
        let _of_its_wave = self.waves.join(&operation.name).await;
        let answer = match verdict {
            Verdict::Answer(response) => response.map(|body| Full::new(body.into())),
            Verdict::Pass => {
                let path = head.uri.path_and_query().map_or("/", hyper::http::uri::PathAndQuery::as_str);
                let upstream = self.upstream.lock().expect("unpoisoned").clone();
                let mut forward = Request::new(Full::new(body));
                *forward.method_mut() = head.method;
                *forward.uri_mut() = format!("{upstream}{path}").parse().expect("a valid address");
                *forward.headers_mut() = head.headers;
                // The strict layer cuts connections where a test asks for that.
                let Ok(answer) = client.request(forward).await else {
                    self.state.lock().expect("unpoisoned").traffic.cut += 1;
                    return self.leave(Err(cut()));
                };
                let (mut head, body) = answer.into_parts();
                // The local AWS closes each connection; AWS keeps them open.
                head.headers.remove(hyper::header::CONNECTION);
                head.version = hyper::Version::HTTP_11;
                let body = self.reworded(body.collect().await.map_err(std::io::Error::other)?.to_bytes());
                if has_body {
                    head.headers.remove(hyper::header::CONTENT_LENGTH);
                }
                Response::from_parts(head, Full::new(body))
            }
        };
        self.leave(Ok(answer))
    }

    fn enter(&self, operation: &Operation, body: &Bytes) -> Verdict {
        let mut state = self.state.lock().expect("unpoisoned");
        state.traffic.calls.push(operation.clone());
        state.traffic.bodies.push(body.clone());
        state.in_flight += 1;
        state.traffic.most_in_flight = state.traffic.most_in_flight.max(state.in_flight);
        match state.fault.clone() {
            Fault::None => Verdict::Pass,
            Fault::Throttle(times) => {
                let mut hash = DefaultHasher::new();
                (&operation.service, &operation.name, body).hash(&mut hash);
                let so_far = state.throttled.entry(hash.finish()).or_default();
                *so_far += 1;
                if *so_far > times { Verdict::Pass } else { Verdict::Answer(throttled(operation)) }
            }
            Fault::Deny(name) if name == operation.name => Verdict::Answer(denied(operation)),
            Fault::Deny(_) => Verdict::Pass,
        }
    }

    fn leave<T>(&self, answer: T) -> T {
        self.state.lock().expect("unpoisoned").in_flight -= 1;
        answer
    }
}

enum Verdict {
    Pass,
    Answer(Response<Vec<u8>>),
}

/// No answer: hyper closes the connection when the service fails.
fn cut() -> std::io::Error {
    std::io::ErrorKind::ConnectionReset.into()
}

fn throttled(operation: &Operation) -> Response<Vec<u8>> {
    let (status, code) = match operation.protocol {
        Protocol::Ec2 => (503, "RequestLimitExceeded"),
        Protocol::Json | Protocol::Cbor => (400, "ThrottlingException"),
        Protocol::Query | Protocol::Rest => (400, "Throttling"),
    };
    operation.error(status, code, "Rate exceeded")
}

fn denied(operation: &Operation) -> Response<Vec<u8>> {
    let code = match operation.protocol {
        Protocol::Ec2 => "UnauthorizedOperation",
        Protocol::Json | Protocol::Cbor => "AccessDeniedException",
        Protocol::Query | Protocol::Rest => "AccessDenied",
    };
    operation.error(403, code, "You are not authorized to perform this operation.")
}
