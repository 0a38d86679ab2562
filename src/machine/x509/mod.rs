//! X.509 by the program `openssl`: private keys, requests, certificates and revocation lists, and texts in PEM.

mod facts;
mod issue;
mod key;
mod pem;
mod revocation;

pub use facts::{Document, Facts};
pub use issue::{Issue, IssueError, Order, Signer, ends_within, is_signed_by, public_key, public_key_of};
pub use key::{Algorithm, Encoding, Found, Key, encode, generate, look};
pub use pem::{PemError, entries, format, is_private};
pub use revocation::{Revocation, Revoked, is_list_of};
