//! The commands that create, change and remove users and groups. They are those of the package `shadow`.
//!
//! Passwords are given on stdin, so no list of processes shows them.

use std::path::PathBuf;

use crate::process::Command;

/// A user that will be created.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NewUser {
    /// The name.
    pub name: String,
    /// The number; if left out, the next free one.
    pub uid: Option<u32>,
    /// The first group, by name or number.
    pub group: Option<String>,
    /// Whether a group of the user's name is created; if left out, the system's configuration decides.
    pub own_group: Option<bool>,
    /// Further groups.
    pub groups: Vec<String>,
    /// The home.
    pub home: Option<PathBuf>,
    /// True if the home is created.
    pub makes_home: bool,
    /// The shell.
    pub shell: Option<String>,
    /// True when another user may have the number.
    pub may_share_uid: bool,
    /// True for a system account.
    pub is_system: bool,
    /// The full name, and what else that field holds.
    pub gecos: String,
    /// True if `lastlog` and `faillog` must not contain the user.
    pub is_unlogged: bool,
}

/// The changes of a user.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct UserChange {
    /// The number.
    pub uid: Option<u32>,
    /// The first group, by name or number.
    pub group: Option<String>,
    /// Further groups.
    pub groups: Option<Vec<String>>,
    /// True if those groups are added to the present ones.
    pub adds_groups: bool,
    /// The home.
    pub home: Option<PathBuf>,
    /// True if the contents of the old home move to the new one.
    pub moves_home: bool,
    /// The shell.
    pub shell: Option<String>,
    /// The full name, and what else that field holds.
    pub gecos: Option<String>,
}

/// Ages of a password, and the expiry of an account, in days; -1 removes a limit.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Aging {
    /// The day of the last change.
    pub changed: Option<i64>,
    /// See [`Shadow`](super::Shadow).
    pub min: Option<i64>,
    /// See [`Shadow`](super::Shadow).
    pub max: Option<i64>,
    /// See [`Shadow`](super::Shadow).
    pub inactive: Option<i64>,
    /// See [`Shadow`](super::Shadow).
    pub warn: Option<i64>,
    /// See [`Shadow`](super::Shadow).
    pub expires: Option<i64>,
}

/// Words of a command line. An option without a value is left out.
struct Words(Vec<String>);

impl Words {
    fn of(program: &str) -> Self {
        Self(vec![program.to_owned()])
    }

    fn option(mut self, option: &str, value: Option<impl ToString>) -> Self {
        if let Some(value) = value {
            self.0.extend([option.to_owned(), value.to_string()]);
        }
        self
    }

    fn flag(mut self, option: &str, is_set: bool) -> Self {
        if is_set {
            self.0.push(option.to_owned());
        }
        self
    }

    /// A name that begins with a hyphen must not be read as an option.
    fn command(mut self, name: &str) -> Command {
        self.0.extend(["--".to_owned(), name.to_owned()]);
        Command::argv(self.0)
    }
}

/// Creates a user.
pub fn add_user(new: &NewUser) -> Command {
    let groups = (!new.groups.is_empty()).then(|| new.groups.join(","));
    Words::of("useradd")
        .option("-s", new.shell.as_ref())
        .option("-u", new.uid)
        .option("-g", new.group.as_ref())
        .flag("-U", new.group.is_none() && new.own_group == Some(true))
        .flag("-N", new.own_group == Some(false))
        .flag(if new.makes_home { "-m" } else { "-M" }, true)
        .flag("-l", new.is_unlogged)
        .option("-d", new.home.as_ref().map(|home| home.display()))
        .flag("-o", new.may_share_uid && new.uid.is_some())
        .flag("-r", new.is_system)
        .option("-G", groups)
        .option("-c", (!new.gecos.is_empty()).then_some(&new.gecos))
        .command(&new.name)
}

/// Changes a user.
pub fn change_user(name: &str, change: &UserChange) -> Command {
    Words::of("usermod")
        .option("-u", change.uid)
        .option("-g", change.group.as_ref())
        .option("-d", change.home.as_ref().map(|home| home.display()))
        .flag("-m", change.moves_home && change.home.is_some())
        .option("-s", change.shell.as_ref())
        .option("-c", change.gecos.as_ref())
        .flag("-a", change.adds_groups && change.groups.is_some())
        .option("-G", change.groups.as_ref().map(|groups| groups.join(",")))
        .command(name)
}

/// Removes a user, on request with its home and mail. A user who is logged in is removed only with `by_force`.
pub fn remove_user(name: &str, with_home: bool, by_force: bool) -> Command {
    Words::of("userdel").flag("-r", with_home).flag("-f", by_force).command(name)
}

/// Sets a hashed password.
pub fn set_password(name: &str, hash: &str) -> Command {
    let mut command = Command::argv(["chpasswd", "-e"]);
    command.stdin = Some(format!("{name}:{hash}\n").into_bytes());
    command
}

/// Removes the password: then anybody can log in as this user.
pub fn clear_password(name: &str) -> Command {
    Command::argv(["passwd", "-d", name])
}

/// Locks the password; the account itself stays as it is.
pub fn lock_password(name: &str) -> Command {
    Words::of("usermod").flag("-L", true).command(name)
}

/// Unlocks the password.
pub fn unlock_password(name: &str) -> Command {
    Words::of("usermod").flag("-U", true).command(name)
}

/// Sets ages of a password and the expiry of an account.
pub fn set_aging(name: &str, aging: &Aging) -> Command {
    Words::of("chage")
        .option("-d", aging.changed)
        .option("-m", aging.min)
        .option("-M", aging.max)
        .option("-I", aging.inactive)
        .option("-W", aging.warn)
        .option("-E", aging.expires)
        .command(name)
}

/// Creates a group.
pub fn add_group(name: &str, gid: Option<u32>, is_system: bool, may_share_gid: bool) -> Command {
    Words::of("groupadd")
        .option("-g", gid)
        .flag("-o", may_share_gid && gid.is_some())
        .flag("-r", is_system)
        .command(name)
}

/// Gives a group another number.
pub fn change_gid(name: &str, gid: u32, may_share_gid: bool) -> Command {
    Words::of("groupmod").flag("-o", may_share_gid).option("-g", Some(gid)).command(name)
}

/// Removes a group.
pub fn remove_group(name: &str) -> Command {
    Words::of("groupdel").command(name)
}

/// Makes these users, and no others, the members of a group.
pub fn set_members(name: &str, members: &[String]) -> Command {
    Words::of("gpasswd").option("-M", Some(members.join(","))).command(name)
}

/// Adds a user to a group.
pub fn add_member(name: &str, user: &str) -> Command {
    Words::of("gpasswd").option("-a", Some(user)).command(name)
}

/// Removes a user from a group.
pub fn remove_member(name: &str, user: &str) -> Command {
    Words::of("gpasswd").option("-d", Some(user)).command(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Program;

    fn line(command: &Command) -> String {
        match &command.program {
            Program::Argv(words) => words.join(" "),
            Program::Shell { text, .. } => text.clone(),
        }
    }

    #[test]
    fn a_user_is_made_by_one_command() {
        let new = NewUser {
            name: "web".into(),
            uid: Some(1500),
            own_group: Some(true),
            groups: vec!["adm".into(), "www".into()],
            makes_home: true,
            gecos: "Web,,,".into(),
            ..NewUser::default()
        };
        assert_eq!(line(&add_user(&new)), "useradd -u 1500 -U -m -G adm,www -c Web,,, -- web");
        let system =
            NewUser { name: "web".into(), is_system: true, own_group: Some(false), ..NewUser::default() };
        assert_eq!(line(&add_user(&system)), "useradd -N -M -r -- web");
    }

    #[test]
    fn a_user_is_changed_by_one_command() {
        let change =
            UserChange { groups: Some(vec![]), home: Some("/srv/web".into()), ..UserChange::default() };
        assert_eq!(line(&change_user("web", &change)), "usermod -d /srv/web -G  -- web");
        let change =
            UserChange { groups: Some(vec!["adm".into()]), adds_groups: true, ..UserChange::default() };
        assert_eq!(line(&change_user("web", &change)), "usermod -a -G adm -- web");
    }

    #[test]
    fn no_password_is_in_a_command_line() {
        let command = set_password("web", "$6$a$b");
        assert!(!line(&command).contains("$6$"));
        assert_eq!(command.stdin.as_deref(), Some(b"web:$6$a$b\n".as_slice()));
    }
}
