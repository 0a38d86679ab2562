//! An aspect of a thing that AWS was asked for, or was not.
//!
//! Kinds read only the aspects that a declaration mentions. An aspect that was not read must not be compared as if it
//! were empty: a run would then add everything that is declared, or delete everything that is there. So an aspect that
//! is read on demand is an [`Asked`], and `diff` must decide what to do without an answer.
//!
//! AWS does not show all aspects of a new thing at once: one call shows the thing, and another still answers "not
//! found". This means neither "absent" nor "empty", so the driver reads it again.

use super::Plan;

/// An aspect of a thing that is read only if it is needed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Asked<T> {
    /// It was not read, so its value is unknown.
    #[default]
    NotAsked,
    /// AWS shows the thing, but not this aspect of it yet.
    NotYet,
    /// AWS's answer, which may be empty.
    Answer(T),
}

impl<T> Asked<T> {
    /// Reads it, if it is needed.
    ///
    /// # Errors
    /// The read failed.
    pub async fn read<E>(is_asked: bool, read: impl Future<Output = Result<T, E>>) -> Result<Self, E> {
        if is_asked { read.await.map(Self::Answer) } else { Ok(Self::NotAsked) }
    }

    /// The answer, if it was read.
    pub fn answer(&self) -> Option<&T> {
        match self {
            Self::NotAsked | Self::NotYet => None,
            Self::Answer(answer) => Some(answer),
        }
    }

    /// The plan that a comparison makes; `what` names the aspect. If AWS does not show the aspect yet, the driver waits
    /// for it; a test run does not wait, so it warns. If the aspect was not read, the state fails before anything is
    /// changed.
    pub fn compared<S>(&self, what: &str, compare: impl FnOnce(&T) -> Plan<S>) -> Plan<S> {
        let mut plan = Plan::nothing();
        match self {
            Self::Answer(answer) => return compare(answer),
            Self::NotYet => {
                plan.busy = Some(format!("AWS to show its {what}"));
                plan.warnings.push(format!("AWS does not show its {what} yet, so they are not compared"));
            }
            Self::NotAsked => drop(self.answer_or_refuse(what, &mut plan.refusals)),
        }
        plan
    }

    /// The answer; without one, the reason why nothing can be compared with it.
    pub fn answer_or_refuse(&self, what: &str, refusals: &mut Vec<String>) -> Option<&T> {
        let why = match self {
            Self::Answer(answer) => return Some(answer),
            Self::NotYet => "AWS does not show them yet",
            Self::NotAsked => "they were not read",
        };
        refusals.push(format!("{what} cannot be compared, because {why}"));
        None
    }

    /// The same for a part of the answer.
    pub fn map<U>(self, part: impl FnOnce(T) -> U) -> Asked<U> {
        match self {
            Self::NotAsked => Asked::NotAsked,
            Self::NotYet => Asked::NotYet,
            Self::Answer(answer) => Asked::Answer(part(answer)),
        }
    }
}

impl<T: Default> Asked<T> {
    /// The answer that the aspect is empty.
    pub fn empty() -> Self {
        Self::Answer(T::default())
    }
}

impl<T> From<T> for Asked<T> {
    fn from(answer: T) -> Self {
        Self::Answer(answer)
    }
}

impl<T> Asked<T> {
    /// The answer, for a test to change.
    ///
    /// # Panics
    /// If there is none.
    pub fn expect(&mut self) -> &mut T {
        match self {
            Self::Answer(answer) => answer,
            Self::NotAsked | Self::NotYet => panic!("there is no answer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asked_is_never_compared() {
        let asked: Asked<Vec<u8>> = Asked::NotAsked;
        let plan = asked.compared("tags", |_| -> Plan<u8> { panic!("there is nothing to compare with") });
        assert!(plan.steps.is_empty() && plan.changes.is_empty() && plan.refusals[0].contains("tags"));
        let early: Asked<Vec<u8>> = Asked::NotYet;
        let plan = early.compared("tags", |_| -> Plan<u8> { panic!("there is nothing to compare with") });
        assert!(plan.steps.is_empty() && plan.refusals.is_empty() && plan.busy.is_some(), "it is waited for");
        assert!(plan.warnings[0].contains("tags"), "a test run says that it does not know");
        let nothing: Asked<Vec<u8>> = Asked::empty();
        assert!(nothing.compared("tags", |_| Plan::<u8>::nothing()).is_empty());
    }
}
