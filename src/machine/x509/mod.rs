//! X.509: private keys in files, by the program `openssl`, and texts in PEM.

mod key;
mod pem;

pub use key::{Algorithm, Encoding, Found, Key, encode, generate, look};
pub use pem::{PemError, format, is_private};
