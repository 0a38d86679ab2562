//! From the changes of a run to the declarations that undo them.

use serde_json::Value as Json;

use super::low::{connection, kind, leaving, make, of_function, put};
use super::observed::{RunChange, changes, is_same, is_the_thing, observed};
use super::{Impossible, Inverse, Inverses};
use crate::engine::journal::{Loaded, StateName};
use crate::engine::planned::PlannedAction;
use crate::engine::run_plan::Thing;
use crate::model::{Function, Leaves, Low};

/// The inverse of a run. `earlier` and `later` are the runs before and after it, the oldest first; `declared` are the
/// current declarations in the SLS of the run, and `profile` names other credentials than these.
pub fn invert(
    run: &Loaded,
    (earlier, later): (&[Loaded], &[Loaded]),
    declared: &[Low],
    profile: Option<&str>,
) -> Inverses {
    let earlier: Vec<RunChange<'_>> = earlier.iter().flat_map(changes).collect();
    let later: Vec<(&Loaded, Vec<RunChange<'_>>)> = later.iter().map(|run| (run, changes(run))).collect();
    let mut inverses = Inverses::default();
    for (state, thing) in changes(run).into_iter().rev() {
        let maker = Maker { run, earlier: &earlier, declared, profile, state, thing };
        match maker.inverse() {
            Ok((left, before)) => {
                let mut later = later.iter();
                let later = later.find(|(_, changes)| changes.iter().any(|(_, other)| is_same(thing, other)));
                let later = later.map(|(run, _)| run.run.clone());
                let (state, thing) = (state.clone(), thing.clone());
                inverses.inverses.push(Inverse { state, thing, left, before, later });
            }
            Err(why) => inverses.impossible.push(Impossible { state: state.title(), why }),
        }
    }
    inverses
}

/// Makes the inverse of one change.
struct Maker<'a> {
    run: &'a Loaded,
    earlier: &'a [RunChange<'a>],
    declared: &'a [Low],
    profile: Option<&'a str>,
    state: &'a StateName,
    thing: &'a Thing,
}

impl Maker<'_> {
    fn inverse(&self) -> Result<(Option<Low>, Low), String> {
        if self.thing.kind.starts_with("machine.") {
            return Err("changes of the machine cannot be undone".to_owned());
        }
        match self.thing.action {
            PlannedAction::Create => self.of_creation(),
            PlannedAction::Delete => self.of_deletion(),
            PlannedAction::Change | PlannedAction::Replace => self.of_change(),
            PlannedAction::Unchanged => Err("the run did not change it".to_owned()),
        }
    }

    /// The current declaration of the thing in the SLS, present or absent, and the function.
    fn base(&self) -> Option<(&Low, &'static Function)> {
        self.declared.iter().find_map(|low| {
            let (kind, (function, _)) = of_function(&low.full_function())?;
            let is_it =
                low.id == self.state.id && low.name == self.state.name && kind.kind() == self.thing.kind;
            is_it.then_some((low, function))
        })
    }

    /// The connection, if the SLS declares the state but not this thing: a record of a balancer.
    fn nearby(&self) -> Option<Low> {
        let near = self.declared.iter().find(|low| low.id == self.state.id);
        near.or_else(|| self.declared.iter().find(|low| low.sls == self.state.sls)).map(connection)
    }

    fn low(&self, leaves: Leaves) -> Result<(Low, &'static Function), String> {
        let thing = self.thing;
        let base = self.base();
        let own = base.filter(|(_, function)| function.leaves == leaves);
        let named = own.and_then(|(low, _)| of_function(&low.full_function()));
        let named = named.map(|(_, named)| named);
        let of_kind = || leaving(kind(&thing.kind)?, leaves, &self.state.function);
        let word = if leaves == Leaves::Absent { "deletes" } else { "makes" };
        let named = named.or_else(of_kind).ok_or_else(|| format!("no state function {word} one"))?;
        let near = self.nearby();
        let base = base.map(|(low, _)| low).or(near.as_ref());
        if base.is_none() && self.profile.is_none() {
            return Err(
                "its SLS does not declare it any more; set the credentials with --profile NAME".to_owned()
            );
        }
        Ok((make((self.state, thing), named, base, self.profile, &self.run.run), named.0))
    }

    fn of_creation(&self) -> Result<(Option<Low>, Low), String> {
        let (before, _) = self.low(Leaves::Absent)?;
        let left = self.low(Leaves::Present).ok().map(|(mut left, function)| {
            let known = self.thing.attributes.iter().filter(|it| !it.hidden);
            let known = known.filter(|it| !is_the_thing(it.new.as_str(), self.thing) && !is_cut(&it.new));
            let is_declared =
                |it: &crate::engine::run_plan::Attribute| put(&mut left, function, &it.path, &it.new);
            known.map(is_declared).for_each(drop);
            left
        });
        Ok((left, before))
    }

    fn of_change(&self) -> Result<(Option<Low>, Low), String> {
        let (mut left, function) = self.low(Leaves::Present)?;
        if self.base().is_none() {
            return Err("its SLS does not declare it any more, and the journal does not hold its whole \
                        declaration"
                .to_owned());
        }
        let mut before = left.clone();
        for attribute in &self.thing.attributes {
            let path = &attribute.path;
            if attribute.hidden {
                return Err(format!("the journal does not hold secrets: the earlier value of '{path}'"));
            }
            if is_cut(&attribute.old) {
                return Err(format!("the journal does not hold the whole earlier text of '{path}'"));
            }
            if !put(&mut before, function, path, &attribute.old) {
                return Err(format!("no argument declares only '{path}'"));
            }
            if !is_cut(&attribute.new) {
                put(&mut left, function, path, &attribute.new);
            }
        }
        Ok((Some(left), before))
    }

    /// The attributes from earlier runs, over those that the SLS declares.
    fn of_deletion(&self) -> Result<(Option<Low>, Low), String> {
        let observed = observed(self.earlier, self.thing);
        let is_declared = self.base().is_some_and(|(_, function)| function.leaves == Leaves::Present);
        if observed.is_none() && !is_declared {
            return Err("the journal does not hold its earlier values: no recorded run made it".to_owned());
        }
        let (mut before, mut function) = self.low(Leaves::Present)?;
        let Some(observed) = observed else { return Ok((None, before)) };
        if let (false, Some((_, named))) = (is_declared, of_function(&observed.function)) {
            let (near, base) = (self.nearby(), self.base().map(|(low, _)| low));
            let base = base.or(near.as_ref());
            before = make((self.state, self.thing), named, base, self.profile, &self.run.run);
            function = named.0;
        }
        for (path, value) in &observed.attributes {
            match value {
                None if before.argument(path).is_some() => {}
                None => return Err(format!("the journal does not hold secrets: the value of '{path}'")),
                Some(value) if is_cut(value) => {
                    return Err(format!("the journal does not hold the whole text of '{path}'"));
                }
                Some(value) if put(&mut before, function, path, value) => {}
                Some(_) => return Err(format!("no argument declares only '{path}'")),
            }
        }
        Ok((None, before))
    }
}

/// True if the journal holds only the beginning of a text.
fn is_cut(value: &Json) -> bool {
    match value {
        Json::String(text) => text.ends_with(" more bytes)") && text.contains("… ("),
        Json::Array(list) => list.iter().any(is_cut),
        Json::Object(map) => map.values().any(is_cut),
        _ => false,
    }
}
