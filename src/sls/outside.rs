//! What compiling a pillar needs from outside its files: commands, decryption, stores of secrets.
//!
//! `cli` answers with the machine and AWS. Tests and offline commands use [`Offline`].

use std::collections::HashMap;

use super::secrets::Reference;

/// Answers from outside. A failure is one sentence, lower case, without secrets.
pub trait Outside: Send + Sync {
    /// The output of a shell command, with any exit code.
    ///
    /// # Errors
    ///
    /// It cannot be run.
    fn shell(&self, command: &str) -> Result<String, String>;

    /// The plain text of an armoured message.
    ///
    /// # Errors
    ///
    /// There is no program or key for it.
    fn decrypt(&self, message: &str) -> Result<String, String>;

    /// The secrets of these references; missing ones are left out.
    ///
    /// # Errors
    ///
    /// A store does not answer.
    fn secrets(&self, wanted: &[Reference]) -> Result<HashMap<Reference, String>, String>;
}

/// Answers nothing.
#[derive(Clone, Copy, Debug)]
pub struct Offline;

impl Outside for Offline {
    fn shell(&self, _command: &str) -> Result<String, String> {
        Err("no commands are run here".to_owned())
    }

    fn decrypt(&self, _message: &str) -> Result<String, String> {
        Err("nothing is decrypted here".to_owned())
    }

    fn secrets(&self, _wanted: &[Reference]) -> Result<HashMap<Reference, String>, String> {
        Err("no secrets are fetched here".to_owned())
    }
}
