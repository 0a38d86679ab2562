//! A local AWS for one test: moto behind a proxy that counts calls and can throttle, deny or cut them.

mod metadata;
pub mod moto;
mod proxy;
mod waves;

pub use crate::protocol::Operation;
pub use metadata::{Metadata, Mood};
pub use moto::Moto;
pub use proxy::{Fault, Proxy, Traffic};
pub use waves::Waves;
