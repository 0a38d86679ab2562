//! Guards: changes that no run may make without its author's permission.
//!
//! They are under `guards:` in the configuration, and a run may get others. A run with guards is planned first. The
//! whole plan is checked before the first change, and each change again right before it is made. `docs/plans.md`
//! describes them. Guards apply to AWS only; states of the machine are ignored.

mod calls;
mod guarded;
mod judge;

pub use self::guarded::Guarded;
pub use self::judge::Violation;
use model::{Argument, Entry, Fields, Map, Place, Problems, Shape, Value};

/// The key of the configuration.
pub const KEY: &str = "guards";

/// The keys under `guards`.
pub const ARGUMENTS: &[Argument] = &[
    Argument::optional(
        "max_deletes",
        Shape::Integer,
        "how many things a run may delete; replaced ones count",
    ),
    Argument::optional("max_replacements", Shape::Integer, "how many things a run may replace"),
    Argument::optional(
        "max_group_share",
        Shape::Integer,
        "the percentage of an Auto Scaling group's instances that a run may remove",
    ),
    Argument::optional(
        "open_ports",
        Shape::Texts,
        "the ports (443, 8000-8100) that a rule may open to 0.0.0.0/0 or ::/0; [] for none",
    ),
    Argument::optional("regions", Shape::Texts, "the regions in which a run may change something"),
    Argument::optional("accounts", Shape::Texts, "the accounts in which a run may change something"),
    Argument::optional(
        "protected",
        Shape::Texts,
        "things that no run deletes or replaces: kind and name, as in rds.instance:prod-*",
    ),
    Argument::optional(
        "protected_tag",
        Shape::Text,
        "a tag (key, or key=value): things with this tag in AWS are not deleted or replaced",
    ),
    Argument::optional(
        "functions",
        Shape::Texts,
        "functions that change AWS and that 'module.run' may call: boto_elb.*; no others while there are guards",
    ),
];

/// The limits of a run. A missing one means no limit.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Guards {
    max_deletes: Option<usize>,
    max_replacements: Option<usize>,
    max_group_share: Option<usize>,
    open_ports: Option<Vec<(i64, i64)>>,
    regions: Option<Vec<String>>,
    accounts: Option<Vec<String>>,
    protected: Vec<(String, String)>,
    protected_tag: Option<(String, Option<String>)>,
    functions: Vec<String>,
}

impl Guards {
    /// Reads the guards of the configuration, and those of this run, which replace the former key by key.
    ///
    /// # Errors
    /// All unknown keys and all values of a wrong form.
    pub fn read(configured: Option<&Value>, of_run: Option<&Value>, place: &Place) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut merged = Map::new();
        for given in [configured, of_run].into_iter().flatten().filter(|given| !given.is_null()) {
            match given.as_map() {
                Some(map) => merged.extend(map.iter().map(|(key, value)| (key.clone(), value.clone()))),
                None => {
                    let _ = Fields::of_setting(ARGUMENTS, Some(given), place, KEY, &mut problems);
                }
            }
        }
        let fields = Fields::check(ARGUMENTS, Entry::all_of(&merged, place), place, KEY, &mut problems);
        let guards = Self {
            max_deletes: count(&fields, "max_deletes", &mut problems),
            max_replacements: count(&fields, "max_replacements", &mut problems),
            max_group_share: count(&fields, "max_group_share", &mut problems),
            open_ports: fields
                .texts("open_ports")
                .map(|texts| texts.iter().filter_map(|text| ports(&fields, text, &mut problems)).collect()),
            regions: fields.texts("regions"),
            accounts: fields.texts("accounts"),
            protected: fields
                .texts("protected")
                .unwrap_or_default()
                .iter()
                .filter_map(|text| pattern(&fields, text, &mut problems))
                .collect(),
            protected_tag: fields.text("protected_tag").map(|text| match text.split_once('=') {
                Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
                None => (text, None),
            }),
            functions: fields.texts("functions").unwrap_or_default(),
        };
        problems.or(guards)
    }

    /// True when the guards need the tags.
    pub fn judges_tags(&self) -> bool {
        self.protected_tag.is_some()
    }

    /// True when the guards need the accounts.
    pub fn judges_accounts(&self) -> bool {
        self.accounts.is_some()
    }

    /// True when there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn count(fields: &Fields, name: &str, problems: &mut Problems) -> Option<usize> {
    let given = fields.integer(name)?;
    let read = usize::try_from(given).ok();
    if read.is_none() {
        problems.push(refused(fields, name, format!("'{name}' must be 0 or more, not {given}")));
    }
    read
}

/// `443` or `8000-8100`.
fn ports(fields: &Fields, text: &str, problems: &mut Problems) -> Option<(i64, i64)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let read = from.trim().parse().ok().zip(to.trim().parse().ok()).filter(|(from, to)| from <= to);
    if read.is_none() {
        let message = format!("'{text}' is neither a port nor a range of ports such as 8000-8100");
        problems.push(refused(fields, "open_ports", message));
    }
    read
}

/// `rds.instance:prod-*`.
fn pattern(fields: &Fields, text: &str, problems: &mut Problems) -> Option<(String, String)> {
    let read = text.split_once(':').map(|(kind, name)| (kind.trim().to_owned(), name.trim().to_owned()));
    if read.is_none() {
        let message = format!(
            "'{text}' is not a thing: write the kind, a colon and the name, as in rds.instance:prod-*"
        );
        problems.push(refused(fields, "protected", message));
    }
    read
}

fn refused(fields: &Fields, name: &str, message: String) -> model::Problem {
    model::Problem::at(fields.place_of(name), message)
}

#[cfg(test)]
mod tests;
