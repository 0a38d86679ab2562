//! moto as a child process that ends with the test.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use http_body_util::{BodyExt, Empty, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// A running server; it stops when this is dropped, and when the test dies.
pub struct Moto {
    child: Child,
    /// The server lives as long as this is open.
    _life: ChildStdin,
    /// Where it listens.
    pub endpoint: String,
}

impl Moto {
    /// Starts an empty account.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts an empty account with options of `server.py`.
    pub fn start_with(options: &[&str]) -> Self {
        let mut child = Command::new(python())
            .arg(localstack().join("server.py"))
            .arg("--while-stdin-is-open")
            .args(options)
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
        Self { child, _life: life, endpoint }
    }

    /// Puts there what `orchestration/` presumes.
    pub fn seed(&self) {
        let seeded = Command::new(python())
            .arg(localstack().join("seed.py"))
            .args(["--endpoint", &self.endpoint])
            .stdout(Stdio::null())
            .status()
            .expect("localstack/seed.py runs");
        assert!(seeded.success(), "localstack/seed.py failed");
    }

    /// Empties the account.
    pub async fn reset(&self) {
        let client: Client<HttpConnector, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
        let request = Request::post(format!("{}/moto-api/reset", self.endpoint)).body(Empty::new());
        let answer = client.request(request.expect("a valid request")).await.expect("moto answers");
        assert!(answer.status().is_success(), "moto was not reset: {}", answer.status());
    }

    /// Sends a query of a service whose protocol is forms.
    pub async fn call(&self, service: &str, form: &str) {
        self.ask(service, form).await;
    }

    /// Sends a query of a service whose protocol is forms, and gives the answer.
    pub async fn ask(&self, service: &str, form: &str) -> String {
        let client: Client<HttpConnector, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
        let scope = format!("Credential=test/20260101/us-east-1/{service}/aws4_request");
        let request = Request::post(&self.endpoint)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("authorization", format!("AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=none"))
            .body(Full::new(Bytes::from(form.to_owned())));
        let answer = client.request(request.expect("a valid request")).await.expect("moto answers");
        assert!(answer.status().is_success(), "{form}: {}", answer.status());
        let body = answer.into_body().collect().await.expect("a whole answer").to_bytes();
        String::from_utf8_lossy(&body).into_owned()
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        drop(self.child.kill());
        drop(self.child.wait());
    }
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
