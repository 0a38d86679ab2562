//! `x509.pem_managed`.

use super::Live;
use crate::file::{Desired, DesiredContents, plan, target};
use crate::operation::{Operations, refused, report};
use crate::{Call, Intent};
use machine::file;
use machine::x509::{format, is_private};
use model::{Outcome, chain};

/// The text that was declared, or that of the file that was declared.
pub(super) fn text(call: &Call<'_>) -> Result<String, String> {
    let written = call.fields.required_text("text");
    if !written.starts_with('/') || written.contains("-----BEGIN") {
        return Ok(written);
    }
    match file::text_if_there(written.as_ref()) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err(format!("{written} does not exist")),
        Err(error) => Err(chain(&error)),
    }
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let text = match &live.text {
        Ok(text) => text,
        // An earlier state may write the file.
        Err(reason) => {
            return report(Outcome::would_change(reason.clone()), Outcome::failed(reason.clone()));
        }
    };
    let written = match format(text) {
        Ok(written) => written,
        Err(error) => return refused(chain(&error)),
    };
    let mut target = target(call);
    if is_private(&written) {
        target.owner.mode.get_or_insert(0o600);
    }
    plan(&target, &live.now, &DesiredContents::plain(Desired::Bytes(written.into_bytes())))
}
