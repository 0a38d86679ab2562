//! Hearing that the run is to end while something is awaited that changes nothing.

use std::future::Future;
use std::pin::pin;

use futures::future::{Either, pending, select};
use tokio::sync::watch;

/// Tells whether the run is to end.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Tells everybody that the run is to end.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stop {
    /// One that is heard when the other is told.
    pub fn new() -> (Stopper, Self) {
        let (sender, receiver) = watch::channel(false);
        (Stopper(sender), Self(receiver))
    }

    /// What `work` comes to; nothing if the run is to end before, and `work` is given up then.
    pub(in crate::engine) async fn or<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut told = self.0.clone();
        let told = async {
            if told.wait_for(|told| *told).await.is_err() {
                // Nobody is left who could tell.
                pending::<()>().await;
            }
        };
        match select(pin!(told), pin!(work)).await {
            Either::Left(_) => None,
            Either::Right((done, _)) => Some(done),
        }
    }
}

impl Stopper {
    /// Tells it.
    pub fn tell(&self) {
        self.0.send_replace(true);
    }
}
