//! The results of a walk, with the numbers of a serial run.

use std::time::Duration;

use super::{CallEnd, Ended, Options, Walk, Walked};
use crate::edge::is_parallel;
use model::{Low, Outcome, StateReturn};

impl<R> Walk<'_, R> {
    pub(super) fn collect(
        mut self,
        options: &Options<'_>,
        listened: Vec<(usize, Ended)>,
        stopped: bool,
    ) -> Walked {
        let mut report = Report { options, returns: vec![], run_num: 0 };
        let mut unstarted = vec![];
        let end = self.begin.elapsed();
        for index in self.graph.serial.iter().copied().filter(|index| self.graph.is_wanted(*index)) {
            let low = &self.graph.nodes[index].low;
            match self.done[index].take() {
                Some(ended) => report.add(low, ended),
                None => {
                    unstarted.push(index);
                    if stopped {
                        report.add(low, late(end, CallEnd::not_started()));
                    }
                }
            }
        }
        for (index, ended) in listened {
            let mut low = self.graph.nodes[index].low.clone();
            low.id = format!("listener_{}", low.id);
            "mod_watch".clone_into(&mut low.function);
            report.add(&low, ended);
        }
        for node in &self.graph.nodes {
            for missing in &node.missing_listens {
                let outcome = Outcome::failed(format!("Referenced state {missing} does not exist"));
                let ended = late(end, CallEnd::kept_from_running(outcome));
                report.add(&listen_error(&node.low, missing), ended);
            }
        }
        Walked { returns: report.returns, unstarted, stopped }
    }
}

struct Report<'a, 'b> {
    options: &'a Options<'b>,
    returns: Vec<StateReturn>,
    run_num: usize,
}

impl Report<'_, '_> {
    fn add(&mut self, low: &Low, ended: Ended) {
        self.run_num += ended.answer.calls.saturating_sub(1);
        self.returns.push(StateReturn {
            state: low.state.clone(),
            function: low.function.clone(),
            id: low.id.clone(),
            name: low.name.clone(),
            sls: low.sls.clone(),
            run_num: self.run_num,
            outcome: ended.answer.outcome,
            start_time: (self.options.clock)(ended.started),
            duration: ended.took,
            skipped: !ended.answer.ran,
            found: ended.answer.found,
            parallel: ended.answer.ran && is_parallel(low),
        });
        self.run_num += 1;
    }
}

/// The chunks that never started, at the end of the walk.
fn late(at: Duration, answer: CallEnd) -> Ended {
    Ended { answer, passed_over: false, started: at, took: Duration::ZERO }
}

/// Salt's entry for a `listen` without target.
fn listen_error(low: &Low, missing: &str) -> Low {
    let (module, name) = missing.split_once(": ").unwrap_or(("", missing));
    let mut error = Low::new("Listen_Error", "Listen_Error", format!("listen_{name}"), low.place.clone());
    error.name = format!("listen_{module}");
    error.sls.clone_from(&low.sls);
    error
}
