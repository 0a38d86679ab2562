//! What AWS answered, apart from what nobody asked.
//!
//! Kinds read only the aspects that a declaration mentions. To compare with an aspect that was not read would show it as
//! empty: everything declared would be added, or everything there deleted. So what a kind reads on demand is an
//! [`Asked`], and a `diff` must say what it does where there is no answer.

use super::Plan;

/// An aspect of a thing that is read only when somebody needs it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Asked<T> {
    /// Nobody asked, or AWS could not say yet: it may hold anything.
    #[default]
    NotAsked,
    /// What AWS answered; it may be empty.
    Answer(T),
}

impl<T> Asked<T> {
    /// The answer, if somebody asked.
    pub fn answer(&self) -> Option<&T> {
        match self {
            Self::NotAsked => None,
            Self::Answer(answer) => Some(answer),
        }
    }

    /// The plan that a comparison makes. Without an answer nothing is done, and the state fails: `what` names the aspect.
    pub fn compared<S>(&self, what: &str, compare: impl FnOnce(&T) -> Plan<S>) -> Plan<S> {
        let mut refusals = vec![];
        match self.answer_or_refuse(what, &mut refusals) {
            Some(answer) => compare(answer),
            None => Plan { refusals, ..Plan::nothing() },
        }
    }

    /// The answer; without one, why nothing can be compared with it.
    pub fn answer_or_refuse(&self, what: &str, refusals: &mut Vec<String>) -> Option<&T> {
        if self.answer().is_none() {
            refusals.push(format!("{what} cannot be compared, because they were not read"));
        }
        self.answer()
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
            Self::NotAsked => panic!("it was not asked"),
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
        let nothing: Asked<Vec<u8>> = Asked::empty();
        assert!(nothing.compared("tags", |_| Plan::<u8>::nothing()).is_empty());
    }
}
