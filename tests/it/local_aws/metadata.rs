//! An instance metadata service, version 2, for one instance; it stops when its runtime does.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderValue;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

const TOKEN: &str = "a-session-token";

/// A running service.
#[derive(Clone)]
pub struct Metadata {
    documents: Arc<Mutex<BTreeMap<String, String>>>,
    asked: Arc<Mutex<Vec<String>>>,
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
        let service =
            Self { documents: Arc::new(Mutex::new(documents.into())), asked: Arc::default(), endpoint };
        let served = service.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let served = served.clone();
                tokio::spawn(async move {
                    let answer = service_fn(move |request| {
                        let answer = served.answer(&request);
                        async move { Ok::<_, Infallible>(answer) }
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

    /// Removes a document.
    pub fn remove(&self, path: &str) {
        self.documents.lock().expect("unpoisoned").remove(path);
    }

    /// The documents asked for so far.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("unpoisoned").clone()
    }

    fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
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
        if token.is_none_or(|token| token != TOKEN) {
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
