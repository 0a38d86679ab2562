//! Certificate revocation lists, made by `openssl ca` with a database that exists only while it runs.

use super::issue::{WorkDirectory, configuration, with_key};
use super::key::openssl;
use super::{Document, Encoding, IssueError, Signer};

/// A revoked certificate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Revoked {
    /// The serial number in hexadecimal digits, an even number of them.
    pub serial: String,
    /// The time of the revocation, in seconds since 1970.
    pub at: i64,
    /// The reason: `keyCompromise`.
    pub reason: Option<String>,
}

/// A revocation list to make.
pub struct Revocation<'a> {
    /// The certificate of the signer.
    pub issuer: &'a [u8],
    /// The revoked certificates.
    pub revoked: &'a [Revoked],
    /// The extensions: the names and values of `openssl`'s configuration.
    pub extensions: &'a [(String, String)],
    /// The number of the list.
    pub number: Option<u64>,
    /// The hash algorithm of the signature.
    pub digest: &'a str,
    /// The days for which it is valid.
    pub days: i64,
}

/// The database of `openssl ca` with these entries. Its dates have two digits for the year.
fn database(revoked: &[Revoked]) -> String {
    let line = |entry: &Revoked| {
        let at = jiff::Timestamp::from_second(entry.at).unwrap_or_default();
        let reason = entry.reason.as_ref().map(|reason| format!(",{reason}")).unwrap_or_default();
        format!(
            "R\t491231235959Z\t{}{reason}\t{}\tunknown\t/CN=revoked\n",
            at.strftime("%y%m%d%H%M%SZ"),
            entry.serial
        )
    };
    revoked.iter().map(line).collect()
}

impl Signer {
    /// Makes a revocation list in PEM.
    ///
    /// # Errors
    /// `openssl` cannot be run, or refuses.
    pub async fn revocation_list(&self, wanted: &Revocation<'_>) -> Result<Vec<u8>, IssueError> {
        let directory = WorkDirectory::new()?;
        let issuer = Document::Certificate.convert(wanted.issuer, Encoding::Pem).await?;
        let issuer = directory.put("issuer", &issuer)?;
        let index = directory.put("index", database(wanted.revoked).as_bytes())?;
        directory.put("index.attr", b"unique_subject = no\n")?;
        let mut config = format!("[ ca ]\ndefault_ca = own\n[ own ]\ndatabase = {index}\n");
        if let Some(number) = wanted.number {
            let digits = format!("{number:X}");
            let width = digits.len().next_multiple_of(2);
            let number = directory.put("number", format!("{digits:0>width$}\n").as_bytes())?;
            config.push_str(&format!("crlnumber = {number}\n"));
        }
        if !wanted.extensions.is_empty() {
            config.push_str("crl_extensions = ext\n");
        }
        config.push_str(&configuration(wanted.extensions));
        let config = directory.put("config", config.as_bytes())?;
        let days = wanted.days.to_string();
        let words = [
            "ca",
            "-gencrl",
            "-config",
            &config,
            "-keyfile",
            "/dev/stdin",
            "-keyform",
            self.form(),
            "-cert",
            &issuer,
            "-crldays",
            &days,
            "-md",
            wanted.digest,
        ];
        Ok(with_key(self, &words).ask_quietly().await?.stdout)
    }
}

/// True if the signature of a revocation list is that of a certificate's key.
///
/// # Errors
/// `openssl` cannot be run, or cannot read the certificate.
pub async fn is_list_of(list: &[u8], issuer: &[u8]) -> Result<bool, IssueError> {
    let directory = WorkDirectory::new()?;
    let issuer = directory.put("issuer", &Document::Certificate.convert(issuer, Encoding::Pem).await?)?;
    let mut command = openssl(&["crl", "-inform", Encoding::of(list).option(), "-noout", "-CAfile", &issuer]);
    command.stdin = Some(list.to_vec());
    // Its exit code does not say it in all versions.
    Ok(command.finish().await?.stderr_text().contains("verify OK"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_has_a_line_for_each_revoked_certificate() {
        let revoked = [
            Revoked { serial: "77".to_owned(), at: 1_667_260_800, reason: Some("keyCompromise".to_owned()) },
            Revoked { serial: "D6D2".to_owned(), at: 0, reason: None },
        ];
        assert_eq!(
            database(&revoked),
            "R\t491231235959Z\t221101000000Z,keyCompromise\t77\tunknown\t/CN=revoked\nR\t491231235959Z\t700101000000Z\tD6D2\tunknown\t/CN=revoked\n"
        );
    }
}
