//! Salt's filters that pair and combine: `zip`, `product`, `permutations` … as Python's `itertools`.
//!
//! See <https://docs.saltproject.io/en/3007/topics/jinja/index.html#filters> and
//! <https://docs.python.org/3/library/itertools.html>.

use super::Table;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::{MAX_ITEMS, Vm};

pub(super) const TABLE: Table = &[
    ("zip", |_, value, args| {
        let columns = columns(&value, &args)?;
        let shortest = columns.iter().map(Vec::len).min().unwrap_or(0);
        Ok(rows(&columns, shortest, &Py::None))
    }),
    ("zip_longest", |_, value, mut args| {
        let fill = args.take("fillvalue").unwrap_or(Py::None);
        let columns = columns(&value, &args)?;
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        Ok(rows(&columns, longest, &fill))
    }),
    ("compress", |_, value, args| {
        let [data] = args.bind_all("compress", ["selectors"])?;
        let pairs = value.iterate()?.into_iter().zip(data.iterate()?);
        let kept: Outcome<Vec<Option<Py>>> =
            pairs.map(|(item, chosen)| Ok(chosen.truth()?.then_some(item))).collect();
        Ok(Py::list(kept?.into_iter().flatten().collect()))
    }),
    ("product", product),
    ("combinations", |_, value, args| {
        chosen(&value, args, "combinations", |places| places.windows(2).all(|two| two[0] < two[1]))
    }),
    ("combinations_with_replacement", |_, value, args| {
        chosen(&value, args, "combinations_with_replacement", |places| {
            places.windows(2).all(|two| two[0] <= two[1])
        })
    }),
    ("permutations", |_, value, args| {
        chosen(&value, args, "permutations", |places| {
            places.iter().enumerate().all(|(at, place)| !places[..at].contains(place))
        })
    }),
];

fn columns(value: &Py, args: &Args) -> Outcome<Vec<Vec<Py>>> {
    std::iter::once(value).chain(&args.pos).map(Py::iterate).collect()
}

fn rows(columns: &[Vec<Py>], count: usize, fill: &Py) -> Py {
    let row = |at: usize| columns.iter().map(|column| column.get(at).unwrap_or(fill).clone()).collect();
    Py::list((0..count).map(|at| Py::tuple(row(at))).collect())
}

fn too_many() -> Box<Raise> {
    Raise::new("there are too many combinations")
}

fn product(_vm: &mut Vm<'_>, value: Py, mut args: Args) -> Outcome<Py> {
    let repeat = args.take("repeat").map_or(Some(1), |repeat| repeat.as_int());
    let repeat = repeat.and_then(|repeat| usize::try_from(repeat).ok()).filter(|repeat| *repeat <= 64);
    let repeat = repeat.ok_or_else(|| Raise::new("repeat must be a small number"))?;
    let columns = columns(&value, &args)?;
    let mut rows: Vec<Vec<Py>> = vec![Vec::new()];
    for column in std::iter::repeat_n(&columns, repeat).flatten() {
        if rows.len().saturating_mul(column.len()) > MAX_ITEMS / 10 {
            return Err(too_many());
        }
        rows = rows
            .iter()
            .flat_map(|row| {
                column.iter().map(move |item| [row.as_slice(), std::slice::from_ref(item)].concat())
            })
            .collect();
    }
    Ok(Py::list(rows.into_iter().map(Py::tuple).collect()))
}

/// The choices of `r` items, in the order of their positions; without `r`, of all items.
fn chosen(value: &Py, args: Args, what: &str, fits: fn(&[usize]) -> bool) -> Outcome<Py> {
    let items = value.iterate()?;
    let [size] = args.bind(what, ["r"])?;
    let size = match size {
        None | Some(Py::None) if what == "permutations" => items.len(),
        None => return Err(Raise::new(format!("{what}() is missing its argument 'r'"))),
        Some(size) => size
            .as_int()
            .and_then(|size| usize::try_from(size).ok())
            .ok_or_else(|| Raise::new("r must be non-negative"))?,
    };
    let mut made = Vec::new();
    let mut places = Vec::new();
    extend(&items, size, fits, &mut places, &mut made)?;
    Ok(Py::list(made))
}

fn extend(
    items: &[Py],
    size: usize,
    fits: fn(&[usize]) -> bool,
    places: &mut Vec<usize>,
    made: &mut Vec<Py>,
) -> Outcome<()> {
    if places.len() == size {
        made.push(Py::tuple(places.iter().map(|at| items[*at].clone()).collect()));
        return if made.len() > MAX_ITEMS / 10 { Err(too_many()) } else { Ok(()) };
    }
    if size > 64 && items.len() < size && !items.is_empty() {
        return Err(too_many());
    }
    for at in 0..items.len() {
        places.push(at);
        if fits(places) {
            extend(items, size, fits, places, made)?;
        }
        places.pop();
    }
    Ok(())
}
