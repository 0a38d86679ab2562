//! The local AWS of a test: a world forked from one strict server that all tests of this binary share.
//!
//! The server starts and is seeded once. A world is a copy of it in a process of its own, made in milliseconds
//! (`localstack/strict/worlds.py`), so that tests share nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

/// How much faster than on AWS things become ready: a minute takes 60 ms.
const SPEED: u32 = 1000;

/// The server that worlds are forked from. It ends when the test binary does, as its input is then closed.
struct Template {
    _child: Child,
    _life: ChildStdin,
    endpoint: String,
}

static TEMPLATE: OnceLock<Template> = OnceLock::new();

/// An account of its own; its process ends when this is dropped, and when the tests end.
pub struct Moto {
    /// Where it listens.
    pub endpoint: String,
}

impl Moto {
    /// An empty account.
    pub fn start() -> Self {
        Self::world(&template().endpoint, &json!({"empty": true}))
    }

    /// An account with what `orchestration/` presumes.
    pub fn seeded() -> Self {
        Self::world(&template().endpoint, &json!({}))
    }

    /// An account with all that is in this one now, and its settings.
    pub fn copy(&self) -> Self {
        Self::world(&self.endpoint, &json!({}))
    }

    fn world(endpoint: &str, told: &Value) -> Self {
        let made = post(endpoint, "/strict/world", told).expect("the server makes a world");
        Self { endpoint: made["endpoint"].as_str().expect("an endpoint").to_owned() }
    }

    /// Changes what the strict layer does; `localstack/README.md` lists the fields.
    pub fn set(&self, told: &Value) {
        let set = post(&self.endpoint, "/strict", told);
        assert!(set.is_some(), "the strict layer refuses {told}");
    }

    /// The settings of the strict layer, and its counts.
    pub fn shown(&self) -> Value {
        post(&self.endpoint, "/strict", &json!({})).expect("the strict layer answers")
    }

    /// Puts there what `orchestration/` presumes.
    pub fn seed(&self) {
        run("seed.py", &self.endpoint);
    }

    /// Sends a query of a service whose protocol is forms.
    pub async fn call(&self, service: &str, form: &str) {
        self.ask(service, form).await;
    }

    /// Sends a query of a service whose protocol is forms, and gives the answer.
    pub async fn ask(&self, service: &str, form: &str) -> String {
        ask(&self.endpoint, service, form).await
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        drop(post(&self.endpoint, "/strict/end", &json!({})));
    }
}

/// Sends a query of a service whose protocol is forms to an endpoint, and gives the answer.
pub async fn ask(endpoint: &str, service: &str, form: &str) -> String {
    let form_of = [("content-type", "application/x-www-form-urlencoded")];
    send(endpoint, service, &form_of, form.to_owned()).await
}

/// Calls an operation (`CertificateManager.ListCertificates`) of a service whose protocol is JSON, and gives the answer.
pub async fn ask_json(endpoint: &str, service: &str, operation: &str, parameters: &Value) -> String {
    let json_of = [("content-type", "application/x-amz-json-1.1"), ("x-amz-target", operation)];
    send(endpoint, service, &json_of, parameters.to_string()).await
}

async fn send(endpoint: &str, service: &str, headers: &[(&str, &str)], body: String) -> String {
    let client: Client<HttpConnector, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let scope = format!("Credential=test/20260101/us-east-1/{service}/aws4_request");
    let signed = format!("AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=none");
    let request = Request::post(endpoint).header("authorization", signed);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let request = request.body(Full::new(Bytes::from(body.clone()))).expect("a valid request");
    let answer = client.request(request).await.expect("moto answers");
    let status = answer.status();
    let answer = answer.into_body().collect().await.expect("a whole answer").to_bytes();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(status.is_success(), "{body}: {status} {answer}");
    answer
}

fn template() -> &'static Template {
    TEMPLATE.get_or_init(|| {
        let mut child = Command::new(python())
            .arg(localstack().join("server.py"))
            .args(["--while-stdin-is-open", "--strict", "--speed", &SPEED.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("localstack/server.py starts");
        let life = child.stdin.take().expect("stdin is piped");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("stdout is piped"));
        out.read_line(&mut line).expect("the server says where it listens");
        let endpoint = line.trim().strip_prefix("endpoint=").expect("endpoint=URL").to_owned();
        run("seed.py", &endpoint);
        // A world that loads a service itself takes a tenth of a second for it, and there are thousands of worlds.
        run("load.py", &endpoint);
        Template { _child: child, _life: life, endpoint }
    })
}

/// Runs a program of the local AWS against a server.
fn run(program: &str, endpoint: &str) {
    let mut command = Command::new(python());
    let ran =
        command.arg(localstack().join(program)).args(["--endpoint", endpoint]).stdout(Stdio::null()).status();
    assert!(ran.expect("python runs").success(), "localstack/{program} failed");
}

/// Posts JSON to the control endpoint; none if nobody listens or it is refused.
fn post(endpoint: &str, path: &str, told: &Value) -> Option<Value> {
    let address = endpoint.strip_prefix("http://").expect("http");
    let mut socket = TcpStream::connect(address).ok()?;
    socket.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let body = told.to_string();
    let head = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n", body.len());
    write!(socket, "{head}Connection: close\r\n\r\n{body}").ok()?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    // A world that ends may be gone before it has said all.
    serde_json::from_str(body).ok().filter(|_| head.contains(" 200 "))
}

/// The folder of the local AWS.
pub fn localstack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("localstack")
}

/// The venv's python; `./test` makes the venv.
pub fn python() -> PathBuf {
    let venv = option_env!("LOCALSTACK_VENV").map_or_else(|| localstack().join(".venv"), PathBuf::from);
    let python = venv.join("bin").join("python");
    assert!(python.exists(), "{} is missing: run ./test, which makes it", python.display());
    python
}
