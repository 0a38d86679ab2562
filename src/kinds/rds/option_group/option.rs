//! One option: as declared, as AWS has it, and as it is sent.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::parameter_group::live::Parameter;
use crate::parameter_group::spec::Wanted;
use crate::values::Words;
use kind::groups;
use kind::settings::{Settings, arguments, settings};
use kind::write_only::WriteOnly;
use model::{Argument, Fields, Ident, Problem, Problems, Reference, Shape, Value};

settings! {
    /// Settings that AWS shows as they were sent.
    Plain {
        port: i32 = "port" / "Port", Shape::Integer, "the port it listens on";
        version: String = "option_version" / "OptionVersion", Shape::Text, "its version";
        db_groups: Words = "db_security_groups" / "DBSecurityGroupMemberships", Shape::Texts,
            "security groups outside of a VPC, which AWS no longer makes";
    }
}

const PAIR: &[Argument] = &[
    Argument::required("Name", Shape::Text, "the setting").alias(&["name"]),
    Argument::required("Value", Shape::Text, "its value").alias(&["value"]),
];

/// The keys of an option.
pub(super) const OPTION: &[Argument] = arguments!(
    &[Argument::required(
        "option_name",
        Shape::Text,
        "MARIADB_AUDIT_PLUGIN, SQLSERVER_BACKUP_RESTORE, TDE …"
    )
    .alias(&["OptionName"])],
    Plain::ARGUMENTS,
    &[
        Argument::optional(
            "option_settings",
            Shape::Either(&[Shape::Table(&Shape::Text), Shape::Records(PAIR)]),
            "setting to value; others are not managed",
        )
        .alias(&["OptionSettings"]),
        Argument::optional(
            "vpc_security_groups",
            Shape::Texts,
            "all its security groups: ids, names, or <VPC's name>:<group's name>",
        )
        .alias(&["VpcSecurityGroupMemberships"]),
    ],
);

/// The setting that may name a role instead of its ARN.
const ROLE: &str = "IAM_ROLE_ARN";

/// True for a setting that AWS does not show.
fn is_secret(setting: &str) -> bool {
    setting.contains("PASSWORD")
}

/// A declared option; what is left out is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Port, version.
    pub plain: Plain,
    /// Its settings.
    pub settings: IndexMap<String, Wanted>,
    /// Settings that AWS does not show.
    pub secrets: IndexMap<String, WriteOnly>,
    /// Its security groups, as the author writes them.
    pub groups: Option<Vec<String>>,
}

/// All declared options.
pub(super) fn read_all(fields: &Fields, problems: &mut Problems) -> Option<Vec<Declared>> {
    let mut all: Vec<Declared> = vec![];
    for fields in fields.records("options")? {
        let option = read(&fields, problems);
        if all.iter().any(|other| other.name == option.name) {
            let problem = Problem::at(fields.place(), format!("the option '{}' is given twice", option.name));
            problems.push(problem.hint("keep one of the two"));
        }
        all.push(option);
    }
    Some(all)
}

fn read(fields: &Fields, problems: &mut Problems) -> Declared {
    let mut option = Declared {
        name: fields.required_text("option_name"),
        plain: Plain::read(fields),
        groups: fields.texts("vpc_security_groups"),
        ..Declared::default()
    };
    let mut given: Vec<(String, Option<Wanted>)> = vec![];
    match fields.table("option_settings") {
        Some(table) => given.extend(table.into_iter().map(|(name, node)| (name, Wanted::of(node)))),
        None => {
            let pairs = fields.records("option_settings").unwrap_or_default();
            let of = |pair: &Fields| (pair.required_text("Name"), pair.node("Value").and_then(Wanted::of));
            given.extend(pairs.iter().map(of));
        }
    }
    for (name, wanted) in given {
        let Some(wanted) = wanted else { continue };
        let is_new = match is_secret(&name) {
            true => option.secrets.insert(name.clone(), WriteOnly::new(wanted.sent(None))).is_none(),
            false => option.settings.insert(name.clone(), wanted).is_none(),
        };
        if !is_new {
            let message = format!("the setting '{name}' is given twice");
            problems.push(Problem::at(fields.place_of("option_settings"), message));
        }
    }
    option
}

impl Declared {
    /// The things that must exist before.
    pub(super) fn uses(&self) -> Vec<Reference> {
        let groups = self.groups.iter().flatten().flat_map(|name| groups::uses(name));
        groups.chain(self.role()).collect()
    }

    /// The role that it names instead of an ARN.
    pub(super) fn role(&self) -> Option<Reference> {
        let Some(Wanted::Text(name)) = self.settings.get(ROLE) else { return None };
        (!aws::arn::is_arn(name)).then(|| Reference::new("iam.role", name))
    }

    /// The same with the ARN of its role.
    #[must_use]
    pub(super) fn with_role(mut self, arn: Option<&Ident>) -> Self {
        if let Some(arn) = arn {
            self.settings.insert(ROLE.to_owned(), Wanted::Text(arn.to_string()));
        }
        self
    }
}

/// An option as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration, with the ARN of its role.
    pub declared: Declared,
    /// Its security groups, sorted; none if they are not managed.
    pub groups: Option<Vec<Ident>>,
}

/// An option in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct There {
    /// Port, version.
    pub plain: Plain,
    /// All its settings. A setting counts as set if it does not have its default.
    pub settings: BTreeMap<String, Parameter>,
    /// Its security groups, sorted.
    pub groups: Vec<Ident>,
    /// True if it is never removed.
    pub is_permanent: bool,
}

/// An option as it is sent: complete, so that nothing is lost, whether AWS adds settings or replaces them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sent {
    /// Its name.
    pub name: String,
    /// Port, version.
    pub plain: Plain,
    /// Its settings.
    pub settings: IndexMap<String, String>,
    /// Settings that AWS does not show.
    pub secrets: IndexMap<String, WriteOnly>,
    /// Its security groups.
    pub groups: Option<Vec<Ident>>,
}

impl There {
    /// The settings that are set and can be sent again.
    fn set(&self) -> IndexMap<String, String> {
        let set = self.settings.iter().filter(|(name, it)| it.is_set && !it.is_locked && !is_secret(name));
        set.filter_map(|(name, it)| Some((name.clone(), it.value.clone()?))).collect()
    }

    /// As an author would declare it.
    pub(super) fn entries(&self) -> Vec<(&'static str, Value)> {
        let settings = self.set();
        let settings = (!settings.is_empty()).then(|| ("option_settings", settings_value(&settings)));
        self.plain.entries().into_iter().chain(settings).collect()
    }
}

fn settings_value(settings: &IndexMap<String, String>) -> Value {
    settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

impl Want {
    /// All settings of a new one, as changes show them.
    pub(super) fn shown(&self) -> Value {
        let settings = self.declared.settings.iter().map(|(name, wanted)| (name.as_str(), shown(wanted)));
        let hidden = self.declared.secrets.keys().map(|name| (name.as_str(), Value::from("(hidden)")));
        let settings: Vec<(&str, Value)> = settings.chain(hidden).collect();
        let mut all = self.declared.plain.entries();
        all.extend((!settings.is_empty()).then(|| ("option_settings", settings.into_iter().collect())));
        all.extend(self.groups.as_ref().map(|groups| ("vpc_security_groups", groups.clone().into())));
        all.into_iter().collect()
    }

    /// A new one as it is sent. Booleans follow once AWS shows its words for them.
    pub(super) fn added(&self) -> Sent {
        let text = |(name, wanted): (&String, &Wanted)| match wanted {
            Wanted::Text(text) => Some((name.clone(), text.clone())),
            Wanted::Truth(_) => None,
        };
        Sent {
            name: self.declared.name.clone(),
            plain: self.declared.plain.clone(),
            settings: self.declared.settings.iter().filter_map(text).collect(),
            secrets: self.declared.secrets.clone(),
            groups: self.groups.clone(),
        }
    }

    /// What differs, before and after, and differing settings that cannot be set.
    pub(super) fn differing(&self, there: &There) -> (Value, Value, Vec<String>) {
        let plain = self.declared.plain.differing(&there.plain);
        let is = there.plain.entries();
        let old = |name: &str| is.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        let mut before: Vec<(&str, Value)> = vec![];
        let mut after = plain.entries();
        before.extend(after.iter().map(|(name, _)| (*name, old(name).unwrap_or_default())));
        let (mut was, mut becomes, mut locked) = (vec![], vec![], vec![]);
        for (name, wanted) in &self.declared.settings {
            let live = there.settings.get(name);
            if live.is_some_and(|live| wanted.is(live)) {
                continue;
            }
            locked.extend(live.is_some_and(|live| live.is_locked).then(|| name.clone()));
            was.push((name.as_str(), Value::from(live.and_then(|live| live.value.as_deref()))));
            becomes.push((name.as_str(), shown(wanted)));
        }
        if !becomes.is_empty() {
            before.push(("option_settings", was.into_iter().collect()));
            after.push(("option_settings", becomes.into_iter().collect()));
        }
        if let Some(groups) = self.groups.as_ref().filter(|groups| **groups != there.groups) {
            before.push(("vpc_security_groups", there.groups.clone().into()));
            after.push(("vpc_security_groups", groups.clone().into()));
        }
        (before.into_iter().collect(), after.into_iter().collect(), locked)
    }

    /// An existing one as it is sent: the declared settings, and AWS's values for others.
    pub(super) fn changed(&self, there: &There) -> Sent {
        let (declared, is) = (&self.declared, &there.plain);
        let plain = Plain {
            port: declared.plain.port.or(is.port),
            version: declared.plain.version.clone().or_else(|| is.version.clone()),
            db_groups: declared.plain.db_groups.clone().or_else(|| is.db_groups.clone()),
        };
        let mut settings = there.set();
        let wanted = declared.settings.iter();
        settings.extend(wanted.map(|(name, it)| (name.clone(), it.sent(there.settings.get(name)))));
        let groups = self.groups.clone().unwrap_or_else(|| there.groups.clone());
        let is_given = self.groups.is_some() || !groups.is_empty();
        Sent {
            name: declared.name.clone(),
            plain,
            settings,
            secrets: declared.secrets.clone(),
            groups: is_given.then_some(groups),
        }
    }
}

fn shown(wanted: &Wanted) -> Value {
    match wanted {
        Wanted::Truth(truth) => (*truth).into(),
        Wanted::Text(text) => text.as_str().into(),
    }
}
