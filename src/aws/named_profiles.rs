//! The profiles of `~/.aws/config` and `~/.aws/credentials`, as far as a declaration must know them: their names, and
//! what the SDK cannot do.
//!
//! The SDK itself reads the files again for credentials and region. `cli` reads them once, at the start.
//!
//! See <https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html>.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The profile that is selected without a name.
const DEFAULT: &str = "default";

/// Why the credentials of a profile cannot be used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Objection {
    /// The reason, one sentence without a full stop.
    pub why: String,
    /// What to do instead.
    pub hint: String,
}

/// The profiles of a user.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NamedProfiles {
    profiles: BTreeMap<String, BTreeMap<String, String>>,
    selected: Option<String>,
}

static OF_USER: OnceLock<NamedProfiles> = OnceLock::new();

impl NamedProfiles {
    /// Reads the texts of the two files. `selected` is the profile for connections that name none (`AWS_PROFILE`).
    pub fn read(config: &str, credentials: &str, selected: Option<&str>) -> Self {
        let mut read = Self { profiles: BTreeMap::new(), selected: selected.map(str::to_owned) };
        read.add(config, true);
        read.add(credentials, false);
        read
    }

    /// In the configuration a section is called `profile NAME`, except that of the default.
    fn add(&mut self, text: &str, is_config: bool) {
        let mut current = None;
        for line in text.lines() {
            if let Some(title) = line.trim().strip_prefix('[').and_then(|line| line.split(']').next()) {
                let title = title.trim();
                let named = title.strip_prefix("profile").filter(|name| name.starts_with([' ', '\t']));
                current = match named {
                    Some(name) if is_config => Some(name.trim().trim_matches('"').to_owned()),
                    None if !is_config || title == DEFAULT => Some(title.to_owned()),
                    _ => None,
                };
                if let Some(name) = &current {
                    self.profiles.entry(name.clone()).or_default();
                }
                continue;
            }
            // An indented line belongs to the setting above it.
            let is_setting = !line.starts_with([' ', '\t', '#', ';']);
            let Some((key, value)) = line.split_once('=').filter(|_| is_setting) else { continue };
            if let Some(settings) = current.as_ref().and_then(|name| self.profiles.get_mut(name)) {
                settings.insert(key.trim().to_lowercase(), value.trim().to_owned());
            }
        }
    }

    /// Keeps these as the profiles of this process's user.
    pub fn keep(self) {
        // The first ones stay: a process has one environment.
        drop(OF_USER.set(self));
    }

    /// The profiles of this process's user; none before they are kept.
    pub fn of_user() -> &'static Self {
        OF_USER.get_or_init(Self::default)
    }

    /// True if there is such a profile.
    pub fn has(&self, name: &str) -> bool {
        self.profiles.contains_key(name)
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.profiles.keys().map(String::as_str)
    }

    /// Why the credentials of a profile cannot be used; of the selected one without a name. The SDK cannot ask for the
    /// code of a device, and would assume the role without it. It cannot use sessions of 'aws login' either.
    pub fn objection(&self, name: Option<&str>) -> Option<Objection> {
        let mut name = name.or(self.selected.as_deref()).unwrap_or(DEFAULT);
        let mut seen = BTreeSet::new();
        while seen.insert(name) {
            let settings = self.profiles.get(name)?;
            if settings.contains_key("role_arn") && settings.contains_key("mfa_serial") {
                return Some(Objection {
                    why: format!(
                        "the profile '{name}' of ~/.aws/config has 'mfa_serial', and this program cannot ask for the code"
                    ),
                    hint: "get a session with the code first, for example with 'aws sts get-session-token', and name a \
                           profile with its keys"
                        .to_owned(),
                });
            }
            if settings.contains_key("login_session") {
                return Some(Objection {
                    why: format!(
                        "the profile '{name}' of ~/.aws/config has 'login_session', and this program cannot use a \
                         session of 'aws login'"
                    ),
                    hint: format!(
                        "let the AWS CLI give the keys: another profile with 'credential_process = aws configure \
                         export-credentials --profile {name} --format process'"
                    ),
                });
            }
            name = settings.get("source_profile")?;
        }
        None
    }

    /// A text for `~/.aws/config` that names the sessions of all roles that have no name there. Without it the SDK
    /// names them by their time alone.
    pub fn session_names(&self, name: &str) -> String {
        let has_no_name = |settings: &BTreeMap<String, String>| {
            settings.contains_key("role_arn") && !settings.contains_key("role_session_name")
        };
        let unnamed = self.profiles.iter().filter(|(_, settings)| has_no_name(settings));
        unnamed
            .map(|(profile, _)| match profile.as_str() {
                DEFAULT => format!("[{DEFAULT}]\nrole_session_name = {name}\n"),
                _ => format!("[profile {profile}]\nrole_session_name = {name}\n"),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "
# comment
[default]
region = eu-west-1
[profile prod-admin]
role_arn = arn:aws:iam::111111111111:role/admin
source_profile=base
[ profile \"with code\" ]
role_arn = arn:aws:iam::111111111111:role/admin
source_profile = hardware
[profile hardware]
role_arn = arn:aws:iam::222222222222:role/hop
mfa_serial = arn:aws:iam::222222222222:mfa/ada
source_profile = base
s3 =
  mfa_serial = no
[sso-session corporate]
sso_region = eu-west-1
[stray]
region = x
";

    #[test]
    fn profiles_are_known_by_their_names() {
        let profiles = NamedProfiles::read(CONFIG, "[base]\naws_access_key_id = AKIA\n", None);
        let names: Vec<&str> = profiles.names().collect();
        assert_eq!(names, ["base", "default", "hardware", "prod-admin", "with code"]);
        assert!(profiles.has("base") && !profiles.has("corporate") && !profiles.has("stray"));
    }

    #[test]
    fn a_profile_that_needs_a_code_is_refused_by_name() {
        let profiles = NamedProfiles::read(CONFIG, "[base]\n", Some("with code"));
        assert_eq!(profiles.objection(Some("prod-admin")), None);
        let why = profiles.objection(Some("with code")).unwrap();
        assert!(why.why.starts_with("the profile 'hardware' of ~/.aws/config has 'mfa_serial'"), "{why:?}");
        assert_eq!(profiles.objection(None), Some(why), "it is selected");
        let looped = NamedProfiles::read("[default]\nsource_profile = default\n", "", None);
        assert_eq!(looped.objection(None), None);
    }

    #[test]
    fn a_session_of_aws_login_is_refused_by_name() {
        let config = "[default]\nlogin_session = arn:aws:iam::1:user/ada\n[profile hop]\nrole_arn = a\n\
                      source_profile = default\n";
        let objection = NamedProfiles::read(config, "", None).objection(Some("hop")).unwrap();
        assert!(objection.why.starts_with("the profile 'default' of ~/.aws/config has 'login_session'"));
        assert!(objection.hint.contains("export-credentials --profile default"), "{objection:?}");
    }

    #[test]
    fn roles_without_a_name_for_their_sessions_get_one() {
        let config = "[default]\nrole_arn = a\n[profile named]\nrole_arn = b\nrole_session_name = ada\n\
                      [profile other]\nrole_arn = c\n[profile keys]\nregion = x\n";
        let text = NamedProfiles::read(config, "", None).session_names("1-ada@host");
        let expected = "[default]\nrole_session_name = 1-ada@host\n\
                        [profile other]\nrole_session_name = 1-ada@host\n";
        assert_eq!(text, expected);
    }
}
