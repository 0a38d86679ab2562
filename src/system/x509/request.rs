//! `x509.csr_managed`.

use super::extensions::{OF_REQUESTS, extensions};
use super::signed::{DocumentError, Signed, digest, encoding, present, signer};
use super::subject::subject;
use crate::Call;
use crate::file::Now;
use machine::x509::{Document, Order};

/// The subject, the extensions and the hash algorithm of a request.
pub(super) async fn describe(call: &Call<'_>, now: &Now) -> Result<Signed, DocumentError> {
    let to = encoding(call)?;
    let order = Order {
        subject: subject(call).map_err(DocumentError::Refused)?,
        extensions: extensions(call, &[OF_REQUESTS]).map_err(DocumentError::Refused)?,
        digest: digest(call)?,
    };
    let pem = signer(call, "private_key")?.request(&order).await?;
    let present = present(Document::Request, now).await?;
    Signed::of(Document::Request, now, present, pem, to).await
}
