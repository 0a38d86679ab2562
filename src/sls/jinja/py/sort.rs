//! Sorts with a comparison that may fail and may not be a total order, as Python's `list.sort` does.
//!
//! Python allows a comparison to raise, and its `nan` has no place in any order. The standard library may panic on such
//! a comparison. So this is our own merge sort, which accepts any comparison: it is stable, makes at most `n log n`
//! comparisons, and stops at the first failure. Up to 63 items it makes the same comparisons as Python's algorithm, so
//! even values without an order end where Python puts them.
//!
//! See <https://github.com/python/cpython/blob/main/Objects/listsort.txt>.

use crate::jinja::raise::Outcome;

/// Shorter runs are sorted by insertion.
const SHORT: usize = 64;

/// The items in the order that `less` gives them.
///
/// # Errors
///
/// The first failure of `less`.
pub(crate) fn sorted<T>(items: Vec<T>, mut less: impl FnMut(&T, &T) -> Outcome<bool>) -> Outcome<Vec<T>> {
    let order = order(items.len(), &mut |a, b| less(&items[a], &items[b]))?;
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|at| items[at].take()).collect())
}

/// Answers whether the item at one position is less than the item at another.
type Less<'a> = dyn FnMut(usize, usize) -> Outcome<bool> + 'a;

/// The positions of the items in sorted order.
fn order(count: usize, less: &mut Less<'_>) -> Outcome<Vec<usize>> {
    let shortest = shortest_run(count);
    // Sorted runs; each is longer than the next one, so that few are open at any time.
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut start = 0;
    while start < count {
        let mut run = natural_run(start, count, less)?;
        let wanted = shortest.min(count - start);
        insert(&mut run, start, wanted, less)?;
        start += run.len();
        runs.push(run);
        while let [.., left, right] = runs.as_slice()
            && left.len() <= right.len()
        {
            merge_last(&mut runs, less)?;
        }
    }
    while runs.len() > 1 {
        merge_last(&mut runs, less)?;
    }
    Ok(runs.pop().unwrap_or_default())
}

/// Between 32 and 64, so that the number of runs is close to a power of two.
fn shortest_run(mut count: usize) -> usize {
    let mut rest = 0;
    while count >= SHORT {
        rest |= count & 1;
        count >>= 1;
    }
    count + rest
}

/// The sorted run that begins at `start`; a strictly falling one is reversed.
fn natural_run(start: usize, count: usize, less: &mut Less<'_>) -> Outcome<Vec<usize>> {
    let mut end = start + 1;
    if end == count {
        return Ok(vec![start]);
    }
    let falls = less(end, end - 1)?;
    end += 1;
    while end < count && less(end, end - 1)? == falls {
        end += 1;
    }
    let run = start..end;
    Ok(if falls { run.rev().collect() } else { run.collect() })
}

/// Extends a run: each item is inserted after those that are not greater.
fn insert(run: &mut Vec<usize>, start: usize, wanted: usize, less: &mut Less<'_>) -> Outcome<()> {
    for item in start + run.len()..start + wanted {
        let (mut low, mut high) = (0, run.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if less(item, run[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        run.insert(low, item);
    }
    Ok(())
}

/// Merges the last two runs; of equal items that of the first comes first.
fn merge_last(runs: &mut Vec<Vec<usize>>, less: &mut Less<'_>) -> Outcome<()> {
    let (Some(right), Some(left)) = (runs.pop(), runs.pop()) else { return Ok(()) };
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        let next = if less(*second, *first)? { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    runs.push(merged);
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::jinja::py::{Py, compare};
    use crate::jinja::raise::Raise;
    use crate::jinja::vm::work::Work;

    #[test]
    fn what_has_no_order_ends_where_python_puts_it() {
        let nan = f64::NAN;
        // Recorded from Python 3.11.
        for (items, expected) in [
            (vec![3.0, nan, 1.0, 2.0, nan, 0.5], "3 NaN 1 2 NaN 0.5"),
            (vec![5.0, 4.0, nan, 3.0, 1.0, nan, 2.0, nan, 0.0], "0 1 2 3 4 5 NaN NaN NaN"),
        ] {
            let sorted = sorted(items, |a: &f64, b: &f64| Ok(a < b)).unwrap();
            let shown: Vec<String> = sorted.iter().map(f64::to_string).collect();
            assert_eq!(shown.join(" "), expected);
        }
    }

    #[test]
    fn a_failure_ends_it_at_once() {
        let mut asked = 0;
        let failed = sorted((0..1_000).collect(), |_: &i32, _| {
            asked += 1;
            Err(Raise::new("no"))
        });
        assert!(failed.is_err());
        assert_eq!(asked, 1);
    }

    impl std::fmt::Debug for Py {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str(&self.repr_or_type())
        }
    }

    fn mixed() -> impl Strategy<Value = Py> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(Py::Int),
            any::<f64>().prop_map(Py::Float),
            any::<bool>().prop_map(Py::Bool),
            Just(Py::None),
            "[a-c]{0,3}".prop_map(Py::from),
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Py::list),
                prop::collection::vec(inner, 0..3).prop_map(Py::tuple),
            ]
        })
    }

    /// The kinds of values that Python compares among themselves.
    fn kind(value: &Py) -> &'static str {
        match value {
            Py::Int(_) | Py::Float(_) | Py::Bool(_) => "number",
            other => other.type_name(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

        #[test]
        fn mixed_lists_are_sorted_or_refused_and_never_panic(items in prop::collection::vec(mixed(), 0..12), times in 1..12_usize) {
            let items: Vec<Py> = std::iter::repeat_n(items, times).flatten().collect();
            let work = Work::new(1_000_000);
            let pairs = items.iter().map(|item| (item.clone(), item.clone())).collect();
            let kinds: std::collections::BTreeSet<_> = items.iter().map(kind).collect();
            match compare::sort_by_keys(pairs, false, &work) {
                Ok(sorted) => {
                    prop_assert_eq!(sorted.len(), items.len());
                    prop_assert!(items.len() < 2 || kinds.len() == 1, "{:?}", kinds);
                }
                Err(raise) => prop_assert!(raise.message.contains("not supported"), "{}", raise.message),
            }
        }

        #[test]
        fn numbers_and_texts_are_sorted_as_the_standard_library_does(numbers in prop::collection::vec(any::<i16>(), 0..300)) {
            let items: Vec<(i16, usize)> = numbers.into_iter().map(|number| number % 7).zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(number, _)| *number);
            prop_assert_eq!(sorted(items, |a, b| Ok(a.0 < b.0)).unwrap(), expected);
        }
    }
}
