//! Filters that cut a sequence into pieces: `batch`, `slice`, and the groups of `groupby`.

use super::Table;
use crate::jinja::py::{Args, Object, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[("batch", batch), ("slice", slice)];

fn batch(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [size, fill] = args.bind("batch", ["linecount", "fill_with"])?;
    let size = size.and_then(|size| size.as_int()).and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    if size > 1_000_000 {
        return Err(Raise::new("the batch is too large"));
    }
    let items = value.iterate()?;
    let mut made = Vec::new();
    for piece in items.chunks(size.max(1)) {
        let mut piece = piece.to_vec();
        if let Some(fill) = &fill
            && !matches!(fill, Py::None)
        {
            piece.resize(size.max(piece.len()), fill.clone());
        }
        made.push(Py::list(piece));
    }
    Ok(Py::list(made))
}

fn slice(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [count, fill] = args.bind("slice", ["slices", "fill_with"])?;
    let count =
        count.and_then(|count| count.as_int()).and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    if count == 0 || count > 1_000_000 {
        return Err(Raise::new("the number of slices must be positive and below 1,000,001"));
    }
    let items = value.iterate()?;
    let (each, extra) = (items.len() / count, items.len() % count);
    let mut made = Vec::new();
    let mut from = 0;
    for index in 0..count {
        let to = from + each + usize::from(index < extra);
        let mut piece = items[from..to].to_vec();
        if let Some(fill) = &fill
            && !matches!(fill, Py::None)
            && index >= extra
        {
            piece.push(fill.clone());
        }
        from = to;
        made.push(Py::list(piece));
    }
    Ok(Py::list(made))
}

/// One group of `groupby`: a pair that also answers to `grouper` and `list`.
pub(super) fn group(by: Py, items: Vec<Py>) -> Py {
    Py::object(Group { pair: Py::tuple(vec![by, Py::list(items)]) })
}

struct Group {
    pair: Py,
}

impl Object for Group {
    fn type_name(&self) -> &'static str {
        "_GroupTuple"
    }

    fn repr(&self) -> Outcome<String> {
        self.pair.repr()
    }

    fn attr(&self, _vm: &Vm<'_>, name: &str) -> Option<Py> {
        let index = match name {
            "grouper" => 0,
            "list" => 1,
            _ => return None,
        };
        self.pair.element(&Py::Int(index)).ok().flatten()
    }

    fn items(&self) -> Option<Vec<Py>> {
        self.pair.iterate().ok()
    }

    fn surrender(&mut self) -> Vec<Py> {
        vec![std::mem::replace(&mut self.pair, Py::None)]
    }
}
