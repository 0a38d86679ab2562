//! A server like S3 over one directory, on 127.0.0.1, that gives trouble with one of its objects.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use sha2::{Digest, Sha256};

/// What happens to an answer, one after the other.
#[derive(Clone)]
pub enum Trouble {
    /// The connection ends after so many bytes of the body.
    CutAfter(usize),
    /// The object is another one from now on.
    Becomes(Object),
    /// The object has lost so many bytes.
    Shorter(usize),
    /// It is followed by so many others.
    Longer(usize),
    /// The rest is of the right length, and made of other bytes.
    OtherBytes,
    /// The rest begins a byte too early.
    OtherStart,
    /// All of it comes, whatever was asked for.
    IgnoresRanges,
    /// It is refused, with this status and S3's code.
    Refused(u16, &'static str),
}

/// An object as it is sent.
#[derive(Clone)]
pub struct Object {
    pub bytes: Vec<u8>,
    pub tag: String,
}

impl Object {
    pub fn of(bytes: Vec<u8>) -> Self {
        let digest = Sha256::digest(&bytes);
        let tag = format!("\"{:02x}{:02x}{:02x}{:02x}\"", digest[0], digest[1], digest[2], digest[3]);
        Self { bytes, tag }
    }
}

/// The range and the tag of a request.
pub type Asked = (Option<String>, Option<String>);

#[derive(Default)]
struct Counter {
    root: PathBuf,
    troubled: String,
    instead: Option<Object>,
    troubles: VecDeque<Trouble>,
    asked: Vec<Asked>,
    closed: bool,
}

/// The server; it ends when this is dropped.
pub struct Shop {
    pub endpoint: String,
    counter: Arc<Mutex<Counter>>,
    clerk: Option<JoinHandle<()>>,
}

impl Shop {
    /// Serves a directory as the bucket `artifacts` below `deploy/`; keys that end so are troubled.
    pub fn open(root: &Path, troubled: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let counter = Counter { root: root.to_owned(), troubled: troubled.to_owned(), ..Counter::default() };
        let counter = Arc::new(Mutex::new(counter));
        let own = counter.clone();
        let clerk = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if own.lock().expect("no panic").closed {
                    return;
                }
                // A client that goes away is no matter.
                drop(stream.and_then(|stream| serve(stream, &own)));
            }
        });
        Self { endpoint, counter, clerk: Some(clerk) }
    }

    /// What is to happen to the next answers.
    pub fn expect(&self, troubles: impl IntoIterator<Item = Trouble>) {
        self.counter.lock().expect("no panic").troubles = troubles.into_iter().collect();
    }

    /// Puts another object in place of the troubled one.
    pub fn put(&self, object: Object) {
        self.counter.lock().expect("no panic").instead = Some(object);
    }

    /// How the troubled object was asked for.
    pub fn asked(&self) -> Vec<Asked> {
        self.counter.lock().expect("no panic").asked.clone()
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Ok(mut counter) = self.counter.lock() {
            counter.closed = true;
        }
        let address = self.endpoint.trim_start_matches("http://");
        drop(TcpStream::connect(address));
        drop(self.clerk.take().map(JoinHandle::join));
    }
}

fn serve(mut stream: TcpStream, counter: &Mutex<Counter>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let path = first.split(' ').nth(1).and_then(|path| path.split('?').next()).unwrap_or_default().to_owned();
    let (mut range, mut tag) = (None, None);
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(':') else { break };
        match name.to_lowercase().as_str() {
            "range" => range = Some(value.trim().to_owned()),
            "if-match" => tag = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let answer = answered(&mut counter.lock().expect("no panic"), &path, (range, tag));
    stream.write_all(answer.as_slice())
}

/// The whole answer, as much of it as is sent.
fn answered(counter: &mut Counter, path: &str, (range, tag): Asked) -> Vec<u8> {
    let key = path.strip_prefix("/artifacts/deploy/").unwrap_or_default();
    let stored = fs::read(counter.root.join(key)).ok().filter(|_| !key.is_empty()).map(Object::of);
    let is_troubled = path.ends_with(&counter.troubled);
    let mut trouble = None;
    if is_troubled {
        counter.asked.push((range.clone(), tag.clone()));
        trouble = counter.troubles.pop_front();
        if let Some(Trouble::Refused(status, code)) = trouble {
            return refusal(status, code);
        }
        if let Some(Trouble::Becomes(object)) = &trouble {
            counter.instead = Some(object.clone());
        }
    }
    let Some(object) = counter.instead.clone().filter(|_| is_troubled).or(stored) else {
        return refusal(404, "NoSuchKey");
    };
    if tag.is_some_and(|tag| tag != object.tag) {
        return refusal(412, "PreconditionFailed");
    }
    let start = range.as_deref().and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-'));
    let start: Option<usize> = start.and_then(|start| start.parse().ok());
    sent(&object, start, trouble)
}

fn sent(object: &Object, start: Option<usize>, trouble: Option<Trouble>) -> Vec<u8> {
    let start = start.filter(|_| !matches!(trouble, Some(Trouble::IgnoresRanges)));
    let mut from = start.unwrap_or_default();
    if from >= object.bytes.len() {
        return refusal(416, "InvalidRange");
    }
    if matches!(trouble, Some(Trouble::OtherStart)) {
        from = from.saturating_sub(1);
    }
    let mut body = object.bytes[from..].to_vec();
    match trouble {
        Some(Trouble::Shorter(less)) => body.truncate(body.len() - less),
        Some(Trouble::Longer(more)) => body.extend(vec![b'x'; more]),
        Some(Trouble::OtherBytes) => body.fill(b'x'),
        _ => {}
    }
    let total = object.bytes.len();
    let status = match start {
        Some(_) => format!("206 Partial Content\r\nContent-Range: bytes {from}-{}/{total}", total - 1),
        None => "200 OK".to_owned(),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nETag: {}\r\nAccept-Ranges: bytes\r\nConnection: close\r\n\r\n",
        body.len(),
        object.tag
    );
    if let Some(Trouble::CutAfter(count)) = trouble {
        body.truncate(count);
    }
    [head.into_bytes(), body].concat()
}

fn refusal(status: u16, code: &str) -> Vec<u8> {
    let body = format!("<Error><Code>{code}</Code><Message>{code}</Message></Error>");
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status} Refused\r\nContent-Type: application/xml\r\nContent-Length: {length}\r\n");
    format!("{head}Connection: close\r\n\r\n{body}").into_bytes()
}
