//! An instance metadata service, version 2, for one instance; it stops when its runtime does.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderValue;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

const TOKEN: &str = "a-session-token";

/// How the service is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Mood {
    /// It answers at once.
    #[default]
    Well,
    /// It answers everything, tokens too, with this status.
    Status(u16),
    /// It answers documents with this status, and still gives tokens.
    OnlyTokens(u16),
    /// Each answer takes so long.
    Slow(Duration),
    /// It takes connections and says nothing.
    Silent,
    /// Version 1 only: there are no tokens, and documents need none.
    Old,
}

/// A running service.
#[derive(Clone)]
pub struct Metadata {
    documents: Arc<Mutex<BTreeMap<String, String>>>,
    asked: Arc<Mutex<Vec<String>>>,
    mood: Arc<Mutex<Mood>>,
    /// Where it listens.
    pub endpoint: String,
}

impl Metadata {
    /// The service of an instance with this id, whose metadata do not hold its tags.
    pub async fn start(instance_id: &str) -> Self {
        let identity = serde_json::json!({
            "instanceId": instance_id, "region": "us-east-1", "availabilityZone": "us-east-1a",
            "instanceType": "t3.micro", "imageId": "ami-12345678", "accountId": "123456789012",
            "privateIp": "10.0.0.7", "architecture": "x86_64",
        });
        let documents = [("dynamic/instance-identity/document".to_owned(), identity.to_string())];
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free loopback port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let service = Self {
            documents: Arc::new(Mutex::new(documents.into())),
            asked: Arc::default(),
            mood: Arc::default(),
            endpoint,
        };
        let served = service.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let served = served.clone();
                tokio::spawn(async move {
                    let answer = service_fn(move |request| {
                        let served = served.clone();
                        async move { Ok::<_, Infallible>(served.slowly(&request).await) }
                    });
                    let builder = hyper::server::conn::http1::Builder::new();
                    drop(builder.serve_connection(TokioIo::new(socket), answer).await);
                });
            }
        });
        service
    }

    /// Sets a document, its path without `/latest/`.
    pub fn put(&self, path: &str, text: &str) {
        self.documents.lock().expect("unpoisoned").insert(path.to_owned(), text.to_owned());
    }

    /// From now on it is so.
    pub fn be(&self, mood: Mood) {
        *self.mood.lock().expect("unpoisoned") = mood;
    }

    /// Removes a document.
    pub fn remove(&self, path: &str) {
        self.documents.lock().expect("unpoisoned").remove(path);
    }

    /// The documents asked for so far.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("unpoisoned").clone()
    }

    async fn slowly(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        let mood = *self.mood.lock().expect("unpoisoned");
        match mood {
            Mood::Silent => std::future::pending().await,
            Mood::Slow(time) => tokio::time::sleep(time).await,
            _ => {}
        }
        let is_token = request.method() == Method::PUT;
        let status = match mood {
            Mood::Status(status) => Some(status),
            Mood::OnlyTokens(status) if !is_token => Some(status),
            Mood::Old if is_token => Some(404),
            _ => None,
        };
        let Some(status) = status else { return self.answer(request, mood == Mood::Old) };
        let status = StatusCode::from_u16(status).expect("a status");
        Response::builder().status(status).body(Full::default()).expect("a response")
    }

    fn answer(&self, request: &Request<Incoming>, is_old: bool) -> Response<Full<Bytes>> {
        let path = request.uri().path().trim_start_matches("/latest/").to_owned();
        let respond = |status: StatusCode, text: String| {
            Response::builder().status(status).body(Full::new(text.into())).expect("a response")
        };
        if request.method() == Method::PUT && path == "api/token" {
            let mut token = respond(StatusCode::OK, TOKEN.to_owned());
            let life = "x-aws-ec2-metadata-token-ttl-seconds";
            token
                .headers_mut()
                .insert(life, request.headers().get(life).cloned().unwrap_or(HeaderValue::from_static("60")));
            return token;
        }
        let token = request.headers().get("x-aws-ec2-metadata-token");
        if !is_old && token.is_none_or(|token| token != TOKEN) {
            return respond(StatusCode::UNAUTHORIZED, String::new());
        }
        let document = self.documents.lock().expect("unpoisoned").get(&path).cloned();
        self.asked.lock().expect("unpoisoned").push(path);
        match document {
            Some(text) => respond(StatusCode::OK, text),
            None => respond(StatusCode::NOT_FOUND, String::new()),
        }
    }
}
