//! The present state of a user.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use crate::Call;
use machine::account::{self, Account, Shadow};
use machine::file::{self, FileKind, Stat};
use model::{chain, secret};

/// A user, and the facts that its declaration needs.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The user itself.
    pub account: Option<Account>,
    /// The names of its groups, the first one included, sorted.
    pub groups: Vec<String>,
    /// The groups among its own and the declared ones that exist.
    pub numbers: BTreeMap<String, u32>,
    /// Its password.
    pub shadow: Option<Shadow>,
    /// True if the wanted home exists.
    pub has_home: bool,
    /// The wanted password, hashed.
    pub password: Option<String>,
    /// Today, in days from 1970.
    pub today: i64,
    /// True if the system creates a group for each user.
    pub has_own_groups: bool,
    /// Why the home must not be removed with the user.
    pub keeps_home: Option<String>,
    /// True if the group of the user's name is removed with it.
    pub takes_group_along: bool,
}

/// Arguments that need the shadow file.
const OF_SHADOW: &[&str] = &[
    "password",
    "empty_password",
    "date",
    "mindays",
    "maxdays",
    "inactdays",
    "warndays",
    "expire",
    "password_lock",
];

pub(super) async fn describe(call: Call<'_>) -> Result<Live, String> {
    let name = call.name;
    let account = account::find_user(name).filter(|account| account.name == name);
    let groups = account.as_ref().map(account::group_names).unwrap_or_default();
    let mut live = Live { groups, has_own_groups: has_own_groups(), ..Live::default() };
    if call.function.verb == "absent" {
        live.keeps_home = account.as_ref().and_then(keeps_home);
        live.takes_group_along = account.as_ref().is_some_and(|it| live.has_own_groups && is_alone(it));
        live.account = account;
        return Ok(live);
    }
    let fields = call.fields;
    let named = |argument: &str| fields.texts(argument).unwrap_or_default();
    let all =
        [named("groups"), named("optional_groups"), live.groups.clone(), vec![name.to_owned()]].concat();
    let number = |group: String| {
        let found = account::find_group(&group).filter(|team| team.name == group)?;
        Some((group, found.gid))
    };
    live.numbers = all.into_iter().filter_map(number).collect();
    if OF_SHADOW.iter().any(|argument| fields.has(argument)) {
        live.shadow = account::find_shadow(name).map_err(|error| chain(&error))?;
    }
    live.password = match fields.text("password").filter(|password| !password.is_empty()) {
        None => None,
        Some(bare) if fields.boolean("hash_password") == Some(true) => {
            secret::hide(&bare);
            let there = live.shadow.as_ref().map(|shadow| shadow.password.as_str());
            Some(super::password::hash(&bare, there).await?)
        }
        Some(hash) => Some(hash),
    };
    if let Some(hash) = &live.password {
        secret::hide(hash);
    }
    let home = fields.text("home").filter(|home| !home.is_empty());
    let now = account.as_ref().map(|account| account.home.clone());
    live.has_home = home.map(Into::into).or(now).is_some_and(|home| home.is_dir());
    live.today = days(call.context.services.now());
    live.account = account;
    Ok(live)
}

fn days(now: SystemTime) -> i64 {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default();
    i64::try_from(since / 86_400).unwrap_or_default()
}

/// The directories whose entries are homes of users, beside the one that `useradd` uses.
const HOMES: &[&str] = &["/home", "/var/home", "/export/home"];

/// Why the home of a user must not be removed: it is not the user's own, or is no home of a user.
fn keeps_home(account: &Account) -> Option<String> {
    let home = account.home.as_path();
    let stat = Stat::find_link(home).ok().flatten()?;
    let shown = home.display();
    let configured = file::read_text("/etc/default/useradd").unwrap_or_default();
    let usual = configured.lines().find_map(|line| line.strip_prefix("HOME=")).unwrap_or("/home");
    let is_below = |root: &str| home.starts_with(root) && home != Path::new(root) && root != "/";
    if stat.kind != FileKind::Directory {
        return Some(format!("its home '{shown}' is not a directory"));
    }
    if stat.uid != account.uid {
        return Some(format!("its home '{shown}' belongs to {}", account::user_name(stat.uid)));
    }
    if !HOMES.iter().any(|root| is_below(root)) && !is_below(usual.trim()) {
        return Some(format!("its home '{shown}' is not below /home"));
    }
    let others = account::list_users().into_iter().filter(|other| other.name != account.name);
    let shares = others.filter(|other| other.home.starts_with(home) || other.uid == account.uid);
    let names: Vec<String> = shares.map(|other| other.name).collect();
    (!names.is_empty()).then(|| format!("its home '{shown}' is also of {}", names.join(", ")))
}

/// `USERGROUPS_ENAB` of `login.defs`, which `useradd` and `userdel` read.
fn has_own_groups() -> bool {
    let text = file::read_text("/etc/login.defs").unwrap_or_default();
    let mut lines = text.lines().map(str::split_whitespace);
    lines.any(|mut words| words.next() == Some("USERGROUPS_ENAB") && words.next() == Some("yes"))
}

/// True if the group of its name is its first one, and no other user's.
fn is_alone(account: &Account) -> bool {
    let team = account::find_group(&account.name).filter(|team| team.gid == account.gid);
    let nobody_else = |name: &String| *name == account.name;
    team.is_some_and(|team| team.name == account.name && team.members.iter().all(nobody_else))
        && account::list_users().iter().all(|other| other.gid != account.gid || other.name == account.name)
}
