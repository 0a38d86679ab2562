//! Lists, tuples and dicts: handles to shared contents.
//!
//! Law: no borrow of contents is held while the evaluator runs.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use indexmap::IndexMap;

use super::frozen::Frozen;
use super::{Key, Py};
use model::Map;

/// Contents that may still be the caller's.
enum State<T> {
    Ready(T),
    /// With the parts that were already looked up, by their position among the entries: a second look-up returns the
    /// same list or dict.
    Frozen(Frozen, IndexMap<usize, Py>),
}

/// A list.
#[derive(Clone)]
pub(crate) struct List(Rc<ListCell>);

struct ListCell(RefCell<State<Vec<Py>>>);

/// A dict.
#[derive(Clone)]
pub(crate) struct Dict(Rc<DictCell>);

struct DictCell {
    kind: DictKind,
    state: RefCell<State<IndexMap<Key, Py>>>,
}

/// How a dict prints.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum DictKind {
    Plain,
    /// `OrderedDict`: only its `repr` differs.
    Ordered,
    /// `namespace()`: attributes only.
    Namespace,
}

impl DictKind {
    /// The type of a mapping of the data model.
    pub(crate) fn of(map: &Map) -> Self {
        if map.is_ordered() { Self::Ordered } else { Self::Plain }
    }
}

/// A tuple.
#[derive(Clone)]
pub(crate) struct Tuple(Rc<TupleCell>);

struct TupleCell(Vec<Py>);

impl List {
    pub(crate) fn new(items: Vec<Py>) -> Self {
        Self(Rc::new(ListCell(RefCell::new(State::Ready(items)))))
    }

    pub(crate) fn frozen(data: Frozen) -> Self {
        Self(Rc::new(ListCell(RefCell::new(State::Frozen(data, IndexMap::new())))))
    }

    fn force(&self) {
        let ready = match &*self.0.0.borrow() {
            State::Frozen(data, _) => data.list(),
            State::Ready(_) => return,
        };
        *self.0.0.borrow_mut() = State::Ready(ready);
    }

    pub(crate) fn borrow(&self) -> Ref<'_, Vec<Py>> {
        self.force();
        Ref::map(self.0.0.borrow(), |state| match state {
            State::Ready(items) => items,
            State::Frozen(..) => unreachable!("made ready above"),
        })
    }

    pub(crate) fn borrow_mut(&self) -> RefMut<'_, Vec<Py>> {
        self.force();
        RefMut::map(self.0.0.borrow_mut(), |state| match state {
            State::Ready(items) => items,
            State::Frozen(..) => unreachable!("made ready above"),
        })
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Dict {
    pub(crate) fn new(entries: IndexMap<Key, Py>) -> Self {
        Self::of_kind(DictKind::Plain, entries)
    }

    pub(crate) fn of_kind(kind: DictKind, entries: IndexMap<Key, Py>) -> Self {
        Self(Rc::new(DictCell { kind, state: RefCell::new(State::Ready(entries)) }))
    }

    pub(crate) fn frozen(kind: DictKind, data: Frozen) -> Self {
        Self(Rc::new(DictCell { kind, state: RefCell::new(State::Frozen(data, IndexMap::new())) }))
    }

    pub(crate) fn kind(&self) -> DictKind {
        self.0.kind
    }

    fn force(&self) {
        let ready = match &*self.0.state.borrow() {
            State::Frozen(data, seen) => data.dict(seen),
            State::Ready(_) => return,
        };
        *self.0.state.borrow_mut() = State::Ready(ready);
    }

    pub(crate) fn borrow(&self) -> Ref<'_, IndexMap<Key, Py>> {
        self.force();
        Ref::map(self.0.state.borrow(), |state| match state {
            State::Ready(entries) => entries,
            State::Frozen(..) => unreachable!("made ready above"),
        })
    }

    pub(crate) fn borrow_mut(&self) -> RefMut<'_, IndexMap<Key, Py>> {
        self.force();
        RefMut::map(self.0.state.borrow_mut(), |state| match state {
            State::Ready(entries) => entries,
            State::Frozen(..) => unreachable!("made ready above"),
        })
    }

    /// The value of a text key. Of the caller's data only this value is copied.
    pub(crate) fn get(&self, key: &str) -> Option<Py> {
        // A dict in use by a loop is copied already, so the second borrow meets no other one.
        if let State::Ready(entries) = &*self.0.state.borrow() {
            return entries.get(key).cloned();
        }
        match &mut *self.0.state.borrow_mut() {
            State::Ready(entries) => entries.get(key).cloned(),
            State::Frozen(data, seen) => {
                let index = data.index(key)?;
                Some(seen.entry(index).or_insert_with(|| data.at(index)).clone())
            }
        }
    }

    /// The value of any key.
    pub(crate) fn get_key(&self, key: &Key) -> Option<Py> {
        match key.as_str() {
            Some(key) => self.get(key),
            None => self.borrow().get(key).cloned(),
        }
    }

    /// The number of entries that were copied from the caller's data, or made.
    #[cfg(test)]
    pub(crate) fn copied(&self) -> usize {
        match &*self.0.state.borrow() {
            State::Ready(entries) => entries.len(),
            State::Frozen(_, seen) => seen.len(),
        }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        match &*self.0.state.borrow() {
            State::Ready(entries) => entries.len(),
            State::Frozen(data, _) => data.len(),
        }
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Tuple {
    pub(crate) fn new(items: Vec<Py>) -> Self {
        Self(Rc::new(TupleCell(items)))
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Tuple {
    type Target = [Py];

    fn deref(&self) -> &[Py] {
        &self.0.0
    }
}

impl Drop for ListCell {
    fn drop(&mut self) {
        if let State::Ready(items) = self.0.get_mut() {
            bury(std::mem::take(items));
        }
    }
}

impl Drop for DictCell {
    fn drop(&mut self) {
        if let State::Ready(entries) = self.state.get_mut() {
            bury(std::mem::take(entries).into_values().collect());
        }
    }
}

impl Drop for TupleCell {
    fn drop(&mut self) {
        bury(std::mem::take(&mut self.0));
    }
}

/// Drops values without recursion: a template can nest lists deeper than the stack allows.
fn bury(mut pile: Vec<Py>) {
    pile.retain(|value| matches!(value, Py::List(_) | Py::Dict(_) | Py::Tuple(_) | Py::Object(_)));
    while let Some(mut value) = pile.pop() {
        match &mut value {
            Py::List(List(rc)) => {
                if let Some(ListCell(state)) = Rc::get_mut(rc)
                    && let State::Ready(items) = state.get_mut()
                {
                    pile.append(items);
                }
            }
            Py::Dict(Dict(rc)) => {
                if let Some(cell) = Rc::get_mut(rc)
                    && let State::Ready(entries) = cell.state.get_mut()
                {
                    pile.extend(entries.drain(..).map(|(_, value)| value));
                }
            }
            Py::Tuple(Tuple(rc)) => {
                if let Some(TupleCell(items)) = Rc::get_mut(rc) {
                    pile.append(items);
                }
            }
            Py::Object(object) => {
                if let Some(object) = Rc::get_mut(object) {
                    pile.append(&mut object.surrender());
                }
            }
            _ => {}
        }
    }
}
