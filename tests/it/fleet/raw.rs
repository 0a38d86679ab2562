//! A client of the servers that is not ours: NATS's protocol on a socket. It names whatever reply subject it likes.
//!
//! See <https://docs.nats.io/reference/reference-protocols/nats-protocol>.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fleet::identity::Identity;
use serde_json::{Value, json};

use super::Fleet;

/// What the client received.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    /// Under which subject.
    pub subject: String,
    /// The bytes without headers.
    pub payload: Vec<u8>,
}

/// A token and the seed that belongs to it.
pub struct Credentials {
    /// The token.
    pub token: String,
    /// The seed.
    pub seed: String,
}

/// One connection.
pub struct Raw {
    socket: TcpStream,
    reader: BufReader<TcpStream>,
    inbox: String,
    /// What the server refused: lines with `-ERR`.
    pub errors: Vec<String>,
    /// Everything that arrived.
    pub received: Vec<Received>,
}

impl Credentials {
    /// Those of an instance of `fleet/up`.
    pub fn of_instance(fleet: &Fleet, id: &str) -> Self {
        let state = fleet.path(id).join("state");
        let identity = Identity::find(&state.join("identity.json")).unwrap().unwrap();
        let token = std::fs::read_to_string(state.join("token")).unwrap();
        Self { token, seed: identity.seeds().unwrap().sign }
    }

    /// Those in the kit of every instance.
    pub fn of_kit(fleet: &Fleet) -> Self {
        let kit = json_of(fleet, "agent-kit/agent.json");
        let text = |key: &str| kit[key].as_str().unwrap().to_owned();
        Self { token: text("enrol_token"), seed: text("enrol_seed") }
    }

    /// Those of an operator.
    pub fn of_operator(fleet: &Fleet, name: &str) -> Self {
        let kit = json_of(fleet, &format!("{name}/fleet/operator.json"));
        let seed = kit["seeds"]["sign"].as_str().unwrap().to_owned();
        Self { token: kit["token"].as_str().unwrap().to_owned(), seed }
    }

    /// The public key.
    pub fn key(&self) -> String {
        nkeys::KeyPair::from_seed(&self.seed).unwrap().public_key()
    }
}

/// A file of the fleet.
pub fn json_of(fleet: &Fleet, path: &str) -> Value {
    serde_json::from_slice(&std::fs::read(fleet.path(path)).unwrap()).unwrap()
}

impl Raw {
    /// Connects to one of the fleet's servers; the server's words if it refuses the key.
    pub fn connect(fleet: &Fleet, server: usize, with: &Credentials) -> Result<Self, String> {
        let port = u16::try_from(fleet.state["servers"][server]["port"].as_u64().unwrap()).unwrap();
        let socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let reader = BufReader::new(socket.try_clone().unwrap());
        let inbox = format!("_INBOX.{}.raw", with.key());
        let mut raw = Self { socket, reader, inbox, errors: vec![], received: vec![] };
        let info = raw.line();
        let info: Value = serde_json::from_str(info.strip_prefix("INFO ").unwrap()).unwrap();
        let nonce = info["nonce"].as_str().unwrap();
        let key = nkeys::KeyPair::from_seed(&with.seed).unwrap();
        let options = json!({
            "verbose": false, "pedantic": false, "headers": true, "no_responders": true, "jwt": with.token,
            "sig": URL_SAFE_NO_PAD.encode(key.sign(nonce.as_bytes()).unwrap()),
        });
        raw.send(format!("CONNECT {options}\r\n").as_bytes());
        raw.flush()?;
        Ok(raw)
    }

    fn send(&mut self, bytes: &[u8]) {
        // A server that ends the connection says why before.
        let _ = self.socket.write_all(bytes);
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let _ = self.reader.read_line(&mut line);
        line.trim_end().to_owned()
    }

    /// Subscribes; the number is the subscription's.
    pub fn subscribe(&mut self, subject: &str, number: usize) {
        self.send(format!("SUB {subject} {number}\r\n").as_bytes());
    }

    /// Publishes, and names a reply subject.
    pub fn publish(&mut self, subject: &str, reply: &str, payload: &[u8]) {
        self.send(format!("PUB {subject} {reply} {}\r\n", payload.len()).as_bytes());
        self.send(payload);
        self.send(b"\r\n");
    }

    /// Reads until the server has read everything that was sent. The server's words if it ended the connection.
    pub fn flush(&mut self) -> Result<(), String> {
        self.send(b"PING\r\n");
        loop {
            let line = self.line();
            let mut words = line.split_whitespace();
            match words.next() {
                Some("PONG") => return Ok(()),
                Some("PING") => self.send(b"PONG\r\n"),
                Some(verb @ ("MSG" | "HMSG")) => self.message(verb, &line),
                Some("-ERR") => self.errors.push(line),
                Some(_) => {}
                None => return Err(self.errors.join("; ")),
            }
        }
    }

    fn message(&mut self, verb: &str, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let sizes: Vec<usize> = words.iter().rev().take(2).filter_map(|word| word.parse().ok()).collect();
        let mut bytes = vec![0; sizes[0] + 2];
        self.reader.read_exact(&mut bytes).unwrap();
        let headers = if verb == "HMSG" { sizes[1] } else { 0 };
        let payload = bytes[headers..sizes[0]].to_vec();
        self.received.push(Received { subject: words[1].to_owned(), payload });
    }

    /// Asks, and gives the answer; none if none comes within some seconds.
    pub fn ask(&mut self, subject: &str, payload: &[u8]) -> Option<Vec<u8>> {
        let inbox = self.inbox.clone();
        self.subscribe(&inbox, 1);
        let before = self.received.len();
        self.publish(subject, &inbox, payload);
        for _ in 0..50 {
            self.flush().ok()?;
            let of_inbox = |it: &&Received| it.subject == inbox;
            if let Some(answer) = self.received[before..].iter().find(of_inbox) {
                return Some(answer.payload.clone());
            }
            super::pause();
        }
        None
    }
}
