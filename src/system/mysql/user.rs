//! Users.

use super::{Call, Intent, Live, Operations, Plan, Present, host};
use crate::operation::{changes_of, refused, settled};
use machine::mysql::{Server, account, native_hash, text};
use machine::process::AskError;

const NATIVE: &str = "mysql_native_password";

/// A user.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct User {
    /// Its authentication plugin; empty means `mysql_native_password`.
    pub plugin: String,
    /// The hash of its password.
    pub password: String,
}

/// The user, and whether the server is MariaDB.
pub(super) async fn see(server: &Server, call: &Call<'_>) -> Result<(Option<User>, bool), AskError> {
    let server = server.of_none();
    let version = server.rows("SELECT VERSION();").await?;
    let is_maria = version.iter().flatten().any(|text| text.contains("MariaDB"));
    // MariaDB keeps a password in the one or in the other column.
    let column = if is_maria {
        "COALESCE(NULLIF(Password, ''), authentication_string)"
    } else {
        "authentication_string"
    };
    let query = format!(
        "SELECT plugin, {column} FROM mysql.user WHERE User = {} AND LOWER(Host) = LOWER({});",
        text(call.name),
        text(&host(call))
    );
    let row = server.rows(&query).await?.into_iter().next();
    let user = row.map(|row| {
        let mut row = row.into_iter();
        User { plugin: row.next().unwrap_or_default(), password: row.next().unwrap_or_default() }
    });
    Ok((user, is_maria))
}

/// The wanted authentication of a user.
enum Wanted {
    Nothing,
    Socket,
    Hash(String),
    /// Another plugin, and the password in plain text.
    Other(String, String),
    /// Another plugin, and the hash of the password.
    Kept(String, String),
}

impl Wanted {
    fn of(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        let given = |key: &str| fields.text(key).filter(|text| !text.is_empty());
        let is_set = |key: &str| fields.boolean(key) == Some(true);
        let plugin = given("auth_plugin").unwrap_or_else(|| NATIVE.to_owned());
        if !plugin.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') {
            return Err(format!("'{plugin}' is not a plugin"));
        }
        match (given("password"), given("password_hash")) {
            (Some(password), _) if plugin == NATIVE => Ok(Self::Hash(native_hash(&password))),
            (Some(password), _) => Ok(Self::Other(plugin, password)),
            (None, Some(hash)) if plugin == NATIVE => Ok(Self::Hash(hash)),
            (None, Some(hash)) => Ok(Self::Kept(plugin, hash)),
            (None, None) if is_set("unix_socket") => Ok(Self::Socket),
            (None, None) if is_set("allow_passwordless") => Ok(Self::Nothing),
            (None, None) => {
                Err("Either password or password_hash must be specified, unless allow_passwordless is True"
                    .to_owned())
            }
        }
    }

    fn is_met(&self, user: &User) -> bool {
        match self {
            Self::Nothing => {
                user.password.is_empty() && !["unix_socket", "auth_socket"].contains(&user.plugin.as_str())
            }
            Self::Socket => ["unix_socket", "auth_socket"].contains(&user.plugin.as_str()),
            Self::Hash(hash) => user.password.eq_ignore_ascii_case(hash),
            // Only the server can compare it.
            Self::Other(plugin, _) => user.plugin == *plugin,
            Self::Kept(plugin, hash) => user.plugin == *plugin && user.password == *hash,
        }
    }

    /// The clause of `CREATE USER` and `ALTER USER`.
    fn clause(&self, is_maria: bool) -> String {
        match (self, is_maria) {
            (Self::Nothing, _) => "IDENTIFIED BY ''".to_owned(),
            (Self::Socket, true) => "IDENTIFIED VIA unix_socket".to_owned(),
            (Self::Socket, false) => "IDENTIFIED WITH auth_socket".to_owned(),
            (Self::Hash(hash), true) => format!("IDENTIFIED BY PASSWORD {}", text(hash)),
            (Self::Hash(hash), false) => format!("IDENTIFIED WITH {NATIVE} AS {}", text(hash)),
            (Self::Other(plugin, password), true) => {
                format!("IDENTIFIED VIA {plugin} USING PASSWORD({})", text(password))
            }
            (Self::Other(plugin, password), false) => {
                format!("IDENTIFIED WITH {plugin} BY {}", text(password))
            }
            (Self::Kept(plugin, hash), true) => format!("IDENTIFIED VIA {plugin} USING {}", text(hash)),
            (Self::Kept(plugin, hash), false) => format!("IDENTIFIED WITH {plugin} AS {}", text(hash)),
        }
    }
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, host) = (call.name, host(call));
    let wanted = match Wanted::of(call) {
        Ok(wanted) => wanted,
        Err(why) => return refused(why),
    };
    let is_open = call.fields.boolean("allow_passwordless") == Some(true);
    let (there, is_maria) = match &live.seen {
        Ok(Present::User(there, is_maria)) => (there.as_ref(), *is_maria),
        _ => (None, false),
    };
    let is_empty = matches!(wanted, Wanted::Nothing | Wanted::Socket);
    let clause = wanted.clause(is_maria);
    if let Some(user) = there {
        if wanted.is_met(user) {
            let how = match &wanted {
                Wanted::Nothing => " with passwordless login",
                Wanted::Socket if is_open => " with passwordless login",
                Wanted::Socket => "",
                Wanted::Hash(_) if call.fields.has("password") => " with the desired password",
                Wanted::Hash(_) => " with the desired password hash",
                Wanted::Other(..) | Wanted::Kept(..) => ". Unable to verify password.",
            };
            return settled(format!("User {own}@{host} is already present{how}"));
        }
        let done = if is_empty { "cleared" } else { "changed" };
        let plan = Plan {
            statements: format!("ALTER USER {} {clause};", account(own, &host)),
            foreseen: format!("Password for user {own}@{host} is set to be {done}"),
            done: format!("Password for user {own}@{host} has been {done}"),
            failure: format!(
                "Failed to {} password for user {own}@{host}",
                if is_empty { "clear" } else { "change" }
            ),
            changes: changes_of(own, "Updated"),
        };
        return plan.intent(live);
    }
    let how = format!(
        "{}{}",
        if is_open { " with passwordless login" } else { "" },
        if call.fields.boolean("unix_socket") == Some(true) { " using unix_socket" } else { "" }
    );
    let plan = Plan {
        statements: format!("CREATE USER {} {clause};", account(own, &host)),
        foreseen: format!("User {own}@{host} is set to be added{how}"),
        done: format!("The user {own}@{host} has been added{how}"),
        failure: format!("Failed to create user {own}@{host}"),
        changes: changes_of(own, "Present"),
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, host) = (call.name, host(call));
    if matches!(live.seen, Ok(Present::User(None, _))) {
        return settled(format!("User {own}@{host} is not present, so it cannot be removed"));
    }
    let plan = Plan {
        statements: format!("DROP USER {};", account(own, &host)),
        foreseen: format!("User {own}@{host} is set to be removed"),
        done: format!("User {own}@{host} has been removed"),
        failure: format!("Failed to remove user {own}@{host}"),
        changes: changes_of(own, "Absent"),
    };
    plan.intent(live)
}
