//! A plan in a file: with all that `apply` needs to check whether it is still valid, and without secrets.
//!
//! The file holds no value of a secret. It holds a digest of the declarations and one of each state's hidden values.
//! These are computed slowly (PBKDF2) and with a salt, so that a short secret cannot be found by trying. A hash of the
//! whole file shows damage. It is not a signature: anyone who may write the file may write another plan, and `apply`
//! compares that with AWS too.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use ring::pbkdf2::{PBKDF2_HMAC_SHA256, derive};
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Collected, Moved, PlannedAction, RunPlan, moved};
use crate::record::keep;
use machine::file::FileError;
use model::{hex, secret};

/// The value of the first key of such a file.
pub const FORMAT: &str = "orchestrate plan file";
/// The version of the file.
pub const FILE_VERSION: u32 = 1;
/// Rounds of PBKDF2: some tens of milliseconds for each digest.
const ROUNDS: u32 = 100_000;
/// No plan is larger.
const LARGEST: u64 = 256 << 20;

/// The request, so that it can be repeated.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Request {
    /// The SLS, with commas between them; none for those of the top file.
    pub mods: Option<String>,
    /// The excluded SLS.
    pub exclude: Option<String>,
    /// True when the pillar was given on the command line. It may hold secrets, so it is not stored.
    pub has_pillar: bool,
    /// The ID of the minion for which the plan was made.
    pub minion: String,
    /// True if nobody chose this ID: it is the name of the host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_host_name: bool,
}

/// A stored plan.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct PlanFile {
    /// [`FORMAT`].
    pub format: String,
    /// [`FILE_VERSION`].
    pub version: u32,
    /// SHA-256 of all other fields.
    pub hash: String,
    /// When it was made.
    pub made_at: String,
    /// The program that made it: `orchestrate 0.1.0`.
    pub made_by: String,
    /// The request.
    pub request: Request,
    /// Random bytes at the beginning of the digests' input, in hex.
    pub salt: String,
    /// A digest of all declarations and of the files that they name.
    pub declared: String,
    /// A digest of the hidden values of states, by index in the plan.
    pub hidden: BTreeMap<usize, String>,
    /// The plan.
    pub plan: RunPlan,
}

/// Why a file is not a usable plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanFileError {
    /// The system's own.
    #[error("'{path}' cannot be read")]
    Read {
        /// The file.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
    /// It is something else, or has another version.
    #[error("'{path}' is no plan that this version can apply: {reason}")]
    Foreign {
        /// The file.
        path: String,
        /// The cause.
        reason: String,
    },
    /// It was changed or cut.
    #[error("'{path}' was changed after it was written: its hash does not match")]
    Changed {
        /// The file.
        path: String,
    },
    /// The system gives no random bytes.
    #[error("the system gives no random bytes")]
    Random,
    /// The plan has no form without its secrets.
    #[error("the plan cannot be stored without its secrets")]
    Secrets(#[source] serde_json::Error),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

impl PlanFile {
    /// A plan with its digests. `declared` is the full text of the declarations.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub fn new(
        collected: &Collected,
        declared: &str,
        request: Request,
        made: (String, String),
    ) -> Result<Self, PlanFileError> {
        let mut salt = [0; 16];
        SystemRandom::new().fill(&mut salt).map_err(|_| PlanFileError::Random)?;
        let salt = hex(&salt);
        let hidden = collected.hidden.iter().map(|(state, text)| (*state, digest(&salt, text))).collect();
        let (made_at, made_by) = made;
        let mut file = Self {
            format: FORMAT.to_owned(),
            version: FILE_VERSION,
            hash: String::new(),
            made_at,
            made_by,
            request,
            declared: digest(&salt, declared),
            salt,
            hidden,
            plan: without_secrets(&collected.plan)?,
        };
        file.hash = file.content_hash();
        Ok(file)
    }

    fn content_hash(&self) -> String {
        let bare = Self { hash: String::new(), ..self.clone() };
        format!("sha256:{}", hex(&Sha256::digest(serde_json::to_vec(&bare).unwrap_or_default())))
    }

    /// Writes it atomically; only its owner may read it.
    ///
    /// # Errors
    /// The system's own.
    pub fn save(&self, path: &Path) -> Result<(), PlanFileError> {
        Ok(keep(path, self)?)
    }

    /// Reads it and checks its hash.
    ///
    /// # Errors
    /// It cannot be read, is not a plan, or was changed.
    pub fn load(path: &Path) -> Result<Self, PlanFileError> {
        let shown = || path.display().to_string();
        let read = |source| PlanFileError::Read { path: shown(), source };
        let foreign = |reason: String| PlanFileError::Foreign { path: shown(), reason };
        let size = std::fs::metadata(path).map_err(read)?.len();
        if size > LARGEST {
            return Err(foreign(format!("it is larger than {LARGEST} bytes")));
        }
        let bytes = std::fs::read(path).map_err(read)?;
        let data: serde_json::Value =
            serde_json::from_slice(&bytes).map_err(|error| foreign(error.to_string()))?;
        if data["format"] != FORMAT {
            return Err(foreign("it was not made by 'orchestrate plan -o'".to_owned()));
        }
        if data["version"] != FILE_VERSION {
            return Err(foreign(format!(
                "its version is {}, but the known one is {FILE_VERSION}",
                data["version"]
            )));
        }
        let file: Self = serde_json::from_value(data).map_err(|error| foreign(error.to_string()))?;
        if file.hash != file.content_hash() {
            return Err(PlanFileError::Changed { path: shown() });
        }
        Ok(file)
    }

    /// True if a minion may apply it: the one of the plan. A name that only the host gives binds a plan that changes
    /// the machine itself, and no other: the jobs of a CI system run on hosts of many names.
    pub fn is_for(&self, minion: &str, is_host_name: bool) -> bool {
        let changes_machine = || {
            let mut things = self.plan.things();
            things.any(|(_, it)| it.kind.starts_with("machine.") && it.action != PlannedAction::Unchanged)
        };
        self.request.minion == minion || (self.request.is_host_name && is_host_name && !changes_machine())
    }

    /// True if the declarations are those of the plan, and nothing is left to do.
    pub fn is_applied(&self, now: &Collected, declared: &str) -> bool {
        let is_same = self.declared == digest(&self.salt, declared);
        is_same && now.plan.is_empty() && !self.plan.is_empty()
    }

    /// Everything that has changed since the plan was made, compared with a plan of now.
    pub fn moved(&self, now: &Collected, declared: &str) -> Vec<Moved> {
        // What cannot be compared has moved.
        let plan = without_secrets(&now.plan).unwrap_or_else(|_| now.plan.clone());
        let mut all = moved(&self.plan, &plan);
        for (index, state) in self.plan.states.iter().enumerate() {
            // A digest is slow, so none is computed in vain.
            if !all.is_empty() {
                break;
            }
            let digest_now = now.hidden.get(&index).map(|text| digest(&self.salt, text));
            if self.hidden.get(&index) != digest_now.as_ref() {
                let what = "a hidden value differs from the one when the plan was made".to_owned();
                all.push(Moved { state: state.title(), what });
            }
        }
        if all.is_empty() && self.declared != digest(&self.salt, declared) {
            let state = "the SLS files, the pillar, or a file that they name".to_owned();
            all.push(Moved { state, what: "changed after the plan was made".to_owned() });
        }
        all
    }
}

/// The plan with all noted secrets replaced: a command line or a comment may contain one, and is no hidden value of a kind. A change of
/// such a secret shows in the digest of the declarations.
fn without_secrets(plan: &RunPlan) -> Result<RunPlan, PlanFileError> {
    let json = serde_json::to_value(plan).map_err(PlanFileError::Secrets)?;
    serde_json::from_value(secret::masked_json(json)).map_err(PlanFileError::Secrets)
}

/// A slow digest of a text.
fn digest(salt: &str, text: &str) -> String {
    let mut out = [0; 32];
    let rounds = NonZeroU32::new(ROUNDS).unwrap_or(NonZeroU32::MIN);
    derive(PBKDF2_HMAC_SHA256, rounds, salt.as_bytes(), text.as_bytes(), &mut out);
    hex(&out)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::run_plan::{Tally, VERSION};

    fn file() -> PlanFile {
        let plan =
            RunPlan { format_version: VERSION, summary: Tally::default(), states: vec![], refused: vec![] };
        let collected = Collected { plan, hidden: [(0, "hunter2".to_owned())].into() };
        let made = ("2026-01-01T00:00:00Z".to_owned(), "orchestrate".to_owned());
        PlanFile::new(&collected, "declared", Request::default(), made).unwrap()
    }

    #[test]
    fn a_file_is_private_read_as_written_and_refused_once_changed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("plan.json");
        std::fs::write(&path, "what was there, for all to read").unwrap();
        let written = file();
        written.save(&path).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(PlanFile::load(&path).unwrap(), written);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains("hunter2"), "{text}");
        std::fs::write(&path, text.replace("2026-01-01", "2026-01-02")).unwrap();
        assert!(matches!(PlanFile::load(&path), Err(PlanFileError::Changed { .. })));
        std::fs::write(&path, text.replace("\"version\": 1", "\"version\": 2")).unwrap();
        assert!(matches!(PlanFile::load(&path), Err(PlanFileError::Foreign { .. })));
        std::fs::write(&path, &text[..40]).unwrap();
        assert!(matches!(PlanFile::load(&path), Err(PlanFileError::Foreign { .. })));
    }

    #[test]
    fn a_plan_of_one_job_holds_on_the_host_of_another_unless_it_changes_the_machine() {
        let mut file = file();
        file.request.minion = "runner-1".to_owned();
        assert!(file.is_for("runner-1", true) && !file.is_for("runner-2", true), "somebody chose the ID");
        file.request.is_host_name = true;
        assert!(file.is_for("runner-2", true) && !file.is_for("runner-2", false));
        let text = json!({
            "id": "a", "function": "file.managed", "name": "/a", "sls": "a", "declared_at": "a.sls:1:1", "action": "change",
            "failed": false, "comment": "", "triggered_by": [], "warnings": [],
            "things": [{"kind": "machine.file", "noun": "file", "name": "/a", "id": null, "region": null, "account": null,
                "action": "change", "attributes": [], "steps": [], "depends_on": [], "blast_radius": [], "tags": null}],
        });
        file.plan.states.push(serde_json::from_value(text).unwrap());
        assert!(file.is_for("runner-1", true) && !file.is_for("runner-2", true));
    }

    #[test]
    fn another_declaration_is_noticed_though_no_attribute_differs() {
        let file = file();
        let now =
            |hidden: &str| Collected { plan: file.plan.clone(), hidden: [(0, hidden.to_owned())].into() };
        assert_eq!(file.moved(&now("hunter2"), "declared"), vec![]);
        assert_eq!(file.moved(&now("hunter2"), "otherwise").len(), 1);
    }
}
