//! `user.*` and `group.*`, read alone; states make and change them.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.useradd.html>.

use super::call::{Bound, CallError};
use super::signature::{Parameter, flag, maybe, required, takes};
use super::{Context, Function};
use crate::machine::account::{self, Account, Team};
use crate::model::{Map, Value};

const NAMED: &[Parameter] = &[required("name"), maybe("root")];
const ALL: &[Parameter] = &[flag("refresh", false), maybe("root")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "user.info",
        takes(NAMED),
        "Gives what is known of a user, empty where there is none.",
        |_, bound| Ok(user(bound).map_or_else(|| Value::Map(Map::new()), |account| shown(&account))),
    ),
    Function::new("user.list_users", takes(&[maybe("root")]), "Lists the names of all users.", |_, _| {
        let mut names: Vec<String> = account::list_users().into_iter().map(|account| account.name).collect();
        names.sort_unstable();
        Ok(names.into())
    }),
    Function::new(
        "user.list_groups",
        takes(&[required("name")]),
        "Lists the groups of a user.",
        |_, bound| Ok(user(bound).map(|account| groups(&account)).unwrap_or_default().into()),
    ),
    Function::new(
        "user.primary_group",
        takes(&[required("name")]),
        "Gives the first group of a user.",
        |_, bound| {
            Ok(match user(bound) {
                Some(account) => account::group_name(account.gid).into(),
                None => format!("id: '{}': no such user", bound.text("name")).into(),
            })
        },
    ),
    Function::new("user.getent", takes(ALL), "Lists all users.", |_, _| {
        Ok(Value::List(account::list_users().iter().map(shown).collect()))
    }),
    Function::new(
        "group.info",
        takes(NAMED),
        "Gives what is known of a group, empty where there is none.",
        group_info,
    ),
    Function::new("group.getent", takes(ALL), "Lists all groups.", |_, _| {
        Ok(Value::List(account::list_groups().iter().map(team).collect()))
    }),
];

fn user(bound: &Bound) -> Option<Account> {
    let name = bound.text("name");
    account::find_user(&name).filter(|account| account.name == name)
}

fn groups(account: &Account) -> Vec<String> {
    let mut names: Vec<String> = account::groups_of(account).into_iter().map(account::group_name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The field of the full name holds four more, with commas between.
fn shown(account: &Account) -> Value {
    let [fullname, room, work, home, other] = account.gecos_parts().map(Value::from);
    [
        ("gid", Value::Int(account.gid.into())),
        ("groups", groups(account).into()),
        ("home", account.home.display().to_string().into()),
        ("name", account.name.as_str().into()),
        ("passwd", "x".into()),
        ("shell", account.shell.display().to_string().into()),
        ("uid", Value::Int(account.uid.into())),
        ("fullname", fullname),
        ("roomnumber", room),
        ("workphone", work),
        ("homephone", home),
        ("other", other),
    ]
    .into_iter()
    .collect()
}

fn team(team: &Team) -> Value {
    [
        ("name", Value::from(team.name.as_str())),
        ("passwd", "x".into()),
        ("gid", Value::Int(team.gid.into())),
        ("members", team.members.clone().into()),
    ]
    .into_iter()
    .collect()
}

fn group_info(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let name = bound.text("name");
    let found = account::find_group(&name).filter(|team| team.name == name);
    Ok(found.map_or_else(|| Value::Map(Map::new()), |found| team(&found)))
}
