//! Signed documents, made by `openssl`.
//!
//! The private key of the signer goes to `openssl` over its input, and its passphrase in the environment. A directory that only its
//! owner can read holds the other input while `openssl` runs. The output of a program that fails is never shown.

use super::key::{OLD, openssl};
use super::{Document, Encoding};
use crate::file::{self, FileError, Permissions};
use crate::process::{AskError, Command, Temporary};

/// Why a document was not made.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// `openssl` failed.
    #[error(transparent)]
    Openssl(#[from] AskError),
    /// The directory for the input could not be made.
    #[error("{0}")]
    Directory(String),
    /// The input could not be written.
    #[error(transparent)]
    Input(#[from] FileError),
}

/// A private key that signs.
#[derive(Clone)]
pub struct Signer {
    /// The key, in PEM or DER.
    pub key: Vec<u8>,
    /// The passphrase of an encrypted key.
    pub passphrase: Option<String>,
}

/// The contents of a certificate or a request.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Order {
    /// The subject as `openssl` takes it: `/C=DE/CN=shop.example`.
    pub subject: String,
    /// The extensions: the names and values of `openssl`'s configuration.
    pub extensions: Vec<(String, String)>,
    /// The hash algorithm of the signature, as an option.
    pub digest: String,
}

/// A certificate to make.
pub struct Issue<'a> {
    /// Its contents.
    pub order: &'a Order,
    /// The certificate of the signer; none for a certificate that signs itself.
    pub issuer: Option<&'a [u8]>,
    /// The public key in PEM.
    pub public_key: &'a [u8],
    /// A request. Its extensions are not copied: who asks could name itself an authority.
    pub request: Option<&'a [u8]>,
    /// The serial number in hexadecimal digits.
    pub serial: &'a str,
    /// The days for which it is valid.
    pub days: i64,
}

/// A directory for input.
pub(super) struct WorkDirectory(Temporary);

impl WorkDirectory {
    pub(super) fn new() -> Result<Self, IssueError> {
        Temporary::directory().map(Self).map_err(IssueError::Directory)
    }

    /// Writes a file, and returns its path.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> Result<String, IssueError> {
        let path = self.0.path().join(name);
        file::write(&path, bytes, Permissions { mode: Some(0o600), ..Permissions::default() })?;
        Ok(path.display().to_string())
    }
}

/// Escapes a value of `openssl`'s configuration.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for letter in value.chars() {
        if matches!(letter, '\\' | '$' | '#' | '"' | '\'' | '`') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// A configuration with these extensions.
pub(super) fn configuration(extensions: &[(String, String)]) -> String {
    let mut text = "[ req ]\ndistinguished_name = dn\n".to_owned();
    if !extensions.is_empty() {
        text.push_str("req_extensions = ext\n");
    }
    text.push_str("[ dn ]\n[ ext ]\n");
    for (name, value) in extensions {
        text.push_str(&format!("{name} = {}\n", escaped(value)));
    }
    text
}

/// A command that gets the key over its input and the passphrase in its environment.
pub(super) fn with_key(signer: &Signer, words: &[&str]) -> Command {
    let from = format!("env:{OLD}");
    let passphrase = signer.passphrase.as_deref().unwrap_or_default();
    let mut command = openssl(&[words, &["-passin", &from]].concat()).env(OLD, passphrase);
    command.stdin = Some(signer.key.clone());
    command
}

impl Signer {
    pub(super) fn form(&self) -> &'static str {
        Encoding::of(&self.key).option()
    }

    /// The public key in PEM.
    ///
    /// # Errors
    /// `openssl` cannot be run, or cannot read the key.
    pub async fn public_key(&self) -> Result<Vec<u8>, IssueError> {
        let words = ["pkey", "-inform", self.form(), "-pubout", "-outform", "PEM"];
        Ok(with_key(self, &words).ask_quietly().await?.stdout)
    }

    /// Makes a request in PEM.
    ///
    /// # Errors
    /// `openssl` cannot be run, or refuses.
    pub async fn request(&self, order: &Order) -> Result<Vec<u8>, IssueError> {
        let directory = WorkDirectory::new()?;
        let config = directory.put("config", configuration(&order.extensions).as_bytes())?;
        let digest = format!("-{}", order.digest);
        let words = [
            "req",
            "-new",
            "-utf8",
            "-key",
            "/dev/stdin",
            "-keyform",
            self.form(),
            "-config",
            &config,
            "-subj",
            &order.subject,
            &digest,
            "-outform",
            "PEM",
        ];
        Ok(with_key(self, &words).ask_quietly().await?.stdout)
    }

    /// Makes a certificate in PEM.
    ///
    /// # Errors
    /// `openssl` cannot be run, or refuses.
    pub async fn certificate(&self, issue: &Issue<'_>) -> Result<Vec<u8>, IssueError> {
        let directory = WorkDirectory::new()?;
        let order = issue.order;
        let config = directory.put("config", configuration(&order.extensions).as_bytes())?;
        let public_key = directory.put("public", issue.public_key)?;
        // Without a request, the signer makes one for the subject alone: the certificate gets its own public key below.
        let request = match issue.request {
            Some(request) => Document::Request.convert(request, Encoding::Pem).await?,
            None => self.request(&Order { extensions: vec![], ..order.clone() }).await?,
        };
        let request = directory.put("request", &request)?;
        let (serial, days) = (format!("0x{}", issue.serial), issue.days.to_string());
        let digest = format!("-{}", order.digest);
        let issuer;
        let mut words = vec!["x509", "-req", "-in", &request, "-force_pubkey", &public_key];
        if issue.request.is_some() {
            words.extend(["-subj", &order.subject]);
        }
        match issue.issuer {
            Some(bytes) => {
                issuer =
                    directory.put("issuer", &Document::Certificate.convert(bytes, Encoding::Pem).await?)?;
                words.extend(["-CA", &issuer, "-CAkey", "/dev/stdin", "-CAkeyform", self.form()]);
            }
            None => words.extend(["-signkey", "/dev/stdin", "-keyform", self.form()]),
        }
        words.extend(["-set_serial", &serial, "-days", &days, &digest, "-extfile", &config]);
        words.extend(["-extensions", "ext", "-outform", "PEM"]);
        Ok(with_key(self, &words).ask_quietly().await?.stdout)
    }
}

/// The public key of a request or a certificate, in PEM.
///
/// # Errors
/// `openssl` cannot be run, or cannot read the document.
pub async fn public_key_of(document: Document, contents: &[u8]) -> Result<Vec<u8>, IssueError> {
    let form = Encoding::of(contents).option();
    let mut command = openssl(&[document.word(), "-inform", form, "-noout", "-pubkey"]);
    command.stdin = Some(contents.to_vec());
    Ok(command.ask_quietly().await?.stdout)
}

/// A public key as `openssl` writes it in PEM.
///
/// # Errors
/// `openssl` cannot be run, or cannot read the key.
pub async fn public_key(contents: &[u8]) -> Result<Vec<u8>, IssueError> {
    let mut command = openssl(&[
        "pkey",
        "-pubin",
        "-inform",
        Encoding::of(contents).option(),
        "-pubout",
        "-outform",
        "PEM",
    ]);
    command.stdin = Some(contents.to_vec());
    Ok(command.ask_quietly().await?.stdout)
}

/// True if a certificate ends within so many days, by the clock of the machine.
///
/// # Errors
/// `openssl` cannot be run.
pub async fn ends_within(certificate: &[u8], days: i64) -> Result<bool, IssueError> {
    let seconds = days.saturating_mul(86_400).to_string();
    let form = Encoding::of(certificate).option();
    let mut command = openssl(&["x509", "-inform", form, "-noout", "-checkend", &seconds]);
    command.stdin = Some(certificate.to_vec());
    Ok(!command.finish().await?.is_success())
}

/// True if the signature of a certificate is that of another certificate's key. Dates are ignored.
///
/// # Errors
/// `openssl` cannot be run, or cannot read the certificates.
pub async fn is_signed_by(certificate: &[u8], issuer: &[u8]) -> Result<bool, IssueError> {
    let directory = WorkDirectory::new()?;
    let issuer = directory.put("issuer", &Document::Certificate.convert(issuer, Encoding::Pem).await?)?;
    let certificate =
        directory.put("certificate", &Document::Certificate.convert(certificate, Encoding::Pem).await?)?;
    let words = ["verify", "-partial_chain", "-no_check_time", "-CAfile", &issuer, &certificate];
    Ok(openssl(&words).finish().await?.is_success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Program;

    #[test]
    fn values_of_the_configuration_are_escaped() {
        let extensions = [("nsComment".to_owned(), "a $HOME #1 \"b\" c\\d".to_owned())];
        let text = configuration(&extensions);
        assert!(text.ends_with("[ ext ]\nnsComment = a \\$HOME \\#1 \\\"b\\\" c\\\\d\n"), "{text}");
        assert!(text.contains("req_extensions = ext"), "{text}");
        assert!(!configuration(&[]).contains("req_extensions"));
    }

    #[test]
    fn a_signing_command_line_has_no_key_and_no_passphrase() {
        let signer = Signer { key: b"the key".to_vec(), passphrase: Some("opensesame".to_owned()) };
        let command = with_key(&signer, &["req", "-new"]);
        let Program::Argv(words) = &command.program else { panic!("a program") };
        assert_eq!(words.join(" "), "openssl req -new -passin env:ORCHESTRATE_OLD_PASSPHRASE");
        assert_eq!(command.environment[OLD].as_deref(), Some("opensesame"));
        assert_eq!(command.stdin.as_deref(), Some(&b"the key"[..]));
    }
}
