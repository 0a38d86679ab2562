//! A plain password, hashed like the present one.

use machine::process::Command;
use model::chain;

/// Letters of the salts of `crypt`.
const LETTERS: &[u8] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Hashes by `openssl`, with method and salt of the present hash, so that the same password gives the same hash.
pub(super) async fn hash(bare: &str, there: Option<&str>) -> Result<String, String> {
    let (method, salt) = there.and_then(method_and_salt).unwrap_or_else(|| ("6", fresh_salt()));
    let mut command = Command::argv(["openssl", "passwd", &format!("-{method}"), "-salt", &salt, "-stdin"]);
    command.stdin = Some(format!("{bare}\n").into_bytes());
    let advice = "put the hash into the pillar, and leave 'hash_password' out";
    let finished = command
        .run()
        .await
        .map_err(|error| format!("The password cannot be hashed: {}; {advice}", chain(&error)))?;
    if !finished.is_success() {
        return Err(format!("The password cannot be hashed: {}; {advice}", finished.stderr_text().trim()));
    }
    Ok(finished.stdout_text().trim().to_owned())
}

/// Method and salt of `$6$salt$hash`; those of another kind of hash cannot be used.
fn method_and_salt(hash: &str) -> Option<(&'static str, String)> {
    let parts: Vec<&str> = hash.split('$').collect();
    let ["", method, salt, _] = parts[..] else { return None };
    let method = ["1", "5", "6"].into_iter().find(|known| *known == method)?;
    Some((method, salt.to_owned()))
}

fn fresh_salt() -> String {
    let letter = |_| char::from(LETTERS[usize::from(rand::random::<u8>()) % LETTERS.len()]);
    (0..16).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_and_salt_of_a_hash_are_kept_where_openssl_knows_them() {
        assert_eq!(method_and_salt("$5$abc$xyz"), Some(("5", "abc".to_owned())));
        for other in ["!", "", "$y$j9T$salt$hash", "$2b$salt$hash", "!$6$a$b"] {
            assert_eq!(method_and_salt(other), None, "{other}");
        }
        assert_eq!(fresh_salt().len(), 16);
    }
}
