//! Ownership: runs tag what they make and change, so that things which are not declared any more can be found.
//!
//! `ownership: NAME` in the configuration turns it on. [`mark`] adds the tag to declarations, [`list_owned`] asks the
//! Resource Groups Tagging API for things with the tag, and [`absent`] declares the deletion of a thing.
//! `docs/plans.md` describes it. Laws: things whose kind is not in [`KINDS`] are never deleted; other tags of a thing
//! are not changed.

mod arn;
mod mark;
mod owned;
mod table;

#[cfg(test)]
mod tests;

pub use self::arn::Owned;
pub use self::mark::mark;
pub use self::owned::list_owned;
use self::table::KINDS;
use crate::declare::{Declared, declare};
use crate::run_plan::RunPlan;
use aws::Connection;
use model::{Entry, Low, Minion, Node, Place, Problem, Problems, Value};

/// The key of the configuration.
pub const KEY: &str = "ownership";

/// Reads the owner's name from the configuration.
///
/// # Errors
/// It is not a text that can be the value of a tag.
pub fn read(configured: Option<&Value>) -> Result<Option<String>, Problems> {
    let refused = |message: String| Err(Problem::at(&Place::file(KEY), message).into());
    match configured {
        None | Some(Value::Null | Value::Bool(false)) => Ok(None),
        Some(Value::Str(name)) if !name.is_empty() && name.chars().count() <= 256 => Ok(Some(name.clone())),
        Some(Value::Str(_)) => {
            refused("'ownership' must have 1 to 256 letters: it is the value of a tag".to_owned())
        }
        Some(other) => refused(format!("'ownership' must be a name, not {}", other.type_name())),
    }
}

/// The connections of the declared states, each with a state that uses it.
pub fn connections<'a>(lows: &'a [Low], minion: &Minion) -> Vec<(Connection, &'a Low)> {
    let mut all: Vec<(Connection, &Low)> = vec![];
    for low in lows {
        let declared = declare(low, minion, &mut Problems::default());
        for part in declared.iter().flat_map(Declared::parts) {
            if !all.iter().any(|(known, _)| *known == part.connection) {
                all.push((part.connection.clone(), low));
            }
        }
    }
    all
}

impl Owned {
    /// True when a state of the plan is about this thing, whatever it does to it.
    pub fn is_declared(&self, plan: &RunPlan) -> bool {
        plan.things().any(|(_, thing)| {
            // A declared thing in an unknown place may be this one, and is not deleted.
            let same_account = self.account.is_empty()
                || thing.account.as_ref().is_none_or(|account| *account == self.account);
            let same_region =
                self.region.is_empty() || thing.region.as_ref().is_none_or(|region| *region == self.region);
            let is_id = thing.id.as_deref().is_some_and(|id| id == self.arn || id == self.id);
            let is_named = self.kind().is_some_and(|kind| kind.name == thing.kind) && thing.name == self.name;
            same_account && (is_id || (same_region && is_named))
        })
    }

    /// The state that deletes it, with the connection of another state; none for things that are never deleted in this
    /// way. Lower numbers are deleted first.
    pub fn absent(&self, like: &Low) -> Option<(u32, Low)> {
        let kind = self.kind()?;
        let (state, function) = kind.absent?.split_once('.')?;
        let place = Place::file(KEY);
        let mut low = Low::new(state, function, self.arn.as_str(), place.clone());
        low.name.clone_from(&self.name);
        let mut put = |name: &str, value: Value| {
            let entry = Entry { key_place: place.clone(), node: Node::from_value(value, &place) };
            low.arguments.insert(name.to_owned(), entry);
        };
        for name in CONNECTION {
            if let Some(entry) = like.arguments.get(*name) {
                put(name, entry.node.to_value());
            }
        }
        if !self.region.is_empty() {
            put("region", Value::from(self.region.as_str()));
        }
        if let Some(vpc) = &self.vpc {
            put("vpc_id", Value::from(vpc.as_str()));
        }
        Some((kind.order, low))
    }

    fn kind(&self) -> Option<&'static table::OwnedKind> {
        KINDS.iter().find(|kind| kind.service == self.service && kind.resource == self.resource)
    }
}

/// The connection arguments of a state.
const CONNECTION: &[&str] = &["region", "keyid", "key", "profile"];
