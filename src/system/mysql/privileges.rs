//! Privileges in the forms of an SLS and of a server.

use machine::mysql::name;

/// A grant as a server writes it: `GRANT SELECT (`a`), INSERT ON `shop`.* TO …`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Line {
    pub privileges: Vec<Privilege>,
    /// The object as it is written: `` `shop`.* ``.
    pub object: String,
    /// True if the user may grant them to others.
    pub grants: bool,
}

/// A privilege, for some columns or for all.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Privilege {
    /// In capitals: `LOCK TABLES`.
    pub name: String,
    pub columns: Vec<String>,
}

impl Privilege {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), columns: vec![] }
    }

    /// The form of a statement.
    pub(super) fn written(&self) -> String {
        if self.columns.is_empty() {
            return self.name.clone();
        }
        let columns: Vec<String> = self.columns.iter().map(|column| name(column)).collect();
        format!("{} ({})", self.name, columns.join(", "))
    }

    /// True if the other one includes this one.
    fn is_of(&self, other: &Self) -> bool {
        let is_all = other.name == ALL && self.name != "GRANT OPTION" && self.name != "PROXY";
        (is_all || self.name == other.name || self.name == "USAGE")
            && (other.columns.is_empty() || !self.columns.is_empty())
            && (other.columns.is_empty() || self.columns.iter().all(|it| other.columns.contains(it)))
    }
}

const ALL: &str = "ALL PRIVILEGES";

/// Names that MariaDB and MySQL accept, and the names that they show. See <https://mariadb.com/kb/en/grant/>.
const ALIASES: &[(&str, &str)] = &[
    ("ALL", ALL),
    ("REPLICATION REPLICA", "REPLICATION SLAVE"),
    ("REPLICA MONITOR", "SLAVE MONITOR"),
    ("DELETE VERSIONING ROWS", "DELETE HISTORY"),
    // MariaDB 10.5.2 shows the second; older versions and MySQL the first.
    ("REPLICATION CLIENT", "BINLOG MONITOR"),
];

fn shown(name: &str) -> &str {
    ALIASES.iter().find(|(other, _)| *other == name).map_or(name, |(_, shown)| shown)
}

/// Splits at a character that is neither quoted nor in brackets.
fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut is_quoted) = (vec![], 0, 0_usize, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth = depth.saturating_sub(1),
            it if it == sign && !is_quoted && depth == 0 => {
                parts.push(&text[begin..at]);
                begin = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    match text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        Some(inner) => inner.replace("``", "`"),
        None => text.to_owned(),
    }
}

/// The privileges of a list with commas.
///
/// # Errors
/// A text that is not a privilege.
pub(super) fn parse(text: &str) -> Result<Vec<Privilege>, String> {
    let each = split(text, ',').into_iter().map(str::trim).filter(|part| !part.is_empty()).map(|part| {
        let (word, columns) = match part.split_once('(') {
            Some((word, rest)) => (word, rest.trim_end().strip_suffix(')').ok_or(part)?),
            None => (part, ""),
        };
        let words: Vec<String> = word.split_whitespace().map(str::to_ascii_uppercase).collect();
        let name = words.join(" ");
        if name.is_empty() || !name.chars().all(|it| it.is_ascii_uppercase() || " _".contains(it)) {
            return Err(part);
        }
        let columns = split(columns, ',').into_iter().map(unquoted).filter(|column| !column.is_empty());
        Ok(Privilege { columns: columns.collect(), ..Privilege::new(shown(&name)) })
    });
    let all: Result<Vec<Privilege>, &str> = each.collect();
    match all {
        Ok(all) if !all.is_empty() => Ok(all),
        Ok(_) => Err("no privilege is named".to_owned()),
        Err(part) => Err(format!("'{}' is not a privilege", part.trim())),
    }
}

/// The object of a grant in the form of a statement: `` `shop`.* ``.
///
/// # Errors
/// It is not an object.
pub(super) fn object(text: &str, escapes: bool) -> Result<String, String> {
    let wrong = || format!("'{text}' is not a database and table, such as shop.* or shop.orders");
    let (kind, rest) = ["PROCEDURE ", "FUNCTION "]
        .iter()
        .find_map(|kind| {
            text.get(..kind.len())
                .filter(|it| it.eq_ignore_ascii_case(kind))
                .map(|_| (*kind, &text[kind.len()..]))
        })
        .unwrap_or(("", text));
    // The last dot that is not quoted separates the two, as in Salt.
    let parts = split(rest, '.');
    let (table, database) = parts.split_last().filter(|(_, front)| !front.is_empty()).ok_or_else(wrong)?;
    let database = unquoted(&database.join("."));
    let table = unquoted(table);
    if database.is_empty() || table.is_empty() {
        return Err(wrong());
    }
    if database == "*" {
        return if table == "*" { Ok("*.*".to_owned()) } else { Err(wrong()) };
    }
    // Only in a grant of all tables of a database _ and % match any letters.
    let database = match (table.as_str(), escapes) {
        ("*", true) => {
            database.replace("\\_", "_").replace("\\%", "%").replace('_', "\\_").replace('%', "\\%")
        }
        _ => database,
    };
    let table = if table == "*" { table } else { name(&table) };
    Ok(format!("{kind}{}.{table}", name(&database)))
}

/// A grant as the server writes it; nothing for a role or a proxy.
pub(super) fn line(text: &str) -> Option<Line> {
    let rest = text.strip_prefix("GRANT ")?;
    let words = split(rest, ' ');
    let at = |word: &str| words.iter().position(|it| *it == word);
    let (on, to) = (at("ON")?, at("TO")?);
    let privileges = parse(&words.get(..on)?.join(" ")).ok()?;
    let object = words.get(on + 1..to)?.join(" ");
    Some(Line { privileges, object, grants: text.ends_with(" WITH GRANT OPTION") })
}

/// The privileges that all lines together give on an object.
pub(super) fn on<'l>(lines: &'l [Line], object: &str) -> Vec<&'l Privilege> {
    lines.iter().filter(|line| line.object == object).flat_map(|line| &line.privileges).collect()
}

/// True if the privilege is among them. All static privileges together are ALL, if a server lists them (MySQL 8).
pub(super) fn has(there: &[&Privilege], wanted: &Privilege) -> bool {
    let has = |wanted: &Privilege| there.iter().any(|it| wanted.is_of(it));
    has(wanted) || (wanted.name == ALL && STATIC.split(',').all(|name| has(&Privilege::new(name))))
}

/// The static privileges of MySQL, without dynamic ones and GRANT OPTION.
///
/// See <https://dev.mysql.com/doc/refman/8.4/en/privileges-provided.html>.
const STATIC: &str = "SELECT,INSERT,UPDATE,DELETE,CREATE,DROP,RELOAD,SHUTDOWN,PROCESS,FILE,REFERENCES,INDEX,ALTER,\
    SHOW DATABASES,SUPER,CREATE TEMPORARY TABLES,LOCK TABLES,EXECUTE,REPLICATION SLAVE,\
    BINLOG MONITOR,CREATE VIEW,SHOW VIEW,CREATE ROUTINE,ALTER ROUTINE,CREATE USER,EVENT,TRIGGER,\
    CREATE TABLESPACE,CREATE ROLE,DROP ROLE";

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        parse(text).map(|all| all.iter().map(Privilege::written).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn privileges_are_words_and_columns() {
        assert_eq!(
            written("select, Lock  Tables,INSERT(a, `b``c`)").as_deref(),
            Ok("SELECT,LOCK TABLES,INSERT (`a`, `b``c`)")
        );
        assert_eq!(written("all").as_deref(), Ok("ALL PRIVILEGES"));
        for wrong in ["", "SELECT; DROP", "SELECT (a", "SELECT ON x TO y; --"] {
            assert!(written(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_object_is_a_database_and_a_table() {
        for (text, escapes, out) in [
            ("shop.*", true, "`shop`.*"),
            ("a_b.*", true, "`a\\_b`.*"),
            ("a_b.*", false, "`a_b`.*"),
            ("`a`.`b`", true, "`a`.`b`"),
            ("a_b.t_u", true, "`a_b`.`t_u`"),
            ("*.*", true, "*.*"),
            ("procedure shop.p", true, "PROCEDURE `shop`.`p`"),
        ] {
            assert_eq!(object(text, escapes).as_deref(), Ok(out));
        }
        for wrong in ["shop", ".t", "shop.", "*.t"] {
            assert!(object(wrong, true).is_err(), "{wrong}");
        }
        assert_eq!(object("a; DROP TABLE b.c", true).as_deref(), Ok("`a; DROP TABLE b`.`c`"));
    }

    #[test]
    fn what_the_server_writes_is_read() {
        let one =
            line("GRANT SELECT (`a`, `b`), DELETE ON `shop`.`t` TO `web`@`localhost` WITH GRANT OPTION")
                .expect("a grant");
        assert_eq!((one.object.as_str(), one.grants, one.privileges.len()), ("`shop`.`t`", true, 2));
        let odd = line("GRANT ALL PRIVILEGES ON `a ON b`.* TO `w`@`h`").expect("a grant");
        assert_eq!(odd.object, "`a ON b`.*");
        assert_eq!(line("GRANT `role` TO `web`@`localhost`"), None);
        let has = |wanted: &str, line: &Line| {
            has(&on(std::slice::from_ref(line), &line.object), &parse(wanted).expect("one")[0])
        };
        assert!(
            has("SELECT(a)", &one) && !has("SELECT", &one) && !has("SELECT(c)", &one) && has("DELETE", &one)
        );
        assert!(has("INSERT", &odd) && has("ALL", &odd) && has("USAGE", &odd));
        let every = Line {
            privileges: STATIC.split(',').map(Privilege::new).collect(),
            object: "*.*".into(),
            grants: false,
        };
        assert!(has("ALL", &every));
    }
}
