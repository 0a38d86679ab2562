//! Work on a thread of its own: what asks AWS waits in a runtime of its own, and templates within templates need a deep stack.

use std::thread::Builder;

use tokio::sync::oneshot;

const STACK: usize = 16 << 20;

/// Starts the work now; the future gives its result.
pub fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = Result<T, String>> + Send {
    let (done, outcome) = oneshot::channel();
    let run = move || {
        let _ = done.send(work());
    };
    let started = Builder::new().stack_size(STACK).spawn(run);
    async move {
        started.map_err(|error| not_started(&error))?;
        outcome.await.map_err(|_| ended())
    }
}

/// Does the work, and waits for its result.
pub fn wait<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.map_err(|error| not_started(&error))?.join().map_err(|_| ended())
    })
}

fn not_started(error: &std::io::Error) -> String {
    format!("no thread can be started: {error}")
}

fn ended() -> String {
    "its thread ended without an answer".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_comes_back_and_a_panic_is_a_text() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(runtime.block_on(start(|| 7)), Ok(7));
        assert_eq!(runtime.block_on(start(|| -> u8 { panic!("on purpose") })), Err(ended()));
        let text = "borrowed".to_owned();
        assert_eq!(wait(|| text.len()), Ok(8));
        assert_eq!(wait(|| -> u8 { panic!("on purpose") }), Err(ended()));
    }
}
