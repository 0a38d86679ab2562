//! A whole crontab, from a source.

use super::{Live, user};
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::source::{self, SourceError};
use crate::{Call, Intent, file};
use machine::crontab;
use model::{Map, Outcome, Value};

/// The wanted contents of the crontab.
///
/// # Errors
/// The source is not available, or is not text.
pub(super) async fn table(call: &Call<'_>) -> Result<String, SourceError> {
    let contents = source::contents(call, &[(call.name.to_owned(), None)], false).await?;
    let what = "crontab";
    String::from_utf8(contents).map_err(|_| SourceError::NotText { written: call.name.to_owned(), what })
}

pub(super) fn diff(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let user = user(call);
    if !live.text.is_empty() && call.fields.boolean("replace") == Some(false) {
        return settled(format!("User {user} already has a crontab. No changes made"));
    }
    let table = match live.table {
        Ok(table) => table,
        Err(reason) if reason.is_missing() && reason != SourceError::NoneFound => return refused(reason),
        Err(reason) => return refused(format!("Unable to manage file: {reason}")),
    };
    let now = if live.text.ends_with('\n') { live.text } else { live.text + "\n" };
    if now == table {
        return settled(format!("Crontab for user {user} is in the correct state"));
    }
    let difference = file::difference(&now, &table);
    let foreseen = format!("The following values are set to be changed:\ndiff: {difference}\n");
    let changes: Map = [("diff".into(), Value::from(difference))].into_iter().collect();
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        vec![Operation::run(crontab::write(&user, &table))],
        with(Outcome::succeeded(format!("Crontab for user {user} was updated")), changes),
    )
    .or_fail(format!("Unable to update user {user} crontab"))
}
