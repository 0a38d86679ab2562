//! The current declarations of the SLS of a run, found by what the journal names: a run may have ten thousand.

use std::collections::HashMap;

use super::low::{Named, of_function};
use crate::journal::StateName;
use kind::AnyKind;
use model::{Function, Leaves, Low};

/// A declaration, with its kind and state function if it is one of AWS.
struct Declaration<'a> {
    low: &'a Low,
    function: Option<(&'static dyn AnyKind, Named)>,
}

/// Declarations by ID and by SLS.
pub(super) struct Declarations<'a> {
    by_id: HashMap<&'a str, Vec<Declaration<'a>>>,
    first_of_sls: HashMap<&'a str, &'a Low>,
}

impl<'a> Declarations<'a> {
    /// Sorts declarations.
    pub fn new(lows: &'a [Low]) -> Self {
        let mut sorted = Self { by_id: HashMap::new(), first_of_sls: HashMap::new() };
        for low in lows {
            let function = of_function(&low.full_function());
            sorted.by_id.entry(&low.id).or_default().push(Declaration { low, function });
            sorted.first_of_sls.entry(&low.sls).or_insert(low);
        }
        sorted
    }

    fn of_id(&self, id: &str) -> impl Iterator<Item = &Declaration<'a>> {
        self.by_id.get(id).into_iter().flatten()
    }

    /// The declaration of a thing of this kind by this state, and its function.
    pub fn of(&self, state: &StateName, kind: &str) -> Option<(&'a Low, &'static Function)> {
        self.of_id(&state.id).find_map(|it| {
            let (of, (function, _)) = it.function?;
            (it.low.name == state.name && of.kind() == kind).then_some((it.low, function))
        })
    }

    /// A declaration of the same ID, else of the same SLS.
    pub fn near(&self, state: &StateName) -> Option<&'a Low> {
        let of_id = self.of_id(&state.id).next().map(|it| it.low);
        of_id.or_else(|| self.first_of_sls.get(state.sls.as_str()).copied())
    }

    /// The declaration of the same ID that makes a thing of another kind.
    pub fn maker_beside(&self, state: &StateName, kind: &str) -> Option<&'a Low> {
        let makes = |it: &&Declaration<'a>| {
            it.function
                .is_some_and(|(of, (function, _))| function.leaves == Leaves::Present && of.kind() != kind)
        };
        self.of_id(&state.id).find(makes).map(|it| it.low)
    }
}
