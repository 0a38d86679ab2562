//! `x509.certificate_managed`.

use super::extensions::{OF_CERTIFICATES, OF_REQUESTS, extensions};
use super::signed::{DocumentError, Signed, digest, encoding, optional, present, signer, source};
use super::subject::subject;
use crate::Call;
use crate::file::Now;
use machine::text;
use machine::x509::{
    Document, Encoding, Issue, IssueError, Order, Signer, ends_within, entries, is_signed_by, public_key,
    public_key_of,
};
use model::{Value, chain};

/// The days before its end on which a certificate is renewed, if none are declared.
const REMAINING: i64 = 90;

/// The days for which a certificate is valid, if none are declared.
const VALID: i64 = 365;

const UNSUPPORTED: &[(&str, &str)] = &[
    ("ca_server", "sign with a key on this machine, or fetch the certificate by cmd.run"),
    ("signing_policy", "write its arguments in the state"),
    ("not_before", "declare days_valid"),
    ("not_after", "declare days_valid"),
    ("copypath", "copy the certificate by file.copy"),
    ("prepend_cn", "copy the certificate by file.copy"),
    ("pkcs12_passphrase", "write pem, and call openssl pkcs12 -export by cmd.run"),
    ("pkcs12_encryption_compat", "write pem, and call openssl pkcs12 -export by cmd.run"),
    ("pkcs12_friendlyname", "write pem, and call openssl pkcs12 -export by cmd.run"),
    ("managed_private_key", "declare x509.private_key_managed"),
];

/// A serial number in hexadecimal digits: Salt takes numbers, and text in hexadecimal digits with colons.
pub(super) fn serial(value: &Value) -> Result<String, DocumentError> {
    let digits = match value {
        Value::Int(number) if *number > 0 => format!("{number:X}"),
        Value::Str(text) => text.trim().trim_start_matches("0x").replace(':', "").to_uppercase(),
        _ => String::new(),
    };
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(DocumentError::Refused("serial_number is no number".to_owned()));
    }
    Ok(if digits.len() % 2 == 0 { digits.to_owned() } else { format!("0{digits}") })
}

/// Why a new certificate would be due again at once.
fn never_rests(call: &Call<'_>) -> Option<String> {
    let fields = call.fields;
    let days = |name: &str, usual: i64| fields.integer(name).unwrap_or(usual);
    let (valid, remaining) = (days("days_valid", VALID), days("days_remaining", REMAINING));
    (valid <= remaining).then(|| {
        format!(
            "days_valid ({valid}) must be more than days_remaining ({remaining}), or each run would make a new certificate"
        )
    })
}

/// A random serial number; it is positive, because its first digit is small.
fn random() -> String {
    let digits = uuid::Uuid::new_v4().simple().to_string().to_uppercase();
    format!("1{}", &digits[1..])
}

/// The certificates after the first one.
fn appended(call: &Call<'_>, to: Encoding) -> Result<Vec<String>, DocumentError> {
    let declared = call.fields.texts("append_certs").unwrap_or_default();
    if to == Encoding::Der && !declared.is_empty() {
        return Err(DocumentError::Refused("append_certs needs encoding: pem".to_owned()));
    }
    let mut all = vec![];
    for written in declared {
        let contents = source("append_certs", &written)?;
        let text = text::from_bytes(&contents);
        all.extend(
            entries(&text)
                .map_err(|error| DocumentError::Missing(format!("append_certs: {}", chain(&error))))?,
        );
    }
    Ok(all)
}

/// The public key: that of the signer, of another private key, a public key, or that of a request.
async fn key(
    call: &Call<'_>,
    own: &Signer,
    is_own: bool,
    request: Option<&[u8]>,
) -> Result<Vec<u8>, DocumentError> {
    if is_own {
        return Ok(own.public_key().await?);
    }
    if call.fields.has("private_key") {
        return Ok(signer(call, "private_key")?.public_key().await?);
    }
    match (optional(call, "public_key")?, request) {
        (Some(contents), _) => Ok(public_key(&contents).await?),
        (None, Some(request)) => Ok(public_key_of(Document::Request, request).await?),
        (None, None) => Err(DocumentError::Refused(
            "a certificate with signing_cert needs private_key, public_key or csr for its public key"
                .to_owned(),
        )),
    }
}

/// The subject alternative names of a request, if none are declared. Nothing else of a request is copied: with `CA:TRUE` the one who
/// asks would become an authority.
async fn requested_names(
    request: &[u8],
    declared: &[(String, String)],
) -> Result<Option<(String, String)>, DocumentError> {
    const NAMES: &str = "subjectAltName";
    if declared.iter().any(|(name, _)| name == NAMES) {
        return Ok(None);
    }
    // A request that cannot be read is refused when its key is read.
    let Some(facts) = Document::Request.look(request).await.map_err(IssueError::from)? else {
        return Ok(None);
    };
    let names = facts.alternative_names().map_err(|name| {
        DocumentError::Refused(format!(
            "csr: the alternative name '{name}' cannot be copied; declare {NAMES}"
        ))
    })?;
    Ok(names.map(|names| (NAMES.to_owned(), names)))
}

/// The wanted certificate beside the present one.
pub(super) async fn describe(call: &Call<'_>, now: &Now) -> Result<Signed, DocumentError> {
    let fields = call.fields;
    if let Some((name, advice)) = UNSUPPORTED.iter().find(|(name, _)| fields.has(name)) {
        return Err(DocumentError::Refused(format!("{name} is not supported: {advice}")));
    }
    if let Some(why) = never_rests(call) {
        return Err(DocumentError::Refused(why));
    }
    let to = encoding(call)?;
    let mut order = Order {
        subject: subject(call).map_err(DocumentError::Refused)?,
        extensions: extensions(call, &[OF_REQUESTS, OF_CERTIFICATES]).map_err(DocumentError::Refused)?,
        digest: digest(call)?,
    };
    let serial = fields.value("serial_number").map_or_else(|| Ok(random()), |value| serial(&value))?;
    let signer = signer(call, "signing_private_key")?;
    let issuer = optional(call, "signing_cert")?;
    let request = optional(call, "csr")?;
    if let Some(request) = &request {
        order.extensions.extend(requested_names(request, &order.extensions).await?);
    }
    let public_key = key(call, &signer, issuer.is_none(), request.as_deref()).await?;
    let chain = appended(call, to)?;
    let issue = Issue {
        order: &order,
        issuer: issuer.as_deref(),
        public_key: &public_key,
        request: request.as_deref(),
        serial: &serial,
        days: fields.integer("days_valid").unwrap_or(VALID),
    };
    let pem = signer.certificate(&issue).await?;
    let present = present(Document::Certificate, now).await?;
    let mut signed = Signed::of(Document::Certificate, now, present, pem.clone(), to).await?;
    if let Some(contents) = now.contents.as_ref().filter(|_| signed.present.is_some()) {
        let days = fields.integer("days_remaining").unwrap_or(REMAINING);
        signed.note("expiration", ends_within(contents, days).await?);
        let present = entries(&text::from_bytes(contents)).unwrap_or_default();
        signed.note("additional_certs", present.get(1..).unwrap_or_default() != chain.as_slice());
        if let Some(issuer) = &issuer {
            // The certificate of the signer may not be one of an authority: then no signature can be verified.
            let differs = is_signed_by(&pem, issuer).await? && !is_signed_by(contents, issuer).await?;
            signed.note("signing_private_key", differs);
        }
    }
    for entry in &chain {
        signed.contents.extend(entry.as_bytes());
    }
    if let Some(converted) = signed.converted.as_mut() {
        chain.iter().for_each(|entry| converted.extend(entry.as_bytes()));
    }
    Ok(signed)
}
