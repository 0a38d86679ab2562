//! Common parts of exports of databases.

use kind::export::{Declaration, Names, named};
use model::Ident;

/// The remark about a database whose password AWS does not manage.
pub(super) const PASSWORD: &str =
    "AWS does not show the password of its first user. A new database needs 'master_user_password'.";

/// Adds the security groups, by name if they have one.
pub(super) fn with_groups(declaration: Declaration, groups: &[Ident], names: &dyn Names) -> Declaration {
    let groups = named(names, "ec2.security_group", groups.iter().map(Ident::as_str));
    declaration.with("vpc_security_groups", groups)
}
