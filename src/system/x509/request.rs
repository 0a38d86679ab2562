//! `x509.csr_managed`.

use super::extensions::{OF_REQUESTS, extensions};
use super::signed::{Signed, Trouble, digest, encoding, signer};
use super::subject::subject;
use crate::machine::x509::{Document, Order};
use crate::system::Call;
use crate::system::file::Now;

/// The subject, the extensions and the hash algorithm of a request.
pub(super) async fn describe(call: &Call<'_>, now: &Now) -> Result<Signed, Trouble> {
    let to = encoding(call)?;
    let order = Order {
        subject: subject(call).map_err(Trouble::Refused)?,
        extensions: extensions(call, &[OF_REQUESTS]).map_err(Trouble::Refused)?,
        digest: digest(call)?,
    };
    let pem = signer(call, "private_key")?.request(&order).await?;
    Signed::of(Document::Request, now, pem, to).await
}
