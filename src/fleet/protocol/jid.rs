//! The number of a job: the time at which it began, as Salt has it.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Twenty digits: `20260101120000123456`. It is part of subjects and of file names, so nothing else is let in.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Jid(String);

impl Jid {
    /// The number of a job that begins now.
    pub fn at(now: Timestamp) -> Self {
        Self(now.strftime("%Y%m%d%H%M%S%6f").to_string())
    }

    /// When the job began, in seconds since 1970; none if the digits are not a time.
    pub fn seconds(&self) -> Option<i64> {
        let time = jiff::civil::DateTime::strptime("%Y%m%d%H%M%S", &self.0[..14]).ok()?;
        Some(time.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Jid {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.len() == 20 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text))
        } else {
            Err(format!("'{text}' is not the number of a job: twenty digits"))
        }
    }
}

impl From<Jid> for String {
    fn from(jid: Jid) -> Self {
        jid.0
    }
}

impl fmt::Display for Jid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
