//! What an SLS may say below `mysql_…`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};

const fn word(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const fn flag(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const NAME: Argument = word("name", "its name; the ID if left out");
const HOST: Argument = word("host", "the host that the user comes from; localhost if left out");

/// Own arguments, and those of the connection.
macro_rules! reached {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            word("connection_host", "the host; the usual socket if left out"),
            word("connection_port", "the port"),
            word("connection_user", "the user that logs in"),
            word("connection_pass", "the password of that user"),
            word("connection_db", "the database that is connected to"),
            word("connection_unix_socket", "the path of the server's socket"),
            word("connection_default_file", "a file of options, in place of the configuration's mysql.…"),
            word("connection_charset", "the letters of what is sent"),
            flag("connection_use_unicode", "taken for compatibility"),
        ]
    };
}

const DATABASE: &[Argument] = reached![
    NAME,
    word("character_set", "the letters of its texts"),
    word("collate", "the order of its texts"),
];

const USER: &[Argument] = reached![
    NAME,
    HOST,
    word("password", "its password"),
    word("password_hash", "what the server keeps of its password"),
    flag("allow_passwordless", "whether it may log in without a password"),
    flag("unix_socket", "whether it logs in as the account of the machine with its name"),
    word("password_column", "taken for compatibility"),
    word("auth_plugin", "how the server knows it: mysql_native_password if left out"),
];

/// What a grant is of.
macro_rules! grant {
    ($($own:expr),* $(,)?) => {
        reached![
            word("name", "a name of the state's own; the ID if left out"),
            Argument::required("grant", Shape::Text, "privileges with commas between: SELECT,INSERT"),
            Argument::required("database", Shape::Text, "what they are for: shop.*, shop.orders, *.*"),
            Argument::required("user", Shape::Text, "the user that has them"),
            HOST,
            flag("grant_option", "whether the user may grant them to others"),
            flag("escape", "False where _ and % of the database's name stand for any letters"),
            $($own,)*
        ]
    };
}

const GRANT: &[Argument] = grant![
    flag("revoke_first", "whether other privileges of the same object go"),
    Argument::optional(
        "ssl_option",
        Shape::Any,
        "what a connection of the user needs: a list of SSL, X509, CIPHER, ISSUER, SUBJECT; set together with a new grant",
    ),
];

/// What a query is asked with.
macro_rules! query {
    ($($own:expr),* $(,)?) => {
        reached![
            word("name", "a name of the state's own; the ID if left out"),
            Argument::required("database", Shape::Text, "the database"),
            $($own,)*
            word("output", "the path of a file for the answer, as column:value; grain is not supported"),
            Argument::optional("grain", Shape::Any, "not supported"),
            Argument::optional("key", Shape::Any, "not supported"),
            flag("overwrite", "False: no query where the file of the answer is there"),
            flag("check_db_exists", "whether the database must be there; True if left out"),
            Argument::optional("client_flags", Shape::Texts, "taken for compatibility"),
        ]
    };
}

/// The functions of `mysql_…`.
pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(&["mysql_database.present"], DATABASE, "Has a MySQL server hold a database.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_database.absent"], reached![NAME], "Has a MySQL server not hold a database.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["mysql_user.present"], USER, "Has a MySQL server know a user.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_user.absent"], reached![NAME, HOST], "Has a MySQL server not know a user.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::present(&["mysql_grants.present"], GRANT, "Has a user of MySQL hold privileges.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::absent(&["mysql_grants.absent"], grant![], "Has a user of MySQL not hold privileges.")
        .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "run",
        &["mysql_query.run"],
        query![Argument::required("query", Shape::Text, "the statement")],
        "Has a MySQL server carry a statement out, at each run.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
    Function::other(
        "run_file",
        &["mysql_query.run_file"],
        query![Argument::required("query_file", Shape::Text, "a file of statements: salt://… or a path")],
        "Has a MySQL server carry out the statements of a file, at each run.",
    )
    .does(BY_PROGRAMS_AND_HOSTS),
];
