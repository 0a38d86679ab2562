//! The arguments of `mysql_…`.

use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const HOST: Argument = word("host", "the host that the user comes from; localhost if left out");

/// The function's own arguments, and those of the connection.
macro_rules! reached {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            word("connection_host", "the host; the default socket if left out"),
            word("connection_port", "the port"),
            word("connection_user", "the user that logs in"),
            Argument::secret("connection_pass", "the password of that user"),
            word("connection_db", "the database that is connected to"),
            word("connection_unix_socket", "the path of the server's socket"),
            word("connection_default_file", "a file of options, instead of the configuration's mysql.…"),
            word("connection_charset", "the character set of the connection"),
            flag("connection_use_unicode", "taken for compatibility"),
        ]
    };
}

const DATABASE: &[Argument] =
    reached![NAME, word("character_set", "its character set"), word("collate", "its collation"),];

const USER: &[Argument] = reached![
    NAME,
    HOST,
    Argument::secret("password", "its password"),
    Argument::secret("password_hash", "the hash of its password"),
    flag("allow_passwordless", "whether it may log in without a password"),
    flag("unix_socket", "whether the account of the same name on the machine may log in"),
    word("password_column", "taken for compatibility"),
    word("auth_plugin", "its authentication plugin; mysql_native_password if left out"),
];

/// The arguments of a grant.
macro_rules! grant {
    ($($own:expr),* $(,)?) => {
        reached![
            word("name", "the name of the state; the ID if left out"),
            Argument::required("grant", Shape::Text, "privileges, separated by commas: SELECT,INSERT"),
            Argument::required("database", Shape::Text, "their object: shop.*, shop.orders, *.*"),
            Argument::required("user", Shape::Text, "the user that has them"),
            HOST,
            flag("grant_option", "whether the user may grant them to others"),
            flag("escape", "False if _ and % of the database's name match any letters"),
            $($own,)*
        ]
    };
}

const GRANT: &[Argument] = grant![
    flag("revoke_first", "whether other privileges on the same object are revoked"),
    Argument::optional(
        "ssl_option",
        Shape::Any,
        "the requirements of the user's connection: a list of SSL, X509, CIPHER, ISSUER, SUBJECT; set together with a new grant",
    ),
];

/// The arguments of a query.
macro_rules! query {
    ($($own:expr),* $(,)?) => {
        reached![
            word("name", "the name of the state; the ID if left out"),
            Argument::required("database", Shape::Text, "the database"),
            $($own,)*
            word("output", "the path of a file for the answer, as column:value; grain is not supported"),
            Argument::optional("grain", Shape::Any, "not supported"),
            Argument::optional("key", Shape::Any, "not supported"),
            flag("overwrite", "False: no query if the file of the answer exists"),
            flag("check_db_exists", "whether the database must exist; True if left out"),
            Argument::optional("client_flags", Shape::Texts, "taken for compatibility"),
        ]
    };
}

/// The functions of `mysql_…`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["mysql_database.present"], DATABASE, "Creates a database of a MySQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_database.absent"], reached![NAME], "Removes a database of a MySQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["mysql_user.present"], USER, "Creates or changes a user of a MySQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_user.absent"], reached![NAME, HOST], "Removes a user of a MySQL server.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["mysql_grants.present"], GRANT, "Grants privileges to a user of MySQL.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_grants.absent"], grant![], "Revokes privileges of a user of MySQL.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "run",
        &["mysql_query.run"],
        query![Argument::required("query", Shape::Text, "the statement")],
        "Runs a statement on a MySQL server, at each run.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "run_file",
        &["mysql_query.run_file"],
        query![Argument::required("query_file", Shape::Text, "a file of statements: salt://… or a path")],
        "Runs the statements of a file on a MySQL server, at each run.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
