//! CBOR as data that JSON can hold: CloudWatch needs no more.

use serde_json::Value;

/// What was sent; nothing for what is no CBOR.
pub fn decode(body: &[u8]) -> Value {
    ciborium::from_reader(body).unwrap_or_default()
}

/// What is answered.
pub fn encode(data: &Value) -> Vec<u8> {
    let mut out = vec![];
    ciborium::into_writer(data, &mut out).expect("memory takes all");
    out
}
