//! The account's password policy as a declaration.

use futures::future::FutureExt;

use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use kind::settings::Settings;
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    // There is at most one, under one name.
    list: Listing::Own(|_| async { Ok(vec![Reference::new("iam.password_policy", "the account")]) }.boxed()),
    aspects: Aspects::NONE,
    declare,
};

fn declare(policy: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    Declaration::new("boto_iam.account_policy", &policy.name).with_all(live.rules.entries()).into()
}
