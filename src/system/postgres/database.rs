//! Databases.

use super::{Call, Intent, Live, Operations, Plan, column, gone};
use crate::operation::{changes_of, refused, settled};
use machine::postgres::{name, text};

pub(super) fn query(call: &Call<'_>) -> String {
    format!(
        "SELECT pg_get_userbyid(d.datdba) AS owner, pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS lc_collate, \
         d.datctype AS lc_ctype, t.spcname AS tablespace \
         FROM pg_database d JOIN pg_tablespace t ON t.oid = d.dattablespace WHERE d.datname = {}",
        text(call.name)
    )
}

/// Encodings and locales are the same with or without dashes: `UTF-8`, `utf8`.
fn alike(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.replace('-', "").to_ascii_lowercase();
    plain(one) == plain(other)
}

pub(super) fn present(call: &Call<'_>, live: Live) -> Intent<Operations> {
    let (fields, own) = (call.fields, call.name);
    let given = |name: &str| fields.text(name).filter(|text| !text.is_empty());
    let (owner, tablespace) = (given("owner"), given("tablespace"));
    let Some(row) = live.row() else {
        let word = |key: &str, value: Option<String>| value.map(|value| format!(" {key} = {value}"));
        let words = [
            word("TABLESPACE", tablespace.map(|it| name(&it))),
            word("OWNER", owner.map(|it| name(&it))),
            word("TEMPLATE", given("template").map(|it| name(&it))),
            word("ENCODING", given("encoding").map(|it| text(&it))),
            word("LC_COLLATE", given("lc_collate").map(|it| text(&it))),
            word("LC_CTYPE", given("lc_ctype").map(|it| text(&it))),
        ];
        let words: String = words.into_iter().flatten().collect();
        let plan = Plan {
            statements: vec![(live.server.clone(), format!("CREATE DATABASE {}{words};", name(own)))],
            foreseen: format!("Database {own} is set to be created"),
            done: format!("The database {own} has been created"),
            failure: format!("Failed to create database {own}"),
            changes: changes_of(own, "Present"),
        };
        return plan.intent(&live.rows);
    };
    let wrong = |key: &str| given(key).is_some_and(|wanted| !alike(&wanted, column(row, key)));
    let fixed: Vec<&str> =
        ["encoding", "lc_collate", "lc_ctype"].into_iter().filter(|key| wrong(key)).collect();
    if !fixed.is_empty() {
        return refused(format!(
            "Database {own} has wrong parameters which couldn't be changed on fly. They differ in {}",
            fixed.join(", ")
        ));
    }
    let differs =
        |key: &str, wanted: &Option<String>| wanted.clone().filter(|wanted| column(row, key) != wanted);
    let mut statements = vec![];
    if let Some(owner) = differs("owner", &owner) {
        if fields.boolean("owner_recurse") == Some(true) {
            statements.push((live.server.of(own), owned_by(&owner)));
        }
        statements
            .push((live.server.clone(), format!("ALTER DATABASE {} OWNER TO {};", name(own), name(&owner))));
    }
    if let Some(space) = differs("tablespace", &tablespace) {
        let statement = format!("ALTER DATABASE {} SET TABLESPACE {};", name(own), name(&space));
        statements.push((live.server.clone(), statement));
    }
    if statements.is_empty() {
        return settled(format!("Database {own} is already present"));
    }
    let plan = Plan {
        statements,
        foreseen: format!("Database {own} exists, but parameters need to be changed"),
        done: format!("Parameters for database {own} have been changed"),
        failure: format!("Failed to change parameters for database {own}"),
        changes: changes_of(own, "Parameters changed"),
    };
    plan.intent(&live.rows)
}

/// Statements that make a role the owner of all tables, views, sequences, functions and schemas of a database.
fn owned_by(owner: &str) -> String {
    let owner = text(owner);
    let own = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
    format!(
        "SELECT format('ALTER SCHEMA %I OWNER TO %I', n.nspname, {owner}) FROM pg_namespace n WHERE {own} \\gexec\n\
         SELECT format('ALTER %s %I.%I OWNER TO %I', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' \
         WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, n.nspname, c.relname, {owner}) \
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND {own} \\gexec\n\
         SELECT format('ALTER SEQUENCE %I.%I OWNER TO %I', n.nspname, c.relname, {owner}) \
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'S' AND {own} \
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')) \\gexec\n\
         SELECT format('ALTER FUNCTION %s OWNER TO %I', p.oid::regprocedure, {owner}) \
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {own} \
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') \
         AND NOT EXISTS (SELECT FROM pg_aggregate a WHERE a.aggfnoid = p.oid) \\gexec"
    )
}

pub(super) fn absent(call: &Call<'_>, live: Live) -> Intent<Operations> {
    // Nothing else is changed: if the drop fails, the database is as it was.
    let named = text(call.name);
    let statements = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {named} AND pid <> pg_backend_pid();\n\
         SELECT format('DROP DATABASE %I%s', {named}, CASE WHEN current_setting('server_version_num')::int >= 130000 \
         THEN ' WITH (FORCE)' ELSE '' END) \\gexec",
    );
    gone(call, &live, "Database", statements)
}
