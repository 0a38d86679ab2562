//! What exports of databases have in common.

use crate::model::Ident;
use crate::resources::export::{Declaration, Names, named};

/// What a reader has to know of a database whose password AWS does not manage.
pub(super) const PASSWORD: &str =
    "AWS does not show the password of its first user. A new database needs 'master_user_password'.";

/// Adds the security groups, by their names where they have some.
pub(super) fn with_groups(declaration: Declaration, groups: &[Ident], names: &dyn Names) -> Declaration {
    let groups = named(names, "ec2.security_group", groups.iter().map(Ident::as_str));
    declaration.with("vpc_security_groups", groups)
}
