//! Stores, played by a server of this test.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::{Value as Json, json};

use super::*;
use crate::tests::{map, with_context};
use crate::{Arguments, AwsFunctions, SignedRequest};
use model::{Effect, Minion};
use sls::secrets::Reference;

/// Answers every request by its first line and body, and records the requests; ends when it is dropped.
struct Store {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

type Answer = fn(&str) -> Option<Json>;

impl Store {
    fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (asked, is_over) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<AtomicBool>::default());
        let (kept, stop) = (asked.clone(), is_over.clone());
        let thread = std::thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                if stop.load(Ordering::SeqCst) {
                    return;
                }
                drop(serve(socket, answer, &kept));
            }
        });
        Self { port, asked, is_over, thread: Some(thread) }
    }

    fn asked(&self) -> String {
        self.asked.lock().unwrap().join("|").to_lowercase()
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        self.thread.take().map(JoinHandle::join);
    }
}

fn serve(socket: TcpStream, answer: Answer, kept: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(socket);
    let mut request = String::new();
    while stream.read_line(&mut request)? > 2 {}
    let length =
        request.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body)?;
    request.push_str(&String::from_utf8_lossy(&body));
    let (status, body) = match answer(&request) {
        Some(json) if json["refused"].is_null() => ("200 OK", json),
        Some(refused) => ("403 Forbidden", json!({"errors": [refused["refused"]]})),
        None => ("404 Not Found", json!({"errors": []})),
    };
    kept.lock().unwrap().push(request);
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.get_mut().write_all(format!("{head}{body}").as_bytes())
}

fn called(
    opts: Json,
    aws: Option<&dyn AwsFunctions>,
    name: &str,
    args: Json,
    named: Json,
) -> Result<Json, String> {
    with_context(|context| {
        let minion = Minion { opts: map(opts), ..context.minion.clone() };
        let context = Context { minion: &minion, aws, ..*context };
        let Value::List(positional) = Value::from(args) else { panic!("a list") };
        let arguments = Arguments { positional, named: map(named) };
        context.call(name, &arguments).map(|value| value.to_json()).map_err(|error| error.to_string())
    })
}

/// A Vault with version 2 below `secret/` and version 1 below `old/`.
fn vault_says(request: &str) -> Option<Json> {
    let path = request.split(' ').nth(1)?;
    let body = request.split("\r\n\r\n").nth(1).unwrap_or_default();
    if path == "/v1/auth/approle/login" {
        return Some(if body.contains("s3cret-id") {
            json!({"auth": {"client_token": "t-role"}})
        } else {
            json!({"refused": "wrong secret"})
        });
    }
    if path == "/v1/auth/aws/login" {
        return Some(json!({"auth": {"client_token": "t-aws"}}));
    }
    if !request.to_lowercase().contains("x-vault-token: t-") {
        return Some(json!({"refused": "permission denied"}));
    }
    match path {
        "/v1/sys/internal/ui/mounts/secret/app"
        | "/v1/sys/internal/ui/mounts/secret/none"
        | "/v1/sys/internal/ui/mounts/secret/data/app"
        | "/v1/sys/internal/ui/mounts/secret" => {
            Some(json!({"data": {"path": "secret/", "options": {"version": "2"}}}))
        }
        "/v1/sys/internal/ui/mounts/old/app" => Some(json!({"data": {"path": "old/", "options": null}})),
        "/v1/secret/data/app" => {
            Some(json!({"data": {"data": {"password": "pass-two"}, "metadata": {"version": 3}}}))
        }
        "/v1/secret/metadata?list=true" => Some(json!({"data": {"keys": ["app", "more/"]}})),
        "/v1/old/app" => Some(json!({"data": {"password": "pass-one", "n": 7}})),
        "/v1/sys/internal/ui/mounts/old/short" => Some(json!({"data": {"path": "old/", "options": null}})),
        "/v1/old/short" => Some(json!({"data": {"password": "abc"}})),
        _ => None,
    }
}

#[test]
fn vault_is_read_in_both_versions() {
    let store = Store::start(vault_says);
    let opts = json!({"vault": {"server": {"url": store.url()}, "auth": {"token": "t-1"}}});
    let read =
        |path: &str, named: Json| called(opts.clone(), None, "vault.read_secret", json!([path]), named);
    assert_eq!(read("secret/app", json!({})), Ok(json!({"password": "pass-two"})));
    assert_eq!(read("secret/app", json!({"key": "password"})), Ok(json!("pass-two")));
    assert_eq!(
        read("secret/app", json!({"metadata": true})),
        Ok(json!({"data": {"password": "pass-two"}, "metadata": {"version": 3}}))
    );
    assert_eq!(read("secret/data/app", json!({"key": "password"})), Ok(json!("pass-two")));
    assert_eq!(read("old/app", json!({})), Ok(json!({"password": "pass-one", "n": 7})));
    assert_eq!(read("secret/none", json!({"default": "d"})), Ok(json!("d")));
    assert!(read("secret/none", json!({})).unwrap_err().contains("VaultNotFoundError"));
    let short = read("old/short", json!({"key": "password", "default": "d"})).unwrap_err();
    assert!(short.contains("choose a longer one") && !short.contains("abc"), "{short}");
    assert!(read("secret/app", json!({"key": "nope"})).unwrap_err().contains("no field 'nope'"));
    let listed = called(opts.clone(), None, "vault.list_secrets", json!(["secret"]), json!({}));
    assert_eq!(listed, Ok(json!({"keys": ["app", "more/"]})));
    let raw = called(opts.clone(), None, "vault.read", json!(["secret/data/app"]), json!({}));
    assert_eq!(raw.unwrap()["data"]["data"]["password"], json!("pass-two"));
    assert_eq!(called(opts, None, "vault.read", json!(["secret/data/none"]), json!({})), Ok(Json::Null));
    assert_eq!(secret::masked("it is pass-two"), "it is (hidden)");
}

#[test]
fn a_token_that_may_not_and_settings_that_lack_something_are_reported() {
    let store = Store::start(vault_says);
    let with = |auth: Json| json!({"vault": {"url": store.url(), "auth": auth}});
    let read =
        |opts: Json| called(opts, None, "vault.read_secret", json!(["secret/app"]), json!({})).unwrap_err();
    let refused = read(with(json!({"token": "other"})));
    assert!(
        refused.contains("VaultPermissionDeniedError: permission denied") && !refused.contains("other"),
        "{refused}"
    );
    assert!(read(with(json!({}))).contains("vault:auth:token is missing"));
    assert!(read(with(json!({"method": "ldap"}))).contains("the method 'ldap'"));
    assert!(read(json!({})).contains("VAULT_ADDR"));
    let closed = read(json!({"vault": {"url": "http://127.0.0.1:9", "auth": {"token": "t-1"}}}));
    assert!(closed.contains("127.0.0.1:9") && !closed.contains("t-1"), "{closed}");
}

/// Signs as AWS's side would.
struct Signer;

impl AwsFunctions for Signer {
    fn names(&self) -> Vec<&'static str> {
        vec![]
    }

    fn does(&self, _name: &str) -> Option<&'static [Effect]> {
        None
    }

    fn call(&self, _: &Context<'_>, _: &str, _: &Arguments) -> Result<Value, CallError> {
        Ok(Value::Null)
    }

    fn secrets(
        &self,
        _: &Context<'_>,
        wanted: &[Reference],
    ) -> Result<std::collections::HashMap<Reference, String>, String> {
        let known = wanted.iter().filter(|it| !it.name.contains("none"));
        Ok(known.map(|it| (it.clone(), format!("value of {}", it.written()))).collect())
    }

    fn signed_identity(&self, region: Option<&str>, _: Option<&str>) -> Result<SignedRequest, String> {
        let headers = [("authorization".to_owned(), format!("signed for {}", region.unwrap_or("?")))].into();
        Ok(SignedRequest { url: "https://sts/".to_owned(), body: "Action".to_owned(), headers })
    }
}

#[test]
fn a_login_gives_the_token_once() {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    let store = Store::start(vault_says);
    let with = |auth: Json| json!({"vault": {"server": {"url": store.url()}, "auth": auth}});
    let read = |opts: Json| {
        called(opts, Some(&Signer), "vault.read_secret", json!(["old/app", "password"]), json!({}))
    };
    let role = with(json!({"method": "approle", "role_id": "r", "secret_id": "s3cret-id"}));
    assert_eq!(read(role.clone()), Ok(json!("pass-one")));
    assert_eq!(read(role), Ok(json!("pass-one")));
    assert_eq!(store.asked().matches("/auth/approle/login").count(), 1);
    let wrong =
        read(with(json!({"method": "approle", "role_id": "other", "secret_id": "wrong"}))).unwrap_err();
    assert!(wrong.contains("wrong secret"), "{wrong}");
    assert_eq!(
        read(with(json!({"method": "aws", "role": "web", "region": "eu-west-1"}))),
        Ok(json!("pass-one"))
    );
    let headers = STANDARD.encode("{\"authorization\":\"signed for eu-west-1\"}").to_lowercase();
    assert!(store.asked().contains(&headers), "{}", store.asked());
}

/// Consul, both versions of etcd, and some REST service.
fn others_say(request: &str) -> Option<Json> {
    let path = request.split(' ').nth(1)?;
    match path {
        "/v1/kv/app/password?dc=one" => Some(json!([{"Key": "app/password", "Value": "cGFzcy1jb25zdWw="}])),
        "/v2/keys/app/password" => Some(json!({"node": {"key": "/app/password", "value": "pass-etcd2"}})),
        "/v3/auth/authenticate" => Some(json!({"token": "e-token"})),
        "/v3/kv/range" if request.contains("YXBwL3Bhc3N3b3Jk") => {
            Some(json!({"kvs": [{"key": "YXBwL3Bhc3N3b3Jk", "value": "cGFzcy1ldGNkMw=="}]}))
        }
        "/v3/kv/range" => Some(json!({"header": {}})),
        "/users/me/keys" => Some(json!({"keys": ["k1", "rest-key-1"]})),
        _ => None,
    }
}

#[test]
fn consul_etcd_rest_and_aws_are_asked_by_their_drivers() {
    let store = Store::start(others_say);
    let opts = json!({
        "c": {"driver": "consul", "host": "127.0.0.1", "port": store.port, "dc": "one", "token": "c-token"},
        "e2": {"driver": "etcd", "etcd.host": "127.0.0.1", "etcd.port": store.port},
        "e3": {"driver": "etcd", "etcd.host": "127.0.0.1", "etcd.port": store.port, "etcd.require_v2": false,
               "etcd.username": "u", "etcd.password": "p"},
        "r": {"driver": "rest", "keys": {"url": format!("{}/users/{{{{ user }}}}/keys", store.url()), "backend": "requests"}},
        "p": {"driver": "ssm"}, "s": {"driver": "secretsmanager"},
    });
    let get = |uri: &str| called(opts.clone(), Some(&Signer), "sdb.get", json!([uri]), json!({}));
    for (uri, expected) in [
        ("sdb://c/app/password", json!("pass-consul")),
        ("sdb://c/none", json!(null)),
        ("sdb://e2/app/password", json!("pass-etcd2")),
        ("sdb://e2/none", json!(null)),
        ("sdb://e3/app/password", json!("pass-etcd3")),
        ("sdb://e3/none", json!(null)),
        ("sdb://r/keys?user=me", json!({"keys": ["k1", "rest-key-1"]})),
        ("sdb://p//app/key", json!("value of ssm:/app/key")),
        ("sdb://s/app/db:password", json!("value of secretsmanager:app/db:password")),
        ("sdb://p//none", json!(null)),
    ] {
        assert_eq!(get(uri), Ok(expected), "{uri}");
    }
    assert_eq!(secret::masked("k1 rest-key-1"), "k1 (hidden)");
    assert!(get("sdb://r/nope").unwrap_err().contains("no entry 'nope'"));
    let asked = store.asked();
    assert!(asked.contains("x-consul-token: c-token") && asked.contains("authorization: e-token"), "{asked}");
    let closed = json!({"c": {"driver": "consul", "port": 9}});
    assert!(called(closed, None, "sdb.get", json!(["sdb://c/x"]), json!({})).is_err());
}

#[test]
fn vault_is_a_driver_too() {
    let store = Store::start(vault_says);
    let opts = json!({"v": {"driver": "vault"}, "vault": {"server": {"url": store.url()}, "auth": {"token": "t-1"}}});
    let get = |uri: &str| called(opts.clone(), None, "sdb.get", json!([uri]), json!({}));
    assert_eq!(get("sdb://v/secret/app/password"), Ok(json!("pass-two")));
    assert_eq!(get("sdb://v/secret/app?password"), Ok(json!("pass-two")));
    assert_eq!(get("sdb://v/old/app/nope"), Ok(json!(null)));
    assert_eq!(get("sdb://v/secret/none/x"), Ok(json!(null)));
    assert!(get("sdb://v/old/short/password").unwrap_err().contains("choose a longer one"));
    assert!(get("sdb://v/flat").is_err());
}
