//! `iam.access_keys`: the access keys of a user, with their secrets in a file of this machine.
//!
//! ```yaml
//! deployer:
//!   boto_iam.keys_present:
//!     - number: 1
//!     - save_dir: /etc/keys
//!     - profile: aws_profile
//!
//! old keys of deployer:
//!   boto_iam.keys_absent:
//!     - user_name: deployer
//!     - access_keys: [AKIAIOSFODNN7EXAMPLE]
//!     - profile: aws_profile
//! ```
//!
//! **`keys_present`** makes keys until the user (`name`) has `number` of them; IAM allows two. It deletes none. Each new key
//! is appended to the file `<save_dir>/<user>`, which only its owner can read, in `save_format`: `{0}` is the key's id,
//! `{1}` its secret, `{2}` and `{3}` are names for both. The directory must exist. AWS shows a secret once: it is only in
//! that file.
//!
//! **No key is lost.** Before a run makes a key, it notes the existing keys in the file `<save_dir>/<user>.making`. If the
//! answer with the secret is lost, the run deletes the key and makes another. If the run is interrupted there, the next run
//! finds the note, deletes the key whose secret is lost, and makes another. A key counts as lost only if it was made within
//! ten minutes of that note.
//!
//! **`keys_absent`** deletes the listed keys of `user_name`. `all: True` deletes all of them.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateAccessKey.html>.

mod api;
mod diff;
mod live;
mod saved;
mod spec;
#[cfg(test)]
mod tests;

use aws::ApiError;
use kind::wiring::kind;
use kind::{Lookup, Unresolved};
use model::Reference;

/// The keys of the user, and the ids of those declared absent: `user/AKIA…`, or `user/*` for all.
fn provided(spec: &spec::Spec) -> Vec<Reference> {
    let user = Reference::new("iam.access_keys", &spec.name);
    let gone = match (&spec.number, &spec.gone) {
        (Some(_), _) => vec![],
        (None, None) => vec!["*".to_owned()],
        (None, Some(ids)) => ids.clone(),
    };
    let gone = gone.into_iter().map(|id| Reference::new("iam.access_keys", format!("{}/{id}", spec.name)));
    [user].into_iter().chain(gone).collect()
}

kind! {
    /// The access keys of a user, by its name; the scope, if any, is the file in which their secrets are saved.
    AccessKeys = "iam.access_keys", "access keys", &["iam"], plain, provides provided;
    source {}
    resource {
        fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
            let named = Reference::new("iam.access_keys", &spec.name);
            Ok(spec.file.iter().fold(named, Reference::within))
        }

        fn uses(spec: &spec::Spec) -> Vec<Reference> {
            vec![Reference::new("iam.user", &spec.name)]
        }

        fn touches(_step: &diff::Step, mut provided: Vec<Reference>) -> Vec<Reference> {
            let owner = |keys: &Reference| keys.name.split('/').next().map(|user| Reference::new("iam.user", user));
            let users: Vec<_> = provided.iter().filter_map(owner).collect();
            provided.extend(users);
            provided
        }

        fn is_not_yet(error: &ApiError) -> bool {
            error.is_not_found()
        }
    }
}
