//! Privileges of users.

use super::privileges::{self, Line, Privilege, has, on};
use super::{Call, Intent, Live, Operations, Plan, Present, host};
use crate::operation::{changes_of, refused, settled};
use machine::mysql::{Server, account, text};
use machine::process::AskError;
use model::Value;

/// The privileges that a declaration grants or revokes.
struct Wanted {
    privileges: Vec<Privilege>,
    object: String,
    user: String,
    host: String,
    grants: bool,
}

impl Wanted {
    fn of(call: &Call<'_>) -> Result<Self, String> {
        let fields = call.fields;
        let escapes = fields.boolean("escape") != Some(false);
        Ok(Self {
            privileges: privileges::parse(&fields.required_text("grant"))?,
            object: privileges::object(&fields.required_text("database"), escapes)?,
            user: fields.required_text("user"),
            host: host(call),
            grants: fields.boolean("grant_option") == Some(true),
        })
    }

    fn account(&self) -> String {
        account(&self.user, &self.host)
    }
}

pub(super) async fn see(server: &Server, call: &Call<'_>) -> Result<Option<Vec<Line>>, AskError> {
    let server = server.of_none();
    let lines = server.grants(&call.fields.required_text("user"), &host(call)).await?;
    Ok(lines.map(|lines| lines.iter().filter_map(|text| privileges::line(text)).collect()))
}

fn lines(live: &Live) -> &[Line] {
    match &live.seen {
        Ok(Present::Grants(Some(lines))) => lines,
        _ => &[],
    }
}

/// Salt's comments about a grant, as the declaration has it.
fn about(call: &Call<'_>) -> (String, String, String, String) {
    let fields = call.fields;
    (
        fields.required_text("grant"),
        fields.required_text("database"),
        fields.required_text("user"),
        host(call),
    )
}

fn listed<'p>(all: impl IntoIterator<Item = &'p Privilege>) -> String {
    all.into_iter().map(Privilege::written).collect::<Vec<_>>().join(", ")
}

/// The requirement of a connection: `REQUIRE SSL`.
fn secured(call: &Call<'_>, account: &str) -> Result<Option<String>, String> {
    let Some(given) = call.fields.value("ssl_option").filter(Value::is_truthy) else { return Ok(None) };
    let wrong = || "ssl_option is a list of one-key mappings: SSL, X509, CIPHER, ISSUER, SUBJECT".to_owned();
    let mut words = vec![];
    for option in given.as_list().ok_or_else(wrong)? {
        let (key, value) = option.as_map().and_then(|map| map.iter().next()).ok_or_else(wrong)?;
        let key = key.to_string().trim().to_ascii_uppercase();
        match (key.as_str(), value) {
            ("SSL" | "X509", value) => words.extend(value.is_truthy().then_some(key)),
            ("CIPHER" | "ISSUER" | "SUBJECT", Value::Str(value)) => {
                words.push(format!("{key} {}", text(value)));
            }
            _ => return Err(wrong()),
        }
    }
    Ok((!words.is_empty()).then(|| format!("ALTER USER {account} REQUIRE {};", words.join(" AND "))))
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let wanted = match Wanted::of(call) {
        Ok(wanted) => wanted,
        Err(why) => return refused(why),
    };
    let secured = match secured(call, &wanted.account()) {
        Ok(secured) => secured,
        Err(why) => return refused(why),
    };
    let there = on(lines(live), &wanted.object);
    let grants = lines(live).iter().any(|line| line.object == wanted.object && line.grants);
    let (grant, database, user, host) = about(call);
    if wanted.privileges.iter().all(|it| has(&there, it)) && (grants || !wanted.grants) {
        return settled(format!("Grant {grant} on {database} to {user}@{host} is already present"));
    }
    let mut statements = vec![];
    let others: Vec<&Privilege> = there
        .iter()
        .copied()
        .filter(|it| it.name != "USAGE" && !has(&wanted.privileges.iter().collect::<Vec<_>>(), it))
        .collect();
    if call.fields.boolean("revoke_first") == Some(true) && !others.is_empty() {
        statements.push(format!("REVOKE {} ON {} FROM {};", listed(others), wanted.object, wanted.account()));
    }
    let option = if wanted.grants { " WITH GRANT OPTION" } else { "" };
    statements.push(format!(
        "GRANT {} ON {} TO {}{option};",
        listed(&wanted.privileges),
        wanted.object,
        wanted.account()
    ));
    statements.extend(secured);
    let plan = Plan {
        statements: statements.join("\n"),
        foreseen: format!("MySQL grant {} is set to be created", call.name),
        done: format!("Grant {grant} on {database} to {user}@{host} has been added"),
        failure: format!("Failed to execute: \"GRANT {grant} ON {database} TO {user}@{host}\""),
        changes: changes_of(call.name, "Present"),
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let wanted = match Wanted::of(call) {
        Ok(wanted) => wanted,
        Err(why) => return refused(why),
    };
    let there = on(lines(live), &wanted.object);
    let mut gone: Vec<&Privilege> =
        wanted.privileges.iter().filter(|it| it.name != "USAGE" && has(&there, it)).collect();
    // ALL means all present privileges.
    if wanted.privileges.iter().any(|it| it.name == "ALL PRIVILEGES") {
        gone = there.iter().copied().filter(|it| it.name != "USAGE").collect();
    }
    let grants = wanted.grants && lines(live).iter().any(|line| line.object == wanted.object && line.grants);
    let (grant, database, user, host) = about(call);
    if live.seen.is_ok() && gone.is_empty() && !grants {
        return settled(format!(
            "Grant {grant} on {database} to {user}@{host} is not present, so it cannot be revoked"
        ));
    }
    let option = Privilege { name: "GRANT OPTION".to_owned(), columns: vec![] };
    let all = gone.into_iter().chain(grants.then_some(&option));
    let plan = Plan {
        statements: format!("REVOKE {} ON {} FROM {};", listed(all), wanted.object, wanted.account()),
        foreseen: format!("MySQL grant {} is set to be revoked", call.name),
        done: format!("Grant {grant} on {database} for {user}@{host} has been revoked"),
        failure: format!("Unable to revoke grant {grant} on {database} for {user}@{host}"),
        changes: changes_of(call.name, "Absent"),
    };
    plan.intent(live)
}
