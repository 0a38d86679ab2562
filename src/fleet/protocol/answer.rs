//! The answer of an instance: sealed for the operators, cut into signed parts that a server takes.

use serde::{Deserialize, Serialize};

use super::format;
use super::jid::Jid;
use super::sealed::Sealed;
use super::signed::{Domain, Refusal, Signed};
use crate::identity::{BoxKey, Identity, PublicKey};

/// How a job ended on an instance.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It ran to its end.
    Done,
    /// It was not started.
    Refused,
    /// The agent or the machine went down while it ran. It is not run again.
    Interrupted,
    /// It took longer than its deadline and was ended.
    TimedOut,
    /// An operator ended it.
    Killed,
    /// The answer could not be read, or a newer version has a word that this one does not know.
    #[serde(other)]
    Unknown,
}

/// The answer of an instance.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Answer {
    /// The number of the job.
    pub jid: Jid,
    /// The ID of the instance.
    pub id: String,
    /// The function; empty where the call could not be opened.
    pub fun: String,
    /// How it ended.
    pub status: Status,
    /// The function's result, or what went wrong.
    #[serde(rename = "return")]
    pub result: serde_json::Value,
    /// The exit code: 0 is success.
    pub retcode: i32,
    /// The layout that suits the result, if not Salt's `nested`.
    pub out: Option<String>,
}

/// "I have this job", sent at once and not kept.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Ack {
    /// The number of the job.
    pub jid: Jid,
    /// How far it is.
    pub state: AckState,
}

/// How far a job is on an instance.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AckState {
    /// It is noted, and runs or waits for its turn.
    Running,
    /// Its answer is in the stream.
    Answered,
}

/// A part of a sealed answer.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Part {
    /// The number of the job.
    pub jid: Jid,
    /// Which part, from 0.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
    chunk: String,
}

/// The most bytes in one part. By default NATS takes messages of up to 1 MiB.
const CHUNK: usize = 384 * 1024;
/// The most parts of an answer: 24 MiB of Base64, 13 MiB of JSON before sealing.
const MOST_PARTS: usize = 64;

impl Answer {
    /// What stands for an answer that cannot be read: a failure of that instance.
    pub fn unreadable(jid: &Jid, id: &str, why: &str) -> Self {
        Self {
            jid: jid.clone(),
            id: id.to_owned(),
            fun: String::new(),
            status: Status::Unknown,
            result: format!("the answer cannot be read: {why}").into(),
            retcode: 1,
            out: None,
        }
    }

    /// The longest result that is sent, in bytes of JSON.
    pub const LONGEST: usize = 12 * 1024 * 1024;

    /// The answer as parts, ready to be sent.
    ///
    /// # Errors
    ///
    /// It is longer than [`Answer::LONGEST`], or a reader's key is broken.
    pub fn parts(&self, from: &Identity, readers: &[BoxKey]) -> Result<Vec<Vec<u8>>, Refusal> {
        let malformed = |_| Refusal::Malformed { what: "the answer".to_owned() };
        let json = serde_json::to_vec(self).map_err(malformed)?;
        let sealed = Sealed::new(&json, from, readers)?;
        let text = serde_json::to_string(&sealed).map_err(malformed)?;
        // Base64 and braces: one byte a character, so any cut is between two.
        let chunks: Vec<&[u8]> = text.as_bytes().chunks(CHUNK).collect();
        if chunks.len() > MOST_PARTS {
            return Err(Refusal::Malformed { what: "the answer is too long".to_owned() });
        }
        let parts = chunks.len();
        let sign = |(part, chunk): (usize, &&[u8])| {
            let chunk = String::from_utf8_lossy(chunk).into_owned();
            Signed::new(Domain::Answer, &Part { jid: self.jid.clone(), part, parts, chunk }, from)?.to_bytes()
        };
        chunks.iter().enumerate().map(sign).collect()
    }
}

impl Part {
    /// Reads a part that an instance should have sent for a job.
    ///
    /// # Errors
    ///
    /// Another key signed it, it is of another job, or malformed.
    pub fn open(bytes: &[u8], jid: &Jid, from: &PublicKey) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        if signed.by != *from {
            return Err(Refusal::WrongKey);
        }
        let part: Self = signed.open(Domain::Answer)?;
        if part.jid != *jid {
            return Err(Refusal::OtherJob { jid: part.jid.to_string() });
        }
        let is_possible = part.parts <= MOST_PARTS && part.part < part.parts && part.chunk.len() <= CHUNK;
        if is_possible {
            Ok(part)
        } else {
            Err(Refusal::Malformed { what: "a part of an answer".to_owned() })
        }
    }
}

impl Part {
    /// Whether it is the whole answer.
    pub fn is_whole(&self) -> bool {
        self.parts == 1
    }
}

/// The parts of one answer that have come so far, in any order, perhaps twice.
#[derive(Clone, Debug, Default)]
pub struct AnswerParts {
    chunks: Vec<Option<String>>,
}

impl AnswerParts {
    /// The bytes that have come so far.
    pub fn byte_count(&self) -> usize {
        self.chunks.iter().flatten().map(String::len).sum()
    }

    /// Adds a part, and gives the answer when it was the last one missing.
    ///
    /// # Errors
    ///
    /// The parts do not fit together, or the answer is not sealed for this reader by that instance.
    pub fn add(
        &mut self,
        part: Part,
        reader: &Identity,
        from: (&str, &BoxKey),
    ) -> Result<Option<Answer>, Refusal> {
        if self.chunks.len() != part.parts {
            self.chunks = vec![None; part.parts];
        }
        if let Some(place) = self.chunks.get_mut(part.part) {
            *place = Some(part.chunk);
        }
        let Some(chunks) = self.chunks.iter().map(Option::as_deref).collect::<Option<Vec<&str>>>() else {
            return Ok(None);
        };
        let malformed = |_| Refusal::Malformed { what: "an answer".to_owned() };
        let sealed: Sealed = serde_json::from_str(&chunks.concat()).map_err(malformed)?;
        let answer: Answer = format::read_bytes(&sealed.open(reader, from.1)?, "answer")?;
        if answer.id != from.0 || answer.jid != part.jid {
            return Err(Refusal::OtherInstance { id: answer.id });
        }
        Ok(Some(answer))
    }

    /// The numbers of the parts still missing; none before the first has come.
    pub fn missing(&self) -> Vec<usize> {
        let empty = self.chunks.iter().enumerate().filter(|(_, chunk)| chunk.is_none());
        empty.map(|(number, _)| number).collect()
    }
}
