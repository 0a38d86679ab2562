//! Users and groups of the system, by name and by number; and the programs that change them.

mod change;
mod shadow;

use std::path::PathBuf;

pub use change::{
    Aging, NewUser, UserChange, add_group, add_member, add_user, change_gid, change_user, clear_password,
    lock_password, remove_group, remove_member, remove_user, set_aging, set_members, set_password,
    unlock_password,
};
pub use shadow::{Shadow, ShadowError, find_shadow};

use nix::unistd::{Gid, Group, Uid, User, getgrouplist};

use super::text;

/// A user as the system's databases know it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Its number.
    pub uid: u32,
    /// The number of its first group.
    pub gid: u32,
    /// Its full name, and what else that field holds.
    pub gecos: String,
    /// Its home.
    pub home: PathBuf,
    /// Its shell.
    pub shell: PathBuf,
}

impl Account {
    /// The parts of the field of the full name: full name, room, work telephone, home telephone, other. A part that is left out
    /// is empty.
    pub fn gecos_parts(&self) -> [&str; 5] {
        let mut parts = self.gecos.splitn(5, ',');
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    }
}

/// A group as the system's databases know it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AccountGroup {
    /// Its name.
    pub name: String,
    /// Its number.
    pub gid: u32,
    /// The users that its line names. Users who have it as their first group need not be among them.
    pub members: Vec<String>,
}

/// The user of that name. If the text is a number and no user has it as a name, the user of that number.
pub fn find_user(name: &str) -> Option<Account> {
    let by_name = User::from_name(name).ok().flatten();
    let found = by_name.or_else(|| User::from_uid(Uid::from_raw(name.parse().ok()?)).ok().flatten());
    found.map(account)
}

/// The user of that number.
pub fn find_uid(uid: u32) -> Option<Account> {
    User::from_uid(Uid::from_raw(uid)).ok().flatten().map(account)
}

/// The group of that name. If the text is a number and no group has it as a name, the group of that number.
pub fn find_group(name: &str) -> Option<AccountGroup> {
    let by_name = Group::from_name(name).ok().flatten();
    let found = by_name.or_else(|| Group::from_gid(Gid::from_raw(name.parse().ok()?)).ok().flatten());
    found.map(team)
}

/// The group of that number.
pub fn find_gid(gid: u32) -> Option<AccountGroup> {
    Group::from_gid(Gid::from_raw(gid)).ok().flatten().map(team)
}

/// The name of a user. A user without a name has its number as text, as `ls` shows it.
pub fn user_name(uid: u32) -> String {
    find_uid(uid).map_or_else(|| uid.to_string(), |account| account.name)
}

/// The name of a group. A group without a name has its number as text.
pub fn group_name(gid: u32) -> String {
    find_gid(gid).map_or_else(|| gid.to_string(), |team| team.name)
}

/// The numbers of all groups of a user, the first one first.
pub fn groups_of(account: &Account) -> Vec<u32> {
    let first = Gid::from_raw(account.gid);
    let name = std::ffi::CString::new(account.name.as_str()).unwrap_or_default();
    let all = getgrouplist(&name, first).unwrap_or_else(|_| vec![first]);
    all.into_iter().map(Gid::as_raw).collect()
}

/// The names of all groups of a user, sorted. If several groups share a number, all their names are listed.
pub fn group_names(account: &Account) -> Vec<String> {
    let numbers = groups_of(account);
    let listed = list_groups();
    let mut names: Vec<String> =
        listed.iter().filter(|team| numbers.contains(&team.gid)).map(|team| team.name.clone()).collect();
    let is_listed = |gid: u32| listed.iter().any(|team| team.gid == gid);
    names.extend(numbers.iter().filter(|gid| !is_listed(**gid)).filter_map(|gid| Some(find_gid(*gid)?.name)));
    names.sort_unstable();
    names.dedup();
    names
}

/// The effective user of this process.
pub fn own_uid() -> u32 {
    nix::unistd::geteuid().as_raw()
}

/// The users of `/etc/passwd`, in its order.
pub fn list_users() -> Vec<Account> {
    let text = text::from_bytes(&std::fs::read("/etc/passwd").unwrap_or_default());
    text.lines().filter_map(account_of_line).collect()
}

/// The groups of `/etc/group`, in its order.
pub fn list_groups() -> Vec<AccountGroup> {
    let text = text::from_bytes(&std::fs::read("/etc/group").unwrap_or_default());
    text.lines().filter_map(team_of_line).collect()
}

fn account(user: User) -> Account {
    Account {
        name: user.name,
        uid: user.uid.as_raw(),
        gid: user.gid.as_raw(),
        gecos: text::from_bytes(user.gecos.to_bytes()),
        home: user.dir,
        shell: user.shell,
    }
}

fn team(group: Group) -> AccountGroup {
    AccountGroup { name: group.name, gid: group.gid.as_raw(), members: group.mem }
}

fn account_of_line(line: &str) -> Option<Account> {
    let fields: Vec<&str> = line.split(':').collect();
    let [name, _, uid, gid, gecos, home, shell] = fields[..] else { return None };
    Some(Account {
        name: name.to_owned(),
        uid: uid.parse().ok()?,
        gid: gid.parse().ok()?,
        gecos: gecos.to_owned(),
        home: home.into(),
        shell: shell.into(),
    })
}

fn team_of_line(line: &str) -> Option<AccountGroup> {
    let fields: Vec<&str> = line.split(':').collect();
    let [name, _, gid, members] = fields[..] else { return None };
    let members = members.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Some(AccountGroup { name: name.to_owned(), gid: gid.parse().ok()?, members })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_is_found_by_name_and_by_number() {
        let root = find_user("root").expect("root");
        assert_eq!(root.uid, 0);
        assert_eq!(find_user("0"), Some(root.clone()));
        assert_eq!(user_name(0), "root");
        assert_eq!(groups_of(&root).first(), Some(&0));
        assert!(list_users().contains(&root));
        assert!(list_groups().iter().any(|team| team.name == "root"));
    }

    #[test]
    fn a_number_without_a_name_is_its_own_name() {
        assert_eq!(user_name(3_999_999_999), "3999999999");
        assert_eq!(find_group("nosuchgroup"), None);
    }

    #[test]
    fn lines_that_are_none_are_passed_over() {
        assert_eq!(account_of_line("# comment"), None);
        assert_eq!(
            team_of_line("adm:x:4:a,b").map(|team| team.members),
            Some(vec!["a".to_owned(), "b".to_owned()])
        );
    }
}
