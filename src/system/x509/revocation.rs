//! `x509.crl_managed`.

use super::certificate::serial;
use super::extensions::{OF_LISTS, text};
use super::signed::{DocumentError, Signed, digest, encoding, look, present, signer, source};
use crate::Call;
use crate::file::Now;
use machine::x509::{Document, Facts, Revocation, Revoked, ends_within, is_list_of};
use model::{Map, Value, python};

/// The days before its end on which a list is renewed, if none are declared.
const REMAINING: i64 = 30;

/// The days for which a list is valid, if none are declared.
const VALID: i64 = 100;

const DAY: i64 = 86_400;

const NUMBER: &str = "X509v3 CRL Number";

const REASONS: &[&str] = &[
    "unspecified",
    "keyCompromise",
    "CACompromise",
    "affiliationChanged",
    "superseded",
    "cessationOfOperation",
    "certificateHold",
    "removeFromCRL",
];

fn no(reason: impl Into<String>) -> DocumentError {
    DocumentError::Refused(reason.into())
}

/// A date as Salt takes it, in UTC, in seconds since 1970.
fn seconds(entry: &Map, name: &str) -> Result<Option<i64>, DocumentError> {
    let Some(value) = entry.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
    let written = python::text(value);
    let date = jiff::civil::DateTime::strptime("%Y-%m-%d %H:%M:%S", &written);
    let zoned = date.and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC));
    let read = zoned.map(|zoned| Some(zoned.timestamp().as_second()));
    read.map_err(|_| no(format!("{name}: '{written}' is no date like 2026-12-31 23:59:59")))
}

/// The entries as mappings; Salt's older form is a mapping with one list.
fn entries(value: &Value) -> Result<Vec<Map>, DocumentError> {
    let list = value.as_list().ok_or_else(|| no("revoked is a list of mappings"))?;
    let mut all = vec![];
    for entry in list {
        let table = entry.as_map().ok_or_else(|| no("revoked is a list of mappings"))?;
        match table.values().next() {
            Some(Value::List(parts)) if table.len() == 1 => {
                let parts = parts.iter().filter_map(Value::as_map).cloned();
                all.push(parts.fold(Map::new(), |mut whole, part| {
                    whole.extend(part);
                    whole
                }));
            }
            _ => all.push(table.clone()),
        }
    }
    Ok(all)
}

/// The reason of an entry.
fn reason(entry: &Map) -> Result<Option<String>, DocumentError> {
    let extensions = entry.get("extensions").and_then(Value::as_map).cloned().unwrap_or_default();
    if let Some((other, _)) = extensions.iter().find(|(key, _)| key.as_str() != Some("CRLReason")) {
        return Err(no(format!(
            "{} of a revoked certificate is not supported",
            python::text(&other.to_value())
        )));
    }
    let Some(written) = extensions.get("CRLReason").or_else(|| entry.get("reason")).map(python::text) else {
        return Ok(None);
    };
    let known = REASONS.iter().find(|known| known.eq_ignore_ascii_case(&written));
    known
        .map(|known| Some((*known).to_owned()))
        .ok_or_else(|| no(format!("{written} is no reason of a revocation")))
}

/// The revoked certificates. One that has ended is left out, unless all are included. Without a declared date, a certificate that
/// the present list has keeps its date.
async fn revoked(call: &Call<'_>, now: i64, present: Option<&Facts>) -> Result<Vec<Revoked>, DocumentError> {
    let includes_all = call.fields.boolean("include_expired") == Some(true);
    let mut all = vec![];
    for entry in entries(&call.fields.value("revoked").unwrap_or(Value::List(vec![])))? {
        let mut has_ended = seconds(&entry, "not_after")?.is_some_and(|end| end < now);
        let serial = match entry.get("certificate").map(python::text) {
            Some(written) => {
                let contents = source("certificate", &written)?;
                let found = look(Document::Certificate, &contents).await?;
                has_ended = ends_within(&contents, 0).await?;
                let found =
                    found.ok_or_else(|| DocumentError::Missing(format!("{written} is no certificate")))?;
                serial(&Value::from(found.serial))?
            }
            None => serial(
                entry.get("serial_number").ok_or_else(|| no("revoked needs serial_number or certificate"))?,
            )?,
        };
        let at = seconds(&entry, "revocation_date")?;
        let at = at.or_else(|| present?.revoked_at(&serial)).unwrap_or(now);
        let reason = reason(&entry)?;
        if includes_all || !has_ended {
            all.push(Revoked { serial, at, reason });
        }
    }
    Ok(all)
}

/// Extensions by name, in the text form of `openssl`.
type Extensions = Vec<(String, String)>;

/// The extensions, and the number of the list if one is declared.
fn extensions(call: &Call<'_>, present: Option<&Facts>) -> Result<(Extensions, Option<u64>), DocumentError> {
    let (mut all, mut number) = (vec![], None);
    for (key, value) in call.fields.value("extensions").as_ref().and_then(Value::as_map).into_iter().flatten()
    {
        let key = python::text(&key.to_value());
        let is_known = ["authorityKeyIdentifier", "authorityInfoAccess", "issuerAltName"]
            .contains(&key.as_str())
            || OF_LISTS.iter().any(|(short, _)| *short == key);
        if !is_known {
            return Err(no(format!("the extension {key} of a revocation list is not supported")));
        }
        if key != "cRLNumber" {
            all.push((key.clone(), text(&key, value).map_err(DocumentError::Refused)?));
            continue;
        }
        number = Some(match python::text(value).as_str() {
            "auto" => present.map_or(1, next),
            written => written.parse().map_err(|_| no("cRLNumber is a number, or auto"))?,
        });
    }
    Ok((all, number))
}

/// The number after that of a list.
fn next(facts: &Facts) -> u64 {
    let printed = facts.extensions.get(NUMBER).map(|text| text.trim()).unwrap_or_default();
    let number = match printed.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => printed.parse().ok(),
    };
    number.unwrap_or_default() + 1
}

/// The wanted list beside the present one.
pub(super) async fn describe(call: &Call<'_>, now: &Now) -> Result<Signed, DocumentError> {
    let to = encoding(call)?;
    let digest = digest(call)?;
    let signer = signer(call, "signing_private_key")?;
    let issuer = source("signing_cert", &call.fields.required_text("signing_cert"))?;
    let present = present(Document::RevocationList, now).await?;
    let (extensions, number) = extensions(call, present.as_ref())?;
    let time = jiff::Timestamp::try_from(call.context.services.now()).unwrap_or_default().as_second();
    let revoked = revoked(call, time, present.as_ref()).await?;
    let days = call.fields.integer("days_valid").unwrap_or(VALID);
    let wanted = Revocation {
        issuer: &issuer,
        revoked: &revoked,
        extensions: &extensions,
        number,
        digest: &digest,
        days,
    };
    let pem = signer.revocation_list(&wanted).await?;
    let mut signed = Signed::of(Document::RevocationList, now, present, pem.clone(), to).await?;
    let is_auto =
        |value: Value| value.as_map().and_then(|map| map.get("cRLNumber")?.as_str().map(|it| it == "auto"));
    if call.fields.value("extensions").and_then(is_auto) == Some(true) {
        signed.ignored = Some(NUMBER);
    }
    if let (Some(present), Some(contents)) = (&signed.present, &now.contents) {
        let days = call.fields.integer("days_remaining").unwrap_or(REMAINING);
        let ends = present.updates.1 < time.saturating_add(days.saturating_mul(DAY));
        signed.note("expiration", days != 0 && ends);
        let differs = is_list_of(&pem, &issuer).await? && !is_list_of(contents, &issuer).await?;
        signed.note("public_key", differs);
    }
    Ok(signed)
}
