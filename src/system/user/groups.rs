//! The present and the wanted groups of a user.

use std::collections::BTreeSet;

use super::live::Live;
use crate::Call;
use machine::account::{self, Account};

/// The groups of a user, now and as wanted, by name.
pub(super) struct Groups {
    /// The first one, as it will be.
    pub first: Option<String>,
    /// The other wanted groups, sorted.
    pub wanted: Vec<String>,
    /// True when they differ.
    pub differ: bool,
    /// All groups that it will have, sorted.
    pub after: Vec<String>,
}

impl Groups {
    pub fn of(call: &Call<'_>, live: &Live, account: &Account) -> Self {
        let fields = call.fields;
        let (groups, optional) =
            (fields.texts("groups"), fields.texts("optional_groups").unwrap_or_default());
        let there = |group: &String| live.numbers.contains_key(group);
        let optional: Vec<String> = optional.into_iter().filter(there).collect();
        let keeps = fields.boolean("remove_groups") == Some(false) || groups.is_none() && optional.is_empty();
        let named = groups.unwrap_or_default().into_iter().filter(there).chain(optional);
        let mut wanted: BTreeSet<String> = named.collect();
        let mut now: BTreeSet<String> = live.groups.iter().cloned().collect();
        if keeps {
            wanted.extend(now.iter().cloned());
        }
        let gid = wanted_gid(call, live).unwrap_or(account.gid);
        let name_of = |gid: u32| account::find_gid(gid).map(|team| team.name);
        let (first, old_first) = (name_of(gid), name_of(account.gid));
        // Names of one number are one group.
        let number = |group: &String| live.numbers.get(group).copied();
        now.retain(|group| number(group) != Some(gid));
        wanted.retain(|group| number(group) != Some(gid));
        if old_first != first {
            now.retain(|group| Some(group) != old_first.as_ref());
        }
        if !wanted.contains(call.name) {
            now.remove(call.name);
        }
        let numbers = |set: &BTreeSet<String>| set.iter().map(number).collect::<BTreeSet<_>>();
        let (numbers_now, numbers_wanted) = (numbers(&now), numbers(&wanted));
        let differ = numbers_now != numbers_wanted && !(keeps && numbers_wanted.is_subset(&numbers_now));
        let mut after: BTreeSet<String> = if differ { wanted.clone() } else { now.clone() };
        if keeps || !differ {
            let stays = live.groups.iter().filter(|group| Some(*group) != old_first.as_ref());
            after.extend(stays.cloned());
        }
        after.extend(first.clone());
        Self { first, wanted: wanted.into_iter().collect(), differ, after: after.into_iter().collect() }
    }
}

/// The number of the first group, if one is declared.
pub(super) fn wanted_gid(call: &Call<'_>, live: &Live) -> Option<u32> {
    if call.fields.boolean("usergroup") == Some(true)
        && let Some(own) = live.numbers.get(call.name)
    {
        return Some(*own);
    }
    let written = call.fields.text("gid").filter(|text| !text.is_empty())?;
    written.parse().ok().or_else(|| account::find_group(&written).map(|team| team.gid))
}
