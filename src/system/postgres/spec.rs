//! The arguments of `postgres_…`.

use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const OWNER: Argument = word("owner", "the role that owns it");

/// The function's own arguments, and those of the connection.
macro_rules! reached {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            word("user", "the account of this machine that runs psql; postgres if left out"),
            word("maintenance_db", "the database that is connected to; postgres if left out"),
            word("db_user", "the role that logs in; user if left out"),
            Argument::secret("db_password", "its password"),
            word("db_host", "the host, or the directory of the server's socket"),
            word("db_port", "the port"),
        ]
    };
}

const DATABASE: &[Argument] = reached![
    NAME,
    OWNER,
    flag("owner_recurse", "whether all its contents get the new owner too"),
    word("tablespace", "its tablespace"),
    word("encoding", "its encoding, such as UTF8; cannot be changed after creation"),
    word("lc_collate", "its collation; cannot be changed after creation"),
    word("lc_ctype", "its character classification; cannot be changed after creation"),
    word("template", "the database that it is a copy of"),
];

/// The arguments of roles, and more.
macro_rules! role {
    ($($own:expr),* $(,)?) => {
        reached![
            NAME,
            flag("createdb", "whether it may create databases"),
            flag("createroles", "whether it may create roles"),
            Argument::optional(
                "encrypted",
                Shape::Either(&[Shape::Boolean, Shape::Word(&["md5", "scram-sha-256"])]),
                "the method of storing its password: scram-sha-256, md5 (if left out), or False for the server's choice",
            ),
            flag("superuser", "whether it may do everything"),
            flag("replication", "whether it may replicate"),
            flag("inherit", "whether it has the privileges of its groups; True of a new one if left out"),
            flag("login", "whether it may log in; True of a new user, False of a new group if left out"),
            Argument::secret("password", "its password"),
            flag("refresh_password", "whether the password is set at each run and never compared, for a login that may not read it"),
            Argument::optional("groups", Shape::Texts, "roles that it is a member of; others stay"),
            $($own,)*
        ]
    };
}

const USER: &[Argument] = role![
    Argument::secret("default_password", "the password of a new user without a password"),
    word("valid_until", "when its password expires"),
];

const EXTENSION: &[Argument] = reached![
    NAME,
    flag("if_not_exists", "taken for compatibility"),
    word("schema", "the schema that it is in"),
    word("ext_version", "its version"),
    word("from_version", "taken for compatibility: PostgreSQL 13 no longer has it"),
];

const NO_EXTENSION: &[Argument] = reached![
    NAME,
    flag("if_exists", "taken for compatibility"),
    flag("restrict", "whether it stays if something needs it; that is the default too"),
    flag("cascade", "whether all that needs it is removed too"),
];

const DBNAME: Argument = Argument::required("dbname", Shape::Text, "the database");

const PRIVILEGES: &[Argument] = reached![
    word("name", "the role, or public; the ID if left out"),
    Argument::required(
        "object_name",
        Shape::Text,
        "the object; ALL for all tables or sequences of a schema; a group"
    ),
    Argument::required(
        "object_type",
        Shape::Text,
        "table, sequence, schema, database, tablespace, language, function or group",
    ),
    Argument::optional("privileges", Shape::Texts, "privileges: SELECT, INSERT, ALL; none for a group"),
    flag("grant_option", "whether the role may grant them to others"),
    word("prepend", "the schema of a table or sequence; public if left out"),
];

const NO_PRIVILEGES: &[Argument] = reached![
    word("name", "the role, or public; the ID if left out"),
    Argument::required(
        "object_name",
        Shape::Text,
        "the object; ALL for all tables or sequences of a schema; a group"
    ),
    Argument::required("object_type", Shape::Text, "as for postgres_privileges.present"),
    Argument::optional("privileges", Shape::Texts, "privileges: SELECT, INSERT, ALL; none for a group"),
    word("prepend", "the schema of a table or sequence; public if left out"),
];

const TABLESPACE: &[Argument] = reached![
    NAME,
    Argument::required("directory", Shape::Text, "its directory, which the server's account owns"),
    Argument::optional("options", Shape::Table(&Shape::Any), "settings, such as random_page_cost"),
    OWNER,
];

/// The functions of `postgres_…`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["postgres_database.present"],
        DATABASE,
        "Creates or changes a database of a PostgreSQL server.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_database.absent"],
        reached![NAME],
        "Removes a database of a PostgreSQL server. Its sessions are ended.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["postgres_user.present"], USER, "Creates or changes a user of a PostgreSQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["postgres_user.absent"], reached![NAME], "Removes a user of a PostgreSQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_group.present"],
        role![],
        "Creates or changes a group of a PostgreSQL server.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["postgres_group.absent"], reached![NAME], "Removes a group of a PostgreSQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_extension.present"],
        EXTENSION,
        "Creates or updates an extension of a PostgreSQL database.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_extension.absent"],
        NO_EXTENSION,
        "Removes an extension of a PostgreSQL database.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_schema.present"],
        reached![NAME, DBNAME, OWNER],
        "Creates a schema of a PostgreSQL database.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_schema.absent"],
        reached![NAME, DBNAME],
        "Removes a schema of a PostgreSQL database.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_privileges.present"],
        PRIVILEGES,
        "Grants privileges to a role of PostgreSQL.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_privileges.absent"],
        NO_PRIVILEGES,
        "Revokes privileges of a role of PostgreSQL.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_tablespace.present"],
        TABLESPACE,
        "Creates or changes a tablespace of a PostgreSQL server.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_tablespace.absent"],
        reached![NAME],
        "Removes a tablespace of a PostgreSQL server.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
