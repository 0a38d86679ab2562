//! What AWS answered, apart from what nobody asked.
//!
//! Kinds read only the aspects that a declaration mentions. To compare with an aspect that was not read would show it as
//! empty: everything declared would be added, or everything there deleted. So what a kind reads on demand is an
//! [`Asked`], and a `diff` must say what it does where there is no answer.
//!
//! AWS does not know a new thing everywhere at once: one call shows it, and another still answers "not found". That is
//! neither absence nor emptiness; the driver looks again.

use super::Plan;

/// An aspect of a thing that is read only when somebody needs it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Asked<T> {
    /// Nobody asked: it may hold anything.
    #[default]
    NotAsked,
    /// AWS shows the thing, and does not know this of it yet.
    NotYet,
    /// What AWS answered; it may be empty.
    Answer(T),
}

impl<T> Asked<T> {
    /// Reads it, if somebody asks.
    ///
    /// # Errors
    /// It could not be read.
    pub async fn read<E>(is_asked: bool, read: impl Future<Output = Result<T, E>>) -> Result<Self, E> {
        if is_asked { read.await.map(Self::Answer) } else { Ok(Self::NotAsked) }
    }

    /// The answer, if somebody asked.
    pub fn answer(&self) -> Option<&T> {
        match self {
            Self::NotAsked | Self::NotYet => None,
            Self::Answer(answer) => Some(answer),
        }
    }

    /// The plan that a comparison makes; `what` names the aspect. What AWS does not show yet is waited for, and a test run,
    /// which does not wait, warns. What nobody asked for fails the state: nothing is done.
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

    /// The answer; without one, why nothing can be compared with it.
    pub fn answer_or_refuse(&self, what: &str, refusals: &mut Vec<String>) -> Option<&T> {
        let why = match self {
            Self::Answer(answer) => return Some(answer),
            Self::NotYet => "AWS does not show them yet",
            Self::NotAsked => "they were not read",
        };
        refusals.push(format!("{what} cannot be compared, because {why}"));
        None
    }

    /// The same about a part of the answer.
    pub fn map<U>(self, part: impl FnOnce(T) -> U) -> Asked<U> {
        match self {
            Self::NotAsked => Asked::NotAsked,
            Self::NotYet => Asked::NotYet,
            Self::Answer(answer) => Asked::Answer(part(answer)),
        }
    }
}

impl<T: Default> Asked<T> {
    /// The answer that there is nothing.
    pub fn empty() -> Self {
        Self::Answer(T::default())
    }
}

impl<T> From<T> for Asked<T> {
    fn from(answer: T) -> Self {
        Self::Answer(answer)
    }
}

#[cfg(test)]
impl<T> Asked<T> {
    /// The answer, to be changed by a test.
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
        assert!(plan.warnings[0].contains("tags"), "a test run says that it cannot tell");
        let nothing: Asked<Vec<u8>> = Asked::empty();
        assert!(nothing.compared("tags", |_| Plan::<u8>::nothing()).is_empty());
    }
}
