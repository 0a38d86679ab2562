//! A local AWS for one test: moto behind a proxy that counts calls and can throttle, deny or cut them.

mod metadata;
pub mod moto;
mod protocol;
mod proxy;

pub use metadata::Metadata;
pub use moto::Moto;
pub use protocol::Operation;
pub use proxy::{Fault, Proxy};
