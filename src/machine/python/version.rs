//! Versions of Python's packages, and conditions on them.
//!
//! See <https://packaging.python.org/en/latest/specifications/version-specifiers/>.

/// One version, in the order of versions.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Version {
    epoch: u64,
    release: Vec<u64>,
    /// Of a development release before all, `a`, `b`, `rc`, none.
    before: (u8, u64),
    after: Option<u64>,
    /// Without one it is the greatest.
    development: u64,
    local: String,
}

/// Parts of letters or digits, each with what stands before it.
fn parts(text: &str) -> Vec<(char, &str)> {
    let mut found = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (sign, begin) = if first.is_ascii_alphanumeric() { (' ', 0) } else { (first, first.len_utf8()) };
        rest = &rest[begin..];
        let is_number = rest.starts_with(|letter: char| letter.is_ascii_digit());
        let ends = |letter: char| !letter.is_ascii_alphanumeric() || letter.is_ascii_digit() != is_number;
        let end = rest.find(ends).unwrap_or(rest.len());
        found.push((sign, &rest[..end]));
        rest = &rest[end..];
    }
    found
}

impl Version {
    fn of(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        let (public, local) = lower.split_once('+').unwrap_or((&lower, ""));
        let (epoch, rest) = public.split_once('!').unwrap_or(("0", public));
        let parts = parts(rest.strip_prefix('v').unwrap_or(rest));
        let mut release: Vec<u64> = vec![];
        for (sign, part) in &parts {
            let fits = if release.is_empty() { *sign == ' ' } else { *sign == '.' };
            match part.parse() {
                Ok(number) if fits => release.push(number),
                _ => break,
            }
        }
        let mut more = parts.get(release.len()..)?.iter().peekable();
        let (mut before, mut after, mut development) = (None, None, None);
        while let Some((sign, part)) = more.next() {
            if let (Ok(number), '-') = (part.parse(), sign) {
                after = Some(number);
                continue;
            }
            let number = more.next_if(|(_, part)| part.parse::<u64>().is_ok());
            let number = number.map_or(Some(0), |(_, part)| part.parse().ok())?;
            match *part {
                "a" | "alpha" => before = Some((1, number)),
                "b" | "beta" => before = Some((2, number)),
                "c" | "rc" | "pre" | "preview" => before = Some((3, number)),
                "post" | "rev" | "r" => after = Some(number),
                "dev" => development = Some(number),
                _ => return None,
            }
        }
        if release.is_empty() {
            return None;
        }
        while release.len() > 1 && release.last() == Some(&0) {
            release.pop();
        }
        let alone = if after.is_none() && development.is_some() { (0, 0) } else { (4, 0) };
        Some(Self {
            epoch: epoch.parse().ok()?,
            release,
            before: before.unwrap_or(alone),
            after,
            development: development.unwrap_or(u64::MAX),
            local: local.to_owned(),
        })
    }

    fn is_early(&self) -> bool {
        self.before.0 < 4 || self.development < u64::MAX
    }

    fn begins_with(&self, release: &[u64]) -> bool {
        let own = self.release.iter().copied().chain(std::iter::repeat(0));
        own.zip(release).all(|(own, wanted)| own == *wanted)
    }
}

/// Numbers of a release as they are written.
fn release(text: &str) -> Vec<u64> {
    let bare = text.rsplit('!').next().unwrap_or(text);
    parts(bare).iter().map_while(|(_, part)| part.parse().ok()).collect()
}

/// True when a version fulfils a condition such as `>=` `1.2`; a version that is none fulfils only `===`.
pub fn fulfils(version: &str, operator: &str, wanted: &str) -> bool {
    if operator == "===" {
        return version == wanted;
    }
    let bare = wanted.strip_suffix(".*");
    let Some((own, other)) = Version::of(version).zip(Version::of(bare.unwrap_or(wanted))) else {
        return false;
    };
    let public = |version: &Version| Version { local: String::new(), ..version.clone() };
    let ours = if other.local.is_empty() { public(&own) } else { own.clone() };
    let equal = match bare {
        Some(bare) => own.epoch == other.epoch && own.begins_with(&release(bare)),
        None => ours == other,
    };
    let same = own.release == other.release;
    match operator {
        "==" => equal,
        "!=" => !equal,
        ">=" => ours >= other,
        "<=" => ours <= other,
        "<" => ours < other && !(same && own.is_early() && !other.is_early()),
        ">" => ours > other && !(same && own.after.is_some() && other.after.is_none()),
        "~=" => {
            let mut numbers = release(wanted);
            numbers.pop();
            ours >= other && own.epoch == other.epoch && own.begins_with(&numbers)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_fulfil_conditions_as_python_has_them() {
        for (version, operator, wanted, fits) in [
            ("1.0", "==", "1", true),
            ("1.0.1", "==", "1.0", false),
            ("1.0.1", "==", "1.0.*", true),
            ("1.10", "==", "1.1.*", false),
            ("1.10", ">", "1.9", true),
            ("1.0rc1", "<", "1.0", false),
            ("1.0rc1", "<=", "1.0", true),
            ("1.0rc1", ">=", "1.0b2", true),
            ("1.0.dev3", "<", "1.0a1", true),
            ("1.0.post1", ">", "1.0", false),
            ("1.0-1", "==", "1.0.post1", true),
            ("1.0+cpu", "==", "1.0", true),
            ("1.0", "==", "1.0+cpu", false),
            ("2.2.9", "~=", "2.2", true),
            ("3.0", "~=", "2.2", false),
            ("2.3.0", "~=", "2.2.1", false),
            ("1!0.5", ">", "9", true),
            ("1.5", "!=", "1.5", false),
            ("odd", "===", "odd", true),
            ("odd", ">=", "0", false),
        ] {
            assert_eq!(fulfils(version, operator, wanted), fits, "{version} {operator} {wanted}");
        }
    }
}
