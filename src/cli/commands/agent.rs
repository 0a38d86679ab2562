//! Asks the agent of this machine through its socket.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use exec::{FleetFunctions, MineResult, MineTarget};
use fleet::agent::{Asked, Item, MineQuestion, Question, Reply, SOCKET};
use model::{Map, Value};

/// The default directory of the agent's files.
pub const STATE: &str = "/var/lib/orchestrate/fleet";
/// The timeout of the agent.
const PATIENCE: Duration = Duration::from_secs(30);

/// A socket.
struct Agent(PathBuf);

/// The agent with the given directory, or with the configured one: `fleet: {state: DIR}`.
pub fn of(given: Option<&Path>, opts: &Map) -> Arc<dyn FleetFunctions> {
    let configured = opts.get("fleet").and_then(Value::as_map).and_then(|fleet| fleet.get("state"));
    let configured = configured.and_then(Value::as_str).unwrap_or(STATE);
    Arc::new(Agent(given.unwrap_or(Path::new(configured)).join(SOCKET)))
}

impl FleetFunctions for Agent {
    fn send_event(&self, tag: &str, data: &Value) -> Option<Result<(), String>> {
        let question = Question::Event { tag: tag.to_owned(), data: data.to_json() };
        self.ask(&question).map(|answer| answer.map(drop))
    }

    fn write_mine(&self, results: &[MineResult], clear: bool) -> Option<Result<(), String>> {
        let item = |result: &MineResult| Item {
            function: result.function.clone(),
            result: result.result.to_json(),
            allow: result.allow.as_ref().map(asked),
        };
        let question = MineQuestion::Write { items: results.iter().map(item).collect(), clear };
        self.ask(&Question::Mine(question)).map(|answer| answer.map(drop))
    }

    fn delete_mine(&self, function: Option<&str>) -> Option<Result<(), String>> {
        let question = MineQuestion::Delete { function: function.map(str::to_owned) };
        self.ask(&Question::Mine(question)).map(|answer| answer.map(drop))
    }

    fn read_mine(&self, target: &MineTarget, functions: &[String]) -> Option<Result<Value, String>> {
        let question = MineQuestion::Read { target: asked(target), functions: functions.to_vec() };
        self.ask(&Question::Mine(question)).map(|answer| answer.map(Value::from))
    }
}

fn asked(target: &MineTarget) -> Asked {
    Asked { tgt: target.expression.clone(), tgt_type: target.kind.clone() }
}

impl Agent {
    /// None if there is no agent.
    fn ask(&self, question: &Question) -> Option<Result<serde_json::Value, String>> {
        let stream = match UnixStream::connect(&self.0) {
            Ok(stream) => stream,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => return Some(Err(format!("the fleet's agent does not run: {error}"))),
        };
        Some(
            talk(stream, question)
                .unwrap_or_else(|error| Err(format!("the fleet's agent does not answer: {error}"))),
        )
    }
}

fn talk(mut stream: UnixStream, question: &Question) -> std::io::Result<Result<serde_json::Value, String>> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut text = serde_json::to_vec(question)?;
    text.push(b'\n');
    stream.write_all(&text)?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(match serde_json::from_str(&line)? {
        Reply::Answer(value) => Ok(value),
        Reply::Error(reason) => Err(reason),
    })
}
