//! From the changes of a run to the declarations that undo them.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

use super::declared::Declarations;
use super::low::{connection, kind, leaving, make, of_function};
use super::observed::{Key, Observed, RunChange, changes, key, observed};
use super::removal::also_delete;
use super::values::{KeyChange, is_partial, is_partly_known, put, put_part};
use super::{Impossible, Inverse, Inverses, Proof};
use crate::journal::{Loaded, StateName};
use crate::planned::PlannedAction;
use crate::run_plan::Thing;
use model::{Function, Leaves, Low};

/// The runs before and after the one that is undone, of the same tree, the oldest first. Later runs that undid it are
/// left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// The runs before it.
    pub earlier: &'a [Loaded],
    /// The runs after it.
    pub later: &'a [Loaded],
    /// Undos of undos of it: what they made again is what it made.
    pub restored: &'a [Loaded],
}

/// The inverse of a run. `declared` are the current declarations in the SLS of the run, and `profile` names other
/// credentials than these.
pub fn invert(run: &Loaded, around: Around<'_>, declared: &[Low], profile: Option<&str>) -> Inverses {
    let mut earlier: HashMap<Key<'_>, Vec<RunChange<'_>>> = HashMap::new();
    for change in around.earlier.iter().flat_map(changes) {
        earlier.entry(key(change.thing)).or_default().push(change);
    }
    let mut later: HashMap<Key<'_>, &str> = HashMap::new();
    for run in around.later {
        for change in changes(run) {
            later.entry(key(change.thing)).or_insert(&run.run);
        }
    }
    let mut restored: HashMap<Key<'_>, Proof> = HashMap::new();
    for change in around.restored.iter().flat_map(changes) {
        if let Proof::Made { .. } = &change.proof {
            restored.insert(key(change.thing), change.proof);
        }
    }
    let declared = Declarations::new(declared);
    let mut inverses = Inverses::default();
    for change in changes(run).into_iter().rev() {
        let (state, thing) = (change.state, change.thing);
        let key = key(thing);
        let before = earlier.get(&key).map(Vec::as_slice).unwrap_or_default();
        let maker = Maker { run, earlier: before, declared: &declared, profile, state, thing };
        match maker.inverse(change.is_complete) {
            Ok((left, before)) => inverses.inverses.push(Inverse {
                state: state.clone(),
                thing: thing.clone(),
                left,
                before,
                later: later.get(&key).map(|run| (*run).to_owned()),
                proof: restored.remove(&key).unwrap_or(change.proof),
                declared: maker.plain(),
                former: maker.former(),
                left_id: change.left_id.map(str::to_owned),
                holds_former: !maker.is_implied(),
            }),
            Err(why) => inverses.impossible.push(Impossible { state: state.title(), why }),
        }
    }
    inverses
}

/// Makes the inverse of one change.
struct Maker<'a> {
    run: &'a Loaded,
    /// What earlier runs did to the same thing.
    earlier: &'a [RunChange<'a>],
    declared: &'a Declarations<'a>,
    profile: Option<&'a str>,
    state: &'a StateName,
    thing: &'a Thing,
}

impl Maker<'_> {
    /// The declarations of what the run left and of what was before. What an unfinished creation left is not known.
    fn inverse(&self, is_complete: bool) -> Result<(Option<Low>, Low), String> {
        if self.thing.kind.starts_with("machine.") {
            return Err("changes of the machine cannot be undone".to_owned());
        }
        match self.thing.action {
            PlannedAction::Create => {
                let (left, before) = self.of_creation()?;
                Ok((left.filter(|_| is_complete), before))
            }
            PlannedAction::Delete => self.of_deletion(),
            PlannedAction::Change | PlannedAction::Replace => self.of_change(),
            PlannedAction::Unchanged => Err("the run did not change it".to_owned()),
        }
    }

    /// The current declaration of the thing in the SLS, present or absent, and the function.
    fn base(&self) -> Option<(&Low, &'static Function)> {
        self.declared.of(self.state, &self.thing.kind)
    }

    /// The place of the declarations, for messages.
    fn place(&self) -> String {
        format!("undo of {}", self.run.run)
    }

    /// The connection, if the SLS declares the state but not this thing: a record of a balancer.
    fn nearby(&self) -> Option<Low> {
        self.declared.near(self.state).map(connection)
    }

    /// The state of the SLS that makes the thing beside its own: a balancer with a record.
    fn implied_by(&self) -> Option<&Low> {
        self.declared.maker_beside(self.state, &self.thing.kind)
    }

    /// True for a thing that a state makes beside its own, if only the SLS says how.
    fn is_implied(&self) -> bool {
        self.base().is_none() && !self.is_whole()
    }

    /// True if the SLS declares that the thing exists.
    fn is_declared(&self) -> bool {
        self.base().is_some_and(|(_, function)| function.leaves == Leaves::Present)
    }

    /// The thing as the SLS declares it now.
    fn plain(&self) -> Option<Low> {
        let declared = self.is_declared().then(|| self.low(Leaves::Present).ok()).flatten();
        declared.map(|(low, _)| low)
    }

    /// The known attributes of a deleted thing.
    fn former(&self) -> BTreeMap<String, Json> {
        let is_deletion = self.thing.action == PlannedAction::Delete;
        let observed = is_deletion.then(|| observed(self.earlier)).flatten().unwrap_or_default();
        let known = observed.attributes.into_iter().filter_map(|(path, value)| Some((path, value?)));
        known.filter(|(_, value)| !is_partial(value)).collect()
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
        let low = make((self.state, thing.into()), named, base, self.profile, &self.place());
        Ok((low, named.0))
    }

    fn of_creation(&self) -> Result<(Option<Low>, Low), String> {
        let (mut before, _) = self.low(Leaves::Absent)?;
        let declared = self.base().map(|(low, _)| low);
        let is_made = |argument: &str| {
            let made = self.thing.attributes.iter().find(|it| it.path == argument);
            made.is_some_and(|it| !it.new.is_null())
                || declared.is_some_and(|low| low.argument(argument).is_some())
        };
        also_delete(&mut before, &self.thing.kind, is_made);
        let left = self.low(Leaves::Present).ok().map(|(mut left, function)| {
            for it in &self.thing.attributes {
                let names_it = it.new.as_str() == Some(&self.thing.name);
                if !it.hidden && !names_it && !it.new.is_null() && !is_partial(&it.new) {
                    put(&mut left, function, &it.path, &it.new);
                }
            }
            left
        });
        Ok((left, before))
    }

    fn of_change(&self) -> Result<(Option<Low>, Low), String> {
        let (mut left, function) = self.low(Leaves::Present)?;
        if self.is_implied() {
            let is_same = |maker: &&Low| maker.full_function() == self.state.function;
            if let Some(maker) = self.implied_by().filter(is_same) {
                return Ok((None, maker.clone()));
            }
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
            let (old, new) = (&attribute.old, &attribute.new);
            let is_known = !is_partly_known(old, new);
            if is_known && put_part(&mut before, function, path, KeyChange { from: new, to: old }) {
                put_part(&mut left, function, path, KeyChange { from: old, to: new });
                continue;
            }
            if !is_known || is_partial(old) {
                return Err(format!("the journal does not hold the whole earlier text of '{path}'"));
            }
            // If no argument declares it, the SLS may say what was before: its test run shows that.
            if !put(&mut before, function, path, &attribute.old) && self.base().is_none() {
                return Err(no_argument(path));
            }
            if !is_partial(&attribute.new) {
                put(&mut left, function, path, &attribute.new);
            }
        }
        Ok((Some(left), before))
    }

    /// True if the journal holds all of the thing as one mapping.
    fn is_whole(&self) -> bool {
        self.thing.attributes.iter().all(|it| it.path.is_empty() && it.old.is_object() && !it.hidden)
    }

    /// The whole of a deleted thing, for kinds that show it as one mapping: a record.
    fn whole(&self) -> Option<Observed> {
        let whole = self.thing.attributes.iter().find(|it| it.path.is_empty() && !it.hidden)?;
        let Json::Object(map) = &whole.old else { return None };
        let attributes = map.iter().filter(|(name, _)| *name != "name");
        let attributes = attributes.map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        let (_, called) = leaving(kind(&self.thing.kind)?, Leaves::Present, &self.state.function)?;
        Some(Observed { function: called.to_owned(), attributes })
    }

    /// The attributes from earlier runs, over those that the SLS declares.
    fn of_deletion(&self) -> Result<(Option<Low>, Low), String> {
        let mut observed = observed(self.earlier);
        if let (None, Some(whole)) = (&observed, self.whole()) {
            observed = Some(whole);
        }
        let is_declared = self.is_declared();
        let made_by = observed.as_ref().and_then(|it| of_function(&it.function));
        let is_implied = made_by.is_some_and(|(kind, _)| kind.kind() != self.thing.kind);
        if let Some(maker) = self.implied_by().filter(|_| is_implied && !is_declared) {
            return Ok((None, maker.clone()));
        }
        if observed.is_none() && !is_declared {
            return Err("the journal does not hold its earlier values: no recorded run made it".to_owned());
        }
        let (mut before, mut function) = self.low(Leaves::Present)?;
        // The SLS declares it as a whole. Values that differ from the former ones are corrected after a test run.
        let Some(observed) = observed.filter(|_| !is_declared) else { return Ok((None, before)) };
        if let Some((_, named)) = of_function(&observed.function) {
            let (near, base) = (self.nearby(), self.base().map(|(low, _)| low));
            let base = base.or(near.as_ref());
            before = make((self.state, self.thing.into()), named, base, self.profile, &self.place());
            function = named.0;
        }
        for (path, value) in &observed.attributes {
            match value {
                None if before.argument(path).is_some() => {}
                None => return Err(format!("the journal does not hold secrets: the value of '{path}'")),
                Some(value) if is_partial(value) => {
                    return Err(format!("the journal does not hold the whole text of '{path}'"));
                }
                // What no argument declares may follow from the others: the test run shows whether it does.
                Some(value) => drop(put(&mut before, function, path, value)),
            }
        }
        Ok((None, before))
    }
}

fn no_argument(path: &str) -> String {
    match path {
        "" => "no argument declares what the run changed".to_owned(),
        _ => format!("no argument declares only '{path}'"),
    }
}
