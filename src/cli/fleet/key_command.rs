//! What a command line of `key` means.

use super::args::{KEY_ACTIONS, given_text};
use super::{Ended, usage};
use crate::commands::is_on;
use exec::Bound;
use fleet::identity::{Attributes, ROLE, read_attributes};

/// What to do with keys. Texts are patterns of IDs.
pub enum Command {
    /// Show them, or those in one state.
    List {
        /// Which.
        state: Option<String>,
        /// Whether the version of each agent is shown beside its ID.
        with_versions: bool,
    },
    /// Accept those that ask, and with `with_rejected` those that were rejected.
    Accept {
        /// Which.
        pattern: String,
        /// Whether a rejection is taken back.
        with_rejected: bool,
        /// What the register then says about them.
        attributes: Attributes,
    },
    /// Show what the register says about accepted instances, or change it.
    Attributes {
        /// Which.
        pattern: String,
        /// The change; an empty value takes an attribute away.
        change: Attributes,
    },
    /// Reject those that are not accepted, or with true all.
    RejectAll(bool),
    /// Reject these.
    Reject(String),
    /// Delete these.
    Delete(String),
    /// Show fingerprints.
    Finger(String),
    /// Show keys.
    Print(String),
    /// Issue new tokens.
    Renew,
    /// Sign anew what a removed operator decided.
    TakeOver(String),
}

/// The words for states of keys. Salt takes what begins so: `accepted`, `unaccepted`, `denied`.
const STATES: [&str; 6] = ["acc", "den", "un", "pre", "rej", "all"];

fn check_state(word: &str) -> Result<(), Ended> {
    if STATES.iter().any(|state| word.starts_with(state)) {
        return Ok(());
    }
    Err(usage(format!("'{word}' is no state of keys: {}", STATES.join(", "))))
}

/// The attributes of `--role` and `--attribute`.
///
/// # Errors
///
/// A word that is malformed.
pub fn attributes(bound: &Bound) -> Result<Attributes, Ended> {
    let mut words = bound.texts("attribute");
    words.extend(given_text(bound, ROLE).map(|role| format!("{ROLE}={role}")));
    read_attributes(&words).map_err(|error| usage(format!("--attribute: {error}")))
}

impl Command {
    /// Reads what was typed: an action, or an option of `salt-key`.
    ///
    /// # Errors
    ///
    /// A word that is missing or not known.
    pub fn read(bound: &Bound) -> Result<Self, Ended> {
        let all = || "*".to_owned();
        let text = |name: &str| given_text(bound, name);
        let is_all_included = is_on(bound, "include_all")?;
        let with_rejected = is_all_included || is_on(bound, "include_rejected")?;
        let with_accepted = is_all_included || is_on(bound, "include_accepted")?;
        let attributes = attributes(bound)?;
        let accept = |pattern| Self::Accept { pattern, with_rejected, attributes: attributes.clone() };
        let options = [
            text("accept").map(accept),
            is_on(bound, "accept_all")?.then(|| accept(all())),
            text("reject").map(Self::Reject),
            is_on(bound, "reject_all")?.then_some(Self::RejectAll(with_accepted)),
            text("delete").map(Self::Delete),
            is_on(bound, "delete_all")?.then(|| Self::Delete(all())),
            text("finger").map(Self::Finger),
            is_on(bound, "finger_all")?.then(|| Self::Finger(all())),
            text("print").map(Self::Print),
            is_on(bound, "print_all")?.then(|| Self::Print(all())),
            text("list").map(|state| Self::list(bound, Some(state))).transpose()?,
            is_on(bound, "list_all")?.then(|| Self::list(bound, None)).transpose()?,
        ];
        let command = match options.into_iter().flatten().next() {
            Some(command) => command,
            None => Self::of_action(bound, &accept)?,
        };
        let takes_attributes = matches!(command, Self::Accept { .. } | Self::Attributes { .. });
        if !attributes.is_empty() && !takes_attributes {
            return Err(usage("--role and --attribute go with accept, attributes and token create"));
        }
        Ok(command)
    }

    /// Lists all keys, or those in this state.
    fn list(bound: &Bound, state: Option<String>) -> Result<Self, Ended> {
        if let Some(state) = &state {
            check_state(state)?;
        }
        Ok(Self::List { state, with_versions: is_on(bound, "versions")? })
    }

    fn of_action(bound: &Bound, accept: &dyn Fn(String) -> Self) -> Result<Self, Ended> {
        let all = || "*".to_owned();
        let text = |name: &str| given_text(bound, name);
        let named = || text("which").ok_or_else(|| usage("the ID is missing"));
        match text("action").as_deref() {
            None | Some("list") => Self::list(bound, text("which")),
            Some("accept") => named().map(accept),
            Some("accept-all") => Ok(accept(all())),
            Some("attributes") => Ok(Self::Attributes {
                pattern: text("which").unwrap_or_else(all),
                change: attributes(bound)?,
            }),
            Some("reject") => named().map(Self::Reject),
            Some("delete") => named().map(Self::Delete),
            Some("finger") => Ok(Self::Finger(text("which").unwrap_or_else(all))),
            Some("print") => named().map(Self::Print),
            Some("renew") => Ok(Self::Renew),
            Some("take-over") => text("which")
                .map(Self::TakeOver)
                .ok_or_else(|| usage("the name of the removed operator is missing")),
            Some(other) => Err(usage(format!("there is no 'key {other}': {}", KEY_ACTIONS.join(", ")))),
        }
    }
}
