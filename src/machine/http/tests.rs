use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::*;

/// A server for one test: told what to answer, it keeps what it was asked, and ends when it is dropped.
struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(answer: impl Fn(&str) -> String + Send + 'static, tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (asked, is_over) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<AtomicBool>::default());
        let (kept, told) = (asked.clone(), is_over.clone());
        let thread = std::thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                if told.load(Ordering::SeqCst) {
                    return;
                }
                let failed = match &tls {
                    None => serve(socket, &answer, &kept),
                    Some(config) => {
                        let connection = ServerConnection::new(config.clone()).unwrap();
                        serve(StreamOwned::new(connection, socket), &answer, &kept)
                    }
                };
                // A client that trusts nobody goes away.
                drop(failed);
            }
        });
        Self { port, asked, is_over, thread: Some(thread) }
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn asked(&self) -> String {
        self.asked.lock().unwrap().join("|")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        self.thread.take().map(JoinHandle::join);
    }
}

fn serve<S: Read + Write>(
    stream: S,
    answer: impl Fn(&str) -> String,
    kept: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = String::new();
    while stream.read_line(&mut request)? > 2 {}
    let length =
        request.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body)?;
    request.push_str(&String::from_utf8_lossy(&body));
    let said = answer(&request);
    kept.lock().unwrap().push(request);
    let stream = stream.get_mut();
    stream.write_all(said.as_bytes())?;
    stream.flush()
}

fn page(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}", body.len())
}

#[test]
fn a_server_on_a_unix_socket_is_asked_whatever_the_url_names() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    let asked = Mutex::default();
    let mut request = Request::new("POST", "http://nosuch.invalid/v1/things?a=b");
    request.socket = Some(path.clone());
    request.body = Some(b"tea".to_vec());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            serve(listener.accept().unwrap().0, |_| page("201 Created", "", "made"), &asked).unwrap();
        });
        let page = request.fetch_blocking(100).unwrap();
        assert_eq!((page.status, page.text().as_str()), (201, "made"));
    });
    let asked = asked.lock().unwrap().join("");
    assert!(asked.starts_with("POST /v1/things?a=b HTTP/1.1") && asked.ends_with("tea"), "{asked}");
    // Nobody answers: the time is up.
    request.timeout = Some(Duration::from_millis(50));
    let error = request.fetch_blocking(100).unwrap_err();
    assert!(matches!(error, HttpError::TimedOut { .. }), "{error}");
    drop(listener);
    request.timeout = Some(Duration::from_secs(60));
    let error = request.fetch_blocking(100).unwrap_err();
    assert!(error.to_string().contains("refused"), "{error}");
}

#[test]
fn what_is_sent_arrives_and_every_status_is_an_answer() {
    let server =
        Server::start(|_| page("418 I'm a teapot", "X-One: a\r\nX-One: b\r\n", "short and stout"), None);
    let mut request = Request::new("POST", &server.url("/pot?size=1")).header("X-Mine", "yes");
    request.body = Some(b"tea".to_vec());
    let page = request.fetch_blocking(100).unwrap();
    assert_eq!((page.status, page.text().as_str(), page.is_success()), (418, "short and stout", false));
    assert_eq!(page.header("x-one"), Some("a"));
    assert_eq!(page.headers.iter().filter(|(name, _)| name == "x-one").count(), 2);
    let asked = server.asked().to_lowercase();
    assert!(asked.starts_with("post /pot?size=1 http/1.1\r\n") && asked.ends_with("\r\n\r\ntea"), "{asked}");
    assert!(asked.contains("x-mine: yes") && asked.contains("user-agent: orchestrate/"), "{asked}");
}

#[test]
fn a_body_goes_with_any_method() {
    let server = Server::start(|_| page("200 OK", "", ""), None);
    for method in ["GET", "DELETE", "PURGE"] {
        let request = Request { body: Some(b"why".to_vec()), ..Request::new(method, &server.url("/")) };
        assert_eq!(request.fetch_blocking(0).unwrap().status, 200);
        assert!(server.asked().ends_with("\r\n\r\nwhy"), "{}", server.asked());
    }
}

#[test]
fn redirects_are_followed_as_far_as_the_request_says() {
    let server = Server::start(
        |asked| match asked.split(' ').nth(1) {
            Some("/a") => page("302 Found", "Location: /b\r\n", "no"),
            Some("/b") => page("200 OK", "", "here"),
            _ => page("301 Moved", "Location: /round\r\n", ""),
        },
        None,
    );
    let request = Request::get(&server.url("/a"));
    let page = request.fetch_blocking(100).unwrap();
    assert_eq!((page.text(), page.url), ("here".to_owned(), server.url("/b")));
    let page = Request { redirects: 0, ..request }.fetch_blocking(100).unwrap();
    assert_eq!((page.status, page.header("location")), (302, Some("/b")));
    let error = Request { redirects: 2, ..Request::get(&server.url("/x")) }.fetch_blocking(100).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("'GET {}' failed: it was redirected more than 2 times", server.url("/x"))
    );
}

#[test]
fn user_and_password_of_a_url_are_sent_and_not_shown() {
    let server = Server::start(|_| page("200 OK", "", ""), None);
    let url = server.url("/x").replace("://", "://me:p%40ss@");
    let page = Request::get(&url).fetch_blocking(0).unwrap();
    assert_eq!(page.url, server.url("/x"));
    assert!(
        server.asked().to_lowercase().contains("authorization: basic bwu6cebzcw=="),
        "{}",
        server.asked()
    );
    let error = Request::get("ftp://me:secret@host/x").fetch_blocking(0).unwrap_err().to_string();
    assert_eq!(error, "'GET ftp://host/x' is no request: it must begin with http:// or https://");
}

#[test]
fn a_body_is_read_as_far_as_the_caller_can_use_it() {
    let server = Server::start(|_| page("200 OK", "", "0123456789"), None);
    assert_eq!(Request::get(&server.url("/")).fetch_blocking(10).unwrap().body.len(), 10);
    let error = Request::get(&server.url("/")).fetch_blocking(9).unwrap_err();
    assert!(matches!(error, HttpError::TooLong { limit: 9, .. }), "{error}");
    let mut response = Request::get(&server.url("/")).open_blocking().unwrap();
    let mut first = [0; 3];
    response.body.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"012");
}

#[test]
fn a_connection_that_breaks_off_and_a_host_that_does_not_answer_are_errors() {
    let server = Server::start(|_| "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".to_owned(), None);
    let error = Request::get(&server.url("/")).fetch_blocking(100).unwrap_err();
    assert!(error.is_transient() && error.to_string().contains("failed: "), "{error}");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = Request::get(&format!("http://127.0.0.1:{free}/")).fetch_blocking(100).unwrap_err();
    assert!(error.is_transient() && error.to_string().contains("refused"), "{error}");
}

#[test]
fn time_has_a_limit() {
    // It takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}/", silent.local_addr().unwrap().port());
    let timeout = Some(Duration::from_millis(50));
    let error = Request { timeout, ..Request::get(&url) }.fetch_blocking(100).unwrap_err();
    assert_eq!(error.to_string(), format!("'GET {url}' failed: no whole answer in time (50ms)"));
}

#[test]
fn what_is_no_request_is_refused_before_anything_is_sent() {
    for (url, expected) in
        [("http://", "is no request"), ("http://a b/", "is no request"), ("/x", "begin with http")]
    {
        let error = Request::get(url).fetch_blocking(0).unwrap_err().to_string();
        assert!(error.contains(expected), "{url}: {error}");
    }
    let error = Request::get("http://localhost/").header("X", "a\nb").fetch_blocking(0).unwrap_err();
    assert!(matches!(error, HttpError::Malformed { .. }), "{error}");
}

fn tls_server() -> Server {
    tls_server_that(|_| page("200 OK", "", "sealed"))
}

fn tls_server_that(answer: impl Fn(&str) -> String + Send + 'static) -> Server {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    Server::start(answer, Some(Arc::new(config)))
}

#[test]
fn a_certificate_is_believed_only_where_its_authority_is() {
    let server = tls_server();
    let url = server.url("/").replace("http:", "https:");
    let error = Request::get(&url).fetch_blocking(100).unwrap_err();
    assert!(matches!(error, HttpError::Untrusted { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        format!(
            "'GET {url}' failed: the certificate of the server is not trusted: no trusted authority has signed it"
        )
    );
    assert_eq!(server.asked(), "");
    for trust in [Trust::Authorities(authority()), Trust::Anyone] {
        let page = Request { trust, ..Request::get(&url) }.fetch_blocking(100).unwrap();
        assert_eq!(page.text(), "sealed");
    }
}

#[test]
fn https_is_never_followed_to_http() {
    let plain = Server::start(|_| page("200 OK", "", "changed on the way"), None);
    let target = plain.url("/evil");
    let location = format!("Location: {}\r\n", target.replace("http://", "http://user:word@"));
    let server = tls_server_that(move |_| page("302 Found", &location, ""));
    let url = server.url("/").replace("http:", "https:");
    for trust in [Trust::Anyone, Trust::Authorities(authority())] {
        let error = Request { trust, ..Request::get(&url) }.fetch_blocking(100).unwrap_err().to_string();
        assert!(error.contains(&format!("redirected to '{target}', which is not encrypted")), "{error}");
    }
    assert_eq!(plain.asked(), "", "nothing was asked for in the clear");
    // From HTTP to HTTPS is a usual redirect.
    let sealed = tls_server();
    let location = format!("Location: {}\r\n", sealed.url("/").replace("http:", "https:"));
    let server = Server::start(move |_| page("302 Found", &location, ""), None);
    let asked = Request { trust: Trust::Anyone, ..Request::get(&server.url("/")) }.fetch_blocking(100);
    assert_eq!(asked.unwrap().text(), "sealed");
}

fn authority() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("http/tls/authority.pem")
}

#[test]
fn a_file_of_authorities_without_any_is_refused() {
    let path = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("http").join(name);
    for (name, expected) in [("mod.rs", "no certificate"), ("missing.pem", "cannot be read")] {
        let trust = Trust::Authorities(path(name));
        let error = Request { trust, ..Request::get("https://localhost:1/") }.fetch_blocking(0).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn async_callers_wait_without_holding_up_others() {
    let server = Server::start(|_| page("200 OK", "", "x"), None);
    assert_eq!(Request::get(&server.url("/")).fetch(10).await.unwrap().text(), "x");
}

#[test]
fn the_proxy_of_the_environment_is_curls() {
    let environment = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    };
    let named =
        |url: &str, pairs: &[(&str, &str)]| Proxy::of_environment(url, &environment(pairs)).map(|it| it.url);
    assert_eq!(
        named("https://a/", &[("HTTPS_PROXY", "http://p:1"), ("all_proxy", "http://q:1")]).unwrap(),
        "http://p:1"
    );
    assert_eq!(named("http://a/", &[("HTTP_PROXY", "http://p:1")]), None);
    assert_eq!(named("http://a/", &[("http_proxy", ""), ("ALL_PROXY", "http://q:1")]).unwrap(), "http://q:1");
}

#[test]
fn a_proxy_is_asked_for_all_hosts_but_the_excepted() {
    let proxy = Server::start(|_| page("403 Forbidden", "", ""), None);
    let server = Server::start(|_| page("200 OK", "", "directly"), None);
    let url = format!("http://localhost:{}", proxy.port);
    let asked = |except: &[&str]| {
        let except = except.iter().map(|host| (*host).to_owned()).collect();
        let proxy = Some(Proxy { url: url.clone(), except });
        Request { proxy, ..Request::get(&server.url("/")) }.fetch_blocking(100).map(|page| page.text())
    };
    assert_eq!(asked(&["127.0.0.1"]).unwrap(), "directly");
    assert_eq!(proxy.asked(), "");
    let error = asked(&[".example.com"]).unwrap_err().to_string();
    assert!(error.contains("the proxy refused"), "{error}");
    assert!(proxy.asked().starts_with(&format!("CONNECT 127.0.0.1:{} ", server.port)), "{}", proxy.asked());
}
