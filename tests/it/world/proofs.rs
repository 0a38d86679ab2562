//! What every run must obey, whatever it declares.

use model::{Ident, Low, StateReturn, Value, Verdict};

use super::World;
use crate::local_aws::Fault;

impl World {
    /// The test run's changes are the real run's, and it calls nothing that changes anything. Gives what the test run
    /// told and what was done. What was counted beforehand is called, and not more often than it was done.
    pub async fn foresees(&self, states: &[Low]) -> (Vec<StateReturn>, Vec<StateReturn>) {
        self.proxy.set(Fault::None);
        self.settle();
        let foreseen = self.run(states, true).await;
        assert_eq!(self.proxy.mutating(), Vec::<String>::new(), "a test run changed something");
        assert!(foreseen.iter().all(|it| it.outcome.verdict != Verdict::Failed), "{}", told(&foreseen));
        let counted = self.foreseen.lock().expect("no panic").clone();
        let done = self.run(states, false).await;
        succeeded(&done);
        let called = self.proxy.mutating();
        for (operation, calls) in counted {
            let name = operation.rsplit('.').next().expect("an operation");
            let made = called.iter().filter(|call| *call == name).count();
            assert!(
                calls <= made,
                "{operation} was foreseen {calls} times and called {made} times: {called:?}"
            );
        }
        assert_eq!(foreseen.len(), done.len());
        for (foreseen, done) in foreseen.iter().zip(&done) {
            assert!(
                agrees(&changes(foreseen), &changes(done)),
                "{}: foreseen\n{:#}\ndone\n{:#}",
                done.tag(),
                changes(foreseen).to_json(),
                changes(done).to_json()
            );
            let would_change = foreseen.outcome.verdict == Verdict::WouldChange;
            assert_eq!(would_change, done.outcome.has_changes(), "{}", done.tag());
        }
        (foreseen, done)
    }

    /// A run of what is so already changes nothing and says so.
    pub async fn is_silent(&self, states: &[Low]) {
        self.proxy.set(Fault::None);
        self.settle();
        let again = self.run(states, false).await;
        succeeded(&again);
        for state in &again {
            let changes = changes(state).to_json();
            assert!(!state.outcome.has_changes(), "{} changed again: {changes:#}", state.tag());
        }
        assert_eq!(self.proxy.mutating(), Vec::<String>::new(), "a run without changes changed something");
    }
}

/// What a state changed.
pub fn changes(state: &StateReturn) -> Value {
    Value::Map(state.outcome.changes.clone())
}

/// True when no state failed or was left undone.
pub fn all_succeeded(returns: &[StateReturn]) -> bool {
    returns.iter().all(|it| it.outcome.verdict == Verdict::Succeeded)
}

/// Every state succeeded.
pub fn succeeded(returns: &[StateReturn]) {
    assert!(all_succeeded(returns), "{}", told(returns));
}

/// How the states ended, for a failed test's message.
pub fn told(returns: &[StateReturn]) -> String {
    returns
        .iter()
        .map(|it| format!("{} {:?}: {}\n", it.tag(), it.outcome.verdict, it.outcome.comment))
        .collect()
}

/// Equal, but that an identifier nobody knew yet stands for any.
fn agrees(foreseen: &Value, done: &Value) -> bool {
    match (foreseen, done) {
        (Value::Str(text), Value::Str(id)) => text == id || stands_for(text, id),
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| agrees(value, other)))
        }
        (a, b) => a == b,
    }
}

/// The unknown identifier may stand inside a longer text.
fn stands_for(text: &str, id: &str) -> bool {
    let Some((before, after)) = text.split_once(Ident::AFTER_APPLY) else { return false };
    id.len() >= before.len() + after.len() && id.starts_with(before) && id.ends_with(after)
}
