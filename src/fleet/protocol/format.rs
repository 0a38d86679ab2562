//! The format of what is sent and stored: which changes an older version may ignore, and which it must not.
//!
//! Fields may be added: a reader that does not know them ignores them. A change that an older reader must not ignore raises
//! `format`, and a reader of an older version refuses the whole with a reason that names both. `docs/decisions/0050-formats.md` has the table.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::signed::Refusal;

/// The format that this version writes, and the newest that it reads. What has no `format` has format 1.
pub const FORMAT: u64 = 1;
/// This version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What all formats have.
#[derive(Deserialize)]
struct Formatted {
    #[serde(default = "first")]
    format: u64,
}

fn first() -> u64 {
    1
}

/// Reads JSON of ours.
///
/// # Errors
///
/// Its format is newer than this version, or it is malformed.
pub fn read<T: DeserializeOwned>(json: &str, what: &str) -> Result<T, Refusal> {
    // Most have no format, and a second reading costs.
    if json.contains("\"format\"") {
        let formatted: Option<Formatted> = serde_json::from_str(json).ok();
        let format = formatted.map_or(1, |it| it.format);
        if format > FORMAT {
            return Err(Refusal::Newer { what: what.to_owned(), format });
        }
    }
    serde_json::from_str(json).map_err(|_| Refusal::Malformed { what: what.to_owned() })
}

/// The same of bytes.
///
/// # Errors
///
/// As of [`read`].
pub fn read_bytes<T: DeserializeOwned>(json: &[u8], what: &str) -> Result<T, Refusal> {
    let text = std::str::from_utf8(json).map_err(|_| Refusal::Malformed { what: what.to_owned() })?;
    read(text, what)
}
