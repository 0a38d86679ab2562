//! What an SLS may say below `postgres_…`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const OWNER: Argument = word("owner", "the role that owns it");

/// Own arguments, and those of the connection.
macro_rules! reached {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            word("user", "the account of this machine that runs psql; postgres if left out"),
            word("maintenance_db", "the database that is connected to; postgres if left out"),
            word("db_user", "the role that logs in; user if left out"),
            word("db_password", "its password"),
            word("db_host", "the host, or the directory of the server's socket"),
            word("db_port", "the port"),
        ]
    };
}

const DATABASE: &[Argument] = reached![
    NAME,
    OWNER,
    flag("owner_recurse", "whether all that is in it gets a new owner, too"),
    word("tablespace", "where it is"),
    word("encoding", "its encoding, such as UTF8; cannot be changed after creation"),
    word("lc_collate", "the order of its texts; cannot be changed after creation"),
    word("lc_ctype", "the letters of its texts; cannot be changed after creation"),
    word("template", "the database that it is a copy of"),
];

/// Arguments of roles, and more.
macro_rules! role {
    ($($own:expr),* $(,)?) => {
        reached![
            NAME,
            flag("createdb", "whether it may create databases"),
            flag("createroles", "whether it may create roles"),
            Argument::optional(
                "encrypted",
                Shape::Either(&[Shape::Boolean, Shape::Word(&["md5", "scram-sha-256"])]),
                "how its password is kept: scram-sha-256, md5 (if left out), or False for what the server chooses",
            ),
            flag("superuser", "whether it may do everything"),
            flag("replication", "whether it may replicate"),
            flag("inherit", "whether it has the privileges of its groups; True of a new one if left out"),
            flag("login", "whether it may log in; True of a new user, False of a new group if left out"),
            word("password", "its password"),
            flag("refresh_password", "whether the password is set at each run and never compared: where nobody may read it"),
            Argument::optional("groups", Shape::Texts, "roles that it is a member of; others stay"),
            $($own,)*
        ]
    };
}

const USER: &[Argument] = role![
    word("default_password", "the password of a new user, where no password is given"),
    word("valid_until", "when its password expires"),
];

const EXTENSION: &[Argument] = reached![
    NAME,
    flag("if_not_exists", "taken for compatibility"),
    word("schema", "the schema that it is in"),
    word("ext_version", "its version"),
    word("from_version", "taken for compatibility: PostgreSQL 13 no longer knows it"),
];

const NO_EXTENSION: &[Argument] = reached![
    NAME,
    flag("if_exists", "taken for compatibility"),
    flag("restrict", "whether it stays where something needs it, as without"),
    flag("cascade", "whether what needs it goes, too"),
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
    Function::present(&["postgres_database.present"], DATABASE, "Has a PostgreSQL server hold a database.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_database.absent"],
        reached![NAME],
        "Has a PostgreSQL server not hold a database. Its sessions are ended.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["postgres_user.present"], USER, "Has a PostgreSQL server know a user.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["postgres_user.absent"], reached![NAME], "Has a PostgreSQL server not know a user.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["postgres_group.present"], role![], "Has a PostgreSQL server know a group.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["postgres_group.absent"], reached![NAME], "Has a PostgreSQL server not know a group.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_extension.present"],
        EXTENSION,
        "Has a PostgreSQL database use an extension.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_extension.absent"],
        NO_EXTENSION,
        "Has a PostgreSQL database not use an extension.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_schema.present"],
        reached![NAME, DBNAME, OWNER],
        "Has a PostgreSQL database hold a schema.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_schema.absent"],
        reached![NAME, DBNAME],
        "Has a PostgreSQL database not hold a schema.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_privileges.present"],
        PRIVILEGES,
        "Has a role of PostgreSQL hold privileges.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_privileges.absent"],
        NO_PRIVILEGES,
        "Has a role of PostgreSQL not hold privileges.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(
        &["postgres_tablespace.present"],
        TABLESPACE,
        "Has a PostgreSQL server hold a tablespace.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(
        &["postgres_tablespace.absent"],
        reached![NAME],
        "Has a PostgreSQL server not hold a tablespace.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
