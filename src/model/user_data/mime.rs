//! MIME messages for cloud-init: always written with the same bytes, and read from any writer.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The kinds of parts, in the order in which they are sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// Run early at every boot.
    Boothook,
    /// Run at the first boot.
    Script,
    /// cloud-init's own configuration.
    CloudConfig,
    /// Any other part, from another writer.
    Other,
}

impl Kind {
    fn content_type(self) -> &'static str {
        match self {
            Self::Boothook => "text/cloud-boothook",
            Self::Script => "text/x-shellscript",
            Self::CloudConfig => "text/cloud-config",
            Self::Other => "text/plain",
        }
    }

    fn of(content_type: &str) -> Self {
        let known = [Self::Boothook, Self::Script, Self::CloudConfig];
        known.into_iter().find(|kind| kind.content_type() == content_type).unwrap_or(Self::Other)
    }
}

/// One part of a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// How cloud-init uses it.
    pub kind: Kind,
    /// Its text, decoded.
    pub body: String,
}

impl Part {
    /// Configuration is compared as YAML, the rest as text.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if self.kind != other.kind {
            return false;
        }
        let read = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).ok();
        self.body.trim_end() == other.body.trim_end()
            || self.kind == Kind::CloudConfig
                && read(&self.body).is_some_and(|config| read(&other.body) == Some(config))
    }
}

/// The message; the same parts give the same bytes.
pub(super) fn write(parts: &[Part]) -> String {
    let boundary = boundary(parts);
    let mut out = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\nMIME-Version: 1.0\n\n");
    for part in parts {
        let ascii = part.body.is_ascii();
        let (charset, encoding) = if ascii { ("us-ascii", "7bit") } else { ("utf-8", "base64") };
        out.push_str(&format!("--{boundary}\n"));
        out.push_str(&format!("Content-Type: {}; charset=\"{charset}\"\n", part.kind.content_type()));
        out.push_str(&format!("MIME-Version: 1.0\nContent-Transfer-Encoding: {encoding}\n\n"));
        out.push_str(&if ascii { part.body.clone() } else { folded(&part.body) });
        out.push('\n');
    }
    out.push_str(&format!("--{boundary}--\n"));
    out
}

/// Made from the content, so that it is stable and does not occur in the content.
fn boundary(parts: &[Part]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.kind.content_type());
        hash.update([0]);
        hash.update(&part.body);
        hash.update([0]);
    }
    let hex: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("==============={hex}==")
}

/// Base64 in the short lines of MIME.
fn folded(body: &str) -> String {
    let encoded = STANDARD.encode(body);
    let lines: Vec<&str> =
        (0..encoded.len()).step_by(76).map(|at| &encoded[at..encoded.len().min(at + 76)]).collect();
    lines.join("\n")
}

/// The parts of a multipart message; none for anything else.
pub(super) fn parse(raw: &str) -> Option<Vec<Part>> {
    let text = raw.replace("\r\n", "\n");
    let (headers, body) = headers(&text)?;
    let content_type = header(&headers, "content-type")?;
    if !content_type.trim_start().to_ascii_lowercase().starts_with("multipart/") {
        return None;
    }
    let boundary = parameter(content_type, "boundary")?;
    let delimiter = format!("\n--{boundary}");
    let body = format!("\n{body}");
    let end = body.find(&format!("{delimiter}--")).unwrap_or(body.len());
    body[..end].split(&delimiter).skip(1).map(|piece| part(piece.trim_start_matches([' ', '\t']))).collect()
}

fn part(piece: &str) -> Option<Part> {
    let (headers, body) = headers(piece.strip_prefix('\n').unwrap_or(piece))?;
    let content_type = header(&headers, "content-type").unwrap_or("text/plain");
    let bare = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let encoding = header(&headers, "content-transfer-encoding").unwrap_or("7bit").trim();
    let body = if encoding.eq_ignore_ascii_case("base64") {
        let packed: String = body.chars().filter(|c| !c.is_whitespace()).collect();
        String::from_utf8(STANDARD.decode(packed).ok()?).ok()?
    } else {
        body.to_owned()
    };
    Some(Part { kind: Kind::of(&bare), body })
}

/// Header lines, unfolded, and the text after them.
fn headers(text: &str) -> Option<(Vec<(String, String)>, &str)> {
    let (head, body) = text.split_once("\n\n")?;
    let mut headers: Vec<(String, String)> = vec![];
    for line in head.lines() {
        if line.starts_with([' ', '\t']) {
            headers.last_mut()?.1.push_str(line);
        } else {
            let (name, value) = line.split_once(':')?;
            headers.push((name.trim().to_ascii_lowercase(), value.to_owned()));
        }
    }
    Some((headers, body))
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn parameter<'a>(value: &'a str, name: &str) -> Option<&'a str> {
    let mut parameters = value.split(';').skip(1).filter_map(|one| one.split_once('='));
    let found = parameters.find(|(known, _)| known.trim().eq_ignore_ascii_case(name))?.1;
    // A quoted boundary may hold '=', which `split_once` leaves in.
    Some(found.trim().trim_matches('"'))
}
