//! A job for one instance: what the operator signs, and how the instance checks it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};

use super::format;
use super::jid::Jid;
use super::signed::{Domain, Refusal, Signed};
use super::tree::Supply;
use crate::identity::{BoxKey, Identity, Operators, PublicKey};
use model::Map;

/// The most that the clocks of operator and instance may differ, in seconds.
pub const MOST_SKEW: i64 = 300;
/// The longest time between the making of an order and its end, in seconds.
pub const LONGEST_LIFE: i64 = 24 * 3600;
/// How long after its beginning a job may be asked for again, in seconds. Instances remember their jobs for longer, so
/// that an order which somebody held back never runs a job twice.
pub const OLDEST_JOB: i64 = 7 * 24 * 3600;

/// The function that an instance must run. Only the instance can read it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Call {
    /// The function: `state.apply`.
    pub fun: String,
    /// Its arguments by place.
    #[serde(default)]
    pub arg: Vec<serde_json::Value>,
    /// Its arguments by name.
    #[serde(default)]
    pub kwarg: serde_json::Map<String, serde_json::Value>,
    /// The trees that it runs with; none for the instance's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Box<Supply>>,
}

impl Call {
    /// A call with arguments by place alone.
    pub fn new(fun: impl Into<String>, arg: Vec<serde_json::Value>) -> Self {
        Self { fun: fun.into(), arg, kwarg: serde_json::Map::new(), tree: None }
    }
}

/// A job for one instance, as it is signed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Order {
    /// The number of the job.
    pub jid: Jid,
    /// Distinguishes two jobs with one number.
    pub nonce: String,
    /// The key of the instance.
    pub to: PublicKey,
    /// The ID of the instance.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub issued: i64,
    /// When it may no longer be started.
    pub expires: i64,
    /// How long it may run, in seconds.
    pub deadline: u64,
    /// The version of the list of operators that the operator knows.
    pub operators: u64,
    /// Who may read the answer.
    pub readers: Vec<BoxKey>,
    /// False if nobody reads the answer later: then the answer of the agent itself is not stored in the stream.
    #[serde(default = "stored", skip_serializing_if = "is_true")]
    pub is_stored: bool,
    /// The [`Call`], sealed for the instance, in Base64.
    sealed: String,
}

fn stored() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(is_stored: &bool) -> bool {
    *is_stored
}

/// What is the same in all orders of a job.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The number of the job.
    pub jid: Jid,
    /// Random text.
    pub nonce: String,
    /// Seconds since 1970.
    pub issued: i64,
    /// Seconds since 1970.
    pub expires: i64,
    /// Seconds that it may run.
    pub deadline: u64,
    /// The version of the list of operators.
    pub operators: u64,
    /// Who may read the answers.
    pub readers: Vec<BoxKey>,
    /// Whether answers are stored in any case.
    pub is_stored: bool,
}

impl Draft {
    /// The order for one instance, signed and sealed.
    ///
    /// # Errors
    ///
    /// The instance's key is broken.
    pub fn address(
        &self,
        call: &Call,
        to: (&PublicKey, &BoxKey),
        id: &str,
        operator: &Identity,
    ) -> Result<Vec<u8>, Refusal> {
        let call =
            serde_json::to_vec(call).map_err(|_| Refusal::Malformed { what: "the call".to_owned() })?;
        let order = Order {
            jid: self.jid.clone(),
            nonce: self.nonce.clone(),
            to: to.0.clone(),
            id: id.to_owned(),
            issued: self.issued,
            expires: self.expires,
            deadline: self.deadline,
            operators: self.operators,
            readers: self.readers.clone(),
            is_stored: self.is_stored,
            sealed: BASE64.encode(operator.seal(&call, to.1)?),
        };
        Signed::new(Domain::Order, &order, operator)?.to_bytes()
    }
}

/// The instance that an order reached.
#[derive(Clone, Copy, Debug)]
pub struct Receiver<'a> {
    /// Its keys.
    pub identity: &'a Identity,
    /// Its ID.
    pub id: &'a str,
    /// Its grains: rights of operators may depend on them.
    pub grains: &'a Map,
    /// The operators whose orders it follows.
    pub operators: &'a Operators,
    /// Its clock, in seconds since 1970.
    pub now: i64,
}

/// Why an order is refused; with the order, if an operator proved to have sent it.
pub type Rejection = (Refusal, Option<Box<Order>>);

/// Checks an order: an operator signed it who may run this function here, it is for this instance, and its time has not passed.
///
/// # Errors
///
/// What is wrong; with the order, if an operator proved to have sent it, so the refusal can be answered.
pub fn check(bytes: &[u8], receiver: Receiver<'_>) -> Result<(Order, Call), Rejection> {
    let unanswered = |refusal| (refusal, None);
    let signed = Signed::read(bytes).map_err(unanswered)?;
    let operator = receiver.operators.find(&signed.by).ok_or_else(|| unanswered(Refusal::UnknownOperator))?;
    let order: Order = match signed.open(Domain::Order) {
        Ok(order) => order,
        Err(refusal) => return Err(unreadable(&signed, refusal, receiver)),
    };
    // A server sent another instance's order here. The instance does not answer: an answer would show the server that this instance exists.
    if order.to != receiver.identity.public() || order.id != receiver.id {
        return Err(unanswered(Refusal::OtherInstance { id: order.id }));
    }
    let refuse = |refusal, order| Err((refusal, Some(Box::new(order))));
    if let Err(refusal) = in_time((&order.jid, order.issued, order.expires), receiver.now) {
        return refuse(refusal, order);
    }
    match open(&order, receiver.identity, &operator.seal) {
        Err(refusal) => refuse(refusal, order),
        Ok(call) if !operator.may(&call.fun, receiver.id, receiver.grains) => {
            let what = format!("have '{}' run", call.fun);
            refuse(Refusal::NotAllowed { operator: operator.name.clone(), what }, order)
        }
        Ok(call) => Ok((order, call)),
    }
}

/// What every order has, in any format: enough to answer it.
#[derive(Deserialize)]
struct Header {
    jid: Jid,
    to: PublicKey,
    id: String,
    readers: Vec<BoxKey>,
    #[serde(default = "stored")]
    is_stored: bool,
}

/// An operator's order that this version cannot read is answered, so that nobody waits for it.
fn unreadable(signed: &Signed, refusal: Refusal, receiver: Receiver<'_>) -> Rejection {
    let is_signed = matches!(refusal, Refusal::Newer { .. } | Refusal::Malformed { .. });
    let header: Option<Header> = serde_json::from_str(&signed.body).ok();
    let Some(header) = header.filter(|_| is_signed) else { return (refusal, None) };
    if header.to != receiver.identity.public() || header.id != receiver.id {
        return (Refusal::OtherInstance { id: header.id }, None);
    }
    let order = Order {
        jid: header.jid,
        nonce: String::new(),
        to: header.to,
        id: header.id,
        issued: receiver.now,
        expires: receiver.now,
        deadline: 0,
        operators: 0,
        readers: header.readers,
        is_stored: header.is_stored,
        sealed: String::new(),
    };
    (refusal, Some(Box::new(order)))
}

/// Whether a message arrives in time: it was made now, for a job that began at most a week ago.
pub(super) fn in_time((jid, issued, expires): (&Jid, i64, i64), now: i64) -> Result<(), Refusal> {
    let life = expires.saturating_sub(issued);
    if !(0..=LONGEST_LIFE).contains(&life) {
        return Err(Refusal::ValidTooLong { seconds: life });
    }
    let ahead = issued.saturating_sub(now);
    if ahead > MOST_SKEW {
        return Err(Refusal::FromTheFuture { seconds: ahead });
    }
    let begun = jid.seconds().unwrap_or(i64::MIN);
    let late = now.saturating_sub(expires).max(now.saturating_sub(begun).saturating_sub(OLDEST_JOB));
    if begun.saturating_sub(now) > MOST_SKEW {
        return Err(Refusal::FromTheFuture { seconds: begun.saturating_sub(now) });
    }
    if late > 0 { Err(Refusal::Expired { seconds: late }) } else { Ok(()) }
}

fn open(order: &Order, identity: &Identity, from: &BoxKey) -> Result<Call, Refusal> {
    let sealed = BASE64.decode(&order.sealed).map_err(|_| Refusal::NotSealedForUs)?;
    let call = identity.open(&sealed, from)?;
    format::read_bytes(&call, "call")
}
