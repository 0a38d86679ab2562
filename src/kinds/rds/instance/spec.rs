//! The declaration of an instance in an SLS.

use std::time::Duration;

pub(crate) use super::arguments::{ABSENT, CREATE, FUNCTIONS, MODIFY, REPLICA};
use super::settings::{Fixed, Settings};
use crate::network;
use aws::tags::{self, Tags};
use kind::settings::Settings as _;
use kind::write_only::WriteOnly;
use model::gate::seconds;
use model::{Fields, Function, Leaves, Problem, Problems, Reference};

/// A declared instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// The deadline of the wait.
    pub deadline: Option<Duration>,
    /// The declared state.
    pub goal: Goal,
}

/// The declared state of an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It exists as declared.
    Present(Box<Declared>),
    /// It does not exist.
    Absent(Removal),
}

/// The declared settings. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// The settings that can change.
    pub settings: Settings,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The instance that it replicates, in lower case.
    pub source: Option<String>,
    /// The role of enhanced metrics, by ARN or name.
    pub monitoring_role: Option<String>,
    /// Security groups, by name or id.
    pub groups: Option<Vec<String>>,
    /// Values that are sent at creation and that AWS never shows.
    pub secrets: Secrets,
    /// All tags.
    pub tags: Option<Tags>,
    /// The status to wait for.
    pub awaited: Option<String>,
    /// True to change it now.
    pub at_once: bool,
    /// True if the major version may change.
    pub may_jump: Option<bool>,
}

/// Values that are sent to AWS and that it never shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Secrets {
    /// The first user's password.
    pub password: Option<WriteOnly>,
    /// The key of a password that AWS manages.
    pub key: Option<String>,
    /// The password of a key store.
    pub tde_password: Option<WriteOnly>,
}

/// How an instance is deleted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Removal {
    /// The final snapshot, in lower case; none for no snapshot.
    pub snapshot: Option<String>,
    /// Whether its backups are deleted at once; none for AWS's default.
    pub backups_go: Option<bool>,
    /// True to wait until it is gone.
    pub waits: bool,
}

impl Secrets {
    /// The values for a change: the password only if AWS no longer manages it.
    pub fn for_change(&self, manages: Option<bool>) -> Self {
        match manages {
            Some(false) => self.clone(),
            _ => Self { key: self.key.clone(), ..Self::default() },
        }
    }
}

impl Removal {
    /// The addition to a sentence.
    pub fn words(&self) -> String {
        self.snapshot.as_ref().map(|name| format!(" after the snapshot {name}")).unwrap_or_default()
    }

    /// What prevents it: deletion protection, or a snapshot with the name of the final one.
    pub fn refusals(&self, is_protected: Option<bool>, is_taken: bool) -> Vec<String> {
        let advice = "declare it with 'deletion_protection: False' first";
        let protected =
            (is_protected == Some(true)).then(|| format!("its deletion protection is on: {advice}"));
        let taken = self.snapshot.as_deref().filter(|_| is_taken).map(|name| {
            format!("a snapshot {name} already exists: choose another name for the final snapshot")
        });
        protected.into_iter().chain(taken).collect()
    }
}

impl Declared {
    /// True if a new one has its own password: a replica has that of its source, a member that of its cluster.
    pub fn has_password(&self) -> bool {
        let is_given = self.secrets.password.is_some() || self.settings.manages_password == Some(true);
        is_given || self.source.is_some() || self.fixed.cluster.is_some()
    }

    /// The things that must exist before.
    pub fn uses(&self) -> Vec<Reference> {
        let lower = |kind, name: &str| Reference::new(kind, name.to_lowercase());
        let (settings, fixed) = (&self.settings, &self.fixed);
        let named = [
            ("rds.subnet_group", settings.subnet_group.as_ref().map(|it| it.0.as_str())),
            ("rds.parameter_group", settings.parameter_group.as_ref().map(|it| it.0.as_str())),
            ("rds.option_group", settings.option_group.as_ref().map(|it| it.0.as_str())),
            ("rds.cluster", fixed.cluster.as_ref().map(|it| it.0.as_str())),
            ("rds.instance", self.source.as_deref()),
        ];
        // AWS's own groups are named default.postgres16, or default:postgres-16.
        let is_own = |name: &str| name.starts_with("default.") || name.starts_with("default:");
        let named = named.into_iter().filter_map(|(kind, name)| Some((kind, name?)));
        let mut uses: Vec<Reference> =
            named.filter(|(_, name)| !is_own(name)).map(|(kind, name)| lower(kind, name)).collect();
        uses.extend(self.role());
        uses.extend(settings.domain_role.as_deref().map(|name| Reference::new("iam.role", name)));
        uses.extend(network::uses(self.groups.as_ref()));
        uses
    }

    /// The role of enhanced metrics, if it is given by name.
    pub fn role(&self) -> Option<Reference> {
        let name = self.monitoring_role.as_deref().filter(|name| !aws::arn::is_arn(name))?;
        Some(Reference::new("iam.role", name))
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name").to_lowercase();
    let goal = match function.leaves {
        Leaves::Absent => Goal::Absent(removal(fields, problems)),
        _ => Goal::Present(Box::new(awaited(declared(fields, problems)))),
    };
    Spec { name, deadline: seconds(fields, "timeout", problems), goal }
}

pub(crate) fn removal(fields: &Fields, problems: &mut Problems) -> Removal {
    let skips = fields.boolean("skip_final_snapshot") == Some(true);
    let snapshot = fields.text("final_db_snapshot_identifier").map(|name| name.to_lowercase());
    if !skips && snapshot.is_none() {
        let problem = Problem::at(
            fields.place(),
            "the deletion of a database makes a final snapshot, which needs a name",
        );
        problems.push(problem.hint("write 'final_db_snapshot_identifier', or 'skip_final_snapshot: True'"));
    }
    Removal {
        snapshot: snapshot.filter(|_| !skips),
        backups_go: fields.boolean("delete_automated_backups"),
        waits: fields.boolean("wait_for_deletion").unwrap_or(true),
    }
}

/// The arguments of the state or of a function.
pub(crate) fn declared(fields: &Fields, problems: &mut Problems) -> Declared {
    let secret = |name| if fields.takes(name) { fields.text(name).map(WriteOnly::new) } else { None };
    let is_replica = fields.takes("source");
    let declared = Declared {
        settings: Settings::read(fields),
        fixed: Fixed::read(fields),
        source: is_replica.then(|| fields.required_text("source").to_lowercase()),
        monitoring_role: fields.text("monitoring_role_arn"),
        groups: network::read(fields),
        secrets: Secrets {
            password: secret("master_user_password"),
            key: if is_replica { None } else { fields.text("master_user_secret_kms_key_id") },
            tde_password: secret("tde_credential_password"),
        },
        tags: tags::read(fields, "tags"),
        awaited: fields.text("wait_status"),
        at_once: fields.boolean("apply_immediately").unwrap_or(false),
        may_jump: fields.boolean("allow_major_version_upgrade"),
    };
    if declared.fixed.zone.is_some() && declared.settings.multi_az == Some(true) {
        let message = "'availability_zone' and 'multi_az' exclude each other";
        problems.push(Problem::at(fields.place_of("multi_az"), message).hint("keep one of the two"));
    }
    // A replica has the storage and users of its source, a member those of its cluster.
    if fields.takes("engine") && declared.fixed.cluster.is_none() {
        complete(&declared, fields, problems);
    }
    declared
}

/// Backups and windows of a replica can be set only once AWS has made it.
fn awaited(mut declared: Declared) -> Declared {
    let Settings { backup_days, backup_window, maintenance_window, .. } = &declared.settings;
    let is_late = backup_days.is_some() || backup_window.is_some() || maintenance_window.is_some();
    if declared.source.is_some() && is_late && declared.awaited.is_none() {
        declared.awaited = Some("available".to_owned());
    }
    declared
}

fn complete(declared: &Declared, fields: &Fields, problems: &mut Problems) {
    let manages = declared.settings.manages_password == Some(true);
    let needed = [
        ("allocated_storage", declared.settings.storage.is_some()),
        ("master_username", declared.fixed.user.is_some()),
    ];
    for (name, _) in needed.into_iter().filter(|(_, is_given)| !is_given) {
        let problem = Problem::at(fields.place(), format!("'{name}' is missing"));
        problems.push(problem.hint("only members of a cluster ('db_cluster_identifier') do not need it"));
    }
    if manages && declared.secrets.password.is_some() {
        let message = "'master_user_password' and 'manage_master_user_password' exclude each other";
        problems
            .push(Problem::at(fields.place_of("master_user_password"), message).hint("keep one of the two"));
    }
}
