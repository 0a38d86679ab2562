//! `user.*` and `group.*`, which only read; states create and change them.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.useradd.html>.

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes};
use super::{Context, Function};
use machine::account::{self, Account, AccountGroup};
use model::Effect::ReadsMachine;
use model::{Argument, Map, Shape, Value};

const NAMED: &[Argument] = &[
    required("name", Shape::Text, "its name"),
    maybe("root", Shape::Text, "accepted as in Salt, without effect"),
];
const ALL: &[Argument] = &[
    flag("refresh", false, "accepted as in Salt, without effect"),
    maybe("root", Shape::Text, "accepted as in Salt, without effect"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "user.info",
        signature: takes(NAMED),
        doc: "Returns what is known of a user, or an empty mapping if there is none.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: |_, bound| Ok(user(bound).map_or_else(|| Value::Map(Map::new()), |account| shown(&account))),
    },
    Function {
        name: "user.list_users",
        signature: takes(&[maybe("root", Shape::Text, "accepted as in Salt, without effect")]),
        doc: "Lists the names of all users.",
        returns: "a list of names",
        does: &[ReadsMachine],
        call: |_, _| {
            let mut names: Vec<String> =
                account::list_users().into_iter().map(|account| account.name).collect();
            names.sort_unstable();
            Ok(names.into())
        },
    },
    Function {
        name: "user.list_groups",
        signature: takes(&[required("name", Shape::Text, "its name")]),
        doc: "Lists the groups of a user.",
        returns: "a list of names",
        does: &[ReadsMachine],
        call: |_, bound| Ok(user(bound).map(|account| groups(&account)).unwrap_or_default().into()),
    },
    Function {
        name: "user.primary_group",
        signature: takes(&[required("name", Shape::Text, "its name")]),
        doc: "Returns the first group of a user.",
        returns: "the group's name",
        does: &[ReadsMachine],
        call: |_, bound| {
            Ok(match user(bound) {
                Some(account) => account::group_name(account.gid).into(),
                None => format!("id: '{}': no such user", bound.text("name")).into(),
            })
        },
    },
    Function {
        name: "user.getent",
        signature: takes(ALL),
        doc: "Lists all users.",
        returns: "a list of mappings",
        does: &[ReadsMachine],
        call: |_, _| Ok(Value::List(account::list_users().iter().map(shown).collect())),
    },
    Function {
        name: "group.info",
        signature: takes(NAMED),
        doc: "Returns what is known of a group, or an empty mapping if there is none.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: group_info,
    },
    Function {
        name: "group.getent",
        signature: takes(ALL),
        doc: "Lists all groups.",
        returns: "a list of mappings",
        does: &[ReadsMachine],
        call: |_, _| Ok(Value::List(account::list_groups().iter().map(team).collect())),
    },
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

/// The field of the full name holds four more, with commas between them.
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

fn team(team: &AccountGroup) -> Value {
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
