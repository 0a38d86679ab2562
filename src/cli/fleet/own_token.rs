//! The operator's own token: it ends after thirty days, and the operator's commands renew it.

use std::path::Path;

use super::{Ended, failed};
use fleet::identity::claims;
use fleet::identity::setup::{OPERATOR_TOKEN_LIFE, OperatorKit};
use fleet::operator::Console;
use machine::file::{self, Permissions};
use model::chain;

/// The token beside the kit.
const TOKEN_FILE: &str = "token";

/// The token to connect with: the one beside the kit if it is for the same key, or else the kit's. A register keeper signs a new one when half
/// of its life is over.
pub fn current(directory: &Path, kit: &OperatorKit, now: i64) -> Result<String, Ended> {
    let beside = file::text_if_there(&directory.join(TOKEN_FILE)).map_err(|error| failed(chain(&error)))?;
    let is_ours = |token: &String| subject(token).is_some() && subject(token) == subject(&kit.token);
    let beside = beside.map(|token| token.trim().to_owned()).filter(is_ours);
    let newest = beside.unwrap_or_else(|| kit.token.clone());
    if !is_half_over(&newest, now) {
        return Ok(newest);
    }
    let Some(made) = kit.own_token(now).map_err(|error| failed(chain(&error)))? else { return Ok(newest) };
    keep(directory, &made);
    Ok(made)
}

/// Whose a token is.
fn subject(token: &str) -> Option<String> {
    Some(claims::read(token)?["sub"].as_str()?.to_owned())
}

/// Fetches the token that a register keeper has issued, where half of the life of ours is over. Without one this command has worked all the
/// same.
pub async fn fetch(directory: &Path, console: &Console, now: i64) {
    let own = &console.kit.token;
    if console.kit.registrar.is_some() || !is_half_over(own, now) {
        return;
    }
    let Ok(Some(newer)) = console.renewed_token().await else { return };
    if claims::expiry(&newer) > claims::expiry(own) {
        keep(directory, &newer);
    }
}

fn is_half_over(token: &str, now: i64) -> bool {
    claims::expiry(token).is_some_and(|end| end - now < OPERATOR_TOKEN_LIFE / 2)
}

/// Where the directory cannot be written, the next command makes or fetches it again.
fn keep(directory: &Path, token: &str) {
    let private = Permissions { mode: Some(0o600), ..Permissions::default() };
    let _ = file::replace(&directory.join(TOKEN_FILE), token.as_bytes(), private);
}
